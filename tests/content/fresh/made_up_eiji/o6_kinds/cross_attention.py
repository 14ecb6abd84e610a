# -*- coding: utf-8 -*-
from numpy import *
from o2_roles.project_all import project_qkv
from o3_weights.attention_matrix import sdpa


def cross_attention(X_tgt, X_src, W_Q, W_K, W_V, src_real=None):
    Q = matmul(X_tgt, W_Q)
    _, K, V = project_qkv(X_src, W_K, W_K, W_V)
    echt = full(shape(X_src)[:-1], True) if src_real is None else asarray(src_real)
    erlaubt = broadcast_to(echt[..., newaxis, :], (*Q.shape[:-1], K.shape[-2]))
    return sdpa(Q=Q, K=K, V=V, allowed=erlaubt)
