# `make play`, `make web` and `make test` are all a newcomer needs; they prepare their own environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play web test test-all check format bench clean

play: $(VENV)/.installed
	@$(BIN)/linemate play

web: $(VENV)/.installed-web
	@$(BIN)/linemate web

# Three files at a time, on two cores: much of the time goes into waiting for other processes.
test: check
	$(BIN)/python -m pytest -n 3 --dist loadfile

test-all: check
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "slow or not slow" --hypothesis-profile=thorough

check: $(VENV)/.installed-dev $(VENV)/types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench

# mypy does not follow the `__path__` of linemate/__init__.py; it follows links.
$(VENV)/types:
	@mkdir -p $@/linemate
	@ln -s ../../../linemate/__init__.py ../../../linemate/py.typed ../../../engine ../../../protocol ../../../clients $@/linemate/

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Linemate needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@echo "Preparing $(VENV), once; this takes some seconds ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml setup.py
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . || \
		{ echo "That needs a package index. The engine alone needs nothing: $(PYTHON) -m engine"; exit 1; }
	@touch $@

$(VENV)/.installed-web: $(VENV)/bin/python pyproject.toml setup.py
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-dev: $(VENV)/bin/python pyproject.toml setup.py
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed $(VENV)/.installed-web
