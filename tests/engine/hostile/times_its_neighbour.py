"""Times its own memory to guess what shares the processor: nothing prevents that, and docs/explanation/trust.md says so. Class B58."""

import sys

time = sys.modules["time"]


def attack(bait):
    table = bytearray(1 << 20)
    marks = []
    for start in range(0, len(table), 4096):
        before = time.perf_counter_ns()
        table[start] += 1
        marks.append(time.perf_counter_ns() - before)
    return max(marks) > min(marks)
