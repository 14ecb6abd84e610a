"""One module for each grader: writes the checks in its form, grades a folder of submissions as its users do, reads what it says."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.peers.running import Grader

NAMES = ("here", "pytest", "gradescope", "check50", "nbgrader", "otter", "prairielearn")
FLOORS = ("floor",)


def grader(name: str) -> Grader:
    """The grader of that name."""
    found: Grader = import_module(f"bench.peers.adapters.{name}").Grader()
    return found
