"""numpy's values on the wire: arrays and scalars as raw bytes, generators as their state. numpy is loaded only when it is needed."""

from __future__ import annotations

import struct
import sys
from typing import Any

from grader.wire.reading import READERS, Reader
from grader.wire.terms import TooLarge, Unsupported, WireError
from grader.wire.writing import LATE_TYPES, WRITERS, Writer

_DTYPE_NAMES = ("b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")
_BIG_ENDIAN = 0x80
MUTABLE: set[type] = {list, dict, set}
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
        WRITERS[numpy.dtype(letter).type] = _write_scalar
    WRITERS[numpy.ndarray] = _write_array
    WRITERS[numpy.random.Generator] = _write_generator
    MUTABLE.update((numpy.ndarray, numpy.random.Generator))


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


def _write_scalar(writer: Writer, value: Any, depth: int) -> None:
    writer.parts += (bytes((0x6E, _code_of(value))), value.tobytes())


def _write_array(writer: Writer, value: Any, depth: int) -> None:
    dims = value.ndim
    if dims > 32:
        raise TooLarge("too many dimensions")
    head = struct.pack(f"<BBB{dims}Q", 0x61, _code_of(value), dims, *value.shape)
    contiguous = value.flags.c_contiguous and value.size
    writer.parts += (head, value.data if contiguous else value.tobytes())


def _write_generator(writer: Writer, value: Any, depth: int) -> None:
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


def _read_scalar(reader: Reader, depth: int) -> object:
    dtype = _dtype(reader.chunk(1)[0])
    return _load_numpy().frombuffer(reader.chunk(dtype.itemsize), dtype=dtype)[0]


def _read_array(reader: Reader, depth: int) -> object:
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


def _read_generator(reader: Reader, depth: int) -> object:
    if depth >= reader.limits.depth - 4:
        raise TooLarge("nested too deeply")
    return _make_generator(reader.take(depth + 1), reader.take(depth + 1))


def mutable_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[int | str, Any]]:
    """(position or name, value) of the arguments that a function could change in place."""
    named: list[tuple[int | str, Any]] = [*enumerate(args), *kwargs.items()]
    return [(key, value) for key, value in named if type(value) in MUTABLE]


def copy_back(old: Any, new: Any) -> None:
    """Makes a mutable argument equal to what the other side has made of it. Raises WireError if it cannot be the same thing."""
    if type(old) is not type(new) or type(old) not in MUTABLE:
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


LATE_TYPES.append(_numpy_is_new)
READERS[ord("n")] = _read_scalar
READERS[ord("a")] = _read_array
READERS[ord("g")] = _read_generator
