"""Grading over the real wall, on a made-up level: verdicts, points, needs, diagnosis, evidence, and our own faults."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.checks.grading import AGAIN_CPU_S
from grader.checks.lanes import Costs
from grader.checks.limits import Limits, Patience
from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.content.models import Level
from grader.results import Outcome, Verdict
from tests.engine.content.tiny_level import write_level
from tests.engine.running import grown, held, living

CHECKS_TWO = '''
from grader.checks.api import call, cases, expect_raises, require


@cases(repeat=1)
def check_example(draw):
    """1 and 2 make 3."""
    return [call("add_two", 1.0, 2.0, public_=True), call("add_two", draw.number(), draw.number())]


@cases(repeat=1)
def check_lists(draw):
    """Lists are joined."""
    return call("add_two", [1], [2, 3])


def check_it_refuses_text(submission):
    """A number and a text do not add up."""
    expect_raises(submission, TypeError, "add_two", 1, "x")


def check_plain(submission, draw):
    """Three times one is three."""
    total = submission.add_two(submission.add_two(1, 1), 1)
    require(total + 0 == 3, "three ones do not make three", got=total)
'''
WRONG_TWO = '''
from grader.checks.variants import wrong


@wrong("sum-is-product", fails=("check_example", "check_lists", "check_it_refuses_text", "check_plain"), replaces="add_two")
def multiplies(a, b):
    """Multiplies."""
    return a * b


@wrong("slip-order", fails=("check_lists",), replaces="add_two")
def the_other_way_round(a, b):
    """Adds b and a."""
    return b + a
'''
CHECKS_ROWS = '''
from grader.checks.api import call, cases


@cases(repeat=1)
def check_rows(draw):
    """Rows are added up."""
    n, m = draw.sizes("n m")
    return call("add_rows", draw.normal(n, m))
'''
CHECKS_ALL = (
    CHECKS_ROWS.replace("add_rows", "add_all")
    + '''

def check_is_broken(submission, reference):
    """This one fails by itself."""
    raise NameError("ours")
'''
)
SECRET = b"s" * 32


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    folder = tmp_path_factory.mktemp("level")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    root = write_level(
        folder / "level",
        {
            "tests/checks/a_first/check_add_two.py": CHECKS_TWO,
            "tests/checks/a_first/wrong_add_two.py": WRONG_TWO,
            "tests/checks/a_first/check_add_rows.py": CHECKS_ROWS,
            "tests/checks/b_second/check_add_all.py": CHECKS_ALL,
        },
    )
    with Pool(load_level(root), ["add-two", "add-rows", "add-all"], secret=SECRET, slots=1) as pool:
        yield pool


def grade(pool: Pool, source: str, slug: str = "add-two", **options: object) -> Outcome:
    ((_, outcome),) = list(pool.run([Job("x", slug, source.encode(), **options)]))  # type: ignore[arg-type]  # Job's own fields
    return outcome


def verdicts(outcome: Outcome) -> list[Verdict]:
    return [check.verdict for check in outcome.result.checks]


def test_a_right_answer_passes_with_all_its_points(pool: Pool) -> None:
    result = grade(pool, "def add_two(a, b):\n    return a + b\n").result

    assert (result.verdict, result.auto_points, result.max_points) == (Verdict.PASSED, 10.0, 10.0)


def test_points_are_shared_and_the_first_failing_check_gives_the_verdict(pool: Pool) -> None:
    result = grade(pool, "def add_two(a, b):\n    return b + a\n").result

    assert (result.verdict, result.auto_points) == (Verdict.FAILED, 7.5)


def test_a_known_wrong_way_is_named(pool: Pool) -> None:
    result = grade(pool, "def add_two(a, b):\n    product = a\n    product *= b\n    return product\n").result

    assert [found.id for found in result.misconceptions] == ["sum-is-product"]


def test_an_unknown_wrong_way_is_not_named(pool: Pool) -> None:
    assert grade(pool, "def add_two(a, b):\n    return 7\n").result.misconceptions == ()


NOW_AND_THEN = """
def add_two(a, b):
    if isinstance(a, float) and a != 1.0 and int(abs(a) * 1000) % 2:
        return a + b + 1
    return b + a
"""


def test_at_home_a_known_wrong_way_is_named_on_inputs_that_nobody_has_seen(pool: Pool) -> None:
    outcome = grade(pool, "def add_two(a, b):\n    return b + a\n", secret="ab" * 32, task={"next_secret": "cd" * 32})
    again = grade(pool, "def add_two(a, b):\n    return (b) + (a)\n", secret="cd" * 32)

    assert [found.id for found in outcome.result.misconceptions] == ["slip-order"]
    assert again.result.misconceptions == outcome.result.misconceptions


def test_at_home_the_same_file_gets_the_same_names_whatever_was_drawn(pool: Pool) -> None:
    drawn = [grade(pool, NOW_AND_THEN, secret=f"{number:064x}") for number in range(8)]

    assert len({tuple(verdicts(outcome)) for outcome in drawn}) == 2, "what was drawn decides what fails"
    assert len({outcome.result.misconceptions for outcome in drawn}) == 1


def test_an_untouched_stub_is_todo_whatever_its_line_ends_are(pool: Pool) -> None:
    stub = (pool._level.root.exercises / "a_first" / "add_two.py").read_text()  # the level the fixture wrote
    outcome = grade(pool, stub.replace("\n", "\r\n"))

    assert outcome.result.verdict is Verdict.TODO
    assert set(verdicts(outcome)) == {Verdict.TODO}


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("def add_two(a, b:\n", Verdict.UNREADABLE),
        ("x = 1\n", Verdict.MISSING),
        ("add_two = 3\n", Verdict.MISSING),
        ("import numpy\ndef add_two(a, b):\n    return a + b\n", Verdict.NOT_ALLOWED),
        ("def add_two(a, b):\n    import numpy\n    return a + b\n", Verdict.NOT_ALLOWED),
        ("import sys\nsys.exit(0)\n", Verdict.RAISED),
        ("import os\nos._exit(0)\n", Verdict.CRASHED),
        ("def add_two(a, b):\n    raise ValueError('no')\n", Verdict.RAISED),
        ("def add_two(a, b):\n    raise NotImplementedError\n", Verdict.TODO),
        ("def add_two(a, b):\n    return object()\n", Verdict.FAILED),
        ("def add_two(a, b):\n    return {}\n", Verdict.FAILED),
    ],
)
def test_each_way_to_go_wrong_has_its_verdict_and_earns_nothing(pool: Pool, source: str, verdict: Verdict) -> None:
    result = grade(pool, source).result

    assert (result.verdict, result.auto_points) == (verdict, 0.0)


def test_garbage_that_trips_a_plain_check_is_a_failure_and_not_our_fault(pool: Pool) -> None:
    outcome = grade(pool, "def add_two(a, b):\n    return 'x' if isinstance(a, int) or isinstance(a, str) else a + b\n")

    assert Verdict.BROKEN not in verdicts(outcome)


def test_a_check_that_fails_by_itself_costs_nothing_and_gives_nothing(pool: Pool) -> None:
    result = grade(pool, "from a_first.add_rows import add_rows\ndef add_all(x):\n    return add_rows(add_rows(x))\n", "add-all").result

    assert (result.verdict, result.auto_points, result.max_points) == (Verdict.BROKEN, 0.0, 15.0)


def test_a_needed_exercise_is_ours_whatever_the_learners_own_is(pool: Pool) -> None:
    source = (
        "from a_first.add_two import add_two\ndef add_rows(x):\n    t = 0\n    for row in x:\n        t = add_two(t, row)\n    return t\n"
    )
    wrong = {"a_first.add_two": b"def add_two(a, b):\n    return a - b\n"}

    assert grade(pool, source, "add-rows").result.verdict is Verdict.PASSED
    assert grade(pool, source, "add-rows", own=wrong).result.verdict is Verdict.FAILED


def test_no_text_of_a_needed_solution_can_be_reached(pool: Pool) -> None:
    source = "import inspect\nfrom a_first.add_two import add_two\ndef add_rows(x):\n    return inspect.getsource(add_two)\n"
    outcome = grade(pool, source, "add-rows")

    assert "return a + b" not in repr(outcome)


def test_evidence_holds_the_call_both_sides_and_a_runnable_snippet(pool: Pool) -> None:
    outcome = grade(pool, "def add_two(a, b):\n    return 7\n")
    evidence = outcome.evidence.by_check["check_example"]

    assert (evidence.call, evidence.expected, evidence.got, evidence.is_public) == ("add_two(1.0, 2.0)", "3.0", "7", True)
    assert evidence.snippet == "from a_first.add_two import add_two\n\nprint(add_two(1.0, 2.0))\n"


def test_a_public_case_is_told_by_a_child_that_knows_nothing_else(pool: Pool) -> None:
    remembers = "seen = []\ndef add_two(a, b):\n    seen.append((a, b))\n    return float(len(seen)) if a != 1.0 else -float(len(seen))\n"
    evidence = grade(pool, remembers).evidence.by_check["check_example"]

    assert (evidence.got, evidence.is_public) == ("-1.0", True)


def test_what_a_module_remembered_of_hidden_calls_is_no_public_evidence(pool: Pool) -> None:
    # The public case comes first here, so let it fail only when it is not the first call of its process.
    late = "calls = []\ndef add_two(a, b):\n    calls.append(a)\n    return a + b if len(calls) == 1 else 'seen: ' + repr(calls)\n"
    outcome = grade(pool, late)

    assert not any(evidence.is_public for evidence in outcome.evidence.by_check.values())


def test_named_tuples_and_texts_out_of_arrays_are_tuples_and_texts(pool: Pool) -> None:
    pair = "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\n    y: int\ndef add_rows(x):\n    return P(1, 2)\n"
    text = "import numpy as np\ndef add_rows(x):\n    return np.array(['a', 'b'])[0]\n"
    shown = [grade(pool, source, "add-rows").evidence.by_check["check_rows"].got for source in (pair, text)]

    assert shown == ["a tuple of 2: (1, 2)", "'a'"]


def test_an_iterator_is_called_what_people_call_it(pool: Pool) -> None:
    evidence = grade(pool, "def add_two(a, b):\n    return map(float, [1])\n").evidence.by_check["check_example"]

    assert evidence.got == "an iterator"


@pytest.mark.parametrize("task", [{}, {"shrink": True}], ids=["class", "learner"])
def test_what_a_wrong_answer_printed_is_kept(pool: Pool, task: dict[str, object]) -> None:
    evidence = grade(pool, "def add_two(a, b):\n    print('here', a)\n    return 7\n", task=task).evidence.by_check["check_example"]

    assert evidence.printed == "here 1.0\n"


def test_of_endless_prints_the_beginning_is_kept_and_the_rest_is_counted(pool: Pool) -> None:
    evidence = grade(pool, "def add_two(a, b):\n    print('x' * 50_000)\n    return 7\n").evidence.by_check["check_example"]

    assert (evidence.printed, evidence.printed_lost) == ("x" * 4000, 46_001)


def test_the_line_of_an_exception_is_kept(pool: Pool) -> None:
    evidence = grade(pool, "def add_two(a, b):\n    c = a\n    raise ValueError('no')\n").evidence.by_check["check_example"]

    assert (evidence.exception, evidence.exception_text, evidence.lines[-1]) == ("ValueError", "no", 3)


def test_two_graders_with_one_secret_agree_to_the_byte(pool: Pool) -> None:
    source = "def add_two(a, b):\n    return b + a\n"

    assert grade(pool, source).result == grade(pool, source, secret=SECRET.hex()).result


def test_a_killed_grading_process_is_replaced_and_its_job_done_again(pool: Pool) -> None:
    slow = "import time\ntime.sleep(1)\ndef add_two(a, b):\n    return a + b\n"
    jobs = pool.run([Job(str(index), "add-two", slow.encode()) for index in range(2)])
    next(jobs)
    (pid,) = pool.pids
    os.kill(pid, signal.SIGKILL)
    (_, outcome) = next(jobs)

    assert outcome.result.verdict is Verdict.PASSED


ENDLESS = "def add_two(a, b):\n    while True: pass\n"
ENDLESS_ON_LISTS = "def add_two(a, b):\n    while isinstance(a, list):\n        pass\n    return a + b\n"
ENDLESS_AT_IMPORT = "while True:\n    pass\n"


@pytest.mark.skipif(not Path("/proc/self/statm").is_file(), reason="no kernel here says what a process takes")
@pytest.mark.parametrize("stays_small", [True, False])
def test_a_grading_process_that_has_grown_is_replaced_between_two_exercises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stays_small: bool
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    checks = {"tests/checks/a_first/check_add_two.py": CHECKS_TWO, "tests/checks/a_first/check_add_rows.py": CHECKS_ROWS}
    checks["tests/checks/a_first/check_add_two.py"] += "KEPT = b'x' * (48 << 20)\n"
    level = load_level(write_level(tmp_path / "level", checks))
    pids = []
    with Pool(level, ["add-two", "add-rows"], secret=SECRET, stays_small=stays_small) as pool:
        for slug in ("add-two", "add-two", "add-rows", "add-rows", "add-two"):
            grade(pool, "", slug)
            pids.append(pool.pids)

    assert pids[0] == pids[1], "while it is at one exercise it keeps what it has prepared"
    assert pids[2] == pids[3]
    assert len({pids[0], pids[2], pids[4]}) == (3 if stays_small else 1)


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Level, Pool]]:
    """A pool with short limits, one lane."""
    folder = tmp_path_factory.mktemp("short")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    level = load_level(write_level(folder / "level", {"tests/checks/a_first/check_add_two.py": CHECKS_TWO}))
    with Pool(level, ["add-two"], secret=SECRET, limits=SHORT) as pool:
        yield level, pool


SHORT = {"call_cpu_s": 0.4, "load_cpu_s": 0.4}


def test_after_two_calls_were_stopped_the_rest_is_not_run_and_says_why(short: tuple[Level, Pool]) -> None:
    checks = grade(short[1], ENDLESS).result.checks

    assert [check.verdict for check in checks] == [Verdict.TIMED_OUT, Verdict.TIMED_OUT, Verdict.NOT_RUN, Verdict.NOT_RUN]
    assert checks[2].message == "Not run: the calls before it used up all the time that one file has."


def test_a_function_that_is_endless_on_one_case_gets_its_other_checks(short: tuple[Level, Pool]) -> None:
    assert verdicts(grade(short[1], ENDLESS_ON_LISTS)) == [Verdict.PASSED, Verdict.TIMED_OUT, Verdict.PASSED, Verdict.PASSED]


def test_a_call_that_was_stopped_shows_its_line_alone_for_a_part_of_the_price(short: tuple[Level, Pool]) -> None:
    evidence = grade(short[1], ENDLESS).evidence.by_check["check_example"]

    assert (evidence.is_public, evidence.lines) == (True, (2,))
    assert Limits().call_cpu_s / 4 > AGAIN_CPU_S


def test_an_endless_module_is_stopped_once(short: tuple[Level, Pool]) -> None:
    outcome = grade(short[1], ENDLESS_AT_IMPORT)

    assert set(verdicts(outcome)) == {Verdict.TIMED_OUT}
    assert outcome.evidence.cpu_s < 2 * SHORT["load_cpu_s"]


def test_all_children_of_a_file_share_one_budget(short: tuple[Level, Pool]) -> None:
    burning = "import os, time\ndef add_two(a, b):\n    end = time.process_time() + 0.3\n    while time.process_time() < end:\n"
    burning += "        pass\n    os.abort()\n"
    level, _ = short
    with Pool(level, ["add-two"], secret=SECRET, limits={**SHORT, "total_cpu_s": 0.5}) as pool:
        found = verdicts(grade(pool, burning))

    assert set(found[:2]) == {Verdict.CRASHED, Verdict.TIMED_OUT}  # in the order in which the secret has them asked
    assert found[2:] == [Verdict.NOT_RUN, Verdict.NOT_RUN]


class Fixed(Costs):
    """The same patience for all, far from what a right answer takes and from the limits."""

    def patience(self, slug: str) -> Patience:
        return Patience(0.15, 2.0)


def test_endless_work_is_done_last_and_ends_as_it_would_alone(short: tuple[Level, Pool]) -> None:
    level, patient = short
    right = "def add_two(a, b):\n    return a + b\n"
    sources = {"x": ENDLESS, "a": right, "y": ENDLESS_ON_LISTS, "b": right + "# b", "z": ENDLESS_AT_IMPORT, "c": right + "# c"}
    jobs = [Job(key, "add-two", source.encode()) for key, source in sources.items()]
    with Pool(level, ["add-two"], secret=SECRET, limits=SHORT, costs=Fixed()) as pool:
        found = [(job.key, outcome) for job, outcome in pool.run(jobs)]

    assert "".join(key for key, _ in found) == "abcxyz"
    assert {key: outcome.result for key, outcome in found} == {job.key: outcome.result for job, outcome in patient.run(jobs)}


def test_a_first_try_that_was_given_up_leaves_nothing_behind(short: tuple[Level, Pool]) -> None:
    jobs = [Job(str(number), "add-two", f"# {number}\n{ENDLESS}".encode()) for number in range(3)]
    with Pool(short[0], ["add-two"], secret=SECRET, costs=Fixed()) as pool:
        list(pool.run(jobs[:1], lambda: False))
        before = held()
        assert list(pool.run(jobs, lambda: False)) == []

        assert grown(before) == ()


def test_nothing_is_left_after_a_pool_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = write_level(tmp_path / "level", {"tests/checks/a_first/check_add_two.py": CHECKS_TWO})
    before = held()
    with Pool(load_level(root), ["add-two"], secret=SECRET, limits={"call_cpu_s": 0.3}) as pool:
        grade(pool, "def add_two(a, b):\n    while True: pass\n")
        started = living() - before.processes

    assert len(started) >= 2, "a grading process and its fork server"
    assert grown(before) == ()
