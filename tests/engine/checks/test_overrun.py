"""A check that never ends is ended, says where it was, and holds up nobody after the first."""

from __future__ import annotations

import importlib.util
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from grader.checks import pool as pools
from grader.checks.cases import MOST_CASES, Draw, call, drawn_cases
from grader.checks.overrun import CheckOverran, Overrun, Watch, ended
from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.errors import CheckBroken
from grader.results import Outcome, Verdict
from tests.engine.content.tiny_level import write_level

IMPATIENT = "from grader.checks import overrun, worker; overrun.Watch.__init__.__defaults__ = (4, 0.05); raise SystemExit(worker.main())"
RIGHT = b"def add_two(a, b):\n    return a + b\n"
SOUND = '\n\ndef check_sound(submission):\n    """One and one are two."""\n    assert submission.add_two(1, 1) == 2\n'

ENDLESS = {
    "a loop": 'def check_a(submission):\n    """One."""\n    submission.add_two(1, 2)\n    while True:\n        pass\n',
    "a sleep": 'import time\n\n\ndef check_a(submission):\n    """One."""\n    submission.add_two(1, 2)\n    time.sleep(1e6)\n',
    "one that catches": (
        'def check_a(submission):\n    """One."""\n    submission.add_two(1, 2)\n    while True:\n        try:\n            int("x")\n'
        "        except Exception:\n            pass\n"
    ),
    "cases that are drawn": (
        'from grader.checks.api import call, cases\n\n\n@cases()\ndef check_a(draw):\n    """One."""\n    while draw.whole(1, 9) < 10:\n'
        '        pass\n    return call("add_two", 1, 2)\n'
    ),
    "a comparison": (
        "from grader.checks.api import call, cases\n\n\ndef alike(case, expected, reply):\n    while True:\n        pass\n\n\n"
        'alike.needs_expected = alike.needs_args = False\n\n\n@cases(compare=alike)\ndef check_a(draw):\n    """One."""\n'
        '    return call("add_two", 1, 2)\n'
    ),
}


def outcomes(home: Path, monkeypatch: pytest.MonkeyPatch, text: str, sources: list[bytes]) -> list[Outcome]:
    """What becomes of some submissions under one file of checks, watched by somebody impatient."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setattr(pools, "COMMAND", (sys.executable, "-P", "-c", IMPATIENT))
    root = write_level(home / "level", {})
    own = home / "own" / "check_add_two.py"
    own.parent.mkdir()
    own.write_text(text)
    with Pool(load_level(root.with_checks(home / "own")), ["add-two"], secret=b"k" * 32, slots=1) as pool:
        first = pool.pids
        found = [outcome for _, outcome in pool.run([Job(str(number), "add-two", source) for number, source in enumerate(sources)])]
        assert pool.pids == first  # no process was lost over it
    return found


@pytest.mark.parametrize("name", ENDLESS)
def test_a_check_that_never_ends_is_our_fault_and_the_others_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for outcome in outcomes(tmp_path, monkeypatch, ENDLESS[name] + SOUND, [RIGHT, b"def add_two(a, b):\n    return 2\n"]):
        endless, sound = outcome.result.checks
        assert (endless.verdict, sound.verdict) == (Verdict.BROKEN, Verdict.PASSED)
        assert "check_add_two.py:" in outcome.evidence.by_check["check_a"].exception_text
        assert "was still running after" in outcome.evidence.by_check["check_a"].exception_text


def test_a_check_that_only_one_answer_keeps_busy_is_that_learners_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'def check_a(submission):\n    """One."""\n    while submission.last(1, 2) != 3:\n        pass\n'.replace("last", "add_two")
    text = text.replace("while submission.add_two(1, 2) != 3", "got = submission.add_two(1, 2)\n    while got != 3")

    wrong, right = outcomes(tmp_path, monkeypatch, text, [b"def add_two(a, b):\n    return 7\n", RIGHT])

    assert (wrong.result.verdict, right.result.verdict) == (Verdict.FAILED, Verdict.PASSED)


def test_a_function_that_a_check_hands_out_and_that_never_ends_is_the_callers_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "def until(end):\n    at = 0\n    while at != end:\n        at += 1\n    return at\n\n\n"
        'def check_a(submission):\n    """One."""\n    assert submission.add_two(until, 2) == 4\n'
    )
    catches = b"def add_two(f, b):\n    try:\n        return f(-1)\n    except TimeoutError:\n        return f(b) + b\n"

    for source, verdict in [(b"def add_two(f, b):\n    return f(b) + b\n", Verdict.PASSED), (catches, Verdict.PASSED)]:
        (outcome,) = outcomes(tmp_path / str(len(source)), monkeypatch, text, [source])
        assert outcome.result.verdict is verdict


def test_a_file_that_never_ends_being_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CheckBroken, match=r"check_add_two\.py:1 was still running") as refused:
        outcomes(tmp_path, monkeypatch, "while True: pass\n" + SOUND, [RIGHT])

    assert "mend the file" in refused.value.hint


def test_cases_without_end_are_refused() -> None:
    def generator(draw: Draw) -> Iterator[object]:
        while True:
            yield call("add_two", 1, 2)

    with pytest.raises(TypeError, match=f"more than {MOST_CASES:,} cases"):
        drawn_cases(generator, Draw(b"k" * 32, "add-two", "check_a", 0))


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[ModuleType]:
    """A check file with functions that take long, looked at a hundred times a second."""
    path = tmp_path / "check_busy.py"
    path.write_text(
        "import time\n\n\ndef long(seconds):\n    end = time.monotonic() + seconds\n    while time.monotonic() < end:\n        pass\n"
        "    return 'done'\n\n\ndef often(seconds, times):\n    return [long(seconds) for _ in range(times)]\n"
    )
    spec = importlib.util.spec_from_file_location("check_busy", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before = signal.getsignal(signal.SIGALRM)
    Watch(20, 0.01).start()
    yield module
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_what_ends_in_time_is_let_alone_however_often_it_is_called(watched: ModuleType) -> None:
    assert [ended(lambda: watched.long(0.05)) for _ in range(20)] == ["done"] * 20


def test_all_that_one_call_does_counts_together(watched: ModuleType) -> None:
    with pytest.raises(CheckOverran, match=r"check_busy\.py:\d+ was still running after 0\.2 seconds"):
        ended(lambda: watched.often(0.05, 100))


def test_a_function_that_ran_over_is_ended_sooner_the_next_time(watched: ModuleType) -> None:
    said = []
    for _ in range(2):
        with pytest.raises(CheckOverran) as raised:
            ended(lambda: watched.long(5))
        said.append(str(raised.value).partition(" was ")[2])

    assert said == ["still running after 0.2 seconds", "still running after 0.03 seconds"]
    assert ended(lambda: watched.long(0.001)) == "done"


def test_the_end_is_no_exception_that_a_check_may_keep() -> None:
    assert not issubclass(Overrun, Exception)
