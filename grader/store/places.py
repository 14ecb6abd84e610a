"""What kind of place a store lies in: a local disk, a network file system, or a folder that another program syncs.

Write-ahead logging needs shared memory on one machine, and a syncing program copies its three files at different moments. In such
places the plain rollback journal is used, and the sentence given here is shown. Opens no database.
"""

from __future__ import annotations

from pathlib import Path

NETWORK_TYPES = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "afs",
        "9p",
        "ncpfs",
        "davfs",
        "ceph",
        "glusterfs",
        "lustre",
        "beegfs",
        "gpfs",
        "afpfs",
        "webdav",
    }
)
NETWORK_FUSE = ("fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.gcsfuse", "fuse.davfs", "fuse.glusterfs", "fuse.smbnetfs")
SYNC_FOLDERS = (
    "dropbox",
    "onedrive",
    "google drive",
    "googledrive",
    "my drive",
    "nextcloud",
    "owncloud",
    "icloud drive",
    "mobile documents",
    "seafile",
)
SYNC_MARKERS = (".stfolder", ".dropbox", ".owncloudsync.log", ".nextcloudsync.log", ".seafile-data")
MOUNTS = Path("/proc/self/mounts")


def journal_notice(path: Path, mounts: str | None = None) -> str:
    """Why write-ahead logging is not used at `path`, in one sentence; "" where it is. `mounts` stands in for /proc/self/mounts."""
    kind = network_type(path, mounts)
    if kind:
        return f"{path} is on a network file system ({kind}): using the rollback journal. Let one machine write here at a time."
    folder = sync_folder(path)
    if folder:
        return f"{path} is inside a synced folder ({folder}): using the rollback journal. Pause syncing while a run is on."
    return ""


def network_type(path: Path, mounts: str | None = None) -> str:
    """The type of the network file system that holds `path`, or ""."""
    kind = mount_type(path, mounts)
    return kind if kind in NETWORK_TYPES or kind.startswith(NETWORK_FUSE) else ""


def mount_type(path: Path, mounts: str | None = None) -> str:
    """The type of the file system that holds `path`: that of the longest mount point above it; "" where the system does not say."""
    if mounts is None:
        try:
            mounts = MOUNTS.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
    best, kind = "", ""
    inside = path.resolve()
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        if inside.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def sync_folder(path: Path) -> str:
    """The name of the synced folder that holds `path`, or ""."""
    for folder in path.resolve().parents:
        name = folder.name.lower()
        if any(name == known or name.startswith((f"{known} ", f"{known}-")) for known in SYNC_FOLDERS):
            return folder.name
        if any((folder / marker).exists() for marker in SYNC_MARKERS):
            return folder.name
    return ""
