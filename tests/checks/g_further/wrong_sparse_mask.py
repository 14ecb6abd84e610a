"""Known wrong ways of sparse-mask."""

import numpy as np

from grader.checks.variants import wrong


def pieces(n, window, global_tokens, stride):
    """The three patterns, the future not yet cut off."""
    i, j = np.indices((n, n))
    star = np.isin(i, list(global_tokens)) | np.isin(j, list(global_tokens))
    jump = np.zeros((n, n), bool) if stride is None else (i - j) % stride == 0
    return i, j, i - j < window, star, jump


def known(M):
    """Tables of what is known after 1, 2, 3, … layers."""
    R = np.asarray(M)
    while True:
        yield R
        R = (R.astype(int) @ np.asarray(M).astype(int)) > 0


def right_layers(M):
    n = len(M)
    if n == 1:
        return 0
    for layers, R in zip(range(1, n + 1), known(M)):
        if R[np.tri(n, dtype=bool)].all():
            return layers
    return None


@wrong("mask-polarity", fails=("check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def global_tokens_see_the_future(n, window, global_tokens=(), stride=None):
    """Opens whole rows and columns after the future has been cut off."""
    i, j, near, star, jump = pieces(n, window, global_tokens, stride)
    return ((near | jump) & (j <= i)) | star


@wrong("mask-polarity", fails=("check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def rows_and_columns_opened_last(n, window, global_tokens=(), stride=None):
    """The global rows and columns are opened at the end, over the diagonal."""
    i, j, near, _, jump = pieces(n, window, (), stride)
    M = (near | jump) & (j <= i)
    for g in global_tokens:
        M[g] = True
        M[:, g] = True
    return M


@wrong("slip-formula", fails=("check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def global_tokens_look_only(n, window, global_tokens=(), stride=None):
    """A global token sees everything before it, but is not seen."""
    i, j, near, _, jump = pieces(n, window, (), stride)
    return (near | jump | np.isin(i, list(global_tokens))) & (j <= i)


@wrong("slip-formula", fails=("check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def only_the_rows_of_global_tokens(n, window, global_tokens=(), stride=None):
    """Opens the rows of the global tokens and takes the columns for granted."""
    M = np.array([[j <= i and (i - j < window or (stride is not None and (i - j) % stride == 0)) for j in range(n)] for i in range(n)])
    for g in global_tokens:
        M[g, : g + 1] = True
    return M


@wrong("slip-formula", fails=("check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def global_tokens_are_seen_only(n, window, global_tokens=(), stride=None):
    """Everybody sees a global token, but it has no wider view itself."""
    i, j, near, _, jump = pieces(n, window, (), stride)
    return (near | jump | np.isin(j, list(global_tokens))) & (j <= i)


@wrong("slip-formula", fails=("check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def only_the_columns_of_global_tokens(n, window, global_tokens=(), stride=None):
    """Opens the columns of the global tokens alone."""
    i, j, near, _, jump = pieces(n, window, (), stride)
    M = near | jump
    for g in global_tokens:
        M[:, g] = True
    return np.tril(M)


@wrong("slip-formula", fails=("check_window_and_stride", "check_the_rules_add_up"), replaces="sparse_mask")
def stride_counted_from_the_start(n, window, global_tokens=(), stride=None):
    """Opens every s-th column, for everybody the same."""
    i, j, near, star, _ = pieces(n, window, global_tokens, None)
    jump = np.zeros((n, n), bool) if stride is None else j % stride == 0
    return (near | star | jump) & (j <= i)


@wrong("slip-formula", fails=("check_window_and_stride", "check_the_rules_add_up"), replaces="sparse_mask")
def one_stride_back_only(n, window, global_tokens=(), stride=None):
    """Sees the token s steps back, but not 2s."""
    i, j, near, star, _ = pieces(n, window, global_tokens, None)
    jump = np.zeros((n, n), bool) if stride is None else i - j == stride
    return (near | star | jump) & (j <= i)


@wrong("slip-formula", fails=("check_the_rules_add_up",), replaces="sparse_mask")
def stride_or_global_tokens(n, window, global_tokens=(), stride=None):
    """Looks at the stride only if there are no global tokens."""
    i, j, near, star, jump = pieces(n, window, global_tokens, stride)
    if len(global_tokens):
        return (near | star) & (j <= i)
    return (near | jump) & (j <= i)


@wrong("slip-formula", fails=("check_the_rules_add_up",), replaces="sparse_mask")
def rules_must_agree(n, window, global_tokens=(), stride=None):
    """Joins stride and global tokens with "and"."""
    i, j, near, star, jump = pieces(n, window, global_tokens, stride)
    far = star & jump if len(global_tokens) and stride is not None else star | jump
    return (near | far) & (j <= i)


@wrong("slip-formula", fails=("check_global_tokens",), replaces="sparse_mask")
def token_zero_overlooked(n, window, global_tokens=(), stride=None):
    """Takes a global token 0 for no token."""
    i, j, near, star, jump = pieces(n, window, [g for g in global_tokens if g], stride)
    return (near | star | jump) & (j <= i)


@wrong("slip-formula", fails=("check_window_and_stride",), replaces="sparse_mask")
def short_strides_ignored(n, window, global_tokens=(), stride=None):
    """Thinks that a stride within the window opens nothing new."""
    if stride is not None and stride <= window:
        stride = None
    i, j, near, star, jump = pieces(n, window, global_tokens, stride)
    return (near | star | jump) & (j <= i)


@wrong("slip-off-by-one", fails=("check_window_and_stride", "check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def window_one_too_wide(n, window, global_tokens=(), stride=None):
    """Opens window tokens before the token, and itself."""
    i, j, near, star, jump = pieces(n, window + 1, global_tokens, stride)
    return (near | star | jump) & (j <= i)


@wrong("slip-off-by-one", fails=("check_window_and_stride", "check_global_tokens", "check_the_rules_add_up"), replaces="sparse_mask")
def window_before_and_itself(n, window, global_tokens=(), stride=None):
    """Counts the window without the token."""
    _, _, _, star, jump = pieces(n, window, global_tokens, stride)
    M = star | jump
    for i in range(n):
        M[i, max(0, i - window) : i + 1] = True
    return np.tril(M)


@wrong("slip-formula", fails=("check_density",), replaces="density")
def share_of_the_square(M):
    """Divides by n²."""
    return float(np.mean(M))


@wrong("slip-formula", fails=("check_density",), replaces="density")
def open_cells_over_n_squared(M):
    """Takes the whole square for the possible cells."""
    n = len(M)
    return sum(int(cell) for row in M for cell in row) / n**2


@wrong("slip-off-by-one", fails=("check_density",), replaces="density")
def diagonal_not_counted(M):
    """Divides by n(n-1)/2."""
    n = len(M)
    return float(np.sum(M) / max(1, n * (n - 1) / 2))


@wrong("slip-formula", fails=("check_density",), replaces="density")
def share_of_closed_cells(M):
    """Measures how sparse, not how dense."""
    n = len(M)
    return 1 - float(np.sum(M) / (n * (n + 1) / 2))


@wrong("window-same-result", fails=("check_layers_needed",), replaces="layers_needed")
def one_layer_is_always_enough(M):
    """Finds out whether all can be connected, and says 1."""
    layers = right_layers(M)
    return min(layers, 1) if layers is not None else None


@wrong("window-same-result", fails=("check_layers_needed",), replaces="layers_needed")
def everything_arrives_at_once(M):
    """Takes one layer for any chain of open cells."""
    n = len(M)
    if n == 1:
        return 0
    R = np.linalg.matrix_power(np.array(M, dtype=float) / n, n) > 0
    return 1 if R[np.tri(n, dtype=bool)].all() else None


@wrong("slip-formula", fails=("check_layers_needed",), replaces="layers_needed")
def the_longest_way(M):
    """Says n - 1, as if every step led to the neighbour."""
    layers = right_layers(M)
    return None if layers is None else len(M) - 1


@wrong("slip-formula", fails=("check_layers_needed",), replaces="layers_needed")
def doubled_at_every_step(M):
    """Squares the table of what is known, and counts the squarings as layers."""
    n = len(M)
    if n == 1:
        return 0
    R, layers = np.array(M), 1
    while not R[np.tri(n, dtype=bool)].all():
        new = (R.astype(int) @ R.astype(int)) > 0
        if (new == R).all():
            return None
        R, layers = new, layers + 1
    return layers


@wrong("slip-off-by-one", fails=("check_layers_needed", "check_masks_without_an_answer"), replaces="layers_needed")
def one_layer_more(M):
    """Counts until nothing changes any more."""
    layers = right_layers(M)
    return None if layers is None else layers + (len(M) > 1)


@wrong("slip-off-by-one", fails=("check_masks_without_an_answer",), replaces="layers_needed")
def one_for_a_single_token(M):
    """Says 1 for a single token."""
    layers = right_layers(M)
    return 1 if layers == 0 else layers


@wrong("slip-formula", fails=("check_masks_without_an_answer",), replaces="layers_needed")
def zero_for_never(M):
    """Says 0 when no number of layers is enough."""
    return right_layers(M) or 0


@wrong("slip-formula", fails=("check_layers_needed",), replaces="layers_needed")
def only_the_last_row(M):
    """Waits until the last token knows everything, and forgets the others."""
    n = len(M)
    if n == 1:
        return 0
    for layers, R in zip(range(1, n + 1), known(M)):
        if R[-1].all():
            return layers
    return None


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="layers_needed")
def works_on_the_mask_itself(M):
    """Writes what is known into the caller's mask."""
    n = len(M)
    start = np.array(M)
    layers = 0 if n == 1 else 1
    while not M[np.tri(n, dtype=bool)].all():
        new = (M.astype(int) @ start.astype(int)) > 0
        if (new == M).all():
            return None
        M[...] = new
        layers += 1
    return layers


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sparse_mask")
def takes_tokens_off_the_list(n, window, global_tokens=(), stride=None):
    """Pops the global tokens from the caller's list."""
    tokens = global_tokens if isinstance(global_tokens, list) else list(global_tokens)
    i, j, near, _, jump = pieces(n, window, (), stride)
    M = near | jump
    while tokens:
        g = tokens.pop()
        M[g] = True
        M[:, g] = True
    return M & (j <= i)


@wrong("slip-formula", fails=("check_window_and_stride", "check_the_rules_add_up"), replaces="sparse_mask")
def the_same_columns_for_everybody(n, window, global_tokens=(), stride=None):
    """Opens columns 0, s, 2s, … ."""
    i, j, near, star, _ = pieces(n, window, global_tokens, None)
    M = near | star
    if stride is not None:
        M[:, ::stride] = True
    return np.tril(M)


@wrong("slip-formula", fails=("check_window_and_stride", "check_the_rules_add_up"), replaces="sparse_mask")
def the_first_stride_only(n, window, global_tokens=(), stride=None):
    """Opens one diagonal, s steps back."""
    i, j, near, star, _ = pieces(n, window, global_tokens, None)
    M = near | star
    if stride is not None:
        M |= np.eye(n, k=-stride, dtype=bool)
    return np.tril(M)


@wrong("slip-formula", fails=("check_the_rules_add_up",), replaces="sparse_mask")
def global_tokens_end_the_matter(n, window, global_tokens=(), stride=None):
    """An elif lets the stride count only without global tokens."""
    i, j, M, star, jump = pieces(n, window, global_tokens, stride)
    if list(global_tokens):
        M = M | star
    elif stride is not None:
        M = M | jump
    return np.tril(M)


@wrong("slip-formula", fails=("check_the_rules_add_up",), replaces="sparse_mask")
def far_cells_need_both(n, window, global_tokens=(), stride=None):
    """Opens far cells where global token and stride meet."""
    i, j, near, star, jump = pieces(n, window, global_tokens, stride)
    if stride is None:
        return np.tril(near | star)
    if not len(global_tokens):
        return np.tril(near | jump)
    return np.tril(near | np.logical_and(star, jump))


@wrong("slip-formula", fails=("check_global_tokens",), replaces="sparse_mask")
def falsy_token_left_out(n, window, global_tokens=(), stride=None):
    """Skips a global token that counts as false."""
    _, _, M, _, jump = pieces(n, window, (), stride)
    M = M | jump
    for g in filter(None, global_tokens):
        M[g, :] = M[:, g] = True
    return np.tril(M)


@wrong("slip-formula", fails=("check_window_and_stride",), replaces="sparse_mask")
def stride_below_the_window_skipped(n, window, global_tokens=(), stride=None):
    """Uses the stride only if it is longer than the window."""
    i, j, near, star, jump = pieces(n, window, global_tokens, stride)
    M = near | star
    if stride is not None and stride > window:
        M = M | jump
    return np.tril(M)


@wrong("slip-off-by-one", fails=("check_density",), replaces="density")
def cells_below_the_diagonal(M):
    """Divides by the cells strictly below the diagonal."""
    possible = sum(range(len(M)))
    return float(np.count_nonzero(M)) / (possible or 1)


@wrong("slip-formula", fails=("check_density",), replaces="density")
def how_many_are_closed(M):
    """Counts the causal cells that are closed."""
    closed = sum(1 for i in range(len(M)) for j in range(i + 1) if not M[i][j])
    return closed / sum(range(1, len(M) + 1))


@wrong("slip-formula", fails=("check_layers_needed",), replaces="layers_needed")
def one_step_at_a_time(M):
    """Takes as many layers as there are steps from the last token to the first."""
    if right_layers(M) is None:
        return None
    return max(0, M.shape[0] - 1)


@wrong("slip-formula", fails=("check_layers_needed",), replaces="layers_needed")
def layers_counted_by_squaring(M):
    """Counts how often the table has to be multiplied by itself."""
    n = len(M)
    if right_layers(M) in (None, 0):
        return right_layers(M)
    reached, count = np.array(M, dtype=float), 1
    while (reached[np.tril_indices(n)] == 0).any():
        reached, count = np.minimum(reached @ reached, 1), count + 1
    return count


@wrong("slip-off-by-one", fails=("check_layers_needed", "check_masks_without_an_answer"), replaces="layers_needed")
def counted_until_nothing_changes(M):
    """Counts the round that brings nothing new as well."""
    layers = right_layers(M)
    if layers is None or len(M) == 1:
        return layers
    return 1 + layers


@wrong("slip-off-by-one", fails=("check_masks_without_an_answer",), replaces="layers_needed")
def at_least_one_layer(M):
    """Says at least 1."""
    layers = right_layers(M)
    return None if layers is None else max(1, layers)


@wrong("slip-formula", fails=("check_masks_without_an_answer",), replaces="layers_needed")
def never_is_zero(M):
    """Gives 0 for None."""
    layers = right_layers(M)
    return 0 if layers is None else layers


@wrong("slip-formula", fails=("check_layers_needed",), replaces="layers_needed")
def the_last_token_decides(M):
    """Looks at the row of the last token alone."""
    n = len(M)
    row, layers = np.eye(n)[-1], 0
    while not (row > 0).all():
        new = ((row + row @ M) > 0).astype(float)
        if (new == row).all():
            return None
        row, layers = new, layers + 1
    return layers


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="layers_needed")
def mask_filled_in_place(M):
    """Multiplies the caller's mask up in place."""
    n, step = len(M), M.copy().astype(int)
    count = int(n > 1)
    while not M[np.tril_indices(n)].all():
        before = M.copy()
        np.copyto(M, (before.astype(int) @ step) > 0)
        if (before == M).all():
            return None
        count += 1
    return count


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="sparse_mask")
def empties_the_list(n, window, global_tokens=(), stride=None):
    """Clears the caller's list of global tokens."""
    i, j, near, star, jump = pieces(n, window, list(global_tokens), stride)
    if isinstance(global_tokens, list):
        global_tokens.clear()
    return (near | star | jump) & (j <= i)


@wrong("slip-formula", fails=("check_layers_needed",), replaces="layers_needed")
def gives_up_after_twenty(M):
    """Takes more than 20 layers for never."""
    knows, complete = np.eye(len(M)), np.tri(len(M))
    for layers in range(21):
        if (knows == complete).all():
            return layers
        knows = np.minimum(M @ knows, 1)
    return None
