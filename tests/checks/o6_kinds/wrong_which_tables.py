"""Known wrong ways of which-tables."""

from grader.checks.variants import wrong


def facts(rows, columns, open_cells):
    return {"rows": rows, "columns": columns, "open cells": open_cells}


def right(kind, n_src, n_tgt):
    """The right table, for everything that a variant leaves alone."""
    if kind == "self":
        return facts(n_src, n_src, n_src**2)
    if kind == "masked self":
        return facts(n_tgt, n_tgt, sum(range(n_tgt + 1)))
    if kind == "cross":
        return facts(n_tgt, n_src, n_src * n_tgt)
    raise ValueError(kind)


def right_sources(kind):
    if kind not in ("self", "masked self", "cross"):
        raise ValueError(kind)
    return {"self": ("source",) * 3, "masked self": ("target",) * 3}.get(kind, ("target", "source", "source"))


@wrong(
    "cross-q-from-source",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def source_asks(kind, n_src, n_tgt):
    """The cross table has a row per source word."""
    if kind == "cross":
        return facts(n_src, n_tgt, n_src * n_tgt)
    return right(kind, n_src, n_tgt)


@wrong(
    "cross-q-from-source",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def rows_are_source_words(kind, n_src, n_tgt):
    """Takes rows and columns of the cross table the other way round."""
    table = right(kind, n_src, n_tgt)
    if kind == "cross":
        table["rows"], table["columns"] = table["columns"], table["rows"]
    return table


@wrong(
    "cross-q-from-source",
    fails=("check_who_supplies_what",),
    replaces="sources",
    part_of="queries_from_the_source",
)
def queries_from_the_source(kind):
    """The source asks, the target answers."""
    return ("source", "target", "target") if kind == "cross" else right_sources(kind)


@wrong(
    "cross-q-from-source",
    fails=(),
    replaces="table_facts",
    part_of="queries_from_the_source",
)
def queries_from_the_source_table(kind, n_src, n_tgt):
    return right(kind, n_src, n_tgt)


@wrong(
    "cross-q-from-source",
    fails=("check_who_supplies_what",),
    replaces="sources",
    part_of="target_answers",
)
def target_answers(kind):
    """Exchanges source and target."""
    names = right_sources(kind)
    if kind == "cross":
        names = tuple("source" if name == "target" else "target" for name in names)
    return names


@wrong(
    "cross-q-from-source",
    fails=(),
    replaces="table_facts",
    part_of="target_answers",
)
def target_answers_table(kind, n_src, n_tgt):
    return right(kind, n_src, n_tgt)


@wrong(
    "cross-q-from-source",
    fails=("check_who_supplies_what",),
    replaces="sources",
)
def values_from_the_target(kind):
    """Keys from the source, values from the target."""
    return ("target", "source", "target") if kind == "cross" else right_sources(kind)


@wrong(
    "cross-q-from-source",
    fails=("check_who_supplies_what",),
    replaces="sources",
)
def target_passes_values_on(kind):
    """The target asks, and passes its own values on."""
    query, key, value = right_sources(kind)
    return query, key, query


@wrong(
    "attention-matrix-square",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def cross_table_is_square(kind, n_src, n_tgt):
    """Every table is square."""
    if kind == "cross":
        return facts(n_tgt, n_tgt, n_tgt * n_tgt)
    return right(kind, n_src, n_tgt)


@wrong(
    "attention-matrix-square",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def as_many_columns_as_rows(kind, n_src, n_tgt):
    """As many columns as rows."""
    rows = n_src if kind == "self" else n_tgt
    table = right(kind, n_src, n_tgt)
    table["columns"] = rows
    if kind == "cross":
        table["open cells"] = rows**2
    return table


@wrong(
    "attention-matrix-square",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def both_sentences_together(kind, n_src, n_tgt):
    """One table for both sentences together."""
    if kind == "cross":
        return facts(n_src + n_tgt, n_src + n_tgt, (n_src + n_tgt) ** 2)
    return right(kind, n_src, n_tgt)


@wrong(
    "attention-matrix-square",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def one_long_text(kind, n_src, n_tgt):
    """Source and target are one long text."""
    if kind != "cross":
        return right(kind, n_src, n_tgt)
    n = n_tgt + n_src
    return dict(zip(("rows", "columns", "open cells"), (n, n, n * n)))


@wrong(
    "cross-needs-causal-mask",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def cross_is_masked(kind, n_src, n_tgt):
    """Closes later source words."""
    if kind == "cross":
        return facts(n_tgt, n_src, sum(min(i + 1, n_src) for i in range(n_tgt)))
    return right(kind, n_src, n_tgt)


@wrong(
    "cross-needs-causal-mask",
    fails=("check_table_of_cross_attention",),
    replaces="table_facts",
)
def triangle_for_cross(kind, n_src, n_tgt):
    """Only source words up to the target's own place are open."""
    table = right(kind, n_src, n_tgt)
    if kind == "cross":
        table["open cells"] = len([1 for i in range(n_tgt) for j in range(n_src) if j <= i])
    return table


@wrong(
    "mask-wrong-diagonal",
    fails=("check_table_of_masked_self_attention",),
    replaces="table_facts",
)
def without_the_diagonal(kind, n_src, n_tgt):
    """A target word may not see itself."""
    if kind == "masked self":
        return facts(n_tgt, n_tgt, n_tgt * (n_tgt - 1) // 2)
    return right(kind, n_src, n_tgt)


@wrong(
    "mask-wrong-diagonal",
    fails=("check_table_of_masked_self_attention",),
    replaces="table_facts",
)
def strictly_before(kind, n_src, n_tgt):
    """Counts the cells left of the diagonal."""
    table = right(kind, n_src, n_tgt)
    if kind == "masked self":
        table["open cells"] -= n_tgt
    return table


@wrong(
    "mask-wrong-diagonal",
    fails=("check_table_of_masked_self_attention",),
    replaces="table_facts",
)
def half_the_square(kind, n_src, n_tgt):
    """Half of all cells."""
    if kind == "masked self":
        return facts(n_tgt, n_tgt, n_tgt * n_tgt // 2)
    return right(kind, n_src, n_tgt)


@wrong(
    "mask-wrong-diagonal",
    fails=("check_table_of_masked_self_attention",),
    replaces="table_facts",
)
def half_of_all_cells(kind, n_src, n_tgt):
    """Half of the table, rounded down."""
    table = right(kind, n_src, n_tgt)
    if kind == "masked self":
        table["open cells"] = table["rows"] * table["columns"] // 2
    return table


@wrong(
    "self-means-own-token",
    fails=("check_table_of_self_attention",),
    replaces="table_facts",
)
def only_itself(kind, n_src, n_tgt):
    """Each token attends to itself only."""
    if kind == "self":
        return facts(n_src, n_src, n_src)
    return right(kind, n_src, n_tgt)


@wrong(
    "self-means-own-token",
    fails=("check_table_of_self_attention",),
    replaces="table_facts",
)
def the_diagonal(kind, n_src, n_tgt):
    """Only the diagonal is open."""
    table = right(kind, n_src, n_tgt)
    if kind == "self":
        table["open cells"] = sum(i == j for i in range(n_src) for j in range(n_src))
    return table


@wrong(
    "slip-reading",
    fails=("check_table_of_masked_self_attention",),
    replaces="table_facts",
)
def masked_self_over_the_source(kind, n_src, n_tgt):
    """Takes the masked table over the source."""
    if kind == "masked self":
        return facts(n_src, n_src, n_src * (n_src + 1) // 2)
    return right(kind, n_src, n_tgt)


@wrong(
    "slip-reading",
    fails=("check_table_of_masked_self_attention",),
    replaces="table_facts",
)
def mask_forgotten(kind, n_src, n_tgt):
    """Leaves all cells of the masked table open."""
    if kind == "masked self":
        return facts(n_tgt, n_tgt, n_tgt**2)
    return right(kind, n_src, n_tgt)


@wrong(
    "slip-reading",
    fails=("check_unknown_kinds_are_refused",),
    replaces="sources",
)
def key_error(kind):
    """A look-up that fails with KeyError."""
    return {"self": ("source",) * 3, "masked self": ("target",) * 3, "cross": ("target", "source", "source")}[kind]


@wrong(
    "slip-reading",
    fails=("check_unknown_kinds_are_refused",),
    replaces="table_facts",
)
def nothing_for_other_kinds(kind, n_src, n_tgt):
    """Returns nothing for another kind."""
    return right(kind, n_src, n_tgt) if kind in ("self", "masked self", "cross") else None


@wrong("slip-reading", fails=("check_table_of_masked_self_attention",), replaces="table_facts")
def source_is_masked(kind, n_src, n_tgt):
    """Masks the source instead of the target."""
    if kind == "masked self":
        return facts(n_src, n_src, sum(i + 1 for i in range(n_src)))
    return right(kind, n_src, n_tgt)


@wrong("slip-reading", fails=("check_table_of_masked_self_attention",), replaces="table_facts")
def masked_like_self(kind, n_src, n_tgt):
    """Counts all cells of the masked table."""
    table = right(kind, n_src, n_tgt)
    table["open cells"] = table["rows"] * table["columns"]
    return table


@wrong("slip-reading", fails=("check_unknown_kinds_are_refused",), replaces="sources")
def looks_the_kind_up(kind):
    """A dict that does not know the kind."""
    answers = dict(self=["source"] * 3, cross=["target", "source", "source"])
    answers["masked self"] = ["target"] * 3
    return tuple(answers[kind])


@wrong("slip-reading", fails=("check_unknown_kinds_are_refused",), replaces="table_facts")
def no_else(kind, n_src, n_tgt):
    """An if without an else."""
    if kind == "self":
        return right(kind, n_src, n_tgt)
    if kind in ("masked self", "cross"):
        return right(kind, n_src, n_tgt)
    return None


@wrong("slip-reading", fails=("check_unknown_kinds_are_refused",), replaces="sources")
def forgives_capitals(kind):
    """Takes "Self" for self."""
    return right_sources(kind.lower())


@wrong("slip-reading", fails=("check_unknown_kinds_are_refused",), replaces="sources")
def forgives_spaces(kind):
    """Strips the spaces round a kind."""
    return right_sources(kind.strip())


@wrong("slip-reading", fails=("check_unknown_kinds_are_refused",), replaces="table_facts")
def forgives_hyphens(kind, n_src, n_tgt):
    """Takes masked_self and masked-self for masked self."""
    return right(kind.replace("_", " ").replace("-", " "), n_src, n_tgt)


@wrong("slip-reading", fails=("check_unknown_kinds_are_refused",), replaces="table_facts")
def judges_by_the_end(kind, n_src, n_tgt):
    """Looks at the end of the word only."""
    if kind.endswith("cross"):
        return right("cross", n_src, n_tgt)
    if kind.endswith("masked self"):
        return right("masked self", n_src, n_tgt)
    return right("self" if kind.endswith("self") else kind, n_src, n_tgt)
