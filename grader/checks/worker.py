"""A grading process: trusted, one per slot, with its own fork server. Reads jobs on stdin, writes outcomes on stdout.

It holds the checks, the solutions and the secret, and never learner code. It ends when its coordinator does.
"""

from __future__ import annotations

import base64
import gc
import importlib.util
import os
import platform
import select
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from grader.checks.limits import OutOfPatience
from grader.checks.messages import outcome_to_dict, read_message, write_message
from grader.errors import CheckBroken, WorkerDied
from grader.results import Verdict

if TYPE_CHECKING:
    from grader.checks.engine import CollectedCheck
    from grader.content.models import Exercise

MOST_UNCOLLECTED = 50_000  # new objects between two looks for garbage; Python's 700 are passed hundreds of times while starting
MOST_UNCOLLECTED_AT_WORK = 5_000  # each submission leaves some; fifty thousand would be 8 MB of it
KEPT_GRADERS = 32  # of one proof
KEPT_SECRETS = 2  # of one exercise, while learners are checked
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, LARGE_BYTES = -1, -3, 1 << 17
PROOF_BYTES = 1 << 25  # the most that glibc takes
FULL_BYTES = 44 << 20  # resident: a class of right work hardly comes there; beyond it most is holes between what is kept
KEPT_EXERCISES = 2  # a class is graded one after the other, and two slots may be at different ones for a while


def main() -> int:
    """Serve jobs until stdin ends; 0 unless the process could not start."""
    incoming, outgoing = _private_streams()
    _end_with_parent()
    gc.set_threshold(MOST_UNCOLLECTED)
    _return_large_arrays()
    _spare_openssl()
    settings = read_message(incoming)
    if settings is None:
        return 0
    try:
        _serve(settings, incoming, outgoing)
    except Exception as error:
        write_message(outgoing, {"fault": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()})
        return 3
    return 0


def _private_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the coordinator, moved away from where a check's print could reach them."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return incoming, outgoing


def _end_with_parent() -> None:
    """Ask the kernel to end this process when the one that started it ends, however it ends."""
    if sys.platform != "linux":
        return
    import ctypes
    import signal

    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator decides what Ctrl-C means


def _of_glibc(name: str) -> Callable[..., int]:
    """A function of glibc; one that does nothing where there is no glibc."""
    if sys.platform != "linux":
        return lambda *_: 0
    import ctypes

    found: Callable[..., int] = getattr(ctypes.CDLL(None), name, lambda *_: 0)
    return found


def _return_large_arrays() -> None:
    """Have large arrays returned to the system when they are freed, also after larger ones: glibc would keep room for their like."""
    set_option = _of_glibc("mallopt")
    set_option(M_MMAP_THRESHOLD, LARGE_BYTES)
    set_option(M_TRIM_THRESHOLD, LARGE_BYTES)


def _keep_memory() -> None:
    """Let a proof be quick instead of small: it runs thousands of programs of ours in this process."""
    set_option = _of_glibc("mallopt")
    set_option(M_MMAP_THRESHOLD, PROOF_BYTES)
    set_option(M_TRIM_THRESHOLD, PROOF_BYTES)
    gc.set_threshold(MOST_UNCOLLECTED)


def _give_back_memory() -> None:
    """Let the system have what is free by now: half a millisecond, and up to 8 MB after an exercise that was failed in many ways."""
    _of_glibc("malloc_trim")(0)


def _resident_bytes() -> int:
    """What this process takes of the machine's memory; 0 where no kernel says so."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _spare_openssl() -> None:
    """Take Python's own hashes, which are the same: OpenSSL's library, which numpy would have loaded with them, is 3.6 MB of memory."""
    own = ("_md5", "_sha1", "_sha2" if sys.version_info >= (3, 12) else "_sha256", "_sha3", "_blake2")
    if "_hashlib" not in sys.modules and all(importlib.util.find_spec(name) for name in own):  # a system may have left them out
        sys.modules["_hashlib"] = None  # type: ignore[assignment]  # as Python notes that a module is not to be found


def _serve(settings: Mapping[str, Any], incoming: IO[bytes], outgoing: IO[bytes]) -> None:
    from grader.checks.engine import collect
    from grader.checks.overrun import Watch
    from grader.checks.sandbox import Sandbox
    from grader.content.load import load_level
    from grader.content.tree import ContentRoot
    from grader.results import IsolationLevel

    root = ContentRoot(**{name: Path(value) if value else None for name, value in settings["root"].items()})  # type: ignore[arg-type]  # own_checks alone may be None
    level = load_level(root)
    exercises = [level.exercise(slug) for slug in settings["slugs"]]
    wanted = IsolationLevel(settings["isolation"]) if settings["isolation"] else None
    with Sandbox.start(level=wanted) as sandbox:
        canaries = sandbox.canaries() if settings["canaries"] else ()
        hello = {
            "isolation": sandbox.isolation.level.value,
            "layers": dict(sandbox.isolation.layers),
            "open_canaries": [canary.name for canary in canaries if not canary.is_held],
            "environment": environment(),
        }

        Watch().start()  # also over what check files do while they are read
        paths = [path for exercise in exercises for path in (exercise.check_path, *exercise.also_check_paths)]
        checks = collect([path for path in paths if path.is_file()])
        refuse_twins(exercises, checks)
        graders = _Graders(level, exercises, checks, sandbox, settings)
        gc.freeze()  # what starting made stays: no look for garbage goes through it
        gc.set_threshold(MOST_UNCOLLECTED_AT_WORK)
        write_message(outgoing, {"ready": hello})
        while True:
            while not _has_input(incoming) and graders.work_ahead():
                pass
            job = read_message(incoming)
            if job is None:
                return
            write_message(outgoing, {"id": job["id"], **graders.graded(job), "is_full": _resident_bytes() > FULL_BYTES})
            graders.prepare(job)


def checks_of(exercise: Exercise, checks: Sequence[CollectedCheck]) -> list[CollectedCheck]:
    """The checks of one exercise, wherever its files lie: ours or an instructor's in their place, then what an instructor adds."""
    paths = [path.resolve() for path in (exercise.check_path, *exercise.also_check_paths)]
    return [check for path in paths for check in checks if check.path == path]


def refuse_twins(exercises: Sequence[Exercise], checks: Sequence[CollectedCheck]) -> None:
    """CheckBroken when two checks of an exercise have one name: verdicts and evidence go by it."""
    for exercise in exercises:
        names = [check.name for check in checks_of(exercise, checks)]
        twins = sorted({name for name in names if names.count(name) > 1})
        if twins:
            raise CheckBroken(f"{exercise.slug} has two checks called {twins[0]}: give the one in --checks another name")


def _has_input(incoming: IO[bytes]) -> bool:
    """Whether a job, or the end, is waiting. The coordinator sends one job at a time, so nothing hides in the buffer."""
    return bool(select.select([incoming], [], [], 0)[0])


class _Graders:
    """The graders of this process, one per exercise, made when first asked for; of a few exercises only, those asked for last."""

    def __init__(self, level: Any, exercises: Sequence[Any], checks: Sequence[Any], sandbox: Any, settings: Mapping[str, Any]) -> None:
        self._level = level
        self._exercises = {exercise.slug: exercise for exercise in exercises}
        self._checks = checks
        self._sandbox = sandbox
        self._settings = settings
        self._made: dict[tuple[str, str], tuple[Any, Any]] = {}
        self._homes: dict[str, Any] = {}
        self._asked_for: list[str] = []  # exercises, the last one last
        self._ahead: Iterator[str] = iter(())
        self._failing: list[str] = []  # the checks that the last submission did not pass

    def prepare(self, job: Mapping[str, Any]) -> None:
        """Remember the secret that the next check of this exercise will use, so that idle time can be spent on it."""
        if job.get("next_secret"):
            fresh = self._grader(job["slug"], job["next_secret"])[0]
            self._ahead = self._at_home(job["slug"]).ahead(fresh, self._failing)

    def work_ahead(self) -> bool:
        """Do one small step of the work ahead; False when there is none."""
        try:
            return next(self._ahead, None) is not None
        except WorkerDied:  # nobody waits for this: the next job meets a server that is started again
            self._ahead = iter(())
            return False

    def graded(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """The outcome of one job as a message; a fault of ours becomes `fault`, a first try that was given up `slow`.

        A child or server that was killed is tried once more.
        """
        try:
            try:
                return self._done(job)
            except WorkerDied:
                return self._done(job)
        except OutOfPatience:
            return {"slow": True}
        except Exception as error:
            return {"fault": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}

    def _done(self, job: Mapping[str, Any]) -> dict[str, Any]:
        from grader.checks.grading import Work
        from grader.checks.limits import Patience

        if job.get("kind"):
            _keep_memory()
        if job.get("kind") == "gate":
            return {"report": self._gate(job)}
        if job.get("kind") == "styles":
            return {"report": self._styles(job)}
        if job.get("kind") == "mutate":
            return {"report": self._mutated(job)}
        grader, diagnoser = self._grader(job["slug"], job.get("secret") or self._settings["secret"])
        own = {module: base64.b64decode(text) for module, text in job["own"].items()}
        work = Work(grader.exercise, base64.b64decode(job["source"]), own)
        diagnose = self._at_home(job["slug"]).diagnose(work) if job.get("secret") else diagnoser
        patience = Patience(**job["patience"]) if job.get("patience") else None
        outcome = grader.grade(work, diagnose, shrink=bool(job.get("shrink")), patience=patience)
        self._failing = [check.name for check in outcome.result.checks if check.verdict is not Verdict.PASSED]
        return {"outcome": outcome_to_dict(outcome)}

    def _gate(self, job: Mapping[str, Any]) -> dict[str, Any]:
        from grader.checks.gate import gate

        return gate(self._maker(job["slug"], {}), [bytes.fromhex(secret) for secret in job["secrets"]]).as_dict()

    def _styles(self, job: Mapping[str, Any]) -> dict[str, Any]:
        from grader.checks.styles import styles

        def make(secret: bytes) -> Any:  # none is kept: each is used once
            return self._made_grader(job["slug"], secret)

        return styles(make, [bytes.fromhex(secret) for secret in job["secrets"]]).as_dict()

    def _mutated(self, job: Mapping[str, Any]) -> dict[str, Any]:
        from grader.checks.mutation import MUTANT_LIMITS, mutated

        secrets = [bytes.fromhex(secret) for secret in job["secrets"]]
        make = self._maker(job["slug"], MUTANT_LIMITS)
        return mutated(make, secrets, job["listed"], every=job["every"], agree_on=job["agree_on"]).as_dict()

    def _maker(self, slug: str, limits: Mapping[str, float]) -> Any:
        """Makes the exercise's grader under a secret; the first few are kept, so that their cases are prepared once."""
        made: dict[bytes, Any] = {}

        def make(secret: bytes) -> Any:
            if secret in made:
                return made[secret]
            grader = self._made_grader(slug, secret, limits)
            if len(made) < KEPT_GRADERS:
                made[secret] = grader
            return grader

        return make

    def _made_grader(self, slug: str, secret: bytes, limits: Mapping[str, float] | None = None) -> Any:
        from grader.checks.grading import ExerciseGrader

        exercise = self._exercises[slug]
        own = checks_of(exercise, self._checks)
        return ExerciseGrader(
            self._level,
            exercise,
            own,
            self._sandbox,
            secret=secret,
            limits={**self._settings["limits"], **(limits or {})},
            proves=self._settings["canaries"],
        )

    def _ask_for(self, slug: str) -> None:
        """Note that an exercise is in use; everything kept for the one that has not been for longest goes, if there are too many."""
        if self._asked_for[-1:] == [slug]:
            return
        self._asked_for = [kept for kept in self._asked_for if kept != slug] + [slug]
        while len(self._asked_for) > KEPT_EXERCISES:
            old = self._asked_for.pop(0)
            self._homes.pop(old, None)
            self._made = {key: made for key, made in self._made.items() if key[0] != old}
            gc.collect()
            _give_back_memory()

    def _at_home(self, slug: str) -> Any:
        """What names misconceptions where inputs are drawn afresh at every check."""
        from grader.checks.athome import SECRET, AtHome

        self._ask_for(slug)
        if slug not in self._homes:
            self._homes[slug] = AtHome(self._made_grader(slug, SECRET))
        return self._homes[slug]

    def _grader(self, slug: str, secret: str) -> tuple[Any, Any]:
        from grader.checks.diagnoser import Diagnoser

        key = (slug, secret)
        self._ask_for(slug)
        if key not in self._made:
            grader = self._made_grader(slug, bytes.fromhex(secret))
            older = [kept for kept in self._made if kept[0] == slug]
            for kept in older[: 1 - KEPT_SECRETS]:  # this secret and the one prepared ahead
                del self._made[kept]
            self._made[key] = (grader, Diagnoser(grader))
        return self._made[key]


def environment() -> dict[str, str]:
    """What verdicts may depend on besides the checks: versions, machine, CPU features and the BLAS in use."""
    import numpy as np

    config = np.show_config(mode="dicts")
    blas = config.get("Build Dependencies", {}).get("blas", {})
    simd = config.get("SIMD Extensions", {}).get("found", [])
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "numpy": np.__version__,
        "system": platform.system(),
        "machine": platform.machine(),
        "simd": " ".join(map(str, simd)),
        "blas": f"{blas.get('name', '')} {blas.get('version', '')} {os.environ.get('OPENBLAS_CORETYPE', '')}".strip(),
    }


if __name__ == "__main__":
    sys.exit(main())
