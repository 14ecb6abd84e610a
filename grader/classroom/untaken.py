"""Work under other names, which is never graded in silence: what to tell of files that no exercise's name leads to. Decides no mark."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grader.classroom.names import ARCHIVES, FileNames, base_of
from grader.classroom.opened import Opened
from grader.classroom.renames import defining

QUIET = frozenset({"answers.yaml", "answers.yml", "answers.json", "explain.yaml", "notes.md", "readme.md", "readme.txt", "readme"})
MAX_SHOWN = 8
MAX_COMPARED = 200  # files whose names are compared with ours


def told(opened: Opened, handed_in: Collection[str], names: FileNames) -> Iterator[str]:
    """A sentence for each file that looks like work, and one for the rest: all of it where nothing else came, else programs."""
    contents = {each.path: each.content or b"" for each in opened.strangers}
    rest = []
    for number, path in enumerate(opened.others):
        near = names.near(base_of(path)) if number < MAX_COMPARED else ""
        defined = [each.slug for each in defining(contents.get(path, b""), names.exercises)]
        slugs = [slug for slug in defined if slug not in handed_in]
        meant = names.meaning(near) if near else None
        if meant is not None and (path.lower().endswith(".py") or meant.slug not in handed_in):
            yield f"{path} was not graded. Is it meant to be {near}?"
        elif slugs and len(defined) == 1 and names.accepts_renames:
            continue  # why it was not taken has been told
        elif slugs:
            todo = "`--accept-renames` can take it." if len(defined) == 1 else "Ask for one file for each, or a notebook."
            yield f"{path} was not graded: it has the functions of {listed(slugs, ' and ')}, and the name of none. {todo}"
        elif path.lower().endswith(ARCHIVES):
            yield f"{path} is an archive that was not opened. Unpack it where it lies if there is work in it."
        elif _is_told(path, is_all=not handed_in):
            rest.append(path)
    if rest and handed_in:
        yield f"Not graded, for they are called like no exercise: {listed(rest)}."
    elif rest:
        todo = "Ask for files called as in the task, or for a notebook."
        yield f"Nothing was graded, for no exercise is called like this: {listed(rest)}. {todo}"


def _is_told(path: str, *, is_all: bool) -> bool:
    """Whether a file is worth a word: a program always, anything else where it is all there is; never what this program writes."""
    lower = base_of(path).lower()
    return lower.endswith(".py") or (is_all and lower not in QUIET and not lower.endswith(".svg"))


def listed(words: list[str], last: str = ", ") -> str:
    """Words in a row, `last` before the last one; of many the first few, and how many more there are."""
    shown = words[:MAX_SHOWN]
    if len(words) > MAX_SHOWN:
        return ", ".join(shown) + f" and {len(words) - MAX_SHOWN:,} more"
    return last.join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
