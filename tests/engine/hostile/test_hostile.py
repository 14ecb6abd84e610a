"""The attack gallery: each file beside this one attacks the wall, and gets the outcome that this table says.

Each is run in a locked child. After each: the next child works, no process, file or descriptor is left, and no secret was in anything
that came back. Numbers such as A18 are the classes of attack that docs/explanation/trust.md lists.
"""

from __future__ import annotations

import contextlib
import math
import os
import secrets
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from grader.checks.launch import clean_environment
from grader.checks.sandbox import Failure, FailureKind, Limits, Loaded, Program, Reply, Sandbox
from grader.results import IsolationLevel
from tests.engine.hostile.handed_in import encodings, no_source_at_all, unreadable_syntax
from tests.engine.running import grown, held

HERE = Path(__file__).parent
ATTACKS = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("test_"))
LIMITS = Limits(call_cpu_s=0.5, call_wall_s=20.0, load_cpu_s=0.5, load_wall_s=20.0, memory_bytes=256 << 20)
SHORT = replace(LIMITS, call_wall_s=1.0)
LONG = replace(LIMITS, call_cpu_s=10.0, load_cpu_s=10.0)
HEAVY = ("grows_slowly", "many_empty_containers", "huge_array", "long_list", "scans_memory")  # these end by another limit than time
ROOMY = ("one_long_product",)  # these get as far as they should only with more memory
IDLE = (
    "ignores_requests",
    "ends_its_main_thread_and_sleeps",
    "sleeps",
    "deadlocks",
    "waits_for_input",
    "stops_itself",
    "writes_drip_by_drip",
)  # these use up no CPU time
HONEST = Program("honest", b"def double(x):\n    return 2 * x\n", "honest.py")

K = FailureKind
Value = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Fails:
    """No value: one of these kinds, with that exception, at the load or at the call."""

    kinds: tuple[FailureKind, ...]
    exception: str | None = None
    at_load: bool = False
    says: str = ""  # part of the message, or parts with `or`: by this very fault, and not by another on the way there


def fails(*kinds: FailureKind, exception: str | None = None, says: str = "") -> Fails:
    return Fails(kinds, exception, says=says)


def load_fails(*kinds: FailureKind, exception: str | None = None) -> Fails:
    return Fails(kinds, exception, at_load=True)


def gives(*values: Any) -> Value:
    """Exactly one of these values, type included."""
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def all_refused(value: Any) -> bool:
    """Every system call in the list gave -1."""
    return type(value) is list and bool(value) and all(one == -1 for one in value)


def raised(name: str) -> Fails:
    return fails(K.RAISED, exception=name)


def garbled(says: str) -> Fails:
    return fails(K.PROTOCOL, says=says)


UNSUPPORTED = fails(K.UNSUPPORTED)
TIMED_OUT = fails(K.TIMED_OUT)
CRASHED = fails(K.CRASHED)
NOT_ALLOWED = load_fails(K.NOT_ALLOWED, exception="ModuleNotFoundError")
ONE = gives(1.0)

EXPECTED: dict[str, Fails | Value] = {
    # A. Grade falsification
    "equals_everything": UNSUPPORTED,
    "array_subclass": UNSUPPORTED,
    "float_subclass": lambda value: value == [3.0] and type(value[0]) is float,  # what it holds crosses, without its methods
    "dict_subclass": gives({"a": 1}),
    "lying_array_protocol": UNSUPPORTED,
    "metaclass_tricks": fails(K.UNSUPPORTED, K.RAISED, K.CRASHED, K.PROTOCOL),  # its own child stumbles over it
    "patches_numpy": lambda value: type(value) is np.ndarray and not np.allclose(value, 1),
    "patches_builtins": load_fails(K.CRASHED),  # its own child stumbles over it
    "patches_pytest": NOT_ALLOWED,
    "fake_pytest": ONE,
    "exits": raised("SystemExit"),
    "exits_at_import": load_fails(K.RAISED, exception="SystemExit"),
    "hard_exit": CRASHED,
    "hard_exit_at_import": load_fails(K.CRASHED),
    "aborts": CRASHED,
    "segfaults": CRASHED,
    "kills_itself": gives(-1),  # refused: by this signal a child is only ever ended from outside
    "keyboard_interrupt": raised("KeyboardInterrupt"),
    "generator_exit": raised("GeneratorExit"),
    "own_base_exception": raised("another exception"),
    "claims_a_skip": raised("another exception"),
    "forged_exception_name": raised("another exception"),
    "forged_frame": garbled("an answer to another request"),
    # At the next call, since the dict itself is a value like any other: the true answer has come by then, or comes while another is waited for.
    "forged_grade": garbled("a frame that nobody asked for or an answer to another request"),
    "forged_error": garbled("not an error"),
    "forged_hello": garbled("an answer to another request"),
    "replaces_the_encoder": gives(0.0),  # its own value is all it can forge
    "reply_in_advance": Fails((K.PROTOCOL,), at_load=True, says="an answer to another request"),
    "walks_the_stack": gives([]),
    "detects_the_grader": gives([False, False, "submission"]),
    "remembers_calls": gives(1),  # a fresh child for each exercise, and cases in an order of our own
    "broadcasting_shape": lambda value: [one.shape for one in value] == [(0, 5), (), (1, 1)],
    "confuses_types": lambda value: list(map(type, value)) == [bool, str, complex, tuple, bytes],
    "works_at_import": load_fails(K.TIMED_OUT, K.OUT_OF_MEMORY),
    "forges_claims": lambda value: value == [1, 2, 99],  # believed; but our own argument is as it was
    "rewrites_results": gives([]),
    "looks_like_the_grader": raised("ValueError"),
    "scans_memory": lambda value: value[0] > 1000 and value[1] == 0,
    "changes_its_arguments": ONE,
    "thread_changes_the_result": lambda value: value.shape == (1000,),
    "nan_payload": lambda value: math.isnan(value[0]) and struct.pack("<d", value[1]) == struct.pack("<d", -0.0) and value[2] == math.inf,
    "object_array": UNSUPPORTED,
    "long_double": UNSUPPORTED,
    "stops_the_clocks": ONE,
    "prints_a_score": gives(0.0),
    "late_writers": ONE,
    # B. Secret exfiltration
    "looks_for_earlier_work": gives([0, [], False]),
    "asks_the_cloud": gives([]),
    "dumps_core": CRASHED,
    "poisons_caches": gives([]),
    "times_its_neighbour": gives(True),  # a residue that is told, not closed
    "reads_a_secret": raised("PermissionError"),
    "reads_the_checks": gives([]),
    "reads_by_numpy": raised("PermissionError"),
    "links_to_a_secret": raised("PermissionError"),
    "reads_through_proc": gives([]),
    "asks_about_files": gives([False]),
    "reads_other_processes": gives([]),
    "traces_other_processes": all_refused,
    "tries_every_descriptor": gives([0, 1, 2, 3, 4, 5]),
    "reads_the_environment": lambda value: set(value[0]) <= CLEAN,
    "connects": gives([]),
    "opens_by_descriptor": gives([]),
    "hides_text_in_its_value": lambda value: type(value) is dict,
    "asks_for_source": gives([]),
    "imports_socket": NOT_ALLOWED,
    # C. Resource exhaustion
    "loops_forever": TIMED_OUT,
    "loops_at_import": load_fails(K.TIMED_OUT),
    "sleeps": TIMED_OUT,
    "deadlocks": TIMED_OUT,
    "waits_for_input": TIMED_OUT,
    "big_power": TIMED_OUT,
    "catastrophic_pattern": TIMED_OUT,
    "long_product": TIMED_OUT,
    "one_long_product": TIMED_OUT,
    "ignores_signals": TIMED_OUT,
    "stops_itself": TIMED_OUT,
    "ends_its_main_thread": TIMED_OUT,
    "ends_its_main_thread_and_sleeps": TIMED_OUT,
    "spinning_threads": TIMED_OUT,
    "eight_gigabytes": fails(K.OUT_OF_MEMORY, exception="MemoryError"),
    "grows_slowly": fails(K.OUT_OF_MEMORY, exception="MemoryError"),
    "grows_and_swallows": TIMED_OUT,
    "memory_outside": all_refused,
    "fork_bomb": raised("PermissionError"),
    "clones": all_refused,
    "starts_a_program": NOT_ALLOWED,
    "thread_bomb": fails(K.RAISED, K.OUT_OF_MEMORY, K.TIMED_OUT, K.CRASHED),
    "small_stacks": gives(True),
    "two_gigabyte_file": raised("PermissionError"),
    "writes_beside_itself": raised("PermissionError"),
    "many_small_files": gives([]),
    "prints_a_gigabyte": lambda value: value == 1.0,
    "floods_descriptor_one": fails(K.RAISED, exception="OSError", says="File too large"),
    "sparse_print": lambda value: value == 8,
    "takes_all_descriptors": fails(K.RAISED, exception="OSError", says="Too many open files"),
    "deep_recursion": fails(K.CRASHED, K.RAISED),
    "recursion": raised("RecursionError"),
    "huge_array": UNSUPPORTED,
    "long_list": UNSUPPORTED,
    "long_message": raised("ValueError"),
    "looping_message": TIMED_OUT,
    "long_chain": raised("ValueError"),
    "breaking_message": raised("another exception"),
    "huge_int": UNSUPPORTED,
    "long_number_frame": garbled("an int of more than 4300 digits"),
    "changes_scheduling": gives([0]),  # which processors it may use is all it learns
    "leaves_a_timer": ONE,
    "compiler_bomb": load_fails(K.TIMED_OUT),
    "burns_just_below_the_limit": ONE,  # until the budget of the whole child ends it
    # D. Sandbox escape and privilege
    "slips_past_landlock": all_refused,
    "tries_every_call": gives([]),
    "executes": raised("PermissionError"),
    "runs_setuid_programs": all_refused,
    "changes_user": gives([-1]),
    "leaves_the_namespace": all_refused,
    "rare_calls": all_refused,
    "other_calling_convention": fails(K.CRASHED, says="SIGSYS"),
    "makes_old_calls": fails(K.CRASHED, says="SIG"),  # SIGSYS of the filter, or SIGSEGV where the kernel has no such calls
    "writes_machine_code": all_refused,
    "corrupts_memory": CRASHED,
    "lifts_its_limits": all_refused,
    "changes_proc": gives([]),
    "types_into_the_terminal": all_refused,
    "makes_devices": gives([]),
    # E. Persistence and interference
    "daemon": raised("PermissionError"),
    "cuts_its_tie": all_refused,
    "signals_others": all_refused,
    "limits_others": gives([]),
    "changes_files": gives([]),
    "poisons_packages": gives([]),
    "leaves_a_mailbox": all_refused,
    "changes_global_state": ONE,
    "thread_outlives_its_call": ONE,
    "locks_files": all_refused,
    # F. Malformed submissions (more of them, as bytes, below)
    "not_a_function": fails(K.MISSING),
    "empty": fails(K.MISSING),
    "wrong_arity": raised("TypeError"),
    "coroutine": UNSUPPORTED,
    "generator": lambda value: next(value) == 1.0,
    "homoglyph": ONE,
    "asks_for_input": load_fails(K.RAISED, exception="EOFError"),
    "plots": NOT_ALLOWED,
    "main_guard": gives("submission"),
    "missing_helper": NOT_ALLOWED,
    "relative_import": load_fails(K.RAISED, K.NOT_ALLOWED),
    "todo": fails(K.TODO, exception="NotImplementedError"),
    # G. Protocol
    "oversized_length": garbled("a frame of 4294967295 bytes"),
    "garbage": garbled("a frame of"),
    "truncated_frame": CRASHED,
    "writes_drip_by_drip": TIMED_OUT,
    "deep_frame": garbled("nested deeper than"),
    "deep_value": UNSUPPORTED,
    "endless_value": UNSUPPORTED,
    "many_empty_containers": UNSUPPORTED,
    "colliding_keys": fails(K.UNSUPPORTED, K.TIMED_OUT, K.PROTOCOL),
    "colliding_frame": garbled("too many keys that are not text"),
    "array_outside": garbled("a length points outside the body"),
    "array_of_nothing": garbled("an array too large"),
    "array_too_long": garbled("an array too large"),
    "array_of_no_dtype": garbled("unknown dtype"),
    "structured_array": fails(K.UNSUPPORTED, says="arrays of [('value', '<f8')"),
    "count_beyond_the_frame": garbled("more items than the body can hold"),
    "empty_lists_frame": garbled("more items than the body can hold"),
    "floods_with_frames": garbled("an answer to another request"),
    "unknown_kind": garbled("an answer to another request"),
    "pickle": lambda value: type(value) is bytes,
    "ignores_requests": TIMED_OUT,
    "stops_reading": ONE,
    "closes_everything": CRASHED,
    "replaces_descriptors": CRASHED,
    "surrogates": lambda value: value.startswith("\ud800"),
    "passes_descriptors": gives([]),
    "bidi_and_controls": raised("ValueError"),
    "markup_in_messages": raised("ValueError"),
    "forged_handle": garbled("a handle that was never given"),
}

CLEAN = {*clean_environment(), "LC_CTYPE", "PWD"}  # the last two are of Python's and bubblewrap's own making


@dataclass(frozen=True, slots=True)
class Bait:
    """What attacks reach for: a file, a process and a secret that only the trusted side holds, and text of an earlier submission."""

    path: Path
    halves: tuple[str, str]
    earlier_halves: tuple[str, str]
    text: str

    def arguments(self, sandbox: Sandbox) -> tuple[Any, ...]:
        known = {"path": str(self.path), "pid": os.getpid(), "server": sandbox.server_pid, "port": 9}
        halves = {"halves": list(self.halves), "earlier_halves": list(self.earlier_halves)}
        return ({**known, **halves, "array": np.arange(4.0), "list": [1, 2]},)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One server for all attacks: whatever one leaves behind, the next would meet."""
    with Sandbox.start() as started:
        if not started.isolation.level.is_at_least(IsolationLevel.CONTAINED):
            pytest.skip("this machine cannot contain hostile code: " + " ".join(started.isolation.reasons))
        yield started


@pytest.fixture(scope="module")
def bait(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bait]:
    with planted(sandbox, tmp_path_factory.mktemp("bait")) as made:
        yield made


@contextlib.contextmanager
def planted(sandbox: Sandbox, folder: Path) -> Iterator[Bait]:
    """The bait, in a file of a folder, in our environment, in our memory, and in an earlier submission."""
    halves = (secrets.token_hex(12), secrets.token_hex(12))
    earlier = (secrets.token_hex(12), secrets.token_hex(12))
    path = folder / "secret.txt"
    path.write_text("".join(halves))
    os.environ["GRADER_TEST_SECRET"] = "".join(halves)
    text = "".join(earlier)
    for program in (Program("earlier", f"text = '{text}'".encode(), "earlier.py"), Program(f"m{text}", b"", f"{text}.py")):
        with sandbox.spawn(program, LIMITS) as child:  # its text, and then its names, are known to no later one
            assert isinstance(child.load(), Loaded)
    try:
        yield Bait(path, halves, earlier, path.read_text())
    finally:
        del os.environ["GRADER_TEST_SECRET"]


@pytest.fixture(autouse=True)
def nothing_is_left(sandbox: Sandbox, bait: Bait, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing has grown: processes, descriptors, files; the bait is as before; and the next child works."""
    monkeypatch.chdir(tmp_path)
    before, around = held(), surroundings(sandbox)
    yield
    untouched(sandbox, bait)
    assert list(tmp_path.iterdir()) == []
    assert grown(before) == ()
    assert surroundings(sandbox) <= around


def untouched(sandbox: Sandbox, bait: Bait) -> None:
    """The bait is as it was, and the next child works."""
    assert bait.path.read_text() == bait.text
    assert [path.name for path in bait.path.parent.iterdir()] == ["secret.txt"]
    with sandbox.spawn(HONEST, LIMITS) as child:
        assert isinstance(child.load(), Loaded)
        answer = child.call("double", (21,), {})
        assert isinstance(answer, Reply) and answer.value == 42


def surroundings(sandbox: Sandbox) -> frozenset[str]:
    """What could be left outside of this process: descriptors of the server, shared memory, a file that a pickle would have made."""
    try:
        server = {f"server descriptor {number}" for number in range(psutil.Process(sandbox.server_pid).num_fds())}
    except psutil.AccessDenied:  # the server cannot be looked into by its own user
        server = set()
    segments = Path("/proc/sysvipc/shm")
    shared = {" ".join(line.split()[:2]) for line in segments.read_text().splitlines()[1:]} if segments.exists() else set()
    return frozenset({*server, *shared, *os.listdir("/dev/shm"), *map(str, Path("/tmp").glob("pickled"))})


def test_every_attack_has_an_expected_outcome_and_every_outcome_an_attack() -> None:
    assert set(EXPECTED) == set(ATTACKS)


@pytest.mark.isolation
@pytest.mark.parametrize("name", ATTACKS)
def test_attack_gets_its_outcome(name: str, sandbox: Sandbox, bait: Bait) -> None:
    attack(name, sandbox, bait)


def limits_of(name: str) -> Limits:
    if name in ROOMY:
        return replace(LIMITS, memory_bytes=1 << 30)
    return SHORT if name in IDLE else LONG if name in HEAVY else LIMITS


def attack(name: str, sandbox: Sandbox, bait: Bait) -> None:
    """Runs one attack. AssertionError where it gets another outcome than it should."""
    expected = EXPECTED[name]
    program = Program("submission", (HERE / f"{name}.py").read_bytes(), "submission.py")
    with sandbox.spawn(program, limits_of(name)) as child:
        loaded = child.load()
        answer: Any = loaded
        if isinstance(loaded, Loaded):
            arguments = bait.arguments(sandbox)
            answer = child.call("attack", arguments, {})
            assert arguments[0]["list"] == [1, 2]
            assert arguments[0]["array"].tolist() == [0.0, 1.0, 2.0, 3.0]
            if isinstance(answer, Reply) and isinstance(expected, Fails):
                answer = child.call("attack", arguments, {})  # a forged frame is found when the next answer is waited for
        if isinstance(expected, Fails):
            assert isinstance(answer, Failure), answer
            assert answer.kind in expected.kinds, answer
            assert expected.exception in (None, answer.exception), answer
            assert any(part in answer.message for part in expected.says.split(" or ")), answer
            assert isinstance(loaded, Failure) == expected.at_load
        else:
            assert isinstance(answer, Reply), answer
            assert expected(answer.value), answer.value
        assert len(answer.printed) <= LIMITS.printed_chars
        assert child.cpu_s < 12.0
    assert bait.text not in repr(answer)
    assert len(repr(getattr(answer, "message", ""))) < 10_000


@pytest.mark.isolation
def test_a_scan_of_memory_finds_what_is_there(sandbox: Sandbox, bait: Bait) -> None:
    """So that finding nothing says something: the same scan, in a child whose own source holds the text."""
    source = (HERE / "scans_memory.py").read_bytes() + f"\nmine = '{''.join(bait.earlier_halves)}'\n".encode()
    with sandbox.spawn(Program("submission", source, "submission.py"), LONG) as child:
        assert isinstance(child.load(), Loaded)
        answer = child.call("attack", bait.arguments(sandbox), {})

    assert isinstance(answer, Reply) and answer.value[1] > 0


MALFORMED: dict[str, tuple[bytes, str | None]] = {**unreadable_syntax.SOURCES, **encodings.SOURCES, **no_source_at_all.SOURCES}


@pytest.mark.isolation
@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_source_is_unreadable_or_read_as_python_reads_it(name: str, sandbox: Sandbox) -> None:
    source, kind = MALFORMED[name]
    with sandbox.spawn(Program("submission", source, "submission.py"), LIMITS) as child:
        loaded = child.load()
        if kind is not None:
            assert isinstance(loaded, Failure) and loaded.kind is K(kind), loaded
        else:
            answer = child.call("attack", (1,), {})
            assert isinstance(answer, Reply) and answer.value == "é", answer


@pytest.mark.isolation
def test_a_request_that_nobody_reads_times_out(sandbox: Sandbox) -> None:
    program = Program("submission", (HERE / "ignores_requests.py").read_bytes(), "submission.py")
    with sandbox.spawn(program, SHORT) as child:
        assert isinstance(child.load(), Loaded)
        answer = child.call("attack", (np.zeros(1_000_000),), {})

        assert isinstance(answer, Failure) and answer.kind is K.TIMED_OUT
