//! The parser of knobs files follows the rules of reference 003.

#![expect(clippy::expect_used, reason = "a test")]

use proptest::prelude::*;
use tileiras_knobs::{Command, Knobs, KnobsError};

fn read(text: &str) -> Knobs {
    Knobs::read(text.as_bytes()).expect("a knobs file")
}

/// The printed lines, one for each command.
fn printed(text: &str) -> Vec<String> {
    read(text).to_string().lines().map(str::to_owned).collect()
}

#[test]
fn text_before_the_sentinel_is_ignored() {
    assert_eq!(printed("a=1\nWHEN x\n[knobs]\nb=2"), ["line 4: b = 2"]);
    assert_eq!(printed("x[knobs]b=2"), ["line 1: b = 2"]);
    assert_eq!(printed("[knobs]"), [""; 0]);
    // A second sentinel is text like any other.
    assert_eq!(printed("[knobs] [knobs]"), ["line 1: [knobs] (malformed: not an identifier)"]);
}

#[test]
fn the_sentinel_is_case_sensitive() {
    assert_eq!(Knobs::read(b""), Err(KnobsError::NoSentinel));
    assert_eq!(Knobs::read(b"knobs\na=1"), Err(KnobsError::NoSentinel));
    let error = Knobs::read(b"one\n[KNOBS]\na=1").expect_err("the case matters");
    assert_eq!(error, KnobsError::SentinelCase { line: 2 });
    assert_eq!(
        error.to_string(),
        "no '[knobs]' in the file, but one in another letter case on line 2; the case matters"
    );
}

#[test]
fn commands_are_separated_by_white_space_tildes_and_double_semicolons() {
    let lines = ["line 1: a = 1", "line 1: b = 2", "line 1: c = 3", "line 2: d = 4;5 (integer 4)"];
    assert_eq!(printed("[knobs]a=1~b=2;;c=3\nd=4;5"), lines);
    assert_eq!(printed("[knobs] ~;; \t\r\n ~~;;;;a=1;;"), ["line 2: a = 1"]);
}

#[test]
fn numbers_are_decimal_prefixes() {
    let numbers = |text: &str| -> Vec<Option<i64>> {
        let number = |entry: &tileiras_knobs::Entry| match &entry.command {
            Command::Assign { value, .. } => value.number,
            other => panic!("{other:?}"),
        };
        read(text).entries.iter().map(number).collect()
    };
    let text = "[knobs] a=0x10 b=12abc c=-7 d=+7 e=abc g h=007 i=- j=1.5 k=--1";
    let expected = [Some(0), Some(12), Some(-7), Some(7), None, None, Some(7), None, Some(1), None];
    assert_eq!(numbers(text), expected);
    let large = format!("[knobs] a={0} b=-{0} c={1} d={2}", "9".repeat(40), i64::MAX, i64::MIN);
    assert_eq!(numbers(&large), [Some(i64::MAX), Some(i64::MIN), Some(i64::MAX), Some(i64::MIN)]);
    assert_eq!(printed("[knobs] a=0x10"), ["line 1: a = 0x10 (integer 0)"]);
}

#[test]
fn the_last_assignment_wins_in_any_letter_case() {
    let lines = [
        "line 2: Knob = 1, overridden on line 3",
        "line 2: other = 1",
        "line 3: KNOB = 2, overridden on line 4",
        "line 4: knob = 3",
    ];
    assert_eq!(printed("[knobs]\nKnob=1 other=1\nKNOB=2\nknob=3"), lines);
}

#[test]
fn a_condition_ends_at_a_separator_of_clauses_and_a_string_at_its_end_mark() {
    let text = "[knobs]\nWHEN a=1 b=2\nc=3 WHEN d ~ e=4\nINJECTSTRING x ~ y\n z=1;;f=5\nINJECTSTRING open";
    let lines = [
        "line 2: WHEN a=1 b=2",
        "line 3: c = 3",
        "line 3: WHEN d",
        "line 3: e = 4",
        "line 4: INJECTSTRING x ~ y\\n z=1",
        "line 5: f = 5",
        "line 6: INJECTSTRING open (malformed: not ended by ';;')",
    ];
    assert_eq!(printed(text), lines);
    // White space after the keyword is no clause.
    assert_eq!(printed("[knobs] WHEN\n x y\nz"), ["line 1: WHEN x y", "line 3: z"]);
    // Words that start with a keyword are identifiers, and so are keywords in lower case.
    assert_eq!(printed("[knobs] WHENEVER=1 when"), ["line 1: WHENEVER = 1", "line 1: when"]);
}

#[test]
fn a_value_is_shown_as_each_type_that_its_text_can_be() {
    let text =
        "[knobs] i=-3 f=1.5 g=-2e3 r=1-8 n=-4..-2 c=1:8 l=1,2,-3 o=FADD,FMUL s=abc h=1.5f m=1,x p=1- x=inf y=1e999";
    let lines = [
        "i = -3",
        "f = 1.5 (integer 1, float 1.5)",
        "g = -2e3 (integer -2, float -2000)",
        "r = 1-8 (integer 1, range 1 to 8)",
        "n = -4..-2 (integer -4, range -4 to -2)",
        "c = 1:8 (integer 1, range 1 to 8)",
        "l = 1,2,-3 (integer 1, list of 3 integers)",
        "o = FADD,FMUL",
        "s = abc",
        "h = 1.5f (integer 1)",
        "m = 1,x (integer 1)",
        "p = 1- (integer 1)",
        "x = inf",
        "y = 1e999 (integer 1)",
    ];
    assert_eq!(printed(text), lines.map(|line| format!("line 1: {line}")));
}

#[test]
fn text_that_is_no_command_is_malformed() {
    let malformed = |text: &str, word: &str, reason: &str| {
        let knobs = read(&format!("[knobs]\n a=1 {text}"));
        assert_eq!(knobs.to_string(), format!("line 2: a = 1\nline 2: {word} (malformed: {reason})\n"));
        assert_eq!(knobs.malformed().map(|(line, _)| line).collect::<Vec<_>>(), [2], "{text}");
    };
    malformed("=5", "=5", "no identifier before '='");
    malformed("=", "=", "no identifier before '='");
    malformed("Cap=", "Cap=", "no value after '='");
    // There are no comments, no quotes, and no white space around '='.
    for word in ["#", "//", "'x'", "5", "5cap=1", "sched-depth=1", "sched.depth", "\u{e9}=1"] {
        malformed(word, &word.replace('\'', "\\'"), "not an identifier");
    }
    malformed("WHEN", "WHEN", "no clause after 'WHEN'");
    malformed("WHEN ~", "WHEN", "no clause after 'WHEN'");
    malformed("INJECTSTRING x\n", "INJECTSTRING x", "not ended by ';;'");
    malformed("INJECTSTRING", "INJECTSTRING", "not ended by ';;'");
    assert_eq!(read("[knobs] _a0=1 Flag INJECTSTRING;;").malformed().count(), 0);
    // It assigns nothing.
    assert_eq!(printed("[knobs] a=1 a="), ["line 1: a = 1", "line 1: a= (malformed: no value after '=')"]);
}

#[test]
fn the_entries_serialize() {
    let json = serde_json::to_value(read("[knobs] a=0x1 a=2;;WHEN x;;INJECTSTRING y;;=")).expect("JSON");
    let expected = serde_json::json!({"entries": [
        {"line": 1, "command": "assign", "identifier": "a", "value": "0x1", "number": 0, "range": null, "list": null,
         "float": null, "overridden": 1},
        {"line": 1, "command": "assign", "identifier": "a", "value": "2", "number": 2, "range": null, "list": null,
         "float": 2.0, "overridden": null},
        {"line": 1, "command": "when", "clause": "x"},
        {"line": 1, "command": "inject", "text": "y"},
        {"line": 1, "command": "malformed", "text": "=", "reason": "no-identifier"},
    ]});
    assert_eq!(json, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_of_any_kind_never_panic(before in any::<Vec<u8>>(), after in any::<Vec<u8>>()) {
        let _ = Knobs::read(&before);
        let bytes = [before.as_slice(), b"[knobs]", &after].concat();
        let knobs = Knobs::read(&bytes).expect("it has a sentinel");
        prop_assert!(knobs.entries.len() <= after.len() + before.len());
    }

    /// All assignments are found in order. Of those to one identifier, only the last is not overridden.
    #[test]
    fn every_assignment_is_found(
        assignments in prop::collection::vec(("[a-cA-C]{1,2}", -99i64..99, "(~|;;|[ \n\t]){1,3}"), 0..30),
    ) {
        let text: String = assignments.iter().map(|(name, number, gap)| format!("{name}={number}{gap}")).collect();
        let knobs = read(&format!("[knobs]{text}"));
        prop_assert_eq!(knobs.entries.len(), assignments.len());
        for (index, (entry, (name, value, _))) in knobs.entries.iter().zip(&assignments).enumerate() {
            let Command::Assign { identifier, value: read, overridden } = &entry.command else { panic!("{entry:?}") };
            prop_assert_eq!((identifier, read.number), (name, Some(*value)));
            let later = assignments[index + 1..].iter().any(|(later, ..)| later.eq_ignore_ascii_case(name));
            prop_assert_eq!(overridden.is_some(), later);
        }
    }

    #[test]
    fn pieces_of_the_grammar_never_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "WHEN", "INJECTSTRING", ";;", ";", "~", " ", "\n", "=", "a", "=0x10", "[knobs]", "\u{fffd}",
        ]), 0..40),
    ) {
        let text = format!("[knobs]{}", pieces.concat());
        let lines = text.lines().count();
        for entry in read(&text).entries {
            prop_assert!((1..=lines.max(1)).contains(&entry.line));
        }
    }
}
