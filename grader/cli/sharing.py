"""`grader merge`: the shares of a class that several machines graded, put together. Parses, makes one call, renders."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from grader.cli import render
from grader.results import ExitCode


@click.command("merge", epilog="Example: grader merge share-1 share-2 -o graded")
@click.argument("shares", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), default="graded", show_default=True, help="Folder of the class.")
@render.json_file
def merge(shares: Sequence[Path], folder: Path, json_path: str | None) -> ExitCode:
    """Join the shares of a class that `grader grade --shard` graded.

    SHARES are their folders. They have to be of one run: the same submissions, settings, checks, secret and kind of machine. The result is
    the same, byte for byte, as from one machine. Shares that come later can be merged into the same folder.
    """
    from grader.classroom.assemble import graded_class
    from grader.classroom.outputs import write_documents
    from grader.classroom.service import exit_code, make_folder
    from grader.classroom.shards import merge_shards
    from grader.cli.instructor import utc_now, write_json
    from grader.content.load import load_level
    from grader.report.pages import write_report
    from grader.report.text import plural
    from grader.store.classes import ClassStore
    from grader.store.runlock import RunLock

    level = load_level()
    make_folder(folder)
    with RunLock(folder, command=" ".join(["grader", *sys.argv[1:]]), now=utc_now):
        joined = merge_shards(shares, folder, level, utc_now)
        with ClassStore(folder) as store:
            graded = graded_class(store, level)
            write_documents(folder, graded)
            write_report(folder, store, graded, level, datetime.now(UTC))
    write_json(json_path, graded)
    said = f"{plural(len(shares), 'share')} joined: {plural(joined.results, 'result')} of {plural(len(graded.submissions), 'submission')}."
    click.echo(f"{said}\n\nReport: {folder / 'index.html'}", err=json_path == "-")
    return exit_code(graded)
