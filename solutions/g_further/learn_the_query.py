"""Learning what to look up: the gradient of a soft look-up, and gradient descent on the query."""

import math

import numpy as np


def loss_and_grad(q, K, V, target):
    """The loss of a query, and its gradient with respect to the query: (number, (d,))."""
    root = math.sqrt(len(q))
    scores = K @ q / root  # (n,)
    exps = np.exp(scores - scores.max())
    w = exps / exps.sum()
    error = w @ V - target  # d loss / d output
    by_weight = V @ error  # d loss / d w_i
    by_score = w * (by_weight - np.average(by_weight, weights=w))  # raising score i takes weight from all the others
    by_query = by_score @ K / root
    return error @ error / 2, by_query


def learn_query(K, V, target, q0, lr=1.0, steps=300):
    """The query after `steps` steps of gradient descent, and the list of all losses on the way."""
    q = np.array(q0)
    history = []
    for _ in range(steps):
        loss, gradient = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - lr * gradient
    history.append(loss_and_grad(q, K, V, target)[0])
    return q, history
