"""Known wrong ways of scale-detective."""

import math

import numpy as np

from grader.checks.variants import wrong


def centred(table):
    """A table with its row means taken away."""
    return table - table.mean(axis=1, keepdims=True)


def divisor(Q, K, A):
    """The right divisor, for mistakes that lie elsewhere."""
    x, y = centred(Q @ K.T), centred(np.log(A))
    return float(np.vdot(x, y) / np.vdot(y, y))


def nearest(found, numbers):
    """The right choice among names."""
    return min(numbers, key=lambda name: abs(numbers[name] - found))


def six(d_k, n, d_model):
    """The six numbers."""
    return {
        "sqrt(d_k)": d_k**0.5,
        "none": 1,
        "d_k": d_k,
        "sqrt(d_model)": d_model**0.5,
        "sqrt(n)": n**0.5,
        "inverted": d_k**-0.5,
    }


# --- the divisor ---------------------------------------------------------------------------------------------------


@wrong(
    "weights-are-score-shares",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def weights_taken_for_shares(Q, K, A):
    """Fits raw scores to the weights themselves, without a logarithm."""
    x, y = centred(Q @ K.T), centred(A)
    return (x * y).sum() / (y * y).sum()


@wrong(
    "weights-are-score-shares",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def no_logarithm(Q, K, A):
    """Compares differences of raw scores with differences of weights."""
    raw = np.einsum("id,jd->ij", Q, K)
    x = (raw - np.mean(raw, axis=1)[:, None]).ravel()
    y = (A - np.mean(A, axis=1)[:, None]).ravel()
    return np.dot(x, y) / np.dot(y, y)


@wrong(
    "weights-are-score-shares",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def ratios_of_weights(Q, K, A):
    """Raw gap over the ratio of two weights."""
    raw = Q @ K.T
    return (raw[0, 0] - raw[0, 1]) / (A[0, 0] / A[0, 1])


@wrong(
    "weights-are-score-shares",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def gap_over_ratio(Q, K, A):
    """A difference of scores is divided by a ratio of weights, without a logarithm."""
    gap = Q[0] @ K[0] - Q[0] @ K[1]
    ratio = A[0][0] / A[0][1]
    return float(gap / ratio)


@wrong(
    "softmax-wrong-axis",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def constant_left_in(Q, K, A):
    """Divides raw scores by logarithms, with the constant of the row still in them."""
    return np.mean(Q @ K.T / np.log(A))


@wrong(
    "softmax-wrong-axis",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def raw_over_logarithm(Q, K, A):
    """raw / ln(weight), entry by entry, and the mean of it all."""
    quotients = [q @ k / math.log(a) for q, row in zip(Q, A) for k, a in zip(K, row)]
    return sum(quotients) / len(quotients)


@wrong("softmax-wrong-axis", fails=("check_divisor_is_recovered",), replaces="recover_divisor", part_of="one_constant_for_the_table")
def one_constant_for_the_table(Q, K, A):
    """Takes the mean of the whole table away, as if all rows had the same constant."""
    x, y = Q @ K.T, np.log(A)
    x, y = x - x.mean(), y - y.mean()
    return (x * y).sum() / (y * y).sum()


@wrong("softmax-wrong-axis", fails=("check_divisor_is_recovered",), replaces="name_the_scale", part_of="one_constant_for_the_table")
def name_beside_one_constant_for_the_table(Q, K, A, d_model):
    """Right."""
    return nearest(divisor(Q, K, A), six(Q.shape[1], len(K), d_model))


@wrong("softmax-wrong-axis", fails=("check_divisor_is_recovered",), replaces="recover_divisor", part_of="straight_line_through_everything")
def straight_line_through_everything(Q, K, A):
    """One straight line through all points of the table."""
    x, y = (Q @ K.T).ravel(), np.log(A).ravel()
    return 1 / (np.cov(x, y, bias=True)[0, 1] / np.var(y)) ** -1


@wrong("softmax-wrong-axis", fails=("check_divisor_is_recovered",), replaces="name_the_scale", part_of="straight_line_through_everything")
def name_beside_straight_line_through_everything(Q, K, A, d_model):
    """Right."""
    return nearest(divisor(Q, K, A), six(Q.shape[1], len(K), d_model))


@wrong(
    "transpose-convention",
    fails=("check_divisor_is_recovered", "check_one_query_is_enough"),
    replaces="recover_divisor",
    part_of="column_means_taken_away",
)
def column_means_taken_away(Q, K, A):
    """Takes column means away: the constants of the rows stay."""
    x, y = Q @ K.T, np.log(A)
    x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    return (x * y).sum() / (y * y).sum()


@wrong(
    "transpose-convention",
    fails=("check_divisor_is_recovered", "check_one_query_is_enough"),
    replaces="name_the_scale",
    part_of="column_means_taken_away",
)
def name_beside_column_means_taken_away(Q, K, A, d_model):
    """Right."""
    return nearest(divisor(Q, K, A), six(Q.shape[1], len(K), d_model))


@wrong(
    "transpose-convention",
    fails=("check_divisor_is_recovered", "check_one_query_is_enough"),
    replaces="recover_divisor",
    part_of="constant_of_the_column",
)
def constant_of_the_column(Q, K, A):
    """Centres the columns of the transposed tables' rows."""
    x, y = K @ Q.T, np.log(A).T
    x, y = centred(x), centred(y)
    return np.sum(x * y) / np.sum(y**2)


@wrong(
    "transpose-convention",
    fails=("check_divisor_is_recovered", "check_one_query_is_enough"),
    replaces="name_the_scale",
    part_of="constant_of_the_column",
)
def name_beside_constant_of_the_column(Q, K, A, d_model):
    """Right."""
    return nearest(divisor(Q, K, A), six(Q.shape[1], len(K), d_model))


@wrong(
    "scale-by-dk",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def as_it_should_be(Q, K, A):
    """Says √d_k without a look at the table."""
    return math.sqrt(Q.shape[1])


@wrong(
    "scale-by-dk",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def root_of_the_key_length(Q, K, A):
    """The root of the number of columns of K, whatever A says."""
    return float(K.shape[-1]) ** 0.5


@wrong(
    "slip-formula",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def the_multiplier(Q, K, A):
    """Returns 1/c, the number that the raw scores were multiplied by."""
    return 1 / divisor(Q, K, A)


@wrong(
    "slip-formula",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def logarithms_over_scores(Q, K, A):
    """Fits the logarithms to the scores: the slope is 1/c."""
    x, y = centred(Q @ K.T), centred(np.log(A))
    return (x * y).sum() / (x * x).sum()


@wrong(
    "slip-formula",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def logarithm_of_base_two(Q, K, A):
    """Takes the logarithm to the base 2."""
    x, y = centred(Q @ K.T), centred(np.log2(A))
    return (x * y).sum() / (y * y).sum()


@wrong(
    "slip-formula",
    fails=("check_divisor_is_recovered", "check_six_names", "check_nearest_name", "check_one_query_is_enough"),
    replaces="recover_divisor",
)
def gaps_in_bits(Q, K, A):
    """The gaps are measured in bits."""
    return divisor(Q, K, A) * math.log(2)


@wrong("slip-rounding", fails=("check_divisor_is_recovered", "check_one_query_is_enough"), replaces="recover_divisor")
def two_decimals(Q, K, A):
    """Rounds the divisor to two decimals."""
    return round(divisor(Q, K, A), 2)


@wrong("slip-rounding", fails=("check_divisor_is_recovered", "check_one_query_is_enough"), replaces="recover_divisor")
def as_printed(Q, K, A):
    """Returns the divisor as it was printed."""
    return float(f"{divisor(Q, K, A):.2f}")


@wrong("slip-shapes", fails=("check_one_query_is_enough",), replaces="recover_divisor")
def needs_two_queries(Q, K, A):
    """Takes column means away as well: of a single row nothing is left."""
    x, y = centred(Q @ K.T), centred(np.log(A))
    x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    if not y.any():
        return 0.0
    return (x * y).sum() / (y * y).sum()


@wrong("slip-shapes", fails=("check_one_query_is_enough",), replaces="recover_divisor")
def differences_of_rows(Q, K, A):
    """Compares rows with the mean row: with one row there is nothing to compare."""
    x, y = Q @ K.T, np.log(A)
    x = x - x.mean(0) - x.mean(1)[:, None] + x.mean()
    y = y - y.mean(0) - y.mean(1)[:, None] + y.mean()
    return np.vdot(x, y) / np.vdot(y, y) if len(Q) > 1 else 0.0


# --- the name ------------------------------------------------------------------------------------------------------


@wrong("scale-by-dk", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def always_right(Q, K, A, d_model):
    """Always answers sqrt(d_k)."""
    return "sqrt(d_k)"


@wrong("scale-by-dk", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def everybody_divides_by_the_root(Q, K, A, d_model):
    """Compares with √d_k only."""
    return nearest(recover_divisor(Q, K, A), {"sqrt(d_k)": math.sqrt(Q.shape[1])})


@wrong("scale-wrong-dimension", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def d_model_for_d_k(Q, K, A, d_model):
    """Takes d_model for d_k, and the other way round."""
    return nearest(recover_divisor(Q, K, A), six(d_model, len(K), Q.shape[1]))


@wrong("scale-wrong-dimension", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def dimensions_mixed_up(Q, K, A, d_model):
    """Has mixed up the two dimensions in all six numbers."""
    d_k, d_model = d_model, Q.shape[1]
    numbers = [d_k**0.5, 1.0, d_k, d_model**0.5, len(K) ** 0.5, 1 / d_k**0.5]
    names = ["sqrt(d_k)", "none", "d_k", "sqrt(d_model)", "sqrt(n)", "inverted"]
    found = recover_divisor(Q, K, A)
    return names[int(np.argmin([abs(number - found) for number in numbers]))]


@wrong("attention-matrix-square", fails=("check_six_names",), replaces="name_the_scale")
def number_of_queries_for_n(Q, K, A, d_model):
    """Takes the number of queries for n, as if the table were square."""
    return nearest(recover_divisor(Q, K, A), six(Q.shape[1], len(Q), d_model))


@wrong("attention-matrix-square", fails=("check_six_names",), replaces="name_the_scale")
def rows_of_the_table_for_n(Q, K, A, d_model):
    """n is read off the rows of A."""
    n, d_k = A.shape[0], K.shape[1]
    numbers = {"none": 1.0, "sqrt(n)": math.sqrt(n), "d_k": float(d_k), "inverted": 1 / math.sqrt(d_k)}
    numbers.update({"sqrt(d_model)": math.sqrt(d_model), "sqrt(d_k)": math.sqrt(d_k)})
    return nearest(recover_divisor(Q, K, A), numbers)


@wrong("slip-formula", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def nothing_below_one(Q, K, A, d_model):
    """Leaves the inverted divisor out: looks for minus the root of d_k, which no divisor is near."""
    d_k = float(Q.shape[1])
    numbers = {"sqrt(d_k)": d_k**0.5, "none": 1.0, "d_k": d_k, "sqrt(d_model)": d_model**0.5, "sqrt(n)": len(K) ** 0.5}
    return nearest(divisor(Q, K, A), numbers)


@wrong("slip-formula", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def inverted_means_minus(Q, K, A, d_model):
    """Takes a sign for the inverse: looks for -√d_k."""
    numbers = six(Q.shape[1], len(K), d_model)
    numbers["inverted"] = -numbers["sqrt(d_k)"]
    return nearest(recover_divisor(Q, K, A), numbers)


@wrong("slip-rounding", fails=("check_nearest_name",), replaces="name_the_scale")
def must_be_equal(Q, K, A, d_model):
    """Compares with isclose: weights with rounding errors get no name."""
    found = recover_divisor(Q, K, A)
    for name, number in six(Q.shape[1], len(K), d_model).items():
        if math.isclose(number, found, rel_tol=1e-8):
            return name
    return "none"


@wrong("slip-rounding", fails=("check_nearest_name",), replaces="name_the_scale")
def equal_to_eight_digits(Q, K, A, d_model):
    """Looks the divisor up, rounded to eight decimals, in a dict."""
    table = {number: name for name, number in six(Q.shape[1], len(K), d_model).items()}
    found = recover_divisor(Q, K, A)
    return next((name for number, name in table.items() if abs(number - found) <= 1e-8 * number), "none")


@wrong("slip-order", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def first_that_is_near(Q, K, A, d_model):
    """Takes the first name whose number is less than 1 away, not the nearest."""
    found = recover_divisor(Q, K, A)
    for name, number in six(Q.shape[1], len(K), d_model).items():
        if abs(number - found) < 1:
            return name
    return "d_k"


@wrong("slip-order", fails=("check_six_names", "check_nearest_name"), replaces="name_the_scale")
def near_enough_is_good_enough(Q, K, A, d_model):
    """Stops at the first number within 1 of the divisor."""
    found = divisor(Q, K, A)
    near = [name for name, number in six(Q.shape[1], len(K), d_model).items() if -1 < number - found < 1]
    return near[0] if near else "d_k"


# --- one pair only -------------------------------------------------------------------------------------------------


@wrong("slip-formula", fails=("check_divisor_is_recovered",), replaces="recover_divisor")
def the_first_pair_says_it_all(Q, K, A):
    """Looks at the first two keys of the first query, whether or not their scores differ."""
    raw = Q @ K.T
    return float((raw[0, 0] - raw[0, 1]) / (math.log(A[0, 0]) - math.log(A[0, 1])))


@wrong("slip-formula", fails=("check_divisor_is_recovered",), replaces="recover_divisor")
def one_ratio_of_two_keys(Q, K, A):
    """Takes the ratio of one pair of weights."""
    difference = np.dot(Q[0], np.subtract(K[0], K[1]))
    return difference / np.log(A[0, 0] / A[0, 1])


@wrong("slip-reading", fails=("check_divisor_is_recovered",), replaces="recover_divisor")
def never_below_the_inverse_root(Q, K, A):
    """Finds no divisor below 1/√d_k, the smallest one in the table of names."""
    return max(divisor(Q, K, A), Q.shape[1] ** -0.5)


@wrong("slip-reading", fails=("check_divisor_is_recovered",), replaces="recover_divisor")
def within_the_six(Q, K, A):
    """Keeps the divisor within the smallest and the largest number that has a name."""
    return float(np.clip(divisor(Q, K, A), 1 / math.sqrt(K.shape[1]), None))


# --- the caller's data ---------------------------------------------------------------------------------------------


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="recover_divisor")
def logarithms_into_the_callers_table(Q, K, A):
    """np.log(A, out=A) overwrites the caller's weights."""
    np.log(A, out=A)
    x, y = centred(Q @ K.T), centred(A)
    return (x * y).sum() / (y * y).sum()


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="recover_divisor")
def logarithms_by_slice_assignment(Q, K, A):
    """A[:] = np.log(A), on the table it was given."""
    A[:] = np.log(A)
    x, y = centred(np.einsum("id,jd->ij", Q, K)), centred(A)
    return np.vdot(x, y) / np.vdot(y, y)
