"""`python3 bootstrap.py bench [WHAT …]`: measure one thing; with no word, all that takes minutes, kept in results.json."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from bench.keeping import kept_results
from bench.targets import print_targets

MEASUREMENTS: dict[str, tuple[str, str]] = {
    "grading": ("bench.grading", "the cost of grading the level, against plain pytest and the bare floor"),
    "peers": ("bench.peers.cost", "the same class here and with other graders; --install makes their environments"),
    "attacks": ("bench.peers.siege", "hostile submissions here and against other graders: falsified, leaked, broken or held"),
    "scale": ("bench.scale", "how time, memory, store and report grow with a class; regrades; endless loops"),
    "proof": ("bench.proof", "how long the proof of the whole level takes"),
    "soak": ("bench.soak", "20,000 submissions in one process tree: nothing may grow"),
    "stages": ("bench.stages", "where the CPU of one submission goes in a grading process"),
    "watch": ("bench.watch", "from a learner's save to the verdict: [SAVES] [EXERCISE]"),
    "explorer": ("bench.explorer", "how long the attention explorer takes to draw"),
    "desk": ("bench.desk", "how soon the pages of the study desk are painted, over a blank page"),
    "report": ("bench.report", "how long a browser takes to open the report of 5,000 learners"),
    "fuzz": ("bench.fuzz_wire", "a million mutated frames for the decoder of what crosses the wall"),
}
TOGETHER = tuple((name, "--write") for name in ("grading", "peers", "attacks", "scale", "stages", "proof", "soak", "fuzz"))


def main(words: Sequence[str]) -> int:
    """Measure what was asked for; 2 for what there is not."""
    if words and words[0] not in MEASUREMENTS:
        print(__doc__, *(f"  bench {name:<10} {what}" for name, (_, what) in MEASUREMENTS.items()), sep="\n")
        return 0 if words[0] in ("-h", "--help") else 2
    for name, *rest in [words] if words else TOGETHER:
        import_module(MEASUREMENTS[name][0]).main(rest)
    if not words:
        print_targets(kept_results())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
