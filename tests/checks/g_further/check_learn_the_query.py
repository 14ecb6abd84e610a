"""Checks of learn-the-query."""

import numpy as np

from grader.checks.api import Category, Tolerance, all_of, call, cases, expect, fresh, require, unchanged

CASE_EXEMPT = {
    "blocked": "there is no mask in a look-up",
}

KEYS = np.array([[2.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0]])  # the lesson's
VALUES = np.array([[4.0, 0.0], [2.0, 2.0], [0.0, 4.0], [1.0, 1.0]])


def _problem(draw):
    """K, V, target with all sizes different."""
    n, d, d_v = draw.sizes("n d d_v", 2, 7)
    return draw.normal(n, d), draw.normal(n, d_v), draw.normal(d_v)


def _pair(value, what):
    """Two results, if there are two."""
    require(isinstance(value, (tuple, list)) and len(value) == 2, f"two results are expected: {what}", category=Category.TYPE, got=value)
    return value


def _array(value, d):
    """An array of d finite numbers, whichever."""
    expect(value, np.zeros(d), within=Tolerance(atol=1e12))
    return value


@cases()
def check_loss_and_gradient(draw):
    """The loss is half the squared distance, and the gradient says how it changes with every number of the query."""
    K, V, target = _problem(draw)
    d = K.shape[1]
    one = np.array([[1.0], [-1.0]]), np.array([[2.0], [0.0]]), np.array([3.0])
    return [
        call("loss_and_grad", np.array([0.0]), *one, public_=True),
        call("loss_and_grad", draw.normal(d), K, V, target),
        call("loss_and_grad", np.zeros(d), K, V, target),
        call("loss_and_grad", draw.normal(d), K[:1], V[:1], target),
    ]


def check_huge_scores(submission, reference, draw):
    """A query with scores of ten thousand, either sign, has a finite loss and a finite gradient."""
    K, V, target = _problem(draw)
    shifted = K.copy()
    shifted[:, 0] = 1.0
    q = draw.normal(K.shape[1])
    for keys, query in ((K, 1e5 * q), (shifted, np.append(draw.choice([-3e4, 3e4]), q[1:]))):
        loss, gradient = _pair(submission.loss_and_grad(query, keys, V, target), "(loss, gradient)")
        expect(loss, reference.loss_and_grad(query, keys, V, target)[0])
        _array(gradient, len(q))


def check_step_follows_your_gradient(submission, draw):
    """One step takes lr times the gradient off the query, however large or small the gradient is."""
    K, V, target = _problem(draw)
    q0, lr = draw.normal(K.shape[1]), draw.number(0.2, 0.8)
    for size in (1.0, draw.number(100.0, 300.0), draw.number(1e-6, 1e-5)):  # of values and target: the gradient grows with its square
        _, gradient = _pair(submission.loss_and_grad(q0, K, V * size, target * size), "(loss, gradient)")
        q, _ = _pair(submission.learn_query(K, V * size, target * size, q0, lr=lr / size**2, steps=1), "(q, history)")
        expect(q, q0 - lr / size**2 * _array(gradient, len(q0)))
    q, _ = _pair(submission.learn_query(K, V, target, q0, steps=1), "(q, history)")
    _, gradient = _pair(submission.loss_and_grad(q0, K, V, target), "(loss, gradient)")
    expect(q, q0 - _array(gradient, len(q0)))


def _expect_losses(history, count):
    """So many finite numbers in a list."""
    is_other_length = isinstance(history, (list, tuple)) and len(history) != count
    require(not is_other_length, f"expected {count} losses", category=Category.SHAPE, expected=f"a list of {count} losses", got=history)
    expect(history, [0.0] * count, within=Tolerance(atol=1e12))


def check_history_holds_every_loss(submission, draw):
    """The history starts with the loss of q0, ends with that of the returned query, and has one loss per step in between."""
    K, V, target = _problem(draw)
    q0 = draw.normal(K.shape[1])
    for steps, lr in ((7, 0.05), (4, -0.05), (0, 0.05)):  # uphill, every loss is larger than the one before
        q, history = _pair(submission.learn_query(K, V, target, q0, lr, steps), "(q, history)")
        _expect_losses(history, steps + 1)
        for place, query in ((0, q0), (-1, _array(q, len(q0)))):
            loss, _ = _pair(submission.loss_and_grad(query, K, V, target), "(loss, gradient)")
            require(isinstance(loss, (int, float, np.floating)), "the loss is one number", category=Category.TYPE, got=loss)
            expect(history[place], loss)


def check_learns_what_to_look_up(submission, reference):
    """From a query of zeros, the lesson's animal and street are learned, and so is a mix of several values, step after step."""
    for wanted, goal, how in (([4.0, 0.0], 0.01, ()), ([0.0, 4.0], 0.05, ()), ([2.5, 1.0], 0.001, (1.0, 330))):
        target = np.array(wanted)
        q, history = _pair(submission.learn_query(KEYS, VALUES, target, np.zeros(2), *how), "(q, history)")
        _expect_losses(history, how[1] + 1 if how else 301)
        loss, _ = reference.loss_and_grad(_array(q, 2).astype(float), KEYS, VALUES, target)
        require(loss < goal, "the learned query does not fetch the target", expected=f"a loss below {goal}", got=loss)
    q, _ = _pair(submission.learn_query(KEYS, VALUES, target, np.zeros(2), 1.0, 80), "(q, history)")
    _, gradient = _pair(submission.loss_and_grad(q, KEYS, VALUES, target), "(loss, gradient)")
    loss, _ = _pair(submission.loss_and_grad(_array(q, 2) - _array(gradient, 2), KEYS, VALUES, target), "(loss, gradient)")
    expect(loss, history[81])  # the 81st step follows the gradient like the first


def check_whole_numbers_to_start_from(submission):
    """A start of whole numbers leads to the same query as the same start with decimal points."""
    for start in ([0, 0], [1, -1]):
        q, _ = _pair(submission.learn_query(KEYS, VALUES, np.array([4.0, 0.0]), np.array(start, dtype=float), 0.5, 5), "(q, history)")
        same, _ = _pair(submission.learn_query(KEYS, VALUES, np.array([4.0, 0.0]), np.array(start), 0.5, 5), "(q, history)")
        expect(same, _array(q, 2))


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """The start, the keys, the values and the target are left as they are, and the query returned is a new array."""
    K, V, target = _problem(draw)
    q = draw.normal(K.shape[1])
    return [
        call("learn_query", K, V, target, q, 0.1, 3),
        call("learn_query", K, V, target, q, 0.1, 0),
        call("loss_and_grad", q, K, V, target),
    ]
