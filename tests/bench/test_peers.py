"""The compared work is the same work here and there, and the bench can tell a falsified mark from a deserved one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.peers.adapters import NAMES, grader
from bench.peers.adapters.here import SECRET
from bench.peers.attacks import ATTACKS
from bench.peers.environments import PACKAGES
from bench.peers.siege import Seen, outcome
from bench.peers.work import CHECKS, ENDLESS, FUNCTIONS, INPUTS, LEARNERS, LEVEL, MISTAKES, REFERENCE, with_mistakes, write_class
from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.content.tree import ContentRoot
from grader.results import Verdict


def deserved(source: str) -> dict[str, bool]:
    """What every check says of a source, run in this process."""
    found = {}
    space: dict[str, object] = {}
    exec(compile(INPUTS, "inputs", "exec"), space)
    module: dict[str, object] = {}
    exec(compile(source, "attention", "exec"), module)
    functions = type("Functions", (), {name: staticmethod(module[name]) for name in FUNCTIONS})  # type: ignore[arg-type]  # functions
    for check in CHECKS:
        try:
            exec(compile(check.body, check.name, "exec"), {**space, "F": functions})
            found[check.name] = True
        except Exception:
            found[check.name] = False
    return found


def test_there_are_six_functions_and_24_checks_here_and_there() -> None:
    level = load_level(ContentRoot.of_wheel(LEVEL))
    text = level.exercises[0].check_path.read_text(encoding="utf-8")

    assert level.exercises[0].functions == FUNCTIONS
    assert len(CHECKS) == 24
    assert [f"check_{check.name}(" in text for check in CHECKS] == [True] * 24


@pytest.mark.isolation
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_our_verdicts_on_the_class_are_those_of_the_compared_checks() -> None:
    level = load_level(ContentRoot.of_wheel(LEVEL))
    readable = {number: with_mistakes(kinds) for number, kinds in enumerate(LEARNERS) if not {"cannot be read", "endless"} & set(kinds)}
    readable = {number: source for number, source in readable.items() if "sys.exit" not in source}
    jobs = [Job(str(number), "attention", source.encode()) for number, source in readable.items()]
    with Pool(level, ["attention"], secret=SECRET) as pool:
        ours = {
            int(job.key): {check.name.removeprefix("check_"): check.verdict is Verdict.PASSED for check in outcome.result.checks}
            for job, outcome in pool.run(jobs)
        }

    assert ours == {number: deserved(source) for number, source in readable.items()}


def test_every_mistake_is_made_by_someone_and_fails_some_check() -> None:
    made = {mistake for kinds in LEARNERS for mistake in kinds}

    assert set(MISTAKES) <= made
    assert all(with_mistakes((mistake,)) != REFERENCE for mistake in MISTAKES)


def test_the_class_comes_with_and_without_the_endless_one(tmp_path: Path) -> None:
    without = [path.name for path in write_class(tmp_path / "a", endless=False)]
    with_it = [path.name for path in write_class(tmp_path / "b", endless=True, copies=2)]

    assert (len(without), ENDLESS in without) == (19, False)
    assert len(set(with_it)) == 40


def test_every_peer_has_an_adapter_and_an_environment() -> None:
    assert set(PACKAGES) == set(NAMES) - {"here"}
    assert all(callable(grader(name).grade) for name in NAMES)


def seen(**more: object) -> Seen:
    usual: dict[str, object] = {
        "scores": {"s01": 24.0, "s02": 0.0},
        "killed": False,
        "said": "",
        "hidden": "",
        "peak_mb": 60.0,
        "left_behind": 0,
        "file_mb": 0.0,
        "connections": 0,
        "code_ran_in": (),
        "grader_pids": (7,),
        "wall_s": 1.0,
    }
    return Seen(**{**usual, **more})  # type: ignore[arg-type]  # by keyword


@pytest.mark.parametrize(
    ("attack", "more", "said"),
    [
        ("nothing, wrong answers only", {}, "held"),
        ("walks the stack to the expected value", {"scores": {"s01": 24.0, "s02": 9.0}}, "falsified 9"),
        ("changes its inputs", {"scores": {"s01": 24.0, "s02": 2.0}}, "held"),
        ("overwrites the results", {"scores": {"s01": 0.0, "s02": 0.0}}, "honest learner got 0"),
        ("reads the hidden checks", {"said": "… mark-of-the-hidden-checks …"}, "leaked"),
        ("a merely wrong softmax", {"said": "0.1234567", "hidden": "expected 0.1234568"}, "leaked"),
        ("os._exit at import", {"scores": {"s01": 24.0, "s02": None}}, "no result"),
        ("fifty forks", {"left_behind": 50}, "left 50 processes"),
        ("four gigabytes", {"peak_mb": 4300.0}, "took 4300 MB"),
        ("a file of 300 MB", {"file_mb": 300.0}, "wrote 300 MB"),
        ("a connection out", {"connections": 1}, "connected"),
        ("code in what it returns, for whoever unpickles it", {"code_ran_in": (3, 7)}, "ran in the grader"),
    ],
)
def test_what_an_attack_led_to_is_told(attack: str, more: dict[str, object], said: str) -> None:
    found = next(each for each in ATTACKS if each.name == attack)

    assert outcome(found, seen(**more), base=0.0) == said
