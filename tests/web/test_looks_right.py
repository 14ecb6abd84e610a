"""Pages look as they did when a person last looked at them: each is compared with a stored picture, coarsely, so that a font may differ.

What counts is what functional tests miss: a black disc over the plane, a column gone, a page without its style. Look at the new picture
before you keep it: `pytest tests/web/test_looks_right.py --update-golden` writes those that differ.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.web.desk import Server, Tab
from tests.web.explorer import Explorer

pytestmark = pytest.mark.browser

STORED = Path(__file__).with_name("pictures")
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
HOW: dict[str, dict[str, Any]] = {
    "light": {**STILL},
    "dark": {**STILL, "color_scheme": "dark"},
    "phone": {**STILL, "width": 360, "height": 740},
}
MOST_MEAN = 5.0  # of 255, over all cells
MUCH, MOST_MUCH = 80.0, 3  # so many cells may differ by more than so much

COMPARE = """async ([stored, now]) => {
  const load = src => new Promise((done, fail) => { const i = new Image(); i.onload = () => done(i); i.onerror = fail; i.src = src; });
  const [a, b] = [await load(stored), await load(now)];
  const width = 64, height = Math.round(width * a.height / a.width);
  const cells = image => {
    const canvas = document.createElement('canvas'); canvas.width = width; canvas.height = height;
    const pen = canvas.getContext('2d'); pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, width, height);
    return pen.getImageData(0, 0, width, height).data;
  };
  const [x, y] = [cells(a), cells(b)];
  let sum = 0, much = 0;
  for (let i = 0; i < x.length; i += 4) {
    const apart = (Math.abs(x[i] - y[i]) + Math.abs(x[i+1] - y[i+1]) + Math.abs(x[i+2] - y[i+2])) / 3;
    sum += apart; much += apart > MUCH;
  }
  return {mean: sum / (x.length / 4), much, size: [b.width / a.width, b.height / a.height]};
}""".replace("MUCH", str(MUCH))


def apart(page: Any, stored: bytes, now: bytes) -> dict[str, Any]:
    """How far two pictures are apart; the page's canvas does the arithmetic."""
    blank = page.context.browser.new_page()
    try:
        found: dict[str, Any] = blank.evaluate(
            COMPARE, [f"data:image/png;base64,{base64.b64encode(each).decode()}" for each in (stored, now)]
        )
    finally:
        blank.close()
    return found


def looks_alike(found: dict[str, Any]) -> bool:
    return found["mean"] <= MOST_MEAN and found["much"] <= MOST_MUCH and all(0.95 <= ratio <= 1.05 for ratio in found["size"])


def compared(page: Any, name: str, request: pytest.FixtureRequest) -> None:
    """Raises AssertionError when the page no longer looks like its stored picture."""
    path, now = STORED / f"{name}.png", page.screenshot()
    if request.config.getoption("--update-golden"):
        if not path.is_file() or not looks_alike(apart(page, path.read_bytes(), now)):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(now)
        return
    found = apart(page, path.read_bytes(), now)
    if not looks_alike(found):
        seen = path.with_suffix(".now.png")
        seen.write_bytes(now)
        pytest.fail(f"{name} looks otherwise than its stored picture ({found}): compare {path.name} with {seen.name}")


@pytest.mark.parametrize("how", HOW)
def test_the_explorer_looks_as_it_did(how: str, browser: object, page_file: Path, request: pytest.FixtureRequest) -> None:
    with Explorer(browser, page_file, **HOW[how]) as explorer:
        compared(explorer.page, f"explorer-{how}", request)


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("place", ["exercises", "quiz", "progress", "misconceptions"])
def test_the_desk_looks_as_it_did(place: str, how: str, browser: object, shared_desk: Server, request: pytest.FixtureRequest) -> None:
    with Tab(browser, shared_desk, **HOW[how]) as tab:
        tab.open(f"/{place}")
        compared(tab.page, f"{place}-{how}", request)


FAULTS = {
    "a black disc": "position:fixed;left:40%;top:40%;width:90px;height:90px;border-radius:50%;background:#000",
    "a white box": "position:fixed;left:0;top:0;width:60%;height:30%;background:#fff",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_covers_the_page_is_seen(fault: str, browser: object, page_file: Path) -> None:
    with Explorer(browser, page_file, **STILL) as explorer:
        before = explorer.page.screenshot()
        explorer.page.evaluate("css => document.body.appendChild(document.createElement('i')).style.cssText = css", FAULTS[fault])

        assert not looks_alike(apart(explorer.page, before, explorer.page.screenshot()))
