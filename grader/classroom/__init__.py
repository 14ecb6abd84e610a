"""A class: its settings, the submissions that came in, and the run that grades them. Knows no terminal and no page."""
