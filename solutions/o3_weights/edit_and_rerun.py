"""Try this: a what-if machine for one query."""

from o3_weights.one_query import attend_one


def what_if(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """(weight of each word that stays as a dict, output list) after the edits; what was passed in stays as it was."""
    edits = new_keys or {}
    rows = [
        (word, edits.get(word, key), value)
        for word, key, value in zip(words, keys, values)
        if word not in drop  # before the softmax, so that the others share the 1
    ]
    kept_words, kept_keys, kept_values = zip(*rows)
    _, weights, output = attend_one(query if new_query is None else new_query, kept_keys, kept_values)
    return dict(zip(kept_words, weights)), output
