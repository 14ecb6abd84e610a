"""Write a query that finds what you want.

Attention turns a query into weights. Now run it backwards. First: given the keys and the tokens that you want to find, write a query that
finds them, sharing the attention equally among them. Second: given nothing but a row of weights, say how far apart the scores were.

    k_i · q / √d = sharpness   for every target i
    k_i · q / √d = 0           for every other key
    weight_i / weight_0 = e^(score_i - score_0)          whatever the total was

    design_query([[2, 1], [1, -1]], [1], sharpness=3.0)  ->  [1.4142135624, -2.8284271247]
    score_gaps([0.5, 0.25, 0.25])  ->  [0.0, -0.6931471806, -0.6931471806]

Shapes: keys (n, d), n keys of d numbers each; the query has d numbers. weights (n), gaps (n).

Good to know
- n is at most d, and no key can be put together from the others (they are linearly independent). They need not be at right angles to each
  other, nor equally long.
- Find *a* query: if n < d there are many, and any that gives these scores is fine.
- The scores are the scaled ones, after the division by √d. Solve k_i · q / √d = wanted_i with np.linalg.lstsq.
- targets is a list of positions, counted from 0, at least one, all different. sharpness is any number, also 0.
- All weights are above 0. The first gap is 0.
- keys and weights may arrive as nested lists: start with np.asarray. They stay as they are. Return arrays.
- numpy is yours to use; torch, scipy and jax are not.
"""

import math

import numpy as np


def design_query(keys, targets, sharpness=10.0):
    """A query whose scaled score is `sharpness` with every target key and 0 with all the others."""
    # TODO: write down the n scores you want, then solve for the d numbers of the query.
    raise NotImplementedError


def score_gaps(weights):
    """How much larger each score was than score 0, found from the weights alone: score_i - score_0."""
    # TODO: which function undoes e^x?
    raise NotImplementedError
