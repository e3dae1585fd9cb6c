//! The import of LLVM IR with a number at each instruction, and where the instructions are in the text.

use melior::Context;
use tileiras_mlir::Failure;
use tileiras_mlir::llvm::{InstructionPlace, is_bitcode};
use tileiras_mlir::translation::{Imported, Source};

use super::{Purpose, for_compilation, parse, translate, with_hidden};

/// The file whose lines are numbers of instructions, from 1.
pub const INSTRUCTIONS: &str = "instructions";

/// Imports a module as [`super::import_device_code`] does. The location of each operation is the number of its
/// instruction, in place of its debug information. Returns where the instructions are, too.
///
/// # Errors
/// After a diagnostic.
pub fn import_numbered<'c>(
    source: &Source<'_>,
    context: &'c Context,
) -> Result<(Imported<'c>, Vec<InstructionPlace>), Failure> {
    for_compilation(context, || {
        with_hidden(source, context, |content, mut positions| {
            let (mut llvm, tuples) = parse(source, context, content, &mut positions, Purpose::Compilation)?;
            let text = if is_bitcode(content) { b"" } else { content };
            let mut places = llvm.number_instructions(text, INSTRUCTIONS);
            complete(&mut places, text);
            let imported = translate(source, context, llvm, tuples, positions, Purpose::Compilation)?;
            Ok((imported, places))
        })
    })
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
