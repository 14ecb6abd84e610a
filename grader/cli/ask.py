"""What quiz and drill share at a terminal: texts with maths, one line of input at a time, places of notes.

Works with a keyboard alone, in 60 columns, without colour, and when input comes from a file.
"""

from __future__ import annotations

import sys
import textwrap
from datetime import datetime

import click

from grader.cli.render import width
from grader.quiz.bank import Bank
from grader.store.moment import Moment, moment


def now() -> Moment:
    """This moment on the learner's own clock."""
    return moment(datetime.now().astimezone())


def shown(text: str) -> str:
    """A text with its maths as this terminal can write it."""
    plain = text
    if any(char in text for char in "$`*"):
        from grader.mathtext import to_text  # only where there is something to render: it costs 20 ms

        plain = to_text(text)
    try:
        plain.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        from grader.mathtext import to_ascii

        return to_ascii(plain)
    return plain


def say(text: str = "", *, indent: str = "", first: str | None = None) -> None:
    """Paragraphs filled to the width."""
    for paragraph in shown(text).split("\n"):
        filled = textwrap.fill(
            paragraph,
            width(),
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        click.echo(filled)


def say_code(code: str, *, numbered: bool = False) -> None:
    """A program, indented and never filled."""
    for number, line in enumerate(code.rstrip("\n").split("\n"), 1):
        click.echo(f"  {number:>2}  {line}" if numbered else f"    {line}".rstrip())


def ask(prompt: str) -> str | None:
    """One line of input, None at the end of input."""
    click.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))  # so that a transcript reads as it would on a terminal
    return line.rstrip("\r\n") if line else None


def note_place(bank: Bank, tag: str) -> str:
    """Where the notes speak of a misconception: `o3_weights/NOTES.md, "which axis"`; "" when nowhere."""
    belief = bank.belief(tag)
    if belief is None or not belief.note:
        return ""
    folder, _, anchor = belief.note.partition("#")
    return f"{folder}/NOTES.md, “{anchor.replace('-', ' ')}”"
