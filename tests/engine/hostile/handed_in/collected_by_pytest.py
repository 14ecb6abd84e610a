"""Brings conftest.py, pytest.ini, tox.ini, setup.cfg and pyproject.toml, which a careless grader would collect. Class A8."""

from tests.engine.hostile.handed_in.kit import WRONG, Place

EXPECTED = {"collected": ("failed", "")}


def hand_in(place: Place) -> None:
    folder = place.learner("collected", WRONG)
    hook = f"{place.marking('conftest')}\n\n\ndef pytest_runtest_makereport(item, call):\n    return None\n"
    (folder / "conftest.py").write_text(hook)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p conftest\n")
    (folder / "tox.ini").write_text("[pytest]\naddopts = -p conftest\n")
    (folder / "setup.cfg").write_text("[tool:pytest]\naddopts = -p conftest\n")
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = "-p conftest"\n')
    (folder / "check_softmax_rows.py").write_text("def check_anything():\n    pass\n")
