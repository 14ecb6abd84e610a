from collections import OrderedDict, namedtuple
from enum import Enum, StrEnum


class Side(StrEnum):
    SOURCE = "source"
    TARGET = "target"


class Kind(Enum):
    SELF = "self"
    MASKED = "masked self"
    CROSS = "cross"


Roles = namedtuple("Roles", "queries keys values")


def sources(kind):
    k = Kind(kind)  # an unknown kind is a ValueError here
    asks = Side.SOURCE if k is Kind.SELF else Side.TARGET
    answers = Side.TARGET if k is Kind.MASKED else Side.SOURCE
    return Roles(asks, answers, answers)


def table_facts(kind, n_src, n_tgt):
    size = {Side.SOURCE: n_src, Side.TARGET: n_tgt}
    q, k, _ = sources(kind)
    facts = OrderedDict()
    facts["rows"], facts["columns"] = size[q], size[k]
    facts["open cells"] = sum(range(1, n_tgt + 1)) if Kind(kind) is Kind.MASKED else size[q] * size[k]
    return facts
