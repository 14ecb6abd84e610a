"""Sparse, but connected.

A window alone makes news travel slowly. Sparse patterns add a few far-reaching cells to it: some global tokens that everybody sees, or a
stride, by which every token also sees the ones s, 2s, 3s, … steps back. Such a mask has few open cells, and still a handful of stacked
layers carries information from every token to every later one. Build the mask, measure how sparse it is, and count the layers.

    sparse_mask(3, 2)  ->  [[True, False, False], [True, True, False], [False, True, True]]
    sparse_mask(4, 1, global_tokens=(1,))[3].tolist()  ->  [False, True, False, True]
    sparse_mask(4, 1, stride=2)[3].tolist()  ->  [False, True, False, True]
    density(sparse_mask(4, 1))  ->  0.4
    layers_needed(sparse_mask(4, 2))  ->  3

The mask is True where token i may look at token j. It is always causal: j <= i. A cell is open if at least one of these rules opens it:
- window: token i sees itself and the window - 1 tokens before it (1 <= window; it may be larger than n)
- global_tokens: a list or tuple of positions, counted from 0. Every later token sees a global token; a global token sees every earlier one.
- stride s: token i also sees i - s, i - 2s, i - 3s, …

Good to know
- density: the open cells of the mask, divided by the number of cells that a causal mask leaves open, n(n+1)/2.
- layers_needed: in one layer a token learns what the tokens it sees know. How many layers with this mask are needed until every token
  knows something of every earlier one? One layer is enough if all causal cells are open. A single token needs 0 layers. If no number of
  layers is enough, the answer is None. Masks given to it are causal and have an open diagonal.
- sparse_mask returns an array of bools. Masks given to you stay as they are.
- numpy is yours to use; torch, scipy and jax are not.
"""

import numpy as np


def sparse_mask(n, window, global_tokens=(), stride=None):
    """The causal bool array (n, n) that joins window, global tokens and stride."""
    # TODO: draw all three patterns for n = 6 first. Each rule is a table of its own; how do you join them?
    raise NotImplementedError


def density(M):
    """The share of the causal cells that are open."""
    # TODO: which cells count below the line?
    raise NotImplementedError


def layers_needed(M):
    """How many stacked layers connect every token to every earlier one; None if no number does."""
    # TODO: from the cells that are connected after k layers, work out those after k + 1. When can you stop?
    raise NotImplementedError
