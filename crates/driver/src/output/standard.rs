//! Writes to standard output.

use std::io::{ErrorKind, Write as _};

use tileiras_ptxas::reason;

use crate::messages::fault::{Fault, Kind};

/// Rust reports no error for a write to a closed stream.
pub fn closed() -> Fault {
    Kind::Output.fault("standard output: is closed")
}

/// Writes to standard output, which may have been closed when the process started. It is no error if the reader, such
/// as `head`, has closed the pipe.
///
/// # Errors
/// If it cannot be written.
pub fn write(text: &[u8], is_closed: bool) -> Result<(), Fault> {
    if text.is_empty() {
        return Ok(());
    }
    if is_closed {
        return Err(closed());
    }
    let mut stream = std::io::stdout().lock();
    match stream.write_all(text).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| Kind::Output.fault(format!("standard output: {}", reason(&error)))),
    }
}
