"""The outer wall for an ordinary user: bubblewrap around the fork server, in namespaces where hardly a file exists.

Only tried, never assumed: where user namespaces are forbidden (many containers, stock Ubuntu 24.04) the server starts without it. Root does
without: its server becomes a user of its own instead, and bubblewrap started by root would keep every capability.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

_NAMESPACES = (
    "--unshare-user",
    "--unshare-ipc",
    "--unshare-net",
    "--unshare-uts",
    "--unshare-cgroup-try",
)  # not pid: the parent times by pid
_SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/local/lib")
_LINKED = ("/lib", "/lib64")


def is_possible() -> bool:
    """Whether there is a bubblewrap to try, and a reason to."""
    return os.name == "posix" and os.geteuid() != 0 and shutil.which("bwrap") is not None


def wrapped(command: list[str], numpy: Path, grader: Path) -> list[str]:
    """The command inside bubblewrap. It sees Python, numpy and the two packages of grader that it needs, read-only, and nothing else.

    No /proc, no /etc, no home, no temporary files, no network; and no directory is handed over as a descriptor, for that would be the
    way to every file of the host.
    """
    program = os.path.realpath(command[0])
    binds = [*_libraries(), *_python(program), *_packages(numpy, grader)]
    return [
        shutil.which("bwrap") or "bwrap",
        *_NAMESPACES,
        "--cap-drop",
        "ALL",
        "--die-with-parent",
        *binds,
        "--chdir",
        "/",
        "--",
        program,
        *command[1:],
    ]


def _libraries() -> Iterator[str]:
    for path in _SYSTEM:
        yield from ("--ro-bind-try", path, path)
    for path in _LINKED:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        else:
            yield from ("--ro-bind-try", path, path)


def _python(program: str) -> Iterator[str]:
    yield from ("--ro-bind", program, program)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for prefix in dict.fromkeys((sys.base_prefix, sys.base_exec_prefix)):
        for path in (f"{prefix}/lib/{version}", f"{prefix}/lib/lib{version}.so.1.0", f"{prefix}/lib64/{version}"):
            yield from ("--ro-bind-try", path, path)


def _packages(numpy: Path, grader: Path) -> Iterator[str]:
    for path in (numpy, numpy.with_name("numpy.libs"), grader / "__init__.py", grader / "wire", grader / "untrusted"):
        yield from ("--ro-bind-try", str(path), str(path))
