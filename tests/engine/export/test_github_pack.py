"""The workflow and the dev container: valid, safe in what they take over from elsewhere, and their steps really run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.cli import main
from grader.errors import UsageError
from grader.export.github_pack import PLACES, github_files

ROOT = Path(__file__).parents[3]
REQUIREMENT = "attention-grader==0.1.0"


@pytest.fixture(scope="module")
def workflow() -> dict[str, Any]:
    return yaml.load(github_files(REQUIREMENT)[PLACES["grader.yml"]], Loader=yaml.BaseLoader)  # BaseLoader: `on` stays a word


def test_the_workflow_reads_only_and_takes_nothing_from_a_name_into_a_shell(workflow: dict[str, Any]) -> None:
    steps = workflow["jobs"]["check"]["steps"]
    scripts = [step["run"] for step in steps if "run" in step]

    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow["on"]) == {"push", "workflow_dispatch"}, "pull requests of strangers run nothing"
    assert all("${{" not in script for script in scripts), "a name would become a command"
    assert workflow["jobs"]["check"]["env"]["GRADER"] == "${{ vars.GRADER || '" + REQUIREMENT + "' }}"
    assert int(workflow["jobs"]["check"]["timeout-minutes"]) <= 15


def test_the_steps_run_and_leave_annotations_a_summary_and_junit(workflow: dict[str, Any], tmp_path: Path) -> None:
    repository, temp, tools = tmp_path / "repository", tmp_path / "temp", tmp_path / "tools"
    for place in (repository / "o3_weights", repository / ".git", repository / ".github", temp, tools):
        place.mkdir(parents=True)
    (repository / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (repository / ".github" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    (repository / "o3_weights" / "softmax_rows.py").write_text("def softmax_np(x, axis=-1):\n    return x\n")
    (tools / "grader").write_text(f'#!/bin/sh\nexec {sys.executable} -m grader "$@"\n')
    (tools / "grader").chmod(0o755)
    summary = tmp_path / "step_summary.md"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{tools}:{os.environ['PATH']}", "RUNNER_TEMP": str(temp)}
    env |= {"GITHUB_STEP_SUMMARY": str(summary), "WHO": "octo; touch evil"}
    said = ""
    for step in workflow["jobs"]["check"]["steps"]:
        if "run" in step and step["name"] != "Install":
            done = subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=repository, env=env, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            said += done.stdout
    errors = [line for line in said.splitlines() if line.startswith("::error ")]

    assert len(errors) == 1 and "file=o3_weights/softmax_rows.py," in errors[0]
    assert "| octo; touch evil | 0 | 15 | 0 of 1 |" in summary.read_text("utf-8")
    assert ET.parse(temp / "junit.xml").getroot()[0].attrib["name"] == "octo; touch evil"
    assert list((temp / "graded" / "learners").glob("*.html"))
    assert not (repository / "evil").exists()


def test_the_dev_container_has_what_codespaces_needs() -> None:
    found = json.loads(github_files(REQUIREMENT)[PLACES["devcontainer.json"]])

    assert {"name", "image", "features", "postCreateCommand", "customizations"} <= set(found)
    assert f"'{REQUIREMENT}' && grader start" in found["postCreateCommand"]


@pytest.mark.parametrize("what", ["a' && rm -rf /", "$(id)", "-r evil.txt", "a\nb", "", "a;b", "`id`"])
def test_what_is_no_name_is_refused(what: str) -> None:
    with pytest.raises(UsageError):
        github_files(what)


@pytest.mark.parametrize(
    "what", ["attention-grader", "attention-grader[author]>=0.1,<2", "attention-grader @ https://example.invalid/a-1.whl"]
)
def test_names_versions_and_addresses_are_taken(what: str) -> None:
    assert what in github_files(what)[PLACES["grader.yml"]]


def test_the_command_writes_both_and_replaces_nothing_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    first, again = main(("pack", "github", "template")), main(("pack", "github", "template"))
    Path("template/.devcontainer/devcontainer.json").write_text("{}")
    refused = main(("pack", "github", "template"))
    said = capsys.readouterr()
    forced = main(("pack", "github", "template", "--force"))

    assert (first, again, refused, forced) == (0, 0, 2, 0)
    assert said.out.splitlines()[:2] == ["template/.github/workflows/grader.yml", "template/.devcontainer/devcontainer.json"]
    assert "is there already and says something else" in said.err
    assert json.loads(Path("template/.devcontainer/devcontainer.json").read_text())["image"] == "python:3.12"
