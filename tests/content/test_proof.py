"""The kept proof is of these very exercises, and it meets the marks that the level sets itself."""

from __future__ import annotations

from pathlib import Path

from grader.checks.proof import missing, read_proof, sums
from grader.checks.variants import alternatives, wrong_variants
from grader.content.load import load_level

PROOF = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "proof.json"


def test_every_exercise_is_proven_as_it_is_now() -> None:
    assert missing(read_proof(PROOF), load_level()) == []


def test_the_numbers_are_those_of_the_files() -> None:
    gate = read_proof(PROOF)["gate"]
    for exercise in load_level().exercises:
        counted = (
            len(alternatives(exercise.alt_path, exercise.solution_path)),
            len(wrong_variants(exercise.wrong_path, exercise.solution_path)),
        )
        assert counted == (gate[exercise.slug]["alternatives"], gate[exercise.slug]["variants"]), exercise.slug


def test_the_level_meets_its_marks() -> None:
    proof = read_proof(PROOF)
    gate = sums(list(proof["gate"].values()), ["checks", "alternatives", "variants", "reasons", "named_right", "named_wrong"])
    mutation = sums(list(proof["mutation"].values()), ["total", "killed", "equivalent"])

    assert gate["alternatives"] >= 200
    assert gate["variants"] >= 330
    assert gate["reasons"] <= 0.1 * gate["checks"]
    assert gate["named_wrong"] == 0
    assert gate["named_right"] >= 0.9 * gate["variants"]
    assert mutation["total"] >= 2000
    assert mutation["killed"] + mutation["equivalent"] == mutation["total"]
    assert mutation["equivalent"] <= 0.05 * mutation["total"]


def test_luck_is_ruled_out_as_far_as_the_level_asks() -> None:
    proof = read_proof(PROOF)

    assert {slug: kept["secrets"] for slug, kept in proof["gate"].items() if kept["secrets"] < 20} == {}
    agreed = {slug: kept["agreed_calls"] / kept["equivalent"] for slug, kept in proof["mutation"].items() if kept["equivalent"]}
    assert {slug: calls for slug, calls in agreed.items() if calls < 10_000} == {}
