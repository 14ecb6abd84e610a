"""One locked child, seen from the trusted side: load, call, and the verdict on what came back. The parent keeps every clock."""

from __future__ import annotations

import re
import signal
import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Protocol

from grader import wire
from grader.checks.answers import Answers
from grader.checks.channel import Deadline, Ended, Garbled, OutOfTime
from grader.checks.handles import Handles, Served, run_for_child
from grader.checks.limits import Limits, OutOfPatience, Patience
from grader.checks.outcome import FATAL, Failure, FailureKind, LearnerError, Loaded, Program, Reply
from grader.checks.selfguard import bounded_memory
from grader.errors import WorkerDied
from grader.results import BUILTIN_EXCEPTIONS

_GRACE_S = 0.2
_MAX_TEXT = 2_000


class Pipes(Protocol):
    """Whole frames both ways, under a deadline."""

    @property
    def has_unread(self) -> bool: ...
    def send(self, parts: list[bytes], deadline: Deadline) -> None: ...
    def receive(self, deadline: Deadline) -> tuple[int, int, wire.Body]: ...
    def close(self) -> None: ...


class Process(Protocol):
    """A started child process, however it was started."""

    def cpu_s(self) -> float: ...
    def signal(self, number: int) -> None: ...
    def channel(self, max_bytes: int) -> Pipes: ...
    def take_printed(self, max_bytes: int) -> tuple[bytes, int]: ...
    def fault_text(self) -> str: ...
    def has_ended(self, wait_s: float) -> bool: ...
    def end(self) -> int: ...  # kills and reaps; the wait status, negative if the server had ended
    def release(self) -> None: ...  # closes what `end` left open for a last look


class _Gone(Exception):
    """The child has ended, with this verdict."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure


class Child:
    """A context manager; `close` kills and reaps. After a failure that ended the process, every call answers DEAD.

    A call that takes longer than `patience` has left raises OutOfPatience.

    `can_kill_itself` is False where the filter stands: a child that ended by SIGKILL was then ended from outside.
    """

    def __init__(
        self,
        process: Process,
        program: Program,
        limits: Limits,
        answers: Answers | None = None,
        *,
        patience: Patience | None = None,
        can_kill_itself: bool = True,
    ) -> None:
        self._process = process
        self._can_kill_itself = can_kill_itself
        self._channel = process.channel(limits.reply_bytes)
        self._program = program
        self._limits = limits
        self._answers = answers
        self._patience = patience
        self._is_hurried = False  # in this call patience ends before the limits do
        self._is_given_up = False
        self._scope = tuple(f"{module}.{name}" for module, functions in program.handles.items() for name in functions)
        requests, replies = wire.WireLimits(bytes=limits.request_bytes), wire.WireLimits(bytes=limits.reply_bytes)
        self._handles = Handles(self._ask, requests, replies)
        self._deadline: Deadline | None = None
        self._bound: AbstractContextManager[None] | None = None
        self._depth = 0
        self._handle_calls = 0
        self._crossings = 0
        self._reply_size = 0
        self._last_id = 0
        self._dead: Failure | None = None
        self._status: int | None = None
        self._cpu_at_end = 0.0
        self.wall_s = 0.0  # of all its calls, our own work left out
        self.served_s = 0.0  # that we worked for all its calls
        self._is_closed = False
        self._source_lines = program.source.count(b"\n") + program.source.count(b"\r") + 1

    def __enter__(self) -> Child:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def cpu_s(self) -> float:
        """CPU seconds that the child has used, read from its clock by the parent."""
        return self._cpu_at_end if self._status is not None else self._process.cpu_s()

    @property
    def is_alive(self) -> bool:
        """Whether calls can still be made."""
        return self._dead is None

    @property
    def is_stopped(self) -> bool:
        """Whether it was ended because it took too long."""
        return self._dead is not None and self._dead.kind is FailureKind.TIMED_OUT

    def load(self) -> Loaded | Failure:
        """Runs the module's top level."""
        told = {
            "module": self._program.module,
            "source": self._program.source,
            "filename": self._program.filename,
            "others": dict(self._program.others),
            "handles": {name: dict(functions) for name, functions in self._program.handles.items()},
            "forbidden": sorted(self._program.forbidden),
            "printed_chars": self._limits.printed_chars,
            "reply_bytes": self._limits.reply_bytes,
            "want_locals": True,
        }
        payload = self._handles.encode(told)
        self._handles.fix()
        answer = self._top(wire.LOAD, [payload], self._limits.load_cpu_s, self._limits.load_wall_s)
        if isinstance(answer, Failure):
            self._dead = self._dead or answer
            return answer
        value, printed, lost, cpu_s = answer
        if type(value) is not dict or type(value.get("names")) is not list:
            return self._protocol("not an answer to load")
        names = tuple(str(name) for name in value["names"] if type(name) is str)
        return Loaded(names, printed, lost + _count(value.get("lost")), cpu_s)

    def call(self, function: str, args: tuple[Any, ...], kwargs: dict[str, Any], *, want_args: bool = True) -> Reply | Failure:
        """Calls a function of the module with plain data, arrays, generators, iterators and functions. WireError: our own arguments."""
        return self.call_encoded(function, self._handles.encode((args, kwargs)), want_args=want_args)

    def call_encoded(self, function: str, payload: bytes, *, want_args: bool = True) -> Reply | Failure:
        """The same with arguments from `encode_call`, made once for many children."""
        name = function.encode()
        head = wire.CALL_HEAD.pack(wire.WANT_ARGS if want_args else 0, len(name)) + name
        answer = self._top(wire.CALL, [head, payload], self._limits.call_cpu_s, self._limits.call_wall_s)
        return answer if isinstance(answer, Failure) else self._reply(answer, payload if want_args else b"")

    def _reply(self, answer: tuple[Any, str, int, float], payload: bytes) -> Reply | Failure:
        (value, told), printed, lost, cpu_s = answer
        if type(told) is not tuple or len(told) != 3:
            return self._protocol("not an answer to a call")
        after, aliases, lost_there = told
        if after is not None and not _is_arguments(after):
            return self._protocol("not arguments")
        arguments = _Arguments(self._handles, payload, after)
        return Reply(
            value,
            printed,
            lost + _count(lost_there),
            after is not None,
            _aliases(aliases),
            self._handle_calls,
            cpu_s,
            arguments,
            self._reply_size,
        )

    def close(self) -> None:
        """Kills and reaps the process and closes every descriptor. Safe to call again."""
        if self._is_closed:
            return
        self._is_closed = True
        self._end_as(self._dead or Failure(FailureKind.DEAD))
        self._process.release()

    # One request

    def _top(self, kind: int, parts: list[bytes], cpu_s: float, wall_s: float) -> tuple[Any, str, int, float] | Failure:
        """A request with its own budget: (decoded answer, printed, characters lost, CPU seconds)."""
        if self._dead is not None:
            return Failure(FailureKind.DEAD, message=self._dead.message)
        before = self._process.cpu_s()
        self._handle_calls = 0
        self._crossings = -1  # the call itself is not one
        cpu_s, wall_s = self._granted(cpu_s, wall_s, before)
        served_s = min(self._limits.served_wall_s, self._limits.total_served_s - self.served_s)
        deadline = self._deadline = Deadline(self._process.cpu_s, cpu_s, wall_s, served_s, since=before)
        try:
            value = self._exchange(kind, parts)
        except LearnerError as error:
            return self._with_prints(error.failure, before)
        except _Gone as gone:
            if self._is_given_up:
                raise OutOfPatience from None
            return self._with_prints(gone.failure, before)
        except BaseException:
            self._dead = Failure(FailureKind.DEAD, message="the call was given up")
            raise
        finally:
            self._deadline = None
            self._depth = 0
            self.wall_s += deadline.used_wall_s(wall_s)
            self.served_s += deadline.used_served_s(served_s)
            self._unbind()
        printed, lost = self._take_printed()
        return value, printed, lost, self.cpu_s - before

    def _granted(self, cpu_s: float, wall_s: float, used_cpu_s: float) -> tuple[float, float]:
        """What a call may take of what is left: of the budget of all calls, and of our patience, if that is shorter."""
        cpu_s, wall_s = min(cpu_s, self._limits.total_cpu_s - used_cpu_s), min(wall_s, self._limits.total_wall_s - self.wall_s)
        if self._patience is None:
            return cpu_s, wall_s
        patient_cpu_s, patient_wall_s = self._patience.cpu_s - used_cpu_s, self._patience.wall_s - self.wall_s
        self._is_hurried = patient_cpu_s < cpu_s or patient_wall_s < wall_s
        return min(cpu_s, patient_cpu_s), min(wall_s, patient_wall_s)

    def _unbind(self) -> None:
        if self._bound is not None:
            self._bound.__exit__(None, None, None)
            self._bound = None

    def _with_prints(self, failure: Failure, cpu_before: float) -> Failure:
        printed, lost = self._take_printed()
        return Failure(
            failure.kind,
            failure.exception,
            failure.message,
            failure.lines,
            printed,
            failure.locals,
            failure.printed_lost + lost,
            self.cpu_s - cpu_before,
        )

    def _ask(self, kind: int, body: bytes) -> Any:
        """A request for one of the child's own handles: inside a call it shares that call's budget, else it has its own."""
        if self._deadline is None:
            answer = self._top(kind, [body], self._limits.call_cpu_s, self._limits.call_wall_s)
            if isinstance(answer, Failure):
                raise LearnerError(answer)
            return answer[0]
        try:
            self._deadline.resume()
        except OutOfTime:
            raise _Gone(self._stop()) from None
        try:
            return self._exchange(kind, [body])
        finally:
            self._deadline.pause()

    def _exchange(self, kind: int, parts: list[bytes]) -> Any:
        """Sends a request and serves the child's own requests until its answer comes. Raises LearnerError or _Gone."""
        deadline = self._deadline
        assert deadline is not None
        self._last_id += 1
        request_id = self._last_id
        self._count_crossing()
        try:
            if self._channel.has_unread:
                raise Garbled("a frame that nobody asked for")
            self._channel.send([wire.HEADER.pack(sum(map(len, parts)), kind, request_id), *parts], deadline)
            while True:
                answer, answered_id, body = self._channel.receive(deadline)
                if answered_id == request_id and answer == wire.RETURN:
                    self._reply_size = len(body)
                    return self._handles.decode_all(body, 2) if kind == wire.CALL else self._handles.decode(body)
                if answered_id == request_id and answer == wire.ERROR:
                    raise LearnerError(self._told_failure(body))
                if answer not in (wire.INVOKE, wire.NEXT):
                    raise Garbled("an answer to another request")
                self._serve(answer, answered_id, body, deadline)
        except OutOfTime:
            raise _Gone(self._stop()) from None
        except Ended:
            raise _Gone(self._died()) from None
        except (Garbled, wire.WireError) as error:
            raise _Gone(self._protocol(str(error))) from None
        finally:
            self._depth -= 1

    def _count_crossing(self) -> None:
        self._depth += 1
        self._crossings += 1
        if self._depth > self._limits.nesting or self._crossings > self._limits.handle_calls:
            raise _Gone(self._end_as(Failure(FailureKind.TIMED_OUT, message="too many calls over the wall")))

    def _serve(self, kind: int, request_id: int, body: wire.Body, deadline: Deadline) -> None:
        """Answers the child: a needed solution from memory, anything else by running a trusted function off the child's clock."""
        self._handle_calls += kind == wire.INVOKE
        self._count_crossing()
        known = self._answers.get(self._scope, body) if self._answers is not None and self._scope and kind == wire.INVOKE else None
        try:
            served = Served(wire.RETURN, known) if known is not None else self._ran(kind, body, deadline)
        finally:
            self._depth -= 1
        self._channel.send([wire.HEADER.pack(len(served.body), served.kind, request_id), served.body], deadline)

    def _ran(self, kind: int, body: wire.Body, deadline: Deadline) -> Served:
        if self._bound is None:  # once for all that one call asks for: looking at our own size costs as much as a small answer
            self._bound = bounded_memory(self._limits.served_bytes)
            self._bound.__enter__()
        deadline.pause()
        try:
            served = run_for_child(self._handles, kind, body)
        finally:
            deadline.resume()
        if self._dead is not None:
            raise _Gone(self._dead)
        if served.is_lasting and self._answers is not None:
            self._answers.keep(self._scope, body, served.body)
        return served

    # Verdicts

    def _told_failure(self, body: wire.Body) -> Failure:
        """A failure that the child tells of; every field checked, cut and typed."""
        told = self._handles.decode(body)
        if type(told) is not dict or told.get("kind") not in _TOLD_KINDS:
            raise wire.WireError("not an error")
        name, message, lines, found = (told.get(key) for key in ("name", "message", "lines", "locals"))
        if type(name) is not str or type(message) is not str or type(lines) is not list or type(found) is not dict:
            raise wire.WireError("not an error")
        kind = FailureKind(told["kind"])
        if kind in (FailureKind.MISSING, FailureKind.UNSUPPORTED):
            name = ""
        elif kind is FailureKind.OUT_OF_MEMORY:
            name = "MemoryError"  # numpy has one of its own
        elif name not in BUILTIN_EXCEPTIONS:
            name = "another exception"
        described = tuple((str(key)[:60], str(text)[:100]) for key, text in list(found.items())[:12])
        lost = _count(told.get("lost"))
        return Failure(kind, name, message[:_MAX_TEXT], self._own_lines(lines), locals=described, printed_lost=lost)

    def _own_lines(self, lines: list[Any]) -> tuple[int, ...]:
        return tuple(line for line in lines[-20:] if type(line) is int and 1 <= line <= self._source_lines)

    def _stop(self) -> Failure:
        """Out of time: asks for the running line, then kills."""
        if self._is_hurried:
            self._is_given_up = True
            return self._end_as(Failure(FailureKind.DEAD, message="given up for now"))
        self._process.signal(getattr(signal, "SIGXCPU", signal.SIGTERM))
        end = time.monotonic() + _GRACE_S
        while time.monotonic() < end and not self._process.has_ended(0.005):
            if 'File "' in self._process.fault_text():
                time.sleep(0.002)  # it writes line by line
                break
        return self._end_as(Failure(FailureKind.TIMED_OUT, lines=self._fault_lines()))

    def _died(self) -> Failure:
        """The pipe closed by itself. A status of a signal that we did not send, or of an exit, is the child's own doing.

        Raises WorkerDied if it was the server that ended, or the child was ended from outside: neither is the learner's fault.
        """
        ended_by_itself = self._process.has_ended(_GRACE_S)  # else it lives on with its pipe closed, and the signal will be ours
        failure = self._end_as(Failure(FailureKind.CRASHED, message="the program ended", lines=self._fault_lines()))
        status = self._status or 0
        if status < 0:
            raise WorkerDied("The fork server ended and took a running child with it")
        exit_code, number = status >> 8, status & 0x7F  # as POSIX packs them; the spawner does so everywhere
        if not number and exit_code == wire.EXIT_NO_MEMORY:
            failure = Failure(FailureKind.OUT_OF_MEMORY, "MemoryError", lines=failure.lines)
        elif number and (number == getattr(signal, "SIGXCPU", None) or self._is_out_of_cpu()):
            failure = Failure(FailureKind.TIMED_OUT, lines=failure.lines)
        elif number and number != getattr(signal, "SIGKILL", None):
            message = f"the program ended by {signal.Signals(number).name}"
            failure = Failure(FailureKind.CRASHED, message=message, lines=failure.lines)
        elif number and ended_by_itself and not self._can_kill_itself:
            raise WorkerDied("A child was ended from outside, perhaps because this machine had no memory left")
        self._dead = failure
        return failure

    def _is_out_of_cpu(self) -> bool:
        """Whether the kernel's own limit was reached, behind ours: it ends by SIGKILL whoever ignores SIGXCPU."""
        return self._cpu_at_end >= self._limits.total_cpu_s

    def _protocol(self, message: str) -> Failure:
        return self._end_as(Failure(FailureKind.PROTOCOL, message=message))

    def _end_as(self, failure: Failure) -> Failure:
        self._dead = failure
        if self._status is None:
            self._cpu_at_end = self._process.cpu_s()
            self._status = self._process.end()
            self._channel.close()
        return failure

    # Side channels: what was printed, and where it stood

    def _take_printed(self) -> tuple[str, int]:
        """What was printed since the last time, cut, and how many characters more there were in the file."""
        data, size = self._process.take_printed(4 * self._limits.printed_chars)
        text = data.decode("utf-8", "replace")
        kept = text[: self._limits.printed_chars]
        return kept, len(text) - len(kept) + size - len(data)

    def _fault_lines(self) -> tuple[int, ...]:
        """Line numbers of the learner's file in what faulthandler wrote, innermost last."""
        text = self._process.fault_text()
        name = re.escape(self._program.filename.encode("ascii", "backslashreplace").decode())
        found = [int(number) for number in re.findall(rf'File "{name}", line (\d{{1,7}})', text)[:20]]
        return self._own_lines(found[::-1])


_TOLD_KINDS = {kind.value for kind in FailureKind if kind not in FATAL}


class _Arguments:
    """The arguments after a call, decoded when looked at: from the child's reply, or from the request when they are unchanged."""

    __slots__ = ("_found", "_handles", "_payload")

    def __init__(self, handles: Handles, payload: bytes, after: Any) -> None:
        self._handles = handles
        self._payload = payload
        self._found = after

    def __call__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        if self._found is None:
            self._found = self._handles.decode_own(self._payload) if self._payload else ((), {})
        found: tuple[tuple[Any, ...], dict[str, Any]] = self._found
        return found


def _is_arguments(value: Any) -> bool:
    return type(value) is tuple and len(value) == 2 and type(value[0]) is tuple and type(value[1]) is dict


def _count(value: object) -> int:
    return value if type(value) is int and 0 <= value < 1 << 62 else 0


def _aliases(value: object) -> frozenset[tuple[str, str]]:
    found = value if type(value) is list else []
    pairs = [pair for pair in found[:200] if type(pair) is tuple and len(pair) == 2]
    return frozenset((a[:200], b[:200]) for a, b in pairs if type(a) is str and type(b) is str)


def encode_call(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """Arguments as bytes, for `call_encoded`. Raises Unsupported for functions, which belong to one child."""
    return wire.encode((args, kwargs))
