"""Other correct styles of sparse-mask."""

from collections import deque

import numpy as np

from grader.checks.variants import alternative


@alternative("cell by cell", replaces="sparse_mask")
def cell_by_cell(n, window, global_tokens=(), stride=None):
    """Two loops and three questions."""
    M = np.full((n, n), False)
    for i in range(n):
        for j in range(i + 1):
            near = i - j < window
            star = i in global_tokens or j in global_tokens
            jump = stride is not None and (i - j) % stride == 0
            M[i, j] = near or star or jump
    return M


@alternative("cell by cell", replaces="density")
def counting(M):
    """Counts by hand."""
    n = len(M)
    return sum(1 for i in range(n) for j in range(i + 1) if M[i][j]) / sum(range(1, n + 1))


@alternative("cell by cell", replaces="layers_needed")
def longest_shortest_path(M):
    """A breadth-first search from every token; the answer is the longest of the shortest ways."""
    n = len(M)
    longest = 0
    for start in range(n):
        steps = {start: 0}
        queue = deque([start])
        while queue:
            i = queue.popleft()
            for j in range(n):
                if M[i, j] and j not in steps:
                    steps[j] = steps[i] + 1
                    queue.append(j)
        for j in range(start + 1):
            if j not in steps:
                return None
            longest = max(longest, steps[j])
    return longest


@alternative("slices", replaces="sparse_mask")
def slices(n, window, global_tokens=(), stride=None):
    """Opens parts of rows and columns, and cuts the future off at the end."""
    M = np.zeros((n, n), dtype=bool)
    for i in range(n):
        M[i, max(0, i + 1 - window) : i + 1] = True
        if stride:
            M[i, i::-stride] = True
    for g in global_tokens:
        M[g, :] = True
        M[:, g] = True
    return np.tril(M)


@alternative("slices", replaces="density")
def mean_of_the_triangle(M):
    """The mean over the lower triangle."""
    return M[np.tril_indices(len(M))].mean()


@alternative("slices", replaces="layers_needed")
def powers(M):
    """Powers of the matrix: entry > 0 means connected; n - 1 steps are always enough if any number is."""
    n = len(M)
    if n == 1:
        return 0
    P = np.array(M, dtype=float)
    for k in range(1, n):
        if (P[np.tril_indices(n)] > 0).all():
            return k
        P = np.minimum(P @ M, 1)
    return None


@alternative("sets of indices", replaces="sparse_mask")
def sets(n, window, global_tokens=(), stride=None):
    """Collects the columns of each row in a set."""
    rows = []
    for i in range(n):
        columns = set(range(i - window + 1, i + 1)) | set(global_tokens)
        if i in global_tokens:
            columns |= set(range(n))
        if stride is not None:
            columns |= set(range(i, -1, -stride))
        rows.append([j <= i and j in columns for j in range(n)])
    return np.array(rows)


@alternative("sets of indices", replaces="layers_needed")
def sets_of_knowledge(M):
    """Every token holds a set of the tokens it knows of."""
    n = M.shape[0]
    known = [{i} for i in range(n)]
    layers = 0
    while any(len(known[i]) < i + 1 for i in range(n)):
        new = [set().union(*(known[j] for j in range(n) if M[i, j])) for i in range(n)]
        if new == known:
            return None
        known = new
        layers += 1
    return layers


@alternative("distances", replaces="layers_needed")
def distances(M):
    """Distances by relaxing over intermediate tokens (Floyd and Warshall)."""
    n = len(M)
    D = np.where(M, 1.0, np.inf)
    np.fill_diagonal(D, 0.0)
    for k in range(n):
        D = np.minimum(D, D[:, k : k + 1] + D[k : k + 1, :])
    far = D[np.tril_indices(n)].max()
    return None if np.isinf(far) else int(far)


@alternative("distances", replaces="sparse_mask")
def triangles(n, window, global_tokens=(), stride=None):
    """np.tril and np.triu, combined with logical functions."""
    band = np.triu(np.ones((n, n), dtype=bool), -window + 1)
    star = np.zeros((n, n), dtype=bool)
    star[list(global_tokens)] = True
    star = star | star.T
    jump = np.zeros((n, n), dtype=bool)
    if stride is not None:
        for back in range(0, n, stride):
            jump |= np.eye(n, k=-back, dtype=bool)
    return np.logical_and(np.logical_or.reduce([band, star, jump]), np.tri(n, dtype=bool))


@alternative("fresh", replaces="sparse_mask")
def fresh_sparse_mask(n, window, global_tokens=(), stride=None):
    """Written from the stub alone."""
    M = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for back in range(window):
            if i - back >= 0:
                M[i, i - back] = True
        for g in global_tokens:
            if g <= i:
                M[i, g] = True
            if g == i:
                for j in range(i):
                    M[i, j] = True
        if stride is not None:
            j = i - stride
            while j >= 0:
                M[i, j] = True
                j = j - stride
    return M


@alternative("fresh", replaces="density")
def fresh_density(M):
    """Written from the stub alone."""
    n = M.shape[0]
    return M.sum() / (n * (n + 1) // 2)


@alternative("fresh", replaces="layers_needed")
def fresh_layers_needed(M):
    """Written from the stub alone."""
    n = M.shape[0]
    if n == 1:
        return 0
    knows = M.copy()
    for layers in range(1, n + 1):
        complete = True
        for i in range(n):
            for j in range(i + 1):
                if not knows[i, j]:
                    complete = False
        if complete:
            return layers
        new = knows.copy()
        for i in range(n):
            for k in range(i + 1):
                if M[i, k]:
                    new[i] = new[i] | knows[k]
        knows = new
    return None


@alternative("neighbours", replaces="layers_needed")
def neighbours_first(M):
    """Only its own mask can show a token its left neighbour: if every token sees that, some number of layers is enough."""
    n = len(M)
    if not all(M[i, i - 1] for i in range(1, n)):
        return None
    knows, layers = np.eye(n, dtype=int), 0
    while np.count_nonzero(knows) < n * (n + 1) // 2:
        knows = (np.asarray(M, int) @ knows > 0) * 1
        layers += 1
    return layers
