//! The tables are consistent, and the texts of the errors.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;

use tileiras_target::{
    CHIPS, Chip, Feature, PTX_VERSIONS, PtxVersion, STATIC_SHARED_PER_CTA, Suffix, Target, Unsupported,
};

fn chip(name: &str) -> Chip {
    Chip::parse(name).unwrap()
}

fn ptx(text: &str) -> PtxVersion {
    PtxVersion::parse(text).unwrap()
}

#[test]
fn chips_are_ascending_and_unique() {
    assert!(CHIPS.is_sorted_by_key(|row| (row.number, row.suffix)));
    assert!(CHIPS.windows(2).all(|pair| pair[0].name != pair[1].name));
    assert!(Chip::all().is_sorted());
    assert_eq!(Chip::all().count(), CHIPS.len());
}

#[test]
fn a_name_is_its_number_and_suffix() {
    for row in CHIPS {
        let suffix = match row.suffix {
            Suffix::None => "",
            Suffix::A => "a",
            Suffix::F => "f",
        };
        assert_eq!(row.name, format!("sm_{}{suffix}", row.number));
    }
}

#[test]
fn chips_of_one_number_differ_in_suffix_and_version_only() {
    for pair in CHIPS.windows(2).filter(|pair| pair[0].number == pair[1].number) {
        assert_eq!((pair[0].family, pair[0].limits), (pair[1].family, pair[1].limits), "{}", pair[0].name);
        assert!(pair[0].min_ptx <= pair[1].min_ptx, "{}", pair[0].name);
    }
}

#[test]
fn limits_fit_each_other() {
    for chip in Chip::all() {
        let limits = chip.limits();
        assert!(STATIC_SHARED_PER_CTA <= limits.shared_per_cta, "{chip}");
        assert!(limits.shared_per_cta <= limits.shared_per_sm, "{chip}");
        assert!(limits.registers_per_cta <= limits.registers_per_sm, "{chip}");
        assert_eq!(limits.threads_per_sm % 32, 0, "{chip}");
        assert!(limits.ctas_per_sm * 32 <= limits.threads_per_sm, "{chip}");
        // From sm_80 on, the system reserves 1 KiB of shared memory for each CTA.
        assert_eq!(limits.shared_per_sm - limits.shared_per_cta == 1024, chip.number() >= 80, "{chip}");
    }
}

#[test]
fn shared_memory_per_cta_of_each_chip() {
    #[rustfmt::skip] // a table
    let kib: [(&[u16], u32); 6] = [
        (&[50, 52, 53, 60, 61, 62], 48),
        (&[75], 64),
        (&[70, 72], 96),
        (&[86, 88, 89, 120, 121], 99),
        (&[80, 87], 163),
        (&[90, 100, 101, 103, 107, 110], 227),
    ];
    for chip in Chip::all() {
        let row = kib.iter().find(|(numbers, _)| numbers.contains(&chip.number())).unwrap();
        assert_eq!(chip.limits().shared_per_cta, row.1 * 1024, "{chip}");
    }
}

#[test]
fn families_are_named_after_their_first_chip() {
    for row in CHIPS {
        let members: Vec<_> = CHIPS.iter().filter(|other| other.family == row.family).collect();
        assert_eq!(members[0].number, row.family, "{}", row.name);
    }
    assert!(chip("sm_103a").in_family_of(chip("sm_100f")));
    assert!(!chip("sm_100f").in_family_of(chip("sm_103f")));
    assert!(!chip("sm_110a").in_family_of(chip("sm_100f")));
    assert!(chip("sm_110f").in_family_of(chip("sm_101f")) && chip("sm_101f").in_family_of(chip("sm_110f")));
}

#[test]
fn every_chip_runs_its_own_code() {
    assert!(Chip::all().all(|chip| chip.runs(chip)));
}

#[test]
fn suffixes_select_the_features_that_code_may_use() {
    assert_eq!(["sm_100", "sm_100f", "sm_100a"].map(|name| chip(name).has_family_features()), [false, true, true]);
}

#[test]
fn a_renamed_chip_is_the_same_under_both_names() {
    for (old, new) in [("sm_101", "sm_110"), ("sm_101a", "sm_110a"), ("sm_101f", "sm_110f")] {
        assert_eq!(chip(old).canonical(), chip(new));
        assert_eq!(chip(old).ptxas_arch(), Some(chip(new)));
        assert_eq!(chip(old).limits(), chip(new).limits());
        assert!(chip(old).runs(chip(new)) && chip(new).runs(chip(old)));
        assert_ne!(chip(old), chip(new));
    }
    assert!(Chip::all().all(|chip| chip.canonical().canonical() == chip.canonical()));
}

#[test]
fn clusters_start_at_sm_90() {
    let with: HashSet<_> = Chip::all().filter(|chip| chip.has_clusters()).collect();
    assert!(Chip::all().all(|c| with.contains(&c) == (c >= chip("sm_90"))));
}

#[test]
fn features_have_a_name_and_needs_of_their_own() {
    let rows: HashSet<_> = Feature::all().map(|feature| (feature.name(), feature.info().to_string())).collect();
    assert_eq!(rows.len(), Feature::all().count());
    for feature in Feature::all() {
        assert_eq!(feature.info().feature, feature);
        assert!(!feature.info().needs.is_empty(), "{feature}");
    }
    assert_eq!([Feature::CLUSTER_DIRECTIVES, Feature::WGMMA].map(Feature::name), [".reqnctapercluster", "wgmma"]);
}

#[test]
fn no_need_is_empty() {
    for feature in Feature::all() {
        for need in &feature.info().needs {
            assert!(Chip::all().any(|chip| need.chips.includes(chip)), "{feature}: {need}");
            assert!(need.last.is_none_or(|last| need.ptx <= last), "{feature}: {need}");
        }
    }
}

#[test]
fn versions_are_ascending_and_complete() {
    assert!(PTX_VERSIONS.is_sorted());
    let printed: Vec<_> = PTX_VERSIONS.iter().map(PtxVersion::to_string).collect();
    let expected = "1.0 1.1 1.2 1.3 1.4 1.5 2.0 2.1 2.2 2.3 3.0 3.1 3.2 4.0 4.1 4.2 4.3 5.0 5.1 6.0 6.1 6.2 6.3 6.4 \
                    6.5 \
                    7.0 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 8.0 8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8 9.0 9.1 9.2 9.3 9.4 9.5";
    assert_eq!(printed.join(" "), expected);
}

#[test]
fn llvm_features_yield_the_highest_version() {
    let read = |text| PtxVersion::from_llvm_features(text).map_err(|error| error.to_string());
    assert_eq!(read("+ptx84"), Ok(Some(ptx("8.4"))));
    assert_eq!(read("+sm_90, +ptx84,+ptx78"), Ok(Some(ptx("8.4"))));
    assert_eq!(read("-ptx84,+sm_90"), Ok(None));
    assert_eq!(read(""), Ok(None));
    assert!(read("+ptx89").unwrap_err().starts_with("unknown ptx version '+ptx89'"));
}

#[test]
fn unknown_chips_are_named_and_a_close_one_is_suggested() {
    let suggested = |text| Chip::parse(text).unwrap_err().suggestion.map(Chip::name);
    assert_eq!(suggested("sm90"), Some("sm_90"));
    assert_eq!(suggested("SM_90A"), Some("sm_90a"));
    assert_eq!(suggested("90a"), Some("sm_90a"));
    assert_eq!(suggested(" sm_100f"), Some("sm_100f"));
    assert_eq!(suggested("sm_91"), Some("sm_90"));
    assert_eq!(suggested("gfx1100"), None);
    assert_eq!(suggested(""), None);

    let text = Chip::parse("sm_90aa").unwrap_err().to_string();
    assert!(
        text.starts_with("unknown chip 'sm_90aa', did you mean 'sm_90a'?; known chips are sm_50, sm_52,"),
        "{text}"
    );
    assert!(text.ends_with("sm_121a, sm_121f"), "{text}");
    let text = Chip::parse("x\n").unwrap_err().to_string();
    assert!(text.starts_with(r"unknown chip 'x\n'; known chips are"), "{text}");
}

#[test]
fn unknown_versions_are_named_and_a_close_one_is_suggested() {
    let text = PtxVersion::parse("8.9").unwrap_err().to_string();
    let expected = "unknown ptx version '8.9', did you mean '8.8'?; known versions are 1.0 to 1.5, 2.0 to 2.3, \
                    3.0 to 3.2, 4.0 to 4.3, 5.0 to 5.1, 6.0 to 6.5, 7.0 to 7.8, 8.0 to 8.8, 9.0 to 9.5";
    assert_eq!(text, expected);
}

#[test]
fn refusals_state_what_is_needed() {
    let refusal = |c, version, feature| Target::new(chip(c), ptx(version)).supports(feature).unwrap_err().to_string();
    assert_eq!(
        refusal("sm_120a", "9.0", Feature::TCGEN05),
        "'tcgen05' is not supported on sm_120a, it needs sm_100f or higher in the same family (ptx 8.6) \
         or sm_101f/sm_110f or higher in the same family (ptx 8.6)"
    );
    assert_eq!(
        refusal("sm_90a", "8.4", Feature::BLOCKS_ARE_CLUSTERS),
        "'.blocksareclusters' needs ptx 9.0 or later, got 8.4"
    );
    assert_eq!(
        Target::new(chip("sm_90"), ptx("8.4")).supports(Feature::WGMMA),
        Err(Unsupported::Chip { feature: Feature::WGMMA, chip: chip("sm_90") })
    );
}

#[test]
fn a_target_checks_only_its_known_parts() {
    let of = |chip, ptx| Target::parse(chip, ptx).unwrap();
    assert_eq!(Target::default().supports(Feature::WGMMA), Ok(()));
    assert_eq!(of(None, Some("9.0")).supports(Feature::WGMMA), Ok(()));
    assert!(of(None, Some("7.8")).supports(Feature::WGMMA).is_err());
    assert!(of(Some("sm_80"), None).supports(Feature::MAPA).is_err());
    assert!(of(Some("sm_80"), None).lacks_clusters() && !Target::default().lacks_clusters());
    assert_eq!(of(Some("sm_90a"), None).or(of(Some("sm_80"), Some("8.4"))), of(Some("sm_90a"), Some("8.4")));
    let old = of(Some("sm_90a"), Some("7.8")).check_version().unwrap_err();
    assert_eq!(old.to_string(), "sm_90a needs ptx 8.0 or later, got 7.8");
    assert_eq!(of(Some("sm_90a"), Some("8.4")).to_string(), "sm_90a, ptx 8.4");
    assert!(Target::parse(Some("sm_1"), Some("1")).unwrap_err().to_string().starts_with("unknown chip 'sm_1'"));
}
