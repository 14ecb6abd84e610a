"""Other correct styles of which-tables."""

from grader.checks.variants import alternative


@alternative("if by if", replaces="table_facts")
def if_by_if(kind, n_src, n_tgt):
    answer = {}
    if kind == "self":
        answer["rows"] = n_src
        answer["columns"] = n_src
        answer["open cells"] = n_src * n_src
    elif kind == "masked self":
        answer["rows"] = n_tgt
        answer["columns"] = n_tgt
        answer["open cells"] = int(n_tgt * (n_tgt + 1) / 2)
    elif kind == "cross":
        answer["rows"] = n_tgt
        answer["columns"] = n_src
        answer["open cells"] = n_tgt * n_src
    else:
        raise ValueError("unknown kind")
    return answer


@alternative("if by if", replaces="sources")
def as_list(kind):
    if kind not in ["self", "masked self", "cross"]:
        raise ValueError
    answer = ["target"] * 3
    if kind == "self":
        answer[0] = "source"
    if kind != "masked self":
        answer[1] = answer[2] = "source"
    return answer


@alternative("draws the grid and counts", replaces="table_facts")
def grid(kind, n_src, n_tgt):
    sizes = {"self": (n_src, n_src), "masked self": (n_tgt, n_tgt), "cross": (n_tgt, n_src)}
    try:
        rows, columns = sizes[kind]
    except KeyError:
        raise ValueError(f"{kind} is not a kind of attention") from None
    cells = [(i, j) for i in range(rows) for j in range(columns) if kind != "masked self" or j <= i]
    return {"open cells": len(cells), "columns": columns, "rows": rows}


@alternative("match", replaces="table_facts")
def with_match(kind, n_src, n_tgt):
    match kind:
        case "self":
            numbers = n_src, n_src, n_src**2
        case "masked self":
            numbers = n_tgt, n_tgt, sum(i + 1 for i in range(n_tgt))
        case "cross":
            numbers = n_tgt, n_src, n_src * n_tgt
        case _:
            raise ValueError(kind)
    return dict(zip(["rows", "columns", "open cells"], numbers))


@alternative("match", replaces="sources")
def with_table(kind):
    table = {"self": "source source source", "masked self": "target target target", "cross": "target source source"}
    if kind in table:
        return tuple(table[kind].split())
    raise ValueError("no such kind: " + str(kind))


@alternative("an error class of one's own", replaces="sources")
def own_error(kind):
    class UnknownKind(ValueError):
        pass

    q = {"self": "source", "masked self": "target", "cross": "target"}.get(kind)
    if q is None:
        raise ValueError(UnknownKind(kind))
    kv = "target" if kind == "masked self" else "source"
    return (q, kv, kv)


@alternative("floats where halves are taken", replaces="table_facts")
def with_floats(kind, n_src, n_tgt):
    q, k, _ = sources(kind)
    rows, columns = (n_src if side == "source" else n_tgt for side in (q, k))
    cells = rows * columns
    if "masked" in kind:
        cells = (cells + rows) / 2
    return dict(rows=rows, columns=columns, **{"open cells": cells})


@alternative("fresh", replaces="table_facts")
def fresh_facts(kind, n_src, n_tgt):
    if kind != "self" and kind != "masked self" and kind != "cross":
        raise ValueError("unknown kind")
    if kind == "self":
        rows = n_src
        columns = n_src
    else:
        rows = n_tgt
        if kind == "cross":
            columns = n_src
        else:
            columns = n_tgt
    open_cells = 0
    for i in range(rows):
        for j in range(columns):
            if kind == "masked self" and j > i:
                continue
            open_cells += 1
    return {"rows": rows, "columns": columns, "open cells": open_cells}


@alternative("fresh", replaces="sources")
def fresh_sources(kind):
    if kind == "self":
        return ("source", "source", "source")
    elif kind == "masked self":
        return ("target", "target", "target")
    elif kind == "cross":
        return ("target", "source", "source")
    else:
        raise ValueError("unknown kind")
