"""Other correct styles of split-and-join."""

import numpy as np

from grader.checks.variants import alternative


@alternative("slices", replaces="split_heads")
def split_slices(X, h):
    """One slice per head, stacked."""
    X = np.array(X)
    d = X.shape[-1]
    if d % h:
        raise ValueError(f"{d} is not a multiple of {h}")
    k = d // h
    return np.stack([X[..., i * k : (i + 1) * k] for i in range(h)], axis=-3)


@alternative("slices", replaces="join_heads")
def join_slices(Y):
    """One head after the other, concatenated."""
    Y = np.array(Y)
    return np.concatenate([Y[..., i, :, :] for i in range(Y.shape[-3])], axis=-1)


@alternative("np.split", replaces="split_heads")
def split_np_split(X, h):
    """np.split, which raises ValueError by itself."""
    return np.stack(np.split(np.asarray(X), h, axis=-1), axis=-3)


@alternative("np.split", replaces="join_heads")
def join_moveaxis(Y):
    """moveaxis and reshape with -1."""
    Y = np.moveaxis(np.asarray(Y), -3, -2)
    return Y.reshape(*Y.shape[:-2], -1)


@alternative("loops into zeros", replaces="split_heads")
def split_loops(X, h):
    """Fills an array of zeros number by number; a batch is taken apart by recursion."""
    X = np.asarray(X, dtype=float)
    if X.ndim > 2:
        return np.array([split_heads(sentence, h) for sentence in X])
    n, d = X.shape
    if d % h != 0:
        raise ValueError("no")
    out = np.zeros((h, n, d // h))
    for i in range(n):
        for j in range(d):
            out[j // (d // h), i, j % (d // h)] = X[i, j]
    return out


@alternative("loops into zeros", replaces="join_heads")
def join_loops(Y):
    """The same backwards."""
    Y = np.asarray(Y, dtype=float)
    if Y.ndim > 3:
        return np.array([join_heads(one) for one in Y])
    h, n, k = Y.shape
    out = np.zeros((n, h * k))
    for head in range(h):
        for i in range(n):
            for j in range(k):
                out[i, head * k + j] = Y[head][i][j]
    return out


@alternative("transpose with computed axes", replaces="split_heads")
def split_transpose(X, h):
    """Lists all axes and swaps two of them; relies on reshape to raise."""
    X = np.asarray(X)
    X = X.reshape(X.shape[:-1] + (h, X.shape[-1] // h))
    axes = list(range(X.ndim))
    axes[-3], axes[-2] = axes[-2], axes[-3]
    return X.transpose(axes)


@alternative("transpose with computed axes", replaces="join_heads")
def join_transpose(Y):
    """The same swap, then a contiguous copy."""
    Y = np.asarray(Y)
    axes = list(range(Y.ndim))
    axes[-3], axes[-2] = axes[-2], axes[-3]
    Y = np.ascontiguousarray(Y.transpose(axes))
    return Y.reshape(Y.shape[:-2] + (Y.shape[-2] * Y.shape[-1],))


@alternative("einsum", replaces="split_heads")
def split_einsum(X, h):
    """einsum only swaps the axes."""
    X = np.asarray(X)
    if X.shape[-1] % h != 0:
        raise ValueError("h must divide d")
    return np.einsum("...nhk->...hnk", X.reshape(*X.shape[:-1], h, -1)).copy()


@alternative("einsum", replaces="join_heads")
def join_einsum(Y):
    """einsum, then one reshape."""
    Z = np.einsum("...hnk->...nhk", np.asarray(Y))
    return Z.reshape(*Z.shape[:-2], Z.shape[-2] * Z.shape[-1])


@alternative("nested lists", replaces="split_heads")
def split_lists(X, h):
    """Plain lists for two axes, np.array at the end."""
    X = np.asarray(X)
    if X.ndim > 2:
        return np.stack([split_heads(part, h) for part in X])
    width = len(X[0])
    if width / h != width // h:
        raise ValueError("these heads do not fit")
    step = width // h
    return np.array([[list(row)[start : start + step] for row in X] for start in range(0, width, step)])


@alternative("nested lists", replaces="join_heads")
def join_lists(Y):
    """zip goes through the heads' rows of one token."""
    Y = np.asarray(Y)
    if Y.ndim > 3:
        return np.stack([join_heads(part) for part in Y])
    return np.array([np.hstack(rows) for rows in zip(*Y)])


@alternative("fresh", replaces="split_heads")
def fresh_split_heads(X, h):
    """Written from the stub alone."""
    X = np.asarray(X)
    shape = list(X.shape)
    d = shape.pop()
    n = shape.pop()
    if d % h > 0:
        raise ValueError("d must be a multiple of h")
    k = int(d / h)
    out = np.empty(shape + [h, n, k], dtype=X.dtype)
    for head in range(h):
        for token in range(n):
            for place in range(k):
                out[..., head, token, place] = X[..., token, head * k + place]
    return out


@alternative("fresh", replaces="join_heads")
def fresh_join_heads(Y):
    """Written from the stub alone."""
    Y = np.asarray(Y)
    h, n, k = Y.shape[-3], Y.shape[-2], Y.shape[-1]
    result = np.zeros(Y.shape[:-3] + (n, h * k), dtype=Y.dtype)
    start = 0
    for head in range(h):
        result[..., start : start + k] = Y[..., head, :, :]
        start += k
    return result
