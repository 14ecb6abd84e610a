"""Finding content, and an instructor's own checks over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.content import find_root, load_level, suite_hash
from grader.errors import UsageError
from tests.engine.content.tiny_level import WriteLevel


def test_this_installation_finds_its_content() -> None:
    assert (find_root().exercises / "level.yaml").is_file()


def test_own_checks_replace_ours_or_add_to_them(tiny: WriteLevel, tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "a_first").mkdir(parents=True)
    (own / "a_first" / "check_add_two.py").write_text("# mine\n")
    (own / "also_check_add_rows.py").write_text("# more\n")
    root = tiny()
    plain, level = load_level(root), load_level(root.with_checks(own))

    assert level.exercise("add-two").check_path == own / "a_first" / "check_add_two.py"
    assert level.exercise("add-rows").check_path == root.checks / "a_first" / "check_add_rows.py"
    assert level.exercise("add-rows").also_check_paths == (own / "also_check_add_rows.py",)
    assert suite_hash(level.exercise("add-rows")) != suite_hash(plain.exercise("add-rows"))
    assert suite_hash(level.exercise("add-all")) == suite_hash(plain.exercise("add-all"))


@pytest.mark.parametrize(("make", "message"), [(False, "No folder of checks at"), (True, "No checks in")])
def test_a_folder_without_checks_is_refused(tiny: WriteLevel, tmp_path: Path, make: bool, message: str) -> None:
    if make:
        (tmp_path / "own").mkdir()

    with pytest.raises(UsageError, match=message):
        tiny().with_checks(tmp_path / "own")
