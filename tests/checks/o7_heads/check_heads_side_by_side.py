"""Checks of heads-side-by-side."""

from grader.checks.api import call, cases, unchanged

WORDS = ["lime", "moth", "dusk", "harp", "fern", "kite", "salt"]


def _head(draw, d_model, d_k, d_v):
    return (draw.normal(d_model, d_k).tolist(), draw.normal(d_model, d_k).tolist(), draw.normal(d_model, d_v).tolist())


def _table(draw, n):
    rows = draw.uniform(n, n, low=0.1, high=1.0)
    return (rows / rows.sum(axis=1, keepdims=True)).tolist()


@cases()
def check_one_head(draw):
    """One head gives its table of weights, one row per asking token, and the blends of its values."""
    n, d_model, d_k, d_v = draw.sizes("n d_model d_k d_v", 2, 6)
    X = draw.normal(n, d_model, scale=0.6).tolist()
    return call("one_head", X, *_head(draw, d_model, d_k, d_v))


@cases()
def check_blocks_belong_to_heads(draw):
    """Every row holds the numbers of head 0, then of head 1, and so on, each from the whole sentence, also for uneven or single heads."""
    n, d_model, wide, narrow, h = draw.sizes("n d_model wide narrow h", 2, 6)
    X = draw.normal(n, d_model, scale=0.6).tolist()
    even = [_head(draw, d_model, wide, narrow) for _ in range(h)]
    uneven = [_head(draw, d_model, wide, narrow), _head(draw, d_model, narrow, wide), _head(draw, d_model, narrow, h)]
    one_number = [([[0.0]], [[1.0]], [[2.0]]), ([[0.0]], [[1.0]], [[6.0, -4.0]])]
    return [
        call("side_by_side", [[1.0], [0.0]], one_number, public_=True),
        call("side_by_side", X, even),
        call("side_by_side", X, uneven),
        call("side_by_side", X, even[:1]),
        call("side_by_side", X[:1], even),
    ]


@cases()
def check_focus_reads_rows(draw):
    """Each token is given the token with the largest weight in its own row."""
    n = draw.size("n", 5, 7)
    return [
        call("focus", [[0.7, 0.3], [0.5, 0.5]], ["she", "saw"], public_=True),
        call("focus", _table(draw, n), draw.shuffled(WORDS)[:n]),
    ]


@cases()
def check_first_of_equal_weights(draw):
    """When two weights are equally large, the earlier token is taken."""
    n = draw.size("n", 3, 6)
    even = [[1 / n] * n for _ in range(n)]
    crossed = [[0.125, 0.375, 0.125, 0.375], [0.375, 0.25, 0.375, 0.0], [0.125, 0.375, 0.125, 0.375], [0.375, 0.0, 0.375, 0.25]]
    words = draw.shuffled(WORDS)
    return [call("focus", even, words[:n]), call("focus", crossed, sorted(words[:4]))]


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, either sign, give finite weights."""
    n, d_k, d_v = draw.sizes("n d_k d_v", 2, 5)
    X = [[draw.number(0.5, 1.5), draw.number(-1.0, 1.0)] for _ in range(n)]
    W_Q, W_K, W_V = _head(draw, 2, d_k, d_v)
    W_Q[0] = [1e4 * draw.choice([-1, 1])] * d_k
    W_K[0] = [2.0] * d_k
    return call("side_by_side", X, [(W_Q, W_K, W_V)])


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """The sentence, the matrices and the table are left as they are."""
    n, d_model, d_k, d_v = draw.sizes("n d_model d_k d_v", 2, 5)
    X = draw.normal(n, d_model).tolist()
    heads = [_head(draw, d_model, d_k, d_v) for _ in range(2)]
    return [
        call("one_head", X, *heads[0]),
        call("side_by_side", X, heads),
        call("focus", _table(draw, n), WORDS[:n]),
    ]
