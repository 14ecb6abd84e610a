"""Grade one exercise of one submission: run its checks over the wall, decide the verdict, work out the points, keep the evidence.

Knows the wall only by `Sandbox` and `Program`; knows no class, no store and no terminal.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from grader.checks.answers import Answers
from grader.checks.cases import Case
from grader.checks.declare import Checking, Declaration, Memo, Prepared, declaration_of
from grader.checks.engine import CollectedCheck
from grader.checks.evidence import evidence_of
from grader.checks.idle import Idlers
from grader.checks.judge import CheckRun, failed_call, judged
from grader.checks.limits import Limits, Patience
from grader.checks.local import LocalBackend
from grader.checks.mixing import ask_ahead
from grader.checks.replies import Failure, FailureKind
from grader.checks.sandbox import Program, Sandbox, encode_call
from grader.checks.session import FRESH_CHILDREN, HereBackend, NeededSolution, ProgramBackend, Session, WallBackend
from grader.checks.shrink import smallest
from grader.checks.submission import Call, CallFailed, Mismatch, Submission
from grader.content.importer import load_module
from grader.content.models import Exercise, Level, Scoring
from grader.content.stubs import evened
from grader.records import dataclass
from grader.results import CheckResult, ExerciseEvidence, ExerciseResult, Misconception, Outcome, Verdict

WHOLE_EXERCISE = {
    FailureKind.SYNTAX: Verdict.UNREADABLE,
    FailureKind.NOT_ALLOWED: Verdict.NOT_ALLOWED,
}

NOTHING_KNOWN: Mapping[str, CheckRun] = MappingProxyType({})
AGAIN_CPU_S, AGAIN_WALL_S = 0.25, 1.25  # for a call that was stopped before: time enough to be in the same line again

Diagnose = Callable[[Sequence[Call], Sequence[str]], tuple[Misconception, ...]]


@dataclass(frozen=True, slots=True)
class Work:
    """One exercise of one submission, ready to be graded. `own`: the learner's other modules, used in place of ours (`--own`)."""

    exercise: Exercise
    source: bytes
    own: Mapping[str, bytes]


Place = tuple[Declaration, Prepared]


@dataclass(frozen=True, slots=True)
class Ran:
    """All checks of an exercise on one program: how each ended, every call made, why the file did not load (if so), CPU seconds."""

    runs: list[CheckRun]
    trace: tuple[Call, ...]
    load_failure: Failure | None
    cpu_s: float
    places: Mapping[str, Place]  # where each declared check that was not passed stopped
    untouched: frozenset[str] = frozenset()  # checks in which none of the functions that were noted was called


class ExerciseGrader:
    """Grades submissions of one exercise under one secret; cases, expected values and encoded calls are made once.

    With `proves`, a check that a learner does not pass is tried on our solution first, once: one that fails there too is broken, and costs
    nobody anything. Ours are proven before they are released; an instructor's own, and an unlucky draw, are not.
    """

    def __init__(
        self,
        level: Level,
        exercise: Exercise,
        checks: Sequence[CollectedCheck],
        sandbox: Sandbox,
        *,
        secret: bytes,
        limits: Mapping[str, float],
        proves: bool = False,
    ) -> None:
        self.exercise = exercise
        self.checks = tuple(checks)
        self._level = level
        self._sandbox = sandbox
        self._secret = secret
        self.limits = merged_limits({**exercise.limits, **limits})
        self._proves = proves
        self._sound: set[str] = set()  # checks that our solution was seen to pass
        self._idlers = Idlers(checks, self.checking)
        self._answers = Answers()
        self._memo = Memo(lambda case: encode_call(case.args, case.kwargs))
        self._memo_here = Memo()
        self._solution = load_module(exercise.root.solutions, exercise.module)
        self._stub = evened(exercise.stub_path.read_bytes())

    def grade(self, work: Work, diagnose: Diagnose | None = None, *, shrink: bool = False, patience: Patience | None = None) -> Outcome:
        """The outcome of one submission's file; `shrink` looks for a smaller case of the first check that fails.

        Raises OutOfPatience where its checks, or looking again at those that failed, take longer than `patience`.
        """
        started = time.monotonic()
        if evened(work.source) == self._stub:
            runs = [CheckRun(check.name, check.sentence, Verdict.TODO, message="Not written yet.") for check in self.checks]
            return self._outcome(work, Verdict.TODO, runs, (), time.monotonic() - started, 0.0)
        ran = self._proven(self.run(work, shrink=shrink, patience=replace(patience) if patience is not None else None))
        verdict = exercise_verdict(ran.runs, ran.load_failure)
        failing = [run.name for run in ran.runs if run.verdict is not Verdict.PASSED]
        misconceptions = diagnose(ran.trace, failing) if diagnose is not None and _is_worth_diagnosing(verdict) else ()
        runs = ran.runs if shrink else self._seen_again(work, ran, patience)
        return self._outcome(work, verdict, runs, misconceptions, time.monotonic() - started, ran.cpu_s)

    def _proven(self, ran: Ran) -> Ran:
        """The same with every check broken that is not passed by our own solution either."""
        doubted = {run.name for run in ran.runs if run.verdict not in (Verdict.PASSED, Verdict.BROKEN)} - self._sound
        if not self._proves or not doubted:
            return ran
        faults = self._faults()
        return replace(ran, runs=[replace(run, **faults[run.name]) if run.name in faults else run for run in ran.runs])

    def _faults(self) -> dict[str, dict[str, Any]]:
        """What to say of each check that our own solution, run as a learner's is, does not pass. Once passed, a check is sound for good."""
        own = self.run(Work(self.exercise, self.exercise.solution_path.read_bytes(), {}))
        self._sound |= {run.name for run in own.runs if run.verdict is Verdict.PASSED}
        message = "This is our fault: the check does not pass our own solution."
        return {
            run.name: {"verdict": Verdict.BROKEN, "category": "", "message": message, "fault": run.message or run.fault}
            for run in own.runs
            if run.name not in self._sound
        }

    def open(
        self, work: Work, *, runs: int = 1, limits: Limits | None = None, patience: Patience | None = None, answers: Answers | None = None
    ) -> Session:
        """The children that a program is run in, with the budget of `runs` runs of all checks.

        `answers`: what needed solutions are known to answer; default: all that they answered in this class.
        """
        needed: list[NeededSolution] = []
        backend = WallBackend(
            self._sandbox,
            self._program(work, needed),
            (limits or self.limits).for_runs(runs),
            fresh=FRESH_CHILDREN * runs,
            answers=self._answers if answers is None else answers,
            patience=patience,
        )
        return Session(backend, needed)

    def run(self, work: Work, *, stop_early: bool = False, shrink: bool = False, patience: Patience | None = None) -> Ran:
        """Every check, run once, in children of its own.

        `stop_early` ends the run after the first check that does not pass.
        """
        with self.open(work, patience=patience) as session:
            return self.run_in(session, stop_early=stop_early, shrink=shrink)

    def run_in(self, session: Session, *, stop_early: bool = False, shrink: bool = False) -> Ran:
        """The same in children that are there already: for our own programs, which are run many times over."""
        session.backend.begin_run()
        return self._run_on(session.backend, stop_early=stop_early, shrink=shrink)

    def run_here(self, source: bytes, known: Mapping[str, CheckRun] = NOTHING_KNOWN, noted: Sequence[str] = ()) -> Ran:
        """The same in this very process, many times faster: for a program that is known to be ours. Raises what its top level raises.

        Checks whose end is `known`, by name, are not run again; calls of the functions `noted` are noted.
        """
        module = load_module(self.exercise.root.solutions, self.exercise.module, source)
        return self._run_on(HereBackend(module, noted), stop_early=False, shrink=False, known=known)

    def _run_on(self, backend: ProgramBackend, *, stop_early: bool, shrink: bool, known: Mapping[str, CheckRun] = NOTHING_KNOWN) -> Ran:
        submission = Submission(backend)
        runs: list[CheckRun] = []
        places: dict[str, Place] = {}
        untouched: set[str] = set()
        checkings = {check.name: self.checking(check, submission, is_bounded=backend.is_bounded) for check in self.checks}
        if backend.is_bounded and not stop_early:  # not where only programs of ours are run
            declared = [(checkings[check.name], declaration_of(check.function)) for check in self.checks]
            ask_ahead([(checking, found) for checking, found in declared if found is not None], self._secret, self.exercise.slug)
        for check in self.checks:
            runs.append(known[check.name] if check.name in known else self._judged(check, checkings[check.name], backend, places))
            untouched |= set() if backend.may_have_called() else {check.name}
            if stop_early and runs[-1].verdict is not Verdict.PASSED:
                break
        trace = tuple(submission.trace)
        if shrink and backend.load_failure is None:
            runs = self._shrunk(runs, submission)
        return Ran(runs, trace, backend.load_failure, backend.used_cpu_s(), places, frozenset(untouched))

    def _shrunk(self, runs: list[CheckRun], submission: Submission) -> list[CheckRun]:
        """The runs with the first failing one, if it is declared, told by the smallest case that fails the same way."""
        index = next((index for index, run in enumerate(runs) if run.verdict is not Verdict.PASSED), None)
        if index is None:
            return runs
        check, checking = self.checks[index], self.checking(self.checks[index], submission)

        def run_smaller() -> None:
            try:
                check.run(checking)
            except (CallFailed, Mismatch) as seen:
                if checking.failing is None:
                    raise
                raise smallest(checking, *checking.failing, seen) from None

        again = judged(check.name, check.sentence, run_smaller, lambda: None)
        if (again.verdict, again.category) == (runs[index].verdict, runs[index].category):
            runs[index] = replace(again, printed=again.printed or runs[index].printed)
        return runs

    def _judged(self, check: CollectedCheck, checking: Checking, backend: ProgramBackend, places: dict[str, Place]) -> CheckRun:
        submission = checking.submission
        submission.begin(check.name)
        if backend.load_failure is not None and submission.trace:
            return failed_call(check.name, check.sentence, None, replace(backend.load_failure, printed=""))
        run = judged(
            check.name,
            check.sentence,
            lambda: check.run(checking),
            lambda: check.run(self.checking(check, self._reference(), is_bounded=backend.is_bounded)),
        )
        if run.verdict is Verdict.PASSED:
            return run
        if checking.failing is not None:
            places[check.name] = checking.failing
        return replace(run, printed=submission.last_printed, case=run.case or _unshared(submission.last_case))

    def _seen_again(self, work: Work, ran: Ran, patience: Patience | None) -> list[CheckRun]:
        """The runs, each failing public case told by a fresh child that is given nothing else, where that ends alike.

        Not once a call that had been quick is stopped there: looking again is not to cost more than looking.
        """
        runs: list[CheckRun] = []
        is_stuck = False
        for run in ran.runs:
            place = ran.places.get(run.name)
            again = run
            if place is not None and run.case is not None and run.case.is_public and not is_stuck:
                again = self._alone(work, run, place, self._limits_again(ran, run), patience)
            is_alike = again is not run and (again.verdict, again.category) == (run.verdict, run.category)
            is_stuck = is_stuck or (again.verdict is Verdict.TIMED_OUT and not is_alike and again is not run)
            runs.append(replace(again, printed=run.printed, is_alone=True) if is_alike else run)
        return runs

    def _alone(self, work: Work, run: CheckRun, place: Place, limits: Limits, patience: Patience | None) -> CheckRun:
        check = next(check for check in self.checks if check.name == run.name)
        unheard = Answers()  # how soon one comes would tell what was asked before, of hidden inputs too
        with self.open(work, limits=limits, patience=patience, answers=unheard) as session:
            checking = self.checking(check, Submission(session.backend))
            return judged(run.name, run.sentence, lambda: checking.run_one(*place), lambda: None)

    def _limits_again(self, ran: Ran, run: CheckRun) -> Limits:
        """The limits under which a call is made again. One that was stopped has its verdict, and only shows once more where it was."""
        limits = replace(self.limits, served_wall_s=min(self.limits.served_wall_s, self.limits.call_wall_s))
        if run.verdict is not Verdict.TIMED_OUT:
            return limits
        limits = replace(limits, served_wall_s=min(limits.served_wall_s, AGAIN_WALL_S))
        if ran.load_failure is not None:
            return replace(limits, load_cpu_s=min(limits.load_cpu_s, AGAIN_CPU_S), load_wall_s=min(limits.load_wall_s, AGAIN_WALL_S))
        return replace(limits, call_cpu_s=min(limits.call_cpu_s, AGAIN_CPU_S), call_wall_s=min(limits.call_wall_s, AGAIN_WALL_S))

    def checking(self, check: CollectedCheck, submission: Submission, *, is_bounded: bool = True) -> Checking:
        """What one check works with when `submission` is the learner's, or, not `is_bounded`, one of ours in this process."""
        submission.begin(check.name)
        return Checking(
            submission,
            self._reference(),
            secret=self._secret,
            exercise=self.exercise.slug,
            check=check.name,
            memo=self._memo if is_bounded else self._memo_here,
            is_bounded=is_bounded,
        )

    def _reference(self) -> Submission:
        return Submission(LocalBackend(self._solution, strict_numpy=True))

    def _idle(self, runs: Sequence[CheckRun]) -> str:
        """What a program does that computes nothing and passes all that was passed here; "" when there is none, or nothing is left open."""
        passed = [run.name for run in runs if run.verdict is Verdict.PASSED]
        is_part = 0 < len(passed) < sum(run.verdict is not Verdict.BROKEN for run in runs)
        return self._idlers.like(passed) if is_part else ""

    def _program(self, work: Work, needed: list[NeededSolution]) -> Program:
        handles: dict[str, dict[str, Callable[..., object]]] = {}
        others = {module: source for module, source in work.own.items() if module != self.exercise.module}
        for module in self.exercise.all_needs:
            if module in others:
                continue
            solution = NeededSolution(self._sandbox, partial(self._solution_program, module), merged_limits({}))
            needed.append(solution)
            handles[module] = {name: solution.function(name) for name in self._functions(module)}
        return Program(
            module=self.exercise.module,
            source=work.source,
            filename=self.exercise.filename,
            others=others,
            handles=handles,
            forbidden=self.exercise.forbids,
        )

    def _functions(self, module: str) -> tuple[str, ...]:
        return next(exercise.functions for exercise in self._level.exercises if exercise.module == module)

    def _solution_program(self, module: str) -> Program:
        exercise = next(exercise for exercise in self._level.exercises if exercise.module == module)
        paths = zip(exercise.all_needs, exercise.needed_solution_paths, strict=True)
        return Program(
            module=module,
            source=exercise.solution_path.read_bytes(),
            filename=exercise.filename,
            others={need: path.read_bytes() for need, path in paths},
        )

    def _outcome(
        self,
        work: Work,
        verdict: Verdict,
        runs: Sequence[CheckRun],
        misconceptions: tuple[Misconception, ...],
        duration_s: float,
        cpu_s: float,
    ) -> Outcome:
        idle = self._idle(runs)
        points = check_points(self.exercise, runs, is_void=bool(idle))
        checks = tuple(_check_result(_without_worth(run, idle), share) for run, share in zip(runs, points, strict=True))
        earned, possible = (sum(column, Fraction(0)) for column in zip(*points, strict=True)) if points else (Fraction(0), Fraction(0))
        result = ExerciseResult(
            slug=self.exercise.slug,
            objective=self.exercise.objective_id,
            verdict=verdict,
            checks=checks,
            misconceptions=misconceptions,
            auto_points=rounded(earned),
            max_points=rounded(possible),
            source_path=f"{self.exercise.folder}/{self.exercise.filename}",
            source_sha256=hashlib.sha256(work.source).hexdigest(),
            failure_signature=signature(runs),
            message=next((run.message for run in runs if run.verdict is not Verdict.PASSED), ""),
        )
        by_check = {run.name: evidence_of(run, self.exercise) for run in runs if run.verdict is not Verdict.PASSED}
        evidence = ExerciseEvidence(self.exercise.slug, by_check, duration_s, cpu_s, self._sandbox.isolation.level.value)
        return Outcome(result, evidence)


def _unshared(case: Case | None) -> Case | None:
    """The call that a plain check made last, for the evidence: it is nobody's public example."""
    return None if case is None else replace(case, is_public=False)


def merged_limits(overrides: Mapping[str, float]) -> Limits:
    """The default limits with an exercise's or a class's own; whole numbers where the default is whole."""
    kinds = {field.name: type(getattr(Limits(), field.name)) for field in fields(Limits)}
    return replace(Limits(), **{name: kinds[name](value) for name, value in overrides.items()})


def exercise_verdict(runs: Sequence[CheckRun], load_failure: Failure | None) -> Verdict:
    """The verdict of the whole: broken if any check is, else what the first check that was not passed says."""
    if load_failure is not None and load_failure.kind in WHOLE_EXERCISE:
        return WHOLE_EXERCISE[load_failure.kind]
    if any(run.verdict is Verdict.BROKEN for run in runs):
        return Verdict.BROKEN
    if any(run.failure is not None and run.failure.kind is FailureKind.NOT_ALLOWED for run in runs):
        return Verdict.NOT_ALLOWED
    unpassed = [run for run in runs if run.verdict is not Verdict.PASSED]
    if not unpassed:
        return Verdict.PASSED
    if all(run.failure is not None and run.failure.kind is FailureKind.MISSING for run in runs):
        return Verdict.MISSING
    return unpassed[0].verdict


def check_points(exercise: Exercise, runs: Sequence[CheckRun], *, is_void: bool = False) -> list[tuple[Fraction, Fraction]]:
    """(earned, possible) of each check: an equal share; nothing is possible on a broken one, nothing is earned when `is_void`."""
    share = Fraction(exercise.points, len(runs)) if runs else Fraction(0)
    is_void = is_void or (exercise.scoring is Scoring.ALL_OR_NOTHING and any(run.verdict is not Verdict.PASSED for run in runs))
    pairs = []
    for run in runs:
        possible = Fraction(0) if run.verdict is Verdict.BROKEN else share
        pairs.append((possible if run.verdict is Verdict.PASSED and not is_void else Fraction(0), possible))
    return pairs


@lru_cache(maxsize=4096)  # the same few shares for every learner, and exact rounding is dear
def rounded(points: Fraction) -> float:
    """Points as they are written: four decimals, from the exact fraction."""
    return float(round(points, 4))


def signature(runs: Sequence[CheckRun]) -> str:
    """A short hash of how an exercise failed, equal for learners who failed alike; "" when nothing failed."""
    parts = [f"{run.name}:{run.verdict.value}:{run.category}" for run in runs if run.verdict is not Verdict.PASSED]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12] if parts else ""


def _without_worth(run: CheckRun, idle: str) -> CheckRun:
    """The run; a passed one that earns nothing, because a program that computes nothing passes as much, says so."""
    if not idle or run.verdict is not Verdict.PASSED:
        return run
    return replace(run, message=f"No points for what passed: a function that only {idle} would pass it too.")


def _check_result(run: CheckRun, points: tuple[Fraction, Fraction]) -> CheckResult:
    case_id = "" if run.case is None or not run.case.label else run.case.label
    return CheckResult(run.name, run.sentence, run.verdict, run.category, rounded(points[0]), rounded(points[1]), case_id, run.message)


def _is_worth_diagnosing(verdict: Verdict) -> bool:
    return verdict in (Verdict.FAILED, Verdict.RAISED, Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY, Verdict.CRASHED)
