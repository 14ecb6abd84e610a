"""When a flashcard is due: FSRS on days of study, the queue of a session, leeches, forecast. Knows no terminal and no SQL."""
