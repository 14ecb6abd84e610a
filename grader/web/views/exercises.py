"""Exercises: the list, and one page for each with its task, the outcome of the last check, hints, and the explorer on its failing case."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from grader.content.models import Exercise
from grader.errors import NothingToDo
from grader.learner.cases import saved_case
from grader.learner.desk import Desk
from grader.learner.hints import LEVELS, hints_seen
from grader.learner.history import Kind
from grader.report.progress_page import exercise_view
from grader.web.cases import PlaneCase, plane_case
from grader.web.live import Last
from grader.web.outcome import OutcomeView, outcome_view
from grader.web.page import explorer_page
from grader.web.site import Site

CHECK_S = 30.0  # how long a form waits for its check before it shows the page as it stands
BEAT_S = 3.0  # a stream says something at least this often, so that a closed page is noticed
MOST_STREAMS = 6  # each holds a thread of the server
EXPLORER_POLICY = "frame-ancestors 'none'"  # the page brings its own policy, which names its very script


def views(site: Site) -> Blueprint:
    """The list and the pages."""
    pages = Blueprint("exercises", __name__)
    streams: set[object] = set()

    def named(slug: str) -> Exercise:
        """The exercise of exactly this name."""
        found = next((exercise for exercise in site.level.exercises if exercise.slug == slug), None)
        return found if found is not None else abort(404)

    @pages.get("/exercises")
    def listing() -> str:
        with site.desk() as desk:
            found = desk.standings()
            rows = [
                (objective, [(exercise, exercise_view(exercise, found[exercise.slug])) for exercise in objective.exercises])
                for objective in site.level.objectives
            ]
            changed = {exercise.slug for exercise in desk.changed_since_pass(found)}
        return render_template("exercises.html", rows=rows, changed=changed)

    @pages.get("/exercises/<slug>")
    def page(slug: str) -> str:
        exercise = named(slug)
        site.live.watch(exercise)
        last = site.live.last(exercise)
        with site.desk() as desk:
            standing = desk.standings()[slug]
            seen = hints_seen(exercise, desk.store.events(Kind.HINT, subject=slug), site.level.misconceptions)
            return render_template(
                "exercise.html",
                exercise=exercise,
                task=task_of(exercise),
                file=f"{exercise.folder}/{exercise.filename}",
                is_there=site.folder.file(exercise).is_file(),
                standing=exercise_view(exercise, standing),
                last=last,
                outcome=_shown(desk, exercise, last),
                hints=seen,
                may_hint=standing.hint_level < LEVELS and not standing.is_passed,
                has_case=_case(site, exercise) is not None,
                following=desk.next_exercise(site.now().study_day) if standing.is_passed else None,
                isolation=site.live.isolation,
            )

    @pages.post("/exercises/<slug>/check")
    def check(slug: str) -> AnyResponse:
        exercise = named(slug)
        site.live.ask(exercise)
        site.live.wait(exercise, CHECK_S)
        return redirect(url_for("exercises.page", slug=slug, _anchor="result"), 303)

    @pages.post("/exercises/<slug>/hint")
    def hint(slug: str) -> AnyResponse:
        exercise = named(slug)
        with site.desk() as desk:
            desk.hint(exercise, site.clock())
        return redirect(url_for("exercises.page", slug=slug, _anchor="hints"), 303)

    @pages.get("/exercises/<slug>/events")
    def events(slug: str) -> Response:
        exercise = named(slug)
        if len(streams) >= MOST_STREAMS:
            return Response(status=204)  # tells the browser not to try again; the page is read by reloading it
        since = request.args.get("since", 0, type=int)
        return Response(_stream(site, exercise, since, streams), content_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @pages.get("/explorer")
    def explorer() -> Response:
        slug = request.args.get("case", "")
        case = _case(site, named(slug)) if slug else None
        if slug and case is None:
            raise NothingToDo(f"No failing case of {slug} can be shown in the plane.", hint=f"`grader case {slug}` prints it as a program")
        return Response(explorer_page(case), headers={"Content-Security-Policy": EXPLORER_POLICY})

    return pages


def _stream(site: Site, exercise: Exercise, since: int, streams: set[object]) -> Iterator[str]:
    """An event for everything new about an exercise, until its page is closed or the desk is."""
    me = object()
    streams.add(me)
    try:
        yield "retry: 2000\n\n"
        while not site.live.is_over:
            last = site.live.wait(exercise, BEAT_S, since)
            if last.version > since:
                since = last.version
                data = json.dumps({"version": last.version, "running": last.is_running})
                yield f"event: check\ndata: {data}\n\n"
            else:
                yield ": still here\n\n"
    finally:
        streams.discard(me)


def _shown(desk: Desk, exercise: Exercise, last: Last) -> OutcomeView | None:
    """The outcome of the last check, unless the terminal has checked since: then its details are not here."""
    if last.noted is None:
        return None
    events = desk.store.events(Kind.CHECK, subject=exercise.slug)
    if events and events[-1].moment.at > last.at:
        return None
    return outcome_view(last.noted, desk.level.misconceptions)


def _case(site: Site, exercise: Exercise) -> PlaneCase | None:
    """The failing case kept last as a scene of the explorer; None when there is none, or it does not fit the plane."""
    try:
        return plane_case(exercise.slug, saved_case(site.folder, exercise).text, exercise.stub_path.read_text(encoding="utf-8"))
    except (NothingToDo, SyntaxError):
        return None


def task_of(exercise: Exercise) -> str:
    """What the stub asks for: the text at its top."""
    return ast.get_docstring(ast.parse(exercise.stub_path.read_bytes())) or exercise.title
