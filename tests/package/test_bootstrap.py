"""bootstrap.py: what it says where something is missing, and what it takes where there is a choice."""

from __future__ import annotations

import importlib.util
import os
import stat
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module that works in a folder of its own."""
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in module.INPUTS:
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    venv = tmp_path / ".venv"
    places = {"ROOT": tmp_path, "VENV": venv, "PYTHON": venv / "bin" / "python", "STAMP": venv / "bootstrap.json",
              "UNFINISHED": venv / "bootstrap.unfinished"}  # fmt: skip
    for name, path in places.items():
        monkeypatch.setattr(module, name, str(path))
    monkeypatch.setattr(module, "ALSO_LOOK_IN", ())
    monkeypatch.chdir(tmp_path)
    return module


def fake_python(folder: Path, name: str, version: str, *, code: str = "") -> Path:
    """A program that says it is some Python, and fails for anything but the question for its version."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f'#!/bin/sh\ncase "$2" in *version_info*) echo {version};; *) {code or "exit 1"};; esac\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_the_newest_fitting_python_is_taken(bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, version in (("python3", "3 9"), ("python3.12", "3 12"), ("python3.13", "3 13"), ("python3.15", "3 15"), ("python", "2 7")):
        fake_python(tmp_path / "bin", name, version)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(bootstrap.sys, "executable", str(tmp_path / "bin" / "python3"))

    assert bootstrap.find_python() == str(tmp_path / "bin" / "python3.13")


def test_a_shim_that_leads_nowhere_is_passed_over(bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shim = tmp_path / "bin" / "python3.13"
    shim.parent.mkdir()
    shim.write_text("#!/bin/sh\necho 'python3.13: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    fake_python(tmp_path / "bin", "python3.11", "3 11")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(bootstrap.sys, "executable", str(shim))

    assert bootstrap.find_python() == str(tmp_path / "bin" / "python3.11")


def test_without_a_python_it_says_so_with_the_mend(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "find_python", lambda: None)
    monkeypatch.setattr(bootstrap, "find_program", lambda name: None)

    assert bootstrap.main(["test"]) == 3
    said = capsys.readouterr().err
    assert "no Python from 3.11 to 3.14 was found.\n\nhint: " in said
    assert "Traceback" not in said


def test_without_venv_it_names_the_package_to_install(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    python = fake_python(tmp_path / "bin", "python3.12", "3 12")
    monkeypatch.setattr(bootstrap, "find_python", lambda: str(python))
    monkeypatch.setattr(bootstrap, "find_program", lambda name: None)

    assert bootstrap.main(["test"]) == 3
    said = capsys.readouterr().err
    assert "its modules venv and ensurepip are not installed" in said
    assert ("sudo apt-get install python3.12-venv" in said) == os.path.exists("/etc/debian_version")
    assert not (tmp_path / ".venv" / "bootstrap.json").exists()


MAKES_A_VENV = "mkdir -p .venv/bin; printf '#!/bin/sh\\nexit 1\\n' > .venv/bin/python; chmod +x .venv/bin/python"


def test_an_installation_that_fails_is_not_stamped(bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = fake_python(tmp_path / "bin", "python3.12", "3 12", code=MAKES_A_VENV)
    monkeypatch.setattr(bootstrap, "find_python", lambda: str(python))
    monkeypatch.setattr(bootstrap, "find_program", lambda name: None)

    assert bootstrap.main(["test"]) == 3
    assert (tmp_path / ".venv" / "bootstrap.unfinished").exists()
    assert not (tmp_path / ".venv" / "bootstrap.json").exists()


@pytest.mark.parametrize(("stamped", "wanted", "is_ready"), [(["dev"], [], True), (["dev"], ["dev"], True), ([], ["dev"], False)])
def test_a_stamped_environment_is_used_again_when_it_holds_enough(
    bootstrap: ModuleType, tmp_path: Path, stamped: list[str], wanted: list[str], is_ready: bool
) -> None:
    fake_python(tmp_path / ".venv" / "bin", "python", "3 12")
    bootstrap.write(bootstrap.STAMP, bootstrap.json.dumps({"inputs": bootstrap.inputs_hash(), "extras": stamped}))

    assert bootstrap.is_ready(wanted) is is_ready


@pytest.mark.parametrize("what", ["a link that leads nowhere", "a file", "a folder without a Python"])
def test_what_is_no_environment_is_made_one(bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    venv = tmp_path / ".venv"
    if what == "a link that leads nowhere":
        venv.symlink_to(tmp_path / "gone")
    elif what == "a file":
        venv.write_text("")
    else:
        venv.mkdir()
    python = fake_python(tmp_path / "bin", "python3", "3 12", code="exit 0")
    monkeypatch.setattr(bootstrap, "find_python", lambda: str(python))

    bootstrap.create(str(python), None)

    assert not venv.is_symlink() and not venv.exists()  # the made-up Python makes none


def test_the_environment_of_another_checkout_is_not_taken_over(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    fake_python(other / ".venv" / "bin", "python", "3 12")
    noted = {"inputs": "of the other", "extras": ["dev"], "root": str(other)}
    (other / ".venv" / "bootstrap.json").write_text(bootstrap.json.dumps(noted))
    (tmp_path / ".venv").symlink_to(other / ".venv")

    assert bootstrap.main(["test"]) == 3
    assert "a link to the environment of" in capsys.readouterr().err
    assert bootstrap.stamp() == noted


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_changed_inputs_ask_for_a_new_installation(bootstrap: ModuleType, tmp_path: Path, name: str) -> None:
    fake_python(tmp_path / ".venv" / "bin", "python", "3 12")
    bootstrap.write(bootstrap.STAMP, bootstrap.json.dumps({"inputs": bootstrap.inputs_hash(), "extras": ["dev"]}))
    assert bootstrap.is_ready(["dev"])

    (tmp_path / name).write_text("# changed\n")
    assert not bootstrap.is_ready(["dev"])


def test_an_unknown_word_is_wrong_usage() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "bootstrap.py"), "tset"], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (2, "Unknown command: tset\n")


def test_it_is_written_for_old_pythons() -> None:
    import ast

    source = (ROOT / "bootstrap.py").read_text(encoding="ascii")

    tree = ast.parse(source, feature_version=(3, 4))
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr)]


def test_make_and_bootstrap_offer_the_same() -> None:
    makefile = (ROOT / "Makefile").read_text()

    assert "\ndemo test lint bench:\n" in makefile


def test_constraints_name_no_index_and_pin_everything() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line and not line.startswith("#")]

    assert [line for line in lines if "==" not in line or line.startswith("-") or "://" in line] == []


@pytest.mark.parametrize(
    ("words", "is_by_two"),
    [([], True), (["-q"], True), (["--durations=5"], True), (["tests/docs"], False), (["-q", "-k", "wire"], False), (["--pdb"], False)],
)
def test_all_tests_are_run_by_two_processes_and_a_few_by_one(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str], is_by_two: bool
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "run", lambda command: ran.append(command) or 0)

    assert bootstrap.test(words) == 0
    assert ran[0][-len(words) :] == words or not words
    assert ("-n" in ran[0]) is is_by_two
