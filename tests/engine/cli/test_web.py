"""`grader web` without what it needs, outside of a folder, or on a port that is taken: one sentence each, and the right exit code."""

from __future__ import annotations

import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import main
from grader.results import ExitCode
from grader.web.serve import _write_door

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("module", ["flask", "waitress"])
def test_without_the_extra_it_says_what_to_install(tmp_path: Path, module: str) -> None:
    (tmp_path / ".grader").mkdir()
    code = f"import sys; sys.modules[{module!r}] = None; from grader.cli import main; sys.exit(main(['web']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (ExitCode.USAGE, "")
    assert done.stderr.startswith(
        f"The study desk needs {module}, which is not installed.\n\nhint: python -m pip install 'attention-grader[web]'"
    )


def test_outside_of_a_folder_it_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["web"]) == ExitCode.USAGE
    assert "grader start" in capsys.readouterr().err


def test_a_port_that_is_taken_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    (tmp_path / ".grader").mkdir()
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["web", "--port", str(port)]) == ExitCode.USAGE

    assert capsys.readouterr().err.startswith(f"Port {port} cannot be used: address already in use.\n")


def test_the_file_that_opens_the_desk_is_the_learners_alone(tmp_path: Path) -> None:
    door = tmp_path / "desk.html"
    door.write_text("an old one")
    door.chmod(0o644)
    _write_door(door, "http://127.0.0.1:1/enter?token=x")

    assert stat.S_IMODE(door.stat().st_mode) == 0o600
    assert "token=x" in door.read_text()
