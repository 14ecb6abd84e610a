"""Known wrong ways of leak-test."""

import numpy as np

from grader.checks.variants import wrong


def table_of(layer, n, d, rng, trials=3, tolerance=1e-9):
    """The right table, with a tolerance of one's own."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.array(layer(X.copy()))
        for j in range(n):
            other = X.copy()
            other[j] = rng.standard_normal(d)
            table[:, j] |= np.abs(layer(other) - before).max(axis=1) > tolerance
    return table


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_clean_layers_are_cleared",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
    ),
    replaces="leaks",
)
def own_token_counts_as_a_leak(layer, n, d, rng):
    """Takes the diagonal for future: everything leaks."""
    return bool(np.triu(dependency(layer, n, d, rng)).any())


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_clean_layers_are_cleared",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
    ),
    replaces="leaks",
)
def row_may_not_depend_on_itself(layer, n, d, rng):
    """Wants every output to ignore its own token."""
    table = table_of(layer, n, d, rng)
    return any(table[i, j] for i in range(n) for j in range(i, n))


@wrong(
    "mask-wrong-diagonal",
    fails=("check_leaky_layers_are_caught",),
    replaces="leaks",
)
def next_token_is_allowed(layer, n, d, rng):
    """Lets each output depend on the token after it."""
    return bool(np.triu(dependency(layer, n, d, rng), k=2).any())


@wrong(
    "mask-wrong-diagonal",
    fails=("check_leaky_layers_are_caught",),
    replaces="leaks",
)
def starts_two_steps_ahead(layer, n, d, rng):
    """Looks at tokens from i + 2 on."""
    table = table_of(layer, n, d, rng)
    for i in range(n):
        if table[i, i + 2 :].any():
            return True
    return False


@wrong(
    "mask-polarity",
    fails=(
        "check_clean_layers_are_cleared",
        "check_leaky_layers_are_caught",
        "check_faint_leaks_are_caught",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
    ),
    replaces="leaks",
)
def looks_at_the_past(layer, n, d, rng):
    """Takes what depends on earlier tokens for a leak."""
    return bool(np.tril(dependency(layer, n, d, rng), k=-1).any())


@wrong(
    "mask-polarity",
    fails=(
        "check_clean_layers_are_cleared",
        "check_leaky_layers_are_caught",
        "check_faint_leaks_are_caught",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
    ),
    replaces="leaks",
)
def earlier_tokens_must_not_matter(layer, n, d, rng):
    """Compares i and j the wrong way round."""
    table = table_of(layer, n, d, rng)
    return bool(np.any([table[i, j] for i in range(n) for j in range(n) if i > j]))


@wrong(
    "table-read-backwards",
    fails=(
        "check_table_of_dependencies",
        "check_clean_layers_are_cleared",
        "check_leaky_layers_are_caught",
        "check_faint_leaks_are_caught",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
        "check_every_trial_is_a_fresh_text",
    ),
    replaces="dependency",
)
def table_turned_round(layer, n, d, rng, trials=3):
    """Fills row j with what token j moved."""
    return table_of(layer, n, d, rng, trials).T


@wrong(
    "table-read-backwards",
    fails=(
        "check_table_of_dependencies",
        "check_clean_layers_are_cleared",
        "check_leaky_layers_are_caught",
        "check_faint_leaks_are_caught",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
        "check_every_trial_is_a_fresh_text",
    ),
    replaces="dependency",
)
def rows_are_the_replaced_tokens(layer, n, d, rng, trials=3):
    """Writes to table[j, :] where table[:, j] is meant."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.normal(size=(n, d))
        before = layer(np.array(X))
        for j in range(n):
            Z = np.array(X)
            Z[j] = rng.normal(size=d)
            table[j] |= (np.abs(layer(Z) - before) > 1e-9).any(axis=1)
    return table


@wrong(
    "slip-weak-test",
    fails=("check_leaky_layers_are_caught",),
    replaces="leaks",
)
def last_token_first_output(layer, n, d, rng):
    """Changes only the last token and looks only at the first output."""
    for _ in range(3):
        X = rng.standard_normal((n, d))
        before = np.array(layer(X.copy()))
        X[-1] = rng.standard_normal(d)
        if n > 1 and np.abs(layer(X.copy())[0] - before[0]).max() > 1e-9:
            return True
    return False


@wrong(
    "slip-weak-test",
    fails=("check_leaky_layers_are_caught",),
    replaces="leaks",
)
def far_corner_of_the_table(layer, n, d, rng):
    """Looks at one cell of the table."""
    return bool(n > 1 and dependency(layer, n, d, rng)[0, -1])


@wrong(
    "slip-weak-test",
    fails=("check_leaky_layers_are_caught", "check_leaks_tries_several_texts", "check_every_trial_is_a_fresh_text"),
    replaces="dependency",
)
def text_of_zeros(layer, n, d, rng, trials=3):
    """Tests on a text of zeros: a leak that needs two numbers cancels."""
    table = np.zeros((n, n), dtype=bool)
    before = layer(np.zeros((n, d)))
    for _ in range(trials):
        for j in range(n):
            Z = np.zeros((n, d))
            Z[j] = rng.standard_normal(d)
            table[:, j] |= (np.abs(layer(Z) - before) > 1e-9).any(axis=1)
    return table


@wrong(
    "slip-weak-test",
    fails=("check_faint_leaks_are_caught",),
    replaces="dependency",
)
def hundredth_is_small_enough(layer, n, d, rng, trials=3):
    """A tolerance of .01 hides faint leaks."""
    return table_of(layer, n, d, rng, trials, tolerance=0.01)


@wrong(
    "slip-weak-test",
    fails=("check_faint_leaks_are_caught",),
    replaces="dependency",
)
def allclose_as_it_comes(layer, n, d, rng, trials=3):
    """np.allclose allows changes of a hundred-thousandth."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = layer(X.copy())
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            after = layer(Z)
            for i in range(n):
                if not np.allclose(after[i], before[i]):
                    table[i, j] = True
    return table


@wrong(
    "slip-weak-test",
    fails=("check_every_trial_is_a_fresh_text", "check_leaks_tries_several_texts"),
    replaces="dependency",
)
def one_text_is_enough(layer, n, d, rng, trials=3):
    """Looks at one text only."""
    return table_of(layer, n, d, rng, trials=1)


@wrong(
    "slip-weak-test",
    fails=("check_every_trial_is_a_fresh_text",),
    replaces="dependency",
)
def last_text_only(layer, n, d, rng, trials=3):
    """Starts the table anew for every text."""
    for _ in range(trials):
        table = table_of(layer, n, d, rng, trials=1)
    return table


@wrong(
    "slip-rounding",
    fails=("check_rounding_is_no_leak",),
    replaces="dependency",
)
def any_difference_counts(layer, n, d, rng, trials=3):
    """Compares for exact equality: rounding is called a leak."""
    return table_of(layer, n, d, rng, trials, tolerance=0.0)


@wrong(
    "slip-mutates-input",
    fails=(
        "check_table_of_dependencies",
        "check_clean_layers_are_cleared",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
    ),
    replaces="dependency",
)
def changes_pile_up(layer, n, d, rng, trials=3):
    """Replaces tokens in one and the same text and never puts them back."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.array(layer(X.copy()))
        for j in range(n):
            X[j] = rng.standard_normal(d)
            table[:, j] |= np.abs(layer(X.copy()) - before).max(axis=1) > 1e-9
    return table


@wrong(
    "slip-mutates-input",
    fails=("check_layers_that_overwrite_their_input",),
    replaces="dependency",
)
def hands_out_its_own_text(layer, n, d, rng, trials=3):
    """Hands the layer its own text, which the layer may overwrite."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = layer(X)
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            table[:, j] |= np.abs(layer(Z) - before).max(axis=1) > 1e-9
    return table


@wrong(
    "slip-mutates-input",
    fails=("check_layers_that_overwrite_their_input",),
    replaces="dependency",
)
def puts_the_token_back(layer, n, d, rng, trials=3):
    """Replaces a token in place, and puts it back into a text the layer has overwritten."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.array(layer(X))
        for j in range(n):
            kept = X[j].copy()
            X[j] = rng.standard_normal(d)
            after = np.array(layer(X))
            X[j] = kept
            table[:, j] |= np.abs(after - before).max(axis=1) > 1e-9
    return table


@wrong(
    "slip-formula",
    fails=("check_clean_layers_are_cleared",),
    replaces="leaks",
)
def every_earlier_token_must_matter(layer, n, d, rng):
    """Calls a layer leaky unless its table is the full lower triangle."""
    return not np.array_equal(dependency(layer, n, d, rng), np.tri(n, dtype=bool))


@wrong(
    "slip-shapes",
    fails=("check_table_of_dependencies",),
    replaces="dependency",
)
def outputs_as_wide_as_tokens(layer, n, d, rng, trials=3):
    """Expects outputs to be as wide as the tokens."""
    table = np.zeros((n, n), dtype=bool)
    moved = np.zeros((n, d))
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            moved[:] = np.abs(layer(Z) - before)
            table[:, j] |= moved.max(axis=1) > 1e-9
    return table


@wrong(
    "slip-shapes",
    fails=("check_table_of_dependencies",),
    replaces="dependency",
)
def one_token_depends_on_nothing(layer, n, d, rng, trials=3):
    """Says that a text of one token has nothing to depend on."""
    table = np.zeros((n, n), dtype=bool)
    if n == 1:
        return table
    return table_of(layer, n, d, rng, trials)


@wrong(
    "slip-weak-test",
    fails=("check_leaky_layers_are_caught", "check_leaks_tries_several_texts", "check_every_trial_is_a_fresh_text"),
    replaces="dependency",
)
def nothing_but_zeros(layer, n, d, rng, trials=3):
    """Starts from an empty text: all numbers 0."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = np.zeros((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            X[j] = rng.standard_normal(d)
            table[:, j] |= np.abs(np.array(layer(X.copy())) - base).max(axis=1) > 1e-9
            X[j] = 0
    return table


@wrong("slip-weak-test", fails=("check_faint_leaks_are_caught",), replaces="dependency")
def rounds_to_two_digits(layer, n, d, rng, trials=3):
    """Compares rounded outputs."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            Y = np.array(layer(Z))
            table[:, j] |= (np.abs(Y - base) > 1e-2).any(axis=1)
    return table


@wrong("slip-weak-test", fails=("check_faint_leaks_are_caught",), replaces="dependency")
def isclose_as_it_comes(layer, n, d, rng, trials=3):
    """np.isclose allows changes of a hundred-thousandth."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            Y = np.array(layer(Z))
            table[:, j] |= ~np.isclose(Y, base).all(axis=1)
    return table


@wrong("slip-weak-test", fails=("check_every_trial_is_a_fresh_text", "check_leaks_tries_several_texts"), replaces="dependency")
def ignores_trials(layer, n, d, rng, trials=3):
    """Never looks at `trials`."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(1):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            Y = np.array(layer(Z))
            table[:, j] |= (np.abs(Y - base) > 1e-9).any(axis=1)
    return table


@wrong("slip-weak-test", fails=("check_every_trial_is_a_fresh_text",), replaces="dependency")
def overwrites_the_table(layer, n, d, rng, trials=3):
    """Keeps what the last text showed."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            Y = np.array(layer(Z))
            table[:, j] = (np.abs(Y - base) > 1e-9).any(axis=1)
    return table


@wrong("slip-rounding", fails=("check_rounding_is_no_leak",), replaces="dependency")
def not_equal_means_moved(layer, n, d, rng, trials=3):
    """Takes != for moved."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            Y = np.array(layer(Z))
            table[:, j] |= (Y != base).any(axis=1)
    return table


@wrong(
    "slip-mutates-input",
    fails=(
        "check_table_of_dependencies",
        "check_clean_layers_are_cleared",
        "check_rounding_is_no_leak",
        "check_layers_that_overwrite_their_input",
    ),
    replaces="dependency",
)
def never_puts_tokens_back(layer, n, d, rng, trials=3):
    """Works on one text all the way."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        Z = rng.standard_normal((n, d))
        base = np.array(layer(Z.copy()))
        for j in range(n):
            Z[j, :] = rng.standard_normal(d)
            table[:, j] |= (np.abs(np.array(layer(Z.copy())) - base) > 1e-9).any(axis=1)
    return table


@wrong("slip-formula", fails=("check_clean_layers_are_cleared",), replaces="leaks")
def table_must_be_the_triangle(layer, n, d, rng):
    """Expects the table of causal attention."""
    table = table_of(layer, n, d, rng)
    return bool((table != np.tril(np.ones((n, n), dtype=bool))).any())


@wrong("slip-shapes", fails=("check_table_of_dependencies",), replaces="dependency")
def compares_in_a_text_sized_array(layer, n, d, rng, trials=3):
    """Makes room for d numbers per output."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.empty((n, d))
        before[...] = layer(X.copy())
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            table[:, j] |= np.abs(layer(Z) - before).max(axis=1) > 1e-9
    return table


@wrong("slip-shapes", fails=("check_table_of_dependencies",), replaces="dependency")
def single_token_skipped(layer, n, d, rng, trials=3):
    """Returns an empty table for one token."""
    if n < 2:
        return np.full((n, n), False)
    return table_of(layer, n, d, rng, trials)


@wrong("slip-formula", fails=("check_table_of_dependencies",), replaces="dependency", part_of="only_upward_moves_count")
def only_upward_moves_count(layer, n, d, rng, trials=3):
    """Leaves the absolute value out."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            Y = np.array(layer(Z))
            table[:, j] |= (Y - base > 1e-9).any(axis=1)
    return table


@wrong("slip-formula", fails=("check_table_of_dependencies",), replaces="dependency", part_of="largest_difference")
def largest_difference(layer, n, d, rng, trials=3):
    """Takes the largest difference, not the largest size of one."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            Y = np.array(layer(Z))
            table[:, j] |= (Y - base).max(axis=1) > 1e-9
    return table


@wrong("slip-formula", fails=("check_table_of_dependencies", "check_faint_leaks_are_caught"), replaces="dependency")
def compares_row_means(layer, n, d, rng, trials=3):
    """Boils every output down to its mean, and compares those."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.mean(layer(X.copy()), axis=1)
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            table[:, j] |= abs(np.mean(layer(Z), axis=1) - before) > 1e-9
    return table


@wrong("slip-formula", fails=("check_table_of_dependencies",), replaces="dependency")
def adds_the_differences_up(layer, n, d, rng, trials=3):
    """Adds the differences of a row up before it takes their size."""
    moved = np.zeros((n, n))
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        Y = np.array(layer(np.array(X)))
        for j in range(n):
            other = np.array(X)
            other[j] = rng.standard_normal(d)
            moved[:, j] = np.maximum(moved[:, j], np.abs((np.array(layer(other)) - Y).sum(axis=1)))
    return moved > 1e-9


@wrong("slip-formula", fails=(), replaces="leaks", part_of="only_upward_moves_count")
def only_upward_moves_count_leaks(layer, n, d, rng):
    return bool(np.triu(table_of(layer, n, d, rng), k=1).any())


@wrong("slip-formula", fails=(), replaces="leaks", part_of="largest_difference")
def largest_difference_leaks(layer, n, d, rng):
    return bool(np.triu(table_of(layer, n, d, rng), k=1).any())


@wrong("slip-weak-test", fails=("check_leaks_tries_several_texts",), replaces="leaks")
def one_trial_will_do(layer, n, d, rng):
    """Asks for the table of a single text."""
    return bool(np.triu(dependency(layer, n, d, rng, trials=1), k=1).any())


@wrong("slip-weak-test", fails=("check_leaks_tries_several_texts",), replaces="leaks")
def one_text_of_its_own(layer, n, d, rng):
    """Makes its own test of the future, with one text."""
    X = rng.standard_normal((n, d))
    base = np.array(layer(X.copy()))
    for j in range(1, n):
        Z = X.copy()
        Z[j] = rng.standard_normal(d)
        if (np.abs(np.array(layer(Z)) - base)[:j] > 1e-9).any():
            return True
    return False


@wrong("slip-weak-test", fails=("check_faint_leaks_are_caught",), replaces="dependency")
def a_ten_millionth_is_nothing(layer, n, d, rng, trials=3):
    """Compares with 1e-7."""
    return table_of(layer, n, d, rng, trials, tolerance=1e-7)


@wrong("slip-weak-test", fails=("check_faint_leaks_are_caught",), replaces="dependency")
def isclose_without_its_relative_part(layer, n, d, rng, trials=3):
    """Takes the relative part of np.isclose away, and leaves the 1e-8 that it allows besides."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            table[:, j] |= ~np.isclose(np.array(layer(Z)), base, rtol=0).all(axis=1)
    return table


@wrong("slip-rounding", fails=("check_rounding_is_no_leak",), replaces="dependency")
def stricter_than_asked(layer, n, d, rng, trials=3):
    """Compares with 1e-12."""
    return table_of(layer, n, d, rng, trials, tolerance=1e-12)


@wrong("slip-rounding", fails=("check_rounding_is_no_leak",), replaces="dependency")
def a_tenth_of_the_tolerance(layer, n, d, rng, trials=3):
    """Compares with 1e-10, all rows at once."""
    moved = np.zeros((n, n))
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = np.where(np.arange(n)[:, None] == j, rng.standard_normal((n, d)), X)
            moved[:, j] = np.maximum(moved[:, j], np.abs(np.array(layer(Z)) - base).max(axis=1))
    return moved > 1e-10


@wrong("slip-weak-test", fails=("check_every_trial_is_a_fresh_text",), replaces="dependency")
def two_texts_by_default(layer, n, d, rng, trials=2):
    """Starts with two texts when nothing else is said."""
    return table_of(layer, n, d, rng, trials)


@wrong("slip-weak-test", fails=("check_every_trial_is_a_fresh_text",), replaces="dependency")
def a_pair_of_texts(layer, n, d, rng, trials=None):
    """Chooses the number of texts itself, two, when none is given."""
    table = np.zeros((n, n), dtype=bool)
    for X in rng.standard_normal((trials or 2, n, d)):
        base = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            table[:, j] |= (np.abs(np.array(layer(Z)) - base) > 1e-9).any(axis=1)
    return table


def table_with(layer, n, d, rng, trials, disturb, moved):
    """A table with a way of one's own to disturb a token, and to tell from the differences of the outputs which rows moved."""
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        X = rng.standard_normal((n, d))
        before = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = disturb(Z[j], rng)
            table[:, j] |= moved(np.abs(np.array(layer(Z)) - before))
    return table


def another(token, rng):
    return rng.standard_normal(len(token))


def anywhere(change):
    return change.max(axis=1) > 1e-9


@wrong("slip-weak-test", fails=("check_leaky_layers_are_caught",), replaces="dependency")
def shifts_the_token(layer, n, d, rng, trials=3):
    """Adds 1 to a token instead of replacing it."""
    return table_with(layer, n, d, rng, trials, lambda token, rng: token + 1, anywhere)


@wrong("slip-weak-test", fails=("check_leaky_layers_are_caught",), replaces="dependency")
def turns_the_token_round(layer, n, d, rng, trials=3):
    """Turns the sign of a token instead of replacing it."""
    return table_with(layer, n, d, rng, trials, lambda token, rng: -token, anywhere)


@wrong("slip-weak-test", fails=("check_leaky_layers_are_caught",), replaces="dependency")
def replaces_one_number_only(layer, n, d, rng, trials=3):
    """Replaces the first number of a token and keeps the others."""
    return table_with(layer, n, d, rng, trials, lambda token, rng: np.append(rng.standard_normal(), token[1:]), anywhere)


@wrong("slip-weak-test", fails=("check_leaky_layers_are_caught",), replaces="dependency")
def looks_at_one_number_only(layer, n, d, rng, trials=3):
    """Compares the first number of every output."""
    return table_with(layer, n, d, rng, trials, another, lambda change: change[:, 0] > 1e-9)


@wrong("slip-weak-test", fails=("check_leaky_layers_are_caught",), replaces="leaks")
def only_the_last_token_is_later(layer, n, d, rng):
    """Asks only who has seen the last token."""
    return bool(dependency(layer, n, d, rng)[:-1, -1].any())


@wrong("slip-weak-test", fails=("check_every_trial_is_a_fresh_text", "check_leaks_tries_several_texts"), replaces="dependency")
def one_text_for_all_trials(layer, n, d, rng, trials=3):
    """Draws the text once, and only the replaced tokens anew."""
    X = rng.standard_normal((n, d))
    before = np.array(layer(X.copy()))
    table = np.zeros((n, n), dtype=bool)
    for _ in range(trials):
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            table[:, j] |= np.abs(np.array(layer(Z)) - before).max(axis=1) > 1e-9
    return table


@wrong("slip-weak-test", fails=("check_leaky_layers_are_caught",), replaces="dependency")
def makes_the_token_longer(layer, n, d, rng, trials=3):
    """Doubles a token instead of replacing it."""
    return table_with(layer, n, d, rng, trials, lambda token, rng: 2 * token, anywhere)


@wrong("slip-weak-test", fails=("check_leaky_layers_are_caught",), replaces="dependency")
def tokens_between_0_and_1(layer, n, d, rng, trials=3):
    """Texts and new tokens of positive numbers only."""
    table = np.zeros((n, n), dtype=bool)
    for X in rng.random((trials, n, d)):
        before = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.random(d)
            table[:, j] |= anywhere(np.abs(np.array(layer(Z)) - before))
    return table


@wrong("slip-weak-test", fails=("check_faint_leaks_are_caught",), replaces="dependency")
def mean_of_the_changes(layer, n, d, rng, trials=3):
    """The mean change of a row must exceed the tolerance: what moves one number only is thinned out."""
    return table_with(layer, n, d, rng, trials, another, lambda change: change.mean(axis=1) > 1e-9)


@wrong("slip-weak-test", fails=("check_every_trial_is_a_fresh_text",), replaces="dependency")
def three_texts_whatever_is_asked(layer, n, d, rng, trials=3):
    """Three texts, even if more are asked for."""
    return table_of(layer, n, d, rng, 3)


@wrong("slip-rounding", fails=("check_rounding_is_no_leak",), replaces="dependency")
def tolerance_shrinks_with_the_output(layer, n, d, rng, trials=3):
    """1e-9 times the output, instead of 1e-9."""
    table = np.zeros((n, n), dtype=bool)
    for X in rng.standard_normal((trials, n, d)):
        before = np.array(layer(X.copy()))
        for j in range(n):
            Z = X.copy()
            Z[j] = rng.standard_normal(d)
            table[:, j] |= (np.abs(np.array(layer(Z)) - before) > 1e-9 * np.abs(before)).any(axis=1)
    return table
