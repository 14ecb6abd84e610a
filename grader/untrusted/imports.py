"""What `import` means inside a child: the submission's own modules, handles to trusted functions, and the allowed modules in memory.

Not a wall (the filter is): it gives a learner a sentence that names what is allowed, instead of a file error.
"""

from __future__ import annotations

import builtins
import io
import re
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
    at = _first_undecodable(source)
    if at >= 0:
        line = _line_at(source, at)
        raise SyntaxError(f"{filename}:{line} is not UTF-8: save it as UTF-8", (filename, line, None, None))
    if b"\0" in source:
        raise SyntaxError("a NUL byte is no text", (filename, _line_at(source, source.index(b"\0")), None, None))
    code: CodeType = compile(source, filename, "exec", dont_inherit=True)
    return code


def _line_at(source: bytes, at: int) -> int:
    return re.sub(rb"\r\n?", b"\n", source[:at]).count(b"\n") + 1


def _first_undecodable(source: bytes) -> int:
    """Where text that is said or meant to be UTF-8 is none, or -1. The compiler overlooks it in a comment, and names no line elsewhere."""
    if source[1::2].count(0) * 2 > len(source) // 2 or source[::2].count(0) * 2 > len(source) // 2:  # UTF-16 without its mark
        return 0
    try:
        source.decode()
    except UnicodeDecodeError as error:
        return error.start if _declared(source).startswith("utf-8") else -1
    return -1


def _declared(source: bytes) -> str:
    """The encoding that a file names in its first two lines, else utf-8. One that nobody knows is left to the compiler to tell."""
    try:
        return tokenize.detect_encoding(io.BytesIO(source).readline)[0]
    except SyntaxError as error:
        return "" if str(error).startswith("unknown encoding") else "utf-8"


def run(code: CodeType, module: ModuleType) -> None:
    """Runs a module's top level."""
    exec(code, module.__dict__)
