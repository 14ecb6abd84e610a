"""The pytest plugin: collects `check_*` functions and gives them their fixtures.

For authors, and the bench's baseline: `python -m pytest -p grader.checks.plugin CHECKS --submission TREE` runs the checks under plain
pytest, where calls stay in the process. A grading process finds the same checks without pytest (`engine`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.checks.declare import CHECK_PREFIX, Checking, Memo
from grader.checks.local import LocalBackend
from grader.checks.overrun import CHECK_FILES
from grader.checks.submission import Submission
from grader.content.importer import load_module


@dataclass(slots=True)
class Bench:
    """What the checks of one exercise work on."""

    secret: bytes
    submission: Submission
    reference: Submission
    memo: Memo = field(default_factory=Memo)


class Checks:
    """Plugin object: `bench_for(module)` gives the Bench of an exercise module such as "o3_weights.softmax_rows"."""

    def __init__(self, bench_for: Callable[[str], Bench]) -> None:
        self._bench_for = bench_for

    @pytest.fixture
    def checking(self, request: pytest.FixtureRequest) -> Checking:
        """The submission, the reference and the input streams of this check."""
        return self.checking_for(request.node)

    @pytest.fixture
    def submission(self, checking: Checking) -> Submission:
        """The learner's module: `submission.softmax_np(x)`."""
        return checking.submission

    @pytest.fixture
    def reference(self, checking: Checking) -> Submission:
        """The solution: `reference.softmax_np(x)`, with numpy errors raised."""
        return checking.reference

    @pytest.fixture
    def draw(self, checking: Checking) -> object:
        """The stream of this check's inputs."""
        return checking.draw()

    def checking_for(self, item: pytest.Item) -> Checking:
        """What one collected check works with."""
        module = exercise_module(item.path)
        bench = self._bench_for(module)
        bench.submission.begin(item.name)
        bench.reference.begin(item.name)
        return Checking(bench.submission, bench.reference, secret=bench.secret, exercise=module, check=item.name, memo=bench.memo)

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Module | None:
        """Check files are collected whatever the ini file says of test files."""
        if file_path.suffix == ".py" and file_path.name.startswith(CHECK_FILES):
            return CheckModule.from_parent(parent, path=file_path)
        return None


class CheckModule(pytest.Module):
    """A check file: its functions `check_…` are the checks, in file order, and nothing else is."""

    def funcnamefilter(self, name: str) -> bool:
        """Whether a function is a check."""
        return name.startswith(CHECK_PREFIX)

    def classnamefilter(self, name: str) -> bool:
        """Classes are never collected from a check file."""
        return False


def exercise_module(check_path: Path) -> str:
    """The exercise module that a check file belongs to: …/o3_weights/check_softmax_rows.py → "o3_weights.softmax_rows"."""
    return f"{check_path.parent.name}.{check_path.stem.removeprefix(CHECK_PREFIX)}"


# --- plain pytest -----------------------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of plain pytest: which tree is checked, against which solutions, with which secret."""
    group = parser.getgroup("grader checks")
    group.addoption("--submission", metavar="TREE", help="tree of exercise files to check in this very process (default: the solutions)")
    group.addoption("--solutions", metavar="TREE", help="tree of solutions (default: the level's)")
    group.addoption("--secret", metavar="HEX", help="class secret that inputs are drawn from (default: a fresh one)")


def pytest_configure(config: pytest.Config) -> None:
    """Register the fixtures and the collecting."""
    config.pluginmanager.register(Checks(_LocalBenches(config)), "grader-checks")


class _LocalBenches:
    """Benches whose calls stay in this process, one per exercise module."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._benches: dict[str, Bench] = {}

    def __call__(self, module: str) -> Bench:
        if module not in self._benches:
            solutions = self._tree("--solutions", None)
            tree = self._tree("--submission", solutions)
            self._benches[module] = Bench(
                self._secret(),
                Submission(LocalBackend(load_module(tree, module))),
                Submission(LocalBackend(load_module(solutions, module), strict_numpy=True)),
            )
        return self._benches[module]

    def _tree(self, option: str, default: Path | None) -> Path:
        given = self._config.getoption(option)
        if given:
            return Path(given).resolve()
        if default is not None:
            return default
        from grader.content.tree import find_root

        return find_root().solutions

    def _secret(self) -> bytes:
        given = self._config.getoption("--secret")
        return bytes.fromhex(given) if given else secrets.token_bytes(32)


__all__ = ["Bench", "CheckModule", "Checks", "exercise_module"]
