"""What grading costs, measured against plain pytest and against the bare floor. Timing lives here, never in a test."""
