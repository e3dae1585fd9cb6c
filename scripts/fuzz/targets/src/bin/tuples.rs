#![no_main]

use libfuzzer_sys::fuzz_target;
use tileiras_fuzz::mlir::tuples::{Annotated, TARGET};

fuzz_target!(|module: Annotated| {
    tileiras_fuzz::mlir::keep_crash(&TARGET, module.text().as_bytes());
});
