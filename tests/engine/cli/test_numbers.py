"""Numbers of options are numbers to work with."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from grader.cli.numbers import FiniteRange


@click.command()
@click.option("--points", type=FiniteRange(min=0, min_open=True))
def spend(points: float) -> None:
    click.echo(points)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e999", "NaN", "0", "-1", "ten"])
def test_what_is_no_number_to_work_with_is_refused(text: str) -> None:
    result = CliRunner().invoke(spend, ["--points", text])

    assert result.exit_code == 2
    assert "Invalid value for '--points'" in result.output


def test_a_number_in_the_range_is_taken() -> None:
    assert CliRunner().invoke(spend, ["--points", "2.5"]).output == "2.5\n"
