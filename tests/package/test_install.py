"""What is built is what works: wheel, editable install and bare checkout find their content and do the main job.

The environments are fresh; third-party packages come from the environment that runs the tests, so no network is needed. That the
declared dependencies are enough is checked against the imports, and by `.ci/run` with a real installation.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TREES = {"exercises": "exercises", "solutions": "solutions", "quizzes": "quizzes", "tests/checks": "checks"}
HOSTS = {"IPython"}  # what a module is loaded into, and so is there: the notebook's own kernel
Grader = Callable[..., "subprocess.CompletedProcess[str]"]

pytestmark = pytest.mark.wheel


def environment(home: Path) -> dict[str, str]:
    """No variable of ours, and a home of its own."""
    dropped = ("PYTHON", "XDG_", "GRADER_", "VIRTUAL_ENV")
    return {**{name: value for name, value in os.environ.items() if not name.startswith(dropped)}, "HOME": str(home)}


def run(command: list[str], *, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1, 4), done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel made from it."""
    out = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)], cwd=out)
    return out


def fresh_venv(folder: Path) -> Path:
    """A new environment whose third-party packages are ours; packages of its own come first. Gives its Python."""
    run([sys.executable, "-m", "venv", str(folder)], cwd=folder.parent)
    python = folder / "bin" / "python"
    where = run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], cwd=folder).stdout.strip()
    (Path(where) / "third_party.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def pip(python: Path, *what: str) -> None:
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-build-isolation"]
    run([str(python), "-m", "pip", "install", *options, *what], cwd=python.parent)


@pytest.fixture(scope="module", params=["wheel", "editable", "checkout"])
def grader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Grader:
    """`grader ARGS`, installed in one of three ways and run from a folder of its own."""
    work = tmp_path_factory.mktemp(request.param)
    python = fresh_venv(work / "env")
    env = environment(work)
    if request.param == "wheel":
        built: Path = request.getfixturevalue("built")
        pip(python, *map(str, built.glob("*.whl")))
    elif request.param == "editable":
        pip(python, "-e", str(ROOT))
    else:
        env["PYTHONPATH"] = str(ROOT)

    def call(*args: str, cwd: Path = work) -> subprocess.CompletedProcess[str]:
        return run([str(python), "-m", "grader", *args], cwd=cwd, env=env)

    call.way = request.param  # type: ignore[attr-defined]  # told apart by one test
    call.where = run([str(python), "-c", "import grader; print(grader.__file__)"], cwd=work, env=env).stdout  # type: ignore[attr-defined]
    return call


def test_it_runs_from_where_it_was_installed(grader: Grader) -> None:
    is_inside = "site-packages" in grader.where  # type: ignore[attr-defined]

    assert is_inside == (grader.way == "wheel")  # type: ignore[attr-defined]


def test_it_knows_every_exercise(grader: Grader) -> None:
    from grader.content import load_level

    listed = json.loads(grader("list", "--json").stdout)["data"]["exercises"]

    assert [row["slug"] for row in listed] == [exercise.slug for exercise in load_level().exercises]


def test_a_learner_starts_and_checks(grader: Grader, tmp_path: Path) -> None:
    grader("start", "work", cwd=tmp_path)
    assert grader("check", "softmax-rows", cwd=tmp_path / "work").returncode == 1

    shutil.copy(ROOT / "solutions" / "o3_weights" / "softmax_rows.py", tmp_path / "work" / "o3_weights")
    assert grader("check", "softmax-rows", cwd=tmp_path / "work").returncode == 0


def test_the_wheel_holds_every_content_file_and_no_leftovers(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("grader/_content/")}
    tracked = subprocess.run(["git", "ls-files", *TREES], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    expected = {
        f"grader/_content/{target}{name.removeprefix(source)}"
        for name in tracked
        for source, target in TREES.items()
        if name.startswith(source + "/")
    }

    assert expected - inside == set()
    assert [name for name in inside if "__pycache__" in name or name.endswith(".pyc")] == []


def test_the_wheel_holds_what_the_package_reads_at_run_time(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(["git", "ls-files", "grader"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()

    assert set(tracked) - inside == set()


def test_the_sdist_can_run_its_own_tests(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}

    assert {"pyproject.toml", "constraints.txt", "bootstrap.py", "Makefile", "tests/package/test_install.py"} <= inside


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module.split(".")[0])
    return found


def test_every_third_party_import_is_a_declared_dependency_and_the_other_way_round() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *(line for name, lines in extras.items() if name != "dev" for line in lines)]
    names = {re.split(r"[\[<>=! ]", line)[0].lower() for line in declared}
    modules = {"jinja2": {"jinja2", "markupsafe"}, "pyyaml": {"yaml"}, "pydantic": {"pydantic", "pydantic_core"}}
    modules["flask"] = {"flask", "werkzeug"}
    wanted = {module for name in names for module in modules.get(name, {name})} - {"attention-grader"}
    used = {name for path in (ROOT / "grader").rglob("*.py") if "_content" not in path.parts for name in imported(path)}
    third_party = used - sys.stdlib_module_names - {"grader"} - HOSTS

    assert third_party - wanted == set(), "used and not declared"
    assert wanted - third_party == set(), "declared and not used"


def test_the_version_is_the_top_of_the_changelog() -> None:
    from grader import __version__

    (top, *_) = re.findall(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert top == __version__
