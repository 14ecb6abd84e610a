"""The list of dynamic faults names what there is, and the faults that are no submission of the gallery are played here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import psutil
import pytest

from grader.checks import servers
from grader.checks.outcome import Failure, FailureKind, Loaded, Program, Reply
from grader.checks.sandbox import Sandbox
from grader.errors import WorkerDied
from tests.engine.faults.dynamic import FAULTS, Fault
from tests.engine.hostile import test_hostile as gallery
from tests.engine.running import REPOSITORY, grown, held
from tests.engine.untrusted.test_recovery import gone, works

ALL = [fault for group in FAULTS.values() for fault in group]
GROWTH = 24 << 20  # bytes: a tenth of what any of the bombs takes


def submissions(faults: list[Fault]) -> set[str]:
    return {name for fault in faults for name in fault.shown if "::" not in name}


def test_every_fault_is_listed_once_and_shown() -> None:
    assert len(ALL) >= 74  # as many as the first sandbox of this design was tried with
    assert len({fault.name for fault in ALL}) == len(ALL)
    assert all(fault.shown and fault.ends for fault in ALL)


def test_every_submission_that_the_list_names_is_run_by_the_gallery() -> None:
    (mark,) = (mark for mark in gallery.test_attack_gets_its_outcome.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]

    assert submissions(ALL) - set(mark.args[1]) == set()
    assert submissions(ALL) - set(gallery.EXPECTED) == set()


def test_every_test_that_the_list_names_is_there() -> None:
    named = {name for fault in ALL for name in fault.shown if "::" in name}
    missing = [name for name in named if not re.search(rf"^def {name.split('::')[1]}\(", source(name), re.MULTILINE)]

    assert missing == []


def source(name: str) -> str:
    return (REPOSITORY / name.split("::")[0]).read_text("utf-8")


def test_a_frame_that_is_refused_is_refused_for_what_it_is() -> None:
    """Else a submission could be stopped by another fault than its own, and show nothing."""
    silent = [
        name
        for name in submissions(list(FAULTS["Protocol"]))
        if isinstance(expected := gallery.EXPECTED[name], gallery.Fails) and FailureKind.PROTOCOL in expected.kinds and not expected.says
    ]

    assert silent == []


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox.start() as started:
        yield started


@pytest.fixture(autouse=True)
def the_next_child_works(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each: nothing is left of it, and the next child works."""
    if "sandbox" not in request.fixturenames:
        yield
        return
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    assert works(sandbox)
    before = held()
    yield
    assert works(sandbox)
    assert grown(before) == ()


def submission(name: str) -> Program:
    return Program("submission", (gallery.HERE / f"{name}.py").read_bytes(), "submission.py")


BURNS = b"""
import sys, threading
signal = sys.modules["signal"]
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
def spin():
    while True: pass
def f():
    for _ in range(4):
        threading.Thread(target=spin, daemon=True).start()
"""


@pytest.mark.isolation
def test_the_kernels_own_limit_ends_what_burns_while_nobody_looks(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told as out of time, as if the parent had looked: not as ended from outside, which would be our fault."""
    monkeypatch.setattr(servers, "_CPU_SLACK_S", 0)
    with sandbox.spawn(Program("m", BURNS, "m.py"), replace(gallery.LIMITS, total_cpu_s=1.0)) as child:
        assert isinstance(child.load(), Loaded)
        assert isinstance(child.call("f", (), {}), Reply)
        assert child._process.has_ended(60.0), "the kernel did not end it"
        answer = child.call("f", (), {})

    assert isinstance(answer, Failure) and answer.kind is FailureKind.TIMED_OUT
    assert 2.5 < child.cpu_s < 5.0


@pytest.mark.isolation
@pytest.mark.parametrize("name", ["eight_gigabytes", "grows_slowly", "grows_and_swallows"])
def test_a_memory_bomb_costs_the_trusted_process_nothing(name: str, sandbox: Sandbox) -> None:
    before = psutil.Process().memory_info().rss
    with sandbox.spawn(submission(name), gallery.limits_of(name)) as child:
        assert isinstance(child.load(), Loaded)
        answer = child.call("attack", ({},), {})
        after = psutil.Process().memory_info().rss

    assert isinstance(answer, Failure)
    assert after - before < GROWTH


def test_a_gigabyte_of_prints_is_cut_and_the_rest_is_counted(sandbox: Sandbox) -> None:
    with sandbox.spawn(submission("prints_a_gigabyte"), replace(gallery.LIMITS, call_cpu_s=10.0)) as child:
        assert isinstance(child.load(), Loaded)
        answer = child.call("attack", ({},), {})

    assert isinstance(answer, Reply)
    assert len(answer.printed) == gallery.LIMITS.printed_chars == 65_536
    assert len(answer.printed) + answer.printed_lost == 1024 * ((1 << 20) + 1)


def test_a_child_that_closed_the_pipe_of_requests_has_ended(sandbox: Sandbox) -> None:
    with sandbox.spawn(submission("stops_reading"), gallery.LIMITS) as child:
        assert isinstance(child.load(), Loaded)
        first, second = child.call("attack", ({},), {}), child.call("attack", ({},), {})

    assert isinstance(first, Reply) and first.value == 1.0
    assert isinstance(second, Failure) and second.kind is FailureKind.CRASHED


def test_a_child_stands_in_a_folder_that_has_a_name(sandbox: Sandbox) -> None:
    with sandbox.spawn(Program("m", b"import os\ndef f(): return os.getcwd()\n", "m.py"), gallery.LIMITS) as child:
        assert isinstance(child.load(), Loaded)
        answer = child.call("f", (), {})

    assert isinstance(answer, Reply) and answer.value == "/"


@pytest.mark.isolation
def test_a_killed_server_takes_its_children_with_it() -> None:
    """Also those that ignore every signal, or stand still. It is our fault each time, and a new server starts."""
    before = held()
    with Sandbox.start() as sandbox:
        for name in ("loops_forever", "ignores_signals", "stops_itself"):
            with sandbox.spawn(submission(name), gallery.LIMITS) as child:
                assert isinstance(child.load(), Loaded)
                busy = [process.pid for process in psutil.Process(sandbox.server_pid).children()]
                psutil.Process(sandbox.server_pid).kill()
                with pytest.raises(WorkerDied):
                    child.call("attack", ({},), {})
            assert len(busy) == 1
            assert gone(busy[0])
            assert works(sandbox)

    assert grown(before) == ()
