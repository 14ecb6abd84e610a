"""What the page of an exercise shows of a check: verdict, failing calls, pictures, likely cause. Pure: an outcome in, a view out."""

from __future__ import annotations

from collections.abc import Mapping

from grader.content.models import MisconceptionEntry
from grader.learner.checking import Checked
from grader.learner.desk import Change, Noted
from grader.learner.message import has_no_file
from grader.learner.style import advice
from grader.records import dataclass
from grader.report.charts import HeatGrid, heat_pair
from grader.report.learner_views import note_words
from grader.report.text import plural, points
from grader.report.words import VERDICTS, Word, check_words
from grader.results import CheckResult, Evidence, Verdict


@dataclass(frozen=True, slots=True)
class CheckView:
    """One check. `facts` are labelled texts that may hold what the learner's code said; `grids` are pictures of small matrices."""

    sentence: str
    word: Word
    category: str
    call: str
    facts: tuple[tuple[str, str], ...]
    where: str
    grids: tuple[HeatGrid, HeatGrid] | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class BeliefView:
    """What the outcome points to."""

    statement: str
    correction: str
    nudge: str
    note: str


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """A checked exercise."""

    word: Word
    says: str  # one sentence: for the head of the page, and for who listens
    change: str
    message: str
    checks: tuple[CheckView, ...]
    beliefs: tuple[BeliefView, ...]
    style: tuple[tuple[int, str, str], ...]  # line, sentence, better: only of what passed


def outcome_view(noted: Noted, catalogue: Mapping[str, MisconceptionEntry]) -> OutcomeView:
    """Everything to be shown of a check."""
    outcome = noted.checked.outcome
    result = outcome.result
    passed = sum(check.verdict is Verdict.PASSED for check in result.checks)
    failing = next((check for check in result.checks if check.verdict is not Verdict.PASSED), None)
    absent = Word("○", "no file" if has_no_file(result) else "its function is missing", "blank")
    word = absent if result.verdict is Verdict.MISSING else VERDICTS[result.verdict]
    is_counted = result.verdict not in (Verdict.TODO, Verdict.MISSING, Verdict.BROKEN)
    count = f"{passed} of {plural(len(result.checks), 'check')} passed, " if is_counted else f"{word.text}, "
    found = [catalogue[tag] for tag in (each.id.partition("/")[0] for each in result.misconceptions) if tag in catalogue]
    return OutcomeView(
        word,
        f"{count}{points(result.auto_points)} of {points(result.max_points)} points.",
        _change(noted.change),
        result.message,
        tuple(_check(check, outcome.evidence.by_check.get(check.name, Evidence()), is_first=check is failing) for check in result.checks),
        tuple(BeliefView(entry.statement, entry.correction, entry.nudge, note_words(entry.note)) for entry in found),
        _style(noted.checked),
    )


def _check(check: CheckResult, evidence: Evidence, *, is_first: bool) -> CheckView:
    is_failing = check.verdict not in (Verdict.PASSED, Verdict.NOT_RUN, Verdict.TODO)
    grids = heat_pair(evidence.target, evidence.actual) if is_failing and evidence.target and evidence.actual else None
    facts = _facts(check, evidence) if is_failing else ()
    call = evidence.call if is_failing else ""
    why = check_words(check.verdict, check.category, check.points, check.max_points)
    return CheckView(check.sentence or check.name, VERDICTS[check.verdict], why, call, facts, evidence.where, grids, is_first)


def _facts(check: CheckResult, evidence: Evidence) -> tuple[tuple[str, str], ...]:
    """Labelled texts, those that are there."""
    raised = f"{evidence.exception}: {evidence.exception_text}" if evidence.exception_text else evidence.exception
    variables = "\n".join(f"{name} = {text}" for name, text in evidence.locals if name.isidentifier())
    lost = f"\n… {evidence.printed_lost:,} more characters" if evidence.printed_lost else ""
    rows = (
        ("Expected", evidence.expected),
        ("Yours", evidence.got or raised),
        ("", check.message),
        ("Line", str(evidence.lines[-1]) if evidence.lines else ""),
        ("Variables", variables),
        ("Printed", evidence.printed.strip() + lost if evidence.printed.strip() else ""),
    )
    return tuple((label, text) for label, text in rows if text)


def _change(change: Change | None) -> str:
    if change is None or not (change.fixed or change.new):
        return ""
    return f"Since the last check: {len(change.fixed)} fixed, {len(change.new)} new."


def _style(checked: Checked) -> tuple[tuple[int, str, str], ...]:
    if checked.outcome.result.verdict is not Verdict.PASSED:
        return ()
    return tuple((piece.line, piece.sentence, piece.better) for piece in advice(checked.source, checked.exercise.style))
