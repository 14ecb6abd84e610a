"""The command line as a whole: verbs, errors, exit codes, envelopes."""

from __future__ import annotations

import errno
import importlib
import json
from collections.abc import Callable

import click
import pytest

from grader import __version__, errors
from grader.cli import cli, main, render
from grader.cli.verbs import VERBS, landed
from grader.errors import GraderError, UnknownName
from grader.results import ExitCode

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Puts a made-up command `check` in place of the real one."""

    def install(body: Callable[[], object]) -> None:
        @click.command("check")
        @render.json_flag
        def command(as_json: bool) -> object:
            return body()

        monkeypatch.setattr(type(cli), "get_command", lambda self, ctx, name: command if name == "check" else None)

    return install


def raising(error: BaseException) -> Callable[[], object]:
    def body() -> object:
        raise error

    return body


@pytest.mark.parametrize("name", list(landed()))
def test_every_verb_is_there_and_says_what_the_table_says(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)

    assert command is not None, f"{VERBS[name].module} has no command `{name}`"
    assert command.get_short_help_str(200) == VERBS[name].help
    assert "Example" in (command.epilog or "") + (command.help or ""), f"`{name} --help` must end with a real example"


def test_every_row_of_the_table_has_landed() -> None:
    assert set(VERBS) - set(landed()) == set()


def test_every_command_of_a_module_is_in_the_table() -> None:
    modules = {verb.module for verb in landed().values()}
    commands = {value for name in modules for value in vars(importlib.import_module(name)).values() if isinstance(value, click.Command)}
    inner = {inner for command in commands if isinstance(command, click.Group) for inner in command.commands.values()}

    assert {command.name for command in commands - inner} - set(VERBS) == set()


def test_help_lists_the_verbs_by_who_uses_them(capsys: Capture) -> None:
    assert main(["--help"]) == 0

    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in landed())
    assert said.rstrip().endswith("Example: grader check softmax-rows")


def test_version(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"grader, version {__version__}\n"


@pytest.mark.parametrize("words", [[], ["data"]])
def test_without_a_word_more_the_help_is_the_answer(words: list[str], capsys: Capture) -> None:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert out.startswith(" ".join(["Usage: grader", *words, "[OPTIONS] COMMAND"]))
    assert err == ""


def test_an_unknown_verb_suggests_the_nearest(capsys: Capture) -> None:
    assert main(["lnt"]) == ExitCode.USAGE
    assert capsys.readouterr().err == "Unknown command `lnt`. Did you mean `lint`?\n\nhint: run `grader --help` to see every command\n"


def test_an_unknown_option_is_one_sentence(verb: Callable[..., None], capsys: Capture) -> None:
    verb(lambda: 0)

    assert main(["check", "--al"]) == ExitCode.USAGE
    assert capsys.readouterr().err.endswith("\n\nhint: run `grader check --help`\n")


def every_error() -> list[GraderError]:
    kinds = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, GraderError)]
    return [
        UnknownName("exercise", "sofmax", ["softmax"], hint="run `grader list`")
        if kind is UnknownName
        else kind(["a.yaml:1:1: first", "b.yaml:2:2: second"], hint="mend them")
        if issubclass(kind, errors.ContentError)
        else kind("Something happened.", hint="do this")
        for kind in kinds
    ]


@pytest.mark.parametrize("error", every_error(), ids=lambda error: type(error).__name__)
def test_every_error_is_a_message_a_hint_and_its_exit_code(error: GraderError, verb: Callable[..., None], capsys: Capture) -> None:
    verb(raising(error))

    assert main(["check"]) == error.exit_code
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"{error.message}\n\nhint: {error.hint}\n")


def test_every_error_as_it_looks(verb: Callable[..., None], capsys: Capture, golden: Callable[[str, str], None]) -> None:
    screens = []
    for error in every_error():
        verb(raising(error))
        code = main(["check"])
        screens.append(f"[{type(error).__name__}, exit {code}]\n{capsys.readouterr().err}")

    golden("errors.txt", "\n".join(screens))


def test_help_as_it_looks(capsys: Capture, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    main(["--help"])

    golden("help.txt", capsys.readouterr().out)


def test_with_json_an_error_is_an_envelope_on_stdout(verb: Callable[..., None], capsys: Capture) -> None:
    verb(raising(UnknownName("exercise", "sofmax", ["softmax"], hint="run `grader list`")))

    assert main(["check", "--json"]) == ExitCode.USAGE
    said = capsys.readouterr()
    assert said.err == ""
    assert json.loads(said.out) == {
        "schema": "grader/envelope/1",
        "command": "check",
        "status": "usage",
        "data": None,
        "errors": [{"type": "UnknownName", "message": "Unknown exercise `sofmax`. Did you mean `softmax`?", "hint": "run `grader list`"}],
    }


def test_with_json_wrong_usage_is_an_envelope_too(verb: Callable[..., None], capsys: Capture) -> None:
    verb(lambda: 0)

    assert main(["check", "--json", "--nonsense"]) == ExitCode.USAGE
    assert json.loads(capsys.readouterr().out)["status"] == "usage"


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt_says_so(interrupt: BaseException, verb: Callable[..., None], capsys: Capture) -> None:
    verb(raising(interrupt))

    assert main(["check"]) == 130
    assert capsys.readouterr().err == "Interrupted. What was finished is kept.\n"


def test_a_full_disk_is_one_sentence(verb: Callable[..., None], capsys: Capture) -> None:
    verb(raising(OSError(errno.ENOSPC, "No space left on device")))

    assert main(["check"]) == ExitCode.FAILED_RUN
    assert capsys.readouterr().err == "The disk is full. What was finished is kept.\n\nhint: free some space and run it again\n"


def test_a_missing_file_is_wrong_usage(verb: Callable[..., None], capsys: Capture) -> None:
    verb(raising(FileNotFoundError(errno.ENOENT, "No such file or directory", "class.yaml")))

    assert main(["check"]) == ExitCode.USAGE
    assert capsys.readouterr().err == "Cannot use `class.yaml`: no such file or directory.\n"


def test_a_bug_of_ours_shows_no_traceback(verb: Callable[..., None], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRADER_DEBUG", raising=False)
    verb(raising(ZeroDivisionError("made up")))

    assert main(["check"]) == ExitCode.FAILED_RUN
    said = capsys.readouterr().err
    assert said.startswith("This is our fault: ZeroDivisionError (test_main.py:")
    assert "Traceback" not in said


def test_what_a_command_returns_is_the_exit_code(verb: Callable[..., None]) -> None:
    verb(lambda: ExitCode.NOT_YET)

    assert main(["check"]) == 1


def test_a_terminal_without_unicode_gets_stand_ins() -> None:
    render.prepare_streams()

    assert "√d_k → ✓ …Ω".encode("ascii", errors="grader-ascii") == b"sqrtd_k -> + ...?"


def test_nan_never_gets_into_an_envelope() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        render.envelope("check", {"points": float("nan")})
