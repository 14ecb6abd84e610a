"""The name of a learner's page: readable where it can be, safe on every file system, different for different learners."""

from __future__ import annotations

import hashlib
import re

_SAFE = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{kind}{n}" for kind in ("com", "lpt") for n in range(1, 10))})


def page_name(key: str) -> str:
    """`ada` → `ada.html`; a key that is not plain lower-case ASCII gets a short hash, so that no two can meet on any file system."""
    if _SAFE.fullmatch(key) and key.split(".")[0] not in _RESERVED and not key.endswith("."):
        return f"{key}.html"
    plain = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")[:40] or "learner"
    return f"{plain}~{hashlib.sha256(key.encode()).hexdigest()[:10]}.html"
