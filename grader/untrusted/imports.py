"""What `import` means inside a child: the submission's own modules, handles to trusted functions, and the allowed modules in memory.

Not a wall (the filter is): it gives a learner a sentence that names what is allowed, instead of a file error.
"""

from __future__ import annotations

import builtins
import io
import sys
import tokenize
from collections.abc import Callable, Mapping
from importlib.abc import Loader
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from grader.untrusted.modules import ALLOWED

FIRST = ("math", "numpy", "random", "itertools", "functools", "collections")
"""Named first among the allowed: what a learner most likely looks for."""


class Imports(Loader):
    """The import rules of one child. `refused` remembers the errors that it raised, to tell them from a learner's own."""

    def __init__(self) -> None:
        self.sources: dict[str, bytes] = {}
        self.refused: list[ImportError] = []
        self.forbidden: frozenset[str] = frozenset()
        self._own_tops: set[str] = set()
        self._own_names: set[str] = set()
        self._import = builtins.__import__

    def install(self, *, has_files: bool) -> None:
        """Puts these rules in force for the whole process. A child that can open files loads allowed modules when they are asked for."""
        if has_files:
            sys.meta_path.append(self)
        else:
            sys.meta_path[:] = [BuiltinImporter, FrozenImporter, self]
            sys.path[:] = []
        builtins.__import__ = self.guarded_import

    def forget(self) -> None:
        """Takes away every module that was added, as if there had been none."""
        for name in self._own_names:
            sys.modules.pop(name, None)
        for known in (self.sources, self.refused, self._own_tops, self._own_names):
            known.clear()

    def guarded_import(self, name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> ModuleType:
        """`__import__`; refuses what learner modules may not have. The standard library's own imports pass."""
        by_c_code = type(fromlist) is list  # an import statement hands over a tuple; C code imports in the name of whoever called it
        if level == 0 and not by_c_code and globals is not None and globals.get("__name__") in self._own_names:
            top = name.partition(".")[0]
            if top in self.forbidden or (top not in ALLOWED and top not in self._own_tops):
                raise self._refusal(top)
        return self._import(name, globals, locals, fromlist, level)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec:
        """Last on sys.meta_path: a further module of this child, or the refusal."""
        if name in self.sources:
            return ModuleSpec(name, self, origin=_file_of(name))
        raise self._refusal(name)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        run(compile_source(self.sources[module.__name__], _file_of(module.__name__)), module)

    def _refusal(self, name: str) -> ImportError:
        others = ALLOWED - self.forbidden - self._own_tops - {"builtins", "__future__", *FIRST}
        own = sorted(known for known in self._own_names if not any(other.startswith(f"{known}.") for other in self._own_names))
        allowed = ", ".join([*own, *(first for first in FIRST if first not in self.forbidden), *sorted(others)])
        where = "in this exercise" if name in self.forbidden else "here"
        error = ModuleNotFoundError(f"{name} cannot be imported {where}. These can: {allowed}", name=name)
        self.refused.append(error)
        return error

    def add_source(self, name: str, source: bytes) -> None:
        """A further module, run when it is imported."""
        self.sources[name] = source
        self._own_names.add(name)
        self._make_parents(name)

    def add_functions(self, name: str, functions: Mapping[str, Callable[..., object]]) -> None:
        """A module that holds only these functions."""

        def absent(wanted: str) -> object:
            if wanted.startswith("__"):
                raise AttributeError(wanted)
            known = ", ".join(functions) or "nothing"
            raise ImportError(f"{name} is our own version here, with {known} and nothing else: copy helpers into this file", name=name)

        self.add_module(name, "").__dict__.update(functions, __getattr__=absent)

    def add_module(self, name: str, filename: str) -> ModuleType:
        """An empty module under that name, its parents made up."""
        parent = self._make_parents(name)
        module = ModuleType(name)
        module.__dict__.update(__file__=filename, __package__=name.rpartition(".")[0])
        module.__spec__ = ModuleSpec(name, None, origin=filename)
        sys.modules[name] = module
        self._own_names.add(name)
        if parent is not None:
            setattr(parent, name.rpartition(".")[2], module)
        return module

    def _make_parents(self, name: str) -> ModuleType | None:
        self._own_tops.add(name.partition(".")[0])
        above = name.rpartition(".")[0]
        if not above:
            return None
        if above not in sys.modules:
            self.add_module(above, "").__path__ = []
        return sys.modules[above]


def _file_of(name: str) -> str:
    return name.rpartition(".")[2] + ".py"


def compile_source(source: bytes, filename: str) -> CodeType:
    """Compiles bytes, so that a BOM and a coding cookie are honoured. Raises what the compiler raises."""
    try:
        source.decode()
    except UnicodeDecodeError as error:  # the compiler overlooks it in a comment, which running the file would not
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        if encoding.startswith("utf-8"):
            line = source.count(b"\n", 0, error.start) + 1
            raise SyntaxError("this line is not UTF-8", (filename, line, None, None)) from None
    code: CodeType = compile(source, filename, "exec", dont_inherit=True)
    return code


def run(code: CodeType, module: ModuleType) -> None:
    """Runs a module's top level."""
    exec(code, module.__dict__)
