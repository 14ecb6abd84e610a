"""The published JSON Schemas of our documents: `grader/result/1`, `grader/evidence/1`, `grader/learner/1`. Data only."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

NAMES = {
    "grader/result/1": "result-1.schema.json",
    "grader/evidence/1": "evidence-1.schema.json",
    "grader/learner/1": "learner-1.schema.json",
}


def schema_of(document: str) -> dict[str, Any]:
    """The JSON Schema of a document such as `grader/result/1`; KeyError for a name that is not published."""
    loaded: dict[str, Any] = json.loads(files("grader.schemas").joinpath(NAMES[document]).read_text(encoding="utf-8"))
    return loaded
