"""What one grader of a run still has to do while others are at it: keys claimed a few at a time, finished by somebody, or waited for.

Knows keys and claims; grades nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from grader.classroom.plan import Wanted
from grader.store.claims import Crew, Standing, claim, let_go
from grader.store.classes import ClassStore

AT_ONCE = 4  # so few that nobody waits long for another at the end, so many that claiming costs next to nothing
AT_A_LOOK = 64  # looked at in one transaction
PAUSE_S = 0.1


class Share:
    """The wanted results of a run as one grader sees them. A context manager: claims end with it."""

    def __init__(self, store: ClassStore, wanted: Sequence[Wanted], crew: Crew, elsewhere: Callable[[], None]) -> None:
        """`elsewhere` is called for every result that another grader finished."""
        self._store, self._crew, self._elsewhere = store, crew, elsewhere
        self._open = list(wanted)
        self.left = len(wanted)

    def __enter__(self) -> Share:
        let_go(self._store, self._crew)
        return self

    def __exit__(self, *error: object) -> None:
        let_go(self._store, self._crew)

    def claimed(self) -> Iterator[Wanted]:
        """What nobody else is at, claimed just before it is handed out, in order. Ends when all the rest is finished or taken."""
        taken: list[Wanted] = []
        at = 0
        while at < len(self._open):
            window = self._open[at : at + AT_A_LOOK]
            standings = claim(self._store, [each.key for each in window], self._crew, AT_ONCE)
            looked = list(zip(window, standings, strict=False))  # looking ends where enough is claimed
            at += len(looked)
            taken += [each for each, standing in looked if standing is Standing.TAKEN]
            for _ in (each for each, standing in looked if standing is Standing.FINISHED):
                self.done()
                self._elsewhere()
            yield from (each for each, standing in looked if standing is Standing.MINE)
        self._open = taken

    def done(self) -> None:
        """One more has a result."""
        self.left -= 1

    def waits(self) -> bool:
        """Whether others are at something still; waits a moment if so."""
        if self._open:
            time.sleep(PAUSE_S)
        return bool(self._open)
