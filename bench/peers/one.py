"""One grader on one folder, as a program that can be measured from outside: `python -m bench.peers.one GRADER FOLDER OUT.json`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from bench.peers.adapters import grader


def main(name: str, folder: Path, out: Path) -> None:
    """Grade every submission in `folder` and write what came of it."""
    submissions = sorted(path for path in folder.iterdir() if path.is_dir())
    with tempfile.TemporaryDirectory(prefix=f"peer-{name}-") as work:
        Path(work).chmod(0o755)  # one of them grades as another user
        graded = grader(name).grade(submissions, Path(work))
    out.write_text(json.dumps({key: each.as_json() for key, each in graded.items()}), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
