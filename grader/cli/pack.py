"""`grader pack`: the grader as other systems run it. Parses, makes one call, renders."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from grader.cli import render
from grader.cli.export import VISIBILITIES
from grader.cli.numbers import FiniteRange
from grader.errors import UsageError
from grader.results import ExitCode

MIN_SECRET_BYTES = 16


@click.group("pack", epilog="Example: grader pack gradescope --settings class.yaml -o autograder.zip")
def pack() -> None:
    """Pack the grader for Gradescope, or for a class on GitHub."""


@pack.command("gradescope", epilog="Example: grader pack gradescope --settings class.yaml -o autograder.zip")
@click.option(
    "--settings", type=click.Path(path_type=Path, exists=True, dir_okay=False), default=None, help="class.yaml of the assignment."
)
@click.option("--checks", type=click.Path(path_type=Path), default=None, help="Folder of your own checks: in place of ours, or added.")
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="File of the secret that inputs are drawn from (default: a new one; it is in the pack).",
)
@click.option("--separated", is_flag=True, help="Grade even where the container cannot lock learner code in; every result says so.")
@click.option(
    "--minutes", type=FiniteRange(min=0, min_open=True, max=39), default=9.0, show_default=True, help="Below Gradescope's own limit."
)
@click.option(
    "--visibility", type=click.Choice(VISIBILITIES), default="visible", show_default=True, help="When learners see each exercise."
)
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="File to write.")
def gradescope(
    settings: Path | None, checks: Path | None, secret_file: Path | None, separated: bool, minutes: float, visibility: str, out: Path
) -> ExitCode:
    """Write the autograder.zip that Gradescope runs for each submission.

    Deadlines and lateness are Gradescope's there; `due` and `late` of class.yaml take nothing.
    """
    from grader.classroom.outputs import write_whole_bytes
    from grader.classroom.service import level_with
    from grader.classroom.settings import read_settings
    from grader.content.tree import find_root
    from grader.export.gradescope_pack import PackOptions, gradescope_pack

    raw = settings.read_bytes() if settings is not None else b""
    read_settings(raw, level_with(checks), shown=str(settings))
    secret = secret_file.read_bytes() if secret_file is not None else secrets.token_bytes(32)
    if len(secret) < MIN_SECRET_BYTES:
        raise UsageError(f"The secret in `{secret_file}` has {len(secret)} bytes; at least {MIN_SECRET_BYTES} are needed.")
    root = find_root()
    data = gradescope_pack(root if checks is None else root.with_checks(checks), PackOptions(raw, secret, separated, minutes, visibility))
    write_whole_bytes(out, data)
    out.chmod(0o600)
    click.echo(f"{out} ({len(data) / 1e6:.1f} MB)")
    click.echo(
        render.wrap(
            "It holds checks, solutions and the secret: upload it, and give it to nobody. In Gradescope: Configure Autograder → "
            "Zip file upload, Ubuntu 22.04 or newer, at least 0.5 CPU and 1.5 GB. The log of the build ends with `grader doctor`: "
            "it says how well that container locks learner code in."
        )
    )
    return ExitCode.DONE


@pack.command("github", epilog="Example: grader pack github template-repository")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
@click.option("--install", default="", metavar="WHAT", help="What pip installs there (default: this package in this version).")
@click.option("--force", is_flag=True, help="Replace files that say something else.")
def github(folder: Path, install: str, force: bool) -> ExitCode:
    """Write a GitHub Actions workflow and a dev container into a repository.

    FOLDER is the template that learners' repositories are made from. The workflow runs our checks, never the repository's own.
    """
    from grader import __version__
    from grader.classroom.outputs import write_whole
    from grader.export.github_pack import github_files
    from grader.export.gradescope_pack import DISTRIBUTION

    texts = github_files(install or f"{DISTRIBUTION}=={__version__}")
    paths = {folder / place: text for place, text in texts.items()}
    in_the_way = [path for path, text in paths.items() if path.exists() and path.read_bytes() != text.encode() and not force]
    if in_the_way:
        raise UsageError(f"`{in_the_way[0]}` is there already and says something else.", hint="--force replaces it")
    for path, text in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        click.echo(str(path))
    return ExitCode.DONE
