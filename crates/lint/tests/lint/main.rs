//! The tests of `tileiras-lint`, in one program. The rules themselves are tested on PTX texts, in crates/ptx/tests.

mod needs;
mod table;
