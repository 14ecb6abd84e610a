"""What still holds where nothing can be contained: grades are not falsified and endless work ends, with and without a fork server.

Only attacks that touch no file, process or socket are run here: nothing would stop the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.checks import sandbox as module
from grader.checks.sandbox import Failure, Loaded, Program, Reply, Sandbox
from grader.results import IsolationLevel
from tests.engine.hostile.test_hostile import EXPECTED, HERE, IDLE, LIMITS, SHORT, Fails

HARMLESS = """
    equals_everything array_subclass float_subclass dict_subclass lying_array_protocol patches_numpy patches_pytest exits exits_at_import
    hard_exit aborts segfaults keyboard_interrupt own_base_exception claims_a_skip forged_exception_name forged_frame forged_grade
    forged_error reply_in_advance changes_its_arguments forges_claims nan_payload object_array stops_the_clocks prints_a_score
    loops_forever loops_at_import sleeps eight_gigabytes floods_descriptor_one huge_array long_message looping_message huge_int
    changes_global_state not_a_function coroutine asks_for_input plots todo
    oversized_length garbage truncated_frame deep_frame deep_value colliding_frame array_outside closes_everything surrogates forged_handle
    """.split()  # noqa: SIM905  # a table, not a list
ROOMY = replace(LIMITS, load_cpu_s=5.0)  # a child without a server imports numpy while it is loaded


@pytest.fixture(scope="module", params=["forked", "started anew"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "started anew":
            patch.setattr(module.ForkServer, "is_possible", staticmethod(lambda: False))
        started = Sandbox.start(level=IsolationLevel.SEPARATED)
    with started:
        yield started


@pytest.mark.parametrize("name", HARMLESS)
def test_attack_gets_the_same_outcome_where_nothing_is_contained(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    expected = EXPECTED[name]
    program = Program("submission", (HERE / f"{name}.py").read_bytes(), "submission.py")
    limits = SHORT if name in IDLE else LIMITS if name == "loops_at_import" else ROOMY
    bait = {"path": str(tmp_path / "none"), "halves": ["a", "b"], "array": np.arange(4.0), "list": [1, 2]}
    with sandbox.spawn(program, limits) as child:
        answer: Any = child.load()
        if isinstance(answer, Loaded):
            answer = child.call("attack", (bait,), {})
            if isinstance(answer, Reply) and isinstance(expected, Fails):
                answer = child.call("attack", (bait,), {})
    if isinstance(expected, Fails):
        assert isinstance(answer, Failure), answer
        assert answer.kind in expected.kinds, answer
        assert expected.exception in (None, answer.exception), answer
    else:
        assert isinstance(answer, Reply), answer
        assert expected(answer.value), answer.value
    assert bait["list"] == [1, 2]
