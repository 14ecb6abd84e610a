"""The lint rules of questions and cards, by what they look at; importing this package registers them all."""

from grader.quiz.rules import across, biases, cards, drawing, items
from grader.quiz.rules.registry import RULES, Bench, Known, Rule

__all__ = ["RULES", "Bench", "Known", "Rule", "across", "biases", "cards", "drawing", "items"]
