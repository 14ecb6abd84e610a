"""Checks of head-surgery: the matrices are run here, under the causal mask, and the scores are compared.

Scores and not weights: at sharpness 20 the weights no longer tell 20 from 25.
"""

import math

import numpy as np

from grader.checks.api import Category, expect, require

CASE_EXEMPT = {
    "unsaturated": "matrices come back, and their scores are compared, not their weights",
    "overflow": "nothing is raised to a power: matrices are built",
    "blocked": "the mask is ours; the first token has only itself",
}


def _matrices(value, shapes):
    """The three matrices, if they are what the text promises."""
    is_triple = isinstance(value, (tuple, list)) and len(value) == 3 and all(isinstance(W, np.ndarray) for W in value)
    require(is_triple, "three arrays W_Q, W_K, W_V are expected", category=Category.TYPE, got=value)
    for name, W, shape in zip(("W_Q", "W_K", "W_V"), value, shapes, strict=True):
        require(W.dtype.kind in "biuf", f"{name} holds real numbers", category=Category.TYPE, got=str(W.dtype))
        require(W.shape == shape, f"the shape of {name} is wrong", category=Category.SHAPE, expected=shape, got=W.shape)
        require(np.isfinite(W).all(), f"{name} is finite", category=Category.NOT_FINITE)
        require(np.abs(W.astype(float)).max() < 1e9, f"{name} holds no huge numbers", got=W)
    return [W.astype(float) for W in value]


def _leads(X, W_Q, W_K):
    """How far the score of every visible token lies above that of the token itself, which is never wanted; 0 for hidden ones."""
    scores = (X @ W_Q) @ (X @ W_K).T / math.sqrt(W_Q.shape[1])
    return np.where(np.tri(len(X), dtype=bool), scores - np.diag(scores)[:, None], 0.0)


def _wanted(is_wanted, sharpness):
    """The leads of a head in which wanted, visible tokens lead by `sharpness` and all others by nothing."""
    return np.where(is_wanted & np.tri(len(is_wanted), dtype=bool), sharpness, 0.0)


def _previous(submission, vocab, n_max, *sharpness):
    W = submission.previous_token_head(vocab, n_max, *sharpness)
    d = vocab + n_max
    return _matrices(W, [(d, n_max), (d, n_max), (d, vocab)])


def _text(draw, vocab, n):
    """Words with repetitions, as one-hot rows."""
    return np.eye(vocab)[draw.integers(n, low=0, high=vocab)]


def check_previous_token_gets_the_weight(submission, draw):
    """Every token puts its weight on the position just before it, in long and short texts; the first has only itself."""
    for round_ in range(3):
        vocab, n_max = draw.whole(2, 5), draw.whole(9, 14)
        W_Q, W_K, _ = _previous(submission, vocab, n_max)
        for n in (n_max, n_max - 3 - round_, 1):
            X = np.hstack([_text(draw, vocab, n), np.eye(n, n_max)])
            expect(_leads(X, W_Q, W_K), _wanted(np.eye(n, k=-1) == 1, 20.0))


def check_previous_word_is_passed_on(submission, draw):
    """The value of every token is its word, without its position."""
    vocab, n_max = draw.sizes("vocab n_max", 3, 9)
    _, _, W_V = _previous(submission, vocab, n_max)
    words = _text(draw, vocab, n_max)
    expect(np.hstack([words, np.eye(n_max)]) @ W_V, words)


def check_previous_token_head_obeys_sharpness(submission, draw):
    """With another sharpness, the score of the previous position lies just that far above all others."""
    for sharpness in (0.5, draw.number(1.0, 4.0)):
        vocab, n_max = draw.whole(2, 5), draw.whole(5, 9)
        W_Q, W_K, _ = _previous(submission, vocab, n_max, sharpness)
        X = np.hstack([_text(draw, vocab, n_max), np.eye(n_max)])
        expect(_leads(X, W_Q, W_K), _wanted(np.eye(n_max, k=-1) == 1, sharpness))


def _pronoun(submission, vocab, *sharpness):
    """The matrices for a made-up vocabulary: words 0 and 3 are pronouns, 1, 4 and 6 are nouns, 2 and 5 neither."""
    is_pronoun, is_noun = [int(w in (0, 3)) for w in range(vocab)], [int(w in (1, 4, 6)) for w in range(vocab)]
    W = submission.pronoun_head(is_pronoun, is_noun, *sharpness)
    return _matrices(W, [(vocab, 1), (vocab, 1), (vocab, vocab)]), np.array(is_pronoun) == 1, np.array(is_noun) == 1


def _rows(submission, draw, choose, *sharpness):
    """The chosen rows of the table for a random text of 12 words, compared with the wanted ones."""
    vocab = 8
    (W_Q, W_K, _), is_pronoun, is_noun = _pronoun(submission, vocab, *sharpness)
    words = [2, 0, *(int(w) for w in draw.integers(8, low=0, high=7)), 1, 3, 4, 0]
    table = _leads(np.eye(vocab)[words], W_Q, W_K)
    wanted = _wanted(is_pronoun[words][:, None] & is_noun[words][None, :], *(sharpness or (20.0,)))
    rows = [i for i, w in enumerate(words) if choose(is_pronoun[w], is_noun[words[: i + 1]].any())]
    expect(table[rows], wanted[rows])


def check_pronouns_look_at_nouns(submission, draw):
    """A pronoun shares its attention equally among the nouns it can see."""
    for _ in range(3):
        _rows(submission, draw, lambda is_pronoun, sees_noun: is_pronoun and sees_noun)


def check_the_others_spread_evenly(submission, draw):
    """All other words, and a pronoun that sees no noun, spread their attention evenly."""
    for _ in range(3):
        _rows(submission, draw, lambda is_pronoun, sees_noun: not (is_pronoun and sees_noun))


def check_pronoun_head_obeys_sharpness(submission, draw):
    """With another sharpness, the score of a noun lies just that far above all others for a pronoun."""
    for sharpness in (0.5, draw.number(1.0, 4.0)):
        _rows(submission, draw, lambda is_pronoun, sees_noun: is_pronoun and sees_noun, sharpness)


def check_pronoun_head_passes_words_on(submission, draw):
    """The value of every token is its word."""
    vocab = draw.size("vocab", 7, 9)
    (_, _, W_V), _, _ = _pronoun(submission, vocab)
    words = _text(draw, vocab, 6)
    expect(words @ W_V, words)
