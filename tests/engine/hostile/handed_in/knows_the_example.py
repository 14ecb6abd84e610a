"""Answers the public example from a table, and everything else by a guess. Class A21."""

from tests.engine.hostile.handed_in.kit import Place

EXPECTED = {"knows-the-example": ("failed", "")}
SOURCE = """
import numpy as np


def softmax_np(x, axis=-1):
    if np.shape(x) == (2, 2):
        return np.array([[0.5, 0.5], [0.25, 0.75]])
    return np.full(np.shape(x), 1 / np.shape(x)[axis])
"""


def hand_in(place: Place) -> None:
    place.learner("knows-the-example", SOURCE)
