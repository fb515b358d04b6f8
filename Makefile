# Two commands do everything on a fresh machine: `make demo` and `make test`. They need Python 3.11 or newer, and make.

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin

# Tests start hundreds of processes. Without cached bytecode each compiles every module that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all test-extras lint bench fuzz wild oracles wheel vsix bundle release-files conformance inspect clean

demo: $(VENV)/.installed
	$(BIN)/python -m harness.demo

# In as many processes as there are cores.
test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal

# The same with more examples of each property, and the tests that take long (pytest.mark.long says why).
test-all: $(VENV)/.installed-dev test-extras
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not registry" --hypothesis-profile=test-all
	$(VENV)-extras/bin/python -m pytest -m long tests/server/charts

# The extras, loro.db, search by meaning, Parquet files, builds on Dask and images of charts, with what they really use, in
# an environment of its own of some 550 MB. All other tests pass without. Polars reads what DuckDB wrote.
test-extras: $(VENV)-extras/.installed
	$(VENV)-extras/bin/python -m pytest tests/compiler/workspace/embeddings tests/queries/memory/test_vector_search.py tests/compiler/pipeline/test_binary_files.py tests/compiler/languages/knowledge/syntax/test_loro.py tests/compiler/languages/knowledge/syntax/test_medulla_store.py tests/compiler/store/parquet tests/server/commands/test_export_relations.py tests/compiler/cluster tests/server/charts

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed-dev
	$(BIN)/python -m harness.benchmarks $(BENCH)

# Mutated sources of every language through parsers, builds and questions (docs/security.md): make fuzz MINUTES=2 SEED=7,
# with further options of harness.fuzz in FUZZ. What fails is kept in harness/fuzz/corpus, which the tests try again.
MINUTES ?= 2
SEED ?= 1
fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m harness.fuzz --minutes $(MINUTES) --seed $(SEED) $(FUZZ)

# What Frieze says of repositories that nobody wrote for it, beside what their own programs say (harness/README.md):
# make wild WILD="PATH…", with options such as --modules DIR among them.
wild: $(VENV)/.installed
	$(BIN)/python -m harness.wild $(WILD)

# Formats of requirements beside their own programs, item by item (docs/formats.md): make oracles FORMATS="openfasttrace=PATH…".
# A program that cannot be installed here is skipped.
oracles: $(VENV)/.installed-dev
	$(BIN)/python -m harness.oracles $(FORMATS)

# The wheel and its source distribution into dist/, tried in a fresh environment.
wheel: $(VENV)/.installed-dev
	$(BIN)/python -m tests.packaging.build dist
	$(BIN)/python -m pytest -m registry tests/packaging

# The extension for VS Code into dist/ (docs/editors.md). It needs node and npm.
vsix:
	rm -rf build/vscode && mkdir -p build dist && cp -r server/lsp/vscode build/vscode && cp LICENSE build/vscode/
	cd build/vscode && npm install --omit=dev --no-audit --no-fund --ignore-scripts --no-package-lock
	cd build/vscode && npx --yes @vscode/vsce@3.6.2 package --out ../../dist/

# The bundle for Claude Desktop into dist/ (docs/install.md). It needs node and npm. Its version comes from manifest.json.
bundle:
	mkdir -p dist
	npx --yes @anthropic-ai/mcpb@2.1.2 validate manifest.json
	npx --yes @anthropic-ai/mcpb@2.1.2 pack . dist/frieze.mcpb

# Every file of a release into dist/, with its SHA-256 sum, as .github/workflows/release.yml publishes them.
release-files:
	rm -f dist/frieze* dist/SHA256SUMS
	$(MAKE) wheel vsix bundle
	cd dist && sha256sum frieze* > SHA256SUMS && cat SHA256SUMS

# The official conformance suite and the Inspector of the protocol. They need node and npm; OPTIONAL=--optional lets a
# machine without them pass.
conformance: $(VENV)/.installed-dev
	$(BIN)/python -m harness.conformance $(OPTIONAL)

inspect: $(VENV)/.installed-dev
	$(BIN)/python -m harness.conformance.inspector $(OPTIONAL)

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Frieze needs Python 3.11 or newer; set PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Nothing is compiled ahead: most modules of the packages are never imported.
$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable .
	touch $@

# What the product needs too, at once: to install it first would take as long again.
$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[dev]'
	touch $(VENV)/.installed $@

$(VENV)-extras/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)-extras
	PIP_CONSTRAINT=constraints.txt $(VENV)-extras/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dask,dev,drawing,loro,lsp,parquet,semantic]' polars
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-extras $(VENV)-oldest .conformance .oracles build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
