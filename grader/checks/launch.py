"""How untrusted processes are started: a clean environment and a command line that loads nothing of the user's. Starts none itself."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import grader
from grader.checks import outer
from grader.errors import WorkerDied

_BOOT = "import gc, sys; gc.disable(); sys.path[:0] = {paths!r}; from grader.untrusted.{module} import main; main({arguments})"


def clean_environment() -> dict[str, str]:
    """All that a server sees of our environment: no token, no name, no path of ours; one BLAS thread; a fixed hash seed and time zone."""
    fixed = {
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "MALLOC_ARENA_MAX": "1",  # each further arena would take 64 MB of a child's address space
        "MALLOC_MMAP_THRESHOLD_": "33554432",  # freed memory is used again, not given back and faulted in anew: a call with
        "MALLOC_TRIM_THRESHOLD_": "268435456",  # 2 MB of arrays takes half the time
    }
    needed = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")  # without which this Python may not even start
    passed = {name: value for name, value in os.environ.items() if name in needed or name.startswith("OPENBLAS_")}
    return {**passed, **fixed}


def boot_command(module: str, arguments: str, *, is_wrapped: bool = False) -> list[str]:
    """The command line of an untrusted process: like -I, but the hash seed is honoured; no site, no .pth, no bytecode written."""
    package, numpy = Path(grader.__file__).parent, _numpy()
    paths = [str(path) for path in dict.fromkeys((package.parent, numpy.parent))]
    code = _BOOT.format(paths=paths, module=module, arguments=arguments)
    command = [sys.executable, "-P", "-s", "-S", "-B", "-c", code]
    return outer.wrapped(command, numpy, package) if is_wrapped else command


def _numpy() -> Path:
    found = importlib.util.find_spec("numpy")
    if found is None or found.origin is None:
        raise WorkerDied("numpy is not installed", hint="install it in the environment that runs `grader`")
    return Path(found.origin).parent
