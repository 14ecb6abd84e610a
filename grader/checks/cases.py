"""Cases: the calls that a check makes, drawn from a stream that only the class secret can repeat.

A check file never seeds anything itself. Sizes are drawn apart from values, so that a failing case can be drawn again smaller.
Knows nothing of submissions, expected values or the wall.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from grader.checks.overrun import ended
from grader.records import dataclass

T = TypeVar("T")

SHORTER = 16  # times, where nothing bounds memory
MOST_CASES = 10_000  # of one draw: what has more has no end


@dataclass(frozen=True, slots=True)
class Case:
    """One call of one function: what goes in, and whether anyone may see it (`is_public`: the worked example of the text)."""

    function: str
    args: tuple[object, ...] = ()
    kwargs: dict[str, object] = field(default_factory=dict)
    label: str = ""
    is_public: bool = False


def call(function: str, *args: object, label_: str = "", public_: bool = False, **kwargs: object) -> Case:
    """A case that calls `function(*args, **kwargs)`."""
    return Case(function, args, kwargs, label_, public_)


def derive(secret: bytes, *names: str | int) -> int:
    """A 128-bit seed from the class secret and the names of what is drawn (HMAC-SHA256; names are length-prefixed)."""
    text = "".join(f"{len(str(name))}:{name}" for name in names)
    return int.from_bytes(hmac.new(secret, text.encode(), hashlib.sha256).digest()[:16], "big")


class Draw:
    """The random stream of one case. `fixed` sizes override drawn ones: that is how a case is made smaller. `is_bounded`: whether
    memory is bounded where the case is run."""

    def __init__(self, secret: bytes, *names: str | int, fixed: Mapping[str, int] | None = None, is_bounded: bool = True) -> None:
        self._secret = secret
        self._is_bounded = is_bounded
        self._names = names
        self._fixed = dict(fixed or {})
        self._size_rng = np.random.Generator(np.random.PCG64(derive(secret, "sizes", *names)))
        self.rng = np.random.Generator(np.random.PCG64(derive(secret, "values", *names)))
        self.drawn: dict[str, int] = {}
        self.lows: dict[str, int] = {}

    @property
    def index(self) -> int:
        """Which repetition of the check this is, from 0."""
        return int(self._names[-1]) if self._names else 0

    def size(self, name: str, low: int = 2, high: int = 7) -> int:
        """One named size, low <= size <= high."""
        drawn = int(self._size_rng.integers(low, high + 1))
        value = self._fixed.get(name, drawn)
        self.drawn[name] = value
        self.lows[name] = low
        return value

    def sizes(self, names: str, low: int = 2, high: int = 7) -> tuple[int, ...]:
        """Named sizes ("n_q n_k d_k"), pairwise different, so that no mixed-up axis can pass by luck.

        Raises ValueError when the range has fewer numbers than there are names.
        """
        wanted = names.split()
        pool = [int(x) for x in self._size_rng.permutation(np.arange(low, high + 1))]
        if len(pool) < len(wanted):
            raise ValueError(f"{len(wanted)} different sizes do not fit between {low} and {high}")
        values = [self._fixed.get(name, drawn) for name, drawn in zip(wanted, pool, strict=False)]
        self.drawn.update(zip(wanted, values, strict=True))
        self.lows.update(dict.fromkeys(wanted, low))
        return tuple(values)

    def length(self, n: int) -> int:
        """n, for a check of memory: a length at which a wasteful program meets the limit. Where nothing bounds memory there is no limit
        to meet, and a sixteenth of it shows as much."""
        return n if self._is_bounded else max(1, n // SHORTER)

    def normal(self, *shape: int, scale: float = 1.0, dtype: DTypeLike = np.float64) -> NDArray[np.float64]:
        """Standard normal numbers times `scale`."""
        return (self.rng.standard_normal(shape) * scale).astype(dtype)

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> NDArray[np.float64]:
        """Uniform numbers in [low, high)."""
        return self.rng.uniform(low, high, shape)

    def integers(self, *shape: int, low: int = -4, high: int = 5) -> NDArray[np.int64]:
        """Whole numbers, low <= x < high."""
        return self.rng.integers(low, high, shape)

    def number(self, low: float = 0.0, high: float = 1.0) -> float:
        """One Python float in [low, high)."""
        return float(self.rng.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """One Python int, low <= x <= high, that is not a size."""
        return int(self.rng.integers(low, high + 1))

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[int(self.rng.integers(len(options)))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in random order."""
        return [options[int(i)] for i in self.rng.permutation(len(options))]

    def mask(self, *shape: int, share: float = 0.6, blocked_rows: int = 0) -> NDArray[np.bool_]:
        """A boolean `allowed` table: True = may look. Every row has an allowed and, where it has room, a blocked cell,
        except `blocked_rows` rows (along the second-last axis) in which nothing is allowed."""
        allowed = self.rng.random(shape) < share
        n_k = shape[-1]
        flat = allowed.reshape(-1, n_k)
        for row in flat:
            if not row.any():
                row[int(self.rng.integers(n_k))] = True
            if n_k > 1 and row.all():
                row[int(self.rng.integers(n_k))] = False
        if blocked_rows:
            rows = self.rng.permutation(shape[-2])[:blocked_rows]
            allowed[..., rows, :] = False
        return allowed

    def generator(self) -> np.random.Generator:
        """A generator to hand to learner code: never the stream that inputs are drawn from."""
        return np.random.Generator(np.random.PCG64(derive(self._secret, "handed out", *self._names)))


Generator = Callable[[Draw], "Case | list[Case] | tuple[Case, ...]"]


def drawn_cases(generator: Callable[[Draw], object], draw: Draw) -> list[Case]:
    """The cases that a check's generator gives for one draw. Raises TypeError when it gives anything but cases, or no end of them."""
    cases = ended(lambda: _listed(generator(draw)))
    if not cases or not all(isinstance(case, Case) for case in cases):
        raise TypeError(f"{getattr(generator, '__name__', generator)} must give cases made by call(...)")
    return cases


def _listed(produced: object) -> list[Case]:
    if isinstance(produced, Case):
        return [produced]
    listed = list(islice(produced, MOST_CASES + 1))  # type: ignore[call-overload]  # generators are duck-typed; checked above
    if len(listed) > MOST_CASES:
        raise TypeError(f"more than {MOST_CASES:,} cases for one draw: does the check ever stop giving them?")
    return listed
