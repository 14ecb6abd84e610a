from dataclasses import dataclass
from enum import Enum

import numpy as np


class Scale(str, Enum):
    ROOT = "sqrt(d_k)"
    NONE = "none"
    WIDTH = "d_k"
    MODEL = "sqrt(d_model)"
    COUNT = "sqrt(n)"
    INVERTED = "inverted"


@dataclass
class Suspect:
    scale: Scale
    number: float


def recover_divisor(Q, K, A):
    """The pair whose raw scores lie furthest apart, over all rows."""
    raw = np.matmul(Q, K.T)
    spread = np.ptp(raw, axis=1)
    i = int(np.argmax(spread))
    hi, lo = np.argmax(raw[i]), np.argmin(raw[i])
    return (raw[i, hi] - raw[i, lo]) / (np.log(A[i, hi]) - np.log(A[i, lo]))


def name_the_scale(Q, K, A, d_model):
    d_k = Q.shape[1]
    c = recover_divisor(Q, K, A)
    all_ = [
        Suspect(Scale.ROOT, d_k**0.5),
        Suspect(Scale.NONE, 1),
        Suspect(Scale.WIDTH, d_k),
        Suspect(Scale.MODEL, d_model**0.5),
        Suspect(Scale.COUNT, len(K) ** 0.5),
        Suspect(Scale.INVERTED, d_k**-0.5),
    ]
    return sorted(all_, key=lambda s: abs(s.number - c))[0].scale.value
