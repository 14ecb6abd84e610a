"""A grading engine for levels of stub exercises, quizzes and flashcards."""

__version__ = "0.1.0"
