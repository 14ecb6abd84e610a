"""Settings that would break the sum of points: nan, infinite, negative, unknown names, names twice, separators in a name. Class A36."""

REFUSED = {
    "nan": "points: {softmax-rows: .nan}",
    "infinite": "points: {softmax-rows: .inf}",
    "too large to be added": "points: {softmax-rows: 1.0e308}",
    "too large for a float": "points: {softmax-rows: 100000000000000000000000000000}",
    "negative": "points: {softmax-rows: -5}",
    "text": "points: {softmax-rows: '15'}",
    "unknown": "points: {'softmax-rows/../x': 5}",
    "twice": "exercises: [softmax-rows, softmax-rows]",
    "key twice": "points: {softmax-rows: 1, softmax-rows: 2}",
    "separator": "exercises: ['softmax-rows,one-query']",
    "true": "points: {softmax-rows: true}",
}
