# Aliases of bootstrap.py, for those who have make.
PYTHON ?= python3

.PHONY: demo test lint bench
demo test lint bench:
	@$(PYTHON) bootstrap.py $@
