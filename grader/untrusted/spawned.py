"""A child that is not forked but started: the same service over its standard streams, with what confinement the system offers."""

from __future__ import annotations

import os

from grader.untrusted import child, confine


def main(memory_bytes: int, cpu_s: int, file_bytes: int, parent: int, fault_fd: int) -> None:
    """Serves until killed. Requests come on descriptor 0, replies go to 1, prints to the file at 2."""
    null = os.open(os.devnull, os.O_RDWR)
    sources = (os.dup(0), os.dup(1), os.dup(2), os.dup(fault_fd if fault_fd >= 0 else null))
    child.take_descriptors(*sources, null=null)
    child.note_where()
    confine.offer_to_oom_killer()
    bounds = confine.Bounds(memory_bytes, cpu_s, file_bytes)
    lockdown = confine.Confinement(filter_wanted=False)
    lockdown.apply(bounds, parent)
    child.Child(lockdown.measure(bounds), has_files=True).serve()
