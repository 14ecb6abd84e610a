"""Attacks that must not work, each harmless where it does. This file is sent to a child as if it were a submission.

Every function returns "closed" or a few words on what was possible. The parent plants what they reach for, and looks for itself
afterwards whether anything was touched.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

ctypes: Any = sys.modules["ctypes"]
socket: Any = sys.modules.get("socket")
resource: Any = sys.modules.get("resource")
libc: Any = ctypes.CDLL(None, use_errno=True)

CLOSED = "closed"
CLONE3, IO_URING_SETUP, PIDFD_OPEN, PIDFD_GETFD = 435, 425, 434, 438
_X86_64 = {
    "memfd_create": 319, "unshare": 272, "shmget": 29, "bpf": 321, "process_vm_readv": 310, "kcmp": 312, "perf_event_open": 298,
    "inotify_init1": 294, "semget": 64, "msgget": 68, "mq_open": 240, "mq_unlink": 241, "userfaultfd": 323, "keyctl": 250,
    "tgkill": 234, "rt_sigqueueinfo": 129, "ioprio_set": 251, "setns": 308, "modify_ldt": 154, "init_module": 175, "pivot_root": 155,
}  # fmt: skip
_AARCH64 = {
    "memfd_create": 279, "unshare": 97, "shmget": 194, "bpf": 280, "process_vm_readv": 270, "kcmp": 272, "perf_event_open": 241,
    "inotify_init1": 26, "semget": 190, "msgget": 186, "mq_open": 180, "mq_unlink": 181, "userfaultfd": 282, "keyctl": 219,
    "tgkill": 131, "rt_sigqueueinfo": 138, "ioprio_set": 30, "setns": 268, "init_module": 105, "pivot_root": 41,
}  # fmt: skip
NUMBERS = _AARCH64 if getattr(os, "uname", lambda: None)() and os.uname().machine == "aarch64" else _X86_64
REFUSED = (1, 13, 38)  # not permitted, no access, no such call
PTRACE_ATTACH = 16
PROT_READ_WRITE, PROT_READ_WRITE_EXEC, MAP_SHARED_ANONYMOUS, MAP_PRIVATE_ANONYMOUS = 3, 7, 0x21, 0x22
CLONE_NEWUSER = 0x10000000
IPC_REMOVE = 0


def _call(result: int, what: str) -> str:
    return CLOSED if result == -1 else what


def _reached(result: int, what: str) -> str:
    """Closed only if it was refused: that an argument made no sense says that the call was there."""
    return CLOSED if result == -1 and ctypes.get_errno() in REFUSED else what


def _numbered(name: str, *args: Any) -> int:
    return int(libc.syscall(NUMBERS[name], *args))


def _try(action: Any, what: str) -> str:
    try:
        action()
    except (OSError, MemoryError, ValueError):
        return CLOSED
    return what


def read_file(path: str) -> str:
    return _try(lambda: os.close(os.open(path, os.O_RDONLY)), "a file was opened")


def read_file_by_root_link(path: str) -> str:
    return _try(lambda: os.close(os.open("/proc/self/root" + path, os.O_RDONLY)), "a file was opened")


def read_file_by_numpy(path: str) -> str:
    import numpy

    return _try(lambda: numpy.fromfile(path, dtype="u1"), "a file was read")


def stat_file(path: str) -> str:
    return _try(lambda: os.stat(path), "a file's size and times were seen")


def access_file(path: str) -> str:
    return "a file was seen to exist" if os.access(path, os.F_OK) else CLOSED


def list_folder(path: str) -> str:
    return _try(lambda: os.listdir(os.path.dirname(path)), "a folder was listed")


def enter_folder(path: str) -> str:
    return _try(lambda: os.chdir(os.path.dirname(path)), "the folder was entered")


def create_file(path: str) -> str:
    return _try(lambda: os.close(os.open(path + ".new", os.O_CREAT | os.O_WRONLY)), "a file was made")


def truncate_file(path: str) -> str:
    return _try(lambda: os.truncate(path, 0), "a file was emptied")


def rename_file(path: str) -> str:
    return _try(lambda: os.rename(path, path + ".moved"), "a file was moved")


def change_mode(path: str) -> str:
    return _try(lambda: os.chmod(path, 0o777), "a file's mode was changed")


def link_file(path: str) -> str:
    return _try(lambda: os.symlink(path, path + ".link"), "a link was made")


def read_file_by_link(path: str) -> str:
    return _try(lambda: os.close(os.open(path + ".link-of-ours", os.O_RDONLY)), "a file was opened through a link")


def read_system_file() -> str:
    return _try(lambda: os.close(os.open("/etc/passwd", os.O_RDONLY)), "a file of the system was opened")


def open_to_empty(path: str) -> str:
    return _try(lambda: os.close(os.open(path, os.O_RDONLY | os.O_TRUNC)), "a file was emptied by opening it")


def change_times(path: str) -> str:
    return _try(lambda: os.utime(path), "a file's times were changed")


def change_owner(path: str) -> str:
    return _try(lambda: os.chown(path, -1, -1), "a file's owner could be changed")


def set_attribute(path: str) -> str:
    return _try(lambda: os.setxattr(path, "user.canary", b"x"), "an attribute was set")


def hard_link(path: str) -> str:
    return _try(lambda: os.link(path, path + ".hard"), "a hard link was made")


def make_folder(path: str) -> str:
    return _try(lambda: os.mkdir(path + ".folder"), "a folder was made")


def make_pipe(path: str) -> str:
    return _try(lambda: os.mkfifo(path + ".pipe"), "a named pipe was made")


def make_device(path: str) -> str:
    return _try(lambda: os.mknod(path + ".device", 0o20600, os.makedev(1, 3)), "a device was made")


def write_packages(path: str) -> str:
    import numpy

    return _made_and_removed(os.path.join(os.path.dirname(numpy.__file__), "canary.tmp"), "a file among the packages was made")


def write_shared_folder() -> str:
    return _made_and_removed(f"/dev/shm/canary-{os.getpid()}", "a file in shared memory was made")


def _made_and_removed(path: str, what: str) -> str:
    def attempt() -> None:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        os.unlink(path)

    return _try(attempt, what)


def remove_file(path: str) -> str:
    return _try(lambda: os.unlink(path + ".spare"), "a file was removed")


def watch_files() -> str:
    return _call(_numbered("inotify_init1", 0), "files could be watched")


def read_command_of(pid: int) -> str:
    return _try(lambda: os.close(os.open(f"/proc/{pid}/cmdline", os.O_RDONLY)), "another process's command line was opened")


def read_maps_of(pid: int) -> str:
    return _try(lambda: os.close(os.open(f"/proc/{pid}/maps", os.O_RDONLY)), "another process's memory map was opened")


def list_descriptors_of(pid: int) -> str:
    return _try(lambda: os.listdir(f"/proc/{pid}/fd"), "another process's descriptors were listed")


def read_memory_by_call(pid: int) -> str:
    vector = (ctypes.c_size_t * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 8)
    return _reached(_numbered("process_vm_readv", pid, vector, 1, vector, 1, 0), "another process's memory could be read")


def compare_processes(pid: int) -> str:
    return _reached(_numbered("kcmp", os.getpid(), pid, 1, 0, 0), "another process was compared with")


def take_descriptor(pid: int) -> str:
    holder = libc.syscall(PIDFD_OPEN, pid, 0)
    return CLOSED if holder == -1 else _call(libc.syscall(PIDFD_GETFD, holder, 0, 0), "a descriptor of another process was taken")


def count_events() -> str:
    attributes = bytearray(128)
    attributes[0], attributes[4] = 1, 128  # a software event; how large the structure is
    buffer = ctypes.create_string_buffer(bytes(attributes), 128)
    return _call(_numbered("perf_event_open", buffer, 0, -1, -1, 0), "events could be counted")


def read_environment_of(pid: int) -> str:
    return _try(lambda: os.close(os.open(f"/proc/{pid}/environ", os.O_RDONLY)), "another process's environment was opened")


def read_memory_of(pid: int) -> str:
    return _try(lambda: os.close(os.open(f"/proc/{pid}/mem", os.O_RDONLY)), "another process's memory was opened")


def trace(pid: int) -> str:
    return _call(libc.ptrace(PTRACE_ATTACH, pid, 0, 0), "another process was traced")


def open_process(pid: int) -> str:
    return _call(libc.syscall(PIDFD_OPEN, pid, 0), "a descriptor of another process was opened")


def connect(port: int) -> str:
    def attempt() -> None:
        with socket.socket() as sender:
            sender.settimeout(1)
            sender.connect(("127.0.0.1", port))

    return _try(attempt, "a connection was made")


def send_datagram(port: int) -> str:
    def attempt() -> None:
        with socket.socket(type=socket.SOCK_DGRAM) as sender:
            sender.sendto(b"canary", ("127.0.0.1", port))

    return _try(attempt, "a datagram was sent")


def local_socket() -> str:
    return _try(lambda: socket.socketpair()[0].close(), "a socket was made")


def listen() -> str:
    def attempt() -> None:
        with socket.create_server(("127.0.0.1", 0)):
            pass

    return _try(attempt, "a port was listened on")


def abstract_socket() -> str:
    def attempt() -> None:
        with socket.socket(socket.AF_UNIX) as here:
            here.bind(f"\0canary-{os.getpid()}")

    return _try(attempt, "a socket with a name of its own was made")


def path_socket(path: str) -> str:
    def attempt() -> None:
        with socket.socket(socket.AF_UNIX) as here:
            here.bind(path + ".socket")

    return _try(attempt, "a socket in a folder was made")


def kernel_socket() -> str:
    return _try(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close(), "a socket to the kernel was made")


def raw_socket() -> str:
    return _try(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).close(), "a raw socket was made")


def look_up_name() -> str:
    return _try(lambda: socket.getaddrinfo(b"localhost", 80), "a name was looked up")


def fork() -> str:
    def attempt() -> None:
        if os.fork() == 0:
            os._exit(0)

    return _try(attempt, "a process was made")


def clone() -> str:
    made = libc.syscall(CLONE3, 0, 0)
    return CLOSED if made == -1 and ctypes.get_errno() in (1, 38) else "a newer way to make processes was there"


def kill(pid: int) -> str:
    return _try(lambda: os.kill(pid, 15), "another process was signalled")


def kill_all() -> str:
    return _try(lambda: os.kill(-1, 0), "all processes could be signalled")


def limit_other(pid: int) -> str:
    return _try(lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE), "another process's limits were read")


def reschedule(pid: int) -> str:
    return _try(lambda: os.setpriority(os.PRIO_PROCESS, pid, 19), "another process's priority was changed")


def signal_thread(pid: int) -> str:
    return _call(_numbered("tgkill", pid, pid, 0), "another process's thread could be signalled")


def queue_signal(pid: int) -> str:
    return _reached(_numbered("rt_sigqueueinfo", pid, 0, ctypes.create_string_buffer(128)), "a signal could be queued")


def signal_by_descriptor(pid: int) -> str:
    made = libc.fcntl(3, 8, pid)
    libc.fcntl(3, 8, 0)
    return _call(made, "another process could be signalled through a descriptor")


def move_to_processor(pid: int) -> str:
    return _try(lambda: os.sched_setaffinity(pid, os.sched_getaffinity(pid)), "another process was moved to a processor")


def disk_priority(pid: int) -> str:
    return _call(_numbered("ioprio_set", 1, pid, 2 << 13 | 7), "another process's disk priority was changed")


def set_limit_of(pid: int) -> str:
    return _try(lambda: resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0)), "another process's limit was set")


def outlive_parent() -> str:
    made = libc.prctl(1, 0, 0, 0, 0)
    libc.prctl(1, 9, 0, 0, 0)
    return _call(made, "a process could outlive its parent")


def dumpable() -> str:
    made = libc.prctl(4, 1, 0, 0, 0)
    libc.prctl(4, 0, 0, 0, 0)
    return _call(made, "memory could be dumped")


def memory_file() -> str:
    return _call(_numbered("memfd_create", b"canary", 0), "memory outside the limit was made")


def shared_memory() -> str:
    segment = _numbered("shmget", 0, 4096, 0o1600)
    if segment != -1:
        libc.shmctl(segment, IPC_REMOVE, 0)
    return _call(segment, "shared memory was made")


def rings() -> str:
    return _call(libc.syscall(IO_URING_SETUP, 1, ctypes.create_string_buffer(256)), "io_uring was set up")


def kernel_programs() -> str:
    return _call(_numbered("bpf", 0, ctypes.create_string_buffer(256), 64), "bpf was allowed")


def semaphore() -> str:
    made = _numbered("semget", 0, 1, 0o1600)
    if made != -1:
        libc.semctl(made, 0, IPC_REMOVE)
    return _call(made, "a semaphore was made")


def message_queue() -> str:
    made = _numbered("msgget", 0, 0o1600)
    if made != -1:
        libc.msgctl(made, IPC_REMOVE, 0)
    return _call(made, "a message queue was made")


def named_queue() -> str:
    name = f"canary-{os.getpid()}".encode()
    made = _numbered("mq_open", name, 0o102, 0o600, 0)
    if made != -1:
        _numbered("mq_unlink", name)
    return _call(made, "a named queue was made")


def page_faults() -> str:
    return _call(_numbered("userfaultfd", 0), "page faults could be handled")


def keys() -> str:
    return _reached(_numbered("keyctl", 0, -2, 0), "the kernel's keys were reached")


def load_module() -> str:
    return _reached(_numbered("init_module", 0, 0, b""), "a module could be loaded")


def segment_table() -> str:
    return _call(_numbered("modify_ldt", 0, ctypes.create_string_buffer(16), 16), "the table of segments was read")


def mount(path: str) -> str:
    folder = os.path.dirname(path).encode()
    made = libc.mount(b"none", folder, b"tmpfs", 0, 0)
    if made != -1:
        libc.umount2(folder, 0)
    return _reached(made, "a file system could be mounted")


def change_root() -> str:
    return _reached(libc.chroot(b"/"), "the root could be changed")


def swap_root() -> str:
    return _reached(_numbered("pivot_root", b"/canary-is-nowhere", b"/canary-is-nowhere"), "the root could be swapped")


def join_namespace() -> str:
    return _reached(_numbered("setns", 0, 0), "a namespace could be asked for")


def personality() -> str:
    return _call(libc.personality(0xFFFFFFFF), "the way that programs are run was asked for")


def host_name() -> str:
    return _reached(libc.sethostname(b"", 4096), "the machine's name could be changed")


def set_clock() -> str:
    return _try(lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()), "the clock could be set")


def namespaces() -> str:
    return _call(_numbered("unshare", CLONE_NEWUSER), "a namespace was made")


def other_user() -> str:
    return _try(lambda: os.setuid(12345), "the user was changed")


def executable_memory() -> str:
    return _call(_mapped(4096, PROT_READ_WRITE_EXEC, MAP_PRIVATE_ANONYMOUS), "machine code could be written")


def _mapped(size: int, protection: int, flags: int) -> int:
    libc.mmap.restype = ctypes.c_long
    return int(libc.mmap(None, ctypes.c_size_t(size), protection, flags, -1, ctypes.c_long(0)))


def own_limits() -> str:
    return _try(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)), "limits could be changed")


def too_much_memory(size: int) -> str:
    return _try(lambda: bytearray(size), "more memory than the limit was had")


def too_much_shared_memory(size: int) -> str:
    return _call(_mapped(size, PROT_READ_WRITE, MAP_SHARED_ANONYMOUS), "more shared memory than the limit was had")


def too_many_descriptors() -> str:
    made: list[int] = []
    try:
        while len(made) < 500:
            made.append(os.dup(0))
    except OSError:
        return CLOSED
    finally:
        for number in made:
            os.close(number)
    return "five hundred descriptors were had"


def too_long_output() -> str:
    written, chunk = 0, b"x" * (1 << 20)
    try:
        while written < 64 << 20:
            written += os.write(1, chunk)
    except OSError:
        return CLOSED
    return "an endless output was taken"


def secret_in_environment(name: str) -> str:
    return "our environment was seen" if name in os.environ else CLOSED


def secret_in_objects(fragments: list[str]) -> str:
    import gc

    secret = "".join(fragments)
    found = any(secret in value for owner in gc.get_objects() if type(owner) is dict for value in owner.values() if type(value) is str)
    return "a secret was in memory" if found else CLOSED


def other_descriptors() -> str:
    found = []
    for number in range(6, 1024):
        try:
            os.get_inheritable(number)
        except OSError:
            continue
        found.append(number)
    return f"descriptors {found[:5]} were open" if found else CLOSED


def execute() -> str:
    return _try(lambda: os.execv("/bin/true", ["true"]), "a program was started")
