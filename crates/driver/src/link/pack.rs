//! Packs cubins into a fat binary, and checks that it contains them unchanged.

use tileiras_cubin::{Fatbin, ImageKind};
use tileiras_ptxas::{InputFile, Runner, link};
use tileiras_target::Chip;

use crate::assemble::{ToolResult, log_of};
use crate::messages::fault::{Fault, Kind};

/// Packs a cubin for each chip. `relocatable` is whether they are to be linked.
pub fn pack(fatbinary: &Runner, cubins: &[(Chip, Vec<u8>)], relocatable: bool) -> ToolResult {
    let images = cubins.iter().map(|(chip, content)| {
        let chip = arch(*chip);
        (chip, InputFile { name: format!("{chip}.cubin"), content })
    });
    let images: Vec<_> = images.collect();
    match link::pack(fatbinary, &images, relocatable) {
        Ok(packed) => {
            let checked = check(cubins, &packed.file);
            ToolResult {
                log: log_of(packed.stdout, &packed.stderr),
                notes: Vec::new(),
                diagnostics: Vec::new(),
                file: checked.map(|()| packed.file),
            }
        }
        Err(error) => ToolResult::of_error(error),
    }
}

/// The chip under the name that `ptxas` and `fatbinary` know.
fn arch(chip: Chip) -> Chip {
    chip.ptxas_arch().unwrap_or(chip)
}

/// The maximum number of bytes that `fatbinary` adds to a cubin: it pads it to a multiple of eight bytes.
const MOST_PADDING: usize = 7;

/// Whether the content of an image is the cubin and its padding, which is zero.
fn is_padded(content: &[u8], cubin: &[u8]) -> bool {
    let padding = content.strip_prefix(cubin);
    padding.is_some_and(|padding| padding.len() <= MOST_PADDING && padding.iter().all(|byte| *byte == 0))
}

/// Checks that the fat binary has exactly these cubins, in their order.
fn check(cubins: &[(Chip, Vec<u8>)], packed: &[u8]) -> Result<(), Fault> {
    let fault = |text: String| Kind::Audit.fault(format!("the step 'fatbinary' {text}"));
    let packed = Fatbin::read(packed).map_err(|error| fault(format!("wrote no fat binary: {error}")))?;
    if packed.images.len() != cubins.len() {
        return Err(fault(format!("wrote {} images of {}", packed.images.len(), cubins.len())));
    }
    for (image, (chip, cubin)) in packed.images.iter().zip(cubins) {
        let mut budget = cubin.len() as u64 + MOST_PADDING as u64;
        let content = image.content(&mut budget).map_err(|error| fault(error.to_string()))?;
        let is_same = image.kind == ImageKind::Cubin && image.chip() == Some(arch(*chip));
        if !is_same || !is_padded(&content, cubin) {
            return Err(fault(format!("changed the cubin for {chip}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_padded;

    #[test]
    fn an_image_is_a_cubin_and_its_padding() {
        for (content, expected) in [
            (b"cubin".as_slice(), true),
            (b"cubin\0\0\0", true),
            (b"cubin\0\0\0\0\0\0\0", true),
            (b"cubin\0\0\0\0\0\0\0\0", false),
            (b"cubin\0\0x", false),
            (b"cubi", false),
        ] {
            assert_eq!(is_padded(content, b"cubin"), expected, "{}", content.escape_ascii());
        }
    }
}
