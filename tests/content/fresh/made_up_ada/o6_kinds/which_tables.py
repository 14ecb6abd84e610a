def table_facts(kind, n_src, n_tgt):
    if kind == "self":
        return {"rows": n_src, "columns": n_src, "open cells": n_src * n_src}
    if kind == "masked self":
        count = n_tgt * (n_tgt + 1) // 2
        return {"rows": n_tgt, "columns": n_tgt, "open cells": count}
    if kind == "cross":
        return {"rows": n_tgt, "columns": n_src, "open cells": n_tgt * n_src}
    raise ValueError("unknown kind")


def sources(kind):
    if kind == "self":
        return ("source", "source", "source")
    if kind == "masked self":
        return ("target", "target", "target")
    if kind == "cross":
        return ("target", "source", "source")
    raise ValueError("unknown kind")
