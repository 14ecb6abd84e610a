"""Texts that a template engine, a format or an eval would run, in a message, a key and a value. Class A40."""

from tests.engine.hostile.handed_in.kit import Place

EXPECTED = {"{{123457*98765}}-{0.__class__}-%n": ("raised", "")}


def hand_in(place: Place) -> None:
    text = "{{ 123457*98765 }} {% for x in y %} ${123457*98765} {0.__class__.__mro__} %(x)s `id` $(id) "
    text += f"__import__('builtins').{place.marking('evaluated')}"
    source = f"class ValueError(Exception):\n    pass\n\n\ndef softmax_np(x, axis=-1):\n    raise ValueError({text!r})\n"
    place.learner("{{123457*98765}}-{0.__class__}-%n", source)


def look(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        assert "12193230605" not in text, name
