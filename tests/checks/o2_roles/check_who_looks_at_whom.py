"""Checks of who-looks-at-whom."""

import numpy as np

from grader.checks.api import Category, Tolerance, all_of, call, cases, expect, fresh, require, unchanged

CASE_EXEMPT = {
    "overflow": "There is no exponential in a score.",
    "blocked": "There is no mask here.",
}


def _drawn(draw):
    """X (n, d), W_Q and W_K (d, d_k), of different sizes."""
    n, d, d_k = draw.sizes("n d d_k", 3, 8)
    return draw.normal(n, d), draw.normal(d, d_k), draw.normal(d, d_k)


def _whole(draw):
    """The same in whole numbers."""
    n, d, d_k = draw.sizes("n d d_k", 3, 8)
    return draw.integers(n, d), draw.integers(d, d_k), draw.integers(d, d_k)


def _listed(draw):
    """The same as nested lists of whole numbers."""
    return tuple(table.tolist() for table in _whole(draw))


def _invertible(draw, size):
    """A matrix that is easy to invert, but neither a rotation nor symmetric."""
    U, _ = np.linalg.qr(draw.normal(size, size))
    V, _ = np.linalg.qr(draw.normal(size, size))
    return U * np.linspace(0.5, 2.0, size) @ V


@cases()
def check_one_matrix_in_between(draw):
    """The matrix M holds, for every pair of features, how much asking with the one and answering with the other adds to the raw score."""
    _, W_Q, W_K = _drawn(draw)
    d = len(W_Q)
    return [
        call("bilinear", np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [1.0, 1.0]]), public_=True),
        call("bilinear", W_Q, W_K),
        call("bilinear", draw.normal(d, d), draw.normal(d, d)),
        call("bilinear", draw.normal(d, 1), draw.normal(d, 1)),
        call("bilinear", *_whole(draw)[1:]),
        call("bilinear", *_listed(draw)[1:]),
    ]


@cases()
def check_rows_ask_and_columns_answer(draw):
    """Entry (i, j) of the scores is the query of token i times the key of token j over √d_k, also for whole numbers and lists."""
    n, d = draw.sizes("n d", 3, 8)
    two = np.array([[1.0, 0.0], [0.0, 2.0]])
    return [
        call("scores", two, np.array([[3.0], [0.0]]), np.array([[0.0], [1.0]]), public_=True),
        call("scores", *_drawn(draw)),
        call("scores", draw.normal(n, d), draw.normal(d, d), draw.normal(d, d)),
        call("scores", draw.normal(90, d), draw.normal(d, 3), draw.normal(d, 3)),
        call("scores", *_whole(draw)),
        call("scores", *_listed(draw)),
    ]


@cases()
def check_largest_difference(draw):
    """The asymmetry is the largest difference between a score and the score the other way round; equal matrices give 0."""
    X, W_Q, W_K = _drawn(draw)
    two = np.array([[1.0, 0.0], [0.0, 2.0]])
    return [
        call("asymmetry", two, np.array([[3.0], [0.0]]), np.array([[0.0], [1.0]]), public_=True),
        call("asymmetry", two, np.array([[0.0], [3.0]]), np.array([[1.0], [0.0]])),
        call("asymmetry", X, W_Q, W_K),
        call("asymmetry", X, W_Q, W_Q),
        call("asymmetry", X, W_Q, -W_Q),
        call("asymmetry", *_whole(draw)),
        call("asymmetry", *_listed(draw)),
    ]


@cases()
def check_single_token(draw):
    """One token has one score, and nothing to differ from."""
    d, d_k = draw.sizes("d d_k", 2, 6)
    X, W_Q, W_K = draw.normal(1, d), draw.normal(d, d_k), draw.normal(d, d_k)
    return [call("scores", X, W_Q, W_K), call("asymmetry", X, W_Q, W_K)]


def _rebased(submission, W_Q, W_K, B):
    """What `rebase` gives: two arrays of the old shapes."""
    pair = submission.rebase(W_Q, W_K, B)
    require(isinstance(pair, (tuple, list)) and len(pair) == 2, "expected two matrices", category=Category.TYPE, got=pair)
    for new, old in zip(pair, (W_Q, W_K), strict=True):
        require(isinstance(new, np.ndarray) and new.dtype.kind in "fiu", "expected an array", category=Category.TYPE, got=new)
        require(new.shape == np.shape(old), "the new matrices should have the shapes of the old ones", category=Category.SHAPE)
    return tuple(np.asarray(new, dtype=np.float64) for new in pair)


def check_rebase_keeps_the_scores(submission, draw):
    """The new matrices give the same scores as the old ones, whatever the tokens are."""
    for size in (None, 1, "whole", "lists"):
        _, W_Q, W_K = _drawn(draw)
        if size == 1:
            W_Q, W_K = W_Q[:, :1], W_K[:, :1]
        B = _invertible(draw, W_Q.shape[1])
        if size == "whole":
            W_Q, W_K = draw.integers(*W_Q.shape), draw.integers(*W_K.shape)
            B = np.tril(np.ones(B.shape, dtype=int), -1) + np.diag(np.resize([2, 1, 4], len(B)))
        given = tuple(table.tolist() for table in (W_Q, W_K, B)) if size == "lists" else (W_Q, W_K, B)
        W_Q2, W_K2 = _rebased(submission, *given)
        expect(W_Q2 @ W_K2.T, (W_Q @ W_K.T).astype(float), within=Tolerance(rtol=1e-6, atol=1e-8))


def check_rebase_gives_other_matrices(submission, draw):
    """The new matrices are others, and depend on B."""
    _, W_Q, W_K = _drawn(draw)
    size = W_Q.shape[1]
    first, _ = _rebased(submission, W_Q, W_K, _invertible(draw, size))
    second, _ = _rebased(submission, W_Q, W_K, _invertible(draw, size))
    shear = np.eye(size) + np.triu(draw.uniform(size, size, low=0.5, high=1.0), 1)  # no turn, no stretch, no growth
    third, _ = _rebased(submission, W_Q, W_K, shear)
    require(np.abs(first - W_Q).max() > 1e-6, "W_Q2 is W_Q itself")
    require(np.abs(third - W_Q).max() > 1e-6, "W_Q2 is W_Q itself, though B is not the identity")
    require(np.abs(first - second).max() > 1e-6, "two different B gave the same matrices")


@cases(compare=all_of(unchanged(), fresh()))
def check_arguments_stay_as_they_are(draw):
    """Your functions leave their arguments alone and return new arrays."""
    X, W_Q, W_K = _drawn(draw)
    B = _invertible(draw, W_Q.shape[1])
    return [
        call("bilinear", W_Q, W_K),
        call("scores", X, W_Q, W_K),
        call("asymmetry", X, W_Q, W_K),
        call("rebase", W_Q, W_K, B),
        call("rebase", W_Q, W_K, np.eye(len(B))),
    ]
