"""Grades the one submission of a Gradescope container: `python autograde.py ROOT`, ROOT being /autograder.

Stands alone in the pack, beside the grader that it calls as a command, so that it can tell of a grader that does not start. A fault of ours
is never told as a mark: the score before it is kept, and the text says so. Knows Gradescope's folders and its results.json; grades nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

FINE = (0, 4)  # 4: finished, but something is unreadable; the results say what
MAX_ENTRIES = 5_000


class OurFault(Exception):
    """The grader gave no results; a sentence for the learner."""


def main(root: Path) -> None:
    """Write results.json: the graded one, or one that says that it is our fault."""
    place = root / "results" / "results.json"
    place.parent.mkdir(exist_ok=True)
    metadata = read_json(root / "submission_metadata.json")
    write(place, fault(metadata, "The grader was stopped before it was done."))
    try:
        write(place, graded(root, metadata, read_json(root / "source" / "pack.json")))
    except OurFault as error:
        write(place, fault(metadata, str(error)))
    except Exception:
        traceback.print_exc()
        write(place, fault(metadata, "The grader itself failed."))


def graded(root: Path, metadata: dict[str, Any], pack: dict[str, Any]) -> dict[str, Any]:
    """What the grader says of the submission. OurFault when it says nothing."""
    key = f"submission-{metadata.get('id', 'unknown')}"
    with tempfile.TemporaryDirectory(prefix="autograde-") as name:
        place = Path(name)
        take(root / "submission", place / "work" / key)
        source = root / "source"
        options = ["--settings", str(source / "class.yaml"), "--secret-file", str(source / "secret"), "-j", "1", "-o", "graded"]
        if (source / "own_checks").is_dir():
            options += ["--checks", str(source / "own_checks")]
        if pack.get("separated"):
            options += ["--isolation", "separated"]
        grader(place, pack, ["grade", "work", *options])
        grader(place, pack, ["export", "gradescope", "graded", "-o", "results", "--visibility", pack.get("visibility", "visible")])
        found = list((place / "results").glob("*/results.json"))
        if len(found) != 1:
            raise OurFault("The grader found no submission in what was handed in.")
        return read_json(found[0])


def take(submission: Path, place: Path) -> None:
    """Copy what was handed in, links as links: the grader refuses what leads out of it."""
    if sum(len(files) for _, _, files in os.walk(submission)) > MAX_ENTRIES:
        raise OurFault(f"More than {MAX_ENTRIES:,} files were handed in; hand in the exercise files alone.")
    shutil.copytree(submission, place, symlinks=True)


def grader(place: Path, pack: dict[str, Any], words: list[str]) -> None:
    """Run the grader within the minutes that are left to it; its talk goes to the log, which learners do not see."""
    seconds = 60 * float(pack.get("minutes", 9))
    try:
        done = subprocess.run([sys.executable, "-m", "grader", *words], cwd=place, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        raise OurFault(f"The grader was not done after {seconds / 60:g} minutes.") from error
    if done.returncode not in FINE:
        raise OurFault("The grader could not judge this submission.")


def fault(metadata: dict[str, Any], reason: str) -> dict[str, Any]:
    """Results that judge nothing: the last good score stays, since Gradescope knows no blank."""
    before = [each for each in metadata.get("previous_submissions") or [] if isinstance(each, dict) and not each.get("autograder_error")]
    scores = [float(each["score"]) for each in before if isinstance(each.get("score"), (int, float))]
    kept = "Your last score stands." if scores else "The 0 shown here is no mark."
    return {
        "score": scores[-1] if scores else 0.0,
        "output": f"{reason} This is our fault, not yours: nothing was judged. {kept} Please tell your instructor.",
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [],
        "extra_data": {"our_fault": True, "reason": reason},
    }


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object; an empty one for a file that is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def write(place: Path, results: dict[str, Any]) -> None:
    """Replace results.json whole: whoever is killed leaves the one before."""
    beside = place.with_suffix(".new")
    beside.write_text(json.dumps(results, ensure_ascii=True, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    os.replace(beside, place)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
