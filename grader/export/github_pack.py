"""What a repository of a class on GitHub needs: a workflow that checks every push, and a dev container to work in. Pure.

Both install the grader under one name; what that is, a class decides.
"""

from __future__ import annotations

import re
from importlib.resources import files

from grader.errors import UsageError

PLACES = {"grader.yml": ".github/workflows/grader.yml", "devcontainer.json": ".devcontainer/devcontainer.json"}
REQUIREMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+:/@=<>~!,\[\]-]*( @ [A-Za-z0-9._+:/@=~%#-]+)?")


def github_files(requirement: str) -> dict[str, str]:
    """Path in the repository to text. UsageError when pip could not install what is named, or a shell would read more than a name."""
    if not REQUIREMENT.fullmatch(requirement):
        raise UsageError(
            f"`{requirement}` is nothing that pip installs by name.", hint="--install attention-grader==1.0, or the address of a wheel"
        )
    own = files("grader.export").joinpath("github_files")
    return {place: own.joinpath(name).read_text(encoding="utf-8").replace("@REQUIREMENT@", requirement) for name, place in PLACES.items()}
