"""A form as one offline page: to read and to print. It knows only what the learner may see."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from grader.mathtext import to_html
from grader.quiz.drawn import Shown
from grader.quiz.exam import shown_from

_STYLE = """
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff; }
article { break-inside: avoid; border-top: 1px solid #999; padding: 1rem 0; }
pre { background: #f2f2f2; padding: .7rem; overflow-x: auto; }
ol.letters { list-style: lower-alpha; }
table { border-collapse: collapse; } td, th { border: 1px solid #666; min-width: 2.2rem; height: 1.8rem; text-align: center; }
.small { color: #444; font-size: .9rem; }
"""


def form_page(form: Mapping[str, Any]) -> str:
    """The whole page."""
    items = "".join(_item(item) for item in form["items"])
    title = f"{escape(str(form['exam']))} – {escape(str(form['learner']))}"
    intro = "Answer in answers.yaml, one entry for each question, or in a terminal: <code>grader exam take exam.json</code>."
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1><p>{intro}</p>\n{items}</body></html>\n"
    )


def _item(item: Mapping[str, Any]) -> str:
    shown = shown_from(item)
    parts = [f"<h2>{int(item['number'])}. <span class=small>{escape(shown.question_id)}</span></h2>", f"<p>{to_html(shown.prompt)}</p>"]
    if shown.code:
        parts.append(f"<pre><code>{escape(shown.code)}</code></pre>")
    if shown.texts:
        parts.append(_list(shown.texts, "letters" if shown.labels[0] == "a" else "numbers"))
    if shown.second_texts:
        parts.append(_list(shown.second_texts, "letters"))
    if shown.kind == "hotspot":
        parts.append(_grid(shown))
    if shown.rule:
        parts.append(f"<p class=small>{escape(shown.rule)}</p>")
    return f"<article>{''.join(parts)}</article>\n"


def _list(texts: tuple[str, ...], kind: str) -> str:
    return f'<ol class="{kind}">{"".join(f"<li>{to_html(text)}</li>" for text in texts)}</ol>'


def _grid(shown: Shown) -> str:
    rows, columns = shown.grid
    head = "".join(f'<th scope="col">c{column}</th>' for column in range(1, columns + 1))
    body = "".join(f'<tr><th scope="row">r{row}</th>{"<td></td>" * columns}</tr>' for row in range(1, rows + 1))
    return f"<table><caption>{to_html(shown.alt)}</caption><tr><td></td>{head}</tr>{body}</table>"
