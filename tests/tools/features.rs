//! The feature table agrees with ptxas, for a statement of each set of rows, for the oldest and the newest PTX version
//! of a chip and some between, on every chip or on every fourth.
//!
//! The statements are those that `make features` chose. ptxas reads each file, and reports all errors with their lines;
//! it generates no code. A syntax error, such as of a name that an old version does not know, ends a run, so that it is
//! repeated without the statement.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::BTreeSet;
use std::thread;

use tileiras_target::{Chip, PTX_VERSIONS, PtxVersion, Target, feature};
use tileiras_test_support::harness::{self, sample};
use tileiras_test_support::ptxas::try_run;

const STATEMENTS: &str = include_str!("../../crates/target/tests/measured/statements.txt");

/// The registers of a kernel. Not every target has those of 128 bits.
const REGISTERS: &str = ".reg .pred %p<300>; .reg .b8 %b<9>; .reg .b16 %rs<300>; .reg .b32 %r<300>; \
                         .reg .b64 %rd<300>; .reg .f32 %f<300>; .reg .f64 %fd<300>;";

/// The name under which ptxas reads code for a chip without generating code.
fn virtual_arch(chip: Chip) -> String {
    chip.ptxas_arch().map_or_else(|| "compute_75".to_owned(), |arch| arch.name().replace("sm_", "compute_"))
}

/// The statements that ptxas rejects, by index.
fn rejected(chip: Chip, ptx: PtxVersion, statements: &[&str]) -> BTreeSet<usize> {
    let mut illegible = BTreeSet::new();
    loop {
        let mut text = format!(".version {ptx}\n.target {chip}\n.address_size 64\n");
        for (number, statement) in statements.iter().enumerate() {
            let wide = if statement.contains("%rq") { ".reg .b128 %rq<9>;" } else { "" };
            let statement = if illegible.contains(&number) { "" } else { statement };
            text += &format!(".entry k{number}() {{ {REGISTERS} {wide} {statement} ret; }}\n");
        }
        let (run, _) = try_run(&virtual_arch(chip), text.as_bytes(), &[]);
        let lines = run.err.lines().filter_map(|line| line.split_once(", line ")?.1.split_once(';'));
        let errors =
            lines.filter(|(_, what)| ["error", "fatal"].iter().any(|level| what.trim_start().starts_with(level)));
        let errors: Vec<_> = errors.map(|(at, what)| (at.parse::<usize>().expect("a number") - 4, what)).collect();
        match errors.iter().find(|(_, what)| what.trim_start().starts_with("fatal")) {
            Some((number, _)) => illegible.insert(*number),
            None => return errors.into_iter().map(|(number, _)| number).chain(illegible).collect(),
        };
    }
}

/// Whether the table accepts a statement.
fn accepted(chip: Chip, ptx: PtxVersion, statement: &str) -> bool {
    let (mnemonic, operands) = statement.trim_end_matches(';').split_once(' ').unwrap_or((statement, ""));
    let needs = feature::of_ptx(mnemonic.trim_end_matches(';'), operands);
    needs.iter().all(|&feature| Target::new(chip, ptx).supports(feature).is_ok())
}

/// Compares the verdicts for one chip: the statements where they differ, and the number of all verdicts.
fn compare(chip: Chip, statements: &[&str]) -> (Vec<String>, usize) {
    let first = PtxVersion::parse("4.0").expect("a version");
    let versions: Vec<_> = PTX_VERSIONS.iter().filter(|ptx| **ptx >= first.max(chip.min_ptx())).collect();
    let chosen = versions.iter().enumerate().filter(|(at, _)| at % sample(24, 3) == 0 || at + 1 == versions.len());
    let (mut differences, mut verdicts) = (Vec::new(), 0);
    for (_, &&ptx) in chosen {
        let rejected = rejected(chip, ptx, statements);
        for (number, statement) in statements.iter().enumerate() {
            verdicts += 1;
            if accepted(chip, ptx, statement) == rejected.contains(&number) {
                differences.push(format!("{chip} {ptx}: {statement}"));
            }
        }
    }
    (differences, verdicts)
}

#[test]
fn the_table_agrees_with_ptxas() {
    let statements: Vec<&str> = STATEMENTS.lines().collect();
    let chips: Vec<Chip> = Chip::all().step_by(sample(7, 1)).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let results = harness::in_parallel(threads, chips.len(), |number| compare(chips[number], &statements));
    let verdicts: usize = results.iter().map(|(_, verdicts)| verdicts).sum();
    let differences: Vec<String> = results.into_iter().flat_map(|(differences, _)| differences).collect();
    assert!(verdicts > 0);
    assert!(differences.is_empty(), "{} of {verdicts} differ, first {:#?}", differences.len(), differences.first());
}
