"""What needed solutions answered, kept for the next learner of the class who asks the same.

A solution is a pure function of plain data, and honest submissions that face the same inputs ask their needed solutions the same
things, so most questions of a class are asked once. Both sides are kept as they cross the wall, as bytes: nothing is decoded again.
"""

from __future__ import annotations

from grader import wire

MOST_BYTES = 2 << 20  # a grading process is to stay small; honest submissions of one exercise ask for half a megabyte at most
ENTRY_BYTES = 250  # that Python takes for one, besides
LARGEST = 1 << 16  # of one question with its answer: larger ones are rare, and dear to keep


class Answers:
    """Answers by question, up to a number of bytes; when it is full it starts anew.

    A question is a request's bytes and the scope they are read in: the functions behind the numbers that a request may name.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._held = 0
        self._known: dict[tuple[tuple[str, ...], bytes], bytes] = {}

    def get(self, scope: tuple[str, ...], question: wire.Body) -> bytes | None:
        """The answer that is known, if any."""
        return self._known.get((scope, bytes(question))) if len(question) <= LARGEST else None

    def keep(self, scope: tuple[str, ...], question: wire.Body, answer: bytes) -> None:
        """Remember an answer, if it is not too large."""
        size = len(question) + len(answer)
        if size > LARGEST:
            return
        if self._held + size + ENTRY_BYTES > self._most:
            self._known, self._held = {}, 0
        self._known[scope, bytes(question)] = answer
        self._held += size + ENTRY_BYTES
