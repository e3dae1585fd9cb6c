//! The tables agree with measurements of ptxas: `measured/*.txt`, written by `measured/measure.py`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_target::{CHIPS, Chip, FEATURES, PtxVersion, check, supports};

const CHIP_LINES: &str = include_str!("measured/chips.txt");
const FEATURE_LINES: &str = include_str!("measured/features.txt");

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
fn every_feature_is_measured() {
    let measured: Vec<_> = lines(FEATURE_LINES).map(|fields| fields[0]).collect();
    let known: Vec<_> = FEATURES.iter().map(|row| row.name).collect();
    assert_eq!(known, measured);
}

/// On each chip, the first version with the feature is the later of two: that of the feature and that of the chip.
#[test]
fn feature_needs_are_as_measured() {
    for (row, fields) in FEATURES.iter().zip(lines(FEATURE_LINES)) {
        let found: Vec<_> = measured_chips()
            .filter_map(|chip| Some(format!("{chip}={}", row.min_ptx_on(chip)?.max(chip.min_ptx()))))
            .collect();
        assert_eq!(found, fields[1..], "{}", row.name);
    }
}

#[test]
fn supports_agrees_with_the_needs() {
    for row in FEATURES {
        for chip in Chip::all() {
            for ptx in tileiras_target::PTX_VERSIONS {
                let expected = row.min_ptx_on(chip).is_some_and(|first| first <= *ptx);
                assert_eq!(supports(chip, *ptx, row.feature).is_ok(), expected, "{} {chip} {ptx}", row.name);
            }
            assert_eq!(check(Some(chip), None, row.feature).is_ok(), row.min_ptx_on(chip).is_some());
        }
        assert_eq!(check(None, None, row.feature), Ok(()));
    }
}

#[test]
fn chips_before_the_measured_ones_have_no_measured_feature_but_local_maxnreg() {
    for chip in CHIPS.iter().filter(|row| row.number < 75).map(|row| chip(row.name)) {
        let features = FEATURES.iter().filter(|row| row.min_ptx_on(chip).is_some()).map(|row| row.name);
        assert_eq!(features.collect::<Vec<_>>(), [".local_maxnreg"], "{chip}");
    }
}

#[test]
fn the_newest_version_is_the_one_measured() {
    let latest = measured_chips().map(Chip::min_ptx).max();
    assert_eq!(latest, PtxVersion::parse("9.4").ok());
    assert_eq!(tileiras_target::PTX_VERSIONS.last(), Some(&PtxVersion::LATEST));
}
