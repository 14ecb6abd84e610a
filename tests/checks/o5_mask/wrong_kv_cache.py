"""Known wrong ways of kv-cache."""

import math

import numpy as np
from o3_weights.attention_matrix import sdpa
from o3_weights.softmax_rows import softmax_np
from o5_mask.causal_attention import causal_attention, causal_mask

from grader.checks.variants import wrong


def projected(cache, X_new, W_Q, W_K, W_V, project):
    """The new queries, and all keys and values so far."""
    Q, K, V = (project(X_new, W) for W in (W_Q, W_K, W_V))
    return Q, np.vstack([cache["K"], K]), np.vstack([cache["V"], V])


def attended(Q, K, V, allowed, root=None):
    S = Q @ K.T / (root if root is not None else math.sqrt(K.shape[1]))
    A = softmax_np(S if allowed is None else np.where(allowed, S, -np.inf))
    return A @ V


@wrong(
    "mask-only-at-inference",
    fails=(
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def no_mask_at_all(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Leaves the mask out: right as long as one token comes at a time."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return sdpa(Q, K, V)[0], {"K": K, "V": V}


@wrong(
    "mask-only-at-inference",
    fails=(
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def every_query_sees_everything(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Softmax over all keys for every new token."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    A = softmax_np(Q @ K.T / math.sqrt(Q.shape[-1]))
    return A @ V, {"K": K, "V": V}


@wrong(
    "mask-only-at-inference",
    fails=("check_a_prompt_in_one_go",),
    replaces="extend",
)
def prompt_needs_no_mask(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Takes the mask for a matter of writing: the prompt is known already."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    if len(cache["K"]) == 0:
        return sdpa(Q, K, V)[0], {"K": K, "V": V}
    return causal_attention(Q, K, V)[0], {"K": K, "V": V}


@wrong(
    "mask-only-at-inference",
    fails=("check_a_prompt_in_one_go",),
    replaces="extend",
)
def masks_only_behind_a_cache(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """No mask as long as the cache is empty."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    n = len(K)
    allowed = np.tri(len(Q), n, n - len(Q), dtype=bool) if len(cache["V"]) else None
    return attended(Q, K, V, allowed), {"K": K, "V": V}


@wrong(
    "mask-only-at-inference",
    fails=("check_several_new_tokens",),
    replaces="extend",
)
def new_tokens_need_no_mask(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Leaves the mask out once there is a cache."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    if len(cache["K"]) > 0:
        return sdpa(Q, K, V)[0], {"K": K, "V": V}
    return causal_attention(Q, K, V)[0], {"K": K, "V": V}


@wrong(
    "mask-only-at-inference",
    fails=("check_several_new_tokens",),
    replaces="extend",
)
def masks_the_prompt_only(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Masks the first call and no later one."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    allowed = causal_mask(len(K)) if len(Q) == len(K) else None
    return attended(Q, K, V, allowed), {"K": K, "V": V}


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_one_new_token",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def mask_starts_top_left(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Lines the mask up at the top left: a new token sees the first keys only."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return attended(Q, K, V, np.tri(len(Q), len(K), dtype=bool)), {"K": K, "V": V}


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_one_new_token",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def new_tokens_count_from_zero(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Counts the new tokens from position 0."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    allowed = np.arange(len(K))[None, :] <= np.arange(len(Q))[:, None]
    return sdpa(Q, K, V, allowed)[0], {"K": K, "V": V}


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def new_token_may_not_see_itself(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Closes the diagonal."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return attended(Q, K, V, np.tri(len(Q), len(K), len(K) - len(Q) - 1, dtype=bool)), {"K": K, "V": V}


@wrong(
    "mask-wrong-diagonal",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def asks_the_old_tokens_only(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """A token sees only what stands before it."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    places = np.arange(len(cache["K"]), len(K))
    return sdpa(Q, K, V, np.arange(len(K)) < places[:, None])[0], {"K": K, "V": V}


@wrong(
    "slip-order",
    fails=(
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def new_keys_in_front(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Puts the new keys and values in front of the old ones."""
    Q = project(X_new, W_Q)
    K = np.concatenate([project(X_new, W_K), cache["K"]])
    V = np.concatenate([project(X_new, W_V), cache["V"]])
    return causal_attention(Q, K, V)[0], {"K": K, "V": V}


@wrong(
    "slip-order",
    fails=(
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def newest_first(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Keeps the newest tokens first."""
    Q, k, v = (project(X_new, W) for W in (W_Q, W_K, W_V))
    K, V = np.vstack((k, cache["K"])), np.vstack((v, cache["V"]))
    return attended(Q, K, V, causal_mask(len(Q), len(K))), {"K": K, "V": V}


@wrong(
    "speedups-are-approximations",
    fails=(
        "check_one_new_token",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_old_tokens_are_not_projected_again",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def keeps_the_tokens_and_recomputes(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Keeps the tokens and works everything out again at every step."""
    X = np.concatenate([cache.get("X", np.zeros((0, X_new.shape[1]))), X_new])
    Q, K, V = project(X, W_Q), project(X, W_K), project(X, W_V)
    Y = causal_attention(Q, K, V)[0]
    return Y[-len(X_new) :], {"K": K, "V": V, "X": X}


@wrong(
    "speedups-are-approximations",
    fails=(
        "check_one_new_token",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_old_tokens_are_not_projected_again",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def whole_text_every_time(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Does not trust the cached numbers."""
    X = np.vstack([cache["X"], X_new]) if "X" in cache else X_new.copy()
    Q, K, V = (project(X, W) for W in (W_Q, W_K, W_V))
    Y = attended(Q, K, V, np.tri(len(X), dtype=bool))
    return Y[len(X) - len(X_new) :], dict(K=K, V=V, X=X)


@wrong(
    "speedups-are-approximations",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def keeps_the_last_few(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Keeps the last three tokens only, as if a cache were an approximation."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    K, V = K[-3:], V[-3:]
    return causal_attention(Q, K, V)[0], {"K": K, "V": V}


@wrong(
    "speedups-are-approximations",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def forgets_old_tokens(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Drops what is more than three tokens old."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    start = max(len(K) - 3, 0)
    K, V = K[start:], V[start:]
    S = Q @ K.T / math.sqrt(K.shape[1])
    S = np.where(causal_mask(len(Q), len(K)), S, -np.inf)
    return softmax_np(S) @ V, dict(K=K, V=V)


@wrong(
    "cache-keeps-queries",
    fails=("check_the_new_cache",),
    replaces="extend",
)
def queries_cached_too(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Keeps the queries as a third entry."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    old = cache.get("Q", np.zeros((0, Q.shape[1])))
    return causal_attention(Q, K, V)[0], {"Q": np.concatenate([old, Q]), "K": K, "V": V}


@wrong(
    "cache-keeps-queries",
    fails=("check_the_new_cache",),
    replaces="extend",
)
def all_three_in_the_cache(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """A cache of queries, keys and values."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    new = dict(cache)
    new["Q"] = np.vstack([cache["Q"], Q]) if "Q" in cache else Q
    new.update(K=K, V=V)
    return attended(Q, K, V, causal_mask(len(Q), len(K))), new


@wrong(
    "blend-the-keys",
    fails=(
        "check_one_new_token",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_old_tokens_are_not_projected_again",
        "check_scores_of_ten_thousands",
        "check_the_old_cache_can_be_used_again",
    ),
    replaces="extend",
)
def values_not_cached(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Keeps the keys; the values are those of the new tokens only."""
    Q, V = project(X_new, W_Q), project(X_new, W_V)
    K = np.concatenate([cache["K"], project(X_new, W_K)])
    Y = causal_attention(Q, K, V)[0]
    return Y, {"K": K, "V": V}


@wrong(
    "blend-the-keys",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def passes_keys_on(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Blends the keys."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return causal_attention(Q, K, K)[0], {"K": K, "V": V}


@wrong(
    "blend-the-keys",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def blend_of_keys(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Weights times keys."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return attended(Q, K, K, causal_mask(len(Q), len(K))), {"K": K, "V": V}


@wrong(
    "scale-by-dk",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def no_scale(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Leaves the division out."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return attended(Q, K, V, causal_mask(len(Q), len(K)), 1.0), {"K": K, "V": V}


@wrong(
    "scale-by-dk",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
    ),
    replaces="extend",
)
def raw_scores(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Softmax of raw scores."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return causal_attention(Q * math.sqrt(Q.shape[1]), K, V)[0], {"K": K, "V": V}


@wrong(
    "slip-mutates-input",
    fails=("check_the_old_cache_can_be_used_again",),
    replaces="extend",
)
def updates_the_old_cache(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Writes the new keys and values into the old cache."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    cache["K"], cache["V"] = K, V
    return causal_attention(Q, K, V)[0], cache


@wrong(
    "slip-mutates-input",
    fails=("check_the_old_cache_can_be_used_again",),
    replaces="extend",
)
def update_in_place(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """cache.update changes the caller's cache."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    Y = causal_attention(Q, K, V)[0]
    cache.update(K=K, V=V)
    return Y, dict(cache)


@wrong(
    "slip-reading",
    fails=("check_old_tokens_are_not_projected_again",),
    replaces="extend",
)
def does_not_use_project(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Multiplies by itself instead of calling project."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, np.matmul)
    return causal_attention(Q, K, V)[0], {"K": K, "V": V}


@wrong(
    "slip-quadratic",
    fails=("check_old_tokens_are_not_projected_again",),
    replaces="extend",
)
def projects_again_for_every_token(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Projects all new rows again for each of the results."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    again = [project(X_new, W) for W in (W_K, W_V)]
    return causal_attention(Q, K, V)[0], {"K": K, "V": V}


@wrong(
    "slip-shapes",
    fails=("check_one_new_token",),
    replaces="extend",
)
def one_token_without_a_row(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Returns a bare vector for one new token."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    Y = causal_attention(Q, K, V)[0]
    return (Y[0] if len(Y) == 1 else Y), {"K": K, "V": V}


@wrong(
    "slip-shapes",
    fails=("check_the_empty_cache",),
    replaces="empty_cache",
)
def columns_for_rows(d_k, d_v):
    """Zero columns instead of zero rows."""
    return {"K": np.zeros((d_k, 0)), "V": np.zeros((d_v, 0))}


@wrong(
    "slip-shapes",
    fails=("check_the_empty_cache",),
    replaces="empty_cache",
)
def one_row_of_zeros(d_k, d_v):
    """Starts with a token of zeros."""
    return {"K": np.zeros((1, d_k)), "V": np.zeros((1, d_v))}


@wrong(
    "slip-stability",
    fails=("check_scores_of_ten_thousands",),
    replaces="extend",
)
def overflows(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Takes powers without subtracting the largest score."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    E = np.exp(Q @ K.T / math.sqrt(K.shape[1])) * causal_mask(len(Q), len(K))
    return E / E.sum(axis=1, keepdims=True) @ V, {"K": K, "V": V}


@wrong(
    "slip-order",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_old_tokens_are_not_projected_again",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def cache_first(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Returns the cache before the outputs."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return {"K": K, "V": V}, causal_attention(Q, K, V)[0]


@wrong(
    "blend-the-keys",
    fails=(
        "check_one_new_token",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_old_tokens_are_not_projected_again",
        "check_scores_of_ten_thousands",
        "check_the_old_cache_can_be_used_again",
    ),
    replaces="extend",
)
def new_values_only(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Puts only the new values into the cache."""
    Q, K, _ = projected(cache, X_new, W_Q, W_K, W_V, project)
    V = np.matmul(X_new, W_V)
    return attended(Q, K, V, causal_mask(len(Q), len(K))), {"K": K, "V": V}


@wrong("slip-reading", fails=("check_old_tokens_are_not_projected_again",), replaces="extend")
def own_matrix_products(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Uses @ in place of project."""
    K = np.concatenate([cache["K"], X_new @ W_K])
    V = np.concatenate([cache["V"], X_new @ W_V])
    return causal_attention(X_new @ W_Q, K, V)[0], {"K": K, "V": V}


@wrong("slip-quadratic", fails=("check_old_tokens_are_not_projected_again",), replaces="extend")
def projects_twice(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Projects once for the outputs and once for the cache."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    Y = causal_attention(Q, K, V)[0]
    _, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    return Y, {"K": K, "V": V}


@wrong("slip-shapes", fails=("check_one_new_token",), replaces="extend")
def squeezes(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """np.squeeze takes the row of a single token away."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    Y = attended(Q, K, V, causal_mask(len(Q), len(K)))
    return (np.squeeze(Y, axis=0) if Y.shape[0] == 1 else Y), {"K": K, "V": V}


@wrong("slip-shapes", fails=("check_the_empty_cache",), replaces="empty_cache")
def shape_turned_round(d_k, d_v):
    """The shape the wrong way round."""
    return dict(K=np.empty([d_k, 0]), V=np.empty([d_v, 0]))


@wrong("slip-shapes", fails=("check_the_empty_cache",), replaces="empty_cache")
def a_token_of_zeros(d_k, d_v):
    """Starts with one row."""
    K, V = np.zeros(d_k)[None], np.zeros(d_v)[None]
    return {"K": K, "V": V}


@wrong("slip-stability", fails=("check_scores_of_ten_thousands",), replaces="extend")
def plain_powers(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Powers without the largest score taken off."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    S = Q @ K.T / K.shape[1] ** 0.5
    E = np.where(causal_mask(len(Q), len(K)), np.exp(S), 0 * np.exp(S))
    return (E / E.sum(axis=-1)[:, None]) @ V, {"K": K, "V": V}


@wrong(
    "slip-order",
    fails=(
        "check_one_new_token",
        "check_a_prompt_in_one_go",
        "check_several_new_tokens",
        "check_the_new_cache",
        "check_old_tokens_are_not_projected_again",
        "check_scores_of_ten_thousands",
    ),
    replaces="extend",
)
def outputs_last(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Cache, then outputs."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    Y = attended(Q, K, V, causal_mask(len(Q), len(K)))
    return dict(K=K, V=V), Y


ROOM = {}


def in_the_room(name, old, new):
    """The rows of old and new in an array that is made once, with room for many more: a view of it."""
    width = new.shape[1]
    need = len(old) + len(new)
    if (name, width) not in ROOM or len(ROOM[name, width]) < need:
        ROOM[name, width] = np.zeros((64 + need, width))
    room = ROOM[name, width]
    room[: len(old)] = old
    room[len(old) : need] = new
    return room[:need]


@wrong("slip-mutates-input", fails=("check_the_old_cache_can_be_used_again",), replaces="extend")
def views_of_one_growing_buffer(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Writes every cache into the same large array and returns views of it: a second continuation overwrites the first."""
    K = in_the_room("K", cache["K"], project(X_new, W_K))
    V = in_the_room("V", cache["V"], project(X_new, W_V))
    return causal_attention(project(X_new, W_Q), K, V)[0], {"K": K, "V": V}


class Rows:
    """Arrays that are used again and again, by their width."""

    keys, values = {}, {}


@wrong("slip-mutates-input", fails=("check_the_old_cache_can_be_used_again",), replaces="extend")
def arrays_used_again(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Saves the copying: keys and values of all texts stand in two arrays that are kept from call to call."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    allowed = causal_mask(len(Q), len(K))
    kept = []
    for rows, table in ((Rows.keys, K), (Rows.values, V)):
        room = rows.setdefault(table.shape[1], np.empty((500, table.shape[1])))
        np.copyto(room[: len(table)], table)
        kept.append(room[: len(table)])
    return attended(Q, *kept, allowed), dict(K=kept[0], V=kept[1])


@wrong("slip-mutates-input", fails=("check_the_old_cache_can_be_used_again",), replaces="extend")
def one_dict_for_all(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Returns the same dict every time, with what is new in it."""
    Q, K, V = projected(cache, X_new, W_Q, W_K, W_V, project)
    ROOM.update(K=K, V=V)
    return causal_attention(Q, K, V)[0], ROOM


@wrong("slip-reading", fails=("check_old_tokens_are_not_projected_again",), replaces="extend")
def queries_made_by_hand(cache, X_new, W_Q, W_K, W_V, project=np.matmul):
    """Calls project for what is kept, keys and values, and multiplies the queries itself."""
    K = np.concatenate([cache["K"], project(X_new, W_K)])
    V = np.concatenate([cache["V"], project(X_new, W_V)])
    return causal_attention(X_new @ W_Q, K, V)[0], {"K": K, "V": V}
