"""The command line: verbs loaded when used, and the one place where errors become messages and exit codes.

A command parses, makes one call, renders what came back, and returns an ExitCode. It knows nothing of how errors are shown.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from grader import __version__
from grader.cli import render
from grader.cli.verbs import VERBS, landed
from grader.errors import GraderError, UnknownName
from grader.results import ExitCode

COMPLETE = "_GRADER_COMPLETE"  # set by the shell: `eval "$(_GRADER_COMPLETE=bash_source grader)"`


class LazyGroup(click.Group):
    """A group whose commands are imported when they run; listing them imports nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs of this installation, in the order of the table."""
        return list(landed())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb, imported now; None when there is no such verb."""
        verb = landed().get(cmd_name)
        if verb is None:
            return None
        module = importlib.import_module(verb.module)
        commands = (value for value in vars(module).values() if isinstance(value, click.Command))
        return next((command for command in commands if command.name == cmd_name), None)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Like Click's, but an unknown verb names the nearest one."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise UnknownName("command", args[0], landed(), hint="run `grader --help` to see every command")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by who uses them."""
        by_section: dict[str, list[tuple[str, str]]] = {}
        for verb in landed().values():
            by_section.setdefault(verb.section, []).append((verb.name, verb.help))
        for section, rows in by_section.items():
            with formatter.section(section):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[click.shell_completion.CompletionItem]:
        """Verbs and their one-liners, without importing any."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(verb.name, help=verb.help) for verb in landed().values() if verb.name.startswith(incomplete)]


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: grader check softmax-rows",
)
@click.version_option(__version__, prog_name="grader")
def cli() -> None:
    """Learn attention by doing: exercises with hidden checks, quizzes and flashcards, graded here and now."""


MOST_UNCOLLECTED = 50_000
"""New objects between two looks for garbage: with the usual 700, starting alone causes hundreds of them, and none finds any."""

NO_WORDS: tuple[type[click.UsageError], ...] = (
    (click.exceptions.NoArgsIsHelpError,) if hasattr(click.exceptions, "NoArgsIsHelpError") else ()
)

NO_MEMORY = (
    "This machine has no memory left for this program; what was finished is kept.",
    "close other programs or use fewer jobs (-j 1), then run the same command again",
)


def program() -> NoReturn:
    """The installed command: `main` in a process of its own, which ends with it."""
    gc.set_threshold(MOST_UNCOLLECTED)
    code = main()
    gc.freeze()  # else Python looks for garbage three times more before it ends
    sys.exit(code)


def main(args: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code. Only messages reach the terminal, never a traceback."""
    given = list(sys.argv[1:] if args is None else args)
    render.prepare_streams()
    if COMPLETE in os.environ:
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, "grader", COMPLETE, os.environ[COMPLETE])
    meta: dict[str, object] = {}
    try:
        with cli.make_context("grader", given, color=render.wants_colour()) as ctx:
            meta = ctx.meta
            result = cli.invoke(ctx)
            sys.stdout.flush()  # a full disk or a closed pipe shows here, not when Python ends
            return int(result) if isinstance(result, int) else ExitCode.DONE
    except click.exceptions.Exit as stop:  # --help, --version, ctx.exit(code)
        return stop.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _fail(given, meta, ExitCode.INTERRUPTED, "Interrupted", "Interrupted. What was finished is kept.", "")
    except BrokenPipeError:  # the reader of our output went away, as `head` does: nobody is to take that for "done"
        _drop_output()
        return ExitCode.INTERRUPTED
    except NO_WORDS as error:  # a command with parts, and none named: its help is the answer
        click.echo(error.format_message())
        return ExitCode.DONE
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "grader"
        return _fail(given, meta, ExitCode.USAGE, "UsageError", _sentence(error.format_message()), f"run `{command} --help`")
    except click.ClickException as error:
        return _fail(given, meta, ExitCode.USAGE, type(error).__name__, _sentence(error.format_message()), "")
    except GraderError as error:
        return _fail(given, meta, error.exit_code, type(error).__name__, error.message, error.hint)
    except MemoryError:
        return _fail(given, meta, ExitCode.FAILED_RUN, "MemoryError", *NO_MEMORY)
    except OSError as error:
        if error.errno in render.NO_ROOM and error.filename is None:
            _drop_output()  # it may be stdout that has no room, and Python would try it again at exit
            meta = {render.JSON_FILE: True}  # so the error goes to stderr
        return _fail(given, meta, *render.explain_os_error(error))
    except Exception as error:
        if os.environ.get("GRADER_DEBUG"):
            raise
        return _fail(given, meta, *render.explain_bug(error))


def _drop_output() -> None:
    """Let what is still buffered for stdout go nowhere."""
    with contextlib.suppress(OSError, ValueError):  # a stdout that is no file, as in a test, needs nothing
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(given: Sequence[str], meta: dict[str, object], code: ExitCode, kind: str, message: str, hint: str) -> int:
    """Show an error where it is looked for: on stderr, or in the envelope when JSON was asked for."""
    command = next((word for word in given if word in VERBS), "")
    if render.JSON in meta or ("--json" in given and not meta.get(render.JSON_FILE)):
        errors = [{"type": kind, "message": message, "hint": hint}]
        click.echo(render.envelope(command, None, code, errors))
    else:
        click.echo(render.error_text(message, hint), err=True)
    return code


def _sentence(text: str) -> str:
    """Click's message as a sentence."""
    text = text.strip()
    return text if text.endswith((".", "?", "!")) else f"{text}."
