"""What runs beside learner code: the fork server, the child and its confinement. Imports the standard library, numpy and grader.wire only.

Nothing in this package may hold, receive or know a secret: no check, expected value, solution, learner name or file name of ours.
"""
