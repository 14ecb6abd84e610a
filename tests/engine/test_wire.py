"""The codec: every plain value crosses exactly, everything else is refused, and no body can cost its reader much."""

from __future__ import annotations

import collections
import math
import struct
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from bench import fuzz_wire
from grader import wire

DTYPES = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
GENERATORS = [np.random.PCG64, np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64]


def same(one: Any, other: Any) -> bool:
    """Equal in exact type and in every bit: nan equals nan, -0.0 is not 0.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return struct.pack("d", one) == struct.pack("d", other)
    if isinstance(one, complex):
        return same(one.real, other.real) and same(one.imag, other.imag)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return len(one) == len(other) and all(same(a, b) and same(one[a], other[b]) for a, b in zip(one, other, strict=True))
    if isinstance(one, (np.ndarray, np.generic)):
        return one.dtype.str == other.dtype.str and one.shape == other.shape and one.tobytes() == other.tobytes()
    return bool(one == other)


nans = st.integers(0, 2**52 - 1).map(lambda bits: struct.unpack("<d", struct.pack("<Q", 0x7FF0000000000001 | bits))[0])
text = st.text(st.characters(codec=None, exclude_categories=()))
atoms = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), nans, st.complex_numbers(), text, st.binary(), st.integers(-(10**300), 10**300)
)
keys = st.one_of(text, st.integers(), st.booleans(), st.none(), st.tuples(st.integers(), text))
values = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner),
        st.lists(inner).map(tuple),
        st.dictionaries(keys, inner),
        st.sets(keys),
        st.frozensets(keys),
        st.lists(st.floats(), min_size=4),
        st.lists(st.integers(), min_size=4).map(tuple),
    ),
    max_leaves=20,
)
dtypes = st.sampled_from([order + name for name in DTYPES for order in "<>"]).map(np.dtype)


def arrays() -> st.SearchStrategy[Any]:
    return npst.arrays(dtypes, npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5))


@given(values)
def test_plain_values_cross_exactly(value: object) -> None:
    assert same(wire.decode(wire.encode(value)), value)


@given(arrays())
def test_arrays_cross_exactly_and_can_be_written_to(value: Any) -> None:
    back: Any = wire.decode(wire.encode(value))

    assert same(back, value)
    assert back.flags.writeable
    assert back.flags.owndata


@given(arrays(), st.randoms(use_true_random=False))
def test_views_cross_as_what_they_show(value: Any, chance: Any) -> None:
    axes = list(range(value.ndim))
    chance.shuffle(axes)
    view = value.transpose(axes)[(*(slice(None, None, chance.choice((1, 2, -1))) for _ in axes), ...)]

    assert same(wire.decode(wire.encode(view)), np.array(view, copy=True, order="C"))


@given(st.sampled_from([np.dtype(name) for name in DTYPES]).flatmap(npst.from_dtype))
def test_numpy_scalars_cross_as_numpy_scalars(value: Any) -> None:
    assert same(wire.decode(wire.encode(value)), value)


@given(st.lists(keys, unique_by=lambda key: (hash(key), key)))
def test_equal_sets_give_equal_bytes(items: list[Any]) -> None:
    one, other = set(items), set()
    for item in reversed(items):
        other.add(item)

    assert wire.encode(one) == wire.encode(other)


@pytest.mark.parametrize("kind", GENERATORS)
def test_a_generator_goes_on_where_it_was(kind: Any) -> None:
    generator = np.random.Generator(kind(5))
    generator.random(7)
    generator.integers(0, 9, dtype=np.int32)

    back: Any = wire.decode(wire.encode(generator))

    assert type(back.bit_generator) is kind
    assert np.array_equal(back.random(20), generator.random(20))
    assert np.array_equal(back.integers(0, 9, size=9, dtype=np.int32), generator.integers(0, 9, size=9, dtype=np.int32))


def test_handles_cross_inside_anything() -> None:
    seen = []
    adopted = wire.decode(
        wire.encode({"layer": [wire.Handle(7, "layer")], "rows": (wire.IteratorHandle(8),)}),
        adopt=lambda handle: seen.append(handle) or len(seen),  # type: ignore[func-returns-value]
    )

    assert adopted == {"layer": [1], "rows": (2,)}
    assert seen == [wire.Handle(7, "layer"), wire.IteratorHandle(8)]


def test_what_export_returns_is_written_in_place() -> None:
    body = wire.encode([len, 1], export=lambda value: wire.Handle(1, value.__name__))  # type: ignore[attr-defined]

    assert wire.decode(body) == [wire.Handle(1, "len"), 1]


class Int(int): ...


class Float(float): ...


class Text(str): ...


class Array(np.ndarray): ...


UNSUPPORTED: list[Any] = [
    Int(1),
    Float(1.0),
    Text("a"),
    collections.OrderedDict(a=1),
    collections.namedtuple("Point", "x")(1),
    bytearray(b"a"),
    memoryview(b"a"),
    range(3),
    {}.keys(),
    object(),
    int,
    len,
    iter([1]),
    np.zeros(2).view(Array),
    np.array([None, 1]),
    np.array(["a"]),
    np.str_("a"),
    np.zeros(2, dtype=[("x", "f8")]),
    np.array(["2000-01-01"], dtype="M8[D]"),
    np.longdouble(1),
    np.zeros(2, dtype=np.longdouble),
    np.ma.masked_array([1.0], mask=[True]),
    np.random.RandomState(1),
    np.dtype("f8"),
]


@pytest.mark.parametrize("value", UNSUPPORTED, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: [v], lambda v: {"a": (v,)}], ids=["bare", "list", "dict"])
def test_other_types_do_not_cross(value: Any, wrap: Any) -> None:
    with pytest.raises(wire.Unsupported):
        wire.encode(wrap(value))


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def looped() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


TOO_LARGE: dict[str, Any] = {
    "deep": nested(65),
    "very deep": nested(50_000),
    "endless": looped(),
    "many values": [None] * 262_144,
    "many numbers": [1.0] * 1_000_001,
    "digits": 10**4300,
    "bytes": b"x" * (64 << 20),
    "array": np.zeros(8 << 20 | 1),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_values_beyond_a_cap_are_not_written(name: str) -> None:
    with pytest.raises(wire.TooLarge):
        wire.encode(TOO_LARGE[name])


def test_the_largest_int_still_prints() -> None:
    value = 1 << (wire.DEFAULT.int_bytes * 8 - 2)

    assert str(wire.decode(wire.encode(value))) == str(value)


def u32(number: int) -> bytes:
    return struct.pack("<I", number)


def array(code: int, *shape: int, data: bytes = b"") -> bytes:
    return bytes((0x61, code, len(shape))) + struct.pack(f"<{len(shape)}Q", *shape) + data


F8 = DTYPES.index("f8")
colliding = [n * ((1 << 61) - 1) for n in range(1, 3000)]  # all have the same hash
REST = {"has_uint32": 0, "uinteger": 0}
FORGED: dict[str, bytes] = {
    "empty": b"",
    "unknown tag": b"x",
    "left over": b"NN",
    "list longer than the body": b"l" + u32(0xFFFFFFFF),
    "string longer than the body": b"s" + u32(0xFFFFFFFF) + b"a",
    "floats longer than the body": b"D" + u32(1 << 20) + b"l",
    "bytes longer than the body": b"b" + u32(5) + b"abcd",
    "number sequence of no kind": b"D" + u32(0) + b"x",
    "not utf-8": b"s" + u32(1) + b"\xff",
    "deep": (b"l" + u32(1)) * 100_000,
    "many empty lists": b"l" + u32(800_000) + (b"l" + u32(0)) * 800_000,
    "many empty sets": b"l" + u32(300_000) + (b"S" + u32(0)) * 300_000,
    "huge int": b"I" + u32(2000) + b"\x01" * 2000,
    "key twice": b"d" + u32(2) + (b"i" + bytes(8) + b"N") * 2,
    "item twice": b"S" + u32(2) + (b"i" + bytes(8)) * 2,
    "equal keys of two types": b"d" + u32(2) + b"i" + struct.pack("<q", 1) + b"N" + b"TN",
    "list as key": b"d" + u32(1) + b"l" + u32(0) + b"N",
    "array as key": b"d" + u32(1) + array(F8, 1, data=bytes(8)) + b"N",
    "colliding keys": b"d" + u32(len(colliding)) + b"".join(wire.encode(key) + b"N" for key in colliding),
    "long tuples as keys": b"S" + u32(40) + b"".join(wire.encode((n, "x" * 2000)) for n in range(40)),
    "array outside the body": array(F8, 4, data=bytes(8)),
    "array of 2**40 x 0": array(F8, 1 << 40, 0),
    "array of overflowing size": array(F8, 1 << 63, 1 << 63),
    "array of 33 dimensions": array(F8, *([1] * 33), data=bytes(8)),
    "array of no dtype": array(99, 1, data=bytes(8)),
    "scalar cut short": bytes((0x6E, F8)) + b"abc",
    "generator of another name": b"g" + wire.encode("system") + wire.encode({"state": {}}),
    "generator without a state": b"g" + wire.encode("PCG64") + wire.encode({}),
    "generator state too large": b"g" + wire.encode("PCG64") + wire.encode({"state": {"state": 1 << 128, "inc": 1}, **REST}),
    "generator position outside": b"g" + wire.encode("MT19937") + wire.encode({"state": {"key": np.zeros(624, "u4"), "pos": 625}}),
    "generator key too short": b"g" + wire.encode("MT19937") + wire.encode({"state": {"key": np.zeros(3, "u4"), "pos": 0}}),
    "generators in generators": b"g" * 100_000,
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_forged_bodies_are_refused(name: str) -> None:
    with pytest.raises(wire.WireError):
        wire.decode(FORGED[name], adopt=lambda handle: handle)


def test_a_body_beyond_the_limit_is_refused_unread() -> None:
    with pytest.raises(wire.TooLarge):
        wire.decode(b"N" * 100, limits=wire.WireLimits(bytes=99))


def test_mutated_frames_give_a_value_or_a_wire_error() -> None:
    report = fuzz_wire.run(20_000, seed=1)

    assert report.escaped == ()
    assert report.accepted > 500, "the mutations reach deep enough to be read"
    assert report.refused > 5_000


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_noise_gives_a_value_or_a_wire_error(body: bytes) -> None:
    try:
        wire.decode(body)
    except wire.WireError as error:
        assert str(error)


def test_unchanged_values_encode_to_the_same_bytes_again() -> None:
    value = (([1.0, 2.0, 3.0, 4.0], {"a", "b", "c"}, np.arange(6.0).reshape(2, 3).T), {"x": {3: math.nan}})

    body = wire.encode(value)

    assert wire.encode(wire.decode(body)) == body


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([1, 2], [3]),
        ({"a": 1}, {"b": 2}),
        ({1}, {2, 3}),
        (np.zeros(3), np.arange(3.0)),
        (np.random.default_rng(1), np.random.default_rng(2)),
    ],
    ids=["list", "dict", "set", "array", "generator"],
)
def test_changed_arguments_are_copied_back_in_place(old: Any, new: Any) -> None:
    wire.copy_back(old, new)

    assert wire.encode(old) == wire.encode(new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([1], (1,)),
        (np.zeros(3), np.zeros(4)),
        (np.zeros(3), np.zeros(3, dtype="f4")),
        ((1,), (2,)),
        (np.random.default_rng(1), np.random.Generator(np.random.SFC64(1))),
    ],
    ids=["type", "shape", "dtype", "immutable", "kind of generator"],
)
def test_arguments_that_came_back_as_something_else_are_refused(old: Any, new: Any) -> None:
    with pytest.raises(wire.WireError):
        wire.copy_back(old, new)


def test_plain_values_need_no_numpy() -> None:
    code = "import sys; from grader import wire; wire.decode(wire.encode({'a': [1.0, None]})); sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
