"""What every command shares when it writes: width, colour, plain-ASCII terminals, JSON envelopes, errors, progress.

Knows how things look, not what they mean.
"""

from __future__ import annotations

import codecs
import errno
import json
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import click

from grader.errors import DiskFull
from grader.results import ExitCode, Verdict

ENVELOPE_SCHEMA = "grader/envelope/1"
JSON = "grader.json"  # in ctx.meta: the answer is one JSON envelope on stdout
JSON_FILE = "grader.json_file"  # in ctx.meta: --json names a file for the bare document; errors stay on stderr

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

F = TypeVar("F", bound=Callable[..., Any])

# What stands in where a terminal cannot write a character; anything else becomes "?".
ASCII = {
    "✓": "+", "✗": "x", "○": "o", "●": "*", "·": ".", "–": "-", "—": "-", "…": "...", "→": "->", "←": "<-", "⇒": "=>",
    "×": "x", "÷": "/", "√": "sqrt", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "±": "+-", "−": "-", "∞": "inf", "Σ": "sum",
    "’": "'", "‘": "'", "“": '"', "”": '"', "★": "*", "☆": ".", "█": "#", "▓": "#", "▒": "=", "░": "-", "ᵀ": "^T", "²": "^2",
    "│": "|", "─": "-", "\u00a0": " ",
}  # fmt: skip

MARKS: dict[Verdict, tuple[str, str]] = {  # sign and colour; the word always stands beside them
    Verdict.PASSED: ("✓", "green"),
    Verdict.TODO: ("○", "cyan"),
    Verdict.MISSING: ("○", "cyan"),
    Verdict.NOT_RUN: ("·", "bright_black"),
    Verdict.BROKEN: ("!", "magenta"),
}


def mark(verdict: Verdict) -> str:
    """The sign of a verdict, coloured; colour is dropped by Click where nobody would see it."""
    sign, colour = MARKS.get(verdict, ("✗", "red"))
    return click.style(sign, fg=colour)


def width() -> int:
    """Columns to write in: those of the terminal, from 40 to 100; 80 in a pipe."""
    return max(40, min(100, shutil.get_terminal_size((80, 24)).columns))


def wrap(text: str, *, indent: str = "") -> str:
    """Text filled to the width, every line indented."""
    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def wants_colour() -> bool | None:
    """False when colour is unwanted whatever the stream is; None leaves it to the stream."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def prepare_streams() -> None:
    """Make sure that no character can crash the output: what an encoding lacks gets an ASCII stand-in."""
    codecs.register_error("grader-ascii", _stand_in)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us: nobody reads, nobody types
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # as long as this process lives
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="grader-ascii")


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(ASCII.get(char, "?") for char in error.object[error.start : error.end]), error.end


def error_text(message: str, hint: str) -> str:
    """What went wrong, a blank line, what to do next."""
    return f"{message}\n\nhint: {hint}" if hint else message


def explain_os_error(error: OSError) -> tuple[ExitCode, str, str, str]:
    """Exit code, kind, message and hint of an operating-system error that no command caught."""
    if error.errno in NO_ROOM:
        return DiskFull.exit_code, "DiskFull", "The disk is full. What was finished is kept.", "free some space and run it again"
    place = f" `{error.filename}`" if error.filename else ""
    said = (error.strerror or str(error)).lower()
    code = ExitCode.USAGE if isinstance(error, FileNotFoundError | NotADirectoryError | IsADirectoryError) else ExitCode.FAILED_RUN
    return code, type(error).__name__, f"Cannot use{place}: {said}.", ""


def explain_bug(error: Exception) -> tuple[ExitCode, str, str, str]:
    """The same for an error nobody foresaw: ours, said in one sentence that names the place."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})" if trace else ""
    said = " ".join(str(error).split())[:200]
    message = f"This is our fault: {type(error).__name__}{place}{': ' + said if said else ''}"
    return ExitCode.FAILED_RUN, type(error).__name__, message, "run it again with GRADER_DEBUG=1 for the details to report"


def json_flag(command: F) -> F:
    """Adds `--json`: the answer is one envelope on stdout, errors included. The command gets `as_json`."""

    def note(ctx: click.Context, _param: click.Parameter, value: bool) -> bool:
        if value:
            ctx.meta[JSON] = True
        return value

    option = click.option("--json", "as_json", is_flag=True, is_eager=True, callback=note, help="Answer as one JSON document.")
    return option(command)


def json_file(command: F) -> F:
    """Adds `--json FILE`: the bare result document goes to a file, or to stdout for `-`. The command gets `json_path`."""

    def note(ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        if value is not None:
            ctx.meta[JSON_FILE] = True
        return value

    option = click.option(
        "--json", "json_path", metavar="FILE", is_eager=True, callback=note, help="Write the result document to FILE (- is stdout)."
    )
    return option(command)


def envelope(command: str, data: object, code: ExitCode = ExitCode.DONE, errors: Sequence[object] = ()) -> str:
    """The one JSON shape of every answer; ValueError for nan or infinity, which JSON does not have."""
    document = {"schema": ENVELOPE_SCHEMA, "command": command, "status": code.name.lower(), "data": data, "errors": list(errors)}
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)


class Advance(Protocol):
    """Moves a progress bar on by one; `failed` counts what went wrong."""

    def __call__(self, *, failed: bool = False) -> None: ...


@contextmanager
def progress(total: int, label: str) -> Iterator[Advance]:
    """A bar with rate, remaining time and failures on stderr; nothing at all where nobody is looking, or for a single item."""
    if total < 2 or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda *, failed=False: None
        return
    started, done, failures = time.monotonic(), 0, 0

    def note(_item: object) -> str:
        rate = done / max(time.monotonic() - started, 1e-9)
        return f"{rate:.1f}/s" + (f", {failures} failed" if failures else "")

    with click.progressbar(length=total, label=label, file=sys.stderr, show_pos=True, item_show_func=note, width=0) as bar:

        def advance(*, failed: bool = False) -> None:
            nonlocal done, failures
            done, failures = done + 1, failures + failed
            bar.update(1, current_item=done)

        yield advance
