"""A full disk, for real: a small memory file system in a namespace of its own. What was graded stays, and the same command goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.classroom.outputs import write_whole
from grader.errors import DiskFull
from tests.engine.running import REPOSITORY, can_mount, environment

pytestmark = pytest.mark.isolation

SCRIPT = """
set -e
mount -t tmpfs -o size=450k tmpfs "$0/small"
python="$1"; out="$2"; export TMPDIR="$3"; cd "$0"
grade() { "$python" -m grader grade "$0/work" -o "$out" -j 1; }
grade > "$0/first.out" 2> "$0/first.err" || echo $? > "$0/first.code"
mount -o remount,size=50m "$0/small"
grade > "$0/second.out" 2> "$0/second.err" && echo 0 > "$0/second.code"
"""


@pytest.mark.skipif(not can_mount(), reason="this system allows no file system of one's own to fill up")
@pytest.mark.parametrize(
    ("out", "temporary", "long", "told"),
    [
        pytest.param("small/graded", "large", 2_000, "is full; what was graded so far is kept.", id="the class folder"),
        pytest.param("large/graded", "small", 60_000, "find no room among the temporary files", id="temporary files of a large class"),
    ],
)
def test_a_full_disk_is_one_sentence_and_the_same_command_goes_on(tmp_path: Path, out: str, temporary: str, long: int, told: str) -> None:
    source = (REPOSITORY / "solutions" / "o3_weights" / "softmax_rows.py").read_text(encoding="utf-8")
    for number in range(25):
        folder = tmp_path / "work" / f"learner-{number:02}"
        folder.mkdir(parents=True)
        (folder / "softmax_rows.py").write_text(f"{source}\n# {number}\n{'# long ' * long}\n", encoding="utf-8")
    (tmp_path / "work" / "class.yaml").write_text("exercises: [softmax-rows]\n", encoding="utf-8")
    (tmp_path / "small").mkdir()
    (tmp_path / "large").mkdir()
    subprocess.run(
        ["unshare", "-rm", "sh", "-c", SCRIPT, str(tmp_path), sys.executable, str(tmp_path / out), str(tmp_path / temporary)],
        env=environment(tmp_path),
        check=True,
        capture_output=True,
    )
    said = (tmp_path / "first.err").read_text()

    assert (tmp_path / "first.code").read_text() == "3\n"
    assert told in " ".join(said.split())
    assert "run the same command again" in " ".join(said.split())
    assert "Traceback" not in said
    assert (tmp_path / "second.code").read_text() == "0\n"
    assert "25 submissions: 25 graded." in (tmp_path / "second.out").read_text()


def test_a_page_that_does_not_fit_leaves_the_old_one_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "index.html"
    write_whole(page, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(DiskFull, match="is full"):
        write_whole(page, "new")
    assert page.read_text() == "old"
    assert list(tmp_path.iterdir()) == [page]
