"""Checks of same-word-same-vector."""

from grader.checks.api import all_of, call, cases, fresh, unchanged

LESSON = ["the", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too"]
WORDS = ["zebu", "plum", "quilt", "sank", "over", "grey", "lamp"]


def _table(draw, words, d):
    return dict(zip(words, draw.normal(len(words), d).tolist(), strict=True))


@cases()
def check_same_word_gets_the_same_vector(draw):
    """Every token gets exactly the vector that the table has for its word, wherever the word stands and however often."""
    n, d = draw.sizes("n d", 3, 7)
    table = _table(draw, WORDS, d)
    repeated = draw.choice(WORDS)
    tokens = [draw.choice(WORDS) for _ in range(n)] + [repeated, "over", repeated]
    lesson = _table(draw, [*dict.fromkeys(LESSON), "tired", "wide"], d)
    whole = {word: [draw.whole(-4, 4) for _ in range(d)] for word in WORDS}
    return [
        call("static_embed", ["it", "was", "it"], {"it": [1.0, 2.0], "was": [0.0, 5.0]}, public_=True),
        call("static_embed", tokens, table),
        call("static_embed", [*LESSON, "tired"], lesson),
        call("static_embed", [*LESSON, "wide"], lesson),
        call("static_embed", tokens, whole),
        call("static_embed", ["lamp"], table),
    ]


@cases()
def check_context_is_mixed_in(draw):
    """Every token keeps 1 - share of itself and takes `share` of the average of the whole sentence, near or far."""
    n, d = draw.sizes("n d", 3, 7)
    X = draw.normal(n, d).tolist()
    X.insert(draw.whole(0, n), list(X[0]))
    return [
        call("mix_with_context", [[0.0, 2.0], [4.0, 6.0]], 0.5, public_=True),
        call("mix_with_context", X, draw.number(0.15, 0.4)),
        call("mix_with_context", X, draw.number(0.6, 0.85)),
        call("mix_with_context", [[1, -2, 3], [4, 0, -1]], draw.number(0.15, 0.4)),
        call("mix_with_context", draw.normal(40, d).tolist(), draw.number(0.15, 0.4)),
    ]


@cases()
def check_share_zero_and_one(draw):
    """With share 0 nothing changes; with share 1 every row becomes the average."""
    n, d = draw.sizes("n d", 3, 7)
    X = draw.normal(n, d).tolist()
    return [call("mix_with_context", X, share) for share in (0, 0.0, 1, 1.0)]


@cases()
def check_single_token(draw):
    """A token that is alone is its own average, so mixing changes nothing."""
    X = draw.normal(1, draw.size("d", 2, 6)).tolist()
    return [call("mix_with_context", X, draw.number(0.2, 0.8)), call("mix_with_context", X, 1)]


@cases(compare=all_of(fresh(), unchanged()))
def check_result_is_a_copy(draw):
    """Your result is new: the table and X stay as they are, also when the result is changed later."""
    n, d = draw.sizes("n d", 3, 7)
    tokens = [draw.choice(WORDS) for _ in range(n)]
    tokens.insert(draw.whole(0, n), tokens[0])
    X = draw.normal(n, d).tolist()
    return [
        call("static_embed", tokens, _table(draw, WORDS, d)),
        call("mix_with_context", X, 0),
        call("mix_with_context", X, 1),
        call("mix_with_context", X, draw.number(0.2, 0.8)),
        call("mix_with_context", X[:1], draw.number(0.2, 0.8)),
    ]
