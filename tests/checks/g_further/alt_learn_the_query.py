"""Other correct styles of learn-the-query."""

import math

import numpy as np

from grader.checks.variants import alternative


@alternative("with the Jacobian", replaces="loss_and_grad")
def jacobian(q, K, V, target):
    """The full table of softmax derivatives."""
    d = q.shape[0]
    s = K @ q / np.sqrt(d)
    w = np.exp(s - np.max(s))
    w = w / np.sum(w)
    J = np.diag(w) - np.outer(w, w)
    g = w @ V - target
    return 0.5 * np.sum(g**2), K.T @ (J @ (V @ g)) / np.sqrt(d)


@alternative("with the Jacobian", replaces="learn_query")
def history_first(K, V, target, q0, lr=1.0, steps=300):
    """Starts the list with the loss of q0."""
    q = q0.astype(np.float64)
    history = [loss_and_grad(q, K, V, target)[0]]
    while len(history) <= steps:
        q = q - lr * loss_and_grad(q, K, V, target)[1]
        history += [loss_and_grad(q, K, V, target)[0]]
    return [q, history]


@alternative("plain loops", replaces="loss_and_grad")
def loops(q, K, V, target):
    """Sums written out."""
    n, d = K.shape
    d_v = V.shape[1]
    scores = [sum(K[i][a] * q[a] for a in range(d)) / math.sqrt(d) for i in range(n)]
    top = max(scores)
    exps = [math.exp(s - top) for s in scores]
    w = [e / sum(exps) for e in exps]
    out = [sum(w[i] * V[i][c] for i in range(n)) for c in range(d_v)]
    loss = sum((out[c] - target[c]) ** 2 for c in range(d_v)) / 2
    grad = np.zeros(d)
    for a in range(d):
        for i in range(n):
            dw = w[i] * (K[i][a] - sum(w[j] * K[j][a] for j in range(n))) / math.sqrt(d)
            for c in range(d_v):
                grad[a] += (out[c] - target[c]) * V[i][c] * dw
    return loss, grad


@alternative("plain loops", replaces="learn_query")
def in_place_on_a_copy(K, V, target, q0, lr=1.0, steps=300):
    """Changes a float copy in place."""
    q = np.zeros(len(q0))
    q += q0
    history = []
    for step in range(steps + 1):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(float(loss))
        if step < steps:
            q -= lr * grad
    return q, history


@alternative("centred keys", replaces="loss_and_grad")
def centred(q, K, V, target):
    """The derivative of an average is a covariance: keys around their mean, times the pull of each value."""
    root = len(q) ** 0.5
    s = (K * q).sum(axis=1) / root
    w = np.exp(s - np.logaddexp.reduce(s))
    mean_key = np.average(K, axis=0, weights=w)
    output = (w[:, None] * V).sum(axis=0)
    pull = (V - output) @ (output - target)
    return np.float64(((output - target) ** 2).sum() / 2), (w * pull) @ (K - mean_key) / root


@alternative("einsum", replaces="loss_and_grad")
def einsums(q, K, V, target):
    """einsum for every sum."""
    scale = 1 / math.sqrt(q.size)
    s = np.einsum("nd,d->n", K, q) * scale
    e = np.exp(s - s.max())
    w = e / e.sum()
    g = np.einsum("n,nv->v", w, V) - target
    J = np.einsum("i,ij->ij", w, np.eye(len(w))) - np.einsum("i,j->ij", w, w)
    return np.einsum("v,v->", g, g) / 2, np.einsum("v,iv,ij,jd->d", g, V, J, K) * scale


@alternative("recursion", replaces="learn_query")
def recursion(K, V, target, q0, lr=1.0, steps=300):
    """One step, then the rest."""
    q = np.asarray(q0, dtype=float)
    loss, grad = loss_and_grad(q, K, V, target)
    if steps == 0:
        return q.copy(), [loss]
    last, rest = learn_query(K, V, target, q - lr * grad, lr, steps - 1)
    return last, [loss, *rest]


@alternative("fresh", replaces="loss_and_grad")
def fresh_loss_and_grad(q, K, V, target):
    """Written from the stub alone."""
    q = np.array(q, dtype=float)
    d = len(q)
    s = K.dot(q) / math.sqrt(d)
    s = s - s.max()
    e = np.exp(s)
    w = e / sum(e)
    out = w.dot(V)
    error = out - target
    loss = 0.5 * sum(error * error)
    n = len(w)
    grad_w = np.zeros(n)
    for i in range(n):
        grad_w[i] = sum(error * V[i])
    grad_s = np.zeros(n)
    for j in range(n):
        for i in range(n):
            if i == j:
                grad_s[j] += grad_w[i] * w[i] * (1 - w[i])
            else:
                grad_s[j] -= grad_w[i] * w[i] * w[j]
    grad = np.zeros(d)
    for j in range(n):
        grad = grad + grad_s[j] * K[j] / math.sqrt(d)
    return loss, grad


@alternative("fresh", replaces="learn_query")
def fresh_learn_query(K, V, target, q0, lr=1.0, steps=300):
    """Written from the stub alone."""
    q = 1.0 * q0
    losses = []
    for step in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        losses.append(loss)
        q = q - grad * lr
    loss, grad = loss_and_grad(q, K, V, target)
    losses.append(loss)
    return q, losses
