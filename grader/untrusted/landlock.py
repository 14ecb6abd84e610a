"""A second wall under the filter: Landlock, with every right of this kernel's version handled and none granted.

The server restricts itself once; each fork inherits it for nothing. Not enough alone (it knows no stat, chmod, UDP or fork), and not
required: the filter lets no call through that Landlock would judge.
"""

from __future__ import annotations

import ctypes
import os
import struct

CREATE_RULESET, RESTRICT_SELF = 444, 446  # the same numbers on every processor
VERSION = 1
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # number of file system rights by version; 16 from 5 on
_NET_BIND_AND_CONNECT = 3
_SCOPE_SOCKETS_AND_SIGNALS = 3


def ruleset(version: int) -> bytes:
    """struct landlock_ruleset_attr with everything that this version knows: files, TCP from 4 on, scopes from 6 on."""
    files = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    if version < 4:
        return struct.pack("=Q", files)
    if version < 6:
        return struct.pack("=QQ", files, _NET_BIND_AND_CONNECT)
    return struct.pack("=QQQ", files, _NET_BIND_AND_CONNECT, _SCOPE_SOCKETS_AND_SIGNALS)


def restrict() -> str:
    """Restricts this process; "abi N" if the kernel now refuses a file, else "none"."""
    if os.name != "posix" or os.uname().sysname != "Linux":
        return "none"
    syscall = ctypes.CDLL(None, use_errno=True).syscall
    version = syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)
    if version < 1:
        return "none"
    attributes = ruleset(version)
    descriptor = syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if descriptor < 0:
        return "none"
    syscall(RESTRICT_SELF, descriptor, 0)
    os.close(descriptor)
    return f"abi {version}" if _is_refused() else "none"


def _is_refused() -> bool:
    try:
        os.close(os.open("/", os.O_RDONLY))
    except PermissionError:
        return True
    return False
