"""Try this: a what-if machine.

What if "street" had the key of "animal"? What if the query were three times as long? What if "it" could not look at itself? Write one
function that answers all such questions: it takes the tokens of the lesson, or any others, makes the edits that it is asked for, and
works out the attention of one query anew.

    what_if(["cat", "mat"], [1], [[3], [1]], [[4, 8], [0, 8]], new_keys={"mat": [3]})  ->  ({"cat": 0.5, "mat": 0.5}, [2.0, 8.0])

Shapes: words (n), query (d_k,), keys (n, d_k), values (n, d_v): word i has key i and value i.

    new_query   a list to take in place of the query; None: the query as it is
    new_keys    a dict from a word to its new key; None: all keys as they are. It names words of `words` only
    drop        a tuple of words to leave out, as if they were not in the sentence: drop=("cross",)  (the comma makes it a tuple)

Good to know
- A dropped word is not in the dict; the weights of the others add up to 1. All words differ, and at least one stays.
- Several edits may come in one call, even a new key for a word that is dropped.
- Return a dict from word to weight, and the output as a list of d_v numbers, as one tuple.
- Ask twice, get the same answer twice: the lists and the dict that you were given stay as they are, and no call remembers another.
- Plain Python: the math module is yours to use, numpy is not.
"""

from o3_weights.one_query import attend_one


def what_if(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """(weight of each word that stays as a dict, output list) after the edits; what was passed in stays as it was."""
    # TODO: build new lists with the edits in them, then let attend_one do the rest.
    raise NotImplementedError
