"""The bench of mutated frames: what it keeps, and that an escaped frame is no success."""

from __future__ import annotations

from typing import Any

import pytest

from bench import fuzz_wire
from grader import wire


def test_what_became_of_the_frames_is_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    kept: dict[str, dict[str, Any]] = {}
    monkeypatch.setattr(fuzz_wire, "keep", kept.__setitem__)

    fuzz_wire.main(["300", "1", "--write"])

    found = kept["fuzz"]
    assert (found["frames"], found["escaped"]) == (300, 0) and found["read"] + found["refused"] == 300
    assert "300 mutated frames" in capsys.readouterr().out


def test_a_frame_that_escapes_ends_the_bench_with_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    honest = wire.decode
    seen: list[int] = []

    def decode(body: bytes, **others: Any) -> object:
        seen.append(0)
        if len(seen) == 7:
            raise ValueError("made up")
        return honest(body, **others)

    monkeypatch.setattr(fuzz_wire.wire, "decode", decode)

    with pytest.raises(SystemExit, match="1"):
        fuzz_wire.main(["20"])
    assert "1 escaped" in capsys.readouterr().out
