"""A term's worth of work, every step a command of its own: what is handed back and exported comes from the store alone, byte for byte.

Learners start, write, hand in, resubmit, are late; a check is mended; a mark is set by hand; the class list changes; two course systems get
their tables. Then everything but the store is deleted, and written again.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.engine.classroom.lab import SAMPLES
from tests.engine.running import REPOSITORY, environment, grader

pytestmark = [pytest.mark.isolation, pytest.mark.slow]

SETTINGS = """\
title: "Week 3"
exercises: [softmax-by-hand, softmax-rows]
points: {softmax-by-hand: 4, softmax-rows: 6}
due: 2026-10-05T23:59:00+02:00
late: {take: linear, per_day: 10, at_most: 50}
release: 2020-01-01T00:00:00Z
"""
HEAD = "id,name,email,submitted_at,extension_hours\n"
ALEX = "20114,Alex Fakename,a.fakename1@example.invalid,2026-10-05T20:00:00+02:00,\n"
OTHER_ALEX = "20115,Alex Fakename,a.fakename2@example.invalid,2026-10-06T20:00:00+02:00,{hours}\n"
ZOE = "20213,Zoë Testova,z.testova@example.invalid,{at},\n"
NINA = "20300,Nina Nosubmit,n.nosubmit@example.invalid,,\n"
PAT = "20212,Pat Mock-Sample,p.mock@example.invalid,2026-10-05T21:00:00+02:00,\n"
TOO_STRICT = '''
"""One more check, the instructor's own: our solution passes it, and right work that rounds in another way does not."""

from grader.checks.api import require


def check_weights_add_up(submission):
    """Two weights add up to 1."""
    weights = submission.softmax_np([1.0, 2.0])
    require(abs(weights[0] + weights[1] - 1) < 1e-12, "the weights do not add up to 1")
'''
SOLUTIONS = REPOSITORY / "solutions" / "o3_weights"
ROUNDS = "\n\n_exact = softmax_np\n\n\ndef softmax_np(x, axis=-1):\n    return _exact(x, axis) * (1 + 1e-9)\n"
SUMS_COLUMNS = "\n\n_right = softmax_np\n\n\ndef softmax_np(x, axis=-1):\n    return _right(x, 0)\n"


class Term:
    """A folder in which the whole term happens, and one of their own for each learner."""

    def __init__(self, home: Path) -> None:
        self.home, self.here, self.graded = home, home / "cwd", home / "cwd" / "graded"
        environment(home)

    def run(self, *arguments: str, code: int = 0, of: str = "") -> str:
        """One command of the instructor, or `of` a learner in their own folder."""
        ran = grader(arguments, self.home / of if of else self.home)
        assert ran.code == code, f"grader {' '.join(arguments)} ended with {ran.code}:\n{ran.stdout}\n{ran.stderr}"
        assert ran.left_behind == ()
        return ran.stdout

    def hand_in(self, learner: str, rows: str, by_hand: str = "") -> None:
        """Write over the stubs and pack the work, as a learner does."""
        own = self.home / learner / "cwd" / "o3_weights"
        if not own.is_dir():
            self.run("start", of=learner)
        (own / "softmax_rows.py").write_text(rows, encoding="utf-8")
        if by_hand:
            (own / "softmax_by_hand.py").write_text(by_hand, encoding="utf-8")
        (self.here / "work").mkdir(exist_ok=True)
        self.run("submit", "-o", str(self.here / "work" / f"{learner}.zip"), of=learner)

    def write(self, name: str, text: str) -> None:
        path = self.here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def grade(self) -> dict[str, dict[str, Any]]:
        self.run("grade", "work", "-o", "graded", "-j", "2", "--roster", "roster.csv", "--checks", "own")
        return self.marks()

    def marks(self) -> dict[str, dict[str, Any]]:
        document = json.loads((self.graded / "result.json").read_text("utf-8"))
        return {each["key"]: each for each in document["submissions"]}

    def export(self) -> dict[str, bytes]:
        """Every export, and everything that lies in the class folder but the store."""
        canvas = str(SAMPLES / "canvas" / "gradebook_export.csv")
        moodle = str(SAMPLES / "moodle" / "Grades-CS101-Attention Lab-4417.csv")
        self.run("report", "graded")
        (self.here / "out").mkdir()
        self.run("export", "canvas", "--template", canvas, "--assignment", "770123", "-o", "out/canvas.csv")
        self.run("export", "moodle", "--template", moodle, "-o", "out/moodle.csv")
        self.run("export", "feedback", "-o", "out/feedback.zip")
        self.run("export", "csv", "-o", "out/marks.csv")
        found = {str(path.relative_to(self.here)): path.read_bytes() for tree in ("out", "graded") for path in files_in(self.here / tree)}
        return {name: data for name, data in found.items() if not name.startswith(("graded/class.sqlite", "graded/grader.lock"))}


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def finals(marks: dict[str, dict[str, Any]]) -> dict[str, float | None]:
    return {key: each["final_points"] for key, each in marks.items()}


def test_a_term_of_work_comes_out_of_its_store_again_byte_for_byte(tmp_path: Path) -> None:
    term = Term(tmp_path)
    right, by_hand = ((SOLUTIONS / f"{name}.py").read_text("utf-8") for name in ("softmax_rows", "softmax_by_hand"))
    right += ROUNDS
    term.write("work/class.yaml", SETTINGS)
    term.write("own/also_check_softmax_rows.py", TOO_STRICT)

    # First hand-in: one is right, one is late, one sums the wrong way, one hands in nothing. Our own check is too strict for all.
    term.hand_in("20114", right, by_hand)
    term.hand_in("20115", right)
    term.hand_in("20213", right + SUMS_COLUMNS, by_hand)
    term.write("roster.csv", HEAD + ALEX + OTHER_ALEX.format(hours="") + ZOE.format(at="2026-10-05T20:00:00+02:00") + NINA)
    first = term.grade()
    assert {key: (each["status"], each["late_percent"], each["attempt"]) for key, each in first.items()} == {
        "20114": ("graded", 0, 1),
        "20115": ("partial", 10, 1),
        "20213": ("graded", 0, 1),
    }
    assert first["20114"]["final_points"] < 10, "the check is too strict"

    # Two resubmissions of one learner, the second of them a day late.
    term.hand_in("20213", right + "\n# once more\n" + SUMS_COLUMNS, by_hand)
    assert term.grade()["20213"]["attempt"] == 2
    term.hand_in("20213", right + "\n# mended\n")
    term.write("roster.csv", HEAD + ALEX + OTHER_ALEX.format(hours="") + ZOE.format(at="2026-10-06T12:00:00+02:00") + NINA)
    third = term.grade()["20213"]
    assert (third["attempt"], third["late_seconds"], third["late_percent"]) == (3, 43_260, 10)

    # The class list changes: one joins, one leaves, one has two days more.
    term.hand_in("20212", right, by_hand)
    term.write("roster.csv", HEAD + ALEX + OTHER_ALEX.format(hours="48") + ZOE.format(at="2026-10-06T12:00:00+02:00") + PAT)
    before = term.grade()
    assert list(before) == ["20114", "20115", "20212", "20213"]
    assert [before[key]["late"] for key in before] == [False, False, False, True]
    assert before["20212"]["name"] == "Pat Mock-Sample"

    # The check is mended: who would change is shown before anything counts.
    term.write("own/also_check_softmax_rows.py", TOO_STRICT.replace("1e-12", "1e-6"))
    preview = json.loads(term.run("regrade", "--preview", "--json", code=1))["data"]
    assert {change["key"] for change in preview["changes"]} == set(before)
    assert {change["exercise"] for change in preview["changes"]} == {"softmax-rows"}
    assert (preview["up"], preview["down"], preview["same"]) == (4, 0, 0)
    term.run("report", "graded")
    assert term.marks() == before
    term.run("regrade", "--apply")
    term.run("override", "set", "20115", "softmax-by-hand", "--points", "3", "--reason", "disk failed, see mail", "--by", "tk")

    # What goes out, and the same from the store alone.
    out = term.export()
    assert finals(term.marks()) == {"20114": 10.0, "20115": 9.0, "20212": 10.0, "20213": 9.0}
    assert [term.marks()[key]["late_seconds"] for key in before] == [before[key]["late_seconds"] for key in before]
    assert b"20213,S0213,ztestova,CS101-A,9.00" in out["out/canvas.csv"]
    assert out["out/moodle.csv"].count(b",10.00,10.00,Yes,") == 1, "the first Alex; the other and Zo\xc3\xab have 9"
    with zipfile.ZipFile(term.here / "out" / "feedback.zip") as archive:
        assert len(archive.namelist()) == 4
    assert "2 entries" not in term.run("override", "list") and "1 entries; the chain holds." in term.run("override", "list")
    history = json.loads(term.run("regrade", "--history", "--json"))["data"]["history"]
    assert [row["action"] for row in history] == ["graded"] * 4 + ["applied"]
    for path in [path for path in files_in(term.here) if path.name not in ("class.sqlite", "grader.lock")]:
        path.unlink()
    shutil.rmtree(term.here / "work")
    shutil.rmtree(term.here / "out")
    again = term.export()

    assert set(again) == set(out)
    assert [name for name in out if again[name] != out[name]] == []
