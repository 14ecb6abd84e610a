"""Known wrong ways of heads-side-by-side."""

import math

from grader.checks.variants import wrong


def mm(A, B):
    return [[sum(a * b for a, b in zip(row, col)) for col in zip(*B)] for row in A]


def soft(row):
    top = max(row)
    e = [math.exp(x - top) for x in row]
    t = sum(e)
    return [x / t for x in e]


def attend(X, W_Q, W_K, W_V, divisor=None):
    Q, K, V = mm(X, W_Q), mm(X, W_K), mm(X, W_V)
    root = math.sqrt(len(Q[0])) if divisor is None else divisor
    A = [soft([sum(q * k for q, k in zip(row, key)) / root for key in K]) for row in Q]
    return A, mm(A, V)


def glue(outs):
    return [sum((out[i] for out in outs), []) for i in range(len(outs[0]))]


@wrong("heads-share-weights", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def first_weights_for_all(X, heads):
    """Every head uses the matrices of head 0."""
    return glue([attend(X, *heads[0])[1] for _ in heads])


@wrong("heads-share-weights", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def one_head_repeated(X, heads):
    """Computes one head and writes its numbers down once per head."""
    _, out = attend(X, heads[0][0], heads[0][1], heads[0][2])
    return [row * len(heads) for row in out]


@wrong("heads-averaged", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def heads_averaged(X, heads):
    """Averages the heads number by number."""
    outs = [attend(X, *head)[1] for head in heads]
    return [[sum(numbers) / len(outs) for numbers in zip(*(out[i] for out in outs))] for i in range(len(X))]


@wrong("heads-averaged", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def mean_of_the_outputs(X, heads):
    """Keeps a running sum of the heads' outputs and divides it by their number."""
    total = None
    for W_Q, W_K, W_V in heads:
        _, out = attend(X, W_Q, W_K, W_V)
        if total is None:
            total = [list(row) for row in out]
        else:
            total = [[a + b for a, b in zip(old, new)] for old, new in zip(total, out)]
    return [[a / len(heads) for a in row] for row in total]


@wrong("heads-averaged", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def heads_added(X, heads):
    """Adds the heads number by number."""
    outs = [attend(X, *head)[1] for head in heads]
    return [[sum(numbers) for numbers in zip(*(out[i] for out in outs))] for i in range(len(X))]


@wrong("heads-averaged", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def running_sum_of_heads(X, heads):
    """Adds each head's output to what is there."""
    total = attend(X, *heads[0])[1]
    for head in heads[1:]:
        out = attend(X, *head)[1]
        width = min(len(total[0]), len(out[0]))
        total = [[total[i][j] + out[i][j] for j in range(width)] for i in range(len(X))]
    return total


@wrong("slip-formula", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def rows_under_each_other(X, heads):
    """Lists the heads' rows one head after the other: h*n rows."""
    return sum((attend(X, *head)[1] for head in heads), [])


@wrong("slip-formula", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def rows_appended(X, heads):
    """Appends every row of every head to the result."""
    rows = []
    for W_Q, W_K, W_V in heads:
        rows.extend(attend(X, W_Q, W_K, W_V)[1])
    return rows


@wrong("heads-split-sentence", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def a_part_of_the_sentence_each(X, heads):
    """Each head reads its own share of the tokens only; the others wait for it."""
    n, h = len(X), len(heads)
    outs = []
    for index, head in enumerate(heads):
        part = X[index * n // h : (index + 1) * n // h] or X[:1]
        Q, K, V = mm(X, head[0]), mm(part, head[1]), mm(part, head[2])
        A = [soft([sum(q * k for q, k in zip(row, key)) / math.sqrt(len(row)) for key in K]) for row in Q]
        outs.append(mm(A, V))
    return glue(outs)


@wrong("heads-split-sentence", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def tokens_dealt_out(X, heads):
    """The keys and values of head i are its share of the sentence."""
    result = [[] for _ in X]
    size = len(X) / len(heads)
    for i, (W_Q, W_K, W_V) in enumerate(heads):
        mine = [X[j] for j in range(len(X)) if math.floor(i * size + 1e-9) <= j < math.floor((i + 1) * size + 1e-9)]
        if not mine:
            mine = [X[0]]
        queries, keys, values = mm(X, W_Q), mm(mine, W_K), mm(mine, W_V)
        for t, q in enumerate(queries):
            w = soft([sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q)) for k in keys])
            result[t] += [sum(w[j] * values[j][c] for j in range(len(w))) for c in range(len(values[0]))]
    return result


@wrong("heads-in-series", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def each_head_reads_the_one_before(X, heads):
    """Head 1 gets the output of head 0 as its sentence, and so on."""
    outs, current = [], X
    for head in heads:
        current = attend(current, *head)[1]
        outs.append(current)
    return glue(outs)


@wrong("heads-in-series", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def passed_on_from_head_to_head(X, heads):
    """Recursion: the first head's output is what the other heads work on."""
    if not heads:
        return [[] for _ in X]
    out = attend(X, *heads[0])[1]
    rest = side_by_side(out, heads[1:])
    return [a + b for a, b in zip(out, rest)]


@wrong("heads-slice-input", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def a_slice_of_x_each(X, heads):
    """Head i gets its share of the columns of X and of the rows of its matrices."""
    d, h = len(X[0]), len(heads)
    outs = []
    for i, head in enumerate(heads):
        lo, hi = i * d // h, max((i + 1) * d // h, i * d // h + 1)
        lo, hi = min(lo, d - 1), min(hi, d)
        part = [row[lo:hi] for row in X]
        outs.append(attend(part, *(W[lo:hi] for W in head))[1])
    return glue(outs)


@wrong("heads-slice-input", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def other_columns_set_to_zero(X, heads):
    """Each head sees only its own share of each token's numbers; the rest is 0."""
    d, h = len(X[0]), len(heads)
    rows = [[] for _ in X]
    for i, (W_Q, W_K, W_V) in enumerate(heads):
        first = min(i * d // h, d - 1)
        last = max((i + 1) * d // h, i * d // h + 1)
        mine = [[x if first <= c < last else 0.0 for c, x in enumerate(row)] for row in X]
        for row, new in zip(rows, attend(mine, W_Q, W_K, W_V)[1]):
            row.extend(new)
    return rows


@wrong("slip-order", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def last_head_first(X, heads):
    """Joins the heads in reverse order."""
    return glue([attend(X, *head)[1] for head in reversed(heads)])


@wrong("scale-wrong-dimension", fails=("check_one_head", "check_blocks_belong_to_heads"), replaces="one_head")
def root_of_d_model(X, W_Q, W_K, W_V):
    """Divides by the root of the width of X."""
    return attend(X, W_Q, W_K, W_V, math.sqrt(len(X[0])))


@wrong("scale-wrong-dimension", fails=("check_one_head", "check_blocks_belong_to_heads"), replaces="one_head")
def root_of_the_rows_of_w(X, W_Q, W_K, W_V):
    """Takes the rows of W_Q for its columns."""
    return attend(X, W_Q, W_K, W_V, len(W_Q) ** 0.5)


@wrong("scale-by-dk", fails=("check_one_head", "check_blocks_belong_to_heads"), replaces="one_head")
def divided_by_dk(X, W_Q, W_K, W_V):
    """Divides by d_k, without the root."""
    return attend(X, W_Q, W_K, W_V, len(W_Q[0]))


@wrong("scale-by-dk", fails=("check_one_head", "check_blocks_belong_to_heads"), replaces="one_head")
def queries_over_dk(X, W_Q, W_K, W_V):
    """Divides each query by its length."""
    return attend(X, [[w / len(row) for w in row] for row in W_Q], W_K, W_V, 1)


@wrong("table-read-backwards", fails=("check_one_head",), replaces="one_head")
def table_turned_over(X, W_Q, W_K, W_V):
    """Returns the table with askers as columns."""
    A, out = attend(X, W_Q, W_K, W_V)
    return [list(col) for col in zip(*A)], out


@wrong("table-read-backwards", fails=("check_one_head",), replaces="one_head")
def one_column_per_asker(X, W_Q, W_K, W_V):
    """Fills the table column by column."""
    A, out = attend(X, W_Q, W_K, W_V)
    n = len(X)
    return [[A[j][i] for j in range(n)] for i in range(n)], out


@wrong("table-read-backwards", fails=("check_focus_reads_rows",), replaces="focus")
def focus_reads_columns(A, tokens):
    """Looks for the largest weight down the column of the token."""
    n = len(tokens)
    return {tokens[i]: tokens[max(range(n), key=lambda j: A[j][i])] for i in range(n)}


@wrong("table-read-backwards", fails=("check_focus_reads_rows",), replaces="focus")
def focus_of_the_transposed_table(A, tokens):
    """Turns the table over first."""
    return {token: tokens[col.index(max(col))] for token, col in zip(tokens, [list(c) for c in zip(*A)])}


@wrong("slip-formula", fails=("check_focus_reads_rows", "check_first_of_equal_weights"), replaces="focus")
def last_of_equals(A, tokens):
    """Takes the last of equally large weights."""
    result = {}
    for token, row in zip(tokens, A):
        best = 0
        for j, w in enumerate(row):
            if w >= row[best]:
                best = j
        result[token] = tokens[best]
    return result


@wrong("slip-formula", fails=("check_first_of_equal_weights",), replaces="focus")
def largest_word_of_equals(A, tokens):
    """Compares (weight, token) pairs, so equals go by the alphabet, last first."""
    return {token: max(zip(row, tokens))[1] for token, row in zip(tokens, A)}


@wrong("slip-stability", fails=("check_huge_scores",), replaces="one_head")
def no_maximum(X, W_Q, W_K, W_V):
    """Takes e to the power of the scores as they are."""
    Q, K, V = mm(X, W_Q), mm(X, W_K), mm(X, W_V)
    A = []
    for q in Q:
        e = [math.exp(sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q))) for k in K]
        A.append([x / sum(e) for x in e])
    return A, mm(A, V)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="one_head")
def scales_the_matrix_in_place(X, W_Q, W_K, W_V):
    """Divides the caller's own W_Q by √d_k."""
    root = math.sqrt(len(W_Q[0]))
    for row in W_Q:
        for j in range(len(row)):
            row[j] /= root
    return attend(X, W_Q, W_K, W_V, 1)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="side_by_side")
def takes_heads_off_the_list(X, heads):
    """Pops the heads from the caller's list."""
    outs = []
    while heads:
        outs.append(attend(X, *heads.pop(0))[1])
    return glue(outs)


@wrong("slip-order", fails=("check_blocks_belong_to_heads",), replaces="side_by_side")
def later_heads_in_front(X, heads):
    """Puts each further head in front of what is there."""
    rows = [[] for _ in X]
    for head in heads:
        rows = [new + old for new, old in zip(attend(X, *head)[1], rows)]
    return rows


@wrong("slip-formula", fails=("check_focus_reads_rows", "check_first_of_equal_weights"), replaces="focus")
def the_later_of_two_equals(A, tokens):
    """Searches from the end, so the last of equals wins."""
    n = len(tokens)
    return {tokens[i]: tokens[max(range(n - 1, -1, -1), key=lambda j: A[i][j])] for i in range(n)}


@wrong("slip-formula", fails=("check_first_of_equal_weights",), replaces="focus")
def equals_by_the_alphabet(A, tokens):
    """Sorts by weight and word and takes the last."""
    return {token: sorted(zip(row, tokens))[-1][1] for token, row in zip(tokens, A)}


@wrong("slip-stability", fails=("check_huge_scores",), replaces="one_head")
def softmax_as_the_formula_stands(X, W_Q, W_K, W_V):
    """e^x over the sum of e^x, and nothing subtracted."""
    Q, K, V = mm(X, W_Q), mm(X, W_K), mm(X, W_V)
    scores = mm(Q, [[k / math.sqrt(len(W_Q[0])) for k in col] for col in zip(*K)])
    A = []
    for row in scores:
        total = sum(math.exp(s) for s in row)
        A.append([math.exp(s) / total for s in row])
    return A, mm(A, V)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="one_head")
def root_divided_into_wq(X, W_Q, W_K, W_V):
    """Replaces the rows of the caller's W_Q by scaled ones."""
    root = math.sqrt(len(W_Q[0]))
    for i, row in enumerate(W_Q):
        W_Q[i] = [w / root for w in row]
    return attend(X, W_Q, W_K, W_V, 1)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="side_by_side")
def uses_the_list_up(X, heads):
    """Takes the heads off the list one by one."""
    rows = [[] for _ in X]
    for _ in range(len(heads)):
        W_Q, W_K, W_V = heads[0]
        del heads[0]
        rows = [row + new for row, new in zip(rows, attend(X, W_Q, W_K, W_V)[1])]
    return rows
