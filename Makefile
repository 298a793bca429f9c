# `make play`, `make web` and `make test` are all a newcomer needs; they prepare their own environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TYPESCRIPT := 5
TSC := $(VENV)/typescript-$(TYPESCRIPT)/node_modules/.bin/tsc

# Without bytecode each of the thousand processes that tests start would compile what it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play web fast pyz test test-all tests check lint check-types check-page format bench torture clean

# Ctrl-C (130) is one of the ways to leave.
play: $(VENV)/.installed
	@$(BIN)/linemate play || test $$? -eq 130

web: $(VENV)/.installed-web
	@$(BIN)/linemate web || test $$? -eq 130

# The hot modules of the engine, compiled in place; the engine uses them while they fit the source.
fast: $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "cython>=3.1,<4" "setuptools>=77"
	@LINEMATE_COMPILE=1 $(BIN)/python setup.py --quiet build_ext --inplace
	@$(BIN)/python -c "from linemate.engine.builds import HOT_MODULES, describe_build, hot_module; \
		build, problem = describe_build(); \
		modules = [hot_module(name) for name in HOT_MODULES]; \
		print('The engine runs', build + '.', problem or 'It needs a C compiler to be compiled.' * (build != 'compiled'))"

# The engine in one file, the same whenever it is built from the same source.
PYZ := dist/linemate-engine.pyz
pyz:
	@rm -rf build/pyz && mkdir -p build/pyz/linemate $(dir $(PYZ))
	@cp linemate/*.py build/pyz/linemate/ && cp -R engine protocol build/pyz/
	@rm -rf build/pyz/engine/compiled build/pyz/engine/tools
	@find build/pyz \( -name __pycache__ -o -name '*.pxd' -o -name '*.md' \) -prune -exec rm -rf {} +
	@printf 'from linemate.engine.__main__ import main\n\nraise SystemExit(main())\n' > build/pyz/__main__.py
	@find build/pyz -exec touch -t 198001020000 {} +
	@$(PYTHON) -m zipapp build/pyz --python '/usr/bin/env python3' --compress --output $(PYZ)
	@chmod 755 $(PYZ)
	@echo "$(PYZ): python3 $(PYZ) ultimate"

# Two cores have something to do all the time: pip, mypy and tsc would each leave one idle.
test:
	@$(MAKE) --no-print-directory --jobs=2 lint check-page
	@$(MAKE) --no-print-directory --jobs=2 tests check-types

# Four files at a time, on two cores: much of the time goes into waiting for other processes.
tests: $(VENV)/.compiled-tests
	$(BIN)/python -m pytest -n 4 --dist loadfile

test-all: check
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "slow or not slow" --hypothesis-profile=thorough

check: lint check-types check-page

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types: $(VENV)/.installed-dev $(VENV)/types
	$(BIN)/mypy

# Without npm, or out of reach of its registry, this is left out and says so; with CI set it fails.
check-page: $(VENV)/bin/python
	@test -x $(TSC) || npm install --silent --no-save --fetch-retries=0 \
		--prefix $(VENV)/typescript-$(TYPESCRIPT) typescript@$(TYPESCRIPT) >/dev/null 2>&1 || \
		{ echo "No npm to get TypeScript with: the JavaScript of the page is not checked."; test -z "$$CI"; }
	@if test -x $(TSC); then set -ex; for page in clients/web clients/match/page; do $(TSC) --project $$page/jsconfig.json; done; fi

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench

torture: $(VENV)/.installed-dev
	$(BIN)/python -m tests.torture

# mypy does not follow the `__path__` of linemate/__init__.py; it follows links.
$(VENV)/types:
	@mkdir -p $@/linemate
	@ln -s ../../../linemate/__init__.py ../../../linemate/py.typed ../../../engine ../../../protocol ../../../clients $@/linemate/

clean:
	rm -rf $(VENV) build dist engine/compiled *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

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

# Not compiled: most of what comes along is never imported.
$(VENV)/.installed-dev: $(VENV)/bin/python pyproject.toml setup.py
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'
	@touch $@ $(VENV)/.installed $(VENV)/.installed-web

# Once: otherwise each of those that run the tests compiles all of them. What is wrong they will tell.
$(VENV)/.compiled-tests: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest --quiet --collect-only >/dev/null 2>&1 || true
	@touch $@
