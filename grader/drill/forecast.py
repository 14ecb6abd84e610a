"""How many minutes the next days will cost, by playing the future through: each card comes when it is due and is forgotten as often as
its recall says. Also what another retention would cost.

Deterministic: the same cards give the same forecast. The learner is assumed to follow the model exactly; real ones vary.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from grader.drill.memory import Memory, Rating
from grader.drill.scheduler import Scheduler
from grader.quiz.stream import Stream
from grader.records import dataclass
from grader.store.moment import Moment

RUNS = 3
DEFAULT_SECONDS = 14.0  # per answer, from the simulator of fsrs-rs: 11 to 19
_PER_MILLE = 1_000


@dataclass(frozen=True, slots=True)
class Forecast:
    """Answers and minutes a day, from today on."""

    retention: float
    answers: tuple[float, ...]
    seconds_per_answer: float

    @property
    def minutes(self) -> tuple[float, ...]:
        """Minutes a day."""
        return tuple(answers * self.seconds_per_answer / 60 for answers in self.answers)

    @property
    def minutes_a_day(self) -> float:
        """The mean over all days."""
        return sum(self.minutes) / len(self.minutes)


def forecast(
    cards: Sequence[str],
    memories: Mapping[str, Memory],
    today: date,
    scheduler: Scheduler,
    *,
    days: int = 30,
    new_per_day: int = 12,
    seconds: float = DEFAULT_SECONDS,
) -> Forecast:
    """The next `days` days with this scheduler."""
    totals = [0.0] * days
    for run in range(RUNS):
        for day, answers in enumerate(_play(cards, memories, today, scheduler, days, new_per_day, Stream(b"forecast", str(run)))):
            totals[day] += answers
    return Forecast(scheduler.retention, tuple(total / RUNS for total in totals), seconds)


def _play(
    cards: Sequence[str], memories: Mapping[str, Memory], today: date, scheduler: Scheduler, days: int, new_per_day: int, stream: Stream
) -> list[int]:
    waiting = [card for card in cards if card not in memories]
    known = dict(memories)
    queue = [(max(0, ((memory.due_day or today) - today).days), card) for card, memory in memories.items()]
    heapq.heapify(queue)
    answers = [0] * days
    for day in range(days):
        new = [(day, card) for card in waiting[:new_per_day]]
        waiting = waiting[new_per_day:]
        due = new
        while queue and queue[0][0] <= day:
            due.append(heapq.heappop(queue))
        for _, card in due:
            memory, count = _learn(known.get(card), card, today + timedelta(days=day), scheduler, stream)
            known[card] = memory
            answers[day] += count
            heapq.heappush(queue, (((memory.due_day or today) - today).days, card))
    return answers


def _learn(memory: Memory | None, card: str, day: date, scheduler: Scheduler, stream: Stream) -> tuple[Memory, int]:
    """Ask until the card is due on another day; gives how many answers that took."""
    noon = datetime.combine(day, time(12), UTC)
    count = 0
    while True:
        is_recalled = memory is not None and stream.below(_PER_MILLE) < _PER_MILLE * (scheduler.recall(memory, day) if count == 0 else 0.95)
        rating = Rating.GOOD if is_recalled or (memory is None and stream.below(4) > 0) else Rating.AGAIN
        memory = scheduler.rate(memory, rating, Moment(noon, noon), card=card, meaning="")
        count += 1
        if memory.due_day is not None or count >= 12:
            return memory, count
