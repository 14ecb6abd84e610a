"""Misconceptions that were seen, as events: quizzes and checks log them, the drill brings their cards forward."""

from __future__ import annotations

from collections.abc import Iterable

from grader.store.learner import LearnerStore
from grader.store.learner_rows import Event
from grader.store.moment import Moment

SEEN = "misconception.seen"


def note_misconceptions(store: LearnerStore, tags: Iterable[str], moment: Moment, *, source: str, subject: str = "") -> None:
    """Log that these misconceptions were seen (by a check, or a confident error): their cards come forward."""
    events = seen_events(tags, moment, source=source, subject=subject)
    if events:
        store.add_events(events)


def seen_events(tags: Iterable[str], moment: Moment, *, source: str, subject: str) -> list[Event]:
    """The events of `note_misconceptions`, for a caller that keeps them together with something else."""
    return [Event(SEEN, tag, {"source": source, "subject": subject}, moment) for tag in dict.fromkeys(tags)]
