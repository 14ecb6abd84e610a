"""Verbs that take work out of the folder: case (to look into one failure) and submit (to hand everything in)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from grader.cli import render
from grader.cli.complete import exercise_names
from grader.errors import UsageError
from grader.results import ExitCode


@click.command("case", epilog="Example: grader case softmax-rows > try.py")
@click.argument("exercise", shell_complete=exercise_names)
@click.option("--run", "run_it", is_flag=True, help="Run it on your file, in plain Python, without any isolation.")
@click.option("--debug", is_flag=True, help="Open it in pdb, stopped in your function.")
def case_command(exercise: str, run_it: bool, debug: bool) -> int:
    """Print the failing case of an exercise as a program you can run."""
    from grader.content.load import load_level
    from grader.learner.cases import saved_case
    from grader.learner.folder import find_folder

    level, folder = load_level(), find_folder()
    wanted = level.exercise(exercise)
    case = saved_case(folder, wanted)
    if debug:
        if not sys.stdin.isatty():
            raise UsageError("pdb needs a terminal.", hint=f"grader case {wanted.slug} --run")
        called = case.text.rpartition("import ")[2].split("\n")[0].strip()
        stop = ["-c", f"import {wanted.module}", "-c", f"break {wanted.module}.{called}", "-c", "continue"]
        return subprocess.run([sys.executable, "-m", "pdb", *stop, str(case.path)], check=False).returncode and ExitCode.NOT_YET
    if run_it:
        return subprocess.run([sys.executable, str(case.path)], check=False).returncode and ExitCode.NOT_YET
    click.echo(case.text, nl=False)
    return ExitCode.DONE


@click.command("submit", epilog="Example: grader submit -o my-work.zip")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The zip to write; - is stdout.")
def submit_command(output: Path) -> int:
    """Pack your work into one zip to hand in."""
    from grader.content.load import load_level
    from grader.learner.folder import find_folder
    from grader.learner.submission import pack, write, zipped

    packed = pack(load_level(), find_folder())
    work = [name for name in packed.files if name.endswith(".py")]
    click.echo(f"{len(work)} exercises go in: {', '.join(sorted(Path(name).stem for name in work)) or 'none'}.", err=True)
    for word, group in (("No file for", packed.missing), ("Still the stub:", packed.untouched)):
        if group:
            click.echo(render.wrap(f"{word} {', '.join(exercise.slug for exercise in group)}."), err=True)
    if str(output) == "-":
        sys.stdout.buffer.write(zipped(packed))
        return ExitCode.DONE
    write(packed, output)
    click.echo(f"Written: {output}")
    return ExitCode.DONE
