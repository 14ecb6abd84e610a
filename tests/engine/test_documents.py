"""Documents: there and back, canonical, and held against their published schemas."""

from __future__ import annotations

import json
import math

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.documents import canonical, canonical_pieces, evidence_from_json, evidence_json, result_from_json, result_json
from grader.results import CheckResult, Evidence, ExerciseEvidence, ExerciseResult, Misconception, Verdict
from grader.schemas import NAMES, schema_of

RESULT = ExerciseResult(
    "softmax-rows",
    "O3",
    Verdict.FAILED,
    (CheckResult("check_a", "A holds.", Verdict.FAILED, "wrong values", 0.0, 7.5, "", "our words"),),
    (Misconception("softmax-wrong-axis", "columns", "sums down"),),
    0.0,
    7.5,
    "o3_weights/softmax_rows.py",
    "a" * 64,
    "b" * 12,
    "message",
)
SEEN = Evidence(
    call="softmax_np(…)",
    got="\ud800 \u202e \x00",
    lines=(3, 4),
    locals=(("x", "array"),),
    target=((0.5, 0.5), (math.inf, 0.0)),
    actual=((math.nan, 1.0), (-math.inf, 0.0)),
    is_public=True,
)
EVIDENCE = ExerciseEvidence("softmax-rows", {"check_a": SEEN}, 0.25, 0.125, "contained")


def test_a_result_comes_back_as_it_was() -> None:
    assert result_from_json(json.loads(canonical(result_json(RESULT)))) == RESULT


def test_evidence_comes_back_as_it_was_nan_and_lone_surrogates_included() -> None:
    back = evidence_from_json(json.loads(canonical(evidence_json(EVIDENCE))))

    assert repr(back) == repr(EVIDENCE)


def test_canonical_text_is_ascii_sorted_and_ends_with_a_newline() -> None:
    assert canonical({"b": "é", "a": 1.5}) == '{"a":1.5,"b":"\\u00e9"}\n'


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_json_lacks_are_refused(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"points": number})


@pytest.mark.parametrize("name", NAMES)
def test_published_schemas_are_schemas_and_closed(name: str) -> None:
    schema = schema_of(name)
    jsonschema.Draft202012Validator.check_schema(schema)

    def objects(node: object) -> list[dict[str, object]]:
        if isinstance(node, list):
            return [found for each in node for found in objects(each)]
        if not isinstance(node, dict):
            return []
        here = [node] if node.get("type") == "object" else []
        return here + [found for each in node.values() for found in objects(each)]

    assert schema["properties"]["schema"] == {"const": name}
    assert all("additionalProperties" in each for each in objects(schema))


def test_a_document_with_an_unknown_key_does_not_fit_its_schema() -> None:
    document = {
        "schema": "grader/evidence/1",
        "run": {"id": "0" * 32, "started_at": "2026-10-05T09:30:00Z", "finished_at": None},
        "submissions": [],
    }
    validator = jsonschema.Draft202012Validator(schema_of("grader/evidence/1"))
    validator.validate(document)

    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**document, "secret": "x"})


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=4), JSON_VALUES, max_size=4), st.text(max_size=4), st.lists(JSON_VALUES, max_size=4))
def test_a_document_in_pieces_is_the_canonical_text(document: dict[str, object], name: str, rows: list[object]) -> None:
    assert "".join(canonical_pieces(document, name, iter(rows))) == canonical({**document, name: rows})
