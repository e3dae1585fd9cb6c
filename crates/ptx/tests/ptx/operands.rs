//! Operands have the value that `ptxas` gives them, or none.
//!
//! The id of a barrier that is out of range is in the message of a finding. Each text is assembled, as it is and with
//! the value in its place: both have the same code.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use object::{Object, ObjectSection};
use tileiras_finding::RuleSet;
use tileiras_ptx::{Directive, Kernel, check, read, rewrite};

use crate::tools::run::{START, ptxas};

/// The code of the kernel `k`.
fn code(text: &str) -> Vec<u8> {
    let cubin = ptxas(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let file = object::File::parse(&*cubin).unwrap();
    file.section_by_name(".text.k").unwrap().data().unwrap().to_vec()
}

fn kernel(items: &str, body: &str) -> String {
    let registers = ".reg .pred p, q; .reg .b32 r, s, t, %r<9>; .reg .b64 d, e; .reg .f32 f;";
    format!("{START}{items}\n.visible .entry k(.param .u64 a)\n.reqntid 64\n{{\n{registers}\n{body}\nret;\n}}\n")
}

/// The rules that a text breaks, with their messages.
fn findings(text: &str) -> Vec<String> {
    let ptx = read(text.as_bytes()).unwrap();
    let found = check(text.as_bytes(), &ptx, ptx.stated_target(), &RuleSet::of_faults());
    found.iter().map(ToString::to_string).collect()
}

/// The value of `{}` in a body is that number.
#[track_caller]
fn is_value(items: &str, operand: &str, value: u64) {
    // The number of threads of a barrier is a multiple of 32.
    let text = |operand: &str| {
        let uses = "st.shared.u64 [out], d; cvt.u32.u64 r, d; and.b32 r, r, 2047; add.u32 r, r, 2048;";
        kernel(&format!(".shared .b64 out;\n{items}"), &format!("mov.u64 d, {operand}; {uses}"))
    };
    assert_eq!(code(&text(operand)), code(&text(&(value.cast_signed()).to_string())), "{operand}");
    let whole = text(operand).replace("\nret;", "\nbar.sync r;\nret;");
    let got = (value & 2047) + 2048;
    let expected = format!("'bar.sync' barrier id must be 0 to 15, got {got} [named-barrier-range]");
    assert_eq!(findings(&whole), [expected], "{operand}");
}

#[test]
fn constant_expressions_have_the_values_of_ptxas() {
    for (text, value) in [
        ("3*32", 96),
        ("~0", -1),
        ("0xffffffff", 0xffff_ffff),
        ("-1>>1", -1),
        ("(.u64)-1>>1", i64::MAX),
        ("-1U>>1", i64::MAX),
        ("-8/3", -2),
        ("(.u64)-8/3", 6_148_914_691_236_517_202),
        // `%` is unsigned.
        ("-8 % 3", 2),
        ("-5 % -3", -5),
        ("-1<1", 1),
        ("-1<1U", 0),
        ("(.s64)-1 < 0xffffffffffffffff", 0),
        ("!5", 0),
        ("!0", 1),
        ("1&&0||1", 1),
        ("5&3|8^1", 9),
        ("((0&3)-7)<0", 1),
        // `~` gives an unsigned number.
        ("(~0)>>60", 15),
        ("(.s64)~0U>>1", -1),
        ("WARP_SZ", 32),
        ("(0-WARP_SZ)>>2", -8),
        // A shift counts modulo 64.
        ("1<<64", 1),
        ("1<<-1", i64::MIN),
        ("-1>>100", -1),
        ("0b101+017+0x1F+9U", 60),
        ("- -5", 5),
        ("!-5", 0),
        ("-(1U)<0", 0),
        ("1?2?3:4:5", 3),
        // The type is that of the operand that is chosen.
        ("(1?-1:2U)>>1", -1),
        ("(0?-1:1U-2)>>1", i64::MAX),
        ("2+3*4-5", 9),
        ("100/10/2", 5),
        ("1<<2+1", 8),
        ("7&3==3", 1),
        ("8>>1<<1", 8),
        ("1|2^3&4", 3),
        ("2.0>1.0", 1),
        ("0x8000000000000000>>63", 1),
        ("18446744073709551615", -1),
    ] {
        is_value("", text, i64::cast_unsigned(value));
    }
}

/// What is not a number is no number that a rule could compare.
#[test]
fn floating_point_numbers_are_no_integers() {
    for number in ["0f3F800000", "0f00000010", "1.0", "1.5E+1", "-1.0*2.0"] {
        let body = format!("mov.f32 f, {number}; mov.b32 r, f; bar.sync r;");
        code(&kernel("", &body));
        assert_eq!(findings(&kernel("", &body)), [""; 0], "{number}");
    }
}

/// Each is assembled, and breaks the rules with these names.
#[track_caller]
fn breaks(text: &str, rules: &[&str]) {
    code(text);
    let found = findings(text);
    let found: Vec<_> = found.iter().filter_map(|found| found.rsplit_once('[')?.1.strip_suffix(']')).collect();
    assert_eq!(found, rules, "{text}");
}

/// A handshake of all threads: right if `init`, `arrive` and `wait` are one mbarrier.
fn handshake(init: &str, arrive: &str, wait: &str) -> String {
    format!(
        "mov.u32 r, %tid.x; setp.ne.u32 p, r, 0; @!p mbarrier.init.shared.b64 [{init}], 64; bar.sync 0;\n\
         mbarrier.arrive.shared.b64 d, [{arrive}];\n\
         W: mbarrier.try_wait.shared.b64 p, [{wait}], d; @!p bra W;"
    )
}

const NOT_INITIALISED: &[&str] = &["mbarrier-init", "mbarrier-init"];

#[test]
fn addresses_are_sums_of_a_name_and_a_constant_expression() {
    let items = ".shared .align 8 .b64 bar[8];";
    for same in
        ["bar+(8)", "bar+8*1", "bar+-8+16", "bar+1<<3", "bar + WARP_SZ/4", "bar+(1?8:0)", "bar+!0*8", "bar+ 010"]
    {
        breaks(&kernel(items, &handshake(same, "bar+8", "bar+8")), &[]);
        breaks(&kernel(items, &handshake("bar+8", same, same)), &[]);
        breaks(&kernel(items, &handshake("bar", same, same)), NOT_INITIALISED);
    }
    // An index counts elements, in bytes of the type in the brackets of a vector.
    for (items, index) in [
        (".shared .align 8 .b64 bar[8];", "bar[1]"),
        (".shared .align 8 .b32 bar[8];", "bar[1+1]"),
        (".shared .align 8 .b8 bar[64];", "bar[(WARP_SZ/4)]"),
        (".shared .align 8 .b64 bar[4][2];", "bar[1]"),
        (".shared .align 8 .v2 .b32 bar[8];", "bar[2]"),
    ] {
        for (first, rules) in [("bar+8", &[][..]), ("bar", NOT_INITIALISED)] {
            let body = format!("mov.u32 s, {index}; {}", handshake(first, "s", "s"));
            breaks(&kernel(items, &body), rules);
            breaks(&kernel("", &format!("{items} {body}")), rules);
        }
    }
    for same in ["%r1+-4", "%r1+(4-8)", "%r1+~3", "%r1+-8/2", "%r1+-(1?4:5)"] {
        let body =
            |from: &str| format!("mov.u32 %r1, bar; add.u32 %r1, %r1, {from}; {}", handshake("bar+8", same, same));
        breaks(&kernel(items, &body("12")), &[]);
        breaks(&kernel(items, &body("4")), NOT_INITIALISED);
    }
}

/// What is found if the id of a barrier is 16.
const OUT_OF_RANGE: &[&str] = &["named-barrier-range"];

#[test]
fn vectors_have_components() {
    for (declared, first, second) in [
        (".reg .v2 .b32 v;", "v.x", "v.y"),
        (".reg .v4 .b32 v;", "v.z", "v.w"),
        (".reg .v4 .u32 v;", "v.b", "v.a"),
        (".reg .v2 .b32 v<3>;", "v2.x", "v2.y"),
        (".reg .v4 .b32 %v;", "%v.y", "%v.x"),
    ] {
        for (used, rules) in [(first, &[][..]), (second, OUT_OF_RANGE)] {
            let body = format!("{declared} mov.u32 {first}, 15; mov.u32 {second}, 16; bar.sync {used};");
            breaks(&kernel("", &body), rules);
        }
    }
    for (copy, rules) in [("{s, t}", &[][..]), ("{t, s}", OUT_OF_RANGE)] {
        let copies = format!("mov.v2.u32 w, v; mov.b64 d, w; mov.b64 {copy}, d;");
        let body = format!(".reg .v2 .b32 v, w; mov.u32 v.x, 15; mov.u32 v.y, 16; {copies} bar.sync s;");
        breaks(&kernel("", &body), rules);
    }
}

/// What is found if the threads of a warp come to different barriers.
const DIVERGENT: &[&str] = &["cta-barrier-divergent"];

#[test]
fn names_have_scopes() {
    let own = |number: u32| {
        let handshake = handshake("bar", "bar", "bar").replace('W', &format!("W{number}"));
        format!("{{ .shared .align 8 .b64 bar; {handshake} }}\n")
    };
    // Variables of one name in scopes beside and in each other.
    breaks(&kernel("", &(own(0) + &own(1))), &[]);
    breaks(&kernel(".shared .align 8 .b64 bar;", &(handshake("bar", "bar", "bar") + &own(1))), &[]);
    let inner = |again: &str| {
        let init = "mbarrier.init.shared.b64 [bar], 64;";
        format!(
            ".shared .align 8 .b64 bar; mov.u32 r, %tid.x; setp.ne.u32 p, r, 0; @p bra L; {init} {{ {again} {init} }}\n\
             L: bar.sync 0; mbarrier.arrive.shared.b64 d, [bar]; W: mbarrier.try_wait.shared.b64 p, [bar], d; @!p bra W;"
        )
    };
    breaks(&kernel("", &inner(".shared .align 8 .b64 bar;")), &[]);
    breaks(&kernel("", &inner("")), &["mbarrier-init"]);
    // A variable hides a register, a register hides a variable and a parameter.
    breaks(&kernel("", &format!("mov.u32 s, 5; {{ .shared .align 8 .b64 s; {} }}", handshake("s", "s", "s"))), &[]);
    let hidden = |name: &str| format!("{{ .reg .b32 {name}; mov.u32 {name}, bar; {} }}", handshake(name, "bar", name));
    let items = ".shared .align 8 .b64 bar; .shared .align 8 .b64 other;";
    breaks(&kernel(items, &hidden("other")), &[]);
    breaks(&kernel(items, &hidden("a")), &[]);
    // Labels and tables of one name.
    let branch = "{ @p bra L; bar.sync 0; L: bar.sync 1; }";
    let body = |condition: &str| format!("mov.u32 r, {condition}; setp.eq.u32 p, r, 0; {branch} {branch}");
    breaks(&kernel("", &body("%ctaid.x")), &[]);
    breaks(&kernel("", &body("%tid.x")), &["cta-barrier-divergent"; 2]);
    let table =
        |first: &str| format!("{{ T: .branchtargets {first}, B; brx.idx r, T; A: bar.sync 0; B: bar.sync 1; }}");
    let body =
        |first: &str, second: &str| format!("mov.u32 s, %tid.x; and.b32 r, s, 1; {} {}", table(first), table(second));
    breaks(&kernel("", &body("B", "B")), &[]);
    breaks(&kernel("", &body("B", "A")), DIVERGENT);
    breaks(&kernel("", &body("A", "B")), DIVERGENT);
    // A number with zeros in front.
    for (declared, name, same) in [
        ("x<3>", "x02", "x2"),
        ("x<0x3>", "x2", "x002"),
        ("x1a<3>", "x1a2", "x1a02"),
        ("%x<0b11>", "%x01", "%x1"),
        ("x<3>, y<3>", "x2", "x02"),
    ] {
        let body = format!(".reg .b32 {declared}; mov.u32 {name}, 16; bar.sync {same};");
        breaks(&kernel("", &body), OUT_OF_RANGE);
    }
}

#[test]
fn labels_and_variables_can_begin_with_a_percent_sign() {
    for label in ["%L", "%r99", "%_", "%0", "$L"] {
        let body = |condition: &str| {
            let branch = format!("@p bra {label}; bar.sync 0; {label}: bar.sync 1;");
            format!("mov.u32 r, {condition}; setp.ne.u32 p, r, 0; {branch}")
        };
        breaks(&kernel("", &body("%ctaid.x")), &[]);
        breaks(&kernel("", &body("%tid.x")), DIVERGENT);
    }
    breaks(&kernel(".shared .align 8 .b64 %b;", &handshake("%b", "%b+0", "%b")), &[]);
    let other = kernel(".shared .align 8 .b64 %b; .shared .align 8 .b64 %c;", &handshake("%b", "%c", "%c"));
    breaks(&other, NOT_INITIALISED);
}

#[test]
fn code_follows_loc_on_its_line() {
    let items = ".file 1 \"a.cu\"";
    let init = "mbarrier.init.shared.b64 [bar], 64;";
    for loc in [
        ".loc 1 1 1",
        ".loc 1 2 3\n.loc 1 1 1",
        ".loc 1 1 1 .loc 1 2 3",
        ".loc 1\n1 1",
        ".loc\t1 0x1 1 // c\n",
        ".loc 1 1 1 /* c */ {.reg .b32 u;} ",
    ] {
        let body = |init: &str| {
            format!(
                ".shared .align 8 .b64 bar; mov.u32 r, %tid.x; setp.ne.u32 p, r, 0; @p bra S; {loc} {init}\n\
                 {loc} S: bar.sync 0; mbarrier.arrive.shared.b64 d, [bar];\n\
                 {loc} W: mbarrier.try_wait.shared.b64 p, [bar], d; {loc} @!p bra W;"
            )
        };
        breaks(&kernel(items, &body(init)), &[]);
        breaks(&kernel(items, &body("")), NOT_INITIALISED);
    }
}

#[test]
fn constants_are_what_their_declaration_states() {
    for (items, load) in [
        (".const .u32 c = 6;", "ld.const.u32 s, [c];"),
        (".const .align 4 .u32 c[3] = {1, 2*3};", "ld.const.u32 s, [c+4];"),
        (".const .u32 c[2][2] = {{1}, {2, 6}};", "ld.const.u32 s, [c+12];"),
        (".const .align 4 .b8 c[8] = {6, 0, 0, 0, 1};", "ld.const.u32 s, [c];"),
        (".const .u16 c[] = {5, 6};", "mov.u64 e, c; ld.const.u16 s, [e+2];"),
        (".const .v2 .u32 c = {5, WARP_SZ-26};", "ld.const.u32 s, [c+4];"),
        (".const .s8 c = 0x106;", "mov.u64 e, c; cvta.const.u64 e, e; ld.s8 s, [e];"),
        (".const .u32 b, c = 6, e[2] = {1, 2};", "ld.const.u32 s, [c];"),
        (".const .u32 c[2] = {1, 6};", "ld.const.v2.u32 {t, s}, [c];"),
        (".global .u32 c = 6;", "ld.global.nc.u32 s, [c];"),
        (".global .u32 c[2] = {1, 6};", "cvta.global.u64 e, c; prefetch.global.L1 [c]; ld.global.nc.u32 s, [e+4];"),
        (".global .u32 c = 6; .global .u32 b = 6;", "atom.global.add.u32 t, [b], 1; ld.global.nc.u32 s, [c];"),
    ] {
        for (more, rules) in [(9, &[][..]), (10, OUT_OF_RANGE)] {
            breaks(&kernel(items, &format!("{load} add.u32 s, s, {more}; bar.sync s;")), rules);
        }
    }
    // These are not known.
    for (items, load) in [
        (".extern .const .u32 c;", "ld.const.u32 s, [c];"),
        // The host can write it before the launch.
        (".visible .const .u32 c = 6;", "ld.const.u32 s, [c];"),
        (".weak .const .u32 b, c[2] = {6, 6};", "ld.const.u32 s, [c];"),
        (".const .f32 c = 0f00000006;", "ld.const.u32 s, [c];"),
        (".const .u32 c[2] = {6, 6};", "ld.const.u32 s, [c+8];"),
        (".global .u32 g; .const .u64 c = g;", "ld.const.u32 s, [c];"),
        (".visible .global .u32 c = 6;", "ld.global.nc.u32 s, [c];"),
        // The host can write it.
        (".global .u32 c = 6;", "ld.global.u32 s, [c];"),
        (".global .attribute(.managed) .u32 c = 6;", "ld.global.nc.u32 s, [c];"),
        // Neither is one that can be written.
        (".global .u32 c = 6; .global .u64 b = c;", "ld.global.nc.u32 s, [c];"),
        (".global .u32 c = 6;", "ld.volatile.global.u32 s, [c];"),
        ("", ".global .u32 c = 6; st.global.u32 [c], 1; ld.global.nc.u32 s, [c];"),
    ] {
        for more in [0, 10, 16] {
            breaks(&kernel(items, &format!("{load} add.u32 s, s, {more}; bar.sync s;")), &[]);
        }
    }
}

#[test]
fn variables_that_an_instruction_can_write_are_not_known() {
    let slot = ".local .align 8 .b64 l; mov.u64 d, l;";
    for write in [
        "st.global.u32 [c], 1;",
        "mov.u64 e, c; cvta.global.u64 e, e; add.u64 e, e, 0; st.u32 [e], 1;",
        "red.global.add.u32 [c], 1;",
        "atom.global.exch.b32 t, [c], 1;",
        "mov.u64 e, c; st.global.u64 [d], e;",
        "cp.async.bulk.global.shared::cta.bulk_group [c], [x], 16;",
        "mov.u64 e, c; { .param .b64 z; st.param.b64 [z], e; call g, (z); }",
        "setp.eq.u32 p, r, 0; mov.u64 e, c; selp.b64 e, e, d, p; st.global.u32 [e], 1;",
        "discard.global.L2 [c], 128;",
        &format!("{slot} mov.u64 e, c; st.local.u64 [d], e; ld.local.u64 e, [d]; st.global.u32 [e], 1;"),
        &format!("{slot} mov.u64 e, c; st.local.u64 [d], e; {{ .param .b64 z; st.param.b64 [z], d; call g, (z); }}"),
    ] {
        let items = ".global .align 128 .u32 c[32] = {6}; .shared .align 16 .b64 x[2]; .func g(.param .b64 z) { ret; }";
        breaks(&kernel(items, &format!("{write} ld.global.nc.u32 s, [c]; add.u32 s, s, 10; bar.sync s;")), &[]);
        let reads = "ld.global.nc.u32 s, [c]; setp.eq.u32 q, s, 0; ld.global.nc.u32 t, [c+4];";
        breaks(&kernel(items, &format!("{reads} add.u32 s, s, 10; bar.sync s;")), OUT_OF_RANGE);
    }
}

#[test]
fn an_address_in_local_memory_is_followed() {
    let slot = ".local .align 8 .b64 l; mov.u64 d, l; mov.u64 e, c; st.local.u64 [d], e; ld.local.u64 e, [d];";
    for (more, rules) in [(9, &[][..]), (10, OUT_OF_RANGE)] {
        let body = format!("{slot} ld.global.nc.u32 s, [e]; add.u32 s, s, {more}; bar.sync s;");
        breaks(&kernel(".global .u32 c = 6;", &body), rules);
    }
}

/// Arrays of shared memory whose size the launch states begin at one address.
#[test]
fn dynamic_shared_memory_is_one_variable() {
    for items in [
        ".extern .shared .align 16 .b8 x[]; .extern .shared .align 16 .b8 y[];",
        ".extern .shared .align 8 .b64 x[]; .extern .shared .align 128 .b8 y[];",
        ".extern .shared .align 1024 .b8 x[]; .extern .shared .align 8 .b32 y[][4];",
        ".extern .shared .align 16 .b8 x[]; .shared .align 8 .b64 z; .extern .shared .align 16 .f32 y[];",
        ".extern .shared .align 8 .b8 z[]; .extern .shared .align 8 .b8 y[]; .extern .shared .align 8 .b8 x[];",
    ] {
        for (x, y) in [("x", "y"), ("y", "x"), ("x+8", "y+8")] {
            breaks(&kernel(items, &handshake(x, y, x)), &[]);
        }
        breaks(&kernel(items, &handshake("x", "y+8", "y+8")), NOT_INITIALISED);
    }
}

/// NVRTC ends a text with a NUL, as a string of C.
#[test]
fn a_nul_can_end_a_text() {
    let text = kernel("", "bar.sync 16;");
    let expected = findings(&text);
    for end in ["\0", "\0\0", "\n\0", "// c\0", "/* c */\0"] {
        let with_nul = format!("{text}{end}");
        assert_eq!(findings(&with_nul), expected, "{end:?}");
        let directives = vec![Directive::ReqNTid(vec![32, 1, 1])];
        let kernels = [Kernel { name: "k".to_owned(), directives }];
        // The program refuses it, so that it is not in a text that is written.
        let rewritten = rewrite(with_nul.as_bytes(), &kernels, None).unwrap().text;
        assert_eq!(rewritten, rewrite(with_nul.trim_end_matches('\0').as_bytes(), &kernels, None).unwrap().text);
    }
    for inside in ["\0 ", "\0}"] {
        assert!(read(format!("{text}{inside}").as_bytes()).is_err());
    }
}
