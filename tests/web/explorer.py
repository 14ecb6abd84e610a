"""The explorer as a test sees it: what is shown, what can be done with mouse, fingers and keys; and the same attention in plain Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

Vector = Sequence[float]


def attend(
    query: Vector,
    keys: Sequence[Vector],
    values: Sequence[Vector],
    *,
    scaled: bool = True,
    d: int = 2,
    visible: Sequence[bool] | None = None,
) -> tuple[list[float], list[float]]:
    """(weights, output), written from the lesson and not from the page."""
    scores = [sum(q * k for q, k in zip(query, key, strict=True)) * math.sqrt(d / 2) / (math.sqrt(d) if scaled else 1) for key in keys]
    seen = [True] * len(keys) if visible is None else visible
    largest = max(score for score, open_ in zip(scores, seen, strict=True) if open_)
    powers = [math.exp(score - largest) if open_ else 0.0 for score, open_ in zip(scores, seen, strict=True)]
    weights = [power / math.fsum(powers) for power in powers]
    return weights, [math.fsum(w * value[c] for w, value in zip(weights, values, strict=True)) for c in range(len(values[0]))]


def fmt(x: float, digits: int = 2) -> str:
    """A number as the page shows it."""
    text = f"{abs(x):.{digits}f}"
    return f"−{text}" if x < 0 and float(text) else text


class Explorer(AbstractContextManager["Explorer"]):
    """One window. `page` is Playwright's own."""

    def __init__(self, browser: Any, path: Path, *, width: int = 1280, height: int = 900, **how: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, **how)
        self.page = self.context.new_page()
        self.path, self.said, self.asked = path, [], []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page.set_default_timeout(4000)
        self.open()

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def assert_quiet(self) -> None:
        """Nothing was complained about, and nothing but this file was asked for."""
        assert self.said == []
        assert [url for url in self.asked if not url.startswith(("file:", "data:"))] == []

    def open(self, link: str = "") -> None:
        """The page, afresh, with a link's state."""
        self.page.goto("about:blank")
        self.page.goto(self.path.as_uri() + (f"#{link}" if link else ""))
        self.page.wait_for_selector("body.ready")

    def state(self) -> dict[str, Any]:
        return self.page.evaluate("explorer.state")  # type: ignore[no-any-return]

    def vector(self, kind: str, i: int, name: str = "one") -> list[float]:
        return self.state()["sets"][name][kind][i]  # type: ignore[no-any-return]

    def link(self) -> str:
        return str(self.page.url.partition("#")[2])

    def handle(self, name: str) -> Any:
        return self.page.locator(f'[data-handle="{name}"]')

    def plane(self, name: str) -> str:
        return "plane-v" if name.startswith("v") else "plane-qk"

    def at(self, plane: str, x: float, y: float, reach: float = 3) -> tuple[float, float]:
        """The place on the screen of a point of the plane; the drawing has 188 units from its middle to ±reach."""
        unit = 188 / reach
        script = """([id, x, y]) => { const plane = document.getElementById(id), box = plane.getBoundingClientRect();
            if (box.top < 0 || box.bottom > innerHeight) plane.scrollIntoView({block: 'center'});
            const p = new DOMPoint(x, y).matrixTransform(plane.getScreenCTM()); return [p.x, p.y]; }"""
        found = self.page.evaluate(script, [plane, x * unit, -y * unit])
        return found[0], found[1]

    def drag(self, name: str, to: tuple[float, float], reach: float = 3, *, release: bool = True, button: str = "left") -> None:
        """Drag a handle's middle to a point of its plane."""
        start = self.vector(name[0], int(name[1]))
        self.page.mouse.move(*self.at(self.plane(name), *start, reach))
        self.page.mouse.down(button=button)
        self.page.mouse.move(*self.at(self.plane(name), *to, reach), steps=12)
        self.frame()
        if release:
            self.page.mouse.up(button=button)

    def frame(self) -> None:
        """Wait for the next drawing."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def touches(self) -> Callable[[str, list[tuple[float, float]]], None]:
        """A finger: send("touchStart", [(x, y)])."""
        session = self.context.new_cdp_session(self.page)

        def send(kind: str, points: list[tuple[float, float]]) -> None:
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]}
            )

        return send

    def strip(self) -> list[list[str]]:
        """The cells of the pipeline strip, its total last."""
        return self.page.evaluate(
            "[...document.querySelectorAll('#strip tbody tr')].map((tr) => [...tr.cells].map((td) => td.textContent))"
        )  # type: ignore[no-any-return]

    def weights(self) -> list[str]:
        return [row[5] for row in self.strip()[:-1]]

    def matrix(self) -> list[list[str]]:
        return self.page.evaluate(  # type: ignore[no-any-return]
            "[...document.querySelectorAll('#matrix tbody tr')].map((tr) => [...tr.cells].slice(1).map((td) => td.firstChild.textContent))"
        )

    def live(self) -> str:
        """The sentence of the live region, once it has come to rest."""
        self.page.wait_for_timeout(550)
        return str(self.page.text_content("#live"))
