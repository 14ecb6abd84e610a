"""Calls whose answers are words, truth values or whole numbers, made in an order that only the secret can repeat.

Such answers can be known without looking at the inputs, by which call of the run it is: a program that counts its calls would get full
marks. So the cases of all declared checks of this kind are shuffled together and asked before anything else; the checks then go through
the answers in their own order, as if they had asked just then.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.checks.cases import derive
from grader.checks.declare import Checking, Declaration, Prepared
from grader.checks.judge import MACHINE_TROUBLE
from grader.checks.replies import Failure, FailureKind, Reply

SOFT = frozenset({FailureKind.RAISED, FailureKind.TODO, FailureKind.MISSING})
"""Failures that leave the child as it is; after any other one the rest of the check is not asked, as no check goes on after one."""


def ask_ahead(checkings: Sequence[tuple[Checking, Declaration]], secret: bytes, exercise: str) -> None:
    """Ask every case of the checks that can be answered by counting, in one secret order. Raises what asking raises."""
    waiting = [(checking, declaration, prepared) for checking, declaration in checkings for prepared in countable(checking, declaration)]
    order = np.random.Generator(np.random.PCG64(derive(secret, "order", exercise))).permutation(len(waiting))
    for place in order:
        checking, declaration, prepared = waiting[place]
        if checking.is_over:
            continue
        outcome: Reply | Failure | Exception
        try:
            outcome = checking.ask(declaration, prepared)
        except MACHINE_TROUBLE:
            raise
        except Exception as error:  # the check is judged by it when it comes to this case, and does not ask again
            outcome = error
        checking.known[prepared.draw_index, prepared.position] = outcome
        if isinstance(outcome, Failure) and outcome.kind not in SOFT:
            checking.is_over = True


def countable(checking: Checking, declaration: Declaration) -> Sequence[Prepared]:
    """The cases of a check whose expected answers are all few; none of any other check."""
    if not declaration.compare.needs_expected:
        return ()
    try:
        prepared = checking.prepared(declaration)
    except MACHINE_TROUBLE:
        raise
    except Exception:  # a broken check or solution: the check meets it again, and is judged by it
        return ()
    return prepared if all(each.expected is not None and is_few(each.expected.value) for each in prepared) else ()


def is_few(value: object) -> bool:
    """Whether an answer is a word, a truth value, a whole number, or made of such."""
    if isinstance(value, (list, tuple)):
        return all(map(is_few, value))
    if isinstance(value, dict):
        return all(map(is_few, value.values()))
    return value is None or isinstance(value, (bool, int, str, np.bool_, np.integer))
