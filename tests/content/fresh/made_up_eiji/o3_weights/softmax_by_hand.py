# -*- coding: utf-8 -*-
"""log-sum-exp: ln of the weights first."""
import math as μ

MINUS_UNENDLICH = -μ.inf


def softmax(xs: list[float], *, ε: float = 0.0) -> list[float]:
    assert isinstance(xs, (list, tuple))
    if not any(x > MINUS_UNENDLICH for x in xs):
        return [0.0 for _ in xs]
    größte = sorted(xs)[-1]
    lse = größte + μ.log(sum(μ.exp(x - größte) for x in xs))
    gewichte = [μ.exp(x - lse) for x in xs]
    Σ = μ.fsum(gewichte)
    return [w / Σ for w in gewichte]
