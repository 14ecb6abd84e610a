"""Content files → models, with every problem of every file at once; a compiled form makes the next load fast.

The compiled form is keyed by the bytes of every file that it was made from, so a stale one is never used. Reading it needs no YAML.
"""

from __future__ import annotations

from grader.content import compiled
from grader.content.models import Level
from grader.content.tree import ContentRoot, find_root


def load_level(root: ContentRoot | None = None, *, drafts: bool = False) -> Level:
    """The level at `root` (default: the content of this installation); ContentError lists everything wrong with it.

    Exercises marked `draft: true` are left out, unless an author asks for them.
    """
    where = root if root is not None else find_root()
    key = compiled.source_key(where)
    stored = compiled.read(key)
    if stored is None:
        from grader.content.source import read_sources  # YAML and syntax trees: only when a file changed

        stored = read_sources(where)
        compiled.write(key, stored)
    return compiled.to_level(stored, where, drafts=drafts)
