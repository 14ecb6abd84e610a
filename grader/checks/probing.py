"""Levels side by side: the same attacks tried at every level that this machine can show. For `grader doctor --probe` and the docs."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.canaries import CanaryResult
from grader.checks.isolation import Isolation
from grader.checks.sandbox import EVERY_WALL, Sandbox
from grader.records import dataclass
from grader.results import IsolationLevel

STANDS: dict[str, tuple[str, ...]] = {
    "separated": (),
    "landlock": ("landlock",),
    "contained": ("filter", "landlock"),
    "walled": EVERY_WALL,
}
"""What is put around a child, the weakest first. `landlock` is no level: it shows why the filter is needed."""


@dataclass(frozen=True, slots=True)
class Column:
    """One stand: what was measured there, and whether each attack was held."""

    name: str
    isolation: Isolation
    results: tuple[CanaryResult, ...]

    @property
    def open(self) -> frozenset[str]:
        """The attacks that worked."""
        return frozenset(result.name for result in self.results if not result.is_held)


@dataclass(frozen=True, slots=True)
class ProbeTable:
    """The stands that this machine can show, the weakest first; every one was tried with the same attacks."""

    columns: tuple[Column, ...]

    @property
    def rows(self) -> dict[str, tuple[bool, ...]]:
        """By attack, in the order of trying, whether it was held at each stand."""
        names = dict.fromkeys(result.name for column in self.columns for result in column.results)
        return {name: tuple(name not in column.open for column in self.columns) for name in names}

    @property
    def best(self) -> Column:
        """Where a class would be graded."""
        return self.columns[-1]

    @property
    def is_enough(self) -> bool:
        """Whether a class may be graded here."""
        return self.best.isolation.level.is_at_least(IsolationLevel.CONTAINED) and not self.best.open


def probe() -> ProbeTable:
    """Tries every canary at every stand that can be had here. Raises WorkerDied when nothing starts at all."""
    return ProbeTable(tuple(_columns()))


def _columns() -> Iterator[Column]:
    for name, walls in STANDS.items():
        with Sandbox.start(walls=walls) as sandbox:
            if _is_shown(name, sandbox.isolation):
                yield Column(name, sandbox.isolation, sandbox.canaries())


def _is_shown(name: str, isolation: Isolation) -> bool:
    """Whether the machine gave what the stand is called after."""
    if name == "landlock":
        return isolation.layers.get("landlock", "none") != "none"
    return isolation.level is IsolationLevel(name)
