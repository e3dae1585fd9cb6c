//! What the steps on MLIR text find.

use std::ops::Range;

use tileiras_mlir::prepare::TextFault;

/// What is wrong with a text, and what is replaced in it.
#[derive(Default)]
pub(super) struct Found {
    pub faults: Vec<TextFault>,
    pub edits: Vec<(Range<usize>, Vec<u8>)>,
}

impl Found {
    pub fn fault(&mut self, position: usize, message: String) {
        self.faults.push(TextFault { position, message });
    }
}
