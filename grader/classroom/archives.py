"""Opens a .zip as a submission, within limits, in memory: no entry ever becomes a file. One that lies or escapes is refused whole."""

from __future__ import annotations

import io
import re
import stat
import zipfile
from collections import Counter
from pathlib import Path, PurePosixPath

from grader.classroom.entries import UNREADABLE
from grader.classroom.folders import Refused, read_regular
from grader.classroom.limits import IntakeLimits
from grader.classroom.names import ARCHIVES, FileNames, is_passed_over, storable
from grader.classroom.opened import Candidate, Opened

_DRIVE = re.compile(r"[A-Za-z]:")
UTF8_NAME = 0x800
ENCRYPTED = 0x1


def open_archive(path: Path, names: FileNames, limits: IntakeLimits) -> Opened:
    """The exercise files anywhere inside a .zip."""
    try:
        data = read_regular(path, limits.max_archive_bytes)
    except Refused as refusal:
        return Opened(problem=f"The archive {refusal}.")
    return open_bytes(data, names, limits)


def open_bytes(data: bytes, names: FileNames, limits: IntakeLimits, prefix: str = "") -> Opened:
    """The same for an archive already read; `prefix` goes before every path that is shown."""
    try:
        _check_count(data, limits)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _check(entries, limits)
            return _opened(archive, entries, names, limits, prefix)
    except Refused as refusal:
        return Opened(problem=f"The archive {refusal}.")
    except UNREADABLE as error:
        return Opened(problem=f"The archive cannot be read: {_reason(error)}.")


def _check_count(data: bytes, limits: IntakeLimits) -> None:
    """Refuse a directory of a million entries before it is read: each has this signature."""
    if data.count(b"PK\x01\x02") > 2 * limits.max_entries:  # twice, because stored data may hold the signature too
        raise Refused(f"holds far more entries than the {limits.max_entries:,} that are opened")


def _check(entries: list[zipfile.ZipInfo], limits: IntakeLimits) -> None:
    """Refuse what no honest archive is."""
    if len(entries) > limits.max_entries:
        raise Refused(f"holds {len(entries):,} entries; at most {limits.max_entries:,} are opened")
    unpacked = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if unpacked > limits.max_unpacked_bytes:
        raise Refused(f"would unpack to {unpacked:,} bytes; at most {limits.max_unpacked_bytes:,} are opened")
    if unpacked > limits.free_bytes and unpacked > limits.max_ratio * max(packed, 1):
        raise Refused(f"would unpack to {unpacked // max(packed, 1):,} times its size, as zip bombs do")
    for entry in entries:
        is_icon = entry.filename.lower().endswith("icon\r")  # the one control character that an honest system puts into a name
        _check_name(entry.filename[:-1] if is_icon else entry.filename, limits)
    _check_repeats(entries)


def _check_name(name: str, limits: IntakeLimits) -> None:
    shown = storable(name)[:80]
    if not name:
        raise Refused("has an entry without a name")
    if "\x00" in name or any(ord(char) < 32 or ord(char) == 127 for char in name):
        raise Refused(f"has an entry with control characters in its name: `{shown}`")
    if len(name.encode("utf-8", "surrogatepass")) > limits.max_name_bytes:
        raise Refused(f"has an entry whose name is longer than {limits.max_name_bytes:,} bytes")
    if name.startswith(("/", "\\")) or _DRIVE.match(name) or ".." in re.split(r"[/\\]", name):
        raise Refused(f"has an entry that points outside of it: `{shown}`")
    if len(PurePosixPath(name).parts) > limits.max_depth + 1:
        raise Refused(f"is nested deeper than {limits.max_depth} folders")


def _check_repeats(entries: list[zipfile.ZipInfo]) -> None:
    counts = Counter(storable(entry.filename) for entry in entries if not entry.is_dir())
    repeated = sorted(name for name, count in counts.items() if count > 1)
    if repeated:
        raise Refused(f"holds `{repeated[0]}` {counts[repeated[0]]} times; which one is meant cannot be told")


def _opened(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], names: FileNames, limits: IntakeLimits, prefix: str) -> Opened:
    candidates, others, warnings, notebooks = [], [], [], []
    strangers: list[Candidate] = []
    for entry in sorted(entries, key=lambda entry: entry.filename):
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        shown = prefix + storable(str(path))
        if entry.is_dir() or any(is_passed_over(part) for part in path.parts):
            continue
        if names.meaning(path.name) is not None:
            candidates.append(_candidate(archive, entry, shown, limits.max_source_bytes))
        elif names.reads_notebooks and path.name.lower().endswith(".ipynb"):
            notebooks.append(_candidate(archive, entry, shown, limits.max_notebook_bytes))
        elif stat.S_ISLNK(entry.external_attr >> 16):
            warnings.append(f"{shown} is a symbolic link, which is not followed.")
        elif path.name.lower().endswith(ARCHIVES):
            warnings.append(f"{shown} is an archive inside the archive, which is not opened.")
        else:
            others.append(shown)
            if names.reads_strangers and path.name.lower().endswith(".py") and len(strangers) < limits.max_strangers:
                strangers.append(_candidate(archive, entry, shown, limits.max_source_bytes))
    return Opened(tuple(candidates), tuple(others), tuple(warnings), notebooks=tuple(notebooks), strangers=tuple(strangers))


def _candidate(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, shown: str, max_bytes: int) -> Candidate:
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        kind = "is a symbolic link" if stat.S_ISLNK(mode) else "is not a regular file"
        return Candidate(shown, None, f"{shown} {kind}.")
    if entry.flag_bits & ENCRYPTED:
        return Candidate(shown, None, f"{shown} is encrypted.")
    if entry.file_size > max_bytes:
        return Candidate(shown, None, f"{shown} is larger than {max_bytes:,} bytes.")
    try:
        with archive.open(entry) as file:
            content = file.read(max_bytes + 1)
    except UNREADABLE as error:
        return Candidate(shown, None, f"{shown} cannot be unpacked: {_reason(error)}.")
    return Candidate(shown, content)


def _reason(error: Exception) -> str:
    """A library's message as the end of our sentence."""
    text = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return storable(text[0].lower() + text[1:])[:160]
