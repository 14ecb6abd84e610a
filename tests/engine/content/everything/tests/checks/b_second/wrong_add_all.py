"""Known wrong ways of add_all."""
