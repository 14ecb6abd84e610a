"""Makes the attention explorer one file: styles and scripts inlined, nothing fetched, only these very scripts allowed to run.

The scripts are ES modules on disk, one noun each. A page opened from a disk may not load modules, so their imports and exports are taken
out and they follow each other in the order of SCRIPTS.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import asdict
from importlib.resources import files
from importlib.resources.abc import Traversable

from grader.web.cases import PlaneCase

SCRIPTS = ("maths.js", "state.js", "texts.js", "panels.js", "plane.js", "challenges.js", "main.js")
PARTS = files("grader.web") / "explorer"
MODULE_WORDS = re.compile(r"^import [^;]+;\n|^export (?=const|function|class)", re.MULTILINE)
COMMENTS = re.compile(r"^ *//.*\n", re.MULTILINE)  # whole lines only: a // inside a text stays


def explorer_page(case: PlaneCase | None = None) -> str:
    """The whole page; with a case, that case is its opening scene."""
    return assemble(explorer_script(), case)


def assemble(script: str, case: PlaneCase | None = None) -> str:
    """A page around a script; its security policy lets this very script and style run, and nothing else."""
    style = _read(files("grader.report") / "style.css") + _read(PARTS / "explorer.css")
    own = f"style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:"
    policy = f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"
    parts = {"policy": policy, "style": style, "script": script, "case": _inert(case)}
    return re.sub(r"\{(policy|style|script|case)\}", lambda found: parts[found[1]], _read(PARTS / "page.html"))


def explorer_script() -> str:
    """All scripts as one."""
    whole = "\n".join(COMMENTS.sub("", MODULE_WORDS.sub("", _read(PARTS / name))) for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{whole}}})();\n'


def _read(path: Traversable) -> str:
    return path.read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """How a security policy names one inline script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _inert(case: PlaneCase | None) -> str:
    """The case as JSON that cannot end its own script element."""
    return json.dumps(None if case is None else asdict(case), allow_nan=False).replace("<", "\\u003c")
