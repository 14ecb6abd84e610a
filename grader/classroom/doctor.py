"""What class grading needs of a machine, tried out here and now: isolation in a real child, probes of it, the place, the disk."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from grader.classroom.pooling import NEEDED
from grader.errors import GraderError
from grader.records import dataclass
from grader.store.places import journal_notice

ROOM_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` says what to do when it is not fine."""

    name: str
    value: str
    is_fine: bool
    advice: str = ""


def examine(folder: Path) -> tuple[Finding, ...]:
    """All findings for grading into `folder` on this machine."""
    return (
        Finding("Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}", True),
        Finding("numpy", version("numpy"), True),
        *_isolation(),
        _place(folder),
        _room(folder),
    )


def _isolation() -> Iterator[Finding]:
    from grader.checks.sandbox import Sandbox

    try:
        with Sandbox.start() as sandbox:
            measured = sandbox.isolation
            canaries = sandbox.canaries()
    except GraderError as error:
        yield Finding("Isolation", "could not be started", False, f"{error.message} {error.hint}".strip())
        return
    layers = ", ".join(f"{name} {state}" for name, state in sorted(measured.layers.items()))
    is_enough = measured.level.is_at_least(NEEDED)
    why = " ".join(measured.reasons)
    advice = "" if is_enough else f"{why} Grading a class needs `{NEEDED.value}`; your own work can be checked here all the same."
    yield Finding("Isolation", f"{measured.level.value} ({layers})", is_enough, advice)
    through = [canary.name for canary in canaries if not canary.is_held]
    held = f"{len(canaries) - len(through)} of {len(canaries)} probes held"
    expected = "" if is_enough else "That is what the missing layers mean."
    yield Finding("Probes", held, not through, f"Got through: {', '.join(through)}. {expected}".strip() if through else "")


def _place(folder: Path) -> Finding:
    notice = journal_notice(folder)
    return Finding("Place", str(folder), True, notice)


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    advice = "" if free >= ROOM_BYTES else "A class of a few hundred needs some hundred megabytes; free some space first."
    return Finding("Room", f"{free / (1 << 30):.1f} GiB free", free >= ROOM_BYTES, advice)
