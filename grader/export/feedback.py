"""Handed-back pages in the layout that Moodle takes as feedback files: a folder for each learner, named as in its download. Pure."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable

DATE = (1980, 1, 1, 0, 0, 0)  # equal pages give equal bytes
PAGE = "feedback.html"
_NOT_IN_NAMES = re.compile(r"[_/\\:*?\"<>|\x00-\x1f\x7f]")


def moodle_feedback(pages: Iterable[tuple[str, str, bytes]]) -> tuple[bytes, tuple[str, ...]]:
    """A .zip of (key, name, page), and the keys left out because they are no ids of Moodle's worksheet."""
    out = io.BytesIO()
    left_out = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for key, name, page in sorted(pages):
            if not key.isdecimal():
                left_out.append(key)
                continue
            called = _NOT_IN_NAMES.sub(" ", name).strip() or "Participant"
            entry = zipfile.ZipInfo(f"{called}_{key}_assignsubmission_file/{PAGE}", DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, page)
    return out.getvalue(), tuple(left_out)
