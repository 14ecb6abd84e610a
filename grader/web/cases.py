"""A kept failing case as a scene of the explorer, when it is attention in the plane. Reads the case's program; runs nothing of it."""

from __future__ import annotations

import ast

from grader.errors import NothingToDo
from grader.records import dataclass

MOST_ROWS = 8
MOST_NUMBERS = 4  # of a value
LIMIT = 9.0
Table = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class PlaneCase:
    """Queries q (m, 2), keys k (n, 2) and values v (n, d_v) of one call, and what is said about it."""

    q: Table
    k: Table
    v: Table
    causal: bool
    note: str


def plane_case(slug: str, program: str, stub: str) -> PlaneCase:
    """The call at the end of a case's program as a scene; the stub names its arguments. Raises NothingToDo when it does not fit."""
    call = _last_call(ast.parse(program))
    if call is None:
        raise _unfit(slug, "it makes no single call")
    named = _arguments(call, ast.parse(stub))
    q, k, v = (next((value for name, value in named.items() if name.lower()[:1] == letter), None) for letter in "qkv")
    tables = (_table([q]) or _table(q), _table(k), _table(v))
    if not all(tables):
        raise _unfit(slug, f"`{ast.unparse(call.func)}` is not called with a query, keys and values")
    _hold(slug, *tables)
    if any(name.lower() in ("mask", "allowed") and value is not None for name, value in named.items()):
        raise _unfit(slug, "it brings a mask of its own")
    first = next((line[2:] for line in program.splitlines() if line.startswith("# ")), slug)
    return PlaneCase(*tables, causal=named.get("causal") is True, note=f"Failing case of {first}")


def _hold(slug: str, q: Table, k: Table, v: Table) -> None:
    """Raises when the numbers do not fit the plane."""
    if any(len(row) != 2 for row in (*q, *k)):
        raise _unfit(slug, f"its keys have {len(k[0])} numbers, and the plane shows 2")
    if len(k) != len(v) or len({len(row) for row in v}) != 1 or not 1 <= len(v[0]) <= MOST_NUMBERS:
        raise _unfit(slug, f"its values are not one row per key of at most {MOST_NUMBERS} numbers")
    if max(len(q), len(k)) > MOST_ROWS:
        raise _unfit(slug, f"it has more than {MOST_ROWS} queries or keys")
    if not all(abs(x) <= LIMIT for table in (q, k, v) for row in table for x in row):
        raise _unfit(slug, f"it has numbers beyond ±{LIMIT:.0f}")


def _unfit(slug: str, why: str) -> NothingToDo:
    return NothingToDo(
        f"The failing case of {slug} cannot be shown in the plane: {why}.", hint=f"grader case {slug} prints it as a program"
    )


def _last_call(program: ast.Module) -> ast.Call | None:
    """f(…) of the `print(f(…))` that ends a case."""
    for node in reversed(program.body):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "print":
            inner = node.value.args[0] if node.value.args else None
            return inner if isinstance(inner, ast.Call) else None
    return None


def _arguments(call: ast.Call, stub: ast.Module) -> dict[str, object]:
    """Values by the names that the stub gives them."""
    function = next((node for node in stub.body if isinstance(node, ast.FunctionDef) and node.name == ast.unparse(call.func)), None)
    names = [argument.arg for argument in function.args.args] if function is not None else []
    found = {name: _value(node) for name, node in zip(names, call.args, strict=False)}
    return found | {keyword.arg: _value(keyword.value) for keyword in call.keywords if keyword.arg is not None}


def _value(node: ast.expr) -> object:
    """A literal, with np.array(x, …) as x; None for anything else."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("np.") and node.args:
        return _value(node.args[0])
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _table(value: object) -> Table:
    """Rows of numbers; () when it is anything else."""
    rows = value if isinstance(value, (list, tuple)) else []
    if not all(isinstance(row, (list, tuple)) and row and all(_is_number(x) for x in row) for row in rows):
        return ()
    return tuple(tuple(float(x) for x in row) for row in rows)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
