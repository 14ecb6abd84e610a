"""The fork server: a clean, warm process that makes one locked child per request and never runs a learner byte itself.

Its requests are fixed-size structs of numbers with descriptors attached; no name, path or text ever reaches it, so that nothing of one
submission can be found in the memory of the next child. It ends when its control socket closes.
"""

from __future__ import annotations

import gc
import os
import socket
import struct

from grader import wire
from grader.untrusted import child, confine, modules

REQUEST = struct.Struct("<BQQQQ")
"""What, number, memory bytes above the warm process, CPU seconds, file bytes."""

ANSWER = struct.Struct("<BQqdq")
"""What, number, pid or wait status, CPU seconds used, peak memory in KiB."""

READY, SPAWN, REAP = 1, 2, 3


def main(control_fd: int, parent: int, filter_wanted: bool, from_main_thread: bool) -> None:
    """Serves until the control socket closes; returns only in a child, never."""
    if from_main_thread:
        confine.die_with_parent(parent)
    confine.prctl(confine.PR_SET_DUMPABLE, 0)
    confine.offer_to_oom_killer()
    missing = modules.preload()
    modules.warm_up()
    wire.warm()
    server = os.getpid()
    lockdown = confine.Confinement(filter_wanted)
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=control_fd) as control:
        control.send(ANSWER.pack(READY, 0, len(missing), 0.0, 0))
        bounds = _serve(control)
    if bounds is None:
        return
    lockdown.apply(bounds, server)
    child.Child(lockdown.measure(bounds)).serve()


def _serve(control: socket.socket) -> confine.Bounds | None:
    """Answers requests; returns bounds in a new child, None at the end."""
    pids: dict[int, int] = {}
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, REQUEST.size, 4)
        if len(data) < REQUEST.size:
            return None
        what, number, memory_bytes, cpu_s, file_bytes = REQUEST.unpack(data)
        if what == REAP:
            _, status, usage = os.wait4(pids.pop(number), 0)
            control.send(ANSWER.pack(REAP, number, status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss))
            continue
        pid = os.fork()
        if pid == 0:
            os.setsid()
            child.take_descriptors(*descriptors)
            control.detach()
            child.note_where()
            return confine.Bounds(memory_bytes, cpu_s, file_bytes)
        pids[number] = pid
        control.send(ANSWER.pack(SPAWN, number, pid, 0.0, 0))
        for descriptor in descriptors:
            os.close(descriptor)
