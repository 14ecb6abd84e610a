"""Form biases over the whole bank: what somebody scores who knows nothing but how quizzes are made. Measured, and bound near chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grader.content.strict_yaml import Position, Problem
from grader.quiz.rules.registry import Bench, rule
from grader.quiz.source import Entry
from grader.records import dataclass

ABOVE_CHANCE = 0.10
FEWEST_TO_JUDGE = 12  # below that a share says nothing
MOST_ON_ONE_LINE = 0.60


@dataclass(frozen=True, slots=True)
class Bias:
    """How often a trick hits the right option, and how often chance would."""

    trick: str
    hits: float
    of: int
    chance: float

    @property
    def share(self) -> float:
        """The share of questions the trick solves."""
        return self.hits / self.of if self.of else 0.0


def measure(bench: Bench) -> tuple[Bias, ...]:
    """Longest option, shortest option, the only one with a reason, the option that repeats the prompt most."""
    singles = [entry for entry in bench.of("single") if entry.data["level"] != "bug"]
    chance = sum(1 / len(entry.data["options"]) for entry in singles) / len(singles) if singles else 0.0
    return (
        _bias("choose the longest option", singles, chance, lambda entry, text: len(text)),
        _bias("choose the shortest option", singles, chance, lambda entry, text: -len(text)),
        _bias("choose the only option with a reason", singles, chance, lambda entry, text: _has_reason(text), only=True),
        _bias("choose the option that repeats the prompt most", singles, chance, _overlap),
    )


def _bias(trick: str, entries: list[Entry], chance: float, size: object, *, only: bool = False) -> Bias:
    assert callable(size)
    hits = 0.0
    for entry in entries:
        scores = [(size(entry, option["text"]), bool(option.get("correct"))) for option in entry.data["options"]]
        best = max(score for score, _ in scores)
        winners = [correct for score, correct in scores if score == best]
        if only and len(winners) > 1:
            hits += 1 / len(scores)  # the trick does not apply: guess
        else:
            hits += sum(winners) / len(winners)
    return Bias(trick, hits, len(entries), chance)


def _has_reason(text: str) -> int:
    return int(any(word in text.lower() for word in ("because", "since ", "so that", ": ", " so ")))


def _overlap(entry: Entry, text: str) -> int:
    prompt = set(entry.data["prompt"].lower().split())
    return len({word for word in text.lower().split() if len(word) > 4} & prompt)


@rule(
    "near-chance",
    "No trick of form (longest option, only one with a reason, ...) scores more than 10 points above chance.",
    counts_all=True,
)
def near_chance(bench: Bench, name: str) -> Iterator[Problem]:
    """Over all single questions."""
    for bias in measure(bench):
        if bias.of >= FEWEST_TO_JUDGE and bias.share > bias.chance + ABOVE_CHANCE:
            message = f"{bias.trick}: solves {bias.share:.0%} of {bias.of} single questions, chance is {bias.chance:.0%} ({name})"
            yield Problem("quizzes", Position(1, 1), message)


@rule("bugs-on-many-lines", "The wrong line of spot-the-bug questions is not mostly the same one.", counts_all=True)
def bugs_on_many_lines(bench: Bench, name: str) -> Iterator[Problem]:
    """Lines are shown in order, so their place is a cue."""
    bugs = [entry for entry in bench.questions if entry.data["level"] == "bug" and entry.data.get("options")]
    lines = Counter(next((at for at, option in enumerate(entry.data["options"], 1) if option.get("correct")), 0) for entry in bugs)
    for line, count in lines.items():
        if len(bugs) >= 6 and count / len(bugs) > MOST_ON_ONE_LINE:
            yield Problem(
                "quizzes", Position(1, 1), f"line {line} is the wrong one in {count} of {len(bugs)} spot-the-bug questions ({name})"
            )
