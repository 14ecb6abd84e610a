"""The bare floor: a warm process with numpy and the checks, a locked child for each submission, its import and its calls. No verdicts.

It is counted as the others are: the fork, the child's whole life and its removal are in it, which the fork server pays for. Starting the
two processes is not.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.peers.running import SUBMISSION_S, Graded, run
from bench.peers.work import FILENAME, LEVEL

TIMES = 5  # so that the kernel's clock of reaped children, in hundredths of a second, is fine enough
CHECKOUT = Path(__file__).resolve().parents[3]


class Grader:
    """Its wall time is that of the loop alone; start-up is left out of the CPU too (see `cpu_ms` of what it says)."""

    def grade(self, submissions: Sequence[Path], work: Path) -> Mapping[str, Graded]:
        command = [sys.executable, "-m", "bench.peers.adapters.floor", submissions[0].parent]
        ended = run(command, SUBMISSION_S * len(submissions), CHECKOUT, work / "floor.txt", {"PYTHONPATH": str(CHECKOUT)})
        figures = json.loads(ended.output)
        return {each.name: Graded(None, figures["wall_ms"] / 1000, said=ended.output) for each in submissions}


def measure(folder: Path) -> dict[str, float]:
    """Replay every call that grading makes, for each submission in a folder; CPU and wall ms of one."""
    from bench.measure import cpu_with_reaped_s
    from grader.checks.engine import collect
    from grader.checks.grading import ExerciseGrader, Work
    from grader.checks.outcome import Failure
    from grader.checks.sandbox import Program, Sandbox, encode_call
    from grader.content.load import load_level
    from grader.content.tree import ContentRoot

    level = load_level(ContentRoot.of_wheel(LEVEL))
    exercise = level.exercises[0]
    sources = [(path / FILENAME).read_bytes() for path in sorted(folder.iterdir()) if path.is_dir()]
    figures: dict[str, float] = {}

    checks = collect([exercise.check_path])
    with Sandbox.start() as sandbox:
        grader = ExerciseGrader(level, exercise, checks, sandbox, secret=bytes(32), limits={})
        trace = grader.run(Work(exercise, exercise.solution_path.read_bytes(), {})).trace
        calls = [(call.case.function, encode_call(call.case.args, call.case.kwargs)) for call in trace]

        def spent_s() -> float:
            return time.process_time() + cpu_with_reaped_s(sandbox.server_pid)

        before, started = spent_s(), time.monotonic()
        for source in sources * TIMES:
            with sandbox.spawn(Program(exercise.module, source, exercise.filename), grader.limits) as child:
                is_loaded = not isinstance(child.load(), Failure)
                for function, payload in calls if is_loaded else ():
                    child.call_encoded(function, payload, want_args=False)
        figures["cpu_ms"] = (spent_s() - before) / len(sources) / TIMES * 1000
        figures["wall_ms"] = (time.monotonic() - started) / len(sources) / TIMES * 1000
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]))))
