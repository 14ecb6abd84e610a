"""Shell completion knows verbs and exercises."""

from __future__ import annotations

import pytest

from grader.cli import main
from grader.cli.verbs import landed
from grader.content import load_level


def completed(words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What bash would offer for the last word of a line."""
    monkeypatch.setenv("_GRADER_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    assert main([]) == 0
    return [line.split(",", 1)[1] for line in capsys.readouterr().out.splitlines()]


def test_verbs_are_offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert completed("grader li", monkeypatch, capsys) == [name for name in landed() if name.startswith("li")]


@pytest.mark.parametrize("verb", ["check", "verify"])
@pytest.mark.parametrize("start", ["softmax-", "softmax_"])
def test_exercises_are_offered(verb: str, start: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    expected = [exercise.slug for exercise in load_level().exercises if exercise.slug.startswith("softmax-")]

    assert expected
    assert completed(f"grader {verb} {start}", monkeypatch, capsys) == expected


def test_the_script_for_a_shell_can_be_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("_GRADER_COMPLETE", "zsh_source")

    assert main([]) == 0
    assert "#compdef grader" in capsys.readouterr().out
