"""A moment as it is stored: UTC, the learner's own clock with its offset, and the day of study it belongs to.

A day of study changes at 04:00 of the local clock, so that a late evening counts as one evening. Knows no clock: `now` comes in.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from grader.records import dataclass

ROLLOVER = timedelta(hours=4)


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened."""

    utc: datetime
    local: datetime

    @property
    def study_day(self) -> date:
        """The local date, changing at 04:00 on the clock on the wall."""
        return (self.local.replace(tzinfo=None) - ROLLOVER).date()

    @property
    def at(self) -> str:
        """UTC as stored."""
        return self.utc.isoformat(timespec="milliseconds")

    @property
    def local_text(self) -> str:
        """The learner's clock as stored, with its offset."""
        return self.local.isoformat(timespec="milliseconds")


def moment(now: datetime) -> Moment:
    """The moment of an aware datetime in the learner's zone, in whole milliseconds, as it is stored; ValueError when it knows no zone."""
    if now.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    now = now.replace(microsecond=now.microsecond // 1000 * 1000)
    return Moment(now.astimezone(UTC), now)


def stored(at: str, local: str) -> Moment:
    """A moment read back."""
    return Moment(datetime.fromisoformat(at), datetime.fromisoformat(local))
