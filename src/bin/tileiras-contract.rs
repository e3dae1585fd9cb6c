//! Launch contracts of any stage: shown, compared, and the knobs of ptxas listed.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileiras_driver::contract::contract(&tileiras::driver("tileiras-contract"))
}
