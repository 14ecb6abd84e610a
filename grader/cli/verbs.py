"""The verbs of the command line: where each lives and what it does, in one line. Imports none of them.

A verb whose module is not installed is not listed. The one-liners equal the first lines of the commands' own help; a test compares them.
"""

from __future__ import annotations

from importlib.util import find_spec

from grader.records import dataclass

LEARN, TEACH, WRITE = "Learn", "Teach", "Write exercises"


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: its module holds a Click command of the same name."""

    name: str
    module: str
    help: str
    section: str


VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("start", "grader.cli.learner", "Make a folder to work in: every exercise and its notes, copied.", LEARN),
        Verb("list", "grader.cli.learner", "Show every exercise and how far you are.", LEARN),
        Verb("check", "grader.cli.learner", "Check your work on one exercise, some, or all.", LEARN),
        Verb("watch", "grader.cli.watch", "Check an exercise every time you save it.", LEARN),
        Verb("hint", "grader.cli.helping", "Show the next hint for an exercise.", LEARN),
        Verb("solution", "grader.cli.helping", "Show how we, and others, would write it.", LEARN),
        Verb("reset", "grader.cli.helping", "Put a stub back; your file is kept and `grader undo` brings it back.", LEARN),
        Verb("undo", "grader.cli.helping", "Bring back your file from before the last reset.", LEARN),
        Verb("next", "grader.cli.learner", "Say which exercise comes next.", LEARN),
        Verb("case", "grader.cli.handing", "Print the failing case of an exercise as a program you can run.", LEARN),
        Verb("submit", "grader.cli.handing", "Pack your work into one zip to hand in.", LEARN),
        Verb("explain", "grader.cli.explain", "Answer in your own words what your class marks by hand.", LEARN),
        Verb("quiz", "grader.cli.quiz", "Take a quiz on one objective, or on all of them.", LEARN),
        Verb("drill", "grader.cli.drill", "Review the flashcards that are due today.", LEARN),
        Verb("explore", "grader.cli.explore", "Drag queries, keys and values, and watch attention change: one page, no server.", LEARN),
        Verb(
            "web",
            "grader.cli.web",
            "Study in the browser: exercises checked as you save, quizzes, cards and progress, on this machine alone.",
            LEARN,
        ),
        Verb("progress", "grader.cli.progress", "Show how far you are with every objective, and what is missing.", LEARN),
        Verb("log", "grader.cli.mine", "Show what you did: answers, card reviews, checks and hints, the newest at the end.", LEARN),
        Verb("stats", "grader.cli.mine", "Show how quizzes and cards go, objective by objective, and how well you judge yourself.", LEARN),
        Verb("data", "grader.cli.mine", "Take along, bring back, or delete everything the program has kept about you.", LEARN),
        Verb("grade", "grader.cli.instructor", "Grade a folder of submissions.", TEACH),
        Verb("merge", "grader.cli.sharing", "Join the shares of a class that `grader grade --shard` graded.", TEACH),
        Verb("report", "grader.cli.instructor", "Render the report of a graded class.", TEACH),
        Verb("class", "grader.cli.classes", "Look at a graded class: item statistics, misconceptions, similar programs.", TEACH),
        Verb("mark", "grader.cli.mark", "Mark free answers with their rubric, blind, one question across the class.", TEACH),
        Verb("regrade", "grader.cli.regrade", "Grade a class again after a check, a solution, class.yaml or an exam's key changed.", TEACH),
        Verb("override", "grader.cli.regrade", "Set a mark by hand, with a reason, in a log that shows tampering.", TEACH),
        Verb("export", "grader.cli.export", "Write the marks of a class for Canvas, Moodle, Gradescope, CI or a spreadsheet.", TEACH),
        Verb("pack", "grader.cli.pack", "Pack the grader for Gradescope, or for a class on GitHub.", TEACH),
        Verb("deck", "grader.cli.deck", "Write the flashcards for Anki, the questions for Moodle, or both as CSV or JSON.", TEACH),
        Verb("exam", "grader.cli.exam", "Give a class an exam whose key never leaves you.", TEACH),
        Verb("doctor", "grader.cli.doctor", "Tell how well this machine isolates learner code, and what is missing.", TEACH),
        Verb("new", "grader.cli.author", "Start a new exercise: every file it needs, red until filled in.", WRITE),
        Verb("lint", "grader.cli.author", "Look for mistakes in exercises, notes and quizzes; report all of them.", WRITE),
        Verb("ids", "grader.cli.ids", "Bring the lock of question and card ids, and the editors' schemas, up to date.", WRITE),
        Verb("verify", "grader.cli.verify", "Prove the checks: solutions pass, every wrong variant is caught.", WRITE),
    )
}


def landed() -> dict[str, Verb]:
    """The verbs that this installation has."""
    modules = {verb.module: find_spec(verb.module) is not None for verb in VERBS.values()}
    return {name: verb for name, verb in VERBS.items() if modules[verb.module]}
