"""What a command costs before it does anything."""

from __future__ import annotations

from pathlib import Path

from tests.engine.running import least_cpu_s


def test_help_costs_less_than_100_ms_of_cpu_over_bare_python(tmp_path: Path) -> None:
    assert least_cpu_s(tmp_path, "-m", "grader", "--help") - least_cpu_s(tmp_path, "-c", "pass") < 0.1
