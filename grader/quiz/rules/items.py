"""Rules about one question as it is written."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from grader.content.strict_yaml import Problem
from grader.mathtext import MathError, check_math
from grader.quiz.rules.registry import Bench, rule
from grader.quiz.source import Entry
from grader.quiz.words import normal

RUN_SECONDS = 20
SHORT_OPTION = 14  # up to here options are names or numbers, whose length says nothing
_LENGTH_FACTOR = 2.0


@rule("one-right", "A single question has exactly one right option; a multi question has right and wrong ones.")
def one_right(bench: Bench, name: str) -> Iterator[Problem]:
    """Counts right options."""
    for entry in bench.of("single", "multi"):
        right = sum(bool(option.get("correct")) for option in entry.data["options"])
        if entry.data["type"] == "single" and right != 1:
            yield entry.problem(name, f"{right} options are right, one is needed", "options")
        if entry.data["type"] == "multi" and not 1 <= right < len(entry.data["options"]):
            yield entry.problem(name, "right and wrong options are needed", "options")


@rule("wrong-has-reason", "Every wrong option carries a misconception or feedback, and no right one a misconception.")
def wrong_has_reason(bench: Bench, name: str) -> Iterator[Problem]:
    """Looks at every option."""
    for entry in bench.of("single", "multi"):
        for at, option in enumerate(entry.data["options"]):
            if option.get("correct") and option.get("misconception"):
                yield entry.problem(name, "a right option shows no misconception", "options", at)
            if not option.get("correct") and not (option.get("misconception") or option.get("feedback")):
                yield entry.problem(name, "this option needs a misconception or feedback", "options", at)


@rule("options-differ", "No two options, items or pairs of a question read the same.")
def options_differ(bench: Bench, name: str) -> Iterator[Problem]:
    """Compares texts as a reader would."""
    for entry in bench.questions:
        for group in ("options", "items", "left", "right"):
            seen: dict[str, int] = {}
            for at, option in enumerate(entry.data.get(group, ())):
                text = normal(option["text"])
                if text in seen:
                    yield entry.problem(name, f"reads the same as number {seen[text] + 1}", group, at)
                seen.setdefault(text, at)


@rule("inner-ids", "Ids inside a question are different, and what refers to them exists.")
def inner_ids(bench: Bench, name: str) -> Iterator[Problem]:
    """Option, item, pair and order ids."""
    for entry in bench.questions:
        for group in ("options", "items", "left", "right"):
            ids = [option["id"] for option in entry.data.get(group, ())]
            for at, found in enumerate(ids):
                if found in ids[:at]:
                    yield entry.problem(name, f"id `{found}` is used twice", group, at)
        yield from _orders(entry, name)
        yield from _pairs(entry, name)


def _orders(entry: Entry, name: str) -> Iterator[Problem]:
    if entry.data["type"] != "order":
        return
    ids = sorted(item["id"] for item in entry.data["items"])
    orders: list[tuple[tuple[Any, ...], Any]] = [(("also", at), order) for at, order in enumerate(entry.data.get("also", ()))]
    orders += [(("wrong", at, "order"), wrong["order"]) for at, wrong in enumerate(entry.data.get("wrong", ()))]
    for where, order in orders:
        if isinstance(order, list) and sorted(order) != ids:
            yield entry.problem(name, "this order does not name every item once", *where)


def _pairs(entry: Entry, name: str) -> Iterator[Problem]:
    if entry.data["type"] != "match":
        return
    left = {item["id"] for item in entry.data["left"]}
    right = {item["id"] for item in entry.data["right"]}
    pairs = entry.data["pairs"]
    if set(pairs) != left or not set(pairs.values()) <= right:
        yield entry.problem(name, "every left item needs one right item that exists", "pairs")
    for at, wrong in enumerate(entry.data.get("wrong", ())):
        if wrong["left"] not in left or wrong["right"] not in right:
            yield entry.problem(name, "this pair names an item that does not exist", "wrong", at)
        elif pairs.get(wrong["left"]) == wrong["right"]:
            yield entry.problem(name, "this wrong pair is the right one", "wrong", at)


@rule("option-length", "The right option is no more than twice as long as the others, nor half as long.")
def option_length(bench: Bench, name: str) -> Iterator[Problem]:
    """Short names and numbers are left alone."""
    for entry in bench.of("single"):
        lengths: dict[bool, list[int]] = {bool(option.get("correct")): [] for option in entry.data["options"]}
        for option in entry.data["options"]:
            lengths[bool(option.get("correct"))].append(len(option["text"]))
        if len(lengths) < 2 or max(map(max, lengths.values())) <= SHORT_OPTION:
            continue
        ratio = max(lengths[True]) / statistics.mean(lengths[False])
        if not 1 / _LENGTH_FACTOR <= ratio <= _LENGTH_FACTOR:
            yield entry.problem(name, f"the right option is {ratio:.1f} times as long as the others", "options")


_LUMPED = re.compile(r"\b(all|none|both|neither|any) of (the )?(above|these|the others?)\b|\bboth [a-e] and [a-e]\b", re.IGNORECASE)


@rule("no-all-of-the-above", "No option talks about other options: they are shuffled.")
def no_all_of_the_above(bench: Bench, name: str) -> Iterator[Problem]:
    """`pin: last` allows "none of the others"."""
    for entry in bench.of("single", "multi"):
        for at, option in enumerate(entry.data["options"]):
            if _LUMPED.search(option["text"]) and option.get("pin") != "last":
                yield entry.problem(name, "an option cannot talk about the others", "options", at, "text")


_NEGATED = re.compile(r"(?<![*\w])(not|cannot|never|except|impossible)(?![*\w])", re.IGNORECASE)


@rule("negation-shows", "A question that asks for what is not true says so in *stars* or capitals.")
def negation_shows(bench: Bench, name: str) -> Iterator[Problem]:
    """Looks at the last sentence, which is the question."""
    for entry in bench.of("single", "multi"):
        question = re.split(r"(?<=[.!:]) ", entry.data["prompt"])[-1]
        found = _NEGATED.search(question) if question.startswith(("Which", "What")) else None
        if found and not found.group().isupper() and not question.startswith("What happens"):
            yield entry.problem(name, f"write *{found.group()}* in stars", "prompt")


@rule("ticking-all-is-0", "Ticking every option of a multi question scores 0.")
def ticking_all(bench: Bench, name: str) -> Iterator[Problem]:
    """Under net-correct as many wrong options as right ones are needed."""
    for entry in bench.of("multi"):
        right = sum(bool(option.get("correct")) for option in entry.data["options"])
        wrong = len(entry.data["options"]) - right
        if entry.data.get("scoring", "net-correct") == "each-decision" or wrong < right:
            yield entry.problem(name, "ticking everything scores: add wrong options", "options")


@rule("rounding-fits", "The tolerance takes the rounding that the prompt asks for, and a prompt with a tolerance says it.")
def rounding_fits(bench: Bench, name: str) -> Iterator[Problem]:
    """Decimals named in the prompt against `tolerance.abs`."""
    for entry in bench.of("numeric", "matrix"):
        given = entry.data.get("tolerance") or {}
        for word, need in (("one decimal", 0.05), ("two decimals", 0.005), ("three decimals", 0.0005)):
            if word in entry.data["prompt"] and (given.get("abs") or 0) < need:
                yield entry.problem(name, f"{word} need a tolerance of {need}", "tolerance")
        if given.get("abs") and "±" not in entry.data["prompt"] and "decimal" not in entry.data["prompt"]:
            yield entry.problem(name, f"the prompt does not say ±{given['abs']}", "prompt")


_INDEXED = re.compile(r"\b(row|column|entry|position|place|number|word|cell|token) \(?\{\{", re.IGNORECASE)
_BASE = re.compile(r"\b(counted|numbered|count|counting)\b[^.]{0,40}\bfrom [01]\b", re.IGNORECASE)


@rule("index-base", "A prompt that names a row, column or entry by number says whether counting starts at 0 or 1.")
def index_base(bench: Bench, name: str) -> Iterator[Problem]:
    """Hotspots always name cells by number."""
    for entry in bench.questions:
        prompt = entry.data["prompt"]
        indexed = entry.data["type"] == "hotspot" or _INDEXED.search(prompt)
        if indexed and not _BASE.search(prompt) and not re.search(r"\d to \d", prompt):
            yield entry.problem(name, "say from which number rows and columns are counted", "prompt")


@rule("output-runs", "The code of an output question prints exactly its key.")
def output_runs(bench: Bench, name: str) -> Iterator[Problem]:
    """Runs each program in a process of its own."""
    for entry in bench.of("output"):
        if not entry.data.get("code"):
            yield entry.problem(name, "`code` is missing")
            continue
        printed = _run(entry.data["code"])
        if _lines(printed) != _lines(entry.data["stdout"]):
            yield entry.problem(name, f"the code prints {printed.strip()!r}", "stdout")


def _run(code: str) -> str:
    """What a program prints; the last line of its error when it fails."""
    try:
        done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=RUN_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"nothing within {RUN_SECONDS} seconds"
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    return done.stdout


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


@rule("bug-has-lines", "The options of a spot-the-bug question are the lines of its code, in order, and it names the bug's misconception.")
def bug_has_lines(bench: Bench, name: str) -> Iterator[Problem]:
    """Line options tell nothing about the reader, so the question itself carries the tag."""
    for entry in bench.questions:
        if entry.data["level"] != "bug":
            continue
        lines = entry.data.get("code", "").rstrip("\n").count("\n") + 1
        texts = [option["text"] for option in entry.data.get("options", ())]
        if texts != [f"line {number}" for number in range(1, lines + 1)]:
            yield entry.problem(name, f"the options have to be line 1 to line {lines}", "options")
        if not entry.data.get("misconception"):
            yield entry.problem(name, "`misconception` is missing: what does the bug show?")


@rule("maths-parses", "Every formula between dollar signs can be shown.")
def maths_parses(bench: Bench, name: str) -> Iterator[Problem]:
    """Walks through every text of every item."""
    for entry in bench.entries:
        for where, text in texts_of(entry.data):
            try:
                check_math(text)
            except MathError as error:
                yield entry.problem(name, str(error), *where)


_NOT_TEXT = frozenset({"code", "stdout", "params", "require", "id", "answer", "order", "when", "cells"})


def texts_of(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every text that a learner may read, with its place."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in _NOT_TEXT:
                yield from texts_of(inner, (*where, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from texts_of(inner, (*where, at))
