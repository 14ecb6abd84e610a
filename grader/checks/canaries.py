"""Live proof of isolation: attacks that must not work, tried in a real child before a class is graded, and looked at from outside."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from grader.checks.child import Child
from grader.checks.limits import Limits
from grader.checks.outcome import Failure, Program, Reply
from grader.errors import IsolationUnavailable
from grader.records import dataclass

_SECRET_NAME = "GRADER_CANARY"
_TEXT = "canary\n"
_BESIDE = (".spare", ".link-of-ours")


_ON_A_FILE = """
    read_file read_file_by_root_link read_file_by_link read_file_by_numpy stat_file access_file list_folder enter_folder
    create_file make_folder make_pipe make_device hard_link link_file path_socket write_packages
    change_mode change_owner change_times set_attribute truncate_file open_to_empty mount
    """
_ON_US = "read_environment_of read_memory_of read_command_of read_maps_of list_descriptors_of open_process take_descriptor"
_ON_A_PROCESS = """
    trace read_memory_by_call compare_processes kill signal_thread queue_signal signal_by_descriptor
    reschedule move_to_processor disk_priority limit_other set_limit_of
    """
_ON_NOTHING = """
    read_system_file write_shared_folder watch_files count_events listen local_socket abstract_socket kernel_socket raw_socket look_up_name
    fork clone kill_all memory_file shared_memory semaphore message_queue named_queue page_faults keys rings kernel_programs load_module
    segment_table namespaces join_namespace change_root swap_root personality host_name set_clock other_user
    executable_memory own_limits outlive_parent dumpable other_descriptors too_many_descriptors too_long_output
    """


@dataclass(frozen=True, slots=True)
class CanaryResult:
    """One attack: whether it was stopped, and what was possible if not."""

    name: str
    sentence: str
    is_held: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Bait:
    """What the attacks reach for."""

    path: str
    port: int
    victim: int
    secret: str

    def arguments(self) -> dict[str, tuple[Any, ...]]:
        """The arguments of each attack, in the order in which they are tried: what moves the bait, or may end the child, comes last."""
        path, here, port = (self.path,), (os.getpid(),), (self.port,)
        halves = ([self.secret[:8], self.secret[8:]],)
        beyond = (2 * Limits().memory_bytes,)
        return {
            **dict.fromkeys(_ON_A_FILE.split(), path),
            **dict.fromkeys(_ON_US.split(), here),
            **dict.fromkeys(_ON_A_PROCESS.split(), (self.victim,)),
            **dict.fromkeys(("connect", "send_datagram"), port),
            **dict.fromkeys(_ON_NOTHING.split(), ()),
            **dict.fromkeys(("too_much_memory", "too_much_shared_memory"), beyond),
            "secret_in_environment": (_SECRET_NAME,),
            "secret_in_objects": halves,
            "remove_file": path,
            "rename_file": path,
            "execute": (),
        }


def run(spawn: Any) -> tuple[CanaryResult, ...]:
    """Tries every attack in a child from `spawn(program, limits)`."""
    source = resources.files("grader.untrusted").joinpath("canary.py").read_bytes()
    program = Program("canary", source, "canary.py")
    with _bait() as bait:
        child: Child = spawn(program, Limits())
        with child:
            loaded = child.load()
            if isinstance(loaded, Failure):
                return (CanaryResult("load", "the canaries load", False, f"{loaded.exception}: {loaded.message}"),)
            tried = [_try(child, name, arguments) for name, arguments in bait.arguments().items()]
        return (*tried, _untouched(bait))


def _try(child: Child, name: str, arguments: tuple[Any, ...]) -> CanaryResult:
    answer = child.call(name, arguments, {}, want_args=False)
    sentence = name.replace("_", " ")
    if isinstance(answer, Reply):
        return CanaryResult(name, sentence, answer.value == "closed", "" if answer.value == "closed" else str(answer.value))
    if answer.exception in ("ModuleNotFoundError", "AttributeError", "KeyError"):  # this system has no such call at all
        return CanaryResult(name, sentence, True, "not on this system")
    return CanaryResult(name, sentence, False, answer.message or answer.kind.value)


def _untouched(bait: Bait) -> CanaryResult:
    """What the parent sees for itself: the file, its folder and the victim are as they were."""
    path = Path(bait.path)
    with contextlib.suppress(OSError):
        names = {each.name for each in path.parent.iterdir()}
        if path.read_text() == _TEXT and names == {path.name, *(path.name + end for end in _BESIDE)} and _is_there(bait.victim):
            return CanaryResult("untouched", "nothing was changed, seen from outside", True)
    return CanaryResult("untouched", "nothing was changed, seen from outside", False, "a file or process of ours was changed")


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _bait() -> Iterator[Bait]:
    """A file, a listener and a process of ours, and a secret in our environment; all gone afterwards."""
    secret = secrets.token_hex(8)
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listener:
        path = Path(folder) / "canary.txt"
        path.write_text(_TEXT)
        path.with_name(path.name + ".spare").write_text(_TEXT)
        with contextlib.suppress(OSError):  # not on every system
            path.with_name(path.name + ".link-of-ours").symlink_to(path)
        victim = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
        os.environ[_SECRET_NAME] = secret
        try:
            yield Bait(str(path), listener.getsockname()[1], victim.pid, secret)
        finally:
            os.environ.pop(_SECRET_NAME, None)
            victim.kill()
            victim.communicate()


def require_closed(results: tuple[CanaryResult, ...]) -> None:
    """Raises IsolationUnavailable, naming every attack that worked."""
    found = [f"{result.sentence} ({result.detail})" for result in results if not result.is_held]
    if found:
        raise IsolationUnavailable(
            "Learner code could do what it must not: " + "; ".join(found) + ".",
            hint="run `grader doctor` on this machine, and do not grade a class here until nothing is listed",
        )
