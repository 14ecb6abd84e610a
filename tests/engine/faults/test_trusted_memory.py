"""Values as large as can cross, from every call: the grading process does not keep them all. Classes C73, G141."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.checks.pool import Job, Pool
from grader.content.load import load_level
from grader.results import Verdict
from tests.engine.content.tiny_level import write_level

CHECK = """

@cases(repeat=1)
def check_sum_{number}(draw):
    \"\"\"Rows are added.\"\"\"
    return call("add_rows", draw.normal(2, 3 + {number}))
"""
CHECKS = "from grader.checks.api import call, cases\n" + "".join(CHECK.format(number=number) for number in range(16))
LARGE = {
    "arrays": b"import numpy as np\ndef add_rows(x):\n    return np.zeros(4_000_000)\n",
    "texts": b"def add_rows(x):\n    return 'x' * 30_000_000\n",
    "empty lists": b"def add_rows(x):\n    return [[] for _ in range(400_000)]\n",
}
MAX_MB = 300  # one value of 32 MB, as bytes and as what it means, beside numpy and pytest; sixteen of them would be half a gigabyte more


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    folder = tmp_path_factory.mktemp("level")
    root = write_level(folder / "level", {"tests/checks/a_first/check_add_rows.py": CHECKS})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        with Pool(load_level(root), ["add-rows"], secret=b"s" * 32) as made:
            yield made


@pytest.mark.isolation
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells a process's peak of memory")
@pytest.mark.parametrize("kind", LARGE)
def test_a_grading_process_does_not_keep_what_is_too_much(kind: str, pool: Pool) -> None:
    ((_, outcome),) = list(pool.run([Job("x", "add-rows", LARGE[kind])]))
    (pid,) = pool.pids
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())

    assert outcome.result.verdict is Verdict.FAILED
    assert found is not None and int(found[1]) / 1024 < MAX_MB
