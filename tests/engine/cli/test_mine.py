"""`grader log`, `stats` and `data`: what is kept can be seen, taken along, brought back and deleted."""

from __future__ import annotations

import json
from pathlib import Path

from tests.engine.cli.test_quiz import folder, grader

__all__ = ["folder"]


def test_log_and_stats_show_what_was_done(folder: Path) -> None:
    grader(folder, "drill", "-o", "O3", typed="\n3\nq\n")
    grader(folder, "quiz", "o3-q03", typed="1000\n3\nquit\n")

    log = json.loads(grader(folder, "log", "--json").stdout)["data"]["entries"]
    stats = json.loads(grader(folder, "stats", "--json").stdout)["data"]

    assert [entry["what"] for entry in log][:2] == ["card", "question"]
    assert next(found for found in stats["objectives"] if found["objective"] == "O3")["started"] == 1
    assert {"confidence": 3, "answered": 1, "right": 0} in stats["calibration"]
    assert "too few answers" in grader(folder, "stats").stdout
    assert "o3-q03" in grader(folder, "log").stdout


def test_data_is_taken_along_and_brought_back(folder: Path, tmp_path: Path) -> None:
    grader(folder, "drill", "-o", "O3", typed="\n3\n\n4\nq\n")
    grader(folder, "data", "export", "-o", "mine.json")
    before = grader(folder, "stats", "--json").stdout

    grader(folder, "data", "forget", "--yes")
    assert not (folder / ".grader" / "state.sqlite").exists()
    added = grader(folder, "data", "import", "mine.json")

    assert "2 rows added" in added.stdout
    assert grader(folder, "stats", "--json").stdout == before


def test_forgetting_asks_first(folder: Path) -> None:
    done = grader(folder, "data", "forget", typed="no\n")

    assert done.returncode == 1
    assert (folder / ".grader" / "state.sqlite").exists()


def test_what_was_added_and_deleted_is_told_as_json_and_nobody_is_asked(folder: Path) -> None:
    grader(folder, "drill", "-o", "O3", typed="\n3\nq\n")
    grader(folder, "data", "export", "-o", "mine.json")

    refused = grader(folder, "data", "forget", "--json", typed="yes\n")
    assert (refused.returncode, json.loads(refused.stdout)["status"]) == (2, "usage")
    forgotten = json.loads(grader(folder, "data", "forget", "--json", "--yes").stdout)
    assert "state.sqlite" in forgotten["data"]["deleted"]
    assert json.loads(grader(folder, "data", "import", "--json", "mine.json").stdout)["data"] == {"added": 1}


def test_what_is_no_export_is_refused(folder: Path) -> None:
    (folder / "x.json").write_text('{"format": "other"}', "utf-8")

    done = grader(folder, "data", "import", "x.json")

    assert done.returncode == 2
    assert "is read" in done.stderr


def test_what_is_nested_without_end_or_holds_no_rows_is_no_export(folder: Path) -> None:
    document = json.loads(grader(folder, "data", "export", "-o", "-").stdout)
    tables = [key for key, value in document.items() if isinstance(value, list)]
    strange = [{**document, **{table: [row] for table in tables}} for row in (1, None, "x", [], {"uid": [], "at": {}, "kind": 1 << 70})]
    for text in ("[" * 100_000, *map(json.dumps, strange)):
        (folder / "x.json").write_text(text)
        done = grader(folder, "data", "import", "x.json")

        assert done.returncode == 2, done.stderr
        assert "our fault" not in done.stderr
