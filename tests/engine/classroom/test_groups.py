"""Groups of class.yaml: one submission counts for every member, and what cannot be told apart counts for nobody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.groups import grouped, refuse_new_groups
from grader.classroom.marks import mark_rows
from grader.classroom.roster import Roster
from grader.classroom.service import GradeOptions, grade_folder
from grader.errors import UsageError
from grader.store.rows import NewFile, NewSubmission
from grader.store.spool import Spool
from tests.engine.classroom.fake import FakePool, Told

GROUPS = {"team": ("ada", "ben"), "pair": ("cyd", "dee")}


def work(key: str, text: str = "", at: str = "") -> NewSubmission:
    files = (NewFile("softmax-rows", "softmax_rows.py", Spool().keep(text.encode())),) if text else ()
    return NewSubmission(key, key.title(), text, files, submitted_at=at)


def test_the_only_work_of_a_group_is_its_submission_whoever_handed_it_in() -> None:
    found = grouped([work("ada"), work("ben", "x"), work("pair", "y"), work("eve", "z")], GROUPS)

    assert [(each.key, each.members, each.sha256) for each in found] == [
        ("eve", (), "z"),
        ("pair", ("cyd", "dee"), "y"),
        ("team", ("ada", "ben"), "x"),
    ]
    assert found[2].warnings == ("Handed in by ben.",)
    assert found[2].name == "Ada and Ben"


def test_the_newest_of_several_counts_and_the_others_are_named() -> None:
    (team,) = grouped([work("ada", "x", "2026-10-05T10:00:00Z"), work("ben", "y", "2026-10-04T10:00:00Z")], GROUPS)

    assert (team.sha256, team.submitted_at) == ("x", "2026-10-05T10:00:00Z")
    assert team.warnings == ("Handed in by ada.", "What ben handed in before was left alone.")


@pytest.mark.parametrize("at", ["", "2026-10-05T10:00:00Z"])
def test_different_work_without_an_order_is_said_and_none_of_it_is_taken(at: str) -> None:
    (team,) = grouped([work("ada", "x", "2026-10-05T10:00:00Z"), work("ben", "y", at)], GROUPS)

    assert team.files == ()
    assert team.problem == "Different work came from ada and ben, and no moment says which is newer. Keep one."


def test_the_same_work_twice_is_no_doubt() -> None:
    (team,) = grouped([work("ada", "x"), work("ben", "x")], GROUPS)

    assert (team.problem, team.sha256) == ("", "x")


def test_a_regrade_does_not_make_groups() -> None:
    refuse_new_groups(["team", "eve"], GROUPS)

    with pytest.raises(UsageError, match="`cyd` is in the group `pair` now"):
        refuse_new_groups(["team", "cyd"], GROUPS)


def test_every_member_has_the_mark_and_the_longest_extension_holds(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    for key in ("ada", "eve"):
        (folder / key).mkdir(parents=True)
        (folder / key / "softmax_rows.py").write_text(f"# of {key} failed")
    (tmp_path / "roster.csv").write_text("id,submitted_at\nada,2026-10-06T10:00:00Z\nben,\neve,2026-10-06T10:00:00Z\n")
    (folder / "class.yaml").write_text(
        "exercises: [softmax-rows]\npoints: {softmax-rows: 10}\ndue: 2026-10-05T22:00:00Z\nlate: {take: linear, per_day: 10}\n"
        "groups: {team: [ada, ben]}\nextensions: {ben: 2026-10-07T22:00:00Z}\n"
    )
    options = GradeOptions(folder, tmp_path / "graded", roster=tmp_path / "roster.csv")
    done = grade_folder(options, Told(), lambda: "2026-10-20T09:00:00Z", lambda *_: None, FakePool().opener())
    assert done.graded is not None and done.reconciled is not None
    rows = mark_rows(done.graded, Roster(()))

    assert {(row.key, row.points, row.submission.is_late) for row in rows} == {("ada", 5.0, False), ("ben", 5.0, False), ("eve", 4.5, True)}
    assert done.reconciled.is_clean


def test_who_changes_groups_takes_the_old_mark_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    (folder / "team").mkdir(parents=True)
    (folder / "team" / "softmax_rows.py").write_text("# passed")

    def members(groups: str) -> tuple[str, ...]:
        (folder / "class.yaml").write_text(f"exercises: [softmax-rows]\ngroups: {groups}\n")
        options = GradeOptions(folder, tmp_path / "graded")
        done = grade_folder(options, Told(), lambda: "2026-10-20T09:00:00Z", lambda *_: None, FakePool().opener())
        assert done.graded is not None
        return done.graded.submissions[0].members

    assert members("{team: [ada, ben]}") == ("ada", "ben")
    assert members("{team: [ada, cyd]}") == ("ada", "cyd"), "the work is the same, the group is not"


def test_other_doubtful_work_is_another_submission() -> None:
    one, other = (grouped([work("ada", "x"), replace(work("ben", text), key="ben")], GROUPS)[0] for text in ("y", "z"))

    assert one.sha256 != other.sha256
