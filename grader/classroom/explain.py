"""Free answers of a class: taken out of submissions, marked against their rubric by a person who does not see whose they are.

Learners hand in `explain.yaml`: one line for each question, `o1-q19: "their answer"`. Marks go into the log of decisions and stand beside
the automatic score of their objective, never inside it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.classroom.intake import take_in
from grader.classroom.names import FileNames, Meaning, storable
from grader.content.models import Level
from grader.content.strict_yaml import parse_strict
from grader.documents import canonical
from grader.errors import UsageError
from grader.records import dataclass
from grader.store.classes import ClassStore
from grader.store.handlog import HandRow, add_decision, decisions

FILE_NAME = "explain.yaml"
KEPT = "free answers"
ACTION = "answer"
MAX_ANSWER = 10_000
MAX_NAME = 60


class ExplainNames(FileNames):
    """The name of the file of free answers, in place of those of exercises."""

    reads_notebooks = False

    def __init__(self) -> None:
        """No level is needed."""
        self.exercises = ()

    def meaning(self, name: str) -> Meaning | None:
        """Any spelling of the case."""
        return Meaning("explain", name == FILE_NAME) if name.casefold() == FILE_NAME else None

    def near(self, name: str) -> str:
        """Nothing is guessed."""
        return ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One learner's answer to one question, and the mark it has: which points of the rubric it meets, or None."""

    key: str
    question: str
    text: str
    met: tuple[int, ...] | None = None  # from 1
    of: int = 0
    by: str = ""

    @property
    def sha256(self) -> str:
        """The answer a mark was given for: a changed answer has no mark yet."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def take_answers(store: ClassStore, submissions: Path, level: Level, questions: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Keep the answers in submissions of any kind; how many there are, and what could not be read."""
    found: dict[str, dict[str, str]] = {}
    problems = []
    for each in take_in(submissions, level, file_names=ExplainNames()).submissions:
        for file in each.files:
            if file.content is None:
                problems.append(f"{each.key}: {file.problem}")
                continue
            answers, wrong = _read(file.content.read(), questions)
            found[each.key] = answers
            problems += [f"{each.key}: {problem}" for problem in wrong]
    store.keep(KEPT, canonical(found))
    return sum(len(answers) for answers in found.values()), tuple(problems)


def _read(content: bytes, questions: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    loaded = parse_strict(content, shown=FILE_NAME)
    if loaded.problems or not isinstance(loaded.data, dict):
        return {}, [str(loaded.problems[0]) if loaded.problems else f"{FILE_NAME} holds no answers: write `QUESTION: answer`"]
    wrong = [f"`{storable(name)[:MAX_NAME]}` is no question that is answered in words" for name in loaded.data if name not in questions]
    texts = {str(name): str(text).strip()[:MAX_ANSWER] for name, text in loaded.data.items() if name in questions and text is not None}
    wrong += [f"only the first {MAX_ANSWER:,} characters of {name} were kept" for name in texts if len(str(loaded.data[name])) > MAX_ANSWER]
    return {name: text for name, text in texts.items() if text}, wrong


def answers_to(store: ClassStore, question: str) -> tuple[Answer, ...]:
    """Every answer to a question, in an order that says nothing of whose it is, and is the same each time."""
    kept: Mapping[str, Mapping[str, str]] = json.loads(store.kept(KEPT) or "{}")
    marks = _marks(store)
    secret = store.secret(None, "")
    found = [_with_mark(Answer(key, question, own[question]), marks) for key, own in kept.items() if question in own]
    return tuple(sorted(found, key=lambda each: blind_name(secret, each)))


def blind_name(secret: bytes, answer: Answer) -> str:
    """What an answer is called while it is marked."""
    return hmac.new(secret, f"blind\0{answer.question}\0{answer.key}".encode(), hashlib.sha256).hexdigest()[:6]


def _marks(store: ClassStore) -> Mapping[tuple[str, str], HandRow]:
    """The newest mark by (learner, question)."""
    return {(row.learner_key, row.subject): row for row in decisions(store) if row.action == ACTION}


def _with_mark(answer: Answer, marks: Mapping[tuple[str, str], HandRow]) -> Answer:
    row = marks.get((answer.key, answer.question))
    if row is None or row.data["answer"] != answer.sha256:
        return answer
    return Answer(answer.key, answer.question, answer.text, tuple(row.data["met"]), row.data["of"], row.by)


def mark_answer(store: ClassStore, answer: Answer, met: Sequence[int], of: int, *, by: str, at: str) -> HandRow:
    """Note which points of the rubric an answer meets, counted from 1. UsageError for a point there is not, or nobody's name."""
    if not by.strip():
        raise UsageError("A mark needs the name of who gives it.", hint="--by NAME")
    if any(not 1 <= point <= of for point in met):
        raise UsageError(f"The rubric has the points 1 to {of}.")
    data = {"met": sorted(set(met)), "of": of, "answer": answer.sha256}
    return add_decision(store, at=at, by=by.strip(), action=ACTION, learner_key=answer.key, subject=answer.question, data=data)
