"""Names for a learner's own work at home. Verdicts come from fresh inputs each time; names come from inputs that never change.

So the same file gets the same names at every check, whatever was drawn, and what the variants do on these inputs is worked out once for
all checks to come. Nothing is given away: a class draws from its own secret. Knows no learner's folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checks.cases import derive
from grader.checks.diagnoser import Diagnoser
from grader.checks.grading import Diagnose, ExerciseGrader, Work
from grader.checks.submission import Call
from grader.results import Misconception, Verdict

MOST_BYTES = 64 << 20  # everything is worked out ahead, for one learner on a machine of their own
# The first secret of the gate: on these very inputs it proves that every variant is named, and none wrongly.
SECRET = bytes.fromhex(f"{derive(b'grader verify', 'secret', 0):032x}" * 2)


class AtHome:
    """Names misconceptions of one exercise; `grader` draws from `SECRET`."""

    def __init__(self, grader: ExerciseGrader) -> None:
        self._grader = grader
        self._diagnoser = Diagnoser(grader, most_bytes=MOST_BYTES)

    def diagnose(self, work: Work) -> Diagnose:
        """What names the misconceptions of one work: it is run once more, and compared on these inputs alone."""

        def named(_trace: Sequence[Call], _failing: Sequence[str]) -> tuple[Misconception, ...]:
            ran = self._grader.run(work)
            return self._diagnoser(ran.trace, [run.name for run in ran.runs if run.verdict is not Verdict.PASSED])

        return named

    def ahead(self, fresh: ExerciseGrader, failing: Sequence[str]) -> Iterator[str]:
        """Idle work in small steps, each by its name: the cases of the next check, `fresh`, then what the variants do, first those that
        fail the checks that failed last."""
        fresh.run(Work(fresh.exercise, fresh.exercise.solution_path.read_bytes(), {}))
        yield fresh.exercise.slug
        yield from self._diagnoser.ahead(failing)
