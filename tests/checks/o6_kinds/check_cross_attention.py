"""Checks of cross-attention."""

import numpy as np

from grader.checks.api import all_of, call, cases, close, fresh, unchanged

EXACT = close(exact_zeros=True)


def _weights(draw, d_t, d_s, d_k, d_v):
    """W_Q, W_K, W_V for scores of ordinary size."""
    return (draw.normal(d_t, d_k, scale=0.6), draw.normal(d_s, d_k, scale=0.6), draw.normal(d_s, d_v))


def _case(draw, *front, n_t=None, n_s=None):
    """X_tgt, X_src, W_Q, W_K, W_V, all sizes different unless given."""
    sizes = dict(zip(["n_t", "n_s", "d_t", "d_s", "d_k", "d_v"], draw.sizes("n_t n_s d_t d_s d_k d_v", 2, 9), strict=True))
    n_t, n_s = n_t or sizes["n_t"], n_s or sizes["n_s"]
    n_t = 10 if n_t == n_s else n_t
    d_k = 11 if sizes["d_k"] in (4, 9) else sizes["d_k"]
    matrices = _weights(draw, sizes["d_t"], sizes["d_s"], d_k, sizes["d_v"])
    return (draw.normal(*front, n_t, sizes["d_t"]), draw.normal(*front, n_s, sizes["d_s"]), *matrices)


def _beginnings(draw, n_s, *front):
    """src_real of sentences that end at different places."""
    lengths = draw.integers(*front, low=2, high=n_s)
    lengths.flat[0], lengths.flat[-1] = 1, n_s - 1
    return np.arange(n_s) < lengths[..., None]


@cases()
def check_two_sentences_of_any_length(draw):
    """Every target word has a row of weights over all source words, and takes its mix of their values."""
    public = call(
        "cross_attention",
        np.array([[1.0]]),
        np.array([[1.0], [1.0]]),
        np.array([[1.0]]),
        np.array([[2.0]]),
        np.array([[4.0]]),
        public_=True,
    )
    return [public, call("cross_attention", *_case(draw)), call("cross_attention", *_case(draw, n_s=1))]


@cases()
def check_two_sentences_of_equal_length(draw):
    """When both sentences are equally long and all vectors equally wide, queries still come from the target alone, keys and values from the source alone."""
    n, d = draw.sizes("n d", 3, 7)
    d = 10 if d == 4 else d
    matrices = (draw.normal(d, d, scale=0.4), draw.normal(d, d, scale=0.4), draw.normal(d, d))
    X = draw.normal(n, d)
    return [
        call("cross_attention", draw.normal(n, d), draw.normal(n, d), *matrices),
        call("cross_attention", X, X.copy(), *matrices),
        call("cross_attention", draw.integers(n, d, low=-1, high=2), draw.integers(n, d, low=-1, high=2), *matrices),
    ]


@cases(compare=EXACT)
def check_padding_is_never_read(draw):
    """Padding in the source gets weight exactly 0 in every row, even if huge numbers stand in it; the real words share out 1."""
    n_s = draw.size("n_s", 4, 8)
    X_tgt, X_src, *matrices = _case(draw, n_s=n_s)
    real = np.arange(n_s) < draw.whole(2, n_s - 1)
    scattered = draw.mask(1, n_s)[0]
    huge = np.where(scattered[:, None], X_src, 1e4)
    zeros = np.where(real[:, None], X_src, 0.0)
    square = draw.normal(n_s, X_tgt.shape[1])  # as many target words as source words
    return [
        call("cross_attention", square, zeros, *matrices, real),
        call("cross_attention", X_tgt, huge, *matrices, src_real=scattered),
        call("cross_attention", X_tgt, X_src, *matrices, src_real=np.ones(n_s, dtype=bool)),
    ]


@cases(compare=EXACT)
def check_nothing_but_padding(draw):
    """A source that is all padding gives weights 0 and output 0."""
    n_s = draw.size("n_s", 3, 6)
    return call("cross_attention", *_case(draw, n_s=n_s), np.zeros(n_s, dtype=bool))


@cases(compare=EXACT)
def check_batches_with_their_own_padding(draw):
    """In a batch every pair of sentences is worked out for itself, each source with its own padding."""
    b, c = draw.sizes("b c", 2, 4)
    n_s = draw.size("n_s", 5, 8)
    return [
        call("cross_attention", *_case(draw, b, n_s=n_s)),
        call("cross_attention", *_case(draw, b, n_s=n_s), src_real=_beginnings(draw, n_s, b)),
        call("cross_attention", *_case(draw, b, c, n_s=n_s), src_real=_beginnings(draw, n_s, b, c)),
    ]


@cases()
def check_scores_of_ten_thousands(draw):
    """Scores of ten thousand, either sign, give finite weights."""
    X_tgt, X_src, W_Q, W_K, W_V = _case(draw)
    lifted = np.concatenate([X_src, np.ones((len(X_src), 1))], axis=1)  # one more column, the same for every key: it shifts whole rows
    W_K = np.vstack([W_K, np.zeros(W_K.shape[1])])
    W_K = np.concatenate([W_K, np.eye(len(W_K))[:, -1:]], axis=1)
    shifts = np.array([[1e4, -1e4, 5e3, -3e3][i % 4] for i in range(len(X_tgt))])[:, None]
    X_tgt = np.concatenate([X_tgt, shifts * np.sqrt(W_K.shape[1])], axis=1)
    W_Q = np.vstack([W_Q, np.zeros(W_Q.shape[1])])
    W_Q = np.concatenate([W_Q, np.eye(len(W_Q))[:, -1:]], axis=1)
    return call("cross_attention", X_tgt, lifted, W_Q, W_K, np.vstack([W_V, W_V[:1]]))


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Both sentences, the matrices and src_real are left as they were."""
    n_s = draw.size("n_s", 3, 6)
    return [
        call("cross_attention", *_case(draw, n_s=n_s)),
        call("cross_attention", *_case(draw, n_s=n_s), src_real=draw.mask(1, n_s)[0]),
    ]
