import math

import numpy as np


from o3_weights.softmax_rows import softmax_np


def loss_and_grad(q, K, V, target):
    n, d = K.shape
    d_v = V.shape[1]
    scores = np.zeros(n)
    for i in range(n):
        for j in range(d):
            scores[i] += K[i, j] * q[j]
        scores[i] = scores[i] / math.sqrt(d)
    w = softmax_np(scores)
    output = np.zeros(d_v)
    for i in range(n):
        for c in range(d_v):
            output[c] += w[i] * V[i, c]
    loss = 0.0
    error = np.zeros(d_v)
    for c in range(d_v):
        error[c] = output[c] - target[c]
        loss += 0.5 * error[c] ** 2
    pull = np.zeros(n)
    for i in range(n):
        for c in range(d_v):
            pull[i] += V[i, c] * error[c]
    mean_pull = 0.0
    for i in range(n):
        mean_pull += w[i] * pull[i]
    grad = np.zeros(d)
    for i in range(n):
        push = w[i] * (pull[i] - mean_pull)
        for j in range(d):
            grad[j] += push * K[i, j] / math.sqrt(d)
    return float(loss), grad


def learn_query(K, V, target, q0, lr=1.0, steps=300):
    q = np.array(q0, dtype=float)
    history = []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - lr * grad
    history.append(loss_and_grad(q, K, V, target)[0])
    return q, history
