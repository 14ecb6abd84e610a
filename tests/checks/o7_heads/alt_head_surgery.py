"""Other correct styles of head-surgery."""

import math

import numpy as np

from grader.checks.variants import alternative


@alternative("shifted identity", replaces="previous_token_head")
def shifted(vocab, n_max, sharpness=20.0):
    """np.eye with an offset, stacked under zeros."""
    top = np.zeros((vocab, n_max))
    W_Q = np.vstack([top, np.eye(n_max, k=-1) * sharpness * n_max**0.5])
    W_K = np.vstack([top, np.eye(n_max)])
    W_V = np.eye(vocab + n_max, vocab)
    return W_Q, W_K, W_V


@alternative("shifted identity", replaces="pronoun_head")
def reshaped(is_pronoun, is_noun, sharpness=20.0):
    """reshape to columns."""
    return (np.array(is_pronoun).reshape(-1, 1) * sharpness, np.reshape(is_noun, (-1, 1)), np.identity(len(is_noun)))


@alternative("keys ask, shared factor", replaces="previous_token_head")
def shared(vocab, n_max, sharpness=20.0):
    """The factor is split evenly between queries and keys, and the key is the one that is shifted."""
    root = math.sqrt(sharpness * math.sqrt(n_max))
    d = vocab + n_max
    W_Q, W_K, W_V = np.zeros((d, n_max)), np.zeros((d, n_max)), np.zeros((d, vocab))
    for p in range(n_max):
        W_Q[vocab + p, p] = root
    for p in range(n_max - 1):
        W_K[vocab + p, p + 1] = root
    for w in range(vocab):
        W_V[w, w] = 1
    return [W_Q, W_K, W_V]


@alternative("keys ask, shared factor", replaces="pronoun_head")
def factor_in_the_keys(is_pronoun, is_noun, sharpness=20.0):
    """The nouns' keys hold the factor."""
    n = len(is_pronoun)
    W_Q, W_K = np.zeros((n, 1)), np.zeros((n, 1))
    for w in range(n):
        if is_pronoun[w]:
            W_Q[w, 0] = 1
        if is_noun[w]:
            W_K[w, 0] = sharpness
    return W_Q, W_K, np.diag(np.ones(n))


@alternative("a rotated code for positions", replaces="previous_token_head")
def rotated(vocab, n_max, sharpness=20.0):
    """Positions are coded by any orthonormal rows, here from a QR of cosines."""
    code = np.linalg.qr(np.cos(np.outer(np.arange(1, n_max + 1), np.arange(1, n_max + 1))) + 3 * np.eye(n_max))[0]
    W_Q = np.zeros((vocab + n_max, n_max))
    W_Q[vocab + 1 :] = sharpness * math.sqrt(n_max) * code[:-1]
    W_K = np.concatenate([np.zeros((vocab, n_max)), code])
    W_V = np.concatenate([np.eye(vocab), np.zeros((n_max, vocab))])
    return W_Q, W_K, W_V


@alternative("a rotated code for positions", replaces="pronoun_head")
def minus_everywhere(is_pronoun, is_noun, sharpness=20.0):
    """All other words get a negative key; only differences count."""
    W_Q = np.array([[sharpness if flag else 0.0] for flag in is_pronoun])
    W_K = np.array([[0.0 if flag else -1.0] for flag in is_noun])
    return W_Q, W_K, np.eye(len(is_noun))


@alternative("lists turned into arrays", replaces="previous_token_head")
def from_lists(vocab, n_max, sharpness=20.0):
    """List comprehensions all the way; whole numbers where they are."""
    s = sharpness * math.sqrt(n_max)
    words, places = range(vocab), range(n_max)
    W_Q = [[0] * n_max for _ in words] + [[s if c == p - 1 else 0 for c in places] for p in places]
    W_K = [[0] * n_max for _ in words] + [[1 if c == p else 0 for c in places] for p in places]
    W_V = [[int(w == c) for c in words] for w in words] + [[0] * vocab for _ in places]
    return np.array(W_Q), np.array(W_K), np.array(W_V)


@alternative("fresh", replaces="previous_token_head")
def fresh_previous_token_head(vocab, n_max, sharpness=20.0):
    """Written from the stub alone."""
    d = vocab + n_max
    d_k = n_max
    W_Q = np.zeros((d, d_k))
    W_K = np.zeros((d, d_k))
    W_V = np.zeros((d, vocab))
    for position in range(n_max):
        for other in range(n_max):
            if other == position:
                W_K[vocab + position][other] = 1
            if other == position - 1:
                W_Q[vocab + position][other] = sharpness * np.sqrt(d_k)
    for word in range(vocab):
        W_V[word][word] = 1
    return W_Q, W_K, W_V


@alternative("fresh", replaces="pronoun_head")
def fresh_pronoun_head(is_pronoun, is_noun, sharpness=20.0):
    """Written from the stub alone."""
    W_Q = []
    W_K = []
    for p in is_pronoun:
        W_Q.append([p * sharpness])
    for q in is_noun:
        W_K.append([q])
    return np.array(W_Q), np.array(W_K), np.eye(len(is_pronoun))
