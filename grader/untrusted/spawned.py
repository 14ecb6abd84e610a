"""A child that is not forked but started: the same service over its standard streams, with what confinement the system offers."""

from __future__ import annotations

import os

from grader.untrusted import child, confine

_PARKING = 40


def main(memory_bytes: int, cpu_s: int, file_bytes: int, parent: int, fault_fd: int) -> None:
    """Serves until killed. Requests come on descriptor 0, replies go to 1, prints to the file at 2."""
    _move_descriptors(fault_fd)
    child.note_where()
    confine.offer_to_oom_killer()
    base = confine.address_space()
    bounds = confine.Bounds(base + memory_bytes if base else 0, cpu_s, file_bytes)
    lockdown = confine.Confinement(())
    inherited = lockdown.prepare_server()
    served = child.Child(has_files=True)
    lockdown.apply(bounds, parent)
    served.serve({**lockdown.measure(bounds), **inherited})


def _move_descriptors(fault_fd: int) -> None:
    """Puts every descriptor into its fixed place and closes all others."""
    null = os.open(os.devnull, os.O_RDWR)
    fault = fault_fd if fault_fd >= 0 else null
    wanted = {child.NULL: null, child.OUT: 2, child.ERR: 2, child.REQUEST: 0, child.REPLY: 1, child.FAULT: fault}
    parked = {place: os.dup2(source, _PARKING + place) for place, source in wanted.items()}
    for place, source in parked.items():
        os.dup2(source, place, inheritable=False)
    os.closerange(child.FAULT + 1, _PARKING + 64)
