from o3_weights.one_query import attend_one


def multiply(X, W):
    result = []
    for x in X:
        row = []
        for j in range(len(W[0])):
            total = 0.0
            for i in range(len(x)):
                total += x[i] * W[i][j]
            row.append(total)
        result.append(row)
    return result


def causal_allowed(n):
    grid = []
    for i in range(n):
        row = []
        for j in range(n):
            row.append(j <= i)
        grid.append(row)
    return grid


def self_attention(X, W_Q, W_K, W_V, causal=False):
    Q = multiply(X, W_Q)
    K = multiply(X, W_K)
    V = multiply(X, W_V)
    n = len(X)
    A = []
    output = []
    for i in range(n):
        seen = n
        if causal:
            seen = i + 1
        scores, weights, out = attend_one(Q[i], K[:seen], V[:seen])
        A.append(weights + [0.0] * (n - seen))
        output.append(out)
    return A, output


def count_zeros(A):
    count = 0
    for row in A:
        for cell in row:
            if cell == 0:
                count += 1
    return count


def zeros_for(n):
    return n * (n - 1) // 2
