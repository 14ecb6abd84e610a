"""One query, any number of keys."""

import math
from o3_weights.softmax_by_hand import softmax


def attend_one(query, keys, values):
    """(scores, weights, output) of one query: a score and a weight per key, and an output as long as one value."""
    table = {i: {"key": key, "value": value} for i, (key, value) in enumerate(zip(keys, values))}
    for entry in table.values():
        entry["score"] = sum([query[j] * entry["key"][j] for j in range(len(query))]) / math.sqrt(
            len(query)
        )
    scores = [table[i]["score"] for i in sorted(table)]
    for i, w in enumerate(softmax(scores)):
        table[i]["weight"] = w
    output = [
        sum([entry["weight"] * entry["value"][j] for entry in table.values()])
        for j in range(len(values[0]))
    ]
    return (scores, [table[i]["weight"] for i in sorted(table)], output)
