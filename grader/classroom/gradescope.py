"""A Gradescope export: a folder for each submission, and one YAML file that says whose each is. Knows entries, no exercise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from grader.classroom.entries import Entry
from grader.classroom.folders import Refused
from grader.classroom.limits import MIB
from grader.classroom.moments import utc_text
from grader.classroom.names import storable
from grader.errors import UsageError
from grader.records import dataclass

METADATA = "submission_metadata.yml"
MAX_METADATA = 64 * MIB


@dataclass(frozen=True, slots=True)
class Submitters:
    """Whose a submission is. `sids` are the roster's ids; `at` is UTC ISO text, or ""."""

    names: tuple[str, ...]
    sids: tuple[str, ...]
    at: str = ""


def metadata_entry(entries: Iterable[Entry]) -> Entry | None:
    """The entry that makes a download a Gradescope export, at its top or one folder down."""
    return next((each for each in entries if PurePosixPath(each.path).name == METADATA and each.path.count("/") <= 1), None)


def submitters(entry: Entry) -> Mapping[str, Submitters]:
    """Whose each submission folder is. UsageError when the file is not what Gradescope writes."""
    import yaml

    class PlainLoader(yaml.SafeLoader):
        """Safe, and without aliases, of which a small file can make a huge value."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.events.AliasEvent):  # type: ignore[no-untyped-call, unused-ignore]
                raise yaml.YAMLError("it has an alias, which Gradescope does not write")
            return super().compose_node(parent, index)  # type: ignore[no-untyped-call, unused-ignore]

    try:
        data = yaml.load(entry.read(MAX_METADATA), Loader=PlainLoader)
    except (yaml.YAMLError, Refused, ValueError, RecursionError) as error:
        raise UsageError(f"`{entry.path}` cannot be read: {' '.join(str(error).split())[:160]}.") from error
    if not isinstance(data, dict):
        raise UsageError(f"`{entry.path}` names no submissions.", hint="export the submissions again from Gradescope")
    return {str(folder): _submitters(found) for folder, found in data.items() if isinstance(found, dict)}


def _submitters(found: Mapping[Any, Any]) -> Submitters:
    people = [each for each in _list(found.get(":submitters")) if isinstance(each, dict)]
    sids = tuple(str(each.get(":sid") or each.get(":email") or "") for each in people)
    return Submitters(
        tuple(storable(str(each.get(":name") or "")) for each in people), tuple(sid for sid in sids if sid), _at(found.get(":created_at"))
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _at(value: Any) -> str:
    """A moment as UTC text; "" where there is none, or none with a zone."""
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    except ValueError:
        return ""
    return utc_text(moment) if moment.tzinfo is not None else ""
