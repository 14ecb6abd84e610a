"""Cards: one at a time, answered in the head or typed, rated; every rating is on disk before the next card shows.

The server keeps nothing between two cards: a sitting is its begin and its filter, which travel with the pages, and the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from grader.drill.desk import Desk
from grader.drill.memory import Rating
from grader.drill.queue import Due, Filter
from grader.drill.round import Round
from grader.drill.words import SLOW_MS, question_about, suggested, waits, when_next
from grader.mathtext import to_text
from grader.quiz.card import Card
from grader.records import dataclass
from grader.report.learner_views import note_words
from grader.store.learner import LearnerStore
from grader.web.site import Site

MOST_TYPED = 500


@dataclass(frozen=True, slots=True)
class Sitting:
    """What makes a sitting: when it began, what is asked, what was left for another day."""

    since: datetime
    objectives: tuple[str, ...]
    skipped: tuple[str, ...]
    is_cram: bool

    def query(self, **more: object) -> dict[str, object]:
        """As it travels in addresses and forms."""
        whole: dict[str, object] = {"since": self.since.isoformat(timespec="milliseconds")}
        whole |= {"objective": list(self.objectives)} if self.objectives else {}
        whole |= {"skipped": ",".join(self.skipped)} if self.skipped else {}
        whole |= {"cram": "1"} if self.is_cram else {}
        return whole | more


def views(site: Site) -> Blueprint:
    """Everything below /cards."""
    pages = Blueprint("drill", __name__)

    @contextmanager
    def desk() -> Iterator[Desk]:
        with LearnerStore(site.folder.state) as store:
            yield Desk(site.bank, store)

    @pages.get("/cards")
    def index() -> str:
        with desk() as open_desk:
            due = open_desk.due(site.now(), Filter())
            return render_template(
                "cards.html",
                due=len(due),
                by_objective=[(each, sum(one.card.objective == each.id for one in due)) for each in site.level.objectives],
                comes=when_next(open_desk, Filter(), site.now()),
                settings={"new": open_desk.new_per_day, "retention": open_desk.retention, "goal": open_desk.goal},
                has_reviews=open_desk.store.last_review() is not None,
            )

    @pages.get("/cards/now")
    def card() -> str | AnyResponse:
        if "since" not in request.args:
            begun = _sitting(site, request.args)
            return redirect(url_for("drill.card", **begun.query()), 303)  # type: ignore[arg-type]  # values of a query
        sitting = _sitting(site, request.args)
        with desk() as open_desk:
            turn = _round(site, open_desk, sitting)
            if turn.current is None:
                told = when_next(open_desk, _filter(sitting), site.now())
                return render_template("cards_done.html", sitting=sitting, answered=len(turn.answered), recalled=turn.recalled, comes=told)
            return _front(site, turn, sitting, turn.current)

    @pages.get("/cards/back")
    def back() -> str | AnyResponse:
        sitting = _sitting(site, request.args)
        with desk() as open_desk:
            turn = _round(site, open_desk, sitting)
            due = turn.current
            if due is None or due.card.id != request.args.get("card"):
                return redirect(url_for("drill.card", **sitting.query()), 303)  # type: ignore[arg-type]
            return _back(site, turn, sitting, due)

    @pages.post("/cards/rate")
    def rate() -> AnyResponse | tuple[str, int]:
        sitting = _sitting(site, request.form)
        with desk() as open_desk:
            turn = _round(site, open_desk, sitting)
            due = turn.current
            seen = request.form.get("seen", -1, type=int)
            if due is None or due.card.id != request.form.get("card") or seen != _seen(turn, due):
                return render_template("card_meanwhile.html", query=sitting.query()), 409
            rating = request.form.get("rating", 0, type=int)
            if rating not in list(Rating):
                abort(400)
            rated = turn.rate(Rating(rating), site.now(), _milliseconds(site, request.form))
            more = {"set_aside": due.card.id} if rated.is_leech else {}
            return redirect(url_for("drill.card", **sitting.query(**more)), 303)  # type: ignore[arg-type]

    @pages.post("/cards/skip")
    def skip() -> AnyResponse:
        sitting = _sitting(site, request.form)
        named = request.form.get("card", "")
        skipped = (*sitting.skipped, named) if named in site.bank.cards else sitting.skipped
        on = Sitting(sitting.since, sitting.objectives, skipped, sitting.is_cram)
        return redirect(url_for("drill.card", **on.query()), 303)  # type: ignore[arg-type]

    @pages.post("/cards/undo")
    def undo() -> AnyResponse:
        sitting = _sitting(site, request.form)
        with desk() as open_desk:
            last = open_desk.store.last_review()
            if last is not None and last.uid.hex() == request.form.get("last"):  # sent twice, it takes back one
                open_desk.undo(site.now())
        return redirect(url_for("drill.card", **sitting.query()), 303)  # type: ignore[arg-type]

    return pages


def _front(site: Site, turn: Round, sitting: Sitting, due: Due) -> str:
    return render_template(
        "card.html",
        **_common(turn, sitting, due),
        face=turn.face(due),
        asked_at=round(site.clock().timestamp() * 1000),
        set_aside=_set_aside(site, request.args.get("set_aside", "")),
    )


def _back(site: Site, turn: Round, sitting: Sitting, due: Due) -> str:
    now, face = site.now(), turn.face(due)
    typed = request.args.get("typed", "")[:MOST_TYPED]
    preview = {} if sitting.is_cram else waits(turn.desk.preview(due.card, now), now)
    return render_template(
        "card_back.html",
        **_common(turn, sitting, due),
        face=face,
        typed=typed,
        suggested=suggested(typed, to_text(face.back)),
        ratings=[(rating, rating.name.lower(), preview.get(rating, "")) for rating in Rating],
        milliseconds=_milliseconds(site, request.args),
    )


def _common(turn: Round, sitting: Sitting, due: Due) -> dict[str, object]:
    last = turn.desk.store.last_review()
    return {
        "due": due,
        "number": len(turn.answered) + 1,
        "of": len(turn.answered) + len(turn.waiting),
        "query": sitting.query(),
        "is_cram": sitting.is_cram,
        "seen": _seen(turn, due),
        "has_changed": due.memory is not None and not due.card.means(due.memory.meaning),
        "last": last.uid.hex() if last is not None and turn.answered else "",
    }


def _seen(turn: Round, due: Due) -> int:
    """How often the card was reviewed before: tells a form that was sent twice, or is out of date."""
    return len(turn.desk.store.reviews(due.card.id))


def _round(site: Site, desk: Desk, sitting: Sitting) -> Round:
    queue = desk.cram(_filter(sitting)) if sitting.is_cram else desk.due(site.now(), _filter(sitting))
    return Round.resumed(desk, queue, sitting.since, sitting.skipped, is_cram=sitting.is_cram)


def _filter(sitting: Sitting) -> Filter:
    return Filter(sitting.objectives)


def _sitting(site: Site, fields: Mapping[str, str]) -> Sitting:
    """The sitting that an address or a form names; what cannot be read in it begins a new one."""
    now = site.now().utc
    try:
        since = min(now, datetime.fromisoformat(fields.get("since", "")).astimezone(UTC))
    except (ValueError, OverflowError):
        since = now
    named = request.values.getlist("objective")
    skipped = tuple(card for card in fields.get("skipped", "").split(",") if card in site.bank.cards)
    objectives = tuple(each for each in dict.fromkeys(card.objective for card in site.bank.cards.values()) if each in named)
    return Sitting(since, objectives, skipped, fields.get("cram", "") == "1")


def _set_aside(site: Site, name: str) -> tuple[Card, list[str], str] | None:
    """The way out for a card that will not stay: places in the notes, and a question."""
    card = site.bank.cards.get(name)
    if card is None:
        return None
    beliefs = [belief for belief in map(site.bank.belief, card.misconceptions) if belief is not None and belief.note]
    return card, [note_words(belief.note) for belief in beliefs], question_about(site.bank, card)


def _milliseconds(site: Site, fields: Mapping[str, str]) -> int:
    """How long the front was looked at: given by the back's form, else since the front was asked for."""
    given, asked_at = fields.get("milliseconds", ""), fields.get("asked_at", "")
    if given.isascii() and given.isdigit():
        return min(SLOW_MS, int(given[:9]))
    began = int(asked_at[:15]) if asked_at.isascii() and asked_at.isdigit() else 0
    return max(0, min(SLOW_MS, round(site.clock().timestamp() * 1000) - began))
