"""Wrong variants and alternatives are read from the syntax tree and become whole programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks.variants import alternatives, wrong_variants
from grader.errors import ContentError

SOLUTION = "import math\n\ndef double(x):\n    return 2 * x\n\ndef quadruple(x):\n    return double(double(x))\n"


def run(source: bytes) -> dict[str, object]:
    namespace: dict[str, object] = {}
    exec(source, namespace)
    return namespace


@pytest.fixture
def solution(tmp_path: Path) -> Path:
    path = tmp_path / "double.py"
    path.write_text(SOLUTION)
    return path


def write(folder: Path, text: str) -> Path:
    path = folder / "wrong_double.py"
    path.write_text("from grader.checks.variants import alternative, wrong\n" + text)
    return path


def test_a_variant_replaces_one_function_and_keeps_the_rest(tmp_path: Path, solution: Path) -> None:
    path = write(
        tmp_path, '@wrong("slip-formula", fails=("check_a",), replaces="double")\ndef squares(x):\n    """Squares."""\n    return x * x\n'
    )
    (variant,) = wrong_variants(path, solution)

    assert (variant.name, variant.misconception, variant.fails, variant.describes) == ("squares", "slip-formula", ("check_a",), "Squares.")
    assert run(variant.source)["quadruple"](3) == 81  # type: ignore[operator]  # a function of the program


def test_shared_helpers_and_imports_are_copied_in_when_used(tmp_path: Path, solution: Path) -> None:
    text = "import cmath\nFACTOR = 3\ndef helper(x):\n    return FACTOR * x\n"
    text += '@wrong("slip-formula", fails=(), replaces="double")\ndef triples(x):\n    return helper(x)\n'
    text += '@wrong("slip-formula", fails=(), replaces="double")\ndef half(x):\n    return x / 2\n'
    triples, half = wrong_variants(write(tmp_path, text), solution)

    assert run(triples.source)["double"](2) == 6  # type: ignore[operator]
    assert b"cmath" not in triples.source
    assert b"FACTOR" not in half.source
    assert b"grader" not in triples.source


def test_functions_with_one_name_make_one_variant(tmp_path: Path, solution: Path) -> None:
    text = '@wrong("a", fails=(), replaces="double", part_of="both")\ndef one(x):\n    return 1\n'
    text += '@wrong("a", fails=(), replaces="quadruple", part_of="both")\ndef two(x):\n    return 2\n'
    (variant,) = wrong_variants(write(tmp_path, text), solution)

    program = run(variant.source)
    assert (program["double"](5), program["quadruple"](5)) == (1, 2)  # type: ignore[operator]


def test_alternatives_are_grouped_by_label(tmp_path: Path, solution: Path) -> None:
    text = '@alternative("shift", replaces="double")\ndef double_shift(x):\n    return x << 1\n'
    text += '@alternative("shift", replaces="quadruple")\ndef quadruple_shift(x):\n    return x << 2\n'
    (found,) = alternatives(write(tmp_path, text), solution)

    assert (found.name, run(found.source)["quadruple"](1)) == ("shift", 4)  # type: ignore[operator]


def test_all_bad_records_are_reported_at_once(tmp_path: Path, solution: Path) -> None:
    text = '@wrong("a", fails=(), replaces="treble")\ndef one(x):\n    return 1\n'
    text += '@wrong("a")\ndef two(x):\n    return 1\n'
    with pytest.raises(ContentError) as caught:
        wrong_variants(write(tmp_path, text), solution)

    assert len(caught.value.problems) == 2
    assert "wrong_double.py:3: replaces `treble`" in "".join(caught.value.problems)


def test_no_file_means_no_variants(tmp_path: Path, solution: Path) -> None:
    assert wrong_variants(tmp_path / "wrong_none.py", solution) == ()
