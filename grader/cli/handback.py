"""`grader export feedback`: pages to hand back, packed as a course system takes them. Parses, makes one call, renders."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.errors import NothingToDo
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.classroom.places import Places
    from grader.documents import Json

MAX_SHOWN = 20


@click.command("feedback", epilog="Example: grader export feedback --download submissions.zip -o feedback.zip")
@click.argument("folder", type=click.Path(path_type=Path), default="graded")
@click.option(
    "--download",
    type=click.Path(path_type=Path, exists=True),
    default=None,
    help="What was graded, as Canvas, Moodle or Blackboard gave it: names are copied from it (default: Moodle's, from names and ids).",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="File to write.")
def feedback(folder: Path, download: Path | None, out: Path) -> ExitCode:
    """Pack the pages to hand back as the course system takes them.

    Canvas shows a returned file under the name of the learner's own, so it gets the same words as plain text.
    """
    from grader.classroom.layouts import Platform
    from grader.classroom.outputs import write_whole_bytes
    from grader.export.feedback import feedback_text, feedback_zip
    from grader.report.pages import render_learner
    from grader.report.text import plural

    documents = _documents(folder)
    places = _places(documents, download)
    words = feedback_text if places.platform is Platform.CANVAS else render_learner
    pages = [(places.paths[key], words(document).encode()) for key, document in documents.items() if key in places.paths]
    _say_left_out([key for key in documents if key not in places.paths], download)
    write_whole_bytes(out, feedback_zip(pages))
    click.echo(f"{plural(len(pages), 'page')} for {places.platform.value.capitalize()} written to {out}")
    return ExitCode.DONE if pages else ExitCode.NOTHING_TO_DO


def _documents(folder: Path) -> dict[str, Json]:
    """What each learner of a graded class may see by now, by key."""
    from grader.classroom.assemble import graded_class
    from grader.classroom.projection import learner_document
    from grader.classroom.releasing import released
    from grader.content.load import load_level
    from grader.store.classes import ClassStore

    level = load_level()
    with ClassStore.existing(folder) as store:
        graded = graded_class(store, level)
    may = released(graded, datetime.now(UTC))
    if may.waits_for:
        raise NothingToDo(
            f"Feedback is not handed back before {may.waits_for}.", hint="class.yaml says so; change `release` there and regrade"
        )
    return {
        each.key: learner_document(graded, each, level, shows_inputs=may.inputs, shows_solutions=may.solutions) for each in graded.learners
    }


def _places(documents: dict[str, Json], download: Path | None) -> Places:
    from grader.classroom.layouts import Platform
    from grader.classroom.places import Places, places_in
    from grader.export.feedback import moodle_places

    if download is not None:
        return places_in(download, documents.keys())
    return Places(Platform.MOODLE, moodle_places({key: document["submission"]["name"] for key, document in documents.items()}))


def _say_left_out(keys: Collection[str], download: Path | None) -> None:
    if keys:
        more = f" and {len(keys) - MAX_SHOWN} more" if len(keys) > MAX_SHOWN else ""
        why = "their ids are none of Moodle's" if download is None else f"{download.name} holds no file of theirs"
        click.echo(render.wrap(f"Left out, since {why}: {', '.join(list(keys)[:MAX_SHOWN])}{more}."), err=True)
