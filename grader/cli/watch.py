"""`grader watch`: check on save, and single keys for the rest. Never advances by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from grader.cli import render
from grader.cli.complete import exercise_names
from grader.cli.keys import Keys, single_keys
from grader.cli.learner import here_and_now, open_desk, print_message, sign_of
from grader.results import ExitCode, Verdict

if TYPE_CHECKING:
    from grader.content.models import Exercise
    from grader.learner.checking import CheckSession
    from grader.learner.desk import Desk
    from grader.learner.watch import SaveWatcher

KEYS = "n next  h hint  l list  c all  x reset  r again  q quit"
NO_KEYS = "Ctrl-C ends it; without a terminal there are no keys"


@click.command("watch", epilog="Example: grader watch softmax-rows")
@click.argument("exercise", required=False, shell_complete=exercise_names)
def watch_command(exercise: str | None) -> int:
    """Check an exercise every time you save it."""
    from grader.content.load import load_level
    from grader.learner.checking import CheckSession
    from grader.store.moment import moment

    level = load_level()
    with open_desk(level) as desk:
        found = level.exercise(exercise) if exercise else desk.next_exercise(moment(here_and_now()).study_day)
        current = found or level.exercises[0]
        click.echo(f"getting ready to watch {current.slug} …")
        with CheckSession(level, desk.folder, level.exercises) as session, single_keys() as keys:
            Watch(desk, session, keys, current).run()
    return ExitCode.DONE


class Watch:
    """The loop: one look at the current file every 40 ms, and a key now and then."""

    def __init__(self, desk: Desk, session: CheckSession, keys: Keys, current: Exercise) -> None:
        self._desk = desk
        self._session = session
        self._keys = keys
        self._current = current
        self._watcher = self._watching()
        self._is_over = False

    def run(self) -> None:
        """Until q, or Ctrl-C."""
        actions: dict[str, Callable[[], None]] = {
            "n": self._next,
            "h": self._hint,
            "l": self._list,
            "c": self._check_all,
            "x": self._reset,
            "r": self._check,
            "q": self._quit,
        }
        self._check()
        while not self._is_over:
            started = time.monotonic()
            if self._watcher.look():
                self._check()
            action = actions.get(self._keys.get(max(0.0, self._watcher.next_look_s - (time.monotonic() - started))))
            if action is not None:
                action()
            elif (rest := self._watcher.next_look_s - (time.monotonic() - started)) > 0:
                time.sleep(rest)

    def _watching(self) -> SaveWatcher:
        from grader.learner.watch import SaveWatcher

        return SaveWatcher({self._current.slug: self._desk.folder.file(self._current)})

    def _check(self) -> None:
        click.echo(f"{'-' * min(render.width(), 60)}\nchecking {self._current.slug} …")
        for noted in self._desk.check(self._session, [self._current], here_and_now()):
            print_message(self._desk, noted, since="save")
        self._prompt()

    def _check_all(self) -> None:
        click.echo("checking everything …")
        for noted in self._desk.check(self._session, self._desk.level.exercises, here_and_now()):
            if noted.checked.outcome.result.verdict is not Verdict.TODO:
                print_message(self._desk, noted, headline_only=True)
        self._prompt()

    def _prompt(self) -> None:
        """Say what can be done; keys pressed meanwhile are dropped, because they were meant for an earlier screen."""
        self._keys.drain()
        click.echo(
            f"watching {self._desk.folder.shown(self._desk.folder.file(self._current))}\n{KEYS if self._keys.are_there else NO_KEYS}"
        )

    def _next(self) -> None:
        from grader.store.moment import moment

        following = self._desk.next_exercise(moment(here_and_now()).study_day)
        if following is None or following.slug == self._current.slug:
            exercises = self._desk.level.exercises
            following = exercises[min(self._current.number, len(exercises) - 1)]
        self._current = following
        self._watcher = self._watching()
        self._check()

    def _hint(self) -> None:
        click.echo(render.wrap(self._desk.hint(self._current, here_and_now()).text) + "\n")
        self._prompt()

    def _list(self) -> None:
        """The exercises of this objective: all forty would scroll away what was read a moment ago."""
        found = self._desk.standings()
        objective = self._desk.level.objective(self._current.objective_id)
        click.echo(render.wrap(f"{objective.id}  {objective.sentence}"))
        for exercise in objective.exercises:
            here = "  <- here" if exercise.slug == self._current.slug else ""
            click.echo(f"{sign_of(found[exercise.slug])} {exercise.number:>2} {exercise.slug}{here}")
        passed = sum(standing.is_passed for standing in found.values())
        click.echo(render.wrap(f"{passed} of {len(found)} are passed; `grader list` shows every one.") + "\n")
        self._prompt()

    def _reset(self) -> None:
        click.echo("Put the stub back? Your file is kept. y/n")
        while not (answer := self._keys.get(1.0)):
            pass
        if answer == "y":
            self._desk.reset(self._current, here_and_now())
        self._prompt()

    def _quit(self) -> None:
        self._is_over = True
