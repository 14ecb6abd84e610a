"""Three kinds of attention: who supplies what, and how big the table is."""


def table_facts(kind, n_src, n_tgt):
    """The table of one kind of attention: a dict of "rows", "columns" and "open cells"."""
    length = {"source": n_src, "target": n_tgt}
    asking, answering, _ = sources(kind)
    rows, columns = length[asking], length[answering]
    is_masked = kind == "masked self"
    return {"rows": rows, "columns": columns, "open cells": rows * (rows + 1) // 2 if is_masked else rows * columns}


def sources(kind):
    """Where queries, keys and values come from: a tuple of three texts, each "source" or "target"."""
    if kind == "self":
        return "source", "source", "source"
    if kind == "masked self":
        return "target", "target", "target"
    if kind == "cross":
        return "target", "source", "source"
    raise ValueError(f"unknown kind {kind!r}: not self, masked self or cross")
