"""Verbs that take work out of the folder: case (to look into one failure) and submit (to hand everything in)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.complete import exercise_names
from grader.errors import UsageError
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.learner.submission import Packed

MOST_NAMED = 6  # of the exercises that are left


@click.command("case", epilog="Example: grader case softmax-rows > try.py")
@click.argument("exercise", shell_complete=exercise_names)
@click.option("--run", "run_it", is_flag=True, help="Run it on your file, in plain Python, without any isolation.")
@click.option("--debug", is_flag=True, help="Open it in pdb, stopped in your function.")
@render.json_flag
def case_command(exercise: str, run_it: bool, debug: bool, as_json: bool) -> int:
    """Print the failing case of an exercise as a program you can run."""
    from grader.content.load import load_level
    from grader.learner.cases import saved_case
    from grader.learner.folder import find_folder

    level, folder = load_level(), find_folder()
    wanted = level.exercise(exercise)
    case = saved_case(folder, wanted)
    if as_json:
        click.echo(render.envelope("case", {"exercise": wanted.slug, "file": folder.shown(case.path), "program": case.text}))
        return ExitCode.DONE
    if debug:
        if not sys.stdin.isatty():
            raise UsageError("pdb needs a terminal.", hint=f"grader case {wanted.slug} --run")
        called = case.text.rpartition("import ")[2].split("\n")[0].strip()
        stop = ["-c", f"import {wanted.module}", "-c", f"break {wanted.module}.{called}", "-c", "continue"]
        found = {**os.environ, "PYTHONPATH": str(folder.root)}  # pdb looks the function up before the case has run
        done = subprocess.run([sys.executable, "-m", "pdb", *stop, str(case.path)], env=found, check=False)
        return done.returncode and ExitCode.NOT_YET
    if run_it:
        return subprocess.run([sys.executable, str(case.path)], check=False).returncode and ExitCode.NOT_YET
    click.echo(case.text, nl=False)
    return ExitCode.DONE


@click.command("submit", epilog="Example: grader submit -o my-work.zip")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The zip to write; - is stdout.")
@render.json_flag
def submit_command(output: Path, as_json: bool) -> int:
    """Pack your work into one zip to hand in."""
    from grader.content.load import load_level
    from grader.learner.folder import find_folder
    from grader.learner.submission import pack, write, zipped

    packed = pack(load_level(), find_folder())
    if as_json:
        if str(output) == "-":
            raise UsageError("The zip and the JSON cannot both go to standard output.", hint="name a file with -o")
        write(packed, output)
        click.echo(render.envelope("submit", _packed_data(packed, output)))
        return ExitCode.DONE
    work = [name for name in packed.files if name.endswith(".py")]
    verb = "exercise goes" if len(work) == 1 else "exercises go"
    goes = f"{len(work)} {verb} in: {', '.join(sorted(Path(name).stem for name in work)) or 'none'}."
    click.echo(render.wrap(goes), err=True)
    for word, group in (("No file for", packed.missing), ("Still the stub:", packed.untouched)):
        if group:
            named = ", ".join(exercise.slug for exercise in group[:MOST_NAMED])
            more = f", and {len(group) - MOST_NAMED} more" if len(group) > MOST_NAMED else ""
            click.echo(render.wrap(f"{word} {named}{more}."), err=True)
    if str(output) == "-":
        sys.stdout.buffer.write(zipped(packed))
        return ExitCode.DONE
    write(packed, output)
    click.echo(f"Written: {output}")
    return ExitCode.DONE


def _packed_data(packed: Packed, output: Path) -> dict[str, object]:
    return {
        "file": str(output),
        "entries": sorted(packed.files),
        "missing": [exercise.slug for exercise in packed.missing],
        "untouched": [exercise.slug for exercise in packed.untouched],
    }
