#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    (tileiras_fuzz::cubin::TARGET.check)(data);
});
