"""Known wrong ways of edit-and-rerun."""

import math

from o3_weights.one_query import attend_one

from grader.checks.variants import wrong

ANSWERS = {}
SEEN = []
LAST = {}


def right(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """A right answer, for mistakes that lie elsewhere."""
    query = query if new_query is None else new_query
    keys = [(new_keys or {}).get(word, key) for word, key in zip(words, keys)]
    stay = [i for i, word in enumerate(words) if word not in drop]
    weights, output = attend_one(query, [keys[i] for i in stay], [values[i] for i in stay])[1:]
    return {words[i]: w for i, w in zip(stay, weights)}, output


def blend(weights, values):
    """The weighted sum of the values."""
    return [sum(w * v[j] for w, v in zip(weights, values)) for j in range(len(values[0]))]


# --- new query -----------------------------------------------------------------------------------------------------


@wrong("slip-formula", fails=("check_new_query", "check_edits_together"), replaces="what_if")
def ignores_the_new_query(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Takes the old query, whatever the new one."""
    return right(words, query, keys, values, None, new_keys, drop)


@wrong("slip-formula", fails=("check_new_query", "check_edits_together"), replaces="what_if")
def new_query_never_used(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Reads new_query and then passes the old query on."""
    asked = query if new_query is None else new_query
    keys = [new_keys[w] if new_keys and w in new_keys else k for w, k in zip(words, keys)]
    rows = [row for row in zip(words, keys, values) if row[0] not in drop]
    _, weights, output = attend_one(query if asked else [], [r[1] for r in rows], [r[2] for r in rows])
    return {r[0]: w for r, w in zip(rows, weights)}, output


@wrong("slip-formula", fails=("check_new_query", "check_edits_together"), replaces="what_if")
def new_query_added(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Adds the new query to the old one instead of replacing it."""
    if new_query is not None:
        query = [a + b for a, b in zip(query, new_query)]
    return right(words, query, keys, values, None, new_keys, drop)


@wrong("slip-formula", fails=("check_new_query", "check_edits_together"), replaces="what_if")
def new_query_on_top(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """The scores of both queries are added up."""
    extra = [0] * len(query) if new_query is None else new_query
    both = [query[i] + extra[i] for i in range(len(query))]
    return right(words, query, keys, values, both, new_keys, drop)


@wrong("sharper-is-better", fails=("check_new_query",), replaces="what_if")
def only_the_direction_counts(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Brings the new query to the length of the old one, as if its size were of no matter."""
    if new_query is not None:
        factor = math.hypot(*query) / math.hypot(*new_query)
        new_query = [factor * x for x in new_query]
    return right(words, query, keys, values, new_query, new_keys, drop)


@wrong("sharper-is-better", fails=("check_new_query",), replaces="what_if")
def new_query_normalised(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Makes a unit vector of the new query, and gives it the old norm."""
    if new_query:
        old, new = sum(x * x for x in query) ** 0.5, sum(x * x for x in new_query) ** 0.5
        query = [x / new * old for x in new_query]
    return right(words, query, keys, values, None, new_keys, drop)


# --- new keys ------------------------------------------------------------------------------------------------------


@wrong("blend-the-keys", fails=("check_new_keys", "check_edits_together"), replaces="what_if")
def changes_the_value(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Puts the new key in place of the value: the weights stay, and the output moves."""
    width = len(values[0])
    fitted = {w: (list(k) + [0.0] * width)[:width] for w, k in (new_keys or {}).items()}
    values = [fitted.get(word, value) for word, value in zip(words, values)]
    return right(words, query, keys, values, new_query, None, drop)


@wrong("blend-the-keys", fails=("check_new_keys", "check_edits_together"), replaces="what_if")
def overwrites_the_value(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Takes the new keys for what the words pass on."""
    table = dict(zip(words, values))
    for word, key in (new_keys or {}).items():
        table[word] = [key[j] if j < len(key) else 0.0 for j in range(len(values[0]))]
    return right(words, query, keys, [table[word] for word in words], new_query, {}, drop)


@wrong("blend-the-keys", fails=("check_new_keys", "check_edits_together"), replaces="what_if")
def changes_key_and_value(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Changes the key, and the value with it."""
    width = len(values[0])
    fitted = {w: (list(k) + [0.0] * width)[:width] for w, k in (new_keys or {}).items()}
    values = [fitted.get(word, value) for word, value in zip(words, values)]
    return right(words, query, keys, values, new_query, new_keys, drop)


@wrong("blend-the-keys", fails=("check_new_keys", "check_edits_together"), replaces="what_if")
def one_vector_per_word(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Key and value are the same thing: a new one replaces both."""
    values = list(values)
    for i, word in enumerate(words):
        if word in (new_keys or {}):
            values[i] = [new_keys[word][j] if j < len(new_keys[word]) else 0.0 for j in range(len(values[i]))]
    return right(words, query, keys, values, new_query, new_keys, drop)


@wrong("slip-off-by-one", fails=("check_new_keys",), replaces="what_if")
def first_new_key_only(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Only the first entry of new_keys is used."""
    first = dict(list((new_keys or {}).items())[:1])
    return right(words, query, keys, values, new_query, first, drop)


@wrong("slip-off-by-one", fails=("check_new_keys",), replaces="what_if")
def stops_after_one_key(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """A break ends the loop after the first new key."""
    keys = list(keys)
    for word in new_keys or {}:
        keys[words.index(word)] = new_keys[word]
        break
    return right(words, query, keys, values, new_query, None, drop)


# --- dropped words -------------------------------------------------------------------------------------------------


@wrong("mask-after-softmax", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def dropped_after_the_softmax(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Leaves the words out after the softmax: the other weights add up to less than 1."""
    weights, _ = right(words, query, keys, values, new_query, new_keys)
    kept = {word: w for word, w in weights.items() if word not in drop}
    return kept, blend(kept.values(), [v for word, v in zip(words, values) if word not in drop])


@wrong("mask-after-softmax", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def deleted_from_the_dict(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Works everything out, then deletes the dropped words from the dict and their share from the output."""
    weights, output = right(words, query, keys, values, new_query, new_keys)
    for word in drop:
        w, value = weights.pop(word), values[words.index(word)]
        output = [o - w * v for o, v in zip(output, value)]
    return weights, output


@wrong("mask-after-softmax", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def deleted_from_the_dict_only(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """The dropped words vanish from the dict, and stay in the output."""
    weights, output = right(words, query, keys, values, new_query, new_keys)
    return {word: weights[word] for word in words if word not in drop}, output


@wrong("mask-after-softmax", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def popped_from_the_answer(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Takes the dropped words out of the finished answer."""
    answer = right(words, query, keys, values, new_query, new_keys)
    for word in drop:
        del answer[0][word]
    return answer


@wrong("mask-after-softmax", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def weights_of_the_whole_sentence(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """The output is made without the dropped words, but the weights that are returned are those of the whole sentence."""
    weights, _ = right(words, query, keys, values, new_query, new_keys)
    _, output = right(words, query, keys, values, new_query, new_keys, drop)
    return {word: w for word, w in weights.items() if word not in drop}, output


@wrong("mask-after-softmax", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def only_the_output_made_one_again(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Divides the output by the total of the weights that are left, and not the weights."""
    weights, _ = right(words, query, keys, values, new_query, new_keys)
    kept = [word for word in words if word not in drop]
    output = blend([weights[word] for word in kept], [v for word, v in zip(words, values) if word in kept])
    left = sum(weights[word] for word in kept)
    return {word: weights[word] for word in kept}, [o / left for o in output]


@wrong("mask-after-softmax", fails=("check_dropped_words",), replaces="what_if")
def shares_of_what_is_left(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Leaves the words out after the softmax and divides by what is left: nothing is, if a dropped word was the best match by far."""
    weights, _ = right(words, query, keys, values, new_query, new_keys)
    kept = {word: w for word, w in weights.items() if word not in drop}
    left = sum(kept.values()) or 1.0
    kept = {word: w / left for word, w in kept.items()}
    return kept, blend(kept.values(), [v for word, v in zip(words, values) if word not in drop])


@wrong("mask-after-softmax", fails=("check_dropped_words",), replaces="what_if")
def output_and_weights_made_one_again(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Takes the dropped share out of the finished answer, and stretches the rest to 1."""
    weights, _ = right(words, query, keys, values, new_query, new_keys)
    rows = [(word, weights[word], v) for word, v in zip(words, values) if word not in drop]
    left = math.fsum(w for _, w, _ in rows)
    if left == 0.0:
        left = 1.0
    output = [o / left for o in blend([w for _, w, _ in rows], [v for _, _, v in rows])]
    return {word: w / left for word, w, _ in rows}, output


@wrong("zero-score-zero-weight", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def dropped_gets_a_zero_key(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Gives a dropped word a key of zeros, and hides it: its weight is e^0 over the total, not 0."""
    edits = {**(new_keys or {}), **{word: [0.0] * len(query) for word in drop}}
    weights, output = right(words, query, keys, values, new_query, edits)
    return {word: w for word, w in weights.items() if word not in drop}, output


@wrong("zero-score-zero-weight", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def dropped_key_times_zero(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Multiplies the keys of dropped words by 0, which leaves them in the total."""
    keys = [(new_keys or {}).get(w, k) for w, k in zip(words, keys)]
    keys = [[x * (w not in drop) for x in k] for w, k in zip(words, keys)]
    _, weights, output = attend_one(new_query or query, keys, values)
    return {w: x for w, x in zip(words, weights) if w not in drop}, output


@wrong("zero-score-zero-weight", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def zero_key_until_it_gets_a_new_one(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Gives dropped words a key of zeros, which a new key replaces, and leaves them out of the dict."""
    keys = [[0.0] * len(key) if word in drop else key for word, key in zip(words, keys)]
    weights, output = right(words, query, keys, values, new_query, new_keys)
    return {word: w for word, w in weights.items() if word not in drop}, output


@wrong("zero-score-zero-weight", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def nothing_to_say_scores_nothing(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """A dropped word without a new key answers with zeros, and is hidden."""
    edits = {word: [0.0] * len(query) for word in drop}
    edits.update(new_keys or {})
    weights, output = right(words, query, keys, values, new_query, edits)
    for word in drop:
        del weights[word]
    return weights, output


@wrong("slip-shapes", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def values_of_the_first_words(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Takes the keys of the kept words, and the values of as many words from the start."""
    weights, _ = right(words, query, keys, values, new_query, new_keys, drop)
    return weights, blend(list(weights.values()), values)


@wrong("slip-shapes", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def zip_with_all_values(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """zip of fewer weights and all values is cut without a word."""
    weights, _ = right(words, query, keys, values, new_query, new_keys, drop)
    output = [0.0] * len(values[0])
    for w, value in zip(weights.values(), values):
        output = [o + w * x for o, x in zip(output, value)]
    return weights, output


@wrong("slip-reading", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def dropped_words_listed_with_zero(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Lists dropped words with weight 0."""
    weights, output = right(words, query, keys, values, new_query, new_keys, drop)
    return {**dict.fromkeys(words, 0.0), **weights}, output


@wrong("slip-reading", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def every_word_in_the_dict(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Every word of the sentence gets an entry, dropped ones too."""
    weights, output = right(words, query, keys, values, new_query, new_keys, drop)
    return {word: weights.get(word, 0.0) for word in words}, output


@wrong("mask-on-tokens", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def dropped_value_is_zero(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Zeroes the value of a dropped word; it still takes its share of the weight and stands in the dict."""
    values = [[0.0] * len(v) if w in drop else v for w, v in zip(words, values)]
    return right(words, query, keys, values, new_query, new_keys)


@wrong("mask-on-tokens", fails=("check_dropped_words", "check_edits_together"), replaces="what_if")
def dropped_value_times_zero(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """A factor 0 or 1 before every value; the keys are all still there."""
    kept = [0 if word in drop else 1 for word in words]
    weights, _ = right(words, query, keys, values, new_query, new_keys)
    return weights, blend([k * weights[word] for k, word in zip(kept, words)], values)


@wrong("slip-off-by-one", fails=("check_dropped_words",), replaces="what_if")
def first_word_dropped_only(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Only the first word of drop is left out."""
    return right(words, query, keys, values, new_query, new_keys, drop[:1])


@wrong("slip-off-by-one", fails=("check_dropped_words",), replaces="what_if")
def drop_compared_with_its_first(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Compares every word with drop[0]."""
    gone = drop[0] if drop else None
    rows = [(w, (new_keys or {}).get(w, k), v) for w, k, v in zip(words, keys, values) if w != gone]
    _, weights, output = attend_one(new_query or query, [r[1] for r in rows], [r[2] for r in rows])
    return {row[0]: weight for row, weight in zip(rows, weights)}, output


@wrong("slip-formula", fails=("check_dropped_words",), replaces="what_if")
def parts_of_dropped_words_dropped(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Looks for the word in the names of the dropped ones joined together: "he" goes with "the"."""
    return right(words, query, keys, values, new_query, new_keys, [w for w in words if w in " ".join(drop)])


@wrong("slip-formula", fails=("check_dropped_words",), replaces="what_if")
def parts_of_dropped_words_dropped_any(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Asks whether the word stands in a dropped one, and not whether it is one."""
    rows = [(w, (new_keys or {}).get(w, k), v) for w, k, v in zip(words, keys, values) if not any(w in name for name in drop)]
    _, weights, output = attend_one(new_query or query, [r[1] for r in rows], [r[2] for r in rows])
    return dict(zip([r[0] for r in rows], weights)), output


@wrong("slip-formula", fails=("check_dropped_words",), replaces="what_if")
def longer_words_dropped_loop(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Looks for dropped names with `find`, which finds them in longer words as well."""
    gone = []
    for word in words:
        for name in drop:
            if word.find(name) >= 0:
                gone.append(word)
    return right(words, query, keys, values, new_query, new_keys, gone)


@wrong("slip-formula", fails=("check_dropped_words",), replaces="what_if")
def longer_words_dropped_too(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Drops every word in which the name of a dropped one is found."""
    gone = {word for word in words for name in drop if name in word}
    return right(words, query, keys, values, new_query, new_keys, gone)


# --- edits together ------------------------------------------------------------------------------------------------


@wrong("slip-order", fails=("check_edits_together",), replaces="what_if")
def one_edit_per_call(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """if / elif / elif: the first kind of edit wins, and the others are forgotten."""
    if new_query is not None:
        return right(words, new_query, keys, values)
    elif new_keys is not None:
        return right(words, query, keys, values, None, new_keys)
    elif drop:
        return right(words, query, keys, values, None, None, drop)
    else:
        return right(words, query, keys, values)


@wrong("slip-order", fails=("check_edits_together",), replaces="what_if")
def returns_after_the_first_edit(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Each kind of edit has a return of its own."""
    if new_query:
        _, weights, output = attend_one(new_query, keys, values)
        return dict(zip(words, weights)), output
    if new_keys:
        keys = [new_keys.get(word, key) for word, key in zip(words, keys)]
        _, weights, output = attend_one(query, keys, values)
        return dict(zip(words, weights)), output
    return right(words, query, keys, values, drop=drop)


@wrong("slip-order", fails=("check_edits_together",), replaces="what_if")
def edited_words_come_back(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Drops first and edits afterwards: a new key brings a dropped word back."""
    table = {word: (key, value) for word, key, value in zip(words, keys, values) if word not in drop}
    for word, key in (new_keys or {}).items():
        table[word] = (key, values[words.index(word)])
    kept = list(table)
    return right(kept, query, [table[w][0] for w in kept], [table[w][1] for w in kept], new_query)


@wrong("slip-order", fails=("check_edits_together",), replaces="what_if")
def new_key_beats_drop(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """A word with a new key stays, though it is in drop."""
    edits = new_keys or {}
    gone = [word for word in drop if word not in edits]
    return right(words, query, keys, values, new_query, edits, gone)


# --- the caller's data, memory -------------------------------------------------------------------------------------


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def edits_the_callers_keys(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Writes the new keys into the caller's list."""
    for word, key in (new_keys or {}).items():
        keys[words.index(word)] = key
    return right(words, query, keys, values, new_query, None, drop)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def edits_the_callers_keys_by_position(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """keys[i] = ... in a loop, on the list it was given."""
    for i in range(len(words)):
        if new_keys and words[i] in new_keys:
            keys[i] = list(new_keys[words[i]])
    return right(words, query, keys, values, new_query, None, drop)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def deletes_from_the_callers_lists(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Deletes dropped words from the lists it was given."""
    for word in drop:
        i = words.index(word)
        del words[i], keys[i], values[i]
    return right(words, query, keys, values, new_query, new_keys)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def pops_from_the_callers_lists(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """pop() takes the dropped words out of the caller's sentence."""
    for i in reversed(range(len(words))):
        if words[i] in drop:
            for part in (words, keys, values):
                part.pop(i)
    return right(words, query, keys, values, new_query, new_keys)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def pops_new_keys_of_dropped_words(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Takes the new keys of dropped words out of the dict it was given."""
    for word in drop:
        (new_keys or {}).pop(word, None)
    return right(words, query, keys, values, new_query, new_keys, drop)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def deletes_needless_new_keys(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """del new_keys[word] for a word that is dropped anyway."""
    for word in list(new_keys or ()):
        if word in drop:
            del new_keys[word]
    return right(words, query, keys, values, new_query, new_keys, drop)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def new_query_over_the_old_one(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """query[:] = new_query writes over the caller's query."""
    if new_query is not None:
        query[:] = new_query
    return right(words, query, keys, values, None, new_keys, drop)


@wrong("slip-mutates-input", fails=("check_inputs_stay_as_they_are",), replaces="what_if")
def new_query_number_by_number(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """The new numbers are put into the list that held the old ones."""
    for i, x in enumerate(new_query or ()):
        query[i] = x
    return right(words, query, keys, values, None, new_keys, drop)


@wrong("slip-memory", fails=("check_no_call_remembers_another",), replaces="what_if")
def remembers_the_first_answer(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Keeps answers by sentence: the same sentence with other edits gets the old answer."""
    name = tuple(words)
    if name not in ANSWERS:
        ANSWERS[name] = right(words, query, keys, values, new_query, new_keys, drop)
    return ANSWERS[name]


@wrong("slip-memory", fails=("check_no_call_remembers_another",), replaces="what_if")
def looks_up_old_answers(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """A list of past sentences and their answers, searched first."""
    for sentence, answer in SEEN:
        if sentence == words:
            return answer
    SEEN.append((list(words), right(words, query, keys, values, new_query, new_keys, drop)))
    return SEEN[-1][1]


@wrong("slip-memory", fails=("check_no_call_remembers_another",), replaces="what_if")
def edits_pile_up(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Keeps the new keys in a module-wide dict, so that they hold for later calls too."""
    LAST.update(new_keys or {})
    return right(words, query, keys, values, new_query, LAST, drop)


@wrong("slip-memory", fails=("check_no_call_remembers_another",), replaces="what_if")
def edits_in_a_default(words, query, keys, values, new_query=None, new_keys=None, drop=(), known={}):
    """A dict as a default value lives on from call to call."""
    for word in new_keys or {}:
        known[word] = new_keys[word]
    keys = [known[w] if w in known else k for w, k in zip(words, keys)]
    return right(words, query, keys, values, new_query, None, drop)


# --- the rest ------------------------------------------------------------------------------------------------------


@wrong(
    "scale-by-dk",
    fails=("check_new_query", "check_new_keys", "check_dropped_words", "check_edits_together", "check_no_call_remembers_another"),
    replaces="what_if",
)
def own_attention_without_scale(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Does the attention itself, and leaves the division by √d_k out."""
    q = [x * math.sqrt(len(query)) for x in (query if new_query is None else new_query)]
    return right(words, q, keys, values, None, new_keys, drop)


@wrong(
    "scale-by-dk",
    fails=("check_new_query", "check_new_keys", "check_dropped_words", "check_edits_together", "check_no_call_remembers_another"),
    replaces="what_if",
)
def own_attention_raw_scores(words, query, keys, values, new_query=None, new_keys=None, drop=()):
    """Softmax of raw scores, written out."""
    q = new_query or query
    powers = {}
    for word, key in zip(words, keys):
        if word not in drop:
            key = new_keys[word] if new_keys and word in new_keys else key
            powers[word] = math.exp(sum(a * b for a, b in zip(q, key)))
    total = sum(powers.values())
    weights = {word: p / total for word, p in powers.items()}
    return weights, blend(weights.values(), [v for w, v in zip(words, values) if w in weights])
