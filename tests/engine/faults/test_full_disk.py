"""A disk that is full at any write of a class run, or cannot be written at all: one sentence, nothing accepted lost, nothing twice."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.engine.classroom.test_disk_full import can_mount
from tests.engine.faults.full_disk import LEARNERS
from tests.engine.running import REPOSITORY, environment

pytestmark = [
    pytest.mark.isolation,
    pytest.mark.skipif(not can_mount(), reason="this system allows no file system of one's own to fill up"),
]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Any:
    home = tmp_path_factory.mktemp("small")
    command = ["unshare", "-rm", sys.executable, "-m", "tests.engine.faults.full_disk", str(home)]
    done = subprocess.run(command, env=environment(home), cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_sizes_reach_from_no_room_at_all_to_enough(answer: Any) -> None:
    codes = [each["code"] for each in answer["sizes"]]

    assert codes[0] == 3 and codes[-1] == 0
    assert codes.count(3) >= 10


def test_a_full_disk_is_said_in_one_sentence(answer: Any) -> None:
    for each in answer["sizes"]:
        if each["code"]:
            assert "is full" in each["said"], each
            assert "free some space" in each["said"], each
        assert "Traceback" not in each["said"] and "bug" not in each["said"], each


def test_the_store_is_sound_at_every_moment(answer: Any) -> None:
    for each in answer["sizes"]:
        assert each["middle"]["sound"] and each["end"]["sound"], each


def test_with_room_again_the_same_command_ends_as_if_nothing_had_been(answer: Any) -> None:
    for each in answer["sizes"]:
        assert each["again"] == 0, each
        assert each["end"]["rows"] == LEARNERS, each
        assert each["end"]["most"] == 1, "a result was graded twice"
        assert each["rests"] == [], each
    assert len({each["secretless"] for each in answer["sizes"]}) == 1


def test_what_was_accepted_is_not_graded_again(answer: Any) -> None:
    kept = [each for each in answer["sizes"] if each["code"] and each["middle"]["rows"]]
    assert kept, "some size must fill up in the middle of the grading"
    for each in kept:
        assert f"From the store: {each['middle']['rows']}." in each["said_again"], each


def test_a_read_only_store_is_said_and_not_touched(answer: Any) -> None:
    answers = answer["read_only"]["answers"]

    assert answer["read_only"]["same"]
    for command, (code, text) in answers.items():
        assert code == 3, (command, text)
        assert "Traceback" not in text and "our fault" not in text and "bug" not in text, (command, text)
