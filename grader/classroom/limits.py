"""What a submission may be, in one place: sizes, counts, depth. Anything beyond is reported, never cut short in silence."""

from __future__ import annotations

from grader.records import dataclass

KIB, MIB = 1 << 10, 1 << 20


@dataclass(frozen=True, slots=True)
class IntakeLimits:
    """Bounds of one submission, folder or archive. The ratio counts only above `free_bytes`, so that small repetitive files pass."""

    max_source_bytes: int = 512 * KIB  # one exercise file
    max_notebook_bytes: int = 32 * MIB  # outputs included, which are never looked at
    max_entries: int = 5_000  # files and folders
    max_depth: int = 16
    max_archive_bytes: int = 64 * MIB  # the .zip file itself
    max_unpacked_bytes: int = 256 * MIB  # all its entries together, as declared
    max_ratio: float = 200.0
    free_bytes: int = 1 * MIB
    max_name_bytes: int = 1_024
    max_strangers: int = 50  # files of other names that are read where renames are accepted
