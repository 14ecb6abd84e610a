"""Two hashes of an item: of what is right in it, and of all its words. A changed wording keeps a learner's history; a changed meaning asks.

Knows plain data only.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]
_WORDING = frozenset({"prompt", "explanation", "feedback", "text", "front", "why", "alt", "misconception", "misconceptions", "terms"})
_LABELS = frozenset({"id", "level", "difficulty", "track", "needs", "not_with", "set", "kind", "use", "siblings", "replaces"})


def meaning_hash(data: Data) -> str:
    """Changes when what is right changes (answers, correct flags, parameters, code), not when wording does."""
    return _hash(_without(data, _WORDING | _LABELS))


def wording_hash(data: Data) -> str:
    """Changes with every change of the item."""
    return _hash(data)


def _without(value: Any, keys: frozenset[str]) -> Any:
    if isinstance(value, Mapping):
        # ids inside an item (options, pairs) do say what is right, so only the top level loses its id.
        return {key: _without(inner, keys - _LABELS) for key, inner in value.items() if key not in keys}
    if isinstance(value, (list, tuple)):
        return [_without(inner, keys - _LABELS) for inner in value]
    return value


def _hash(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(unicodedata.normalize("NFC", text).encode()).hexdigest()[:16]
