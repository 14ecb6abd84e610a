"""Has nothing in it. Class F109."""
