"""Moments as people and systems write them: read, or refused in words. Years are bounded, so that sums of them are moments too. Pure."""

from __future__ import annotations

from datetime import UTC, datetime

YEARS = range(1970, 3001)
MAX_HOURS = 24 * 3_660  # of an extension, a grace: ten years


def read_moment(text: str) -> datetime:
    """A date and time with its offset from UTC. ValueError says what is wrong, as the rest of a sentence that begins with its name."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"must be a date and time such as 2026-10-05T23:59:00+02:00, found `{text}`") from error
    if found.tzinfo is None:
        raise ValueError(f"needs its offset from UTC: write `{found.isoformat()}+00:00`, or your own offset")
    if found.year not in YEARS:
        raise ValueError(f"must be of a year from {YEARS[0]} to {YEARS[-1]}, found `{text}`")
    return found


def utc_text(moment: datetime) -> str:
    """A moment as it is stored; "" where it is of no year that can be meant."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment.year in YEARS else ""
