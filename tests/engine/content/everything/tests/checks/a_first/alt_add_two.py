"""Other right ways of add_two."""
