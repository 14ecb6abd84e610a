"""A little class that remembers what it has seen."""
import math
from dataclasses import dataclass, field


@dataclass
class Pot:
    scores: list
    powers: list = field(default_factory=list)
    total: float = 0.0

    def fill(self):
        top = max(self.scores, default=0)
        if top == float("-inf"):
            self.powers = [0.0 for _ in self.scores]
            self.total = 1.0
            return self
        for s in self.scores:
            self.powers.append(math.exp(s - top))
        self.total = math.fsum(self.powers)
        return self

    def __iter__(self):
        return (p / self.total for p in self.powers)


def softmax(xs):
    print("scores:", xs)
    return [*Pot(list(xs)).fill()]
