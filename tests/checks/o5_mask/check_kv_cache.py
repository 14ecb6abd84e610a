"""Checks of kv-cache."""

import math
from types import SimpleNamespace

import numpy as np

from grader.checks.api import Category, all_of, call, cases, close, fresh, require, unchanged

CASE_EXEMPT = {"blocked": "a new token always sees itself"}


class Part:
    """Judges one of the two results: 0 the outputs, 1 the new cache."""

    needs_expected = True
    needs_args = False

    def __init__(self, index):
        self.index = index

    def __call__(self, case, expected, reply):
        if not isinstance(reply.value, (tuple, list)) or len(reply.value) != 2:
            return close()(case, expected, reply)
        chosen = (SimpleNamespace(value=both.value[self.index]) for both in (expected, reply))
        return close()(case, *chosen)


OUTPUTS, CACHE = Part(0), Part(1)


def _case(draw, old, new, **options):
    """A call of extend: `old` rows in the cache, `new` rows to come, all widths different."""
    d_model, d_k, d_v = draw.sizes("d_model d_k d_v", 2, 8)
    d_k = 11 if d_k == 4 else d_k
    W_Q, W_K = (draw.normal(d_model, d_k, scale=0.6) for _ in range(2))
    W_V = draw.normal(d_model, d_v)
    before, X_new = draw.normal(old, d_model), draw.normal(new, d_model)
    return call("extend", {"K": before @ W_K, "V": before @ W_V}, X_new, W_Q, W_K, W_V, **options)


@cases()
def check_the_empty_cache(draw):
    """The empty cache holds keys and values of no token, each of the right width."""
    d_k, d_v = draw.sizes("d_k d_v", 2, 9)
    return [call("empty_cache", d_k, d_v), call("empty_cache", d_k=d_v, d_v=d_k)]


@cases(compare=OUTPUTS)
def check_one_new_token(draw):
    """One new token sees all cached tokens and itself."""
    old = draw.size("old", 2, 7)
    first = call(
        "extend",
        {"K": np.array([[0.0]]), "V": np.array([[2.0]])},
        *(np.array([[x]]) for x in (1.0, 1.0, 0.0, 4.0)),
        public_=True,
    )
    return [first, _case(draw, old, 1), _case(draw, 0, 1)]


@cases(compare=OUTPUTS)
def check_a_prompt_in_one_go(draw):
    """A prompt that is read in one go comes out as it would token by token: none of its tokens sees a later one."""
    return _case(draw, 0, draw.size("new", 5, 9))


@cases(compare=OUTPUTS)
def check_several_new_tokens(draw):
    """Of several new tokens each sees the whole cache, itself and the new ones before it."""
    old, new = draw.sizes("old new", 2, 6)
    return [_case(draw, old, new), _case(draw, new, old)]


@cases(compare=CACHE)
def check_the_new_cache(draw):
    """The new cache holds the old keys and values, then the new ones, and nothing else."""
    old, new = draw.sizes("old new", 2, 6)
    return [_case(draw, old, 1), _case(draw, old, new), _case(draw, 0, new)]


@cases(compare=OUTPUTS)
def check_scores_of_ten_thousands(draw):
    """Scores of ten thousand, either sign, give finite outputs."""
    old, new = sorted(draw.sizes("old new", 2, 6))
    d_model, d_k, d_v = draw.sizes("d_model d_k d_v", 4, 8)
    X = draw.normal(old + new, d_model)
    X[:, 0] = 1.0
    X[:, 1] = [(1e4, -1e4, 5e3, -2e4)[t % 4] for t in range(old + new)]  # lifts the whole row of scores of a token
    X[:, 2] = np.arange(old + new)  # every step to the right costs ten thousand
    W_Q, W_K, W_V = draw.normal(d_model, d_k), draw.normal(d_model, d_k), draw.normal(d_model, d_v)
    W_Q[:3], W_K[:3], W_V[1:3] = 0.0, 0.0, 0.0
    W_Q[3:, :2], W_K[3:, :2] = 0.0, 0.0
    W_Q[1, 0], W_K[0, 0] = math.sqrt(d_k), 1.0
    W_Q[0, 1], W_K[2, 1] = -1e4 * math.sqrt(d_k), 1.0
    return call("extend", {"K": X[:old] @ W_K, "V": X[:old] @ W_V}, X[old:], W_Q, W_K, W_V)


@cases(compare=all_of(unchanged(), fresh()))
def check_the_old_cache_can_be_used_again(draw):
    """The old cache, all other inputs and what was returned before stay as they were: two continuations can start from one cache."""
    old, new = draw.sizes("old new", 2, 6)
    one = _case(draw, old, new)
    cache, X_new, *matrices = one.args
    others = [call("extend", cache, draw.normal(*shape), *matrices) for shape in (X_new.shape, (new + 1, X_new.shape[1]))]
    return [one, *others, _case(draw, 0, 1)]


def check_old_tokens_are_not_projected_again(submission, draw):
    """To write ten tokens one by one, each token goes through project once for each matrix, with its own step, and never again."""
    d_model, d_k, d_v = draw.sizes("d_model d_k d_v", 2, 7)
    W_Q, W_K, W_V = draw.normal(d_model, d_k), draw.normal(d_model, d_k), draw.normal(d_model, d_v)
    made = []

    def project(X, W):
        made.append(product := np.matmul(X, W))
        return product

    cache = {"K": np.zeros((0, d_k)), "V": np.zeros((0, d_v))}
    for _ in range(10):
        value = submission.extend(cache, draw.normal(1, d_model), W_Q, W_K, W_V, project=project)
        is_pair = isinstance(value, (tuple, list)) and len(value) == 2
        require(is_pair, "outputs and the new cache are expected", category=Category.TYPE, got=value)
        cache = value[1]
    count, all_once = sum(np.size(product) for product in made), 10 * (2 * d_k + d_v)  # also if the matrices stand side by side
    words = f"{all_once} numbers made by project"
    require(count >= all_once, "project(X_new, W) was not used for all tokens and all three matrices", expected=words, got=count)
    require(count <= all_once, "some tokens were projected more than once", expected=words, got=count)
