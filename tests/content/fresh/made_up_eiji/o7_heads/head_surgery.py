# -*- coding: utf-8 -*-
from numpy import *


def previous_token_head(vocab, n_max, sharpness=20.0):
    """Der Schlüssel wird verschoben, nicht die Frage; minus mal minus."""
    pos = eye(vocab + n_max)[:, vocab:]
    return -pos, -sharpness * sqrt(n_max) * roll(pos, 1, axis=1) * (arange(n_max) > 0), eye(vocab + n_max)[:, :vocab]


def pronoun_head(is_pronoun, is_noun, sharpness=20.0):
    """Andere Wörter bekommen überall denselben Punktestand, aber nicht 0: die Schlüssel liegen bei 3 und 4."""
    return sharpness * atleast_2d(is_pronoun).T, 3.0 + atleast_2d(is_noun).T, identity(size(is_noun))
