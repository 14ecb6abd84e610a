"""Renders and writes the pages of a class: index.html, learners/ to hand back, evidence/ for the instructor.

Equal classes give equal bytes: no page knows when it was made.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Hashable, Iterator
from datetime import datetime
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from grader.classroom.assemble import GradedClass
from grader.classroom.examkept import ClassExam, exam_of
from grader.classroom.outputs import write_whole
from grader.classroom.projection import learner_document
from grader.classroom.releasing import Released, released
from grader.content.models import Level
from grader.documents import Json, MarkedSubmission, canonical
from grader.report.compiled import CompiledTemplates
from grader.report.heat import heat, heat_pages
from grader.report.learner_views import evidence_view, learner_view
from grader.report.lists import lists_of
from grader.report.names import page_name
from grader.report.people import person_of
from grader.report.squares import squares
from grader.report.text import coded, points, program, shown
from grader.report.views import index_view
from grader.report.words import BUCKETS
from grader.store.classes import ClassStore

if TYPE_CHECKING:
    from grader.classroom.similarity import Similar, Works

INDEX_NAME = "index.html"
LEARNERS, EVIDENCE, CLASS, SIMILAR = "learners", "evidence", "class", "similar"
_CLASS_PAGE = re.compile(r"(learners|look|faults|by-hand)-\d{3,}\.html")


def write_report(folder: Path, store: ClassStore, graded: GradedClass, level: Level, now: datetime) -> None:
    """Write every page of a class; pages of learners who are no longer in it are removed. DiskFull when there is no room."""
    may = released(graded, now)
    pages: dict[str, dict[str, str]] = {LEARNERS: {}, EVIDENCE: {}}
    for name in pages:
        (folder / name).mkdir(exist_ok=True)
    for submission in graded.submissions:
        name = page_name(submission.key)
        sources = {marked.result.source_sha256: store.source(marked.result.source_sha256) for marked in submission.exercises}
        _write_to_hand_back(folder / LEARNERS / name, graded, submission, level, may)
        write_whole(
            folder / EVIDENCE / name, render_page("evidence.html", view=evidence_view(graded, submission, level, sources)), durable=False
        )
    _remove_others(folder, {page_name(submission.key) for submission in graded.submissions})
    _write_class_pages(folder, graded, level)
    write_whole(folder / INDEX_NAME, render_index(graded, level, exam_of(store)), durable=False)


def _write_class_pages(folder: Path, graded: GradedClass, level: Level) -> None:
    """The pages that a large class needs beside the first; those of an earlier report are removed."""
    names = set()
    for path, text in render_class_pages(graded, level):
        (folder / CLASS).mkdir(exist_ok=True)
        write_whole(folder / path, text, durable=False)
        names.add(Path(path).name)
    if (folder / CLASS).is_dir():
        for found in (folder / CLASS).iterdir():
            if found.name not in names and _CLASS_PAGE.fullmatch(found.name):
                found.unlink()


def _write_to_hand_back(path: Path, graded: GradedClass, submission: MarkedSubmission, level: Level, may: Released) -> None:
    """A learner's page and document; before the release a receipt, which holds no mark."""
    beside = path.with_suffix(".json")
    if may.waits_for:
        write_whole(path, render_receipt(graded, submission, may.waits_for), durable=False)
        beside.unlink(missing_ok=True)
        return
    document = learner_document(graded, submission, level, shows_inputs=may.inputs, shows_solutions=may.solutions)
    write_whole(path, render_learner(document), durable=False)
    write_whole(beside, canonical(document), durable=False)


def render_receipt(graded: GradedClass, submission: MarkedSubmission, waits_for: str) -> str:
    """What a learner gets before marks are released."""
    title = graded.run.facts["assignment"]["title"]
    return render_page("receipt.html", title=title, name=submission.name or submission.key, submission=submission, waits_for=waits_for)


def render_index(graded: GradedClass, level: Level, exam: ClassExam | None = None) -> str:
    """The instructor's page."""
    return render_page("index.html", view=index_view(graded, level, exam), buckets=list(BUCKETS.values()))


def render_class_pages(graded: GradedClass, level: Level) -> Iterator[tuple[str, str]]:
    """Pages of learners by name and of long lists, as (path from the folder of the class, text); none for a small class."""
    title = graded.run.facts["assignment"]["title"]
    pages = heat_pages(graded)
    for at, page in enumerate(pages):
        near = {"before": pages[at - 1] if at else None, "after": pages[at + 1] if at + 1 < len(pages) else None}
        yield page.path, render_page("class_learners.html", title=title, page=page, heat=heat(page.learners, level), **near)
    for each in lists_of(graded, level).pages():
        yield each.path, render_page("class_list.html", title=title, page=each)


def write_similar(folder: Path, graded: GradedClass, level: Level, works: Works, found: Similar) -> Path:
    """Write the pages of similar programs: the list, and each pair side by side; gives the list's path."""
    from grader.report.similar_view import programs, similar_view

    people = {each.key: person_of(each) for each in graded.learners}
    title = graded.run.facts["assignment"]["title"]
    view = similar_view(found, people, level, title)
    (folder / SIMILAR).mkdir(exist_ok=True)
    for row, pair in zip(view.pairs, found.pairs, strict=True):
        text = render_page("pair.html", title=title, pair=row, programs=programs(pair, works, found, level))
        write_whole(folder / row.page, text, durable=False)
    names = {Path(row.page).name for row in view.pairs}
    for old in (folder / SIMILAR).glob("pair-*.html"):
        if old.name not in names:
            old.unlink()
    write_whole(folder / f"{SIMILAR}.html", render_page("similar.html", view=view), durable=False)
    return folder / f"{SIMILAR}.html"


def render_learner(document: Json) -> str:
    """The page to hand back, from its document alone."""
    return render_page("learner.html", doc=document, view=learner_view(document))


def _remove_others(folder: Path, names: set[str]) -> None:
    kept = names | {str(Path(name).with_suffix(".json")) for name in names}
    for kind in (LEARNERS, EVIDENCE):
        for path in (folder / kind).iterdir():
            if path.name not in kept and path.suffix in (".html", ".json"):
                path.unlink()


def render_page(template: str, **values: object) -> str:
    """A page of ours from its template: escaped, styled, and locked to its own style."""
    style, style_hash = _style()
    return _environment().get_template(template).render(style=Markup(style), style_hash=style_hash, **values)


@lru_cache(maxsize=4096)
def once(macro: Callable[..., Markup], *values: Hashable) -> Markup:
    """What a macro makes of values, made once: most lines about checks are equal on the pages of a class."""
    return macro(*values)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("grader.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=CompiledTemplates("report"),
    )
    environment.filters |= {"shown": shown, "coded": coded, "points": points, "squares": squares, "program": program}
    environment.globals["once"] = once
    return environment


@cache
def _style() -> tuple[str, str]:
    """The style sheet, and its hash for the content security policy: no other style, and no script at all, can run."""
    text = files("grader.report").joinpath("style.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return text, f"sha256-{digest}"
