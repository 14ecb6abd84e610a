"""Progress by objective with the rule of mastery, misconceptions met and cleared, and the calendar of what was done and will be due."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from flask import Blueprint, render_template

from grader.drill.desk import Desk as Drill
from grader.drill.outlook import due_by_day, outlook
from grader.drill.queue import Filter
from grader.drill.stats import days
from grader.learner.beliefs import Met, beliefs_met
from grader.learner.evidence import Source
from grader.learner.history import Kind
from grader.learner.progress import progress
from grader.records import dataclass
from grader.report.learner_views import note_words
from grader.report.progress_page import progress_view
from grader.store.learner import LearnerStore
from grader.web.site import Site

WEEKS = 12
DAYS_AHEAD = 14
STEPS = (0, 1, 5, 10, 20, 40)  # answers a day from which a square takes the next shade
SHADES = ("h0", "h1", "h3", "h5", "h7", "h9")


@dataclass(frozen=True, slots=True)
class Day:
    """One square of the past."""

    day: date
    count: int
    style: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """One day to come: cards that are begun and due then, minutes as forecast, and the length of its bar in per cent."""

    day: date
    due: int
    minutes: float
    share: float


def views(site: Site) -> Blueprint:
    """Three pages that only read."""
    pages = Blueprint("progress", __name__)
    kept: dict[object, tuple[float, ...]] = {}  # the last forecast: it is the one thing here that takes a moment

    @pages.get("/progress")
    def page() -> str:
        with site.desk() as desk:
            found = progress(desk, site.now().study_day)
        return render_template("desk_progress.html", view=progress_view(site.level, found), rule=site.level.mastery)

    @pages.get("/misconceptions")
    def beliefs() -> str:
        with LearnerStore(site.folder.state) as store:
            found = beliefs_met(site.level, site.bank, store)
        rows = [(met, note_words(met.entry.note), _where(site, met)) for met in found]
        return render_template("misconceptions.html", rows=rows, rule=site.level.mastery.misconceptions, source=Source)

    @pages.get("/calendar")
    def calendar() -> str:
        now = site.now()
        with LearnerStore(site.folder.state) as store:
            drill = Drill(site.bank, store)
            counts = Counter(days(store.reviews(), store.answers())) + Counter(e.moment.study_day for e in store.events(Kind.CHECK))
            due = due_by_day(drill, now.study_day)
            last = store.last_review()
            key = (now.study_day, drill.retention, drill.goal, drill.new_per_day, None if last is None else last.uid)
            if key not in kept:
                kept.clear()
                kept[key] = outlook(drill, Filter(), now, retentions=(), days=DAYS_AHEAD).current.minutes
            ahead = _ahead(due, kept[key], now.study_day)
        return render_template(
            "calendar.html", weeks=_weeks(counts, now.study_day), ahead=ahead, later=sum(due.values()) - sum(x.due for x in ahead)
        )

    return pages


def _where(site: Site, met: Met) -> str:
    """Where it showed last."""
    words = {Source.CODE: "your code of", Source.QUIZ: "your answer to", Source.CARD: "the card"}
    return f"{words[met.last.source]} {met.last.item}"


def _weeks(counts: Counter[date], today: date) -> list[list[Day | None]]:
    """Week by week, Monday first, the newest last; None for days to come."""
    monday = today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))
    all_days = [monday + timedelta(days=index) for index in range(7 * WEEKS)]
    squares = [None if day > today else Day(day, counts[day], _shade(counts[day])) for day in all_days]
    return [squares[at : at + 7] for at in range(0, len(squares), 7)]


def _shade(count: int) -> str:
    return SHADES[sum(count >= step for step in STEPS) - 1]


def _ahead(due: Counter[date], minutes: tuple[float, ...], today: date) -> list[Ahead]:
    most = max(minutes[:DAYS_AHEAD], default=0.0) or 1.0
    days_ahead = [today + timedelta(days=index) for index in range(DAYS_AHEAD)]
    return [Ahead(day, due[day], value, round(value / most * 100, 2)) for day, value in zip(days_ahead, minutes, strict=False)]
