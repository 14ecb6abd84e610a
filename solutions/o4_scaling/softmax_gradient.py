"""Saturated means stuck: how much weights move when scores move."""

import math

import numpy as np
from o3_weights.softmax_rows import softmax_np


def softmax_jacobian(scores):
    """The n × n table of derivatives: entry i, j says how fast weight i grows when score j grows."""
    w = softmax_np(scores)
    return np.diag(w) - np.outer(w, w)  # w_i (1 - w_i) on the diagonal, -w_i w_j beside it


def gradient_size(query, keys, factor, scale=True):
    """The largest derivative, sign left aside, at the scores of factor times the query, divided by √d_k if scale."""
    scores = factor * np.dot(keys, query)
    if scale:
        scores = scores / math.sqrt(len(query))
    return np.abs(softmax_jacobian(scores)).max()
