//! The driver: from MLIR or LLVM IR to an audited cubin.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileiras_driver::cc(&tileiras::driver("tileiras-cc"))
}
