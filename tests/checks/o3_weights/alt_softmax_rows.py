"""Other correct styles of softmax-rows."""

import functools
import math

import numpy as np

from grader.checks.variants import alternative


@alternative("apply_along_axis", replaces="softmax_np")
def softmax_along(x, axis=-1):
    """A softmax for one row, applied along the axis."""
    x = np.asarray(x)
    dtype = x.dtype if x.dtype.kind == "f" else np.float64

    def one(row):
        top = row.max()
        if top == -np.inf:
            return np.zeros(len(row))
        powers = np.exp(row.astype(np.float64) - top)
        return powers / powers.sum()

    return np.apply_along_axis(one, axis, x).astype(dtype)


@alternative("log-sum-exp", replaces="softmax_np")
def softmax_logsumexp(x, axis=-1):
    """e^(x - logsumexp), with a total of 0 set aside."""
    x = np.array(x)
    if x.dtype.kind != "f":
        x = x.astype("float64")
    m = np.amax(x, axis=axis, keepdims=True)
    m[m == -np.inf] = 0
    total = np.sum(np.exp(x - m), axis=axis, keepdims=True)
    nothing = total == 0
    total[nothing] = 1
    return np.exp(x - m - np.log(total))


@alternative("plain lists and recursion", replaces="softmax_np")
def softmax_recursive(x, axis=-1):
    """Turns the axis to the end, then goes down the nested lists."""
    x = np.asarray(x)
    dtype = np.float32 if x.dtype == np.float32 else np.float64

    def down(part):
        if isinstance(part[0], list):
            return [down(inner) for inner in part]
        top = max(part)
        if top == -math.inf:
            return [0.0 for _ in part]
        powers = [math.exp(value - top) for value in part]
        total = math.fsum(powers)
        return [power / total for power in powers]

    turned = np.swapaxes(x, axis, -1)
    return np.swapaxes(np.array(down(turned.tolist()), dtype=dtype), axis, -1)


@alternative("masked array", replaces="softmax_np")
def softmax_masked(x, axis=-1):
    """numpy.ma leaves the blocked scores out of maximum and total."""
    x = np.asarray(x)
    if not np.issubdtype(x.dtype, np.floating):
        x = x * 1.0
    table = np.ma.masked_array(x, mask=np.isneginf(x))
    powers = np.ma.exp(table - table.max(axis=axis, keepdims=True))
    weights = powers / powers.sum(axis=axis, keepdims=True)
    return np.ma.filled(weights, 0).astype(x.dtype)


@alternative("nan repaired afterwards", replaces="softmax_np")
def softmax_nan_to_num(x, axis=-1):
    """The plain formula; what came out as nan is set to 0."""
    x = np.asarray(x)
    x = x.astype(np.result_type(x.dtype, np.float32)) if x.dtype.kind == "f" else x.astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        w = np.exp(x - x.max(axis, keepdims=True))
        w /= w.sum(axis, keepdims=True)
    w[np.isnan(w)] = 0
    return w


@alternative("tiny safety term", replaces="softmax_np")
def softmax_tiny(x, axis=-1):
    """A maximum no lower than the smallest float, and a total no lower than a tiny number."""
    x = np.asarray(x)
    if x.dtype.kind in "iub":
        x = x.astype(float)
    lowest = np.finfo(x.dtype).min
    e = np.exp(x - np.maximum(x.max(axis=axis, keepdims=True), lowest))
    return e / np.maximum(e.sum(axis=axis, keepdims=True), 1e-30)


@alternative("in place on an own copy", replaces="softmax_np")
def softmax_own_copy(x, axis=-1):
    """One copy, then every step writes into it."""
    out = np.array(x, copy=True)
    if out.dtype != np.float32:
        out = out.astype(np.float64)
    blocked = out == -np.inf
    out[blocked] = 0
    low = np.where(blocked, -np.inf, out).max(axis=axis, keepdims=True)
    out -= np.where(low > -np.inf, low, 0)
    out[blocked] = -np.inf
    np.exp(out, out=out)
    total = out.sum(axis=axis, keepdims=True)
    np.divide(out, total, out=out, where=total > 0)
    return out


@alternative("reduce and expand_dims", replaces="softmax_np")
def softmax_reduce(x, axis=-1):
    """Slices along the axis, folded together two at a time."""
    x = np.asarray(x) + np.float32(0) if np.asarray(x).dtype == np.float32 else np.asarray(x, float)
    slices = list(np.moveaxis(x, axis, 0))
    top = functools.reduce(np.maximum, slices)
    top = np.where(np.isfinite(top), top, 0).astype(x.dtype)
    powers = [np.exp(part - top) for part in slices]
    total = functools.reduce(np.add, powers)
    weights = [np.where(total > 0, power / np.where(total > 0, total, 1), 0) for power in powers]
    return np.stack(weights, axis=axis).astype(x.dtype)


@alternative("loop over all positions", replaces="softmax_np")
def softmax_ndindex(x, axis=-1):
    """np.ndindex over everything but the axis."""
    x = np.asarray(x)
    axis = axis % x.ndim
    result = np.zeros(x.shape, dtype=np.float32 if x.dtype == np.float32 else float)
    front, back = x.shape[:axis], x.shape[axis + 1 :]
    for i in np.ndindex(*front):
        for j in np.ndindex(*back):
            where = (*i, slice(None), *j)
            row = [float(v) for v in x[where]]
            m = max(row)
            if m == float("-inf"):
                continue
            e = [math.exp(v - m) for v in row]
            result[where] = [v / sum(e) for v in e]
    return result


class RowWise:
    """A helper somebody might write: keeps shape and dtype, works on a flat list of rows."""

    def __init__(self, x, axis):
        self.x = np.asarray(x)
        self.out_dtype = np.dtype("float32") if str(self.x.dtype) == "float32" else np.dtype("float64")
        self.last = np.moveaxis(self.x, axis, self.x.ndim - 1)
        self.rows = self.last.reshape((-1, self.last.shape[-1])).astype("float64")

    def weights(self):
        done = []
        for row in self.rows:
            good = row[row != -np.inf]
            if len(good) == 0:
                done.append(np.zeros(len(row)))
                continue
            powers = np.array([np.exp(v - good.max()) if v != -np.inf else 0.0 for v in row])
            done.append(powers / powers.sum())
        return np.vstack(done)


@alternative("fresh", replaces="softmax_np")
def softmax_fresh(x, axis=-1):
    """From the text alone, clumsily: a class, rows one by one, the axis moved there and back."""
    helper = RowWise(x, axis)
    table = helper.weights().reshape(helper.last.shape)
    return np.array(np.moveaxis(table, -1, axis), dtype=helper.out_dtype)
