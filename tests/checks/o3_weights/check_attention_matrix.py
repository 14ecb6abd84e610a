"""Checks of attention-matrix. Where the mask is not the point, everything is allowed, or nothing is said about it."""

from dataclasses import dataclass

import numpy as np

from grader.checks.api import all_of, call, cases, close, close32, fresh, unchanged

LESSON = (
    np.array([[2.0, 1.0]]),
    np.array([[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]]),
    np.array([[4.0, 0.0], [2.0, 2.0], [0.0, 4.0], [1.0, 1.0]]),
)
EXAMPLE = (np.array([[1.0986123, 0.0], [0.0, 0.0]]), np.array([[1.4142136, 1.0], [0.0, 1.0]]), np.array([[4.0, 0.0], [0.0, 4.0]]))


def _qkv(draw, n_q, n_k, d_k, d_v, *front):
    spread = {"low": -1.4, "high": 1.4}
    return [draw.uniform(*front, *shape, **spread) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v))]


def _lifted(draw, n_q, n_k, d_k, d_v, lifts):
    """Q, K, V whose scores in row i all lie near lifts[i]; their differences stay small."""
    Q, K, V = _qkv(draw, n_q, n_k, d_k, d_v)
    Q[:, 0], K[:, 0] = np.asarray(lifts)[:n_q] * np.sqrt(d_k) / 2000, 2000
    return Q, K, V


def _far_apart(draw, n_q, n_k, d_k, d_v):
    """Q, K, V and a mask of two kinds of rows: blocked keys score 10 000, allowed ones lie near -30 000."""
    Q, K, V = _qkv(draw, n_q, n_k, d_k, d_v)
    kinds, kind = draw.mask(2, n_k), draw.shuffled(np.resize([0, 1], n_q))
    K[:, :2] = np.where(kinds, -3e4, 1e4).T
    Q[:, :2] = np.eye(2)[kind] * np.sqrt(d_k)
    return Q, K, V, kinds[kind]


@dataclass(frozen=True, slots=True)
class close_without_mask:
    """Judges the calls without a mask; one with a mask is made only to see whether it is remembered."""

    needs_expected: bool = True
    needs_args: bool = False

    def __call__(self, case, expected, reply):
        return None if len(case.args) > 3 and case.args[3] is not None else close()(case, expected, reply)


def _everything(n_q, n_k):
    return np.ones((n_q, n_k), dtype=bool)


@cases(compare=close_without_mask())
def check_weights_and_output(draw):
    """Without a mask, every row of weights is softmax(q Kᵀ / √d_k), and every row of the output blends the values with it."""
    n_q, n_k, d_k, d_v = draw.sizes("n_q n_k d_k d_v", 3, 7)
    d_k += 8  # 11 to 15: no size of the others, and no perfect square
    return [
        call("sdpa", *EXAMPLE, public_=True),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v)),
        call("sdpa", *_qkv(draw, n_q, 30 * n_k, d_k, d_v), draw.mask(n_q, 30 * n_k)),
        call("sdpa", *_qkv(draw, n_q, 30 * n_k, d_k, d_v), None),
    ]


@cases(compare=close(exact_zeros=True))
def check_mask_blocks_keys(draw):
    """A key that is not allowed gets weight exactly 0, even if its score is the highest by far; each sentence has its own mask."""
    n_q, n_k, d_k, d_v = draw.sizes("n_q n_k d_k d_v", 4, 8)
    a = 3  # sentences, each with a mask of its own
    return [
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v), draw.mask(n_q, n_k, share=0.7)),
        call("sdpa", *_far_apart(draw, n_q, n_k, d_k, d_v)),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v, a), draw.mask(a, n_q, n_k, share=0.7)),
    ]


@cases(compare=close(exact_zeros=True))
def check_fully_blocked_query_gets_zeros(draw):
    """A query that may look at nothing gets weights 0 and output 0, be it one of them or all, and the other queries are not disturbed."""
    n_q, n_k, d_k, d_v = draw.sizes("n_q n_k d_k d_v", 3, 7)
    allowed = _everything(n_q, n_k)
    allowed[draw.whole(0, n_q - 1)] = False
    return [
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v), allowed),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v), np.zeros((n_q, n_k), dtype=bool)),
    ]


@cases()
def check_further_axes_in_front(draw):
    """Further axes in front, such as sentences and heads, are worked out side by side, with one mask each or one that is stretched."""
    a, b, n_q, n_k, d_k, d_v = draw.sizes("a b n_q n_k d_k d_v", 2, 8)
    return [
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v, a), np.ones((a, n_q, n_k), dtype=bool)),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v, a, b), allowed=np.ones((a, b, n_q, n_k), dtype=bool)),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v, a), allowed=np.ones((a, 1, n_k), dtype=bool)),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v, a, b), _everything(n_q, n_k)),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v), np.ones(n_k, dtype=bool)),
        call("sdpa", *_qkv(draw, n_q, n_k, d_k, d_v, a), np.ones((n_q, 1), dtype=bool)),
    ]


@cases()
def check_huge_scores(draw):
    """Scores of ten thousand, above or below 0, give finite weights and outputs."""
    n_q, n_k, d_k, d_v = draw.sizes("n_q n_k d_k d_v", 3, 7)
    lifts = draw.shuffled([1e4, -1e4, 900.0, -900.0, 1e4, -1e4, 3.0])
    return call("sdpa", *_lifted(draw, n_q, n_k, d_k, d_v, lifts), _everything(n_q, n_k))


@cases(compare=close32())
def check_float32_stays_float32(draw):
    """float32 queries, keys and values give a float32 output and float32 weights."""
    n_q, n_k, d_k, d_v = draw.sizes("n_q n_k d_k d_v", 3, 7)
    Q, K, V = (x.astype(np.float32) for x in _qkv(draw, n_q, n_k, d_k, d_v))
    return call("sdpa", Q, K, V, _everything(n_q, n_k))


@cases(compare=close(keep_dtype=True))
def check_whole_numbers_and_lists(draw):
    """Whole numbers and nested lists give ordinary weights and outputs, in float64."""
    n_q, n_k, d_k, d_v = draw.sizes("n_q n_k d_k d_v", 3, 7)
    Q, K, V = (draw.integers(*shape, low=-1, high=2) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
    lists = [x.tolist() for x in _qkv(draw, n_q, n_k, d_k, d_v)]
    return [call("sdpa", Q, K, V + 3, _everything(n_q, n_k)), call("sdpa", *lists, _everything(n_q, n_k).tolist())]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Your function leaves Q, K, V and the mask alone, and what it returns is new."""
    n, d_k, d_v = draw.sizes("n d_k d_v", 3, 7)
    Q, K, V = _qkv(draw, n, n, d_k, d_v)
    allowed = draw.mask(n, n)
    return [call("sdpa", Q, K, V, _everything(n, n)), call("sdpa", Q, K, V, allowed)]


@cases()
def check_one_query_or_one_key(draw):
    """One query, one key, or one of each still gives tables with two axes."""
    n, d_k, d_v = draw.sizes("n d_k d_v", 3, 7)
    return [
        call("sdpa", *LESSON, _everything(1, 4), public_=True),
        call("sdpa", *_qkv(draw, 1, n, d_k, d_v), _everything(1, n)),
        call("sdpa", *_qkv(draw, n, 1, d_k, d_v), _everything(n, 1)),
        call("sdpa", *_qkv(draw, 1, 1, d_k, 1), _everything(1, 1)),
    ]
