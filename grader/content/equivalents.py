"""`equivalent_<exercise>.yaml`: mutants of a solution that change nothing anyone can see, each with its reason."""

from __future__ import annotations

from pathlib import Path

from grader.content.strict_yaml import load_strict
from grader.errors import ContentError


def read_equivalents(path: Path) -> dict[str, str]:
    """Mutant id → reason; empty when there is no file. Raises ContentError with every problem of the file."""
    if not path.is_file():
        return {}
    data, positions, problems = load_strict(path, shown=path.name)
    texts = [str(problem) for problem in problems]
    if not texts and not isinstance(data, dict):
        texts.append(f"{path.name}:1:1: a mapping of mutant ids to reasons is wanted")
    if not texts:
        texts = [
            f"{path.name}:{positions[(key,)].line}:{positions[(key,)].col}: the reason must be a sentence"
            for key, reason in data.items()
            if not isinstance(reason, str) or len(reason.split()) < 3
        ]
    if texts:
        raise ContentError(texts)
    return {str(key): reason for key, reason in data.items()}
