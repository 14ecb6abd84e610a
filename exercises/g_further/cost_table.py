"""The bill for long texts.

Every token attends to every token, so the table of a text of n tokens has n × n cells. Work out the bill for one layer: the cells, the
memory they take, and the multiplications for the table and for the projections. Then see what a window saves, at which length the table
costs as much as everything else, and how much memory the keys and values of a long conversation need.

    attention    = 2 · cells · d       multiplications: scores and blend, one each per cell and number
    projections  = 4 · n · d²          multiplications: W_Q, W_K, W_V and W_O
    bytes        = cells · bytes_per   bytes_per: bytes per stored number

    cost_row(6, 4, window=3)  ->  {"cells": 15, "bytes": 30, "attention": 120, "projections": 384}
    crossover(512)  ->  1024
    kv_cache_bytes(32, 32, 128, 4096)  ->  2147483648

Good to know
- Without a window the table is full: n² cells. With a window it is causal as well: a token sees itself and the window - 1 tokens before
  it, so the i-th token (counted from 1) has min(i, window) cells. A window may be longer than the text.
- crossover(d): the number of tokens at which attention and projections cost the same, without a window.
- A cache holds one key and one value for every token, in every layer and every head that keeps its own. kv_heads counts these heads;
  several query heads may share one of them. d_head is the length of one key, and of one value.
- All results are whole numbers. Plain Python: no numpy here.
"""


def cost_row(n, d, window=None, bytes_per=2):
    """The bill for n tokens of d numbers: a dict with cells, bytes, attention and projections."""
    # TODO: draw the table for n = 6 and window = 3, and count the open cells of every row.
    raise NotImplementedError


def crossover(d):
    """The text length at which attention costs as many multiplications as the projections."""
    # TODO: set the two formulas equal, with n² cells, and solve for n.
    raise NotImplementedError


def kv_cache_bytes(layers, kv_heads, d_head, n, bytes_per=2):
    """The memory that the keys and values of n tokens need."""
    # TODO: how many numbers are kept for one token?
    raise NotImplementedError
