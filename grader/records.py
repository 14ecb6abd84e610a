"""`@dataclass(frozen=True, slots=True)` as in the standard library, made in a tenth of the time.

Python 3.11 and 3.12 write out and compile six methods for each data class, half a millisecond of every start for each of some two hundred:
more than all else that importing this program takes. Here the classes share their methods, and `__init__` is compiled when the first
instance is made, which for most never happens. Anything but frozen and slotted is left to the standard library. Knows no class of ours.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """The decorator, with options or bare, as the standard one."""
        return _record if options == {"frozen": True, "slots": True} else dataclasses.dataclass(cls, **options)


def _record(cls: type) -> Any:
    own = {name for name, value in vars(cls).items() if value is not None}  # `__hash__` is None beside an own `__eq__`
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    fields = dataclasses.fields(made)
    compared = _values([field.name for field in fields if field.compare])
    hashed = _values([field.name for field in fields if (field.compare if field.hash is None else field.hash)])
    names = frozenset(field.name for field in fields)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        made.__init__ = _compiled_init(made)
        made.__init__(self, *args, **kwargs)

    def __eq__(self: Any, other: object) -> Any:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(hashed(self))

    def __setattr__(self: Any, name: str, value: object) -> None:
        if type(self) is made or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(made, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is made or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(made, self).__delattr__(name)

    for method in (__init__, __eq__, __hash__, __setattr__, __delattr__, __repr__, __getstate__, __setstate__):
        if method.__name__ not in own:
            setattr(made, method.__name__, method)
    return made


def _values(names: list[str]) -> Any:
    """What gives the fields of these names as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _compiled_init(cls: Any) -> Any:
    """The `__init__` of a class: fills its slots in order, each with what was given or its default."""
    space: dict[str, Any] = {"_MISSING": dataclasses.MISSING}
    parameters, body = [], []
    for field in dataclasses.fields(cls):
        if not field.init or field.kw_only:
            raise TypeError(f"{cls.__qualname__}.{field.name}: leave such a field to dataclasses.dataclass")
        name = field.name
        space[f"_set_{name}"] = getattr(cls, name).__set__
        value = name
        if field.default is not dataclasses.MISSING:
            space[f"_default_{name}"] = field.default
            parameters.append(f"{name}=_default_{name}")
        elif field.default_factory is not dataclasses.MISSING:
            space[f"_new_{name}"] = field.default_factory
            parameters.append(f"{name}=_MISSING")
            value = f"_new_{name}() if {name} is _MISSING else {name}"
        else:
            parameters.append(name)
        body.append(f" _set_{name}(self, {value})")
    exec(f"def __init__(self, {', '.join(parameters)}):\n" + "\n".join(body or [" pass"]), space)
    init = space["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def __repr__(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def __getstate__(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def __setstate__(self: Any, state: list[object]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
