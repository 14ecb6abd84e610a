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
    [("", "is empty"), ("a,b\n1,2\n", "no column that identifies"), ("id,submitted_at\n1,2026-10-05T10:00\n", "needs its offset")],
)
def test_what_cannot_be_a_class_list_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "roster.csv").write_text(text)

    with pytest.raises(UsageError, match=said):
        read_roster(tmp_path / "roster.csv")
