"""Starts a new exercise: its entry in objective.yaml, stub, solution, checks, wrong variants and alternatives, red until filled in.

Every place to fill in says FILL IN, and lint refuses the words in an exercise that is no draft any more. Never overwrites a file.
"""

from __future__ import annotations

import re
from pathlib import Path

from grader.content.load import load_level
from grader.content.models import Objective, Style, slug_of
from grader.content.tree import ContentRoot
from grader.errors import UsageError
from grader.records import dataclass

MARK = "FILL IN"

ENTRY = """\
  - slug: {slug}
    title: '{title}'
    points: 10
    stars: 1
    minutes: 15
    style: {style}
    needs: []
    role: stretch
    draft: true # take this line out when `grader lint --drafts` and `grader verify {slug}` have nothing to say
    hints:
      - '{mark}: a question that points the way'
      - '{mark}: the method in words'
      - '{mark}: near-code with a blank ____'
"""

STUB = '''\
"""{title}.

{mark}: the idea in two or three sentences, the formula, the shapes.

    {function}(x)  ->  {mark}

Good to know
- {mark}: what may arrive, what must come back, what stays as it is.
- {style_note}
"""
{imports}

def {function}(x):
    """{mark}: what comes back, in one line."""
    # TODO: {mark}: the first step.
    raise NotImplementedError
'''

SOLUTION = '''\
"""{title}: {mark}: the idea in one line."""
{imports}

def {function}(x):
    """{mark}: what comes back, in one line."""
    raise NotImplementedError("{mark}")
'''

CHECKS = '''\
"""Checks of {slug}."""

from grader.checks.api import call, cases


@cases(repeat=1)
def check_worked_example(draw):
    """The example of the text comes out as printed."""
    return call("{function}", "{mark}", public_=True)


@cases()
def check_drawn_inputs(draw):
    """{mark}: one sentence that says what must hold, without giving the solution away."""
    return call("{function}", draw.normal(draw.size("n", 2, 6)))
'''

WRONG = '''\
"""Known wrong ways of {slug}."""

from grader.checks.variants import wrong


@wrong("{mark}: an id of quizzes/misconceptions.yaml", fails=("check_worked_example", "check_drawn_inputs"), replaces="{function}")
def as_it_came(x):
    """{mark}: what this does wrong."""
    return x
'''

ALTERNATIVES = '''\
"""Other correct styles of {slug}."""

from grader.checks.variants import alternative


@alternative("{mark}: the style in a word", replaces="{function}")
def in_another_style(x):
    """{mark}: how it goes about it."""
    raise NotImplementedError("{mark}")
'''

STYLE_NOTES = {Style.PLAIN: "Plain Python: no numpy here.", Style.NUMPY: "numpy is yours to use; torch, scipy and jax are not."}


@dataclass(frozen=True, slots=True)
class Scaffold:
    """What was written, and for which exercise."""

    slug: str
    written: tuple[Path, ...]
    objective_path: Path


def new_exercise(root: ContentRoot, name: str, objective: str, *, title: str = "", style: Style = Style.NUMPY) -> Scaffold:
    """Write all files of a new exercise; UsageError when its name is taken or no name, or a file is there already."""
    slug = slug_of(name)
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise UsageError(f"`{name}` cannot be the name of an exercise.", hint="use lower case, digits and hyphens: softmax-rows")
    level = load_level(root, drafts=True)
    home = level.objective(objective)
    if slug in {exercise.slug for exercise in level.exercises}:
        raise UsageError(f"There is an exercise `{slug}` already.", hint="names are for ever: choose another")
    texts = _texts(root, home, slug, title or slug.replace("-", " ").capitalize(), style)
    taken = [path for path in texts if path.exists()]
    if taken:
        raise UsageError(f"`{root.shown(taken[0])}` is there already.", hint="move it away, or choose another name")
    objective_path = home.notes_path.parent / "objective.yaml"
    _add_entry(objective_path, ENTRY.format(slug=slug, title=_quoted(title or slug), style=style.value, mark=MARK))
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Scaffold(slug, tuple(texts), objective_path)


def _quoted(title: str) -> str:
    return title.replace("'", "''")


def _texts(root: ContentRoot, home: Objective, slug: str, title: str, style: Style) -> dict[Path, str]:
    stem = slug.replace("-", "_")
    words = {
        "slug": slug,
        "title": title,
        "function": stem,
        "mark": MARK,
        "imports": "\nimport numpy as np\n" if style is Style.NUMPY else "",
        "style_note": STYLE_NOTES[style],
    }
    places = {
        root.exercises / home.folder / f"{stem}.py": STUB,
        root.solutions / home.folder / f"{stem}.py": SOLUTION,
        root.checks / home.folder / f"check_{stem}.py": CHECKS,
        root.checks / home.folder / f"wrong_{stem}.py": WRONG,
        root.checks / home.folder / f"alt_{stem}.py": ALTERNATIVES,
    }
    return {path: template.format(**words) for path, template in places.items()}


def _add_entry(path: Path, entry: str) -> None:
    """Append to the list `exercises`, wherever in the file it stands; comments and layout stay as they are."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    start = next(number for number, line in enumerate(lines) if line.startswith("exercises:"))
    end = next((number for number in range(start + 1, len(lines)) if re.match(r"[A-Za-z_]", lines[number])), len(lines))
    if lines[end - 1] and not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    lines[end:end] = [entry]
    path.write_text("".join(lines), encoding="utf-8")
