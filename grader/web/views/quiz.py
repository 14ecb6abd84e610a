"""Quizzes: begin one, answer question by question, read why, look back. Answer and certainty are given before anything is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from grader.drill.stats import CERTAINTY
from grader.drill.words import SLOW_MS
from grader.errors import NothingToDo
from grader.quiz import course
from grader.quiz.course import Answered, Course
from grader.quiz.feedback import feedback
from grader.quiz.marking import Standing
from grader.quiz.numbers import spell_points
from grader.quiz.plan import form_rule
from grader.report.learner_views import note_words
from grader.store.learner import LearnerStore
from grader.store.learner_rows import Quiz
from grader.web.controls import WORDED, answer_of, problem_of, spelled
from grader.web.site import Site

KINDS = {course.PRACTICE: "practice", course.CHECK: "level check", course.ONE: "one question"}
MOST_QUESTIONS = 200
MOST_SHOWN = 12  # quizzes in the list


def views(site: Site) -> Blueprint:
    """Everything below /quiz."""
    pages = Blueprint("quiz", __name__)

    @contextmanager
    def store() -> Iterator[LearnerStore]:
        with LearnerStore(site.folder.state) as opened:
            yield opened

    @contextmanager
    def sitting(quiz_id: int) -> Iterator[Course]:
        """A quiz, for the length of one request."""
        with store() as opened:
            quiz = opened.quiz(quiz_id)
            yield Course(site.bank, opened, quiz if quiz is not None else abort(404))

    @pages.get("/quiz")
    def index() -> str:
        with store() as opened:
            past = [_row(site, opened, quiz) for quiz in opened.quizzes()[-MOST_SHOWN:][::-1]]
        return render_template("quiz.html", objectives=site.level.objectives, past=past, needed=site.level.mastery.quiz)

    @pages.post("/quiz/begin")
    def begin() -> AnyResponse:
        kind = course.CHECK if request.form.get("kind") == course.CHECK else course.PRACTICE
        named = course.objectives_named(site.bank, request.form.getlist("objective"))
        count = max(1, min(MOST_QUESTIONS, request.form.get("count", 10, type=int)))
        with store() as opened:
            rule = form_rule(site.level.mastery.quiz)
            begun = course.begin(site.bank, opened, named, site.now(), kind=kind, count=count, rule=rule)
        return redirect(url_for("quiz.question", quiz_id=begun.quiz.id), 303)

    @pages.post("/quiz/about/<name>")
    def about(name: str) -> AnyResponse:
        with store() as opened:
            begun = course.one(site.bank, opened, name, site.now())
        return redirect(url_for("quiz.question", quiz_id=begun.quiz.id), 303)

    @pages.get("/quiz/<int(max=999999999):quiz_id>")
    def question(quiz_id: int) -> str:
        with sitting(quiz_id) as taken:
            asked = taken.current()
            return _done(site, taken) if asked is None else _ask(site, taken, asked)

    @pages.post("/quiz/<int(max=999999999):quiz_id>/answer")
    def answer(quiz_id: int) -> tuple[str, int] | AnyResponse:
        with sitting(quiz_id) as taken:
            asked = taken.current()
            place = (request.form.get("position", -1, type=int), request.form.get("attempt", -1, type=int))
            if asked is None or (asked.position, asked.attempt) != place:
                return _meanwhile(quiz_id), 409
            if "skip" in request.form:
                return (
                    redirect(url_for("quiz.question", quiz_id=quiz_id), 303)
                    if taken.skip(asked, site.now())
                    else (_meanwhile(quiz_id), 409)
                )
            fields = request.form.to_dict(flat=False)
            raw = answer_of(asked.drawn.shown, fields)
            marked = taken.read(asked, raw)
            if not marked.standing.is_final:
                is_near = marked.standing is Standing.NEARLY
                said = " ".join(marked.notes) if is_near else problem_of(asked.drawn.shown, fields, marked.notes)
                return _ask(site, taken, asked, said), 422
            if taken.answer(asked, raw, _confidence(), _milliseconds(site), site.now()) is None:
                return _meanwhile(quiz_id), 409
            there = url_for("quiz.answered", quiz_id=quiz_id, position=asked.position, attempt=asked.attempt)
        return redirect(there, 303)

    @pages.get("/quiz/<int(max=999999999):quiz_id>/<int(max=999999999):position>/<int(max=999999999):attempt>")
    def answered(quiz_id: int, position: int, attempt: int) -> str:
        with sitting(quiz_id) as taken:
            asked = taken.current()
            found = taken.answered(position, attempt)
            if found is None:
                abort(404)
            return render_template("answered.html", quiz=taken.quiz, of=len(taken.quiz.plan), is_done=asked is None, **_told(site, found))

    @pages.get("/quiz/<int(max=999999999):quiz_id>/review")
    def review(quiz_id: int) -> str:
        with sitting(quiz_id) as taken:
            wrong = [each for each in taken.answers if each.standing in (Standing.WRONG, Standing.PARTLY)]
            is_done = taken.current() is None
            found = [taken.answered(each.position, each.attempt) for each in wrong]
            if not is_done:
                raise NothingToDo("This quiz is not done yet.", hint="answer or leave out its last questions first")
            shown = [_told(site, each, is_over=True) for each in found if each is not None]
        return render_template("review.html", quiz=taken.quiz, shown=shown, changed=sum(each is None for each in found))

    return pages


def _ask(site: Site, taken: Course, asked: course.Asked, problem: str = "") -> str:
    given = request.form if request.method == "POST" else {}
    return render_template(
        "question.html",
        quiz=taken.quiz,
        of=len(taken.quiz.plan),
        asked=asked,
        shown=asked.drawn.shown,
        question=asked.drawn.question,
        problem=problem,
        given=given,
        ticked=request.form.getlist("answer") if request.method == "POST" else [],
        confidence=CERTAINTY,
        asked_at=given.get("asked_at") or round(site.clock().timestamp() * 1000),
    )


def _meanwhile(quiz_id: int) -> str:
    """The question was answered elsewhere: what was sent is shown again, so that nothing is lost in silence."""
    sent = [
        (name, value) for name, value in request.form.items(multi=True) if name == "answer" or name.startswith(("to_", "place_", "cell_"))
    ]
    return render_template("meanwhile.html", quiz_id=quiz_id, sent="\n".join(value for _, value in sent if value))


def _done(site: Site, taken: Course) -> str:
    rule = form_rule(site.level.mastery.quiz)
    forms = course.check_form_results(site.bank, taken.quiz, taken.answers) if taken.quiz.kind == course.CHECK else []
    return render_template(
        "quiz_done.html",
        quiz=taken.quiz,
        kind=KINDS[taken.quiz.kind],
        results=course.results(site.bank, taken.answers),
        forms=[(objective, right, of, right >= rule.needed) for objective, right, of in forms],
        needed=rule.needed,
        has_wrong=any(each.standing in (Standing.WRONG, Standing.PARTLY) for each in taken.answers),
        spell=spell_points,
    )


def _told(site: Site, found: Answered, *, is_over: bool = False) -> dict[str, object]:
    """What is shown of an answer; `is_over`: the quiz is, so everything may be."""
    outcome = course.Outcome(found.outcome.marked, True, ()) if is_over else found.outcome
    told = feedback(site.bank, found.drawn, outcome, None if is_over else found.answer.confidence)
    yours = spelled(found.drawn.shown, found.answer.raw)
    beliefs = [(shows, _note(site, shows.tag)) for shows in told.shows]
    return {
        "told": told,
        "beliefs": beliefs,
        "answer": found.answer,
        "drawn": found.drawn,
        "shown": found.drawn.shown,
        "standing": found.outcome.marked.standing.value,
        "sure": CERTAINTY.get(found.answer.confidence or 0, ""),
        "is_worded": found.drawn.shown.kind in WORDED and yours != (found.answer.raw,),
        "yours": yours,
    }


def _note(site: Site, tag: str) -> str:
    belief = site.bank.belief(tag)
    return note_words(belief.note) if belief is not None and belief.note else ""


def _row(site: Site, opened: LearnerStore, quiz: Quiz) -> dict[str, object]:
    """A quiz in the list of those that were begun."""
    taken = Course(site.bank, opened, quiz)
    asked = taken.current()
    found = course.results(site.bank, taken.answers)
    points, of = sum((result.points for result in found), Fraction(0)), sum(result.of for result in found)
    return {
        "id": quiz.id,
        "day": quiz.study_day,
        "kind": KINDS[quiz.kind],
        "objectives": ", ".join(quiz.objectives) if len(quiz.objectives) < len(site.bank.objectives) else "all objectives",
        "at": None if asked is None else asked.position + 1,
        "of": len(quiz.plan),
        "says": f"{spell_points(points)} of {of}" if of else "",
    }


def _confidence() -> int | None:
    given = request.form.get("confidence", 0, type=int)
    return given if given in CERTAINTY else None


def _milliseconds(site: Site) -> int:
    """How long the question was looked at, as far as the page knows."""
    asked_at = request.form.get("asked_at", 0, type=int)
    return max(0, min(SLOW_MS, round(site.clock().timestamp() * 1000) - asked_at))
