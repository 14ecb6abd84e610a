"""The class list against what came in: four lists, ids before names, and encodings as they come."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.roster import Person, Roster, read_roster, reconcile
from grader.errors import UsageError
from tests.engine.classroom.lab import SAMPLES

PLAIN = [f"s{number:03}" for number in range(1, 14)]


def test_the_samples_list() -> None:
    found = reconcile(PLAIN, read_roster(SAMPLES / "plain/roster.csv"))

    assert (found.missing, found.unknown) == (("s014",), ("s012",))
    assert (found.duplicate, found.ambiguous) == ((), ())
    assert not found.is_clean
    assert found.people["s001"].name == "Synthetic 001"


def test_a_canvas_gradebook_is_a_class_list() -> None:
    roster = read_roster(SAMPLES / "canvas/gradebook_export.csv")

    assert "Student, Test" not in [person.name for person in roster.people]
    assert {"20114", "20115"} <= {person.key for person in roster.people}
    assert reconcile(["20114", "S0115", "pmock"], roster).unknown == ()


@pytest.mark.parametrize(("name", "key"), [("Grades-CS101-Attention Lab-4417.csv", "60213"), ("Grades_de_semicolon.csv", "60114")])
def test_a_moodle_worksheet_is_a_class_list_in_any_language(name: str, key: str) -> None:
    people = {person.key: person for person in read_roster(SAMPLES / "moodle" / name).people}

    assert people[key].name in ("Zoë Testova", "Alex Fakename")


def test_a_name_that_two_share_is_ambiguous_and_an_id_never_is() -> None:
    roster = Roster((Person("1", "Alex Fakename"), Person("2", "Alex Fakename"), Person("3", "Pat Mock")))
    found = reconcile(["Alex Fakename", "2", "Pat Mock"], roster)

    assert found.ambiguous == ("Alex Fakename could be 1 or 2",)
    assert set(found.people) == {"2", "Pat Mock"}
    assert found.missing == ("1",)


def test_one_person_twice_is_a_duplicate() -> None:
    roster = Roster((Person("1", "Ada", others=("ada@example.invalid",)), Person("2"), Person("2")))

    assert reconcile(["1", "ada@example.invalid"], roster).duplicate == ("2", "1 handed in 2 times")


def test_a_list_that_is_not_utf8_is_read_with_a_notice(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_bytes("id;name\ns1;Zoë\n".encode("cp1252"))
    roster = read_roster(tmp_path / "roster.csv")

    assert roster.people == (Person("s1", "Zoë"),)
    assert "Windows-1252" in roster.notices[0]


def test_a_list_gives_times_to_plain_folders(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("\ufeffid,submitted_at\ns1,2026-10-05T23:59:00+02:00\n", encoding="utf-8")

    assert read_roster(tmp_path / "roster.csv").people[0].submitted_at == "2026-10-05T21:59:00Z"


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "is empty"), ("a,b\n1,2\n", "no column that identifies"), ("id,name\n1,\0\n", "is no CSV")],
)
def test_what_cannot_be_a_class_list_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "roster.csv").write_text(text)

    with pytest.raises(UsageError, match=said):
        read_roster(tmp_path / "roster.csv")


BAD_CELLS = [
    ("extension_hours", "inf", "must be a number from 0 to 87,840, found `inf`"),
    ("extension_hours", "1e300", "must be a number from 0 to 87,840, found `1e300`"),
    ("extension_hours", "nan", "must be a number from 0 to 87,840, found `nan`"),
    ("extension_hours", "-48", "must be a number from 0 to 87,840, found `-48`"),
    ("extension_hours", "two", "must be a number from 0 to 87,840, found `two`"),
    ("submitted_at", "0001-01-01T00:00:00+14:00", "must be of a year from 1970 to 3000"),
    ("submitted_at", "9999-12-31T23:59:59-14:00", "must be of a year from 1970 to 3000"),
    ("submitted_at", "yesterday", "must be a date and time"),
    ("submitted_at", "2026-10-05T10:00", "needs its offset"),
]


@pytest.mark.parametrize(("column", "cell", "said"), BAD_CELLS)
def test_a_bad_cell_is_told_with_file_line_and_learner(tmp_path: Path, column: str, cell: str, said: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(f'id,name,{column}\ns1,"Ada\nExample",\ns2,Ben,{cell}\n')

    with pytest.raises(UsageError) as refused:
        read_roster(path)
    assert refused.value.message.startswith(f"{path}:4: s2: `{column}` {said}")
    assert "mend that row" in refused.value.hint


@pytest.mark.parametrize("cell", ["", "0", "48", "1,5", "87840"])
def test_hours_that_are_hours_are_taken(tmp_path: Path, cell: str) -> None:
    (tmp_path / "roster.csv").write_text(f"id;extension_hours\ns1;{cell}\n")

    assert read_roster(tmp_path / "roster.csv").people[0].extension_hours == float(cell.replace(",", ".") or 0)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_list_in_utf_16_is_read_by_its_mark(tmp_path: Path, encoding: str) -> None:
    mark = "" if encoding == "utf-16" else "\ufeff"
    (tmp_path / "roster.csv").write_text(f"{mark}id\tname\ns1\tJosé\n", encoding=encoding)

    assert [(person.key, person.name) for person in read_roster(tmp_path / "roster.csv").people] == [("s1", "José")]


def test_what_is_no_text_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name\ns1,José\n", encoding="utf-16-le")

    with pytest.raises(UsageError, match="is no CSV: it is UTF-16 without a mark") as refused:
        read_roster(tmp_path / "roster.csv")
    assert "UTF-8" in refused.value.hint


def test_a_cell_without_end_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text('id,name\ns1,"' + "x" * 200_000 + "\n")

    with pytest.raises(UsageError, match=r"roster.csv:\d+: this is no row of a table"):
        read_roster(tmp_path / "roster.csv")


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n', "\n\n", ";;\n", "SEP=;\r\n;\r\n"])
def test_what_a_spreadsheet_puts_above_the_header_is_passed_over(tmp_path: Path, first: str) -> None:
    (tmp_path / "roster.csv").write_bytes(f"{first}id;name\ns1;Ada\n".encode())

    assert read_roster(tmp_path / "roster.csv").people == (Person("s1", "Ada"),)


def test_an_id_in_other_case_is_the_same_person_unless_two_are_told_apart_by_it() -> None:
    found = reconcile(["ada", "BEN", "cyd"], Roster((Person("Ada"), Person("ben"), Person("Ben"), Person("cyd"), Person("Cyd"))))

    assert {key: person.key for key, person in found.people.items()} == {"ada": "Ada", "cyd": "cyd"}
    assert found.ambiguous == ("BEN could be Ben or ben",)


def test_a_name_cannot_steer_a_terminal_or_turn_text_around(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name\ns1,\x1b[2JAda\u202e\ns\x1b2,Nasrin\u200cdokht\n", encoding="utf-8")

    assert read_roster(tmp_path / "roster.csv").people == (Person("s1", "[2JAda"), Person("s 2", "Nasrin\u200cdokht"))


@pytest.mark.parametrize("text", ['id,name\nada,Ada\nben,"Ben\ncy,Cy\n', 'id,name\nada,Ada\nben,"Ben', 'sep=;\nid;name\n"ben;Ben\ncy;Cy\n'])
def test_a_quote_that_is_never_closed_is_named_with_its_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(UsageError, match=r"roster\.csv:3: a quote is opened here and never closed"):
        read_roster(path)


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n"])
def test_a_list_ends_where_it_ends(tmp_path: Path, end: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(f'id,name\r\nada,"Ada ""the first"""\r\nben,"Ben\r\nthe second"{end}'.encode())

    assert [(person.key, person.name) for person in read_roster(path).people] == [("ada", 'Ada "the first"'), ("ben", "Ben the second")]
