# Everything a person does here is a target; `make` alone lists them.
# Each one sets up what it needs (tools/setup.py) and does nothing twice.

PYTHON ?= python3
HOST   ?= 127.0.0.1
PORT   ?= 8000
# Extra arguments: make test ARGS="-k backward", make serve ARGS=my-course
ARGS   ?=

setup  := $(PYTHON) tools/setup.py
run    := .venv/bin/python
# Two processes on two cores; one BLAS thread each, so that they do not fight.
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help serve test check format lint types web-check wheel bench bench-import \
        bench-browser conformance record reference reference-docs e2e pictures clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: ## set up and open the academy at http://127.0.0.1:8000
	@$(setup) python build web runtime
	@$(run) -m gradschool serve --host $(HOST) --port $(PORT) $(ARGS)

test: ## set up and run every test (real browser included)
	@$(setup) python test build web runtime browser
	@$(setup) npm run --silent test
	@$(run) -m pytest --numprocesses auto --dist loadgroup $(ARGS)

check: ## format, lint, types, TypeScript, generated files, then the tests
	@$(setup) python test check build
	@$(run) -m ruff format --check .
	@$(MAKE) --no-print-directory lint types web-check test

format: ## format the Python and the TypeScript
	@$(setup) python check
	@$(run) -m ruff format .
	@$(run) -m ruff check --fix-only .

lint: ## ruff
	@$(setup) python check
	@$(run) -m ruff check .

types: ## pyright
	@$(setup) python test check
	@$(run) -m pyright
	@$(run) -m pyright --project tests

web-check: ## TypeScript's types and the front end's unit tests
	@$(setup) python
	@$(setup) npm run check

wheel: ## build dist/gradschool-*.whl, front end and browser runtime inside
	@$(setup) python build web runtime
	@$(run) -m build --wheel --outdir dist .

bench: ## measure the engine against PyTorch (adds PyTorch)
	@$(setup) python reference
	@env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE $(run) benchmarks/train_steps.py $(ARGS)

bench-import: ## measure how long the engine takes to import
	@$(setup) python reference
	@$(run) benchmarks/import_time.py

bench-browser: ## measure the start of Python in the page: first visit, then warm
	@$(setup) python test build web runtime browser
	@$(run) benchmarks/browser_start.py $(ARGS)

conformance: ## the whole operator database against PyTorch; writes the parity table
	@$(setup) python test reference
	@$(run) tests/conformance/run.py $(ARGS)

record: ## renew the recorded results of real PyTorch
	@$(setup) python test reference
	@$(run) tools/record.py $(ARGS)

reference-docs: ## write docs/reference/engine from the docstrings
	@$(setup) python
	@$(run) tools/build_reference.py $(ARGS)

reference: ## add PyTorch, so that the tests compare with it
	@$(setup) python test reference

e2e: ## the browser tests alone
	@$(setup) python test build web runtime browser
	@$(run) -m pytest tests/e2e $(ARGS)

pictures: ## take the README's pictures from the academy that `make serve` opened
	@$(setup) python test browser
	@$(run) tools/take_pictures.py http://$(HOST):$(PORT)

clean: ## remove everything that the set-up made
	rm -rf .venv .stamps .cache dist build web/node_modules \
	    src/gradschool/academy/static src/gradschool/academy/runtime
