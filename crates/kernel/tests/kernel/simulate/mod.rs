//! Proves what the analysis says of random programs against a simulator of CTAs.

#![allow(clippy::print_stderr, clippy::expect_used, reason = "a test with figures")]

mod check;
mod expressions;
mod generate;
mod machine;
mod nest;
mod tape;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use tileiras_kernel::FunctionId;
use tileiras_kernel::execution::Execution;
use tileiras_test_support::harness::sample;

use crate::simulate::check::{Checker, Precision};
use crate::simulate::machine::Machine;

/// The programs of a whole run of the test, unless the environment says another number.
const PROGRAMS: u32 = 250;

/// How often each program is executed, with other numbers.
const SEEDS: u64 = 4;

fn check(numbers: &[u16], precision: &mut Precision) -> Result<(), String> {
    let generated = generate::program(numbers);
    let execution = Execution::new(&generated.program, [generated.entry]);
    let kernel = FunctionId::new(0);
    let root = execution.root(kernel).ok_or("the kernel is no root")?;
    for run in root.shapes.iter().flat_map(|shape| &shape.ctas) {
        for seed in 0..SEEDS {
            let checker = Checker::new(run);
            let mut machine = Machine::new(&generated.program, run, seed, &checker);
            let warps = run.cta.all().warps().count();
            let ends = (0..warps).filter(|&warp| machine.warp(kernel, warp).is_ok()).count();
            precision.executions += 1;
            if machine.is_undefined.get() {
                precision.undefined += 1;
                continue;
            }
            let faults = checker.finish(ends == warps, generated.is_known, precision);
            if let Some(fault) = faults.first() {
                return Err(format!("seed {seed}, {:?}: {fault}", run.cta));
            }
        }
    }
    Ok(())
}

#[test]
fn the_analysis_holds_for_every_simulated_execution() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u32>().ok());
    let cases = setting("SIMULATE_PROGRAMS").unwrap_or_else(|| sample(PROGRAMS / 16, PROGRAMS));
    let seed = setting("SIMULATE_SEED").unwrap_or(1).to_le_bytes();
    let seed: Vec<u8> = seed.iter().copied().cycle().take(32).collect();
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let precision = std::cell::RefCell::new(Precision::default());
    let tape = proptest::collection::vec(proptest::prelude::any::<u16>(), 20..400);
    let outcome =
        runner.run(&tape, |numbers| check(&numbers, &mut precision.borrow_mut()).map_err(TestCaseError::fail));
    if let Err(TestError::Fail(reason, numbers)) = outcome {
        panic!("{reason}\n{numbers:?}\n{:#?}", Print(&generate::program(&numbers)));
    }
    let Precision { points, exact, executions, undefined, clashes } = *precision.borrow();
    eprintln!(
        "{cases} programs, {executions} executions, {undefined} of them undefined; {points} points, of which {exact} with known lanes; {clashes} faults of barriers"
    );
}

struct Print<'p>(&'p generate::Generated);

impl std::fmt::Debug for Print<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(out, "{:?}", self.0.entry)?;
        for (id, function) in self.0.program.enumerate() {
            writeln!(out, "{id:?} {:?}", function.parameters)?;
            for (index, value) in function.values.iter().enumerate() {
                writeln!(out, "  %{index} = {:?} : {}", value.kind, value.bits)?;
            }
            for (id, block) in function.enumerate() {
                writeln!(out, "  {id:?} {:?} computes {:?}", block.parameters, block.computes)?;
                for instruction in &block.instructions {
                    writeln!(out, "    {:?} {:?}", instruction.id, instruction.kind)?;
                }
                writeln!(out, "    {:?}", block.end)?;
            }
        }
        Ok(())
    }
}
