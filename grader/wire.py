"""The border's codec: plain values and raw array bytes, tagged, every length capped. Both sides of the wall import it.

It must not know processes, checks or learner code, must not execute or look up anything named in a frame, and imports only the
standard library; numpy is touched when the process has loaded it, or when an array arrives. Whatever is wrong with a value or a
frame is a `WireError`, never another exception.

A frame is `HEADER` (body length, kind, id) and a body. A body is one or more encoded values:

    N None · T F bool · i int64 · I larger int · f float · c complex · s str · b bytes
    l t S Z list, tuple, set, frozenset (count, items) · d dict (count, key, value, …) · D Q homogeneous float / int64 list or tuple
    n a numpy scalar, array (dtype code, shape, bytes) · g numpy Generator (name, state) · h y function handle, iterator handle

Types are matched exactly: a subclass is not its base. Sets are written in the order of their encoded items, so equal values give
equal bytes.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

HEADER = struct.Struct("<IBI")
"""Body length in bytes, frame kind, id of the request that this frame is, or answers."""

# Frame kinds. Requests go both ways and nest: each side answers the latest open request of the other first.
HELLO = 1  # child, once: its layers, as measured
LOAD = 2  # parent: run a module
CALL = 3  # parent: call a function of the module
INVOKE = 4  # either: call a handle of the other side
NEXT = 5  # either: pull an item of an iterator of the other side
RETURN = 6  # answer
ERROR = 7  # answer

CALL_HEAD = struct.Struct("<BH")
"""A CALL body: flags, length of the function's name; then the name in UTF-8 and the encoded (args, kwargs)."""

EXIT_NO_MEMORY = 77
"""Exit status of a child that could not even tell that memory was out."""

WANT_ARGS = 1
YOURS = 1 << 31
"""Set in a handle's number when it goes home: the receiver made it."""

_COUNT = struct.Struct("<BI")
_INT = struct.Struct("<Bq")
_FLOAT = struct.Struct("<Bd")
_COMPLEX = struct.Struct("<Bdd")
_U32 = struct.Struct("<I")
_I64 = struct.Struct("<q")
_F64 = struct.Struct("<d")
_F64X2 = struct.Struct("<dd")


class WireError(Exception):
    """A value that may not cross, or a frame that is not ours."""


class Unsupported(WireError):
    """A value of a type that does not cross."""


class TooLarge(WireError):
    """A value beyond a cap: bytes, depth, number of values, digits."""


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Caps on one body. The defaults bound what a hostile body can cost its reader: about 0.3 s and 300 MB at the very worst."""

    bytes: int = 64 << 20
    depth: int = 64
    nodes: int = 262_144  # values of any kind; an empty set of 5 bytes becomes 216 bytes of memory
    items: int = 1_000_000  # numbers inside homogeneous lists
    odd_keys: int = 2_048  # dict keys and set items that are not str: their hashes are unsalted, so collisions can be made
    odd_bytes: int = 65_536  # encoded size of all those keys together
    int_bytes: int = 1_785  # below 10**4300, which str() still prints
    dims: int = 32


DEFAULT = WireLimits()


@dataclass(frozen=True, slots=True)
class Handle:
    """A function that stays where it is; the other side may ask for it to be called."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class IteratorHandle:
    """An iterator that stays where it is; the other side may pull items, one a time."""

    number: int


Body = bytes | bytearray

Export = Callable[[object], object]
"""Called with a value of unknown type; returns what to encode in its place, or raises Unsupported."""

Adopt = Callable[[Handle | IteratorHandle], object]
"""Called with a decoded handle; returns what stands for it on this side."""


def encode(value: object, *, limits: WireLimits = DEFAULT, export: Export | None = None) -> bytes:
    """The bytes of one value. Raises Unsupported or TooLarge."""
    writer = _Writer(limits, export)
    try:
        writer.put(value, 0)
    except (WireError, MemoryError):
        raise
    except RecursionError:
        raise TooLarge("the value is nested too deeply") from None
    data = b"".join(writer.parts)
    if len(data) > limits.bytes:
        raise TooLarge(f"the value takes {len(data)} bytes, more than {limits.bytes}")
    return data


def decode(data: Body, *, limits: WireLimits = DEFAULT, adopt: Adopt | None = None, start: int = 0) -> object:
    """The one value that `data` holds, from `start` to its last byte. Raises WireError."""
    (value,) = decode_all(data, 1, limits=limits, adopt=adopt, start=start)
    return value


def decode_all(data: Body, count: int, *, limits: WireLimits = DEFAULT, adopt: Adopt | None = None, start: int = 0) -> list[object]:
    """The `count` values that `data` holds one after the other, from `start` to its last byte. Raises WireError."""
    if len(data) > limits.bytes:
        raise TooLarge(f"a body of {len(data)} bytes, more than {limits.bytes}")
    reader = _Reader(data, limits, adopt, start)
    try:
        values = [reader.take(0) for _ in range(count)]
    except WireError:
        raise
    except Exception as error:  # whatever a forged body provokes is the same to the caller: not ours
        raise WireError(f"unreadable body: {type(error).__name__}") from None
    if reader.position != len(data):
        raise WireError("bytes left over after the value")
    return values


def mutable_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[int | str, Any]]:
    """(position or name, value) of the arguments that a function could change in place."""
    named: list[tuple[int | str, Any]] = [*enumerate(args), *kwargs.items()]
    return [(key, value) for key, value in named if type(value) in _MUTABLE]


def copy_back(old: Any, new: Any) -> None:
    """Makes a mutable argument equal to what the other side has made of it. Raises WireError if it cannot be the same thing."""
    if type(old) is not type(new) or type(old) not in _MUTABLE:
        raise WireError("an argument came back as another type")
    if type(old) is list:
        old[:] = new
    elif type(old) in (dict, set):
        old.clear()
        old.update(new)
    elif type(old) is _numpy.ndarray:
        if old.shape != new.shape or old.dtype != new.dtype:
            raise WireError("an array came back with another shape or dtype")
        old[...] = new
    elif type(old.bit_generator) is not type(new.bit_generator):
        raise WireError("a generator came back as another kind")
    else:
        old.bit_generator.state = new.bit_generator.state


# Writing


class _Writer:
    __slots__ = ("depth", "export", "int_bytes", "items", "nodes", "parts")

    def __init__(self, limits: WireLimits, export: Export | None) -> None:
        self.parts: list[Any] = []
        self.nodes = limits.nodes
        self.items = limits.items
        self.depth = limits.depth
        self.int_bytes = limits.int_bytes
        self.export = export

    def put(self, value: object, depth: int) -> None:
        self.nodes -= 1
        if self.nodes < 0:
            raise TooLarge("too many values")
        write = _WRITERS.get(type(value))
        if write is not None:
            write(self, value, depth)
        else:
            self.put_foreign(value, depth)

    def put_foreign(self, value: object, depth: int) -> None:
        if _numpy_is_new():
            self.nodes += 1
            self.put(value, depth)
            return
        if self.export is None:
            raise Unsupported(f"{_type_name(value)} values do not cross")
        replacement = self.export(value)
        write = _WRITERS.get(type(replacement))
        if write is None:
            raise Unsupported(f"{_type_name(value)} values do not cross")
        write(self, replacement, depth)

    def put_items(self, tag: int, values: Any, depth: int) -> None:
        if depth >= self.depth:
            raise TooLarge(f"nested deeper than {self.depth}")
        self.parts.append(_COUNT.pack(tag, len(values)))
        for value in values:
            self.put(value, depth + 1)


def _type_name(value: object) -> str:
    name = type.__getattribute__(type(value), "__name__")
    return str(name)[:60]


def _write_none(writer: _Writer, value: Any, depth: int) -> None:
    writer.parts.append(b"N")


def _write_bool(writer: _Writer, value: Any, depth: int) -> None:
    writer.parts.append(b"T" if value else b"F")


def _write_int(writer: _Writer, value: Any, depth: int) -> None:
    if -0x8000000000000000 <= value <= 0x7FFFFFFFFFFFFFFF:
        writer.parts.append(_INT.pack(0x69, value))
        return
    size = value.bit_length() // 8 + 1
    if size > writer.int_bytes:
        raise TooLarge("an int of more than 4300 digits")
    writer.parts += (_COUNT.pack(0x49, size), value.to_bytes(size, "little", signed=True))


def _write_float(writer: _Writer, value: Any, depth: int) -> None:
    writer.parts.append(_FLOAT.pack(0x66, value))


def _write_complex(writer: _Writer, value: Any, depth: int) -> None:
    writer.parts.append(_COMPLEX.pack(0x63, value.real, value.imag))


def _write_str(writer: _Writer, value: Any, depth: int) -> None:
    data = value.encode("utf-8", "surrogatepass")
    writer.parts += (_COUNT.pack(0x73, len(data)), data)


def _write_bytes(writer: _Writer, value: Any, depth: int) -> None:
    writer.parts += (_COUNT.pack(0x62, len(value)), value)


def _write_sequence(writer: _Writer, value: Any, depth: int) -> None:
    tag = 0x6C if type(value) is list else 0x74
    if len(value) > 3:
        types = set(map(type, value))
        if len(types) == 1 and _write_numbers(writer, value, tag, types.pop()):
            return
    writer.put_items(tag, value, depth)


def _write_numbers(writer: _Writer, value: Any, tag: int, kind: type) -> bool:
    """Writes a list of floats or of int64s as raw numbers; whether it did."""
    if kind is not float and kind is not int:
        return False
    writer.items -= len(value)
    if writer.items < 0:
        raise TooLarge("too many numbers in lists")
    try:
        packed = struct.pack(f"<{len(value)}{'d' if kind is float else 'q'}", *value)
    except struct.error:  # an int beyond 64 bits
        return False
    writer.parts += (_COUNT.pack(0x44 if kind is float else 0x51, len(value)), b"l" if tag == 0x6C else b"t", packed)
    return True


def _write_dict(writer: _Writer, value: Any, depth: int) -> None:
    if depth >= writer.depth:
        raise TooLarge(f"nested deeper than {writer.depth}")
    writer.parts.append(_COUNT.pack(0x64, len(value)))
    for key, item in value.items():
        writer.put(key, depth + 1)
        writer.put(item, depth + 1)


def _write_set(writer: _Writer, value: Any, depth: int) -> None:
    if depth >= writer.depth:
        raise TooLarge(f"nested deeper than {writer.depth}")
    outer, encoded = writer.parts, []
    for item in value:
        writer.parts = []
        writer.put(item, depth + 1)
        encoded.append(b"".join(writer.parts))
    writer.parts = outer
    outer.append(_COUNT.pack(0x53 if type(value) is set else 0x5A, len(encoded)))
    outer += sorted(encoded)


def _write_handle(writer: _Writer, value: Any, depth: int) -> None:
    name = value.name.encode("utf-8", "surrogatepass")[:200]
    writer.parts += (_COUNT.pack(0x68, value.number), _U32.pack(len(name)), name)


def _write_iterator(writer: _Writer, value: Any, depth: int) -> None:
    writer.parts.append(_COUNT.pack(0x79, value.number))


_WRITERS: dict[type, Callable[[_Writer, Any, int], None]] = {
    type(None): _write_none,
    bool: _write_bool,
    int: _write_int,
    float: _write_float,
    complex: _write_complex,
    str: _write_str,
    bytes: _write_bytes,
    list: _write_sequence,
    tuple: _write_sequence,
    dict: _write_dict,
    set: _write_set,
    frozenset: _write_set,
    Handle: _write_handle,
    IteratorHandle: _write_iterator,
}


# Reading


class _Reader:
    __slots__ = ("adopt", "data", "end", "items", "limits", "nodes", "odd_bytes", "odd_keys", "position")

    def __init__(self, data: Body, limits: WireLimits, adopt: Adopt | None, start: int) -> None:
        self.data = data
        self.end = len(data)
        self.position = start
        self.limits = limits
        self.nodes = limits.nodes
        self.items = limits.items
        self.odd_keys = limits.odd_keys
        self.odd_bytes = limits.odd_bytes
        self.adopt = adopt

    def take(self, depth: int) -> object:
        self.nodes -= 1
        if self.nodes < 0:
            raise TooLarge("too many values")
        tag = self.data[self.position]
        self.position += 1
        read = _READERS[tag]
        if read is None:
            raise WireError("unknown tag")
        return read(self, depth)

    def span(self, size: int) -> int:
        """Moves over `size` bytes that must be there; the position they start at."""
        start = self.position
        if size > self.end - start:
            raise WireError("a length points outside the body")
        self.position = start + size
        return start

    def count(self) -> int:
        return int(_U32.unpack_from(self.data, self.span(4))[0])

    def chunk(self, size: int) -> Body:
        start = self.span(size)
        return self.data[start : start + size]

    def open_container(self, depth: int, smallest_item: int) -> int:
        """The count of a container whose items take at least `smallest_item` bytes each."""
        if depth >= self.limits.depth:
            raise TooLarge(f"nested deeper than {self.limits.depth}")
        count = self.count()
        if count * smallest_item > self.end - self.position or count > self.nodes:
            raise TooLarge("more items than the body can hold")
        return count

    def take_key(self, depth: int) -> object:
        """A dict key or set item: hashable, and within the caps for keys that are not str."""
        start = self.position
        key = self.take(depth)
        if type(key) is not str:
            self.odd_keys -= 1
            self.odd_bytes -= self.position - start
            if self.odd_keys < 0 or self.odd_bytes < 0:
                raise TooLarge("too many keys that are not text")
        hash(key)
        return key


def _read_int(reader: _Reader, depth: int) -> object:
    return _I64.unpack_from(reader.data, reader.span(8))[0]


def _read_big_int(reader: _Reader, depth: int) -> object:
    size = reader.count()
    if size > reader.limits.int_bytes:
        raise TooLarge("an int of more than 4300 digits")
    return int.from_bytes(reader.chunk(size), "little", signed=True)


def _read_float(reader: _Reader, depth: int) -> object:
    return _F64.unpack_from(reader.data, reader.span(8))[0]


def _read_complex(reader: _Reader, depth: int) -> object:
    return complex(*_F64X2.unpack_from(reader.data, reader.span(16)))


def _read_str(reader: _Reader, depth: int) -> object:
    return reader.chunk(reader.count()).decode("utf-8", "surrogatepass")


def _read_bytes(reader: _Reader, depth: int) -> object:
    return bytes(reader.chunk(reader.count()))


def _read_list(reader: _Reader, depth: int) -> object:
    count = reader.open_container(depth, 1)
    return [reader.take(depth + 1) for _ in range(count)]


def _read_tuple(reader: _Reader, depth: int) -> object:
    count = reader.open_container(depth, 1)
    return tuple([reader.take(depth + 1) for _ in range(count)])


def _read_numbers(reader: _Reader, letter: str) -> object:
    count = reader.count()
    reader.items -= count
    if reader.items < 0:
        raise TooLarge("too many numbers in lists")
    kind = reader.chunk(1)
    values = struct.unpack_from(f"<{count}{letter}", reader.data, reader.span(8 * count))
    if kind == b"l":
        return list(values)
    if kind == b"t":
        return values
    raise WireError("unknown sequence")


def _read_floats(reader: _Reader, depth: int) -> object:
    return _read_numbers(reader, "d")


def _read_ints(reader: _Reader, depth: int) -> object:
    return _read_numbers(reader, "q")


def _read_dict(reader: _Reader, depth: int) -> object:
    count = reader.open_container(depth, 2)
    result = {}
    for _ in range(count):
        key = reader.take_key(depth + 1)
        result[key] = reader.take(depth + 1)
    if len(result) != count:
        raise WireError("a key occurs twice")
    return result


def _read_set(reader: _Reader, depth: int) -> object:
    count = reader.open_container(depth, 1)
    result = {reader.take_key(depth + 1) for _ in range(count)}
    if len(result) != count:
        raise WireError("an item occurs twice")
    return result


def _read_frozenset(reader: _Reader, depth: int) -> object:
    return frozenset(_read_set(reader, depth))  # type: ignore[call-overload]  # _read_set returns a set


def _read_handle(reader: _Reader, depth: int) -> object:
    number = reader.count()
    return _adopted(reader, Handle(number, reader.chunk(min(reader.count(), 200)).decode("utf-8", "replace")))


def _read_iterator(reader: _Reader, depth: int) -> object:
    return _adopted(reader, IteratorHandle(reader.count()))


def _adopted(reader: _Reader, handle: Handle | IteratorHandle) -> object:
    return handle if reader.adopt is None else reader.adopt(handle)


def _read_scalar(reader: _Reader, depth: int) -> object:
    dtype = _dtype(reader.chunk(1)[0])
    return _load_numpy().frombuffer(reader.chunk(dtype.itemsize), dtype=dtype)[0]


def _read_array(reader: _Reader, depth: int) -> object:
    code, dims = reader.chunk(2)
    dtype = _dtype(code)
    if dims > reader.limits.dims:
        raise TooLarge("too many dimensions")
    shape = struct.unpack_from(f"<{dims}Q", reader.data, reader.span(8 * dims))
    size = span = 1
    for length in shape:
        size *= length
        span *= length or 1
    if span * dtype.itemsize > reader.limits.bytes:  # also refuses 2**40 x 0, whose other axis could be made to matter
        raise TooLarge("an array too large")
    start = reader.span(size * dtype.itemsize)
    numpy = _load_numpy()
    if size == 0:
        return numpy.empty(shape, dtype=dtype)
    return numpy.frombuffer(reader.data, dtype=dtype, count=size, offset=start).reshape(shape).copy()


def _read_generator(reader: _Reader, depth: int) -> object:
    if depth >= reader.limits.depth - 4:
        raise TooLarge("nested too deeply")
    return _make_generator(reader.take(depth + 1), reader.take(depth + 1))


_READERS: list[Callable[[_Reader, int], object] | None] = [None] * 256
for _tag, _read in {
    "N": lambda reader, depth: None,
    "T": lambda reader, depth: True,
    "F": lambda reader, depth: False,
    "i": _read_int,
    "I": _read_big_int,
    "f": _read_float,
    "c": _read_complex,
    "s": _read_str,
    "b": _read_bytes,
    "l": _read_list,
    "t": _read_tuple,
    "D": _read_floats,
    "Q": _read_ints,
    "d": _read_dict,
    "S": _read_set,
    "Z": _read_frozenset,
    "h": _read_handle,
    "y": _read_iterator,
    "n": _read_scalar,
    "a": _read_array,
    "g": _read_generator,
}.items():
    _READERS[ord(_tag)] = _read


# numpy

_DTYPE_NAMES = ("b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")
_BIG_ENDIAN = 0x80
_MUTABLE: set[type] = {list, dict, set}
_numpy: Any = None
_dtypes: dict[int, Any] = {}
_codes: dict[str, int] = {}

_GENERATORS: dict[str, dict[str, tuple[str, int] | int]] = {
    # Fields of `state["state"]`: an int below the bound, or an array of that dtype and length. A bad position would read foreign
    # memory inside numpy, so everything is checked before a bit generator sees it.
    "PCG64": {"state": 1 << 128, "inc": 1 << 128},
    "PCG64DXSM": {"state": 1 << 128, "inc": 1 << 128},
    "MT19937": {"key": ("uint32", 624), "pos": 625},
    "Philox": {"counter": ("uint64", 4), "key": ("uint64", 2)},
    "SFC64": {"state": ("uint64", 4)},
}
_GENERATOR_EXTRAS: dict[str, tuple[str, int] | int] = {"has_uint32": 2, "uinteger": 1 << 32}
_PHILOX_EXTRAS: dict[str, tuple[str, int] | int] = {"buffer": ("uint64", 4), "buffer_pos": 5}


def _load_numpy() -> Any:
    global _numpy
    if _numpy is None:
        import numpy

        _numpy = numpy
        _register(numpy)
    return _numpy


def _numpy_is_new() -> bool:
    """Takes note of numpy once the process has loaded it; whether that is news."""
    if _numpy is not None or "numpy" not in sys.modules:
        return False
    _load_numpy()
    return True


def warm() -> None:
    """Registers numpy now, so that a forked child need not."""
    _load_numpy()


def _register(numpy: Any) -> None:
    for index, name in enumerate(_DTYPE_NAMES):
        for flag, order in ((0, "<"), (_BIG_ENDIAN, ">")):
            dtype = numpy.dtype(order + name)
            _dtypes[index | flag] = dtype
            _codes.setdefault(dtype.str, index | flag)
    for letter in "?bhilqBHILQefdFD":
        _WRITERS[numpy.dtype(letter).type] = _write_scalar
    _WRITERS[numpy.ndarray] = _write_array
    _WRITERS[numpy.random.Generator] = _write_generator
    _MUTABLE.update((numpy.ndarray, numpy.random.Generator))


def _dtype(code: int) -> Any:
    _load_numpy()
    dtype = _dtypes.get(code)
    if dtype is None:
        raise WireError("unknown dtype")
    return dtype


def _code_of(value: Any) -> int:
    code = _codes.get(value.dtype.str)
    if code is None:
        raise Unsupported(f"arrays of {str(value.dtype)[:60]} do not cross")
    return code


def _write_scalar(writer: _Writer, value: Any, depth: int) -> None:
    writer.parts += (bytes((0x6E, _code_of(value))), value.tobytes())


def _write_array(writer: _Writer, value: Any, depth: int) -> None:
    dims = value.ndim
    if dims > 32:
        raise TooLarge("too many dimensions")
    head = struct.pack(f"<BBB{dims}Q", 0x61, _code_of(value), dims, *value.shape)
    contiguous = value.flags.c_contiguous and value.size
    writer.parts += (head, value.data if contiguous else value.tobytes())


def _write_generator(writer: _Writer, value: Any, depth: int) -> None:
    source = value.bit_generator
    name = type(source).__name__
    if name not in _GENERATORS or type(source) is not getattr(_numpy.random, name):
        raise Unsupported("this bit generator does not cross")
    state = source.state
    if depth >= writer.depth - 4:
        raise TooLarge("nested too deeply")
    writer.parts.append(b"g")
    writer.put(name, depth + 1)
    inner = {key: _plain(item) for key, item in state["state"].items()} if isinstance(state["state"], dict) else {}
    extras = {key: _plain(state[key]) for key in _extras(name) if key in state}
    writer.put({"state": inner, **extras}, depth + 1)


def _plain(item: Any) -> object:
    return item if type(item) is _numpy.ndarray else int(item)


def _extras(name: str) -> dict[str, tuple[str, int] | int]:
    if name == "MT19937":
        return {}
    return {**_GENERATOR_EXTRAS, **_PHILOX_EXTRAS} if name == "Philox" else _GENERATOR_EXTRAS


def _make_generator(name: object, state: object) -> object:
    """A Generator in the given state, after every field of that state was checked."""
    if type(name) is not str or name not in _GENERATORS or type(state) is not dict:
        raise WireError("not a generator")
    inner = state.get("state")
    if type(inner) is not dict:
        raise WireError("not a generator state")
    _check_fields(inner, _GENERATORS[name])
    _check_fields({key: item for key, item in state.items() if key != "state"}, _extras(name))
    random = _load_numpy().random
    source = getattr(random, name)(0)
    source.state = {"bit_generator": name, **state}
    return random.Generator(source)


def _check_fields(values: dict[object, object], fields: dict[str, tuple[str, int] | int]) -> None:
    if set(values) != set(fields):
        raise WireError("a generator state with other fields")
    for key, wanted in fields.items():
        value: Any = values[key]
        if isinstance(wanted, int):
            good = type(value) is int and 0 <= value < wanted
        else:
            good = type(value) is _numpy.ndarray and value.dtype == wanted[0] and value.shape == (wanted[1],)
        if not good:
            raise WireError("a generator state out of range")
