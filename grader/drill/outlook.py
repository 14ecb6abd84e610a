"""What the next days will bring: minutes a day as the forecast plays them, what other retentions would cost, cards by day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date

from grader.drill.desk import Desk
from grader.drill.forecast import DEFAULT_SECONDS, Forecast, forecast
from grader.drill.queue import Filter
from grader.drill.scheduler import Scheduler
from grader.records import dataclass
from grader.store.moment import Moment

COSTS = (0.80, 0.85, 0.90, 0.95)
FEWEST = 20  # answers before the learner's own pace is known


@dataclass(frozen=True, slots=True)
class Outlook:
    """The forecast with the learner's own settings, and mean minutes a day for other retentions ({} when not asked for)."""

    current: Forecast
    costs: Mapping[float, float]


def outlook(desk: Desk, wanted: Filter, moment: Moment, *, retentions: tuple[float, ...] = COSTS, days: int = 30) -> Outlook:
    """Play the next days through."""
    cards = [card.id for card in desk.bank.cards.values() if wanted.takes(card)]
    memories = {card: memory for card, memory in desk.memories.items() if card in set(cards)}
    seconds = seconds_per_answer(desk) or DEFAULT_SECONDS

    def play(retention: float) -> Forecast:
        mine = Scheduler(retention=retention, longest_days=desk.scheduler(moment.study_day).longest_days)
        return forecast(cards, memories, moment.study_day, mine, days=days, new_per_day=desk.new_per_day, seconds=seconds)

    return Outlook(play(desk.retention), {retention: play(retention).minutes_a_day for retention in retentions})


def seconds_per_answer(desk: Desk) -> float:
    """The median of the learner's own answers; 0 when there are too few."""
    times = sorted(review.milliseconds for review in desk.store.reviews() if review.milliseconds > 0)
    return times[len(times) // 2] / 1000 if len(times) >= FEWEST else 0.0


def due_by_day(desk: Desk, today: date) -> Counter[date]:
    """How many of the cards that were begun come due on each day; what is overdue, or due within the hour, is due today."""
    return Counter(max(today, memory.due_day or today) for memory in desk.memories.values())
