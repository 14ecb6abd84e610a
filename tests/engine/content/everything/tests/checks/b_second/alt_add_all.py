"""Other right ways of add_all."""
