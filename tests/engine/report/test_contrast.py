"""The colours of the design system, measured: every pair of text and ground keeps a contrast of at least 4.5, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grader.report

STYLE = (Path(grader.report.__file__).parent / "style.css").read_text(encoding="utf-8")
NEEDED = 4.5
NEEDED_FOR_GRAPHICS = 3.0

PAIRS = [
    *((text, ground) for text in ("ink", "soft", "accent") for ground in ("paper", "card", "sunk")),
    ("ink", "accent-ground"),
    ("ink", "part-ground"),
    ("ink", "open-ground"),
    ("ink", "zero-ground"),
    ("soft", "zero-ground"),
    *((kind, f"{kind}-ground") for kind in ("pass", "part", "zero", "blank", "open")),
    *((kind, ground) for kind in ("pass", "part", "zero", "blank", "open") for ground in ("card", "paper")),
    *(("on-low", f"h{level}") for level in range(5)),
    *(("on-high", f"h{level}") for level in range(5, 10)),
]


def block(start: str) -> dict[str, str]:
    """The colour tokens of one `:root` block."""
    text = STYLE[STYLE.index(start) :]
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", text[: text.index("\n}")]))


LIGHT = block(":root {")
DARK = LIGHT | block("@media screen and (prefers-color-scheme: dark)")
PRINT = LIGHT | block("@media print")
MODES = {"light": LIGHT, "dark": DARK, "print": PRINT}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself_is_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(mode: str, text: str, ground: str) -> None:
    colours = MODES[mode]

    assert contrast(colours[text], colours[ground]) >= NEEDED


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", ["pass", "zero", "open", "accent"])
def test_bars_stand_out_from_the_card(mode: str, kind: str) -> None:
    colours = MODES[mode]
    fill = colours.get(f"{kind}-fill", colours[kind])

    assert contrast(fill, colours["card"]) >= NEEDED_FOR_GRAPHICS


@pytest.mark.parametrize("mode", MODES)
def test_the_scale_of_the_heat_map_goes_one_way(mode: str) -> None:
    steps = [luminance(MODES[mode][f"h{level}"]) for level in range(10)]

    assert steps == sorted(steps, reverse=mode != "dark")
