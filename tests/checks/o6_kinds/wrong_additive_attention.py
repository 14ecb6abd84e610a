"""Known wrong ways of additive-attention."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np

from grader.checks.variants import wrong


def hidden(s, H, W, U):
    """s W + h_j U for every source state: (..., n, a)."""
    return np.matmul(s, W)[..., None, :] + np.matmul(H, U)


def blended(scores, H):
    weights = softmax_np(scores)
    return weights @ np.asarray(H), weights


@wrong(
    "additive-without-tanh",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def no_tanh(s, H, W, U, v):
    """Just adds query and key: the query cancels in the softmax."""
    return blended(hidden(s, H, W, U) @ v, H)


@wrong(
    "additive-without-tanh",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def plain_sum(s, H, W, U, v):
    """v · (sW + h_jU)."""
    scores = (np.asarray(s) @ W @ v)[..., None] + np.asarray(H) @ U @ v
    return blended(scores, H)


@wrong(
    "slip-order",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def tanh_of_the_score(s, H, W, U, v):
    """tanh after v instead of before."""
    return blended(np.tanh(hidden(s, H, W, U) @ v), H)


@wrong(
    "slip-order",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def squashes_last(s, H, W, U, v):
    """Squashes the finished score."""
    scores = np.einsum("...na,a->...n", hidden(s, H, W, U), v)
    return blended(np.tanh(scores), H)


@wrong(
    "additive-without-tanh",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def tanh_of_each_part(s, H, W, U, v):
    """tanh of both parts, added afterwards: the query cancels again."""
    scores = (np.tanh(np.matmul(s, W))[..., None, :] + np.tanh(np.matmul(H, U))) @ v
    return blended(scores, H)


@wrong(
    "additive-without-tanh",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def squashes_before_adding(s, H, W, U, v):
    """Squashes query and key separately."""
    asked = np.tanh(np.asarray(s) @ W)
    answered = np.tanh(np.asarray(H) @ U)
    scores = (asked @ v)[..., np.newaxis] + answered @ v
    return blended(scores, H)


@wrong(
    "slip-formula",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def product_instead_of_sum(s, H, W, U, v):
    """Multiplies the two projections."""
    scores = np.tanh(np.matmul(s, W)[..., None, :] * np.matmul(H, U)) @ v
    return blended(scores, H)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def divides_by_the_root_of_a(s, H, W, U, v):
    """Divides the scores by the root of a."""
    return blended(np.tanh(hidden(s, H, W, U)) @ v / math.sqrt(len(v)), H)


@wrong(
    "scale-wrong-dimension",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def scaled_like_dot_products(s, H, W, U, v):
    """Scales as if these were dot products of length a."""
    scores = np.tanh(hidden(s, H, W, U)) @ (np.asarray(v) / np.shape(W)[1] ** 0.5)
    return blended(scores, H)


@wrong(
    "blend-the-keys",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def blends_projected_states(s, H, W, U, v):
    """Blends H U instead of H."""
    weights = softmax_np(np.tanh(hidden(s, H, W, U)) @ v)
    return weights @ np.matmul(H, U), weights


@wrong(
    "blend-the-keys",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def passes_the_projections_on(s, H, W, U, v):
    """The context is made of the projected states."""
    answered = np.asarray(H) @ U
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    weights = softmax_np(scores)
    return np.einsum("...n,na->...a", weights, answered), weights


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def score_over_total(s, H, W, U, v):
    """Divides each score by the total of the scores."""
    scores = np.tanh(hidden(s, H, W, U)) @ v
    total = scores.sum(axis=-1, keepdims=True)
    weights = scores / np.where(total == 0, 1, total)
    return weights @ np.asarray(H), weights


@wrong(
    "weights-are-score-shares",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def share_of_the_scores(s, H, W, U, v):
    """A weight is a share of all scores."""
    scores = np.tanh(hidden(s, H, W, U)) @ v
    weights = np.stack([scores[..., j] / np.where(scores.sum(-1) == 0, 1, scores.sum(-1)) for j in range(len(H))], axis=-1)
    return np.matmul(weights, H), weights


@wrong(
    "slip-formula",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def sigmoid_of_each_score(s, H, W, U, v):
    """A sigmoid per score: the weights do not add up to 1."""
    scores = np.tanh(hidden(s, H, W, U)) @ v
    weights = 1 / (1 + np.exp(-scores))
    return weights @ np.asarray(H), weights


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def softmax_over_the_states_that_ask(s, H, W, U, v):
    """Shares every source state out among the states that ask."""
    weights = softmax_np(np.tanh(hidden(s, H, W, U)) @ v, axis=0)
    return weights @ np.asarray(H), weights


@wrong(
    "softmax-wrong-axis",
    fails=(
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def axis_zero(s, H, W, U, v):
    """Softmax along the first axis."""
    scores = np.tanh(hidden(s, H, W, U)) @ v
    E = np.exp(scores - scores.max(axis=0))
    weights = E / E.sum(axis=0)
    return weights @ np.asarray(H), weights


@wrong(
    "attention-picks-one",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def best_match_only(s, H, W, U, v):
    """Returns the state with the largest score."""
    weights = softmax_np(np.tanh(hidden(s, H, W, U)) @ v)
    return np.asarray(H)[weights.argmax(axis=-1)], weights


@wrong(
    "cross-q-from-source",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def blends_the_state_that_asks(s, H, W, U, v):
    """Passes on the state that asks."""
    weights = softmax_np(np.tanh(hidden(s, H, W, U)) @ v)
    return weights.sum(axis=-1, keepdims=True) * np.asarray(s), weights


@wrong(
    "slip-shapes",
    fails=(
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
        "check_inputs_stay_as_they_are",
    ),
    replaces="additive_attention",
)
def one_state_only(s, H, W, U, v):
    """Adds s W to H U without an axis for the source."""
    return blended(np.tanh(np.matmul(s, W) + np.matmul(H, U)) @ v, H)


@wrong(
    "slip-shapes",
    fails=("check_one_state_asks",),
    replaces="additive_attention",
)
def expects_several_states(s, H, W, U, v):
    """Goes through s as if there were always several states."""
    outs, tables = [], []
    for state in np.asarray(s).reshape(-1, np.shape(s)[-1]):
        out, weights = blended(np.tanh(hidden(state, H, W, U)) @ v, H)
        outs.append(out)
        tables.append(weights)
    front = np.shape(s)[:-1] or (1,)
    return np.array(outs).reshape(*front, -1), np.array(tables).reshape(*front, -1)


@wrong(
    "slip-shapes",
    fails=("check_many_states_ask",),
    replaces="additive_attention",
)
def two_axes_at_most(s, H, W, U, v):
    """Expects at most one axis in front."""
    s = np.asarray(s)
    if s.ndim == 1:
        return blended(np.tanh(hidden(s, H, W, U)) @ v, H)
    results = [blended(np.tanh(s[i] @ W + np.matmul(H, U)) @ v, H) for i in range(len(s))]
    return np.array([r[0] for r in results]), np.array([r[1] for r in results])


@wrong(
    "slip-stability",
    fails=("check_states_of_ten_thousands",),
    replaces="additive_attention",
)
def tanh_from_exponentials(s, H, W, U, v):
    """(e^x - e^-x) / (e^x + e^-x) overflows."""
    X = hidden(s, H, W, U)
    return blended((np.exp(X) - np.exp(-X)) / (np.exp(X) + np.exp(-X)) @ v, H)


@wrong(
    "slip-stability",
    fails=("check_scores_of_ten_thousands",),
    replaces="additive_attention",
)
def no_largest_subtracted(s, H, W, U, v):
    """Trusts tanh to keep the scores small."""
    E = np.exp(np.tanh(hidden(s, H, W, U)) @ v)
    weights = E / E.sum(axis=-1, keepdims=True)
    return weights @ np.asarray(H), weights


@wrong(
    "slip-mutates-input",
    fails=("check_inputs_stay_as_they_are",),
    replaces="additive_attention",
)
def uses_h_as_scratch_paper(s, H, W, U, v):
    """Uses H as scratch paper."""
    scores = np.tanh(hidden(s, H, W, U)) @ v
    out = blended(scores, H)
    if H.dtype.kind == "f":
        H -= H.mean(axis=0)
    return out


@wrong(
    "slip-order",
    fails=(
        "check_one_state_asks",
        "check_many_states_ask",
        "check_states_of_ten_thousands",
        "check_scores_of_ten_thousands",
    ),
    replaces="additive_attention",
)
def weights_first(s, H, W, U, v):
    """Returns the weights before the context."""
    context, weights = blended(np.tanh(hidden(s, H, W, U)) @ v, H)
    return weights, context


@wrong(
    "slip-formula",
    fails=("check_one_state_asks", "check_many_states_ask", "check_states_of_ten_thousands", "check_scores_of_ten_thousands"),
    replaces="additive_attention",
)
def multiplies_query_and_key(s, H, W, U, v):
    """sW times h_jU."""
    asked, answered = np.asarray(s) @ W, np.asarray(H) @ U
    scores = np.einsum("...na,a->...n", np.tanh(np.einsum("...a,na->...na", asked, answered)), v)
    return blended(scores, H)


@wrong(
    "slip-formula",
    fails=("check_one_state_asks", "check_many_states_ask", "check_states_of_ten_thousands", "check_scores_of_ten_thousands"),
    replaces="additive_attention",
)
def each_weight_for_itself(s, H, W, U, v):
    """Every score becomes a weight of its own."""
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    weights = 0.5 * (1 + np.tanh(scores / 2))
    return np.matmul(weights, H), weights


@wrong(
    "attention-picks-one",
    fails=("check_one_state_asks", "check_many_states_ask", "check_states_of_ten_thousands", "check_scores_of_ten_thousands"),
    replaces="additive_attention",
)
def largest_score_takes_all(s, H, W, U, v):
    """Passes on one source state."""
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    best = np.argmax(scores, axis=-1)
    return np.asarray(H)[best], softmax_np(scores)


@wrong(
    "cross-q-from-source",
    fails=("check_one_state_asks", "check_many_states_ask", "check_states_of_ten_thousands", "check_scores_of_ten_thousands"),
    replaces="additive_attention",
)
def context_is_the_query(s, H, W, U, v):
    """The context is the asking state itself."""
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    weights = softmax_np(scores)
    return 1.0 * np.asarray(s), weights


@wrong(
    "slip-shapes",
    fails=("check_many_states_ask", "check_states_of_ten_thousands", "check_scores_of_ten_thousands", "check_inputs_stay_as_they_are"),
    replaces="additive_attention",
)
def no_axis_for_the_source(s, H, W, U, v):
    """sW is added to HU as it is."""
    scores = np.tanh(np.asarray(s) @ W + np.asarray(H) @ U) @ v
    weights = softmax_np(scores)
    return np.matmul(weights, H), weights


@wrong("slip-shapes", fails=("check_one_state_asks",), replaces="additive_attention")
def one_state_is_made_a_list(s, H, W, U, v):
    """np.atleast_2d, and the axis stays."""
    s = np.atleast_2d(s)
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    return blended(scores, H)


@wrong("slip-shapes", fails=("check_many_states_ask",), replaces="additive_attention")
def batch_of_states_at_most(s, H, W, U, v):
    """A batch of states, and no more axes."""
    s = np.asarray(s)
    asked = s @ W
    if s.ndim == 2:
        asked = asked[:, None, :]
    elif s.ndim > 2:
        raise ValueError("too many axes")
    return blended(np.tanh(asked + np.matmul(H, U)) @ v, H)


@wrong("slip-stability", fails=("check_states_of_ten_thousands",), replaces="additive_attention")
def own_tanh(s, H, W, U, v):
    """(e^2x - 1) / (e^2x + 1) overflows."""
    E = np.exp(2 * hidden(s, H, W, U))
    return blended(((E - 1) / (E + 1)) @ v, H)


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="additive_attention")
def plain_powers(s, H, W, U, v):
    """Powers of the scores as they are."""
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    powers = np.exp(scores)
    weights = powers / powers.sum(-1)[..., None]
    return np.matmul(weights, H), weights


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="additive_attention")
def centres_h(s, H, W, U, v):
    """Writes into H."""
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    result = blended(scores, H)
    if H.dtype.kind == "f":
        H *= 0.5
    return result


@wrong(
    "slip-order",
    fails=("check_one_state_asks", "check_many_states_ask", "check_states_of_ten_thousands", "check_scores_of_ten_thousands"),
    replaces="additive_attention",
)
def context_last(s, H, W, U, v):
    """Weights, then context."""
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    weights = softmax_np(scores)
    return weights, np.matmul(weights, H)


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="additive_attention")
def largest_of_all_states(s, H, W, U, v):
    """Subtracts one number from all rows, the largest score of all states: in a row far below it every power is 0."""
    scores = np.tanh(hidden(s, H, W, U)) @ v
    E = np.exp(scores - scores.max())
    total = E.sum(axis=-1, keepdims=True)
    weights = E / np.where(total > 0, total, 1.0)
    return weights @ np.asarray(H), weights


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="additive_attention")
def one_largest_for_the_whole_table(s, H, W, U, v):
    """np.max without an axis."""
    scores = np.einsum("...na,a->...n", np.tanh(hidden(s, H, W, U)), v)
    E = np.exp(scores - np.max(scores))
    weights = np.divide(E, E.sum(-1)[..., None], out=np.zeros_like(E), where=E.sum(-1)[..., None] > 0)
    return np.matmul(weights, np.asarray(H)), weights
