"""Known wrong ways of online-softmax."""

import math

import numpy as np

from grader.checks.variants import wrong


@wrong("online-no-rescale", fails=("check_equals_two_passes",), replaces="online_attention")
def nothing_rescaled(scores, values):
    """Uses a new largest score from now on and leaves the rest as it is."""
    m, z, acc = -math.inf, 0.0, 0.0
    for s, v in zip(scores, values):
        acc = acc + np.zeros_like(v)
        if s == -math.inf:
            continue
        m = max(m, s)
        p = math.exp(s - m)
        z, acc = z + p, acc + p * v
    return acc / z if z else acc


@wrong("online-no-rescale", fails=("check_equals_two_passes",), replaces="online_attention")
def measured_against_the_largest_so_far(scores, values):
    """Each score is measured against the largest so far, and all are simply added."""
    top, sums = None, None
    for s in scores:
        v = next(values)
        if sums is None:
            sums = np.zeros(len(v) + 1)
        if s > -math.inf:
            top = s if top is None or s > top else top
            sums += np.exp(s - top) * np.append(v, 1.0)
    return sums[:-1] / (sums[-1] or 1)


@wrong("online-no-rescale", fails=("check_equals_two_passes",), replaces="online_attention")
def only_the_total_rescaled(scores, values):
    """Shrinks the total, but not the blend."""
    m, z, acc = -math.inf, 0.0, 0.0
    for s, v in zip(scores, values):
        acc = acc + np.zeros_like(v)
        if s == -math.inf:
            continue
        new = max(m, s)
        z = z * math.exp(m - new) + math.exp(s - new)
        acc = acc + math.exp(s - new) * v
        m = new
    return acc / z if z else acc


@wrong("online-no-rescale", fails=("check_equals_two_passes",), replaces="online_attention")
def blend_keeps_the_old_measure(scores, values):
    """The blend is never touched when the largest score rises."""
    state = None
    for s, v in zip(scores, values):
        if state is None:
            state = {"m": -math.inf, "z": 0.0, "acc": np.zeros(len(v))}
        if s > state["m"]:
            state["z"] *= math.exp(state["m"] - s)
            state["m"] = s
        if state["m"] > -math.inf:
            w = math.exp(s - state["m"])
            state["z"] += w
            state["acc"] = state["acc"] + w * v
    return state["acc"] / (state["z"] or 1.0)


@wrong("online-no-rescale", fails=("check_equals_two_passes",), replaces="online_attention")
def only_the_blend_rescaled(scores, values):
    """Shrinks the blend, but not the total."""
    m, z, acc = -math.inf, 0.0, 0.0
    for s, v in zip(scores, values):
        acc = acc + np.zeros_like(v)
        if s == -math.inf:
            continue
        new = max(m, s)
        z = z + math.exp(s - new)
        acc = acc * math.exp(m - new) + math.exp(s - new) * v
        m = new
    return acc / z if z else acc


@wrong("online-no-rescale", fails=("check_equals_two_passes",), replaces="online_attention")
def total_keeps_the_old_measure(scores, values):
    """The total is never touched when the largest score rises."""
    state = None
    for s, v in zip(scores, values):
        if state is None:
            state = {"m": -math.inf, "z": 0.0, "acc": np.zeros(len(v))}
        if s > state["m"]:
            state["acc"] = state["acc"] * math.exp(state["m"] - s)
            state["m"] = s
        if state["m"] > -math.inf:
            w = math.exp(s - state["m"])
            state["z"] += w
            state["acc"] = state["acc"] + w * v
    return state["acc"] / (state["z"] or 1.0)


@wrong("slip-formula", fails=("check_equals_two_passes",), replaces="online_attention")
def shrunk_the_wrong_way(scores, values):
    """Multiplies by e^(new - old): what was collected grows."""
    m, z, acc = None, 0.0, 0.0
    for s, v in zip(scores, values):
        acc = acc + np.zeros_like(v)
        if s == -math.inf:
            continue
        m = s if m is None else m
        new = max(m, s)
        r = math.exp(new - m)
        z, acc, m = z * r + math.exp(s - new), acc * r + math.exp(s - new) * v, new
    return acc / z if z else acc


@wrong("slip-stability", fails=("check_huge_scores",), replaces="online_attention")
def no_largest_score(scores, values):
    """Adds up e^s as it is: an overflow at large scores."""
    z, acc = 0.0, 0.0
    for s, v in zip(scores, values):
        z, acc = z + math.exp(s), acc + math.exp(s) * v
    return acc / z if z else acc


@wrong("slip-stability", fails=("check_huge_scores",), replaces="online_attention")
def largest_starts_at_zero(scores, values):
    """Starts with 0 as the largest score: scores far below 0 all vanish."""
    m, z, acc = 0.0, 0.0, 0.0
    for s, v in zip(scores, values):
        new = max(m, s)
        r, p = math.exp(m - new), math.exp(s - new)
        z, acc, m = z * r + p, acc * r + p * v, new
    return acc / z if z else acc


@wrong("slip-stability", fails=("check_masked_scores",), replaces="online_attention")
def nan_at_a_masked_start(scores, values):
    """Works out -inf - -inf when the first score is masked."""
    m, z, acc = -math.inf, 0.0, 0.0
    for s, v in zip(scores, values):
        new = max(m, s)
        r, p = math.exp(m - new), math.exp(s - new)
        z, acc, m = z * r + p, acc * r + p * v, new
    return acc / z


@wrong("slip-stability", fails=("check_masked_scores",), replaces="online_attention")
def divides_by_an_empty_total(scores, values):
    """Skips masked scores, but divides by 0 when all are masked."""
    m, z, acc = -math.inf, 0.0, 0.0
    for s, v in zip(scores, values):
        acc = acc + np.zeros_like(v)
        if s != -math.inf:
            new = max(m, s)
            r, p = math.exp(m - new), math.exp(s - new)
            z, acc, m = z * r + p, acc * r + p * v, new
    return acc / np.float64(z)


@wrong("mask-with-zero", fails=("check_masked_scores",), replaces="online_attention")
def masked_counts_as_zero(scores, values):
    """Takes a masked score for a score of 0."""
    m, z, acc = -math.inf, 0.0, 0.0
    for s, v in zip(scores, values):
        s = 0.0 if math.isinf(s) else s
        new = max(m, s)
        r, p = math.exp(m - new), math.exp(s - new)
        z, acc, m = z * r + p, acc * r + p * v, new
    return acc / z


@wrong("mask-with-zero", fails=("check_masked_scores",), replaces="online_attention")
def minus_infinity_becomes_zero(scores, values):
    """Cleans the scores with a 0 for each minus infinity."""
    part = None
    for s in scores:
        v = next(values)
        s = s if s > -1e300 else 0.0
        part = (s, 1.0, v) if part is None else merge(part, (s, 1.0, v))
    return part[2] / part[1]


@wrong("slip-order", fails=("check_reads_in_step",), replaces="online_attention")
def all_scores_first(scores, values):
    """Collects the scores, finds the largest, then walks over the values."""
    stored = list(scores)
    m = max(stored)
    z, acc = 0.0, 0.0
    for s, v in zip(stored, values):
        p = 0.0 if s == -math.inf else math.exp(s - m)
        z, acc = z + p, acc + p * v
    return acc / z if z else acc


@wrong("slip-order", fails=("check_reads_in_step",), replaces="online_attention")
def total_before_the_values(scores, values):
    """Keeps the list of scores to go over it a second time."""
    kept = [s for s in scores]
    top = max(kept)
    weights = [math.exp(s - top) if s > -math.inf else 0.0 for s in kept]
    total = sum(weights)
    out = None
    for w in weights:
        v = next(values)
        out = w * v if out is None else out + w * v
    return out / total if total else out


@wrong("speedups-are-approximations", fails=("check_memory_stays_small",), replaces="online_attention")
def everything_collected(scores, values):
    """Collects all pairs and uses the ordinary softmax."""
    pairs = list(zip(scores, values))
    s = np.array([pair[0] for pair in pairs])
    m = max(s.max(), -1e300)
    w = np.exp(s - m)
    out = sum(x * pair[1] for x, pair in zip(w, pairs))
    return out / (w.sum() or 1.0)


@wrong("speedups-are-approximations", fails=("check_memory_stays_small",), replaces="online_attention")
def a_table_of_values(scores, values):
    """Stacks the values to a table as they come."""
    kept, rows = [], []
    for s in scores:
        kept.append(s)
        rows.append(np.array(next(values)))
    e = np.exp(np.array(kept) - max(max(kept), -1e300))
    return (e @ np.stack(rows)) / (e.sum() or 1.0)


@wrong("speedups-are-approximations", fails=("check_merge",), replaces="merge")
def average_of_the_parts(a, b):
    """Averages the two finished outputs, whatever each part weighs."""
    if a[0] == -math.inf and b[0] == -math.inf:
        return a
    if b[0] == -math.inf:
        return a
    if a[0] == -math.inf:
        return b
    return max(a[0], b[0]), 1.0, (a[2] / a[1] + b[2] / b[1]) / 2


@wrong("speedups-are-approximations", fails=("check_merge",), replaces="merge")
def half_of_each_output(a, b):
    """Takes half of each part's output."""
    full = [part for part in (a, b) if part[1] > 0]
    if len(full) < 2:
        return full[0] if full else a
    outputs = [part[2] / part[1] for part in full]
    return max(part[0] for part in full), 1.0, np.mean(outputs, axis=0)


@wrong("online-no-rescale", fails=("check_merge",), replaces="merge")
def parts_added_as_they_are(a, b):
    """Adds totals and blends without bringing them to one measure."""
    return max(a[0], b[0]), a[1] + b[1], a[2] + b[2]


@wrong("online-no-rescale", fails=("check_merge",), replaces="merge")
def sums_of_both(a, b):
    """Sums entry by entry and takes the larger maximum."""
    largest = a[0] if a[0] > b[0] else b[0]
    return (largest, *(x + y for x, y in zip(a[1:], b[1:])))


@wrong("slip-formula", fails=("check_merge",), replaces="merge")
def only_the_second_is_shrunk(a, b):
    """Takes the first part's largest score as the common one."""
    if a[0] == -math.inf:
        return b
    f = math.exp(b[0] - a[0])
    return a[0], a[1] + f * b[1], a[2] + f * b[2]


@wrong("slip-stability", fails=("check_merge_with_an_empty_part",), replaces="merge")
def nan_from_two_empty_parts(a, b):
    """Works out -inf - -inf when both parts are empty."""
    m = max(a[0], b[0])
    fa, fb = math.exp(a[0] - m), math.exp(b[0] - m)
    return m, a[1] * fa + b[1] * fb, a[2] * fa + b[2] * fb


@wrong("slip-stability", fails=("check_merge",), replaces="merge")
def undoes_the_maximum(a, b):
    """Goes back to e^s for the sums: an overflow, or all zeros, for large scores."""
    if max(a[0], b[0]) == -math.inf:
        return a
    m = max(a[0], b[0])
    total = a[1] * math.exp(a[0]) + b[1] * math.exp(b[0])
    blend = a[2] * math.exp(a[0]) + b[2] * math.exp(b[0])
    return m, total / math.exp(m), blend / math.exp(m)


@wrong("slip-mutates-input", fails=("check_merge", "check_merge_with_an_empty_part"), replaces="merge")
def blend_changed_in_place(a, b):
    """Writes into the first part's blend."""
    m = max(a[0], b[0])
    if m == -math.inf:
        return a
    fa, fb = math.exp(a[0] - m), math.exp(b[0] - m)
    blend = a[2]
    blend *= fa
    blend += fb * b[2]
    return m, a[1] * fa + b[1] * fb, blend


@wrong("slip-formula", fails=("check_equals_two_passes",), replaces="online_attention")
def grows_in_place_of_shrinking(scores, values):
    """Divides by the factor it should multiply by."""
    m = z = acc = None
    for s, v in zip(scores, values):
        if acc is None:
            z, acc = 0.0, np.zeros(len(v))
        if s == -math.inf:
            continue
        new = s if m is None else max(m, s)
        if m is not None:
            z, acc = z / math.exp(m - new), acc / math.exp(m - new)
        z, acc, m = z + math.exp(s - new), acc + math.exp(s - new) * v, new
    return acc / (z or 1.0)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="online_attention")
def plain_powers(scores, values):
    """Sums of e^s and e^s·v."""
    total, blend = 0.0, None
    for s in scores:
        v = next(values)
        part = math.exp(s)
        total += part
        blend = part * v if blend is None else blend + part * v
    return blend / (total or 1.0)


@wrong("slip-stability", fails=("check_huge_scores",), replaces="online_attention")
def never_below_zero(scores, values):
    """Takes 0 for the smallest possible maximum."""
    state = np.zeros(2), None
    for s, v in zip(scores, values):
        (m, z), acc = state
        new = m if s < m else s
        r, p = math.exp(m - new), math.exp(s - new)
        state = np.array([new, z * r + p]), (p * v if acc is None else acc * r + p * v)
    return state[1] / (state[0][1] or 1.0)


@wrong("slip-stability", fails=("check_masked_scores",), replaces="online_attention")
def infinity_minus_infinity(scores, values):
    """Starts at -inf and does not look out for masked scores."""
    largest, total, blend = -math.inf, 0.0, None
    for s in scores:
        v = next(values)
        new = s if s > largest else largest
        shrink = math.exp(largest - new)
        total = total * shrink + math.exp(s - new)
        blend = (0.0 if blend is None else blend * shrink) + math.exp(s - new) * v
        largest = new
    return blend / total


@wrong("slip-stability", fails=("check_masked_scores",), replaces="online_attention")
def zero_by_zero(scores, values):
    """Forgets that the total may stay 0."""
    part = None
    for s, v in zip(scores, values):
        one = (s, 0.0, 0.0 * v) if s == -math.inf else (s, 1.0, v)
        part = one if part is None else merge(part, one)
    return part[2] / np.float64(part[1])


@wrong("slip-formula", fails=("check_merge",), replaces="merge")
def measured_against_the_first(a, b):
    """Shrinks or stretches b to the measure of a, and keeps a's maximum."""
    if a[0] == -math.inf:
        return b
    factor = np.exp(b[0] - a[0])
    return a[0], a[1] + b[1] * factor, a[2] + b[2] * factor


@wrong("slip-stability", fails=("check_merge_with_an_empty_part",), replaces="merge")
def both_empty_is_nan(a, b):
    """Subtracts the larger of two infinities."""
    top = np.maximum(a[0], b[0])
    wa, wb = np.exp(a[0] - top), np.exp(b[0] - top)
    return top, wa * a[1] + wb * b[1], wa * a[2] + wb * b[2]


@wrong("slip-stability", fails=("check_merge",), replaces="merge")
def back_to_plain_powers(a, b):
    """Multiplies both parts by e^max, adds, and divides again."""
    if a[1] == 0 and b[1] == 0:
        return a
    ea, eb, top = math.exp(a[0]), math.exp(b[0]), max(a[0], b[0])
    return top, (ea * a[1] + eb * b[1]) / math.exp(top), (ea * a[2] + eb * b[2]) / math.exp(top)


@wrong("slip-mutates-input", fails=("check_merge", "check_merge_with_an_empty_part"), replaces="merge")
def first_part_reused(a, b):
    """Collects in the first part's array."""
    top = max(a[0], b[0])
    if top == -math.inf:
        return a
    np.multiply(a[2], math.exp(a[0] - top), out=a[2])
    np.add(a[2], b[2] * math.exp(b[0] - top), out=a[2])
    return top, a[1] * math.exp(a[0] - top) + b[1] * math.exp(b[0] - top), a[2]


@wrong("slip-stability", fails=("check_equals_two_passes",), replaces="online_attention")
def measured_against_the_first_score(scores, values):
    """Takes the first score for the largest, and never another: e^(s - first) grows out of all numbers."""
    first, total, blend = None, 0.0, 0.0
    for s, v in zip(scores, values, strict=True):
        if first is None and s > -math.inf:
            first = s
        e = 0.0 if s == -math.inf else float(np.exp(s - first))
        total, blend = total + e, blend + e * v
    return blend / total if total else blend


@wrong("slip-formula", fails=("check_merge",), replaces="merge")
def of_two_equals_only_the_first(a, b):
    """Takes the part with the larger score as it is and adds the shrunk other one; with equal scores nothing is left to add."""
    m = max(a[0], b[0])
    total, blend = 0.0, np.zeros(len(a[2]))
    for largest, t, x in (a, b):
        if largest < m:
            total, blend = total + math.exp(largest - m) * t, blend + math.exp(largest - m) * x
    top = a if a[0] == m else b
    return m, total + top[1], blend + top[2]
