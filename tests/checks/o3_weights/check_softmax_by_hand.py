"""Checks of softmax-by-hand."""

import math

from grader.checks.api import all_of, call, cases, close, fresh, unchanged

BLOCKED = -math.inf
LESSON = [5 / math.sqrt(2), 1 / math.sqrt(2), 1 / math.sqrt(2), 3 / math.sqrt(2)]


def _positive(draw, name, low=3, high=8):
    """Different scores above 0, none so large that it takes nearly all the weight."""
    return draw.uniform(draw.size(name, low, high), low=0.3, high=3.0).tolist()


@cases()
def check_weights_of_the_lesson_and_of_random_scores(draw):
    """The scores of the lesson give .735, .043, .043 and .179, and any other list gets e^x over the total, equal scores included."""
    scores = _positive(draw, "n")
    return [
        call("softmax", [1.0, 2.0986123], public_=True),
        call("softmax", LESSON, public_=True),
        call("softmax", scores),
        call("softmax", scores + scores[1:3] + [scores[0]]),
        call("softmax", [x + 40.0 for x in scores]),
    ]


@cases()
def check_zero_and_negative_scores(draw):
    """A score of 0, or below 0, still gets its share of the weight."""
    scores = _positive(draw, "n")
    below = [-x for x in scores]
    return [call("softmax", draw.shuffled([*scores, 0.0])), call("softmax", below), call("softmax", draw.shuffled([0.0, *below]))]


@cases(compare=close(exact_zeros=True))
def check_blocked_scores_get_zero(draw):
    """A score of minus infinity gets weight exactly 0, and the others share the 1 among themselves."""
    scores = _positive(draw, "n")
    return [call("softmax", draw.shuffled([*scores, BLOCKED])), call("softmax", [BLOCKED, *scores, BLOCKED])]


@cases(compare=close(exact_zeros=True))
def check_everything_blocked(draw):
    """If every score is minus infinity, every weight is 0."""
    return [call("softmax", [BLOCKED] * draw.size("n", 2, 5)), call("softmax", [BLOCKED])]


@cases()
def check_huge_scores(draw):
    """Scores of hundreds, thousands and ten thousands, above or below 0, give ordinary weights, beside a blocked one too."""
    scores = _positive(draw, "n")
    # e^709 is the last that is no overflow, e^-745 the last that is not 0, and those from e^-708 on have lost digits
    lifts = [draw.number(712, 740), -draw.number(712, 740), -draw.number(748, 900), *draw.choice([(-2e3, 3e3), (2e3, -3e3)])]
    return [
        *(call("softmax", [x + lift for x in scores]) for lift in lifts),
        call("softmax", [1e4 + x for x in scores]),
        call("softmax", draw.shuffled([BLOCKED, *(-1e4 - x for x in scores)])),
        call("softmax", [x - 1e7 for x in scores]),
        call("softmax", [1e4, 1.0, -1e4]),
        call("softmax", [x * 1e4 for x in [-0.5, 1.0, 0.25]]),
    ]


@cases()
def check_empty_single_and_whole_numbers(draw):
    """An empty list gives an empty list, a single score the weight 1, and whole numbers are fine."""
    return [
        call("softmax", []),
        call("softmax", [draw.number(1.0, 3.0)]),
        call("softmax", draw.shuffled([1, 2, 3, 4])),
    ]


@cases(compare=all_of(unchanged(), fresh()))
def check_input_stays_as_it_is(draw):
    """Your function leaves its list alone and returns a new one, each time that it is called."""
    scores = _positive(draw, "n")
    return [call("softmax", scores), call("softmax", [*scores, BLOCKED]), call("softmax", list(scores))]


@cases(repeat=1)
def check_long_list(draw):
    """The exponentials are added up once: twenty thousand scores are done in an instant."""
    return call("softmax", draw.uniform(20_000, low=0.3, high=3.0).tolist())
