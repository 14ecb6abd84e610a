"""Text that learners wrote, made safe to look at: no terminal codes, no invisible or turning characters, never too long.

HTML escaping is the template's job, on top of this. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

MAX_CHARS = 4_000
_TERMINAL = re.compile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[@-Z\\\\-_])")

_DOUBTFUL = re.compile(r"[^\n\t\x20-\x7e]")  # nearly every character is none of these: looking at each one was half of a report's time


def shown(text: str, limit: int = MAX_CHARS) -> str:
    """`text` for a page: terminal codes gone, control, direction and invisible characters as escapes, cut with a note."""
    plain = _TERMINAL.sub("", text)
    kept = plain[:limit]
    safe = _DOUBTFUL.sub(lambda found: found[0] if _is_plain(found[0]) else _escape(found[0]), kept)
    left = len(plain) - len(kept)
    return f"{safe}\n… {left:,} more characters" if left > 0 else safe


def _is_plain(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def program(lines: Sequence[str], marked: Collection[int]) -> Markup:
    """The lines of a learner's file as items of a list, those with a marked number set off."""
    items = (f'<li class="hit">{_escaped(line)}</li>' if at in marked else f"<li>{_escaped(line)}</li>" for at, line in enumerate(lines, 1))
    return Markup("".join(items))


def _escaped(text: str) -> str:
    return str(escape(shown(text)))


@lru_cache(maxsize=2048)  # the same sentences on every learner's page
def coded(text: str) -> Markup:
    """Our own words, escaped, with what stands between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(Markup("<code>{}</code>").format(part) if index % 2 else escape(part) for index, part in enumerate(parts))


def points(value: float | None) -> str:
    """Points as people write them: at most two decimals, no trailing zeros; an en dash for a blank."""
    if value is None:
        return "–"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def percent(share: float | None) -> str:
    """A share as whole per cent; an en dash for none. Never rounds up to 100 nor down to 0."""
    if share is None:
        return "–"
    whole = round(share * 100)
    if whole == 100 and share < 1:
        whole = 99
    if whole == 0 and share > 0:
        whole = 1
    return f"{whole} %"


def plural(count: int, one: str, many: str = "") -> str:
    """`1 learner`, `2 learners`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
