"""Empties, moves, deletes, re-dates and re-modes a file of ours. Class E97."""

import os


def attack(bait):
    path, found = bait["path"], []
    for change in (
        lambda: os.truncate(path, 0),
        lambda: os.rename(path, path + "2"),
        lambda: os.unlink(path),
        lambda: os.utime(path, (0, 0)),
        lambda: os.chmod(path, 0o777),
        lambda: os.chown(path, 1, 1),
        lambda: os.link(path, path + "3"),
        lambda: os.mkdir(path + "4"),
        lambda: os.mkfifo(path + "5"),
        lambda: os.setxattr(path, "user.a", b"b"),
        lambda: os.open(path, os.O_RDONLY | os.O_TRUNC),
    ):
        try:
            change()
            found.append("changed")
        except OSError:
            pass
    return found
