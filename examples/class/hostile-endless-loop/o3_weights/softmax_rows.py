"""Endless loop that catches everything."""

import numpy as np


def softmax_np(x, axis=-1):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
