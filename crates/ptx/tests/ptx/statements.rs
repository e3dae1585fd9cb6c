//! No text of statements stops the reader.

use proptest::prelude::*;
use tileiras_ptx::inline::instructions;
use tileiras_ptx::{read, read_program};

/// Pieces of which texts are made, many of them in a wrong place.
const PIECES: [&str; 58] = [
    "mov.u32",
    "add.s32",
    "setp.lt.u32",
    "bra",
    "brx.idx",
    "bar.sync",
    "call",
    "ret",
    "exit",
    "trap",
    "elect.sync",
    "ld.shared.v2.b64",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32",
    "mapa.u64",
    "selp.b32",
    "mul.wide.u32",
    "mov.b64",
    "mov.b128",
    "shfl.sync.idx.b32",
    "tcgen05.commit.cta_group::1",
    "st.param.b32",
    "ld.param.b32",
    ".reg .b32",
    ".reg .pred",
    ".param .b32",
    ".branchtargets",
    ".loc",
    "%r<4>",
    "%r1",
    "%p1",
    "p",
    "L",
    "L:",
    "$0",
    "$2",
    "{$rw0}",
    "${0:r}",
    "$$L",
    "%tid.x",
    "0x10",
    "-1",
    "0f00000000",
    "_",
    ",",
    ",",
    ";",
    ";",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "@",
    "!",
    "|",
    "+",
    "\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in ".{0,200}") {
        instructions(&text);
    }

    #[test]
    fn any_statements_are_read(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        let text = pieces.join(" ");
        instructions(&text);
        let file = format!(".version 8.7 .target sm_100a .func (.param .b32 p) f(.param .b32 q) {{ {text} }} .entry k() {{ {text} }}");
        if let Ok(ptx) = read(file.as_bytes()) {
            let found = read_program(file.as_bytes(), &ptx);
            prop_assert!(found.program.functions.len() >= 2);
            for function in &found.program.functions {
                for block in &function.blocks {
                    for target in block.end.targets() {
                        let to = &function.blocks[target.to.index()];
                        prop_assert_eq!(target.arguments.len(), to.parameters.len());
                    }
                }
            }
        }
    }
}
