"""The same work graded here and by other graders, each from its own package: what it costs, and what stands up to attacks."""
