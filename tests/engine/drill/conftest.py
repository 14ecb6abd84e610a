"""The real Anki, in an environment of its own: it is AGPL, so it is a tool of the tests and no part of the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SIDE = Path(__file__).with_name("anki_side.py")


@pytest.fixture(scope="session")
def ask_anki(tmp_path_factory: pytest.TempPathFactory) -> Callable[[dict[str, Any]], Any]:
    """Asks the `anki` library something; see anki_side.py for what."""
    home = Path(os.environ.get("GRADER_ANKI_ENV") or tmp_path_factory.getbasetemp() / "anki-env")  # one for all folders of tests
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "anki"]
        installed = subprocess.run(pip, capture_output=True, text=True, check=False)
        if installed.returncode:
            pytest.skip(f"anki cannot be installed here: {installed.stderr.strip().splitlines()[-1:]}")

    def ask(request: dict[str, Any]) -> Any:
        done = subprocess.run(
            [str(python), str(SIDE)],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            env={**os.environ, "TZ": "UTC"},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask
