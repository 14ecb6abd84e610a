"""Prints its inputs and puts them into messages, tracebacks and returned text. Class B51."""

import html

from tests.engine.hostile.handed_in.kit import Place

ECHO = "echo-of-a-hidden-input"
EXPECTED = {
    "echoes-by-message": ("raised", ""),
    "echoes-by-print": ("failed", ""),
    "echoes-by-name": ("raised", ""),
    "echoes-by-value": ("failed", ""),
}
SOURCES = {
    "echoes-by-message": f"def softmax_np(x, axis=-1):\n    raise ValueError('{ECHO}', x.tolist())\n",
    "echoes-by-print": f"def softmax_np(x, axis=-1):\n    print('{ECHO}', x.tolist())\n    return x\n",
    "echoes-by-name": f"def softmax_np(x, axis=-1):\n    raise type('{ECHO} ' + repr(x.tolist())[:200], (Exception,), {{}})()\n",
    "echoes-by-value": f"def softmax_np(x, axis=-1):\n    return '{ECHO} ' + repr(x.tolist())\n",
}


def hand_in(place: Place) -> None:
    for key, source in SOURCES.items():
        place.learner(key, source)


PUBLIC = "[[0.0, 0.0], [0.0, 1.0986123]]"  # the worked example, which everybody may see


def look(texts: dict[str, str]) -> None:
    """What goes back to learners shows nothing of hidden inputs; what the instructor has does."""
    handed_back = {name: text for name, text in texts.items() if name.startswith("learners/") or name == "result.json"}
    assert len(handed_back) > len(SOURCES)
    for name, text in handed_back.items():
        assert ECHO not in html.unescape(text).replace(f"{ECHO} {PUBLIC}", ""), name
    assert ECHO in texts["evidence/echoes-by-print.html"], "the search itself works"
