"""Checks of triple-the-query."""

from grader.checks.api import all_of, call, cases, fresh, unchanged

LESSON = ([2, 1], [[2, 1], [0, 1], [1, -1], [1, 1]])


def _query_and_keys(draw):
    n, d_k = draw.sizes("n d_k", 5, 8)
    return draw.uniform(d_k, low=-1.4, high=1.4).tolist(), draw.uniform(n, d_k, low=-1.4, high=1.4).tolist()


def _nearly_equal(draw, factor):
    """Query and keys whose scores all lie near 3, and so near to each other that the factor makes ordinary differences of them."""
    query, _ = _query_and_keys(draw)
    scores = 3.0 + draw.uniform(draw.size("near", 5, 8), low=-1.4, high=1.4) / factor
    length = sum(x * x for x in query) / len(query) ** 0.5
    return query, [[s / length * x for x in query] for s in scores.tolist()], factor


@cases()
def check_sharpen(draw):
    """The weights are those of the query times the factor: a larger factor makes them more peaked, a negative one turns them round."""
    query, keys = _query_and_keys(draw)
    return [
        call("sharpen", *LESSON, 1, public_=True),
        call("sharpen", *LESSON, 3, public_=True),
        call("sharpen", query, keys, draw.number(1.2, 2.5)),
        call("sharpen", query, keys, draw.number(0.2, 0.8)),
        call("sharpen", query, keys, -draw.number(0.5, 1.5)),
    ]


@cases()
def check_extreme_factors(draw):
    """Factor 0 shares the weight evenly, a factor of a hundred thousand gives it all to the best key, unless others are as good; so does a smaller one if the query is long."""
    query, keys = _query_and_keys(draw)
    long = draw.number(300.0, 600.0)
    return [
        call("sharpen", query, keys, 0),
        call("sharpen", *_nearly_equal(draw, draw.number(250.0, 300.0))),
        call("sharpen", *_nearly_equal(draw, 1e5)),
        call("sharpen", *LESSON, 1e5),
        call("sharpen", query, keys, 0.0),
        call("sharpen", [long * x for x in LESSON[0]], LESSON[1], draw.number(2.0, 4.0)),
    ]


@cases()
def check_temperature(draw):
    """Temperature divides the scores: a high one blurs the weights, a low one sharpens them."""
    query, keys = _query_and_keys(draw)
    low = draw.number(2e-5, 2e-4)
    return [
        call("temperature", [2, 0], [[1.0986123, 1], [0, 1]], 1.4142135624, public_=True),
        call("temperature", query, keys, draw.number(1.5, 4.0)),
        call("temperature", query, keys, draw.number(0.4, 0.8)),
        call("temperature", query, keys, 1e6),
        call("temperature", [low * x for x in query], keys, low),
    ]


@cases()
def check_entropy(draw):
    """The entropy is the sum of w · log2(1/w): 1.5 bits for weights of 1/2, 1/4 and 1/4, 2 bits for four equal weights."""
    raw = draw.uniform(draw.size("n", 3, 8), low=0.2)
    return [
        call("entropy_bits", [0.5, 0.25, 0.25], public_=True),
        call("entropy_bits", [0.25] * 4),
        call("entropy_bits", (raw / raw.sum()).tolist()),
    ]


@cases()
def check_entropy_of_zero_weights(draw):
    """A weight of 0 adds nothing, so that a list with a single 1 in it has 0 bits; a very small one adds very little."""
    n = draw.size("n", 3, 7)
    half, small, tiny = draw.number(0.2, 0.4), draw.number(2e-7, 4e-7), draw.number(2e-10, 8e-10)
    return [
        call("entropy_bits", draw.shuffled([1.0] + [0.0] * n)),
        call("entropy_bits", draw.shuffled([half, 1.0 - half, 0.0, 0.0])),
        call("entropy_bits", [0, 1, 0]),
        call("entropy_bits", [small, 1.0 - small]),
        call("entropy_bits", draw.shuffled([1.0 - 2.5 * tiny, tiny, 1.5 * tiny])),
    ]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Query, keys and weights are the same after the call."""
    query, keys = _query_and_keys(draw)
    return [
        call("sharpen", query, keys, 3.0),
        call("temperature", query, keys, 2.0),
        call("entropy_bits", [0.5, 0.0, 0.3, 0.2]),
    ]
