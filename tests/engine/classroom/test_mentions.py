"""Whom class.yaml names in vain is told with the line, and nobody is refused for it: a learner may still come."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.classroom.service import GradeOptions, look_at
from grader.cli import main

ROWS = "def softmax_np(x, axis=-1):\n    return x\n"
DUE = "due: 2026-10-05T23:59:00Z\n"


def notices(folder: Path, text: str, *, who: tuple[str, ...] = ("ada", "ben", "cy"), roster: str = "") -> list[str]:
    for key in who:
        (folder / "work" / key).mkdir(parents=True, exist_ok=True)
        (folder / "work" / key / "softmax_rows.py").write_text(ROWS)
    (folder / "work" / "class.yaml").write_text(text, encoding="utf-8")
    if roster:
        (folder / "roster.csv").write_text(roster, encoding="utf-8")
    options = GradeOptions(folder / "work", folder / "graded", roster=folder / "roster.csv" if roster else None)
    return [said.partition("class.yaml:")[2] for said in look_at(options).call.notices]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DUE + "extensions: {cyy: 2026-10-07T23:59:00Z}\n", "2: `extensions`: nobody is called `cyy`; did you mean `cy`?"),
        (DUE + "extensions:\n  ada: 2026-10-07T23:59:00Z\n  zoe: 2026-10-07T23:59:00Z\n", "4: `extensions`: nobody is called `zoe` yet"),
        ("names: {adda: Ada Example}\n", "1: `names`: nobody is called `adda`; did you mean `ada`?"),
        ("hostile: [ada,\n  bem]\n", "2: `hostile`: nobody is called `bem`; did you mean `ben`?"),
        ("groups: {team: [ada, bern]}\n", "1: `groups`: nobody is called `bern`; did you mean `ben`?"),
        (
            DUE + "late: {take: linear, per_day: 1, slip_days: 2, slip_days_used: {cyy: 1}}\n",
            "2: `slip_days_used`: nobody is called `cyy`; did you mean `cy`?",
        ),
        (
            "exercises: [softmax-rows]\npoints: {softmax-rows: 3, one-query: 2}\n",
            "2: `points`: `one-query` is not assigned, so this says nothing",
        ),
        (
            DUE + "exercises: [softmax-rows]\nexercise_due: {one-query: 2026-10-05T23:59:00Z}\n",
            "3: `exercise_due`: `one-query` is not assigned, so this says nothing",
        ),
    ],
)
def test_a_name_that_means_nothing_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    assert notices(tmp_path, text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        DUE + "extensions: {cy: 2026-10-07T23:59:00Z, s2: 2026-10-07T23:59:00Z, b@example.invalid: 2026-10-07T23:59:00Z}\n",
        "names: {ada: Ada}\nhostile: [ben]\n",
        "groups: {team: [ada, cy]}\nhostile: [team]\n",
        DUE + "groups: {team: [ada, ben]}\nextensions: {team: 2026-10-07T23:59:00Z}\n",
    ],
)
def test_any_id_of_submissions_groups_and_the_class_list_is_known(tmp_path: Path, text: str) -> None:
    roster = "id,name,login,email\nada,Ada,,\nben,Ben,,b@example.invalid\ncy,Cy,s2,\n"

    assert notices(tmp_path, text, roster=roster) == []


def test_a_name_in_place_of_an_id_leads_to_the_id(tmp_path: Path) -> None:
    roster = "id,name\nada,Ada Example\nben,\ncy,\n"

    assert notices(tmp_path, "hostile: [Ada Example]\n", roster=roster) == [
        "1: `hostile`: nobody is called `Ada Example`; did you mean `ada`?"
    ]


def test_members_of_a_group_who_have_handed_in_nothing_are_no_mistake(tmp_path: Path) -> None:
    text = "groups: {team: [s004, s005]}\n"

    assert notices(tmp_path, text, who=("s003", "s004")) == []
    assert notices(tmp_path, text, who=("s003", "s004"), roster="id\ns003\ns004\n") == [
        "1: `groups`: nobody is called `s005`; did you mean `s003`?"
    ]


def test_a_letter_written_in_two_characters_means_the_same_learner(tmp_path: Path) -> None:
    assert notices(tmp_path, "names: {Jose\u0301: José Example}\n", who=("Jos\u00e9",)) == []


def test_it_is_told_in_a_dry_run_when_grading_and_when_regrading_and_refuses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    notices(tmp_path, f"exercises: [softmax-rows]\n{DUE}extensions: {{cyy: 2026-10-07T23:59:00Z}}\n")
    said = "class.yaml:3: `extensions`: nobody is called `cyy`; did you mean `cy`?"

    assert main(["grade", "work", "--dry-run"]) == 0
    assert f"Notice: work/{said}" in " ".join(capsys.readouterr().out.split())
    assert main(["grade", "work", "--dry-run", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["notices"] == [f"work/{said}"]
    assert main(["grade", "work"]) == 0
    assert said in capsys.readouterr().err
    (tmp_path / "new.yaml").write_text((tmp_path / "work" / "class.yaml").read_text().replace("cyy", "benn"))
    assert main(["regrade", "--preview", "--settings", "new.yaml"]) in (0, 1)
    assert "new.yaml:3: `extensions`: nobody is called `benn`; did you mean `ben`?" in capsys.readouterr().err


def test_a_mistake_in_settings_is_the_callers_and_has_the_name_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    notices(tmp_path, "exercises: [softmax-rows]\n", who=("ada",))
    assert main(["grade", "work"]) == 0
    for name, text in (("s.yaml", b"exercises: [softmax-rows]\npoints: {softmax-rows: -1}\n"), ("u.yaml", b"title: \xff\n")):
        (tmp_path / name).write_bytes(text)
        capsys.readouterr()

        assert main(["regrade", "--preview", "--settings", name]) == 2
        assert capsys.readouterr().err.startswith(f"{name}:")
        assert main(["grade", "work", "--settings", name]) == 2
        assert capsys.readouterr().err.startswith(f"{name}:")
