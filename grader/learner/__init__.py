"""A learner's own folder and loop: start, check, read the message, fix. Knows the class side not at all."""
