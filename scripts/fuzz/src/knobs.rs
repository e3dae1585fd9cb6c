//! The reader of knobs files.

use crate::{FuzzTarget, Outcome, mutate};
use tileiras_knobs::{Command, Knobs, KnobsError};
use tileiras_test_support::rng::Rng;

/// The target.
pub const TARGET: FuzzTarget = FuzzTarget { name: "knobs", check, seeds, generate, cases: 20_000 };

/// Checks that line numbers ascend and exist; that each assignment to an identifier except for the last is overridden
/// by the next one; and that text in front of the sentinel changes only line numbers.
fn check(bytes: &[u8]) -> Outcome {
    let read = Knobs::read(bytes);
    let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
    match &read {
        Err(KnobsError::NoSentinel) => {}
        Err(KnobsError::SentinelCase { line }) => assert!((1..=lines).contains(line), "line {line} of {lines}"),
        Ok(knobs) => {
            assert!(knobs.entries.is_sorted_by_key(|entry| entry.line), "{knobs:?}");
            assert!(knobs.entries.iter().all(|entry| (1..=lines).contains(&entry.line)), "{knobs:?}");
            // Bytes that are not UTF-8 were replaced, so that different identifiers can look equal.
            if std::str::from_utf8(bytes).is_ok() {
                check_overridden(knobs);
            }
            assert!(!knobs.to_string().contains('\0'));
            assert!(serde_json::to_string(knobs).is_ok());
        }
    }
    check_shifted(bytes, read);
    Outcome::of(&Knobs::read(bytes))
}

fn check_overridden(knobs: &Knobs) {
    for (index, entry) in knobs.entries.iter().enumerate() {
        let Command::Assign { identifier, overridden, .. } = &entry.command else { continue };
        let same = |command: &Command| matches!(command, Command::Assign { identifier: other, .. } if other.eq_ignore_ascii_case(identifier));
        let next = knobs.entries[index + 1..].iter().find(|entry| same(&entry.command)).map(|entry| entry.line);
        assert_eq!(*overridden, next, "{entry} of {knobs:?}");
    }
}

/// Checks that a line in front changes only line numbers.
fn check_shifted(bytes: &[u8], read: Result<Knobs, KnobsError>) {
    let shifted = Knobs::read(&[b"in front\n".as_slice(), bytes].concat());
    let expected = match read {
        Ok(mut knobs) => {
            for entry in &mut knobs.entries {
                entry.line += 1;
                if let Command::Assign { overridden: Some(line), .. } = &mut entry.command {
                    *line += 1;
                }
            }
            Ok(knobs)
        }
        Err(KnobsError::SentinelCase { line }) => Err(KnobsError::SentinelCase { line: line + 1 }),
        Err(error) => Err(error),
    };
    assert_eq!(shifted, expected);
}

fn seeds() -> Vec<Vec<u8>> {
    [
        "[knobs]",
        "ignored\n[knobs]\nA=1\nb = 2;;a=0x10~C\n",
        "[knobs] WHEN sm_90 ~ A=1 ;; INJECTSTRING mov a, b; ;; B=-9223372036854775809",
        "[KNOBS] A=1",
        "[knobs]\n=1\nINJECTSTRING never ended\nA=1",
        "[knobs]\r\nWHEN x\r\nKnob=+7\tknob=8\x0bKNOB\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let seed = &seeds[rng.below(seeds.len())];
    mutate::text(seed, seeds, rng)
}
