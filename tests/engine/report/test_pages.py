"""The pages: what stands on them, what never may, and that equal classes give equal bytes."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grader.classroom.assemble import GradedClass
from grader.content.load import load_level
from grader.content.models import Level
from grader.documents import Override
from grader.report.names import page_name
from grader.report.pages import render_index, write_report
from grader.results import IsolationLevel, Verdict
from grader.store.classes import ClassStore
from tests.engine.classroom.made_up import SECRET_TEXT, graded
from tests.engine.classroom.test_understanding import exam

P, F, R, T, B, U = Verdict.PASSED, Verdict.FAILED, Verdict.RAISED, Verdict.TODO, Verdict.BROKEN, Verdict.UNREADABLE
NOW = datetime(2026, 10, 6, tzinfo=UTC)
EVIL = '"><script>alert(1)</script>&<img src=x onerror=alert(1)>\u202e\x1b[31m'
MARKS = {
    "ada": {"softmax-by-hand": (P, ""), "softmax-rows": (P, ""), "mask-and-count": (P, "")},
    "ben": {"softmax-by-hand": (P, ""), "softmax-rows": (F, "softmax-wrong-axis"), "mask-and-count": (R, "")},
    "cyd": {"softmax-by-hand": (T, ""), "softmax-rows": (B, ""), "mask-and-count": (U, "")},
    "dee": {},
    "mal": {"softmax-rows": (R, "")},
}


@pytest.fixture(scope="session")
def level() -> Level:
    """The level of this checkout."""
    return load_level()


def write(folder: Path, made: GradedClass, level: Level) -> dict[str, str]:
    """All pages of a class by their place, as text."""
    with ClassStore(folder) as store:
        write_report(folder, store, made, level, NOW)
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}


class Outline(HTMLParser):
    """Tags and attributes of a page, and whether it is well nested."""

    VOID = frozenset({"meta", "br", "img", "hr", "link", "input"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


def test_every_page_is_well_formed_and_titled(tmp_path: Path, level: Level) -> None:
    pages = write(tmp_path, graded(level, MARKS, is_public=True, hostile=("mal",)), level)

    assert set(pages) == {"index.html", *(f"{kind}/{key}.html" for kind in ("learners", "evidence") for key in MARKS)}
    for name, page in pages.items():
        outline = Outline(page)
        assert (outline.faults, outline.open) == ([], []), name
        names = [tag for tag, _ in outline.tags]
        assert names.count("h1") == names.count("main") == names.count("title") - names.count("svg title") == 1 or names.count("h1") == 1, (
            name
        )
        ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
        assert len(ids) == len(set(ids)), name


def test_no_page_has_a_script_a_style_attribute_or_anything_from_elsewhere(tmp_path: Path, level: Level) -> None:
    for name, page in write(tmp_path, graded(level, MARKS, is_public=True), level).items():
        for tag, attributes in Outline(page).tags:
            assert tag not in ("script", "link", "iframe", "img", "object", "form"), name
            assert not any(key == "style" or key.startswith("on") for key in attributes), (name, tag)
            assert not (attributes.get("href") or "").startswith(("http", "//", "javascript")), name
        assert re.search(r"default-src 'none'; style-src 'sha256-[\w+/=]+'", page), name


def test_names_keys_and_texts_are_never_markup(tmp_path: Path, level: Level) -> None:
    made = graded(level, {EVIL: MARKS["ben"]}, names={EVIL: EVIL}, warnings=(EVIL,))
    for name, page in write(tmp_path, made, level).items():
        assert "<script" not in page, name
        assert "<img" not in page, name
        assert "\u202e" not in page, name
        assert "\x1b" not in page, name
        assert "&lt;script&gt;" in page, name


def test_pages_to_hand_back_hold_no_hidden_input_and_the_instructors_do(tmp_path: Path, level: Level) -> None:
    pages = write(tmp_path, graded(level, MARKS), level)

    for name, page in pages.items():
        assert (SECRET_TEXT in page) == (not name.startswith("learners/") and name != "evidence/dee.html"), name


def test_a_page_to_hand_back_names_the_belief_its_correction_and_where_to_read(tmp_path: Path, level: Level) -> None:
    page = write(tmp_path, graded(level, MARKS, is_public=True), level)["learners/ben.html"]
    entry = level.misconceptions["softmax-wrong-axis"]

    for sentence in (entry.statement, entry.correction, entry.nudge, "What to do next"):
        assert sentence.replace("'", "&#39;") in page
    assert "framed where it differs" in page
    assert page.count('class="differs"') == 4  # two checks of two exercises show the worked example; each differs in two squares
    assert "o3_weights/NOTES.md" in page


def test_blank_zero_and_our_fault_look_different(tmp_path: Path, level: Level) -> None:
    index = write(tmp_path, graded(level, MARKS), level)["index.html"]
    rows = dict(re.findall(r'<tr><th scope="row"><a href="evidence/(\w+)\.html">.*?</th>(.*?)</tr>', index, re.S))

    assert re.findall(r'<td class="(\w+)"[^>]*>([^<]*)', rows["dee"]) == [("blank", "–")] * 3 + [("total", "–")]
    assert ("open", "!") in re.findall(r'<td class="(\w+)"[^>]*>([^<]*)', rows["cyd"])
    assert ("h0", "0") in re.findall(r'<td class="(\w+)"[^>]*>([^<]*)', rows["ben"])


def test_hostile_work_stands_apart_and_counts_nowhere_else(level: Level) -> None:
    index = render_index(graded(level, MARKS, hostile=("mal",)), level)
    help_first = index[index.index('id="help"') : index.index('id="beliefs"')]

    assert "4 submissions and 1 marked hostile" in index
    assert "mal" not in help_first
    assert 'href="evidence/mal.html"' in index[index.index('id="hostile"') :]


def test_our_own_faults_are_named_and_ask_for_a_report(level: Level) -> None:
    index = render_index(graded(level, MARKS), level)
    faults = index[index.index('id="faults"') :]

    assert "give no marks and take none" in faults
    assert "15 points are open" in faults
    assert "None: every check ran to its end." not in faults


def test_marks_set_by_hand_are_listed_with_both_marks_the_reason_and_who(level: Level) -> None:
    made = graded(level, MARKS, names={"ben": EVIL})
    ben = next(each for each in made.submissions if each.key == "ben")
    by_hand = replace(ben.exercises[1], points=8.0, override=Override(8.0, f"The disk failed. {EVIL}", "tk"))
    exercises = (ben.exercises[0], by_hand, *ben.exercises[2:])
    made = replace(made, submissions=tuple(replace(each, exercises=exercises) if each is ben else each for each in made.submissions))
    index = render_index(made, level)
    section = index[index.index('id="by-hand"') : index.index('id="faults"')]

    assert "Softmax for a whole table: 8 of 15 points, in place of 7.5. tk: The disk failed." in section
    assert 'href="evidence/ben.html"' in section
    assert "<script" not in index and "\u202e" not in index
    assert 'id="by-hand"' not in render_index(graded(level, MARKS), level)


def test_statistics_stand_in_one_table_with_code_and_questions(level: Level) -> None:
    made = graded(level, {f"s{number}": {"softmax-rows": (P if number % 2 else F, "softmax-wrong-axis")} for number in range(8)})
    made = replace(
        made,
        submissions=tuple(
            replace(each, exercises=tuple(replace(m, result=replace(m.result, failure_signature="same")) for m in each.exercises))
            for each in made.submissions
        ),
    )
    taken = exam({f"s{number}": "11" if number % 3 else "0-" for number in range(7)})
    index = render_index(made, level, taken)
    section = index[index.index('id="figures"') : index.index('id="faults"')]
    items = dict(re.findall(r'<tr><th scope="row">([^<]*?) <span class="soft small">(\w+)</span>', section))

    assert items == {
        "Softmax in plain Python": "exercise",
        "Softmax for a whole table": "exercise",
        "Mask it and count the zeros": "exercise",
        "o3-q00": "question",
        "o3-q01": "question",
    }
    assert "Below 30 learners figures say little" in section
    assert "1 left out of r and alpha: open points, or no exam." in section
    assert "n/a" in section and "nan" not in section.lower()
    assert "What does <code>softmax</code> add up to, for … keys?" in section
    assert "✓ rows" in section and "✗ columns" in section
    assert "4 learners" in section[section.index("The same failure") :], "who passed shares no failure"
    assert "What was chosen" not in render_index(made, level)


def test_conflicts_and_skipped_work_are_said(level: Level) -> None:
    made = replace(graded(level, MARKS), conflicts=2, skipped=(("eve", "Marked hostile in class.yaml."),))
    index = render_index(made, level)

    assert "2 finished results came out differently" in index
    assert "Marked hostile in class.yaml." in index


def test_below_contained_every_page_warns(tmp_path: Path, level: Level) -> None:
    for name, page in write(tmp_path, graded(level, MARKS, isolation=IsolationLevel.SEPARATED), level).items():
        assert "isolation level “separated”" in page, name
    for name, page in write(tmp_path, graded(level, MARKS), level).items():
        assert "isolation level" not in page, name


def test_a_class_of_nobody_renders(level: Level) -> None:
    assert "0 submissions" in render_index(graded(level, {}), level)


def test_equal_classes_give_equal_bytes(tmp_path: Path, level: Level) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()

    assert write(tmp_path / "a", graded(level, MARKS), level) == write(tmp_path / "b", graded(level, MARKS), level)


def test_pages_of_those_who_left_are_removed_and_nothing_else(tmp_path: Path, level: Level) -> None:
    write(tmp_path, graded(level, MARKS), level)
    (tmp_path / "learners" / "mine.txt").write_text("kept")
    pages = write(tmp_path, graded(level, {"ada": MARKS["ada"]}), level)

    assert set(pages) == {"index.html", "learners/ada.html", "evidence/ada.html"}
    assert sorted(path.name for path in (tmp_path / "learners").iterdir()) == ["ada.html", "ada.json", "mine.txt"]


@pytest.mark.parametrize(
    "key", ["ada", "S0114", "zoë", "../x", "a/b", "con", "nul.py", "x" * 300, "", ".", "Ada", "a b", "ada.", "learner~1"]
)
def test_page_names_are_safe_on_every_file_system(key: str) -> None:
    name = page_name(key)

    assert re.fullmatch(r"[a-z0-9][a-z0-9._~-]{0,100}\.html", name)
    assert name.split(".")[0] not in ("con", "nul")


def test_different_keys_never_share_a_page() -> None:
    keys = ["ada", "Ada", "ADA", "a b", "a-b", "zoë", "zoé", "../x", "..-x", "con", "con.py"]

    assert len({page_name(key).lower() for key in keys}) == len(keys)
