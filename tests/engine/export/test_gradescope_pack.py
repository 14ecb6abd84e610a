"""The autograder.zip in Gradescope's own layout: it grades, writes results whatever crashes, and never tells a fault of ours as a mark."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.cli import main
from grader.content.tree import find_root
from grader.export.gradescope_pack import PackOptions, fallback, gradescope_pack
from tests.engine.classroom.lab import SAMPLES

ROOT = Path(__file__).parents[3]
SETTINGS = b"title: Week 3\nexercises: [softmax-by-hand, softmax-rows]\npoints: {softmax-rows: 5, softmax-by-hand: 5}\n"
SECRET = b"not a real secret, for tests only"
SCHEMA = json.loads(Path(__file__).with_name("gradescope_results.schema.json").read_text("utf-8"))
METADATA = SAMPLES / "gradescope/autograder/submission_metadata.json"
MARKER = "marker-of-the-learner"
RIGHT = (ROOT / "solutions/o3_weights/softmax_rows.py").read_text("utf-8")
WAYS_TO_CRASH = {
    "exit": "import os\nos._exit(0)\n",
    "signal": "import ctypes\nctypes.string_at(0)\n",
    "memory": "x = [0] * 10**11\n",
}


@pytest.fixture(scope="module")
def packed() -> bytes:
    return gradescope_pack(find_root(), PackOptions(SETTINGS, SECRET))


def container(place: Path, packed: bytes, files: dict[str, str]) -> Path:
    """Gradescope's layout: the pack unpacked as `source`, the script beside it, a submission. `venv` is what setup.sh would make."""
    root = place / "autograder"
    (root / "submission").mkdir(parents=True)
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        archive.extractall(root / "source")
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "run_autograder").chmod(0o755)
    (root / "venv").symlink_to(sys.prefix)
    shutil.copy(METADATA, root / "submission_metadata.json")
    for name, text in files.items():
        (root / "submission" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "submission" / name).write_text(text, encoding="utf-8")
    return root


def results(root: Path) -> tuple[dict[str, Any], str]:
    """results.json, valid by its schema, and the log that only instructors see."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GRADER"))}
    done = subprocess.run([root / "run_autograder"], cwd=root, env=env, capture_output=True, text=True, timeout=300, check=False)
    found = json.loads((root / "results" / "results.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert done.returncode == 0
    return found, done.stdout + done.stderr


def before(root: Path, *scores: float) -> None:
    """Earlier submissions of the same learner."""
    data = json.loads(METADATA.read_text("utf-8"))
    data["previous_submissions"] = [{"score": score, "autograder_error": False} for score in scores]
    (root / "submission_metadata.json").write_text(json.dumps(data))


def test_the_pack_has_its_scripts_at_the_root_and_everything_that_is_installed_here(packed: bytes) -> None:
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        modes = {entry.filename: stat.S_IMODE(entry.external_attr >> 16) for entry in archive.infolist()}
        scripts = {name: archive.read(name) for name in ("setup.sh", "run_autograder")}
        secret = archive.read("secret")
    tracked = subprocess.run(["git", "ls-files", "grader"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()

    assert {name: modes[name] for name in scripts} == {"setup.sh": 0o755, "run_autograder": 0o755}
    assert all(text.startswith(b"#!/usr/bin/env bash\n") and b"\r" not in text for text in scripts.values())
    assert [name for name in tracked if f"app/{name}" not in modes and (ROOT / name).is_file()] == []
    assert "app/grader/_content/checks/o3_weights/check_softmax_rows.py" in modes
    assert "app/grader/_content/exercises/level.yaml" in modes
    assert secret == SECRET and modes["secret"] == 0o600


def test_equal_inputs_give_equal_bytes(packed: bytes) -> None:
    assert gradescope_pack(find_root(), PackOptions(SETTINGS, SECRET)) == packed


def test_a_submission_is_graded_in_the_layout_and_the_isolation_is_said(packed: bytes, tmp_path: Path) -> None:
    wrong = f"import sys\n\ndef softmax_np(x, axis=-1):\n    print('{MARKER}', x)\n    raise KeyError('{MARKER}')\n"
    root = container(tmp_path, packed, {"softmax_rows.py": wrong, "deep/softmax_by_hand.py": solution("softmax_by_hand")})
    own = root / "source" / "app" / "grader" / "__init__.py"
    own.write_text(own.read_text("utf-8") + "\nimport sys\nprint('packed:', __file__, file=sys.stderr)\n", encoding="utf-8")
    found, log = results(root)
    by_tag = {test["tags"][0]: test for test in found["tests"]}

    assert f"packed: {root / 'source'}" in log, "the packed grader ran, not the one of these tests"
    assert {slug: (test["score"], test["max_score"], test["status"]) for slug, test in by_tag.items()} == {
        "softmax-by-hand": (5, 5, "passed"),
        "softmax-rows": (0, 5, "failed"),
    }
    assert found["score"] == 5
    assert found["extra_data"]["isolation"] in ("walled", "contained")
    assert found["extra_data"]["our_fault"] is False
    assert MARKER not in json.dumps(found), "what learner code says may carry hidden inputs"


def solution(name: str) -> str:
    return next((ROOT / "solutions").glob(f"*/{name}.py")).read_text("utf-8")


@pytest.mark.parametrize("way", WAYS_TO_CRASH)
def test_results_are_written_when_the_learners_process_crashes(way: str, packed: bytes, tmp_path: Path) -> None:
    root = container(tmp_path, packed, {"softmax_rows.py": RIGHT, "softmax_by_hand.py": WAYS_TO_CRASH[way]})
    found, _ = results(root)

    assert [(test["tags"][0], test["score"]) for test in found["tests"]] == [("softmax-by-hand", 0), ("softmax-rows", 5)]
    assert found["extra_data"]["our_fault"] is False


@pytest.mark.parametrize(("scores", "kept"), [((3.0, 7.5), 7.5), ((), 0.0)])
def test_a_grader_that_fails_is_our_fault_and_the_last_score_stands(
    scores: tuple[float, ...], kept: float, packed: bytes, tmp_path: Path
) -> None:
    root = container(tmp_path, packed, {"softmax_rows.py": RIGHT})
    before(root, *scores)
    (root / "source" / "app" / "grader" / "__main__.py").write_text("import os\nos.kill(os.getpid(), 9)\n")
    found, _ = results(root)

    assert found["score"] == kept
    assert found["extra_data"]["our_fault"] is True
    assert "our fault, not yours" in found["output"]
    assert ("Your last score stands." in found["output"]) == bool(scores)


def test_without_any_python_the_results_are_there_and_say_so(packed: bytes, tmp_path: Path) -> None:
    root = container(tmp_path, packed, {"softmax_rows.py": RIGHT})
    (root / "venv").unlink()
    found, _ = results(root)

    assert found == json.loads(fallback())
    assert "The grader could not start." in found["output"]


def test_a_grader_out_of_time_is_stopped_before_gradescope_would_stop_it(tmp_path: Path) -> None:
    slow = gradescope_pack(find_root(), PackOptions(SETTINGS, SECRET, minutes=0.001))
    found, _ = results(container(tmp_path, slow, {"softmax_rows.py": RIGHT}))

    assert found["extra_data"]["our_fault"] is True
    assert "was not done after 0.001 minutes" in found["output"]


def test_links_out_of_the_submission_and_broken_metadata_change_nothing(packed: bytes, tmp_path: Path) -> None:
    root = container(tmp_path, packed, {"softmax_rows.py": RIGHT})
    (root / "submission" / "softmax_by_hand.py").symlink_to(root / "source/app/grader/_content/solutions/o3_weights/softmax_by_hand.py")
    (root / "submission_metadata.json").write_text("{no json")
    found, _ = results(root)

    assert [(test["tags"][0], test["score"]) for test in found["tests"]] == [("softmax-by-hand", 0), ("softmax-rows", 5)]


def test_setup_takes_a_python_that_is_new_enough_and_installs_what_is_pinned(packed: bytes, tmp_path: Path) -> None:
    root = container(tmp_path, packed, {})
    (root / "venv").unlink()
    tools = tmp_path / "tools"
    tools.mkdir()
    log = tmp_path / "log"
    makes_venv = 'if [ "$1 $2" = "-m venv" ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; fi'
    new = f'#!/bin/sh\necho "python3.12 $*" >> {log}\n{makes_venv}\nexit 0\n'
    for name, text in {"python3.12": new, "python3.14": "#!/bin/sh\nexit 1\n", "python3.13": "#!/bin/sh\nexit 1\n"}.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    env = {"PATH": f"{tools}:/usr/bin:/bin"}
    done = subprocess.run(["bash", root / "source" / "setup.sh"], env=env, capture_output=True, text=True, check=False)
    said = log.read_text()
    pinned = (root / "source" / "requirements.txt").read_text()

    assert done.returncode == 0, done.stderr
    assert f"-m venv {root}/venv" in said
    assert f"-r {root}/source/requirements.txt" in said
    assert "-m grader doctor" in said
    assert {line.partition("==")[0] for line in pinned.splitlines()} >= {"click", "numpy", "pytest", "pyyaml", "jinja2", "fsrs"}
    assert stat.S_IMODE((root / "source" / "class.yaml").stat().st_mode) & 0o077 == 0, "nobody else reads checks and secret"


def test_the_command_refuses_settings_that_are_wrong_and_keeps_the_pack_to_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("class.yaml").write_text("exercise: [softmax-rows]\n")
    Path("short").write_bytes(b"x")
    wrong = main(("pack", "gradescope", "--settings", "class.yaml", "-o", "a.zip"))
    short = main(("pack", "gradescope", "--secret-file", "short", "-o", "a.zip"))
    said = capsys.readouterr().err
    Path("class.yaml").write_bytes(SETTINGS)
    fine = main(("pack", "gradescope", "--settings", "class.yaml", "-o", "a.zip", "--visibility", "after_published"))
    with zipfile.ZipFile("a.zip") as archive:
        pack = json.loads(archive.read("pack.json"))

    assert (wrong, short, fine) == (2, 2, 0)
    assert "class.yaml:1:1: unknown key `exercise`" in said and "at least 16 are needed" in said
    assert pack == {"minutes": 9.0, "separated": False, "visibility": "after_published"}
    assert stat.S_IMODE(Path("a.zip").stat().st_mode) == 0o600


def test_own_checks_are_packed_and_used(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "also_check_softmax_rows.py").write_text(
        'def check_mine(submission):\n    """My own sentence."""\n    assert submission.softmax_np([[1.0]]) is None\n'
    )
    packed = gradescope_pack(find_root().with_checks(own), PackOptions(SETTINGS, SECRET))
    found, _ = results(container(tmp_path, packed, {"softmax_rows.py": RIGHT}))
    rows = next(test for test in found["tests"] if test["tags"][0] == "softmax-rows")

    assert "- My own sentence." in rows["output"]
    assert 0 < rows["score"] < 5
