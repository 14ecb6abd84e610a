"""Checks of why-peeking-cheats."""

from types import SimpleNamespace

import numpy as np

from grader.checks.api import Category, call, cases, close, expect, require, unchanged

CASE_EXEMPT = {"blocked": "every row may see itself"}

EXACT = close(exact_zeros=True)


class Rows:
    """Judges only some rows of a table; type and shape are those of the whole."""

    needs_expected = True
    needs_args = False

    def __init__(self, rows):
        self.rows = rows

    def __call__(self, case, expected, reply):
        found = close()(case, expected, reply)
        if found is None or found.category in (Category.TYPE, Category.SHAPE):
            return found
        return close()(case, SimpleNamespace(value=expected.value[self.rows]), SimpleNamespace(value=reply.value[self.rows]))


def _text(draw):
    """Tokens, some of them twice, and a vocabulary of another size."""
    n, vocab = draw.sizes("n vocab", 4, 9)
    vocab = max(vocab, 6) + 4
    tokens = [draw.whole(0, vocab - 1) for _ in range(n)]
    tokens[draw.whole(2, n - 1)] = tokens[0]
    return tokens, vocab


def _as_lists(pair):
    """The two results as lists, whatever sequence type they came in."""
    require(isinstance(pair, (list, tuple, np.ndarray)) and len(pair) == 2, "two lists are expected", category=Category.TYPE, got=pair)
    return [part.tolist() if isinstance(part, np.ndarray) else part for part in pair]


def check_pairs_are_shifted_by_one(submission, reference, draw):
    """Every target is the token that follows its input; the last token is no input and the first no target."""
    for tokens in ([5, 6, 7, 8], [5], _text(draw)[0], [draw.whole(0, 9), draw.whole(0, 9)]):
        expect(_as_lists(submission.next_token_pairs(tokens)), list(reference.next_token_pairs(tokens)))


@cases(compare=Rows(slice(0, -1)))
def check_without_the_mask_the_head_copies(draw):
    """Without a mask, every row but the last leans on the token that comes next, as strongly as beta says."""
    tokens, vocab = _text(draw)
    public = call("peek_head", [0, 1], 3, False, beta=1.0986123, public_=True)
    return [public, call("peek_head", tokens, vocab, False, beta=draw.number(0.8, 2.5)), call("peek_head", tokens, vocab, False)]


@cases(compare=Rows(slice(-1, None)))
def check_the_last_place_has_nothing_to_copy(draw):
    """Without a mask, the last row has no next token and spreads evenly over all it sees, however large beta is."""
    tokens, vocab = _text(draw)
    beta = draw.number(0.8, 2.5) if draw.index else draw.number(2e3, 1e4)
    return [call("peek_head", tokens, vocab, causal=False, beta=beta), call("peek_head", tokens[:1], vocab, False)]


@cases(compare=EXACT)
def check_with_the_mask_it_cannot(draw):
    """With the mask, every row spreads evenly over itself and the past, however large beta is, and a token not seen so far has probability exactly 0."""
    tokens, vocab = _text(draw)
    different = draw.shuffled(list(range(vocab)))[:5]
    public = call("peek_head", [2, 1, 1], 3, True, beta=1.0, public_=True)
    large = draw.number(2e3, 1e4)
    calls = [call("peek_head", tokens, vocab, causal=True, beta=draw.number(0.8, 2.5)), call("peek_head", different, vocab, True, large)]
    return [public, *calls]


@cases(compare=Rows(slice(0, -1)), repeat=1)
def check_a_very_sharp_head(draw):
    """With beta = 10 000 the head is certain, and no number overflows."""
    tokens, vocab = _text(draw)
    return call("peek_head", tokens, vocab, False, beta=1e4)


@cases()
def check_mean_probability_of_the_targets(draw):
    """The mean is taken over the probability that each row gives to its own target, also where targets are alike or have probability 0."""
    n, vocab = draw.sizes("n vocab", 3, 8)
    words = range(vocab) if draw.index else [draw.whole(0, vocab - 1)]  # the first time all targets are one word
    targets = [draw.choice(words) for _ in range(n)]
    P = draw.uniform(n, vocab, low=0.1)
    P[-1, targets[-1]] = 0.0  # as behind a mask
    P /= P.sum(axis=1, keepdims=True)
    worked = call("mean_prob_of_target", np.array([[0.25, 0.75, 0.0], [0.5, 0.5, 0.0]]), [1, 0], public_=True)
    return [worked, call("mean_prob_of_target", P, targets)]


@cases(compare=unchanged())
def check_inputs_stay_as_they_are(draw):
    """Your functions leave the tokens, the targets and P as they were."""
    tokens, vocab = _text(draw)
    P = draw.uniform(len(tokens), vocab)
    return [
        call("next_token_pairs", tokens),
        call("peek_head", tokens, vocab, True),
        call("mean_prob_of_target", P, tokens),
    ]
