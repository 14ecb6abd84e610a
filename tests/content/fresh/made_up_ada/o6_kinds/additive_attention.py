import numpy as np


from o3_weights.softmax_rows import softmax_np


def additive_attention(s, H, W, U, v):
    s = np.asarray(s, dtype=float)
    H = np.asarray(H, dtype=float)
    W = np.asarray(W, dtype=float)
    U = np.asarray(U, dtype=float)
    v = np.asarray(v, dtype=float)
    front = s.shape[:-1]
    n, d_h = H.shape
    HU = H @ U
    weights = np.zeros(front + (n,))
    context = np.zeros(front + (d_h,))
    for place in np.ndindex(front):
        projected = s[place] @ W
        scores = np.zeros(n)
        for j in range(n):
            for c in range(len(v)):
                scores[j] += v[c] * np.tanh(projected[c] + HU[j, c])
        w = softmax_np(scores)
        for j in range(n):
            weights[place + (j,)] = w[j]
            for c in range(d_h):
                context[place + (c,)] += w[j] * H[j, c]
    return context, weights
