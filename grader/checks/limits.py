"""What a submission may use: every default of the wall, in one place. Knows no exercise and starts nothing."""

from __future__ import annotations

from dataclasses import replace

from grader.records import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one child, and of all children of one submission together.

    CPU time gives the verdict; wall time is several times larger: busy cores are not the learner's fault."""

    call_cpu_s: float = 2.0
    call_wall_s: float = 10.0
    load_cpu_s: float = 2.0
    load_wall_s: float = 10.0
    total_cpu_s: float = 30.0  # load and all calls of all children together
    total_wall_s: float = 150.0  # the same, waiting; our own work does not count
    stopped_calls: int = 2  # that many calls are stopped for time, then the rest is not run
    memory_bytes: int = 1024 * MIB  # address space above the warm process; about 19 thread stacks fit in it
    request_bytes: int = 64 * MIB
    reply_bytes: int = 64 * MIB
    printed_chars: int = 65_536  # kept of what one call prints; the rest is counted
    handle_calls: int = 100_000  # calls over the wall that one call may make, either way
    nesting: int = 16  # calls inside calls
    served_wall_s: float = 60.0  # of our own time that one call may take up by calling functions of ours
    total_served_s: float = 120.0  # the same, of all calls of all children together
    served_bytes: int = 2048 * MIB  # of our own memory that one call of a function of ours may take

    def for_runs(self, runs: int) -> Limits:
        """The limits of so many runs in the same children."""
        return replace(
            self,
            total_cpu_s=self.total_cpu_s * runs,
            total_wall_s=self.total_wall_s * runs,
            total_served_s=self.total_served_s * runs,
        )


@dataclass(slots=True)
class Patience:
    """What is left of the time that a first try of a submission may take, all its children together. No verdict depends on it."""

    cpu_s: float
    wall_s: float


class OutOfPatience(BaseException):
    """A first try took longer than others of its kind: it is given up without a verdict, and made again later with all its limits.

    Not an Exception, so that no check and no function of ours that a child called takes it for one of the learner's.
    """
