"""Known wrong ways of heads-add-up."""

import math

import numpy as np

from grader.checks.variants import wrong


def parts_of(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    X, W_O = np.asarray(X), np.asarray(W_O)
    k = X.shape[1] // h
    joined, _ = multi_head(X, X, W_Q, W_K, W_V, np.eye(X.shape[1]), h, allowed)
    return [joined[:, i * k : (i + 1) * k] @ W_O[i * k : (i + 1) * k] for i in range(h)]


@wrong(
    "wo-optional",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def columns_of_the_output(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Cuts the columns of W_O: part i holds the i-th block of columns of the whole result. The sum is right."""
    X, W_O = np.asarray(X), np.asarray(W_O)
    k = X.shape[1] // h
    joined, _ = multi_head(X, X, W_Q, W_K, W_V, np.eye(X.shape[1]), h, allowed)
    parts = np.zeros((h, *X.shape))
    for i in range(h):
        parts[i, :, i * k : (i + 1) * k] = joined @ W_O[:, i * k : (i + 1) * k]
    return parts


@wrong(
    "wo-optional",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def a_block_of_columns_each(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Gives head i the i-th columns of the finished output, and zeros elsewhere."""
    out, _ = multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed)
    block = np.arange(out.shape[1]) // (out.shape[1] // h)
    return np.stack([out * (block == i) for i in range(h)])


@wrong(
    "transpose-convention",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def columns_transposed_to_fit(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Takes the columns of W_O that belong to the head, and transposes them to make the product fit."""
    X, W_O = np.asarray(X), np.asarray(W_O)
    k = X.shape[1] // h
    joined, _ = multi_head(X, X, W_Q, W_K, W_V, np.eye(X.shape[1]), h, allowed)
    return np.stack([joined[:, i * k : (i + 1) * k] @ W_O[:, i * k : (i + 1) * k].T for i in range(h)])


@wrong(
    "transpose-convention",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def rows_of_the_transposed_wo(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Uses W_Oᵀ."""
    return np.array(parts_of(X, W_Q, W_K, W_V, np.transpose(W_O), h, allowed))


@wrong(
    "heads-averaged",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def an_equal_share_each(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Gives every head the h-th part of the whole output: the sum is right."""
    out, _ = multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed)
    return np.stack([out / h] * h)


@wrong(
    "heads-averaged",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def mean_of_the_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Replaces each part by the average of all parts."""
    parts = np.array(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed))
    return np.repeat(parts.mean(axis=0, keepdims=True), h, axis=0)


@wrong("heads-averaged", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def survivors_scaled_up(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Makes up for the missing heads by scaling the others."""
    parts = parts_of(X, W_Q, W_K, W_V, W_O, h, allowed)
    left = [part for i, part in enumerate(parts) if i not in off]
    if not left:
        return np.zeros(np.shape(X))
    return sum(left) * h / len(left)


@wrong("heads-averaged", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def mean_of_the_rest_times_h(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Takes the average of the heads that are on for every head."""
    parts = np.stack(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed))
    on = [i for i in range(h) if i not in off]
    return h * parts[on].mean(axis=0) if on else np.zeros(parts.shape[1:])


@wrong("zero-score-zero-weight", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def queries_of_the_head_cleared(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Sets the head's columns of W_Q to 0: all scores are 0, and the head still averages."""
    W = np.array(W_Q, dtype=float)
    k = W.shape[1] // h
    for i in off:
        W[:, i * k : (i + 1) * k] = 0
    return multi_head(X, X, W, W_K, W_V, W_O, h, allowed)[0]


@wrong("zero-score-zero-weight", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def keys_of_the_head_cleared(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Sets the head's keys to 0, in the hope that nobody finds them."""
    k = len(W_K) // h
    silent = np.isin(np.arange(len(W_K)) // k, off)
    return multi_head(X, X, W_Q, np.where(silent, 0.0, W_K), W_V, W_O, h, allowed)[0]


@wrong("softmax-wrong-axis", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def rows_of_tokens_cleared(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Takes the head numbers for token numbers and clears rows of the output."""
    out = np.array(multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed)[0])
    for i in off:
        if i < len(out):
            out[i] = 0
    return out


@wrong("softmax-wrong-axis", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def attention_rows_cleared(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Closes the rows of those numbers in the mask of all heads."""
    n = len(X)
    mask = np.ones((n, n), dtype=bool) if allowed is None else np.array(allowed)
    mask[[i for i in off if i < n]] = False
    return multi_head(X, X, W_Q, W_K, W_V, W_O, h, mask)[0]


@wrong(
    "wo-optional",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def without_wo(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Puts what the head found into its own columns; W_O is not used."""
    joined, _ = multi_head(X, X, W_Q, W_K, W_V, np.eye(len(W_O)), h, allowed)
    owner = np.arange(len(W_O)) // (len(W_O) // h)
    return np.stack([np.where(owner == i, joined, 0.0) for i in range(h)])


@wrong(
    "wo-optional",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def heads_in_their_own_places(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Every head writes only where its numbers stand after joining."""
    X = np.asarray(X, float)
    n, d = X.shape
    k = d // h
    parts = np.zeros((h, n, d))
    for i in range(h):
        cols = slice(i * k, (i + 1) * k)
        S = (X @ np.asarray(W_Q)[:, cols]) @ (X @ np.asarray(W_K)[:, cols]).T / math.sqrt(k)
        if allowed is not None:
            S = np.where(allowed, S, -1e300)
        A = np.exp(S - S.max(axis=1, keepdims=True))
        if allowed is not None:
            A = A * allowed
        total = A.sum(axis=1, keepdims=True)
        parts[i, :, cols] = A / np.where(total == 0, 1, total) @ (X @ np.asarray(W_V)[:, cols])
    return parts


@wrong(
    "heads-share-weights",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def first_rows_of_wo_for_all(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Every head writes through the rows of head 0."""
    k = len(W_O) // h
    return np.array(parts_of(X, W_Q, W_K, W_V, np.tile(np.asarray(W_O)[:k], (h, 1)), h, allowed))


@wrong(
    "heads-share-weights",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
    ),
    replaces="head_contributions",
)
def one_slice_of_wo(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Slices W_O once, outside the loop."""
    joined, _ = multi_head(X, X, W_Q, W_K, W_V, np.eye(np.shape(X)[1]), h, allowed)
    pieces = np.split(joined, h, axis=1)
    rows = np.asarray(W_O)[: pieces[0].shape[1]]
    return np.stack([piece @ rows for piece in pieces])


@wrong("slip-shapes", fails=("check_each_head_writes_its_part",), replaces="head_contributions")
def one_head_without_its_axis(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """With one head it returns the output itself, without an axis for the head."""
    if h == 1:
        return multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed)[0]
    return np.array(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed))


@wrong(
    "slip-order",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
        "check_inputs_stay_as_they_are",
    ),
    replaces="head_contributions",
)
def head_axis_in_the_middle(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Stacks the heads along the second axis."""
    return np.stack(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed), axis=1)


@wrong("slip-formula", fails=("check_masked_contributions", "check_masked_ablation"), replaces="head_contributions")
def mask_forgotten(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Does not hand the mask on, and neither does the solution's ablate then."""
    return np.array(parts_of(X, W_Q, W_K, W_V, W_O, h))


@wrong("slip-formula", fails=("check_masked_contributions",), replaces="head_contributions", part_of="mask_forgotten_by_contributions_only")
def mask_forgotten_by_contributions_only(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Forgets the mask for the contributions; ablate has its own way."""
    return np.array(parts_of(X, W_Q, W_K, W_V, W_O, h))


@wrong("slip-formula", fails=("check_masked_contributions",), replaces="ablate", part_of="mask_forgotten_by_contributions_only")
def ablate_with_rows_cleared(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Clears rows of W_O, mask included: right."""
    k = len(W_O) // h
    silent = np.isin(np.arange(len(W_O)) // k, off)[:, None]
    return multi_head(X, X, W_Q, W_K, W_V, np.where(silent, 0.0, W_O), h, allowed)[0]


@wrong("slip-formula", fails=("check_masked_ablation",), replaces="ablate")
def ablation_without_the_mask(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Forgets to hand the mask on."""
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h)
    return sum((parts[i] for i in range(h) if i not in off), np.zeros(np.shape(X)))


@wrong("slip-formula", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def keeps_only_those_off(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Adds up the heads that should be silent."""
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    return sum((parts[i] for i in off), np.zeros(np.shape(X)))


@wrong("slip-off-by-one", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def heads_counted_from_one(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Takes off for numbers from 1."""
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    return sum((part for number, part in enumerate(parts, start=1) if number not in off), np.zeros(np.shape(X)))


@wrong("slip-shapes", fails=("check_switched_off_heads_are_left_out",), replaces="ablate")
def all_off_gives_a_number(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Uses sum without a start: all heads off gives the number 0."""
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    return sum(parts[i] for i in range(h) if i not in off)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="ablate")
def wo_cleared_in_place(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Sets the rows of the silent heads to 0 in the caller's W_O."""
    W_O = W_O if isinstance(W_O, np.ndarray) else np.array(W_O, float)
    k = len(W_O) // h
    for i in off:
        W_O[i * k : (i + 1) * k] = 0
    return multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed)[0]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="ablate")
def empties_the_list(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Pops the numbers off the caller's list."""
    parts = head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed)
    while off:
        parts[off.pop()] = 0
    return parts.sum(axis=0)


@wrong("slip-shapes", fails=("check_each_head_writes_its_part",), replaces="head_contributions")
def a_single_head_is_the_output(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Returns a plain (n, d) when h is 1."""
    parts = np.stack(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed))
    return parts[0] if h == 1 else parts


@wrong(
    "slip-order",
    fails=(
        "check_each_head_writes_its_part",
        "check_masked_contributions",
        "check_switched_off_heads_are_left_out",
        "check_masked_ablation",
        "check_inputs_stay_as_they_are",
    ),
    replaces="head_contributions",
)
def tokens_before_heads(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Puts the token axis in front of the head axis."""
    return np.array(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed)).swapaxes(0, 1).copy()


@wrong("slip-formula", fails=("check_masked_contributions", "check_masked_ablation"), replaces="head_contributions")
def no_mask_for_anybody(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Calls multi_head without the mask."""
    out = []
    k = len(W_O) // h
    for i in range(h):
        only = np.zeros(np.shape(W_O))
        only[i * k : (i + 1) * k] = np.asarray(W_O)[i * k : (i + 1) * k]
        out.append(multi_head(X, X, W_Q, W_K, W_V, only, h)[0])
    return np.stack(out)


@wrong("slip-formula", fails=("check_masked_contributions",), replaces="head_contributions", part_of="parts_without_mask")
def parts_without_mask(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """Forgets the mask in the parts; ablate clears values and is right."""
    return np.stack(parts_of(X, W_Q, W_K, W_V, W_O, h, None))


@wrong("slip-formula", fails=("check_masked_contributions",), replaces="ablate", part_of="parts_without_mask")
def ablate_by_clearing_values(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Clears values, mask included: right."""
    silent = np.isin(np.arange(len(W_O)) // (len(W_O) // h), off)
    return multi_head(X, X, W_Q, W_K, np.where(silent, 0.0, W_V), W_O, h, allowed)[0]


@wrong("slip-formula", fails=("check_masked_ablation",), replaces="ablate")
def rows_cleared_and_mask_lost(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Clears rows of W_O in a copy, and loses the mask."""
    W = np.array(W_O, dtype=float)
    k = len(W) // h
    for i in off:
        W[i * k : (i + 1) * k] = 0
    return multi_head(X, X, W_Q, W_K, W_V, W, h)[0]


@wrong("slip-formula", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def the_silent_heads_only(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Takes off for a list of the heads to keep."""
    parts = np.array(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed))
    return parts[np.isin(np.arange(h), off)].sum(axis=0)


@wrong("slip-off-by-one", fails=("check_switched_off_heads_are_left_out", "check_masked_ablation"), replaces="ablate")
def off_counted_from_one(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Takes head 1 for the first."""
    silent = {i - 1 for i in off}
    parts = parts_of(X, W_Q, W_K, W_V, W_O, h, allowed)
    return np.sum([np.zeros(np.shape(X))] + [parts[i] for i in range(h) if i not in silent], axis=0)


@wrong("slip-shapes", fails=("check_switched_off_heads_are_left_out",), replaces="ablate")
def nothing_left_is_zero(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Starts with the number 0 and adds arrays."""
    total = 0
    for i, part in enumerate(parts_of(X, W_Q, W_K, W_V, W_O, h, allowed)):
        if i not in off:
            total = total + part
    return total


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="ablate")
def rows_multiplied_by_zero_in_place(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Multiplies rows of the caller's W_O by 0."""
    W_O = W_O if isinstance(W_O, np.ndarray) else np.array(W_O, float)
    owner = np.arange(len(W_O)) // (len(W_O) // h)
    W_O *= ~np.isin(owner, off)[:, None]
    return multi_head(X, X, W_Q, W_K, W_V, W_O, h, allowed)[0]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="ablate")
def clears_the_list(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """Clears the list when it is done."""
    parts = parts_of(X, W_Q, W_K, W_V, W_O, h, allowed)
    left = [part for i, part in enumerate(parts) if i not in off]
    off.clear()
    return np.sum([np.zeros(np.shape(X)), *left], axis=0)
