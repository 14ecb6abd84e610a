"""`grader explain`: answers in a learner's own words, kept in explain.yaml for the class to mark. Parses, asks, shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.ask import ask, say
from grader.errors import UnknownName
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.learner.explained import ToExplain

QUIT = "quit"


@click.command("explain", epilog="Example: grader explain o1-q19")
@click.argument("names", nargs=-1, metavar="[QUESTION | OBJECTIVE]...")
@render.json_flag
def explain_command(names: tuple[str, ...], as_json: bool) -> int:
    """Answer in your own words what your class marks by hand.

    Without a name, shows which answers you have. They are kept in explain.yaml, which you may edit as well, and `grader submit` hands them
    in. Nothing is marked here.
    """
    from grader.learner.explained import read_explained, write_explained
    from grader.learner.folder import find_folder

    root = find_folder().root
    questions = to_explain()
    answers = read_explained(root)
    if as_json or not names:
        path = write_explained(root, questions, answers)
        _show(questions, answers, str(path), as_json)
        return ExitCode.DONE
    for each in _named(questions, names):
        text = _asked(each, answers.get(each.id, ""))
        if text is None:
            break
        if text:
            answers[each.id] = text
            write_explained(root, questions, answers)
    left = sum(each.id not in answers for each in questions)
    say(f"{len(questions) - left} of {len(questions)} answered, kept in explain.yaml. `grader submit` hands them in with your work.")
    return ExitCode.DONE


def to_explain() -> list[ToExplain]:
    """The questions of this level that are answered in words, in order."""
    from grader.cli.drill import open_bank
    from grader.learner.explained import ToExplain
    from grader.quiz.model import Kind
    from grader.quiz.variants import draw

    free = [each for each in open_bank().questions.values() if each.kind is Kind.FREE]
    return [ToExplain(each.id, each.objective, draw(each, b"explain", "explain", 1).shown.prompt) for each in free]


def _named(questions: list[ToExplain], names: tuple[str, ...]) -> list[ToExplain]:
    """The questions that names mean, an objective all of its own."""
    found: list[ToExplain] = []
    for name in names:
        meant = [each for each in questions if name.casefold() in (each.id.casefold(), each.objective.casefold())]
        if not meant:
            raise UnknownName("question that is answered in words", name, [each.id for each in questions], hint="grader explain lists them")
        found += [each for each in meant if each not in found]
    return found


def _asked(question: ToExplain, given: str) -> str | None:
    """What was typed, "" for nothing; None to stop."""
    click.echo("")
    say(f"{question.id} · {question.objective}")
    say(question.prompt, indent="  ")
    if given:
        say(f"So far: {given}", indent="  ")
    say("As many lines as you like; an empty line ends your answer" + (" or keeps what you have." if given else ".") + f" `{QUIT}` stops.")
    lines: list[str] = []
    while (line := ask("> ")) is not None and line.strip():
        if line.strip().casefold() == QUIT and not lines:
            return None
        lines.append(line.rstrip())
    return "\n".join(lines) if lines or line is not None else None


def _show(questions: list[ToExplain], answers: dict[str, str], path: str, as_json: bool) -> None:
    if as_json:
        rows = [{"question": each.id, "objective": each.objective, "answer": answers.get(each.id)} for each in questions]
        click.echo(render.envelope("explain", {"file": path, "answers": rows}))
        return
    for each in questions:
        words = len(answers.get(each.id, "").split())
        say(f"{each.id} ({each.objective}): {f'{words} words' if words else 'no answer yet'}")
    say(f"Answer one with `grader explain {questions[0].id}`, or in {path}." if questions else "This level asks for nothing in words.")
