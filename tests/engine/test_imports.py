"""The layers of ARCHITECTURE.md: imports point down only, and what runs beside learner code imports next to nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "grader"

# From the top down; packages on one line may not import each other, unless SIDEWAYS says so.
LAYERS = (
    ("cli", "web", "notebook"),
    ("report", "export"),
    ("classroom", "checks", "quiz", "drill", "learner"),
    ("store",),
    ("content",),
    ("results", "errors", "wire", "documents", "schemas", "mathtext", "mathtree"),
    ("records",),
)
SIDEWAYS = {
    ("web", "cli"): "the web app calls what the command line calls, and shares its rendering of errors",
    ("cli", "web"): "`grader explore` writes a page",
    ("classroom", "checks"): "a class run grades with the pool of workers",
    ("classroom", "quiz"): "an exam's answers travel in submissions",
    ("learner", "checks"): "`grader check` grades one learner",
    ("learner", "quiz"): "mastery looks at quiz answers",
    ("learner", "drill"): "mastery looks at cards",
    ("drill", "quiz"): "cards and questions are read from the same files",
    ("mathtext", "mathtree"): "texts are rendered from trees of formulas",
    ("errors", "results"): "an error owns its exit code",
    ("documents", "results"): "documents are results as JSON",
    ("documents", "errors"): "a document that cannot be read is an error",
}
STARTS_UNTRUSTED = "grader.checks.servers"  # the one module that starts what runs beside learner code
CHEAP = ("pydantic", "jinja2", "numpy", "pytest", "yaml", "flask", "genanki", "fsrs", "distributed")


def unit(module: str) -> str:
    """`grader.content.tree` and `grader.content` are both the unit `content`; the package itself is ""."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and not parts[1].startswith("__") else ""


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        if "_content" not in inside.parts:
            yield ".".join(("grader", *inside.with_suffix("").parts)).removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import hides its layer"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def rank(name: str) -> int | None:
    return next((index for index, layer in enumerate(LAYERS) if name in layer), None)


def is_fine(source: str, target: str, importing: str) -> bool:
    """Whether a module of unit `source` may import one of unit `target`."""
    if target in ("", source) or source == "":
        return True
    if target == "untrusted":
        return importing == STARTS_UNTRUSTED
    above, below = rank(source), rank(target)
    if source == "untrusted":
        return target == "wire"
    if above is None or below is None:
        return False
    return above < below or (source, target) in SIDEWAYS


@pytest.mark.parametrize(("module", "path"), list(modules()), ids=lambda value: value if isinstance(value, str) else "")
def test_imports_point_down(module: str, path: Path) -> None:
    wrong = [
        f"{path.name}:{line}: {module} imports {name}"
        for name, line in imports(path)
        if name.split(".")[0] == "grader" and not is_fine(unit(module), unit(name), module)
    ]

    assert wrong == []


@pytest.mark.parametrize(("module", "path"), [pair for pair in modules() if unit(pair[0]) in ("untrusted", "wire")])
def test_what_runs_beside_learner_code_imports_the_standard_library_numpy_and_wire(module: str, path: Path) -> None:
    allowed = sys.stdlib_module_names | {"numpy", "grader"}

    assert [name for name, _ in imports(path) if name.split(".")[0] not in allowed] == []


def test_the_list_of_layers_names_every_unit() -> None:
    units = {unit(module) for module, _ in modules()} - {"", "untrusted"}
    listed = {name for layer in LAYERS for name in layer}

    assert units - listed == set()


@pytest.mark.parametrize(
    ("source", "target", "importing"),
    [
        ("content", "store", "grader.content.load"),
        ("quiz", "cli", "grader.quiz.marking"),
        ("untrusted", "results", "grader.untrusted.child"),
        ("checks", "untrusted", "grader.checks.grading"),
        ("quiz", "checks", "grader.quiz.marking"),
    ],
)
def test_the_guard_trips(source: str, target: str, importing: str) -> None:
    assert not is_fine(source, target, importing)


def test_help_imports_no_command_and_nothing_heavy() -> None:
    code = "import sys; from grader.cli import main; main(['--help']); print(*sys.modules, sep='\\n', file=sys.stderr)"
    loaded = set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stderr.split())

    assert (
        loaded & {*CHEAP, "grader.cli.learner", "grader.cli.instructor", "grader.cli.quiz", "grader.cli.drill", "grader.cli.author"}
        == set()
    )
