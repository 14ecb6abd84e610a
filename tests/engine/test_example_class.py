"""The made-up class of the README, graded for real: every verdict from a checked-in table, and nothing left behind.

The first run is shared by the tests of this module; it grades all of the class once, with canaries planted everywhere.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.schemas import schema_of
from tests.conftest import Golden
from tests.engine.running import EXAMPLE, REPOSITORY, Ran, grader, snapshot

pytestmark = [pytest.mark.isolation, pytest.mark.slow]

CANARIES = {
    "secret": "canary-of-the-secret-4f1d0c9e",
    "environment": "canary-of-the-environment-77aa10",
    "checks": "canary-of-the-checks-19be02",
    "neighbour": "canary-of-another-submission-e5c3",
}
SOLUTION_CANARIES = ("-inf - 0 stays -inf", "a row that is blocked everywhere")  # comments of our own solution, found nowhere else
OWN_CHECK = f'''
"""One more check, the instructor's own."""

from grader.checks.api import call, cases

CANARY = "{CANARIES["checks"]}"


@cases(repeat=1)
def check_two_equal_scores(draw):
    """Two equal scores share the weight."""
    return call("softmax_np", [[1.0, 1.0]])
'''
BALLAST = [Path("/tmp/attention-ballast.bin"), Path("/dev/shm/attention-ballast.bin")]


@dataclass(frozen=True, slots=True)
class Graded:
    """The shared run: how it ended, where it wrote, and its result document."""

    ran: Ran
    home: Path
    folder: Path
    document: dict[str, Any]

    @property
    def submissions(self) -> dict[str, dict[str, Any]]:
        """Submissions by key."""
        return {submission["key"]: submission for submission in self.document["submissions"]}


@pytest.fixture(scope="module")
def the_class(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    """The whole class and one more learner, graded once with canaries planted."""
    home = tmp_path_factory.mktemp("class")
    shutil.copytree(EXAMPLE, home / "work")
    neighbour = home / "work" / "zz-neighbour"
    neighbour.mkdir()
    source = (EXAMPLE / "chidi-muster" / "softmax_rows.py").read_text(encoding="utf-8")
    (neighbour / "softmax_rows.py").write_text(f"{source}\n# {CANARIES['neighbour']}\n", encoding="utf-8")
    (home / "checks").mkdir()
    (home / "checks" / "also_check_softmax_rows.py").write_text(OWN_CHECK, encoding="utf-8")
    (home / "secret").write_text(CANARIES["secret"], encoding="utf-8")
    before = snapshot(home / "work")
    ran = grader(
        [
            "grade",
            str(home / "work"),
            "-o",
            str(home / "graded"),
            "-j",
            "2",
            "--checks",
            str(home / "checks"),
            "--secret-file",
            str(home / "secret"),
        ],
        home,
        GRADER_CANARY=CANARIES["environment"],
        ATTENTION_CANARY=CANARIES["environment"],
    )
    assert (home / "graded" / "result.json").is_file(), ran.stderr
    assert snapshot(home / "work") == before, "grading changed the submissions"
    yield Graded(ran, home, home / "graded", json.loads((home / "graded" / "result.json").read_text(encoding="utf-8")))


def test_every_verdict_and_diagnosis_is_the_one_in_the_table(the_class: Graded, golden: Golden) -> None:
    lines = ["# learner: status; below it every exercise that was not simply missing, its verdict, and the misconceptions found"]
    for key, submission in the_class.submissions.items():
        lines.append(f"{key}: {submission['status']}")
        for exercise in submission["exercises"]:
            if exercise["verdict"] != "missing":
                found = ", ".join(row["id"] for row in exercise["misconceptions"])
                lines.append(f"    {exercise['slug']:<24}{exercise['verdict']:<16}{found}".rstrip())

    golden("example_class.txt", "\n".join(lines) + "\n")


def test_what_cannot_be_read_gives_exit_code_4(the_class: Graded) -> None:
    assert the_class.ran.code == 4


def test_honest_work_beside_hostile_work_earns_all_its_points(the_class: Graded) -> None:
    hostile = the_class.document["run"]["hostile"]
    assert len(hostile) == 13
    for key in hostile:
        honest = [row for row in the_class.submissions[key]["exercises"] if row["slug"] in ("same-word-same-vector", "softmax-by-hand")]
        assert [(row["verdict"], row["points"]) for row in honest] == [("passed", row["max_points"]) for row in honest], key


def test_hostile_work_earns_next_to_nothing_by_being_hostile(the_class: Graded) -> None:
    for key in the_class.document["run"]["hostile"]:
        row = next(row for row in the_class.submissions[key]["exercises"] if row["slug"] == "softmax-rows")
        assert row["verdict"] != "passed", key
        assert row["points"] <= 0.2 * row["max_points"], key


def test_no_process_outlives_the_run(the_class: Graded) -> None:
    assert the_class.ran.left_behind == ()


def test_nothing_is_left_outside_the_class_folder(the_class: Graded) -> None:
    assert [path for path in BALLAST if path.exists()] == []
    for name in ("cwd", "home", "tmp"):
        assert list((the_class.home / name).iterdir()) == [], name
    names = {path.name for path in the_class.folder.iterdir()}
    assert names <= {"class.sqlite", "grader.lock", "index.html", "result.json", "evidence.json", "learners", "evidence"}


def test_no_canary_appears_in_any_output(the_class: Graded) -> None:
    own_page = "evidence/zz-neighbour.html"  # shows the neighbour's own file, to the instructor
    texts = {
        str(path.relative_to(the_class.folder)): path.read_text(encoding="utf-8")
        for path in the_class.folder.rglob("*")
        if path.suffix in (".html", ".json")
    }
    texts |= {"stdout": the_class.ran.stdout, "stderr": the_class.ran.stderr}
    assert CANARIES["neighbour"] in texts[own_page], "the search itself works"

    for name, text in texts.items():
        for kind, canary in CANARIES.items():
            assert canary not in text or (kind, name) == ("neighbour", own_page), f"{kind} in {name}"
        for canary in SOLUTION_CANARIES:
            assert canary not in text, name


def test_our_solution_still_holds_the_words_that_are_searched_for() -> None:
    solution = (REPOSITORY / "solutions" / "o3_weights" / "softmax_rows.py").read_text(encoding="utf-8")

    assert all(canary in solution for canary in SOLUTION_CANARIES)


@pytest.mark.parametrize(
    ("key", "success"),
    [
        ("hostile-reader", "LookupError"),
        ("hostile-stack-walker", "LookupError"),
        ("hostile-fork-bomb", "ChildProcessError"),
        ("hostile-daemon", "ChildProcessError"),
        ("hostile-big-file", "FileExistsError"),
        ("hostile-network", "ConnectionError"),
    ],
)
def test_no_attack_reports_success(the_class: Graded, key: str, success: str) -> None:
    """These files raise when they read, forked, wrote or connected; a plain wrong answer means that they got nowhere."""
    source = (EXAMPLE / key / "o3_weights" / "softmax_rows.py").read_text(encoding="utf-8")
    row = next(row for row in the_class.submissions[key]["exercises"] if row["slug"] == "softmax-rows")

    assert f"raise {success}" in source
    assert row["verdict"] == "failed"
    assert success not in {check["category"] for check in row["checks"]}


def test_all_documents_fit_their_published_schemas(the_class: Graded) -> None:
    paths = [the_class.folder / "result.json", the_class.folder / "evidence.json", *(the_class.folder / "learners").glob("*.json")]
    for path in paths:
        document = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(schema_of(document["schema"])).validate(document)
    assert len(paths) == 2 + len(the_class.submissions)


def test_nobody_elses_result_changes_by_who_is_graded_beside_them(the_class: Graded, tmp_path: Path) -> None:
    """The honest half alone, in another order (one exercise first), with one process: the same results, byte for byte."""
    slugs = ("one-query", "softmax-rows", "causal-attention")
    shutil.copytree(the_class.home / "work", tmp_path / "work", ignore=shutil.ignore_patterns("hostile-*"))
    given = [str(tmp_path / "work"), "-o", str(tmp_path / "graded"), "-j", "1", "--secret-file", str(the_class.home / "secret")]
    given += ["--checks", str(the_class.home / "checks")]
    grader(["grade", *given, "--only", "causal-attention"], tmp_path)
    ran = grader(["grade", *given, *(word for slug in slugs for word in ("--only", slug)), "--json", "-"], tmp_path)
    alone = {row["key"]: row["exercises"] for row in json.loads(ran.stdout)["submissions"]}

    for key, exercises in alone.items():
        beside = [row for row in the_class.submissions[key]["exercises"] if row["slug"] in slugs]
        assert json.dumps(exercises, sort_keys=True) == json.dumps(beside, sort_keys=True), key


def test_the_same_command_again_grades_nothing_and_writes_the_same_bytes(the_class: Graded) -> None:
    before = {path: path.read_bytes() for path in the_class.folder.rglob("*") if path.suffix in (".html", ".json")}
    given = ["grade", str(the_class.home / "work"), "-o", str(the_class.folder), "--checks", str(the_class.home / "checks"), "-j", "1"]
    again = grader(given, the_class.home)

    assert "Graded now: 0." in again.stdout
    assert {path: path.read_bytes() for path in before} == before


def test_the_report_alone_gives_the_same_bytes_from_the_store(the_class: Graded, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in the_class.folder.rglob("*") if path.suffix in (".html", ".json")}
    for path in before:
        path.unlink()
    ran = grader(["report", str(the_class.folder)], the_class.home)

    assert ran.code == 0
    assert {path: path.read_bytes() for path in before} == before


@pytest.fixture(scope="module")
def separated(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """One exercise of the class at the level `separated`, as on a system without a system-call filter."""
    home = tmp_path_factory.mktemp("separated")
    ran = grader(["grade", str(EXAMPLE), "-o", str(home / "graded"), "--only", "one-query", "--isolation", "separated", "-j", "2"], home)
    return Graded(ran, home, home / "graded", json.loads((home / "graded" / "result.json").read_text(encoding="utf-8")))


def test_below_contained_the_hostile_half_is_left_out_and_the_report_says_so(separated: Graded) -> None:
    assert not any(key.startswith("hostile") for key in separated.submissions)
    assert len(separated.document["run"]["skipped"]) == 13
    assert "13 submissions left out" in " ".join(separated.ran.stdout.split())
    assert "Not graded on this machine" in (separated.folder / "index.html").read_text(encoding="utf-8")


def test_below_contained_every_page_says_so(separated: Graded) -> None:
    pages = list(separated.folder.rglob("*.html"))

    assert len(pages) == 1 + 2 * len(separated.submissions)
    for page in pages:
        assert "isolation level “separated”" in page.read_text(encoding="utf-8"), page


def test_each_misconception_of_the_class_is_counted_once_for_each_learner(the_class: Graded, tmp_path: Path) -> None:
    found = json.loads(grader(["class", "stats", str(the_class.folder), "--json"], tmp_path).stdout)["data"]
    told = {row["id"]: row["learners"] for row in found["misconceptions"]}
    learners = {key: each for key, each in the_class.submissions.items() if key not in the_class.document["run"]["hostile"]}
    seen = {
        (row["id"].partition("/")[0], key)
        for key, each in learners.items()
        for exercise in each["exercises"]
        for row in exercise["misconceptions"]
    }

    assert told == {id_: sum(one == id_ for one, _ in seen) for id_ in {one for one, _ in seen}}
    assert {id_: told[id_] for id_ in ("scale-by-dk", "softmax-wrong-axis", "mask-polarity", "scale-is-overflow-guard")} == {
        "scale-by-dk": 5,
        "softmax-wrong-axis": 4,
        "mask-polarity": 1,
        "scale-is-overflow-guard": 1,
    }


def test_the_report_of_the_class_is_the_same_to_the_byte_when_it_is_made_again_from_the_store(the_class: Graded, tmp_path: Path) -> None:
    pages = {path: path.read_bytes() for path in sorted(the_class.folder.rglob("*.html"))}
    for path in pages:
        path.unlink()
    ran = grader(["report", str(the_class.folder)], tmp_path)

    assert ran.code == 0, ran.stderr
    assert {path: path.read_bytes() for path in sorted(the_class.folder.rglob("*.html"))} == pages


def test_the_readme_shows_what_the_demo_prints(tmp_path: Path) -> None:
    shown = (REPOSITORY / "README.md").read_text(encoding="utf-8").partition("bootstrap.py demo\n")[2].partition("```")[0]

    ran = grader(["grade", str(EXAMPLE), "-o", "graded"], tmp_path)

    assert [line for line in ran.stdout.splitlines() if line] == [line for line in shown.splitlines() if line], ran.stderr
