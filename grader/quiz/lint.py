"""Lint of `quizzes/`: shapes, then every rule, all problems of all files at once, sorted as file:line:col.

Cross-item rules are functions of their own and run on what has the right shape, so that one broken item masks nothing about the others.
"""

from __future__ import annotations

from pathlib import Path

from grader.content.strict_yaml import Problem
from grader.quiz.rules import RULES, Bench, Known
from grader.quiz.source import read_sources


def lint_quizzes(folder: Path, known: Known | None = None) -> list[Problem]:
    """Every problem of a `quizzes/` folder; an empty list is what a build needs."""
    files, catalogue = read_sources(folder)
    problems = [problem for file in (*files, catalogue) for problem in file.problems]
    is_gappy = not all(file.data for file in (*files, catalogue))
    bench = Bench([entry for file in files for entry in file.entries()], catalogue, bool(problems), is_gappy, known or Known())
    for rule in RULES.values():
        if not (rule.counts_all and is_gappy):
            problems.extend(rule.find(bench))
    return sorted(set(problems))
