"""Known wrong ways of learn-the-query."""

import math

import numpy as np

from grader.checks.variants import wrong


def forward(q, K, V):
    s = K @ q / math.sqrt(len(q))
    e = np.exp(s - s.max())
    w = e / e.sum()
    return w, w @ V


def gradient(q, K, V, target):
    w, out = forward(q, K, V)
    pull = V @ (out - target)
    return (w * (pull - w @ pull)) @ K / math.sqrt(len(q))


def learn_uphill(q, K, V, target, lr, steps, history):
    loss, grad = loss_and_grad(q, K, V, target)
    history = [*history, loss]
    return (q, history) if steps == 0 else learn_uphill(q + lr * grad, K, V, target, lr, steps - 1, history)


def half_square(x):
    return float((x**2).sum() / 2)


@wrong("slip-formula", fails=("check_loss_and_gradient",), replaces="loss_and_grad")
def coupling_ignored(q, K, V, target):
    """Lets a raised score move its own weight alone: w(1 - w), the others stand still."""
    w, out = forward(q, K, V)
    g = out - target
    return half_square(g), (w * (1 - w) * (V @ g)) @ K / math.sqrt(len(q))


@wrong("slip-formula", fails=("check_loss_and_gradient",), replaces="loss_and_grad")
def diagonal_of_the_jacobian(q, K, V, target):
    """Uses only the diagonal of the table of derivatives."""
    w, out = forward(q, K, V)
    J = np.diag(np.diag(np.diag(w) - np.outer(w, w)))
    g = out - target
    return half_square(g), K.T @ (J @ (V @ g)) / np.sqrt(K.shape[1])


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_learns_what_to_look_up"), replaces="loss_and_grad")
def softmax_step_left_out(q, K, V, target):
    """Takes w_i for the derivative of w_i."""
    w, out = forward(q, K, V)
    g = out - target
    return half_square(g), (w * (V @ g)) @ K / math.sqrt(len(q))


@wrong("slip-formula", fails=("check_loss_and_gradient",), replaces="loss_and_grad")
def root_forgotten_on_the_way_back(q, K, V, target):
    """Divides by √d forwards, but not backwards."""
    out = forward(q, K, V)[1]
    return half_square(out - target), gradient(q, K, V, target) * math.sqrt(len(q))


@wrong("slip-formula", fails=("check_loss_and_gradient",), replaces="loss_and_grad")
def scores_without_a_factor_backwards(q, K, V, target):
    """Takes the key itself for the derivative of its score."""
    w, out = forward(q, K, V)
    pull = V @ (out - target)
    return half_square(out - target), K.T @ (w * (pull - (w * pull).sum()))


@wrong("slip-formula", fails=("check_loss_and_gradient",), replaces="loss_and_grad")
def divided_by_d_backwards(q, K, V, target):
    """Divides by d on the way back."""
    out = forward(q, K, V)[1]
    return half_square(out - target), gradient(q, K, V, target) / math.sqrt(len(q))


@wrong("slip-formula", fails=("check_loss_and_gradient",), replaces="loss_and_grad")
def root_applied_twice(q, K, V, target):
    """Scales the gradient by 1/√d once for the scores and once for the keys."""
    w, out = forward(q, K, V)
    g = out - target
    J = np.diag(w) - np.outer(w, w)
    by_score = J @ (V @ g) / np.sqrt(len(q))
    return half_square(g), by_score @ (K / np.sqrt(len(q)))


@wrong(
    "attention-picks-one", fails=("check_loss_and_gradient", "check_huge_scores", "check_learns_what_to_look_up"), replaces="loss_and_grad"
)
def hard_look_up(q, K, V, target):
    """Takes the value of the best key: the gradient is 0."""
    out = V[np.argmax(K @ q)]
    return half_square(out - target), np.zeros(len(q))


@wrong(
    "attention-picks-one", fails=("check_loss_and_gradient", "check_huge_scores", "check_learns_what_to_look_up"), replaces="loss_and_grad"
)
def best_match_only(q, K, V, target):
    """One-hot weights: nothing changes when q changes a little."""
    scores = [float(k @ q) for k in K]
    w = np.array([float(i == scores.index(max(scores))) for i in range(len(K))])
    error = w @ V - target
    return float(error @ error) / 2, 0.0 * q


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_learns_what_to_look_up"), replaces="loss_and_grad")
def gradient_points_down(q, K, V, target):
    """Returns the direction of descent, and the solution's learning climbs."""
    out = forward(q, K, V)[1]
    return half_square(out - target), -gradient(q, K, V, target)


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_huge_scores"), replaces="loss_and_grad")
def no_half(q, K, V, target):
    """The whole squared distance, with the gradient of the half."""
    out = forward(q, K, V)[1]
    return 2 * half_square(out - target), gradient(q, K, V, target)


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_huge_scores"), replaces="loss_and_grad")
def mean_square(q, K, V, target):
    """Divides by the number of outputs as well."""
    out = forward(q, K, V)[1]
    return half_square(out - target) / len(target), gradient(q, K, V, target) / len(target)


@wrong("blend-the-keys", fails=("check_loss_and_gradient", "check_learns_what_to_look_up"), replaces="loss_and_grad")
def pull_of_the_keys(q, K, V, target):
    """Takes the derivative of every weight through its value, and forgets that the query meets the keys."""
    w, out = forward(q, K, V)
    pull = V @ (out - target)
    by_score = w * (pull - w @ pull)
    padded = np.zeros((len(V), max(V.shape[1], len(q))))
    padded[:, : V.shape[1]] = V
    return half_square(out - target), by_score @ padded[:, : len(q)] / math.sqrt(len(q))


@wrong("blend-the-keys", fails=("check_loss_and_gradient", "check_learns_what_to_look_up"), replaces="loss_and_grad")
def values_in_place_of_keys(q, K, V, target):
    """Multiplies the derivatives of the scores by the values."""
    w, out = forward(q, K, V)
    g = out - target
    by_score = (np.diag(w) - np.outer(w, w)) @ V @ g
    grad = np.zeros(len(q))
    for a in range(min(len(q), V.shape[1])):
        grad[a] = (by_score * V[:, a]).sum() / math.sqrt(len(q))
    return half_square(g), grad


@wrong("slip-stability", fails=("check_huge_scores",), replaces="loss_and_grad")
def no_maximum(q, K, V, target):
    """Takes e to the scores as they are."""
    e = np.exp(K @ q / math.sqrt(len(q)))
    w = e / e.sum()
    g = w @ V - target
    pull = V @ g
    return half_square(g), (w * (pull - w @ pull)) @ K / math.sqrt(len(q))


@wrong("slip-formula", fails=("check_step_follows_your_gradient", "check_learns_what_to_look_up"), replaces="learn_query")
def climbs(K, V, target, q0, lr=1.0, steps=300):
    """Adds the gradient: the loss grows."""
    q, history = np.array(q0, float), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q + lr * grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-formula", fails=("check_step_follows_your_gradient",), replaces="learn_query")
def learning_rate_ignored(K, V, target, q0, lr=1.0, steps=300):
    """Always takes the whole gradient off."""
    q, history = np.array(q0, float), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-formula", fails=("check_learns_what_to_look_up",), replaces="learn_query")
def one_gradient_for_all_steps(K, V, target, q0, lr=1.0, steps=300):
    """Works the gradient out once and goes on in that direction."""
    q = np.array(q0, float)
    loss, grad = loss_and_grad(q, K, V, target)
    history = [loss]
    for _ in range(steps):
        q = q - lr * grad
        history.append(loss_and_grad(q, K, V, target)[0])
    return q, history


@wrong("slip-off-by-one", fails=("check_history_holds_every_loss", "check_learns_what_to_look_up"), replaces="learn_query")
def last_loss_missing(K, V, target, q0, lr=1.0, steps=300):
    """Notes one loss per step, and none for the result."""
    q, history = np.array(q0, float), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - lr * grad
    return q, history


@wrong("slip-off-by-one", fails=("check_history_holds_every_loss",), replaces="learn_query")
def last_loss_twice(K, V, target, q0, lr=1.0, steps=300):
    """Repeats the loss of the last step in place of that of the result."""
    q, history = np.array(q0, float), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - lr * grad
    return q, [*history, history[-1] if history else loss_and_grad(q, K, V, target)[0]]


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="learn_query")
def q0_changed_in_place(K, V, target, q0, lr=1.0, steps=300):
    """Takes the steps on the caller's own q0, unless it holds whole numbers."""
    q = q0 if q0.dtype.kind == "f" else q0.astype(float)
    history = []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q -= lr * grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-dtype", fails=("check_whole_numbers_to_start_from",), replaces="learn_query")
def whole_numbers_never_move(K, V, target, q0, lr=1.0, steps=300):
    """Keeps the type of q0: whole numbers are cut off after every step."""
    q, history = q0.copy(), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q[...] = q - lr * grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-dtype", fails=("check_whole_numbers_to_start_from",), replaces="learn_query")
def minus_equals_on_whole_numbers(K, V, target, q0, lr=1.0, steps=300):
    """Subtracts floats from an array of whole numbers in place, which numpy refuses."""
    q = np.array(q0)
    history = [loss_and_grad(q, K, V, target)[0]]
    for _ in range(steps):
        q -= lr * loss_and_grad(q, K, V, target)[1]
        history.append(loss_and_grad(q, K, V, target)[0])
    return q, history


@wrong(
    "sharper-is-better",
    fails=("check_step_follows_your_gradient", "check_history_holds_every_loss", "check_learns_what_to_look_up"),
    replaces="learn_query",
)
def starts_from_a_sharp_guess(K, V, target, q0, lr=1.0, steps=300):
    """Begins with a hundred times the key of the nearest value: saturated, nothing moves any more."""
    q = 100.0 * K[np.argmax(K @ np.ones(K.shape[1]))] + q0
    history = []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - lr * grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong(
    "sharper-is-better",
    fails=("check_step_follows_your_gradient", "check_history_holds_every_loss", "check_learns_what_to_look_up"),
    replaces="learn_query",
)
def sharp_from_the_beginning(K, V, target, q0, lr=1.0, steps=300):
    """Adds a very sharp query to the start, to be decided early."""
    best = max(range(len(K)), key=lambda i: K[i].sum())
    q = np.array(q0, float) + K[best] * 100
    history = [loss_and_grad(q, K, V, target)[0]]
    for _ in range(steps):
        q = q - lr * loss_and_grad(q, K, V, target)[1]
        history.append(loss_and_grad(q, K, V, target)[0])
    return q, history


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_learns_what_to_look_up"), replaces="loss_and_grad")
def weights_for_their_derivative(q, K, V, target):
    """Leaves out that the weights add up to 1."""
    w, out = forward(q, K, V)
    grad = sum(w[i] * (V[i] @ (out - target)) * K[i] for i in range(len(K))) / math.sqrt(len(q))
    return half_square(out - target), grad


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_learns_what_to_look_up"), replaces="loss_and_grad")
def target_minus_output(q, K, V, target):
    """Takes target - output for the derivative of the loss."""
    w, out = forward(q, K, V)
    error = target - out
    J = np.diag(w) - np.outer(w, w)
    return half_square(error), K.T @ (J @ (V @ error)) / math.sqrt(len(q))


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_huge_scores"), replaces="loss_and_grad")
def squared_distance(q, K, V, target):
    """Forgets the ½ of the loss."""
    w, out = forward(q, K, V)
    return float(np.sum((out - target) ** 2)), gradient(q, K, V, target)


@wrong("slip-formula", fails=("check_loss_and_gradient", "check_huge_scores"), replaces="loss_and_grad")
def average_over_the_outputs(q, K, V, target):
    """Takes the mean of the squares."""
    out = forward(q, K, V)[1]
    d_v = len(out)
    return float(np.mean((out - target) ** 2)) / 2, gradient(q, K, V, target) / d_v


@wrong("slip-stability", fails=("check_huge_scores",), replaces="loss_and_grad")
def softmax_as_the_formula_stands(q, K, V, target):
    """e^x over the sum of e^x."""
    powers = [np.exp(np.float64(k @ q) / np.sqrt(len(q))) for k in K]
    w = np.array(powers) / sum(powers)
    error = w @ V - target
    return half_square(error), K.T @ ((np.diag(w) - np.outer(w, w)) @ (V @ error)) / np.sqrt(len(q))


@wrong("slip-formula", fails=("check_step_follows_your_gradient", "check_learns_what_to_look_up"), replaces="learn_query")
def uphill(K, V, target, q0, lr=1.0, steps=300):
    """Walks up."""
    return learn_uphill(np.array(q0, float), K, V, target, lr, steps, [])


@wrong("slip-formula", fails=("check_step_follows_your_gradient",), replaces="learn_query")
def always_a_whole_step(K, V, target, q0, lr=1.0, steps=300):
    """Leaves lr out."""
    q = np.array(q0, float)
    history = [loss_and_grad(q, K, V, target)[0]]
    for _ in range(steps):
        q = q - loss_and_grad(q, K, V, target)[1]
        history.append(loss_and_grad(q, K, V, target)[0])
    return q, history


@wrong("slip-formula", fails=("check_learns_what_to_look_up",), replaces="learn_query")
def straight_on_from_the_start(K, V, target, q0, lr=1.0, steps=300):
    """Walks straight on in the first direction."""
    start = np.array(q0, float)
    direction = loss_and_grad(start, K, V, target)[1]
    path = [start - lr * k * direction for k in range(steps + 1)]
    return path[-1], [loss_and_grad(q, K, V, target)[0] for q in path]


@wrong("slip-off-by-one", fails=("check_history_holds_every_loss", "check_learns_what_to_look_up"), replaces="learn_query")
def as_many_losses_as_steps(K, V, target, q0, lr=1.0, steps=300):
    """Notes the losses before the steps only."""
    q, history = np.array(q0, float), []
    while len(history) < steps:
        loss, grad = loss_and_grad(q, K, V, target)
        q = q - lr * grad
        history += [loss]
    return q, history


@wrong("slip-off-by-one", fails=("check_history_holds_every_loss",), replaces="learn_query")
def loss_of_the_last_but_one(K, V, target, q0, lr=1.0, steps=300):
    """Writes the last loss down twice."""
    q, history = np.array(q0, float), []
    for _ in range(max(1, steps)):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        if steps:
            q = q - lr * grad
    return q, history + history[-1:] if steps else history


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="learn_query")
def steps_on_the_callers_query(K, V, target, q0, lr=1.0, steps=300):
    """Subtracts in place, on q0 itself."""
    q = np.asarray(q0, dtype=float)
    history = [loss_and_grad(q, K, V, target)[0]]
    for _ in range(steps):
        np.subtract(q, lr * loss_and_grad(q, K, V, target)[1], out=q)
        history.append(loss_and_grad(q, K, V, target)[0])
    return q, history


@wrong("slip-dtype", fails=("check_whole_numbers_to_start_from",), replaces="learn_query")
def every_step_cut_off(K, V, target, q0, lr=1.0, steps=300):
    """Turns each query back into the type of q0."""
    q = np.array(q0)
    history = [loss_and_grad(q, K, V, target)[0]]
    for _ in range(steps):
        q = (q - lr * loss_and_grad(q, K, V, target)[1]).astype(q.dtype)
        history.append(loss_and_grad(q, K, V, target)[0])
    return q, history


@wrong("slip-dtype", fails=("check_whole_numbers_to_start_from",), replaces="learn_query")
def in_place_on_a_copy_of_q0(K, V, target, q0, lr=1.0, steps=300):
    """Copies q0, type and all, and subtracts in place."""
    q, history = q0.copy(), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q -= lr * grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-formula", fails=("check_step_follows_your_gradient",), replaces="learn_query")
def gradient_cut_at_one(K, V, target, q0, lr=1.0, steps=300):
    """Cuts the gradient off at 1 and -1, against steps that are too large."""
    q, history = np.array(q0, dtype=float), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - lr * np.clip(grad, -1, 1)
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-formula", fails=("check_step_follows_your_gradient",), replaces="learn_query")
def rests_when_good_enough(K, V, target, q0, lr=1.0, steps=300):
    """Takes no more steps once the loss is below 1e-8."""
    q, history = np.array(q0, dtype=float), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        if loss >= 1e-8:
            q = q - lr * grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-formula", fails=("check_learns_what_to_look_up",), replaces="learn_query")
def three_hundred_steps_at_most(K, V, target, q0, lr=1.0, steps=300):
    """Takes 300 steps for enough, whatever is asked for."""
    q, history = np.array(q0, dtype=float), []
    for _ in range(min(steps, 300)):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        q = q - lr * grad
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-formula", fails=("check_learns_what_to_look_up",), replaces="learn_query")
def gathers_speed(K, V, target, q0, lr=1.0, steps=300):
    """From step 60 on, goes on with nine tenths of the step before."""
    q, history, speed = np.array(q0, dtype=float), [], 0.0
    for step in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(loss)
        speed = grad + (0.9 * speed if step > 60 else 0.0)
        q = q - lr * speed
    return q, [*history, loss_and_grad(q, K, V, target)[0]]


@wrong("slip-formula", fails=("check_history_holds_every_loss",), replaces="learn_query")
def best_loss_so_far(K, V, target, q0, lr=1.0, steps=300):
    """Lists the smallest loss so far, so that the list never rises."""
    q, history = np.array(q0, dtype=float), []
    for _ in range(steps):
        loss, grad = loss_and_grad(q, K, V, target)
        history.append(min([loss, *history]))
        q = q - lr * grad
    return q, [*history, min([loss_and_grad(q, K, V, target)[0], *history])]
