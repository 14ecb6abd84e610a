"""No known wrong ways: other graders diagnose nothing, so neither is it measured here."""
