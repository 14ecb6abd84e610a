"""The one scoped importer: loads a module of one tree, so that stub, solution and learner trees may use equal module names.

`from o3_weights.softmax_rows import softmax_np` inside a loaded module resolves in the same tree, whenever that line runs. Modules of
a tree stand in `sys.modules` only while they are loaded, as `@dataclass` wants it, so two trees never meet there. Trusted code only:
learner code is loaded behind the wall.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType

_trees: dict[Path, _Tree] = {}


def load_module(tree: Path, module: str, source: str | bytes | None = None) -> ModuleType:
    """The module ("o3_weights.softmax_rows") of a tree. Raises what its code raises, or ModuleNotFoundError.

    From its file it is loaded once per tree; with `source` in place of the file it is a fresh module each time, and nothing else in
    the tree sees it.
    """
    root = tree.resolve()
    own = _trees.setdefault(root, _Tree(root))
    if source is None:
        return own.module(module)
    fresh = ModuleType(module)
    own.run(fresh, source, f"<{module}>")
    return fresh


def forget(tree: Path) -> None:
    """Drop the loaded modules of a tree, so that changed files are read again."""
    _trees.pop(tree.resolve(), None)


@lru_cache(maxsize=2)  # a proof runs the same source under one secret after another
def _compiled(source: str | bytes, filename: str) -> CodeType:
    return compile(source, filename, "exec", dont_inherit=True)


class _Tree:
    """The modules of one tree, and the `__import__` that their code sees."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: dict[str, ModuleType] = {}
        self.builtins = {**vars(builtins), "__import__": self._import}

    def module(self, name: str) -> ModuleType:
        """A folder (as a package without code) or a file of the tree, loaded once."""
        if name not in self.modules:
            place = self.root.joinpath(*name.split("."))
            if place.with_suffix(".py").is_file():
                self._load(name, place.with_suffix(".py"))
            elif place.is_dir():
                self.modules[name] = package = ModuleType(name)
                package.__path__ = [str(place)]
            else:
                raise ModuleNotFoundError(f"No module named {name!r} in {self.root}", name=name)
        return self.modules[name]

    def run(self, module: ModuleType, source: str | bytes, filename: str) -> None:
        """Fill a module from its source."""
        module.__file__ = filename
        module.__package__ = module.__name__.rpartition(".")[0]
        module.__dict__["__builtins__"] = self.builtins
        code = _compiled(source, filename)
        outer = sys.modules.get(module.__name__)
        sys.modules[module.__name__] = module
        try:
            exec(code, module.__dict__)
        finally:
            if outer is None:
                sys.modules.pop(module.__name__, None)
            else:
                sys.modules[module.__name__] = outer

    def _load(self, name: str, path: Path) -> None:
        self.modules[name] = ModuleType(name)  # a circle of imports meets the unfinished module, as in Python
        try:
            self.run(self.modules[name], path.read_bytes(), str(path))
        except BaseException:
            del self.modules[name]
            raise

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """What an import statement of the tree's code calls: the tree's own modules first, Python's for everything else."""
        if level or not self._has(name.partition(".")[0]):
            return __import__(name, globals, locals, fromlist or (), level)
        chain = name.split(".")
        whole = [self.module(".".join(chain[: end + 1])) for end in range(len(chain))]
        for package, child, module in zip(whole, chain[1:], whole[1:], strict=False):
            setattr(package, child, module)
        for wanted in fromlist or ():
            if wanted != "*" and not hasattr(whole[-1], wanted) and self._has(f"{name}.{wanted}"):
                setattr(whole[-1], wanted, self.module(f"{name}.{wanted}"))
        return whole[-1] if fromlist else whole[0]

    def _has(self, name: str) -> bool:
        place = self.root.joinpath(*name.split("."))
        return place.is_dir() or place.with_suffix(".py").is_file()
