"""What a command costs before it does anything: CPU time of its process, the least of a few runs."""

from __future__ import annotations

import os
import sys

import pytest

RUNS = 5


def cpu_s(*args: str) -> float:
    """The least CPU seconds that a Python with these arguments used."""
    return min(_one(args) for _ in range(RUNS))


def _one(args: tuple[str, ...]) -> float:
    nothing = os.open(os.devnull, os.O_WRONLY)
    pid = os.posix_spawn(sys.executable, [sys.executable, *args], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 1)])
    os.close(nothing)
    _, status, usage = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return usage.ru_utime + usage.ru_stime


@pytest.mark.parametrize("command", [["--help"], ["--version"]])
def test_help_costs_less_than_a_tenth_of_a_second_over_bare_python(command: list[str]) -> None:
    assert cpu_s("-m", "grader", *command) - cpu_s("-c", "pass") < 0.1
