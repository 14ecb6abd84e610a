"""What do eight heads cost?

The original Transformer has 8 heads of 64 numbers, so d_model = 512. Is that eight times as dear as one head of 512 numbers? Count the
learned numbers, and count the multiplications. A matrix product of (a, b) with (b, c) costs a·b·c multiplications: one per number of the
sum, for each of the a·c entries. A matrix of a rows and c columns has a·c learned numbers.

    all heads together:   W_Q and W_K  d_model -> h·d_k       W_V  d_model -> h·d_v       W_O  h·d_v -> d_model
    bias:                 one further learned number per output of each of these four

    mha_params(512, 8)  ->  1048576
    mha_multiplications(10, 8, 2)  ->  {"project": 1920, "scores": 800, "blend": 800, "output": 640, "exponentials": 200}

What the five counts are (n queries, n_k keys; n_k = n unless given, as in cross-attention; here d_k = d_v = d_model/h):
- project: the n queries through W_Q, and the n_k tokens that are looked at through W_K and W_V
- scores: in every head each query times each key (the division by √d_k is not counted)
- blend: in every head the weights times the values
- output: the n joined rows through W_O
- exponentials: the softmax takes one e^x per score, in every head

Good to know
- Without d_k or d_v that size is d_model // h; h divides d_model then. With them, h·d_k need not be d_model.
- All results are whole numbers; the second function returns a dict with exactly these five keys.
- Compare h = 1 with h = 8: which counts change? (Divisions and the memory for the tables grow with the exponentials.)
- Plain Python: no numpy here.
"""


def mha_params(d_model, h, d_k=None, d_v=None, bias=False):
    """How many learned numbers a layer of h heads has."""
    # TODO: add up the sizes of the four matrices. With bias, add how many numbers each of them puts out.
    raise NotImplementedError


def mha_multiplications(n, d_model, h, n_k=None):
    """How many multiplications and exponentials a layer of h heads needs: a dict of five counts."""
    # TODO: which matrices are multiplied in each step? In one head a query has d_model // h numbers.
    raise NotImplementedError
