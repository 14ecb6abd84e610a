# -*- coding: utf-8 -*-
from numpy import *


def align(A, tgt_words, src_words, floor=0.0):
    wörter = array([*src_words, None], dtype=object)
    wo = where(amax(A, axis=1) >= floor, argmax(A, axis=1), -1)
    return list(zip(tgt_words, wörter[wo]))


def crossings(A):
    c = argmax(A, axis=-1)
    return count_nonzero(triu(greater.outer(c, c)))
