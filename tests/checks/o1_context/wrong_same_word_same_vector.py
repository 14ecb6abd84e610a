"""Known wrong ways of same-word-same-vector."""

from grader.checks.variants import wrong


@wrong("slip-mutates-input", fails=("check_result_is_a_copy",), replaces="static_embed")
def hands_out_the_table_rows(tokens, table):
    """Returns the rows of the table themselves: whoever writes into the result changes the table."""
    return [table[token] for token in tokens]


@wrong("slip-mutates-input", fails=("check_result_is_a_copy",), replaces="static_embed")
def hands_out_the_table_rows_in_a_loop(tokens, table):
    """Collects the table's own lists one by one."""
    out = []
    for word in tokens:
        vector = table.get(word)
        out.append(vector)
    return out


@wrong("slip-mutates-input", fails=("check_result_is_a_copy",), replaces="static_embed")
def one_list_for_a_word(tokens, table):
    """Copies each word's row once, and gives the same copy to every token of the word."""
    copies = {word: list(vector) for word, vector in table.items()}
    return [copies[token] for token in tokens]


@wrong("slip-mutates-input", fails=("check_result_is_a_copy",), replaces="mix_with_context")
def one_average_for_all(X, share):
    """With share 1 every token gets the very same list."""
    mean = [sum(column) / len(X) for column in zip(*X)]
    if share == 1:
        return [mean] * len(X)
    return [[(1 - share) * x + share * m for x, m in zip(row, mean)] for row in X]


@wrong("slip-mutates-input", fails=("check_result_is_a_copy",), replaces="mix_with_context")
def mixes_in_place(X, share):
    """Writes the mixed numbers into the rows it was given."""
    mean = [sum(column) / len(X) for column in zip(*X)]
    for row in X:
        for k in range(len(row)):
            row[k] = (1 - share) * row[k] + share * mean[k]
    return X


@wrong("slip-mutates-input", fails=("check_result_is_a_copy",), replaces="mix_with_context")
def mixes_in_place_by_slices(X, share):
    """Copies the outer list only, and overwrites the inner ones."""
    out = list(X)
    mean = [sum(column) / len(X) for column in zip(*X)]
    for row in out:
        row[:] = [(1 - share) * x + share * m for x, m in zip(row, mean)]
    return out


@wrong("embedding-knows-context", fails=("check_same_word_gets_the_same_vector",), replaces="static_embed")
def depends_on_the_position(tokens, table):
    """Lets the look-up depend on the place in the sentence: one word, two vectors."""
    return [[x + 0.1 * position for x in table[token]] for position, token in enumerate(tokens)]


@wrong("embedding-knows-context", fails=("check_same_word_gets_the_same_vector",), replaces="static_embed")
def depends_on_the_position_loop(tokens, table):
    """Adds a tenth of the position to every number."""
    out = []
    for i in range(len(tokens)):
        row = list(table[tokens[i]])
        for k in range(len(row)):
            row[k] += i * 0.1
        out.append(row)
    return out


@wrong(
    "embedding-knows-context",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def ignores_the_context(X, share):
    """Nothing is mixed in, as if the vectors already knew their sentence."""
    return [row[:] for row in X]


@wrong(
    "embedding-knows-context",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def mixes_a_token_with_itself(X, share):
    """Takes the share from the token's own row."""
    return [[(1 - share) * x + share * x for x in row] for row in X]


@wrong(
    "output-outside-values",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one", "check_single_token"),
    replaces="mix_with_context",
)
def adds_without_taking(X, share):
    """Adds the average on top and keeps the whole token: the mix leaves the range of its parts."""
    mean = [sum(column) / len(X) for column in zip(*X)]
    return [[x + share * m for x, m in zip(row, mean)] for row in X]


@wrong(
    "output-outside-values",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one", "check_single_token"),
    replaces="mix_with_context",
)
def adds_without_taking_loop(X, share):
    """Sums the shares of all tokens onto each token."""
    n, out = len(X), []
    for row in X:
        new = list(row)
        for other in X:
            new = [a + share * b / n for a, b in zip(new, other)]
        out.append(new)
    return out


@wrong(
    "distance-weakens-attention",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def only_the_neighbour(X, share):
    """Mixes each token with the one before it: the last word never reaches a word three steps back."""
    before = [X[0], *X[:-1]]
    return [[(1 - share) * x + share * y for x, y in zip(row, left)] for row, left in zip(X, before)]


@wrong(
    "distance-weakens-attention",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def only_the_neighbour_loop(X, share):
    """Looks one step to the left and no farther."""
    out = []
    for i in range(len(X)):
        j = max(i - 1, 0)
        out.append([(1 - share) * X[i][k] + share * X[j][k] for k in range(len(X[i]))])
    return out


@wrong("attention-picks-one", fails=("check_context_is_mixed_in",), replaces="mix_with_context")
def all_or_nothing(X, share):
    """Chooses between the token and the average instead of mixing them."""
    mean = [sum(column) / len(X) for column in zip(*X)]
    return [list(mean) if share > 0.5 else list(row) for row in X]


@wrong("attention-picks-one", fails=("check_context_is_mixed_in",), replaces="mix_with_context")
def all_or_nothing_loop(X, share):
    """The larger part takes everything."""
    columns = list(zip(*X))
    if 1 - share >= share:
        return [list(row) for row in X]
    return [[sum(c) / len(c) for c in columns] for _ in X]


@wrong("slip-formula", fails=("check_share_zero_and_one",), replaces="mix_with_context")
def zero_means_not_given(X, share):
    """Takes share 0 for 'no share given' and uses one half."""
    share = share or 0.5
    mean = [sum(column) / len(X) for column in zip(*X)]
    return [[(1 - share) * x + share * m for x, m in zip(row, mean)] for row in X]


@wrong("slip-off-by-one", fails=("check_single_token",), replaces="mix_with_context")
def forgets_a_lone_token(X, share):
    """A token without company loses its share."""
    if len(X) == 1:
        return [[(1 - share) * x for x in X[0]]]
    mean = [sum(column) / len(X) for column in zip(*X)]
    return [[(1 - share) * x + share * m for x, m in zip(row, mean)] for row in X]


@wrong(
    "slip-off-by-one",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def average_of_the_others(X, share):
    """Leaves the token itself out of the average."""
    if len(X) == 1:
        return [list(X[0])]
    total = [sum(column) for column in zip(*X)]
    return [[(1 - share) * x + share * (t - x) / (len(X) - 1) for x, t in zip(row, total)] for row in X]


@wrong(
    "slip-formula",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def sum_instead_of_average(X, share):
    """Forgets to divide by the number of tokens."""
    total = [sum(column) for column in zip(*X)]
    return [[(1 - share) * x + share * t for x, t in zip(row, total)] for row in X]


@wrong(
    "slip-formula",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def shares_exchanged(X, share):
    """Keeps `share` of itself and takes 1 - share of the average."""
    mean = [sum(column) / len(X) for column in zip(*X)]
    return [[share * x + (1 - share) * m for x, m in zip(row, mean)] for row in X]


@wrong(
    "slip-order",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def average_of_what_is_already_mixed(X, share):
    """Works the average out again after every row, from rows that are mixed already."""
    rows = [list(row) for row in X]
    for i in range(len(rows)):
        mean = [sum(column) / len(rows) for column in zip(*rows)]
        rows[i] = [(1 - share) * x + share * m for x, m in zip(rows[i], mean)]
    return rows


@wrong("slip-formula", fails=("check_context_is_mixed_in",), replaces="mix_with_context")
def counts_equal_rows_once(X, share):
    """Takes the average of the different rows: a word that comes twice counts once."""
    different = {tuple(row) for row in X}
    mean = [sum(column) / len(different) for column in zip(*different)]
    return [[(1 - share) * x + share * m for x, m in zip(row, mean)] for row in X]


@wrong("slip-formula", fails=("check_context_is_mixed_in",), replaces="mix_with_context")
def counts_equal_rows_once_loop(X, share):
    """Skips a row in the average that it has met before."""
    met = []
    for row in X:
        if row not in met:
            met.append(row)
    out = []
    for row in X:
        out.append([x + share * (sum(other[k] for other in met) / len(met) - x) for k, x in enumerate(row)])
    return out


@wrong("slip-shapes", fails=("check_same_word_gets_the_same_vector",), replaces="static_embed")
def every_word_once(tokens, table):
    """Gives one row per different word instead of one per token."""
    return [list(table[word]) for word in dict.fromkeys(tokens)]


@wrong("slip-order", fails=("check_same_word_gets_the_same_vector",), replaces="static_embed")
def order_of_the_table(tokens, table):
    """Gives the rows in the order of the table instead of the order of the sentence."""
    return [list(vector) for word, vector in table.items() for token in tokens if token == word]


@wrong("slip-formula", fails=("check_share_zero_and_one",), replaces="mix_with_context")
def zero_means_not_given_if(X, share):
    """Fills a missing share in, and takes 0 for missing."""
    if not share:
        share = 1 / 2
    n, d = len(X), len(X[0])
    mean = [sum(X[i][k] for i in range(n)) / n for k in range(d)]
    return [[x[k] + share * (mean[k] - x[k]) for k in range(d)] for x in X]


@wrong("slip-off-by-one", fails=("check_single_token",), replaces="mix_with_context")
def forgets_a_lone_token_loop(X, share):
    """Averages over the others when there are none."""
    n, d = len(X), len(X[0])
    mean = [sum(x[k] for x in X) / n if n > 1 else 0.0 for k in range(d)]
    out = []
    for x in X:
        out.append([(1 - share) * x[k] + share * mean[k] for k in range(d)])
    return out


@wrong(
    "slip-off-by-one",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def average_of_the_others_loop(X, share):
    """Counts everybody but the token itself."""
    out = []
    for i, x in enumerate(X):
        others = [y for j, y in enumerate(X) if j != i] or [x]
        out.append([(1 - share) * x[k] + share * sum(y[k] for y in others) / len(others) for k in range(len(x))])
    return out


@wrong(
    "slip-formula",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def sum_instead_of_average_loop(X, share):
    """Adds the whole sentence up and stops there."""
    total = [0.0] * len(X[0])
    for x in X:
        total = [t + number for t, number in zip(total, x)]
    return [[number - share * number + share * t for number, t in zip(x, total)] for x in X]


@wrong(
    "slip-formula",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def shares_exchanged_loop(X, share):
    """Gives the context what the token should keep."""
    n, keep = len(X), share
    out = []
    for x in X:
        out.append([keep * x[k] + (1 - keep) * (sum(y[k] for y in X) / n) for k in range(len(x))])
    return out


@wrong(
    "slip-order",
    fails=("check_context_is_mixed_in", "check_share_zero_and_one"),
    replaces="mix_with_context",
)
def average_of_what_is_already_mixed_loop(X, share):
    """Looks the average up again each time, among rows of which some are new."""
    rows = [row[:] for row in X]
    n, d = len(rows), len(rows[0])
    for i in range(n):
        fresh = []
        for k in range(d):
            mean = sum(rows[j][k] for j in range(n)) / n
            fresh.append(rows[i][k] + share * (mean - rows[i][k]))
        rows[i] = fresh
    return rows


@wrong("slip-shapes", fails=("check_same_word_gets_the_same_vector",), replaces="static_embed")
def every_word_once_loop(tokens, table):
    """Skips a word that it has seen."""
    seen, out = set(), []
    for word in tokens:
        if word not in seen:
            seen.add(word)
            out.append(table[word][:])
    return out


@wrong("slip-order", fails=("check_same_word_gets_the_same_vector",), replaces="static_embed")
def order_of_the_table_sorted(tokens, table):
    """Sorts the tokens by their place in the table first."""
    places = list(table)
    return [[*table[token]] for token in sorted(tokens, key=places.index)]
