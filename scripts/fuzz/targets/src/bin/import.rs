#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use tileiras_fuzz::mlir::import::TARGET;

fuzz_target!(|data: &[u8]| {
    tileiras_fuzz::mlir::keep_crash(&TARGET, data);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tileiras_fuzz::mutate::or_else(&TARGET, data, size, max_size, seed, libfuzzer_sys::fuzzer_mutate)
});
