"""A term's worth of work from the command line: release, resubmissions, late ones, a mended check, an override, two exports."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from grader.cli import main
from grader.results import Verdict
from tests.engine.classroom import fake
from tests.engine.classroom.fake import FakePool
from tests.engine.classroom.lab import SAMPLES, repository

Say = Callable[..., tuple[int, str, str]]
SETTINGS = """\
exercises: [softmax-rows, one-query]
points: {softmax-rows: 10, one-query: 10}
due: 2026-10-05T23:59:00+02:00
late: {take: linear, per_day: 10}
"""
ROSTER = """\
id,name,email,submitted_at
20114,Alex Fakename,a.fakename1@example.invalid,2026-10-05T20:00:00+02:00
20115,Alex Fakename,a.fakename2@example.invalid,2026-10-06T20:00:00+02:00
20213,Zoë Testova,z.testova@example.invalid,2026-10-05T20:00:00+02:00
20300,Nina Nosubmit,n.nosubmit@example.invalid,
"""


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs one command line in a folder with a class of three."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: FakePool().opener())
    work = tmp_path / "work"
    for key, verdict in (("20114", "passed"), ("20115", "passed"), ("20213", "failed")):
        (work / key).mkdir(parents=True)
        (work / key / "softmax_rows.py").write_text(f"# {verdict}")
        (work / key / "one_query.py").write_text("# passed")
    (work / "class.yaml").write_text(SETTINGS)
    (tmp_path / "roster.csv").write_text(ROSTER, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def grade(say: Say) -> dict[str, dict[str, object]]:
    code, _, err = say("grade", "work", "--roster", "roster.csv")
    assert code == 0, err
    return marks()


def marks() -> dict[str, dict[str, object]]:
    return {each["key"]: each for each in json.loads(Path("graded/result.json").read_text())["submissions"]}


def final(found: dict[str, dict[str, object]]) -> dict[str, object]:
    return {key: each["final_points"] for key, each in found.items()}


def mend(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check was too strict: what failed passes, and the suite is another one."""
    old = fake.outcome
    monkeypatch.setattr(fake, "outcome", lambda slug, verdict, **more: old(slug, Verdict.PASSED, **more))
    monkeypatch.setattr("grader.classroom.plan.suite_hash", lambda exercise: f"mended {exercise.slug}")


def test_late_work_loses_percent_and_a_regrade_does_not_move_the_moment(say: Say) -> None:
    found = grade(say)

    assert final(found) == {"20114": 20, "20115": 18, "20213": 15}
    assert (found["20115"]["late"], found["20115"]["late_seconds"], found["20115"]["late_percent"]) == (True, 72060, 10)
    assert found["20114"]["name"] == "Alex Fakename"
    assert sum("less 10 % for being late" in page.read_text("utf-8") for page in Path("graded/learners").glob("*.html")) == 1


def test_a_resubmission_is_a_new_attempt_and_the_old_work_stays(say: Say) -> None:
    grade(say)
    Path("work/20213/softmax_rows.py").write_text("# passed")
    second = grade(say)
    Path("work/20213/softmax_rows.py").write_text("# failed # again\n# failed")
    third = grade(say)

    assert [found["20213"]["attempt"] for found in (second, third)] == [2, 3]
    assert final(second)["20213"] == 20


def test_a_preview_lists_exactly_who_changes_and_dropping_it_leaves_every_byte(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    grade(say)
    before = Path("graded/result.json").read_bytes()
    mend(monkeypatch)
    code, out, _ = say("regrade", "--preview")

    assert code == 1
    assert out.startswith("1 up, 0 down, 2 the same.\n20213 softmax-rows: 5 → 10 (+5)\n    Sentence 1. failed → passed\n")
    assert "20114" not in out

    assert say("regrade", "--drop")[0] == 0
    assert say("report", "graded")[0] == 0
    assert Path("graded/result.json").read_bytes() == before
    assert say("regrade", "--apply")[0] == 5


def test_applying_changes_all_at_once_and_history_is_kept(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    late = grade(say)["20115"]["late_seconds"]
    mend(monkeypatch)
    say("regrade", "--preview")
    assert say("regrade", "--apply")[0] == 0
    say("report", "graded")

    assert final(marks()) == {"20114": 20, "20115": 18, "20213": 20}
    assert marks()["20115"]["late_seconds"] == late
    history = json.loads(say("regrade", "--history", "--json")[1])["data"]["history"]
    assert [row["action"] for row in history] == ["graded", "applied"]
    assert history[1]["before"] == history[0]["run"]
    assert say("regrade", "--preview")[:2] == (0, "0 up, 0 down, 3 the same.\n")


def test_a_preview_of_older_work_cannot_be_applied(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    grade(say)
    mend(monkeypatch)
    say("regrade", "--preview")
    Path("work/20213/softmax_rows.py").write_text("# passed")
    newer = grade(say)
    code, _, err = say("regrade", "--apply")

    assert (code, "graded again since the preview" in err) == (5, True)
    assert say("report", "graded")[0] == 0 and marks() == newer


def test_a_regrade_keeps_to_the_exercises_that_were_asked_for(say: Say) -> None:
    assert say("grade", "work", "--only", "one-query")[0] == 0

    assert say("regrade", "--preview")[:2] == (0, "0 up, 0 down, 3 the same.\n")


def test_a_changed_policy_is_a_regrade_too(say: Say) -> None:
    grade(say)
    Path("kinder.yaml").write_text(SETTINGS.replace("per_day: 10", "per_day: 5"))
    code, out, _ = say("regrade", "--preview", "--settings", "kinder.yaml")

    assert code == 1
    assert "20115 the whole mark: 18 → 19 (+1)" in out
    assert "being late takes 5 % instead of 10 %" in out
    say("regrade", "--apply")
    assert say("regrade", "--preview")[0] == 0, "the applied settings are the class's own now"


@pytest.mark.parametrize(
    ("change", "first", "why"),
    [
        (("softmax-rows: 10,", "softmax-rows: 20,"), "3 up, 0 down, 0 the same.", "worth 20 instead of 10"),
        (("[softmax-rows, one-query]", "[softmax-rows]"), "0 up, 3 down, 0 the same.", "is no longer assigned"),
        (("[softmax-rows, one-query]", "[softmax-rows, one-query, attention-matrix]"), "0 up, 0 down, 3 the same.", "is assigned now"),
        (("points:", "limits: {call_cpu_s: 9}\npoints:"), "0 up, 0 down, 3 the same.", ""),
        (("due: 2026-10-05T23:59:00+02:00", "due: 2026-10-07T23:59:00+02:00"), "1 up, 0 down, 2 the same.", "takes 0 % instead of 10 %"),
        (("late:", "extensions: {'20115': 2026-10-07T00:00:00Z}\nlate:"), "1 up, 0 down, 2 the same.", "takes 0 % instead of 10 %"),
        (
            ("late:", "exercise_due: {one-query: 2026-10-05T12:00:00Z}\nlate:"),
            "0 up, 3 down, 0 the same.",
            "takes 5 % instead of 0 %",
        ),
    ],
)
def test_every_line_of_class_yaml_can_be_tried_out_before_it_counts(say: Say, change: tuple[str, str], first: str, why: str) -> None:
    before = final(grade(say))
    Path("changed.yaml").write_text(SETTINGS.replace(*change))
    assert Path("changed.yaml").read_text() != SETTINGS
    code, out, err = say("regrade", "--preview", "--settings", "changed.yaml")

    assert out.splitlines()[0] == first, err
    assert (code, why in out) == (1 if why else 0, True)
    assert say("report", "graded")[0] == 0 and final(marks()) == before, "nothing counts before it is applied"
    assert say("regrade", "--apply")[0] == 0 and say("report", "graded")[0] == 0
    assert say("regrade", "--preview")[0] == 0


def test_another_attempt_may_count_after_a_regrade_and_that_is_said(say: Say) -> None:
    grade(say)
    Path("work/20114/softmax_rows.py").write_text("# worse failed")
    grade(say)
    Path("best.yaml").write_text(SETTINGS + "attempts: best\n")
    code, out, _ = say("regrade", "--preview", "--settings", "best.yaml")

    assert code == 1
    assert "20114 softmax-rows: 5 → 10 (+5)\n    attempt 1 counts instead of attempt 2\n" in out
    say("regrade", "--apply")
    assert say("regrade", "--preview", "--settings", "work/class.yaml")[0] == 1, "and back again"


def test_a_regrade_uses_the_checks_that_the_class_was_graded_with(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    from grader.content.tree import find_root

    own = Path("own/o3_weights")
    own.mkdir(parents=True)
    shutil.copy(find_root().checks / "o3_weights" / "check_softmax_rows.py", own)
    with (own / "check_softmax_rows.py").open("a") as file:
        file.write("\n# Ours.\n")
    assert say("grade", "work", "--checks", "own")[0] == 0
    pools: list[FakePool] = []
    monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: pools.append(FakePool()) or pools[-1].opener())
    for arguments, jobs in (((), 0), (("--checks", "none"), 2), (("--checks", "own"), 0)):
        assert say("regrade", "--preview", *arguments)[0] == 0
        assert len(pools[-1].jobs) == jobs, arguments

    shutil.rmtree("own")
    code, _, err = say("regrade", "--preview")
    assert (code, "which is gone" in err) == (2, True)
    assert say("regrade", "--preview", "--checks", "none")[0] == 0
    assert say("regrade", "--apply")[0] == 0
    assert say("regrade", "--preview")[0] == 0, "the applied regrade was without them"


def test_a_sample_graded_again_comes_out_the_same_and_a_flaky_check_is_noted(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    grade(say)
    before = Path("graded/result.json").read_bytes()

    assert say("regrade", "--sample", "100")[:2] == (0, "3 of 3 results graded again: 3 came out the same.\n")
    assert say("regrade", "--sample", "40")[1].startswith("2 of 3 results graded again")

    old = fake.outcome
    monkeypatch.setattr(fake, "outcome", lambda slug, verdict, **more: old(slug, Verdict.CRASHED, **more))
    code, out, _ = say("regrade", "--sample", "100")
    assert (code, out.splitlines()[0]) == (1, "3 of 3 results graded again: 0 came out the same.")
    say("report", "graded")
    assert Path("graded/result.json").read_bytes() == before, "the first result counts"
    assert "3 finished results came out differently" in Path("graded/index.html").read_text("utf-8")

    monkeypatch.setattr("grader.classroom.plan.suite_hash", lambda exercise: "another")
    assert "are other ones than the class was graded with" in say("regrade", "--sample", "1")[2]


def test_a_sample_on_another_machine_is_refused(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    grade(say)
    monkeypatch.setitem(fake.ENVIRONMENT, "numpy", "9.9")
    code, _, err = say("regrade", "--sample", "100")

    assert (code, "numpy 2.0.0 → 9.9" in " ".join(err.split())) == (2, True)


def test_a_mark_by_hand_survives_a_regrade_and_clearing_brings_the_automatic_one_back(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    grade(say)
    assert say("override", "set", "20213", "softmax-rows", "--points", "8", "--reason", "disk failed", "--by", "tk")[0] == 0
    mend(monkeypatch)
    code, out, _ = say("regrade", "--preview")
    assert (code, out) == (0, "0 up, 0 down, 3 the same.\n")
    say("regrade", "--apply")
    say("report", "graded")
    exercise = next(each for each in marks()["20213"]["exercises"] if each["slug"] == "softmax-rows")  # type: ignore[attr-defined]

    assert (exercise["points"], exercise["auto_points"]) == (8, 10)
    assert exercise["override"] == {"points": 8, "reason": "disk failed", "by": "tk"}
    assert any("Marked by hand: disk failed" in page.read_text("utf-8") for page in Path("graded/learners").glob("*.html"))

    assert say("override", "clear", "20213", "softmax-rows", "--reason", "mended", "--by", "tk")[0] == 0
    say("report", "graded")
    assert final(marks())["20213"] == 20
    assert "2 entries; the chain holds." in say("override", "list")[1]


def test_a_mark_by_hand_for_a_member_names_the_group(say: Say) -> None:
    Path("work/class.yaml").write_text(SETTINGS + "groups: {pair: ['20114', '20212']}\n")
    grade(say)
    code, _, err = say("override", "set", "20212", "softmax-rows", "--points", "1", "--reason", "x", "--by", "tk")

    assert (code, "that of the group: pair" in err) == (2, True)
    assert say("override", "set", "pair", "softmax-rows", "--points", "1", "--reason", "x", "--by", "tk")[0] == 0


def test_marks_by_hand_are_listed_where_instructors_look(say: Say) -> None:
    grade(say)
    assert "Marked by hand" not in Path("graded/index.html").read_text("utf-8")
    say("override", "set", "20213", "softmax-rows", "--points", "8", "--reason", "disk <failed>", "--by", "tk")
    out = say("grade", "work", "--roster", "roster.csv")[1]
    page = Path("graded/index.html").read_text("utf-8")
    row = page[page.index('id="by-hand"') :].partition("<ul")[2].partition("</ul>")[0]

    assert "1 mark set by hand: grader override list -C graded" in out
    assert [row.count(each) for each in ("Zoë Testova", "8 of 10", "of 5.", "disk &lt;failed&gt;", "tk:")] == [1, 1, 1, 1, 1]


def test_an_edited_log_is_found(say: Say) -> None:
    grade(say)
    for points in ("8", "9"):
        say("override", "set", "20213", "softmax-rows", "--points", points, "--reason", "why", "--by", "tk")
    with closing(sqlite3.connect("graded/class.sqlite")) as db, db:
        with pytest.raises(sqlite3.IntegrityError):
            db.execute("UPDATE hand_log SET by = 'me'")
        db.execute("DROP TRIGGER hand_log_is_kept")
        db.execute("UPDATE hand_log SET data = replace(data, '8.0', '10.0') WHERE seq = 1")
    db.close()
    code, _, err = say("override", "list")

    assert code == 3
    assert "changed at entry 1" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("set", "20213", "softmax-rows", "--points", "11", "--reason", "x", "--by", "tk"), "not between 0 and the 10"),
        (("set", "nobody", "softmax-rows", "--points", "1", "--reason", "x", "--by", "tk"), "No submission of `nobody`"),
        (("set", "20213", "softmax-rows", "--points", "1", "--reason", " ", "--by", "tk"), "needs a reason"),
        (("clear", "20213", "softmax-rows", "--reason", "x", "--by", "tk"), "was set by hand"),
    ],
)
def test_a_mark_by_hand_that_makes_no_sense_is_refused(say: Say, arguments: tuple[str, ...], said: str) -> None:
    grade(say)
    code, _, err = say("override", *arguments)

    assert code == 2
    assert said in err


def test_a_name_that_is_no_text_is_kept_as_escapes(say: Say) -> None:
    grade(say)
    code, _, err = say("override", "set", "20213", "softmax-rows", "--points", "8", "--reason", "\udcff", "--by", "t\udcff")

    assert (code, err) == (0, "")
    assert "t\\xff" in say("override", "list")[1]


def test_exports_come_from_the_store_alone(say: Say, tmp_path: Path) -> None:
    grade(say)
    for path in Path("graded").rglob("*"):
        if path.is_file() and path.name not in ("class.sqlite", "grader.lock"):
            path.unlink()
    canvas = str(SAMPLES / "canvas/gradebook_export.csv")
    moodle = str(SAMPLES / "moodle/Grades-CS101-Attention Lab-4417.csv")

    code, out, err = say("export", "canvas", "--template", canvas, "--assignment", "770123", "-o", "import.csv")
    assert (code, out) == (0, "3 marks written to import.csv\n")
    assert "scaled to the 10" in err
    assert "20115,S0115,afakename2,CS101-A and CS101-B,9.00\r\n" in Path("import.csv").read_bytes().decode()

    code, out, _ = say("export", "moodle", "--template", moodle, "-o", "worksheet.csv")
    assert (code, out) == (0, "3 marks written to worksheet.csv\n")
    assert "10.00,10.00,Yes" in Path("worksheet.csv").read_text("utf-8")

    for name in ("junit", "csv", "jsonl"):
        assert say("export", name, "-o", f"out.{name}")[0] == 0
    assert say("export", "gradescope", "-o", "results")[0] == 0
    assert len(list(Path("results").glob("*/results.json"))) == 3

    assert say("export", "csv", "-o", "-") == (0, Path("out.csv").read_text("utf-8"), "6 rows written to standard output\n")
    assert not Path("-").exists()

    assert say("export", "csv", "--anonymous", "key.bin", "-o", "here.csv")[0] == 2, "the key may not lie beside the export"
    Path("research").mkdir()
    assert say("export", "csv", "--anonymous", "key.bin", "-o", "research/marks.csv")[0] == 0
    shared = Path("research/marks.csv").read_text()
    assert not [word for word in ("20114", "Alex", "Testova", "example.invalid") if word in shared]


def test_the_other_exports_and_pages_come_from_the_store_alone_too(say: Say) -> None:
    grade(say)
    for path in Path("graded").rglob("*"):
        if path.is_file() and path.name not in ("class.sqlite", "grader.lock"):
            path.unlink()

    for words in (("gradebook", "-o", "gradebook.csv"), ("github", "-o", "summary.md"), ("feedback", "-o", "feedback.zip")):
        assert say("export", *words)[0] == 0, words
    assert Path("gradebook.csv").read_text("utf-8").startswith("Email address,ID number,Assignment: ")
    assert "a.fakename1@example.invalid,20114,20.00," in Path("gradebook.csv").read_text("utf-8")
    assert say("class", "stats", "graded")[0] == 0
    assert say("class", "similar", "graded", "--page")[0] == 5, "there is nothing of their own to compare"
    assert "too little of the learners&#39; own" in Path("graded/similar.html").read_text("utf-8")


def test_figures_of_one_section_are_of_its_learners_alone(say: Say) -> None:
    Path("sections.csv").write_text("id,name,section\n20114,Alex,A\n20115,Alex,B\n20213,Zoë,B\n", encoding="utf-8")
    assert say("grade", "work", "--roster", "sections.csv")[0] == 0
    told = {name: json.loads(say("class", "stats", "graded", "--section", name, "--json")[1])["data"] for name in ("A", "B")}
    code, _, err = say("class", "stats", "graded", "--section", "b")

    facility = {name: {each["name"]: each["facility"] for each in data["items"]} for name, data in told.items()}

    assert {name: data["learners"] for name, data in told.items()} == {"A": 1, "B": 2}
    assert facility["A"] == {"softmax-rows": 1.0, "one-query": 1.0} and facility["B"] == {"softmax-rows": 0.75, "one-query": 1.0}
    assert code == 2 and "Unknown section `b`." in err


def test_results_for_gradescope_wait_for_the_release(say: Say) -> None:
    Path("work/class.yaml").write_text(SETTINGS + "release: 2999-01-01T00:00:00+00:00\n")
    grade(say)
    code, _, err = say("export", "gradescope", "-o", "results")
    found = [json.loads(path.read_text()) for path in Path("results").glob("*/results.json")]

    assert code == 0 and "Marks wait for 2999-01-01" in err
    assert {test["visibility"] for each in found for test in each["tests"]} == {"after_published"}


def test_pages_go_back_in_moodles_own_layout_and_can_be_taken_in_as_its_download(say: Say) -> None:
    import zipfile

    from grader.classroom.layouts import moodle

    grade(say)
    shutil.rmtree("graded/learners")
    code, out, _ = say("export", "feedback", "-o", "feedback.zip")
    first = Path("feedback.zip").read_bytes()
    say("export", "feedback", "-o", "feedback.zip")
    with zipfile.ZipFile("feedback.zip") as archive:
        found = {moodle(name): archive.read(name) for name in archive.namelist()}

    assert (code, out) == (0, "3 pages for Moodle written to feedback.zip\n")
    assert Path("feedback.zip").read_bytes() == first
    assert {meant.key for meant in found if meant is not None} == {"20114", "20115", "20213"}
    assert all(page.startswith(b"<!") for page in found.values())


def test_before_the_release_learners_get_receipts_without_marks(say: Say) -> None:
    Path("work/class.yaml").write_text(SETTINGS + "release: 2999-01-01T00:00:00Z\n")
    grade(say)
    pages = [page.read_text("utf-8") for page in Path("graded/learners").iterdir()]

    assert len(pages) == 3
    assert all("feedback follow from 2999-01-01T00:00:00Z on" in page and "softmax_rows.py" in page for page in pages)
    assert not [page for page in pages if "points</small>" in page or "Sentence" in page]
    assert say("export", "feedback", "-o", "feedback.zip")[0] == 5

    Path("released.yaml").write_text(SETTINGS)
    assert say("regrade", "--preview", "--settings", "released.yaml")[0] == 0, "nobody's mark changes"
    say("regrade", "--apply")
    say("report", "graded")
    assert len(list(Path("graded/learners").glob("*.json"))) == 3
    assert say("export", "feedback", "-o", "feedback.zip")[0] == 0


def test_a_snapshot_grades_nothing_and_is_kept(say: Say) -> None:
    code, out, _ = say("grade", "work", "--snapshot")

    assert code == 0
    assert out.startswith("3 submissions kept as of 20") and out.endswith(", 3 of them new. Nothing was graded.\n")
    assert [path.name for path in Path("graded").glob("*.json")] == []
    assert say("grade", "work", "--snapshot")[1].endswith(", 0 of them new. Nothing was graded.\n")


def test_an_unstarted_checkout_is_no_work_and_a_broken_one_unreadable(say: Say) -> None:
    for key, text in (("alpha", "# passed"), ("beta", "# failed"), ("unstarted", "# todo")):
        repository(Path("repos") / key, ("2026-10-04T21:00:00+0000", text), name="softmax_rows.py")
    Path("repos/broken").mkdir()
    Path("repos/class.yaml").write_text("exercises: [softmax-rows]\n")
    code = say("grade", "repos", "-o", "graded")[0]

    assert code == 4
    assert {key: each["status"] for key, each in marks().items()} == {
        "alpha": "graded",
        "beta": "graded",
        "broken": "unreadable",
        "unstarted": "no_work",
    }
    assert marks()["alpha"]["submitted_at"] == "2026-10-04T21:00:00Z"
