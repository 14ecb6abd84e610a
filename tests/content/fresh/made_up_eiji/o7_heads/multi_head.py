# -*- coding: utf-8 -*-
from numpy import *
from o7_heads.split_and_join import *
from o3_weights.softmax_rows import softmax_np as weich


def multi_head(X_q, X_kv, W_Q, W_K, W_V, W_O, h, allowed=None):
    if shape(W_Q)[-1] // h * h != shape(W_Q)[-1]:
        raise ValueError
    Q, K, V = (split_heads(matmul(X, W), h) for X, W in ((X_q, W_Q), (X_kv, W_K), (X_kv, W_V)))
    S = einsum("...qd,...kd->...qk", Q, K) / sqrt(Q.shape[-1])
    if allowed is not None:
        S = where(allowed, S, -inf)
    A = weich(S)
    return matmul(join_heads(matmul(A, V)), W_O), A
