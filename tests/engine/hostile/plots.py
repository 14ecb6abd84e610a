"""Imports a plotting library. Class F111."""

import matplotlib.pyplot as plt


def attack(bait):
    plt.show()
