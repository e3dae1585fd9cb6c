# Two commands matter: `make demo` shows the main job on real input, `make test` runs every test. Both install what is
# missing first. Cargo does the rest; nothing here knows a file of the sources.

CARGO ?= cargo
BIN := target/debug

.PHONY: all demo test agreement fuzz bench soak sanitize deny install build release docs lint clean

all: build

install:
	@scripts/install.sh

build: install
	$(CARGO) build --workspace

demo: build
	@scripts/demo.sh $(BIN)

test: build release
	$(CARGO) test --workspace --no-fail-fast

# Compares the rules and the register caps with ptxas on the whole matrix; the tests take a sample of it.
agreement: install
	$(CARGO) test --test agreement -- --all
	TILEIRAS_OCCUPANCY=all $(CARGO) test -p tileiras-cubin --test occupancy

# Runs one fuzzer, see docs/FUZZING.md: `make fuzz TARGET=ptx SECONDS=600`.
TARGET ?= modules
SECONDS ?= 60
fuzz: install
	@scripts/fuzz.sh $(TARGET) $(SECONDS)

# The tools with LLVM and MLIR linked in, in target/release.
release: install
	$(CARGO) build --release --bins --features standalone

# Speed and memory of those against stock LLVM, on generated inputs and on samples of real producers. It needs a quiet
# machine and about ten minutes.
bench: release
	python3 benches/bench.py target/release --json target/bench.json

# Ten thousand runs of every pass and translation in one process; the tests do a thousand.
soak: install
	$(CARGO) test --test soak -- --runs=10000

# The lit suite, the properties and the soak test under AddressSanitizer.
sanitize: build
	scripts/sanitize.sh

# Licences, sources and duplicates of the crates that are used; advisories where RustSec's database can be fetched.
deny:
	command -v cargo-deny >/dev/null || $(CARGO) install cargo-deny --locked --version 0.20.2
	$(CARGO) deny --workspace check bans licenses sources
	$(CARGO) deny --workspace check advisories

# Rewrites the generated pages: docs/RULES.md and docs/PASSES.md.
docs: build
	TILEIRAS_UPDATE_DOCS=1 $(CARGO) test --test docs

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

clean:
	$(CARGO) clean
