"""One class in which everybody but one means harm: each module beside this one hands something in, and gets what it expects.

Graded once, by the real program, with an honest learner among them and canaries planted: in the environment, in the class secret, in the
neighbour's file, in a folder where code that ran outside of its child would leave a mark. Then every document and export is read.
"""

from __future__ import annotations

import html
import importlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from grader.classroom.intake import take_in
from grader.classroom.settings import read_settings
from grader.content.load import load_level
from grader.content.models import Level
from grader.errors import ContentError
from tests.engine.hostile.handed_in.kit import FILE, RIGHT, Place
from tests.engine.running import Ran, adopted_orphans, grader, living, outlivers

pytestmark = pytest.mark.isolation

HERE = Path(__file__).parent
ATTACKS: dict[str, ModuleType] = {
    path.stem: importlib.import_module(f"tests.engine.hostile.handed_in.{path.stem}")
    for path in sorted(HERE.glob("*.py"))
    if path.stem not in ("kit", Path(__file__).stem)
}
HANDED_IN = [name for name, module in ATTACKS.items() if hasattr(module, "hand_in")]
CANARIES = {
    "secret": "canary-of-the-secret-90ab12cd",
    "environment": "canary-of-the-environment-31f0",
    "neighbour": "canary-of-the-neighbour-77e1",
}
EXPORTS = {"marks.csv": ["csv"], "marks.jsonl": ["jsonl"], "junit.xml": ["junit"], "gradebook.csv": ["gradebook"], "summary.md": ["github"]}


@dataclass(frozen=True, slots=True)
class Graded:
    """The class after grading: how the run ended, submissions by key, and every text that was written, by name."""

    ran: Ran
    place: Place
    submissions: dict[str, dict[str, Any]]
    texts: dict[str, str]


@pytest.fixture(scope="module")
def level() -> Level:
    return load_level()


def handed_in(home: Path) -> Place:
    """A class folder with everything in it, and the honest neighbour."""
    place = Place(home / "work", home / "marks", home / "work" / "zz-honest" / FILE)
    place.work.mkdir()
    place.marks.mkdir()
    place.learner("zz-honest", f"{RIGHT}\n# {CANARIES['neighbour']}\n")
    here = Path.cwd()
    for name in HANDED_IN:
        ATTACKS[name].hand_in(place)
        os.chdir(here)
    return place


def put_right(place: Place) -> None:
    """So that the folders can be looked at and removed."""
    for module in ATTACKS.values():
        if hasattr(module, "put_right"):
            module.put_right(place)


@pytest.fixture(scope="module")
def the_class(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    home = tmp_path_factory.mktemp("hostile")
    place = handed_in(home)
    names = {key: name for module in ATTACKS.values() for key, name in getattr(module, "NAMES", {}).items() if key in module.EXPECTED}
    settings = {
        "exercises": ["softmax-rows", "softmax-by-hand", "one-query"],
        "limits": {"load_cpu_s": 1.0, "call_cpu_s": 1.0},
        "due": "2020-01-01T00:00:00+00:00",
        "names": names,
    }
    (place.work / "class.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    (home / "secret").write_text(CANARIES["secret"])
    graded = home / "graded"
    given = ["grade", str(place.work), "-o", str(graded), "-j", "2", "--secret-file", str(home / "secret")]
    try:
        with adopted_orphans():
            before = living()
            ran = grader(given, home, GRADER_CANARY=CANARIES["environment"])
            assert (graded / "result.json").is_file(), ran.stderr
            for file, verb in EXPORTS.items():
                exported = grader(["export", *verb, str(graded), "-o", str(graded / file)], home)
                assert exported.code == 0, exported.stderr
            assert outlivers(before) == ()
    finally:
        put_right(place)
    texts = {str(path.relative_to(graded)): path.read_text("utf-8") for path in graded.rglob("*") if path.suffix in KINDS}
    document = json.loads(texts["result.json"])
    yield Graded(ran, place, {each["key"]: each for each in document["submissions"]}, texts | {"stdout": ran.stdout, "stderr": ran.stderr})


KINDS = (".html", ".json", ".csv", ".xml", ".jsonl", ".md")


def got(submission: dict[str, Any]) -> str:
    """The verdict of softmax-rows, or of the whole submission where there is none."""
    if submission["status"] in ("unreadable", "no_work"):
        return str(submission["status"])
    return next(str(row["verdict"]) for row in submission["exercises"] if row["slug"] == "softmax-rows")


@pytest.mark.parametrize("name", HANDED_IN)
def test_what_is_handed_in_gets_what_it_deserves(name: str, the_class: Graded) -> None:
    for key, (expected, said) in ATTACKS[name].EXPECTED.items():
        submission = the_class.submissions[key]
        assert got(submission) == expected, (key, submission)
        assert said in json.dumps(submission, ensure_ascii=False), (key, submission)
        if expected != "passed":
            assert submission["points"] in (None, 0.0) or expected == "failed", submission


@pytest.mark.parametrize("name", [name for name in HANDED_IN if hasattr(ATTACKS[name], "look")])
def test_documents_and_exports_hold_what_they_should(name: str, the_class: Graded) -> None:
    ATTACKS[name].look(the_class.texts)


def test_every_learner_is_in_the_result_and_nobody_else(the_class: Graded) -> None:
    expected = {key for name in HANDED_IN for key in ATTACKS[name].EXPECTED}

    assert set(the_class.submissions) == {*expected, "zz-honest"}
    assert the_class.ran.code == 4, "finished, with work that cannot be read"
    assert "Traceback" not in the_class.ran.stderr


def test_the_honest_neighbour_has_all_points(the_class: Graded) -> None:
    assert got(the_class.submissions["zz-honest"]) == "passed"


def test_nothing_is_our_fault(the_class: Graded) -> None:
    verdicts = {row["verdict"] for submission in the_class.submissions.values() for row in submission["exercises"]}

    assert "broken" not in verdicts
    assert "broken" not in {submission["status"] for submission in the_class.submissions.values()}


def test_no_code_of_a_learner_ran_outside_of_its_child(the_class: Graded) -> None:
    home = the_class.place.work.parent

    assert list(the_class.place.marks.iterdir()) == []
    assert {path.name for path in home.iterdir()} <= {"work", "marks", "graded", "secret", "home", "tmp", "cwd", "cache"}
    for name in ("home", "tmp", "cwd"):
        assert list((home / name).iterdir()) == [], name


def test_no_canary_is_in_any_document(the_class: Graded) -> None:
    own = {"evidence/zz-honest.html", "evidence/special-hard-link.html"}  # to the instructor, the file itself
    assert CANARIES["neighbour"] in the_class.texts["evidence/zz-honest.html"], "the search itself works"

    for name, text in the_class.texts.items():
        for kind, canary in CANARIES.items():
            assert canary not in text or (kind == "neighbour" and name in own), (kind, name)


def test_what_is_handed_back_names_no_place_of_this_machine(the_class: Graded) -> None:
    places = (str(the_class.place.work.parent), str(Path(load_level().root.exercises).parent))

    for name, text in the_class.texts.items():
        if name.startswith("learners/") or name in ("result.json", "junit.xml", "marks.csv", "marks.jsonl"):
            assert not any(place in html.unescape(text) for place in places), name


def test_no_document_holds_a_control_character_or_unescaped_markup(the_class: Graded) -> None:
    for name, text in the_class.texts.items():
        assert not {char for char in text if ord(char) < 32 and char not in "\n\t\r"}, name
        assert "\x7f" not in text, name
        if name.endswith(".html"):
            assert "<x>" not in text, name


@pytest.mark.parametrize(("module", "what"), [(n, w) for n, m in ATTACKS.items() for w in getattr(m, "REFUSED", ())])
def test_settings_that_would_break_the_sum_are_refused_by_line(module: str, what: str, level: Level) -> None:
    with pytest.raises(ContentError) as caught:
        read_settings(ATTACKS[module].REFUSED[what].encode(), level)

    assert "class.yaml:1" in caught.value.message + " ".join(map(str, caught.value.args))


@pytest.mark.parametrize("name", [name for name, module in ATTACKS.items() if hasattr(module, "after_intake")])
def test_what_is_graded_is_what_was_read(name: str, tmp_path: Path, level: Level) -> None:
    place = Place(tmp_path / "work", tmp_path / "marks", tmp_path / "none")
    place.work.mkdir()
    ATTACKS[name].hand_in(place)
    before = {path: path.read_bytes() for path in place.work.rglob("*.py")}
    taken = take_in(place.work, level)
    ATTACKS[name].after_intake(place)

    assert {path: path.read_bytes() for path in before} != before
    assert [file.content.read() for submission in taken.submissions for file in submission.files] == list(before.values())
