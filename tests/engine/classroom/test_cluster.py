"""A real cluster of dask on this machine: the bytes of one run, lost machines, a lost scheduler, and who is not let in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from grader.classroom import cluster, station
from grader.classroom.assemble import graded_class
from grader.classroom.cluster import DaskCrew, connected
from grader.classroom.clusteroptions import ClusterOptions, is_local, refuse_unsafe
from grader.classroom.dispatch import Answer
from grader.classroom.outputs import class_document
from grader.classroom.service import FolderOutcome, GradeOptions, grade_folder
from grader.content.models import Level
from grader.errors import UsageError, WorkerDied
from grader.results import IsolationLevel, Verdict
from grader.store.classes import ClassStore
from grader.store.rows import StoredResult
from tests.engine.classroom.fake import Told
from tests.engine.running import REPOSITORY

NOW = "2026-10-05T09:30:00Z"
LEARNERS = 12


def tls_options(tls: Path | None) -> list[str]:
    """dask's options for a folder of certificates, as docs/how-to/grade-on-many-machines.md gives them."""
    names = {"--tls-ca-file": "ca.pem", "--tls-cert": "cert.pem", "--tls-key": "key.pem"}
    return [word for option, name in names.items() for word in (option, str(tls / name))] if tls is not None else []


@dataclass
class Cluster:
    """A scheduler and its workers, each a process of its own that can be killed."""

    folder: Path
    tls: Path | None = None
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *parts: str, **env: str) -> subprocess.Popen[bytes]:
        (self.folder / "log").mkdir(exist_ok=True)
        quiet = {"PYTHONPATH": str(REPOSITORY), "PYTHONWARNINGS": "ignore", "TMPDIR": str(self.folder)}
        with (self.folder / "log" / f"{time.monotonic_ns()}").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *parts], env={**os.environ, **quiet, **env}, stdout=log, stderr=log, cwd=self.folder
            )

    def start_scheduler(self) -> None:
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", "scheduler.json", *tls_options(self.tls)]
        self.scheduler = self.start("distributed.cli.dask_scheduler", *options, *(["--protocol", "tls"] if self.tls else []))
        while not (self.folder / "scheduler.json").is_file():
            assert self.scheduler.poll() is None, "the scheduler did not start"
            time.sleep(0.05)

    def add_worker(self, **env: str) -> None:
        self.workers.append(self.start_worker(self.tls, **env))

    def start_worker(self, tls: Path | None, **env: str) -> subprocess.Popen[bytes]:
        """A worker with these certificates."""
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", self.address, *tls_options(tls)]
        return self.start("distributed.cli.dask_worker", *options, **env)

    @property
    def address(self) -> str:
        address: str = json.loads((self.folder / "scheduler.json").read_text())["address"]
        return address

    def await_workers(self, count: int) -> None:
        """Until so many workers have reported to the scheduler."""
        with connected(ClusterOptions(self.address, self.tls)) as client:
            while len(client.sync(client.scheduler.identity, n_workers=-1)["workers"]) < count:
                assert all(worker.poll() is None for worker in self.workers), "a worker did not start"
                time.sleep(0.1)

    def stop(self) -> None:
        for process in [*self.workers, *([self.scheduler] if self.scheduler else [])]:
            process.kill()
            process.wait()


@contextmanager
def started(folder: Path, workers: int, tls: Path | None = None) -> Iterator[Cluster]:
    made = Cluster(folder, tls)
    try:
        made.start_scheduler()
        for _ in range(workers):
            made.add_worker()
        made.await_workers(workers)
        yield made
    finally:
        made.stop()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Twelve learners whose files all differ, and a secret."""
    source = (REPOSITORY / "solutions" / "o3_weights" / "softmax_rows.py").read_text()
    for number in range(LEARNERS):
        folder = tmp_path / "class" / f"s{number:02}"
        folder.mkdir(parents=True)
        (folder / "softmax_rows.py").write_text(
            f"{source}\n# {number}\n" if number % 3 else f"def softmax_np(x, axis=-1):\n    return x * {number}\n"
        )
    (tmp_path / "class" / "class.yaml").write_text("exercises: [softmax-rows]\n")
    (tmp_path / "secret").write_bytes(b"k" * 32)
    return tmp_path


def grade(home: Path, folder: str, address: str = "", told: Told | None = None, tls: Path | None = None) -> FolderOutcome:
    where = ClusterOptions(address, tls) if address else None
    options = GradeOptions(home / "class", home / folder, secret_file=home / "secret", cluster=where, slots=1)
    return grade_folder(options, told or Told(), lambda: NOW, lambda *_: None)


def document(folder: Path, level: Level) -> str:
    with ClassStore.existing(folder) as store:
        return "".join(class_document(graded_class(store, level)))


class OnAdvance(Told):
    """Does something once when the n-th result comes."""

    def __init__(self, number: int, act: object) -> None:
        super().__init__()
        self._number, self._act = number, act

    def advance(self, *, failed: bool) -> None:
        super().advance(failed=failed)
        if len(self.advanced) == self._number:
            self._act()  # type: ignore[operator]  # a callable


@pytest.mark.isolation
@pytest.mark.slow
def test_a_cluster_gives_the_bytes_of_one_machine_though_a_worker_is_lost_and_a_file_is_endless(
    home: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed: list[str] = []
    commit = ClassStore.commit

    def noted(store: ClassStore, results: Sequence[StoredResult], now: str) -> None:
        committed.extend(each.verdict for each in results)
        commit(store, results, now)

    (home / "class" / "s01" / "softmax_rows.py").write_text("def softmax_np(x, axis=-1):\n    while True:\n        pass\n")
    monkeypatch.setattr(ClassStore, "commit", noted)
    with started(home, workers=2) as running:
        told = OnAdvance(2, lambda: running.workers[0].kill())
        there = grade(home, "there", running.address, told)
        left = psutil.Process(running.workers[1].pid).children(recursive=True)
        unpacked = [path for path in home.glob("grader-station-*") if path.is_dir()]
    in_turn = list(committed)
    here = grade(home, "here")

    assert (there.run.graded, here.run.graded) == (LEARNERS, LEARNERS)
    assert document(home / "there", level) == document(home / "here", level)
    assert in_turn.index(Verdict.TIMED_OUT) > LEARNERS / 2, "what is slow is graded after the rest"  # or after most: some seem slow
    assert len(told.advanced) == LEARNERS
    assert any("A machine was lost" in notice for notice in told.notices)
    assert left == [], "and nothing is left behind"
    assert len(unpacked) <= 1  # of the worker that was killed


@pytest.mark.isolation
@pytest.mark.slow
def test_a_lost_scheduler_ends_the_run_and_what_was_graded_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LOST_S", 2.0)
    with started(home, workers=1) as running:
        assert running.scheduler is not None
        told = OnAdvance(3, lambda: os.kill(running.scheduler.pid, signal.SIGKILL))  # type: ignore[union-attr]  # it was started
        with pytest.raises(WorkerDied, match="scheduler of the cluster was lost"):
            grade(home, "there", running.address, told)
    with ClassStore.existing(home / "there") as store:
        saved, faults = len(store.finished()), len(store.broken())
    again = grade(home, "there")

    assert 3 <= saved < LEARNERS
    assert faults == 0
    assert (again.run.done_before, again.run.graded) == (saved, LEARNERS - saved)


@pytest.mark.isolation
@pytest.mark.slow
def test_a_worker_of_another_version_is_not_let_in_and_gets_no_secret(home: Path, level: Level) -> None:
    other = home / "other"
    (other / "grader" / "classroom").mkdir(parents=True)
    (other / "grader" / "__init__.py").write_text("")
    (other / "grader" / "classroom" / "__init__.py").write_text("")
    (other / "grader" / "classroom" / "station.py").write_text(
        "import pathlib\ndef greet(): return {'grader': '0.0.9', 'engine': 'another'}\n"
        f"def enlist(parcel): pathlib.Path({str(home / 'stolen')!r}).write_bytes(parcel['secret'])\n"
    )
    with started(home, workers=0) as running:
        running.add_worker(PYTHONPATH=str(other))
        told = Told()
        with pytest.raises(WorkerDied, match=r"another version: grader 0\.0\.9, here"):
            grade(home, "there", running.address, told)

    assert not (home / "stolen").exists()
    assert len(told.notices) == 1


def crew_of(said: dict[str, dict[str, object]], threads: int = 1) -> tuple[DaskCrew, list[str]]:
    """A crew whose machines have said these things, without a network."""
    notices: list[str] = []
    crew = DaskCrew(None, {"key": "k"}, notices.append)
    crew._threads = dict.fromkeys(said, threads)
    crew._greeting = {address: Done(each) for address, each in said.items()}
    crew._look = lambda: None  # type: ignore[method-assign]
    return crew, notices


@dataclass
class Done:
    """A future that is finished."""

    value: dict[str, object]
    status: str = "finished"

    def result(self, timeout: float) -> dict[str, object]:
        return self.value


def saying(**more: object) -> dict[str, object]:
    return {"isolation": "contained", "layers": {"seccomp": "on"}, "open_canaries": [], "environment": {"numpy": "2.4.6"}, **more}


def test_the_largest_group_that_measured_alike_is_taken() -> None:
    crew, notices = crew_of({"a": saying(), "b": saying(environment={"numpy": "2.3.0"}), "c": saying()})
    crew.muster()

    assert crew.taken == {"a": 1, "c": 1}
    assert notices == ["Not used: b, it differs from the others in numpy."]


def test_a_cluster_without_workers_is_said_while_it_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SILENT_S", 0.0)
    monkeypatch.setattr(cluster, "MUSTER_S", 0.2)
    crew, notices = crew_of({})
    with pytest.raises(WorkerDied, match="The cluster has no workers"):
        crew.muster()

    assert notices == ["The cluster has no workers yet; waiting up to 0 s for one."]


def test_isolation_is_judged_for_each_machine() -> None:
    weaker = saying(isolation="separated", layers={"seccomp": "off"})
    crew, notices = crew_of({"a": saying(), "b": weaker, "c": saying(), "d": saying(open_canaries=["read a secret"])})
    crew.muster()

    assert crew.taken == {"a": 1, "c": 1}
    assert crew.measured.isolation is IsolationLevel.CONTAINED
    assert sorted(notices) == [
        "Not used: b, it differs from the others in isolation.",
        "Not used: d, its isolation has holes: read a secret got through.",
    ]


def test_a_machine_whose_checks_came_out_different_refuses_itself(level: Level) -> None:
    parcel = station.pack(level, ("softmax-rows",), b"k" * 32, {}, None)
    parcel["suites"]["softmax-rows"] = "0" * 64

    with pytest.raises(Exception, match="checks of softmax-rows are not the ones that were sent"):
        station.enlist(parcel)


def test_a_machine_that_was_never_told_of_a_run_says_so() -> None:
    said = station.grade_one("no such run", {"key": "1", "slug": "softmax-rows", "source": b"", "own": {}})
    crew, _ = crew_of({"a": saying()})
    crew.muster()
    crew._flying[7] = Done(said)
    crew._landed(7, "a", crew._flying[7])

    assert crew.answers.get_nowait() == Answer(7, None, is_lost=True)
    assert crew.taken == {}, "it is greeted again"


@dataclass
class Kept:
    """A future whose answer lies on a machine that is lost after the first try to fetch it."""

    raised: Exception
    after: str
    status: str = "finished"
    asked: int = 0

    def result(self, timeout: float) -> dict[str, object]:
        self.asked += 1
        self.status = self.after
        raise self.raised


@pytest.mark.parametrize(
    ("future", "expected"),
    [
        pytest.param(Kept(TimeoutError(), "lost"), Answer(7, None, is_lost=True), id="lost"),
        pytest.param(Kept(TimeoutError("there"), "error"), Answer(7, None, "TimeoutError: there"), id="raised-there"),
    ],
)
def test_an_answer_that_went_with_its_machine_is_no_fault_of_the_job_and_is_not_waited_for(future: Kept, expected: Answer) -> None:
    crew, _ = crew_of({})
    crew._flying[7] = future
    crew._landed(7, "a", future)

    assert crew.answers.get_nowait() == expected
    assert future.asked == 1


@pytest.mark.parametrize("address", ["tcp://192.0.2.7:8786", "192.0.2.7:8786", "tcp://localhost.example:8786"])
def test_checks_and_secret_do_not_travel_in_the_clear(address: str) -> None:
    with pytest.raises(UsageError, match="in the clear"):
        refuse_unsafe(ClusterOptions(address))


def test_a_machine_whose_link_is_not_encrypted_is_not_even_greeted() -> None:
    crew, notices = crew_of({})
    crew._greet("tcp://192.0.2.7:40001")

    assert notices == ["Not used: tcp://192.0.2.7:40001, its link is not encrypted."]
    assert crew._greeting == {}


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "localhost:8786", "inproc://192.0.2.7/1/1", "tcp://[::1]:8786"])
def test_what_stays_on_this_machine_needs_no_certificates(address: str) -> None:
    assert is_local(address)


def test_certificates_that_are_missing_are_named(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("")

    with pytest.raises(UsageError, match=r"No cert\.pem, key\.pem in"):
        refuse_unsafe(ClusterOptions("tls://192.0.2.7:8786", tmp_path))


def test_a_scheduler_that_does_not_answer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with pytest.raises(WorkerDied, match="No scheduler answers at"), connected(ClusterOptions("tcp://127.0.0.1:9")):
        pass
