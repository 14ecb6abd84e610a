"""An environment of its own for each peer, made once by `python3 bootstrap.py bench peers --install`, kept in `.bench/` and never in git.

Knows packages and interpreters; knows neither the work nor the attacks. What cannot be installed is said, and that peer left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parents[2] / ".bench" / "peers"
NUMPY = "numpy==2.4.6"  # the same for everybody, and the one of constraints.txt


@dataclass(frozen=True, slots=True)
class Packages:
    """What a peer is installed from. `for_anyone`: the interpreter must be one that another user may execute."""

    requirements: tuple[str, ...]
    for_anyone: bool = False


PACKAGES = {
    "pytest": Packages(("pytest==9.2.0", "pytest-timeout==2.4.0")),
    "gradescope": Packages(("gradescope-utils==0.5.0",)),
    "check50": Packages(("check50==3.5.0", "setuptools<81")),
    "nbgrader": Packages(("nbgrader==0.9.6", "ipykernel")),
    "otter": Packages(("otter-grader==7.0.0", "ipykernel", "nbconvert")),
    # The last four are imported by the package and not among its declared dependencies.
    "prairielearn": Packages(("pytest-prairielearn-grader==0.3.1", "networkx", "pandas", "plot-serializer", "matplotlib"), for_anyone=True),
}


def python_of(peer: str) -> Path:
    """The interpreter of a peer's environment, whether or not it is there."""
    return HOME / peer / "bin" / "python"


def program_of(peer: str, name: str) -> Path:
    """A program that a peer's packages bring along."""
    return HOME / peer / "bin" / name


def is_installed(peer: str) -> bool:
    """Whether the environment was finished."""
    return (HOME / peer / "installed").is_file()


def install(peer: str) -> str:
    """Make a peer's environment unless it is there; "" or why it could not be made."""
    if is_installed(peer):
        return ""
    packages = PACKAGES[peer]
    folder = HOME / peer
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = _run([_interpreter(packages), "-m", "venv", "--clear", folder])
    said = made or _run([python_of(peer), "-m", "pip", "install", "--quiet", "--no-input", NUMPY, *packages.requirements])
    if not said:
        (folder / "installed").write_text("\n".join(packages.requirements) + "\n", encoding="utf-8")
    return said


def versions(peer: str) -> str:
    """The packages that a peer was installed from, as the environment says."""
    return (HOME / peer / "installed").read_text(encoding="utf-8").splitlines()[0]


def _interpreter(packages: Packages) -> str:
    """Ours, or the system's where another user has to be able to execute it."""
    system = Path("/usr/bin/python3")
    return str(system) if packages.for_anyone and system.exists() else getattr(sys, "_base_executable", sys.executable)


def _run(command: list[str | Path]) -> str:
    """ "" when it went well, else the end of what it said."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    done = subprocess.run([str(part) for part in command], env=env, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else (done.stderr or done.stdout).strip()[-600:] or f"ended with {done.returncode}"
