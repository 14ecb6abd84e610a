"""Inside containers: under filters like theirs, loaded by the test itself, the level is what can really be had there."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from grader.untrusted import seccomp

# What a container's default profile refuses (x86-64): namespaces, mounts, other processes' memory, kernel interfaces.
CONTAINER = [
    101,
    135,
    155,
    161,
    163,
    165,
    166,
    167,
    168,
    169,
    175,
    176,
    246,
    248,
    249,
    250,
    272,
    298,
    304,
    308,
    310,
    311,
    312,
    321,
    323,
    425,
]
LANDLOCK = [444, 445, 446]

UNDER = """
    import ctypes, json, struct, sys
    from grader.checks.sandbox import Sandbox
    from grader.errors import IsolationUnavailable
    from grader.results import IsolationLevel
    from grader.untrusted import confine, seccomp

    refused, no_filters, level = json.loads(sys.argv[1])
    program = [(seccomp.LOAD, 0, 0, seccomp.NR_OFFSET)]
    for number in refused:
        program += [(seccomp.IF_EQUAL, 0, 1, number), (seccomp.RETURN, 0, 0, seccomp.DENY)]
    if no_filters:  # prctl(PR_SET_SECCOMP) and seccomp(2)
        program += [(seccomp.IF_EQUAL, 0, 1, 317), (seccomp.RETURN, 0, 0, seccomp.DENY)]
        program += [(seccomp.IF_EQUAL, 0, 3, 157), seccomp.low(0), (seccomp.IF_EQUAL, 0, 1, 22), (seccomp.RETURN, 0, 0, seccomp.DENY)]
    program.append((seccomp.RETURN, 0, 0, seccomp.ALLOW))
    code = ctypes.create_string_buffer(seccomp.pack(program), 8 * len(program))
    confine.prctl(38, 1)
    head = struct.pack("HxxxxxxQ", len(program), ctypes.addressof(code))
    assert ctypes.CDLL(None).prctl(22, ctypes.c_ulong(2), head, 0, 0) == 0
    try:
        with Sandbox.start(level=IsolationLevel(level) if level else None) as sandbox:
            through = [result.name for result in sandbox.canaries() if not result.is_held]
            print(json.dumps([sandbox.isolation.level.value, dict(sandbox.isolation.layers), through]))
    except IsolationUnavailable as error:
        print(json.dumps(["refused", error.message, []]))
    """


def under(refused: list[int], *, no_filters: bool = False, level: str = "") -> tuple[str, object, list[str]]:
    import json

    if seccomp.this_machine() is not seccomp.X86_64:
        pytest.skip("the filters of this test are for x86-64 Linux")
    command = [sys.executable, "-c", textwrap.dedent(UNDER), json.dumps([refused, no_filters, level])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    level_found, layers, through = json.loads(done.stdout)
    return level_found, layers, through


@pytest.mark.isolation
def test_a_containers_default_profile_changes_nothing() -> None:
    level, _, through = under(CONTAINER)

    assert level in ("contained", "walled")
    assert through == []


@pytest.mark.isolation
def test_without_landlock_the_filter_holds_alone() -> None:
    level, layers, through = under([*CONTAINER, *LANDLOCK])

    assert level in ("contained", "walled")
    assert isinstance(layers, dict) and layers["landlock"] == "none" and layers["seccomp"] == "no-fs"
    assert through == []


def test_where_no_filter_can_be_loaded_the_level_is_separated_and_canaries_say_so() -> None:
    level, layers, through = under(CONTAINER, no_filters=True)

    assert level == "separated"
    assert isinstance(layers, dict) and layers["seccomp"] == "none"
    assert "local_socket" in through
    assert "fork" not in through, "RLIMIT_NPROC stands in for the filter here"


def test_where_no_filter_can_be_loaded_contained_is_refused() -> None:
    level, message, _ = under(CONTAINER, no_filters=True, level="contained")

    assert level == "refused"
    assert "only be `separated` here, not `contained`" in str(message)
