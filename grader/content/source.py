"""Reads level.yaml, objective.yaml, misconceptions.yaml and the stubs' function names into the compiled form, as plain data.

Every problem of every file is collected, then raised once. Loaded only when a file changed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from grader.content.compiled import FORMAT
from grader.content.entry import Entry, Report
from grader.content.models import MisconceptionKind, Role, Scoring, Style
from grader.content.strict_yaml import Loaded, Position, Problem, load_strict
from grader.content.tree import ContentRoot
from grader.errors import ContentError, nearest
from grader.records import dataclass

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
FOLDER = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")

# The limits an exercise may set: the fields of grader.checks.limits.Limits, checked against it by a test (content lies below checks).
LIMIT_NAMES = (
    "call_cpu_s",
    "call_wall_s",
    "load_cpu_s",
    "load_wall_s",
    "total_cpu_s",
    "total_wall_s",
    "stopped_calls",
    "memory_bytes",
    "reply_bytes",
    "request_bytes",
    "printed_chars",
    "handle_calls",
    "nesting",
    "served_wall_s",
    "total_served_s",
    "served_bytes",
)


def read_sources(root: ContentRoot) -> dict[str, Any]:
    """The compiled form of a level; ContentError with every problem otherwise."""
    read = read_partly(root)
    if read.problems:
        raise ContentError([str(problem) for problem in read.problems])
    return read.stored


@dataclass(frozen=True, slots=True)
class Partly:
    """What could be read of a level: for lint, so that one broken entry hides no problem of the others."""

    stored: dict[str, Any]  # exercises that were noted as broken are marked `is_broken`
    problems: tuple[Problem, ...]
    is_whole: bool  # every file is a mapping: nothing is missing but broken entries


def read_partly(root: ContentRoot) -> Partly:
    """The compiled form with stand-ins for what is wrong, and everything wrong with it."""
    reader = _Sources(root)
    stored = reader.level()
    reader.mark_broken(stored)
    return Partly(stored, tuple(reader.problems), reader.is_whole)


class _Sources:
    """Reads the files of one level, collecting problems."""

    def __init__(self, root: ContentRoot) -> None:
        self.root = root
        self.reports: list[Report] = []
        self.stub_problems: list[Problem] = []
        self.places: dict[str, Entry] = {}  # slug -> the entry that defines it
        self.is_whole = True

    @property
    def problems(self) -> list[Problem]:
        """Everything wrong so far, by file and place."""
        found = [problem for report in self.reports for problem in report.problems] + self.stub_problems
        return sorted(set(found))

    def level(self) -> dict[str, Any]:
        stored = self._file(self.root.exercises / "level.yaml", self._level)
        stored["objectives"] = [self._objective(folder) for folder in stored.pop("folders")]
        ids = {row["id"] for row in stored["objectives"]}
        is_whole = "" not in ids  # with an unreadable objective, unknown names would only repeat that
        stored["misconceptions"] = self._misconceptions(ids if is_whole else None)
        if is_whole:
            self._check_needs(stored["objectives"])
            self._check_unlisted(stored["objectives"])
        return stored

    def mark_broken(self, stored: dict[str, Any]) -> None:
        """Mark the exercises whose own entry has a problem: their values are stand-ins."""
        reports = {report.shown: report for report in self.reports}
        for objective in stored["objectives"]:
            report = reports[self.root.shown(self.root.exercises / objective["folder"] / "objective.yaml")]
            for index, row in enumerate(objective["exercises"]):
                if not report.is_sound(("exercises", index)):
                    row["is_broken"] = True

    def _file(self, path: Path, read: Callable[[Entry], dict[str, Any]]) -> dict[str, Any]:
        shown = self.root.shown(path)
        try:
            loaded = load_strict(path, shown=shown)
        except FileNotFoundError:
            loaded = Loaded(None, {}, (Problem(shown, Position(1, 1), "no such file"),))
        report = Report(shown, loaded)
        self.reports.append(report)
        if isinstance(loaded.data, dict):
            return read(Entry(loaded.data, report))
        self.is_whole = False
        if not loaded.problems:
            report.at((), "expected a mapping (key: value)")
        return read(Entry({}, Report(shown, Loaded({}, {}, ()))))  # stand-ins; what is missing from them would only repeat that

    def _level(self, entry: Entry) -> dict[str, Any]:
        stored: dict[str, Any] = {
            "format": FORMAT,
            "id": _matching(entry, "id", SLUG, "lower case, digits, hyphens"),
            "title": entry.text("title"),
            "folders": entry.texts("objectives"),
            "key_terms": entry.each("key_terms", _key_term),
            "mastery": _mastery(entry.child("mastery")),
        }
        entry.finish()
        for index, folder in enumerate(stored["folders"]):
            if not FOLDER.match(folder) or folder in stored["folders"][:index]:
                entry.report.at((*entry.where, "objectives", index), f"`{folder}` must be a folder name of its own (lower_case)")
        _no_repeats(entry, "key_terms", [term["id"] for term in stored["key_terms"]])
        return stored

    def _objective(self, folder: str) -> dict[str, Any]:
        return self._file(self.root.exercises / folder / "objective.yaml", lambda entry: self._read_objective(entry, folder))

    def _read_objective(self, entry: Entry, folder: str) -> dict[str, Any]:
        stored: dict[str, Any] = {
            "folder": folder,
            "id": entry.text("id"),
            "title": entry.text("title"),
            "sentence": entry.text("sentence"),
            "is_badge": entry.flag("is_badge", False),
        }
        exercises = entry.each("exercises", lambda inner: self._exercise(inner, folder))
        core = sum(exercise["role"] in (Role.CORE, Role.ANCHOR) for exercise in exercises)
        stored["core_needed"] = entry.integer("core_needed", core, high=max(core, 1))  # default: all of them
        stored["exercises"] = list(exercises)
        entry.finish()
        return stored

    def _exercise(self, entry: Entry, folder: str) -> dict[str, Any]:
        slug = _matching(entry, "slug", SLUG, "lower case, digits, hyphens")
        stored: dict[str, Any] = {
            "slug": slug,
            "title": entry.text("title"),
            "points": entry.integer("points", low=1, high=1000),
            "stars": entry.integer("stars", low=1, high=4),
            "minutes": entry.integer("minutes", low=1, high=600),
            "style": entry.choice("style", Style).value,
            "needs": entry.texts("needs", ()),
            "scoring": entry.choice("scoring", Scoring, Scoring.SHARED).value,
            "role": entry.choice("role", Role).value,
            "limits": dict(entry.numbers("limits", LIMIT_NAMES)),
            "forbids": list(entry.texts("forbids", ())) or None,
            "draft": entry.flag("draft", False),
            "hints": entry.texts("hints", count=3) or ("", "", ""),
            "functions": self._functions(folder, slug),
        }
        if entry.data.get("forbids") == []:
            stored["forbids"] = []  # said on purpose: nothing is forbidden
        entry.finish()
        if slug in self.places:
            entry.at("slug", f"`{slug}` is already the name of an exercise in {self.places[slug].report.shown}")
        elif slug:
            self.places[slug] = entry
        return stored

    def _functions(self, folder: str, slug: str) -> list[str]:
        """The public functions of a stub, in order; none while the stub is not written (lint says so)."""
        path = self.root.exercises / folder / f"{slug.replace('-', '_')}.py"
        try:
            tree = ast.parse(path.read_bytes(), filename=str(path))
        except FileNotFoundError:
            return []
        except (SyntaxError, ValueError) as error:
            line, col = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
            self.stub_problems.append(Problem(self.root.shown(path), Position(line, col), f"the stub is not valid Python: {error.args[0]}"))
            return []
        return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and _is_todo(node)]

    def _misconceptions(self, objective_ids: set[str] | None) -> list[dict[str, Any]]:
        path = self.root.quizzes / "misconceptions.yaml"
        if not path.is_file():
            return []  # a level need not have quizzes; a tag that nothing defines is found by lint

        def read(entry: Entry) -> dict[str, Any]:
            rows = entry.each("misconceptions", lambda inner: _misconception(inner, objective_ids))
            entry.finish()
            _no_repeats(entry, "misconceptions", [row["id"] for row in rows])
            return {"rows": list(rows)}

        rows: list[dict[str, Any]] = self._file(path, read)["rows"]
        return rows

    def _check_needs(self, objectives: list[dict[str, Any]]) -> None:
        needs: dict[str, list[str]] = {}
        for objective in objectives:
            for row in objective["exercises"]:
                needs.setdefault(row["slug"], row["needs"])  # of two with one name, the first; that there are two is told already
        for slug, needed in needs.items():
            for index, other in enumerate(needed):
                if other not in needs:
                    near = nearest(other, needs)
                    self._at_need(slug, index, f"unknown exercise `{other}`." + (f" Did you mean `{near}`?" if near else ""))
        for slug in needs:
            cycle = _cycle(slug, needs)
            if cycle and slug == min(cycle):
                self._at_need(slug, 0, "exercises need each other in a circle: " + " → ".join([*cycle, slug]))

    def _at_need(self, slug: str, index: int, message: str) -> None:
        entry = self.places[slug]
        entry.report.at((*entry.where, "needs", index), message)

    def _check_unlisted(self, objectives: list[dict[str, Any]]) -> None:
        """Every stub is an exercise: a file that no objective.yaml lists would silently never be graded."""
        for objective in objectives:
            listed = {f"{row['slug'].replace('-', '_')}.py" for row in objective["exercises"]}
            for path in sorted((self.root.exercises / objective["folder"]).glob("*.py")):
                if path.name not in listed and not path.name.startswith("_"):
                    self.stub_problems.append(
                        Problem(self.root.shown(path), Position(1, 1), f"not listed in {objective['folder']}/objective.yaml")
                    )


def _is_todo(function: ast.FunctionDef) -> bool:
    """Whether a function of a stub is the learner's to write: it raises NotImplementedError. Given code does not."""
    return any(
        isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name | ast.Call) and "NotImplementedError" in ast.dump(node.exc)
        for node in ast.walk(function)
    )


def _key_term(entry: Entry) -> dict[str, Any]:
    stored = {
        "id": _matching(entry, "id", SLUG, "lower case, digits, hyphens"),
        "term": entry.text("term"),
        "meaning": entry.text("meaning"),
    }
    entry.finish()
    return stored


def _mastery(entry: Entry) -> dict[str, Any]:
    stored = {
        "code": _code_rule(entry.child("code")),
        "quiz": _integers(entry.child("quiz"), ("questions", "needed", "forms", "parametric", "spot_or_predict", "explain", "types")),
        "cards": _card_rule(entry.child("cards")),
        "misconceptions": _integers(entry.child("misconceptions"), ("window_events", "successes", "of_another_kind", "correction_after")),
    }
    entry.finish()
    return stored


def _code_rule(entry: Entry) -> dict[str, Any]:
    factors = entry.data.get("hint_factors")
    entry.asked.append("hint_factors")
    is_fine = isinstance(factors, list) and len(factors) == 4 and all(type(f) in (int, float) and 0 <= f <= 1 for f in factors)
    if not is_fine:
        entry.at("hint_factors", "`hint_factors` must be 4 numbers from 0 to 1: points after 0, 1, 2 and 3 hints")
    stored = {
        "hint_factors": [float(f) for f in factors] if isinstance(factors, list) and is_fine else [1.0] * 4,
        "evidence_below_hint": entry.integer("evidence_below_hint", low=1, high=4),
        "again_after_days": entry.integer("again_after_days"),
    }
    entry.finish()
    return stored


def _card_rule(entry: Entry) -> dict[str, Any]:
    stored = {
        "share": entry.number("share"),
        "sessions": entry.integer("sessions", low=1),
        "durable_after_days": entry.integer("durable_after_days"),
        "refresh_above": entry.number("refresh_above"),
    }
    entry.finish()
    return stored


def _integers(entry: Entry, keys: tuple[str, ...]) -> dict[str, int]:
    stored = {key: entry.integer(key) for key in keys}
    entry.finish()
    return stored


def _misconception(entry: Entry, objective_ids: set[str] | None) -> dict[str, Any]:
    kind = entry.choice("kind", MisconceptionKind)
    is_slip = kind is MisconceptionKind.SLIP
    stored: dict[str, Any] = {
        "id": _matching(entry, "id", SLUG, "lower case, digits, hyphens"),
        "kind": kind.value,
        "objectives": list(entry.texts("objectives")),
        "statement": entry.text("statement"),
        "correction": entry.text("correction"),
        "note": entry.text("note", "") if is_slip else entry.text("note"),
        "nudge": entry.text("nudge", ""),
        "source": entry.text("source", "") if is_slip else entry.text("source"),
    }
    entry.finish()
    for index, objective in enumerate(stored["objectives"]):
        if objective_ids is not None and objective not in objective_ids:
            entry.report.at(
                (*entry.where, "objectives", index),
                f"unknown objective `{objective}`. Known: {', '.join(sorted(objective_ids))}.",
            )
    return stored


def _matching(entry: Entry, key: str, pattern: re.Pattern[str], wanted: str) -> str:
    value = entry.text(key)
    if value and not pattern.match(value):
        entry.at(key, f"`{key}` must be {wanted}, found `{value}`")
    return value


def _no_repeats(entry: Entry, key: str, ids: list[str]) -> None:
    for index, id_ in enumerate(ids):
        if id_ and id_ in ids[:index]:
            entry.report.at((*entry.where, key, index), f"the id `{id_}` is used twice")


def _cycle(start: str, needs: Mapping[str, Any]) -> list[str]:
    """The shortest path from an exercise back to itself along `needs`, without its end; [] when there is none."""
    paths = [[start]]
    seen: set[str] = set()
    while paths:
        path = paths.pop(0)
        for other in needs.get(path[-1], ()):
            if other == start:
                return path
            if other not in seen:
                seen.add(other)
                paths.append([*path, other])
    return []
