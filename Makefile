# Two commands matter: `make demo` shows the main job on real input, `make test` runs every test. Both install what is
# missing first. Cargo does the rest; nothing here knows a file of the sources.

CARGO ?= cargo
BIN := target/debug

.PHONY: all demo test agreement fuzz bench install build release docs lint clean

all: build

install:
	@scripts/install.sh

build: install
	$(CARGO) build --workspace

demo: build
	@scripts/demo.sh $(BIN)

test: build
	$(CARGO) test --workspace --no-fail-fast

# Compares the rules with ptxas on the whole matrix; the tests take a sample of it.
agreement: install
	$(CARGO) test --test agreement -- --all

# Runs one fuzzer, see docs/FUZZING.md: `make fuzz TARGET=ptx SECONDS=600`.
TARGET ?= modules
SECONDS ?= 60
fuzz: install
	@scripts/fuzz.sh $(TARGET) $(SECONDS)

# The tools with LLVM and MLIR linked in, in target/release.
release: install
	$(CARGO) build --release --bins --features standalone

# Speed and memory of those against stock LLVM, on generated inputs; a quiet machine, please.
bench: release
	python3 benches/bench.py target/release --json target/bench.json

# Rewrites the generated pages: docs/RULES.md and docs/PASSES.md.
docs: build
	TILEIRAS_UPDATE_DOCS=1 $(CARGO) test --test docs

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

clean:
	$(CARGO) clean
