"""Today: what is due, what comes next, and where everything is."""

from __future__ import annotations

from flask import Blueprint, render_template

from grader.drill.desk import Desk as Drill
from grader.drill.queue import Filter
from grader.drill.words import when_next
from grader.learner.progress import progress
from grader.quiz.course import unfinished
from grader.web.site import Site


def views(site: Site) -> Blueprint:
    """The first page."""
    pages = Blueprint("home", __name__)

    @pages.get("/")
    def page() -> str:
        now = site.now()
        with site.desk() as desk:
            found = progress(desk, now.study_day)
            following = desk.next_exercise(now.study_day)
            sitting = unfinished(site.bank, desk.store)
            drill = Drill(site.bank, desk.store)
            due = drill.due(now, Filter())
            asked = sitting.current() if sitting is not None else None
            return render_template(
                "home.html",
                following=following,
                is_again=following is not None and found.standings[following.slug].redo_is_due(now.study_day),
                quiz=None
                if sitting is None or asked is None
                else {"id": sitting.quiz.id, "at": asked.position + 1, "of": len(sitting.quiz.plan)},
                due=len(due),
                new=sum(card.memory is None for card in due),
                comes=when_next(drill, Filter(), now),
                review=found.review,
                passed=sum(standing.is_passed for standing in found.standings.values()),
                exercises=len(found.standings),
                met=sum(row.state in ("met", "durable") for row in found.objectives),
                objectives=len(found.objectives),
                folder=str(site.folder.root),
                notice=desk.store.notice,
            )

    return pages
