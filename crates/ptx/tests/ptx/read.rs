//! Reading headers: the result, the errors with their locations, and that no input panics or takes long.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tileiras_contract::{Fact, FactSet, FactType, FactValue, StatedFact};
use tileiras_ptx::{BadName, Directive, FunctionKind, Linkage, ReadFault, check_name, directives, read};
use tileiras_target::Target;

const START: &str = ".version 8.4\n.target sm_90a\n.address_size 64\n";

/// A text with everything that can be before, in and after a header.
const RICH: &str = r#"//
// .visible .entry in_a_comment()
/* .entry in_another() { */
.version 8.4
.target sm_90a, debug
.address_size 64
# 1 "k.cu"
.file 1 "a }.cu", 1, 2
.section .debug_str { .b8 1 }
.visible .global .align 4 .u32 table[2] = {1, 2};
.extern .func  (.param .b32 func_retval0) helper
(
	.param .b64 helper_param_0
)
;
.weak .entry first(
	.param .u64 .ptr .align 1 first_param_0, // a, b
	.param .align 4 .b8 first_param_1[12]
) // @first
.maxntid 128, 2 .pragma "nounroll;{";
.maxnreg 0x40 /* .maxnreg 3 */
.maxntid 64
.local_maxnreg 16
.explicitcluster
{
	.reg .pred 	%p<2>;
	{ // .entry inner() {
	call.uni (retval0), helper, (param0);
	}
	@%p1 bra 	$L__BB0_2;
}
.func (.param .b32 a) second() .noreturn { ret; }
.visible .entry third{ret;}
"#;

#[test]
fn all_parts_of_a_text_are_found() {
    let ptx = read(RICH.as_bytes()).unwrap();
    assert_eq!((ptx.version, ptx.address_size), ((8, 4), Some(64)));
    assert_eq!(ptx.target, ["sm_90a", "debug"]);
    assert_eq!((ptx.ptx_version().unwrap().to_string(), ptx.chip().unwrap().name()), ("8.4".to_owned(), "sm_90a"));
    let shapes: Vec<_> = ptx.functions.iter().map(|f| (f.kind, f.linkage, f.name, f.results, f.params)).collect();
    let expected = [
        (FunctionKind::Func, Linkage::Extern, "helper", 1, 1),
        (FunctionKind::Entry, Linkage::Weak, "first", 0, 2),
        (FunctionKind::Func, Linkage::Local, "second", 1, 0),
        (FunctionKind::Entry, Linkage::Visible, "third", 0, 0),
    ];
    assert_eq!(shapes, expected);
    let entries: Vec<_> = ptx.entries().map(|entry| entry.name).collect();
    assert_eq!(entries, ["first", "third"]);
}

#[test]
fn ranges_are_positions_in_the_text() {
    let ptx = read(RICH.as_bytes()).unwrap();
    let [helper, first, second, third] = ptx.functions.as_slice() else { panic!("four functions") };
    assert_eq!(&RICH[helper.clause.clone()], "\n");
    assert!(RICH[helper.span.clone()].starts_with(".extern .func"));
    let clause = &RICH[first.clause.clone()];
    assert!(clause.starts_with(" // @first\n.maxntid") && clause.ends_with(".explicitcluster\n"));
    let body = &RICH[first.body.clone().unwrap()];
    assert!(body.starts_with("{\n\t.reg") && body.ends_with("BB0_2;\n}"));
    let spans: Vec<_> = first.directives.iter().map(|stated| &RICH[stated.span.clone()]).collect();
    let expected = [
        ".maxntid 128, 2",
        ".pragma \"nounroll;{\";",
        ".maxnreg 0x40",
        ".maxntid 64",
        ".local_maxnreg 16",
        ".explicitcluster",
    ];
    assert_eq!(spans, expected);
    assert_eq!(&RICH[second.body.clone().unwrap()], "{ ret; }");
    assert_eq!(&RICH[third.span.clone()], ".visible .entry third");
}

#[test]
fn the_last_directive_wins_and_the_others_are_listed() {
    let ptx = read(RICH.as_bytes()).unwrap();
    let first = ptx.entries().next().unwrap();
    let expected =
        [StatedFact::Kernel, StatedFact::MaxNTid([64, 1, 1]), StatedFact::ExplicitCluster, StatedFact::MaxNReg(64)];
    assert_eq!(first.facts(), FactSet::from_iter(expected));
    assert!(first.has_explicit_cluster());
    assert_eq!(first.local_maxnreg(), Some(16));
    assert_eq!(first.overridden(), [&Directive::MaxNTid(vec![128, 2])]);
}

#[test]
fn every_fact_is_read() {
    let clause = ".maxntid 1,2,3 .reqntid 4,5 .minnctapersm 6 .maxnreg 7 .blocksareclusters .explicitcluster \
                  .reqnctapercluster 8,9,10 .maxclusterrank 4294967295";
    let text = format!("{START}.entry k() {clause} {{}}");
    let expected = [
        StatedFact::Kernel,
        StatedFact::MaxNTid([1, 2, 3]),
        StatedFact::ReqNTid([4, 5, 1]),
        StatedFact::MinCtaSm(6),
        StatedFact::MaxNReg(7),
        StatedFact::BlocksAreClusters,
        StatedFact::ClusterDim([8, 9, 10]),
        StatedFact::MaxClusterRank(u32::MAX),
    ];
    let ptx = read(text.as_bytes()).unwrap();
    assert_eq!(ptx.functions[0].facts(), FactSet::from_iter(expected));
    assert!(ptx.functions[0].has_explicit_cluster());
}

/// A fact of which one part of the crate does not know would be lost.
#[test]
fn each_fact_with_a_directive_is_printed_and_read() {
    for fact in Fact::ALL.into_iter().filter(|fact| *fact != Fact::Kernel) {
        let Some(directive) = fact.directive() else { continue };
        let value = match fact.value_type() {
            FactType::Unit => FactValue::Unit,
            FactType::Dims => FactValue::Dims([8, 4, 2]),
            FactType::Scalar => FactValue::Scalar(64),
            FactType::Indices => continue,
        };
        let facts = FactSet::from_iter([StatedFact::Kernel, StatedFact::new(fact, value).unwrap()]);
        let printed: Vec<String> = directives(&facts, Target::default()).iter().map(ToString::to_string).collect();
        assert!(printed.iter().any(|text| text.split(' ').next() == Some(directive)), "{directive}: {printed:?}");
        let printed = printed.join(" ");
        let text = format!("{START}.entry k() {printed} {{}}");
        assert_eq!(read(text.as_bytes()).unwrap().functions[0].facts(), facts, "{text}");
        let text = format!("{START}.entry k({printed}) {{}}");
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.ends_with("belongs to the header of a kernel, in front of the body"), "{text}{error}");
    }
}

/// Unknown versions and chips are read, but have no row in the tables.
#[test]
fn newer_versions_and_chips_are_read() {
    let ptx = read(b".version 123.45 .target sm_999z").unwrap();
    assert_eq!((ptx.version, ptx.ptx_version(), ptx.chip(), ptx.address_size), ((123, 45), None, None, None));
}

#[test]
fn faults_are_located() {
    for (items, message) in [
        (".entry k() .maxntid 4294967296 {}", "4:21: '4294967296' is too large, the largest value is 4294967295"),
        (".entry k() .maxntid 08 {}", "4:21: '08' is not an integer"),
        (".entry k() .maxntid 1,\n {}", "5:2: expected a number, found '{'"),
        (".entry k() .maxntid", "4:20: expected a number, found the end of the file"),
        (".entry k() .maxntid 1,2,3,4 {}", "4:26: expected a directive, '{' or ';', found ','"),
        (".entry k() foo {}", "4:12: expected a directive, '{' or ';', found 'foo'"),
        (".entry k()", "4:11: expected a directive, '{' or ';', found the end of the file"),
        (".entry k() .pragma \"a\" {}", "4:24: expected ';' after the strings of '.pragma', found '{'"),
        (".entry k() { {", "4:12: this '{' is not closed"),
        ("} .entry k() {}", "4:1: this '}' closes nothing"),
        ("\n /* .entry k() {}", "5:2: this comment is not closed"),
        (".file 1 \"a", "4:9: this string is not closed"),
        (".entry k(.param .u32 a {}", "4:9: this '(' is not closed"),
        (".entry .visible k() {}", "4:8: expected the name of a function, found '.visible'"),
        (".entry _() {}", "4:8: '_' cannot be spelled in ptx: something must follow the '_'"),
        (".entry %tid() {}", "4:8: '%tid' cannot be spelled in ptx: the name is reserved"),
        (".address_size 64", "4:1: '.address_size' is legal only at the start of the file, and only once"),
        (".func f(.reg .b32 a,);", "4:21: expected an item of the list, found ')'"),
        (".func (.reg .b32 a,,.reg .b32 b) f();", "4:20: expected an item of the list, found ','"),
        (".func f(,.reg .b32 a);", "4:9: expected an item of the list, found ','"),
        (".func f() .maxntid 3 {}", "4:11: '.maxntid' is not legal on a '.func': it is a directive of '.entry'"),
        (".entry k() {}\n\u{1}", "5:1: byte '\\x01' is not legal here"),
        ("// é\n é", "5:2: byte '\\xc3' is not legal here"),
        (".entry k() .noreturn {}", "4:12: '.noreturn' is not legal on an '.entry': it is a directive of '.func'"),
        (".entry k() .maxnctapersm 3 {}", "4:12: expected a directive of PTX 2.1 or later, found '.maxnctapersm'"),
        (
            ".maxntid 3 .entry k() {}",
            "4:1: '.maxntid' is not legal here: it belongs to the header of a kernel, in front of the body",
        ),
        (
            ".entry k() {\n.reqntid 3 ret; }",
            "5:1: '.reqntid' is not legal here: it belongs to the header of a kernel, in front of the body",
        ),
        (
            ".entry k() {\n.entry j() {} }",
            "5:1: '.entry' is not legal here: it belongs to the header of a kernel, in front of the body",
        ),
        (
            ".entry k(.maxnreg 3) {}",
            "4:10: '.maxnreg' is not legal here: it belongs to the header of a kernel, in front of the body",
        ),
        (".foo 3", "4:1: expected a function, a variable or another item of a module, found '.foo'"),
        (".visible .weak .entry k() {}", "4:10: expected a function or a variable after its linkage, found '.weak'"),
        (".common .entry k() {}", "4:9: expected a function or a variable after its linkage, found '.entry'"),
        (".global .u32 a .entry k() {}", "4:16: expected ';' at the end of this item, found '.entry'"),
        (".section .debug_str; .entry k() {}", "4:20: expected '{' of this section, found ';'"),
        (".extern .entry k() {}", "4:1: 'k' is '.extern' and cannot have a body"),
        (".extern .entry k();\n.extern .entry k() {}", "5:1: 'k' is '.extern' and cannot have a body"),
        (".extern .entry k();\n.entry k() {}", "5:1: 'k' does not agree with its declaration: its linkage differs"),
        (".entry k() {}\n.entry k() {}", "5:1: 'k' is defined already"),
        (
            ".entry k(); .func k() {}",
            "4:13: 'k' does not agree with its declaration: it was an '.entry' or a '.func', and is the other",
        ),
        (
            ".func k(); .func (.reg .u32 r) k() {}",
            "4:12: 'k' does not agree with its declaration: the number of its parameters differs",
        ),
        (".version 8.4", "4:1: '.version' is legal only at the start of the file, and only once"),
    ] {
        assert_eq!(read(format!("{START}{items}").as_bytes()).unwrap_err().to_string(), message, "{items}");
    }
    for (text, message) in [
        ("", "1:1: ptx must begin with '.version', found the end of the file"),
        ("\u{7f}ELF", "1:1: byte '\\x7f' is not legal here"),
        ("module {}", "1:1: ptx must begin with '.version', found 'module'"),
        (".version 8", "1:10: '.version' must be followed by a version such as 9.0, found '8'"),
        (".version 8.99999999999", "1:10: '.version' must be followed by a version such as 9.0, found '8.99999999999'"),
        (".version 8.4 .entry", "1:14: '.version' must be followed by '.target', found '.entry'"),
        (
            ".version 8.4 .target texmode_unified, sm_90",
            "1:22: '.target' must begin with an architecture such as sm_90, found 'texmode_unified'",
        ),
        (
            ".version 8.4 .target sm_90, foo",
            "1:29: 'foo' is no option of '.target', legal are debug, texmode_unified and texmode_independent",
        ),
        (
            ".version 8.4 .target sm_90, texmode_unified .target texmode_independent",
            "1:53: 'texmode_independent' and 'texmode_unified' cannot both be options of '.target'",
        ),
        (
            ".version 8.4 .target sm_90, debug .entry k() {}",
            "1:14: '.target' has the option debug, but the text has no '.section' with debug information",
        ),
        (".version 8.4 .target sm_90 .address_size 16", "1:42: '.address_size' must be 32 or 64, got 16"),
    ] {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn a_name_is_refused_for_its_first_wrong_byte() {
    let byte = |name: &str, byte, at| Err(BadName::Byte { name: name.to_owned(), byte, at });
    assert_eq!(check_name("a.b c"), byte("a.b c", b'.', 1));
    assert_eq!(check_name("1a"), byte("1a", b'1', 0));
    assert_eq!(check_name(b"a\xff"), byte("a\\xff", 0xff, 1));
    assert_eq!(check_name(""), Err(BadName::Empty));
    assert_eq!(check_name("_"), Err(BadName::Bare { name: "_".to_owned() }));
    assert_eq!(check_name("WARP_SZ"), Err(BadName::Reserved { name: "WARP_SZ".to_owned() }));
    let message =
        "'a b' cannot be spelled in ptx: ' ' at offset 1 is not legal there, legal are letters, digits, '_' and '$'";
    assert_eq!(check_name("a b").unwrap_err().to_string(), message);
}

/// With an algorithm of quadratic time, this test would not finish.
#[test]
fn large_texts_are_read_in_linear_time() {
    let many = 200_000;
    let header = format!("{START}.entry k() {} {{}}", ".maxnreg 1 .pragma \"a\"; ".repeat(many));
    assert_eq!(read(header.as_bytes()).unwrap().functions[0].overridden().len(), many - 1);
    let functions: String = (0..many).map(|number| format!(".entry k{number}() {{}} # 1 \"a\"\n")).collect();
    let functions = format!("{START}{functions}");
    assert_eq!(read(functions.as_bytes()).unwrap().functions.len(), many);
    for items in ["{", "/", "/*/", "\" ", "#", "(", ".entry k(", ".visible ", "// \n", "/**/ ", ".func f() ", "{}"] {
        let _ = read(format!("{START}{}", items.repeat(many)).as_bytes());
    }
    let deep = format!("{START}.entry k() {}{}", "{".repeat(many), "}".repeat(many));
    assert_eq!(read(deep.as_bytes()).unwrap().functions.len(), 1);
}

/// Reads a text. Checks that the location of an error is in the text, and so is every range.
fn check(text: &[u8]) {
    match read(text) {
        Ok(ptx) => {
            let mut last = 0;
            for header in ptx.functions {
                assert!(last <= header.span.start && header.span.start < header.clause.start);
                assert!(header.clause.start <= header.clause.end && header.clause.end == header.span.end);
                for stated in header.directives {
                    assert!(header.clause.start <= stated.span.start && stated.span.end <= header.clause.end);
                    assert!(text[stated.span].starts_with(stated.name.as_bytes()));
                }
                last = header.body.map_or(header.span.end, |body| {
                    assert!(text[body.start] == b'{' && text[body.end - 1] == b'}');
                    body.end
                });
            }
        }
        Err(error) => {
            assert!(error.offset <= text.len());
            assert!(!error.to_string().contains('\n') || shows_a_string(&error.fault));
            let lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
            let before: usize = lines[..error.line - 1].iter().map(|line| line.len() + 1).sum();
            assert_eq!(before + error.column - 1, error.offset);
        }
    }
}

/// `ptxas` takes the last of several architectures, and refuses all of them if it does not know one.
#[test]
fn the_chip_is_the_last_one_if_all_are_known() {
    let chip = |target: &str| {
        let text = format!(".version 8.4 .target {target}");
        read(text.as_bytes()).unwrap().chip().map(|chip| chip.to_string())
    };
    assert_eq!(chip("sm_90, texmode_unified, sm_80").as_deref(), Some("sm_80"));
    for unknown in ["sm_999", "sm_90, sm_999", "sm_999, sm_90"] {
        assert_eq!(chip(unknown), None, "{unknown}");
    }
}

/// The offset of an error is the position that its line and column say, with NULs that end the text, too.
#[test]
fn an_error_at_the_end_is_before_the_nuls() {
    for items in ["", ".entry k(", ".entry k() {", "/*"] {
        for start in ["", START] {
            check(format!("{start}{items}\0\0").as_bytes());
        }
    }
}

/// Whether the message of a fault contains a string, which may contain a line end.
fn shows_a_string(fault: &ReadFault) -> bool {
    matches!(fault, ReadFault::Unexpected { found, .. } | ReadFault::NoVersion { found } | ReadFault::NoTarget { found }
        | ReadFault::BadVersion { found } if found.contains('"'))
}

proptest! {
    #[test]
    fn any_bytes(text in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&text);
        check(&[START.as_bytes(), &text].concat());
    }

    #[test]
    fn any_tokens(words in proptest::collection::vec(0_usize..24, 0..40)) {
        let tokens = [".entry", ".func", ".visible", "k", "(", ")", "{", "}", ";", ",", ".maxntid", "1", ".maxnreg",
            ".explicitcluster", ".pragma", "\"a\"", "// c\n", "/* c */", "\n", ".param", ".noreturn", ".attribute",
            "0x9", "#"];
        let text: Vec<_> = words.into_iter().map(|word| tokens[word]).collect();
        check(format!("{START}{}", text.join(" ")).as_bytes());
        check(format!("{START}{}", text.concat()).as_bytes());
    }

    #[test]
    fn a_text_with_changes(changes in proptest::collection::vec((0..RICH.len(), any::<u8>(), 0_u8..3), 0..6)) {
        let mut text = RICH.as_bytes().to_vec();
        for (position, byte, what) in changes {
            let position = position % text.len();
            match what {
                0 => text[position] = byte,
                1 => drop(text.remove(position)),
                _ => text.insert(position, byte),
            }
        }
        check(&text);
    }

    #[test]
    fn a_text_cut_short(length in 0..RICH.len()) {
        check(&RICH.as_bytes()[..length]);
    }
}

/// Measured: ptxas 13.5.
#[test]
fn the_version_ends_at_its_second_dot() {
    for text in [
        ".version 9.0.target sm_90\n.entry k() { ret; }",
        ".version 9.0.target sm_90.address_size 64\n.entry k() { ret; }",
        ".version 9.0.target sm_90.visible .entry k() .maxntid 32 { ret; }",
        ".version 09.00.target sm_90.entry k() { ret; }",
    ] {
        let ptx = read(text.as_bytes()).unwrap();
        assert_eq!(
            (ptx.version, ptx.target.as_slice(), ptx.entries().count()),
            ((9, 0), ["sm_90"].as_slice(), 1),
            "{text}"
        );
        assert_eq!(&text[ptx.version_span.clone()].len(), &(text.find(".target").unwrap() - 9));
    }
    for text in [
        ".version 9.0.1 .target sm_90",
        ".version 9.0.maxntid.target sm_90",
        ".version 9.0target sm_90",
        ".version 9..target sm_90",
        ".version 9.target sm_90",
        ".version 0x9.0.target sm_90",
        ".version 9.0e.target sm_90",
        ".version 9.0.address_size 64.target sm_90",
    ] {
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
}
