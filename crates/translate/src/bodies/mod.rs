//! Findings about the PTX of device code, at the operations that the PTX comes from.
//!
//! Accepts device code in the LLVM dialect before it is translated to LLVM IR ([`Origins::add`]), and the PTX that LLVM makes
//! of it then. Each operation gets its number as its location, and each function the debug information that brings the
//! number to the directive `.loc` of the PTX. Guarantees that a finding is reported once: at the operation that the
//! instruction comes from, or at its function if the instruction has none, as one that LLVM merged from several; with
//! notes at the calls that LLVM has inlined. Leaves out on purpose: what is wrong ([`tileiras_ptx::check_functions`]).
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
