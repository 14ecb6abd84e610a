"""When our own processes die: the verdict is our fault, the next child works, and nothing outlives the trusted process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import psutil
import pytest

from grader.checks.sandbox import Loaded, Program, Reply, Sandbox
from grader.errors import WorkerDied
from tests.engine.running import grown, held, living, outlivers
from tests.engine.untrusted.conftest import LIMITS

PROGRAM = Program("m", b"import time\ndef f(x): return x + 1\ndef nap(): time.sleep(60)\n", "m.py")


def works(sandbox: Sandbox) -> bool:
    with sandbox.spawn(PROGRAM, LIMITS) as child:
        loaded = child.load()
        answer = child.call("f", (1,), {})
    return isinstance(loaded, Loaded) and isinstance(answer, Reply) and answer.value == 2


def gone(pid: int, within_s: float = 5.0) -> bool:
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.01)
    return False


def test_a_killed_server_is_our_fault_and_is_replaced() -> None:
    with Sandbox.start() as sandbox:
        if not sandbox.server_pid:
            pytest.skip("there is no fork server on this system")
        with sandbox.spawn(PROGRAM, LIMITS) as child:
            child.load()
            os.kill(sandbox.server_pid, signal.SIGKILL)

            with pytest.raises(WorkerDied):
                child.call("nap", (), {})

        assert works(sandbox)


def test_a_stopped_child_does_not_hold_up_the_next() -> None:
    with Sandbox.start() as sandbox, sandbox.spawn(PROGRAM, LIMITS) as first, sandbox.spawn(PROGRAM, LIMITS) as second:
        first.load(), second.load()
        first.close()

        assert works(sandbox)
        assert isinstance(second.call("f", (1,), {}), Reply)


def test_closing_the_sandbox_ends_every_child() -> None:
    before = living()
    sandbox = Sandbox.start()
    children = [sandbox.spawn(PROGRAM, LIMITS) for _ in range(3)]
    started = living() - before
    sandbox.close()
    for child in children:
        child.close()

    assert started
    assert outlivers(before) == ()


KILLED = """
    import sys, time
    from grader.checks.sandbox import Limits, Program, Sandbox
    sandbox = Sandbox.start()
    child = sandbox.spawn(Program("m", b"def spin():\\n    while True: pass\\n", "m.py"), Limits(call_cpu_s=60, call_wall_s=60))
    child.load()
    print("ready", flush=True)
    child.call("spin", (), {})
    """


def test_nothing_outlives_a_killed_trusted_process() -> None:
    trusted = subprocess.Popen([sys.executable, "-c", textwrap.dedent(KILLED)], stdout=subprocess.PIPE)
    assert trusted.stdout is not None and trusted.stdout.readline() == b"ready\n"
    started = [process.pid for process in psutil.Process(trusted.pid).children(recursive=True)]
    trusted.kill()
    trusted.communicate()

    assert len(started) >= 1
    assert all(gone(pid) for pid in started)


def test_a_hundred_children_leave_no_descriptor_and_no_process() -> None:
    with Sandbox.start() as sandbox:
        assert works(sandbox)
        before = held()
        for _ in range(100):
            assert works(sandbox)

        assert grown(before) == ()


def test_starting_and_closing_leaves_no_descriptor_and_no_process() -> None:
    Sandbox.start().close()
    before = held()
    for _ in range(3):
        with Sandbox.start() as sandbox:
            assert works(sandbox)

    assert grown(before) == ()
