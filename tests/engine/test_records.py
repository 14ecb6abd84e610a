"""Records behave as the standard library's frozen, slotted data classes do."""

from __future__ import annotations

import ast
import copy
import dataclasses
import math
import pickle
from pathlib import Path
from typing import Any

import pytest

from grader import records

PACKAGE = Path(records.__file__).parent


@records.dataclass(frozen=True, slots=True)
class Ours:
    """A record."""

    name: str
    share: float
    tags: tuple[str, ...] = ("a",)
    counts: dict[str, int] = dataclasses.field(default_factory=dict, hash=False)
    secret: str = dataclasses.field(default="", repr=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The same, made by the standard library."""

    name: str
    share: float
    tags: tuple[str, ...] = ("a",)
    counts: dict[str, int] = dataclasses.field(default_factory=dict, hash=False)
    secret: str = dataclasses.field(default="", repr=False, compare=False)


@records.dataclass(frozen=True, slots=True)
class Longer(Ours):
    """One field more."""

    more: int = 0

    def __repr__(self) -> str:
        return f"{self.name} and {self.more}"


@records.dataclass(frozen=True, slots=True)
class OwnEquality:
    """Compares in its own way, and is hashed by its fields."""

    number: int

    def __eq__(self, other: object) -> bool:
        return True


BOTH: Any = pytest.mark.parametrize("kind", [Ours, Theirs])


@BOTH
def test_fields_are_given_by_place_or_name_or_left_to_their_defaults(kind: Any) -> None:
    one, other = kind("x", 0.5), kind(share=0.5, name="x", secret="s")

    assert dataclasses.astuple(one) == ("x", 0.5, ("a",), {}, "")
    assert (one.counts is other.counts, one == other, hash(one) == hash(other)) == (False, True, True)


@BOTH
@pytest.mark.parametrize("values", [((), {}), (("x",), {}), (("x", 1.0), {"other": 2}), (("x", 1.0), {"name": "y"}), (range(9), {})])
def test_wrong_arguments_are_a_type_error(kind: Any, values: tuple[Any, dict[str, object]]) -> None:
    with pytest.raises(TypeError):
        kind(*values[0], **values[1])


@BOTH
def test_what_differs_is_unequal_and_other_classes_are(kind: Any) -> None:
    one = kind("x", 0.5)

    assert one != kind("x", 0.25)
    assert one != kind("x", 0.5, counts={"n": 1})
    assert one != ("x", 0.5, ("a",), {}, "")


@BOTH
def test_a_record_with_the_same_nan_equals_itself(kind: Any) -> None:
    assert kind("x", math.nan) == kind("x", math.nan)


@BOTH
def test_fields_can_be_neither_set_nor_deleted_nor_added(kind: Any) -> None:
    one = kind("x", 0.5)

    with pytest.raises(dataclasses.FrozenInstanceError):
        one.name = "y"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.name
    with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):  # the second, by mistake, from Python 3.11's own
        one.new = 1
    assert not hasattr(one, "__dict__")


def _pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # our own, a moment ago


@BOTH
def test_a_record_survives_copying_pickling_and_replacing(kind: Any) -> None:
    one = kind("x", 0.5, counts={"n": 1}, secret="s")

    assert [copy.copy(one), copy.deepcopy(one), _pickled(one), dataclasses.replace(one)] == [one] * 4
    assert dataclasses.replace(one, name="y", secret="").name == "y"


def test_it_is_shown_as_the_standard_library_shows_it() -> None:
    assert repr(Ours("x", 0.5, secret="s")) == repr(Theirs("x", 0.5, secret="s")).replace("Theirs", "Ours")


def test_patterns_match_it_by_place() -> None:
    match Ours("x", 0.5):
        case Ours(name, share):
            assert (name, share) == ("x", 0.5)


def test_a_record_may_extend_another_and_keep_methods_of_its_own() -> None:
    longer = Longer("x", 0.5, more=3)

    assert (repr(longer), longer.share, longer.tags) == ("x and 3", 0.5, ("a",))
    assert longer != Longer("x", 0.5, more=4)


def test_own_equality_is_kept_with_a_hash() -> None:
    assert OwnEquality(1) == 2
    assert hash(OwnEquality(1)) == hash(OwnEquality(1))


def test_other_options_are_the_standard_library_s() -> None:
    @records.dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        at: int

    assert Ordered(1) < Ordered(2)


def test_a_field_that_records_do_not_know_is_refused() -> None:
    @records.dataclass(frozen=True, slots=True)
    class Late:
        at: int = dataclasses.field(init=False, default=0)

    with pytest.raises(TypeError, match="leave such a field"):
        Late()


def test_every_frozen_class_of_the_program_is_made_this_way() -> None:
    beside_learner_code = ("untrusted", "wire", "_content")
    modules = [path for path in PACKAGE.rglob("*.py") if not set(beside_learner_code) & set(path.relative_to(PACKAGE).parts)]
    slow = [
        str(path.relative_to(PACKAGE))
        for path in modules
        if "@dataclass(frozen=True, slots=True)\n" in (text := path.read_text(encoding="utf-8"))
        if ("dataclasses", "dataclass")
        in {(n.module, a.name) for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ImportFrom) for a in n.names}
    ]

    assert slow == []


def test_the_decorator_may_stand_bare_as_the_standard_one() -> None:
    @records.dataclass
    class Open:
        name: str = "a"

    made: Any = Open()
    made.name = "b"
    assert repr(made).endswith("Open(name='b')")
