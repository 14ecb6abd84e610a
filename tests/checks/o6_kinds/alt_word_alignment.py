"""Other correct styles of word-alignment."""

from itertools import combinations

import numpy as np

from grader.checks.variants import alternative


@alternative("loops", replaces="align")
def loops(A, tgt_words, src_words, floor=0.0):
    result = []
    for i in range(len(tgt_words)):
        best = 0
        for j in range(1, len(src_words)):
            if A[i][j] > A[i][best]:
                best = j
        if A[i][best] < floor:
            result.append((tgt_words[i], None))
        else:
            result.append((tgt_words[i], src_words[best]))
    return result


@alternative("loops", replaces="crossings")
def crossing_loops(A):
    best = [list(row).index(max(row)) for row in A]
    count = 0
    for k in range(len(best)):
        for i in range(k):
            if best[i] > best[k]:
                count += 1
    return count


@alternative("lists of lists", replaces="align")
def lists(A, tgt_words, src_words, floor=0.0):
    rows = A.tolist()
    return [[word, src_words[row.index(max(row))] if max(row) >= floor else None] for word, row in zip(tgt_words, rows)]


@alternative("lists of lists", replaces="crossings")
def triangle(A):
    best = A.argmax(axis=-1)
    return np.triu(best[:, None] > best[None, :], 1).sum()


@alternative("words as an array", replaces="align")
def vectorised(A, tgt_words, src_words, floor=0.0):
    best = A.argmax(1)
    names = [src_words[b] for b in best]
    keep = A.max(1) >= floor
    return [(t, n if k else None) for t, n, k in zip(tgt_words, names, keep)]


@alternative("words as an array", replaces="crossings")
def with_combinations(A):
    return len([1 for a, b in combinations(np.argmax(A, 1), 2) if a > b])


@alternative("a generator and max with a key", replaces="align")
def with_generator(A, tgt_words, src_words, floor=0.0):
    def pairs():
        for row, word in zip(A, tgt_words):
            weight, j = max((w, -j) for j, w in enumerate(row))
            yield word, (None if weight < floor else src_words[-j])

    return list(pairs())


@alternative("a generator and max with a key", replaces="crossings")
def by_sorting(A):
    def count(values):
        if len(values) < 2:
            return values, 0
        half = len(values) // 2
        (left, a), (right, b) = count(values[:half]), count(values[half:])
        return sorted(left + right), a + b + sum(x > y for x in left for y in right)

    return int(count([int(x) for x in np.argmax(A, axis=1)])[1])


@alternative("fresh", replaces="align")
def fresh_align(A, tgt_words, src_words, floor=0.0):
    answer = []
    for i in range(A.shape[0]):
        biggest = -1
        where = None
        for j in range(A.shape[1]):
            if A[i, j] > biggest:
                biggest = A[i, j]
                where = j
        if biggest >= floor:
            answer.append((tgt_words[i], src_words[where]))
        else:
            answer.append((tgt_words[i], None))
    return answer


@alternative("fresh", replaces="crossings")
def fresh_crossings(A):
    words = [str(j) for j in range(A.shape[1])]
    chosen = [int(word) for _, word in align(A, [""] * A.shape[0], words)]
    count = 0
    for i in range(len(chosen)):
        for k in range(len(chosen)):
            if i < k and chosen[i] > chosen[k]:
                count += 1
    return count
