"""Other correct ways of it-flips: other weights, not only other code."""

import numpy as np

from grader.checks.variants import alternative


@alternative("list of connections", replaces="build_flip_weights")
def connections(beta=12.0):
    """One line per connection, by feature name."""
    strong = beta * 7**0.5
    lines = [
        ("W_Q1", "pronoun", "adj", strong),
        ("W_K1", "adj", "adj", 1),
        ("W_V1", "wants_animate", "wants_animate", 1),
        ("W_V1", "wants_surface", "wants_surface", 1),
        ("W_Q2", "wants_animate", "animate", strong),
        ("W_Q2", "wants_surface", "surface", strong),
        ("W_K2", "animate", "animate", 1),
        ("W_K2", "surface", "surface", 1),
    ]
    result = {}
    for layer in ("1", "2"):
        for letter in "QKV":
            result["W_" + letter + layer] = np.zeros((7, 7))
    for name, row, column, number in lines:
        result[name][FEATS.index(row), FEATS.index(column)] = number  # noqa: F821
    return result


@alternative("split the size between query and key", replaces="build_flip_weights")
def split_size(beta=12.0):
    """Both query and key carry the root of the size; diagonal matrices where possible."""
    root = np.sqrt(beta * np.sqrt(7))
    e = np.eye(7)
    return {
        "W_Q1": root * np.outer(e[0], e[1]),
        "W_K1": root * np.outer(e[1], e[1]),
        "W_V1": np.diag([0.0, 0, 1, 1, 0, 0, 0]),
        "W_Q2": root * (np.outer(e[2], e[4]) + np.outer(e[3], e[5])),
        "W_K2": root * np.diag([0, 0, 0, 0, 1.0, 1.0, 0]),
        "W_V2": np.zeros((7, 7)),
    }


@alternative("everybody hears the demand", replaces="build_flip_weights")
def even_layer_one(beta=12.0):
    """Layer 1 spreads evenly, so that every token gets a little of the demand; layer 2 is sharp enough to hear it."""
    W = {name: np.zeros((7, 7)) for name in ("W_Q1", "W_K1", "W_V1", "W_Q2", "W_K2", "W_V2")}
    W["W_V1"][2, 2] = W["W_V1"][3, 3] = 60
    W["W_Q2"][2, 0] = W["W_Q2"][3, 1] = beta * 3
    W["W_K2"][4, 0] = W["W_K2"][5, 1] = 1
    return W


@alternative("difference of the wants in one slot", replaces="build_flip_weights")
def signed_slot(beta=12.0):
    """One slot: animate asks with plus, surface with minus, and nouns answer with their sign."""
    W_Q1, W_K1, W_V1, W_Q2, W_K2, W_V2 = (np.zeros([7, 7], dtype=np.float64) for _ in range(6))
    W_Q1[0, 6], W_K1[1, 6] = 100, beta
    W_V1[2][0] = 1
    W_V1[3][0] = -1
    W_Q2[2, 3], W_Q2[3, 3] = beta * 10, -beta * 10
    W_V1[2, 2], W_V1[3, 3] = 1, 1
    W_K2[4, 3], W_K2[5, 3] = 1, -1
    return dict(W_Q1=W_Q1, W_K1=W_K1, W_V1=W_V1, W_Q2=W_Q2, W_K2=W_K2, W_V2=W_V2)


@alternative("ignores beta", replaces="build_flip_weights")
def fixed_size(beta=12.0):
    """Always uses 100, and float32 from nested lists."""
    rows = {
        "W_Q1": {(0, 0): 100},
        "W_K1": {(1, 0): 1},
        "W_V1": {(2, 2): 1, (3, 3): 1},
        "W_Q2": {(2, 2): 100, (3, 3): 100},
        "W_K2": {(4, 2): 1, (5, 3): 1},
        "W_V2": {},
    }
    return {name: np.array([[cells.get((i, j), 0) for j in range(7)] for i in range(7)], dtype=np.float32) for name, cells in rows.items()}


@alternative("fresh", replaces="build_flip_weights")
def fresh(beta=12.0):
    """Uses the pronoun and noun features themselves as slots, and twice the size it needs."""
    pronoun = np.zeros((7, 1))
    adj = np.zeros((7, 1))
    pronoun[FEATS.index("pronoun")] = 1  # noqa: F821
    adj[FEATS.index("adj")] = 1  # noqa: F821
    W_Q1 = np.matmul(pronoun, pronoun.T) * beta * 2 * np.sqrt(7)
    W_K1 = np.matmul(adj, pronoun.T)
    W_V1 = np.eye(7)
    W_Q2 = np.zeros((7, 7))
    W_K2 = np.eye(7)
    for want, kind in [("wants_animate", "animate"), ("wants_surface", "surface")]:
        W_Q2[FEATS.index(want), FEATS.index(kind)] = beta * 2 * np.sqrt(7)  # noqa: F821
    W_V2 = np.eye(7)
    answer = {}
    for name, matrix in zip(["W_Q1", "W_K1", "W_V1", "W_Q2", "W_K2", "W_V2"], [W_Q1, W_K1, W_V1, W_Q2, W_K2, W_V2]):
        answer[name] = matrix
    return answer
