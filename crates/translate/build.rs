//! Makes the tests of this crate find LLVM's libraries.

fn main() -> anyhow::Result<()> {
    tileiras_build_support::Llvm::find()?.emit_rpath()
}
