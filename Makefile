# The ways into Suffice. Every entry installs what it needs first (tools/setup) and works offline the second time.
.DEFAULT_GOAL := help
.PHONY: help build demo test test-spark test-pythons wheel lint fuzz coverage threads torture bench bench-auto bench-spark reproductions golden gates clean

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
TORTURE_MINUTES ?= 60
# The compiler lists what it reads, so that a source that the cache has not seen is not preprocessed twice.
export CCACHE_DEPEND := 1
# Precompiled headers can be cached where their macros and times are not looked at.
export CCACHE_SLOPPINESS := pch_defines,time_macros
CTEST := ctest --output-on-failure --parallel $(JOBS) --no-tests=error

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

build: ## the tool, at build/suffice
	tools/setup build
	@test -f build/build.ninja || cmake --preset release -DSUFFICE_TESTS=OFF
	cmake --build build --parallel $(JOBS) --target suffice-cli

demo: build ## the main job on built-in data, each command shown with its output
	build/suffice demo

test: ## all tests: format, warnings, unit, law, golden, CLI, docs and install tests, sanitizers
	tools/setup sanitizers
	@echo "== format"
	tools/lint format
	@echo "== build with sanitizers, beside what is installed for the other tests"
	(tools/setup test && { ! command -v java >/dev/null || tools/setup spark; }) & installed=$$!; \
	cmake --preset dev && cmake --build build/dev --parallel $(JOBS) && wait $$installed
	@echo "== release build"
	cmake --preset release -DSUFFICE_TESTS=ON -DSUFFICE_PYTHON=ON
	cmake --build build --parallel $(JOBS)
	@echo "== tests under AddressSanitizer and UndefinedBehaviorSanitizer: unit, fuzz corpora"
	$(CTEST) --test-dir build/dev
	@echo "== release tests: law, golden, examples, CLI, docs, install, Python, scripts"
	$(CTEST) --test-dir build

test-spark: ## sums on Spark, in local mode; needs Java 17
	tools/setup test
	tools/setup spark
	cmake --preset release -DSUFFICE_TESTS=ON -DSUFFICE_PYTHON=ON
	cmake --build build --parallel $(JOBS) --target _suffice
	$(CTEST) --test-dir build --tests-regex '^spark$$'

test-pythons: ## the Python package on 3.12 and 3.13, where they are found
	tools/setup wheel
	JOBS=$(JOBS) tools/python_versions

wheel: ## the Python package as a file, in build/wheel; checked for its size and for what it needs
	tools/setup wheel
	JOBS=$(JOBS) tools/wheel

lint: build ## format, clang-tidy, each header alone, and that every gate fails where it should; `tools/lint fix` formats
	tools/setup lint
	tools/lint format
	tools/lint tidy --jobs $(JOBS)
	tools/check_headers
	tests/gates/run --quick --tool build/suffice

fuzz: ## each fuzz target for FUZZ_SECONDS (60), JOBS at a time
	tools/setup fuzz
	cmake --preset fuzz
	cmake --build build/fuzz --parallel $(JOBS)
	tools/fuzz $(FUZZ_SECONDS) --jobs $(JOBS)

coverage: ## which lines of the sources the corpora of the fuzz targets reach
	tools/setup coverage
	cmake --preset coverage
	cmake --build build/coverage --parallel $(JOBS) --target replays
	tools/coverage

threads: ## the laws under ThreadSanitizer, with many threads on one model
	tools/setup fuzz
	cmake --preset threads
	cmake --build build/threads --parallel $(JOBS) --target law_tests
	$(CTEST) --test-dir build/threads

torture: ## damaged files, no memory, failing system calls, killed processes, for TORTURE_MINUTES (60)
	tools/setup test
	cmake --preset release -DSUFFICE_TESTS=ON
	cmake --build build --parallel $(JOBS) --target suffice-cli model_damage memory_faults
	tools/torture --tool build/suffice --damage build/model_damage --entries build/memory_faults --minutes $(TORTURE_MINUTES) --jobs $(JOBS)

bench: ## every family against scikit-learn on the same data, with the machine's floor
	tools/setup bench
	cmake --preset bench
	cmake --build build/bench --parallel $(JOBS)
	.venv/bin/python bench/gaussian.py
	.venv/bin/python bench/discrete.py
	.venv/bin/python bench/mixed.py
	.venv/bin/python bench/text.py
	.venv/bin/python bench/tables.py
	tools/setup wheel
	cmake --preset bench -DSUFFICE_PYTHON=ON
	cmake --build build/bench --parallel $(JOBS) --target _suffice
	PYTHONPATH=build/bench/python .venv/bin/python bench/python.py
	.venv/bin/python bench/rivals.py
	.venv/bin/python bench/validate.py

bench-auto: ## the model that fit chooses against scikit-learn's classifiers, on many tables
	tools/setup bench
	cmake --preset bench
	cmake --build build/bench --parallel $(JOBS)
	.venv/bin/python bench/auto.py

bench-spark: ## sums on Spark against MLlib's naive Bayes and logistic regression; needs Java 17
	tools/setup test
	tools/setup spark
	cmake --preset release -DSUFFICE_PYTHON=ON
	cmake --build build --parallel $(JOBS) --target _suffice
	PYTHONPATH=build/python .venv/bin/python bench/spark.py

reproductions: build ## published figures and claims of lecture notes, beside what comes out here
	tools/setup bench
	status=0; for page in $(filter-out %/lab.py,$(wildcard bench/reproductions/*.py)); do \
	  echo "== $$page"; .venv/bin/python -B $$page || status=1; done; exit $$status

golden: ## makes the golden values of tests/golden again, with scikit-learn, mpmath, MASS and e1071
	tools/setup golden
	tests/golden/make

gates: ## breaks the tree in one place after another and shows that the matching gate fails
	tools/setup test
	tests/gates/run

clean: ## removes what was built; .venv stays
	rm -rf build
