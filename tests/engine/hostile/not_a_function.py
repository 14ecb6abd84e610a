"""Has a number where the function should be. Class F109."""

attack = 3
