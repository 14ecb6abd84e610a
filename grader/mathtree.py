r"""A small part of LaTeX as a tree: letters, numbers, operators, scripts, roots, fractions, matrices. Anything else is refused."""

from __future__ import annotations

import re

from grader.records import dataclass


class MathError(ValueError):
    """A formula that cannot be shown; one sentence."""


# ------------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True)
class Leaf:
    """One letter or word (mi), number (mn), operator (mo) or text (mtext)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """Things side by side."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A base with something below, above, or both."""

    base: Node
    below: Node | None
    above: Node | None


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    inside: Node


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing over another."""

    above: Node
    below: Node


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows of cells in round brackets."""

    rows: tuple[tuple[Node, ...], ...]


Node = Leaf | Row | Script | Root | Fraction | Matrix

_SYMBOLS = {
    "cdot": "·", "times": "×", "div": "÷", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "pm": "±",
    "infty": "∞", "in": "∈", "to": "→", "rightarrow": "→", "sum": "∑", "prod": "∏", "ldots": "…", "dots": "…", "mid": "|", "propto": "∝",
    "partial": "∂", "quad": " ", ",": " ", ";": " ", "%": "%", "{": "{", "}": "}", "_": "_",
}  # fmt: skip
_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ", "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "phi": "φ", "Delta": "Δ", "Sigma": "Σ",
}  # fmt: skip
_FUNCTIONS = {"ln", "log", "exp", "max", "min", "softmax", "sin", "cos", "tanh", "var"}

# ------------------------------------------------------------------ the parser

_TOKEN = re.compile(r"\\[a-zA-Z]+|\\[,;%{}_\\]|[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[a-zA-Z]|\s+|.", re.DOTALL)
MAX_DEPTH = 20


class _Parser:
    """Recursive descent over the tokens of one formula."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = [token for token in _TOKEN.findall(source) if not token.isspace()]
        self.at = 0
        self.depth = 0

    def parse(self) -> Node:
        node = self.row("")
        if self.at < len(self.tokens):
            raise MathError(f"`{self.tokens[self.at]}` is not expected in ${self.source}$")
        return node

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def row(self, *stops: str) -> Node:
        parts: list[Node] = []
        while self.peek() and self.peek() not in stops and self.peek() != "}":
            parts.append(self.scripted())
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def scripted(self) -> Node:
        base = self.atom()
        below: Node | None = None
        above: Node | None = None
        while self.peek() in ("_", "^"):
            mark = self.tokens[self.at]
            self.at += 1
            script = _word(self.atom())
            if mark == "_" and below is None:
                below = script
            elif mark == "^" and above is None:
                above = script
            else:
                raise MathError(f"two `{mark}` after one another in ${self.source}$")
        return Script(base, below, above) if below or above else base

    def atom(self) -> Node:
        token = self.peek()
        if not token:
            raise MathError(f"something is missing at the end of ${self.source}$")
        self.at += 1
        if token == "{":
            return self.group()
        if token.startswith("\\"):
            return self.command(token[1:])
        if token[0].isdigit() or (token[0] == "." and len(token) > 1):
            return Leaf("mn", token)
        if token in "^_}&":
            raise MathError(f"`{token}` is not expected in ${self.source}$")
        return Leaf("mi" if token.isalpha() else "mo", "−" if token == "-" else token)

    def group(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise MathError("the formula is nested too deeply")
        inside = self.row()
        if self.peek() != "}":
            raise MathError(f"a brace is not closed in ${self.source}$")
        self.at += 1
        self.depth -= 1
        return inside

    def argument(self) -> Node:
        if self.peek() != "{":
            raise MathError(f"braces are needed in ${self.source}$")
        self.at += 1
        return self.group()

    def command(self, name: str) -> Node:
        if name == "sqrt":
            return Root(self.argument())
        if name == "frac":
            return Fraction(self.argument(), self.argument())
        if name in ("text", "mathrm", "operatorname"):
            return Leaf("mtext", self.plain_argument())
        if name in ("left", "right"):
            return self.atom()
        if name == "begin":
            return self.matrix()
        if name in _FUNCTIONS:
            return Leaf("mtext", name)
        if name in _GREEK:
            return Leaf("mi", _GREEK[name])
        if name in _SYMBOLS:
            return Leaf("mo", _SYMBOLS[name])
        raise MathError(f"\\{name} is not known in ${self.source}$")

    def plain_argument(self) -> str:
        """The letters of \\text{…}; spaces are lost on the way and not needed."""
        if self.peek() != "{":
            raise MathError(f"braces are needed in ${self.source}$")
        end = self.at + 1
        while end < len(self.tokens) and self.tokens[end] != "}":
            if self.tokens[end] == "{" or self.tokens[end].startswith("\\"):
                raise MathError(f"only letters can stand in \\text in ${self.source}$")
            end += 1
        word = "".join(self.tokens[self.at + 1 : end])
        self.at = end + 1
        return word

    def matrix(self) -> Node:
        if self.plain_argument() not in ("pmatrix", "matrix", "bmatrix"):
            raise MathError(f"only matrices can begin in ${self.source}$")
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        while True:
            cells.append(self.row("&", "\\\\", "\\end"))
            stop = self.peek()
            if not stop:
                raise MathError(f"a matrix does not end in ${self.source}$")
            self.at += 1
            if stop == "&":
                continue
            rows.append(tuple(cells))
            cells = []
            if stop == "\\end":
                self.plain_argument()
                return Matrix(tuple(rows))


def _word(script: Node) -> Node:
    """Three letters or more in an index are a word: d_{model}."""
    letters = script.parts if isinstance(script, Row) else ()
    if len(letters) >= 3 and all(isinstance(part, Leaf) and part.kind == "mi" for part in letters):
        return Leaf("mtext", "".join(part.text for part in letters if isinstance(part, Leaf)))
    return script


def parse_math(source: str) -> Node:
    """The tree of one formula, without its dollar signs; MathError when it cannot be shown."""
    return _Parser(source).parse()
