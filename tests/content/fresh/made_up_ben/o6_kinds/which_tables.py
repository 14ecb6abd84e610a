def table_facts(kind: str, n_src: int, n_tgt: int) -> dict[str, int]:
    match kind:
        case "self":
            r, c, o = n_src, n_src, n_src**2
        case "masked self":
            r, c, o = n_tgt, n_tgt, sum(range(n_tgt + 1))
        case "cross":
            r, c, o = n_tgt, n_src, n_tgt * n_src
        case _:
            raise ValueError("unknown kind")
    return {"rows": r, "columns": c, "open cells": o}


def sources(kind: str) -> tuple[str, str, str]:
    try:
        return {"self": ("source",) * 3, "masked self": ("target",) * 3, "cross": ("target", "source", "source")}[kind]
    except KeyError:
        raise ValueError("unknown kind") from None
