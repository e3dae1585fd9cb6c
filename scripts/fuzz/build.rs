//! Sets the rpath of the tests to the libraries of LLVM.

fn main() -> anyhow::Result<()> {
    tileiras_build_support::Llvm::find()?.emit_rpath()
}
