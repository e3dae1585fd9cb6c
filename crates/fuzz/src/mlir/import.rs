//! The tokens of LLVM IR, and its import.

use super::{NAME, Run, in_context, snapshot};
use crate::{Outcome, Target, contents, mutate};
use melior::ir::operation::OperationLike;
use std::mem::ManuallyDrop;
use tileiras_contract::ANNOTATIONS;
use tileiras_mlir::session::{DiagnosticText, parse_module};
use tileiras_mlir::translation::{Import, Imported, Source};
use tileiras_test_support::rng::Rng;
use tileiras_translate::import::ImportNVVM;
use tileiras_translate::import::lexer::{self, Token};

/// The target.
pub const TARGET: Target = Target { name: "import", check, seeds, generate, cases: 1_000 };

/// Checks that names of metadata lie in the text one behind the other; that an import is valid, reads back as it was
/// printed, is the same if LLVM has to read the annotations, and goes through `nvvm-transplant`.
fn check(content: &[u8]) -> Outcome {
    let mut at = 0;
    // The same with a comment in each list of annotations, which is not plain then.
    let mut commented = Vec::new();
    let mut copied = 0;
    for token in lexer::tokens(content) {
        let Token::Metadata(place) = token else { continue };
        assert!(at < place.start && place.start < place.end && place.end <= content.len(), "{place:?}");
        assert_eq!(content[place.start - 1], b'!');
        let name = &content[place.clone()];
        let is_annotations = lexer::spells(name, ANNOTATIONS.as_bytes());
        assert!(is_annotations == (unescaped(name) == ANNOTATIONS.as_bytes()));
        at = place.end;
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
        let mut by_llvm = None;
        if import(&commented, &mut by_llvm) != Outcome::CaughtCrash {
            assert_eq!(printed, by_llvm, "read from the text, and by LLVM");
        }
    }
    outcome
}

fn import(content: &[u8], imported_text: &mut Option<String>) -> Outcome {
    in_context(|context| {
        let said = ManuallyDrop::new(DiagnosticText::collect(context, content, NAME));
        let imported = ImportNVVM::import(&Source { content, name: NAME }, context);
        let text = said.text();
        if text.contains("LLVM's reader crashed on it") {
            return Outcome::CaughtCrash;
        }
        drop(ManuallyDrop::into_inner(said));
        let Ok(Imported { module, has_aliases }) = imported else {
            assert!(text.contains("error: "), "refused without a word");
            return Outcome::Refused;
        };
        assert!(module.as_operation().verify(), "{}", snapshot(module.as_operation()));
        let printed = module.as_operation().to_string();
        // The definition of an alias begins its line, and strings have no line breaks.
        assert!(has_aliases || !printed.lines().any(|line| line.starts_with(['#', '!'])), "{printed}");
        let read =
            parse_module(context, printed.as_bytes(), NAME).unwrap_or_else(|error| panic!("{error:?}: {printed}"));
        assert_eq!(read.as_operation().to_string(), printed);
        *imported_text = Some(printed);
        Run::pass(context, module.as_operation(), "any(nvvm-transplant)");
        Outcome::Taken
    })
}

/// A name without its escapes, read from the back so that it shares no code with the lexer.
fn unescaped(name: &[u8]) -> Vec<u8> {
    let Some(place) = name.iter().position(|byte| *byte == b'\\') else { return name.to_vec() };
    let (before, rest) = (&name[..place], &name[place + 1..]);
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
    seeds.extend(contents("fuzz/seeds/import", &[".bc", ".ll"]));
    seeds
}

fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    mutate::text(&seeds[rng.below(seeds.len())], seeds, rng)
}
