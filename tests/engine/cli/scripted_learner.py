"""A scripted learner: every verb of theirs, over five exercises, in one process. `python -m tests.engine.cli.scripted_learner FOLDER`.

Prints each command, what it says and its exit code. Failures show worked examples, which every learner sees alike; what is drawn
fresh is masked.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from grader.cli import main
from grader.content.load import load_level
from grader.content.models import Level

FORGETS_ITSELF = """def static_embed(tokens, table):
    return [list(table[token]) for token in tokens]


def mix_with_context(X, share):
    mean = [sum(column) / len(X) for column in zip(*X)]
    return [[x + share * m for x, m in zip(row, mean)] for row in X]
"""
MIXES_ROWS = """def static_embed(tokens, table):
    return [list(table[token]) for token in tokens]


def mix_with_context(X, share):
    mean = [sum(column) / len(X) for column in zip(*X)]
    return [[(1 - share) * x + share * m for x, m in zip(X, mean)] for row in X]
"""
TRANSPOSES = """def vec_mat(x, W):
    width = len(W[0])
    return [sum(x[i] * W[j][i] for i in range(len(x))) for j in range(width)]


def qkv_one(x, W_Q, W_K, W_V):
    return vec_mat(x, W_Q), vec_mat(x, W_K), vec_mat(x, W_V)
"""
NOT_PYTHON = """def project_qkv(X, W_Q, W_K, W_V)
    return X @ W_Q, X @ W_K, X @ W_V
"""
FORGETS_A_NAME = """import numpy as np


def softmax_np(x, axis=-1):
    e = np.exp(np.asarray(x))
    print("shape", e.shape)
    return e / total
"""
SOLUTION = "the solution"  # stands for our own file

Step = tuple[str, ...]
STEPS: tuple[Step, ...] = (
    ("grader", "start", "mine"),
    ("cd", "mine"),
    ("grader", "list"),
    ("grader", "next"),
    ("grader", "check"),
    ("write", "same-word-same-vector", FORGETS_ITSELF),
    ("grader", "check"),
    ("grader", "hint"),
    ("grader", "hint"),
    ("grader", "case", "same-word-same-vector"),
    ("grader", "solution", "same-word-same-vector"),
    ("write", "same-word-same-vector", MIXES_ROWS),
    ("grader", "check", "o1_context/same_word_same_vector.py"),
    ("write", "same-word-same-vector", SOLUTION),
    ("grader", "check", "1"),
    ("grader", "solution", "same-word-same-vector"),
    ("grader", "hint", "rnn-fading"),
    ("grader", "hint", "rnn-fading"),
    ("grader", "hint", "rnn-fading"),
    ("write", "rnn-fading", SOLUTION),
    ("grader", "check", "rnn-fading"),
    ("write", "three-vectors", TRANSPOSES),
    ("grader", "check", "three-vectors"),
    ("grader", "reset", "three-vectors"),
    ("grader", "check", "three-vectors"),
    ("grader", "undo", "three-vectors"),
    ("grader", "check", "three-vectors"),
    ("grader", "solution", "three-vectors", "--give-up", "--yes"),
    ("write", "three-vectors", SOLUTION),
    ("grader", "check", "three-vectors", "--problems"),
    ("write", "project-all", NOT_PYTHON),
    ("grader", "check", "project-all", "--problems"),
    ("write", "project-all", SOLUTION),
    ("grader", "check", "project-all"),
    ("write", "softmax-rows", FORGETS_A_NAME),
    ("grader", "check", "softmax-rows"),
    ("grader", "check", "softmax-rows", "three-vectors"),
    ("write", "softmax-rows", SOLUTION),
    ("grader", "check", "softmax-rows"),
    ("grader", "check", "sofmax-rows"),
    ("grader", "next"),
    ("grader", "progress"),
    ("grader", "submit", "-o", "work.zip"),
)


def run(steps: tuple[Step, ...]) -> None:
    """Carry out the steps from the current folder."""
    level = load_level()
    for kind, *words in steps:
        if kind == "cd":
            os.chdir(words[0])
        elif kind == "write":
            write(level, *words)
        else:
            print(f"$ grader {' '.join(words)}", flush=True)
            code = main(words)
            sys.stderr.flush()
            print(f"[exit {code}]\n" if code else "", flush=True)


def write(level: Level, slug: str, source: str) -> None:
    """Save a file as an editor would."""
    exercise = level.exercise(slug)
    text = exercise.solution_path.read_text(encoding="utf-8") if source == SOLUTION else source
    Path(exercise.folder, exercise.filename).write_text(text, encoding="utf-8")


def masked(transcript: str) -> str:
    """Without what differs from run to run, and without our solutions' code, which is tested elsewhere."""
    text = re.sub(r"0x[0-9a-f]{6,}", "0x…", transcript.replace("\r\n", "\n"))
    return re.sub(r"(^\$ grader solution .*\n)((?:.*\n)*?)(?=^\$ )", lambda found: found[1] + titles(found[2]), text, flags=re.MULTILINE)


def titles(printed: str) -> str:
    """The titles of what `grader solution` printed; all of it when it printed no code."""
    lines = printed.splitlines()
    found = [f"{lines[index - 1]}\n{line}\n…\n" for index, line in enumerate(lines) if line and set(line) == {"-"} and index]
    return "".join(found) + "\n" if found else printed


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    run(STEPS)
