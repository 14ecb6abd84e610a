"""class.yaml: which exercises are assigned, for how many points, until when, and what learners may see. Everything has a default.

    title: "Week 3: attention"
    exercises: [softmax-rows, attention-matrix]      # default: every exercise of the level
    points: {softmax-rows: 10}                       # default: the exercise's own
    due: 2026-10-05T23:59:00+02:00                   # with its offset from UTC
    feedback: full                                   # brief (default), or full: inputs and values too, after `due`
    limits: {call_cpu_s: 4}
    names: {s001: Ada Example}
    hostile: [s013]                                  # graded only where learner code is at least contained

Reads the file and checks it against the level; decides nothing about a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from grader.content.entry import Entry, Report
from grader.content.models import Level
from grader.content.source import LIMIT_NAMES
from grader.content.strict_yaml import load_strict
from grader.errors import ContentError, nearest

SETTINGS_NAME = "class.yaml"


class Feedback(StrEnum):
    """How much a handed-back page shows."""

    BRIEF = "brief"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class ClassSettings:
    """What the instructor asked for. `slugs` is in level order; `due` is aware, or None; `points` holds only what differs."""

    title: str
    slugs: tuple[str, ...]
    points: Mapping[str, float] = field(default_factory=dict)
    due: datetime | None = None
    feedback: Feedback = Feedback.BRIEF
    limits: Mapping[str, float] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    hostile: frozenset[str] = frozenset()

    def shows_inputs(self, now: datetime) -> bool:
        """Whether handed-back pages may show drawn inputs by now."""
        return self.feedback is Feedback.FULL and self.due is not None and now > self.due


def default_settings(level: Level) -> ClassSettings:
    """Every exercise of the level, for its own points."""
    return ClassSettings(level.title, tuple(exercise.slug for exercise in level.exercises))


def load_settings(folder: Path, level: Level) -> ClassSettings:
    """The settings in `folder`, or the defaults when it has no class.yaml. ContentError lists everything wrong with it."""
    path = folder / SETTINGS_NAME
    if not path.is_file():
        return default_settings(level)
    loaded = load_strict(path, shown=str(path))
    report = Report(str(path), loaded)
    settings = default_settings(level) if loaded.data is None else _read(Entry(loaded.data, report), level)
    if report.problems:
        raise ContentError([str(problem) for problem in sorted(set(report.problems))])
    return settings


def _read(entry: Entry, level: Level) -> ClassSettings:
    settings = ClassSettings(
        title=entry.text("title", level.title),
        slugs=_slugs(entry, level),
        points=_points(entry, level),
        due=_due(entry),
        feedback=entry.choice("feedback", Feedback, Feedback.BRIEF),
        limits=entry.numbers("limits", LIMIT_NAMES),
        names=_names(entry),
        hostile=frozenset(entry.texts("hostile", ())),
    )
    entry.finish()
    if settings.feedback is Feedback.FULL and "due" not in entry.data:
        entry.at("feedback", "`feedback: full` shows the inputs after the deadline: say when that is with `due`")
    return settings


def _slugs(entry: Entry, level: Level) -> tuple[str, ...]:
    known = [exercise.slug for exercise in level.exercises]
    if "exercises" not in entry.data:
        entry.asked.append("exercises")
        return tuple(known)
    asked = entry.texts("exercises")
    if not asked and entry.data["exercises"] == []:
        entry.at("exercises", "`exercises` names none; leave it out to assign all")
    for index, slug in enumerate(asked):
        where = (*entry.where, "exercises", index)
        if slug not in known:
            entry.report.at(where, _unknown(slug, known))
        elif slug in asked[:index]:
            entry.report.at(where, f"`{slug}` is named twice")
    return tuple(slug for slug in known if slug in asked)


def _points(entry: Entry, level: Level) -> dict[str, float]:
    inner = entry.child("points", default={})
    known = [exercise.slug for exercise in level.exercises]
    for slug in inner.data:
        if slug in known:
            inner.number(slug)
        else:
            inner.at(slug, _unknown(slug, known))
    return {slug: float(value) for slug, value in inner.data.items() if type(value) in (int, float)}


def _due(entry: Entry) -> datetime | None:
    text = entry.text("due", "")
    if not text:
        return None
    try:
        due = datetime.fromisoformat(text)
    except ValueError:
        entry.at("due", f"`due` must be a date and time such as 2026-10-05T23:59:00+02:00, found `{text}`")
        return None
    if due.tzinfo is None:
        entry.at("due", f"`due` needs its offset from UTC: write `{due.isoformat()}+00:00`, or your own offset")
        return None
    return due.astimezone(UTC)


def _names(entry: Entry) -> dict[str, str]:
    inner = entry.child("names", default={})
    return {key: inner.text(key) for key in inner.data}


def _unknown(slug: str, known: list[str]) -> str:
    near = nearest(slug, known)
    return f"unknown exercise `{slug}`." + (f" Did you mean `{near}`?" if near else "")
