"""Other correct styles of edit-and-rerun."""

import copy
import math

from o3_weights.one_query import attend_one

from grader.checks.variants import alternative


@alternative("deep copies", replaces="what_if")
def what_if_copies(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Copies everything, then edits the copies in place."""
    words, keys, values = copy.deepcopy(words), copy.deepcopy(keys), copy.deepcopy(values)
    if new_query is not None:
        query = new_query
    if new_keys is not None:
        for word in new_keys:
            keys[words.index(word)] = new_keys[word]
    for word in drop:
        i = words.index(word)
        words.pop(i)
        keys.pop(i)
        values.pop(i)
    scores, weights, output = attend_one(query, keys, values)
    result = {}
    for i in range(len(words)):
        result[words[i]] = weights[i]
    return result, output


@alternative("dict of words", replaces="what_if")
def what_if_dict(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """One dict of keys, one of values."""
    key_of = dict(zip(words, keys)) | (new_keys or {})
    value_of = dict(zip(words, values))
    stay = sorted(set(words) - set(drop))
    weights, output = attend_one(new_query or query, [key_of[w] for w in stay], [value_of[w] for w in stay])[1:]
    return dict(zip(stay, weights)), list(output)


@alternative("written out", replaces="what_if")
def what_if_alone(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Does not import attend_one; returns a list of two."""
    q = query if new_query is None else new_query
    scores = {}
    for word, key in zip(words, keys):
        if word in drop:
            continue
        if new_keys and word in new_keys:
            key = new_keys[word]
        scores[word] = sum(a * b for a, b in zip(q, key)) / math.sqrt(len(q))
    top = max(scores.values())
    total = sum(math.exp(s - top) for s in scores.values())
    weights = {word: math.exp(s - top) / total for word, s in scores.items()}
    output = [0.0] * len(values[0])
    for word, value in zip(words, values):
        for j, x in enumerate(value):
            output[j] += weights.get(word, 0.0) * x
    return [weights, output]


@alternative("index list and generators", replaces="what_if")
def what_if_indices(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Positions that stay; filter and conditional expressions."""
    if new_keys is None:
        new_keys = {}
    stay = list(filter(lambda i: words[i] not in drop, range(len(words))))
    _, w, out = attend_one(
        new_query if new_query is not None else query,
        [new_keys[words[i]] if words[i] in new_keys else keys[i] for i in stay],
        [values[i] for i in stay],
    )
    return {words[i]: w[n] for n, i in enumerate(stay)}, out


@alternative("one edit after the other", replaces="what_if")
def what_if_recursive(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Calls itself once for every edit."""
    if new_query is not None:
        return what_if(words, new_query, keys, values, None, new_keys, drop)
    if new_keys:
        (word, key), *others = new_keys.items()
        changed = [key if w == word else k for w, k in zip(words, keys)]
        return what_if(words, query, changed, values, None, dict(others), drop)
    if drop:
        i = words.index(drop[0])
        parts = [part[:i] + part[i + 1 :] for part in (words, keys, values)]
        return what_if(parts[0], query, parts[1], parts[2], None, None, drop[1:])
    _, weights, output = attend_one(query, keys, values)
    return dict(zip(words, weights)), output


@alternative("fresh", replaces="what_if")
def what_if_fresh(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """From the text alone, clumsily: a list of dicts, edited one after the other."""
    rows = []
    for i in range(len(words)):
        rows.append({"word": words[i], "key": list(keys[i]), "value": list(values[i])})
    question = list(query)
    if new_query != None:  # noqa: E711
        question = list(new_query)
    if new_keys:
        for row in rows:
            for word in new_keys.keys():
                if row["word"] == word:
                    row["key"] = list(new_keys[word])
    kept = []
    for row in rows:
        is_gone = False
        for word in drop:
            if word == row["word"]:
                is_gone = True
        if not is_gone:
            kept.append(row)
    answer = attend_one(question, [row["key"] for row in kept], [row["value"] for row in kept])
    table = {}
    for number, row in enumerate(kept):
        table.update({row["word"]: answer[1][number]})
    return (table, answer[2])
