def vec_mat(x, W):
    if len(x) != len(W):
        raise ValueError("x and W do not fit")
    result = []
    for j in range(len(W[0])):
        total = 0
        for i in range(len(x)):
            total += x[i] * W[i][j]
        result.append(total)
    return result


def qkv_one(x, W_Q, W_K, W_V):
    return vec_mat(x, W_Q), vec_mat(x, W_K), vec_mat(x, W_V)
