"""The level is measured: it falls when a layer is missing, canaries show it, and a child with less than was measured gets no code."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import Any

import psutil
import pytest

from grader.checks import canaries
from grader.checks import sandbox as module
from grader.checks.isolation import judge
from grader.checks.sandbox import Loaded, Program, Reply, Sandbox, require_closed
from grader.checks.servers import ForkServer
from grader.errors import IsolationUnavailable
from grader.results import IsolationLevel
from grader.untrusted import landlock
from tests.engine.untrusted.conftest import LIMITS

FULL = {"seccomp": "no-fs", "no_new_privs": "on", "rlimits": "on"}
HONEST = Program("m", b"def f(x): return x + 1", "m.py")


def needs_contained(sandbox: Sandbox) -> None:
    if not sandbox.isolation.level.is_at_least(IsolationLevel.CONTAINED):
        pytest.skip("this machine cannot contain hostile code: " + " ".join(sandbox.isolation.reasons))


@pytest.mark.isolation
def test_every_canary_is_held_at_contained(forked: Sandbox) -> None:
    needs_contained(forked)
    results = forked.canaries()

    assert [result for result in results if not result.is_held] == []
    assert len(results) >= 20
    require_closed(results)


def test_canaries_get_through_where_there_is_no_filter() -> None:
    with Sandbox.start(level=IsolationLevel.SEPARATED) as separated:
        results = {result.name: result for result in separated.canaries()}

    through = {name for name, result in results.items() if not result.is_held}
    assert {"read_file", "stat_file", "local_socket", "create_file", "untouched"} <= through
    with pytest.raises(IsolationUnavailable, match="read file"):
        require_closed(tuple(results.values()))


def test_secrets_are_out_of_reach_even_without_a_filter() -> None:
    with Sandbox.start(level=IsolationLevel.SEPARATED) as separated:
        results = {result.name: result.is_held for result in separated.canaries()}

    assert results["secret_in_environment"]
    assert results["secret_in_objects"]
    assert results["too_much_memory"]


def test_a_wall_around_the_filter_raises_the_level() -> None:
    assert judge({**FULL, "user": "throw-away"}).level is IsolationLevel.WALLED
    assert judge({**FULL, "outer": "bubblewrap"}).level is IsolationLevel.WALLED
    assert judge({**FULL, "user": "same", "landlock": "abi 7"}).level is IsolationLevel.CONTAINED
    assert judge({"user": "throw-away"}).level is IsolationLevel.SEPARATED


@pytest.mark.isolation
def test_the_level_is_that_of_the_wall_which_this_user_can_have(forked: Sandbox) -> None:
    needs_contained(forked)
    layers, level = forked.isolation.layers, forked.isolation.level
    if os.getuid() == 0:
        uids = psutil.Process(forked.server_pid).uids()
        assert (layers["user"], level) == ("throw-away", IsolationLevel.WALLED)
        assert len(set(uids)) == 1 and uids.real >= 61_184
    elif layers["outer"] == "bubblewrap":
        assert level is IsolationLevel.WALLED
    else:
        assert level is IsolationLevel.CONTAINED
        assert "nor bubblewrap" in forked.isolation.reasons[0]


@pytest.mark.isolation
def test_landlock_refuses_every_file_where_the_kernel_has_it() -> None:
    code = "from grader.untrusted import confine, landlock; confine.prctl(38, 1); print(landlock.restrict()); open('/etc/passwd')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.stdout.strip() == "none":
        pytest.skip("this kernel has no Landlock")

    assert done.stdout.startswith("abi ")
    assert "PermissionError" in done.stderr


@pytest.mark.parametrize(
    ("version", "size", "rights"), [(1, 8, 13), (2, 8, 14), (3, 8, 15), (4, 16, 15), (5, 16, 16), (6, 24, 16), (9, 24, 16)]
)
def test_landlock_asks_for_all_that_its_version_has(version: int, size: int, rights: int) -> None:
    attributes = landlock.ruleset(version)

    assert len(attributes) == size
    assert int.from_bytes(attributes[:8], "little") == (1 << rights) - 1


@pytest.mark.parametrize("missing", FULL)
def test_the_level_falls_with_any_missing_layer(missing: str) -> None:
    isolation = judge({**FULL, missing: "none"})

    assert judge(FULL).level is IsolationLevel.CONTAINED
    assert isolation.level is IsolationLevel.SEPARATED
    assert isolation.reasons


def test_separated_can_be_asked_for_and_says_why_it_is_less() -> None:
    with Sandbox.start(level=IsolationLevel.SEPARATED) as separated, separated.spawn(HONEST, LIMITS) as child:
        assert isinstance(child.load(), Loaded)
        answer = child.call("f", (1,), {})

    assert separated.isolation.level is IsolationLevel.SEPARATED
    assert "No system call filter" in separated.isolation.reasons[0]
    assert isinstance(answer, Reply) and answer.value == 2


def test_a_level_that_cannot_be_had_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unfiltered(ForkServer):
        def __init__(self, *, walls: tuple[str, ...], is_wrapped: bool = False) -> None:
            super().__init__(walls=())

    monkeypatch.setattr(module, "ForkServer", Unfiltered)

    with pytest.raises(IsolationUnavailable, match="only be `separated` here, not `contained`"):
        Sandbox.start(level=IsolationLevel.CONTAINED)


def test_running_in_our_own_process_is_not_offered() -> None:
    with pytest.raises(IsolationUnavailable):
        Sandbox.start(level=IsolationLevel.NONE)


@pytest.mark.isolation
def test_a_child_without_the_measured_layers_gets_no_code() -> None:
    with Sandbox.start() as sandbox:
        needs_contained(sandbox)
        sandbox._server.close()
        sandbox._server = ForkServer(walls=())

        with pytest.raises(IsolationUnavailable, match="other layers"):
            sandbox.spawn(HONEST, LIMITS)


def test_spawned_children_are_separated(spawned: Sandbox) -> None:
    assert spawned.isolation.level is IsolationLevel.SEPARATED
    assert spawned.server_pid == 0


HIDDEN = """
    import faulthandler, os, select, signal, socket, subprocess, sys, tempfile
    for owner, names in (
        (os, "fork forkpty pidfd_open memfd_create pipe2 killpg getuid geteuid getresuid set_blocking WIFEXITED WIFSIGNALED WTERMSIG"),
        (os, "uname setsid getsid sched_getaffinity setpriority writev readv"),
        (select, "poll"),
        (signal, "SIGXCPU pidfd_send_signal"),
        (faulthandler, "register"),
    ):
        for name in names.split():
            if hasattr(owner, name):
                delattr(owner, name)
    sys.modules["fcntl"] = sys.modules["resource"] = None
    """
GRADE = """
    from grader.checks import launch, spawner
    from grader.checks.sandbox import Limits, Program, Sandbox
    start = launch.boot_command
    spawner.boot_command = lambda *args: [*(command := start(*args))[:-1], hide + command[-1]]
    with Sandbox.start() as sandbox:
        source = b"def f(x):\\n    print('hi')\\n    return x + 1\\ndef g():\\n    while True: pass\\n"
        with sandbox.spawn(Program("m", source, "m.py"), Limits(call_cpu_s=0.2, call_wall_s=0.5)) as child:
            child.load()
            reply, failure = child.call("f", (41,), {}), child.call("g", (), {})
    print(sandbox.isolation.level, sandbox.isolation.layers["rlimits"], reply.value, reply.printed.strip(), failure.kind)
    """


def test_a_system_without_fork_fcntl_and_resource_still_grades() -> None:
    hide = textwrap.dedent(HIDDEN)
    code = f"hide = {hide!r}\nexec(hide)\n" + textwrap.dedent(GRADE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.stdout.split() == ["separated", "none", "42", "hi", "timed_out"], done.stderr


def test_what_the_server_sees_of_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_TOKEN", "secret")
    source = b"import os\ndef f(): return dict(os.environ)"
    with Sandbox.start() as sandbox, sandbox.spawn(Program("m", source, "m.py"), LIMITS) as child:
        child.load()
        answer: Any = child.call("f", (), {})

    assert "GRADER_TOKEN" not in answer.value
    assert "HOME" not in answer.value
    assert answer.value["PYTHONHASHSEED"] == "0"


def test_canaries_leave_nothing_behind(forked: Sandbox) -> None:
    before = os.listdir("/tmp") if os.path.isdir("/tmp") else []
    canaries.run(forked.spawn)

    assert os.environ.get("GRADER_CANARY") is None
    assert [name for name in os.listdir("/tmp") if "canary" in name and name not in before] == []
