"""Other right ways of add_rows."""
