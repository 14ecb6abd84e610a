"""`grader exam`: release forms, take one offline, mark answers with the key, look at the questions. Parses, makes one call, renders."""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import render
from grader.cli.ask import ask, say
from grader.cli.drill import open_bank
from grader.errors import UsageError
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.quiz.analysis import ItemReport
    from grader.quiz.bank import Bank
    from grader.quiz.exam import Exam, ExamMark

ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever it is made
KEY_MODE = 0o600


@click.group("exam", epilog="Example: grader exam release -o exam --learners amira,ben --objective O3")
def exam_group() -> None:
    """Give a class an exam whose key never leaves you."""


@exam_group.command("release", epilog="Example: grader exam release -o exam --roster roster.csv --per-objective 3")
@click.option(
    "-o", "--out", "folder", type=click.Path(path_type=Path, file_okay=False), required=True, help="A new folder for forms and key."
)
@click.option("--learners", default="", metavar="KEY,KEY", help="Learners, as their submissions are named.")
@click.option(
    "--roster",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="The class list: a CSV with a column `id`, or an exported gradebook.",
)
@click.option("--objective", "-O", "objectives", multiple=True, metavar="O", help="Only these objectives.")
@click.option("--question", "-q", "questions", multiple=True, metavar="ID", help="Exactly these questions.")
@click.option("--per-objective", type=click.IntRange(1, 50), default=3, show_default=True, help="Questions from each objective.")
@click.option("--name", default="exam", show_default=True, help="The name of the exam.")
@click.option("--strict", "is_strict", is_flag=True, help="Ticking is all or nothing.")
@click.option("--secret-file", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Draw from this secret (for tests).")
def release_command(
    folder: Path,
    learners: str,
    roster: Path | None,
    objectives: tuple[str, ...],
    questions: tuple[str, ...],
    per_objective: int,
    name: str,
    is_strict: bool,
    secret_file: Path | None,
) -> int:
    """Draw a form for every learner, without keys; the key stays in exam-key.json."""
    from grader.quiz.exam import key_document, release_form
    from grader.quiz.examfiles import KEY_NAME

    bank = open_bank()
    names = _learners(learners, roster)
    secret = secret_file.read_bytes() if secret_file else secrets.token_bytes(32)
    exam = make_exam(bank, _chosen(bank, objectives, questions, per_objective, secret), name, is_strict)
    if (folder / KEY_NAME).exists():
        raise UsageError(f"`{folder}` holds an exam already.", hint="name another folder: a new key would not fit the forms given out")
    folder.mkdir(parents=True, exist_ok=True)
    forms = [release_form(exam, learner, secret) for learner in names]
    for document, _ in forms:
        write_form(folder / "forms", document)
    _write_key(folder / KEY_NAME, key_document(exam, [key for _, key in forms], secret))
    say(f"{len(forms)} forms of {len(exam.questions)} questions in {folder / 'forms'}: give each learner their own zip.")
    say(f"The key is {folder / KEY_NAME}. Keep it: without it nothing can be marked, and whoever has it has the answers.")
    return ExitCode.DONE


def _learners(listed: str, roster: Path | None) -> list[str]:
    names = [name.strip() for name in listed.split(",") if name.strip()]
    if roster is not None:
        from grader.classroom.roster import read_roster

        listing = read_roster(roster)
        names += [person.key for person in listing.people]
        for notice in listing.notices:
            say(notice)
    if not names:
        raise UsageError("No learner is named.", hint="use --learners amira,ben or --roster roster.csv")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"`{twice[0]}` is named twice.")
    unsafe = [name for name in names if not _is_safe(name)]
    if unsafe:
        raise UsageError(f"`{unsafe[0]}` cannot be the name of a file.", hint="letters, digits, spaces, dot, hyphen, underscore and @")
    return names


def _is_safe(name: str) -> bool:
    return not name.startswith(".") and all(char.isalnum() or char in "-_.@ " for char in name) and len(name) <= 100


def _chosen(bank: Bank, objectives: Sequence[str], questions: Sequence[str], per_objective: int, secret: bytes) -> list[str]:
    """The questions of the exam: named ones, or some of each objective that never meet their like."""
    from grader.quiz.course import objectives_named
    from grader.quiz.model import Kind
    from grader.quiz.plan import practice
    from grader.quiz.stream import Stream

    if questions:
        return [bank.question(name).id for name in questions]
    wanted = objectives_named(bank, objectives)
    pool = [question for question in bank.questions.values() if question.kind is not Kind.FREE]
    return [question.id for question in practice(pool, {}, wanted, per_objective * len(wanted), Stream(secret, "exam-choice"))]


def make_exam(bank: Bank, names: Sequence[str], name: str, is_strict: bool) -> Exam:
    """The exam of these questions."""
    from grader.quiz.exam import Exam

    terms = tuple(sorted({term.replace("-", " ") for card in bank.cards.values() for term in card.terms}))
    return Exam(name, {found: bank.plain_question(found) for found in names}, is_strict, terms, bank.version)


def write_form(folder: Path, form: dict[str, Any]) -> Path:
    """The zip a learner gets: form, page, and the file to fill in. The same form gives the same bytes."""
    from grader.export.exam_html import form_page
    from grader.quiz.examfiles import FORM_NAME, answers_template

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{form['learner']}.zip"
    files = {
        FORM_NAME: json.dumps(form, ensure_ascii=False, indent=1) + "\n",
        "exam.html": form_page(form),
        "answers.yaml": answers_template(form),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, ZIP_DATE), text, zipfile.ZIP_DEFLATED)
    return path


def _write_key(path: Path, document: dict[str, Any]) -> None:
    """Readable by its owner alone, where the system knows owners."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, KEY_MODE)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False)


# ------------------------------------------------------------------------ take


@exam_group.command("take", epilog="Example: grader exam take exam.json")
@click.argument("form_path", metavar="FORM", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--answers", "answers_path", type=click.Path(path_type=Path, dir_okay=False), help="Where to write (default: answers.yaml beside it)."
)
def take_command(form_path: Path, answers_path: Path | None) -> int:
    """Answer a form in the terminal; every answer is in the file before the next question."""
    from grader.quiz.exam import shown_from
    from grader.quiz.examfiles import load_form, read_answers

    form = load_form(form_path)
    path = answers_path or form_path.with_name("answers.yaml")
    answers = read_answers(path, form)
    say("Enter keeps an answer as it is. `quit` stops; the same command goes on. Nothing is marked here.")
    for item in form["items"]:
        answer = _take_item(shown_from(item), int(item["number"]), len(form["items"]), answers.get(item["id"], ""))
        if answer is None:
            break
        answers[item["id"]] = answer
        _save(path, form, answers)
    _save(path, form, answers)
    empty = sum(1 for item in form["items"] if not answers.get(item["id"], "").strip())
    say(f"{len(form['items']) - empty} of {len(form['items'])} answered, kept in {path}. Hand it in with your work.")
    return ExitCode.DONE


def _take_item(shown: Any, number: int, total: int, given: str) -> str | None:
    from grader.cli.quiz import prompt_for, show_body
    from grader.quiz.read import unreadable

    click.echo("")
    say(f"Question {number} of {total}")
    click.echo("")
    show_body(shown)
    if given:
        say(f"So far: {given}", indent="  ")
    while True:
        text = _read_lines(prompt_for(shown), max(1, shown.lines))
        if text is None:
            return None
        reason = unreadable(shown, text)
        if not reason:
            return text if text.strip() else given
        say(reason, indent="  ")


def _read_lines(prompt: str, count: int) -> str | None:
    """So many lines; None at the end of input, or when the learner stops."""
    from grader.cli.quiz import QUIT

    lines: list[str] = []
    while len(lines) < count:
        line = ask(prompt)
        if line is None or line.strip().casefold() == QUIT:
            return None
        lines.append(line)
    return "\n".join(lines)


def _save(path: Path, form: dict[str, Any], answers: dict[str, str]) -> None:
    """Whole or not at all."""
    from grader.quiz.examfiles import answers_template

    beside = path.with_name(path.name + ".tmp")
    with open(beside, "w", encoding="utf-8") as file:
        file.write(answers_template(form, answers))
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


# ------------------------------------------------------------------------ mark


@exam_group.command("mark", epilog="Example: grader exam mark exam/exam-key.json answers/*.yaml --csv marks.csv")
@click.argument("key_path", metavar="KEY", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("paths", metavar="ANSWERS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--mended", "is_mended", is_flag=True, help="Mark with today's questions, and say which marks change.")
@click.option("--items", "show_items", is_flag=True, help="Show how each question did.")
@click.option("--csv", "csv_path", type=click.Path(path_type=Path, dir_okay=False), help="Write points per learner and objective.")
@render.json_flag
def mark_command(key_path: Path, paths: tuple[Path, ...], is_mended: bool, show_items: bool, csv_path: Path | None, as_json: bool) -> int:
    """Mark answer files with the key; what does not fit is refused with a sentence."""
    from grader.quiz.analysis import item_reports, misconception_counts
    from grader.quiz.exam import mended
    from grader.quiz.examfiles import load_key

    key = load_key(key_path)
    files = _answer_files(paths)
    before = _mark_all(files, key)
    marks = before
    if is_mended:
        bank = open_bank()
        today = {name: bank.plain_question(name) for name in key.exam.questions if name in bank.questions}
        marks = _mark_all(files, mended(key, today))
    changed = [(old, new) for old, new in zip(before, marks, strict=True) if old.by_objective != new.by_objective]
    if csv_path:
        csv_path.write_text(_csv(marks), "utf-8")
    reports = item_reports(marks) if show_items or as_json else []
    refused = [mark for mark in marks if mark.refused]
    if as_json:
        data = {
            "exam": key.exam.name,
            "learners": [_mark_data(path, mark) for (path, _), mark in zip(files, marks, strict=True)],
            "items": [_report_data(report) for report in reports],
            "misconceptions": misconception_counts(marks),
            "changed": [old.learner for old, _ in changed],
        }
        click.echo(render.envelope("exam", data))
    else:
        _show_marks(files, marks, changed)
        _show_reports(reports)
    if is_mended and changed:
        return ExitCode.NOT_YET
    return ExitCode.SOME_UNGRADED if refused else ExitCode.DONE


def _answer_files(paths: Sequence[Path]) -> list[tuple[Path, bytes]]:
    """Files as named, and the answers files inside folders."""
    from grader.quiz.exam import ANSWER_NAMES, MAX_ANSWER_BYTES

    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(inner for name in ANSWER_NAMES for inner in path.rglob(name))
        elif path.is_file():
            found.append(path)
        else:
            raise UsageError(f"There is no file `{path}`.")
    contents = []
    for path in found:
        with path.open("rb") as file:
            contents.append((path, file.read(MAX_ANSWER_BYTES + 1)))  # one byte more tells that it is too large
    return contents


def _mark_all(files: Sequence[tuple[Path, bytes]], key: Any) -> list[ExamMark]:
    from grader.quiz.exam import mark_file

    return [mark_file(raw, path.name, key) for path, raw in files]


def _show_marks(files: Sequence[tuple[Path, bytes]], marks: Sequence[ExamMark], changed: Sequence[tuple[ExamMark, ExamMark]]) -> None:
    from grader.quiz.numbers import spell_points

    for (path, _), mark in zip(files, marks, strict=True):
        if mark.refused:
            say(f"{mark.learner or path}: refused. {mark.refused}")
            continue
        parts = ", ".join(
            f"{objective} {spell_points(points)} of {count}" for objective, (points, count) in sorted(mark.by_objective.items())
        )
        say(f"{mark.learner}: {parts}")
        for item in mark.items:
            if item.note:
                say(f"{item.question}: could not be read: {item.raw!r}. {item.note}", indent="    ")
    for old, new in changed:
        say(f"changed: {old.learner}, {_points(old)} before, {_points(new)} now")


def _points(mark: ExamMark) -> str:
    return ", ".join(f"{objective} {points}" for objective, (points, _) in sorted(mark.by_objective.items()))


def _show_reports(reports: Sequence[ItemReport]) -> None:
    if not reports:
        return
    click.echo("")
    say("Questions, the one to look at first on top (facility: mean score; discrimination: with the rest of the exam, -100 to 100):")
    for report in reports:
        interval = f" ({report.interval[0]:.2f} to {report.interval[1]:.2f})" if report.interval else ""
        apart = "too few learners" if report.discrimination is None else f"{report.discrimination:.0f}"
        tags = ", ".join(f"{tag} {count}" for tag, count in report.misconceptions[:3])
        say(
            f"{report.question:<8} n {report.n:>3}  facility {float(report.facility):.2f}{interval}  discrimination {apart}  {tags}",
            indent="  ",
        )


def _csv(marks: Sequence[ExamMark]) -> str:
    from grader.export.tables import cell

    objectives = sorted({objective for mark in marks for objective in mark.by_objective})
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["learner", *(f"{objective} {what}" for objective in objectives for what in ("points", "of")), "refused"])
    for mark in marks:
        row: list[object] = [cell(mark.learner)]
        for objective in objectives:
            points, count = mark.by_objective.get(objective, (0, 0))
            row += [round(float(points), 4), count]
        writer.writerow([*row, cell(mark.refused)])
    return out.getvalue()


def _mark_data(path: Path, mark: ExamMark) -> dict[str, object]:
    return {
        "file": path.name,
        "learner": mark.learner,
        "refused": mark.refused or None,
        "objectives": {objective: {"points": str(points), "of": count} for objective, (points, count) in mark.by_objective.items()},
        "items": [
            {
                "question": item.question,
                "standing": str(item.standing),
                "score": str(item.score),
                "misconceptions": list(item.misconceptions),
                "answer": item.read_as or item.raw,
                "note": item.note or None,
            }
            for item in mark.items
        ],
    }


def _report_data(report: ItemReport) -> dict[str, object]:
    return {
        "question": report.question,
        "objective": report.objective,
        "n": report.n,
        "facility": float(report.facility),
        "interval": report.interval,
        "discrimination": report.discrimination,
        "blank": report.blank,
        "unreadable": report.unreadable,
        "misconceptions": dict(report.misconceptions),
    }
