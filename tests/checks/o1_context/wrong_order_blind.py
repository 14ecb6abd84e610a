"""Known wrong ways of order-blind."""

import itertools

import numpy as np

from grader.checks.variants import wrong


@wrong(
    "attention-knows-order",
    fails=(
        "check_blind_layers_are_found",
        "check_layer_may_overwrite_its_input",
        "check_tolerance_is_absolute",
        "check_orders_come_from_rng",
        "check_every_trial_is_made",
    ),
    replaces="is_permutation_equivariant",
)
def asks_for_unchanged_rows(layer, X, rng, trials=8, tol=1e-8):
    """Compares the shuffled result with the unshuffled one, place by place: then even attention looks as if it knew the order."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        Z = layer(X[rng.permutation(len(X))])
        if Z.shape != Y.shape or np.abs(Z - Y).max() > tol:
            return False
    return True


@wrong(
    "attention-knows-order",
    fails=(
        "check_blind_layers_are_found",
        "check_layer_may_overwrite_its_input",
        "check_tolerance_is_absolute",
        "check_orders_come_from_rng",
        "check_every_trial_is_made",
    ),
    replaces="is_permutation_equivariant",
)
def asks_for_unchanged_rows_allclose(layer, X, rng, trials=8, tol=1e-8):
    """Expects row i to stay in row i after shuffling."""
    before = layer(np.array(X))
    if before.shape[0] != X.shape[0]:
        return False
    orders = [rng.permutation(X.shape[0]) for _ in range(trials)]
    return all(np.allclose(layer(X[order].copy()), before, rtol=0, atol=tol) for order in orders)


@wrong(
    "slip-weak-test",
    fails=(
        "check_ordered_layers_are_found",
        "check_reversing_or_turning_is_not_enough",
        "check_missing_or_extra_rows",
        "check_tolerance_is_absolute",
        "check_every_trial_is_made",
        "check_layer_may_overwrite_its_input",
        "check_orders_come_from_rng",
    ),
    replaces="is_permutation_equivariant",
)
def never_shuffles(layer, X, rng, trials=8, tol=1e-8):
    """Runs the layer twice on the same order: nothing can fail."""
    return bool(np.abs(layer(X.copy()) - layer(X.copy())).max() <= tol)


@wrong(
    "slip-weak-test",
    fails=(
        "check_ordered_layers_are_found",
        "check_reversing_or_turning_is_not_enough",
        "check_every_trial_is_made",
        "check_orders_come_from_rng",
    ),
    replaces="is_permutation_equivariant",
)
def swaps_the_first_two(layer, X, rng, trials=8, tol=1e-8):
    """Tries one exchange of the first two tokens only."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    p = np.arange(n)
    if n > 1:
        p[:2] = 1, 0
    return bool(np.abs(layer(X[p]) - Y[p]).max() <= tol)


@wrong(
    "slip-weak-test",
    fails=(
        "check_ordered_layers_are_found",
        "check_reversing_or_turning_is_not_enough",
    ),
    replaces="is_permutation_equivariant",
)
def shuffles_the_first_three(layer, X, rng, trials=8, tol=1e-8):
    """Leaves all but the first three tokens where they are; draws whole orders only to throw most of them away."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    for _ in range(trials):
        drawn = rng.permutation(n)
        layer(X[drawn])
        p = np.concatenate([rng.permutation(min(n, 3)), np.arange(min(n, 3), n)])
        q = np.array([1, 0, 2]) if n >= 3 else np.arange(n)
        q = np.concatenate([q, np.arange(len(q), n)])
        for order in (p, q):
            if np.abs(layer(X[order]) - Y[order]).max() > tol:
                return False
    return True


@wrong(
    "slip-weak-test",
    fails=(
        "check_reversing_or_turning_is_not_enough",
        "check_every_trial_is_made",
        "check_orders_come_from_rng",
    ),
    replaces="is_permutation_equivariant",
)
def only_reads_backwards(layer, X, rng, trials=8, tol=1e-8):
    """Takes the reversed order for every order."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    return bool(np.abs(layer(X[::-1].copy()) - Y[::-1]).max() <= tol)


@wrong(
    "slip-weak-test",
    fails=("check_reversing_or_turning_is_not_enough",),
    replaces="is_permutation_equivariant",
)
def only_turns_the_ring(layer, X, rng, trials=8, tol=1e-8):
    """Moves all tokens on by the same number of places."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    for _ in range(trials):
        step = int(rng.integers(0, n))
        if np.abs(layer(np.roll(X, step, axis=0)) - np.roll(Y, step, axis=0)).max() > tol:
            return False
    return True


@wrong("slip-weak-test", fails=("check_reversing_or_turning_is_not_enough",), replaces="is_permutation_equivariant")
def moves_three_rows(layer, X, rng, trials=8, tol=1e-8):
    """Exchanges the first row with the last, and turns three rows round: never a whole order."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    for _ in range(trials):
        drawn = rng.permutation(n)
        for places in ([0, n - 1], drawn[:3]):
            p = np.arange(n)
            p[places] = np.roll(p[places], 1)
            if np.abs(layer(X[p]) - Y[p]).max() > tol:
                return False
    return True


@wrong("slip-reading", fails=("check_missing_or_extra_rows",), replaces="is_permutation_equivariant")
def one_token_needs_no_look(layer, X, rng, trials=8, tol=1e-8):
    """Says True for one token without calling the layer."""
    n = len(X)
    if n == 1:
        return True
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    orders = [rng.permutation(n) for _ in range(trials)]
    return all(np.abs(layer(X[p]) - Y[p]).max() <= tol for p in orders)


@wrong("slip-reading", fails=("check_missing_or_extra_rows",), replaces="is_permutation_equivariant")
def one_token_needs_no_look_late(layer, X, rng, trials=8, tol=1e-8):
    """Counts the rows that came back only where there is something to shuffle."""
    Y = layer(X.copy())
    if len(X) < 2:
        return True
    if Y.shape[0] != X.shape[0]:
        return False
    for _ in range(trials):
        p = rng.permutation(len(X))
        if not np.allclose(layer(X[p]), Y[p], rtol=0, atol=tol):
            return False
    return True


@wrong("slip-formula", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def adds_up_the_row(layer, X, rng, trials=8, tol=1e-8):
    """Compares the sum of the differences of a row with tol, where each entry counts for itself."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = rng.permutation(len(X))
        if np.abs((layer(X[p]) - Y[p]).sum(axis=1)).max() > tol:
            return False
    return True


@wrong("slip-formula", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def adds_up_the_row_norm(layer, X, rng, trials=8, tol=1e-8):
    """Measures the length of each row of differences."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return all((np.abs(layer(X[p]) - Y[p]).sum(axis=1) <= tol).all() for p in orders)


@wrong("slip-off-by-one", fails=("check_lone_token",), replaces="is_permutation_equivariant")
def refuses_a_lone_token(layer, X, rng, trials=8, tol=1e-8):
    """Says False when there is nothing to shuffle."""
    n = len(X)
    if n < 2:
        return False
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    orders = [rng.permutation(n) for _ in range(trials)]
    return all(np.abs(layer(X[p]) - Y[p]).max() <= tol for p in orders)


@wrong("slip-shapes", fails=("check_missing_or_extra_rows",), replaces="is_permutation_equivariant")
def breaks_on_missing_rows(layer, X, rng, trials=8, tol=1e-8):
    """Never looks at the number of rows that came back."""
    Y = layer(X.copy())
    for _ in range(trials):
        p = rng.permutation(len(X))
        if np.abs(layer(X[p]) - Y[p]).max() > tol:
            return False
    return True


@wrong("slip-shapes", fails=("check_missing_or_extra_rows",), replaces="is_permutation_equivariant")
def accepts_a_summary(layer, X, rng, trials=8, tol=1e-8):
    """Calls a summary that ignores the order equivariant, though it has no row per token."""
    Y = layer(X.copy())
    for _ in range(trials):
        p = rng.permutation(len(X))
        Z = layer(X[p])
        target = Y[p] if len(Y) == len(X) else Y
        if np.abs(Z - target).max() > tol:
            return False
    return True


@wrong(
    "slip-shapes",
    fails=(
        "check_blind_layers_are_found",
        "check_layer_may_overwrite_its_input",
        "check_lone_token",
        "check_tolerance_is_absolute",
    ),
    replaces="is_permutation_equivariant",
)
def asks_for_equal_widths(layer, X, rng, trials=8, tol=1e-8):
    """Refuses a layer whose rows are longer or shorter than those of X."""
    Y = layer(X.copy())
    if Y.shape != X.shape:
        return False
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return all(np.abs(layer(X[p]) - Y[p]).max() <= tol for p in orders)


@wrong("slip-mutates-input", fails=("check_layer_may_overwrite_its_input",), replaces="is_permutation_equivariant")
def hands_over_x_itself(layer, X, rng, trials=8, tol=1e-8):
    """Hands X itself to the layer, which may overwrite it."""
    n = len(X)
    Y = layer(X)
    if len(Y) != n:
        return False
    for _ in range(trials):
        p = rng.permutation(n)
        if np.abs(layer(X[p]) - Y[p]).max() > tol:
            return False
    return True


@wrong("slip-mutates-input", fails=("check_layer_may_overwrite_its_input",), replaces="is_permutation_equivariant")
def hands_over_a_view(layer, X, rng, trials=8, tol=1e-8):
    """Takes X[:] for a copy, as it would be with lists."""
    kept = X[:]
    Y = np.array(layer(kept))
    if Y.shape[0] != X.shape[0]:
        return False
    orders = (rng.permutation(X.shape[0]) for _ in range(trials))
    return all(np.allclose(layer(kept[p]), Y[p], rtol=0, atol=tol) for p in orders)


@wrong("slip-formula", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def tolerance_is_relative(layer, X, rng, trials=8, tol=1e-8):
    """Leaves np.allclose its relative allowance, so large numbers may differ a lot."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = rng.permutation(len(X))
        if not np.allclose(layer(X[p]), Y[p], atol=tol):
            return False
    return True


@wrong("slip-formula", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def ignores_tol(layer, X, rng, trials=8, tol=1e-8):
    """Always uses the same small tolerance."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = rng.permutation(len(X))
        if np.abs(layer(X[p]) - Y[p]).max() > 1e-8:
            return False
    return True


@wrong("slip-weak-test", fails=("check_orders_come_from_rng",), replaces="is_permutation_equivariant")
def always_the_same_orders(layer, X, rng, trials=8, tol=1e-8):
    """Makes a generator of its own with a fixed seed."""
    own = np.random.default_rng(0)
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = own.permutation(len(X))
        if np.abs(layer(X[p]) - Y[p]).max() > tol:
            return False
    return True


@wrong("slip-weak-test", fails=("check_orders_come_from_rng",), replaces="is_permutation_equivariant")
def other_orders_every_time(layer, X, rng, trials=8, tol=1e-8):
    """Shuffles with a generator nobody can repeat."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = np.random.default_rng().permutation(len(X))
        if np.abs(layer(X[p]) - Y[p]).max() > tol:
            return False
    return True


@wrong("slip-weak-test", fails=("check_every_trial_is_made",), replaces="is_permutation_equivariant")
def always_eight_orders(layer, X, rng, trials=8, tol=1e-8):
    """Ignores how many trials are asked for."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(8):
        p = rng.permutation(len(X))
        if np.abs(layer(X[p]) - Y[p]).max() > tol:
            return False
    return True


@wrong(
    "slip-order",
    fails=(
        "check_blind_layers_are_found",
        "check_layer_may_overwrite_its_input",
        "check_tolerance_is_absolute",
        "check_orders_come_from_rng",
        "check_every_trial_is_made",
    ),
    replaces="is_permutation_equivariant",
)
def shuffles_back_the_wrong_way(layer, X, rng, trials=8, tol=1e-8):
    """Shuffles the shuffled result once more instead of putting it back."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = rng.permutation(len(X))
        if np.abs(layer(X[p])[p] - Y).max() > tol:
            return False
    return True


@wrong(
    "slip-weak-test",
    fails=(
        "check_ordered_layers_are_found",
        "check_reversing_or_turning_is_not_enough",
        "check_layer_may_overwrite_its_input",
        "check_tolerance_is_absolute",
    ),
    replaces="is_permutation_equivariant",
)
def content_with_one_success(layer, X, rng, trials=8, tol=1e-8):
    """Is content when any order passes, and always tries the unshuffled one."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    orders = itertools.chain((rng.permutation(n) for _ in range(trials)), [np.arange(n)])
    return any([np.abs(layer(X[p]) - Y[p]).max() <= tol for p in orders])


@wrong("slip-weak-test", fails=("check_blind_layers_are_found",), replaces="is_permutation_equivariant")
def asks_for_a_visible_change(layer, X, rng, trials=8, tol=1e-8):
    """Refuses a layer that gives every token the same vector, because shuffling then changes nothing at all."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    changes = 0.0
    for _ in range(trials):
        p = rng.permutation(n)
        Z = layer(X[p])
        if np.abs(Z - Y[p]).max() > tol:
            return False
        changes = max(changes, np.abs(Z - Y).max())
    return bool(n == 1 or changes > tol)


@wrong(
    "slip-weak-test",
    fails=(
        "check_ordered_layers_are_found",
        "check_reversing_or_turning_is_not_enough",
        "check_missing_or_extra_rows",
        "check_tolerance_is_absolute",
        "check_every_trial_is_made",
        "check_layer_may_overwrite_its_input",
        "check_orders_come_from_rng",
    ),
    replaces="is_permutation_equivariant",
)
def never_shuffles_sorted(layer, X, rng, trials=8, tol=1e-8):
    """Sorts the random order before using it."""
    Y = layer(X.copy())
    p = np.sort(rng.permutation(len(X)))
    return bool(np.allclose(layer(X[p]), Y, rtol=0, atol=tol))


@wrong(
    "slip-weak-test",
    fails=(
        "check_reversing_or_turning_is_not_enough",
        "check_every_trial_is_made",
        "check_orders_come_from_rng",
    ),
    replaces="is_permutation_equivariant",
)
def only_reads_backwards_flip(layer, X, rng, trials=8, tol=1e-8):
    """Flips the table, and nothing else."""
    Y = layer(np.array(X))
    if Y.shape[0] != X.shape[0]:
        return False
    return bool(np.allclose(np.flipud(layer(np.flipud(X).copy())), Y, rtol=0, atol=tol))


@wrong(
    "slip-weak-test",
    fails=("check_reversing_or_turning_is_not_enough",),
    replaces="is_permutation_equivariant",
)
def only_turns_the_ring_index(layer, X, rng, trials=8, tol=1e-8):
    """Adds the same number to every place, modulo n."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    for _ in range(trials):
        p = (np.arange(n) + rng.integers(0, n)) % n
        if (np.abs(layer(X[p]) - Y[p]) > tol).any():
            return False
    return True


@wrong("slip-off-by-one", fails=("check_lone_token",), replaces="is_permutation_equivariant")
def refuses_a_lone_token_late(layer, X, rng, trials=8, tol=1e-8):
    """Asks for at least one order that really moves something."""
    n = X.shape[0]
    Y = layer(X.copy())
    moved = 0
    if len(Y) != n:
        return False
    for _ in range(trials):
        p = rng.permutation(n)
        moved += int(n > 1)
        if not np.allclose(layer(X[p]), Y[p], rtol=0, atol=tol):
            return False
    return moved > 0


@wrong("slip-shapes", fails=("check_missing_or_extra_rows",), replaces="is_permutation_equivariant")
def breaks_on_missing_rows_take(layer, X, rng, trials=8, tol=1e-8):
    """Takes rows by number without counting them."""
    Y = layer(X.copy())
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return bool(all(np.max(np.abs(layer(X[p]) - np.take(Y, p, axis=0))) <= tol for p in orders))


@wrong("slip-shapes", fails=("check_missing_or_extra_rows",), replaces="is_permutation_equivariant")
def accepts_a_summary_try(layer, X, rng, trials=8, tol=1e-8):
    """Compares what came back as it is when the rows cannot be shuffled."""
    Y = layer(X.copy())
    verdict = True
    for _ in range(trials):
        p = rng.permutation(X.shape[0])
        Z = layer(X[p])
        shuffled = Y[p] if Y.shape[0] == X.shape[0] else Y
        verdict = verdict and bool(np.allclose(Z, shuffled, rtol=0, atol=tol))
    return verdict


@wrong(
    "slip-shapes",
    fails=(
        "check_blind_layers_are_found",
        "check_layer_may_overwrite_its_input",
        "check_lone_token",
        "check_tolerance_is_absolute",
    ),
    replaces="is_permutation_equivariant",
)
def asks_for_equal_widths_each(layer, X, rng, trials=8, tol=1e-8):
    """Compares the shapes of input and output."""
    verdict, Y = True, layer(X.copy())
    for _ in range(trials):
        p = rng.permutation(len(X))
        Z = layer(X[p])
        if Z.shape != X[p].shape or np.abs(Z - Y[p]).max() > tol:
            verdict = False
            break
    return verdict


@wrong(
    "slip-weak-test",
    fails=(
        "check_ordered_layers_are_found",
        "check_reversing_or_turning_is_not_enough",
        "check_layer_may_overwrite_its_input",
        "check_tolerance_is_absolute",
    ),
    replaces="is_permutation_equivariant",
)
def content_with_one_success_count(layer, X, rng, trials=8, tol=1e-8):
    """Counts successes, and one of them is free."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    successes = 0
    for p in [np.arange(n), *(rng.permutation(n) for _ in range(trials))]:
        successes += int(np.abs(layer(X[p]) - Y[p]).max() <= tol)
    return successes > 0


@wrong("slip-weak-test", fails=("check_blind_layers_are_found",), replaces="is_permutation_equivariant")
def asks_for_different_rows(layer, X, rng, trials=8, tol=1e-8):
    """Distrusts a layer whose output rows are all equal."""
    n = len(X)
    Y = layer(X.copy())
    if len(Y) != n:
        return False
    for _ in range(trials):
        p = rng.permutation(n)
        if np.abs(layer(X[p]) - Y[p]).max() > tol:
            return False
    return bool(n == 1 or np.abs(Y - Y[:1]).max() > tol)


@wrong(
    "slip-order",
    fails=(
        "check_blind_layers_are_found",
        "check_layer_may_overwrite_its_input",
        "check_tolerance_is_absolute",
        "check_orders_come_from_rng",
        "check_every_trial_is_made",
    ),
    replaces="is_permutation_equivariant",
)
def shuffles_back_the_wrong_way_take(layer, X, rng, trials=8, tol=1e-8):
    """Indexes the shuffled result with the order that made it."""
    Y = layer(np.array(X))
    if Y.shape[0] != len(X):
        return False
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return all(np.allclose(np.take(layer(np.take(X, p, axis=0)), p, axis=0), Y, rtol=0, atol=tol) for p in orders)


@wrong("slip-formula", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def ignores_tol_allclose(layer, X, rng, trials=8, tol=1e-8):
    """Uses the default of np.allclose, made absolute."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return all(np.allclose(layer(X[p]), Y[p], rtol=0, atol=1e-8) for p in orders)


@wrong("slip-formula", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def tolerance_is_relative_isclose(layer, X, rng, trials=8, tol=1e-8):
    """Forgets that isclose allows a part of the number itself."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return all(bool(np.isclose(layer(X[p]), Y[p], rtol=1e-5, atol=tol).all()) for p in orders)


@wrong("slip-formula", fails=("check_ordered_layers_are_found",), replaces="is_permutation_equivariant")
def forgets_the_sign(layer, X, rng, trials=8, tol=1e-8):
    """Looks for entries that became larger, and never for smaller ones."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = rng.permutation(len(X))
        if (layer(X[p]) - Y[p]).max() > tol:
            return False
    return True


@wrong("slip-formula", fails=("check_ordered_layers_are_found",), replaces="is_permutation_equivariant")
def forgets_the_sign_all(layer, X, rng, trials=8, tol=1e-8):
    """Asks whether every difference is below tol, and negative ones always are."""
    Y = layer(np.array(X))
    if Y.shape[0] != X.shape[0]:
        return False
    orders = [rng.permutation(X.shape[0]) for _ in range(trials)]
    return bool(all((layer(X[p]) - np.take(Y, p, axis=0) <= tol).all() for p in orders))


@wrong("slip-off-by-one", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def refuses_exactly_tol(layer, X, rng, trials=8, tol=1e-8):
    """Counts a difference of exactly tol as too large."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return all(np.abs(layer(X[p]) - Y[p]).max() < tol for p in orders)


@wrong("slip-off-by-one", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def refuses_exactly_tol_any(layer, X, rng, trials=8, tol=1e-8):
    """Compares with 'at least' where the text says 'more than'."""
    Y = layer(X.copy())
    if len(Y) != len(X):
        return False
    for _ in range(trials):
        p = rng.permutation(len(X))
        if (np.abs(layer(X[p]) - Y[p]) >= tol).any():
            return False
    return True


@wrong("slip-reading", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def another_tolerance_by_default(layer, X, rng, trials=8, tol=1e-6):
    """Allows a millionth when no tol is given."""
    Y = np.array(layer(X.copy()))
    if len(Y) != len(X):
        return False
    orders = [rng.permutation(len(X)) for _ in range(trials)]
    return all(np.abs(np.array(layer(X[p].copy())) - Y[p]).max() <= tol for p in orders)


@wrong("slip-reading", fails=("check_tolerance_is_absolute",), replaces="is_permutation_equivariant")
def a_millionth_by_default(layer, X, rng, trials=8, tol=None):
    """Chooses the tolerance itself when none is given."""
    tol = 1e-6 if tol is None else tol
    Y = np.array(layer(X.copy()))
    for _ in range(trials):
        p = rng.permutation(len(X))
        Z = np.array(layer(X[p].copy()))
        if Z.shape != Y.shape or len(Y) != len(X) or (np.abs(Z - Y[p]) > tol).any():
            return False
    return True


@wrong("slip-weak-test", fails=("check_every_trial_is_made",), replaces="is_permutation_equivariant")
def five_orders_by_default(layer, X, rng, trials=5, tol=1e-8):
    """Tries five orders when nothing else is said."""
    Y = np.array(layer(X.copy()))
    for _ in range(trials):
        p = rng.permutation(len(X))
        Z = np.array(layer(X[p].copy()))
        if Z.shape != Y.shape or len(Y) != len(X) or (np.abs(Z - Y[p]) > tol).any():
            return False
    return True


@wrong("slip-weak-test", fails=("check_every_trial_is_made",), replaces="is_permutation_equivariant")
def as_many_orders_as_it_likes(layer, X, rng, trials=None, tol=1e-8):
    """Chooses the number of orders itself, five, when none is given."""
    Y = np.array(layer(X.copy()))
    if len(Y) != len(X):
        return False
    orders = [rng.permutation(len(X)) for _ in range(5 if trials is None else trials)]
    return all(np.abs(np.array(layer(X[p].copy())) - Y[p]).max() <= tol for p in orders)


@wrong("slip-weak-test", fails=("check_reversing_or_turning_is_not_enough",), replaces="is_permutation_equivariant")
def sorts_both_tables(layer, X, rng, trials=8, tol=1e-8):
    """Sorts the numbers of both outputs before comparing: which token has which row is lost."""
    n = len(X)
    Y = np.sort(layer(X.copy()), axis=0)
    if len(Y) != n:
        return False
    for _ in range(trials):
        Z = np.sort(layer(X[rng.permutation(n)]), axis=0)
        if Z.shape != Y.shape or np.abs(Z - Y).max() > tol:
            return False
    return True


@wrong("slip-weak-test", fails=("check_reversing_or_turning_is_not_enough",), replaces="is_permutation_equivariant")
def sorts_both_tables_columns(layer, X, rng, trials=8, tol=1e-8):
    """Compares the columns as bags of numbers."""
    orders = [rng.permutation(len(X)) for _ in range(trials)]

    def bags(table):
        return [sorted(column) for column in np.asarray(layer(table)).T.tolist()]

    plain = bags(X.copy())
    for p in orders:
        for one, other in zip(plain, bags(X[p])):
            if len(one) != len(X) or len(other) != len(X):
                return False
            if max(abs(u - v) for u, v in zip(one, other)) > tol:
                return False
    return True


@wrong("slip-weak-test", fails=("check_ordered_layers_are_found",), replaces="is_permutation_equivariant")
def looks_at_the_first_row(layer, X, rng, trials=8, tol=1e-8):
    """Follows one token only: the one that comes to the front."""
    n = len(X)
    Y = np.array(layer(X.copy()))
    if len(Y) != n:
        return False
    for _ in range(trials):
        p = rng.permutation(n)
        Z = np.array(layer(X[p]))
        if Z.shape != Y.shape or np.abs(Z[0] - Y[p[0]]).max() > tol:
            return False
    return True


@wrong("slip-weak-test", fails=("check_ordered_layers_are_found",), replaces="is_permutation_equivariant")
def looks_at_the_first_column(layer, X, rng, trials=8, tol=1e-8):
    """Compares the first number of every row."""
    before = np.asarray(layer(X.copy()))[:, 0].tolist()
    if len(before) != len(X):
        return False
    for _ in range(trials):
        p = rng.permutation(len(X)).tolist()
        after = np.asarray(layer(X[p]))[:, 0].tolist()
        if len(after) != len(p) or any(abs(after[i] - before[token]) > tol for i, token in enumerate(p)):
            return False
    return True
