"""Try this: triple the query.

The lesson asks what happens to the weights when the query [2, 1] becomes [6, 3]: all scores triple. Write a function for any factor, one
for the "temperature" that language models use for the same thing, and one that measures in bits how spread out the weights are.

    sharpen       softmax of the scaled scores of factor · q
    temperature   softmax of (the scaled scores of q, each divided by T)
    entropy_bits  the sum of w · log2(1/w) over all weights; a weight of 0 adds 0

    sharpen([2, 0], [[1.0986123, 1], [0, 1]], 0.7071067812)  ->  [0.75, 0.25]
    temperature([2, 0], [[1.0986123, 1], [0, 1]], 1.4142135624)  ->  [0.75, 0.25]
    entropy_bits([0.5, 0.25, 0.25])  ->  1.5

Shapes: query (d_k), keys (n, d_k), as lists; weights are a list of n numbers.

Good to know
- Scaled scores are those of one-query: q · k / √d_k.
- factor may be any number: 0 makes all weights equal, and a negative one turns the ranking round. Above 0 the ranking never changes. T is
  above 0. Factor c does the same as temperature 1/c.
- Factors of 100 000 must work: attend_one and its softmax can do that.
- Return lists of weights, and one number for the entropy. The lists that you are given stay as they are.
- Plain Python: the math module is yours to use, numpy is not.
"""

import math

from o3_weights.one_query import attend_one


def sharpen(query, keys, factor):
    """The weights of factor times the query: a list of one weight per key."""
    # TODO: does the factor come before or after the softmax?
    raise NotImplementedError


def temperature(query, keys, T):
    """The weights when every scaled score is divided by T before the softmax."""
    # TODO: which factor does the same?
    raise NotImplementedError


def entropy_bits(weights):
    """How spread out the weights are, in bits: 0 when one has everything, log2(n) when all n are equal."""
    # TODO: add up w · log2(1/w), and mind the weights that are 0.
    raise NotImplementedError
