"""Exams: each learner's form without keys, and the key that stays with the instructor. Pure: no disk, no clock.

A form holds what is shown and nothing that helps to answer: opaque ids, numbers already drawn, no expressions, feedback, tolerances or
misconceptions. What comes back from a learner is size-checked before it is read, and read strictly: duplicate keys, tags and anchors are
refused. The key holds what chance decided for each form and the questions as they were, so that answers can be marked at any time,
and marked again after a question was mended.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from grader.content.strict_yaml import parse_strict
from grader.errors import UsageError
from grader.quiz.course import all_or_nothing, dump_choice, load_choice
from grader.quiz.decode import decode_question
from grader.quiz.drawn import Drawn, Options, Shown
from grader.quiz.marking import VERSION, Marked, Standing, mark
from grader.quiz.model import Kind, Question
from grader.quiz.plan import apart
from grader.quiz.stream import Stream, shuffled
from grader.quiz.variants import NoVariant, draw, realise
from grader.records import dataclass

FORM_FORMAT = "grader/exam-form/1"
KEY_FORMAT = "grader/exam-key/1"
ANSWERS_FORMAT = "grader/exam-answers/1"

ANSWER_NAMES = ("answers.yaml", "answers.yml", "answers.json")
MAX_ANSWER_BYTES = 200_000
MAX_TOLD = 100  # characters of what somebody wrote, in a sentence of ours

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Exam:
    """What is asked, of everybody: the questions as plain data, their objectives, and how they are scored."""

    name: str
    questions: Mapping[str, tuple[str, Json]]  # id to (objective, plain data)
    is_strict: bool  # ticking is all or nothing
    terms: tuple[str, ...]
    content: str

    def question(self, name: str) -> Question:
        """A question as models."""
        objective, data = self.questions[name]
        question = decode_question(data, objective)
        return all_or_nothing(question) if self.is_strict else question


@dataclass(frozen=True, slots=True)
class FormKey:
    """What belongs to one form: for each opaque id the question and what chance decided."""

    learner: str
    form: str
    items: tuple[tuple[str, str, str], ...]  # opaque id, question id, choice as JSON


def release_form(exam: Exam, learner: str, secret: bytes) -> tuple[Json, FormKey]:
    """One learner's form, and its key."""
    order = shuffled(sorted(exam.questions), Stream(secret, "exam-order", exam.name, learner))
    questions = apart([exam.question(name) for name in order])
    drawn = [draw(question, secret, f"exam:{exam.name}:{learner}", 1) for question in questions]
    opaque = [_opaque(secret, exam.name, learner, question.id) for question in questions]
    items = [
        {"number": number, "id": name, **shown_data(one.shown)} for number, (name, one) in enumerate(zip(opaque, drawn, strict=True), 1)
    ]
    form = _hash({"exam": exam.name, "learner": learner, "items": items})
    document = {"format": FORM_FORMAT, "exam": exam.name, "learner": learner, "form": form, "items": items}
    key = FormKey(learner, form, tuple((name, one.question.id, dump_choice(one.choice)) for name, one in zip(opaque, drawn, strict=True)))
    return document, key


def _opaque(secret: bytes, *names: str) -> str:
    """An id that says nothing about its question."""
    text = "\0".join(("grader/opaque/1", *names))
    return "q" + hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:10]


def _hash(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


_SHOWN_FIELDS = (
    "prompt",
    "code",
    "labels",
    "texts",
    "second_labels",
    "second_texts",
    "grid",
    "alt",
    "is_shape",
    "is_bug",
    "units",
    "lines",
    "rule",
)


def shown_data(shown: Shown) -> Json:
    """What a learner may see, as JSON; the id of the question is left out."""
    data: Json = {"kind": str(shown.kind)}
    for field in _SHOWN_FIELDS:
        value = getattr(shown, field)
        if value not in ("", (), (0, 0), False, 0):
            data[field] = list(value) if isinstance(value, tuple) else value
    return data


def shown_from(data: Mapping[str, Any]) -> Shown:
    """A form's item as it is shown; what is missing is empty. UsageError when it is no item."""
    try:
        given: Json = {field: data[field] for field in _SHOWN_FIELDS if field in data}
        fields: Json = {field: tuple(value) if isinstance(value, list) else value for field, value in given.items()}
        return Shown(**{"question_id": str(data["id"]), "kind": Kind(data["kind"]), "prompt": "", "code": "", **fields})
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError("This form cannot be read: an item is damaged.") from error


# ---------------------------------------------------------------------- the key


def key_document(exam: Exam, forms: Iterable[FormKey], secret: bytes) -> Json:
    """The instructor's file: everything that is needed to mark, and nothing a learner should get."""
    return {
        "format": KEY_FORMAT,
        "exam": exam.name,
        "content": exam.content,
        "marking": VERSION,
        "secret": secret.hex(),
        "is_strict": exam.is_strict,
        "terms": list(exam.terms),
        "questions": {name: {"objective": objective, "data": data} for name, (objective, data) in exam.questions.items()},
        "forms": [{"learner": form.learner, "form": form.form, "items": [list(item) for item in form.items]} for form in forms],
    }


@dataclass(frozen=True, slots=True)
class ExamKey:
    """The instructor's file, read."""

    exam: Exam
    forms: Mapping[str, FormKey]  # by form hash
    secret: bytes


def read_key(document: object) -> ExamKey:
    """The key of a document; UsageError when it is none."""
    try:
        assert isinstance(document, dict)
        if document["format"] != KEY_FORMAT:
            raise UsageError(f"This key has the format `{document['format']}`; `{KEY_FORMAT}` is read.")
        questions = {name: (entry["objective"], entry["data"]) for name, entry in document["questions"].items()}
        exam = Exam(document["exam"], questions, document["is_strict"], tuple(document["terms"]), document["content"])
        forms = [FormKey(entry["learner"], entry["form"], tuple((a, b, c) for a, b, c in entry["items"])) for entry in document["forms"]]
        return ExamKey(exam, {form.form: form for form in forms}, bytes.fromhex(document["secret"]))
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        raise UsageError("This is not an exam key.", hint="name the exam-key.json that `grader exam release` wrote") from error


def mended(key: ExamKey, questions: Mapping[str, tuple[str, Json]]) -> ExamKey:
    """The same key with today's questions; those that are gone stay as they were."""
    today = {name: questions.get(name, then) for name, then in key.exam.questions.items()}
    return replace(key, exam=replace(key.exam, questions=today))


# --------------------------------------------------------------------- marking


@dataclass(frozen=True, slots=True)
class ItemMark:
    """One question of one learner."""

    question: str
    objective: str
    standing: Standing
    score: Fraction  # 0 for blank and unreadable
    misconceptions: tuple[str, ...]
    raw: str
    read_as: str
    note: str  # why an answer could not be read
    chosen: tuple[str, ...] = ()  # ids of the options ticked, whatever order the form showed them in


@dataclass(frozen=True, slots=True)
class ExamMark:
    """One learner's exam; `refused` says why nothing was marked, and then there are no items."""

    learner: str
    form: str
    items: tuple[ItemMark, ...] = ()
    refused: str = ""
    notes: tuple[str, ...] = ()

    @property
    def by_objective(self) -> dict[str, tuple[Fraction, int]]:
        """Points and number of questions per objective; never one total."""
        found: dict[str, tuple[Fraction, int]] = {}
        for item in self.items:
            points, count = found.get(item.objective, (Fraction(0), 0))
            found[item.objective] = (points + item.score, count + 1)
        return found


def mark_answers(key: ExamKey, answers: object) -> ExamMark:
    """The mark of a learner's answers document. A document that does not fit is refused with a sentence, never marked as wrong."""
    if not isinstance(answers, Mapping):
        return _refused("The answers file holds no answers.")
    learner, form = str(answers.get("learner", "")), str(answers.get("form", ""))
    if answers.get("format") != ANSWERS_FORMAT:
        return _refused(f"The answers have the format `{_told(answers.get('format'))}`; `{ANSWERS_FORMAT}` is read.", learner, form)
    if answers.get("exam") != key.exam.name:
        return _refused(f"These are answers to the exam `{_told(answers.get('exam'))}`, not to `{key.exam.name}`.", learner, form)
    if form not in key.forms:
        return _refused("The form is none of this exam, or was edited.", learner, form)
    if key.forms[form].learner != learner:
        return _refused(f"The form was given to somebody else than `{_told(learner)}`.", learner, form)
    given = answers.get("answers")
    if not isinstance(given, Mapping):
        return _refused("`answers` is missing: one entry for each question.", learner, form)
    known = {name for name, _, _ in key.forms[form].items}
    unknown = sorted(str(name) for name in given if name not in known)
    if unknown:
        return _refused(f"`{_told(unknown[0])}` is no question of this form.", learner, form)
    return ExamMark(learner, form, tuple(_mark_item(key.exam, item, given) for item in key.forms[form].items))


def _refused(reason: str, learner: str = "", form: str = "") -> ExamMark:
    return ExamMark(_told(learner), _told(form), refused=reason)


def _told(written: object) -> str:
    """What somebody wrote into the file, cut, and without what would steer a terminal or turn text around."""
    text = str(written)
    plain = "".join(char if char.isprintable() else "\ufffd" for char in text[:MAX_TOLD])
    return plain if len(text) <= MAX_TOLD else f"{plain}…"


def _mark_item(exam: Exam, item: tuple[str, str, str], given: Mapping[str, object]) -> ItemMark:
    opaque, name, choice = item
    question = exam.question(name)
    raw = answer_text(given.get(opaque))
    try:
        drawn = realise(question, load_choice(choice))
    except NoVariant as error:
        raise UsageError(f"The mended question no longer fits the forms: {error}", hint="mark with the key's own questions") from error
    return _item_mark(drawn, mark(drawn, raw, exam.terms), raw)


def _item_mark(drawn: Drawn, marked: Marked, raw: str) -> ItemMark:
    question = drawn.question
    note = "" if marked.standing.is_final else " ".join(marked.notes)
    score = marked.score or Fraction(0)
    chosen = _chosen(drawn, marked)
    return ItemMark(question.id, question.objective, marked.standing, score, marked.misconceptions, raw, marked.read_as, note, chosen)


def _chosen(drawn: Drawn, marked: Marked) -> tuple[str, ...]:
    """What was ticked, as the content files call it."""
    if not isinstance(drawn.key, Options) or not marked.standing.is_final:
        return ()
    ticked = marked.read_as.split()
    return tuple(sorted(option.id for option in drawn.key.options if option.label in ticked))


def mark_submission(files: Mapping[str, bytes], key: ExamKey) -> ExamMark | None:
    """The exam mark of a submission given as name to bytes (folders in names do not matter); None when it holds no answers file."""
    found = [name for name in files if name.rsplit("/", 1)[-1] in ANSWER_NAMES]
    if not found:
        return None
    if len(found) > 1:
        return ExamMark("", "", refused=f"There are {len(found)} answers files ({', '.join(sorted(found))}); one is needed.")
    raw = files[found[0]]
    if len(raw) > MAX_ANSWER_BYTES:
        return ExamMark("", "", refused=f"{found[0]} is larger than {MAX_ANSWER_BYTES:,} bytes.")
    return mark_file(raw, found[0], key)


def mark_file(raw: bytes, name: str, key: ExamKey) -> ExamMark:
    """The mark of one answers file."""
    if len(raw) > MAX_ANSWER_BYTES:
        return ExamMark("", "", refused=f"{name} is larger than {MAX_ANSWER_BYTES:,} bytes.")
    loaded = parse_strict(raw, shown=name)
    if loaded.problems:
        return ExamMark("", "", refused=str(loaded.problems[0]))
    return mark_answers(key, loaded.data)


def answer_text(value: object) -> str:
    """An answer of a file as it would be typed: lists as letters or rows, a mapping as pairs, nothing as blank."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return " ".join(f"{left}{right}" for left, right in value.items())
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        inner = [answer_text(item) for item in value]
        is_table = any(isinstance(item, Sequence) and not isinstance(item, str) for item in value)
        return ("; " if is_table else " ").join(inner)
    return str(value)


def drawn_of(key: ExamKey, form: str) -> list[Drawn]:
    """Every question of a form with its key, in order."""
    return [realise(key.exam.question(name), load_choice(choice)) for _, name, choice in key.forms[form].items]
