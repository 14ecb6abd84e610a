"""Evidence: the call that failed, what was expected, what came back, in short texts. Everything here may carry hidden inputs.

Who may read it is decided elsewhere (ARCHITECTURE: who sees what); here it is only made, bounded, and never from check source.
"""

from __future__ import annotations

import re

import numpy as np

from grader.checks.cases import Case
from grader.checks.judge import CheckRun
from grader.checks.show import describe, show
from grader.content.models import Exercise
from grader.results import Evidence

MAX_MESSAGE = 2000
MAX_PRINTED = 4000  # of one check: nobody reads more, and a class of prints in every check would fill the store
MAX_SNIPPET_NUMBERS = 400
NO_LITERAL = re.compile(r"-?\b(?:nan|inf)\b")


def evidence_of(run: CheckRun, exercise: Exercise) -> Evidence:
    """The evidence of a check that was not passed.

    A public case may be shown to anyone, but what came back could hold inputs of earlier, hidden calls: a module can remember them. So
    it counts as public only when it was seen alone.
    """
    failure, difference = run.failure, run.difference
    printed = failure.printed if failure is not None else run.printed
    lost = failure.printed_lost if failure is not None else 0
    return Evidence(
        call=call_text(run.case) if run.case is not None else "",
        expected=difference.expected if difference is not None else "",
        got=difference.got if difference is not None else "",
        where=difference.where if difference is not None else "",
        exception=failure.exception if failure is not None else "",
        exception_text=(failure.message[:MAX_MESSAGE] if failure is not None else run.fault[:MAX_MESSAGE]),
        lines=failure.lines if failure is not None else (),
        locals=failure.locals if failure is not None else (),
        printed=printed[:MAX_PRINTED],
        printed_lost=lost + max(0, len(printed) - MAX_PRINTED),
        target=_matrix(difference.target if difference is not None else None),
        actual=_matrix(difference.actual if difference is not None else None),
        snippet=snippet_of(run.case, exercise) if run.case is not None else "",
        is_public=run.case is not None and run.case.is_public and run.is_alone,
    )


def _matrix(value: object) -> tuple[tuple[float, ...], ...] | None:
    return value if isinstance(value, tuple) else None


def call_text(case: Case) -> str:
    """The call with shapes: `softmax_np(array of shape (3, 5), float64, axis=0)`."""
    parts = [describe(arg) for arg in case.args] + [f"{name}={show(value)}" for name, value in case.kwargs.items()]
    return f"{case.function}({', '.join(parts)})"


def snippet_of(case: Case, exercise: Exercise) -> str:
    """Runnable Python that repeats the call on the learner's own file; "" when an argument cannot be written down."""
    texts = [_source(arg) for arg in case.args]
    named = {name: _source(value) for name, value in case.kwargs.items()}
    if None in texts or None in named.values():
        return ""
    arguments = ", ".join([str(text) for text in texts] + [f"{name}={text}" for name, text in named.items()])
    body = f"from {exercise.module} import {case.function}\n\nprint({case.function}({arguments}))\n"
    return f"import numpy as np\n{body}" if "np." in arguments else body


def _source(value: object) -> str | None:
    if isinstance(value, np.ndarray):
        if value.size > MAX_SNIPPET_NUMBERS:
            return None
        return f"np.array({_numbers(value.tolist())}, dtype=np.{value.dtype.name})" if value.size else f"np.zeros({value.shape})"
    if isinstance(value, np.generic):
        return f"np.{value.dtype.name}({_numbers(value.item())})"
    if isinstance(value, float):
        return _numbers(value)
    if isinstance(value, (list, tuple)):
        parts = [_source(entry) for entry in value]
        if None in parts or len(parts) > MAX_SNIPPET_NUMBERS:
            return None
        inner = ", ".join(str(part) for part in parts)
        if isinstance(value, tuple):
            return f"({inner},)" if len(parts) == 1 else f"({inner})"
        return f"[{inner}]"
    if isinstance(value, dict):
        pairs = [(_source(key), _source(entry)) for key, entry in value.items()]
        if any(None in pair for pair in pairs):
            return None
        return "{" + ", ".join(f"{key}: {entry}" for key, entry in pairs) + "}"
    if value is None or isinstance(value, (bool, int, str, bytes)):
        return repr(value)
    return None


def _numbers(value: object) -> str:
    """Numbers as Python: what `repr` says, but for those that have no literal. Almost none do, and `repr` is quick."""
    text = repr(value)
    return text if "n" not in text else NO_LITERAL.sub(r'float("\g<0>")', text)  # nan and inf
