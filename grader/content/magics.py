"""A notebook cell as plain Python: what only IPython understands is taken out where IPython finds it. Text in, text out; nothing is run.

A magic, a shell line or a question is one only at the beginning (`?`: the end) of a logical line, never inside a text or an open bracket.
"""

from __future__ import annotations

import re

RUNS_ITS_BODY = frozenset(
    {"capture", "debug", "heat", "memit", "mprun", "notify", "prun", "pyinstrument", "scalene", "snakeviz", "time", "timeit", "wandb"}
)
"""Cell magics whose cell is Python of this notebook. Every other one hands it to something else: a file, a shell, another Python."""

_MAY_BE = re.compile(r"^[ \t]*(?:[%!?,;/]|get_ipython\(\))|\?[ \t]*$|=[ \t]*[%!]", re.MULTILINE)
_CELL_MAGIC = re.compile(r"\s*%%(\S*)[^\n]*\n?")
_PROMPT = re.compile(r"^[ \t]*(?:>>>|\.\.\.)(?: |$)", re.MULTILINE)  # of a session that was pasted
_COMMAND = re.compile(r"[ \t]*(?:\\\n[ \t]*)*[%!?,;/]")
_CALL = re.compile(r"[ \t]*(?:\\\n[ \t]*)*get_ipython\(\)")
_TO_ITS_END = re.compile(r"[^\n]*(?:(?<=\\)\n[^\n]*)*\n?")
_TIMED = re.compile(r"([ \t]*)%time[ \t]+(?=(?:import|from)[ \t]|[A-Za-z_]\w*[ \t]*=(?!=))")
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]?|"(?!""))*(?:"""|\Z)'
    r"|'''(?:[^'\\]|\\[\s\S]?|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\[\s\S])*"?'
    r"|'(?:[^'\\\n]|\\[\s\S])*'?"
    r"|#[^\n]*|\\\n|=[ \t]*[%!]|[(\[{)\]}?\n]"
)


def without_cell_magic(source: str) -> tuple[str, str]:
    """What stands below a cell's magics, and the first line of the magic that does not run it in the notebook; "" when all of them do."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    at = 0
    while found := _CELL_MAGIC.match(text, at):
        at = found.end()
        if found[1] not in RUNS_ITS_BODY:
            return text[at:], found[0].strip()
    return text[at:], ""


def as_python(text: str) -> str:
    """The text of a cell without prompts, without indentation that all of it has, and without magics; where one stood in a block, `pass`
    does."""
    text = re.sub(r"\A(?:[ \t]*\n)+", "", text)
    if _PROMPT.match(text):
        text = _PROMPT.sub("", text)
    if text[:1] in (" ", "\t"):
        indent = text[: len(text) - len(text.lstrip(" \t"))]
        text = "\n".join(line.removeprefix(indent) for line in text.split("\n"))
    if not _MAY_BE.search(text):  # most cells
        return text
    lines, at = [], 0
    while at < len(text):
        end, is_magic = _logical_line(text, at)
        lines.append(_in_place_of(text[at:end]) if is_magic else text[at:end])
        at = end
    return "".join(lines)


def _logical_line(text: str, at: int) -> tuple[int, bool]:
    """Where the logical line that begins at `at` ends, and whether it is IPython's."""
    if _COMMAND.match(text, at):
        return _end_of_command(text, at), True
    depth, asked = 0, -1
    for token in _TOKEN.finditer(text, at):
        found = token[0]
        if found == "\n" and not depth:
            return token.end(), _is_question(text[at : token.start()], asked - at) or _is_call(text, at)
        if found[0] == "=" and not depth:
            return _end_of_command(text, token.start()), True
        depth = max(0, depth + (found in "([{") - (found in ")]}"))
        asked = token.end() if found == "?" else asked
    return len(text), _is_question(text[at:], asked - at) or _is_call(text, at)


def _end_of_command(text: str, at: int) -> int:
    """The end of a line that is no Python: lines that end in a backslash go on, and nothing else does."""
    found = _TO_ITS_END.match(text, at)
    return found.end() if found else len(text)


def _is_question(line: str, asked: int) -> bool:
    return len(line.rstrip()) == asked


def _is_call(text: str, at: int) -> bool:
    return _CALL.match(text, at) is not None


def _in_place_of(line: str) -> str:
    """What stands for a magic: the import or assignment that it times, `pass` in a block, else nothing."""
    timed = _TIMED.match(line)
    if timed:
        return timed[1] + line[timed.end() :]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    return f"{indent}pass\n" if indent else ""
