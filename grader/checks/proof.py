"""The proof that is kept: what the gate and the mutation found, exercise by exercise, with the suite each was found for.

`docs/explanation/proof.json` is written by `grader verify --keep`; a test fails when an exercise has changed since. Pure but for the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.content.hashes import suite_hash
from grader.content.models import Level

SCHEMA = "grader/proof/1"
Proof = dict[str, Any]


def read_proof(path: Path) -> Proof:
    """The kept proof; an empty one when there is no file."""
    if not path.is_file():
        return {"schema": SCHEMA, "gate": {}, "mutation": {}}
    proof: Proof = json.loads(path.read_text(encoding="utf-8"))
    return proof


def write_proof(path: Path, proof: Proof) -> None:
    """Keep the proof, sorted."""
    path.write_text(json.dumps(proof, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def with_gate(proof: Proof, level: Level, reports: Iterable[Mapping[str, Any]], *, secrets: int) -> Proof:
    """The proof with the gate's reports of some exercises put in; a report with problems takes its exercise out."""
    gate = dict(proof["gate"])
    for report in reports:
        gate.pop(report["slug"], None)
        if not report["problems"]:
            gate[report["slug"]] = {
                "suite": suite_hash(level.exercise(report["slug"])),
                "secrets": secrets,
                "checks": len(report["checks"]),
                "alternatives": report["alternatives"],
                "variants": report["variants"],
                "reasons": len(report["reasons"]),
                "named_right": report["named_right"],
                "named_wrong": len(report["named_wrong"]),
            }
    return {**proof, "gate": gate}


def with_mutation(proof: Proof, level: Level, reports: Iterable[Mapping[str, Any]]) -> Proof:
    """The proof with the mutation reports of some exercises put in; one with open mutants takes its exercise out."""
    mutation = dict(proof["mutation"])
    for report in reports:
        mutation.pop(report["slug"], None)
        if not (report.get("problems") or report["survivors"] or report["stale"]):
            mutation[report["slug"]] = {
                "suite": suite_hash(level.exercise(report["slug"])),
                **{name: report[name] for name in ("total", "killed", "equivalent", "agreed_calls")},
            }
    return {**proof, "mutation": mutation}


def missing(proof: Proof, level: Level) -> list[str]:
    """What is not proven, or was proven for another version of an exercise."""
    lines = []
    for exercise in level.exercises:
        suite = suite_hash(exercise)
        for part, command in (("gate", "grader verify"), ("mutation", "grader verify --mutate")):
            kept = proof[part].get(exercise.slug)
            if kept is None:
                lines.append(f"{exercise.slug}: no {part} is kept: {command} --keep {exercise.slug}")
            elif kept["suite"] != suite:
                lines.append(f"{exercise.slug}: changed since its {part} was kept: {command} --keep {exercise.slug}")
    return lines


def sums(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, int]:
    """The column sums of some rows."""
    return {name: sum(row[name] for row in rows) for name in names}
