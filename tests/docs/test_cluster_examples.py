"""The example files for batch systems say what the program takes, and the script for Slurm does what it says."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from grader.cli.instructor import grade
from grader.store.classes import ClassStore

ROOT = Path(__file__).resolve().parents[2]
SLURM = ROOT / "examples" / "cluster" / "slurm.sh"
KUBERNETES = ROOT / "examples" / "cluster" / "kubernetes.yaml"
OPTIONS = {name for parameter in grade.params for name in parameter.opts}


def test_the_kubernetes_job_runs_as_many_pods_as_it_names_shares() -> None:
    spec = yaml.safe_load(KUBERNETES.read_text())["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    words = shlex.split(container["args"][0])

    assert words[:2] == ["grader", "grade"]
    assert {word for word in words if word.startswith("-")} <= OPTIONS
    assert words[words.index("--shard") + 1].endswith(f"/{spec['completions']}")
    assert spec["completionMode"] == "Indexed"
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in spec["template"]["spec"]["volumes"]}


@pytest.mark.isolation
def test_the_slurm_script_grades_its_share_and_goes_on_with_it(tmp_path: Path) -> None:
    (tmp_path / "submissions" / "ada").mkdir(parents=True)
    (tmp_path / "submissions" / "ada" / "softmax_rows.py").write_text("def softmax_np(x, axis=-1):\n    return x\n")
    (tmp_path / "submissions" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    (tmp_path / "secret").write_bytes(b"k" * 32)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "grader").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m grader "$@"\n')
    (tmp_path / "bin" / "grader").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    env |= {"SLURM_ARRAY_TASK_ID": "1", "SLURM_CPUS_PER_TASK": "1"}
    said = [subprocess.run(["bash", SLURM], cwd=tmp_path, env=env, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    with ClassStore.existing(tmp_path / "shares" / "1") as store:
        results = len(store.finished())

    assert said[0].splitlines()[0] == "Share 1/16 is graded: 1 now, 0 from the store."
    assert said[1].splitlines()[0] == "Share 1/16 is graded: 0 now, 1 from the store."
    assert results == 1
