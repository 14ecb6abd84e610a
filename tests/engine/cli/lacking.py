"""A Python like this one that lacks something, for it and all its children: made as a virtual environment with one more start-up file."""

from __future__ import annotations

import sysconfig
import venv
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]

POSIX_ONLY = """
import os, sys
for name in ("fork", "forkpty", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("resource", "fcntl", "termios", "tty", "pty", "pwd", "grp"):
    sys.modules[name] = None
"""
SOCKETS = """
import socket

class Blocked(socket.socket):
    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        super().__init__(family, type, proto, fileno)
        if self.family != socket.AF_UNIX:
            raise OSError("a test blocks every socket that leaves this machine")

def no_names(*arguments, **named):
    raise OSError("a test blocks every look-up of a name")

socket.socket = Blocked
socket.getaddrinfo = no_names
"""


def python_without(folder: Path, start_up: str) -> Path:
    """The interpreter of a new environment in which `start_up` runs first, and everything of ours is there."""
    venv.EnvBuilder(with_pip=False, symlinks=True).create(folder)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "lacking.py").write_text(start_up, encoding="utf-8")
    (site / "lacking.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n{REPOSITORY}\nimport lacking\n", encoding="utf-8")
    return folder / "bin" / "python"
