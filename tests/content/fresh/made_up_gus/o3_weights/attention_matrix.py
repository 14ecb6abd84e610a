import numpy as np
import math
from functools import wraps


def floats(f):
    @wraps(f)
    def inner(*args, **kwargs):
        args = [np.asfortranarray(a) if np.asarray(a).dtype == np.float32 else np.asfortranarray(a, dtype=float) for a in args[:3]] + list(args[3:])
        return f(*args, **kwargs)

    return inner


@floats
def sdpa(Q, K, V, allowed=None):
    """Vectorised with a signature; a batch at a time by np.vectorize."""
    if allowed is None:
        allowed = True
    allowed = np.broadcast_to(allowed, Q.shape[:-1] + K.shape[-2:-1])
    one = np.vectorize(_one, signature="(q,d),(k,d),(k,v),(q,k)->(q,v),(q,k)")
    out, A = one(Q, K, V, allowed)
    return out, A


def _one(q, k, v, ok):
    s = np.array([[float(a @ b) / math.sqrt(len(a)) if o else -math.inf for b, o in zip(k, r)] for a, r in zip(q, ok)])
    rows = []
    for r in s.reshape(len(q), len(k)):
        m = max(r)
        e = [math.exp(x - m) if m > -math.inf else 0.0 for x in r]
        rows.append([x / (sum(e) or 1) for x in e])
    A = np.array(rows).astype(np.result_type(q, k, v))
    return A @ v, A
