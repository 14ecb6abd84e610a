"""The gate on a made-up exercise: green when everything holds, and red for each thing that does not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from grader.checks.cases import Case
from grader.checks.gate import is_tame
from grader.checks.grading import Ran
from grader.checks.judge import CheckRun
from grader.checks.limits import Limits
from grader.checks.pool import Job, Pool
from grader.checks.replies import Failure, FailureKind
from grader.checks.submission import Call
from grader.content.load import load_level
from grader.results import Verdict
from tests.engine.content.tiny_level import write_level

CHECKS = '''
from grader.checks.api import call, cases


@cases(repeat=2)
def check_numbers(draw):
    """Numbers are added."""
    return [call("add_two", draw.number(), draw.number()) for _ in range(3)]


@cases(repeat=2)
def check_lists(draw):
    """Lists are joined."""
    return call("add_two", [draw.whole(1, 9)], [draw.whole(10, 99)])
'''
WRONG = '''
from grader.checks.variants import wrong


@wrong("sum-is-product", fails=("check_numbers",), replaces="add_two")
def multiplies(a, b):
    """Multiplies numbers."""
    return a + b if isinstance(a, list) else a * b


@wrong("sum-is-product", fails=("check_numbers",), replaces="add_two")
def multiplies_slowly(a, b):
    """Multiplies numbers, written by somebody else."""
    return b.__add__(a) if type(b) is list and False else (a + b if hasattr(a, "append") else b * a)


@wrong("slip-order", fails=("check_lists",), replaces="add_two")
def the_other_way_round(a, b):
    """Adds b and a."""
    return b + a
'''
ALT = '''
from grader.checks.variants import alternative


@alternative("by the operator module", replaces="add_two")
def with_operator(a, b):
    """By the operator's function."""
    import operator

    return operator.add(a, b)
'''
PLACE = "tests/checks/a_first"
GREEN = {f"{PLACE}/check_add_two.py": CHECKS, f"{PLACE}/wrong_add_two.py": WRONG, f"{PLACE}/alt_add_two.py": ALT}
SECRETS = [bytes([number] * 32).hex() for number in range(4)]


def report(folder: Path, changes: dict[str, str], kind: str = "gate", secrets: list[str] = SECRETS) -> dict[str, Any]:
    """What the gate says of add-two, in a real grading process."""
    level = load_level(write_level(folder, {**GREEN, **changes}))
    with Pool(level, ["add-two"], canaries=False) as pool:
        ((_, answer),) = pool.answers([Job("g", "add-two", b"", task={"kind": kind, "secrets": secrets})])
    assert "report" in answer, answer
    found: dict[str, Any] = answer["report"]
    return found


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_what_holds_is_green_with_its_kill_matrix(tmp_path: Path) -> None:
    found = report(tmp_path, {})

    assert found["problems"] == []
    assert found["matrix"] == {
        "multiplies": ["check_numbers"],
        "multiplies_slowly": ["check_numbers"],
        "the_other_way_round": ["check_lists"],
    }
    assert (found["alternatives"], found["variants"], found["named_right"], found["named_wrong"]) == (1, 3, 2, [])


SOMETIMES = '''

@wrong("sum-is-product", fails=("check_numbers",), replaces="add_two")
def wrong_now_and_then(a, b):
    """Is right under most secrets."""
    return a + b if isinstance(a, list) or a > 0.1 else a + b + 1
'''
SHARED = '''

@cases(repeat=1)
def check_shared(draw):
    """Two cases draw from one generator."""
    rng = draw.generator()
    return [call("add_two", rng, 1), call("add_two", rng, 2)]
'''


NEEDLESS = SHARED.replace("rng, 1", "1, 1").replace("rng, 2", "1, 2")
ELSEWHERE = '''
import random


@cases(repeat=1)
def check_elsewhere(draw):
    """Numbers from elsewhere are added."""
    return call("add_two", random.random(), draw.number())


def check_clock(submission, reference, draw):
    """The time is added."""
    assert submission.add_two(random.random(), 1) > 0
'''
BROKEN: dict[str, tuple[str, str, str]] = {  # what is broken: the file, its text, what the gate says
    "a check that no variant needs": ("check", CHECKS + NEEDLESS, "check_shared: the only catcher of no wrong variant"),
    "a check that draws from elsewhere": ("check", CHECKS + ELSEWHERE, "check_elsewhere: calls with other inputs the second time"),
    "a plain check that does": ("check", CHECKS + ELSEWHERE, "check_clock: calls with other inputs the second time"),
    "an alternative that fails": ("alt", ALT.replace("operator.add", "operator.sub"), "alternative by the operator module: check_numbers"),
    "a variant that passes": ("wrong", WRONG.replace("b + a\n", "a + b\n"), "caught by nothing, but names check_lists"),
    "a variant caught by luck": ("wrong", WRONG + SOMETIMES, "variant wrong_now_and_then: caught by nothing"),
    "a stub that answers": ("stub", "def add_two(a, b):\n    return 1\n", "stub: not a clean todo"),
    "a stub that raises": ("stub", "def add_two(a, b):\n    raise ValueError\n", "stub: not a clean todo"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_does_not_hold_is_named(tmp_path: Path, what: str) -> None:
    kind, text, problem = BROKEN[what]
    place = "exercises/a_first/add_two.py" if kind == "stub" else f"{PLACE}/{kind}_add_two.py"

    problems = report(tmp_path, {place: text})["problems"]

    assert any(problem in line for line in problems), problems


def test_nothing_is_judged_from_a_solution_that_is_not_green(tmp_path: Path) -> None:
    refusing = 'def add_two(a, b):\n    """Refuses lists."""\n    if type(a) is list:\n        raise ValueError("no")\n    return a + b\n'
    found = report(tmp_path, {"solutions/a_first/add_two.py": refusing})

    assert found["problems"][-1] == "the solution is not green: nothing else is judged"
    assert found["matrix"] == {}


def test_two_cases_that_use_up_the_same_thing_are_a_problem(tmp_path: Path) -> None:
    changes = {
        f"{PLACE}/check_add_two.py": CHECKS + SHARED.replace('"add_two", rng', '"draw_one", rng'),
        "solutions/a_first/add_two.py": (
            'def add_two(a, b):\n    """What it gives."""\n    return a + b\n\n\n'
            'def draw_one(rng, n):\n    """A number."""\n    return float(rng.random())\n'
        ),
    }  # fmt: skip

    assert any("check_shared: two cases of one draw share" in line for line in report(tmp_path, changes)["problems"])


ENDLESS = '''

@wrong("slip-order", fails=("check_lists",), replaces="add_two")
def never_ends(a, b):
    """Loops for ever on lists."""
    while type(a) is list:
        pass
    return a + b
'''


def test_a_variant_that_has_to_be_stopped_is_judged_behind_the_wall(tmp_path: Path) -> None:
    found = report(tmp_path, {f"{PLACE}/wrong_add_two.py": WRONG + ENDLESS})

    assert found["matrix"]["never_ends"] == ["check_lists"]
    assert not [line for line in found["problems"] if "never_ends: caught" in line or "breaks" in line]


def test_a_variant_that_a_limit_ends_is_run_under_three_secrets_and_no_more(tmp_path: Path) -> None:
    noted = {}
    for count in (3, 6):
        path = tmp_path / f"noted-{count}"
        plain = f'''

def check_anything(submission, draw):
    """Something and nothing is something."""
    with open({str(path)!r}, "a") as file:
        file.write("drawn ")
    x = draw.whole(1, 9)
    assert submission.add_two(x, 0) == x
'''
        changes = {f"{PLACE}/check_add_two.py": CHECKS + plain, f"{PLACE}/wrong_add_two.py": WRONG + ENDLESS}
        secrets = [bytes([number] * 32).hex() for number in range(count)]
        matrix = report(tmp_path / str(count), changes, secrets=secrets)["matrix"]
        noted[count] = path.read_text().count("drawn")

    assert noted[6] == noted[3] + 3 * (len(matrix) - 1)


def test_a_check_of_long_inputs_counts_behind_the_wall_though_inputs_are_shorter_where_nothing_is_bounded(tmp_path: Path) -> None:
    long = '''

@cases(repeat=1)
def check_long_lists(draw):
    """Lists of 400 are joined."""
    n = draw.length(400)
    x = [draw.whole(1, 9)]
    return call("add_two", x * n, x * n)
'''
    gives_up = '''

@wrong("slip-length", fails=("check_long_lists",), replaces="add_two")
def gives_up(a, b):
    """Joins no more than 100."""
    return a + b if type(a) is not list or len(a) <= 100 else []
'''  # fmt: skip
    found = report(tmp_path, {f"{PLACE}/check_add_two.py": CHECKS + long, f"{PLACE}/wrong_add_two.py": WRONG + gives_up})

    assert found["matrix"]["gives_up"] == ["check_long_lists"]
    assert found["problems"] == []


def test_a_right_style_that_an_unlucky_draw_refuses_is_found_under_many_secrets(tmp_path: Path) -> None:
    unlucky = ALT.replace("    return operator.add(a, b)", "    return operator.add(a, b) + (type(b) is int and a == 1)")
    ints = CHECKS.replace("draw.number(), draw.number()", "draw.whole(1, 40), draw.whole(1, 9)")
    changes = {f"{PLACE}/check_add_two.py": ints, f"{PLACE}/alt_add_two.py": unlucky}
    many = [bytes([number] * 32).hex() for number in range(60)]

    found = report(tmp_path, changes, "styles", many)

    assert (found["programs"], found["runs"]) == (2, 120)
    assert found["problems"] and all("by the operator module, under " in problem for problem in found["problems"])
    assert report(tmp_path / "fine", {}, "styles", many)["problems"] == []


NOTING = """

def note(name):
    with open({path!r}, "a") as file:
        file.write(name + "\\n")

"""


def test_a_check_that_draws_nothing_is_run_under_three_secrets_and_no_more(tmp_path: Path) -> None:
    noted = {}
    for count in (3, 6):
        path = tmp_path / f"noted-{count}"
        plain = (
            NOTING.format(path=str(path))
            + '''
def check_nothing(submission):
    """Nothing and nothing is nothing."""
    note("same")
    assert submission.add_two(0, 0) == 0


def check_anything(submission, draw):
    """Something and nothing is something."""
    note("drawn")
    x = draw.whole(1, 9)
    assert submission.add_two(x, 0) == x
'''
        )
        secrets = [bytes([number] * 32).hex() for number in range(count)]
        matrix = report(tmp_path / str(count), {f"{PLACE}/check_add_two.py": CHECKS + plain}, secrets=secrets)["matrix"]
        noted[count] = {name: path.read_text().split().count(name) for name in ("same", "drawn")}

    assert matrix["multiplies"] == ["check_numbers", "check_anything"]
    assert noted[6]["same"] == noted[3]["same"]
    assert noted[6]["drawn"] == noted[3]["drawn"] + 3 * len(matrix)


@pytest.mark.parametrize(
    ("verdict", "call_s", "total_s", "limits", "is_run_here"),
    [
        (Verdict.FAILED, 1.9, 2.1, Limits(call_cpu_s=10.0, total_cpu_s=60.0), True),
        (Verdict.FAILED, 1.9, 2.1, Limits(call_cpu_s=2.0, total_cpu_s=60.0), False),
        (Verdict.PASSED, 0.1, 2.1, Limits(call_cpu_s=10.0, total_cpu_s=4.0), False),
        (Verdict.TIMED_OUT, 0.1, 0.1, Limits(), False),
    ],
)
def test_how_long_a_program_may_take_to_be_run_without_limits_is_told_by_its_own(
    verdict: Verdict, call_s: float, total_s: float, limits: Limits, is_run_here: bool
) -> None:
    call = Call("check_numbers", 0, Case("add_two"), Failure(FailureKind.RAISED, duration_cpu_s=call_s))

    assert is_tame(Ran([CheckRun("check_numbers", "", verdict)], (call,), None, total_s, {}), limits) is is_run_here


TWO_FUNCTIONS = {
    "solutions/a_first/add_two.py": (
        'def add_two(a, b):\n    """What it gives."""\n    return a + b\n\n\n'
        'def double(a):\n    """Twice."""\n    return add_two(a, a)\n\n\n'
        'def half(a):\n    """Half."""\n    return a / 2\n'
    ),
    f"{PLACE}/check_add_two.py": CHECKS,
}


def test_a_check_that_calls_nothing_of_what_a_variant_replaces_is_run_under_three_secrets_and_no_more(tmp_path: Path) -> None:
    noted = {}
    for count in (3, 6):
        path = tmp_path / f"noted-{count}"
        plain = (
            NOTING.format(path=str(path))
            + '''
def check_double(submission, draw):
    """Twice is twice, by way of adding."""
    note("double")
    x = draw.whole(1, 9)
    assert submission.double(x) == 2 * x


def check_half(submission, draw):
    """Half is half."""
    note("half")
    x = draw.whole(1, 9)
    assert submission.half(x) == x / 2
'''
        )
        wrong = '''

@wrong("slip-order", fails=("check_half",), replaces="half")
def third(a):
    """A third."""
    return a / 3
'''
        changes = {**TWO_FUNCTIONS, f"{PLACE}/check_add_two.py": CHECKS + plain, f"{PLACE}/wrong_add_two.py": WRONG + wrong}
        secrets = [bytes([number] * 32).hex() for number in range(count)]
        matrix = report(tmp_path / str(count), changes, secrets=secrets)["matrix"]
        noted[count] = {name: path.read_text().split().count(name) for name in ("double", "half")}

    assert matrix["third"] == ["check_half"]
    assert noted[6]["half"] == noted[3]["half"] + 3  # of `third` alone
    assert noted[6]["double"] == noted[3]["double"] + 3 * (len(matrix) - 1)  # of all others: they replace what `double` calls
