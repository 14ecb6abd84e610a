"""Jobs on machines that get lost, are slow, answer twice or fail: one outcome for each job, whatever happens. No network, no clock."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from grader.checks.lanes import Costs
from grader.checks.limits import Patience
from grader.checks.pool import Job
from grader.classroom import dispatch
from grader.classroom.dispatch import Answer, Dispatcher
from grader.errors import WorkerDied
from grader.results import Outcome, Verdict
from tests.engine.classroom.fake import outcome

Behave = Callable[["MadeUpCrew", int, Job, str], None]


def at_once(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
    crew.answers.put(Answer(ticket, outcome(job.slug, Verdict.PASSED)))


@dataclass
class MadeUpCrew:
    """Machines by name. `behave` decides what becomes of a job; time passes only when someone looks who is there."""

    machines: dict[str, int]
    behave: Behave = at_once
    answers: queue.Queue[Answer] = field(default_factory=queue.Queue)
    given: list[tuple[int, str, str]] = field(default_factory=list)
    patience: dict[int, Patience | None] = field(default_factory=dict)
    forgotten: list[int] = field(default_factory=list)
    now: float = 0.0
    script: dict[int, Callable[[], None]] = field(default_factory=dict)  # at the n-th look
    looks: int = 0
    is_in_touch: bool = True

    def places(self) -> dict[str, int] | None:
        self.now += 1.0
        self.looks += 1
        self.script.get(self.looks, lambda: None)()
        assert self.looks < 500, "the run does not come to an end"
        return dict(self.machines) if self.is_in_touch else None

    def give(self, ticket: int, job: Job, patience: Patience | None, machine: str) -> None:
        self.given.append((ticket, job.key, machine))
        self.patience[ticket] = patience
        self.behave(self, ticket, job, machine)

    def forget(self, ticket: int) -> None:
        self.forgotten.append(ticket)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "TICK_S", 0.001)


def broken(job: Job, fault: str) -> Outcome:
    return outcome(job.slug, Verdict.BROKEN, misconception=fault)


def ran(crew: MadeUpCrew, count: int, late_s: float = 1000.0) -> dict[str, tuple[Verdict, int]]:
    """Each job's verdict, and how often it came out."""
    jobs = (Job(str(number), "softmax-rows", b"") for number in range(count))
    found: dict[str, tuple[Verdict, int]] = {}
    for job, each in Dispatcher(crew, broken, late_s=late_s, alone_s=20, clock=lambda: crew.now).run(jobs):
        found[job.key] = (each.result.verdict, found.get(job.key, (Verdict.PASSED, 0))[1] + 1)
    return found


def all_passed(count: int) -> dict[str, tuple[Verdict, int]]:
    return {str(number): (Verdict.PASSED, 1) for number in range(count)}


def test_every_job_comes_out_once_and_machines_share_the_work() -> None:
    crew = MadeUpCrew({"a": 1, "b": 3})
    found = ran(crew, 60)

    assert found == all_passed(60)
    assert {machine for _, _, machine in crew.given} == {"a", "b"}


def test_jobs_are_taken_only_when_there_is_room() -> None:
    taken = 0

    def jobs() -> Iterator[Job]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield Job(str(number), "softmax-rows", b"")

    crew = MadeUpCrew({"a": 2})
    first = next(iter(Dispatcher(crew, broken).run(jobs())))

    assert first[0].key == "0"
    assert taken <= 2 + dispatch.AHEAD


def test_the_work_of_a_lost_machine_is_done_by_another() -> None:
    def silent_at_b(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if machine == "a":
            at_once(crew, ticket, job, machine)

    crew = MadeUpCrew({"a": 1, "b": 2}, silent_at_b)
    crew.script[5] = lambda: crew.machines.pop("b")
    found = ran(crew, 20)

    assert found == all_passed(20)
    assert len(crew.forgotten) == 3  # two at work and one ahead


def test_a_job_that_takes_its_machine_along_three_times_is_our_fault_and_the_rest_goes_on() -> None:
    def deadly(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if job.key == "1":
            del crew.machines[machine]
            crew.machines[machine + "'"] = 1
        else:
            at_once(crew, ticket, job, machine)

    found = ran(MadeUpCrew({"a": 1}, deadly), 4)

    assert found == {**all_passed(4), "1": (Verdict.BROKEN, 1)}


def test_a_late_job_is_also_given_to_an_idle_machine_and_the_first_answer_counts() -> None:
    def late_at_b(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if machine == "a":
            at_once(crew, ticket, job, machine)

    crew = MadeUpCrew({"a": 1, "b": 1}, late_at_b)
    found = ran(crew, 6, late_s=10.0)

    assert found == all_passed(6)
    twice = [key for key in found if sum(key == given for _, given, _ in crew.given) == 2]
    assert twice
    assert len(crew.forgotten) == len(twice)


def test_a_second_answer_is_dropped() -> None:
    def twice(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        at_once(crew, ticket, job, machine)
        crew.answers.put(Answer(ticket, outcome(job.slug, Verdict.FAILED)))

    assert ran(MadeUpCrew({"a": 2}, twice), 10) == all_passed(10)


def test_faults_are_tried_again_and_the_third_is_told() -> None:
    def fails(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        tries = sum(job.key == key for _, key, _ in crew.given)
        if job.key == "0" or (job.key == "1" and tries < 3):
            crew.answers.put(Answer(ticket, None, "MemoryError"))
        else:
            at_once(crew, ticket, job, machine)

    assert ran(MadeUpCrew({"a": 1}, fails), 3) == {**all_passed(3), "0": (Verdict.BROKEN, 1)}


def test_what_is_lost_with_the_contact_is_no_fault_of_the_job() -> None:
    def lost_five_times(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if sum(job.key == key for _, key, _ in crew.given) <= 5:
            crew.answers.put(Answer(ticket, None, is_lost=True))
        else:
            at_once(crew, ticket, job, machine)

    assert ran(MadeUpCrew({"a": 1}, lost_five_times), 2) == all_passed(2)


def test_while_there_is_no_contact_nothing_is_given_and_nothing_taken_back() -> None:
    crew = MadeUpCrew({"a": 1})
    crew.script = {1: lambda: setattr(crew, "is_in_touch", False), 15: lambda: setattr(crew, "is_in_touch", True)}
    found = ran(crew, 3)

    assert found == all_passed(3)
    assert crew.looks > 15
    assert crew.forgotten == []


def test_without_any_machine_the_run_ends_with_what_to_do() -> None:
    crew = MadeUpCrew({"a": 1}, lambda *_: None)
    crew.script[3] = crew.machines.clear

    with pytest.raises(WorkerDied, match="no machine left"):
        ran(crew, 5)


def test_a_machine_that_comes_later_gets_work() -> None:
    def only_b(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if machine == "b":
            at_once(crew, ticket, job, machine)

    crew = MadeUpCrew({"a": 1}, only_b)
    crew.script[4] = lambda: crew.machines.update(b=4)

    assert ran(crew, 12, late_s=5.0) == all_passed(12)


def slow(*keys: str) -> Behave:
    """These jobs take longer than any patience; the others a hundredth of a second."""

    def behave(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if job.key in keys and crew.patience[ticket] is not None:
            crew.answers.put(Answer(ticket, None, is_slow=True))
        else:
            crew.answers.put(Answer(ticket, outcome(job.slug, Verdict.PASSED), cpu_s=None if job.key in keys else 0.01))

    return behave


def order(crew: MadeUpCrew, count: int, goes_on: Callable[[], bool] = lambda: True) -> list[str]:
    """The jobs as they come out, where the slow wait for the others."""
    jobs = (Job(str(number), "softmax-rows", b"") for number in range(count))
    run = Dispatcher(crew, broken, costs=Costs(), clock=lambda: crew.now / 1000).run(jobs, goes_on)
    return [job.key for job, _ in run]


def test_what_is_slow_comes_after_the_rest_once_and_without_a_patience() -> None:
    crew = MadeUpCrew({"a": 1, "b": 2}, slow("0", "3"))
    found = order(crew, 30)

    assert sorted(found, key=int) == [str(number) for number in range(30)]
    assert set(found[-2:]) == {"0", "3"}
    assert [key for ticket, key, _ in crew.given if crew.patience[ticket] is None] == ["0", "3"]


def test_the_patience_of_a_cluster_follows_what_others_took() -> None:
    crew = MadeUpCrew({"a": 1}, slow("0"))
    order(crew, 20)
    patience = [each.cpu_s for _, each in sorted(crew.patience.items()) if each is not None]

    assert patience[-1] < patience[0] / 5


def test_what_is_slow_is_dropped_when_the_run_is_to_end() -> None:
    crew = MadeUpCrew({"a": 1}, slow("0"))

    assert order(crew, 5, goes_on=lambda: len(crew.given) < 5) == ["1", "2", "3", "4"]


def test_a_slow_job_whose_machine_is_lost_is_slow_elsewhere_too() -> None:
    def lost_at_a(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if job.key == "0" and crew.patience[ticket] is None and machine == "a":
            del crew.machines["a"]
            crew.machines["b"] = 1
        else:
            slow("0")(crew, ticket, job, machine)

    crew = MadeUpCrew({"a": 1}, lost_at_a)

    assert order(crew, 5) == ["1", "2", "3", "4", "0"]
    assert [crew.patience[ticket] for ticket, key, _ in crew.given if key == "0"][1:] == [None, None]


def test_what_only_waits_at_a_machine_is_dropped_when_the_run_is_to_end_and_what_has_begun_is_finished() -> None:
    at_work: list[int] = []
    crew = MadeUpCrew({"a": 2}, lambda crew, ticket, job, machine: at_work.append(ticket))
    crew.script[4] = lambda: [crew.answers.put(Answer(ticket, outcome("softmax-rows", Verdict.PASSED))) for ticket in at_work[:2]]
    found = order(crew, 9, goes_on=lambda: crew.looks < 3)

    assert found == ["0", "1"]
    assert crew.forgotten == [2]
    assert [key for _, key, _ in crew.given] == ["0", "1", "2"]


def test_a_job_that_only_waited_at_lost_machines_is_no_fault_of_ours() -> None:
    def held(crew: MadeUpCrew, ticket: int, job: Job, machine: str) -> None:
        if crew.looks >= 9 and job.key == "1":
            at_once(crew, ticket, job, machine)

    crew = MadeUpCrew({"a": 1}, held)
    for look in (3, 6, 9):  # each dies while it is at the first, and the second waits behind it
        crew.script[look] = lambda: (crew.machines.clear(), crew.machines.update({f"m{crew.looks}": 1}))

    assert ran(crew, 2) == {"0": (Verdict.BROKEN, 1), "1": (Verdict.PASSED, 1)}
