"""Questions as Moodle XML. Numbers are drawn first, a few variants of each parametric question; what Moodle has no type for is left out.

There is no published schema; what is written follows Moodle's own importer: names are required, fractions come from its fixed list, HTML is
escaped, our id goes into `idnumber`, objectives and difficulty into tags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from grader.mathtext import to_html, to_text
from grader.quiz import drawn as d
from grader.quiz.bank import Bank
from grader.quiz.model import MatrixKey, Question
from grader.quiz.numbers import show_number
from grader.quiz.variants import draw
from grader.records import dataclass

# What Moodle's importer takes; anything else is refused or moved.
FRACTIONS = (
    "100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25", "20", "16.66667", "14.28571", "12.5",
    "11.11111", "10", "5",
)  # fmt: skip
VARIANTS = 5


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, and which questions Moodle has no type for."""

    xml: str
    count: int
    left_out: tuple[str, ...]


def moodle_xml(
    bank: Bank, questions: Iterable[Question], *, category: str = "Attention", secret: bytes = b"moodle", variants: int = VARIANTS
) -> Written:
    """The whole file; `secret` decides which numbers are drawn."""
    parts: list[str] = []
    left_out: list[str] = []
    count = 0
    category_now = ""
    for question in questions:
        if _writer(question) is None:
            left_out.append(question.id)
            continue
        here = f"$course$/{category}/{question.objective}"
        if here != category_now:
            parts.append(f'<question type="category"><category><text>{escape(here)}</text></category></question>')
            category_now = here
        for number in range(1, (variants if question.is_parametric else 1) + 1):
            parts.append(_question(bank, draw(question, secret, "moodle", number), number))
            count += 1
    body = "\n".join(parts)
    return Written(f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{body}\n</quiz>\n', count, tuple(left_out))


def _writer(question: Question) -> Callable[[Bank, d.Drawn], tuple[str, str]] | None:
    if isinstance(question.key, MatrixKey):
        return _shape if question.key.is_shape else _table
    return _WRITERS.get(str(question.kind))


def _question(bank: Bank, drawn: d.Drawn, number: int) -> str:
    writer = _writer(drawn.question)
    assert writer is not None
    kind, inner = writer(bank, drawn)
    question = drawn.question
    name = question.id if not question.is_parametric else f"{question.id} ({number})"
    tags = (question.objective, str(question.depth), f"difficulty {question.difficulty}")
    code = f"<pre>{escape(drawn.shown.code)}</pre>" if drawn.shown.code else ""
    if kind == "cloze":  # the blanks stand in the text itself
        code, inner = inner, ""
    return (
        f"<question type={quoteattr(kind)}>"
        f"<name><text>{escape(name)}</text></name>"
        f'<questiontext format="html">{_text(f"<p>{to_html(drawn.shown.prompt)}</p>{code}")}</questiontext>'
        f'<generalfeedback format="html">{_text(to_html(drawn.explanation))}</generalfeedback>'
        f"<defaultgrade>1</defaultgrade><idnumber>{escape(name.replace(' ', '-'))}</idnumber>"
        f"{inner}"
        f"<tags>{''.join(f'<tag><text>{escape(tag)}</text></tag>' for tag in tags)}</tags>"
        "</question>"
    )


def _text(markup: str) -> str:
    """HTML inside XML; a CDATA end inside is cut in two."""
    return f"<text><![CDATA[{markup.replace(']]>', ']]]]><![CDATA[>')}]]></text>"


def _answer(fraction: str, text: str, feedback: str, inner: str = "", *, is_html: bool = False) -> str:
    body = _text(text) if is_html else f"<text>{escape(text)}</text>"
    kind = "html" if is_html else "plain_text"
    return (
        f'<answer fraction="{fraction}" format="{kind}">{body}{inner}<feedback format="html">{_text(to_html(feedback))}</feedback></answer>'
    )


def _reason(bank: Bank, tag: str, feedback: str) -> str:
    belief = bank.belief(tag)
    return feedback or (belief.correction if belief else "")


def nearest_fraction(share: Fraction) -> str:
    """The fraction of Moodle's list that is nearest to a share of 1, with its sign."""
    best = min(FRACTIONS, key=lambda text: abs(Fraction(text) - abs(share) * 100))
    return f"-{best}" if share < 0 else best


def _choice(bank: Bank, drawn: d.Drawn) -> tuple[str, str]:
    key = drawn.key
    assert isinstance(key, d.Options)
    right = sum(option.correct for option in key.options)
    wrong = len(key.options) - right
    plus, minus = (Fraction(1, right), Fraction(-1, max(right, wrong))) if key.many else (Fraction(1), Fraction(0))
    parts = [f"<single>{'false' if key.many else 'true'}</single>"]
    parts.append(f"<shuffleanswers>{'false' if drawn.question.is_bug else 'true'}</shuffleanswers><answernumbering>abc</answernumbering>")
    for option in key.options:
        share = nearest_fraction(plus) if option.correct else (nearest_fraction(minus) if minus else "0")
        parts.append(_answer(share, to_html(option.text), _reason(bank, option.misconception, option.feedback), is_html=True))
    return "multichoice", "".join(parts)


def _numeric(bank: Bank, drawn: d.Drawn) -> tuple[str, str]:
    key = drawn.key
    assert isinstance(key, d.Number)
    tolerance = f"<tolerance>{_decimal(key.margin)}</tolerance>"
    parts = [_answer("100", _decimal(key.answer), "", tolerance)]
    for known in key.wrong:
        assert isinstance(known.answer, Fraction)
        parts.append(_answer("0", _decimal(known.answer), _reason(bank, known.misconception, known.feedback), tolerance))
    return "numerical", "".join(parts)


def _decimal(value: Fraction) -> str:
    return show_number(value, places=9)


def _short(bank: Bank, drawn: d.Drawn) -> tuple[str, str]:
    key = drawn.key
    assert isinstance(key, d.Text)
    parts = ["<usecase>0</usecase>", *(_answer("100", _plain(text), "") for text in key.accept)]
    parts += [_answer("0", _plain(str(known.answer)), _reason(bank, known.misconception, known.feedback)) for known in key.wrong]
    return "shortanswer", "".join(parts)


def _plain(text: str) -> str:
    """A star is a wildcard in Moodle."""
    return text.replace("*", "\\*")


def _output(bank: Bank, drawn: d.Drawn) -> tuple[str, str]:
    key = drawn.key
    assert isinstance(key, d.Printed)
    parts = ["<usecase>1</usecase>", _answer("100", _plain(" ".join(key.stdout.split())), "")]
    wrong = [(" ".join(str(known.answer).split()), known) for known in key.wrong]
    parts += [_answer("0", _plain(text), _reason(bank, known.misconception, known.feedback)) for text, known in wrong]
    return "shortanswer", "".join(parts)


def _match(_: Bank, drawn: d.Drawn) -> tuple[str, str]:
    key, shown = drawn.key, drawn.shown
    assert isinstance(key, d.Pairs)
    right = dict(zip(shown.second_labels, shown.second_texts, strict=True))
    parts = ["<shuffleanswers>true</shuffleanswers>"]
    for label, text in zip(shown.labels, shown.texts, strict=True):
        parts.append(_subquestion(to_html(text), to_text(right[key.pairs[label]])))
    parts += [_subquestion("", to_text(right[label])) for label in shown.second_labels if label not in key.pairs.values()]
    return "matching", "".join(parts)


def _subquestion(markup: str, answer: str) -> str:
    return f'<subquestion format="html">{_text(markup)}<answer><text>{escape(answer)}</text></answer></subquestion>'


def _essay(_: Bank, drawn: d.Drawn) -> tuple[str, str]:
    key = drawn.key
    assert isinstance(key, d.Rubric)
    points = "".join(f"<li>{to_html(point)}</li>" for point in key.points)
    return "essay", f'<graderinfo format="html">{_text(f"<ul>{points}</ul>")}</graderinfo>'


def _shape(bank: Bank, drawn: d.Drawn) -> tuple[str, str]:
    """A shape is a short text; a table has no counterpart."""
    key = drawn.key
    assert isinstance(key, d.Table)
    texts = [" x ".join(_decimal(cell) for cell in key.answer[0]), f"({', '.join(_decimal(cell) for cell in key.answer[0])})"]
    parts: list[Any] = ["<usecase>0</usecase>", *(_answer("100", text, "") for text in texts)]
    for known in key.wrong:
        cells = known.answer[0]  # type: ignore[index]  # variants builds tables
        parts.append(_answer("0", " x ".join(map(_decimal, cells)), _reason(bank, known.misconception, known.feedback)))
    return "shortanswer", "".join(parts)


def _table(_: Bank, drawn: d.Drawn) -> tuple[str, str]:
    """A table of blanks, each a number of its own."""
    key = drawn.key
    assert isinstance(key, d.Table)

    def blank(value: Fraction) -> str:
        margin = max(key.margin, key.rel * abs(value))
        return f"<td>{{1:NUMERICAL:={_decimal(value)}:{_decimal(margin)}}}</td>"

    rows = "".join(f"<tr>{''.join(map(blank, row))}</tr>" for row in key.answer)
    return "cloze", f"<table>{rows}</table>"


def _ordering(_: Bank, drawn: d.Drawn) -> tuple[str, str]:
    key = drawn.key
    assert isinstance(key, d.Sequence)
    head = "<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount>"
    head += "<gradingtype>RELATIVE_NEXT_EXCLUDE_LAST</gradingtype>"
    items = "".join(
        f'<answer fraction="{number}.0000000" format="html">{_text(to_html(key.texts[label]))}</answer>'
        for number, label in enumerate(key.right[0], 1)
    )
    return "ordering", head + items


_WRITERS: dict[str, Callable[[Bank, d.Drawn], tuple[str, str]]] = {
    "single": _choice,
    "multi": _choice,
    "numeric": _numeric,
    "short": _short,
    "output": _output,
    "match": _match,
    "order": _ordering,
    "free": _essay,
}
