"""What crosses in a call: values, arguments as they stand afterwards, aliases, prints, failures with their lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader import wire
from grader.checks.sandbox import Failure, FailureKind, Loaded, Program, Reply, Sandbox, encode_call
from tests.engine.untrusted.conftest import LIMITS, Open


def value(answer: Any) -> Any:
    assert isinstance(answer, Reply), answer
    return answer.value


def failure(answer: Any) -> Failure:
    assert isinstance(answer, Failure), answer
    return answer


SOURCE = """
    import numpy as np

    calls = 0

    def double(x):
        global calls
        calls += 1
        print("call", calls)
        return x * 2

    def grow(items, *, by):
        items.append(by)

    def draw(rng):
        return rng.normal(size=3)
    """


def test_a_value_comes_back_with_what_was_printed(sandbox: Sandbox, open_child: Open) -> None:
    child = open_child(SOURCE, sandbox=sandbox)

    first, second = child.call("double", (np.arange(3.0),), {}), child.call("double", ("ab",), {})

    assert value(first).tolist() == [0.0, 2.0, 4.0]
    assert value(second) == "abab"
    assert (first.printed, second.printed) == ("call 1\n", "call 2\n")  # type: ignore[union-attr]


def test_load_tells_the_functions_that_the_module_defines(forked: Sandbox) -> None:
    source = b"import numpy as np\nfrom math import exp\nprint('hi')\ndef f(): ...\nclass C: ...\ndef _g(): ...\nx = 3\n"
    with forked.spawn(Program("m", source, "m.py"), LIMITS) as child:
        loaded = child.load()

    assert isinstance(loaded, Loaded)
    assert loaded.names == ("f", "C")
    assert loaded.printed == "hi\n"


def test_arguments_come_back_as_they_stand_after_the_call(sandbox: Sandbox, open_child: Open) -> None:
    child = open_child(SOURCE, sandbox=sandbox)
    items = [1, 2]

    changed, unchanged = child.call("grow", (items,), {"by": 3}), child.call("double", (items,), {})

    assert isinstance(changed, Reply) and isinstance(unchanged, Reply)
    assert (changed.args_changed, changed.args, changed.kwargs) == (True, ([1, 2, 3],), {"by": 3})
    assert (unchanged.args_changed, unchanged.args, unchanged.kwargs) == (False, ([1, 2],), {})
    assert items == [1, 2]


def test_encoded_arguments_give_the_same_and_can_be_sent_to_many_children(open_child: Open) -> None:
    payload = encode_call((np.eye(2),), {})
    replies = [open_child(SOURCE).call_encoded("double", payload) for _ in range(2)]

    assert all(value(reply).tolist() == [[2.0, 0.0], [0.0, 2.0]] for reply in replies)
    assert all(isinstance(reply, Reply) and reply.args[0].tolist() == [[1.0, 0.0], [0.0, 1.0]] for reply in replies)


def test_a_generator_draws_the_same_there_and_its_state_comes_back(sandbox: Sandbox, open_child: Open) -> None:
    child = open_child(SOURCE, sandbox=sandbox)
    reply = child.call("draw", (np.random.default_rng(3),), {})
    here = np.random.default_rng(3)

    assert isinstance(reply, Reply) and reply.args_changed
    assert reply.value.tolist() == here.normal(size=3).tolist()
    assert reply.args[0].random() == here.random()


@pytest.mark.parametrize(
    ("body", "pairs"),
    [
        ("return table", {("result", "args[0]")}),
        ("return [table['a'], list(table['b'])]", {("result[0]", "args[0]['a']")}),
        ("row = [1.0]\n        return [row, row]", {("result[1]", "result[0]")}),
        ("return x[1:]", {("result", "args[1]")}),
        ("return x.T, x + 0", {("result[0]", "args[1]")}),
        ("return {'k': x.reshape(-1)}", {("result['k']", "args[1]")}),
        ("return [list(row) for row in table.values()], x.copy()", set()),
        ("return np.concatenate([x, x])", set()),
        ("return 1.0", set()),
    ],
)
def test_results_that_share_memory_with_arguments_are_told(open_child: Open, body: str, pairs: set[tuple[str, str]]) -> None:
    child = open_child(f"""
    import numpy as np
    def work(table, x):
        {body}
    """)
    reply = child.call("work", ({"a": [1.0, 2.0], "b": [3.0]}, np.arange(4.0).reshape(2, 2)), {})

    assert isinstance(reply, Reply)
    assert reply.aliases == pairs


def test_results_that_share_memory_with_earlier_ones_are_told(open_child: Open) -> None:
    child = open_child("""
    import numpy as np
    room = np.zeros(9)
    def view(n): return room[:n]
    def own(n): return room[:n].copy()
    """)
    replies = [child.call(name, (3,), {}) for name in ("view", "own", "view", "own")]
    unasked = child.call("view", (3,), {}, want_args=False)

    assert all(isinstance(reply, Reply) for reply in (*replies, unasked))
    assert [reply.aliases for reply in replies] == [set(), set(), {("result", "earlier[0]")}, set()]
    assert unasked.aliases == set()


FAILING = """
    import numpy as np

    def outer(x):
        scale = 3
        return inner(x, scale)

    def inner(x, scale):
        weights = np.ones((2, 3))
        raise ValueError("no " + str(scale))

    class Odd(Exception): pass
    class SizeError(ValueError): pass

    def odd(): raise Odd("mine")
    def sizes(): raise SizeError("2 and 3")
    def singular(): np.linalg.inv([[0.0]])
    def missing_key(): return {}["a"]
    def todo(): raise NotImplementedError("later")
    def late(): import scipy
    def returns_object(): return object()
    number = 4
    """


def test_a_failure_tells_the_lines_and_locals_of_the_learners_own_file(sandbox: Sandbox, open_child: Open) -> None:
    told = failure(open_child(FAILING, sandbox=sandbox).call("outer", (1,), {}))

    assert (told.kind, told.exception, told.message) == (FailureKind.RAISED, "ValueError", "no 3")
    assert told.lines == (6, 10)
    assert dict(told.locals) == {"x": "1", "scale": "3", "weights": "array (2, 3) f8 [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]"}


@pytest.mark.parametrize(
    ("function", "kind", "exception", "message"),
    [
        ("odd", FailureKind.RAISED, "another exception", "Odd: mine"),
        ("sizes", FailureKind.RAISED, "ValueError", "SizeError: 2 and 3"),
        ("singular", FailureKind.RAISED, "ValueError", "LinAlgError: Singular matrix"),
        ("missing_key", FailureKind.RAISED, "KeyError", "'a'"),
        ("todo", FailureKind.TODO, "NotImplementedError", "later"),
        ("late", FailureKind.NOT_ALLOWED, "ModuleNotFoundError", "scipy cannot be imported here"),
        ("returns_object", FailureKind.UNSUPPORTED, "", "a value of type object cannot be handed over"),
        ("nothing_like_it", FailureKind.MISSING, "", "there is no function nothing_like_it"),
        ("number", FailureKind.MISSING, "", "number is not a function"),
    ],
)
def test_each_failure_has_its_kind(open_child: Open, function: str, kind: FailureKind, exception: str, message: str) -> None:
    child = open_child(FAILING)
    told = failure(child.call(function, (), {}))

    assert (told.kind, told.exception) == (kind, exception)
    assert told.message.startswith(message)
    assert child.is_alive


def test_a_syntax_error_tells_its_line_and_no_path(forked: Sandbox) -> None:
    with forked.spawn(Program("m", b"x = 1\ny = (\n", "m.py"), LIMITS) as child:
        told = failure(child.load())
        after = failure(child.call("f", (), {}))

    assert (told.kind, told.exception, told.lines) == (FailureKind.SYNTAX, "SyntaxError", (2,))
    assert told.message == "'(' was never closed"
    assert after.kind is FailureKind.DEAD


@pytest.mark.parametrize(("body", "name"), [("return x", "coroutine"), ("yield x", "async_generator")])
def test_an_async_function_is_told_as_that(open_child: Open, body: str, name: str) -> None:
    told = failure(open_child(f"async def f(x):\n    {body}\n").call("f", (1,), {}))

    assert told.kind is FailureKind.UNSUPPORTED
    assert told.message == f"a {name} is no value: it is what a function with `async def` gives; write `def` in place of it"


RIGHT = "x = 1\ny = 'größe'\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (RIGHT.encode("latin-1"), 2),
        (("# größe\n" + RIGHT).encode("latin-1"), 1),
        (RIGHT.replace("\n", "\r").encode("latin-1"), 2),
        (b"# coding: utf-8\n" + RIGHT.encode("latin-1"), 3),
        (b"\xef\xbb\xbf" + RIGHT.encode("cp1252"), 2),
        (b"x = 1\ny = 2\nz = 3\n# \xff\n", 4),
        *((RIGHT.encode(encoding), 1) for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32")),
    ],
)
def test_what_is_not_utf8_is_told_with_its_line(forked: Sandbox, source: bytes, line: int) -> None:
    with forked.spawn(Program("m", source, "m.py"), LIMITS) as child:
        told = failure(child.load())

    assert (told.kind, told.exception, told.lines) == (FailureKind.SYNTAX, "SyntaxError", (line,))
    assert told.message == f"m.py:{line} is not UTF-8: save it as UTF-8"


def test_a_nul_byte_is_told_with_its_line(forked: Sandbox) -> None:
    with forked.spawn(Program("m", RIGHT.encode() + b"\0\n", "m.py"), LIMITS) as child:
        told = failure(child.load())

    assert (told.kind, told.message, told.lines) == (FailureKind.SYNTAX, "a NUL byte is no text", (3,))


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8"])
def test_an_encoding_that_a_file_names_is_its_encoding(forked: Sandbox, encoding: str) -> None:
    with forked.spawn(Program("m", f"# coding: {encoding}\n{RIGHT}def f():\n    return y\n".encode(encoding), "m.py"), LIMITS) as child:
        child.load()

        assert value(child.call("f", (), {})) == "größe"


def test_time_out_tells_the_running_line_and_what_was_printed(sandbox: Sandbox, open_child: Open) -> None:
    child = open_child(
        """
        def spin():
            print("on my way")
            while True:
                pass
        """,
        sandbox=sandbox,
    )
    told = failure(child.call("spin", (), {}))

    assert told.kind is FailureKind.TIMED_OUT
    assert told.lines in ((4,), (5,))
    assert told.printed == "on my way\n"
    assert not child.is_alive
    assert failure(child.call("spin", (), {})).kind is FailureKind.DEAD


def test_a_crash_in_c_tells_the_line_that_called_it(open_child: Open) -> None:
    child = open_child("""
        import sys
        def crash():
            sys.modules["ctypes"].string_at(0)
        """)
    told = failure(child.call("crash", (), {}))

    assert (told.kind, told.message, told.lines) == (FailureKind.CRASHED, "the program ended by SIGSEGV", (4,))


def test_sleeping_uses_wall_time_only(open_child: Open) -> None:
    child = open_child("import time\ndef nap(): time.sleep(0.4)", limits=replace(LIMITS, call_cpu_s=0.2))

    assert value(child.call("nap", (), {})) is None


def test_many_calls_share_the_cpu_budget_of_the_child(open_child: Open) -> None:
    source = """
        import time
        def work():
            end = time.process_time() + 0.1
            while time.process_time() < end: pass
        """
    child = open_child(source, limits=replace(LIMITS, total_cpu_s=0.35))
    kinds = [answer.kind if isinstance(answer, Failure) else "value" for answer in (child.call("work", (), {}) for _ in range(5))]

    assert kinds[0] == "value"
    assert FailureKind.TIMED_OUT in kinds
    assert kinds[-1] is FailureKind.DEAD


def test_prints_are_cut_and_the_rest_is_counted(sandbox: Sandbox, open_child: Open) -> None:
    child = open_child(
        """
        import sys
        def say(text):
            print(text, end="")
            sys.stderr.write("!")
        """,
        sandbox=sandbox,
        limits=replace(LIMITS, printed_chars=10),
    )
    long, short = child.call("say", ("ä" * 25,), {}), child.call("say", ("b",), {})

    assert isinstance(long, Reply) and isinstance(short, Reply)
    assert (long.printed, long.printed_lost) == ("ä" * 10, 16)
    assert (short.printed, short.printed_lost) == ("b!", 0)


def test_memory_is_bounded_and_the_child_lives_on(open_child: Open) -> None:
    child = open_child("import numpy as np\ndef big(n): return np.ones(n).sum()", limits=replace(LIMITS, memory_bytes=100 << 20))

    told = failure(child.call("big", (1 << 25,), {}))
    assert (told.kind, told.exception) == (FailureKind.OUT_OF_MEMORY, "MemoryError")
    assert value(child.call("big", (1000,), {})) == 1000


def test_a_reply_beyond_its_bytes_is_unsupported(open_child: Open) -> None:
    child = open_child("def text(n): return 'x' * n", limits=replace(LIMITS, reply_bytes=10_000))

    assert value(child.call("text", (9_000,), {})) == "x" * 9_000
    assert failure(child.call("text", (11_000,), {})).kind is FailureKind.UNSUPPORTED


def test_arguments_of_ours_beyond_their_bytes_are_our_own_mistake(open_child: Open) -> None:
    child = open_child("def same(x): return x", limits=replace(LIMITS, request_bytes=10_000))

    with pytest.raises(wire.TooLarge):
        child.call("same", ("x" * 11_000,), {})
    assert value(child.call("same", (1,), {})) == 1


def test_large_arrays_cross_both_ways(sandbox: Sandbox, open_child: Open) -> None:
    array = np.random.default_rng(0).normal(size=(700, 700))

    assert np.array_equal(value(open_child("def same(x): return x", sandbox=sandbox).call("same", (array,), {})), array)


def test_children_do_not_share_state(open_child: Open) -> None:
    source = "import numpy as np\nseen = []\ndef add(x):\n    seen.append(x)\n    np.pi = 3\n    return seen\ndef pi(): return np.pi"
    one, other = open_child(source), open_child(source)

    assert value(one.call("add", (1,), {})) == [1]
    assert value(one.call("add", (2,), {})) == [1, 2]
    assert value(other.call("add", (3,), {})) == [3]
    assert value(open_child(source).call("pi", (), {})) == np.pi


def test_random_numbers_without_a_seed_are_the_same_in_every_child(open_child: Open) -> None:
    source = "import random\nimport numpy as np\ndef draw(): return [random.random(), float(np.random.rand()), hash('word')]"

    assert value(open_child(source).call("draw", (), {})) == value(open_child(source).call("draw", (), {}))


def test_cpu_time_is_read_from_outside(open_child: Open) -> None:
    source = """
        import time
        clock = time.process_time
        time.process_time = lambda: 0.0
        def work():
            end = clock() + 0.15
            while clock() < end: pass
        """
    child = open_child(source)
    reply = child.call("work", (), {})

    assert isinstance(reply, Reply)
    assert 0.15 <= reply.duration_cpu_s < 0.45
    assert child.cpu_s > reply.duration_cpu_s


def test_closing_twice_and_calling_afterwards_is_harmless(sandbox: Sandbox, open_child: Open) -> None:
    child = open_child(SOURCE, sandbox=sandbox)
    child.close()
    child.close()

    assert failure(child.call("double", (1,), {})).kind is FailureKind.DEAD
