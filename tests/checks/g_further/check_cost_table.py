"""Checks of cost-table."""

from grader.checks.api import Category, call, cases, expect, require

KEYS = ("cells", "bytes", "attention", "projections")


def _bill(submission, reference, names, *args, **kwargs):
    """Compare the named entries of one bill."""
    got, expected = submission.cost_row(*args, **kwargs), reference.cost_row(*args, **kwargs)
    require(isinstance(got, dict), "cost_row gives a dict", category=Category.TYPE, expected=expected, got=got)
    require(set(got) == set(KEYS), "the dict has exactly the four keys", expected=expected, got=got)
    expect({name: got[name] for name in names}, {name: expected[name] for name in names})


def check_memory_of_the_table(submission, reference, draw):
    """The table takes its cells times the bytes per number, with a window and without one."""
    n, d, window, bytes_per = draw.sizes("n d window bytes_per", 3, 12)
    for args, kwargs in (((n, d), {"bytes_per": bytes_per}), ((n, d, window, bytes_per), {}), ((4096, 8), {})):
        got = submission.cost_row(*args, **kwargs)
        require(isinstance(got, dict), "cost_row gives a dict", category=Category.TYPE, got=got)
        require(set(got) == set(KEYS), "the dict has exactly the four keys", got=got)
        require(isinstance(got["cells"], (int, float)), "cells is a number", category=Category.TYPE, got=got)
        expect(got["bytes"], got["cells"] * kwargs.get("bytes_per", bytes_per if len(args) > 2 else 2))


def check_full_table(submission, reference, draw):
    """Without a window every token has a cell for every token: three times the text, nine times the cells."""
    n = draw.size("n", 3, 12)
    for length in (1, n, 3 * n, 4096):
        _bill(submission, reference, ("cells",), length, 8)


def check_window(submission, reference, draw):
    """With a window each token has a cell for itself and the tokens just before it, and the first rows are shorter."""
    n, window = draw.sizes("n window", 3, 12)
    _bill(submission, reference, ("cells",), 6, 4, window=3)
    for size in (window, 1, n, n + 1, 2 * n, n - 1):
        _bill(submission, reference, ("cells",), n, 8, window=size)
    _bill(submission, reference, ("cells",), 500 + n, 8, 60 + window)


def check_table_multiplications(submission, reference, draw):
    """Scores and blend together take two multiplications for every cell and number."""
    n, d, window = draw.sizes("n d window", 3, 12)
    for kwargs in ({}, {"window": window}, {"bytes_per": 4}):
        got = submission.cost_row(n, d, **kwargs)
        require(isinstance(got, dict), "cost_row gives a dict", category=Category.TYPE, got=got)
        require(set(got) == set(KEYS), "the dict has exactly the four keys", got=got)
        require(isinstance(got["cells"], (int, float)), "cells is a number", category=Category.TYPE, got=got)
        expect(got["attention"], 2 * got["cells"] * d)


def check_projections(submission, reference, draw):
    """The four projections cost the same for every token: three times the text, three times the multiplications."""
    n, d = draw.sizes("n d", 3, 12)
    for length in (n, 3 * n):
        _bill(submission, reference, ("projections",), length, d)
    _bill(submission, reference, ("projections",), n, d, window=2)


@cases()
def check_crossover(draw):
    """At the crossover, attention and projections cost the same number of multiplications."""
    return [call("crossover", 512, public_=True), call("crossover", draw.whole(3, 300)), call("crossover", 1)]


@cases()
def check_kv_cache(draw):
    """The cache holds one key and one value per token, layer and head that keeps its own."""
    layers, kv_heads, d_head, n, bytes_per = draw.sizes("layers kv_heads d_head n bytes_per", 3, 12)
    return [
        call("kv_cache_bytes", 32, 32, 128, 4096, public_=True),
        call("kv_cache_bytes", 32, 8, 128, 4096),
        call("kv_cache_bytes", layers, kv_heads, d_head, n),
        call("kv_cache_bytes", layers, kv_heads, d_head, n, bytes_per=bytes_per),
    ]
