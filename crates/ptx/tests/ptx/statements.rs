//! Statements of inline assembly and of files: the values and blocks that they become, and that no text stops the reader.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::program::{Function, InstructionKind, Terminator};
use tileiras_kernel::value::{Operator, SpecialRegister, Uniformity, ValueKind};
use tileiras_kernel::{InstId, SymbolId, ValueId};
use tileiras_ptx::inline::{Lowered, Placeholder, Surroundings, Symbol, Text, lower};
use tileiras_ptx::{read, read_program};

/// Operands: `$2` is a predicate, `$3` a remote address, the others are numbers of 32 bits.
struct Operands;

impl Surroundings for Operands {
    fn operand(&mut self, builder: &mut FunctionBuilder, placeholder: Placeholder) -> Option<ValueId> {
        match placeholder {
            Placeholder::Numbered(2) => Some(builder.unknown(Uniformity::Cta, 1)),
            Placeholder::Numbered(3) => {
                let (address, rank) = (builder.constant(64, 64), builder.constant(1, 32));
                Some(builder.compute(Operator::Mapa, 64, [address, rank]))
            }
            Placeholder::Numbered(0) => None,
            _ => Some(builder.register(SpecialRegister::LaneId, 32)),
        }
    }

    fn is_wanted(&mut self, placeholder: Placeholder) -> bool {
        placeholder != Placeholder::Numbered(9)
    }

    fn symbol(&mut self, name: &str) -> Option<Symbol> {
        (name == "$smem").then_some(Symbol { id: SymbolId::new(4), alignment: Some(16) })
    }
}

/// A function of which a text is the first operation.
fn lowered(text: &str) -> (Function, Lowered) {
    let mut builder = FunctionBuilder::new();
    let (block, mut variables) = (builder.add_block(), 0);
    let text = Text::parse(text);
    let first = lower(&text, &mut builder, block, &mut Operands, &mut variables, InstId::new(1));
    // The same text again shares no register with the first one.
    let lowered = lower(&text, &mut builder, first.block, &mut Operands, &mut variables, InstId::new(2));
    builder.end(lowered.block, Terminator::Exit);
    (builder.finish(), lowered)
}

fn kinds(text: &str) -> Vec<InstructionKind> {
    let found: Vec<_> = lowered(text).0.instructions().map(|found| (found.id, found.kind.clone())).collect();
    let of = |id| found.iter().filter(move |(of, _)| *of == InstId::new(id)).map(|(_, kind)| kind.clone());
    assert_eq!(of(1).count(), of(2).count(), "{text}");
    of(1).collect()
}

#[test]
fn texts_of_triton_are_read() {
    let wait = "\n{\n\t.reg .pred complete;\n\twaitLoop:\n\tmbarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\n\
        \t@!complete bra.uni waitLoop;\n}\n";
    let (function, _) = lowered(wait);
    let loops = function.enumerate().filter(|(id, block)| block.end.targets().any(|target| target.to == *id));
    assert_eq!(loops.count(), 2);
    assert!(matches!(kinds(wait)[..], [InstructionKind::Mbarrier { .. }]));

    let (function, _) = lowered("@$2 tcgen05.mma.cta_group::1.kind::f16 [ $1 + 0 ], $4, $5, $6, $7;");
    let Terminator::Branch { condition, .. } = function.blocks[0].end else { panic!("{function:?}") };
    assert_eq!(function.value(condition).unwrap().kind, ValueKind::Unknown(Uniformity::Cta));
    let [reads, product] = function.blocks[1].instructions.as_slice() else { panic!("{function:?}") };
    assert!(matches!(&reads.kind, InstructionKind::ReadMatrices { descriptors } if descriptors.len() == 2));
    assert!(matches!(product.kind, InstructionKind::Tcgen05 { address: Some(_), .. }));
    assert!(matches!(kinds("@!{$r3} bar.sync 0;")[..], [InstructionKind::Barrier { .. }]));
}

#[test]
fn outputs_have_values() {
    let (function, found) = lowered("add.u32 $0, $1, 1; mov.u32 $9, $1;");
    let [(Placeholder::Numbered(0), value)] = found.results[..] else { panic!("{found:?}") };
    assert!(matches!(&function.values[value.index()].kind, ValueKind::Compute(Operator::Add, _)));
    let (function, found) = lowered("{ .reg .pred p; elect.sync _|p, -1; selp.u32 {$rw0}, 1, 0, p; }");
    let [(Placeholder::ReadWrite(0), value)] = found.results[..] else { panic!("{found:?}") };
    let ValueKind::Compute(Operator::Select, operands) = &function.values[value.index()].kind else { panic!() };
    assert_eq!(function.values[operands[0].index()].kind, ValueKind::Elect);
    // A register is not kept from one text to the next.
    let (function, found) = lowered("{ .reg .b32 r; mov.b32 {$w0}, r; mov.b32 r, 1; }");
    let (_, value) = found.results[0];
    assert_eq!(function.values[value.index()].kind, ValueKind::Unknown(Uniformity::Thread));
}

#[test]
fn texts_end_functions_and_name_symbols() {
    let (function, _) = lowered("setp.eq.u32 p, $1, 0; @p exit; @$2 ret;");
    assert_eq!(function.blocks.iter().filter(|block| block.end == Terminator::Exit).count(), 3);
    assert!(function.blocks.iter().any(|block| matches!(block.end, Terminator::Return(_))));
    let unreached = lowered("exit; bar.sync 0;").0;
    assert_eq!(unreached.instructions().count(), 0);
    let text = "clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.b128 [$$smem], [$$smem + 16];";
    assert!(matches!(kinds(text)[..], [InstructionKind::TryCancel { alignment: Some(16), .. }]));
    assert!(!Text::parse("add.u32 $0, $1, 1;").has_instructions());
    assert!(Text::parse("@$0 exit;").has_instructions() && Text::parse("@$0 ret;").has_instructions());
}

#[test]
fn remote_addresses_come_from_operands() {
    assert!(matches!(kinds("st.shared::cluster.u32 [$3+4], $1;")[..], [InstructionKind::RemoteAccess { .. }]));
    assert!(matches!(kinds("st.u32 [$3], $1;")[..], [InstructionKind::RemoteAccess { .. }]));
    assert!(matches!(kinds("st.shared::cluster.u32 [$1], $1;")[..], [InstructionKind::Cluster]));
    assert!(matches!(kinds("st.u32 [$1], $1;")[..], []));
}

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
        kinds(&text);
    }

    #[test]
    fn any_statements_are_read(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        let text = pieces.join(" ");
        kinds(&text);
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
