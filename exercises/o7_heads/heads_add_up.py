"""Heads add up.

Joining the heads end to end and multiplying by W_O can be read in another way. The numbers of head i meet only their own rows of W_O, so
every head writes its own part of the result, and the parts are added. That makes heads separable: you can look at what one of them
writes, or switch it off and see what is missing. This is how researchers find out what a head does, and that many hardly matter.

    (o_0, o_1, …, o_(h-1) joined) W_O  =  o_0 W_O[rows of head 0] + o_1 W_O[rows of head 1] + …

    head_contributions([[2.0, 3.0]], np.eye(2), np.eye(2), np.eye(2), [[1, 1], [10, 0]], 2)  ->  [[[2.0, 2.0]], [[30.0, 0.0]]]
    ablate([[2.0, 3.0]], np.eye(2), np.eye(2), np.eye(2), [[1, 1], [10, 0]], 2, [0])  ->  [[30.0, 0.0]]

(A single token attends only to itself, so head 0 finds 2 and head 1 finds 3; the rows of W_O do the rest.)

Good to know
- This is self-attention of X (n, d), with four matrices (d, d); h divides d, and head i has the numbers i·d/h to (i+1)·d/h - 1.
- head_contributions gives (h, n, d). Its sum over the heads is the output of multi_head.
- ablate leaves out the contributions of the heads in off, a list of head numbers counted from 0, and changes nothing else. No head off
  gives the output of multi_head; all heads off gives zeros (n, d).
- allowed is a mask (n, n) of bools as in multi_head: True = may look, None = everything.
- multi_head is yours to use (what does it return when W_O is the identity?), and so is numpy; torch, scipy and jax are not.
- Return arrays; all inputs stay as they are.
"""

import numpy as np
from o7_heads.multi_head import multi_head


def head_contributions(X, W_Q, W_K, W_V, W_O, h, allowed=None):
    """What each head writes into the result: (h, n, d)."""
    # TODO: which rows of W_O are multiplied by the numbers of head i?
    raise NotImplementedError


def ablate(X, W_Q, W_K, W_V, W_O, h, off, allowed=None):
    """The output (n, d) without the contributions of the heads in off."""
    # TODO: add up what is left.
    raise NotImplementedError
