//! The tables agree with measurements of ptxas: `measured/*.txt`, written by `measured/measure.py`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_target::{Chip, Feature, PtxVersion, Target};

const CHIP_LINES: &str = include_str!("../measured/chips.txt");

/// The fields of each line that is not a comment.
fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect())
}

fn chip(name: &str) -> Chip {
    Chip::parse(name).unwrap()
}

fn measured_chips() -> impl Iterator<Item = Chip> {
    lines(CHIP_LINES).map(|fields| chip(fields[0]))
}

#[test]
fn every_chip_that_ptxas_compiles_for_is_measured() {
    let compiled = Chip::all().filter(|chip| chip.ptxas_arch().is_some());
    assert!(compiled.eq(measured_chips()));
}

#[test]
fn chip_facts_are_as_measured() {
    for fields in lines(CHIP_LINES) {
        let chip = chip(fields[0]);
        let facts = [chip.limits().threads_per_sm, chip.limits().ctas_per_sm, chip.static_shared_per_cta()];
        assert_eq!(chip.min_ptx().to_string(), fields[1], "{chip}");
        assert_eq!(facts.map(|fact| fact.to_string()), fields[2..5], "{chip}");
    }
}

/// sm_101 is left out: ptxas 13.5.37 compiles for it under the name sm_110 only.
#[test]
fn code_runs_where_ptxas_compiles_it() {
    let arches: Vec<_> = measured_chips().filter(|chip| chip.canonical() == *chip).collect();
    for fields in lines(CHIP_LINES) {
        let code = chip(fields[0]);
        let runs: Vec<_> = arches.iter().filter(|arch| arch.runs(code)).map(|arch| arch.name()).collect();
        assert_eq!(runs, fields[5..], "code for {code}");
    }
}

#[test]
fn supports_agrees_with_the_needs() {
    for feature in Feature::all() {
        let row = feature.info();
        for chip in Chip::all() {
            let needs = || row.needs.iter().filter(|need| need.chips.includes(chip));
            for ptx in tileiras_target::PTX_VERSIONS {
                let expected = needs().any(|need| need.ptx <= *ptx && need.last.is_none_or(|last| *ptx <= last));
                assert_eq!(Target::new(chip, *ptx).supports(feature).is_ok(), expected, "{feature} {chip} {ptx}");
            }
            assert_eq!(Target { chip: Some(chip), ptx: None }.supports(feature).is_ok(), needs().next().is_some());
        }
        assert_eq!(Target::default().supports(feature), Ok(()));
    }
}

#[test]
fn the_newest_version_is_the_one_measured() {
    let latest = measured_chips().map(Chip::min_ptx).max();
    assert_eq!(latest, PtxVersion::parse("9.4").ok());
    assert_eq!(tileiras_target::PTX_VERSIONS.last(), Some(&PtxVersion::LATEST));
}
