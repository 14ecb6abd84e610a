"""Elements, entities, scripts and links in keys, names, file names, comments, prints and messages. Class G136."""

import html.parser

from tests.engine.hostile.handed_in.kit import RIGHT, Place

IMAGE = "<img src=x onerror=alert(1)>"
LINK = "[click](javascript:alert(1)) <a href='javascript:alert(1)'>x"
EXPECTED = {IMAGE: ("raised", ""), "markup-in-source": ("passed", "onerror"), "markup-in-name": ("raised", "")}
NAMES = {"markup-in-name": f"{IMAGE}</title></script><script>alert(1)</script>"}
ELEMENTS = {"img", "iframe", "object", "embed", "base", "form"}


def hand_in(place: Place) -> None:
    text = f"{IMAGE} {LINK} </pre></td></script><script>alert(1)</script> <svg onload=alert(1)> &lt;b&gt; javascript:alert(1)"
    place.learner(IMAGE, f"def softmax_np(x, axis=-1):\n    print({text!r})\n    raise ValueError({text!r})\n")
    place.learner("markup-in-name", f"class E(Exception):\n    pass\n\n\ndef softmax_np(x, axis=-1):\n    raise E({text!r})\n")
    place.learner("markup-in-source", f"{RIGHT}\n# {text}\n")
    (place.learner("markup-in-source") / f"link {IMAGE}").symlink_to("/etc")  # which a warning names


class _Elements(html.parser.HTMLParser):
    """Collects what would act: elements that load or send, handlers, links to scripts, scripts with a learner's words."""

    def __init__(self) -> None:
        super().__init__()
        self.acting: list[str] = []
        self._is_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_script = tag == "script"
        acts = [
            f"{name}={value}" for name, value in attrs if name.startswith("on") or (value or "").strip().lower().startswith("javascript:")
        ]
        self.acting += [tag] * (tag in ELEMENTS) + acts

    def handle_endtag(self, tag: str) -> None:
        self._is_script = False

    def handle_data(self, data: str) -> None:
        if self._is_script and "alert(1)" in data:
            self.acting.append("a learner's script")


def look(texts: dict[str, str]) -> None:
    pages = {name: text for name, text in texts.items() if name.endswith(".html")}
    assert any("alert(1)" in text for text in pages.values()), "the search itself works"
    for name, text in pages.items():
        parser = _Elements()
        parser.feed(text)
        assert parser.acting == [], (name, parser.acting)
