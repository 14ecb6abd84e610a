"""The bare floor: a locked child per exercise, its import and its calls, with nobody looking at what comes back.

The fork, the child's whole life and its removal are in it, as they are in what it is compared with; starting is not.
Run as a program (`python -m bench.floor FOLDER`): prints the CPU milliseconds per submission folder in FOLDER.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from bench.measure import cpu_with_reaped_s
from grader.checks.declare import is_live
from grader.checks.engine import collect
from grader.checks.grading import ExerciseGrader, Work
from grader.checks.sandbox import Sandbox, encode_call
from grader.content.load import load_level


def main(folder: Path) -> None:
    """Replay every call that grading makes, except those that hand over functions."""
    level = load_level()
    submissions = sorted(path for path in folder.iterdir() if path.is_dir())
    exercises = [exercise for exercise in level.exercises if (submissions[0] / exercise.folder / exercise.filename).is_file()]

    checks = collect([exercise.check_path for exercise in exercises])
    with Sandbox.start() as sandbox:
        plans = []
        for exercise in exercises:
            own = [check for check in checks if check.path == exercise.check_path.resolve()]
            grader = ExerciseGrader(level, exercise, own, sandbox, secret=bytes(32), limits={})
            trace = grader.run(Work(exercise, exercise.solution_path.read_bytes(), {})).trace
            calls = [(call.case, encode_call(call.case.args, call.case.kwargs)) for call in trace if not is_live(call.case)]
            plans.append((exercise, grader, calls))
        before = time.process_time() + cpu_with_reaped_s(sandbox.server_pid)
        for submission in submissions:
            for exercise, grader, calls in plans:
                source = (submission / exercise.folder / exercise.filename).read_bytes()
                with grader.open(Work(exercise, source, {})) as session:
                    for case, payload in calls:
                        session.backend.call(case, want_args=False, payload=payload)
        cpu_s = time.process_time() + cpu_with_reaped_s(sandbox.server_pid) - before
        print(json.dumps({"ms_per_submission": cpu_s / len(submissions) * 1000, "calls": sum(len(plan[2]) for plan in plans)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
