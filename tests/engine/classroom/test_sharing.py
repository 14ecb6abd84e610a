"""Claims: who is at what, in one process with made-up neighbours, and how much is looked at for a large class."""

from __future__ import annotations

from pathlib import Path

from grader.classroom.plan import Wanted
from grader.classroom.sharing import AT_A_LOOK, AT_ONCE, Share
from grader.store.claims import Alone, claim, let_go
from grader.store.classes import ClassStore
from grader.store.rows import ResultKey, StoredResult


class Neighbour(Alone):
    """A seat beside others that live."""

    def lives(self, seat: int) -> bool:
        return True


def wanted(count: int) -> list[Wanted]:
    return [Wanted(ResultKey(f"{number:05}", "softmax-rows", "suite", "environment", "secret"), "sha") for number in range(count)]


def finished(each: Wanted, verdict: str = "passed") -> StoredResult:
    return StoredResult(each.key, verdict, "{}", "{}")


def names(found: list[Wanted]) -> list[str]:
    return [each.key.source_key for each in found]


def test_one_grader_claims_everything_a_few_at_a_time(tmp_path: Path) -> None:
    work = wanted(3 * AT_A_LOOK + 1)
    with ClassStore(tmp_path) as store, Share(store, work, Alone(), lambda: None) as share:
        claimed = share.claimed()
        first = next(claimed)
        with store.reading() as db:
            assert db.execute("SELECT count(*) FROM claim").fetchone()[0] == AT_ONCE

        assert [first, *claimed] == work
        assert share.left == len(work) and not share.waits()
    with ClassStore(tmp_path) as store, store.reading() as db:
        assert db.execute("SELECT count(*) FROM claim").fetchone()[0] == 0, "leaving lets go"


def test_what_another_is_at_is_left_and_asked_for_later(tmp_path: Path) -> None:
    work, elsewhere = wanted(6), []
    with ClassStore(tmp_path) as store:
        claim(store, [each.key for each in work[1:3]], Neighbour(7), 2)
        with Share(store, work, Neighbour(1), lambda: elsewhere.append(1)) as share:
            assert names(list(share.claimed())) == ["00000", "00003", "00004", "00005"]
            assert share.waits()

            store.commit([finished(work[1])], "now")
            let_go(store, Neighbour(7))
            assert names(list(share.claimed())) == ["00002"]
            assert (share.left, len(elsewhere), share.waits()) == (5, 1, False)


def test_the_claims_of_the_dead_are_taken_over_and_those_of_the_living_never(tmp_path: Path) -> None:
    keys = [each.key for each in wanted(2)]
    with ClassStore(tmp_path) as store:
        claim(store, keys, Neighbour(7), 2)

        assert [each.value for each in claim(store, keys, Neighbour(1), 2)] == ["taken", "taken"]
        assert [each.value for each in claim(store, keys, Alone(1), 2)] == ["mine", "mine"]


def test_our_own_fault_is_claimed_again_and_a_finished_result_is_not(tmp_path: Path) -> None:
    work = wanted(2)
    with ClassStore(tmp_path) as store:
        store.commit([finished(work[0], "broken"), finished(work[1])], "now")

        assert [each.value for each in claim(store, [each.key for each in work], Alone(), 2)] == ["mine", "finished"]


def test_a_stored_result_frees_its_claim(tmp_path: Path) -> None:
    work = wanted(2)
    with ClassStore(tmp_path) as store:
        claim(store, [each.key for each in work], Alone(), 2)
        store.commit([finished(work[0])], "now")
        with store.reading() as db:
            left = [row["source_key"] for row in db.execute("SELECT source_key FROM claim")]

    assert left == ["00001"]


def test_claims_do_not_wait_for_the_disk_and_results_do(tmp_path: Path) -> None:
    said = []
    with ClassStore(tmp_path) as store:
        for durable in (False, True):
            with store.writing(durable=durable) as db:
                said.append(db.execute("PRAGMA synchronous").fetchone()[0])
        with store.reading() as db:
            said.append(db.execute("PRAGMA synchronous").fetchone()[0])

    assert said == [1, 2, 2]
