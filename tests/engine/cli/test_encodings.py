"""A file that is no UTF-8 is told as that, with its line, wherever somebody looks: in the terminal, in a class and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli import main
from grader.content.load import load_level

SLUG = "softmax-rows"
SAID = "softmax_rows.py:2 is not UTF-8: save it as UTF-8"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    text = load_level().exercise(SLUG).solution_path.read_text(encoding="utf-8")
    return f"import math\n# größe\n{text}".encode("latin-1")


@pytest.mark.isolation
def test_a_learner_is_told(source: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["start"]) == 0
    (tmp_path / "o3_weights" / "softmax_rows.py").write_bytes(source)
    capsys.readouterr()
    main(["check", SLUG])
    shown = " ".join(capsys.readouterr().out.split())

    assert f"SyntaxError: {SAID} " in shown
    assert "next save o3_weights/softmax_rows.py as UTF-8 in your editor: " in shown
    assert "grader hint" not in shown
    main(["check", SLUG, "--json"])
    assert f'"message": "{SAID}."' in capsys.readouterr().out


@pytest.mark.isolation
def test_a_class_is_told(source: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "work" / "ada").mkdir(parents=True)
    (tmp_path / "work" / "ada" / "softmax_rows.py").write_bytes(source)
    (tmp_path / "work" / "class.yaml").write_text(f"exercises: [{SLUG}]\n")
    main(["grade", "work", "-o", "graded"])
    learner = json.loads((tmp_path / "graded" / "learners" / "ada.json").read_text("utf-8"))

    assert learner["exercises"][0]["message"] == f"{SAID}."
    assert f"{SLUG}: {SAID}." in (tmp_path / "graded" / "index.html").read_text("utf-8")
    assert SAID in (tmp_path / "graded" / "learners" / "ada.html").read_text("utf-8")
