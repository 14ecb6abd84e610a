"""Same word, same vector.

An embedding table knows one fixed list of numbers per word, so "it" starts as the very same vector in every sentence. Write that
look-up. Then let context in, in the crudest way there is: every token keeps `1 - share` of itself and takes `share` of the plain
average of the whole sentence, itself included.

    mean_k      = (sum over all tokens of x_k) / n
    new_row_k   = (1 - share) * x_k + share * mean_k

    static_embed(["it", "was", "it"], {"it": [1.0, 2.0], "was": [0.0, 5.0]})  ->  [[1.0, 2.0], [0.0, 5.0], [1.0, 2.0]]
    mix_with_context([[0.0, 2.0], [4.0, 6.0]], 0.5)  ->  [[1.0, 3.0], [3.0, 5.0]]

Try it on "the animal didn't cross the street because it was too tired" and the same sentence with "wide": the row of "it" (row 7,
counting from 0) is equal before the mixing and different after it.

Good to know
- A table row per token, in the order of the sentence: n tokens give n rows, also when a word comes twice. Every token is in the table.
- share lies between 0 (nothing changes) and 1 (everybody becomes the average). A sentence may consist of a single token.
- Give every token its own list, in both functions: changing a row of your result must change no other row, nor the table, nor X.
- Plain Python: numpy is not allowed here.
"""


def static_embed(tokens, table):
    """The vectors of the tokens, one new list per token (n x d)."""
    # TODO: look every token up, and copy what you find.
    raise NotImplementedError


def mix_with_context(X, share):
    """New rows (n x d): each is (1 - share) of its own row of X and `share` of the average row."""
    # TODO: work out the average row first. The average of [0, 2] and [4, 6] is [2, 4].
    raise NotImplementedError
