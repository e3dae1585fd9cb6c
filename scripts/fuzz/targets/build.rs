//! Sets the run path of the fuzzers to LLVM's libraries.

fn main() -> anyhow::Result<()> {
    tileiras_build_support::Llvm::find()?.emit_rpath()
}
