"""One module per format: what leaves the program, for other programs to read."""
