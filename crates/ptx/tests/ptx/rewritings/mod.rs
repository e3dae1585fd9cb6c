//! Kernels written otherwise, with the same code: the rules find the same in them.
//!
//! Each good kernel in PTX is written in other ways ([`kinds`]). Where `ptxas` gives the same code for it, the findings
//! are the same; and so are those of the kernel without one of its instructions that order threads or memory, which has
//! faults.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

mod kinds;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use object::{Object, ObjectSection};
use tileiras_finding::RuleSet;
use tileiras_ptx::{check, read};
use tileiras_test_support::harness::{in_parallel, sample};
use tileiras_test_support::tree;

use crate::tools::run::ptxas_for;
use text::{Kernel, Part};

/// A good kernel.
struct Good {
    name: String,
    /// What it is assembled for: `// chip: sm_80 ptx: 7.0` is its first line.
    chip: String,
    kernel: Kernel,
    /// Its code.
    code: OnceLock<BTreeMap<String, Vec<u8>>>,
    /// The kernel with faults, each with what is found.
    faulty: Vec<(Kernel, OnceLock<Vec<String>>)>,
}

fn good() -> Vec<Good> {
    let files = tree::files("tests/kernels", &[".ptx"]);
    let of_file = |path: &std::path::PathBuf| {
        let text = tree::read(path);
        let chip = text.strip_prefix("// chip: ")?.split(' ').next()?.trim().to_owned();
        let kernel = Kernel::of(&text)?;
        let faulty = faulty(&kernel).into_iter().map(|kernel| (kernel, OnceLock::new())).collect();
        Some(Good { name: tree::name(path), chip, kernel, code: OnceLock::new(), faulty })
    };
    files.iter().filter_map(of_file).collect()
}

/// The code of all kernels of a text; none if `ptxas` refuses it.
fn code(chip: &str, text: &str) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let cubin = ptxas_for(chip, text.as_bytes())?;
    let file = object::File::parse(&*cubin).unwrap();
    let code = file.sections().filter(|section| section.name().is_ok_and(|name| name.starts_with(".text.")));
    Ok(code.map(|section| (section.name().unwrap().to_owned(), section.data().unwrap().to_vec())).collect())
}

/// What the rules find, without positions.
fn findings(text: &str) -> Vec<String> {
    let ptx = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found = check(text.as_bytes(), &ptx, ptx.stated_target(), &RuleSet::of_faults());
    found.iter().map(ToString::to_string).collect()
}

/// The kernel without one of its instructions that order something.
fn faulty(kernel: &Kernel) -> Vec<Kernel> {
    let orders =
        ["bar.", "barrier.", "mbarrier.", "fence.", "cp.async.wait", "cp.async.commit", "wgmma.w", "tcgen05.w"];
    let is_order = |part: &Part| match part {
        Part::Instruction(tokens) => orders.iter().any(|name| tokens.iter().any(|token| token.starts_with(name))),
        _ => false,
    };
    let places = kernel.body.iter().enumerate().filter(|(_, part)| is_order(part)).map(|(index, _)| index);
    let without = |index: usize| {
        let mut body = kernel.body.clone();
        body[index] = Part::Other(String::new());
        Kernel { body, ..kernel.clone() }
    };
    places.map(without).collect()
}

#[test]
fn other_spellings_of_the_same_code_have_the_same_findings() {
    let good = good();
    assert!(good.len() >= 20, "{}", good.len());
    // One kernel for each kind, or all.
    let (good, count) = (&good, good.len());
    let pairs = (0..kinds::ALL.len()).flat_map(|kind| (0..count).map(move |kernel| (kernel, kind)));
    let is_chosen = |&(kernel, kind): &(usize, usize)| sample((7 * kind + kernel) % count == 0, true);
    let chosen: Vec<(usize, usize)> = pairs.filter(is_chosen).collect();
    let judge = |index: usize| {
        let (kernel, kind) = chosen[index];
        let (good, (what, rewrite)) = (&good[kernel], kinds::ALL[kind]);
        let place = format!("{what}: {}", good.name);
        let text = rewrite(&good.kernel)?;
        let plain = good
            .code
            .get_or_init(|| code(&good.chip, &good.kernel.text()).unwrap_or_else(|error| panic!("{place}: {error}")));
        let other = code(&good.chip, &text).unwrap_or_else(|error| panic!("{place}: {error}\n{text}"));
        if *plain != other {
            return Some((kind, false, 0));
        }
        assert_eq!(findings(&text), findings(&good.kernel.text()), "{place}\n{text}");
        let mut faults = 0;
        let without = good
            .faulty
            .iter()
            .skip(index % good.faulty.len().max(1))
            .take(sample(usize::from(index.is_multiple_of(3)), 1));
        for (faulty, expected) in without {
            let expected = expected.get_or_init(|| findings(&faulty.text()));
            // What is left out can be all that a kind writes otherwise.
            let Some(text) = rewrite(faulty) else { continue };
            assert_eq!(findings(&text), *expected, "{place}, and an instruction less\n{text}");
            faults += usize::from(!expected.is_empty());
        }
        Some((kind, true, faults))
    };
    let found: Vec<(usize, bool, usize)> = in_parallel(2, chosen.len(), judge).into_iter().flatten().collect();
    let same = found.iter().filter(|(_, is_same, _)| *is_same);
    let faults: usize = same.clone().map(|(.., faults)| faults).sum();
    print_summary(&found, faults);
    let kinds_with: BTreeSet<usize> = same.map(|(kind, ..)| *kind).collect();
    let least = sample(kinds::ALL.len() / 2, kinds::ALL.len());
    assert!(kinds_with.len() >= least, "of {} kinds, {kinds_with:?} have the same code", kinds::ALL.len());
    assert!(faults > sample(2, 100), "{faults}");
}

/// How many texts were compared.
#[allow(clippy::print_stderr, reason = "the numbers of a long test")]
fn print_summary(found: &[(usize, bool, usize)], faults: usize) {
    let same = found.iter().filter(|(_, is_same, _)| *is_same).count();
    eprintln!("{} texts, {same} with the same code, {faults} faulty ones", found.len());
    for (kind, (what, _)) in kinds::ALL.iter().enumerate() {
        let of_kind = found.iter().filter(|(of, ..)| *of == kind);
        eprintln!("  {}/{} {what}", of_kind.clone().filter(|(_, is_same, _)| *is_same).count(), of_kind.count());
    }
}
