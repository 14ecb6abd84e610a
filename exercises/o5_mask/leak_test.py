"""Catch the leak.

Does any output of a layer depend on a later token? A model that should write must pass this test, and one wrong sign in a mask is
enough to fail it. You cannot look inside the layer; you can only feed it. So feed it a text, replace one token, feed it again, and see
which outputs moved. Your test is run against a zoo of layers: some are clean, some leak, some leak very little.

    table[i, j] is True   if output i changes by more than 1e-9 anywhere when token j is replaced
    a layer leaks         if table[i, j] is True for some j > i          (its own token, j = i, is no leak)

    leaks(lambda X: X + X[::-1], 3, 2, np.random.default_rng(0))  ->  True
    leaks(lambda X: np.cumsum(X, axis=0), 3, 2, np.random.default_rng(0))  ->  False

Good to know
- layer takes an array (n, d), one row per token, and gives an array (n, d_out); d_out may differ from d. n and d are yours to pass on.
- Use standard normal tokens from rng: `rng.standard_normal((n, d))` is a text, `rng.standard_normal(d)` is a new token.
- Start with a fresh text `trials` times and collect everything that moved in one table: some leaks show only now and then.
- A layer may overwrite the array you hand it, and return that very array: give it a fresh copy each time.
- Changes of 1e-9 or less are rounding. n may be 1.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def dependency(layer, n, d, rng, trials=3):
    """The bool table (n, n) that is True at [i, j] if output i changes when token j is replaced."""
    # TODO: a text and its outputs; then, for every j, the same text with token j replaced: which rows of the outputs moved?
    raise NotImplementedError


def leaks(layer, n, d, rng):
    """Whether some output depends on a later token."""
    # TODO: where in the table do the later tokens stand?
    raise NotImplementedError
