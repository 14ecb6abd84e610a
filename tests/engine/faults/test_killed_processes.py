"""kill -9 of every kind of process below a coordinator, in the middle of a call: done once more, else our fault, never a learner's zero.

Classes E102, G141. The coordinator itself is killed in tests/engine/classroom/test_killed.py.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from grader.checks import servers
from grader.checks.pool import Job, Pool
from grader.checks.sandbox import Loaded, Program, Reply, Sandbox
from grader.content.load import load_level
from grader.errors import WorkerDied
from grader.results import Outcome, Verdict
from tests.engine.content.tiny_level import write_level
from tests.engine.running import grown, held
from tests.engine.untrusted.conftest import LIMITS

pytestmark = pytest.mark.isolation

CHECKS = '''
from grader.checks.api import call, cases


@cases(repeat=1)
def check_sum(draw):
    """Numbers are added."""
    return call("{function}", {arguments})
'''
SLOW = b"import time\ndef add_two(a, b):\n    time.sleep(0.4)\n    return a + b\n"
NEEDS = b"""
import time
from a_first.add_two import add_two


def add_rows(x):
    time.sleep(0.4)
    return sum(add_two(0, row) for row in x)
"""
SPIN = Program("m", b"import time\ndef f(x): return x + 1\ndef nap(): time.sleep(60)\n", "m.py")

Find = Callable[[psutil.Process], list[psutil.Process]]


def server_of(worker: psutil.Process) -> list[psutil.Process]:
    return worker.children()


def children_of(worker: psutil.Process) -> list[psutil.Process]:
    return [child for server in worker.children() for child in server.children()]


KINDS: dict[str, Find] = {"grading process": lambda worker: [worker], "fork server": server_of, "child": children_of}


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    folder = tmp_path_factory.mktemp("level")
    root = write_level(
        folder / "level",
        {
            "tests/checks/a_first/check_add_two.py": CHECKS.format(function="add_two", arguments="draw.number(), draw.number()"),
            "tests/checks/a_first/check_add_rows.py": CHECKS.format(function="add_rows", arguments="draw.normal(2, 3)"),
        },
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        with Pool(load_level(root), ["add-two", "add-rows"], secret=b"s" * 32) as made:
            yield made


def graded(pool: Pool, source: bytes, slug: str = "add-two") -> Outcome:
    ((_, outcome),) = list(pool.run([Job("x", slug, source)]))
    return outcome


@contextlib.contextmanager
def killing(pool: Pool, find: Find, times: int) -> Iterator[list[int]]:
    """Kills so many processes of a kind, each as soon as a learner's child is there: it then has some tenths of a second to live."""
    killed: list[int] = []
    is_over = threading.Event()

    def watch() -> None:
        while len(killed) < times and not is_over.wait(0.005):
            with contextlib.suppress(psutil.Error):
                for worker in map(psutil.Process, pool.pids):
                    if children_of(worker) and (found := [each for each in find(worker) if each.pid not in killed]):
                        found[-1].kill()
                        killed.append(found[-1].pid)
                        break

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield killed
    finally:
        is_over.set()
        thread.join()


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_being_graded_is_graded_again(kind: str, pool: Pool) -> None:
    with killing(pool, KINDS[kind], 1) as killed:
        outcome = graded(pool, SLOW)

    assert len(killed) == 1
    assert outcome.result.verdict is Verdict.PASSED
    assert graded(pool, SLOW).result.verdict is Verdict.PASSED


@pytest.mark.parametrize("kind", KINDS)
def test_killed_again_and_again_it_is_our_fault_and_costs_nothing(kind: str, pool: Pool) -> None:
    with killing(pool, KINDS[kind], 8):
        result = graded(pool, SLOW).result

    assert result.verdict is Verdict.BROKEN
    assert (result.auto_points, "our fault" in result.message) == (0.0, True)
    assert graded(pool, SLOW).result.verdict is Verdict.PASSED


def test_a_needed_solutions_killed_child_is_not_the_learners_exception(pool: Pool) -> None:
    """There are two children then: the learner's waits in its sleep, and the solution's answers a call."""
    with killing(pool, lambda worker: children_of(worker)[1:], 1) as killed:
        outcome = graded(pool, NEEDS, "add-rows")

    assert len(killed) <= 1  # a solution's child may have answered and be gone by then
    assert outcome.result.verdict is Verdict.PASSED


def test_a_child_that_is_killed_from_outside_is_told_from_one_that_ends_itself() -> None:
    with Sandbox.start() as sandbox, sandbox.spawn(SPIN, LIMITS) as child:
        assert isinstance(child.load(), Loaded)
        (process,) = psutil.Process(sandbox.server_pid).children()
        process.kill()

        with pytest.raises(WorkerDied, match="from outside"):
            child.call("f", (1,), {})


def test_a_server_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "_ANSWER_S", 0.3)
    with Sandbox.start() as sandbox:
        psutil.Process(sandbox.server_pid).send_signal(signal.SIGSTOP)
        with sandbox.spawn(SPIN, LIMITS) as child:
            child.load()
            answer = child.call("f", (1,), {})

    assert isinstance(answer, Reply) and answer.value == 2


def test_killing_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = write_level(
        tmp_path / "level",
        {"tests/checks/a_first/check_add_two.py": CHECKS.format(function="add_two", arguments="draw.number(), draw.number()")},
    )
    before = held()
    with Pool(load_level(root), ["add-two"], secret=b"s" * 32) as made:
        for find in KINDS.values():
            with killing(made, find, 1):
                graded(made, SLOW)

    assert grown(before) == ()
