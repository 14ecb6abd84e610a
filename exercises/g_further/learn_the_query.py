"""Learning what to look up.

A dictionary gives an exact answer or none, so there is nothing to improve little by little. A soft look-up answers smoothly: change the
query a bit, and the output changes a bit. So a query can be learned. Say which output you want, measure how far off you are, and let
gradient descent turn the query until it fetches the right value.

    w = softmax(K q / √d)          d = length of q: one score and one weight per key
    output = w V
    loss = half the squared distance between output and target = ½ · sum of (output - target)²
    one step of gradient descent:  q <- q - lr · d loss / d q

    loss_and_grad(np.array([0.0]), np.array([[1.0], [-1.0]]), np.array([[2.0], [0.0]]), np.array([3.0]))  ->  (2.0, [-2.0])
    learn_query(np.array([[1.0], [-1.0]]), np.array([[2.0], [0.0]]), np.array([3.0]), np.array([0.0]), 0.5, 1)[0]  ->  [1.0]

(At q = 0 both weights are ½ and the output is 1, so the loss is ½ · 2². A larger q moves the output towards the target.)

Work out the gradient backwards, with the chain rule: from the loss to the output, to the weights, through the softmax to the scores (a
raised score takes weight from all the others), to the query. Check it by nudging q a little and watching the loss. Then learn: the
lesson's keys and values with target [4, 0] must end at "animal". Start from a query of [200, 100], and watch nothing happen.

Good to know
- Shapes: q and q0 (d,), K (n, d), V (n, d_v), target (d_v,); all arrive as arrays. The gradient is an array (d,).
- loss_and_grad returns (loss, gradient); scores may be ten thousands, of either sign.
- learn_query takes `steps` steps from q0 and returns (q, history): history is a list of steps + 1 losses, the first one that of q0, the
  last one that of the q returned.
- q0 may hold whole numbers, and stays as it is; so do all other inputs. The query returned is a new array, even after 0 steps.
- numpy is yours to use; torch, scipy and jax are not.
"""

import math

import numpy as np


def loss_and_grad(q, K, V, target):
    """The loss of a query, and its gradient with respect to the query: (number, (d,))."""
    # TODO: first forwards to the loss. Then backwards: how does the loss change when an output, a weight, a score, a q changes?
    raise NotImplementedError


def learn_query(K, V, target, q0, lr=1.0, steps=300):
    """The query after `steps` steps of gradient descent, and the list of all losses on the way."""
    # TODO: a loop of steps. Which losses belong into the list?
    raise NotImplementedError
