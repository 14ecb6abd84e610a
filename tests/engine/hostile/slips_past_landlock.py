"""What one or another version of Landlock does not know: truncate, opening to empty, modes, times, sockets with a path, datagrams. Class D91."""

import os
import sys

ctypes, socket = sys.modules["ctypes"], sys.modules["socket"]
libc = ctypes.CDLL(None, use_errno=True)


def attack(bait):
    path = bait["path"]
    calls = [
        lambda: os.truncate(path, 0),
        lambda: os.open(path, os.O_RDONLY | os.O_TRUNC),
        lambda: os.chmod(path, 0o666),
        lambda: os.utime(path, (0, 0)),
        lambda: os.stat(path),
        lambda: os.chdir(os.path.dirname(path)),
        lambda: os.setxattr(path, "user.x", b"x"),
        lambda: os.chroot("/"),
        lambda: socket.socket(socket.AF_UNIX).connect("/run/systemd/private"),
        lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9)),
        lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0),
        lambda: os.memfd_create("x"),
        lambda: os.fork() or os._exit(0),
    ]
    answers = [libc.truncate(path.encode(), 0), libc.syscall(437, -100, path.encode(), ctypes.create_string_buffer(24), 24)]
    for call in calls:
        try:
            call()
            answers.append(0)
        except PermissionError:
            answers.append(-1)
    return answers
