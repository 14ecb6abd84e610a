"""Checks of one-query. Each step is judged by what the step before gave, so that one mistake is found where it was made."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from grader.checks.api import Difference, Tolerance, all_of, call, cases, fresh, unchanged
from grader.checks.compare import difference

LESSON = ([2, 1], [[2, 1], [0, 1], [1, -1], [1, 1]], [[4, 0], [2, 2], [0, 4], [1, 1]])
EXAMPLE = ([1.0986123, 0, 0, 0], [[2, 1, 1, 1], [0, 1, 1, 1]], [[4, 0], [0, 4]])
STRUCTURE = Tolerance(atol=float("inf"))  # types, lengths and finiteness; any number will do


@dataclass(frozen=True, slots=True)
class part:
    """Result number `index` agrees with what `target` makes of the case, the reference's results and the learner's own."""

    index: int
    target: Callable
    needs_expected: bool = True
    needs_args: bool = False

    def __call__(self, case, expected, reply) -> Difference | None:
        found = difference(expected.value, reply.value, STRUCTURE)
        if found is not None:
            return found
        with np.errstate(all="ignore"):
            target = self.target(case, expected.value, reply.value)
        return difference([float(x) for x in target], reply.value[self.index], Tolerance())


def _as_reference(index):
    return part(index, lambda case, expected, own: expected[index])


def _softmax_of_own_scores(case, expected, own):
    scores = np.array([float(x) for x in own[0]])
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def _blend_by_own_weights(case, expected, own):
    return np.array([float(w) for w in own[1]]) @ np.array(case.args[2], dtype=float)


def _random(draw):
    n, d_k, d_v = draw.sizes("n d_k d_v", 5, 8)
    spread = {"low": -1.4, "high": 1.4}
    return [draw.uniform(*shape, **spread).tolist() for shape in ((d_k,), (n, d_k), (n, d_v))]


@cases(compare=_as_reference(0))
def check_scores_are_scaled_dot_products(draw):
    """Every score is the dot product of the query with that key, divided by √d_k."""
    return [
        call("attend_one", *EXAMPLE, public_=True),
        call("attend_one", *LESSON, public_=True),
        call("attend_one", *_random(draw)),
    ]


@cases(compare=part(1, _softmax_of_own_scores))
def check_weights_are_the_softmax_of_the_scores(draw):
    """The weights are the softmax of the scores you return."""
    return [call("attend_one", *LESSON, public_=True), call("attend_one", *_random(draw))]


@cases(compare=part(2, _blend_by_own_weights))
def check_output_blends_the_values(draw):
    """The output adds up the values, each times its weight, however small: as long as a value, for one key as well as for many."""
    query, keys, values = _random(draw)
    unit = np.array(query) / np.dot(query, query) * np.sqrt(len(query))  # a key of c times this scores c
    uneven = np.outer(draw.shuffled([0.3, -0.2, -0.9, -draw.number(5.0, 5.6), -draw.number(6.0, 6.6)]), unit).tolist()
    return [
        call("attend_one", *LESSON, public_=True),
        call("attend_one", query, keys, values),
        call("attend_one", query, keys, [[*v, v[0] + 1, 2.0, 0.5, -1.0] for v in values]),
        call("attend_one", query, keys[:1], values[:1]),
        call("attend_one", query, uneven, values[:5]),
    ]


@cases(compare=all_of(_as_reference(1), _as_reference(2)))
def check_huge_scores(draw):
    """Scores of hundreds and of ten thousands, above or below 0, still give weights and an output."""
    n, d_k, d_v = draw.sizes("n d_k d_v", 5, 8)
    small = draw.uniform(d_k, low=-1.4, high=1.4)
    unit = small / (small @ small) * np.sqrt(d_k)  # a key of c times this scores c
    tops = [1e4, -1e4, draw.number(712, 740), -draw.number(752, 900)]
    alike = [np.outer(draw.shuffled([top - 100.0 * i for i in range(n)]), unit).tolist() for top in tops]
    values = draw.normal(n, d_v).tolist()
    query = draw.uniform(d_k, low=60.0, high=90.0)
    along = np.array(draw.shuffled([1.0] + [-1.0] * (n - 1))) * draw.uniform(n, low=0.7, high=1.3)
    return [
        call("attend_one", query.tolist(), np.outer(along, query).tolist(), draw.normal(n, d_v).tolist()),
        *(call("attend_one", small.tolist(), keys, values) for keys in alike),
    ]


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """Your function leaves query, keys and values alone, and what it returns is new, for a single key too."""
    query, keys, values = _random(draw)
    return [call("attend_one", query, keys, values), call("attend_one", query, keys[:1], values[:1])]
