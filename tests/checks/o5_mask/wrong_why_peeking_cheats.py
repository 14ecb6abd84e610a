"""Known wrong ways of why-peeking-cheats."""

import math

import numpy as np
from o3_weights.attention_matrix import sdpa
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import wrong


def blended(scores, inputs, vocab_size, allowed=None):
    """Softmax over the allowed cells, then the one-hot rows of the inputs."""
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    return softmax_np(scores) @ np.eye(vocab_size)[inputs]


def ahead(n, beta):
    return beta * np.eye(n, k=1)


def lower(n, causal):
    return np.tri(n, dtype=bool) if causal else None


@wrong(
    "slip-off-by-one",
    fails=("check_pairs_are_shifted_by_one",),
    replaces="next_token_pairs",
)
def targets_are_the_inputs(tokens):
    """Targets not shifted: a model that copies itself scores 100 %."""
    return tokens[:-1], tokens[:-1]


@wrong(
    "slip-off-by-one",
    fails=("check_pairs_are_shifted_by_one",),
    replaces="next_token_pairs",
)
def keeps_the_last_input(tokens):
    """Keeps the last token as an input that has no target."""
    return list(tokens), list(tokens[1:])


@wrong(
    "slip-order",
    fails=("check_pairs_are_shifted_by_one",),
    replaces="next_token_pairs",
)
def predicts_the_past(tokens):
    """Shifts the wrong way: the target is the token before."""
    return tokens[1:], tokens[:-1]


@wrong(
    "slip-shapes",
    fails=("check_pairs_are_shifted_by_one",),
    replaces="next_token_pairs",
)
def fails_on_one_token(tokens):
    """Needs at least two tokens."""
    inputs, targets = zip(*zip(tokens, tokens[1:]))
    return list(inputs), list(targets)


@wrong(
    "mask-only-at-inference",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def mask_ignored(inputs, vocab_size, causal, beta=30.0):
    """Never looks at `causal`."""
    return blended(ahead(len(inputs), beta), inputs, vocab_size)


@wrong(
    "mask-only-at-inference",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def always_open(inputs, vocab_size, causal, beta=30.0):
    """Sees the whole text in training too."""
    n = len(inputs)
    P = np.zeros((n, vocab_size))
    for i in range(n):
        e = np.array([math.exp(0.0 if j == i + 1 else -beta) if i + 1 < n else 1.0 for j in range(n)])
        for j, w in enumerate(e / e.sum()):
            P[i, inputs[j]] += w
    return P


@wrong(
    "self-means-own-token",
    fails=(
        "check_without_the_mask_the_head_copies",
        "check_the_last_place_has_nothing_to_copy",
        "check_with_the_mask_it_cannot",
        "check_a_very_sharp_head",
    ),
    replaces="peek_head",
)
def looks_at_itself(inputs, vocab_size, causal, beta=30.0):
    """Scores the diagonal: every token copies itself."""
    n = len(inputs)
    return blended(beta * np.eye(n), inputs, vocab_size, lower(n, causal))


@wrong(
    "self-means-own-token",
    fails=(
        "check_without_the_mask_the_head_copies",
        "check_the_last_place_has_nothing_to_copy",
        "check_with_the_mask_it_cannot",
        "check_a_very_sharp_head",
    ),
    replaces="peek_head",
)
def own_position_matches(inputs, vocab_size, causal, beta=30.0):
    """Query i matches key i."""
    n = len(inputs)
    places = np.eye(n)
    return sdpa(beta * math.sqrt(n) * places, places, np.eye(vocab_size)[inputs], lower(n, causal))[0]


@wrong(
    "table-read-backwards",
    fails=(
        "check_without_the_mask_the_head_copies",
        "check_the_last_place_has_nothing_to_copy",
        "check_with_the_mask_it_cannot",
        "check_a_very_sharp_head",
    ),
    replaces="peek_head",
)
def reads_the_table_by_columns(inputs, vocab_size, causal, beta=30.0):
    """Puts beta left of the diagonal: row i looks at token i - 1."""
    n = len(inputs)
    return blended(beta * np.eye(n, k=-1), inputs, vocab_size, lower(n, causal))


@wrong(
    "table-read-backwards",
    fails=(
        "check_without_the_mask_the_head_copies",
        "check_the_last_place_has_nothing_to_copy",
        "check_with_the_mask_it_cannot",
        "check_a_very_sharp_head",
    ),
    replaces="peek_head",
)
def row_and_column_exchanged(inputs, vocab_size, causal, beta=30.0):
    """scores[j, i] where scores[i, j] is meant."""
    n = len(inputs)
    scores = np.zeros((n, n))
    for i in range(n - 1):
        scores[i + 1, i] = beta
    return blended(scores, inputs, vocab_size, lower(n, causal))


@wrong(
    "sharper-is-better",
    fails=(
        "check_without_the_mask_the_head_copies",
        "check_a_very_sharp_head",
    ),
    replaces="peek_head",
)
def beta_left_out(inputs, vocab_size, causal, beta=30.0):
    """A query in the right direction, of size 1."""
    n = len(inputs)
    return blended(ahead(n, 1.0), inputs, vocab_size, lower(n, causal))


@wrong(
    "sharper-is-better",
    fails=(
        "check_without_the_mask_the_head_copies",
        "check_a_very_sharp_head",
    ),
    replaces="peek_head",
)
def unit_queries(inputs, vocab_size, causal, beta=30.0):
    """Queries of length 1: nearly uniform."""
    n = len(inputs)
    places = np.eye(n + 1)
    Q, K = places[1:] * math.sqrt(n + 1), places[:n]
    return sdpa(Q, K, np.eye(vocab_size)[inputs], lower(n, causal))[0]


@wrong(
    "scale-by-dk",
    fails=("check_without_the_mask_the_head_copies",),
    replaces="peek_head",
)
def beta_divided_by_the_root(inputs, vocab_size, causal, beta=30.0):
    """Forgets that beta is the score after the division."""
    n = len(inputs)
    places = np.eye(n + 1)
    return sdpa(beta * places[1:], places[:n], np.eye(vocab_size)[inputs], lower(n, causal))[0]


@wrong(
    "scale-by-dk",
    fails=("check_without_the_mask_the_head_copies",),
    replaces="peek_head",
)
def divides_beta(inputs, vocab_size, causal, beta=30.0):
    """Divides beta by the root of d once more."""
    n = len(inputs)
    return blended(ahead(n, beta / math.sqrt(n + 1)), inputs, vocab_size, lower(n, causal))


@wrong(
    "mask-with-zero",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def later_scores_zero(inputs, vocab_size, causal, beta=30.0):
    """Sets later scores to 0: they keep their weight."""
    n = len(inputs)
    scores = ahead(n, beta)
    if causal:
        scores = np.tril(scores)
    return blended(scores, inputs, vocab_size)


@wrong(
    "mask-with-zero",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def scores_times_mask(inputs, vocab_size, causal, beta=30.0):
    """Multiplies the scores by the mask."""
    n = len(inputs)
    return blended(ahead(n, beta) * (np.tri(n) if causal else 1), inputs, vocab_size)


@wrong(
    "mask-after-softmax",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def wipes_afterwards(inputs, vocab_size, causal, beta=30.0):
    """Softmax over everything, then wipes the later weights out."""
    n = len(inputs)
    A = softmax_np(ahead(n, beta))
    return (np.tril(A) if causal else A) @ np.eye(vocab_size)[inputs]


@wrong(
    "mask-after-softmax",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def weights_times_mask(inputs, vocab_size, causal, beta=30.0):
    """Multiplies the weights by the mask."""
    n = len(inputs)
    weights = softmax_np(ahead(n, beta)) * (np.tri(n) if causal else np.ones((n, n)))
    P = np.zeros((n, vocab_size))
    for j, token in enumerate(inputs):
        P[:, token] += weights[:, j]
    return P


@wrong(
    "mask-wrong-diagonal",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def strictly_past(inputs, vocab_size, causal, beta=30.0):
    """A row may not see itself."""
    n = len(inputs)
    return blended(ahead(n, beta), inputs, vocab_size, np.tri(n, k=-1, dtype=bool) if causal else None)


@wrong(
    "mask-wrong-diagonal",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def sees_only_earlier_tokens(inputs, vocab_size, causal, beta=30.0):
    """Averages over the tokens before."""
    n = len(inputs)
    if not causal:
        return blended(ahead(n, beta), inputs, vocab_size)
    P = np.zeros((n, vocab_size))
    for i in range(n):
        for token in inputs[:i]:
            P[i, token] += 1 / i
    return P


@wrong(
    "mask-wrong-diagonal",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def next_token_open(inputs, vocab_size, causal, beta=30.0):
    """Leaves the next token open."""
    n = len(inputs)
    return blended(ahead(n, beta), inputs, vocab_size, np.tri(n, k=1, dtype=bool) if causal else None)


@wrong(
    "mask-wrong-diagonal",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def one_too_many(inputs, vocab_size, causal, beta=30.0):
    """Row i sees i + 2 tokens."""
    n = len(inputs)
    allowed = np.arange(n)[None, :] < np.arange(2, n + 2)[:, None]
    return blended(ahead(n, beta), inputs, vocab_size, allowed if causal else None)


@wrong(
    "mask-polarity",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def closes_the_past(inputs, vocab_size, causal, beta=30.0):
    """Keeps the upper triangle."""
    n = len(inputs)
    return blended(ahead(n, beta), inputs, vocab_size, np.triu(np.ones((n, n), bool)) if causal else None)


@wrong(
    "mask-polarity",
    fails=("check_with_the_mask_it_cannot",),
    replaces="peek_head",
)
def opens_what_is_later(inputs, vocab_size, causal, beta=30.0):
    """Compares the wrong way round."""
    n = len(inputs)
    places = np.arange(n)
    return blended(ahead(n, beta), inputs, vocab_size, places[None, :] >= places[:, None] if causal else None)


@wrong(
    "slip-formula",
    fails=("check_the_last_place_has_nothing_to_copy",),
    replaces="peek_head",
)
def wraps_around(inputs, vocab_size, causal, beta=30.0):
    """The last row copies the first token."""
    n = len(inputs)
    if causal:
        return blended(ahead(n, beta), inputs, vocab_size, lower(n, causal))
    scores = beta * np.roll(np.eye(n), 1, axis=1) if n > 1 else np.zeros((1, 1))
    return blended(scores, inputs, vocab_size, lower(n, causal))


@wrong(
    "slip-stability",
    fails=("check_a_very_sharp_head",),
    replaces="peek_head",
)
def overflows(inputs, vocab_size, causal, beta=30.0):
    """Takes powers without subtracting the largest score."""
    n = len(inputs)
    E = np.exp(ahead(n, beta))
    if causal:
        E = np.tril(np.ones((n, n)))
    return E / E.sum(axis=1, keepdims=True) @ np.eye(vocab_size)[inputs]


@wrong(
    "slip-formula",
    fails=("check_mean_probability_of_the_targets",),
    replaces="mean_prob_of_target",
)
def share_of_right_guesses(P, target):
    """Counts how often the largest entry is the target."""
    return float(np.mean(np.argmax(P, axis=1) == np.asarray(target)))


@wrong(
    "slip-formula",
    fails=("check_mean_probability_of_the_targets",),
    replaces="mean_prob_of_target",
)
def mean_of_whole_columns(P, target):
    """Takes whole columns instead of one entry per row."""
    return float(np.mean(P[:, target]))


@wrong(
    "slip-formula",
    fails=("check_mean_probability_of_the_targets",),
    replaces="mean_prob_of_target",
)
def sum_instead_of_mean(P, target):
    """Adds up and does not divide."""
    return float(sum(P[i][t] for i, t in enumerate(target)))


@wrong(
    "slip-mutates-input",
    fails=("check_inputs_stay_as_they_are",),
    replaces="next_token_pairs",
)
def pops_the_last_token(tokens):
    """Takes the last token out of the caller's list."""
    targets = tokens[1:]
    tokens.pop()
    return list(tokens), targets


@wrong("slip-off-by-one", fails=("check_pairs_are_shifted_by_one",), replaces="next_token_pairs")
def nothing_shifted(tokens):
    """Cuts both the same way."""
    n = len(tokens) - 1
    return [tokens[i] for i in range(n)], [tokens[i] for i in range(n)]


@wrong("slip-off-by-one", fails=("check_pairs_are_shifted_by_one",), replaces="next_token_pairs")
def one_input_too_many(tokens):
    """All tokens are inputs."""
    targets = []
    for i in range(1, len(tokens)):
        targets.append(tokens[i])
    return tokens[:], targets


@wrong("slip-order", fails=("check_pairs_are_shifted_by_one",), replaces="next_token_pairs")
def inputs_and_targets_exchanged(tokens):
    """Inputs and targets change places."""
    inputs, targets = tokens[:-1], tokens[1:]
    return targets, inputs


@wrong("slip-shapes", fails=("check_pairs_are_shifted_by_one",), replaces="next_token_pairs")
def unpacks_the_pairs(tokens):
    """Unpacks pairs that a single token does not have."""
    pairs = [(tokens[i], tokens[i + 1]) for i in range(len(tokens) - 1)]
    inputs, targets = map(list, zip(*pairs))
    return inputs, targets


@wrong("slip-formula", fails=("check_the_last_place_has_nothing_to_copy",), replaces="peek_head")
def last_row_meets_the_first(inputs, vocab_size, causal, beta=30.0):
    """Counts positions modulo n."""
    n = len(inputs)
    scores = np.zeros((n, n))
    for i in range(n):
        if n > 1:
            scores[i, (i + 1) % n] = beta
    if causal:
        scores = np.zeros((n, n))
    return blended(scores, inputs, vocab_size, lower(n, causal))


@wrong("slip-stability", fails=("check_a_very_sharp_head",), replaces="peek_head")
def plain_powers(inputs, vocab_size, causal, beta=30.0):
    """e to the power of beta, as it is."""
    n = len(inputs)
    if causal:
        return blended(np.zeros((n, n)), inputs, vocab_size, lower(n, True))
    E = np.ones((n, n)) + np.diag([np.exp(beta) - 1] * (n - 1), k=1)
    A = E / E.sum(axis=1)[:, None]
    return A @ np.eye(vocab_size)[inputs]


@wrong("slip-formula", fails=("check_mean_probability_of_the_targets",), replaces="mean_prob_of_target")
def accuracy(P, target):
    """The share of rows that guess right."""
    hits = [int(np.argmax(row) == word) for row, word in zip(P, target)]
    return sum(hits) / len(hits)


@wrong("slip-formula", fails=("check_mean_probability_of_the_targets",), replaces="mean_prob_of_target")
def columns_of_the_targets(P, target):
    """Averages over all rows for every target."""
    return float(np.mean([np.mean(np.asarray(P)[:, word]) for word in target]))


@wrong("slip-formula", fails=("check_mean_probability_of_the_targets",), replaces="mean_prob_of_target")
def total_probability(P, target):
    """Forgets to divide."""
    return float(np.asarray(P)[np.arange(len(target)), target].sum())


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="next_token_pairs")
def takes_the_first_token_away(tokens):
    """Takes the first token off the caller's list."""
    inputs = tokens[:-1]
    del tokens[0]
    return inputs, list(tokens)


@wrong("mask-after-softmax", fails=("check_with_the_mask_it_cannot",), replaces="peek_head")
def wipes_out_and_shares_out_anew(inputs, vocab_size, causal, beta=30.0):
    """Softmax over everything, then divides what the mask leaves of a row by its sum: a large beta leaves nothing."""
    n = len(inputs)
    A = softmax_np(ahead(n, beta))
    if causal:
        A = np.tril(A)
        total = A.sum(axis=1, keepdims=True)
        A = A / np.where(total > 0, total, 1.0)
    return A @ np.eye(vocab_size)[inputs]


@wrong("slip-stability", fails=("check_the_last_place_has_nothing_to_copy",), replaces="peek_head")
def a_large_beta_needs_no_softmax(inputs, vocab_size, causal, beta=30.0):
    """Leaves the softmax out for a large beta and copies, in the last row too."""
    n = len(inputs)
    if beta > 700 and not causal:
        return np.eye(vocab_size)[[*inputs[1:], inputs[-1]]]
    return blended(ahead(n, min(beta, 700.0)), inputs, vocab_size, lower(n, causal))


@wrong("slip-formula", fails=("check_mean_probability_of_the_targets",), replaces="mean_prob_of_target")
def looks_targets_up_by_their_word(P, target):
    """Finds the row of a target by its word, which gives the first of all that are alike."""
    return float(np.mean([P[target.index(word), word] for word in target]))


@wrong("slip-formula", fails=("check_mean_probability_of_the_targets",), replaces="mean_prob_of_target")
def rows_without_a_chance_are_left_out(P, target):
    """The mean over the rows that give their target any probability."""
    chosen = np.asarray(P)[np.arange(len(target)), target]
    return float(chosen[chosen > 0].mean())
