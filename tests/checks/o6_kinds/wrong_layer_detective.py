"""Known wrong ways of layer-detective."""

import numpy as np

from grader.checks.variants import wrong


def texts(d, rng, n_t=4, n_s=3):
    return rng.standard_normal((n_t, d)), rng.standard_normal((n_s, d))


def moved(after, before):
    return bool(np.abs(np.asarray(after) - before).max() > 1e-9)


def reads_the_source(layer, d, rng):
    tgt, src = texts(d, rng)
    return moved(layer(tgt, rng.standard_normal(src.shape)), layer(tgt, src))


def with_token(tgt, j, rng):
    other = tgt.copy()
    other[j] = rng.standard_normal(tgt.shape[1])
    return other


@wrong(
    "attention-matrix-square",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
        "check_cross_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def judges_by_the_shape(layer, d, rng):
    """As many outputs as target tokens: taken for a square table, so self."""
    tgt, src = texts(d, rng, 4, 6)
    return "self" if len(layer(tgt, src)) == len(tgt) else "cross"


@wrong(
    "attention-matrix-square",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
        "check_cross_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def counts_the_rows(layer, d, rng):
    """Looks at the number of outputs only."""
    rows = np.shape(layer(*texts(d, rng, 5, 2)))[0]
    if rows == 5:
        return "self"
    return "cross"


@wrong(
    "slip-weak-test",
    fails=("check_masked_self_attention_is_recognised",),
    replaces="classify_layer",
)
def pokes_the_first_token(layer, d, rng):
    """Changes the first target token, which may influence everybody in both kinds."""
    if reads_the_source(layer, d, rng):
        return "cross"
    tgt, src = texts(d, rng)
    if moved(layer(with_token(tgt, 0, rng), src)[1:], layer(tgt, src)[1:]):
        return "self"
    return "masked self"


@wrong(
    "slip-weak-test",
    fails=("check_masked_self_attention_is_recognised",),
    replaces="classify_layer",
)
def looks_at_later_rows(layer, d, rng):
    """Looks at the rows after the changed token."""
    if reads_the_source(layer, d, rng):
        return "cross"
    tgt, src = texts(d, rng, 3, 3)
    last = layer(tgt, src)[-1]
    return "self" if moved(layer(with_token(tgt, 0, rng), src)[-1], last) else "masked self"


@wrong(
    "mask-polarity",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def takes_the_kinds_for_each_other(layer, d, rng):
    """Calls it masked when an earlier output moves."""
    if reads_the_source(layer, d, rng):
        return "cross"
    tgt, src = texts(d, rng)
    is_open = moved(layer(with_token(tgt, -1, rng), src)[:-1], layer(tgt, src)[:-1])
    return "masked self" if is_open else "self"


@wrong(
    "mask-polarity",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def polarity_turned_round(layer, d, rng):
    """No movement of earlier outputs is taken for self."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if moved(layer(tgt, rng.standard_normal(src.shape)), before):
        return "cross"
    after = layer(with_token(tgt, 3, rng), src)
    kinds = {True: "masked self", False: "self"}
    return kinds[moved(after[0], before[0])]


@wrong(
    "cross-q-from-source",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
        "check_cross_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def source_never_changed(layer, d, rng):
    """Never changes the source: cross looks like masked self."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    return "self" if moved(layer(with_token(tgt, -1, rng), src)[:-1], before[:-1]) else "masked self"


@wrong(
    "cross-q-from-source",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
        "check_cross_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def expects_source_rows(layer, d, rng):
    """Takes a layer for cross only if it has one output per source token."""
    tgt, src = texts(d, rng, 4, 6)
    before = layer(tgt, src)
    if len(before) == len(src):
        return "cross"
    if moved(layer(with_token(tgt, 3, rng), src)[0], before[0]):
        return "self"
    return "masked self"


@wrong(
    "slip-weak-test",
    fails=("check_self_attention_is_recognised",),
    replaces="classify_layer",
)
def never_looks_at_the_future(layer, d, rng):
    """Stops after the source: everything else is masked."""
    return "cross" if reads_the_source(layer, d, rng) else "masked self"


@wrong(
    "slip-weak-test",
    fails=("check_masked_self_attention_is_recognised",),
    replaces="classify_layer",
)
def own_row_moves_in_both(layer, d, rng):
    """Looks at all rows, the changed one included."""
    if reads_the_source(layer, d, rng):
        return "cross"
    tgt, src = texts(d, rng)
    return "self" if moved(layer(with_token(tgt, -1, rng), src), layer(tgt, src)) else "masked self"


@wrong(
    "slip-order",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def arguments_exchanged(layer, d, rng):
    """Hands over the source first."""
    tgt, src = texts(d, rng)
    before = layer(src, tgt)
    if moved(layer(rng.standard_normal(src.shape), tgt), before):
        return "cross"
    return "self" if moved(layer(src, with_token(tgt, -1, rng))[:-1], before[:-1]) else "masked self"


@wrong(
    "slip-quadratic",
    fails=("check_at_most_ten_calls",),
    replaces="classify_layer",
)
def every_token_many_times(layer, d, rng):
    """Tries every token many times over."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if any([moved(layer(tgt, rng.standard_normal(src.shape)), before) for _ in range(5)]):
        return "cross"
    open_cells = [moved(layer(with_token(tgt, j, rng), src)[:j], before[:j]) for j in (1, 2, 3) for _ in range(5)]
    return "self" if any(open_cells) else "masked self"


@wrong(
    "slip-quadratic",
    fails=("check_at_most_ten_calls",),
    replaces="classify_layer",
)
def eleven_calls(layer, d, rng):
    """Repeats each experiment five times."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    found = [moved(layer(tgt, rng.standard_normal(src.shape)), before) for _ in range(5)]
    earlier = [moved(layer(with_token(tgt, -1, rng), src)[:-1], before[:-1]) for _ in range(5)]
    if any(found):
        return "cross"
    return "self" if any(earlier) else "masked self"


@wrong(
    "slip-rounding",
    fails=(
        "check_self_attention_is_recognised",
        "check_masked_self_attention_is_recognised",
    ),
    replaces="classify_layer",
)
def any_difference_counts(layer, d, rng):
    """Compares for exact equality."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if not np.array_equal(layer(tgt, rng.standard_normal(src.shape)), before):
        return "cross"
    return "masked self" if np.array_equal(layer(with_token(tgt, -1, rng), src)[:-1], before[:-1]) else "self"


@wrong(
    "attention-knows-order",
    fails=("check_cross_attention_is_recognised",),
    replaces="classify_layer",
)
def reverses_the_source(layer, d, rng):
    """Reverses the source and expects cross-attention to notice the order."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if moved(layer(tgt, src[::-1].copy()), before):
        return "cross"
    return "self" if moved(layer(with_token(tgt, -1, rng), src)[:-1], before[:-1]) else "masked self"


@wrong(
    "attention-knows-order",
    fails=("check_cross_attention_is_recognised",),
    replaces="classify_layer",
)
def shuffles_the_source(layer, d, rng):
    """Changes only the order of the source words."""
    tgt, src = texts(d, rng, 3, 4)
    same = not moved(layer(tgt, np.roll(src, 1, axis=0)), layer(tgt, src))
    if not same:
        return "cross"
    first = [layer(text, src)[0] for text in (tgt, with_token(tgt, 2, rng))]
    return "self" if moved(*first) else "masked self"


@wrong("slip-weak-test", fails=("check_self_attention_is_recognised",), replaces="classify_layer")
def source_or_masked(layer, d, rng):
    """Asks one question for three kinds."""
    tgt, src = texts(d, rng, 2, 2)
    if moved(layer(tgt, rng.standard_normal(src.shape)), layer(tgt, src)):
        return "cross"
    return "masked self"


@wrong("slip-order", fails=("check_self_attention_is_recognised", "check_masked_self_attention_is_recognised"), replaces="classify_layer")
def source_goes_first(layer, d, rng):
    """layer(source, target)."""
    tgt, src = texts(d, rng, 3, 3)
    base = layer(src, tgt)
    if moved(layer(rng.standard_normal(src.shape), tgt), base):
        return "cross"
    rest = layer(src, with_token(tgt, 2, rng))
    return "self" if moved(rest[:2], base[:2]) else "masked self"


@wrong(
    "slip-rounding", fails=("check_self_attention_is_recognised", "check_masked_self_attention_is_recognised"), replaces="classify_layer"
)
def not_equal_means_moved(layer, d, rng):
    """Takes != for moved."""
    tgt, src = texts(d, rng)
    base = np.array(layer(tgt, src))
    if (np.array(layer(tgt, src + 1.0)) != base).any():
        return "cross"
    later = np.array(layer(with_token(tgt, 3, rng), src))
    return "self" if (later[:3] != base[:3]).any() else "masked self"


@wrong("slip-rounding", fails=("check_self_attention_is_recognised", "check_cross_attention_is_recognised"), replaces="classify_layer")
def a_thousandth_is_nothing(layer, d, rng):
    """Takes whatever moves by less than a thousandth for rounding."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if np.abs(layer(tgt, rng.standard_normal(src.shape)) - before).max() > 1e-3:
        return "cross"
    return "self" if np.abs(layer(with_token(tgt, -1, rng), src) - before)[:-1].max() > 1e-3 else "masked self"


@wrong("slip-rounding", fails=("check_self_attention_is_recognised", "check_cross_attention_is_recognised"), replaces="classify_layer")
def two_decimals_are_compared(layer, d, rng):
    """Rounds both outputs to two decimals and compares."""
    tgt, src = texts(d, rng)
    before = np.round(layer(tgt, src), 2)
    if (np.round(layer(tgt, -src), 2) != before).any():
        return "cross"
    return "self" if (np.round(layer(with_token(tgt, 3, rng), src), 2) != before)[:3].any() else "masked self"


@wrong("slip-formula", fails=("check_self_attention_is_recognised", "check_cross_attention_is_recognised"), replaces="classify_layer")
def only_upwards_counts(layer, d, rng):
    """Forgets the absolute value: outputs that go down have not moved."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if (layer(tgt, rng.standard_normal(src.shape)) - before).max() > 1e-9:
        return "cross"
    return "self" if (layer(with_token(tgt, -1, rng), src) - before)[:-1].max() > 1e-9 else "masked self"


@wrong("slip-rounding", fails=("check_self_attention_is_recognised", "check_cross_attention_is_recognised"), replaces="classify_layer")
def allclose_as_it_comes(layer, d, rng):
    """np.allclose with its own tolerances."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if not np.allclose(layer(tgt, rng.standard_normal(src.shape)), before):
        return "cross"
    return "masked self" if np.allclose(layer(with_token(tgt, -1, rng), src)[0], before[0]) else "self"


@wrong("slip-weak-test", fails=("check_self_attention_is_recognised", "check_cross_attention_is_recognised"), replaces="classify_layer")
def makes_tokens_longer(layer, d, rng):
    """Scales tokens instead of replacing them."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)
    if moved(layer(tgt, 3 * src), before):
        return "cross"
    changed = tgt.copy()
    changed[-1] *= 3
    return "self" if moved(layer(changed, src)[:-1], before[:-1]) else "masked self"


@wrong("slip-weak-test", fails=("check_self_attention_is_recognised", "check_cross_attention_is_recognised"), replaces="classify_layer")
def looks_at_one_number_only(layer, d, rng):
    """Compares the first number of the outputs."""
    tgt, src = texts(d, rng)
    before = layer(tgt, src)[:, :1]
    if moved(layer(tgt, rng.standard_normal(src.shape))[:, :1], before):
        return "cross"
    return "self" if moved(layer(with_token(tgt, -1, rng), src)[:-1, :1], before[:-1]) else "masked self"
