"""What is kept: a learner's own state and a class's results, each one SQLite file. All SQL of the program is in this folder."""
