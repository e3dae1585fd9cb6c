//! Fails with a clear message if LLVM is missing.
//!
//! [`Llvm::find`](../src/lib.rs) has the same message, and runs in the build scripts of other packages. Cargo would run
//! those later than the build script of `mlir-sys`, whose own message does not say what to do.

#![expect(clippy::print_stderr, reason = "Cargo shows the standard error of a build script that fails")]

#[path = "src/find.rs"]
mod find;

fn main() -> std::process::ExitCode {
    println!("cargo:rerun-if-changed=src/find.rs");
    match find::find() {
        Ok(_) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            std::process::ExitCode::FAILURE
        }
    }
}
