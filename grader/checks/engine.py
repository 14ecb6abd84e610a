"""Check files, loaded once for many submissions: their functions `check_…` in file order, as `plugin` collects them for plain pytest.

pytest itself is not asked: a check gets its few fixtures from here, so nothing of a test run is left but the collecting, and starting
pytest for that cost a grading process 230 ms and 15 MB. A contract test holds that both find the same checks. A check file may import
pytest, for its helpers. No bytecode is written, so that no check source ever leaves the process.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from grader.checks.declare import CHECK_PREFIX, Checking, declaration_of
from grader.checks.overrun import ended
from grader.errors import CheckBroken

FIXTURES = ("checking", "submission", "reference", "draw")


class CollectedCheck:
    """One check of a file: its name, its sentence, and `run`."""

    def __init__(self, name: str, function: FunctionType, path: Path, file_globals: dict[str, Any]) -> None:
        self.name = name
        self.path = path
        self.sentence = " ".join((inspect.getdoc(function) or "").split())
        self.function: Callable[..., object] = function
        self.file_globals = file_globals  # what the check file says about its checks
        self._wanted = tuple(inspect.signature(function).parameters)
        declaration = declaration_of(function)
        written = inspect.unwrap(function if declaration is None else declaration.generator)
        self._place = f"{path.name}:{getattr(written, '__code__', function.__code__).co_firstlineno}"

    @property
    def draws(self) -> bool:
        """Whether its calls may differ from secret to secret: one that is given no stream makes the same ones under each."""
        return not {"draw", "checking"}.isdisjoint(self._wanted)

    def run(self, checking: Checking) -> None:
        """Run the check. Raises what it raises, and CheckBroken where it passes whatever the program does: it asked nothing of it."""
        if not set(self._wanted) <= set(FIXTURES):
            raise CheckBroken(f"{self.name} asks for fixtures that checks do not have: {', '.join(self._wanted)}")
        values: dict[str, Callable[[], object]] = {
            "checking": lambda: checking,
            "submission": lambda: checking.submission,
            "reference": lambda: checking.reference,
            "draw": checking.draw,
        }
        if ended(lambda: self.function(**{name: values[name]() for name in self._wanted})) is not None:
            raise CheckBroken(f"{self.name} ({self._place}) gives something back, and nobody looks at it: is `@cases()` missing above it?")
        if not checking.submission.was_asked:
            raise CheckBroken(f"{self.name} ({self._place}) calls nothing of the learner's, so anything would pass it")


def collect(paths: Sequence[Path]) -> list[CollectedCheck]:
    """The checks of some files, file by file. Raises CheckBroken, with every file that cannot be loaded."""
    checks: list[CollectedCheck] = []
    errors: list[str] = []
    for path in paths:
        try:
            found = list(_checks_of(_loaded(path.resolve()), path.resolve()))
            checks += found
            if not found:
                errors.append(f"{path}: no check in it: a check is a function called {CHECK_PREFIX}…")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever ends a check file ends its checks, pytest.skip and sys.exit included
            errors.append(f"{path}: {_told(error)}")
    if errors:
        raise CheckBroken("the checks cannot be collected:\n" + "\n".join(errors))
    return checks


def _checks_of(module: ModuleType, path: Path) -> Iterator[CollectedCheck]:
    for name, value in vars(module).items():
        if name.startswith(CHECK_PREFIX) and isinstance(value, FunctionType):
            yield CollectedCheck(name, value, path, vars(module))


def _loaded(path: Path) -> ModuleType:
    """A check file as a module of its own: two of one name in two folders do not meet."""
    spec = importlib.util.spec_from_file_location(_free_name(f"{path.parent.name}.{path.stem}"), path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses and pickle look for the module of a class
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        with warnings.catch_warnings(action="ignore"):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    finally:
        sys.dont_write_bytecode = writes_bytecode
    return module


def _free_name(name: str) -> str:
    while name in sys.modules:
        name += "_"
    return name


def _told(error: BaseException) -> str:
    """What went wrong, and the last place in a file where it did."""
    said = "".join(traceback.format_exception_only(error)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    return f"{said} ({frames[-1].filename}:{frames[-1].lineno})" if frames else said
