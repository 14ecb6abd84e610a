"""bench/results.json: the last figures of every measurement, each with its machine and date. Written with `--write`, shown by the docs."""

from __future__ import annotations

import json
import os
import platform
from datetime import date
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results.json")


def keep(name: str, figures: dict[str, Any]) -> None:
    """Put the figures of one measurement in the place of its last ones."""
    kept = kept_results()
    kept = {each: kept[each] for each in sorted({*kept, name}) if each in kept}
    kept[name] = {"date": date.today().isoformat(), "machine": machine(), **figures}  # noqa: DTZ011  # the day on this machine's wall
    beside = RESULTS.with_suffix(".new")
    beside.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    beside.replace(RESULTS)
    print(f"Kept in bench/{RESULTS.name}.")


def kept_results() -> dict[str, Any]:
    """What is kept; empty when nothing is."""
    if not RESULTS.is_file():
        return {}
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def machine() -> str:
    """What the figures were measured on."""
    return f"{platform.system()} {platform.machine()}, {_processor()}{os.cpu_count()} cores, Python {platform.python_version()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{name}, " if name else ""
