"""Where a store lies decides its journal, and the reason is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.store.places import journal_notice, mount_type

MOUNTS = (
    "/dev/sda1 / ext4 rw 0 0\nserver:/home /net/home nfs4 rw 0 0\n//nas/x /net/my\\040share cifs rw 0 0\nme@x: /net/ssh fuse.sshfs rw 0 0\n"
)


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/net/home/ada/graded", "nfs4"), ("/net/my share/graded", "cifs"), ("/net/ssh/graded", "fuse.sshfs"), ("/srv/graded", "")],
)
def test_network_file_systems_are_known_by_their_mount(path: str, kind: str) -> None:
    notice = journal_notice(Path(path), MOUNTS)

    assert (kind in notice) if kind else (notice == "")


def test_the_longest_mount_point_counts() -> None:
    assert mount_type(Path("/net/home"), MOUNTS) == "nfs4"
    assert mount_type(Path("/net"), MOUNTS) == "ext4"


@pytest.mark.parametrize("name", ["Dropbox", "OneDrive - Example University", "Google Drive", "Nextcloud"])
def test_synced_folders_are_known_by_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name / "course" / "graded"

    assert name in journal_notice(folder, MOUNTS)


def test_a_synced_folder_is_known_by_its_marker(tmp_path: Path) -> None:
    (tmp_path / ".stfolder").mkdir()

    assert "synced folder" in journal_notice(tmp_path / "graded", MOUNTS)


def test_a_store_in_a_synced_folder_uses_the_rollback_journal(tmp_path: Path) -> None:
    from grader.store.classes import ClassStore

    folder = tmp_path / "Dropbox" / "graded"
    folder.mkdir(parents=True)
    with ClassStore(folder) as store:
        assert store._db.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
        assert "Pause syncing" in store.notice
