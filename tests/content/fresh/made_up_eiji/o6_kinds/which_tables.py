# -*- coding: utf-8 -*-
from math import comb


class UnbekannteArt(ValueError):
    """Diese Art gibt es nicht."""


def table_facts(kind, n_src, n_tgt):
    match kind:
        case "self":
            z, s, offen = n_src, n_src, n_src**2
        case "masked self":
            z, s, offen = n_tgt, n_tgt, comb(n_tgt + 1, 2)
        case "cross":
            z, s, offen = n_tgt, n_src, n_tgt * n_src
        case _:
            raise UnbekannteArt(f"unbekannt: {kind}")
    return {"open cells": offen, "columns": s, "rows": z}


def sources(kind):
    table_facts(kind, 1, 1)
    a = "target" if "masked" in kind or kind == "cross" else "source"
    b = "target" if "masked" in kind else "source"
    return a, b, b
