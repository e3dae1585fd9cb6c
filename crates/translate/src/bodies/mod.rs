//! Findings about the PTX of device code, at the operations that the PTX comes from.
//!
//! Accepts device code before it is translated to LLVM IR ([`Origins::add`]), and the PTX that LLVM makes of it then.
//! Each operation gets its number as its location, and each function the debug information that brings the number to
//! the directive `.loc` of the PTX ([`Origins::add_debug_information`]). Guarantees that a finding is reported once: at
//! the operation that the instruction comes from, or at its function if the instruction has none, as one
//! that LLVM merged from several; with notes at the calls that LLVM has inlined. Leaves out on purpose: what is
//! wrong ([`tileiras_ptx::check_functions`]).
//!
//! | file | contents |
//! |---|---|
//! | `origins.rs` | the numbers of operations |
//! | `lines.rs` | the number of an instruction |
//! | `report.rs` | the diagnostics |

mod lines;
mod origins;
mod report;

pub use origins::Origins;
pub use report::report;

use melior::ir::Location;
use tileiras_finding::Levels;
use tileiras_mlir::Failure;
use tileiras_ptx::{ReadError, check_functions};
use tileiras_target::Target;

/// Checks the PTX of numbered operations for a target, and reports what is wrong at them, or at `elsewhere`.
/// Returns how much it is; `Err` in it if one is an error.
///
/// # Errors
/// If the text cannot be read.
pub fn check(
    text: &[u8],
    target: Target,
    levels: &Levels,
    origins: &Origins<'_>,
    elsewhere: Location<'_>,
) -> Result<Result<usize, Failure>, ReadError> {
    let ptx = tileiras_ptx::read(text)?;
    let findings = check_functions(text, &ptx, target, levels.enabled());
    Ok(report((text, &ptx), &findings, origins, levels, elsewhere))
}
