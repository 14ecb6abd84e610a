"""`python3 bootstrap.py bench fuzz [FRAMES] [SEED]`: throws mutated frames at the decoder, a million unless told otherwise.

It must answer each with a value or a WireError, quickly, and never with anything else.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bench.keeping import keep
from grader import wire


@dataclass(frozen=True, slots=True)
class Report:
    """What came of it. `escaped` are the first frames that provoked another exception than WireError."""

    count: int
    accepted: int
    refused: int
    slowest_s: float
    escaped: tuple[tuple[bytes, str], ...]


def corpus() -> list[bytes]:
    """Honest bodies of every kind of value."""
    rng = np.random.default_rng(3)
    values: list[object] = [
        None,
        [True, False, 0, -1, 2**63 - 1, -(2**63), 2**64, -(10**400)],
        [0.0, -0.0, 1.5, float("inf"), float("nan"), 1e-310],
        (1, 2, 3, 4, 5),
        {"a": 1, "b": [2.5, None], 3: "x", (1, "y"): {4}, None: frozenset({"z"})},
        {"deep": [[[[{"er": ((((1,),),),)}]]]]},
        "text with ünïcode \ud800 \x00",
        b"\x00\xff bytes",
        complex(1, -2),
        [np.float32(1), np.int8(-3), np.bool_(True), np.complex64(1j)],
        rng.normal(size=(3, 4)),
        rng.integers(0, 9, size=(2, 0, 3)),
        np.array(7.0),
        np.array([[1, 2], [3, 4]], dtype=">i2"),
        [wire.Handle(3, "layer"), wire.IteratorHandle(4)],
        *(np.random.Generator(kind(1)) for kind in (np.random.PCG64, np.random.MT19937, np.random.Philox, np.random.SFC64)),
        (([1.0, 2.0], rng.normal(size=(4, 4))), {"scale": 2.0, "allowed": np.eye(3, dtype=bool)}),
    ]
    return [wire.encode(value) for value in values]


def mutations(seed: int) -> Iterator[bytes]:
    """Endless mutated bodies: flipped, cut, doubled, spliced, with counts made huge."""
    chance = random.Random(seed)
    bodies = corpus()
    while True:
        data = bytearray(chance.choice(bodies))
        for _ in range(chance.choice((1, 1, 1, 2, 4, 12))):
            _mutate(data, bodies, chance)
        yield bytes(data)


_NUMBERS = (0, 1, 2, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_TAGS = b"NTFiIfcsbltDQSZdnahyg"


def _mutate(data: bytearray, bodies: list[bytes], chance: random.Random) -> None:
    place = chance.randrange(len(data) + 1)
    how = chance.randrange(7)
    if how == 0 and place < len(data):
        data[place] = chance.randrange(256)
    elif how == 1 and place < len(data):
        data[place] = chance.choice(_TAGS)
    elif how == 2:
        data[place : place + 4] = chance.choice(_NUMBERS).to_bytes(4, "little")
    elif how == 3:
        del data[place : place + chance.randrange(1, 9)]
    elif how == 4:
        data[place:place] = data[place : place + chance.randrange(1, 64)]
    elif how == 5:
        other = chance.choice(bodies)
        start = chance.randrange(len(other))
        data[place:place] = other[start : start + chance.randrange(1, 64)]
    else:
        data[place : place + 8] = chance.getrandbits(64).to_bytes(8, "little")


def run(count: int, seed: int) -> Report:
    """Decodes `count` mutated bodies, with every kind of handle adopted."""
    accepted = refused = 0
    slowest = 0.0
    escaped: list[tuple[bytes, str]] = []
    for _, body in zip(range(count), mutations(seed), strict=False):
        before = time.perf_counter()
        try:
            wire.decode(body, adopt=lambda handle: handle)
            accepted += 1
        except wire.WireError:
            refused += 1
        except BaseException as error:  # the very thing that is looked for
            if isinstance(error, KeyboardInterrupt):
                raise
            escaped.append((body, f"{type(error).__name__}: {error}"))
        slowest = max(slowest, time.perf_counter() - before)
    return Report(count, accepted, refused, slowest, tuple(escaped[:10]))


def main(words: Sequence[str]) -> None:
    """Parse, throw, print, keep. SystemExit(1) when a frame escaped."""
    parser = argparse.ArgumentParser(prog="bootstrap.py bench fuzz", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("frames", type=int, nargs="?", default=1_000_000, help="how many (1000000)")
    parser.add_argument("seed", type=int, nargs="?", default=0, help="of the mutations (0)")
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/results.json")
    options = parser.parse_args(words)
    report = run(options.frames, options.seed)
    slowest_ms = round(report.slowest_s * 1000, 1)
    print(f"{report.count} mutated frames: {report.accepted} read, {report.refused} refused, {len(report.escaped)} escaped; ", end="")
    print(f"slowest {slowest_ms} ms")
    for body, error in report.escaped:
        print(f"  {error}: {body[:200]!r}")
    if options.write:
        counts = {"frames": report.count, "read": report.accepted, "refused": report.refused, "escaped": len(report.escaped)}
        keep("fuzz", {**counts, "slowest_ms": slowest_ms})
    if report.escaped:
        raise SystemExit(1)
