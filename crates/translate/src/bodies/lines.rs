//! The directives `.loc` of PTX whose lines are numbers of operations.

use std::ops::Range;

use tileiras_mlir::text::lossy;

/// The name of the file of the numbers.
pub(super) const FILE: &str = "operations";

/// The number of the operation of the instruction at `position` in a body, then those of the calls by which LLVM has
/// inlined it, the innermost call first. Empty without a directive; 0 if LLVM does not know an operation.
///
/// LLVM 22 does not print `inlined_at` as an operand, but in the comment: `// operations:2:1 @[ operations:10:1 ]`.
pub(super) fn numbers(text: &[u8], body: Range<usize>, position: usize) -> Vec<usize> {
    let before = text.get(body.start..position).unwrap_or_default();
    let mut lines = before.rsplit(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let Some(directive) = lines.find(|line| line.starts_with(b".loc\t") || line.starts_with(b".loc ")) else {
        return Vec::new();
    };
    let directive = lossy(directive);
    let prefix = format!("{FILE}:");
    let parts = directive.split(&prefix).skip(1);
    parts.map(|part| part.split(':').next().and_then(|number| number.parse().ok()).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    const PTX: &str = "{
\t.loc\t1 6 0                           // operations:6:0
\tmov.b32 %r1, %r2;
\t.loc\t1 2 1                           // operations:2:1 @[ operations:10:1 @[ operations:14:1 ] ]
\tbar.sync 0;
\t.loc\t2 2 1                           // k.cu:2:1
\tret;
}";

    #[test]
    fn the_directive_in_force_counts() {
        let at = |instruction| numbers(PTX.as_bytes(), 0..PTX.len(), PTX.find(instruction).unwrap_or_default());
        assert_eq!(at("mov.b32"), [6]);
        assert_eq!(at("bar.sync"), [2, 10, 14]);
        assert!(at("ret").is_empty(), "of another file");
        assert!(numbers(b"{ ret; }", 0..8, 2).is_empty());
    }
}
