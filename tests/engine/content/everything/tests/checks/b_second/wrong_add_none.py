"""Known wrong ways of add_none."""
