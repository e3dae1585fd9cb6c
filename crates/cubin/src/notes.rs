//! The notes of a cubin that name the programs that wrote it.
//!
//! A note of `.note.nv.tkinfo` holds a version, five offsets and the texts that four of them point to (measured). A
//! note of another owner, kind or version is skipped: it states nothing about a launch.

use super::Tool;

/// The type of a note that describes a program.
pub(super) const TOOL_INFO: u32 = 2000;

/// The version of the layout.
const VERSION: u32 = 2;

/// The program that the body of a note describes; `None` if the layout is unknown.
pub(super) fn tool(body: &[u8]) -> Option<Tool> {
    let (head, texts) = body.split_first_chunk::<24>()?;
    let mut words = head.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    if words.next() != Some(VERSION) {
        return None;
    }
    let mut text = || {
        let rest = texts.get(usize::try_from(words.next()?).ok()?..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&rest[..end]).trim_end().to_owned())
    };
    let _file = text()?;
    let (name, version, _branch, arguments) = (text()?, text()?, text()?, text()?);
    Some(Tool { name, version, arguments })
}
