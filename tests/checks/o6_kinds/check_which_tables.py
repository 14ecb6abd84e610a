"""Checks of which-tables."""

from grader.checks.api import call, cases, expect_raises


def _lengths(draw):
    return draw.sizes("n_src n_tgt", 4, 12)


@cases()
def check_table_of_self_attention(draw):
    """In self-attention over the source every source word asks every source word, itself included."""
    return [call("table_facts", "self", *_lengths(draw)), call("table_facts", "self", n_src=1, n_tgt=4)]


@cases()
def check_table_of_masked_self_attention(draw):
    """In masked self-attention over the target a word may see itself and what came before: a triangle with its diagonal is open."""
    return [call("table_facts", "masked self", *_lengths(draw)), call("table_facts", "masked self", 5, 1)]


@cases()
def check_table_of_cross_attention(draw):
    """In cross-attention every target word asks every source word, and all cells are open."""
    few, many = sorted(_lengths(draw))
    worked = call("table_facts", "cross", 5, 3, public_=True)
    return [worked, call("table_facts", "cross", many, few), call("table_facts", "cross", few, many), call("table_facts", "cross", 4, 1)]


@cases(repeat=1)
def check_who_supplies_what(draw):
    """Queries come from the side that is being worked on; keys and values both come from the side that is read."""
    return [call("sources", kind, public_=kind == "cross") for kind in ("cross", "self", "masked self")]


OTHER_KINDS = [
    ["cross-attention", "self-attention", "masked self-attention", "self "],  # begins with a kind
    ["masked", "sel", "cros", "mask", "elf", ""],  # a part of a kind
    ["unmasked self", "not cross", "no self", "un-masked self"],  # ends with a kind
    ["Self", "Cross", "Masked self", "CROSS", "masked Self"],
    [" cross", "self ", " masked self", "cross\n"],
]


def check_unknown_kinds_are_refused(submission, draw):
    """Any other kind raises ValueError, in both functions, even one that is nearly right."""
    for kind in ("causal", "masked_self", "masked-self", *(draw.choice(others) for others in OTHER_KINDS)):
        expect_raises(submission, ValueError, "table_facts", kind, 5, 3)
        expect_raises(submission, ValueError, "sources", kind)
