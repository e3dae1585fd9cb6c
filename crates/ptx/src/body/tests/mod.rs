#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write;

use tileiras_kernel::ValueId;
use tileiras_kernel::dump::expression;
use tileiras_kernel::evaluate::fold;
use tileiras_kernel::program::{ClusterUse, Function, InstructionKind, Terminator, Wgmma};
use tileiras_kernel::value::ValueKind;

use super::read_program;

mod instructions;

/// The functions of a file with these items.
fn functions(items: &str) -> Vec<Function> {
    let text = format!(".version 8.7\n.target sm_100a\n.address_size 64\n{items}");
    let ptx = crate::read(text.as_bytes()).unwrap();
    let found = read_program(text.as_bytes(), &ptx);
    for function in &found.program.functions {
        for instruction in function.instructions() {
            assert!(found.position(instruction.id).is_some_and(|position| position < text.len()));
        }
    }
    found.program.functions
}

/// A kernel with this body and a parameter `n`.
fn kernel(body: &str) -> Function {
    let registers = ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b128 %q<9>;";
    let text = format!(".extern .shared .align 16 .b8 smem[];\n.entry k(.param .u32 n) {{ {registers} {body} }}");
    functions(&text).remove(0)
}

fn list(function: &Function, operands: &[ValueId]) -> String {
    let operands: Vec<_> = operands.iter().map(|operand| expression(function, *operand)).collect();
    format!("({})", operands.join(", "))
}

/// The blocks with their instructions and ends.
pub(crate) fn show(function: &Function) -> String {
    let mut out = String::new();
    for (id, block) in function.enumerate() {
        let _ = write!(out, "{}{}:", id.index(), list(function, &block.parameters));
        for instruction in &block.instructions {
            if let ClusterUse::PeerMemory { address } = instruction.cluster_use {
                let _ = write!(out, " Peer{}", list(function, address.as_slice()));
            }
            if instruction.kind != InstructionKind::Other {
                let values = instruction.kind.operands();
                let name = format!("{:?}", instruction.kind);
                let name = name.split([' ', '{']).next().unwrap_or_default().to_owned();
                let _ = write!(out, " {name}{}", list(function, &values));
            }
            for access in &instruction.accesses {
                let _ = write!(out, " {:?}{}", access.direction, list(function, &[access.address, access.value]));
            }
        }
        let to = |target: &tileiras_kernel::program::Target| match target.arguments.is_empty() {
            true => target.to.index().to_string(),
            false => format!("{}{}", target.to.index(), list(function, &target.arguments)),
        };
        let targets: Vec<_> = block.end.targets().map(to).collect();
        let end = match &block.end {
            Terminator::Jump(_) => String::new(),
            Terminator::Branch { condition, .. } => format!("{} ? ", expression(function, *condition)),
            Terminator::Switch { value, .. } => format!("switch {} ", expression(function, *value)),
            Terminator::OneOf(_) => "any ".to_owned(),
            Terminator::Return(results) => format!("return{}", list(function, results)),
            Terminator::Exit => "exit".to_owned(),
            Terminator::Trap => "trap".to_owned(),
        };
        let _ = writeln!(out, " -> {end}{}", targets.join(" "));
    }
    out
}

/// The id of the barrier that the statements compute in a register of 32 bits.
#[track_caller]
fn computes(statements: &str, expected: &str) {
    let function = kernel(&format!("{statements} bar.sync %r1; ret;"));
    let barrier = function.instructions().last().unwrap();
    let InstructionKind::Barrier { id: Some(id), .. } = barrier.kind else { panic!("{barrier:?}") };
    assert_eq!(expression(&function, id), expected, "{statements}");
}

#[test]
fn every_register_that_an_instruction_writes_is_written() {
    for statement in [
        "tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {%r2, %r1}, %r3, [%r4];",
        "tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {%r2, %r3}, %r1, [%r4];",
    ] {
        computes(&format!("mov.u32 %r1, 7; {statement}"), "Thread?");
    }
}

#[test]
fn integer_arithmetic_is_followed() {
    computes("mov.u32 %r1, %tid.x;", "Tid(X)");
    computes("mov.u32 %r0, %tid.x; shr.u32 %r1, %r0, 5;", "LShr(Tid(X), 5)");
    computes("mov.u32 %r0, %tid.x; shr.s32 %r1, %r0, 5;", "AShr(Tid(X), 5)");
    computes("mad.lo.s32 %r1, %ntid.x, %tid.y, %tid.x;", "Add(Mul(NTid(X), Tid(Y)), Tid(X))");
    computes("mul.wide.u32 %d1, %tid.x, 4; cvt.u32.u64 %r1, %d1;", "ZeroExtend:32(Mul(ZeroExtend:64(Tid(X)), 4))");
    computes("lop3.b32 %r1, %tid.x, %tid.y, 3, 0x80;", "Lop3(128)(Tid(X), Tid(Y), 3)");
    computes("lop3.or.b32 %r1|%p1, %tid.x, %tid.y, 3, 0x80, %p2;", "Opaque:32(Tid(X), Tid(Y), 3, 128, Thread?)");
    computes("bfe.u32 %r1, %tid.x, 5, 3;", "And(LShr(Tid(X), 5), 7)");
    computes("bfe.s32 %r1, %tid.x, 5, 3;", "AShr(Shl(Tid(X), 24), 29)");
    computes("bfe.u32 %r1, %tid.x, 30, 3;", "And(LShr(Tid(X), 30), 3)");
    computes("bfe.s32 %r1, %tid.x, 32, 3;", "Opaque:32(Tid(X), 32, 3)");
    // A part of the register is written.
    computes("mov.u32 %r1, 7; vadd.s32.s32.s32 %r1.b0, %r2, %r3, %r1;", "Thread?");
    computes("bfi.b32 %r1, %tid.x, %tid.y, 4, 3;", "Or(And(Shl(Tid(X), 4), 112), And(Tid(Y), -113))");
    computes("not.b32 %r1, %laneid; ", "Xor(LaneId, -1)");
    computes("neg.s32 %r1, %warpid;", "Sub(0, WarpId)");
    computes("abs.s32 %r1, %warpid;", "SMax(WarpId, Sub(0, WarpId))");
    computes("max.u32 %r1, %tid.x, %tid.y;", "UMax(Tid(X), Tid(Y))");
    computes(
        "mov.b64 %d1, {%tid.x, 1}; mov.b64 {_, %r1}, %d1;",
        "ZeroExtend:32(LShr(Or(ZeroExtend:64(Tid(X)), Shl(1, 32)), 32))",
    );
    computes(
        "cvt.u16.u32 %h1, %tid.x; shr.u16 %h2, %h1, 3; cvt.u32.u16 %r1, %h2;",
        "ZeroExtend:32(ZeroExtend:16(LShr(ZeroExtend:32(ZeroExtend:16(Tid(X))), 3)))",
    );
    computes("mov.u32 %r1, %lanemask_lt;", "Sub(Shl(1, LaneId), 1)");
    computes("mov.u32 %r1, smem+16;", "Add(symbol0, 16)");
    computes("popc.b64 %r1, 7;", "ZeroExtend:32(Popc(7))");
    computes("add.cc.u32 %r0, %tid.x, 1; addc.u32 %r1, 0, 0;", "Thread?");
    // Nothing is known of a floating point number.
    let one = 1_f64.to_bits();
    for text in ["0f3F800000", "1.0", "0d3FF0000000000000", "2.0 - 1.0", "1E+0"] {
        let expected = format!("Opaque:32(Tid(X), Opaque:64({one}), Tid(Y))");
        computes(&format!("fma.rn.f32 %r1, %tid.x, {text}, %tid.y;"), &expected);
    }
    computes("sub.s32 %r1, %clock, %smid;", "Sub(Thread?, Cta?)");
}

/// The number that the statements compute in a register of 32 bits.
#[track_caller]
fn number(statements: &str) -> u64 {
    fn of(function: &Function, id: ValueId) -> Option<u64> {
        let value = function.value(id)?;
        match &value.kind {
            ValueKind::Constant(number) => Some(*number),
            ValueKind::Compute(operator, operands) => {
                let numbers: Vec<_> = operands
                    .iter()
                    .map(|&id| (of(function, id), function.value(id).map_or(0, |value| value.bits)))
                    .collect();
                fold(*operator, value.bits, &numbers)
            }
            _ => None,
        }
    }
    let function = kernel(&format!("{statements} bar.sync %r1; ret;"));
    let barrier = function.instructions().last().unwrap();
    let InstructionKind::Barrier { id: Some(id), .. } = barrier.kind else { panic!("{barrier:?}") };
    of(&function, id).unwrap_or_else(|| panic!("{statements}: {}", expression(&function, id)))
}

#[test]
fn bits_are_followed_as_the_isa_says() {
    let numbers = [0_u32, 1, 2, 5, 31, 32, 33, 64, 0x00ff_ffff, 0x0100_0000, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
    let compare = |operation: &str, expected: &dyn Fn(u32, u32, u32) -> u32| {
        let arity = operation.matches(", $").count();
        for &a in &numbers {
            for &b in if arity > 1 { &numbers[..] } else { &numbers[..1] } {
                for &c in if arity > 2 { &numbers[..] } else { &numbers[..1] } {
                    let text = operation.replace("$a", &a.to_string()).replace("$b", &b.to_string());
                    let text = text.replace("$c", &c.to_string());
                    assert_eq!(number(&text), u64::from(expected(a, b, c)), "{text}");
                }
            }
        }
    };
    let both = |a: u32, b: u32| u64::from(b) << 32 | u64::from(a);
    compare("shf.l.wrap.b32 %r1, $a, $b, $c;", &|a, b, c| ((both(a, b) << (c & 31)) >> 32) as u32);
    compare("shf.l.clamp.b32 %r1, $a, $b, $c;", &|a, b, c| ((both(a, b) << c.min(32)) >> 32) as u32);
    compare("shf.r.wrap.b32 %r1, $a, $b, $c;", &|a, b, c| (both(a, b) >> (c & 31)) as u32);
    compare("shf.r.clamp.b32 %r1, $a, $b, $c;", &|a, b, c| (both(a, b) >> c.min(32)) as u32);
    let bits = |first: u32, length: u32| (0..32).filter(move |bit| (first..first + length).contains(bit));
    let mask = |first: u32, length: u32| bits(first, length).fold(0, |mask, bit| mask | 1 << bit);
    compare("bmsk.clamp.b32 %r1, $a, $b;", &|a, b, _| mask(a.min(32), b.min(32)));
    compare("bmsk.wrap.b32 %r1, $a, $b;", &|a, b, _| mask(a & 31, b & 31));
    let extended = |value: u32, length: u32, signed: bool| match length {
        0 => 0,
        length if signed && value >> (length - 1) & 1 == 1 => value | !mask(0, length),
        length => value & mask(0, length),
    };
    compare("szext.clamp.s32 %r1, $a, $b;", &|a, b, _| extended(a, b.min(32), true));
    compare("szext.wrap.u32 %r1, $a, $b;", &|a, b, _| extended(a, b & 31, false));
    compare("bfind.u32 %r1, $a;", &|a, _, _| a.checked_ilog2().unwrap_or(u32::MAX));
    compare("bfind.shiftamt.u32 %r1, $a;", &|a, _, _| a.checked_ilog2().map_or(u32::MAX, |bit| 31 - bit));
    let sign = |a: u32| if a >> 31 == 1 { !a } else { a };
    compare("bfind.s32 %r1, $a;", &|a, _, _| sign(a).checked_ilog2().unwrap_or(u32::MAX));
    compare("brev.b32 %r1, $a;", &|a, _, _| a.reverse_bits());
    compare("cnot.b32 %r1, $a;", &|a, _, _| u32::from(a == 0));
    let signed = |a: u32| i64::from((a << 8) as i32 >> 8);
    let unsigned = |a: u32| u64::from(a & 0x00ff_ffff);
    compare("mul24.lo.u32 %r1, $a, $b;", &|a, b, _| (unsigned(a) * unsigned(b)) as u32);
    compare("mul24.hi.u32 %r1, $a, $b;", &|a, b, _| ((unsigned(a) * unsigned(b)) >> 16) as u32);
    compare("mad24.lo.s32 %r1, $a, $b, $c;", &|a, b, c| ((signed(a) * signed(b)) as u32).wrapping_add(c));
    compare("mad24.hi.s32 %r1, $a, $b, $c;", &|a, b, c| (((signed(a) * signed(b)) >> 16) as u32).wrapping_add(c));
    compare("sad.u32 %r1, $a, $b, $c;", &|a, b, c| a.abs_diff(b).wrapping_add(c));
    compare("sad.s32 %r1, $a, $b, $c;", &|a, b, c| (a as i32).abs_diff(b as i32).wrapping_add(c));
    compare("slct.u32.s32 %r1, $a, $b, $c;", &|a, b, c| if (c as i32) < 0 { b } else { a });
    assert_eq!(number("brev.b64 %d1, 5; shr.b64 %d1, %d1, 32; cvt.u32.u64 %r1, %d1;"), 0xa000_0000);
    assert_eq!(number("bfind.s64 %r1, -5;"), 2);
}

#[test]
fn predicates_are_followed() {
    computes("setp.lt.s32 %p1, %tid.x, 32; selp.b32 %r1, 1, 2, %p1;", "Select(Compare(Slt)(Tid(X), 32), 1, 2)");
    computes("setp.s32.lt %p1, %tid.x, 32; selp.b32 %r1, 1, 2, %p1;", "Select(Compare(Slt)(Tid(X), 32), 1, 2)");
    computes("setp.hs.u32 %p1, %tid.x, 32; selp.b32 %r1, 1, 2, %p1;", "Select(Compare(Uge)(Tid(X), 32), 1, 2)");
    computes(
        "setp.eq.u32 %p2, %tid.y, 0; setp.eq.and.u32 %p1|%p3, %tid.x, 0, !%p2; selp.b32 %r1, 1, 2, %p3;",
        "Select(And(Xor(Compare(Eq)(Tid(X), 0), -1), Xor(Compare(Eq)(Tid(Y), 0), -1)), 1, 2)",
    );
    computes("set.lt.u32.u32 %r1, %tid.x, 4;", "SignExtend:32(Compare(Ult)(Tid(X), 4))");
    computes(
        "mov.u32 %r1, 1; setp.eq.u32 %p1, %tid.x, 0; @%p1 mov.u32 %r1, 2;",
        "Select(Compare(Eq)(Tid(X), 0), 2, 1)",
    );
    computes(
        "mov.u32 %r1, 1; setp.eq.u32 %p1, %tid.x, 0; @!%p1 add.u32 %r1, %r1, 2;",
        "Select(Compare(Eq)(Tid(X), 0), 1, Add(1, 2))",
    );
    computes("setp.lt.f32 %p1, %tid.x, %tid.y; selp.b32 %r1, 1, 2, %p1;", "Select(Opaque:1(Tid(X), Tid(Y)), 1, 2)");
}

#[test]
fn loads_and_warp_operations_are_followed() {
    computes("ld.param.u32 %r1, [n];", "v0");
    computes("ld.param.u16 %r1, [n+2];", "ZeroExtend:32(Grid?)");
    computes("ld.shared.s8 %r1, [smem+4];", "SignExtend:32(Shared[Add(symbol0, 4)])");
    computes("ld.global.nc.v2.u32 {%r0, %r1}, [%d1];", "Global[Add(Thread?, 4)]");
    computes("shfl.sync.idx.b32 %r1|%p1, %warpid, 0, 31, -1;", "ShuffleIndex(WarpId, 0)");
    computes("mov.u32 %r2, 31; shfl.sync.idx.b32 %r1|%p1, %warpid, 0, %r2, -1;", "ShuffleIndex(WarpId, 0)");
    computes("mov.u32 %r2, 0x181f; shfl.sync.idx.b32 %r1|%p1, %warpid, 0, %r2, -1;", "Thread?");
    computes("shfl.sync.down.b32 %r1, %warpid, 1, 31, -1;", "Thread?");
    computes("activemask.b32 %r1;", "Ballot(-1, -1)");
    computes("elect.sync _|%p1, -1; selp.b32 %r1, 1, 0, %p1;", "Select(Elect, 1, 0)");
    computes("atom.shared.add.u32 %r1, [smem], 1;", "Thread?");
    computes("redux.sync.add.s32 %r1, %tid.x, 0xf;", "Reduce(Add)(Tid(X), 15)");
    computes("redux.sync.min.s32 %r1, %tid.x, -1;", "Reduce(SMin)(Tid(X), -1)");
    computes("redux.sync.min.u32 %r1, %tid.x, -1;", "Reduce(UMin)(Tid(X), -1)");
    computes("match.any.sync.b32 %r1, %tid.x, -1;", "MatchAny(Tid(X), -1)");
    computes("mapa.shared::cluster.u32 %r0, smem, 1; getctarank.shared::cluster.u32 %r1, %r0;", "1");
}

#[test]
fn branches_and_guards_make_blocks() {
    let function = kernel(
        "mov.u32 %r1, 0; setp.eq.u32 %p1, %tid.x, 0;
        loop: { .reg .pred q; @%p1 bra done; }
        add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 4;
        @%p1 bar.sync 3; add.u32 %r2, %r1, 1; @%p1 bar.sync 4;
        @%p2 bra.uni loop; bar.sync %r1;
        done: @!%p1 exit; @%p1 trap; bar.sync 1; ret; bar.sync 2;",
    );
    let expected = "0(): -> 1(0)
1(v19): -> P ? 2 3
2(): -> P ? 8 7
3(): -> P ? 4 5
4(): Barrier(3) Barrier(4) -> 5
5(): -> Compare(Ult)(Add(v19, 1), 4) ? 1(Add(v19, 1)) 6
6(): Barrier(Add(v19, 1)) -> 2
7(): -> exit
8(): -> P ? 9 10
9(): -> trap
10(): Barrier(1) -> return()
";
    assert_eq!(show(&function).replace("Compare(Eq)(Tid(X), 0)", "P"), expected);
    let table = kernel("t: .branchtargets a, b; brx.idx %tid.x, t; a: bar.sync 1; b: bar.sync 2;");
    assert!(show(&table).starts_with("0(): -> switch Tid(X) 2 1\n"), "{}", show(&table));
}

#[test]
fn calls_pass_values() {
    let found = functions(
        ".extern .func outside (.param .b32 a);
        .func (.param .b32 out) rank (.param .b32 a, .param .align 16 .b8 s[16])
        { .reg .b32 %r<3>; .reg .b64 %d<3>; ld.param.b32 %r1, [a]; add.s32 %r1, %r1, 1; ld.param.v2.b64 {%d1, %d2}, [s];
          mbarrier.inval.b64 [%d1]; st.param.b32 [out], %r1; ret; }
        .func nothing (.param .b32 a) { ret; }
        .global .u64 table[1] = { nothing };
        .entry k() { .reg .b32 %r<3>; .reg .b64 %d<3>;
          { .param .b32 x; .param .align 16 .b8 y[16]; st.param.b32 [x], %tid.x; st.param.v2.b64 [y], {5, 6};
            .param .b32 z; call.uni (z), rank, (x, y); ld.param.b32 %r1, [z]; }
          bar.sync %r1; call outside, (%r1); call vprintf, (%r1); mov.u64 %d1, nothing; call %d1, (%r1), prototype;
          ret; }",
    );
    assert_eq!(show(&found[0]), "0(): Mbarrier(v1) -> return(Add(v0, 1))\n");
    assert_eq!(show(&found[1]), "");
    assert_eq!(
        show(&found[2]),
        "0(): Call(Tid(X), 5, 6, CallResult) Barrier(CallResult) CallUnknown() Reference() CallUnknown() -> return()\n"
    );
}

#[test]
fn zeros_are_stored_word_by_word() {
    let of = |size: &str| {
        let statement = format!(
            "mov.u32 %r2, smem; mov.u64 %d1, 16; ld.global.u64 %d2, [%d3]; st.bulk.weak.shared::cta [%r2], {size}, 0;"
        );
        show(&kernel(&statement))
    };
    let two = "0(): Store(symbol0, 0) Store(Add(symbol0, 8), 0) -> return()\n";
    assert_eq!((of("16").as_str(), of("%d1").as_str()), (two, two));
    // Nothing is known of where a store of another size ends.
    assert_eq!(of("%d2"), "0(): Store(Thread?, Thread?) -> return()\n");
    assert_eq!(of("2048"), of("%d2"));
}

#[test]
fn remote_accesses_come_from_mapa() {
    let remote = "mapa.u64 %d1, %d0, 1; add.u64 %d2, %d1, 8; ld.u32 %r1, [%d2]; st.global.u32 [%d2], 1;
        mapa.shared::cluster.u32 %r2, smem, 0; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r2];
        st.u32 [%d3], 1; cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r2], [smem], 16, [%r2];";
    let function = kernel(remote);
    let shown = show(&function);
    let (mapa, next) = ("Mapa(symbol0, 0)", "Add(Mapa(Thread?, 1), 8)");
    let expected = format!(
        "0(): Mapa(1) Peer({next}) Load({next}, SharedCluster[{next}]) Mapa(0) Peer({mapa}) Mbarrier({mapa}) Peer({mapa}) AsyncCopy(AsyncCopy({mapa}, symbol0, 16, {mapa}) -> return()\n"
    );
    assert_eq!(shown, expected);
}

#[test]
fn responses_keep_their_address() {
    let function = kernel(
        "ld.shared.v2.b64 {%d1, %d2}, [smem]; mov.b128 %q1, {%d1, %d2};
        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p1, %q1; @!%p1 ret;
        clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2, _, _}, %q1; bar.sync %r2;",
    );
    let load = "Shared[symbol0]";
    let shown = show(&function);
    assert!(shown.contains(&format!("Load(symbol0, {load})")), "{shown}");
    assert!(shown.contains(&format!("IsCanceled({load}) ? ")), "{shown}");
    assert!(shown.contains(&format!("FirstCtaId({load}) Barrier(FirstCtaId(Y)({load}))")), "{shown}");
}

#[test]
fn accumulators_are_used() {
    let mma = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r1, %r2}, %d1, %d2, 1, 1, 1, 0, 0;";
    let other = mma.replace("%r1, %r2", "%r6, %r7");
    let uses = |text: &str| {
        let function = kernel(text);
        let uses = function.instructions().flat_map(|found| {
            let uses = found.accumulators.iter().map(|used| format!("{used:?}").replace("AccumulatorId", ""));
            let wait = matches!(found.kind, InstructionKind::Wgmma(Wgmma::Wait { .. })).then(|| "Wait".to_owned());
            uses.chain(wait).collect::<Vec<_>>()
        });
        uses.collect::<Vec<String>>().join(" ")
    };
    for (text, expected) in [
        (format!("mov.b32 %r1, %r5; {mma} add.f32 %r5, %r1, %r3;"), "Read((0))"),
        (format!("{mma} {other} add.f32 %r5, %r6, %r3;"), "Read((1))"),
        (format!("{mma} {other} add.f32 %r5, %r6, %r1;"), "Read((0)) Read((1))"),
        (format!("{mma} mul.f32 %r1, %r1, %r3;"), "Write((0))"),
        (format!("{mma} ld.shared.v2.b32 {{%r3, %r2}}, [%r5];"), "Write((0))"),
        // The copies before a wait have one number, and those after it another one.
        (
            format!("{mma} mov.b32 %r4, %r2; mov.b32 %r5, %r1; add.f32 %r3, %r4, %r5;"),
            "Copy { from: (0), to: (1) } Read((1))",
        ),
        (
            format!(
                "{mma} mov.b32 %r4, %r2; wgmma.wait_group.sync.aligned 0; mov.b32 %r5, %r1; cvt.rn.f16x2.f32 %r3, %r4, %r5;"
            ),
            "Copy { from: (0), to: (1) } Wait Copy { from: (0), to: (2) } \
             Read((1)) Read((2))",
        ),
        // The halves of a register.
        (
            format!(
                ".reg .b16 %rs<4>; {mma} mov.b32 {{%rs1, %rs2}}, %r1; wgmma.wait_group.sync.aligned 0; add.f16 %rs3, %rs1, %rs2;"
            ),
            "Copy { from: (0), to: (1) } Wait Read((1))",
        ),
        // Something else writes the register, too.
        (format!("{mma} mov.b32 %r4, %r2; mov.b32 %r4, 0; add.f32 %r5, %r4, %r3;"), "Copy { from: (0), to: (1) }"),
        (
            format!("mov.b32 %r4, 0; {mma} mov.b32 %r4, %r2; add.f32 %r5, %r4, %r3;"),
            "Copy { from: (0), to: (1) } Read((1))",
        ),
        // Destinations that overlap.
        (format!("{mma} {} add.f32 %r5, %r1, %r3;", mma.replace("%r1, %r2", "%r2, %r3")), ""),
    ] {
        assert_eq!(uses(&text), expected, "{text}");
    }
}
