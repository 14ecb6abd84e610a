"""How far learner code is kept away, as measured in a real child: layers, level, and what must hold before a learner byte is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from grader.records import dataclass
from grader.results import IsolationLevel


@dataclass(frozen=True, slots=True)
class Isolation:
    """The measured level; `layers` as the child reported them; `reasons` why it is not higher, in sentences."""

    level: IsolationLevel
    layers: Mapping[str, str] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()


def judge(layers: Mapping[str, str]) -> Isolation:
    """The level that these layers amount to."""
    reasons = []
    if layers.get("seccomp") != "no-fs":
        reasons.append("No system call filter: this system, or this processor, has none that this program can load.")
    if layers.get("rlimits") != "on":
        reasons.append("No complete resource limits.")
    if layers.get("no_new_privs") != "on":
        reasons.append("Privileges can be regained.")
    if reasons:
        return Isolation(IsolationLevel.SEPARATED, dict(layers), tuple(reasons))
    if layers.get("user") == "throw-away" or layers.get("outer", "none") != "none":
        return Isolation(IsolationLevel.WALLED, dict(layers))
    reason = "No wall around the filter: neither a user of its own (which takes root) nor bubblewrap."
    return Isolation(IsolationLevel.CONTAINED, dict(layers), (reason,))
