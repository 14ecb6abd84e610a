"""The study desk's verb: serves the desk in the browser until Ctrl-C. Knows nothing of pages."""

from __future__ import annotations

import signal
import sys
import webbrowser
from pathlib import Path

import click

from grader.cli.learner import here_and_now
from grader.errors import UsageError
from grader.results import ExitCode

NEEDS = ("flask", "waitress", "werkzeug")


@click.command("web", epilog="Example: grader web --port 8765 --no-open")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port to serve on; any free one by default.")
@click.option("--no-open", is_flag=True, help="Print the link and open no browser.")
def web_command(port: int, no_open: bool) -> int:
    """Study in the browser: exercises checked as you save, quizzes, cards and progress, on this machine alone."""
    from grader.content.load import load_level
    from grader.learner.folder import find_folder

    folder = find_folder()
    try:
        from grader.web.serve import serve
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in NEEDS:
            raise
        hint = "python -m pip install 'attention-grader[web]'; everything the desk does is a command too: grader --help"
        raise UsageError(f"The study desk needs {missing}, which is not installed.", hint=hint) from error

    def opened(link: str, door: Path) -> None:
        click.echo(f"Your study desk: {link}")
        click.echo("Only who has this link can open it. Ctrl-C closes the desk; everything is saved as you go.")
        sys.stdout.flush()
        if not no_open and sys.stdout.isatty():
            webbrowser.open(door.resolve().as_uri())

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a closed session ends it as Ctrl-C does
    try:
        serve(load_level(), folder, here_and_now, port, opened)
    except KeyboardInterrupt:
        click.echo("\nClosed. Everything is saved.")
    return ExitCode.DONE
