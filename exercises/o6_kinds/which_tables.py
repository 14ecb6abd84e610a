"""Three kinds, three tables.

A translator reads a source sentence and writes a target sentence. It uses attention in three ways: the reader lets all source words
look at each other ("self"), the writer lets each target word look at itself and the target words before it ("masked self"), and the
writer looks back at the source ("cross"). For each of them say who supplies what, how big the table is, and how many cells are open.

    rows = how many ask          columns = how many are asked          open cells = how many weights may be above 0

    table_facts("cross", 5, 3)  ->  {"rows": 3, "columns": 5, "open cells": 15}
    sources("cross")  ->  ("target", "source", "source")

Good to know
- kind is "self" (over the source), "masked self" (over the target, with the causal mask) or "cross". Anything else, in either
  function, raises ValueError: `raise ValueError("unknown kind")`.
- n_src and n_tgt count the words of the source and the target; both are at least 1. There is no padding.
- table_facts returns a dict with exactly the keys "rows", "columns" and "open cells"; sources returns a tuple of three texts, each
  "source" or "target": where the queries, the keys and the values come from.
- Plain Python: no numpy here.
"""


def table_facts(kind, n_src, n_tgt):
    """The table of one kind of attention: a dict of "rows", "columns" and "open cells"."""
    # TODO: three kinds, and an error for everything else. Who asks, who is asked?
    raise NotImplementedError


def sources(kind):
    """Where queries, keys and values come from: a tuple of three texts, each "source" or "target"."""
    # TODO: the same three kinds, and the same error.
    raise NotImplementedError
