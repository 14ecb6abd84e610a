"""Which pairs of learners wrote unusually similar programs, how usual that is in this class, and what both share with our solutions.

Similar is not copied: short exercises have few honest solutions. So the stub is subtracted, what everyone writes weighs little, and every
pair comes with the share of pairs that are at least as similar, and with how similar our own ways to write an exercise are, which nobody
copied. Decides nothing about anyone.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import combinations
from typing import TYPE_CHECKING

from grader.classroom.assemble import GradedClass
from grader.classroom.fingerprints import fingerprints
from grader.classroom.honest import Ways, honest_ways
from grader.content.models import Level
from grader.records import dataclass
from grader.store.classes import ClassStore

if TYPE_CHECKING:  # a report imports this module; numpy would be a third of its start, and only `similar` needs it
    import numpy as np

Mark = tuple[str, int]  # (slug, fingerprint)
MIN_MARKS = 8  # below that, any two programs look alike
BLOCK = 512
BINS = 20


@dataclass(frozen=True, slots=True)
class Pair:
    """Two learners. `similarity` and `reference` are 0 to 1; `usual` is the share of all pairs that are at least as similar."""

    one: str
    two: str
    similarity: float
    usual: float
    by_exercise: tuple[tuple[str, float], ...]
    reference: float  # how much of it is in our own solutions and their alternatives, of whom it is less
    is_same_file: tuple[str, ...]  # exercises in which both handed in the very same bytes


@dataclass(frozen=True, slots=True)
class Honest:
    """How similar our own ways to write an exercise are to each other, by the same measure: the middle and the highest of their pairs."""

    slug: str
    pairs: int
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class Similar:
    """The most similar pairs of a class, and how similar its pairs, and honest work, usually are."""

    learners: int
    compared: int  # pairs
    median: float | None
    high: float | None  # 99 % of pairs are below
    pairs: tuple[Pair, ...]
    histogram: tuple[int, ...] = ()  # pairs by their similarity, in BINS equal steps from 0 to 1
    honest: tuple[Honest, ...] = ()


@dataclass(frozen=True, slots=True)
class Works:
    """Everyone's programs: source by learner and slug, and by slug what is subtracted and what is ours."""

    sources: Mapping[str, Mapping[str, bytes]]
    stubs: Mapping[str, bytes]
    references: Mapping[str, tuple[bytes, ...]]
    ways: Mapping[str, Ways] = field(default_factory=dict)  # honest ones, of ours


def works_of(store: ClassStore, graded: GradedClass, level: Level) -> Works:
    """The programs of a graded class. Files that are our stub to the byte are left out."""
    slugs = [each.slug for each in graded.run.exercises]
    stubs = {slug: level.exercise(slug).stub_path.read_bytes() for slug in slugs if level.exercise(slug).stub_path.is_file()}
    references = {
        slug: tuple(p.read_bytes() for p in (level.exercise(slug).solution_path, level.exercise(slug).alt_path) if p.is_file())
        for slug in slugs
    }
    sources: dict[str, dict[str, bytes]] = {}
    for learner in graded.learners:
        for marked in learner.exercises:
            sha256 = marked.result.source_sha256
            source = store.source(sha256) if sha256 else b""
            if source and source != stubs.get(marked.result.slug):
                sources.setdefault(learner.key, {})[marked.result.slug] = source
    return Works(sources, stubs, references, {slug: honest_ways(level.exercise(slug)) for slug in slugs})


def similar(works: Works, top: int) -> Similar:
    """The `top` most similar pairs, most similar first."""
    import numpy as np

    stub = {slug: fingerprints(source) for slug, source in works.stubs.items()}
    cache: dict[bytes, frozenset[int]] = {}
    marks = {key: _marks(own, stub, cache) for key, own in works.sources.items()}
    keys = sorted(key for key, own in marks.items() if len(own) >= MIN_MARKS)
    if len(keys) < 2:
        return Similar(len(keys), 0, None, None, ())
    weight = _weights([marks[key] for key in keys])
    found = _scores([marks[key] for key in keys], weight)
    upper = found[np.triu_indices(len(keys), 1)]
    ordered = np.sort(upper)
    rows, columns = _top(found, top)
    ours = frozenset(mark for slug, each in works.references.items() for source in each for mark in _marks({slug: source}, stub, cache))
    pairs = tuple(
        _pair(keys[one], keys[two], float(found[one, two]), ordered, marks, weight, works, ours)
        for one, two in zip(rows, columns, strict=True)
    )
    counts, _ = np.histogram(upper, BINS, (0.0, 1.0))
    return Similar(
        len(keys),
        len(upper),
        float(np.median(upper)),
        float(np.quantile(upper, 0.99)),
        pairs,
        tuple(int(count) for count in counts),
        tuple(_honest(works.ways, stub, weight, len(keys))),
    )


def _honest(ways: Mapping[str, Ways], stub: Mapping[str, frozenset[int]], weight: Mapping[Mark, float], learners: int) -> Iterator[Honest]:
    """The exercises that we wrote in more than one way. A fingerprint that nobody in class has weighs what one has that only one has."""
    rare = math.log(1 + learners) - math.log(2) + 1e-3
    for slug, groups in sorted(ways.items()):
        scores: list[float] = []
        for group in groups:
            marks = [_marks({slug: source}, stub, {}) for source in group]
            weights = {mark: weight.get(mark, rare) for own in marks for mark in own}
            scores += [_dice(one, two, weights) for one, two in combinations(marks, 2) if one and two]
        if scores:
            yield Honest(slug, len(scores), statistics.median(scores), max(scores))


def _marks(own: Mapping[str, bytes], stub: Mapping[str, frozenset[int]], cache: dict[bytes, frozenset[int]]) -> frozenset[Mark]:
    found: set[Mark] = set()
    for slug, source in own.items():
        if source not in cache:
            cache[source] = fingerprints(source)
        found.update((slug, mark) for mark in cache[source] - stub.get(slug, frozenset()))
    return frozenset(found)


def _weights(marks: Sequence[frozenset[Mark]]) -> dict[Mark, float]:
    """What a shared fingerprint says: the less, the more learners have it."""
    counts = Counter(mark for own in marks for mark in own)
    return {mark: math.log(1 + len(marks) / count) - math.log(2) + 1e-3 for mark, count in counts.items()}


def _scores(marks: Sequence[frozenset[Mark]], weight: Mapping[Mark, float]) -> np.ndarray:
    """Weighted Dice of every pair, as a square of floats."""
    import numpy as np

    counts = Counter(mark for own in marks for mark in own)
    shared = {mark: column for column, mark in enumerate(sorted(mark for mark, count in counts.items() if count > 1))}
    table = np.zeros((len(marks), len(shared)), dtype=np.float32)
    totals = np.zeros(len(marks), dtype=np.float32)
    for row, own in enumerate(marks):
        totals[row] = math.fsum(weight[mark] for mark in own)
        for mark in own:
            if mark in shared:
                table[row, shared[mark]] = math.sqrt(weight[mark])
    scores = np.empty((len(marks), len(marks)), dtype=np.float32)
    for start in range(0, len(marks), BLOCK):
        stop = start + BLOCK
        scores[start:stop] = 2 * (table[start:stop] @ table.T) / (totals[start:stop, None] + totals[None, :])
    return np.clip(scores, 0, 1)


def _top(scores: np.ndarray, top: int) -> tuple[list[int], list[int]]:
    import numpy as np

    rows, columns = np.triu_indices(len(scores), 1)
    values = scores[rows, columns]
    best = np.lexsort((columns, rows, -np.round(values, 6)))[:top]
    return [int(row) for row in rows[best]], [int(column) for column in columns[best]]


def _pair(
    one: str,
    two: str,
    score: float,
    ordered: np.ndarray,
    marks: Mapping[str, frozenset[Mark]],
    weight: Mapping[Mark, float],
    works: Works,
    ours: frozenset[Mark],
) -> Pair:
    import numpy as np

    usual = 1 - float(np.searchsorted(ordered, np.float32(score - 1e-6))) / len(ordered)
    slugs = sorted(works.sources[one].keys() & works.sources[two].keys())
    by_exercise = [(slug, _dice(_of(marks[one], slug), _of(marks[two], slug), weight)) for slug in slugs]
    same = tuple(slug for slug in slugs if works.sources[one][slug] == works.sources[two][slug])
    reference = min(_part_of(marks[key], ours, weight) for key in (one, two))
    return Pair(one, two, round(score, 4), usual, tuple(sorted(by_exercise, key=lambda each: (-each[1], each[0]))), reference, same)


def _of(marks: Iterable[Mark], slug: str) -> frozenset[Mark]:
    return frozenset(mark for mark in marks if mark[0] == slug)


def _dice(one: frozenset[Mark], two: frozenset[Mark], weight: Mapping[Mark, float]) -> float:
    total = math.fsum(weight[mark] for own in (one, two) for mark in own)
    return round(2 * math.fsum(weight[mark] for mark in one & two) / total, 4) if total else 0.0


def _part_of(one: frozenset[Mark], ours: frozenset[Mark], weight: Mapping[Mark, float]) -> float:
    total = math.fsum(weight[mark] for mark in one)
    return round(math.fsum(weight[mark] for mark in one & ours) / total, 4) if total else 0.0
