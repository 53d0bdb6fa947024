# The two commands of the README are `make run` and `make test`; each sets up what it needs.

VENV := .venv
BIN := $(VENV)/bin
STAMP_RUN := $(VENV)/.installed-to-run
STAMP := $(VENV)/.installed
UV_VERSION := 0.13.8
PIP_AUDIT_VERSION := 2.10.1
CYCLONEDX_VERSION := 7.5.0
LOCK_FLAGS := --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-annotate --quiet --custom-compile-command "make lock"

# A Python of your own choice: make install PYTHON=/path/to/python3
PYTHON ?=
CANDIDATES := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python
SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))

# Where the Python under .venv was upgraded or removed, what is installed there is of no use, and the
# stamps say nothing any more. The interpreter is asked every time, before make looks at them.
WHOLE := from importlib.util import find_spec; from sys import exit; exit(not (find_spec("bot") and find_spec("discord")))
ifneq ($(shell if test -e $(STAMP_RUN); then $(BIN)/python -P -c '$(WHOLE)' >/dev/null 2>&1 || echo anew; fi),)
$(shell rm -f $(STAMP) $(STAMP_RUN))
endif

.DEFAULT_GOAL := help
.PHONY: help install run test test-tools test-long lint format lock audit sbom wheel release bench bench-peers selfplay clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

# Each candidate is started, not only looked up: some systems have a `python3` that only complains.
define find-python
	@if ! $(BIN)/python -c '$(SUITABLE)' 2>/dev/null || ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		for candidate in $(CANDIDATES); do \
			if $$candidate -c '$(SUITABLE)' 2>/dev/null; then found=$$candidate; break; fi; \
		done; \
		if [ -z "$$found" ]; then \
			echo "kingmaker-bot needs Python 3.11 or newer with its venv module (on Debian and Ubuntu: apt install python3 python3-venv). None was found; install one, or name it: make install PYTHON=/path/to/python3" >&2; \
			exit 1; \
		fi; \
		echo "Setting up $(VENV) with $$($$found --version) ..."; \
		rm -f $(STAMP) $(STAMP_RUN); \
		$$found -m venv --clear $(VENV); \
	fi
endef
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input

# What running needs, and on top of it what the tests need.
$(STAMP_RUN): requirements-run.lock pyproject.toml bot/__init__.py
	$(find-python)
	@echo "Fetching what the program needs (about 40 packages, once; a minute or two) ..."
	@$(PIP_INSTALL) --require-hashes -r requirements-run.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@echo "Ready."
	@touch $@

$(STAMP): requirements.lock $(STAMP_RUN)
	@echo "Fetching what the tests need (about 20 packages more, once) ..."
	@$(PIP_INSTALL) --require-hashes -r requirements.lock
	@touch $@

install: $(STAMP) ## Build .venv from the lock files, with the tools of the tests

# The empty maps, drawn anew once what draws them has changed.
MAPS := rendering/prepared
$(MAPS): $(STAMP_RUN) $(wildcard rendering/canvas/*.py rendering/kingmaker/map/*.py data/kingmaker/*.json)
	@echo "Drawing the empty maps (once) ..."
	@rm -rf $@
	@$(BIN)/kingmaker prepare

run: $(MAPS) ## Play: on Discord with DISCORD_TOKEN, in your browser without
	@echo "Starting ..."
	@$(BIN)/kingmaker run $(ARGS)

# Many tests start the program: what Python compiles is kept, whatever the surroundings say.
test test-tools test-long: export PYTHONDONTWRITEBYTECODE :=

# While one test waits for a socket or a browser, another has its processor: three to every two.
test: lint ## Check style, types and module borders, then run the tests
	$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

test-tools: install ## Test the tools: mutants, the bench, measures of players
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "tools and not long" $(ARGS)

test-long: install ## Run the long sweeps, which `make test` leaves out (about 40 minutes)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m long --timeout 7200 -o faulthandler_timeout=7500 $(ARGS)

# Each of the four remembers what it has seen. mypy's workers pay where nothing is known yet; after
# that one process looks at what has changed in less time than they take to start.
lint: install ## Check style, types and module borders
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(if $(wildcard .mypy_cache),,--num-workers 2)
	$(BIN)/lint-imports

format: install ## Put the code into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The resolver is not part of the lock: only those who change a dependency need it.
lock: install ## Write both lock files anew from pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	$(BIN)/uv pip compile pyproject.toml --extra build --extra dev $(LOCK_FLAGS) $(ARGS) -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra build -c requirements.lock $(LOCK_FLAGS) -o requirements-run.lock

# The auditors stand apart, so that what they need changes nothing of what is locked.
TOOLS := build/tools
$(TOOLS)/.installed: Makefile $(STAMP_RUN)
	$(BIN)/python -m venv --clear $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
		pip-audit==$(PIP_AUDIT_VERSION) cyclonedx-bom==$(CYCLONEDX_VERSION)
	@touch $@

audit: $(TOOLS)/.installed ## Look up all packages that running needs among those with known faults
	$(TOOLS)/bin/pip-audit --strict --require-hashes --disable-pip -r requirements-run.lock

sbom: $(TOOLS)/.installed ## Write build/sbom.cdx.json: what the program is made of, for scanners
	$(TOOLS)/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file build/sbom.cdx.json requirements-run.lock

wheel: $(STAMP_RUN) ## Build the wheel into build/, for pipx
	@$(BIN)/python -m hatchling build -t wheel -d build

# The version stands in bot/__init__.py and nowhere else.
release: audit sbom wheel test test-tools ## Check and build all that a release of this version needs
	@$(BIN)/python -m tests.tools.release_notes \
		"v$$($(BIN)/python -c 'import bot; print(bot.__version__)')" > build/notes.md
	@echo "build/ holds the notes, the wheel and the list of parts. Tag this commit and push the tag."

bench: $(STAMP_RUN) ## Measure speed, sizes and memory
	@$(BIN)/kingmaker bench $(ARGS)

# The engines that we are held against stand apart: nothing of the program needs them. Each is asked
# for by itself, so that one that the package index lacks is said to be missing, and no more.
PEERS := build/peers
DIPLOMACY_VERSION := 1.1.2
CHESS_VERSION := 1.11.2
$(PEERS)/.filled: Makefile $(STAMP_RUN)
	@rm -rf $(PEERS) && mkdir -p $(PEERS)
	@for peer in diplomacy==$(DIPLOMACY_VERSION) chess==$(CHESS_VERSION); do \
		echo "Fetching $$peer into $(PEERS) ..."; \
		$(PIP_INSTALL) --target $(PEERS) $$peer \
			|| echo "$$peer cannot be had from the package index of this machine." >&2; \
	done
	@touch $@

bench-peers: $(PEERS)/.filled ## Compare decisions a second with diplomacy's orders and python-chess
	@$(BIN)/kingmaker bench --peers $(PEERS) $(ARGS)

selfplay: $(STAMP_RUN) ## Let computer players play a few whole games
	@$(BIN)/kingmaker selfplay --game kingmaker --ruleset house --seats 4 --games 5 --seed 7 $(ARGS)

clean: ## Remove .venv and everything that can be made again
	rm -rf $(VENV) $(MAPS) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build *.egg-info
	find bot cogs rendering tests -name __pycache__ -type d -prune -exec rm -rf {} +
