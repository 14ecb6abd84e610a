"""Functions and iterators cross as handles, both ways; what they do on the other side is bounded and costs the right side."""

from __future__ import annotations

import itertools
import resource
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader import wire
from grader.checks.sandbox import Failure, FailureKind, LearnerError, Reply, Sandbox, encode_call
from tests.engine.untrusted.conftest import LIMITS, Open
from tests.engine.untrusted.test_calls import failure, value

SOURCE = """
    import numpy as np

    def apply(f, *args, **kwargs):
        return f(*args, **kwargs)

    def same(x):
        return x

    def make(scale):
        def layer(X):
            X *= scale
            return X.sum()
        return layer

    def take(source, n):
        return [item for item, _ in zip(source, range(n))]

    def count():
        n = 0
        while True:
            yield n
            n += 1

    def change_and_look(f, X):
        f(X)
        return X.tolist()

    def catch(f):
        try:
            return f()
        except KeyError as error:
            return ["caught", str(error)]

    def many(f, n):
        for _ in range(n):
            f()
        return n

    def deeper(f, n):
        return n if n == 0 else f(deeper, n - 1)

    def spin(x=0):
        while True:
            pass

    def fail(x=0):
        raise ValueError("mine")
    """


def test_a_trusted_function_is_called_over_the_wall(sandbox: Sandbox, open_child: Open) -> None:
    seen: list[Any] = []

    def layer(X: Any, *, scale: float) -> Any:
        seen.append(X)
        return X * scale

    reply = open_child(SOURCE, sandbox=sandbox).call("apply", (layer, np.ones(2)), {"scale": 3.0})

    assert value(reply).tolist() == [3.0, 3.0]
    assert isinstance(reply, Reply) and reply.handle_calls == 1
    assert len(seen) == 1


def test_a_handle_that_comes_home_is_the_function_itself(open_child: Open) -> None:
    child = open_child(SOURCE)

    assert value(child.call("same", (len,), {})) is len
    made = value(child.call("make", (2.0,), {}))
    assert value(child.call("apply", (made, np.ones(3)), {})) == 6.0


def test_what_a_trusted_function_changes_is_changed_in_the_child(open_child: Open) -> None:
    def clear(X: Any) -> None:
        X[0] = 9.0

    reply = open_child(SOURCE).call("change_and_look", (clear, np.zeros(2)), {})

    assert value(reply) == [9.0, 0.0]
    assert isinstance(reply, Reply) and reply.args[1].tolist() == [9.0, 0.0]


def test_a_learners_function_is_called_over_the_wall_and_changes_our_array(sandbox: Sandbox, open_child: Open) -> None:
    child = open_child(SOURCE, sandbox=sandbox)
    layer = value(child.call("make", (2.0,), {}))
    X = np.ones(3)

    assert layer(X) == 6.0
    assert X.tolist() == [2.0, 2.0, 2.0]


def test_a_generator_drawn_from_by_a_trusted_function_goes_on_in_the_child(open_child: Open) -> None:
    child = open_child("def both(f, rng):\n    return [f(rng), float(rng.random())]")
    here = np.random.default_rng(8)

    assert value(child.call("both", (lambda rng: float(rng.random()), np.random.default_rng(8)), {})) == [here.random(), here.random()]


def test_an_exception_of_ours_reaches_the_learner_as_that_exception(open_child: Open) -> None:
    child = open_child(SOURCE)

    def broken() -> None:
        raise KeyError("k")

    assert value(child.call("catch", (broken,), {})) == ["caught", "\"'k'\""]
    told = failure(child.call("apply", (lambda: 1 / 0,), {}))
    assert (told.kind, told.exception, told.message) == (FailureKind.RAISED, "ZeroDivisionError", "division by zero")
    assert child.is_alive


def test_what_our_function_cannot_return_is_told_to_the_learner(open_child: Open) -> None:
    child = open_child(SOURCE)

    assert failure(child.call("apply", (lambda: object(),), {})).kind is FailureKind.RAISED
    assert child.is_alive


def test_an_exception_of_a_learners_function_reaches_us_as_a_learner_error(open_child: Open) -> None:
    fail = value(open_child(SOURCE).call("same", (1,), {}))
    child = open_child(SOURCE + "\n    def give(): return fail\n")
    fail = value(child.call("give", (), {}))

    with pytest.raises(LearnerError) as caught:
        fail()

    assert (caught.value.failure.kind, caught.value.failure.message) == (FailureKind.RAISED, "mine")
    assert child.is_alive


def test_a_learners_exception_passes_through_our_function_as_what_it_was(open_child: Open) -> None:
    child = open_child("""
        def fail(): raise LookupError("mine")
        def work(f):
            try:
                return f(fail)
            except LookupError as error:
                return ["caught", str(error)]
        """)

    assert value(child.call("work", (lambda f: f(),), {})) == ["caught", "mine"]


def test_iterators_are_pulled_one_item_at_a_time(sandbox: Sandbox, open_child: Open) -> None:
    pulled: list[int] = []

    def numbers() -> Iterator[int]:
        for number in itertools.count():
            pulled.append(number)
            yield number

    child = open_child(SOURCE, sandbox=sandbox)

    assert value(child.call("take", (numbers(), 3), {})) == [0, 1, 2]
    assert len(pulled) <= 4
    assert list(itertools.islice(value(child.call("count", (), {})), 4)) == [0, 1, 2, 3]


def test_our_time_is_not_the_learners(open_child: Open) -> None:
    child = open_child(SOURCE, limits=replace(LIMITS, call_wall_s=1.0))

    assert value(child.call("apply", (lambda: time.sleep(1.5),), {})) is None


def test_a_call_cannot_take_our_memory(open_child: Open) -> None:
    def table(X: Any) -> float:
        return float((X @ X.T).sum())

    child = open_child("""
        import numpy as np
        def work(f, n):
            return f(np.ones((n, 1)))
        """)
    before = resource.getrlimit(resource.RLIMIT_AS)
    told = failure(child.call("work", (table, 40_000), {}))

    assert (told.kind, told.exception) == (FailureKind.OUT_OF_MEMORY, "MemoryError")
    assert value(child.call("work", (table, 100), {})) == 10_000
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_what_does_not_fit_into_a_collecting_call_leaves_the_next_call_alone(open_child: Open) -> None:
    child = open_child("def collect(items): return len(list(items))", limits=replace(LIMITS, memory_bytes=48 << 20))

    told = failure(child.call("collect", ((np.ones(40_000) for _ in range(300)),), {}))

    assert (told.kind, told.exception) == (FailureKind.OUT_OF_MEMORY, "MemoryError")
    assert value(child.call("collect", (iter([1.0, 2.0]),), {})) == 2


def test_a_call_cannot_keep_us_busy_for_ever(open_child: Open) -> None:
    child = open_child(SOURCE, limits=replace(LIMITS, served_wall_s=1.0))

    assert value(child.call("many", (lambda: time.sleep(0.01), 3), {})) == 3
    assert failure(child.call("many", (lambda: time.sleep(0.05), 100), {})).kind is FailureKind.TIMED_OUT


def test_all_calls_together_cannot_keep_us_busy_for_ever_either(open_child: Open) -> None:
    child = open_child(SOURCE, limits=replace(LIMITS, served_wall_s=1.0, total_served_s=1.5))

    ended = [child.call("many", (lambda: time.sleep(0.05), 12), {}) for _ in range(4)]

    kinds = [each.kind if isinstance(each, Failure) else "fine" for each in ended]
    assert (kinds[0], kinds[-2:]) == ("fine", [FailureKind.TIMED_OUT, FailureKind.DEAD])


def test_a_learners_function_that_loops_inside_ours_ends_the_call(open_child: Open) -> None:
    child = open_child(SOURCE + "\n    def hand_over(f): return f(spin)\n", limits=replace(LIMITS, call_cpu_s=0.2))
    told = failure(child.call("hand_over", (lambda f: f(),), {}))

    assert told.kind is FailureKind.TIMED_OUT
    assert not child.is_alive


def test_calls_inside_calls_are_capped(open_child: Open) -> None:
    child = open_child(SOURCE, limits=replace(LIMITS, nesting=8))

    def bounce(f: Any, n: int) -> Any:
        return f(bounce, n)

    assert value(child.call("deeper", (bounce, 3), {})) == 0
    told = failure(child.call("deeper", (bounce, 20), {}))
    assert told.kind is FailureKind.TIMED_OUT
    assert "too many calls" in told.message


def test_the_number_of_calls_over_the_wall_is_capped(open_child: Open) -> None:
    child = open_child(SOURCE, limits=replace(LIMITS, handle_calls=50, call_cpu_s=2.0))

    assert value(child.call("many", (lambda: None, 50), {})) == 50
    assert failure(child.call("many", (lambda: None, 51), {})).kind is FailureKind.TIMED_OUT


def test_an_interruption_of_ours_passes_through_and_ends_the_child(open_child: Open) -> None:
    child = open_child(SOURCE)

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        child.call("apply", (interrupted,), {})

    assert failure(child.call("same", (1,), {})).kind is FailureKind.DEAD


def test_handles_cannot_be_encoded_for_many_children() -> None:
    with pytest.raises(wire.Unsupported):
        encode_call((len,), {})


def test_functions_of_a_needed_module_are_handles(sandbox: Sandbox, open_child: Open) -> None:
    calls: list[float] = []

    def softmax_np(x: float) -> float:
        calls.append(x)
        return x / 2

    child = open_child(
        "from level.softmax_rows import softmax_np\ndef use(x): return softmax_np(x) + 1",
        sandbox=sandbox,
        handles={"level.softmax_rows": {"softmax_np": softmax_np}},
    )

    assert value(child.call("use", (4.0,), {})) == 3.0
    assert calls == [4.0]


def test_a_second_child_can_stand_behind_a_handle(open_child: Open) -> None:
    solution = open_child("def double(f, x):\n    return 2 * f(x)")

    def double(f: Any, x: float) -> Any:
        return value(solution.call("double", (f, x), {}))

    child = open_child(
        "from level.tools import double\ndef half(x): return x / 2\ndef use(x): return double(half, x)",
        handles={"level.tools": {"double": double}},
    )

    assert value(child.call("use", (6.0,), {})) == 6.0


def test_a_learners_thread_cannot_use_the_wall(open_child: Open) -> None:
    child = open_child("""
        import threading
        def work(f):
            told = []
            def run():
                try: f()
                except RuntimeError as error: told.append(str(error))
            thread = threading.Thread(target=run)
            thread.start()
            thread.join()
            return told
        """)

    assert value(child.call("work", (lambda: 1,), {})) == ["this function can only be called from the main thread"]


def test_a_dead_childs_function_says_so(open_child: Open) -> None:
    child = open_child(SOURCE)
    layer = value(child.call("make", (1.0,), {}))
    child.close()

    with pytest.raises(LearnerError) as caught:
        layer(np.ones(1))

    assert caught.value.failure == Failure(FailureKind.DEAD)


def test_no_name_of_a_function_of_ours_is_told(open_child: Open) -> None:
    def place_matters(x: object) -> object:
        return x

    program = """
        def named(f):
            return [f.__name__, f.__qualname__]

        def misused(f):
            try:
                f()
            except TypeError as error:
                return str(error)
    """
    child = open_child(program)

    assert value(child.call("named", (place_matters,), {})) == ["function", "function"]
    assert "place_matters" not in value(child.call("misused", (place_matters,), {}))
