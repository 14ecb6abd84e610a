"""class.yaml: which exercises are assigned, for how many points, until when, and what learners may see. Everything has a default.

    title: "Week 3: attention"
    exercises: [softmax-rows, attention-matrix]      # default: every exercise of the level
    points: {softmax-rows: 10}                       # default: the exercise's own
    due: 2026-10-05T23:59:00+02:00                   # with its offset from UTC
    exercise_due: {softmax-rows: 2026-10-01T12:00:00+02:00}   # an exercise's own deadline
    feedback: full                                   # brief (default), or full: inputs and values too, after the last deadline
    release: 2026-10-09T12:00:00+02:00               # pages to hand back are written from then on; default: at once
    solutions: 2026-10-09T12:00:00+02:00             # handed-back pages show our solutions from then on; default: never
    limits: {call_cpu_s: 4}
    extensions: {s003: 2026-10-07T23:59:00+02:00}    # a learner's own deadline
    late: {take: linear, per_day: 10}                # see lateness.py; default: late is noted and takes nothing
    commits: in_time                                 # latest (default), or the last commit in time
    attempts: best                                   # of all that was ever handed in: latest (default), best, or the last in_time
    groups: {team-1: [s001, s002]}                   # one submission, of the group or a member, counts for all of them
    names: {s001: Ada Example}
    hostile: [s013]                                  # graded only where learner code is at least contained

Reads the file and checks it against the level; decides nothing about a run.
"""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from grader.classroom.lateness import LatePolicy, Taking
from grader.classroom.moments import MAX_HOURS, read_moment
from grader.content.models import Level
from grader.errors import SettingsError, nearest
from grader.records import dataclass

if TYPE_CHECKING:
    from grader.content.entry import Entry

SETTINGS_NAME = "class.yaml"
MOST_POINTS = 1e6  # of one exercise: the sum of all is a number too
LIKE_SETTINGS = ("class.yaml", "class.yml", "class.yaml.txt", "class.yml.txt")


class Commits(StrEnum):
    """Which commit of a checkout counts."""

    LATEST = "latest"
    IN_TIME = "in_time"


class Attempts(StrEnum):
    """Which of the things a learner handed in, one after the other, counts."""

    LATEST = "latest"
    BEST = "best"
    IN_TIME = "in_time"


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
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    late: LatePolicy = field(default_factory=LatePolicy)
    commits: Commits = Commits.LATEST
    zone: tzinfo = UTC  # that of `due`: local times without an offset are read in it
    exercise_due: Mapping[str, datetime] = field(default_factory=dict)
    attempts: Attempts = Attempts.LATEST
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    release: datetime | None = None
    solutions: datetime | None = None

    def deadlines(self) -> Mapping[str, datetime]:
        """Own deadlines by learner and by group; a group has the longest of its members'."""
        of_groups = {
            key: [self.extensions[who] for who in (key, *members) if who in self.extensions] for key, members in self.groups.items()
        }
        return {**self.extensions, **{key: max(found) for key, found in of_groups.items() if found}}


def default_settings(level: Level) -> ClassSettings:
    """Every exercise of the level, for its own points."""
    return ClassSettings(level.title, tuple(exercise.slug for exercise in level.exercises))


def load_settings(folder: Path, level: Level) -> ClassSettings:
    """The settings in `folder`, or the defaults when it has no class.yaml. SettingsError lists everything wrong with it."""
    path = folder / SETTINGS_NAME
    if not path.is_file():
        return default_settings(level)
    return read_settings(path.read_bytes(), level, shown=str(path))


def misnamed(folder: Path) -> str:
    """What to say of a file that was meant to be class.yaml and is called nearly so; "" where there is none, or the right one is there."""
    if (folder / SETTINGS_NAME).is_file() or not folder.is_dir():
        return ""
    found = next((path.name for path in sorted(folder.iterdir()) if path.name.casefold() in LIKE_SETTINGS and path.is_file()), "")
    return f"`{folder / found}` was not read: call it {SETTINGS_NAME}, or name it with --settings." if found else ""


def read_settings(raw: bytes, level: Level, *, shown: str = SETTINGS_NAME) -> ClassSettings:
    """The settings that a class.yaml says; the defaults for an empty one."""
    if not raw:
        return default_settings(level)
    from grader.content.entry import Entry, Report  # YAML only where there is a file
    from grader.content.strict_yaml import parse_strict

    loaded = parse_strict(_composed(raw), shown=shown)
    report = Report(shown, loaded)
    settings = default_settings(level) if loaded.data is None else _read(Entry(loaded.data, report), level)
    if report.problems:
        raise SettingsError([str(problem) for problem in sorted(set(report.problems))])
    return settings


def _composed(raw: bytes) -> bytes:
    """The text with letters as keys of learners have them: whoever typed `é` in two characters means the same."""
    with contextlib.suppress(UnicodeDecodeError):
        return unicodedata.normalize("NFC", raw.decode()).encode()
    return raw


def _read(entry: Entry, level: Level) -> ClassSettings:
    from grader.content.source import LIMIT_NAMES

    settings = ClassSettings(
        title=entry.text("title", level.title),
        slugs=_slugs(entry, level),
        points=_points(entry, level),
        due=_utc_moment(entry, "due"),
        feedback=entry.choice("feedback", Feedback, Feedback.BRIEF),
        limits=entry.numbers("limits", LIMIT_NAMES),
        names=_names(entry),
        hostile=frozenset(entry.texts("hostile", ())),
        extensions=_extensions(entry),
        late=_late(entry.child("late", default={})),
        commits=entry.choice("commits", Commits, Commits.LATEST),
        zone=_zone(entry),
        exercise_due=_exercise_due(entry, level),
        attempts=entry.choice("attempts", Attempts, Attempts.LATEST),
        groups=_groups(entry),
        release=_utc_moment(entry, "release"),
        solutions=_utc_moment(entry, "solutions"),
    )
    entry.finish()
    needs_due = [key for key in ("extensions", "late", "commits", "exercise_due") if key in entry.data and "due" not in entry.data]
    needs_due += ["attempts"] if settings.attempts is Attempts.IN_TIME and "due" not in entry.data else []
    for key in needs_due:
        entry.at(key, f"`{key}` needs a deadline: say when with `due`")
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
            inner.number(slug, high=MOST_POINTS)
        else:
            inner.at(slug, _unknown(slug, known))
    return {slug: float(value) for slug, value in inner.data.items() if type(value) in (int, float)}


def _utc_moment(entry: Entry, key: str) -> datetime | None:
    found = _moment(entry, key)
    return None if found is None else found.astimezone(UTC)


def _exercise_due(entry: Entry, level: Level) -> dict[str, datetime]:
    inner = entry.child("exercise_due", default={})
    known = [exercise.slug for exercise in level.exercises]
    for slug in inner.data:
        if slug not in known:
            inner.at(slug, _unknown(slug, known))
    found = {slug: _utc_moment(inner, slug) for slug in inner.data if slug in known}
    return {slug: moment for slug, moment in found.items() if moment is not None}


def _groups(entry: Entry) -> dict[str, tuple[str, ...]]:
    """Groups with their members; nobody is in two."""
    inner = entry.child("groups", default={})
    groups = {key: inner.texts(key) for key in inner.data}
    seen: dict[str, str] = {}
    for key, members in groups.items():
        if not members and inner.data[key] == []:
            inner.at(key, f"the group `{key}` has no members")
        for who in members:
            if who in seen:
                inner.at(key, f"`{who}` is in `{seen[who]}` already")
            seen[who] = key
    return groups


def _zone(entry: Entry) -> tzinfo:
    """The offset that `due` is given with."""
    text = entry.data.get("due")
    with contextlib.suppress(TypeError, ValueError):
        return datetime.fromisoformat(str(text)).tzinfo or UTC
    return UTC


def _moment(entry: Entry, key: str) -> datetime | None:
    text = entry.text(key, "")
    if not text:
        return None
    try:
        return read_moment(text)
    except ValueError as error:
        entry.at(key, f"`{key}` {error}")
        return None


def _extensions(entry: Entry) -> dict[str, datetime]:
    inner = entry.child("extensions", default={})
    found = {key: _moment(inner, key) for key in inner.data}
    return {key: moment.astimezone(UTC) for key, moment in found.items() if moment is not None}


def _late(entry: Entry) -> LatePolicy:
    if not entry.data:
        return LatePolicy()
    take = entry.choice("take", Taking, Taking.NOTHING)
    used = entry.child("slip_days_used", default={})
    policy = LatePolicy(
        take=take,
        grace_s=round(60 * entry.number("grace_minutes", 0.0, high=60 * MAX_HOURS)),
        per_day=entry.number("per_day", 0.0),
        steps=tuple(sorted(entry.each("steps", _step, ()))),
        at_most=entry.number("at_most", 100.0),
        floor=entry.number("floor", 0.0),
        after_s=round(3600 * entry.number("after_hours", 0.0, high=MAX_HOURS)),
        slip_days=entry.integer("slip_days", 0, high=1000),
        slip_days_used={key: used.integer(key, high=1000) for key in used.data},
    )
    entry.finish()
    _check_late(entry, policy)
    return policy


def _check_late(entry: Entry, policy: LatePolicy) -> None:
    if policy.take is Taking.LINEAR and not policy.per_day:
        entry.at("take", "`take: linear` needs `per_day`: the percent that each day begun takes")
    if policy.take is Taking.STEPS and not policy.steps:
        entry.at("take", "`take: steps` needs `steps`: a list of {after_hours, percent}")
    for key, value in (("at_most", policy.at_most), ("floor", policy.floor)):
        if value > 100:
            entry.at(key, f"`{key}` is a percentage: at most 100")


def _step(entry: Entry) -> tuple[float, float]:
    step = (3600 * entry.number("after_hours", high=MAX_HOURS), entry.number("percent"))
    entry.finish()
    return step


def _names(entry: Entry) -> dict[str, str]:
    inner = entry.child("names", default={})
    return {key: inner.text(key) for key in inner.data}


def _unknown(slug: str, known: list[str]) -> str:
    near = nearest(slug, known)
    return f"unknown exercise `{slug}`." + (f" Did you mean `{near}`?" if near else "")
