"""pytest's session, kept: the checks are collected once and run for many submissions. All that touches pytest's internals is here.

A contract test holds what this relies on (`main` with plugin objects, the collected items' `obj`, `fixturenames` and `path`, and
`runtestprotocol` for checks with fixtures of their own). Assertion rewriting, capture, cache and bytecode are off, so that no check
source ever leaves the process.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import Checking
from grader.checks.plugin import Bench, Checks
from grader.errors import CheckBroken

OFF = ("cacheprovider", "terminal", "faulthandler", "logging", "junitxml", "capture", "doctest", "unraisableexception", "threadexception")
OWN_FIXTURES = frozenset({"checking", "submission", "reference", "draw", "request"})


class CollectedCheck:
    """One check as pytest collected it: its name, its sentence, and `run`."""

    def __init__(self, item: pytest.Function) -> None:
        self._item = item
        self.name = item.name
        self.path = item.path.resolve()
        self.sentence = " ".join((inspect.getdoc(item.obj) or "").split())
        self.function: object = item.obj
        self.file_globals: dict[str, Any] = vars(item.module)  # what the check file says about its checks
        self._wanted = tuple(inspect.signature(item.obj).parameters)
        self._is_plain = OWN_FIXTURES.issuperset(self._wanted) and not hasattr(item, "callspec")

    def run(self, checking: Checking) -> None:
        """Run the check. Raises what it raises."""
        if not self._is_plain:
            raise CheckBroken(f"{self.name} asks for fixtures that checks do not have: {', '.join(self._wanted)}")
        values: dict[str, Callable[[], object]] = {
            "checking": lambda: checking,
            "submission": lambda: checking.submission,
            "reference": lambda: checking.reference,
            "draw": checking.draw,
        }
        self._item.obj(**{name: values[name]() for name in self._wanted})


class _Session:
    """Plugin object: takes over pytest's run loop."""

    def __init__(self, serve: Callable[[list[CollectedCheck]], None], checks: Checks) -> None:
        self._serve = serve
        self._checks = checks
        self.error: Exception | None = None  # pytest would print it and go on

    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.register(self._checks, "grader-checks")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        try:
            self._serve([CollectedCheck(item) for item in session.items if isinstance(item, pytest.Function)])
        except Exception as error:
            self.error = error
        return True


class _Errors:
    """Plugin object: keeps what went wrong while collecting."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.texts.append(str(report.longrepr))


def with_collected(paths: Sequence[Path], rootdir: Path, serve: Callable[[list[CollectedCheck]], None]) -> None:
    """Collect the checks in `paths` and hand them to `serve`, inside pytest's session. Raises CheckBroken when collecting fails."""

    def unbound(module: str) -> Bench:
        raise CheckBroken(f"the checks of {module} were run outside the grading process")

    errors = _Errors()
    session = _Session(serve, Checks(unbound))
    arguments = ["--import-mode=importlib", f"--rootdir={rootdir}", "-c", "/dev/null", "--assert=plain", "--noconftest", "-W", "ignore"]
    arguments += [part for name in OFF for part in ("-p", f"no:{name}")] + ["-p", "no:randomly", *map(str, paths)]
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        code = pytest.main(arguments, plugins=[session, errors])
    finally:
        sys.dont_write_bytecode = writes_bytecode
    if session.error is not None:
        raise session.error
    if errors.texts:
        raise CheckBroken("the checks cannot be collected:\n" + "\n".join(errors.texts))
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise CheckBroken(f"pytest ended with code {int(code)} before the checks could run")
