# `make demo` demonstrates the tools, `make test` runs the tests, `make install PREFIX=FOLDER` installs the tools and the
# libraries, and `make dist` packs them. Each target installs its missing dependencies first, and builds with Cargo.

CARGO ?= cargo
BIN := target/debug

# All but files.
.PHONY: $(shell sed -n 's/^\([a-z][a-z0-9-]*\):.*/\1/p' Makefile)

all: build

# Installs what is missing (with apt): for the tests and all else, for the demo, for the packages, and for the build alone.
dependencies: package-dependencies
	@scripts/dependencies.sh test

demo-dependencies:
	@scripts/dependencies.sh demo

package-dependencies: build-dependencies
	@scripts/dependencies.sh packages

build-dependencies:
	@scripts/dependencies.sh build

# With the example, which has the dependencies of tests: Cargo chooses the features of all crates with them, and would
# build most crates again for the tests.
build: build-dependencies
	$(CARGO) build --workspace --lib --bins --example pages

# Builds only what it runs: the tools and the plugin.
demo: demo-dependencies
	$(CARGO) build -p tileiras-tools -p tileiras-plugin --lib --bins
	@scripts/demo.sh $(BIN)

# Units, properties, the lit suite, the real ptxas and MLIR, and a sample of each of the longer tests below.
test: dependencies build
	$(CARGO) test --workspace --no-fail-fast

# The tests of what is built for users: released tools and libraries, packages, crates. Each part is a slice, of which
# `.ci/run` runs one.
PACKAGES := packages-tools packages-libraries packages-crates
test-packages: $(PACKAGES)

# The released tools through the lit suite and in build systems, the installation, the archive, and the wheel.
packages-tools: dependencies man libraries
	$(CARGO) test --test packages -- installation builds:: wheel lit::the_released_tools_pass_the_suite

# The plugin in a stock mlir-opt, and the C library in programs of CMake.
packages-libraries: dependencies build libraries
	$(CARGO) test --test packages -- embedding:: lit::a_stock_mlir_opt

# The crates in other projects, as packages of a registry, and their public API.
packages-crates: dependencies build
	$(CARGO) test --test packages -- api publish embedding_rust

# What takes long: whole matrices, mutants, hostile inputs, memory and time over many runs. Each part is a slice, too.
LONG := long-whole long-matrices long-mutants long-hostile long-series-1 long-series-2 long-series-3
test-long: $(LONG)

# The tests of which `make test` runs a sample.
long-whole: dependencies build
	TILEIRAS_WHOLE=1 $(CARGO) test --workspace --no-fail-fast

long-matrices: agreement release
	python3 scripts/features --check --bin=target/release
	$(CARGO) test --test differential -- --count 20000

long-mutants: mutants

long-hostile: soak
	$(MAKE) hostile SECONDS=300

# The series, in three parts.
long-series-%: dependencies release
	python3 benches/series.py --bin target/release --part $*/3

# The slices that `.ci/run` chooses from. The other long ones join them when each has been run and timed.
slices:
	@echo $(PACKAGES) long-mutants

test-all: test test-packages test-long

# Compares the rules with ptxas on the whole matrix; the tests take a sample of it.
agreement: dependencies
	$(CARGO) test --test agreement -- --all

# Compiles kernels with Triton, numba-cuda-mlir and clang, and their output with tileiras-cc, and compares the launch
# facts with the producer's own PTX: see docs/PRODUCERS.md. Installs the producers into .tools/producers (3 GB).
# Options of the script: `make producers ARGS='--producer=triton-3.9.0 --chip=sm_90a'`.
producers: dependencies build
	python3 scripts/producers $(ARGS)

# Measures which chips and PTX versions support which instructions, with ptxas, LLVM and MLIR, and writes
# crates/target/features.tsv: see docs/TARGETS.md. Takes about ten minutes. `make features ARGS='--check'` compares the
# rules with ptxas instead, and needs `make build`.
features: dependencies
	python3 scripts/features $(ARGS)

# Asks ptxas, libNVVM, LLVM, MLIR and cuobjdump for the names that they know where launch facts are stated, and fails on
# one that crates/contract/names.tsv does not have. Takes about two minutes. `make test` does a sample.
facts: dependencies
	python3 scripts/facts $(ARGS)

# Launches kernels on a GPU, compares the verdicts of the driver with the rules, and writes
# crates/target/tests/measured/gpu-CHIP.tsv: see docs/GPU.md. Without a GPU it says so and does nothing. The driver is also
# asked about the kernels of more cubins: `make gpu ARGS='triton.cubin'`.
gpu: dependencies build
	@scripts/gpu/record.sh $(BIN) $(ARGS)

# Plants one fault at a time into good kernels and asks the rules, see docs/MUTANTS.md. `make test` does a sample.
# Options of the script: `make mutants ARGS='--only=pair/ --survivors=100'`.
mutants: dependencies release
	python3 scripts/mutants --bin target/release $(ARGS)

# Runs one fuzzer, see docs/FUZZING.md: `make fuzz TARGET=ptx SECONDS=600`.
TARGET ?= modules
SECONDS ?= 60
fuzz: dependencies
	@scripts/fuzz/run.sh $(TARGET) $(SECONDS)

# Runs the tools on corrupt inputs, random passes and outputs, misbehaving programs, signals and limits, see
# docs/RELIABILITY.md: `make hostile SECONDS=3600`. `make test` does a fixed sample.
hostile: dependencies build
	$(CARGO) test --test hostile -- --seconds=$(SECONDS) $(ARGS)

# Builds what is installed, in target/release: the tools as one program with LLVM and MLIR linked statically, the plugin,
# and the C library.
release: build-dependencies
	$(CARGO) build --release -p tileiras-tools -p tileiras-plugin -p tileiras-capi --lib --bins

# Installs what scripts/packages/contents.py lists, for example with `make install PREFIX=$$HOME/.local`, or with DESTDIR for a
# package of another system.
PREFIX ?= /usr/local
install: man libraries
	python3 scripts/packages stage '$(DESTDIR)$(PREFIX)'

# Makes the packages of docs/INSTALL.md in target/dist, and the wheel.
dist: package-dependencies man libraries wheel
	python3 scripts/packages dist target/dist

# Installs the packages on a bare Debian 12, and runs the main job there. Needs root and debootstrap.
dist-test: dependencies wheel-test
	scripts/dist-test.sh target/dist

# Puts the plugin and the C library of `make release`, which use the shared libMLIR.so, into a CMake package in
# target/libraries/prefix: see docs/EMBEDDING.md.
libraries: release
	cmake -D FROM=target/release -D TO=target/libraries/prefix -P scripts/libraries.cmake

# Builds the wheel of the Python package with the tools of `make release`, in target/wheels: see docs/PYTHON.md.
wheel: package-dependencies release
	.tools/python/bin/python scripts/wheel.py target/release -o target/wheels

# Installs the wheel in a fresh virtual environment, and compares its tools with those of the build.
wheel-test: dependencies build wheel
	PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONPATH=python/src .tools/python/bin/python python/tests/wheel.py -v

# Compares the time and memory of these tools with upstream's, on generated inputs and on samples of real producers.
# Needs an idle machine and about ten minutes.
bench: dependencies
	$(CARGO) build --release -p tileiras-tools -p tileiras-plugin -p tileiras-capi --lib --bins --no-default-features
	mkdir -p target/shared
	cp target/release/tileiras target/shared/tileiras-opt
	cp target/release/libtileiras_plugin.so target/shared
	$(MAKE) libraries
	python3 benches/bench.py target/release --shared target/shared --json target/bench.json

# Doubles one dimension of the input at a time, and fails if time grows faster than linear where stock's does not. Takes
# about half an hour. Options of the script: `make series ARGS='--only grid_constant'`.
series: dependencies release
	python3 benches/series.py --bin target/release --json target/series.json $(ARGS)

# Compares the memory of the language server with stock's, over 1,000 edits and closes. Takes about twenty minutes.
language-server: dependencies release
	python3 benches/language_server.py --bin target/release --json target/language-server.json $(ARGS)

# Runs every pass and translation 10,000 times in one process. `make test` does 300 runs.
soak: dependencies
	$(CARGO) test --test soak -- --runs=10000

# Runs the lit suite, the property tests and the soak test under AddressSanitizer.
sanitize: dependencies build
	scripts/sanitize.sh

# Runs what uses several threads under ThreadSanitizer.
threads: dependencies
	scripts/threads.sh

# Checks licences, sources and duplicates of the dependencies, and advisories from RustSec's database.
deny:
	command -v cargo-deny >/dev/null || $(CARGO) install cargo-deny --locked --version 0.20.2
	$(CARGO) deny --workspace check bans licenses sources
	$(CARGO) deny --workspace check advisories

# Asks the registry whether the crates without MLIR could be published. Publishes nothing. `make test` packages them.
publish-check:
	$(CARGO) publish --dry-run -p tileiras-target -p tileiras-finding -p tileiras-kernel -p tileiras-contract -p tileiras-lint -p tileiras-ptx -p tileiras-cubin

# Runs upstream's lit tests with these tools in place of stock: `make upstream LLVM_SOURCES=FOLDER`, with LLVM 22.1.8.
upstream: dependencies build
	python3 scripts/upstream.py $(LLVM_SOURCES)

# Regenerates docs/RULES.md, docs/PASSES.md and docs/CLAIMS.md.
docs: dependencies build
	TILEIRAS_UPDATE_DOCS=1 $(CARGO) test --test tools is_fresh

# Rewrites the lists of the public API of the Rust crates, docs/api. Needs Rust 1.93 to 1.95.
api: build-dependencies
	$(CARGO) run --quiet --locked --manifest-path scripts/api/Cargo.toml --target-dir target/api

# Writes the man pages in target/man, and the completions for bash, zsh and fish in target/completions.
man: build
	$(BIN)/examples/pages target

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

clean:
	$(CARGO) clean
