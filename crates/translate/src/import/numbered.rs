//! The import of LLVM IR with the position of each instruction in the text as its location.
//!
//! LLVM gives instructions no positions. Each gets its number as its debug information, which MLIR's importer keeps,
//! and each operation the position of that instruction then.

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use tileiras_mlir::llvm::InstructionPlace;
use tileiras_mlir::text::lossy;
use tileiras_mlir::translation::{Imported, Source};
use tileiras_mlir::{ContextHandle, Failure, location, operation};

use super::{Purpose, for_compilation, parse, translate, with_hidden};

/// The file whose lines are numbers of instructions, from 1.
const INSTRUCTIONS: &str = "instructions";

/// Imports a module as [`super::import_device_code`] does. The location of each operation is the position of its
/// instruction in the text, with its debug information as its source ([`location::with_source`]).
///
/// # Errors
/// After a diagnostic.
pub fn import_with_positions<'c>(source: &Source<'_>, context: &'c Context) -> Result<Imported<'c>, Failure> {
    for_compilation(context, || {
        with_hidden(source, context, |input, mut positions| {
            let (mut llvm, tuples) = parse(source, context, input, &mut positions, Purpose::Compilation)?;
            let mut places = llvm.number_instructions(input, INSTRUCTIONS);
            complete(&mut places, input.text());
            let imported = translate(source, context, llvm, tuples, positions, Purpose::Compilation)?;
            operation::walk(imported.module.as_operation(), |op| set_position(op, source.name, &places));
            Ok(imported)
        })
    })
}

/// Replaces a location that is the number of an instruction.
fn set_position(op: OperationRef<'_, '_>, name: &str, places: &[InstructionPlace]) {
    let number = location::file_position(op.location()).filter(|position| position.file == INSTRUCTIONS);
    let place = number.and_then(|position| places.get((position.line as usize).checked_sub(1)?));
    let Some(place) = place else { return };
    let context = ContextHandle::of(op);
    let at = |file: &str, line: u32, column: u32| location::in_file(context, file, line as usize, column as usize);
    let position = if place.line > 0 { at(name, place.line, place.column) } else { location::unknown(context) };
    let source = place.source.as_ref().map(|(file, line, column)| at(&lossy(file), *line, *column));
    location::set(op, source.map_or(position, |source| location::with_source(position, source)));
}

/// Finds the lines of instructions of which LLVM does not know them: those that it made of an older intrinsic.
/// They are on the next line with an instruction.
fn complete(places: &mut [InstructionPlace], text: &[u8]) {
    if places.iter().all(|place| place.line > 0) {
        return;
    }
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let mut before = 0;
    for index in 0..places.len() {
        let (earlier, rest) = places.split_at_mut(index);
        let Some((place, later)) = rest.split_first_mut() else { continue };
        if place.line == 0 && place.function_line > 0 {
            before = before.max(place.function_line);
            // An instruction can become several.
            let same = earlier.last().filter(|last| last.line == before).map(|last| (last.line, last.column));
            let end = later.iter().find(|place| place.line > 0).map_or(u32::MAX, |place| place.line);
            let next = (before + 1..end).find_map(|line| {
                let column = first_column(lines.get(line as usize - 1)?)?;
                Some((line, column))
            });
            if let Some((line, column)) = next.or(same) {
                (place.line, place.column) = (line, column);
            }
        }
        before = before.max(place.line);
    }
}

/// The column of the instruction of a line; `None` if it has only a comment, a label, or the end of a function.
fn first_column(line: &[u8]) -> Option<u32> {
    let code = line.split(|byte| *byte == b';').next().unwrap_or_default();
    let trimmed = code.trim_ascii();
    if trimmed.is_empty() || trimmed == b"}" || trimmed.ends_with(b":") {
        return None;
    }
    Some(code.len() as u32 - code.trim_ascii_start().len() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::complete;
    use tileiras_mlir::llvm::InstructionPlace;

    #[test]
    fn an_instruction_without_a_position_is_on_the_next_line() {
        let text = b"define void @k() {\n  ; comment\n  call void @llvm.nvvm.barrier0()\na:\n  ret void\n}\n";
        let place = |line, column| InstructionPlace { function_line: 1, line, column, source: None };
        let mut places = [place(0, 0), place(5, 3)];
        complete(&mut places, text);
        assert_eq!(places, [place(3, 3), place(5, 3)]);
    }
}
