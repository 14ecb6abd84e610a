"""Where a person sits in front of it: `grader watch` with its keys, and what is asked before something cannot be taken back easily."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from grader.content.load import load_level
from grader.learner.folder import LearnerFolder, start
from grader.store.learner import LearnerStore
from tests.engine.cli.scripted_learner import FORGETS_A_NAME
from tests.engine.running import REPOSITORY, environment

pytestmark = pytest.mark.isolation

LEVEL = load_level()
EXERCISE = LEVEL.exercise("softmax-rows")
KEYS = "n next  h hint  l list  c all  x reset  r again  q quit"


@pytest.fixture
def mine(tmp_path: Path) -> LearnerFolder:
    return start(LEVEL, tmp_path / "mine").folder


def terminal(mine: LearnerFolder, *words: str) -> pexpect.spawn[str]:
    """`grader WORDS` on a screen of 80 columns."""
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    env = {**kept, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1", "TERM": "xterm", "NO_COLOR": "1"}
    return pexpect.spawn(
        sys.executable, ["-m", "grader", *words], cwd=str(mine.root), env=env, encoding="utf-8", timeout=60, dimensions=(40, 80)
    )


@pytest.fixture
def watch(mine: LearnerFolder) -> Iterator[pexpect.spawn[str]]:
    screen = terminal(mine, "watch", EXERCISE.slug)
    yield screen
    screen.close(force=True)


def kinds(mine: LearnerFolder) -> list[str]:
    store = LearnerStore(mine.state)
    try:
        return [event.kind for event in store.events()]
    finally:
        store.close()


def test_the_loop_goes_on_by_saves_and_keys_and_never_by_itself(mine: LearnerFolder, watch: pexpect.spawn[str]) -> None:
    file = mine.file(EXERCISE)
    solution = EXERCISE.solution_path.read_text(encoding="utf-8")
    watch.expect("getting ready to watch softmax-rows")
    watch.expect("softmax-rows: not written yet")
    watch.expect(KEYS)

    file.write_text(FORGETS_A_NAME)
    watch.expect("checking softmax-rows")
    watch.expect(r"softmax-rows: \d of 9 checks passed")
    watch.expect("NameError")
    watch.expect(KEYS)

    swap = file.with_suffix(".swp")
    swap.write_text(solution)
    os.replace(swap, file)
    watch.expect("checking softmax-rows")
    watch.expect(r"Since the last save: \d fixed, 0 new\.")
    watch.expect("softmax-rows: passed, all 9 checks")
    watch.expect("go on: grader next")
    watch.expect(KEYS)

    for key, answer in (("h", EXERCISE.hints[0][:40]), ("l", r"softmax-rows  <- here"), ("r", "checking softmax-rows")):
        watch.send(key)
        watch.expect(answer)
    watch.expect(KEYS)
    watch.send("x")
    watch.expect("Put the stub back")
    watch.send("n")
    watch.expect(KEYS)
    assert file.read_text() == solution
    watch.send("n")
    watch.expect("checking same-word-same-vector")
    watch.expect(KEYS)
    watch.send("q")
    watch.expect(pexpect.EOF)
    watch.close()

    assert watch.exitstatus == 0
    assert kinds(mine) == ["check", "check", "check", "hint", "check", "check"], "one check per save, and one per key"


def test_without_a_terminal_it_watches_too_and_ends_by_an_interrupt(mine: LearnerFolder) -> None:
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "COLUMNS": "60"}
    command = [sys.executable, "-m", "grader", "watch", EXERCISE.slug]
    with subprocess.Popen(
        command, cwd=mine.root, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        while "Ctrl-C ends it" not in watching.stdout.readline():
            pass
        mine.file(EXERCISE).write_text(FORGETS_A_NAME)
        while "NameError" not in watching.stdout.readline():
            pass
        watching.send_signal(signal.SIGINT)
        assert watching.wait(30) == 130
        assert "Interrupted. What was finished is kept." in watching.stderr.read()
    assert kinds(mine) == ["check", "check"]


def test_a_failing_case_opens_in_pdb_in_the_learners_own_function(mine: LearnerFolder) -> None:
    mine.file(EXERCISE).write_text(FORGETS_A_NAME)
    screen = terminal(mine, "check", EXERCISE.slug)
    screen.expect("NameError")
    screen.expect(pexpect.EOF)

    screen = terminal(mine, "case", EXERCISE.slug, "--debug")
    screen.expect(r"softmax_rows\.py\(5\)softmax_np\(\)")
    screen.expect_exact("(Pdb)")
    screen.sendline("p x.shape")
    screen.expect_exact("(2, 2)")
    screen.expect_exact("(Pdb)")
    screen.sendline("q")
    screen.expect(pexpect.EOF)

    screen = terminal(mine, "case", EXERCISE.slug, "--run")
    screen.expect("NameError: name 'total' is not defined")
    screen.expect(pexpect.EOF)


def test_giving_up_is_asked_once_and_noted(mine: LearnerFolder) -> None:
    screen = terminal(mine, "solution", EXERCISE.slug, "--give-up")
    screen.expect("write it again from a blank stub in two days")
    screen.sendline("n")
    screen.expect("Nothing was shown")
    screen.expect(pexpect.EOF)
    assert kinds(mine) == []

    screen = terminal(mine, "solution", EXERCISE.slug, "--give-up")
    screen.expect("in two days")
    screen.sendline("y")
    screen.expect("How we would write it")
    screen.expect(pexpect.EOF)
    assert kinds(mine) == ["gave_up"]


def test_resetting_everything_takes_the_words_to_be_typed(mine: LearnerFolder) -> None:
    mine.file(EXERCISE).write_text("mine\n")
    screen = terminal(mine, "reset", "--all")
    screen.expect("Type `reset all` to go on")
    screen.sendline("yes")
    screen.expect("Nothing was reset")
    screen.expect(pexpect.EOF)
    assert mine.file(EXERCISE).read_text() == "mine\n"

    screen = terminal(mine, "reset", "--all")
    screen.expect("Type `reset all` to go on")
    screen.sendline("reset all")
    screen.expect("softmax_rows.py is the stub again; yours is kept as")
    screen.expect("grader undo EXERCISE")
    screen.expect(pexpect.EOF)
    assert mine.source(EXERCISE) == EXERCISE.stub_path.read_bytes()
    assert (mine.state / "backups" / EXERCISE.slug / "000001.py").read_text() == "mine\n"


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize(("words", "code"), [("list", 0), ("nosuch", 2), ("check nosuch", 2)])
def test_a_stream_that_is_closed_is_one_that_nobody_is_at(tmp_path: Path, closed: str, words: str, code: int) -> None:
    command = f"exec {shlex.quote(sys.executable)} -m grader {words} {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False)

    assert done.returncode == code, done.stderr
    assert "our fault" not in done.stderr
