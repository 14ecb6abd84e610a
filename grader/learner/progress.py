"""The whole of a learner's progress: the rule of mastery applied to their log, objective by objective. Reads the store, writes nothing."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from grader.content.models import Exercise, Level, Objective
from grader.learner.desk import Desk
from grader.learner.evidence import Form, Graded, Recall, Source, card_part, insistent, misconception_part, quiz_part
from grader.learner.history import Kind, Standing
from grader.learner.mastery import ObjectiveMastery, State, Track, code_part, combined
from grader.quiz.bank import Bank, load_bank, tags_of
from grader.quiz.card import CardSet
from grader.quiz.course import CHECK, check_form_results
from grader.records import dataclass
from grader.results import Verdict
from grader.store.learner import LearnerStore

RECALLED_FROM = 2  # ratings: 1 is "again"
TAG = re.compile(r'@wrong\(\s*"([^"/]+)')


@dataclass(frozen=True, slots=True)
class Progress:
    """Mastery of every objective, and what to look at next."""

    objectives: tuple[ObjectiveMastery, ...]
    standings: Mapping[str, Standing]
    insistent: tuple[str, ...]  # misconceptions that keep coming back
    review: tuple[str, ...]  # what to do next and why, in sentences


def progress(desk: Desk, today: date, track: Track = Track.CORE) -> Progress:
    """Apply the rule to everything in the learner's log."""
    level, store = desk.level, desk.store
    bank = load_bank(level.root.quizzes)
    found = desk.standings()
    log = _Log(graded_events(level, bank, store), _recalls(store), carriers(level, bank))
    rows = tuple(_objective(level, bank, store, objective, found, log, track) for objective in level.objectives)
    return Progress(rows, found, tuple(insistent(log.events, level.mastery.misconceptions)), tuple(_review(desk, rows, today)))


@dataclass(frozen=True, slots=True)
class _Log:
    """What is the same for every objective, read once."""

    events: Sequence[Graded]
    recalls: Sequence[Recall]
    carriers: Mapping[str, Collection[tuple[Source, str]]]


def _objective(
    level: Level,
    bank: Bank,
    store: LearnerStore,
    objective: Objective,
    found: Mapping[str, Standing],
    log: _Log,
    track: Track,
) -> ObjectiveMastery:
    rule = level.mastery
    parts = {
        "code": code_part(objective, found, rule.code, track),
        "quiz": quiz_part(_forms(bank, store, objective.id), rule.quiz),
        "cards": card_part(_cards(bank, objective.id), log.recalls, rule.cards),
        "misconceptions": misconception_part(
            [event for event in log.events if event.objective == objective.id], log.carriers, rule.misconceptions
        ),
    }
    return combined(objective.id, parts)


def _forms(bank: Bank, store: LearnerStore, objective_id: str) -> list[Form]:
    """The finished level checks of one objective, oldest first."""
    forms = []
    for quiz in store.quizzes():
        if quiz.kind != CHECK or objective_id not in quiz.objectives:
            continue
        for name, right, of in check_form_results(bank, quiz, store.answers(quiz.id)):
            if name == objective_id:
                questions = frozenset((question, variant) for question, variant in quiz.plan)
                forms.append(Form(right, of, date.fromisoformat(quiz.study_day), questions))
    return forms


def _cards(bank: Bank, objective_id: str) -> set[str]:
    """The core cards of an objective, and the term cards of the terms that its cards use."""
    own = [card for card in bank.cards.values() if card.objective == objective_id]
    terms = {term for card in own for term in card.terms}
    core = {card.id for card in own if card.set in (CardSet.CORE, CardSet.TERM)}
    return core | {card.id for card in bank.cards.values() if card.set is CardSet.TERM and terms.intersection(card.terms)}


def _recalls(store: LearnerStore) -> list[Recall]:
    return [
        Recall(review.card, review.rating >= RECALLED_FROM, review.moment.study_day) for review in store.reviews() if not review.is_cram
    ]


def graded_events(level: Level, bank: Bank, store: LearnerStore) -> list[Graded]:
    """Checks, answers and reviews in the order in which they happened."""
    objective_of = {exercise.slug: exercise.objective_id for exercise in level.exercises}
    events = [
        Graded(
            Source.CODE,
            event.subject,
            objective_of[event.subject],
            event.data.get("verdict") == Verdict.PASSED.value,
            tuple(str(tag).partition("/")[0] for tag in _texts(event.data.get("misconceptions"))),
            event.moment.at,
        )
        for event in store.events(Kind.CHECK)
        if event.subject in objective_of
    ]
    for answer in store.answers():
        question = bank.questions.get(answer.question)
        if question is not None:
            tags = tuple(tag.partition("/")[0] for tag in answer.misconceptions)
            events.append(Graded(Source.QUIZ, answer.question, question.objective, answer.standing == "right", tags, answer.moment.at))
    for review in store.reviews():
        card = bank.cards.get(review.card)
        if card is not None:
            is_recalled = review.rating >= RECALLED_FROM
            shown = () if is_recalled else tuple(tag.partition("/")[0] for tag in card.misconceptions)
            events.append(Graded(Source.CARD, review.card, card.objective, is_recalled, shown, review.moment.at))
    return sorted(events, key=lambda event: event.at)


def _texts(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def carriers(level: Level, bank: Bank) -> dict[str, set[tuple[Source, str]]]:
    """Which exercises, questions and cards carry which misconception."""
    found: dict[str, set[tuple[Source, str]]] = {}
    for exercise in level.exercises:
        for tag in _tags_of(exercise):
            found.setdefault(tag, set()).add((Source.CODE, exercise.slug))
    for question in bank.questions.values():
        for tag in tags_of(question):
            found.setdefault(tag.partition("/")[0], set()).add((Source.QUIZ, question.id))
    for card in bank.cards.values():
        for tag in card.misconceptions:
            found.setdefault(tag.partition("/")[0], set()).add((Source.CARD, card.id))
    return found


@functools.cache
def _tags_of(exercise: Exercise) -> frozenset[str]:
    """The misconceptions that an exercise's wrong variants show."""
    path = exercise.wrong_path
    return frozenset(TAG.findall(path.read_text(encoding="utf-8"))) if path.is_file() else frozenset()


def _review(desk: Desk, rows: Sequence[ObjectiveMastery], today: date) -> list[str]:
    """What to do next and why, most pressing first; at most five."""
    said = []
    for row in rows:
        for tag in row.parts["misconceptions"].missing:
            entry = desk.level.misconceptions.get(tag)
            said.append(f"{row.objective_id}: {entry.correction if entry else tag}")
        if row.state is State.REFRESH:
            said.append(f"{row.objective_id}: go over its cards again: grader drill --objective {row.objective_id}")
    following = desk.next_exercise(today)
    if following is not None:
        said.append(f"{following.objective_id}: write {following.slug} ({following.minutes} min)")
    for row in rows:
        if row.parts["code"].state is State.MET and row.parts["quiz"].state is not State.MET:
            said.append(f"{row.objective_id}: the code is done; take its level check: grader quiz {row.objective_id} --check")
    return said[:5]
