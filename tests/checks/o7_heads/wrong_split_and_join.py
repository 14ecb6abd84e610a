"""Known wrong ways of split-and-join."""

import numpy as np

from grader.checks.variants import wrong


@wrong("reshape-without-transpose", fails=("check_split_layout", "check_lists_are_welcome"), replaces="split_heads")
def split_by_reshape(X, h):
    """Reshapes straight to (h, n, d/h): head 0 gets several slices of token 0."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return X.reshape(*X.shape[:-2], h, X.shape[-2], X.shape[-1] // h)


@wrong("reshape-without-transpose", fails=("check_split_layout", "check_lists_are_welcome"), replaces="split_heads")
def split_flat_memory_into_pieces(X, h):
    """Cuts the flat list of numbers into h pieces, whatever token they belong to."""
    X = np.array(X)
    front, (n, d) = X.shape[:-2], X.shape[-2:]
    if d != h * (d // h):
        raise ValueError("h must divide d")
    flat = X.reshape(front + (n * d,))
    pieces = [piece.reshape(front + (n, d // h)) for piece in np.split(flat, h, axis=-1)]
    return np.stack(pieces, axis=-3)


@wrong("reshape-without-transpose", fails=("check_join_is_end_to_end", "check_lists_are_welcome"), replaces="join_heads")
def join_by_reshape(Y):
    """Joins by reshape alone: rows are filled head by head."""
    Y = np.asarray(Y)
    h, n, k = Y.shape[-3:]
    return Y.reshape(*Y.shape[:-3], n, h * k)


@wrong("reshape-without-transpose", fails=("check_join_is_end_to_end", "check_lists_are_welcome"), replaces="join_heads")
def join_flat_memory(Y):
    """Runs through the memory of all heads and starts a new row every h*k numbers."""
    Y = np.asarray(Y)
    front, (h, n, k) = Y.shape[:-3], Y.shape[-3:]
    flat = Y.reshape(front + (h * n * k,))
    return np.stack([flat[..., t * h * k : (t + 1) * h * k] for t in range(n)], axis=-2)


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="split_heads",
    part_of="reshape_both_ways",
)
def reshape_both_ways_split(X, h):
    """Reshapes both ways: the round trip is perfect, the heads are scrambled."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError
    return X.reshape(X.shape[:-2] + (h, X.shape[-2], -1))


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="join_heads",
    part_of="reshape_both_ways",
)
def reshape_both_ways_join(Y):
    """The way back of the same."""
    Y = np.asarray(Y)
    return Y.reshape(Y.shape[:-3] + (Y.shape[-2], -1))


@wrong(
    "slip-formula",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome"),
    replaces="split_heads",
)
def split_interleaved(X, h):
    """Deals the numbers out like cards: head i gets every h-th number."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return np.stack([X[..., i::h] for i in range(h)], axis=-3)


@wrong(
    "slip-formula",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome"),
    replaces="split_heads",
)
def split_interleaved_by_reshape(X, h):
    """Reshapes to (n, d/h, h) in place of (n, h, d/h): neighbours land in different heads."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return np.moveaxis(X.reshape(*X.shape[:-1], X.shape[-1] // h, h), -1, -3)


@wrong(
    "heads-split-sentence",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="split_heads",
)
def split_the_tokens(X, h):
    """Gives every head a run of tokens with all their numbers."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    parts = np.array_split(X, h, axis=-2)
    rows = max(part.shape[-2] for part in parts)
    out = np.zeros(X.shape[:-2] + (h, rows, X.shape[-1]))
    for i, part in enumerate(parts):
        out[..., i, : part.shape[-2], :] = part
    return out


@wrong(
    "heads-split-sentence",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="split_heads",
)
def split_rows_among_heads(X, h):
    """The tokens are divided: head i has the tokens i*rows to (i+1)*rows, filled up with zeros."""
    X = np.asarray(X, dtype=float)
    n, d = X.shape[-2:]
    if d % h != 0:
        raise ValueError("uneven")
    base, extra = divmod(n, h)
    rows = base + (extra > 0)
    heads, start = [], 0
    for i in range(h):
        size = base + (i < extra)
        part = X[..., start : start + size, :]
        gap = np.zeros(X.shape[:-2] + (rows - size, d))
        heads.append(np.concatenate([part, gap], axis=-2))
        start += size
    return np.stack(heads, axis=-3)


@wrong(
    "heads-averaged",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_by_mean(Y):
    """Averages the heads: k numbers per token are left."""
    return np.asarray(Y).mean(axis=-3)


@wrong(
    "heads-averaged",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_by_running_mean(Y):
    """Adds the heads one by one and divides by how many there are."""
    Y = np.asarray(Y, dtype=float)
    total = np.zeros(Y.shape[:-3] + Y.shape[-2:])
    for i in range(Y.shape[-3]):
        total = total + Y[..., i, :, :]
    return total / Y.shape[-3]


@wrong(
    "heads-averaged",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_by_sum(Y):
    """Adds the heads up: k numbers per token are left."""
    return np.asarray(Y).sum(axis=-3)


@wrong(
    "heads-averaged",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_by_einsum_sum(Y):
    """Adds the heads up, written as an einsum that drops the head axis."""
    return np.einsum("...hnk->...nk", np.asarray(Y))


@wrong(
    "slip-formula",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_along_the_tokens(Y):
    """Stacks the heads' rows under each other: h*n rows of k numbers."""
    Y = np.asarray(Y)
    return np.concatenate([Y[..., i, :, :] for i in range(Y.shape[-3])], axis=-2)


@wrong(
    "slip-formula",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_rows_under_each_other(Y):
    """Merges the head axis with the token axis."""
    Y = np.asarray(Y)
    return Y.reshape(*Y.shape[:-3], Y.shape[-3] * Y.shape[-2], Y.shape[-1])


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="split_heads",
    part_of="flat_memory_both_ways",
)
def flat_memory_both_ways_split(X, h):
    """Cuts the flat list of numbers for the heads, and pours it back the same way."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError
    pieces = np.split(X.reshape(X.shape[:-2] + (X.shape[-2] * X.shape[-1],)), h, axis=-1)
    return np.stack([piece.reshape(X.shape[:-2] + (X.shape[-2], X.shape[-1] // h)) for piece in pieces], axis=-3)


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="join_heads",
    part_of="flat_memory_both_ways",
)
def flat_memory_both_ways_join(Y):
    """The way back of the same."""
    Y = np.asarray(Y)
    flat = np.concatenate([Y[..., i, :, :].reshape(Y.shape[:-3] + (-1,)) for i in range(Y.shape[-3])], axis=-1)
    return flat.reshape(Y.shape[:-3] + (Y.shape[-2], Y.shape[-3] * Y.shape[-1]))


@wrong(
    "slip-order",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="split_heads",
)
def split_without_the_swap(X, h):
    """Stops after the reshape to (n, h, d/h): the head axis is not in front."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return X.reshape(*X.shape[:-1], h, X.shape[-1] // h)


@wrong(
    "slip-order",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_last_head_first(Y):
    """Joins the heads in reverse order."""
    Y = np.asarray(Y)
    return np.concatenate([Y[..., i, :, :] for i in range(Y.shape[-3])][::-1], axis=-1)


@wrong("slip-shapes", fails=("check_uneven_split_is_refused",), replaces="split_heads")
def drops_the_remainder(X, h):
    """Leaves out the numbers that do not fit: no error for 5 numbers and 2 heads."""
    X = np.asarray(X)
    k = X.shape[-1] // h
    return np.stack([X[..., i * k : (i + 1) * k] for i in range(h)], axis=-3)


@wrong("slip-reading", fails=("check_uneven_split_is_refused",), replaces="split_heads")
def refuses_with_an_assertion(X, h):
    """Notices the uneven split, but raises AssertionError."""
    X = np.asarray(X)
    assert X.shape[-1] % h == 0
    return np.swapaxes(X.reshape(*X.shape[:-1], h, -1), -3, -2)


@wrong("slip-shapes", fails=("check_one_head_one_token_one_number", "check_inputs_stay_as_they_are"), replaces="split_heads")
def squeezes_the_result(X, h):
    """Removes every axis of length 1 at the end."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return np.squeeze(np.swapaxes(X.reshape(*X.shape[:-1], h, -1), -3, -2))


@wrong("slip-shapes", fails=("check_one_head_one_token_one_number",), replaces="split_heads")
def one_head_needs_no_axis(X, h):
    """With one head it returns X as it came, without a head axis."""
    X = np.asarray(X)
    if h == 1:
        return X
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return np.swapaxes(X.reshape(*X.shape[:-1], h, -1), -3, -2)


@wrong("slip-shapes", fails=("check_split_layout",), replaces="split_heads")
def split_for_one_sentence_only(X, h):
    """Knows two axes only: a batch in front is an error."""
    X = np.asarray(X)
    n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    return X.reshape(n, h, d // h).transpose(1, 0, 2)


@wrong(
    "slip-shapes",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_for_one_batch_only(Y):
    """Expects exactly one axis in front."""
    Y = np.asarray(Y)
    b, h, n, k = Y.shape
    return Y.transpose(0, 2, 1, 3).reshape(b, n, h * k)


@wrong("slip-reading", fails=("check_split_layout", "check_lists_are_welcome"), replaces="split_heads")
def arrays_only(X, h):
    """Asks X for its shape without turning a list into an array."""
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return np.swapaxes(X.reshape(*X.shape[:-1], h, -1), -3, -2)


@wrong("slip-shapes", fails=("check_join_is_end_to_end",), replaces="join_heads")
def join_for_one_sentence_only(Y):
    """Knows three axes only: a batch in front is an error."""
    Y = np.asarray(Y)
    h, n, k = Y.shape
    return Y.transpose(1, 0, 2).reshape(n, h * k)


@wrong("slip-reading", fails=("check_lists_are_welcome",), replaces="join_heads")
def join_arrays_only(Y):
    """Slices Y with a tuple, which a list does not understand."""
    h = len(Y) if not hasattr(Y, "shape") else Y.shape[-3]
    return np.concatenate([Y[..., i, :, :] for i in range(h)], axis=-1)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="split_heads")
def reshapes_in_place(X, h):
    """Sets the shape of the caller's own array."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    X.shape = X.shape[:-1] + (h, X.shape[-1] // h)
    return np.swapaxes(X, -3, -2).copy()


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="join_heads")
def clears_what_it_joined(Y):
    """Sets the heads to 0 once their numbers are copied."""
    Y = np.asarray(Y)
    out = np.concatenate([Y[..., i, :, :] for i in range(Y.shape[-3])], axis=-1)
    Y[...] = 0
    return out


@wrong("reshape-without-transpose", fails=("check_split_layout", "check_lists_are_welcome"), replaces="split_heads")
def split_by_reshape_with_minus_one(X, h):
    """The same reshape, with numpy left to find the last size."""
    X = np.asarray(X)
    if X.shape[-1] % h != 0:
        raise ValueError(f"{h} heads, {X.shape[-1]} numbers")
    return X.reshape((*X.shape[:-2], h, X.shape[-2], -1))


@wrong("reshape-without-transpose", fails=("check_split_layout", "check_lists_are_welcome"), replaces="split_heads")
def split_a_copy_by_reshape(X, h):
    """Copies the numbers and reshapes the copy to (h, n, d/h)."""
    X = np.array(X)
    *front, n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    return X.reshape(*front, h, n, d // h).copy()


@wrong("reshape-without-transpose", fails=("check_join_is_end_to_end", "check_lists_are_welcome"), replaces="join_heads")
def join_by_reshape_with_minus_one(Y):
    """The same reshape, with the last size left open."""
    Y = np.asarray(Y)
    return np.reshape(Y, (*Y.shape[:-3], Y.shape[-2], -1))


@wrong("reshape-without-transpose", fails=("check_join_is_end_to_end", "check_lists_are_welcome"), replaces="join_heads")
def join_a_copy_by_reshape(Y):
    """Copies the numbers and pours the copy into rows."""
    Y = np.array(Y)
    *front, h, n, k = Y.shape
    return Y.reshape(*front, n, h * k).copy()


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="split_heads",
    part_of="view_both_ways",
)
def view_both_ways_split(X, h):
    """Reshapes there and back, sizes written out."""
    X = np.asarray(X)
    *front, n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    return X.reshape(*front, h, n, d // h)


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="join_heads",
    part_of="view_both_ways",
)
def view_both_ways_join(Y):
    """The way back of the same."""
    Y = np.asarray(Y)
    *front, h, n, k = Y.shape
    return Y.reshape(*front, n, h * k)


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="split_heads",
    part_of="copy_both_ways",
)
def copy_both_ways_split(X, h):
    """Reshapes a copy, there and back."""
    X = np.array(X)
    *front, n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    return X.reshape(*front, h, n, d // h).copy()


@wrong(
    "reshape-without-transpose",
    fails=("check_split_layout", "check_join_is_end_to_end", "check_lists_are_welcome"),
    replaces="join_heads",
    part_of="copy_both_ways",
)
def copy_both_ways_join(Y):
    """The way back of the same."""
    Y = np.array(Y)
    *front, h, n, k = Y.shape
    return Y.reshape(*front, n, h * k).copy()


@wrong(
    "slip-formula",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome"),
    replaces="split_heads",
)
def split_every_hth_number(X, h):
    """Steps through the row with step h for each head."""
    X = np.array(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return (
        np.array([X[..., start::h] for start in range(h)]).swapaxes(0, -3)
        if X.ndim == 2
        else np.stack([X[..., s::h] for s in range(h)], -3)
    )


@wrong(
    "slip-formula",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome"),
    replaces="split_heads",
)
def split_with_the_last_two_sizes_swapped(X, h):
    """Reshapes to (n, d/h, h) and swaps the head axis to the front."""
    X = np.asarray(X)
    *front, n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    cut = X.reshape(*front, n, d // h, h)
    return np.swapaxes(np.swapaxes(cut, -1, -2), -2, -3)


@wrong(
    "slip-formula",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def rows_stacked_by_a_loop(Y):
    """Lists the rows of head 0, then those of head 1."""
    Y = np.array(Y)
    return np.concatenate(np.split(Y, Y.shape[-3], axis=-3), axis=-2)[..., 0, :, :]


@wrong(
    "slip-formula",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def heads_and_tokens_in_one_axis(Y):
    """Merges heads and tokens to one axis."""
    Y = np.asarray(Y)
    *front, h, n, k = Y.shape
    return Y.reshape((*front, h * n, k))


@wrong(
    "slip-order",
    fails=("check_split_layout", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="split_heads",
)
def head_axis_after_the_tokens(X, h):
    """Leaves the head axis behind the token axis."""
    X = np.asarray(X)
    *front, n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    return X.reshape(*front, n, h, d // h)


@wrong(
    "slip-order",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def joined_backwards(Y):
    """Turns the heads round before joining."""
    Y = np.array(Y)[..., ::-1, :, :]
    Y = np.swapaxes(Y, -2, -3)
    return Y.reshape(*Y.shape[:-2], -1)


@wrong("slip-shapes", fails=("check_uneven_split_is_refused",), replaces="split_heads")
def takes_what_fits(X, h):
    """Cuts the row to the largest multiple of h."""
    X = np.array(X)
    k = X.shape[-1] // h
    parts = [X[..., i * k : (i + 1) * k] for i in range(h)]
    return np.moveaxis(np.array(parts), 0, -3)


@wrong("slip-reading", fails=("check_uneven_split_is_refused",), replaces="split_heads")
def asserts_in_place_of_raising(X, h):
    """Leaves the check of the sizes to an assert."""
    X = np.asarray(X)
    d_head, rest = divmod(X.shape[-1], h)
    assert not rest, "h must divide d"
    return X.reshape(*X.shape[:-1], h, d_head).swapaxes(-3, -2)


@wrong("slip-shapes", fails=("check_one_head_one_token_one_number", "check_inputs_stay_as_they_are"), replaces="split_heads")
def axes_of_length_one_removed(X, h):
    """Drops all axes of length 1."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    out = np.swapaxes(X.reshape(*X.shape[:-1], h, X.shape[-1] // h), -3, -2)
    return out.reshape([size for size in out.shape if size != 1]) if 1 in out.shape else out


@wrong("slip-shapes", fails=("check_one_head_one_token_one_number",), replaces="split_heads")
def nothing_to_split_for_one_head(X, h):
    """Leaves X as it is when there is one head."""
    X = np.asarray(X)
    if X.shape[-1] % h:
        raise ValueError("uneven")
    return X[...] if h == 1 else X.reshape(*X.shape[:-1], h, -1).swapaxes(-3, -2)


@wrong("slip-shapes", fails=("check_split_layout",), replaces="split_heads")
def split_two_axes_by_name(X, h):
    """Reads exactly two sizes off X."""
    X = np.asarray(X)
    (n, d) = X.shape
    if d % h != 0:
        raise ValueError("uneven")
    return np.swapaxes(X.reshape(n, h, d // h), 0, 1)


@wrong(
    "slip-shapes",
    fails=("check_join_is_end_to_end", "check_one_head_one_token_one_number", "check_lists_are_welcome", "check_inputs_stay_as_they_are"),
    replaces="join_heads",
)
def join_four_axes_by_name(Y):
    """Reads exactly four sizes off Y."""
    Y = np.asarray(Y)
    (batch, h, n, k) = Y.shape
    return np.swapaxes(Y, 1, 2).reshape(batch, n, h * k)


@wrong("slip-shapes", fails=("check_join_is_end_to_end",), replaces="join_heads")
def join_three_axes_by_name(Y):
    """Reads exactly three sizes off Y."""
    Y = np.asarray(Y)
    (h, n, k) = Y.shape
    return np.swapaxes(Y, 0, 1).reshape(n, h * k)


@wrong("slip-reading", fails=("check_split_layout", "check_lists_are_welcome"), replaces="split_heads")
def shape_of_a_list(X, h):
    """Takes X for an array already."""
    *front, n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    return np.moveaxis(X.reshape(*front, n, h, d // h), -2, -3)


@wrong("slip-reading", fails=("check_lists_are_welcome",), replaces="join_heads")
def indexes_a_list_like_an_array(Y):
    """Uses the indices of arrays on whatever comes."""
    heads = [Y[..., i, :, :] for i in range(len(Y) if isinstance(Y, list) else Y.shape[-3])]
    return np.concatenate(heads, axis=-1)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="split_heads")
def changes_the_shape_of_x(X, h):
    """Gives the caller's array another shape."""
    X = np.asarray(X)
    *front, n, d = X.shape
    if d % h:
        raise ValueError("uneven")
    X.shape = (*front, n, h, d // h)
    return np.array(np.moveaxis(X, -2, -3))


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="join_heads")
def empties_y(Y):
    """Fills Y with zeros after reading it."""
    Y = np.asarray(Y)
    rows = np.array(np.swapaxes(Y, -3, -2))
    Y.fill(0)
    return rows.reshape(*rows.shape[:-2], -1).copy()


@wrong("slip-dtype", fails=("check_split_layout",), replaces="split_heads")
def split_with_fewer_digits(X, h):
    """Splits in float32, which keeps seven digits."""
    X = np.asarray(X, dtype=np.float32)
    if X.shape[-1] % h:
        raise ValueError(f"{h} heads do not divide {X.shape[-1]} numbers")
    return np.swapaxes(X.reshape(*X.shape[:-1], h, X.shape[-1] // h), -3, -2)


@wrong("slip-dtype", fails=("check_split_layout",), replaces="split_heads")
def split_cast_at_the_end(X, h):
    """Stacks the slices, and casts to float32."""
    X = np.asarray(X)
    width = X.shape[-1] // h
    if width * h != X.shape[-1]:
        raise ValueError("the heads do not divide the width")
    return np.stack([X[..., i * width : (i + 1) * width] for i in range(h)], axis=-3).astype("float32")
