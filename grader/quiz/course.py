"""One learner's quiz: planned, asked, answered, resumed, summed up; the one place that joins questions, store and marking.

Every answer is on disk before anything is shown about it. A quiz that was broken off goes on at the same question with the same numbers,
because plan and draws follow from what is stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction

from grader.errors import UnknownName
from grader.quiz.bank import Bank
from grader.quiz.drawn import Choice, Drawn
from grader.quiz.marking import VERSION, Marked, Standing, mark
from grader.quiz.model import ChoiceKey, Kind, Question, Scoring
from grader.quiz.plan import FormRule, Past, form, practice
from grader.quiz.stream import Stream, shuffled
from grader.quiz.values import Value
from grader.quiz.variants import NoVariant, draw, realise
from grader.records import dataclass
from grader.store.learner import LearnerStore
from grader.store.learner_rows import Answer, Event, Quiz
from grader.store.moment import Moment
from grader.store.seen import seen_events

PRACTICE, CHECK, ONE = "practice", "check", "one"
LEARNER = "me"
PRACTICE_ATTEMPTS = 2
FRESH_NUMBERS = 1_000  # a retry draws variant + 1000 · (tries so far): apart from every planned one
SURE = 3
SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Asked:
    """The question to ask now."""

    position: int  # from 0
    attempt: int  # from 1
    variant: int
    drawn: Drawn
    attempts_left: int  # after this one


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an answer."""

    marked: Marked
    is_last: bool  # no more tries: everything may be shown
    brought_forward: tuple[str, ...]  # misconceptions whose cards come next


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that was given, looked back at."""

    answer: Answer
    drawn: Drawn
    outcome: Outcome


class Course:
    """A quiz in progress. It may be answered in several windows at once: what counts is what the store has."""

    def __init__(self, bank: Bank, store: LearnerStore, quiz: Quiz) -> None:
        self.bank = bank
        self.store = store
        self.quiz = quiz
        self.answers = store.answers(quiz.id)
        self.attempts = PRACTICE_ATTEMPTS if quiz.kind != CHECK else 1

    def current(self) -> Asked | None:
        """The question to ask now; None when the quiz is done. Questions that are no longer there are passed over."""
        self.answers = self.store.answers(self.quiz.id)
        for position, (name, variant) in enumerate(self.quiz.plan):
            if name not in self.bank.questions:
                continue
            tries = [answer for answer in self.answers if answer.position == position]
            if not self._is_closed(tries):
                question = self._as_asked(self.bank.questions[name])
                fresh = variant + FRESH_NUMBERS * len(tries) if question.is_parametric else variant
                drawn = draw(question, self.store.secret(), LEARNER, fresh)
                return Asked(position, len(tries) + 1, fresh, drawn, self.attempts - len(tries) - 1)
        return None

    def _is_closed(self, tries: Sequence[Answer]) -> bool:
        return bool(tries) and (len(tries) >= self.attempts or tries[-1].standing in (Standing.RIGHT, SKIPPED))

    def _as_asked(self, question: Question) -> Question:
        """In a level check ticking is all or nothing."""
        return all_or_nothing(question) if self.quiz.kind == CHECK else question

    def read(self, asked: Asked, raw: str) -> Marked:
        """How an answer would be marked; nothing is kept, so that what cannot be read costs nothing."""
        return mark(asked.drawn, raw, self.term_names())

    def answer(self, asked: Asked, raw: str, confidence: int | None, milliseconds: int, moment: Moment) -> Outcome | None:
        """Mark and keep an answer that counts; None, and nothing kept, when the question was answered in another window meanwhile."""
        marked = self.read(asked, raw)
        forward = _forward(marked, confidence)
        events = seen_events(forward, moment, source="quiz", subject=asked.drawn.question.id)
        if not self._keep(asked, raw, marked, confidence, milliseconds, moment, events):
            return None
        return Outcome(marked, self._is_closed(self._tries(asked.position)), forward)

    def skip(self, asked: Asked, moment: Moment) -> bool:
        """Leave a question unanswered: not wrong, and not asked again in this quiz. False when it was answered meanwhile."""
        return self._keep(asked, "", Marked(Standing.BLANK, None), None, 0, moment, (), standing=SKIPPED)

    def answered(self, position: int, attempt: int) -> Answered | None:
        """What was answered there, marked again, with as much of the outcome as could be shown then; None when there is no such answer, it
        was left out, or its question has changed since."""
        tries = [answer for answer in self.answers if answer.position == position and answer.attempt <= attempt]
        answer = next((each for each in tries if each.attempt == attempt and each.standing != SKIPPED), None)
        if answer is None or answer.question not in self.bank.questions:
            return None
        try:
            drawn = realise(self._as_asked(self.bank.questions[answer.question]), load_choice(answer.choice))
        except NoVariant:
            return None
        marked = mark(drawn, answer.raw, self.term_names())
        return Answered(answer, drawn, Outcome(marked, self._is_closed(tries), _forward(marked, answer.confidence)))

    def _tries(self, position: int) -> list[Answer]:
        return [answer for answer in self.answers if answer.position == position]

    def _keep(
        self,
        asked: Asked,
        raw: str,
        marked: Marked,
        confidence: int | None,
        milliseconds: int,
        moment: Moment,
        events: Sequence[Event],
        standing: str = "",
    ) -> bool:
        question = asked.drawn.question
        answer = Answer(
            quiz_id=self.quiz.id,
            position=asked.position,
            question=question.id,
            meaning=question.meaning,
            variant=asked.variant,
            attempt=asked.attempt,
            choice=dump_choice(asked.drawn.choice),
            raw=raw,
            read_as=marked.read_as,
            standing=standing or marked.standing,
            score=None if marked.score is None else str(marked.score),
            misconceptions=marked.misconceptions,
            confidence=confidence,
            milliseconds=milliseconds,
            moment=moment,
            content=self.bank.version,
            marking=VERSION,
        )
        is_kept = self.store.add_answer(answer, events)
        self.answers = self.store.answers(self.quiz.id)
        return is_kept

    def term_names(self) -> list[str]:
        """Key terms: a near miss must not be taken for one of them."""
        return sorted({term.replace("-", " ") for card in self.bank.cards.values() for term in card.terms})


def _forward(marked: Marked, confidence: int | None) -> tuple[str, ...]:
    """The misconceptions whose cards come first from now on: those of an error that the learner was sure of."""
    is_error = marked.standing in (Standing.WRONG, Standing.PARTLY)
    return marked.misconceptions if is_error and confidence == SURE else ()


def begin(bank: Bank, store: LearnerStore, objectives: Sequence[str], moment: Moment, *, kind: str, count: int, rule: FormRule) -> Course:
    """A new quiz over these objectives; its plan is on disk before the first question."""
    past = past_of(store.answers())
    chooser = Stream(store.secret(), "plan", str(len(store.quizzes())))
    if kind == CHECK:
        chosen = [question for objective in objectives for question in form(bank.questions.values(), past, objective, rule, chooser)]
    else:
        chosen = practice(bank.questions.values(), past, shuffled(objectives, chooser), count, chooser)
    return _started(bank, store, kind, objectives, chosen, moment)


def one(bank: Bank, store: LearnerStore, name: str, moment: Moment) -> Course:
    """A quiz of one named question."""
    question = bank.question(name)
    return _started(bank, store, ONE, [question.objective], [question], moment)


def _started(bank: Bank, store: LearnerStore, kind: str, objectives: Sequence[str], chosen: Sequence[Question], moment: Moment) -> Course:
    seen = store.variants_seen()
    plan = [(question.id, seen.get(question.id, 0) + 1) for question in chosen]
    return Course(bank, store, store.begin_quiz(kind, objectives, plan, bank.version, moment))


def unfinished(bank: Bank, store: LearnerStore) -> Course | None:
    """The last quiz, when it was broken off."""
    quiz = store.last_quiz()
    if quiz is None:
        return None
    course = Course(bank, store, quiz)
    return course if course.current() is not None else None


def all_or_nothing(question: Question) -> Question:
    """The same question, scored 1 or 0."""
    from dataclasses import replace

    if isinstance(question.key, ChoiceKey) and question.key.many:
        return replace(question, key=replace(question.key, scoring=Scoring.ALL_OR_NOTHING))
    return question


def past_of(answers: Sequence[Answer]) -> dict[str, Past]:
    """What the log says about each question."""
    past: dict[str, Past] = {}
    for answer in answers:
        times = past[answer.question].times if answer.question in past else 0
        past[answer.question] = Past(times + 1, answer.standing == Standing.RIGHT, answer.moment.at)
    return past


@dataclass(frozen=True, slots=True)
class ObjectiveResult:
    """First tries of one objective in one quiz: exact points of how many, and how many were left out."""

    objective: str
    points: Fraction
    of: int
    skipped: int
    right_later: int


def results(bank: Bank, answers: Sequence[Answer]) -> list[ObjectiveResult]:
    """Per objective, in order of the level; questions answered in words are not scored."""
    found = []
    for objective in dict.fromkeys(question.objective for question in bank.questions.values()):
        mine = [answer for answer in answers if _objective(bank, answer) == objective and not _is_free(bank, answer)]
        first = [answer for answer in mine if answer.attempt == 1]
        if not first:
            continue
        points = sum((Fraction(answer.score) for answer in first if answer.score), Fraction(0))
        later = sum(answer.attempt > 1 and answer.standing == Standing.RIGHT for answer in mine)
        skipped = sum(answer.standing == SKIPPED for answer in first)
        found.append(ObjectiveResult(objective, points, len(first) - skipped, skipped, later))
    return found


def _objective(bank: Bank, answer: Answer) -> str:
    question = bank.questions.get(answer.question)
    return question.objective if question else ""


def _is_free(bank: Bank, answer: Answer) -> bool:
    question = bank.questions.get(answer.question)
    return question is not None and question.kind is Kind.FREE


def check_form_results(bank: Bank, quiz: Quiz, answers: Sequence[Answer]) -> list[tuple[str, int, int]]:
    """For each objective of a level check: its id, the right answers, and how many questions its form had. Partly right is not right."""
    forms: dict[str, list[int]] = {}
    for position, (name, _) in enumerate(quiz.plan):
        question = bank.questions.get(name)
        if question is not None:
            right = any(answer.position == position and answer.standing == Standing.RIGHT for answer in answers)
            forms.setdefault(question.objective, []).append(int(right))
    return [(objective, sum(found), len(found)) for objective, found in forms.items()]


def objectives_named(bank: Bank, names: Sequence[str]) -> list[str]:
    """Objective ids as typed in any case; all when none is named. UnknownName with the nearest otherwise."""
    known = {name.casefold(): name for name in bank.objectives}
    for name in names:
        if name.casefold() not in known:
            raise UnknownName("objective", name, [*bank.objectives], hint="objectives are " + ", ".join(bank.objectives))
    return [known[name.casefold()] for name in names] or list(bank.objectives)


# ------------------------------------------------------------ choices as stored


def dump_choice(choice: Choice) -> str:
    """A choice as JSON; fractions as {"q": "1/3"}."""

    def plain(value: Value) -> object:
        if isinstance(value, Fraction):
            return {"q": str(value)}
        return [plain(item) for item in value] if isinstance(value, list) else value

    return json.dumps(
        {
            "values": {name: plain(value) for name, value in choice.values.items()},
            "layout": choice.layout,
            "second": choice.second,
        },
        ensure_ascii=False,
    )


def load_choice(text: str) -> Choice:
    """A choice read back."""

    def value(plain: object) -> Value:
        if isinstance(plain, dict):
            return Fraction(str(plain["q"]))
        if isinstance(plain, list):
            return [value(item) for item in plain]
        assert isinstance(plain, (bool, int, str))
        return plain

    data: Mapping[str, object] = json.loads(text)
    values, layout, second = data["values"], data["layout"], data["second"]
    assert isinstance(values, dict) and isinstance(layout, list) and isinstance(second, list)
    return Choice({name: value(plain) for name, plain in values.items()}, tuple(layout), tuple(second))


def mark_again(bank: Bank, answer: Answer) -> Marked | None:
    """The mark of a stored answer by today's key; None when its question is gone."""
    question = bank.questions.get(answer.question)
    if question is None or answer.standing == SKIPPED:
        return None
    return mark(realise(question, load_choice(answer.choice)), answer.raw)
