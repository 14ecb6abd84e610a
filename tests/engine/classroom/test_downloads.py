"""Downloads of course systems against the samples' own expectations: who, which file, late, older attempts, and what nobody is given."""

from __future__ import annotations

import json
import shutil
import zipfile
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.classroom.intake import Intake, IntakeRules, take_in
from grader.classroom.places import places_in
from grader.content.models import Level
from grader.errors import UsageError
from grader.store.rows import NewSubmission
from tests.engine.classroom.lab import SAMPLES, STARTER, lab_names, repository

EXPECTED = json.loads((SAMPLES / "expected.json").read_text("utf-8"))
CANVAS = "canvas/CS101-Attention_Lab_submissions.zip"
MOODLE = sorted(name for name in EXPECTED if name.startswith("moodle/"))
BLACKBOARD = next(name for name in EXPECTED if name.startswith("blackboard/"))
GOOD = "def attention(q, k, v, mask=None):\n    return v\n"


def taken(path: Path, level: Level, rules: IntakeRules | None = None) -> Intake:
    return take_in(path, level, rules=rules, file_names=lab_names())


def by_key(intake: Intake) -> dict[str, NewSubmission]:
    return {each.key: each for each in intake.submissions}


def has_work(submission: NewSubmission) -> bool:
    return any(file.content is not None for file in submission.files)


def said(submission: NewSubmission) -> str:
    return " ".join(submission.warnings)


def test_canvas_gives_every_learner_their_own_by_id(level: Level) -> None:
    intake = taken(SAMPLES / CANVAS, level)
    found = by_key(intake)

    assert intake.platform == "canvas"
    assert {key: (each.name, each.marked_late) for key, each in found.items()} == {
        each["key"]: (each["name"], each["late"]) for each in EXPECTED[CANVAS]["submissions"]
    }
    assert sum(each.marked_late for each in found.values()) == 2
    for each in EXPECTED[CANVAS]["submissions"]:
        gradable = any(name.startswith("attention.") for name in each["files"])
        assert has_work(found[each["key"]]) is gradable, each["key"]


def test_canvas_resubmissions_are_mapped_back_and_every_mapping_is_said(level: Level) -> None:
    found = by_key(taken(SAMPLES / CANVAS, level))

    assert "attention-1.py was taken for attention" in said(found["20212"])
    assert "attention-0f8c2f0e-1b7b-4f0e-9d8e-3c1f5b2a7d11.py was taken for attention" in said(found["20221"])
    assert "text" in said(found["20215"]) and "link" in said(found["20216"])
    assert found["20219"].files[0].path == "submission.zip!my project/attention.py"
    assert found["20218"].files[0].path.endswith("attention-2.ipynb")


def test_a_file_of_another_name_is_never_taken_in_silence(level: Level) -> None:
    assert by_key(taken(SAMPLES / CANVAS, level))["20214"].files == ()


def test_canvas_anonymous(level: Level) -> None:
    name = "canvas/CS101-Attention_Lab_submissions_anonymous.zip"

    assert {key: each.marked_late for key, each in by_key(taken(SAMPLES / name, level)).items()} == {
        each["key"]: each["late"] for each in EXPECTED[name]["submissions"]
    }


def test_a_name_that_ends_in_digits_is_settled_by_the_class_list(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("agent_007_20114_990014_attention.py", GOOD)

    assert [*by_key(taken(tmp_path / "x.zip", level, IntakeRules(known=frozenset({"20114"}))))] == ["20114"]


@pytest.mark.parametrize("name", MOODLE)
def test_moodle_layouts(name: str, level: Level) -> None:
    intake = taken(SAMPLES / name, level)
    found = by_key(intake)

    assert intake.platform == "moodle"
    assert set(found) == {each["key"] for each in EXPECTED[name]["submissions"] if each["key"]}
    refused = [each for each in EXPECTED[name]["submissions"] if each["key"] is None]
    assert len(intake.unclear) == len(refused)
    assert all("Default group" in line and "given to nobody" in line for line in intake.unclear)


def test_moodle_blind_and_subfolders(level: Level) -> None:
    blind = taken(SAMPLES / "moodle/CS101-Attention Lab-4417_blind.zip", level)
    folders = by_key(taken(SAMPLES / "moodle/CS101-Attention Lab-4417.zip", level))

    assert [(each.key, has_work(each)) for each in blind.submissions] == [("60114", True)]
    assert folders["60115"].files[0].path == "src/attention.py"
    assert folders["60114"].name == folders["60115"].name == "Alex Fakename"


def test_blackboard_keeps_the_newest_attempt_and_names_the_older(level: Level) -> None:
    found = by_key(taken(SAMPLES / BLACKBOARD, level, IntakeRules(zone=timezone(timedelta(hours=2)))))

    assert {key: each.submitted_at for key, each in found.items()} == {
        "afakename1": "2026-10-04T20:15:33Z",
        "z_testova": "2026-10-04T07:00:01Z",
    }
    assert "An older attempt of 2026-10-03-10-00-00 was left alone." in said(found["afakename1"])
    assert has_work(found["afakename1"]) and not has_work(found["z_testova"])


@pytest.mark.parametrize("is_zipped", [False, True])
def test_gradescope_export_names_every_member(is_zipped: bool, tmp_path: Path, level: Level) -> None:
    source = SAMPLES / "gradescope/assignment_25828_export"
    if is_zipped:
        source = Path(shutil.make_archive(str(tmp_path / "export"), "zip", source.parent, source.name))
    found = by_key(taken(source, level))

    assert {key: list(each.members) for key, each in found.items()} == {
        each["key"]: each["members"] for each in EXPECTED["gradescope/assignment_25828_export"]["submissions"]
    }
    assert all(has_work(each) for each in found.values())


def test_an_unpacked_download_is_read_as_the_zip_is(tmp_path: Path, level: Level) -> None:
    for name in (CANVAS, MOODLE[0]):
        folder = tmp_path / Path(name).stem
        with zipfile.ZipFile(SAMPLES / name) as archive:
            archive.extractall(folder)

        assert taken(folder, level).submissions == taken(SAMPLES / name, level).submissions


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_entry_of_a_download_costs_one_learner_theirs(tmp_path: Path, level: Level, method: int) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        for key in ("ada", "ben"):
            archive.writestr(f"{key}/attention.py", "".join(f"# {n * n * 7919 % 10_007}\n" for n in range(300)))
    data = bytearray(path.read_bytes())
    data[100:400] = b"\xff" * 300
    path.write_bytes(data)
    found = by_key(taken(path, level))

    assert found["ada"].files[0].problem == "attention.py cannot be unpacked."
    assert has_work(found["ben"])


def test_checkouts_are_read_commit_by_commit(tmp_path: Path, level: Level) -> None:
    folder = tmp_path / "attention-lab-submissions"
    start = ("2026-09-20T08:00:00+0000", STARTER)
    repository(folder / "attention-lab-octo-alpha", start, ("2026-10-04T21:00:00+0000", GOOD))
    late = ("2026-10-06T03:00:00+0000", GOOD + "# late\n")
    repository(folder / "attention-lab-octo-late", start, ("2026-10-04T20:00:00+0000", GOOD + "# on time\n"), late)
    repository(folder / "attention-lab-octo-unstarted", start)
    (folder / "attention-lab-octo-broken").mkdir()
    latest = by_key(taken(folder, level))
    rules = IntakeRules(default_due=datetime(2026, 10, 5, tzinfo=UTC), by_deadline=True)
    in_time = by_key(taken(folder, level, rules))

    assert latest["octo-late"].submitted_at == "2026-10-06T03:00:00Z"
    assert latest["octo-late"].files[0].content.read() == (GOOD + "# late\n").encode()
    assert in_time["octo-late"].files[0].content.read() == (GOOD + "# on time\n").encode()
    assert "1 later commits were left alone" in said(in_time["octo-late"])
    assert "only one commit" in said(latest["octo-unstarted"])
    assert "no git repository" in latest["octo-broken"].problem


def test_a_checkout_cannot_make_git_run_anything(tmp_path: Path, level: Level) -> None:
    repository(tmp_path / "work" / "ada", ("2026-10-04T21:00:00+0000", GOOD))
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    config = tmp_path / "work" / "ada" / ".git" / "config"
    lines = ("[core]", f"fsmonitor = {trap}", f"pager = {trap}", "[log]", "showSignature = true", "[gpg]", f"program = {trap}")
    config.write_text("\n".join(lines))
    found = by_key(taken(tmp_path / "work", level))

    assert has_work(found["ada"])
    assert not (tmp_path / "sprung").exists()


def test_hostile_archives_touch_nothing_and_cost_only_their_own(tmp_path: Path, level: Level) -> None:
    folder = tmp_path / "single"
    shutil.copytree(SAMPLES / "single", folder)
    before = sorted(path for path in tmp_path.rglob("*"))
    found = by_key(taken(folder, level))

    assert sorted(path for path in tmp_path.rglob("*")) == before
    assert {key for key, each in found.items() if has_work(each)} == {"nested"}
    assert "points outside" in found["traversal"].problem
    assert "times its size" in found["inflate_20MB"].problem
    assert "2 times" in found["duplicate_entries"].problem
    assert "symbolic link" in found["symlink"].files[0].problem
    assert found["not_a_zip"].problem and found["truncated"].problem


def test_a_bulk_download_with_paths_that_point_outside_reads_none_of_them(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("Ada Example_7_assignsubmission_file/../../attention.py", GOOD)
        archive.writestr("Ben Example_8_assignsubmission_file/attention.py", GOOD)
    found = by_key(taken(tmp_path / "x.zip", level))

    assert not has_work(found["7"]) and has_work(found["8"])
    assert "points outside" in said(found["7"])


def test_plain_folders_of_the_sample(tmp_path: Path, level: Level) -> None:
    folder = Path(shutil.copytree(SAMPLES / "plain", tmp_path / "plain"))
    (folder / "s012").mkdir(exist_ok=True)  # git keeps no empty folder
    found = by_key(taken(folder, level))

    assert {key for key in found if not found[key].files} == set(EXPECTED["plain"]["empty"])
    assert "2 different files could be meant" in found["s011"].files[0].problem
    assert all("was taken for attention" in said(found[key]) for key in EXPECTED["plain"]["needs_filename_mapping"])


def test_notebooks_are_read_and_never_run(level: Level, tmp_path: Path) -> None:
    for path in sorted((SAMPLES / "notebooks").glob("*.ipynb")):
        (tmp_path / path.stem).mkdir()
        shutil.copy(path, tmp_path / path.stem)
    huge = json.loads((SAMPLES / "notebooks/ok.ipynb").read_text())
    huge["cells"][0]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "x" * 3_000_000}]
    (tmp_path / "huge").mkdir()
    (tmp_path / "huge" / "attention.ipynb").write_text(json.dumps(huge))
    found = by_key(taken(tmp_path, level))

    assert {key for key, each in found.items() if has_work(each)} == {"huge", "ok", "out_of_order", "untagged", "v3"}
    assert "it is not JSON" in found["notjson"].problem
    for key in ("ok", "out_of_order", "untagged"):
        source = found[key].files[0].content.read().decode()
        assert "def attention" in source
        assert not any(line.lstrip().startswith(("%", "!")) for line in source.splitlines())
        compile(source, "cells", "exec")
    assert found["huge"].files[0].content.size < 10_000


def test_a_file_goes_before_a_notebook_and_that_is_said(level: Level, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    shutil.copy(SAMPLES / "notebooks/ok.ipynb", tmp_path / "ada")
    (tmp_path / "ada" / "attention.py").write_text(GOOD)
    ada = by_key(taken(tmp_path, level))["ada"]

    assert ada.files[0].content.read() == GOOD.encode()
    assert "ok.ipynb defines attention too" in said(ada)


def test_one_learners_zip_is_not_taken_for_a_class(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("o3_weights/softmax_rows.py", GOOD)

    with pytest.raises(UsageError, match="holds `o3_weights` itself"):
        take_in(tmp_path / "x.zip", level)


def test_the_same_shapes_with_this_levels_files(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "canvas.zip", "w") as archive:
        archive.writestr("fakenamealex_20114_990014_softmax_rows.py", GOOD)
        archive.writestr("fakenamealex_20114_990015_one_query-1.py", GOOD)
        archive.writestr("mockpat_LATE_20212_990016_lab-2.py", GOOD)
    found = by_key(take_in(tmp_path / "canvas.zip", level))

    assert {file.slug for file in found["20114"].files} == {"softmax-rows", "one-query"}
    assert found["20212"].files == () and found["20212"].marked_late


@pytest.mark.parametrize("separator", ["_/", "/", "_"])
def test_a_name_with_underscores_loses_nobody_the_layout_of_moodle(tmp_path: Path, level: Level, separator: str) -> None:
    people = {"Test_Student": "1234569", "Ada Example": "1234570", "A_7_B": "1234571"}
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        for name, key in people.items():
            archive.writestr(f"{name}_{key}_assignsubmission_file{separator}softmax_rows.py", GOOD)
    intake = take_in(tmp_path / "x.zip", level)

    assert intake.platform == "moodle"
    assert {each.name: each.key for each in intake.submissions} == people
    assert all(has_work(each) for each in intake.submissions)
    assert set(places_in(tmp_path / "x.zip").paths) == set(people.values())


def test_a_file_called_as_moodle_calls_files_stays_with_who_handed_it_in(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("Ada_12_assignsubmission_file_Ben_13_assignsubmission_file_softmax_rows.py", GOOD)

    assert [*by_key(take_in(tmp_path / "x.zip", level))] == ["12"]


def test_a_group_without_an_id_may_have_underscores(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("Default_group_assignsubmission_file_/softmax_rows.py", GOOD)
        archive.writestr("Ada_12_assignsubmission_file_/softmax_rows.py", GOOD)
    intake = take_in(tmp_path / "x.zip", level)

    assert ([*by_key(intake)], len(intake.unclear)) == (["12"], 1)


def test_a_file_at_the_top_of_an_archive_in_a_download_is_found(tmp_path: Path, level: Level) -> None:
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        archive.writestr("attention.py", GOOD)
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.write(tmp_path / "hw.zip", "Ada_12_assignsubmission_file_/hw.zip")
    (one,) = taken(tmp_path / "x.zip", level).submissions

    assert (one.files[0].path, has_work(one), one.warnings) == ("hw.zip!attention.py", True, ())


@pytest.mark.parametrize("at", ["2026-13-45-99-99-99", "0001-01-01-00-00-00", "9999-12-31-23-59-59"])
def test_a_time_in_a_name_that_is_no_moment_is_said_to_be_unknown(tmp_path: Path, level: Level, at: str) -> None:
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / f"Lab 1_s001_attempt_{at}_softmax_rows.py").write_text(GOOD)
    (one,) = take_in(tmp_path / "all", level, rules=IntakeRules(zone=timezone(timedelta(hours=14)))).submissions

    assert (one.submitted_at, has_work(one)) == ("", True)
    assert "no moment: when this came in is not known" in said(one)


def test_a_commit_of_no_moment_is_a_problem_of_its_learner_alone(tmp_path: Path, level: Level) -> None:
    start = ("2026-09-20T08:00:00+0000", STARTER)
    repository(tmp_path / "lab-ada", start)
    repository(tmp_path / "lab-ben", ("@99999999999999 +0000", STARTER))
    found = by_key(taken(tmp_path, level))

    assert has_work(found["lab-ada"])
    assert "which is no moment" in found["lab-ben"].problem


@pytest.mark.parametrize("name", [CANVAS, MOODLE[0]])
def test_results_written_into_an_unpacked_download_change_nothing(tmp_path: Path, level: Level, name: str) -> None:
    with zipfile.ZipFile(SAMPLES / name) as archive:
        archive.extractall(tmp_path / "all")
    before, places = taken(tmp_path / "all", level), places_in(tmp_path / "all")
    (tmp_path / "all" / "graded" / "learners").mkdir(parents=True)
    for each in ("class.sqlite", "grader.lock", "index.html", "learners/x.html"):
        (tmp_path / "all" / "graded" / each).touch()

    assert taken(tmp_path / "all", level) == before
    assert places_in(tmp_path / "all") == places
