# Short names for what is done often; each one is explained by `make help`.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play simulate test quick check lint format soak bench vision-report pictures wiring maps messages settings lock clean run dev

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; \
	done)
FOUND = $(or $(PYTHON),$(error Kibitz needs Python 3.11 or newer, and none was found))
BIN = .venv/bin
SOAK ?= 10
ARGS ?=
# Each file of tests stays in one process; those that take longest begin first.
AT_ONCE = -n auto --dist loadfile --no-loadscope-reorder
# Every process that a test starts would compile all of Kibitz anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

# `exec`, so that SIGTERM to make reaches Kibitz and no shell.
play: run ## play a match in the browser
	@exec $(BIN)/python -m service run --open $(ARGS)

simulate: run ## watch hands play at a simulated table
	@exec $(BIN)/python -m service simulate --speed 4 $(ARGS)

test: dev ## run the tests; ARGS goes to pytest
	$(BIN)/pytest $(AT_ONCE) $(ARGS)

quick: dev ## run the tests nearest to what changed, for half a minute
	$(BIN)/python -m tools.quick_tests $(AT_ONCE) $(ARGS)

check: lint test ## run everything a change must pass

lint: dev ## check format, style and types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	@if [ -e $(BIN)/mypy ]; then $(BIN)/mypy; else echo "There is no mypy for this machine, so types are not checked."; fi
	@$(BIN)/python -m tools.typescript

format: dev ## put the code in shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

soak: dev ## run the longer proofs, and every property with SOAK times the examples
	KIBITZ_SOAK=$(SOAK) $(BIN)/pytest -m "soak or hypothesis" $(ARGS)

bench: ## measure how fast Kibitz is, beside its peers
	@$(FOUND) -m tools.bootstrap $@
	.venv-bench/bin/python -m benchmarks $(ARGS)

vision-report: dev ## measure how well pictures of boards are read; ARGS=--keep writes docs/vision.md
	$(BIN)/python -m tools.vision_report $(ARGS)

pictures: dev ## draw the pictures of docs/lights.md and take those of the page anew
	$(BIN)/python -m tools.pictures
	KIBITZ_PICTURES=write $(BIN)/pytest -q --release tests/page/test_pictures.py tests/page/test_camera_pictures.py

wiring: dev ## draw the wiring of docs/build, and write its tables and examples anew
	$(BIN)/python -m tools.wiring
	KIBITZ_PICTURES=write $(BIN)/pytest -q tests/tools/test_wiring_examples.py

maps: dev ## write the README of each room and of the tools anew, one line for each file
	$(BIN)/python -m tools.room_maps

messages: dev ## write the types of the page's messages, and the tables of messages in the docs
	$(BIN)/python -m tools.page_types
	$(BIN)/python -m tools.message_tables

settings: dev ## write the tables of all settings in docs/configuration.md
	$(BIN)/python -m tools.settings_tables

lock: ## write the lock files anew; ARGS=--upgrade for the newest versions
	$(FOUND) -m tools.lock_files $(ARGS)

clean: ## remove all that can be made again
	rm -rf .venv .venv-new .venv-old .venv-bench .venv-bench-new .venv-bench-old build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

run dev:
	@$(FOUND) -m tools.bootstrap $@
