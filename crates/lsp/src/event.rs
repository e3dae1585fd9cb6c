//! What the server reacts to.

use crate::analysis::Analysis;

/// What happens.
pub enum Event {
    /// The client has sent a message.
    Client(Vec<u8>),
    /// The client has closed the stream.
    ClientEnd,
    /// Upstream's server of that generation has sent a message.
    Upstream(u64, Vec<u8>),
    /// It has printed something else.
    UpstreamText(u64, Vec<u8>),
    /// It has ended.
    UpstreamEnd(u64),
    /// The analysis of an edit of a document is done.
    Analysed(String, u64, Analysis),
}
