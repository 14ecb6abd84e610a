"""Advice on style after a pass, never before: each rule is one sentence and a better line. Advice costs no points.

Reads the syntax tree of the learner's own file on their own machine; a file that cannot be read gives no advice.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator

from grader.content.models import Style
from grader.records import dataclass

GIVEN = b"# Given: do not change."
MOST = 3  # more advice at a time helps nobody
SHADOWABLE = frozenset(
    name for name in dir(builtins) if name.islower() and not name.startswith("_") and callable(getattr(builtins, name))
) | {"np", "math"}


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece of advice: where, what, and what the better line looks like."""

    rule: str
    line: int
    sentence: str
    better: str


def advice(source: bytes, style: Style) -> list[Advice]:
    """At most three pieces of advice, in file order; [] for a file that cannot be read."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    given = _given_lines(source, tree)
    found = [piece for rule in RULES for piece in rule(tree, style) if piece.line not in given]
    firsts = {piece.rule: piece for piece in sorted(found, key=lambda piece: -piece.line)}  # the first place of each rule
    return sorted(firsts.values(), key=lambda piece: piece.line)[:MOST]


def _given_lines(source: bytes, tree: ast.Module) -> set[int]:
    """The lines of functions that the stub gave: nobody is told to change what they must not."""
    lines = source.splitlines()
    given: set[int] = set()
    for node in tree.body:
        if node.lineno > 1 and lines[node.lineno - 2].startswith(GIVEN):
            given.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return given


def _shadowed_names(tree: ast.Module, style: Style) -> Iterator[Advice]:
    fields = {
        id(part.target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        if id(node) in fields:
            continue  # a field of a class hides nothing outside of it
        name = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
        if isinstance(node, ast.arg):
            name = node.arg
        if name in SHADOWABLE:
            yield Advice(
                "shadowed-name",
                _line(node),
                f"`{name}` hides Python's own `{name}` from here on.",
                f"{name}_ = …, or a name that says more",
            )


def _work_repeated(tree: ast.Module, style: Style) -> Iterator[Advice]:
    """A total that is worked out again for every entry of a comprehension."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            continue
        own = {part.id for target in node.generators for part in ast.walk(target.target) if isinstance(part, ast.Name)}
        for call in ast.walk(node.elt):
            if _is_call(call, {"sum", "max", "min"}) and not _names(call) & own:
                yield Advice(
                    "repeated-work",
                    _line(call),
                    "This total is worked out again for every entry: n entries cost n² steps.",
                    f"total = {ast.unparse(call)[:60]}, once, before the list",
                )


def _loops_over_cells(tree: ast.Module, style: Style) -> Iterator[Advice]:
    """Two index loops inside each other around a cell, in an exercise that has numpy."""
    if style is not Style.NUMPY:
        return
    for outer in ast.walk(tree):
        if not _is_index_loop(outer):
            continue
        assert isinstance(outer, ast.For)
        for inner in outer.body:
            if _is_index_loop(inner) and _only_fills_cells(inner):
                yield Advice(
                    "loop-over-cells",
                    _line(outer),
                    "Two loops fill a table cell by cell; numpy does the whole table at once, and faster.",
                    "S = Q @ K.swapaxes(-1, -2) for dot products; A[mask] = … for cells that a condition picks",
                )


def _hidden_float64(tree: ast.Module, style: Style) -> Iterator[Advice]:
    """np.sqrt of a whole number makes a float64 scalar, and with it every float32 table."""
    if style is not Style.NUMPY:
        return
    floats = {id(part) for node in ast.walk(tree) if _is_call(node, {"float"}) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_np(node.func, "sqrt") and node.args and _is_size(node.args[0]) and id(node) not in floats:
            size = ast.unparse(node.args[0])
            yield Advice(
                "hidden-float64",
                _line(node),
                f"np.sqrt({size}) is a float64 number, and turns float32 tables into float64 ones.",
                f"math.sqrt({size})",
            )


def _unstable_exponential(tree: ast.Module, style: Style) -> Iterator[Advice]:
    """e^x over a total of e^x in one expression, without anything subtracted first."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _is_bare_exp(node.left):
            yield Advice(
                "unstable-exponential",
                _line(node),
                "e^x overflows from about 710 on; subtracting the largest x first changes no weight.",
                "np.exp(x - x.max(axis=-1, keepdims=True)), or math.exp(x - max(xs))",
            )


def _index_only_loop(tree: ast.Module, style: Style) -> Iterator[Advice]:
    """`for i in range(len(xs))` whose i is used for nothing but xs[i]."""
    for node in ast.walk(tree):
        sequence = _looped_by_index(node)
        if sequence is None:
            continue
        assert isinstance(node, ast.For) and isinstance(node.target, ast.Name)
        index = node.target.id
        uses = [part for statement in node.body for part in ast.walk(statement) if isinstance(part, ast.Name) and part.id == index]
        plain = [
            part
            for statement in node.body
            for part in ast.walk(statement)
            if isinstance(part, ast.Subscript)
            and isinstance(part.ctx, ast.Load)
            and isinstance(part.slice, ast.Name)
            and part.slice.id == index
            and ast.unparse(part.value) == sequence
        ]
        if uses and len(uses) == len(plain):
            yield Advice("index-only-loop", _line(node), "The index is only used to fetch the entry.", f"for entry in {sequence}:")


def _mutable_default(tree: ast.Module, style: Style) -> Iterator[Advice]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if isinstance(default, (ast.List, ast.Dict, ast.Set)):
                    sentence = "This default is made once and shared by every call: what one call puts in, the next one finds."
                    yield Advice("mutable-default", _line(default), sentence, "argument=None, and make the list inside")


def _bare_except(tree: ast.Module, style: Style) -> Iterator[Advice]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            yield Advice(
                "bare-except", _line(node), "This also catches Ctrl-C and every mistake of yours.", "except ValueError: (what you expect)"
            )


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 1))


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _is_call(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _is_np(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy")


def _is_size(node: ast.AST) -> bool:
    """A plain whole number: x.shape[-1], len(q), or a name such as d_k."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    if isinstance(node, ast.Name):
        return node.id in ("d", "d_k", "dk", "d_head", "n")
    return _is_call(node, {"len"})


def _is_index_loop(node: ast.AST) -> bool:
    return isinstance(node, ast.For) and _is_call(node.iter, {"range"})


def _only_fills_cells(loop: ast.AST) -> bool:
    """Whether a loop does nothing but `table[i, j] = arithmetic`: no black box is called in it, and nothing is counted."""
    assert isinstance(loop, ast.For)
    return all(
        isinstance(part, (ast.Assign, ast.AugAssign))
        and isinstance(part.targets[0] if isinstance(part, ast.Assign) else part.target, ast.Subscript)
        and not any(isinstance(call, ast.Call) and isinstance(call.func, ast.Name) for call in ast.walk(part))
        for part in loop.body
    )


def _is_bare_exp(node: ast.AST) -> bool:
    is_exp = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "exp"
    return is_exp and isinstance(node, ast.Call) and bool(node.args) and isinstance(node.args[0], ast.Name)


def _looped_by_index(node: ast.AST) -> str | None:
    """The sequence whose length the loop runs over, or None."""
    if not (_is_index_loop(node) and isinstance(node, ast.For) and isinstance(node.target, ast.Name)):
        return None
    assert isinstance(node.iter, ast.Call)
    if len(node.iter.args) == 1 and _is_call(node.iter.args[0], {"len"}):
        length = node.iter.args[0]
        assert isinstance(length, ast.Call)
        return ast.unparse(length.args[0]) if length.args else None
    return None


RULES: tuple[Callable[[ast.Module, Style], Iterator[Advice]], ...] = (
    _shadowed_names,
    _work_repeated,
    _loops_over_cells,
    _hidden_float64,
    _unstable_exponential,
    _index_only_loop,
    _mutable_default,
    _bare_except,
)
