"""Questions and cards: models, variants, marking, lint. Knows no exercise, no terminal and no database."""
