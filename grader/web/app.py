"""The study desk as a Flask app: routes to views, forms checked, errors as pages. Needs the `web` extra.

A view makes the calls that the command line makes and hands what came back to a template; it decides nothing. The door is `guard`.
"""

from __future__ import annotations

import hmac
import os
from importlib.resources import files

import jinja2
from flask import Flask, Response, abort, g, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from grader.errors import DiskFull, GraderError, NothingToDo, StoreBusy, UnknownName, UsageError
from grader.mathtext import to_html, to_text
from grader.report.compiled import CompiledTemplates
from grader.report.squares import squares
from grader.report.text import coded, plural, points, shown
from grader.web.guard import MOST_BYTES
from grader.web.site import Site
from grader.web.views import drill, exercises, home, progress, quiz

PAGES = (  # endpoint of the first page, word in the menu
    ("home.page", "Today"),
    ("exercises.listing", "Exercises"),
    ("quiz.index", "Quiz"),
    ("drill.index", "Cards"),
    ("progress.page", "Progress"),
    ("progress.beliefs", "Misconceptions"),
    ("progress.calendar", "Calendar"),
)
STATUS = {UnknownName: 404, NothingToDo: 404, UsageError: 400, StoreBusy: 503, DiskFull: 507}
ASSETS = {"desk.css": "text/css", "live.js": "text/javascript"}


def make_app(site: Site) -> Flask:
    """The app of one learner's desk; put `guard.Guard` around it before it meets a browser."""
    app = Flask(__name__, static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_BYTES, MAX_FORM_PARTS=500)
    app.jinja_env.loader = jinja2.ChoiceLoader([jinja2.PackageLoader("grader.web"), jinja2.PackageLoader("grader.report")])
    app.jinja_env.undefined = jinja2.StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.bytecode_cache = CompiledTemplates("desk")
    app.jinja_env.filters |= {
        "shown": shown,
        "coded": coded,
        "points": points,
        "squares": squares,
        "plural": plural,
        "maths": lambda text: Markup(to_html(text)),  # escaped there, piece by piece
        "plain_maths": to_text,
        "pairs": lambda one, other: list(zip(one, other, strict=True)),
    }
    for blueprint in (home.views(site), exercises.views(site), quiz.views(site), drill.views(site), progress.views(site)):
        app.register_blueprint(blueprint)
    app.add_url_rule("/static/<name>", "asset", _asset)
    app.add_url_rule("/favicon.ico", "icon", lambda: Response(status=204))
    app.register_error_handler(GraderError, _explained)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _our_fault)

    @app.before_request
    def hold_the_form() -> None:
        if request.method == "POST" and not hmac.compare_digest(request.form.get("form", "").encode(), site.forms.encode()):
            abort(403)

    @app.context_processor
    def everywhere() -> dict[str, object]:
        menu = [page for page in PAGES if page[0] in app.view_functions]
        return {"form": site.forms, "menu": menu, "here": request.endpoint or "", "level_title": site.level.title}

    return app


def _asset(name: str) -> Response:
    """One of our few files, by its name and by nothing else."""
    if name not in ASSETS:
        abort(404)
    folder = files("grader.web").joinpath("static")
    text = folder.joinpath(name).read_text(encoding="utf-8")
    if name == "desk.css":
        text = files("grader.report").joinpath("style.css").read_text(encoding="utf-8") + text
    return Response(text, content_type=f"{ASSETS[name]}; charset=utf-8", headers={"Cache-Control": "private, max-age=600"})


def _explained(error: GraderError) -> tuple[str, int]:
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)
    return _trouble(error.message, error.hint), status


def _http(error: HTTPException) -> tuple[str, int]:
    said = {
        403: "This form is from an earlier start of the desk. Go back, reload the page, and send it again.",
        404: "There is no such page.",
        405: "This page cannot be used that way.",
        413: "That is more than a form of mine can hold.",
    }
    return _trouble(said.get(error.code or 500, f"{error.name}."), ""), error.code or 500


def _our_fault(error: Exception) -> tuple[str, int]:
    if os.environ.get("GRADER_DEBUG"):
        raise error
    return _trouble(f"This is our fault: {type(error).__name__}. What was saved is kept.", "start it with GRADER_DEBUG=1 for details"), 500


def _trouble(message: str, hint: str) -> str:
    g.trouble = True
    return render_template("trouble.html", message=message, hint=hint)
