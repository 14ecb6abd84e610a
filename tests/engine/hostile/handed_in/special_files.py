"""Links to secrets, a named pipe that would block, a device, a socket, a sparse giant, links and pipes in an archive. Class F118."""

import contextlib
import os
import socket
import stat

from tests.engine.hostile.handed_in.kit import FILE, Place, entry

EXPECTED = {
    "special-link": ("unreadable", "is a symbolic link"),
    "special-hard-link": ("passed", ""),  # a second name of a file is a file; who can make one could copy it
    "special-pipe": ("unreadable", "is not a regular file"),
    "special-device": ("unreadable", "is not a regular file"),
    "special-socket": ("unreadable", ""),
    "special-sparse": ("unreadable", "larger than"),
    "special-in-archive": ("unreadable", "is a symbolic link"),
    "special-folder-link": ("no_work", "is not followed"),
}


def hand_in(place: Place) -> None:
    (place.learner("special-link") / FILE).symlink_to(place.neighbour)
    os.link(place.neighbour, place.learner("special-hard-link") / FILE)
    os.mkfifo(place.learner("special-pipe") / FILE)
    device = place.learner("special-device") / FILE
    try:
        os.mknod(device, 0o600 | stat.S_IFCHR, os.makedev(1, 5))  # zeros without end
    except OSError:  # only root makes devices
        os.mkfifo(device)
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as made:
        os.chdir(place.learner("special-socket"))  # the path of a socket is at most 108 bytes long
        made.bind(FILE)
    with open(place.learner("special-sparse") / FILE, "wb") as file:
        file.truncate(1 << 40)
    place.archive("special-in-archive", lambda archive: archive.writestr(entry(FILE, stat.S_IFLNK | 0o777), str(place.neighbour)))
    (place.learner("special-folder-link") / "inside").symlink_to(place.neighbour.parent)
