import numpy as np


def best_column(row):
    best = 0
    for j in range(len(row)):
        if row[j] > row[best]:
            best = j
    return best


def align(A, tgt_words, src_words, floor=0.0):
    pairs = []
    for i in range(len(tgt_words)):
        j = best_column(A[i])
        if A[i][j] >= floor:
            pairs.append((tgt_words[i], src_words[j]))
        else:
            pairs.append((tgt_words[i], None))
    return pairs


def crossings(A):
    chosen = []
    for row in A:
        chosen.append(best_column(row))
    count = 0
    for i in range(len(chosen)):
        for k in range(i + 1, len(chosen)):
            if chosen[i] > chosen[k]:
                count += 1
    return count
