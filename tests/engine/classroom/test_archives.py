"""Archives that mean harm, or are merely damaged: refused with a reason, in memory, and never at another learner's cost."""

from __future__ import annotations

import stat
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.classroom.archives import open_archive
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import FileNames
from grader.classroom.opened import Opened
from grader.content.models import Level

ROWS = b"def softmax_np(x, axis=-1):\n    return x\n"
Make = Callable[[zipfile.ZipFile], None]


@pytest.fixture
def opened(tmp_path: Path, level: Level) -> Callable[..., Opened]:
    """Builds an archive and opens it under limits."""

    def make(fill: Make | bytes, **bounds: int) -> Opened:
        path = tmp_path / "ada.zip"
        if isinstance(fill, bytes):
            path.write_bytes(fill)
        else:
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                fill(archive)
        before = sorted(tmp_path.rglob("*"))
        found = open_archive(path, FileNames(level), IntakeLimits(**bounds))
        assert sorted(tmp_path.rglob("*")) == before, "opening an archive must write nothing"
        return found

    return make


def entry(name: str, mode: int = 0) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def test_an_honest_archive_is_read(opened: Callable[..., Opened]) -> None:
    found = opened(lambda z: z.writestr("hw/softmax_rows.py", ROWS))

    assert [(each.path, each.content) for each in found.candidates] == [("hw/softmax_rows.py", ROWS)]
    assert found.problem == ""


@pytest.mark.parametrize(
    "name",
    [
        "../softmax_rows.py",
        "a/../../softmax_rows.py",
        "/etc/softmax_rows.py",
        "C:\\x\\softmax_rows.py",
        "..\\softmax_rows.py",
        "\\\\host\\x.py",
    ],
)
def test_an_entry_that_points_outside_refuses_the_whole_archive(opened: Callable[..., Opened], name: str) -> None:
    def fill(archive: zipfile.ZipFile) -> None:
        archive.writestr("one_query.py", ROWS)
        archive.writestr(entry(name), ROWS)

    found = opened(fill)

    assert "points outside of it" in found.problem
    assert found.candidates == ()


def test_a_link_is_never_read_as_a_file(opened: Callable[..., Opened]) -> None:
    def fill(archive: zipfile.ZipFile) -> None:
        archive.writestr(entry("softmax_rows.py", stat.S_IFLNK | 0o777), "/etc/passwd")
        archive.writestr(entry("one_query.py", stat.S_IFIFO | 0o644), "")
        archive.writestr(entry("other", stat.S_IFLNK | 0o777), "/etc")

    found = opened(fill)

    assert [(each.content, each.problem) for each in found.candidates] == [
        (None, "one_query.py is not a regular file."),
        (None, "softmax_rows.py is a symbolic link."),
    ]
    assert found.warnings == ("other is a symbolic link, which is not followed.",)


def test_a_bomb_is_refused_before_it_is_unpacked(opened: Callable[..., Opened]) -> None:
    assert "times its size" in opened(lambda z: z.writestr("big.txt", b"0" * 20_000_000)).problem
    assert "would unpack to" in opened(lambda z: z.writestr("big.txt", b"0" * 5_000_000), max_unpacked_bytes=1_000_000).problem


def test_a_large_source_is_refused_alone(opened: Callable[..., Opened]) -> None:
    def fill(archive: zipfile.ZipFile) -> None:
        archive.writestr("softmax_rows.py", b"#" * 600_000)
        archive.writestr("one_query.py", ROWS)

    problems = {each.path: each.problem for each in opened(fill).candidates}

    assert problems == {"softmax_rows.py": "softmax_rows.py is larger than 524,288 bytes.", "one_query.py": ""}


def test_too_many_entries_and_too_large_a_file_are_refused(opened: Callable[..., Opened]) -> None:
    def many(archive: zipfile.ZipFile) -> None:
        for number in range(6):
            archive.writestr(f"{number}.txt", "x")

    assert opened(many, max_entries=5).problem == "The archive holds 6 entries; at most 5 are opened."
    assert opened(many, max_archive_bytes=50).problem == "The archive is larger than 50 bytes."


def test_a_directory_of_very_many_entries_is_refused_unread(opened: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("the directory was read"))

    assert opened(b"PK\x01\x02" * 30, max_entries=5).problem == "The archive holds far more entries than the 5 that are opened."


def test_one_name_twice_in_an_archive_is_refused(opened: Callable[..., Opened]) -> None:
    def fill(archive: zipfile.ZipFile) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # zipfile warns of just that
            for text in (ROWS, b"# other\n"):
                archive.writestr("softmax_rows.py", text)

    assert opened(fill).problem == "The archive holds `softmax_rows.py` 2 times; which one is meant cannot be told."


def test_an_archive_inside_is_not_opened_and_said(opened: Callable[..., Opened]) -> None:
    found = opened(lambda z: z.writestr("inner.zip", b"PK"))

    assert found.warnings == ("inner.zip is an archive inside the archive, which is not opened.",)
    assert found.candidates == ()


@pytest.mark.parametrize(
    ("name", "said"), [("a\x1b[2Jb.py", "control characters"), ("x" * 2000, "longer than"), ("a/" * 30 + "b.py", "nested deeper")]
)
def test_bad_names_are_refused(opened: Callable[..., Opened], name: str, said: str) -> None:
    found = opened(lambda z: z.writestr(entry(name), ROWS))

    assert said in found.problem
    assert "\x1b" not in found.problem


def test_an_encrypted_entry_is_said(opened: Callable[..., Opened], tmp_path: Path) -> None:
    opened(lambda z: z.writestr("softmax_rows.py", ROWS))
    data = bytearray((tmp_path / "ada.zip").read_bytes())
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    found = opened(bytes(data))

    assert [each.problem for each in found.candidates] == ["softmax_rows.py is encrypted."]


def test_a_damaged_entry_costs_only_itself(opened: Callable[..., Opened], tmp_path: Path) -> None:
    def fill(archive: zipfile.ZipFile) -> None:
        archive.writestr("softmax_rows.py", ROWS * 50)
        archive.writestr("one_query.py", ROWS)

    opened(fill)
    data = bytearray((tmp_path / "ada.zip").read_bytes())
    data[60:70] = b"\xff" * 10
    found = {each.path: each for each in opened(bytes(data)).candidates}

    assert "cannot be unpacked" in found["softmax_rows.py"].problem
    assert found["one_query.py"].content == ROWS


@pytest.mark.parametrize("data", [b"", b"PK", b"plainly no archive", b"PK\x03\x04" + b"\0" * 100])
def test_what_is_no_archive_is_said_in_one_sentence(opened: Callable[..., Opened], data: bytes) -> None:
    found = opened(data)

    assert found.problem.startswith("The archive cannot be read: ")
    assert found.problem.endswith(".")


def test_a_truncated_archive_is_said(opened: Callable[..., Opened], tmp_path: Path) -> None:
    opened(lambda z: z.writestr("softmax_rows.py", ROWS * 100))
    data = (tmp_path / "ada.zip").read_bytes()

    assert "cannot be read" in opened(data[: len(data) // 2]).problem


def test_an_archive_that_is_a_link_or_a_folder_is_not_read(tmp_path: Path, level: Level) -> None:
    (tmp_path / "real.zip").write_bytes(b"x")
    (tmp_path / "link.zip").symlink_to(tmp_path / "real.zip")

    assert open_archive(tmp_path / "link.zip", FileNames(level), IntakeLimits()).problem == "The archive is a symbolic link."
