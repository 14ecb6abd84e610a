"""Lint of the content trees: rules with an id, one sentence and one function; every finding of every rule at once.

Reads files and syntax trees, and runs nothing of them: what needs running (solutions pass, wrong variants are caught) is `verify`.
"""

from __future__ import annotations

from grader.content.lint.findings import Finding, Rule
from grader.content.lint.rules import LOAD, RULES, lint_level, lint_root
from grader.content.lint.words import anchor_names

__all__ = ["LOAD", "RULES", "Finding", "Rule", "anchor_names", "lint_level", "lint_root"]
