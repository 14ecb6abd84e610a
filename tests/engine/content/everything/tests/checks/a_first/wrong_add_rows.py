"""Known wrong ways of add_rows."""
