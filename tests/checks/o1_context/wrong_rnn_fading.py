"""Known wrong ways of rnn-fading."""

import math

from grader.checks.variants import wrong


@wrong("slip-order", fails=("check_influence",), replaces="influence")
def counts_from_the_start(n, a, b):
    """Counts the steps from the start: the oldest word counts most."""
    return [b * a**j for j in range(n)]


@wrong("slip-order", fails=("check_influence",), replaces="influence")
def counts_from_the_start_loop(n, a, b):
    """Lets the influence shrink from the first word on."""
    out, left = [], b
    while len(out) < n:
        out.append(left)
        left = left * a
    return out


@wrong("distance-weakens-attention", fails=("check_influence",), replaces="influence")
def only_the_last_word(n, a, b):
    """Thinks that an RNN sees nothing but the newest word."""
    return [0.0] * (n - 1) + [b]


@wrong("distance-weakens-attention", fails=("check_influence",), replaces="influence")
def only_the_last_word_loop(n, a, b):
    """Everything before the last word counts as forgotten."""
    return [b if j == n - 1 else 0.0 for j in range(n)]


@wrong("distance-weakens-attention", fails=("check_influence",), replaces="influence")
def fades_along_a_line(n, a, b):
    """Takes the same amount off per step instead of the same factor."""
    return [b * max(0.0, 1 - (1 - a) * (n - 1 - j)) for j in range(n)]


@wrong("distance-weakens-attention", fails=("check_influence",), replaces="influence")
def fades_along_a_line_loop(n, a, b):
    """Loses 1 - a of the original with each step until nothing is left."""
    out = []
    for steps in reversed(range(n)):
        left = 1 - (1 - a) * steps
        out.append(b * left if left > 0 else 0.0)
    return out


@wrong("slip-off-by-one", fails=("check_influence",), replaces="influence")
def one_step_too_many(n, a, b):
    """Multiplies by a once too often: the last word gets a * b."""
    return [b * a ** (n - j) for j in range(n)]


@wrong("slip-formula", fails=("check_influence",), replaces="influence")
def forgets_b(n, a, b):
    """Leaves b out of the influence."""
    return [a ** (n - 1 - j) for j in range(n)]


@wrong("slip-formula", fails=("check_states",), replaces="rnn_states")
def replaces_b_by_the_rest(xs, a, b):
    """Takes 1 - a in place of b, so that memory and news always add up to 1."""
    h, states = 0.0, []
    for x in xs:
        h = a * h + (1 - a) * x
        states.append(h)
    return states


@wrong("slip-off-by-one", fails=("check_states",), replaces="rnn_states")
def fades_the_new_word_too(xs, a, b):
    """Multiplies the new word by a as well."""
    h, states = 0.0, []
    for x in xs:
        h = a * (h + b * x)
        states.append(h)
    return states


@wrong("slip-off-by-one", fails=("check_states",), replaces="rnn_states")
def begins_with_the_first_word(xs, a, b):
    """Takes the first word itself as the first state."""
    states = [xs[0]]
    for x in xs[1:]:
        states.append(a * states[-1] + b * x)
    return states


@wrong("slip-off-by-one", fails=("check_states",), replaces="rnn_states")
def includes_the_start(xs, a, b):
    """Lists the state before the first word too."""
    states = [0.0]
    for x in xs:
        states.append(a * states[-1] + b * x)
    return states


@wrong("distance-weakens-attention", fails=("check_states",), replaces="rnn_states")
def no_memory(xs, a, b):
    """Each state holds the newest word only."""
    return [b * x for x in xs]


@wrong("distance-weakens-attention", fails=("check_states",), replaces="rnn_states")
def no_memory_loop(xs, a, b):
    """Starts from an empty memory at every word."""
    states = []
    for x in xs:
        h = 0.0
        h = a * h + b * x
        states.append(h)
    return states


@wrong("slip-rounding", fails=("check_half_life",), replaces="half_life")
def whole_steps(a):
    """Counts whole steps until half or less is left."""
    return float(math.ceil(math.log(0.5) / math.log(a)))


@wrong("slip-rounding", fails=("check_half_life",), replaces="half_life")
def whole_steps_loop(a):
    """Multiplies until one half is reached, and counts."""
    steps, left = 0.0, 1.0
    while left > 0.5:
        left *= a
        steps += 1
    return steps


@wrong("slip-formula", fails=("check_half_life",), replaces="half_life")
def upside_down(a):
    """Divides the wrong way round."""
    return math.log(a) / math.log(0.5)


@wrong("slip-formula", fails=("check_half_life",), replaces="half_life")
def lifetime_instead(a):
    """Gives the time after which 1/e is left."""
    return -1 / math.log(a)


@wrong(
    "slip-mutates-input",
    fails=(
        "check_measured_rnn",
        "check_measured_attention_does_not_fade",
        "check_nudge_is_eps_from_the_original",
        "check_words_stay_as_they_are",
    ),
    replaces="measured_influence",
)
def nudges_pile_up(f, xs, eps=1e-4):
    """Nudges the caller's list and leaves every nudge in it."""
    before = f(xs)
    out = []
    for j in range(len(xs)):
        xs[j] += eps
        out.append((f(xs) - before) / eps)
    return out


@wrong(
    "slip-mutates-input",
    fails=(
        "check_measured_rnn",
        "check_measured_attention_does_not_fade",
        "check_nudge_is_eps_from_the_original",
        "check_words_stay_as_they_are",
    ),
    replaces="measured_influence",
)
def nudges_pile_up_alias(f, xs, eps=1e-4):
    """Takes another name for the same list for a copy."""
    base = f(list(xs))
    result = []
    for j, x in enumerate(list(xs)):
        nudged = xs
        nudged[j] = x + eps
        result.append((f(nudged) - base) / eps)
    return result


@wrong("slip-mutates-input", fails=("check_words_stay_as_they_are",), replaces="rnn_states")
def eats_the_words(xs, a, b):
    """Takes the words out of the caller's list one by one."""
    h, states = 0.0, []
    while xs:
        h = a * h + b * xs.pop(0)
        states.append(h)
    return states


@wrong("slip-mutates-input", fails=("check_words_stay_as_they_are",), replaces="rnn_states")
def eats_the_words_backwards(xs, a, b):
    """Turns the caller's list round and pops from its end."""
    xs.reverse()
    states = []
    while len(xs) > 0:
        states.append(a * (states[-1] if states else 0.0) + b * xs.pop())
    return states


@wrong(
    "slip-formula",
    fails=("check_measured_rnn", "check_measured_attention_does_not_fade", "check_nudge_is_eps_from_the_original"),
    replaces="measured_influence",
)
def forgets_to_divide(f, xs, eps=1e-4):
    """Gives the change itself instead of the change per unit."""
    before = f(list(xs))
    return [f([*xs[:j], xs[j] + eps, *xs[j + 1 :]]) - before for j in range(len(xs))]


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def ignores_eps(f, xs, eps=1e-4):
    """Nudges by a step of its own, 1e-5, whatever eps is."""
    before = f(list(xs))
    return [(f([*xs[:j], xs[j] + 1e-5, *xs[j + 1 :]]) - before) / 1e-5 for j in range(len(xs))]


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def nudges_both_ways(f, xs, eps=1e-4):
    """Nudges up and down by eps and halves the difference."""
    out = []
    for j in range(len(xs)):
        up, down = list(xs), list(xs)
        up[j] += eps
        down[j] -= eps
        out.append((f(up) - f(down)) / (2 * eps))
    return out


@wrong("slip-order", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def walks_away_from_the_start(f, xs, eps=1e-4):
    """Compares with the list of the step before, so later nudges start from a moved point."""
    words, out = list(xs), []
    for j in range(len(words)):
        before = f(list(words))
        words[j] += eps
        out.append((f(list(words)) - before) / eps)
    return out


@wrong(
    "distance-weakens-attention",
    fails=("check_measured_attention_does_not_fade",),
    replaces="measured_influence",
)
def believes_that_it_must_fade(f, xs, eps=1e-4):
    """Sorts the result, because the newest word is bound to count most."""
    before = f(list(xs))
    measured = [(f([*xs[:j], xs[j] + eps, *xs[j + 1 :]]) - before) / eps for j in range(len(xs))]
    return sorted(measured, key=abs)


@wrong(
    "distance-weakens-attention",
    fails=("check_measured_attention_does_not_fade",),
    replaces="measured_influence",
)
def believes_that_it_must_fade_loop(f, xs, eps=1e-4):
    """Puts the smallest influence first, as in an RNN."""
    before, left = f(list(xs)), []
    for j in range(len(xs)):
        nudged = xs[:]
        nudged[j] = nudged[j] + eps
        left.append((f(nudged) - before) / eps)
    out = []
    while left:
        smallest = min(left, key=abs)
        left.remove(smallest)
        out.append(smallest)
    return out


@wrong("slip-formula", fails=("check_measured_rnn",), replaces="measured_influence")
def takes_the_size(f, xs, eps=1e-4):
    """Loses the sign: a word that pulls the result down seems to push it up."""
    before = f(list(xs))
    return [abs(f([*xs[:j], xs[j] + eps, *xs[j + 1 :]]) - before) / eps for j in range(len(xs))]


@wrong("slip-off-by-one", fails=("check_influence",), replaces="influence")
def one_step_too_many_loop(n, a, b):
    """Fades the last word once as well."""
    out, left = [], b
    for _ in range(n):
        left *= a
        out.insert(0, left)
    return out


@wrong("slip-formula", fails=("check_influence",), replaces="influence")
def forgets_b_loop(n, a, b):
    """Begins with 1 at the last word."""
    out = [1.0]
    while len(out) < n:
        out = [out[0] * a, *out]
    return out


@wrong("slip-formula", fails=("check_states",), replaces="rnn_states")
def replaces_b_by_the_rest_loop(xs, a, b):
    """Moves the state the part 1 - a of the way to the new word."""
    out, h = [], 0.0
    for x in xs:
        h += (1 - a) * (x - h)
        out += [h]
    return out


@wrong("slip-off-by-one", fails=("check_states",), replaces="rnn_states")
def fades_the_new_word_too_sums(xs, a, b):
    """Counts one step from each word to itself."""
    return [sum(b * xs[j] * a ** (t - j + 1) for j in range(t + 1)) for t in range(len(xs))]


@wrong("slip-off-by-one", fails=("check_states",), replaces="rnn_states")
def begins_with_the_first_word_loop(xs, a, b):
    """Sets the state before the loop and leaves b out there."""
    out = []
    for t, x in enumerate(xs):
        out.append(x if t == 0 else a * out[t - 1] + b * x)
    return out


@wrong("slip-off-by-one", fails=("check_states",), replaces="rnn_states")
def includes_the_start_loop(xs, a, b):
    """Notes the state down before each word and once more at the end."""
    h, out = 0.0, []
    for x in xs:
        out.append(h)
        h = a * h + b * x
    return [*out, h]


@wrong("slip-formula", fails=("check_half_life",), replaces="half_life")
def upside_down_log2(a):
    """Gives half-lives per step instead of steps per half-life."""
    return -math.log2(a)


@wrong("slip-formula", fails=("check_half_life",), replaces="half_life")
def lifetime_instead_e(a):
    """Asks when e^-1 is left."""
    return math.log(1 / math.e) / math.log(a)


@wrong(
    "slip-formula",
    fails=("check_measured_rnn", "check_measured_attention_does_not_fade", "check_nudge_is_eps_from_the_original"),
    replaces="measured_influence",
)
def forgets_to_divide_loop(f, xs, eps=1e-4):
    """Stops one step early: the difference is not yet per unit."""
    out, base = [], f(list(xs))
    for j in range(len(xs)):
        words = list(xs)
        words[j] = words[j] + eps
        out.append(f(words) - base)
    return out


@wrong("slip-order", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def walks_away_from_the_start_chain(f, xs, eps=1e-4):
    """Nudges one word more each time, and compares neighbours."""
    heights = [f([x + eps if i < j else x for i, x in enumerate(xs)]) for j in range(len(xs) + 1)]
    return [(after - before) / eps for before, after in zip(heights, heights[1:])]


@wrong("slip-formula", fails=("check_measured_rnn",), replaces="measured_influence")
def takes_the_size_loop(f, xs, eps=1e-4):
    """Asks how much, and not which way."""
    base, out = f(list(xs)), []
    for j in range(len(xs)):
        words = list(xs)
        words[j] += eps
        change = (f(words) - base) / eps
        out.append(change if change > 0 else -change)
    return out


@wrong("slip-reading", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def another_default(f, xs, eps=1e-2):
    """Nudges by a hundredth when no eps is given."""
    before = f(list(xs))
    return [(f([*xs[:j], xs[j] + eps, *xs[j + 1 :]]) - before) / eps for j in range(len(xs))]


@wrong("slip-reading", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def another_default_none(f, xs, eps=None):
    """Chooses the nudge itself when none is given."""
    step = 0.01 if eps is None else eps
    out = []
    for j in range(len(xs)):
        words = list(xs)
        words[j] += step
        out.append((f(words) - f(list(xs))) / step)
    return out


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def nudges_both_ways_loop(f, xs, eps=1e-4):
    """Takes the mean of the influence of a nudge up and of one down."""
    before, out = f(list(xs)), []
    for j in range(len(xs)):
        slopes = []
        for step in (eps, -eps):
            words = list(xs)
            words[j] += step
            slopes.append((f(words) - before) / step)
        out.append(sum(slopes) / 2)
    return out


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def nudges_both_ways_finely(f, xs, eps=1e-4):
    """Nudges up and down by a fine step of its own, whatever eps is: the slope itself."""
    out = []
    for j in range(len(xs)):
        up, down = list(xs), list(xs)
        up[j] += 1e-5
        down[j] -= 1e-5
        out.append((f(up) - f(down)) / 2e-5)
    return out


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def slope_by_fine_steps(f, xs, eps=1e-4):
    """Measures the slope at the very point, by small steps up and down, instead of the change over eps."""
    h = 3e-6
    rows = [[x + (i == j) * h for i, x in enumerate(xs)] for j in range(len(xs))]
    below = [[x - (i == j) * h for i, x in enumerate(xs)] for j in range(len(xs))]
    return [(f(a) - f(b)) / h / 2 for a, b in zip(rows, below)]


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def ignores_eps_hundred_thousandth(f, xs, eps=1e-4):
    """Writes 0.00001 where eps belongs."""
    out = []
    for j in range(len(xs)):
        words = list(xs)
        words[j] = words[j] + 0.00001
        out.append((f(words) - f(list(xs))) / 0.00001)
    return out


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def always_a_millionth(f, xs, eps=1e-4):
    """Nudges by a step of its own, 1e-6, whatever eps is."""
    before = f(list(xs))
    return [(f([*xs[:j], xs[j] + 1e-6, *xs[j + 1 :]]) - before) / 1e-6 for j in range(len(xs))]


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def always_the_default(f, xs, eps=1e-4):
    """Always nudges by 1e-4, also if another eps is given."""
    before = f(list(xs))
    return [(f([*xs[:j], xs[j] + 1e-4, *xs[j + 1 :]]) - before) / 1e-4 for j in range(len(xs))]


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def nudges_down(f, xs, eps=1e-4):
    """Nudges down instead of up."""
    before = f(list(xs))
    return [(before - f([*xs[:j], xs[j] - eps, *xs[j + 1 :]])) / eps for j in range(len(xs))]


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def always_a_millionth_loop(f, xs, eps=1e-4):
    """Chooses a millionth for the nudge."""
    out = []
    for j in range(len(xs)):
        words = list(xs)
        words[j] += 1e-6
        out.append((f(words) - f(list(xs))) / 1e-6)
    return out


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def eps_fixed_at_its_default(f, xs, eps=1e-4):
    """Writes the default where eps belongs."""
    out = []
    for j in range(len(xs)):
        words = list(xs)
        words[j] += 0.0001
        out.append((f(words) - f(list(xs))) / 0.0001)
    return out


@wrong("slip-formula", fails=("check_nudge_is_eps_from_the_original",), replaces="measured_influence")
def subtracts_the_nudge(f, xs, eps=1e-4):
    """Takes eps away, and divides by minus eps."""
    out = []
    for j in range(len(xs)):
        words = list(xs)
        words[j] += -eps
        out.append((f(words) - f(list(xs))) / -eps)
    return out


@wrong("slip-mutates-input", fails=("check_words_stay_as_they_are",), replaces="measured_influence")
def takes_the_nudge_off_again(f, xs, eps=1e-4):
    """Nudges the caller's list and subtracts the nudge afterwards, which rounding does not undo."""
    before = f(xs)
    out = []
    for j in range(len(xs)):
        xs[j] += eps
        out.append((f(xs) - before) / eps)
        xs[j] -= eps
    return out


@wrong("slip-mutates-input", fails=("check_words_stay_as_they_are",), replaces="measured_influence")
def takes_the_nudge_off_again_index(f, xs, eps=1e-4):
    """Adds eps to an entry, asks, and adds -eps."""
    words, start = xs, f(list(xs))
    slopes = [0.0] * len(words)
    for j, _ in enumerate(slopes):
        words[j] = words[j] + eps
        slopes[j] = (f(list(words)) - start) / eps
        words[j] = words[j] + (-eps)
    return slopes
