"""The one scoped importer: loads a module of one tree, so that stub, solution and learner trees may use equal module names.

`from o3_weights.softmax_rows import softmax_np` inside a loaded module resolves in the same tree. Two trees never meet in
`sys.modules`: a tree's modules are put there only while one of them is being loaded.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

_lock = threading.RLock()
_loaded: dict[Path, dict[str, ModuleType]] = {}


class _TreeFinder(importlib.abc.MetaPathFinder):
    """Finds packages and modules below one root, and nothing outside it."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a folder (as a package without code) or of a file of this tree."""
        place = self._root.joinpath(*fullname.split("."))
        if place.with_suffix(".py").is_file():
            return importlib.util.spec_from_file_location(fullname, place.with_suffix(".py"))
        if place.is_dir():
            spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = [str(place)]
            return spec
        return None


def load_module(tree: Path, module: str) -> ModuleType:
    """The module ("o3_weights.softmax_rows") of a tree, loaded once per tree. Raises what its code raises, or ModuleNotFoundError."""
    root = tree.resolve()
    with _lock:
        known = _loaded.setdefault(root, {})
        if module not in known:
            with _only(root, known):
                importlib.import_module(module)
        return known[module]


def forget(tree: Path) -> None:
    """Drop the loaded modules of a tree, so that changed files are read again."""
    with _lock:
        _loaded.pop(tree.resolve(), None)


@contextmanager
def _only(root: Path, known: dict[str, ModuleType]) -> Iterator[None]:
    """Make one tree importable for the time being; its modules are taken out of sys.modules afterwards."""
    tops = {entry.stem for entry in root.iterdir() if entry.is_dir() or entry.suffix == ".py"}
    hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] in tops}
    finder = _TreeFinder(root)
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.meta_path.insert(0, finder)
    sys.modules.update(known)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        sys.dont_write_bytecode = writes_bytecode
        known.update({name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] in tops})
        sys.modules.update(hidden)
