"""CPU and wall seconds of a command and of everything it starts, measured from outside."""

from __future__ import annotations

import compileall
import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU (user and system, all descendants) and of wall time, and the largest resident size of any one process."""

    cpu_s: float
    wall_s: float
    peak_mb: float


def compile_ourselves() -> None:
    """Compile this program as an installation does: the peers' packages are installed, and compiled, too."""
    import grader

    compileall.compile_dir(str(Path(grader.__file__).parent), quiet=1)


def cpu_with_reaped_s(pid: int) -> float:
    """CPU seconds of a process and of every child that it has reaped by now, to a few hundredths."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def become_reaper() -> None:
    """Make this process the parent of orphans below it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def cost_of(command: Sequence[str | Path], *, env: dict[str, str] | None = None, expected: tuple[int, ...] = (0,)) -> Cost:
    """Run a command to its end and add up every process it left to us. RuntimeError when it ends with an unexpected code.

    This process becomes the reaper of orphans, so that a descendant whose parent was killed is counted too.
    """
    become_reaper()
    started = time.monotonic()
    child = subprocess.Popen([str(part) for part in command], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert child.stderr is not None
    said = child.stderr.read()
    cpu_s, peak_kb, code = 0.0, 0, None
    while True:
        try:
            pid, status, used = os.wait4(-1, 0)
        except ChildProcessError:
            break
        cpu_s += used.ru_utime + used.ru_stime
        peak_kb = max(peak_kb, used.ru_maxrss)
        if pid == child.pid:
            code = os.waitstatus_to_exitcode(status)
    child.returncode = code
    if code not in expected:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {code}: {said.decode(errors='replace')[-2000:]}")
    return Cost(cpu_s, time.monotonic() - started, peak_kb / 1024)
