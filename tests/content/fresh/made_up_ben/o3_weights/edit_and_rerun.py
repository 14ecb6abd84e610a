from o3_weights.one_query import attend_one


def what_if(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    K = dict(zip(words, keys)) | (new_keys or {})
    stay, V = zip(*((w, v) for w, v in zip(words, values) if w not in drop))
    _, weights, output = attend_one(query if new_query is None else new_query, [K[w] for w in stay], V)
    return dict(zip(stay, weights)), output
