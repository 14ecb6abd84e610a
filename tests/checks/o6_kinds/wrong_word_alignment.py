"""Known wrong ways of word-alignment."""

import numpy as np

from grader.checks.variants import wrong


def best_of(row):
    return int(np.argmax(row))


def claimed(word, weight, floor):
    return word if weight >= floor else None


@wrong(
    "table-read-backwards",
    fails=(
        "check_each_target_word_has_its_source_word",
        "check_equal_weights_go_to_the_first",
        "check_below_the_floor_nothing_is_claimed",
    ),
    replaces="align",
)
def searches_the_columns(A, tgt_words, src_words, floor=0.0):
    """For each source word the target word that looks at it most."""
    pairs = []
    for j, word in enumerate(src_words):
        best = int(np.argmax(A[:, j]))
        pairs.append((tgt_words[best], word if A[best, j] >= floor else None))
    return pairs


@wrong(
    "table-read-backwards",
    fails=(
        "check_each_target_word_has_its_source_word",
        "check_equal_weights_go_to_the_first",
        "check_below_the_floor_nothing_is_claimed",
    ),
    replaces="align",
)
def largest_of_each_column(A, tgt_words, src_words, floor=0.0):
    """np.argmax down the columns."""
    rows = np.argmax(A, axis=0)
    return [(tgt_words[i], claimed(src_words[j], A[i, j], floor)) for j, i in enumerate(rows)]


@wrong(
    "alignment-is-diagonal",
    fails=(
        "check_each_target_word_has_its_source_word",
        "check_equal_weights_go_to_the_first",
        "check_below_the_floor_nothing_is_claimed",
    ),
    replaces="align",
)
def word_for_word(A, tgt_words, src_words, floor=0.0):
    """Word i is aligned with word i."""
    return [(word, claimed(src_words[min(i, len(src_words) - 1)], max(A[i]), floor)) for i, word in enumerate(tgt_words)]


@wrong(
    "alignment-is-diagonal",
    fails=(
        "check_each_target_word_has_its_source_word",
        "check_equal_weights_go_to_the_first",
        "check_below_the_floor_nothing_is_claimed",
    ),
    replaces="align",
)
def same_place_same_word(A, tgt_words, src_words, floor=0.0):
    """Takes the source word at the same place."""
    pairs = []
    for i in range(len(tgt_words)):
        j = i if i < len(src_words) else len(src_words) - 1
        pairs.append((tgt_words[i], src_words[j] if np.max(A[i]) >= floor else None))
    return pairs


@wrong(
    "slip-reading",
    fails=("check_each_target_word_has_its_source_word",),
    replaces="align",
)
def each_source_word_once(A, tgt_words, src_words, floor=0.0):
    """Gives every source word away only once."""
    A = np.array(A)
    largest = A.max(axis=1)
    pairs = []
    for i, word in enumerate(tgt_words):
        j = best_of(A[i])
        A[:, j] = -1
        pairs.append((word, claimed(src_words[j], largest[i], floor)))
    return pairs


@wrong(
    "slip-shapes",
    fails=("check_each_target_word_has_its_source_word",),
    replaces="align",
)
def stops_at_the_shorter_sentence(A, tgt_words, src_words, floor=0.0):
    """Goes only as far as the shorter sentence."""
    n = min(len(tgt_words), len(src_words))
    return [(tgt_words[i], claimed(src_words[best_of(A[i])], max(A[i]), floor)) for i in range(n)]


@wrong(
    "attention-is-explanation",
    fails=("check_below_the_floor_nothing_is_claimed",),
    replaces="align",
)
def floor_ignored(A, tgt_words, src_words, floor=0.0):
    """Claims a source word however small its weight."""
    return [(word, src_words[best_of(row)]) for word, row in zip(tgt_words, A)]


@wrong(
    "attention-is-explanation",
    fails=("check_below_the_floor_nothing_is_claimed",),
    replaces="align",
)
def always_names_a_word(A, tgt_words, src_words, floor=0.0):
    """Takes the largest weight as proof."""
    return list(zip(tgt_words, [src_words[j] for j in np.argmax(A, axis=1)]))


@wrong(
    "slip-off-by-one",
    fails=("check_below_the_floor_nothing_is_claimed",),
    replaces="align",
)
def must_exceed_the_floor(A, tgt_words, src_words, floor=0.0):
    """Wants the weight to be above the floor."""
    return [(word, src_words[best_of(row)] if max(row) > floor else None) for word, row in zip(tgt_words, A)]


@wrong(
    "slip-order",
    fails=(
        "check_each_target_word_has_its_source_word",
        "check_equal_weights_go_to_the_first",
        "check_below_the_floor_nothing_is_claimed",
    ),
    replaces="align",
)
def source_word_first(A, tgt_words, src_words, floor=0.0):
    """Puts the source word first."""
    return [(claimed(src_words[best_of(row)], max(row), floor), word) for word, row in zip(tgt_words, A)]


@wrong(
    "slip-formula",
    fails=("check_equal_weights_go_to_the_first",),
    replaces="align",
)
def last_of_equal_weights(A, tgt_words, src_words, floor=0.0):
    """Takes the last of equal weights."""
    pairs = []
    for word, row in zip(tgt_words, A):
        j = len(row) - 1 - int(np.argmax(row[::-1]))
        pairs.append((word, claimed(src_words[j], row[j], floor)))
    return pairs


@wrong(
    "slip-formula",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def neighbours_only(A):
    """Looks at neighbouring words only."""
    best = np.argmax(A, axis=1)
    return sum(int(a > b) for a, b in zip(best, best[1:]))


@wrong(
    "slip-formula",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def same_word_is_a_crossing(A):
    """Counts two words with one source word as a crossing."""
    best = np.argmax(A, axis=1)
    return sum(int(best[i] >= best[k]) for k in range(len(best)) for i in range(k))


@wrong(
    "slip-formula",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def every_pair_twice(A):
    """Counts every pair twice."""
    best = np.argmax(A, axis=1)
    n = len(best)
    return sum(int((best[i] > best[k]) == (i < k) and best[i] != best[k]) for i in range(n) for k in range(n))


@wrong(
    "slip-formula",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def pairs_in_order(A):
    """Counts the pairs that do not cross."""
    best = np.argmax(A, axis=1)
    return sum(int(best[i] < best[k]) for k in range(len(best)) for i in range(k))


@wrong(
    "table-read-backwards",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def crossings_of_columns(A):
    """Takes the largest weight of each column."""
    best = np.argmax(A, axis=0)
    return sum(int(best[i] > best[k]) for k in range(len(best)) for i in range(k))


@wrong(
    "table-read-backwards",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def source_words_choose(A):
    """Lets the source words choose."""
    best = [max(range(len(A)), key=lambda i: A[i][j]) for j in range(len(A[0]))]
    total = 0
    for i in range(len(best)):
        for k in range(i + 1, len(best)):
            total += best[i] > best[k]
    return int(total)


@wrong(
    "alignment-is-diagonal",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def distance_from_the_diagonal(A):
    """Counts the words that are not on the diagonal."""
    return sum(int(best_of(row) != i) for i, row in enumerate(A))


@wrong(
    "alignment-is-diagonal",
    fails=("check_crossings_are_counted",),
    replaces="crossings",
)
def off_diagonal_words(A):
    """A crossing is a word away from its own place."""
    return int((np.argmax(A, axis=1) != np.arange(len(A))).sum())


@wrong(
    "slip-mutates-input",
    fails=("check_inputs_stay_as_they_are",),
    replaces="align",
)
def clears_small_weights(A, tgt_words, src_words, floor=0.0):
    """Sets weights below the floor to 0 in the caller's table."""
    A[A < floor] = 0
    return [(word, src_words[best_of(row)] if max(row) > 0 else None) for word, row in zip(tgt_words, A)]


@wrong("slip-reading", fails=("check_each_target_word_has_its_source_word",), replaces="align")
def next_best_if_taken(A, tgt_words, src_words, floor=0.0):
    """Takes the next best word if the best one is taken."""
    taken = set()
    pairs = []
    for word, row in zip(tgt_words, A):
        order = sorted(range(len(row)), key=lambda j: -row[j])
        free = [j for j in order if j not in taken]
        j = free[0] if free else 0
        taken.add(j)
        pairs.append((word, src_words[j] if max(row) >= floor else None))
    return pairs


@wrong("slip-shapes", fails=("check_each_target_word_has_its_source_word",), replaces="align")
def zips_both_sentences(A, tgt_words, src_words, floor=0.0):
    """zip stops at the shorter sentence."""
    return [(word, claimed(src_words[best_of(row)], np.max(row), floor)) for word, row, _ in zip(tgt_words, A, src_words)]


@wrong("slip-off-by-one", fails=("check_below_the_floor_nothing_is_claimed",), replaces="align")
def floor_itself_is_too_low(A, tgt_words, src_words, floor=0.0):
    """A weight equal to the floor is refused."""
    pairs = []
    for word, row in zip(tgt_words, A):
        j = best_of(row)
        pairs.append((word, None if row[j] <= floor else src_words[j]))
    return pairs


@wrong(
    "slip-order",
    fails=("check_each_target_word_has_its_source_word", "check_equal_weights_go_to_the_first", "check_below_the_floor_nothing_is_claimed"),
    replaces="align",
)
def pairs_turned_round(A, tgt_words, src_words, floor=0.0):
    """(source word, target word)."""
    best = np.argmax(A, axis=1)
    return [(None if A[i, j] < floor else src_words[j], tgt_words[i]) for i, j in enumerate(best)]


@wrong("slip-formula", fails=("check_equal_weights_go_to_the_first",), replaces="align")
def later_equals_win(A, tgt_words, src_words, floor=0.0):
    """>= lets a later equal weight win."""
    pairs = []
    for word, row in zip(tgt_words, A):
        best = 0
        for j in range(len(row)):
            if row[j] >= row[best]:
                best = j
        pairs.append((word, claimed(src_words[best], row[best], floor)))
    return pairs


@wrong("slip-formula", fails=("check_crossings_are_counted",), replaces="crossings")
def next_word_only(A):
    """Compares each word with the next one."""
    best = [best_of(row) for row in A]
    count = 0
    for i in range(len(best) - 1):
        if best[i] > best[i + 1]:
            count += 1
    return count


@wrong("slip-formula", fails=("check_crossings_are_counted",), replaces="crossings")
def not_in_order_is_a_crossing(A):
    """Whatever does not move right is a crossing."""
    best = [best_of(row) for row in A]
    return sum(not best[i] < best[k] for i in range(len(best)) for k in range(i + 1, len(best)))


@wrong("slip-formula", fails=("check_crossings_are_counted",), replaces="crossings")
def both_directions(A):
    """Counts a crossing once from each side."""
    best = np.argmax(A, axis=1)
    return 2 * int(np.triu(best[:, None] > best[None, :], 1).sum())


@wrong("slip-formula", fails=("check_crossings_are_counted",), replaces="crossings")
def compares_the_wrong_way(A):
    """< where > is meant."""
    best = np.argmax(A, axis=1)
    return int(np.triu(best[:, None] < best[None, :], 1).sum())


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="align")
def writes_into_the_table(A, tgt_words, src_words, floor=0.0):
    """Uses the caller's table as scratch paper."""
    for row in A:
        row[row < floor] = 0.0
    best = A.argmax(axis=1)
    return [(word, src_words[j] if A[i, j] else None) for i, (word, j) in enumerate(zip(tgt_words, best))]


@wrong("slip-formula", fails=("check_each_target_word_has_its_source_word",), replaces="align")
def a_floor_of_its_own(A, tgt_words, src_words, floor=0.0):
    """Claims nothing for weights below 0.3, although no floor was given."""
    floor = floor or 0.3
    return [(word, claimed(src_words[best_of(row)], max(row), floor)) for word, row in zip(tgt_words, A)]


@wrong("slip-shapes", fails=("check_each_target_word_has_its_source_word",), replaces="align")
def row_of_the_first_such_word(A, tgt_words, src_words, floor=0.0):
    """Finds the row of a word by its place in the list: a word that comes twice gets the first row twice."""
    rows = [A[tgt_words.index(word)] for word in tgt_words]
    return [(word, claimed(src_words[best_of(row)], max(row), floor)) for word, row in zip(tgt_words, rows)]


@wrong("slip-shapes", fails=("check_each_target_word_has_its_source_word",), replaces="align")
def one_entry_per_word(A, tgt_words, src_words, floor=0.0):
    """Collects the pairs in a dict: a word that comes twice has one entry."""
    return list({word: claimed(src_words[best_of(row)], max(row), floor) for word, row in zip(tgt_words, A)}.items())


@wrong("slip-shapes", fails=("check_crossings_are_counted",), replaces="crossings")
def crossings_of_a_square(A):
    """Goes through as many rows as there are columns."""
    best = np.argmax(A, axis=1)
    n = min(A.shape)
    return int(sum(best[i] > best[k] for i in range(n) for k in range(i + 1, len(best))))


@wrong("slip-rounding", fails=("check_each_target_word_has_its_source_word",), replaces="align")
def rounds_before_it_compares(A, tgt_words, src_words, floor=0.0):
    """Weights that agree in two digits count as equal."""
    return [(t, claimed(src_words[best_of(np.round(row, 2))], max(row), floor)) for t, row in zip(tgt_words, A)]


@wrong("slip-rounding", fails=("check_below_the_floor_nothing_is_claimed",), replaces="align")
def almost_the_floor_is_enough(A, tgt_words, src_words, floor=0.0):
    """A weight a thousandth below the floor still counts."""
    return [(t, claimed(src_words[best_of(row)], max(row), floor - 1e-3)) for t, row in zip(tgt_words, A)]


@wrong("slip-formula", fails=("check_crossings_are_counted",), replaces="crossings")
def only_sure_rows_cross(A):
    """Leaves out rows whose largest weight is below a half."""
    best = [best_of(row) for row in A if max(row) >= 0.5]
    return sum(best[i] > best[k] for i in range(len(best)) for k in range(i + 1, len(best)))
