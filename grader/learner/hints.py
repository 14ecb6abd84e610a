"""Which hint comes next: the diagnosed misconception's nudge first, then nudge, method and near-code; never backwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grader.content.models import Exercise, MisconceptionEntry
from grader.learner.history import Kind, Standing
from grader.records import dataclass
from grader.store.learner_rows import Event

LEVELS = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint. `level` is 1 to 3; `misconception` is set when the hint answers what was diagnosed; `note` says where to read on."""

    level: int
    text: str
    misconception: str = ""
    note: str = ""


def next_hint(exercise: Exercise, standing: Standing, catalogue: Mapping[str, MisconceptionEntry]) -> Hint:
    """The hint to show now. After the third one it is the third again."""
    for tag in standing.misconceptions:
        entry = catalogue.get(tag.partition("/")[0])
        if entry is not None and entry.nudge and entry.id not in standing.nudged:
            return Hint(max(1, standing.hint_level), entry.nudge, entry.id, entry.note)
    shown = standing.hint_level if standing.hint_level > 1 or not standing.nudged else _own_level(standing)
    level = min(LEVELS, shown + 1)
    return Hint(level, exercise.hints[level - 1])


def _own_level(standing: Standing) -> int:
    """A nudge counts as level 1, but the exercise's own first hint has still not been seen."""
    return 0 if standing.hint_level <= 1 else standing.hint_level


def hints_seen(exercise: Exercise, events: Iterable[Event], catalogue: Mapping[str, MisconceptionEntry]) -> list[str]:
    """The texts of the hints that were shown for an exercise, in order, each once."""
    shown = []
    for event in events:
        if event.kind == Kind.HINT and event.subject == exercise.slug:
            entry = catalogue.get(str(event.data.get("misconception") or ""))
            level = event.data.get("level")
            if entry is not None:
                shown.append(entry.nudge)
            elif isinstance(level, int) and 1 <= level <= len(exercise.hints):
                shown.append(exercise.hints[level - 1])
    return list(dict.fromkeys(shown))
