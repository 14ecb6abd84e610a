"""The hard-coding adversary: a program that knows every call and answer of one secret, tried under another."""

from __future__ import annotations

import hashlib

from grader import wire
from grader.checks.cases import Case
from grader.checks.declare import is_live
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.judge import judged
from grader.checks.replies import Failure, FailureKind, Reply
from grader.checks.submission import Call, Submission
from grader.results import Verdict


class RecordedBackend:
    """Answers by the very same arguments where it has seen them, else by what the same function answered in the same place."""

    def __init__(self, trace: tuple[Call, ...]) -> None:
        self._by_arguments = {key: call.outcome for call in trace if (key := inputs_key(call.case)) is not None}
        self._in_order: dict[str, list[Reply | Failure]] = {}
        for call in trace:
            self._in_order.setdefault(call.case.function, []).append(call.outcome)
        self._asked: dict[str, int] = {}

    def call(self, case: Case, *, want_args: bool, payload: bytes | None = None) -> Reply | Failure:
        """The recorded answer."""
        place = self._asked.get(case.function, 0)
        self._asked[case.function] = place + 1
        key = inputs_key(case)
        if key in self._by_arguments:
            return self._by_arguments[key]
        answers = self._in_order.get(case.function, [])
        return answers[place % len(answers)] if answers else Failure(FailureKind.MISSING)


def inputs_key(case: Case) -> str | None:
    """The same for calls with the very same inputs; None where some of them are functions, iterators or generators."""
    if is_live(case):
        return None
    return hashlib.sha256(case.function.encode() + wire.encode((case.args, case.kwargs))).hexdigest()


def replayed_elsewhere(recorded_under: ExerciseGrader, tried_under: ExerciseGrader) -> list[str]:
    """A problem when answers recorded under one secret pass under another."""
    exercise = recorded_under.exercise
    trace = recorded_under.run(Work(exercise, exercise.solution_path.read_bytes(), {})).trace
    submission = Submission(RecordedBackend(trace))
    verdicts = []
    for check in tried_under.checks:
        checking = tried_under.checking(check, submission)
        verdicts.append(judged(check.name, check.sentence, lambda: check.run(checking), lambda: None).verdict)  # noqa: B023  # run at once
    if all(verdict is Verdict.PASSED for verdict in verdicts):
        return ["answers recorded under one secret pass under another: no check draws its inputs"]
    return []
