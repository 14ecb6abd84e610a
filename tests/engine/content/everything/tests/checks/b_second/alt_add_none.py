"""Other right ways of add_none."""
