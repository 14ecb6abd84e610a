import numpy as np


def softmax_np(x, axis=-1):
    x = np.asarray(x)
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(np.float64)
    moved = np.moveaxis(x, axis, -1)
    result = np.zeros(moved.shape, dtype=x.dtype)
    if x.size == 0:
        return np.zeros(x.shape, dtype=x.dtype)
    # go through every row, whatever stands in front
    for place in np.ndindex(moved.shape[:-1]):
        row = moved[place]
        largest = row[0]
        for j in range(len(row)):
            if row[j] > largest:
                largest = row[j]
        if largest == -np.inf:
            continue
        powers = np.zeros(len(row), dtype=x.dtype)
        total = x.dtype.type(0)
        for j in range(len(row)):
            powers[j] = np.exp(row[j] - largest)
            total += powers[j]
        for j in range(len(row)):
            result[place + (j,)] = powers[j] / total
    return np.moveaxis(result, -1, axis).copy()
