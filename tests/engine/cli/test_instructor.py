"""The instructor's screens, whole, with a pool that grades nothing; and what goes to stdout and what to stderr."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from grader.classroom.doctor import Finding
from grader.cli import main
from grader.results import IsolationLevel
from grader.schemas import schema_of
from tests.conftest import Golden
from tests.engine.classroom.fake import FakePool

Screen = Callable[..., tuple[int, str, str]]


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Screen:
    """Runs a command in a folder with a class of three; gives its exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for key, rows in (("ada", "# passed"), ("ben", "# failed"), ("cyd", "# todo")):
        (tmp_path / "work" / key).mkdir(parents=True)
        (tmp_path / "work" / key / "softmax_rows.py").write_text(rows)
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n")

    def run(*arguments: str, pool: FakePool | None = None) -> tuple[int, str, str]:
        monkeypatch.setattr("grader.classroom.service.pool_opener", lambda *_: (pool or FakePool()).opener())
        code = main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def test_the_screen_after_grading(screen: Screen, golden: Golden, tmp_path: Path) -> None:
    code, out, err = screen("grade", "work")

    golden("grade.txt", out)
    assert (code, err) == (0, "")
    assert (tmp_path / "graded" / "index.html").is_file()


def test_the_screen_with_everything_to_say(screen: Screen, golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "work" / "dee.zip").write_bytes(b"no archive")
    (tmp_path / "work" / "eve").mkdir()
    (tmp_path / "work" / "eve" / "softmax_rows.py").write_text("# broken")
    (tmp_path / "work" / "roster.csv").write_text("")
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\nhostile: [ben]\n")
    screen("grade", "work", "--isolation", "separated", pool=FakePool(IsolationLevel.SEPARATED))
    code, out, err = screen("grade", "work", "--isolation", "separated", pool=FakePool(IsolationLevel.SEPARATED))

    golden("grade_all.txt", f"stdout\n{out}\nstderr\n{err}")
    assert code == 4


def test_json_on_stdout_is_the_bare_document_and_the_talk_goes_to_stderr(screen: Screen) -> None:
    code, out, err = screen("grade", "work", "--json", "-")

    jsonschema.Draft202012Validator(schema_of("grader/result/1")).validate(json.loads(out))
    assert code == 0
    assert "Report: graded/index.html" in err


def test_json_to_a_file_is_the_document_in_the_folder(screen: Screen, tmp_path: Path) -> None:
    screen("grade", "work", "--json", "mine.json")

    assert (tmp_path / "mine.json").read_bytes() == (tmp_path / "graded" / "result.json").read_bytes()


def test_report_renders_again_from_the_store_alone(screen: Screen, tmp_path: Path) -> None:
    screen("grade", "work")
    first = (tmp_path / "graded" / "index.html").read_bytes()
    (tmp_path / "graded" / "index.html").unlink()
    code, out, _ = screen("report", "graded")

    assert (code, out) == (0, "Report: graded/index.html\n")
    assert (tmp_path / "graded" / "index.html").read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("grade", "nowhere"), 2, "No folder `nowhere`."),
        (("grade", "work", "--only", "sofmax-rows"), 2, "Unknown exercise `sofmax-rows`. Did you mean `softmax-rows`?"),
        (("grade", "work/ada"), 2, "`work/ada` looks like one learner's work"),
        (("report", "nowhere"), 2, "No graded class in `nowhere`."),
        (("grade", "work", "--isolation", "none"), 2, "Invalid value for '--isolation'"),
    ],
)
def test_wrong_usage_is_one_sentence_with_a_way_on(screen: Screen, arguments: tuple[str, ...], code: int, said: str) -> None:
    found, out, err = screen(*arguments)

    assert found == code
    assert said in err
    assert "hint: " in err
    assert out == ""


def test_an_empty_folder_is_nothing_to_do(screen: Screen, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, _, err = screen("grade", "empty")

    assert (code, err.splitlines()[0]) == (5, "No submissions in `empty`.")


def test_bad_settings_are_named_with_their_places(screen: Screen, tmp_path: Path) -> None:
    (tmp_path / "work" / "class.yaml").write_text("exercise: [softmax-rows]\n")
    code, _, err = screen("grade", "work")

    assert code == 2
    assert err.startswith("work/class.yaml:1:1: unknown key `exercise`. Did you mean `exercises`?")


def test_a_machine_without_isolation_is_refused_with_a_way_on(screen: Screen, golden: Golden) -> None:
    code, _, err = screen("grade", "work", pool=FakePool(IsolationLevel.SEPARATED))

    golden("grade_refused.txt", err)
    assert code == 3


def test_an_interrupted_run_says_what_is_saved(screen: Screen) -> None:
    import os
    import signal

    pool = FakePool(before=lambda number: os.kill(os.getpid(), signal.SIGINT) if number == 1 else None)
    code, out, err = screen("grade", "work", pool=pool)

    assert (code, out) == (130, "")
    assert "2 results are saved; the same command goes on from there." in err


def test_doctor_says_what_is_fine_and_what_is_not(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = (Finding("Isolation", "contained (seccomp no-fs)", True), Finding("Room", "0.1 GiB free", False, "Free some space first."))
    monkeypatch.setattr("grader.classroom.doctor.examine", lambda folder: findings)
    monkeypatch.setattr("grader.cli.surroundings.surroundings", lambda here: ())
    code, out, _ = screen("doctor")

    assert (code, out) == (1, "✓ Isolation: contained (seccomp no-fs)\n✗ Room: 0.1 GiB free\n    Free some space first.\n")


@pytest.mark.isolation
def test_doctor_measures_this_machine(screen: Screen) -> None:
    code, out, _ = screen("doctor", "--json")
    findings = {each["name"]: each for each in json.loads(out)["data"]["findings"]}

    assert code == 0
    assert re.match(r"(walled|contained) \(", findings["Isolation"]["value"])
    assert re.fullmatch(r"(\d+) of \1 probes held", findings["Probes"]["value"])


@pytest.mark.isolation
def test_doctor_shows_which_attacks_are_held_at_which_level(screen: Screen) -> None:
    code, out, _ = screen("doctor", "--probe")
    head, *rows = out.split("\n\n")[0].splitlines()
    stands = head.split()
    held = {name: dict(zip(stands, cells, strict=True)) for name, *cells in map(str.split, rows)}
    data = json.loads(screen("doctor", "--probe", "--json")[1])["data"]

    assert code == 0
    assert stands[0] == "separated" and {"contained", "walled"} & set(stands)
    assert held["create_file"]["separated"] == "open" and held["create_file"][stands[-1]] == "held"
    assert held["open"][stands[-1]] == "0"
    assert [stand["name"] for stand in data["stands"]] == stands
    assert list(data["probes"]) == list(held)[:-1]


def test_shares_are_graded_and_joined(screen: Screen, golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"k" * 32)
    first = screen("grade", "work", "-o", "share-1", "--shard", "1/2", "--secret-file", "secret")
    early = screen("merge", "share-1")
    second = screen("grade", "work", "-o", "share-2", "--shard", "2/2", "--secret-file", "secret")
    joined = screen("merge", "share-1", "share-2")
    code, out, _ = screen("merge", "share-1", "share-2", "--json", "-")

    golden("shares.txt", "".join(f"{code}\n{out}{err}\n" for code, out, err in (first, early, second, joined)))
    assert code == 0
    assert out == (tmp_path / "graded" / "result.json").read_text()


def test_a_share_has_no_marks_to_write(screen: Screen) -> None:
    code, _, err = screen("grade", "work", "--shard", "1/2", "--json", "-")

    assert code == 2
    assert "A share of a class has no marks yet." in err
