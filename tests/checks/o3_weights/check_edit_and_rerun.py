"""Checks of edit-and-rerun. Every call has words of its own, so that what one call remembers shows in one check only."""

from grader.checks.api import all_of, call, cases, expect, fresh, unchanged

WORDS = ["animal", "cross", "street", "it"]
LESSON = (WORDS, [2, 1], [[2, 1], [0, 1], [1, -1], [1, 1]], [[4, 0], [2, 2], [0, 4], [1, 1]])
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
SPREAD = {"low": -1.4, "high": 1.4}


def _words(draw, n):
    """n different made-up words."""
    return ["".join(parts) for parts in zip(*(draw.shuffled(SYLLABLES)[:n] for _ in range(3)), strict=True)]


def _list(draw, *shape):
    return draw.uniform(*shape, **SPREAD).tolist()


def _sentence(draw):
    """A sentence of n words: words, query, keys, values, with n, d_k and d_v all different."""
    n, d_k, d_v = draw.sizes("n d_k d_v", 5, 8)
    return _words(draw, n), _list(draw, d_k), _list(draw, n, d_k), _list(draw, n, d_v)


def _new_keys(draw, words, sentence):
    return {word: _list(draw, len(sentence[1])) for word in words}


@cases()
def check_new_query(draw):
    """A new query takes the place of the old one, and without edits the sentence is worked out as it is."""
    first, second = _sentence(draw), _sentence(draw)
    return [
        call("what_if", *first),
        call("what_if", *second, new_query=_list(draw, len(second[1]))),
        call("what_if", *_sentence(draw), None, None, ()),
    ]


@cases()
def check_new_keys(draw):
    """A new key takes the place of the old one: the weights move, and the values stay. Several words may get new keys."""
    first, second = _sentence(draw), _sentence(draw)
    return [
        call("what_if", *LESSON, new_keys={"street": [2, 1]}, public_=True),
        call("what_if", *first, new_keys=_new_keys(draw, draw.shuffled(first[0])[:1], first)),
        call("what_if", *second, new_keys=_new_keys(draw, draw.shuffled(second[0])[:3], second)),
    ]


@cases()
def check_dropped_words(draw):
    """A dropped word is gone: not in the dict, not in the output, and the weights of the others add up to 1."""
    first, second, third, fourth, fifth = (_sentence(draw) for _ in range(5))
    a, b, *others = fourth[0]
    words = [a, b, *others[2:], a[:2], b[2:]]  # "he" and "the" are two words
    i = draw.whole(1, len(fifth[0]) - 1)
    fifth[2][i] = [draw.number(4e3, 9e3) / sum(x * x for x in fifth[1]) * x for x in fifth[1]]  # the best match by far is dropped
    return [
        call("what_if", *first, drop=(draw.choice(first[0]),)),
        call("what_if", *second, drop=tuple(draw.shuffled(second[0])[:3])),
        call("what_if", *third, drop=tuple(draw.shuffled(third[0])[1:])),
        call("what_if", words, *fourth[1:], drop=(a, b[2:])),
        call("what_if", *fifth, drop=(fifth[0][i],)),
    ]


@cases()
def check_edits_together(draw):
    """A new query, a new key and a dropped word work in one call, even a new key for a word that is dropped."""
    first = _sentence(draw)
    kept, gone = draw.shuffled(first[0])[:2]
    return call(
        "what_if",
        *first,
        new_query=[-x for x in draw.shuffled(first[1])],
        new_keys=_new_keys(draw, [kept, gone], first),
        drop=(gone,),
    )


@cases(compare=all_of(unchanged(), fresh()))
def check_inputs_stay_as_they_are(draw):
    """The lists, the dict and the tuple that you were given are the same after the call."""
    first = _sentence(draw)
    words = draw.shuffled(first[0])
    query = _list(draw, len(first[1]))
    return [
        call("what_if", *first, query, _new_keys(draw, words[:2], first), (words[1], words[2])),
        call("what_if", *_sentence(draw)),
    ]


def check_no_call_remembers_another(submission, reference, draw):
    """After a call with edits, the same sentence asked without edits gives its own answer."""
    sentence = _sentence(draw)
    words = draw.shuffled(sentence[0])
    submission.what_if(*sentence, _list(draw, len(sentence[1])), _new_keys(draw, words[:2], sentence), (words[2],))
    expect(submission.what_if(*sentence), reference.what_if(*sentence))
