"""What check files import; frozen: adding is fine, changing is not.

A check is a function `check_…` whose docstring is one sentence the learner may read. Either it is declared with `@cases`, draws
calls, and is judged by a comparison against the reference; or it is a plain function with the fixtures `submission`, `reference`
and `draw`, and says `expect`, `require` or `expect_raises`.
"""

from grader.checks.cases import Case, Draw, call
from grader.checks.compare import Difference, Tolerance, all_of, close, close32, fresh, holds, is_same, unchanged
from grader.checks.declare import cases, expect, expect_raises, require
from grader.checks.submission import Submission
from grader.results import Category

__all__ = [
    "Case",
    "Category",
    "Difference",
    "Draw",
    "Submission",
    "Tolerance",
    "all_of",
    "call",
    "cases",
    "close",
    "close32",
    "expect",
    "expect_raises",
    "fresh",
    "holds",
    "is_same",
    "require",
    "unchanged",
]
