"""Levels side by side: the same attacks tried at every level that this machine can show. For `grader doctor` and the docs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.checks.canaries import CanaryResult
from grader.checks.sandbox import Sandbox
from grader.results import IsolationLevel


@dataclass(frozen=True, slots=True)
class ProbeTable:
    """By attack, in the order of trying, whether it was held at each level that was shown, the weakest first."""

    levels: tuple[IsolationLevel, ...]
    layers: Mapping[IsolationLevel, Mapping[str, str]]
    rows: Mapping[str, tuple[bool, ...]]

    def open_at(self, level: IsolationLevel) -> frozenset[str]:
        """The attacks that worked at that level."""
        column = self.levels.index(level)
        return frozenset(name for name, held in self.rows.items() if not held[column])


def probe() -> ProbeTable:
    """Tries every canary at `separated`, and at the best level that this machine has if that is a higher one."""
    tried: dict[IsolationLevel, tuple[CanaryResult, ...]] = {}
    layers: dict[IsolationLevel, Mapping[str, str]] = {}
    for wanted in (IsolationLevel.SEPARATED, None):
        with Sandbox.start(level=wanted) as sandbox:
            tried[sandbox.isolation.level] = sandbox.canaries()
            layers[sandbox.isolation.level] = sandbox.isolation.layers
    held = {level: {result.name: result.is_held for result in results} for level, results in tried.items()}
    names = dict.fromkeys(result.name for results in tried.values() for result in results)
    return ProbeTable(tuple(tried), layers, {name: tuple(held[level].get(name, False) for level in tried) for name in names})
