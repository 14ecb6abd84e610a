"""The grammar of numbers that people type: `1,5`, `1.5·10⁻³`, `½`, `3/4`, `50 %` become exact fractions, or are refused with a reason.

Knows nothing of questions. A refusal is a sentence for the learner: it costs no attempt.
"""

from __future__ import annotations

import re
from fractions import Fraction

from grader.records import dataclass

MAX_CHARS = 64
MAX_EXPONENT = 300


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a text is not read as a number, as one sentence."""

    reason: str


_MINUS = dict.fromkeys(map(ord, "−–—‐‑‒﹣－"), "-")
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u200a\u202f\u2002\u2003\u3000\t"), " ")
_FULL_WIDTH = {ord("０") + digit: str(digit) for digit in range(10)}
_LOOKALIKE = {ord("＋"): "+", ord("．"): ".", ord("，"): ",", ord("％"): "%", ord("⁄"): "/", ord("∕"): "/", ord("÷"): "/", ord("／"): "/"}
_PLAIN = {**_MINUS, **_SPACES, **_FULL_WIDTH, **_LOOKALIKE}

_VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6),
    "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_HIGH = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺"

_DECIMAL = r"(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)"
_TEN_HIGH = re.compile(rf"10([{_HIGH}]+)")
_TIMES_TEN = re.compile(rf"([-+]?{_DECIMAL}) ?[×·⋅∙*x] ?10(?:\^|\*\*)\(?([-+]?[0-9]+)\)?\Z")
_BARE_TEN = re.compile(r"([-+]?)10(?:\^|\*\*)\(?([-+]?[0-9]+)\)?\Z")
_E_NOTATION = re.compile(rf"([-+]?{_DECIMAL})[eE]([-+]?[0-9]+)\Z")
_RATIO = re.compile(rf"([-+]?{_DECIMAL}) ?/ ?([-+]?{_DECIMAL})\Z")
_PLAIN_DECIMAL = re.compile(rf"[-+]?{_DECIMAL}\Z")
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?\Z|[-+]?[1-9][0-9]{0,2}(\.[0-9]{3})+,[0-9]*\Z")


def parse_number(text: str) -> Fraction | Refused:
    """The exact value of what was typed, or why it cannot be read."""
    if len(text) > MAX_CHARS:
        return Refused(f"That is longer than {MAX_CHARS} characters; type one number.")
    plain = text.translate(_PLAIN).strip()
    if not plain:
        return Refused("Type a number.")
    if plain.endswith("%"):
        value = _unsigned_or_signed(plain[:-1].rstrip())
        return value if isinstance(value, Refused) else value / 100
    return _unsigned_or_signed(plain)


def _unsigned_or_signed(plain: str) -> Fraction | Refused:
    vulgar = _vulgar_fraction(plain)
    if vulgar is not None:
        return vulgar
    plain = _TEN_HIGH.sub(lambda match: "10^" + match.group(1).translate(_SUPERSCRIPT), plain)
    refusal = _refusal(plain)
    if refusal is not None:
        return refusal
    for pattern in (_TIMES_TEN, _E_NOTATION):
        if match := pattern.match(plain):
            return _power(_decimal(match.group(1)), match.group(2))
    if match := _BARE_TEN.match(plain):
        return _power(Fraction(-1 if match.group(1) == "-" else 1), match.group(2))
    if match := _RATIO.match(plain):
        return _quotient(_decimal(match.group(1)), _decimal(match.group(2)))
    if _PLAIN_DECIMAL.match(plain):
        return _decimal(plain)
    return Refused("That is not a number. Examples: 3   -0.25   1/3   1.5e-3   50 %")


def _vulgar_fraction(plain: str) -> Fraction | None:
    """`½`, `-½` and `1½`; None when there is no such sign at the end."""
    if plain[-1:] not in _VULGAR:
        return None
    whole = plain[:-1].strip()
    sign = -1 if whole.startswith("-") else 1
    digits = whole.lstrip("+-") if whole[:1] in "+-" else whole
    if digits and not (digits.isascii() and digits.isdigit()):
        return None
    return sign * (int(digits or 0) + Fraction(*_VULGAR[plain[-1]]))


def _refusal(plain: str) -> Refused | None:
    """The slips that have a name; None when there is none."""
    lowered = plain.lower()
    if _THOUSANDS.match(plain):
        return Refused("A comma before three digits can mean thousands or decimals: write 1234 or 1.234.")
    if "_" in plain:
        return Refused("Write the number without underscores.")
    if lowered.lstrip("+-").startswith(("inf", "nan", "∞")):
        return Refused("Infinity and nan are not numbers here; type a finite number.")
    if re.match(r"[-+]?0[xob]", lowered):
        return Refused("Write the number in decimal digits.")
    if any(char in _HIGH for char in plain):
        return Refused("Work the power out; raised digits are read only after 10, as in 10⁻³.")
    if any(char.isdigit() and not char.isascii() for char in plain):
        return Refused("Use the digits 0 to 9.")
    if any(char in _VULGAR for char in plain):
        return Refused("Write the fraction as 3/4.")
    if re.match(r"[-+]?[0-9]+( [0-9]+)+\Z", plain):
        return Refused("Write the number without spaces, and only one number.")
    return None


def _decimal(text: str) -> Fraction:
    """`1,5` and `1.5`, `.5` and `5.`; the text matched the grammar before."""
    dotted = text.replace(",", ".")
    sign = -1 if dotted.startswith("-") else 1
    whole, _, part = dotted.lstrip("+-").partition(".")
    return sign * Fraction(int(f"{whole}{part}" or "0"), 10 ** len(part))


def _power(value: Fraction, exponent: str) -> Fraction | Refused:
    if len(exponent) > 5 or abs(int(exponent)) > MAX_EXPONENT:
        return Refused(f"The exponent is beyond {MAX_EXPONENT}.")
    return value * Fraction(10) ** int(exponent)


def _quotient(above: Fraction, below: Fraction) -> Fraction | Refused:
    return above / below if below else Refused("Nothing can be divided by 0.")


def show_number(value: Fraction, *, places: int = 4) -> str:
    """A short decimal: exact when it fits into `places`, else rounded half to even; never `-0`."""
    scale: int = 10**places
    rounded = round(value * scale)
    if rounded == 0 and value != 0:
        return f"{float(value):.3g}"
    sign = "-" if rounded < 0 else ""
    whole, part = divmod(abs(rounded), scale)
    tail = f"{part:0{places}d}".rstrip("0")
    return f"{sign}{whole}.{tail}" if tail else f"{sign}{whole}"


def spell_points(points: Fraction) -> str:
    """Exact points: 2, 2 1/3, 1/2."""
    whole, rest = divmod(points, 1)
    return f"{whole} {rest}" if whole and rest else str(rest if rest else whole)
