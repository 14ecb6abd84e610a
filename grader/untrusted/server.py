"""The fork server: a clean, warm process that makes one locked child per request and never runs a learner byte itself.

Its requests are fixed-size structs of numbers with descriptors attached; no name, path or text ever reaches it, so that nothing of one
submission can be found in the memory of the next child. It ends when its control socket closes.

Almost all that a child costs is its own copy of memory pages that it writes to. So the child is made, rehearsed and half confined here,
descriptors arrive in the places that they have there, and the fork is the C library's: Python's own runs a dozen hooks (locks of logging
and threading, new random seeds) that a process with one thread and fixed seeds does not need, for 0.7 of 0.8 ms.
"""

from __future__ import annotations

import ctypes
import gc
import os
import socket
import struct
import sys
from collections.abc import Callable

from grader import wire
from grader.untrusted import child, confine, modules

REQUEST = struct.Struct("<BQQQQ")
"""What, number, bytes of address space (0: no limit), CPU seconds, file bytes."""

ANSWER = struct.Struct("<BQqdq")
"""What, number, pid or wait status, CPU seconds used, bytes: of address space when ready, of peak memory when reaped."""

READY, SPAWN, REAP = 1, 2, 3

CONTROL = 6
PLACES = [child.OUT, child.ERR, child.REQUEST, child.REPLY, child.FAULT]
"""Where the descriptors of a SPAWN arrive, in the order in which they are sent: the lowest free numbers."""


def main(control_fd: int, parent: int, walls: tuple[str, ...], is_wrapped: bool) -> None:
    """Serves until the control socket closes; a child never returns from here. `parent` 0: somebody else sees to our end."""
    if parent:
        confine.die_with_parent(parent)
    confine.offer_to_oom_killer()
    modules.preload()
    modules.shorten_star_imports()
    modules.warm_up()
    wire.warm()
    lockdown = confine.Confinement(walls)
    next_child = child.Child()
    next_child.rehearse()
    child.note_where()
    control = _control_socket(control_fd)
    base = confine.address_space()
    outer = confine.outer_wall() if is_wrapped else "none"
    inherited = {**lockdown.prepare_server(), "outer": outer}
    if parent:
        confine.die_with_parent(parent)  # again: a change of user takes it back
    gc.freeze()  # no child looks through, and so copies, what is here; no garbage was collected on the way (`launch`)
    server, fork = os.getpid(), _fork()
    control.send(ANSWER.pack(READY, 0, server, 0.0, base))
    bounds = _serve(control, fork)
    if bounds is not None:
        lockdown.apply(bounds, server)
        next_child.serve({**lockdown.measure(bounds), **inherited})


def _control_socket(control_fd: int) -> socket.socket:
    """The control socket at its fixed place, every place of a child's descriptors free."""
    if control_fd != CONTROL:  # dup3 refuses to copy a descriptor onto itself
        os.dup2(control_fd, CONTROL, inheritable=False)
    for place in PLACES:
        try:
            os.close(place)
        except OSError:
            continue
    os.closerange(CONTROL + 1, 1024)
    return socket.socket(fileno=CONTROL)


def _fork() -> Callable[[], int]:
    """The C library's fork, called with the interpreter lock held. Without such a lock, Python's own fork, hooks and all."""
    if sys.implementation.name == "cpython" and getattr(sys, "_is_gil_enabled", lambda: True)():
        fork: Callable[[], int] = ctypes.PyDLL(None).fork
        return fork
    return os.fork


def _serve(control: socket.socket, fork: Callable[[], int]) -> confine.Bounds | None:
    """Answers requests; returns bounds in a new child, None at the end."""
    pids: dict[int, int] = {}
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, REQUEST.size, len(PLACES))
        if len(data) < REQUEST.size:
            return None
        what, number, memory_bytes, cpu_s, file_bytes = REQUEST.unpack(data)
        if what == REAP:
            _, status, usage = os.wait4(pids.pop(number), 0)
            control.send(ANSWER.pack(REAP, number, status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10))
            continue
        pid = fork() if descriptors == PLACES else -1
        if pid == 0:
            control.close()
            return confine.Bounds(memory_bytes, cpu_s, file_bytes)
        pids[number] = pid
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(ANSWER.pack(SPAWN, number, pid, 0.0, 0))
