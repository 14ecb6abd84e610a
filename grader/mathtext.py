r"""Texts with maths, emphasis and code, shown as Unicode for terminals, as HTML with MathML for pages, and in plain words.

A text is plain but for `$…$` (a small part of LaTeX), `*…*` (emphasis) and back-ticks (code). Everything is escaped on the way out; nothing
is ever passed through. Knows nothing of questions, terminals or pages.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

from grader.mathtree import Fraction, Leaf, MathError, Matrix, Node, Root, Row, Script, parse_math

__all__ = ["MathError", "check_math", "math_markup", "math_text", "math_words", "to_ascii", "to_html", "to_text", "to_words"]

_WORDS = {
    "·": "times", "×": "times", "÷": "divided by", "/": "over", "+": "plus", "-": "minus", "−": "minus", "=": "equals", "≤": "at most",
    "≥": "at least", "≠": "not equal to", "≈": "about", "±": "plus or minus", "∞": "infinity", "∈": "in", "→": "to", "∑": "sum of",
    "<": "less than", ">": "greater than", "(": "(", ")": ")", ",": ",", "…": "and so on",
}  # fmt: skip

# -------------------------------------------------------------------- Unicode

_LOW = dict(zip("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
_HIGH = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ",
        strict=True,
    )
)
_TIGHT = {"(", ")", "[", "]", "{", "}", "|", ",", "/", ".", "!"}
_OPENS = {"(", "[", "{"}


def math_text(node: Node) -> str:
    """One line of Unicode: √d_k as √dₖ, fractions as a/b, what has no raised form as x^(…)."""
    return " ".join(_flat(node).split())


def _flat(node: Node) -> str:
    if isinstance(node, Leaf):
        return node.text
    if isinstance(node, Row):
        return _side_by_side(node)
    if isinstance(node, Root):
        return f"√{_bracketed(node.inside)}"
    if isinstance(node, Fraction):
        return f"{_bracketed(node.above)}/{_bracketed(node.below)}"
    if isinstance(node, Matrix):
        return f"[{', '.join('[' + ', '.join(math_text(cell) for cell in row) + ']' for row in node.rows)}]"
    return _flat(node.base) + _lowered(node.below) + _raised(node.above)


def _side_by_side(row: Row) -> str:
    """Operators between two things get spaces, brackets and signs do not."""
    out: list[str] = []
    previous: Node | None = None
    for part in row.parts:
        text = _flat(part)
        if isinstance(part, Leaf) and part.kind == "mo" and part.text not in _TIGHT:
            is_sign = previous is None or (isinstance(previous, Leaf) and previous.kind == "mo" and previous.text not in {")", "]"})
            out.append(text if is_sign and part.text in "+−±" else f"{'' if part.text == '…' else ' '}{text} ")
        elif isinstance(part, Leaf) and part.text == ",":
            out.append(", ")
        elif _needs_space(previous, part):
            out.append(f" {text}")
        else:
            out.append(text)
        previous = part
    return "".join(out)


def _needs_space(previous: Node | None, part: Node) -> bool:
    """`ln 3` and `ln a`, but `softmax(` and `2x`."""
    is_function = isinstance(previous, Leaf) and previous.kind == "mtext"
    if isinstance(previous, Script) and "_" in _lowered(previous.below) and previous.above is None:
        return isinstance(part, (Script, Root)) or (isinstance(part, Leaf) and part.kind != "mo")
    return is_function and not (isinstance(part, Leaf) and part.text in _OPENS | {")", ",", "."})


def _bracketed(node: Node) -> str:
    text = math_text(node)
    is_whole = isinstance(node, (Leaf, Root)) or (isinstance(node, Script) and isinstance(node.base, Leaf))
    return text if is_whole else f"({text})"


def _lowered(node: Node | None) -> str:
    if node is None:
        return ""
    text = math_text(node).replace(" ", "")
    return "".join(_LOW[char] for char in text) if all(char in _LOW for char in text) else f"_{text}"


def _raised(node: Node | None) -> str:
    if node is None:
        return ""
    text = math_text(node)
    packed = text.replace(" ", "")
    if len(packed) <= 3 and " " not in text and all(char in _HIGH for char in packed) and not isinstance(node, (Fraction, Script)):
        return "".join(_HIGH[char] for char in packed)
    return f"^{text}" if len(packed) == 1 else f"^({text})"


# --------------------------------------------------------------------- MathML


def math_markup(node: Node) -> str:
    """MathML, escaped, with the spoken form as its label."""
    label = html.escape(math_words(node), quote=True)
    return f'<math aria-label="{label}"><mrow>{_markup(node)}</mrow></math>'


def _markup(node: Node) -> str:
    if isinstance(node, Leaf):
        return f"<{node.kind}>{html.escape(node.text)}</{node.kind}>"
    if isinstance(node, Row):
        return f"<mrow>{''.join(map(_markup, node.parts))}</mrow>"
    if isinstance(node, Root):
        return f"<msqrt>{_markup(node.inside)}</msqrt>"
    if isinstance(node, Fraction):
        return f"<mfrac>{_markup(node.above)}{_markup(node.below)}</mfrac>"
    if isinstance(node, Matrix):
        rows = "".join(f"<mtr>{''.join(f'<mtd>{_markup(cell)}</mtd>' for cell in row)}</mtr>" for row in node.rows)
        return f"<mo>(</mo><mtable>{rows}</mtable><mo>)</mo>"
    return _script_markup(node)


def _script_markup(node: Script) -> str:
    base = _markup(node.base)
    if node.below is not None and node.above is not None:
        return f"<msubsup>{base}{_markup(node.below)}{_markup(node.above)}</msubsup>"
    if node.below is not None:
        return f"<msub>{base}{_markup(node.below)}</msub>"
    assert node.above is not None
    return f"<msup>{base}{_markup(node.above)}</msup>"


# ---------------------------------------------------------------- plain words


def math_words(node: Node) -> str:
    """What one would read aloud."""
    return " ".join(_spoken(node).split())


def _spoken(node: Node) -> str:
    if isinstance(node, Leaf):
        return f" {_WORDS.get(node.text, node.text)} " if node.kind == "mo" else node.text
    if isinstance(node, Row):
        return " ".join(map(_spoken, node.parts))
    if isinstance(node, Root):
        return f"the root of {_spoken(node.inside)}"
    if isinstance(node, Fraction):
        return f"{_spoken(node.above)} over {_spoken(node.below)}"
    if isinstance(node, Matrix):
        return "matrix " + "; ".join(", ".join(map(_spoken, row)) for row in node.rows)
    above = "" if node.above is None else " transposed" if node.above == Leaf("mi", "T") else f" to the power {_spoken(node.above)}"
    return f"{_spoken(node.base)}{'' if node.below is None else ' ' + _spoken(node.below)}{above}"


# ---------------------------------------------------------------- whole texts

_SPAN = re.compile(r"`([^`\n]+)`|\$([^$]+)\$|(?<![\w*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\w*])")


def _spans(text: str) -> Iterator[tuple[str, str]]:
    """("plain" | "code" | "math" | "em", content) in order."""
    at = 0
    for match in _SPAN.finditer(text):
        if match.start() > at:
            yield "plain", text[at : match.start()]
        kind = ("code", "math", "em")[next(index for index, group in enumerate(match.groups()) if group is not None)]
        yield kind, match.group(match.lastindex or 0)
        at = match.end()
    if at < len(text):
        yield "plain", text[at:]


def _render(text: str, math: Callable[[Node], str], wrap: dict[str, Callable[[str], str]]) -> str:
    return "".join(math(parse_math(content)) if kind == "math" else wrap[kind](content) for kind, content in _spans(text))


def _same(text: str) -> str:
    return text


def to_text(text: str) -> str:
    """For a terminal: Unicode maths, *stars* kept, back-ticks kept."""
    return _render(text, math_text, {"plain": _same, "code": lambda code: f"`{code}`", "em": lambda word: f"*{word}*"})


def to_html(text: str) -> str:
    """For a page: escaped, MathML, <em> and <code>. Safe to print without escaping again."""
    wrap: dict[str, Callable[[str], str]] = {
        "plain": html.escape,
        "code": lambda code: f"<code>{html.escape(code)}</code>",
        "em": lambda word: f"<em>{html.escape(word)}</em>",
    }
    return _render(text, math_markup, wrap)


def to_words(text: str) -> str:
    """For a voice: no signs that are not read."""
    return _render(text, math_words, {"plain": _same, "code": _same, "em": _same})


_ASCII = {
    "√": "sqrt ", "·": "*", "×": "x", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "±": "+-", "∞": "inf", "→": "->", "−": "-",
    "…": "...", "–": "-", "“": '"', "”": '"', "’": "'", "‘": "'", "★": "*", "✓": "v", "✗": "x", "½": "1/2", "∑": "sum",
}  # fmt: skip


def to_ascii(text: str) -> str:
    """A rendered text for a terminal that knows ASCII alone; what has no name becomes `?`."""
    text = _LOW_RUN.sub(lambda run: "_" + "".join(_FROM_LOW[char] for char in run.group()), text)
    text = _HIGH_RUN.sub(lambda run: "^" + "".join(_FROM_HIGH[char] for char in run.group()), text)
    return "".join(_ASCII.get(char, char if char.isascii() else "?") for char in text)


_FROM_LOW = {low: plain for plain, low in _LOW.items() if plain != "−"}
_FROM_HIGH = {high: plain for plain, high in _HIGH.items() if plain != "−"}
_LOW_RUN = re.compile(f"[{re.escape(''.join(_FROM_LOW))}]+")
_HIGH_RUN = re.compile(f"[{re.escape(''.join(_FROM_HIGH))}]+")


def check_math(text: str) -> None:
    """MathError when a formula in `text` cannot be shown, or a dollar sign has no partner."""
    for kind, content in _spans(text):
        if kind == "math":
            parse_math(content)
        elif kind == "plain" and "$" in content:
            raise MathError("a dollar sign has no partner")
