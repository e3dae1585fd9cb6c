//! The tokens of LLVM IR, and its import.

use super::{INPUT_NAME, PassRun, in_context, snapshot};
use crate::{FuzzTarget, Outcome, contents, mutate};
use melior::ir::operation::OperationLike;
use std::mem::ManuallyDrop;
use tileiras_contract::ANNOTATIONS;
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::session::parse_module;
use tileiras_mlir::translation::{Import, Imported, Source};
use tileiras_test_support::rng::Rng;
use tileiras_translate::import::ImportNVVM;
use tileiras_translate::import::lexer::{self, LlToken};

/// The target.
pub const TARGET: FuzzTarget = FuzzTarget { name: "import", check, seeds, generate, cases: 1_000 };

/// Checks that names of metadata are in the text in order; that an import is valid, does not change when it is printed
/// and parsed, is the same with comments in the annotations, and does not crash `nvvm-transplant`.
fn check(content: &[u8]) -> Outcome {
    let mut at = 0;
    // The same text with a comment in each list of annotations.
    let mut commented = Vec::new();
    let mut copied = 0;
    for token in lexer::tokens(content) {
        let LlToken::Metadata(range) = token else { continue };
        assert!(at < range.start && range.start < range.end && range.end <= content.len(), "{range:?}");
        assert_eq!(content[range.start - 1], b'!');
        let name = &content[range.clone()];
        let is_annotations = lexer::spells(name, ANNOTATIONS.as_bytes());
        assert!(is_annotations == (unescaped(name) == ANNOTATIONS.as_bytes()));
        at = range.end;
        if is_annotations {
            commented.extend_from_slice(&content[copied..at]);
            commented.extend_from_slice(b"/**/");
            copied = at;
        }
    }
    commented.extend_from_slice(&content[copied..]);
    let mut printed = None;
    let outcome = import(content, &mut printed);
    if copied > 0 && outcome != Outcome::CaughtCrash {
        let mut with_comments = None;
        if import(&commented, &mut with_comments) != Outcome::CaughtCrash {
            assert_eq!(printed, with_comments, "without and with comments");
        }
    }
    outcome
}

fn import(content: &[u8], imported_text: &mut Option<String>) -> Outcome {
    in_context(|context| {
        let diagnostics = ManuallyDrop::new(DiagnosticCollector::collect(context, content, INPUT_NAME));
        let imported = ImportNVVM::import(&Source { content, name: INPUT_NAME }, context);
        let text = diagnostics.text();
        if text.contains("LLVM's reader crashed on it") {
            return Outcome::CaughtCrash;
        }
        drop(ManuallyDrop::into_inner(diagnostics));
        let Ok(Imported { module, has_aliases }) = imported else {
            assert!(text.contains("error: "), "refused without an error");
            return Outcome::Refused;
        };
        assert!(module.as_operation().verify(), "{}", snapshot(module.as_operation()));
        let printed = module.as_operation().to_string();
        // The definition of an alias begins its line, and strings have no line breaks.
        assert!(has_aliases || !printed.lines().any(|line| line.starts_with(['#', '!'])), "{printed}");
        let read = parse_module(context, printed.as_bytes(), INPUT_NAME)
            .unwrap_or_else(|error| panic!("{error:?}: {printed}"));
        assert_eq!(read.as_operation().to_string(), printed);
        *imported_text = Some(printed);
        PassRun::pass(context, module.as_operation(), "any(nvvm-transplant)");
        Outcome::Accepted
    })
}

/// A name with its escapes replaced. It shares no code with the lexer.
fn unescaped(name: &[u8]) -> Vec<u8> {
    let Some(position) = name.iter().position(|byte| *byte == b'\\') else { return name.to_vec() };
    let (before, rest) = (&name[..position], &name[position + 1..]);
    let hex = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
    let byte = hex.filter(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let (byte, skipped) = match (rest.first(), byte.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
        (Some(b'\\'), _) => (b'\\', 1),
        (_, Some(byte)) => (byte, 2),
        _ => (b'\\', 0),
    };
    [before, &[byte], &unescaped(&rest[skipped..])].concat()
}

/// The inputs of the tests of the import, and the examples.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = contents("examples", &[".ll"]);
    seeds.extend(contents("lit/import", &[".ll"]));
    seeds.extend(contents("lit/export", &[".ll"]));
    seeds.extend(contents("scripts/fuzz/seeds/import", &[".bc", ".ll"]));
    seeds
}

fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    mutate::text(&seeds[rng.below(seeds.len())], seeds, rng)
}
