"""Maths in texts: Unicode for terminals, MathML for pages, words for voices; escaped, and nothing passed through."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.mathtext import MathError, check_math, to_ascii, to_html, to_text, to_words

LINES = [
    (r"$\sqrt{d_k}$", "√dₖ", "the root of d k"),
    (r"$\text{softmax}(QK^T / \sqrt{d_k})V$", "softmax(QKᵀ/√dₖ)V", "softmax ( Q K transposed over the root of d k ) V"),
    (r"$d_{model}/h$", "d_model/h", "d model over h"),
    (r"$\frac{1}{\sqrt{d_k}}$", "1/√dₖ", "1 over the root of d k"),
    (r"$\frac{a + b}{2}$", "(a + b)/2", "a plus b over 2"),
    (r"$e^{-x}$", "e⁻ˣ", "e to the power minus x"),
    (r"$e^{\ln a} = a$", "e^(ln a) = a", "e to the power ln a equals a"),
    (r"$10^{-3}$", "10⁻³", "10 to the power minus 3"),
    (r"$a^2 + b^2 = -c$", "a² + b² = −c", "a to the power 2 plus b to the power 2 equals minus c"),
    (r"$x_{ij}$", "xᵢⱼ", "x i j"),
    (r"$W_Q W_K^T$", "W_Q W_Kᵀ", "W Q W K transposed"),
    (r"$\begin{pmatrix}0&0\\0&\ln 3\end{pmatrix}$", "[[0, 0], [0, ln 3]]", "matrix 0, 0; 0, ln 3"),
    (r"$a \le b \ne c$", "a ≤ b ≠ c", "a at most b not equal to c"),
    ("plain, with 5 * 3 * 2 = 30", "plain, with 5 * 3 * 2 = 30", "plain, with 5 * 3 * 2 = 30"),
    ("the *bat* and `a*b*c`", "the *bat* and `a*b*c`", "the bat and a*b*c"),
]


@pytest.mark.parametrize(("source", "text", "words"), LINES)
def test_a_formula_is_shown_and_read_aloud(source: str, text: str, words: str) -> None:
    assert to_text(source) == text
    assert to_words(source) == words


@pytest.mark.parametrize("source", [source for source, _, _ in LINES])
def test_every_formula_is_well_formed_mathml_with_a_spoken_label(source: str) -> None:
    tree = ElementTree.fromstring(f"<p>{to_html(source)}</p>")

    assert len(tree.findall("math")) == source.count("$") // 2
    assert all(formula.get("aria-label") for formula in tree.findall("math"))


def test_the_page_gets_real_structure() -> None:
    assert "<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>" in to_html(r"$\sqrt{d_k}$")
    assert "<mfrac>" in to_html(r"$\frac{1}{2}$")
    assert to_html("the *bat* `x<y`") == "the <em>bat</em> <code>x&lt;y</code>"


@pytest.mark.parametrize(
    "source",
    [
        r"$\href{javascript:alert(1)}{x}$",
        r"$\unknown$",
        "$a",
        r"$\sqrt{a$",
        "$a^^b$",
        "$}$",
        "${$",
        r"$\frac{1}$",
        "$a_$",
        r"$\text{\sqrt{2}}$",
    ],
)
def test_what_cannot_be_shown_is_an_error_of_the_author(source: str) -> None:
    with pytest.raises(MathError):
        check_math(source)


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>&\"'"


@pytest.mark.parametrize("source", [HOSTILE, f"*{HOSTILE}*", f"`{HOSTILE}`", r"$\text{<b>}$", "$<b>$", "$a & b$"])
def test_nothing_is_passed_through_unescaped(source: str) -> None:
    try:
        page = to_html(source)
    except MathError:
        return
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page


@given(st.text(alphabet="ab1_^{}\\$ sqrtfac()*`+-<>&", max_size=30))
def test_any_text_is_shown_or_refused_with_the_one_error(source: str) -> None:
    try:
        to_text(source)
        to_words(source)
        ElementTree.fromstring(f"<p>{to_html(source)}</p>")
    except MathError:
        return


@pytest.mark.parametrize(
    ("shown", "ascii_text"),
    [("√dₖ", "sqrt d_k"), ("QKᵀ", "QK^T"), ("10⁻³", "10^-3"), ("a ≤ b", "a <= b"), ("“x” – y", '"x" - y'), ("語", "?")],
)
def test_a_terminal_that_knows_ascii_alone_gets_ascii(shown: str, ascii_text: str) -> None:
    assert to_ascii(shown) == ascii_text
