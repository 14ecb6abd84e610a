"""`grader class`: what a graded class understood, and whose programs are unusually similar. From its store alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.errors import UnknownName
from grader.results import ExitCode

if TYPE_CHECKING:
    from grader.classroom.similarity import Pair, Similar, Works
    from grader.classroom.understanding import Understanding

FOLDER = click.argument("folder", type=click.Path(path_type=Path), default="graded")
MAX_NAMES = 8


@click.group("class", epilog="Example: grader class stats graded")
def class_group() -> None:
    """Look at a graded class: item statistics, misconceptions, similar programs."""


@class_group.command("stats", epilog="Example: grader class stats graded --json")
@FOLDER
@click.option("--section", default="", metavar="NAME", help="Only learners of this section of the class list.")
@render.json_flag
def stats(folder: Path, section: str, as_json: bool) -> ExitCode:
    """Show how hard exercises and questions were, how well they tell learners apart, and what is believed.

    p is the mean share of the points; r the correlation of an item with the rest, with its 95 % interval. An exam that was marked with
    `grader grade --exam-key` stands in the same table.
    """
    from grader.classroom.assemble import graded_class
    from grader.classroom.examkept import exam_of
    from grader.classroom.people import in_section, people_of
    from grader.classroom.understanding import understanding, understanding_json
    from grader.content.load import load_level
    from grader.store.classes import ClassStore

    with ClassStore.existing(folder) as store:
        graded = graded_class(store, load_level())
        found = understanding(in_section(graded, people_of(store), section) if section else graded, exam_of(store))
    if as_json:
        click.echo(render.envelope("class", understanding_json(found)))
        return ExitCode.DONE
    for line in _lines(found):
        click.echo(line)
    return ExitCode.DONE


def _lines(found: Understanding) -> Iterator[str]:
    from grader.classroom.items import SMALL
    from grader.report.text import plural

    items = found.items
    left = f", {items.left_out} left out for open points, or for not having sat the exam" if items.left_out else ""
    yield render.wrap(f"{plural(found.learners, 'learner')}; {items.n} with work that could be judged in full{left}.")
    yield f"alpha {_figure(items.alpha)}, standard error {_figure(items.sem)} points, mean {_figure(items.mean)}, sd {_figure(items.sd)}."
    if items.is_small:
        yield render.wrap(f"Below {SMALL} learners figures say little: look at the intervals; nothing is flagged.")
    yield ""
    width = max([len(item.name) for item in items.items] or [8])
    yield f"{'item':<{width}}     p      r   95 % interval   blank"
    for item in items.items:
        between = f"{item.interval[0]:+.2f} … {item.interval[1]:+.2f}" if item.interval else "n/a"
        flags = f"  {'; '.join(item.flags)}" if item.flags else ""
        figures = f"{_figure(item.facility):>5} {_figure(item.discrimination):>6} {between:>15} {_share(item.omitted):>7}"
        yield f"{item.name:<{width}} {figures}{flags}"
    yield from _chosen(found)
    yield from _beliefs(found)


def _chosen(found: Understanding) -> Iterator[str]:
    """What was chosen, question by question; the thirds only where there are enough learners for them."""
    if not found.questions:
        return
    yield ""
    yield "Chosen, of all who got the question; then of the lowest, middle and highest third:"
    for question in found.questions:
        yield f"{question.question} ({question.n})"
        for each in question.alternatives:
            thirds = "  " + " ".join(f"{_share(share):>5}" for share in each.by_third) if each.by_third else ""
            sign, belief = "✓" if each.is_right else "·", f"  {each.misconception}" if each.misconception else ""
            yield f"  {sign} {each.id:<3} {_share(each.count / question.n if question.n else None):>5}{thirds}{belief}"


def _beliefs(found: Understanding) -> Iterator[str]:
    from grader.report.text import plural

    if found.misconceptions:
        yield ""
        for each in found.misconceptions:
            yield render.wrap(
                f"{each.id}: {plural(len(each.keys), 'learner')} ({_share(len(each.keys) / found.learners)}), in {', '.join(each.slugs)}"
            )
        for one, two, count in found.together:
            yield render.wrap(f"{one} together with {two}: {plural(count, 'learner')}")
    if found.signatures:
        yield ""
        for sign in found.signatures[:10]:
            names = ", ".join(sign.keys[:MAX_NAMES]) + (", …" if len(sign.keys) > MAX_NAMES else "")
            yield render.wrap(f"{sign.slug}: the same failure of {plural(len(sign.keys), 'learner')} ({names})")
    yield ""
    for row in found.objectives:
        exam = f"; {_share(row.exam_mean)} of the exam's questions" if row.exam_n else ""
        told = f"{plural(row.mastered, 'learner')} with at least 80 %, {row.below_half} below half"
        yield render.wrap(f"{row.id}: {_share(row.mean)} of the points on average, {told}{exam}")


def _figure(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.2f}"


def _share(value: float | None) -> str:
    return "n/a" if value is None else f"{100 * value:.0f} %"


@class_group.command("similar", epilog="Example: grader class similar graded --top 10 --page")
@FOLDER
@click.option("--top", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many pairs.")
@click.option("--show", type=click.IntRange(1), default=None, metavar="N", help="Show the programs of pair N side by side.")
@click.option("--page", is_flag=True, help="Write similar.html into the folder, and a page for each pair, side by side.")
@render.json_flag
def similar_(folder: Path, top: int, show: int | None, page: bool, as_json: bool) -> ExitCode:
    """Show the pairs of learners whose programs are most similar.

    Similar is not copied. Each pair comes with how usual such similarity is in this class and in honest work, and how close both are to
    our solutions.
    """
    from grader.classroom.assemble import graded_class
    from grader.classroom.similarity import similar, works_of
    from grader.content.load import load_level
    from grader.store.classes import ClassStore

    level = load_level()
    with ClassStore.existing(folder) as store:
        graded = graded_class(store, level)
        works = works_of(store, graded, level)
    found = similar(works, top)
    code = ExitCode.DONE if found.pairs else ExitCode.NOTHING_TO_DO
    if page:
        from grader.report.pages import write_similar

        click.echo(f"Similar programs: {write_similar(folder, graded, level, works, found)}", err=as_json)
    if as_json:
        click.echo(render.envelope("class", _similar_json(found)))
        return code
    for line in _similar_lines(found):
        click.echo(line)
    if show is not None:
        _show_pair(found, works, show)
    return code


def _similar_json(found: Similar) -> dict[str, object]:
    pairs = [
        {
            "learners": [pair.one, pair.two],
            "similarity": pair.similarity,
            "share_of_pairs_at_least_as_similar": pair.usual,
            "exercises": dict(pair.by_exercise),
            "to_our_solutions": pair.reference,
            "same_file": list(pair.is_same_file),
        }
        for pair in found.pairs
    ]
    honest = [{"exercise": each.slug, "pairs": each.pairs, "median": each.median, "high": each.high} for each in found.honest]
    usual = {"median": found.median, "quantile_99": found.high, "histogram": list(found.histogram), "honest": honest}
    return {"learners": found.learners, "pairs_compared": found.compared, **usual, "pairs": pairs}


def _similar_lines(found: Similar) -> Iterator[str]:
    if not found.pairs or found.median is None or found.high is None:
        yield "There is too little of the learners' own to compare."
        return
    counted = f"{found.compared:,} pairs of {found.learners} learners. Half of all pairs are below {found.median:.2f}"
    yield render.wrap(
        f"{counted}, 99 % below {found.high:.2f}: that is how similar programs for these exercises are. "
        "Similar is not copied: short exercises have few honest solutions. Look at both programs, and talk to people."
    )
    if found.honest:
        highest = max(found.honest, key=lambda each: (each.high, each.slug))
        yield render.wrap(
            f"Our own ways to write an exercise, made to differ, are up to {highest.high:.2f} similar by the same measure ({highest.slug})."
        )
    yield ""
    for number, pair in enumerate(found.pairs, start=1):
        yield render.wrap(f"{number}. {_pair_line(pair)}")


def _pair_line(pair: Pair) -> str:
    from grader.report.similar_view import small_percent

    best = ", ".join(f"{slug} {score:.2f}" for slug, score in pair.by_exercise[:3])
    same = f"; the same file for {', '.join(pair.is_same_file[:3])}" if pair.is_same_file else ""
    close = "; both close to our own solutions, as honest work often is" if pair.reference > 0.5 else ""
    usual = f"{small_percent(pair.usual)} of pairs are at least as similar"
    return f"{pair.one} and {pair.two}: {pair.similarity:.2f} ({usual}); {best}{same}{close}"


def _show_pair(found: Similar, works: Works, number: int) -> None:
    if number > len(found.pairs):
        raise UnknownName("pair", str(number), [str(each + 1) for each in range(len(found.pairs))])
    pair = found.pairs[number - 1]
    for slug, _ in pair.by_exercise[:3]:
        click.echo(f"\n{slug}: {pair.one} | {pair.two}")
        programs = works.sources[pair.one][slug], works.sources[pair.two][slug]
        for line in beside(*programs, works.stubs.get(slug, b""), render.width()):
            click.echo(line)


def beside(one: bytes, two: bytes, stub: bytes, width: int) -> Iterator[str]:
    """Two programs in columns: `=` equal lines, `≈` equal but for names, numbers and texts, `·` given to everyone, `~` different ones."""
    from grader.report.side_by_side import side_by_side

    half = (width - 3) // 2
    for line in side_by_side(one, two, stub):
        yield f"{line.left[:half]:<{half}} {line.sign} {line.right[:half]}".rstrip()
