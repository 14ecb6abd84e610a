"""What goes into a learner's store and what comes out of it, as frozen rows. No SQL, no meaning."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from grader.records import dataclass
from grader.store.moment import Moment, stored


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `data` is plain JSON."""

    kind: str
    subject: str
    data: Mapping[str, object]
    moment: Moment
    content: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """One rating of one card."""

    card: str
    meaning: str
    rating: int
    milliseconds: int
    moment: Moment
    is_cram: bool
    is_suspect: bool
    scheduler: str
    content: str
    uid: bytes = b""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to one question of a quiz."""

    quiz_id: int | None
    position: int
    question: str
    meaning: str
    variant: int
    attempt: int
    choice: str
    raw: str
    read_as: str
    standing: str
    score: str | None
    misconceptions: tuple[str, ...]
    confidence: int | None
    milliseconds: int
    moment: Moment
    content: str
    marking: str
    uid: bytes = b""


@dataclass(frozen=True, slots=True)
class Quiz:
    """A quiz that was begun: its questions and which draw of each."""

    id: int
    kind: str
    objectives: tuple[str, ...]
    plan: tuple[tuple[str, int], ...]
    study_day: str
    content: str


def review_of(row: sqlite3.Row) -> Review:
    return Review(
        card=row["card"],
        meaning=row["meaning"],
        rating=row["rating"],
        milliseconds=row["milliseconds"],
        moment=stored(row["at"], row["local"]),
        is_cram=bool(row["is_cram"]),
        is_suspect=row["clock"] == "suspect",
        scheduler=row["scheduler"],
        content=row["content"],
        uid=row["uid"],
    )


def quiz_of(row: sqlite3.Row) -> Quiz:
    plan = tuple((question, variant) for question, variant in json.loads(row["plan"]))
    return Quiz(row["id"], row["kind"], tuple(json.loads(row["objectives"])), plan, row["study_day"], row["content"])


def answer_of(row: sqlite3.Row) -> Answer:
    return Answer(
        quiz_id=row["quiz_id"],
        position=row["position"],
        question=row["question"],
        meaning=row["meaning"],
        variant=row["variant"],
        attempt=row["try"],
        choice=row["choice"],
        raw=row["raw"],
        read_as=row["read_as"],
        standing=row["standing"],
        score=row["score"],
        misconceptions=tuple(json.loads(row["misconceptions"])),
        confidence=row["confidence"],
        milliseconds=row["milliseconds"],
        moment=stored(row["at"], row["local"]),
        content=row["content"],
        marking=row["marking"],
        uid=row["uid"],
    )
