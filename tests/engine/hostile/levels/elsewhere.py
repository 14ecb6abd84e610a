"""Runs attacks of the gallery in this very process, whoever and wherever it is, and prints what came of each as JSON.

python -m tests.engine.hostile.levels.elsewhere '{"uid": 0, "refused": [...], "walls": [...], "names": [...]}'

First it becomes another user, if asked; then it loads the filter that a container would have loaded.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.checks.sandbox import Sandbox
from tests.engine.hostile.test_hostile import attack, planted, surroundings, untouched
from tests.engine.running import grown, held
from tests.engine.untrusted.container import enter


def main(order: Mapping[str, Any]) -> dict[str, Any]:
    """The measured level and layers, and by attack what went wrong, if anything did."""
    if order["uid"]:
        os.setgroups([])
        os.setresgid(order["uid"], order["uid"], order["uid"])
        os.setresuid(order["uid"], order["uid"], order["uid"])
    if order["refused"]:
        enter(order["refused"])
    with tempfile.TemporaryDirectory() as folder, Sandbox.start(walls=tuple(order["walls"])) as sandbox:
        os.chdir(folder)
        problems = attacked(order["names"], sandbox, Path(folder))
        os.chdir("/")
        isolation = sandbox.isolation
        return {"uid": os.getuid(), "level": isolation.level.value, "layers": dict(isolation.layers), "problems": problems}


def attacked(names: Sequence[str], sandbox: Sandbox, folder: Path) -> dict[str, str]:
    """By attack, what went wrong."""
    problems: dict[str, str] = {}
    place = folder / "bait"
    place.mkdir()
    with planted(sandbox, place) as bait:
        before, around = held(), surroundings(sandbox)
        for name in names:
            try:
                attack(name, sandbox, bait)
                untouched(sandbox, bait)
            except Exception as error:
                problems[name] = f"{type(error).__name__}: {error}"[:2000]
        left = [*grown(before), *(surroundings(sandbox) - around), *(path.name for path in folder.iterdir() if path != place)]
    return problems | ({"(all)": f"left behind: {left}"} if left else {})


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
