"""Known wrong ways of softmax-rows."""

import math

import numpy as np

from grader.checks.variants import wrong


def as_float(x):
    """What the solution does with its input; the mistakes below come after it."""
    x = np.asarray(x)
    return x if np.issubdtype(x.dtype, np.floating) else x.astype(np.float64)


def stable(x, axis):
    """A right softmax, blocked rows included, for mistakes that lie elsewhere."""
    m = x.max(axis=axis, keepdims=True)
    e = np.exp(x - np.where(np.isneginf(m), 0, m))
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s == 0, 1, s)


# --- which axis ----------------------------------------------------------------------------------------------------


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def always_axis_0(x, axis=-1):
    """Sums down the columns, whatever axis is asked for."""
    return stable(as_float(x), 0)


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def columns_one_by_one(x, axis=-1):
    """Goes through the columns and makes each add up to 1."""
    x = as_float(x)
    out = np.empty_like(x)
    for column in np.ndindex(x.shape[1:]):
        scores = x[(slice(None), *column)]
        top = scores.max()
        powers = np.exp(scores - (top if top > -np.inf else 0))
        out[(slice(None), *column)] = powers / (powers.sum() or 1)
    return out


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def whole_table(x, axis=-1):
    """Makes all numbers of the table add up to 1 together."""
    x = as_float(x)
    return stable(x.reshape(-1), 0).reshape(x.shape)


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def whole_table_no_axis(x, axis=-1):
    """max() and sum() without an axis."""
    x = as_float(x)
    m = x.max()
    e = np.exp(x - (0 if m == -np.inf else m))
    s = e.sum()
    return e / s if s > 0 else e


@wrong("softmax-wrong-axis", fails=("check_axis_is_respected",), replaces="softmax_np")
def always_the_last_axis(x, axis=-1):
    """Rows add up to 1 even where columns were asked for: `axis` is never read."""
    return stable(as_float(x), -1)


@wrong("softmax-wrong-axis", fails=("check_axis_is_respected",), replaces="softmax_np")
def row_by_row_only(x, axis=-1):
    """One softmax after the other along the rows; the argument `axis` has no effect."""
    x = as_float(x)
    rows = x.reshape(-1, x.shape[-1])
    done = [stable(row, 0) for row in rows]
    return np.array(done, dtype=x.dtype).reshape(x.shape)


# --- stability -----------------------------------------------------------------------------------------------------


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax_np")
def no_maximum(x, axis=-1):
    """e^x as it is, without subtracting the largest score."""
    e = np.exp(as_float(x))
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s == 0, 1, s)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax_np")
def no_maximum_by_expand_dims(x, axis=-1):
    """The textbook formula to the letter: powers over their total."""
    x = as_float(x)
    total = np.expand_dims(np.exp(x).sum(axis), axis)
    return np.divide(np.exp(x), total, out=np.zeros_like(x), where=total != 0)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax_np")
def one_maximum_for_all(x, axis=-1):
    """Subtracts the largest number of the whole table: a row far below it is lost."""
    x = as_float(x)
    m = x.max()
    e = np.exp(x - (m if np.isfinite(m) else 0))
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s == 0, 1, s)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="softmax_np")
def one_maximum_by_amax(x, axis=-1):
    """np.amax without an axis before the power."""
    x = as_float(x)
    top = np.amax(x)
    e = np.exp(x if top == -np.inf else x - top)
    return np.nan_to_num(e / e.sum(axis=axis, keepdims=True))


@wrong("slip-stability", fails=("check_fully_blocked_row_is_zero",), replaces="softmax_np")
def nan_for_a_blocked_row(x, axis=-1):
    """-inf - -inf: a row that is blocked everywhere becomes nan."""
    x = as_float(x)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


@wrong("slip-stability", fails=("check_fully_blocked_row_is_zero",), replaces="softmax_np")
def nan_by_logarithms(x, axis=-1):
    """The log-sum-exp way, without a thought for rows without any allowed score."""
    x = as_float(x)
    m = np.max(x, axis=axis, keepdims=True)
    return np.exp(x - m - np.log(np.sum(np.exp(x - m), axis=axis, keepdims=True)))


# --- blocked scores ------------------------------------------------------------------------------------------------


@wrong("mask-with-zero", fails=("check_blocked_scores_get_zero", "check_fully_blocked_row_is_zero"), replaces="softmax_np")
def blocked_becomes_zero(x, axis=-1):
    """Puts score 0 where the score is minus infinity; e^0 = 1 keeps it in."""
    x = as_float(x)
    return stable(np.where(np.isneginf(x), 0, x), axis)


@wrong("mask-with-zero", fails=("check_blocked_scores_get_zero", "check_fully_blocked_row_is_zero"), replaces="softmax_np")
def blocked_repaired_to_zero(x, axis=-1):
    """nan_to_num takes the minus infinities away before the power."""
    x = np.nan_to_num(as_float(x), neginf=0.0)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


@wrong("mask-with-zero", fails=("check_blocked_scores_get_zero",), replaces="softmax_np")
def blocked_becomes_minus_ten(x, axis=-1):
    """Takes -10 for minus infinity: small, but not nothing. Rows with nothing allowed are set to 0."""
    x = as_float(x)
    nothing = np.isneginf(x).all(axis=axis, keepdims=True)
    return np.where(nothing, 0, stable(np.where(np.isneginf(x), -10, x), axis))


@wrong("mask-with-zero", fails=("check_blocked_scores_get_zero",), replaces="softmax_np")
def blocked_clipped_to_minus_ten(x, axis=-1):
    """np.maximum keeps every score above -10, the blocked ones too."""
    x = as_float(x)
    low = x.copy()
    low[low == -np.inf] = -10
    w = stable(low, axis)
    w *= ~np.all(x == -np.inf, axis=axis, keepdims=True)
    return w


@wrong("slip-formula", fails=("check_fully_blocked_row_is_zero",), replaces="softmax_np")
def blocked_row_shared_evenly(x, axis=-1):
    """A row that is blocked everywhere gets equal weights instead of zeros."""
    x = as_float(x)
    nothing = np.isneginf(x).all(axis=axis, keepdims=True)
    return stable(np.where(nothing, 0, x), axis)


@wrong("slip-formula", fails=("check_fully_blocked_row_is_zero",), replaces="softmax_np")
def blocked_row_divided_by_its_length(x, axis=-1):
    """A total of 0 is met with 1/n."""
    x = as_float(x)
    w = stable(x, axis)
    empty = w.sum(axis=axis, keepdims=True) == 0
    return w + empty.astype(x.dtype) / x.dtype.type(x.shape[axis])


# --- the formula ---------------------------------------------------------------------------------------------------


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def shares_of_the_total(x, axis=-1):
    """Divides each score by the total of its row, without e^x."""
    x = as_float(x)
    return x / x.sum(axis=axis, keepdims=True)


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def shares_by_expand_dims(x, axis=-1):
    """Scores over their sum, the sum put back as an axis."""
    x = as_float(x)
    return np.divide(x, np.expand_dims(np.sum(x, axis), axis))


@wrong(
    "attention-picks-one",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def winner_takes_all(x, axis=-1):
    """Gives the largest score all the weight."""
    x = as_float(x)
    first = np.expand_dims(x.argmax(axis=axis), axis)
    out = np.zeros_like(x)
    np.put_along_axis(out, first, 1, axis=axis)
    return np.where(np.isneginf(x), 0, out)


@wrong(
    "attention-picks-one",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def winner_row_by_row(x, axis=-1):
    """1 for the best score of each row, 0 for all others."""
    x = as_float(x)
    turned = np.moveaxis(x, axis, -1)
    out = np.zeros(turned.shape, x.dtype)
    for place in np.ndindex(turned.shape[:-1]):
        row = list(turned[place])
        if max(row) > -math.inf:
            out[(*place, row.index(max(row)))] = 1
    return np.moveaxis(out, -1, axis).copy()


@wrong("zero-score-zero-weight", fails=("check_every_row_is_a_softmax",), replaces="softmax_np")
def zero_means_nothing(x, axis=-1):
    """A score of 0 is treated like a blocked one."""
    x = as_float(x)
    return stable(np.where(x == 0, -np.inf, x), axis)


@wrong("zero-score-zero-weight", fails=("check_every_row_is_a_softmax",), replaces="softmax_np")
def zero_times_its_power(x, axis=-1):
    """Keeps only the powers of scores that are not 0."""
    x = as_float(x)
    top = np.where(x == 0, -np.inf, x).max(axis=axis, keepdims=True)
    e = np.exp(np.minimum(x - np.where(top == -np.inf, 0, top), 700)) * (x != 0)
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s > 0, s, 1)


@wrong(
    "slip-formula",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def powers_of_two(x, axis=-1):
    """Takes 2 as the base of the powers instead of e."""
    return stable(as_float(x) * math.log(2), axis)


@wrong(
    "slip-formula",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def powers_of_two_by_exp2(x, axis=-1):
    """np.exp2 in place of np.exp."""
    x = as_float(x)
    m = x.max(axis=axis, keepdims=True)
    e = np.exp2(x - np.where(np.isneginf(m), 0, m))
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s == 0, 1, s)


@wrong(
    "slip-formula",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def safety_term_too_large(x, axis=-1):
    """Adds .001 to every total against a division by 0: the rows add up to a little less than 1."""
    x = as_float(x)
    m = x.max(axis=axis, keepdims=True)
    e = np.exp(x - np.where(np.isneginf(m), 0, m))
    return e / (e.sum(axis=axis, keepdims=True) + 1e-3)


@wrong(
    "slip-formula",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def safety_term_afterwards(x, axis=-1):
    """The same .001, put into the total by hand."""
    x = as_float(x)
    top = np.maximum(x.max(axis=axis, keepdims=True), -1e300)
    e = np.exp(x - top)
    total = np.full_like(top, 0.001)
    total += e.sum(axis=axis, keepdims=True)
    return e / total


@wrong(
    "slip-formula",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def divided_by_the_largest(x, axis=-1):
    """The largest weight becomes 1: divides by the largest power instead of their total."""
    x = as_float(x)
    m = x.max(axis=axis, keepdims=True)
    return np.exp(x - np.where(np.isneginf(m), 0, m))


@wrong(
    "slip-formula",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def divided_by_the_largest_power(x, axis=-1):
    """Powers over the largest power of the row."""
    x = as_float(x)
    m = np.maximum(x.max(axis=axis, keepdims=True), -1e300)
    e = np.exp(x - m)
    top = np.max(e, axis=axis, keepdims=True)
    return e / np.where(top == 0, 1, top)


# --- shapes, types, the caller's data ------------------------------------------------------------------------------


@wrong(
    "slip-shapes",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_input_stays_as_it_is",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def no_keepdims(x, axis=-1):
    """Without keepdims the maximum lines up with the columns, not with the rows."""
    x = as_float(x)
    e = np.exp(x - x.max(axis=axis))
    return e / e.sum(axis=axis)


@wrong(
    "slip-shapes",
    fails=(
        "check_every_row_is_a_softmax",
        "check_axis_is_respected",
        "check_huge_scores",
        "check_blocked_scores_get_zero",
        "check_fully_blocked_row_is_zero",
        "check_float32_stays_float32",
        "check_whole_numbers_and_lists",
        "check_input_stays_as_it_is",
        "check_single_column",
    ),
    replaces="softmax_np",
)
def no_keepdims_anywhere(x, axis=-1):
    """Maximum and total come back as flat lists, so they do not fit beside the rows."""
    x = as_float(x)
    powers = np.exp(np.subtract(x, np.amax(x, axis)))
    return np.divide(powers, np.add.reduce(powers, axis=axis))


@wrong("slip-shapes", fails=("check_every_row_is_a_softmax",), replaces="softmax_np")
def always_a_table(x, axis=-1):
    """np.atleast_2d turns a single list of scores into a table of one row."""
    return stable(np.atleast_2d(as_float(x)), axis)


@wrong("slip-shapes", fails=("check_every_row_is_a_softmax",), replaces="softmax_np")
def always_a_table_by_none(x, axis=-1):
    """Adds an axis in front of a single list of scores and forgets to take it away."""
    x = as_float(x)
    if x.ndim == 1:
        x = x[None, :]
    return stable(x, axis)


@wrong("slip-shapes", fails=("check_axis_is_respected",), replaces="softmax_np")
def axes_of_a_table_of_two(x, axis=-1):
    """Counts axes as if there were two: axis 2 is axis 0 again."""
    return stable(as_float(x), axis % 2 if axis >= 0 else axis)


@wrong("slip-shapes", fails=("check_axis_is_respected",), replaces="softmax_np")
def rows_or_columns(x, axis=-1):
    """Even numbers mean the first axis, odd ones the second."""
    x = as_float(x)
    if axis in (0, 2):
        return stable(np.moveaxis(x, 0, -1), -1).swapaxes(0, -1) if x.ndim < 3 else stable(x, 0)
    return stable(x, axis)


@wrong("slip-shapes", fails=("check_single_column",), replaces="softmax_np")
def squeezed(x, axis=-1):
    """np.squeeze at the end takes away every axis of size 1."""
    return np.squeeze(stable(as_float(x), axis))


@wrong("slip-shapes", fails=("check_single_column",), replaces="softmax_np")
def squeezed_by_reshape(x, axis=-1):
    """Reshapes to the sizes above 1 only."""
    x = as_float(x)
    return stable(x, axis).reshape([size for size in x.shape if size > 1])


@wrong("slip-shapes", fails=("check_whole_numbers_and_lists",), replaces="softmax_np")
def a_list_has_no_max(x, axis=-1):
    """Calls x.max() on whatever comes: a nested list has none."""
    m = x.max(axis=axis, keepdims=True)
    return stable(as_float(x - m * 0) if m.dtype.kind == "i" else x, axis)


@wrong("slip-shapes", fails=("check_whole_numbers_and_lists",), replaces="softmax_np")
def a_list_has_no_shape(x, axis=-1):
    """Reads x.shape before np.asarray."""
    shape = x.shape
    return stable(as_float(x), axis).reshape(shape)


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="softmax_np")
def always_float64(x, axis=-1):
    """Makes everything float64, float32 scores too."""
    return stable(np.asarray(x, dtype=float), axis)


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="softmax_np")
def float64_out(x, axis=-1):
    """Fills an array made by np.zeros, which is float64."""
    x = as_float(x)
    out = np.zeros(x.shape)
    out += stable(x.astype(np.float64), axis)
    return out


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="softmax_np")
def float64_where_a_row_is_blocked(x, axis=-1):
    """Puts float64 zeros in place of the largest score of a blocked row, and the whole table becomes float64."""
    x = as_float(x)
    m = x.max(axis=axis, keepdims=True)
    if np.isneginf(m).any():
        m = np.where(np.isneginf(m), np.zeros(m.shape), m)
    e = np.exp(x - m)
    total = e.sum(axis=axis, keepdims=True)
    return e / np.where(total == 0, 1, total)


@wrong("slip-dtype", fails=("check_float32_stays_float32",), replaces="softmax_np")
def zeros_of_float64(x, axis=-1):
    """The right weights, chosen row by row from a table of float64 zeros when a row is blocked."""
    weights = stable(as_float(x), axis)
    is_blocked = np.all(np.isneginf(x), axis=axis, keepdims=True)
    return np.where(is_blocked, np.zeros(weights.shape), weights) if is_blocked.any() else weights


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="softmax_np")
def cut_to_whole_numbers(x, axis=-1):
    """The result has the dtype of x: whole numbers in, whole numbers out, all 0."""
    x = np.asarray(x)
    return stable(as_float(x), axis).astype(x.dtype)


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="softmax_np")
def written_into_empty_like(x, axis=-1):
    """np.empty_like(x) is made of whole numbers when x is, and cuts what is put into it."""
    out = np.empty_like(x)
    out[...] = stable(as_float(x), axis)
    return out


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="softmax_np")
def whole_numbers_as_float32(x, axis=-1):
    """Works whole numbers out as float32."""
    x = np.asarray(x)
    return stable(x if x.dtype.kind == "f" else x.astype(np.float32), axis)


@wrong("slip-dtype", fails=("check_whole_numbers_and_lists",), replaces="softmax_np")
def weights_as_float32(x, axis=-1):
    """Takes float32 for the weights, unless the scores are float64."""
    x = np.asarray(x)
    return stable(as_float(x), axis).astype(np.float64 if x.dtype == np.float64 else np.float32)


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax_np")
def subtracts_in_place(x, axis=-1):
    """x -= m changes the table of the caller."""
    x = as_float(x)
    m = x.max(axis=axis, keepdims=True)
    x -= np.where(np.isneginf(m), 0, m)
    e = np.exp(x)
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s == 0, 1, s)


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax_np")
def works_in_the_callers_table(x, axis=-1):
    """np.subtract with out=x writes into what it was given."""
    x = as_float(x)
    m = np.maximum(x.max(axis=axis, keepdims=True), -1e30)
    np.subtract(x, m, out=x)
    w = np.exp(x)
    return w / np.maximum(w.sum(axis=axis, keepdims=True), 1e-30)


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax_np")
def returns_the_callers_table(x, axis=-1):
    """Writes the weights over the scores and returns the very same array."""
    x = as_float(x)
    x[...] = stable(x, axis)
    return x


@wrong("slip-mutates-input", fails=("check_input_stays_as_it_is",), replaces="softmax_np")
def exponentials_in_place(x, axis=-1):
    """Every step with an in-place operator, on the caller's own array."""
    x = as_float(x)
    m = x.max(axis=axis, keepdims=True)
    x -= np.where(np.isneginf(m), 0, m)
    np.exp(x, out=x)
    s = x.sum(axis=axis, keepdims=True)
    x /= np.where(s == 0, 1, s)
    return x
