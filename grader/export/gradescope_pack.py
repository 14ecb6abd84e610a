"""The autograder.zip of Gradescope: the grader, the content, a class's settings and secret, and the two scripts that Gradescope starts.

Equal inputs give equal bytes. Nothing is downloaded and nothing is built: packed is what is installed here, in the layout of a wheel.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

from grader.content.tree import PACKAGE, ContentRoot, own_check_files
from grader.records import dataclass

DATE = (1980, 1, 1, 0, 0, 0)  # equal inputs give equal bytes
DISTRIBUTION = "attention-grader"
SCRIPTS = {"setup.sh": 0o755, "run_autograder": 0o755, "autograde.py": 0o644}
CONTENT = "app/grader/_content"


@dataclass(frozen=True, slots=True)
class PackOptions:
    """How the container grades. `minutes` must be below Gradescope's own limit, which leaves no result at all."""

    settings: bytes
    secret: bytes
    separated: bool = False
    minutes: float = 9.0
    visibility: str = "visible"


def gradescope_pack(root: ContentRoot, options: PackOptions) -> bytes:
    """The archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, (data, mode) in sorted(dict(_entries(root, options)).items()):
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = mode << 16
            archive.writestr(entry, data)
    return out.getvalue()


def _entries(root: ContentRoot, options: PackOptions) -> Iterator[tuple[str, tuple[bytes, int]]]:
    own = files("grader.export").joinpath("autograder")
    for name, mode in SCRIPTS.items():
        yield name, (own.joinpath(name).read_bytes().replace(b"\r\n", b"\n"), mode)
    pack = {"separated": options.separated, "minutes": options.minutes, "visibility": options.visibility}
    yield "pack.json", (json.dumps(pack, indent=1, sort_keys=True).encode() + b"\n", 0o644)
    yield "fallback.json", (fallback().encode(), 0o644)
    yield "class.yaml", (options.settings, 0o644)
    yield "secret", (options.secret, 0o600)
    yield "requirements.txt", (requirements().encode(), 0o644)
    yield from _tree(PACKAGE, "app/grader", skipped="_content")
    trees = {"exercises": root.exercises, "solutions": root.solutions, "quizzes": root.quizzes, "checks": root.checks}
    for name, folder in trees.items():
        yield from _tree(folder, f"{CONTENT}/{name}")
    if root.own_checks is not None:
        for path in sorted({*own_check_files(root.own_checks), *root.own_checks.glob("*.py"), *root.own_checks.glob("*/*.py")}):
            yield f"own_checks/{path.relative_to(root.own_checks).as_posix()}", (path.read_bytes(), 0o644)


def _tree(folder: Path, place: str, skipped: str = "") -> Iterator[tuple[str, tuple[bytes, int]]]:
    """The files of a tree; caches and hidden files stay behind."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        is_left = "__pycache__" in inside.parts or any(part.startswith(".") for part in inside.parts) or inside.parts[0] == skipped
        if path.is_file() and not is_left:
            yield f"{place}/{inside.as_posix()}", (path.read_bytes(), 0o644)


def fallback() -> str:
    """results.json for when not even Python starts."""
    said = "The grader could not start. This is our fault, not yours: nothing was judged, and the 0 shown here is no mark."
    results = {
        "score": 0.0,
        "output": f"{said} Please tell your instructor.",
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [],
        "extra_data": {"our_fault": True, "reason": "not started"},
    }
    return json.dumps(results, indent=1, sort_keys=True) + "\n"


def requirements() -> str:
    """What the grader needs, in the versions that are installed here."""
    found: dict[str, str] = {}
    waiting = [DISTRIBUTION]
    while waiting:
        for needed in distribution(waiting.pop()).requires or []:
            name = re.match(r"[A-Za-z0-9._-]+", needed)
            if name is None or "extra ==" in needed or name[0].lower() in found:
                continue
            try:
                found[name[0].lower()] = distribution(name[0]).version
            except PackageNotFoundError:
                continue  # needed on another system only
            waiting.append(name[0])
    return "".join(f"{name}=={version}\n" for name, version in sorted(found.items()))
