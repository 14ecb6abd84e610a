"""Comparisons: does what came back agree with what was expected, and if not, where first?

Types are looked at before shapes, shapes before numbers, and only exact plain types get this far: the wall lets nothing else through.
A comparison never raises on account of a learner's value; it returns a `Difference`. Knows nothing of calls, points or pytest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Protocol

import numpy as np

from grader.checks.cases import Case
from grader.checks.replies import Reply
from grader.checks.show import describe, is_silent, kind_of, show
from grader.records import dataclass
from grader.results import Category

RTOL, ATOL = 1e-6, 1e-9
LONG = 32  # entries from which a list of floats is compared as an array
RTOL_FLOAT32, ATOL_FLOAT32 = 1e-4, 1e-5


@dataclass(frozen=True, slots=True)
class Difference:
    """Why a value is not accepted: category, short texts of both sides, and where they first differ."""

    category: Category
    expected: str
    got: str
    where: str = ""
    message: str = ""
    target: object = None
    actual: object = None


class Comparison(Protocol):
    """Judges one reply to one case; None means it is accepted."""

    @property
    def needs_expected(self) -> bool:
        """Whether the reference has to be run on the case."""
        ...

    @property
    def needs_args(self) -> bool:
        """Whether the arguments have to come back as they stand after the call."""
        ...

    def __call__(self, case: Case, expected: Reply | None, reply: Reply) -> Difference | None:
        """The difference, or None when the reply is accepted."""
        ...


# --- values -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tolerance:
    """|got - expected| <= atol + rtol * |expected|; `keep_dtype` asks for the very dtype of the expected array;
    `exact_zeros` asks for a true 0 wherever exactly 0 is expected, in arrays that are nowhere negative: weights and probabilities. A blend
    of values can come to 0 by cancelling, and then another right way of adding up leaves a rounding error."""

    rtol: float = RTOL
    atol: float = ATOL
    keep_dtype: bool = False
    exact_zeros: bool = False


def difference(expected: object, got: object, tolerance: Tolerance, path: str = "") -> Difference | None:
    """The first difference between two plain values, or None. The expected value decides which types are fine:

    array: an array · list: a list (a tuple is fine too) · tuple: a tuple or list · float: any real number · int: a whole number ·
    bool: bool or np.bool_ · str, None, bytes: the very same.
    """
    if isinstance(expected, np.ndarray) and expected.ndim > 0:
        return _array_difference(expected, got, tolerance, path)
    if isinstance(expected, (bool, np.bool_)) or (isinstance(expected, np.ndarray) and expected.dtype == bool):
        return _bool_difference(bool(expected), got, path)
    if isinstance(expected, (int, float, complex, np.number, np.ndarray)):
        return _number_difference(expected, got, tolerance, path)
    if isinstance(expected, (list, tuple)):
        return _sequence_difference(expected, got, tolerance, path)
    if isinstance(expected, dict):
        return _dict_difference(expected, got, tolerance, path)
    if type(expected) is type(got) and expected == got:
        return None
    if type(expected) is not type(got):
        return _type_difference(expected, got, path)
    return Difference(Category.WRONG_VALUES, show(expected), show(got), path)


def _type_difference(expected: object, got: object, path: str) -> Difference:
    return Difference(Category.TYPE, describe(expected), describe(got), path, f"expected {kind_of(expected)}, got {kind_of(got)}")


def _array_difference(expected: np.ndarray, got: object, tolerance: Tolerance, path: str) -> Difference | None:
    if not isinstance(got, np.ndarray):
        return _type_difference(expected, got, path)
    if got.shape != expected.shape:
        return Difference(Category.SHAPE, describe(expected), describe(got), path, f"expected shape {expected.shape}, got {got.shape}")
    if (expected.dtype == bool) != (got.dtype == bool) or (got.dtype.kind == "c" and expected.dtype.kind != "c"):
        return _type_difference(expected, got, path)
    if tolerance.keep_dtype and got.dtype != expected.dtype:
        return Difference(Category.TYPE, describe(expected), describe(got), path, f"expected dtype {expected.dtype}, got {got.dtype}")
    if expected.size == 0:
        return None
    found = _numbers_difference(expected, got, tolerance, path)
    if found is not None and expected.dtype == bool:
        index = tuple(int(i) for i in np.argwhere(expected != got)[0])
        where = f"first at {path}[{', '.join(map(str, index))}]: expected {show(expected[index])}, got {show(got[index])}"
        return replace(found, expected=show(expected), got=show(got), where=where)
    return found


def _numbers_difference(expected: np.ndarray, got: np.ndarray, tolerance: Tolerance, path: str) -> Difference | None:
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    want, have = expected.astype(wide), got.astype(wide)
    is_fine = _are_fine(want, have, tolerance)
    return None if is_fine.all() else _first_bad_number(want, have, is_fine, tolerance, path)


def _are_fine(want: np.ndarray, have: np.ndarray, tolerance: Tolerance) -> np.ndarray:
    """Which entries agree; both arrays of one shape, both float64 or complex128."""
    with np.errstate(all="ignore"):
        error = np.abs(have - want)
        limit = tolerance.atol + tolerance.rtol * np.abs(want)
        is_near = (error <= limit) & np.isfinite(want)  # an infinite limit would accept anything
        is_fine: np.ndarray = (have == want) | (np.isnan(have) & np.isnan(want)) | is_near
    if tolerance.exact_zeros and not _is_a_blend(want):
        is_fine &= (want != 0) | (have == 0)
    return is_fine


def _is_a_blend(want: np.ndarray) -> bool:
    return want.dtype.kind != "c" and bool((want < 0).any())


def agree(expected: object, got: object, tolerance: Tolerance) -> bool:
    """Whether there is no difference: the same judgement, without a text about it where two float arrays are apart."""
    if isinstance(expected, np.ndarray) and isinstance(got, np.ndarray) and expected.dtype.kind == got.dtype.kind == "f":
        is_same_kind = expected.shape == got.shape and not (tolerance.keep_dtype and expected.dtype != got.dtype)
        return is_same_kind and bool(_are_fine(expected.astype(np.float64), got.astype(np.float64), tolerance).all())
    return difference(expected, got, tolerance) is None


def _first_bad_number(want: np.ndarray, have: np.ndarray, is_fine: np.ndarray, tolerance: Tolerance, path: str) -> Difference:
    is_unfinite = bool((~np.isfinite(have) & np.isfinite(want)).any())
    category = Category.NOT_FINITE if is_unfinite else Category.WRONG_VALUES
    if is_silent():
        return Difference(category, "", "")
    index = tuple(int(i) for i in np.argwhere(~is_fine)[0])
    position = f"{path}[{', '.join(map(str, index))}]" if index else path
    with np.errstate(all="ignore"):
        errors = np.abs(np.where(np.isfinite(have) & np.isfinite(want), have - want, 0))
    largest = float(errors.max()) if errors.size else 0.0
    where = f"first at {position or 'the value'}: {_both(want[index], have[index])}"
    if largest > 0:
        where += f"; largest error {largest:.2g}, tolerance {tolerance.atol + tolerance.rtol * float(np.abs(want[index])):.2g}"
    return Difference(category, show(want), show(have), where, target=_small_matrix(want), actual=_small_matrix(have))


def _both(want: object, have: object) -> str:
    """Two numbers, with as many digits as it takes to tell them apart."""
    texts = show(want), show(have)
    if texts[0] == texts[1]:
        texts = str(want), str(have)
    return f"expected {texts[0]}, got {texts[1]}"


def _small_matrix(values: np.ndarray) -> object:
    """The matrix for a heat map: 2-D, real, at most 12 x 12; else None."""
    if values.ndim == 2 and values.dtype.kind == "f" and max(values.shape) <= 12:
        return tuple(tuple(float(x) for x in row) for row in values)
    return None


def _bool_difference(expected: bool, got: object, path: str) -> Difference | None:
    if isinstance(got, np.ndarray) and got.ndim == 0:
        got = got[()]
    if not isinstance(got, (bool, np.bool_)):
        return _type_difference(expected, got, path)
    if bool(got) is expected:
        return None
    return Difference(Category.WRONG_VALUES, str(expected), str(bool(got)), path)


def _is_near(expected: float, got: float, tolerance: Tolerance) -> bool:
    """The same judgement as for arrays, for two Python numbers: what most of a list of lists comes down to."""
    if expected == got:
        return True
    if tolerance.exact_zeros and expected == 0:
        return False
    return math.isfinite(expected) and abs(got - expected) <= tolerance.atol + tolerance.rtol * abs(expected)


def _are_near(expected: Sequence[object], got: Sequence[object], tolerance: Tolerance) -> bool:
    """Whether two long lists of plain floats agree: as arrays, because that is many times faster."""
    is_plain = len(expected) > LONG and {*map(type, expected), *map(type, got)} == {float}
    return is_plain and _numbers_difference(np.array(expected), np.array(got), tolerance, "") is None


def _number_difference(expected: object, got: object, tolerance: Tolerance, path: str) -> Difference | None:
    if type(expected) is float and type(got) is float and _is_near(expected, got, tolerance):
        return None
    if isinstance(got, (bool, np.bool_)) or not isinstance(got, (int, float, complex, np.number, np.ndarray)):
        return _type_difference(expected, got, path)
    if isinstance(got, np.ndarray) and got.ndim > 0:
        return Difference(Category.SHAPE, describe(expected), describe(got), path, f"expected one number, got shape {got.shape}")
    is_complex_wanted = isinstance(expected, (complex, np.complexfloating)) and not isinstance(expected, (int, float))
    if isinstance(np.asarray(got)[()], (complex, np.complexfloating)) and not is_complex_wanted:
        return _type_difference(expected, got, path)
    if isinstance(expected, (int, np.integer)):
        return _whole_difference(int(expected), got, path)
    try:
        found = _numbers_difference(np.asarray(expected), np.asarray(got), tolerance, path)
    except (OverflowError, TypeError, ValueError):  # an int too large for float64
        return Difference(Category.WRONG_VALUES, show(expected), show(got), path)
    return found if found is None else replace(found, expected=show(expected), got=show(got))


def _whole_difference(expected: int, got: object, path: str) -> Difference | None:
    number = got if isinstance(got, int) else np.asarray(got).item()  # Python compares its own numbers exactly, numpy as float64
    if isinstance(number, float) and not math.isfinite(number):
        return Difference(Category.NOT_FINITE, str(expected), show(got), path)
    if number == expected:
        return None
    return Difference(Category.WRONG_VALUES, str(expected), show(got), path)


def _sequence_difference(expected: Sequence[object], got: object, tolerance: Tolerance, path: str) -> Difference | None:
    if not isinstance(got, (list, tuple)):
        return _type_difference(expected, got, path)
    if len(got) != len(expected):
        return Difference(Category.SHAPE, describe(expected), describe(got), path, f"expected {len(expected)} entries, got {len(got)}")
    if _are_near(expected, got, tolerance):
        return None
    for index, (want, have) in enumerate(zip(expected, got, strict=True)):
        found = difference(want, have, tolerance, f"{path}[{index}]")
        if found is not None:
            is_told = not path and not is_silent()
            return _with_whole(_in_another_order(found, expected, got, tolerance), expected, got) if is_told else found
    return None


def _in_another_order(found: Difference, expected: Sequence[object], got: Sequence[object], tolerance: Tolerance) -> Difference:
    """Says so when a pair or a triple, such as (output, weights), has all its parts in other places."""
    if isinstance(expected, tuple) and 2 <= len(expected) <= 3:
        for order in permutations(got):
            if all(difference(want, have, tolerance, "part") is None for want, have in zip(expected, order, strict=True)):
                return replace(found, message="these are the right parts, in another order")
    return found


def _with_whole(found: Difference, expected: object, got: object) -> Difference:
    """The difference with the whole values shown, when both are short, so that one entry is seen in its place."""
    whole_expected, whole_got = show(expected), show(got)
    target, actual = _nested_matrix(expected), _nested_matrix(got)
    if found.category in (Category.WRONG_VALUES, Category.NOT_FINITE):
        where = found.where if found.where.startswith("first at") else _first_at(found)
        found = replace(found, expected=whole_expected, got=whole_got, where=where)
    if target is not None and actual is not None and found.target is None:
        found = replace(found, target=target, actual=actual)
    return found


def _first_at(found: Difference) -> str:
    return f"first at {found.where}: expected {found.expected}, got {found.got}"


def _nested_matrix(value: object) -> object:
    """A list of equally long rows of numbers as a matrix for a heat map; else None."""
    if not isinstance(value, (list, tuple)) or not value or len(value) > 12:
        return None
    rows = []
    for row in value:
        if not isinstance(row, (list, tuple)) or not row or len(row) > 12 or len(row) != len(value[0]):
            return None
        if not all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in row):
            return None
        rows.append(tuple(float(x) if abs(x) < 1e300 or not isinstance(x, int) else math.inf for x in row))
    return tuple(rows)


def _dict_difference(expected: dict[object, object], got: object, tolerance: Tolerance, path: str) -> Difference | None:
    if not isinstance(got, dict):
        return _type_difference(expected, got, path)
    if set(expected) != set(got):
        return Difference(Category.WRONG_VALUES, show(expected), show(got), path, "the keys are not the expected ones")
    for key, want in expected.items():
        found = difference(want, got[key], tolerance, f"{path}[{show(key)}]")
        if found is not None:
            return _with_whole(found, expected, got) if not path else found
    return None


# --- comparisons ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class close:  # reads as a word in check files: compare=close()
    """The value agrees with the reference within the tolerance; `keep_dtype`, `exact_zeros`: see Tolerance."""

    rtol: float = RTOL
    atol: float = ATOL
    keep_dtype: bool = False
    exact_zeros: bool = False
    needs_expected: bool = True
    needs_args: bool = False

    def __call__(self, case: Case, expected: Reply | None, reply: Reply) -> Difference | None:
        assert expected is not None
        tolerance = Tolerance(self.rtol, self.atol, self.keep_dtype, self.exact_zeros)
        return difference(expected.value, reply.value, tolerance)


@dataclass(frozen=True, slots=True)
class close32:
    """Like close, with the tolerance for float32 inputs; the result must be float32 too unless keep_dtype is False."""

    keep_dtype: bool = True
    needs_expected: bool = True
    needs_args: bool = False

    def __call__(self, case: Case, expected: Reply | None, reply: Reply) -> Difference | None:
        assert expected is not None
        return difference(expected.value, reply.value, Tolerance(RTOL_FLOAT32, ATOL_FLOAT32, self.keep_dtype))


@dataclass(frozen=True, slots=True)
class unchanged:
    """The arguments are, bit for bit, what they were before the call."""

    needs_expected: bool = False
    needs_args: bool = True

    def __call__(self, case: Case, expected: Reply | None, reply: Reply) -> Difference | None:
        if getattr(reply, "args_changed", True) is False:
            return None
        pairs = list(zip(case.args, reply.args, strict=False)) + [(value, reply.kwargs.get(name)) for name, value in case.kwargs.items()]
        for index, (before, after) in enumerate(pairs):
            if not is_same(before, after):
                return Difference(Category.INPUT_CHANGED, show(before), show(after), f"argument {index + 1}", "an input was changed")
        return None


@dataclass(frozen=True, slots=True)
class fresh:
    """Nothing in the result shares memory or identity with an argument or with what a call just before returned, or stands in it twice."""

    needs_expected: bool = False
    needs_args: bool = True

    def __call__(self, case: Case, expected: Reply | None, reply: Reply) -> Difference | None:
        if not reply.aliases:
            return None
        got, message = _shared_words(*sorted(reply.aliases)[0])
        return Difference(Category.INPUT_CHANGED, "a new object", got, message=message)


def _shared_words(path: str, other: str) -> tuple[str, str]:
    """What is shared with what, and why that matters."""
    if other.startswith("earlier"):
        return f"{path} shares its memory with what an earlier call returned", "making this result changes an earlier one"
    if other.startswith("result"):
        return f"{path} is the very object that stands at `{other}`", "changing one part of the result would change another"
    return f"{path} is the very object that came in as {_argument_words(other)}", "changing the result would change an input"


def _argument_words(path: str) -> str:
    """`args[1]['plum']` as people count: `argument 2, entry ['plum']`."""
    found = re.fullmatch(r"args\[(\d+)\](.*)", path)
    if found is None:
        return f"`{path}`"
    entry = f", entry {found[2]}" if found[2] else ""
    return f"argument {int(found[1]) + 1}{entry}"


@dataclass(frozen=True, slots=True)
class holds:
    """A property of the value: `rule(case, value)` gives None, or a short sentence that says what is wrong.

    `like` is judged first (types, shapes and, unless `shape_only`, numbers against the reference are left to other checks), so that
    the rule only ever sees a value of the expected type and shape.
    """

    rule: Callable[[Case, object], str | None]
    says: str = "the property to hold"
    needs_expected: bool = True
    needs_args: bool = False

    def __call__(self, case: Case, expected: Reply | None, reply: Reply) -> Difference | None:
        assert expected is not None
        found = difference(expected.value, reply.value, Tolerance())
        if found is not None and found.category in (Category.TYPE, Category.SHAPE):
            return found
        complaint = self.rule(case, reply.value)
        if complaint is None:
            return None
        return Difference(Category.WRONG_VALUES, self.says, show(reply.value), message=complaint)


@dataclass(frozen=True, slots=True)
class all_of:
    """Every comparison accepts; the first difference is reported."""

    parts: tuple[Comparison, ...]

    def __init__(self, *parts: Comparison) -> None:
        object.__setattr__(self, "parts", parts)

    @property
    def needs_expected(self) -> bool:
        return any(part.needs_expected for part in self.parts)

    @property
    def needs_args(self) -> bool:
        return any(part.needs_args for part in self.parts)

    def __call__(self, case: Case, expected: Reply | None, reply: Reply) -> Difference | None:
        for part in self.parts:
            found = part(case, expected, reply)
            if found is not None:
                return found
        return None


def is_same(before: object, after: object) -> bool:
    """Whether two plain values are the same to the bit: types, shapes, dtypes, nan and -0.0 included. Functions count as same."""
    if callable(before) or hasattr(before, "__next__") or isinstance(before, np.random.Generator):
        return True
    if isinstance(before, np.ndarray):
        return (
            isinstance(after, np.ndarray)
            and before.dtype == after.dtype
            and before.shape == after.shape
            and before.tobytes() == after.tobytes()
        )
    if type(before) is not type(after):
        return False
    if isinstance(before, (list, tuple)):
        assert isinstance(after, (list, tuple))
        return len(before) == len(after) and all(is_same(x, y) for x, y in zip(before, after, strict=True))
    if isinstance(before, dict):
        assert isinstance(after, dict)
        return list(before) == list(after) and all(is_same(value, after[key]) for key, value in before.items())
    if isinstance(before, (float, complex, np.generic)):
        return repr(before) == repr(after)
    return bool(before == after)
