//! Parsing the printed form gives the same value, and other text is an error without a panic.

use proptest::prelude::*;
use tileiras_target::{Chip, PTX_VERSIONS, PtxVersion, Target};

#[test]
fn chips_round_trip() {
    for chip in Chip::all() {
        assert_eq!(Chip::parse(&chip.to_string()), Ok(chip));
        assert_eq!(chip.name().parse(), Ok(chip));
        assert_eq!(format!("{chip:?}"), chip.name());
    }
}

#[test]
fn versions_round_trip() {
    for version in PTX_VERSIONS {
        assert_eq!(PtxVersion::parse(&version.to_string()), Ok(*version));
        assert_eq!(PtxVersion::from_llvm_features(&version.llvm_feature()), Ok(Some(*version)));
    }
}

#[test]
fn near_misses_are_refused() {
    for text in ["sm_090", " sm_90", "sm_90 ", "SM_90", "sm_90A", "sm_90aa", "sm_90af", "sm_90f", "sm_9O", "sm_+90"] {
        assert!(Chip::parse(text).is_err(), "{text}");
    }
    for text in ["sm_", "sm_a", "sm90", "90", "compute_90", "sm_65626", "sm_90\0", "sm_90\n", "sm_٩٠", "sm_80a"] {
        assert!(Chip::parse(text).is_err(), "{text}");
    }
    for text in ["", ".", "8", "8.", ".4", "84", "8.4 ", "+8.4", "08.4", "8.40", "8.9", "9.6", "0.0", "8,4", "٨.٤"] {
        assert!(PtxVersion::parse(text).is_err(), "{text}");
    }
}

/// Text that is similar to a name.
fn nearly() -> impl Strategy<Value = String> {
    "[sSmM]{0,3}_?[+ 0-9]{0,6}[.]?[0-9]{0,3}[afx]{0,2}"
}

proptest! {
    #[test]
    fn a_chip_that_parses_prints_as_it_was_written(text in prop_oneof![nearly(), any::<String>()]) {
        match Chip::parse(&text) {
            Ok(chip) => prop_assert_eq!(chip.to_string(), text),
            Err(error) => prop_assert!(is_one_line(&error.to_string())),
        }
    }

    #[test]
    fn a_version_that_parses_prints_as_it_was_written(text in prop_oneof![nearly(), any::<String>()]) {
        match PtxVersion::parse(&text) {
            Ok(version) => prop_assert_eq!(version.to_string(), text),
            Err(error) => prop_assert!(is_one_line(&error.to_string())),
        }
    }

    #[test]
    fn feature_lists_never_panic(text in prop_oneof![any::<String>(), "([+-]?(ptx|sm_)?[0-9]{0,3},?){0,6}"]) {
        let _ = PtxVersion::from_llvm_features(&text);
        let _ = Target::parse(Some(&text), Some(&text)).map_err(|error| error.to_string());
    }
}

fn is_one_line(message: &str) -> bool {
    message.lines().count() == 1 && !message.ends_with('.') && message.starts_with("unknown ")
}
