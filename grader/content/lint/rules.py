"""The list of rules, and the one loop over it. What stands before all rules is that a file can be read at all: `LOAD`."""

from __future__ import annotations

from collections.abc import Iterable

from grader.content.lint import code, trees, words
from grader.content.lint.findings import Finding, Found, Rule, parsed
from grader.content.models import Level
from grader.content.strict_yaml import Problem
from grader.content.tree import ContentRoot

LOAD = ("load", "Every file can be read: known keys, right kinds of values, names that exist, stubs that are Python.")

RULES: tuple[Rule, ...] = (
    Rule("missing-file", "Every exercise has all its files, every objective its notes.", trees.missing_files),
    Rule("stray-file", "No file in the trees belongs to an exercise that is not listed.", trees.stray_files, needs_whole=True),
    Rule("one-anchor", "Every objective that is complete has one anchor.", trees.objectives_without_anchor),
    Rule("stub-shape", "A stub says its task; each function has a docstring, one TODO, and raises NotImplementedError.", code.stub_shape),
    Rule("stub-solution", "A solution has the stub's functions, with the same signatures and docstrings.", code.stub_matches_solution),
    Rule("forbidden-import", "Neither stub nor solution imports what the exercise forbids.", code.forbidden_imports),
    Rule("honest-needs", "A solution imports from the exercises it says it needs, and from no other.", code.honest_needs),
    Rule("check-sentence", "Every check has a docstring of one sentence that the learner reads.", code.check_sentences),
    Rule(
        "wrong-variant",
        "A wrong variant names a known misconception, checks that exist, and what is wrong.",
        code.wrong_variants,
        needs_whole=True,
    ),
    Rule("hint-blank", "The third hint is near-code with a blank.", words.last_hint_has_a_blank),
    Rule("hint-solution", "No hint shares a run of eight tokens with the solution.", words.hints_keep_the_solution),
    Rule("filled-in", "No file of an exercise still says FILL IN.", words.filled_in),
    Rule("note-anchor", "Every heading of the notes below the title carries an anchor of its own.", words.note_anchors),
)


def lint_level(level: Level, rules: Iterable[Rule] = RULES) -> tuple[Finding, ...]:
    """Everything the rules find, by file and place."""
    parsed.cache_clear()
    found = [_finding(level, rule, item) for rule in rules for item in rule.look(level)]
    return tuple(sorted(set(found)))


def lint_root(root: ContentRoot, *, drafts: bool = False) -> tuple[Level, tuple[Finding, ...]]:
    """What can be read of a level, and everything wrong with it. A broken entry hides nothing but itself."""
    from grader.content.compiled import to_level
    from grader.content.source import read_partly

    read = read_partly(root)
    level = to_level(read.stored, root, drafts=drafts)
    found = lint_level(level, RULES if read.is_whole else [rule for rule in RULES if not rule.needs_whole])
    return level, tuple(sorted({*found, *map(_unread, read.problems)}))


def _unread(problem: Problem) -> Finding:
    return Finding(problem.file, problem.position.line, problem.position.col, LOAD[0], problem.message)


def _finding(level: Level, rule: Rule, found: Found) -> Finding:
    return Finding(level.root.shown(found.path), found.line, found.col, rule.id, found.message)
