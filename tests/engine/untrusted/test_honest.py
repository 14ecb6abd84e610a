"""Honest work needs no file: everything on the allowed list runs inside a locked child."""

from __future__ import annotations

from typing import Any

import pytest

from grader.checks.sandbox import Failure, FailureKind, Program, Reply, Sandbox
from grader.untrusted import modules
from tests.engine.untrusted.conftest import LIMITS, Open

WORK = {
    "linear algebra": """
        import numpy as np
        def work():
            a = np.random.default_rng(0).normal(size=(40, 40))
            u, s, vt = np.linalg.svd(a)
            return bool(np.allclose(u * s @ vt, a) and np.allclose(np.linalg.inv(a) @ a, np.eye(40)) and np.isfinite(np.linalg.det(a)))
        """,
    "least squares and eigenvalues": """
        import numpy as np
        def work():
            a = np.arange(12.0).reshape(4, 3) + np.eye(4, 3)
            return len(np.linalg.lstsq(a, np.ones(4), rcond=None)) == 4 and np.linalg.eigvalsh(a.T @ a).shape == (3,)
        """,
    "einsum, fft, polynomials and masked arrays": """
        import numpy as np
        from numpy.polynomial import Polynomial
        def work():
            x = np.arange(8.0)
            ok = np.allclose(np.fft.ifft(np.fft.fft(x)).real, x) and np.einsum("i,i->", x, x) == 140
            return bool(ok and Polynomial([1, 2])(3) == 7 and np.ma.masked_less(x, 3).count() == 5)
        """,
    "numpy's legacy random numbers": """
        import numpy as np
        def work():
            np.random.seed(3)
            return np.random.permutation(4).tolist() == [3, 1, 0, 2] and np.random.rand(2).shape == (2,)
        """,
    "numpy's own tests and printing": """
        import numpy as np
        def work():
            np.testing.assert_allclose(np.ones(3), 1)
            return str(np.array2string(np.eye(2))) == "[[1. 0.]\\n [0. 1.]]" and repr(np.float64(2)) == "np.float64(2.0)"
        """,
    "sliding windows and strides": """
        import numpy as np
        from numpy.lib.stride_tricks import sliding_window_view
        def work(): return sliding_window_view(np.arange(5), 3).shape == (3, 3)
        """,
    "warnings": """
        import warnings
        import numpy as np
        def work():
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                np.log(np.zeros(1))
            return len(seen) == 1
        """,
    "a warning that is shown": """
        import numpy as np
        def work(): return bool(np.isinf(-np.log(np.zeros(1)))[0])
        """,
    "dataclasses, enums and typing": """
        from __future__ import annotations
        import dataclasses, enum, typing
        @dataclasses.dataclass(frozen=True, slots=True)
        class Point:
            x: float
            kind: typing.Optional[str] = None
        class Colour(enum.Enum):
            RED = 1
        def work(): return Point(1.0) == Point(1.0) and Colour(1) is Colour.RED
        """,
    "collections, heaps and functools": """
        import collections, functools, heapq, itertools, operator
        def work():
            heap = [3, 1, 2]
            heapq.heapify(heap)
            return heapq.heappop(heap) == 1 and functools.reduce(operator.add, range(4)) == 6 and collections.Counter("aab")["a"] == 2
        """,
    "random, statistics and fractions": """
        import random, statistics
        from decimal import Decimal
        from fractions import Fraction
        def work():
            random.seed(1)
            return 0 <= random.random() < 1 and statistics.mean([1, 2]) == 1.5 and Fraction(Decimal("0.5")) == Fraction(1, 2)
        """,
    "dates and times": """
        import datetime, time
        def work():
            then = datetime.datetime.strptime("2024-02-29", "%Y-%m-%d")
            return then.strftime("%d") == "29" and time.localtime(0).tm_year == 1970 and time.strptime("1", "%H").tm_hour == 1
        """,
    "text": """
        import json, re, string, textwrap, unicodedata
        def work():
            return json.loads(json.dumps({"a": [1.5, None]})) == {"a": [1.5, None]} and unicodedata.name("é").startswith("LATIN") \\
                and re.findall(r"\\w+", "a b") == ["a", "b"] and "é".encode("latin-1") == b"\\xe9" and textwrap.dedent(" a") == "a"
        """,
    "files in memory": """
        import io
        import numpy as np
        def work():
            room = io.BytesIO()
            np.save(room, np.arange(3))
            room.seek(0)
            return np.load(room).tolist() == [0, 1, 2] and np.loadtxt(io.StringIO("1 2")).tolist() == [1, 2]
        """,
    "threads": """
        import threading
        def work():
            seen = []
            threads = [threading.Thread(target=seen.append, args=(n,)) for n in range(8)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
            return sorted(seen) == list(range(8))
        """,
    "tracebacks": """
        import traceback
        def work():
            try:
                1 / 0
            except ZeroDivisionError:
                return "ZeroDivisionError" in traceback.format_exc()
        """,
    "inspection": """
        import inspect
        def helper(a, b=2): ...
        def work(): return str(inspect.signature(helper)) == "(a, b=2)"
        """,
    "copies": """
        import copy
        def work():
            value = {"a": [1, {2}]}
            return copy.deepcopy(value) == value and copy.deepcopy(value)["a"] is not value["a"]
        """,
    "garbage collection": """
        import gc
        def work(): return gc.collect() >= 0
        """,
    "logging": """
        import logging
        def work():
            logging.warning("note %s", 1)
            return True
        """,
    "unit tests in the file": """
        import unittest
        class TestIt(unittest.TestCase):
            def test_it(self): self.assertEqual(1, 1)
        def work(): return unittest.defaultTestLoader.loadTestsFromTestCase(TestIt).run(unittest.TestResult()).wasSuccessful()
        """,
    "arrays that grow a lot": """
        import numpy as np
        def work(): return float((np.ones((1500, 1500)) @ np.ones(1500)).sum()) == 1500.0 ** 2
        """,
}


@pytest.mark.parametrize("name", WORK)
def test_honest_work_runs_in_a_locked_child(open_child: Open, name: str) -> None:
    answer: Any = open_child(WORK[name]).call("work", (), {})

    assert isinstance(answer, Reply), answer
    assert answer.value is True


def test_every_allowed_module_can_be_imported(open_child: Open) -> None:
    names = sorted(modules.ALLOWED - {"__future__"})
    child = open_child("\n".join(f"import {name}" for name in names) + "\ndef work(): return True\n")

    assert isinstance(child.call("work", (), {}), Reply)


def test_a_star_brings_in_what_every_allowed_module_offers(open_child: Open) -> None:
    names = sorted(modules.ALLOWED - {"__future__"})
    child = open_child(
        "\n".join(f"from {name} import *" for name in names) + "\ndef work(): return [einsum.__name__, linalg.__name__, sqrt.__name__]\n"
    )

    answer: Any = child.call("work", (), {})

    assert isinstance(answer, Reply), answer
    assert answer.value == ["einsum", "numpy.linalg", "sqrt"]


def test_what_is_preloaded_exists_on_this_python() -> None:
    late = {"_pydatetime"} | {name for name in modules.PRELOADED.split() if name.startswith("numpy.")}

    assert set(modules.preload()) <= late


def test_a_forbidden_module_is_refused_by_name_and_others_are_named(forked: Sandbox) -> None:
    program = Program("m", b"import math\nimport numpy as np\n", "m.py", forbidden=frozenset({"numpy"}))
    with forked.spawn(program, LIMITS) as child:
        told = child.load()

    assert isinstance(told, Failure)
    assert (told.kind, told.exception, told.lines) == (FailureKind.NOT_ALLOWED, "ModuleNotFoundError", (2,))
    assert told.message.startswith("numpy cannot be imported in this exercise. These can: m, math, ")
    assert " math" in told.message and " numpy," not in told.message


def test_another_module_of_the_submissions_folders_is_refused_and_those_there_are_named(open_child: Open) -> None:
    child = open_child(
        "def work():\n    from level.later import half\n    return half", others={"level.tools": b"def third(x): return x / 3"}
    )
    told = child.call("work", (), {})

    assert isinstance(told, Failure)
    assert told.kind is FailureKind.NOT_ALLOWED
    assert told.message.startswith("level.later cannot be imported here. These can: level.tools, ")


def test_an_import_that_may_fail_may_fail(open_child: Open) -> None:
    child = open_child("try:\n    import matplotlib\nexcept ImportError:\n    matplotlib = None\ndef work(): return matplotlib")

    assert isinstance(child.call("work", (), {}), Reply)


def test_further_modules_of_a_submission_are_imported_when_asked_for(open_child: Open) -> None:
    child = open_child(
        "from level.tools import half\ndef work(x): return half(x)",
        others={"level.tools": b"import numpy as np\ndef half(x): return x / 2", "level.unused": b"1 / 0"},
    )
    answer = child.call("work", (3.0,), {})

    assert isinstance(answer, Reply) and answer.value == 1.5


MADE_FROM_BUILT_IN = """
    import collections, enum
    class Side(enum.StrEnum):
        SOURCE = "source"
    class Kind(str, enum.Enum):
        SELF = "self"
    class Size(enum.IntEnum):
        WIDE = 64
    class Vector(list):
        def __iter__(self): return iter("something else")
    class Share(float):
        def __str__(self): return "much"
    Pair = collections.namedtuple("Pair", "output weights")
    def work():
        bill = collections.Counter(cells=3)
        return Pair([Side.SOURCE, Kind.SELF, Size.WIDE], (Vector([1.0]), Share(0.5))), collections.OrderedDict(a=1), bill
    """


def test_a_value_of_a_kind_made_from_a_built_in_one_is_what_it_holds(open_child: Open) -> None:
    answer: Any = open_child(MADE_FROM_BUILT_IN).call("work", (), {})

    assert isinstance(answer, Reply), answer
    assert answer.value == ((["source", "self", 64], ([1.0], 0.5)), {"a": 1}, {"cells": 3})
