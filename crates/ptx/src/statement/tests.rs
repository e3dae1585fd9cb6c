#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::{Code, Elements, Operand, Statement};

/// The statements of the body of a function.
fn code(text: &str) -> Code {
    Code::of_function(text.as_bytes(), 0..0, 0..text.len(), &Elements::default())
}

/// The mnemonics and operands of statements with registers `%r0` to `%r9`.
fn operands(text: &str) -> Vec<(String, Vec<String>)> {
    let text = &format!(".reg .b64 %r<10>; {text}");
    let code = code(text);
    let show = |operand: &Operand| show(operand, text);
    code.instructions()
        .map(|(_, instruction)| {
            let mnemonic = instruction.mnemonic.of(text.as_bytes()).to_owned();
            (mnemonic, instruction.operands.iter().map(show).collect())
        })
        .collect()
}

fn show(operand: &Operand, text: &str) -> String {
    let all = |items: &[Operand]| items.iter().map(|item| show(item, text)).collect::<Vec<_>>().join(" ");
    match operand {
        Operand::Register(register) => format!("r{}", register.0),
        Operand::Special(special) => format!("{special:?}"),
        Operand::Integer(value) => value.cast_signed().to_string(),
        Operand::Name(name) => name.of(text.as_bytes()).to_owned(),
        Operand::Address { items, offset } => format!("[{}+{offset}]", all(items)),
        Operand::Vector(items) => format!("{{{}}}", all(items)),
        Operand::List(items) => format!("({})", all(items)),
        Operand::Pair(items) => all(items.as_slice()).replace(' ', "|"),
        Operand::Not(item) => format!("!{}", show(item, text)),
        Operand::Sink => "_".to_owned(),
        Operand::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
        Operand::Variable(index) => format!("v{index}"),
        Operand::Other(span) => format!("?{}", span.of(text.as_bytes())),
    }
}

#[track_caller]
fn check(text: &str, mnemonic: &str, expected: &[&str]) {
    assert_eq!(operands(text), [(mnemonic.to_owned(), expected.iter().map(|text| (*text).to_owned()).collect())]);
}

#[test]
fn operands_are_read() {
    check("mov.u32 %r0, -5;", "mov.u32", &["r0", "-5"]);
    check("ld.shared.v2.b32 {%r0, _}, [ %r1 + 16 ];", "ld.shared.v2.b32", &["{r0 _}", "[r1+16]"]);
    check("ld.b32 {%r0}, [%r1+-4]", "ld.b32", &["{r0}", "[r1+-4]"]);
    check("mov.u32 a, smem+8;", "mov.u32", &["a", "[smem+8]"]);
    check(
        "cp.async.bulk.tensor.2d.shared::cta.global [%r1], [%r2, {%r3, %r4}], [%r5];",
        "cp.async.bulk.tensor.2d.shared::cta.global",
        &["[r0+0]", "[r1 {r2 r3}+0]", "[r4+0]"],
    );
    check("call (a, b), f, (c)", "call", &["(a b)", "f", "(c)"]);
    check("setp.ne.and.b32 %r0|%r1, %r2, 0x10U, !%r3;", "setp.ne.and.b32", &["r0|r1", "r2", "16", "!r3"]);
    check("mov .f32 a, 0f3F800000;", "mov .f32", &["a", "1.0"]);
    check("mov.u32 %r0, %tid.x", "mov.u32", &["r0", "Known(Tid(X))"]);
    check("mov.u64 %r0, 99999999999999999999;", "mov.u64", &["r0", "?99999999999999999999"]);
}

#[test]
fn scopes_declare_registers_and_labels() {
    let text = "{ .reg .pred p; .reg .b32 %r<3>; L_1: @p bra L_1; mov.b32 %r1, %r3;
        { .reg .b32 %r<2>; L: mov.b32 %r1, p; } mov.b32 %r1, 0 } // bra X;
        .reg .pred q; @!q exit; .loc 1 2 3 exit;
        bar.sync 0";
    let code = code(text);
    let found: Vec<_> = code.instructions().map(|(_, instruction)| instruction).collect();
    // What follows `.loc` on its line is code.
    assert_eq!(found.len(), 7);
    assert_eq!(code.labels.len(), 2);
    let register = |index: usize, operand: usize| found[index].operands[operand].clone();
    assert_eq!(Operand::Register(found[0].guard.unwrap().register), register(2, 1));
    assert_ne!(register(1, 0), register(2, 0));
    assert_eq!(register(1, 0), register(3, 0));
    assert!(!found[4].guard.unwrap().holds);
    let bits = |operand: &Operand| match operand {
        Operand::Register(register) => code.register(*register).and_then(|info| info.bits),
        _ => None,
    };
    assert_eq!(bits(&register(1, 0)), Some(32));
    assert_eq!(bits(&register(1, 1)), None);
    assert_eq!(bits(&register(2, 1)), Some(1));
}

#[test]
fn heads_of_functions_are_read() {
    let head = ".visible .func (.param .b32 out) f (.param .b64 .ptr .shared .align 4 a, .param .align 8 .b8 b[16]) ";
    let text = format!("{head}{{ ld.param.b64 %rd1, [a]; st.param.b32 [out], 1; ret; }}");
    let code = Code::of_function(text.as_bytes(), 0..head.len(), head.len()..text.len(), &Elements::default());
    assert_eq!((code.parameters.len(), code.results), (3, 1));
    let first = code.instructions().next().unwrap().1;
    assert_eq!(first.operands[1], Operand::Address { items: vec![Operand::Register(code.parameters[1])], offset: 0 });
}

#[test]
fn malformed_text_does_not_panic() {
    for text in [
        "",
        "@",
        "@p",
        "@!",
        ":",
        "::",
        "a:",
        "/",
        "/*",
        "//",
        "\"",
        "bar.sync",
        "bar.sync ,",
        "}{;;",
        "é:;@é é é",
        "[",
        "a [",
        "a [[[[[[[[[[[[[[[[",
        "a (,",
        "a {$",
        "a ${",
        "a {$r",
        "a b|",
        "a -",
        "a !",
        "a +",
        "a b+",
        "a b[",
        "%",
        ".reg",
        ".reg .b32 %r<",
        ".shared .b8 x[",
        ".shared .b8 x[1] = {a",
        "a: .branchtargets",
        ".loc",
        "a.::b::",
    ] {
        code(text);
    }
    let deep = "{".repeat(100_000) + &"}".repeat(100_000) + "bar.sync 0;";
    assert_eq!(code(&deep).instructions().count(), 1);
}

#[test]
fn garbage_hides_no_statement() {
    let text = "12 ; , mov.b32 a ] b; é bar.sync 0;";
    let code = code(text);
    let names: Vec<_> = code.instructions().map(|(_, found)| found.mnemonic.of(text.as_bytes())).collect();
    assert_eq!(names, ["mov.b32", "b", "bar.sync"]);
    assert!(code.statements.iter().all(|statement| matches!(statement, Statement::Instruction(_))));
}
