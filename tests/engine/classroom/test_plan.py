"""What a run is keyed by: everything that could change a verdict, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom import plan
from grader.classroom.plan import Measured, assigned, engine_sha256, planned
from grader.classroom.settings import ClassSettings, default_settings
from grader.content.models import Level
from grader.documents import canonical
from grader.results import IsolationLevel
from grader.store.rows import NewSubmission, Run

MEASURED = Measured(IsolationLevel.CONTAINED, {"seccomp": "on"}, {"python": "3.11.7"})


def run_of(level: Level, settings: ClassSettings | None = None, measured: Measured = MEASURED, keys: tuple[str, ...] = ("ada",)) -> Run:
    wanted = settings or replace(default_settings(level), slugs=("softmax-rows",))
    submissions = [NewSubmission(key, "", "0" * 64, ()) for key in keys]
    return planned(level, wanted, assigned(level, wanted), measured, secret_id="0" * 16, own=False, submissions=submissions)


def test_equal_plans_are_one_run_and_any_difference_is_another(level: Level) -> None:
    settings = replace(default_settings(level), slugs=("softmax-rows",))
    first = run_of(level)
    others = [
        run_of(level, replace(settings, slugs=("softmax-rows", "one-query"))),
        run_of(level, replace(settings, points={"softmax-rows": 3.0})),
        run_of(level, replace(settings, limits={"call_cpu_s": 9.0})),
        run_of(level, measured=replace(MEASURED, environment={"python": "3.12.0"})),
        run_of(level, measured=replace(MEASURED, isolation=IsolationLevel.SEPARATED)),
        run_of(level, keys=("ada", "ben")),
    ]

    assert run_of(level).id == first.id
    assert len({first.id, *(other.id for other in others)}) == 7


def test_a_class_limit_changes_the_suite_and_a_point_does_not(level: Level) -> None:
    settings = replace(default_settings(level), slugs=("softmax-rows",))
    plain, limited, dearer = (
        assigned(level, each)[0].suite_sha256
        for each in (settings, replace(settings, limits={"call_cpu_s": 9.0}), replace(settings, points={"softmax-rows": 3.0}))
    )

    assert plain != limited
    assert plain == dearer


def test_facts_hold_no_time_no_place_and_no_machine_name(level: Level) -> None:
    import socket

    text = canonical(run_of(level).facts)

    assert str(Path.cwd()) not in text
    assert socket.gethostname() not in text or len(socket.gethostname()) < 4


def test_the_engine_is_known_by_its_own_files(level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {path.name for part in plan.ENGINE_PARTS for path in plan._python_files(plan.ENGINE / part)}
    before = engine_sha256()
    monkeypatch.setattr(plan, "ENGINE", tmp_path)
    for name in ("results.py", "wire/__init__.py", "checks/compare.py", "untrusted/child.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    small = engine_sha256()
    (tmp_path / "checks/compare.py").write_text("# mended\n")

    assert {"results.py", "compare.py", "pool.py", "child.py"} <= names
    assert len({before, small, engine_sha256()}) == 3
