"""The list of rules, and the one loop over it."""

from __future__ import annotations

from collections.abc import Iterable

from grader.content.lint import code, trees, words
from grader.content.lint.findings import Finding, Found, Rule, parsed
from grader.content.models import Level

RULES: tuple[Rule, ...] = (
    Rule("missing-file", "Every exercise has all its files, every objective its notes.", trees.missing_files),
    Rule("stray-file", "No file in the trees belongs to an exercise that is not listed.", trees.stray_files),
    Rule("one-anchor", "Every objective that is complete has one anchor.", trees.objectives_without_anchor),
    Rule("stub-shape", "A stub says its task; each function has a docstring, one TODO, and raises NotImplementedError.", code.stub_shape),
    Rule("stub-solution", "A solution has the stub's functions, with the same signatures and docstrings.", code.stub_matches_solution),
    Rule("forbidden-import", "Neither stub nor solution imports what the exercise forbids.", code.forbidden_imports),
    Rule("honest-needs", "A solution imports from the exercises it says it needs, and from no other.", code.honest_needs),
    Rule("check-sentence", "Every check has a docstring of one sentence that the learner reads.", code.check_sentences),
    Rule("wrong-variant", "A wrong variant names a known misconception, checks that exist, and what is wrong.", code.wrong_variants),
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


def _finding(level: Level, rule: Rule, found: Found) -> Finding:
    return Finding(level.root.shown(found.path), found.line, found.col, rule.id, found.message)
