# Pitboss. `make run` starts it, `make test` tests it, `make help` lists the rest.
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3)
BIN := .venv/bin
ARGS ?=
ONLY ?=

.PHONY: help run test lint fmt bench soak shell

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

run: $(BIN)/.installed ## everything up on one port (PORT, default 8000)
	@exec $(BIN)/python -m casino.run

test: $(BIN)/.installed-dev ## all tests; ARGS="-k limits" passes arguments on
	@$(BIN)/python -m tests.browser_here
	@$(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

soak: $(BIN)/.installed-dev ## the fault tests for long, with fresh seeds (SOAK_SECONDS, default 3600)
	@SOAK_SECONDS=$${SOAK_SECONDS:-3600} $(BIN)/python -m pytest tests/faults -x -s $(ARGS)

lint: $(BIN)/.installed-dev ## ruff, mypy, import-linter, djlint, Django's checks, missing migrations
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy casino games
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/djlint templates --check --lint
	@PITBOSS_ENV=production SECRET_KEY=lint-$$(head -c 32 /dev/urandom | sha256sum | cut -c1-60) \
		TRAIL_SIGNING_KEY=$$(head -c 32 /dev/urandom | sha256sum | cut -c1-64) ALLOWED_HOSTS=pitboss.example \
		$(BIN)/python manage.py check --deploy --fail-level WARNING
	@$(BIN)/python manage.py makemigrations --check --dry-run

fmt: $(BIN)/.installed-dev ## format the code
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .
	@$(BIN)/djlint templates --reformat --quiet || true

bench: $(BIN)/.installed-dev ## measure against peers; ONLY=engine for one group
	@$(BIN)/python -m bench $(ONLY)

shell: $(BIN)/.installed ## Django's shell
	@$(BIN)/python manage.py shell

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 13))' 2>/dev/null \
		|| { echo "Pitboss needs Python 3.11 or 3.12 (found: $$($(PYTHON) --version 2>&1)). Say which with PYTHON=/path/to/python3.11."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "This Python has no venv: install the package python3-venv."; exit 1; }
	@echo "Making .venv with $$($(PYTHON) --version) …"
	@$(PYTHON) -m venv .venv

$(BIN)/.installed: requirements.txt | $(BIN)/python
	@echo "Installing what Pitboss needs (about a minute) …"
	@$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -r requirements.txt
	@touch $@

$(BIN)/.installed-dev: requirements-dev.txt requirements.txt | $(BIN)/python
	@echo "Installing what the tests need (about a minute) …"
	@$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -r requirements-dev.txt
	@touch $@ $(BIN)/.installed
