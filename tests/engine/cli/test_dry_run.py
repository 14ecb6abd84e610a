"""`grader grade --dry-run`: who, what, late, renamed, doubtful, unknown, missing; and nothing graded or written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli import main


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    folder = tmp_path / "work"
    for key, name in (("s1", "softmax_rows.py"), ("s2", "softmax_rows (1).py"), ("s9", "softmax_row.py")):
        (folder / key).mkdir(parents=True)
        (folder / key / name).write_text("# passed")
    (folder / "s4.zip").write_bytes(b"no archive")
    (folder / "class.yaml").write_text("exercises: [softmax-rows]\ndue: 2026-10-05T23:59:00+02:00\n")
    rows = ("id,name,submitted_at", "s1,Ada Example,2026-10-06T23:59:00+02:00", "s2,Ben Example,", "s3,Cyd Example,", "s4,,")
    (tmp_path / "roster.csv").write_text("\n".join(rows) + "\n")
    return tmp_path


def test_everything_is_said_and_nothing_is_written(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(work.rglob("*"))
    code = main(["grade", "work", "--dry-run", "--roster", "roster.csv"])
    out = capsys.readouterr().out

    assert code == 4
    assert "4 submissions, 1 late, 1 renamed, 1 doubtful, 1 unreadable, 1 missing, 1 unknown. Nothing" in out
    assert "s1 Ada Example: 1 exercise, late by 1 day\n" in out
    assert "    renamed: softmax_rows (1).py was taken for softmax-rows.\n" in out
    assert "    doubtful: softmax_row.py was not graded. Is it meant to be softmax_rows.py?\n" in out
    assert "    unreadable: The archive cannot be read" in out
    assert "Missing: s3\n" in out and "Unknown: s9\n" in out
    assert sorted(work.rglob("*")) == before


def test_the_same_as_json_and_a_strict_list(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / "work" / "s4.zip").unlink()
    code = main(["grade", "work", "--dry-run", "--roster", "roster.csv", "--strict-roster", "--json", "-"])
    said = json.loads(capsys.readouterr().out)

    assert code == 4
    assert said["roster"] == {"missing": ["s3", "s4"], "unknown": ["s9"], "duplicate": [], "ambiguous": []}
    assert said["submissions"][0]["late_seconds"] == 86400
    assert main(["grade", "work", "--dry-run", "--roster", "roster.csv"]) == 0


@pytest.mark.parametrize("name", ["class.yml", "Class.YAML", "class.yaml.txt"])
def test_settings_under_another_name_are_said_not_to_be_read(work: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (work / "work" / "class.yaml").rename(work / "work" / name)
    main(["grade", "work", "--dry-run"])

    assert f"Notice: `work/{name}` was not read: call it class.yaml, or name it with --settings." in " ".join(
        capsys.readouterr().out.split()
    )
