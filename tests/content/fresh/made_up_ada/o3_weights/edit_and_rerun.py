from o3_weights.one_query import attend_one


def what_if(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    if new_query is None:
        q = list(query)
    else:
        q = list(new_query)
    if new_keys is None:
        new_keys = {}
    kept_words = []
    kept_keys = []
    kept_values = []
    for i in range(len(words)):
        word = words[i]
        if word in drop:
            continue
        kept_words.append(word)
        if word in new_keys:
            kept_keys.append(list(new_keys[word]))
        else:
            kept_keys.append(list(keys[i]))
        kept_values.append(list(values[i]))
    scores, weights, output = attend_one(q, kept_keys, kept_values)
    table = {}
    for i in range(len(kept_words)):
        table[kept_words[i]] = weights[i]
    return table, output
