//! The reader refuses a header exactly where `ptxas` does, except in tests that state the reason, and the values that
//! it reads are those of the cubin.

use proptest::prelude::*;
use tileiras_contract::Fact;
use tileiras_finding::{RuleId, RuleSet, Severity};
use tileiras_ptx::{Finding, check, read};
use tileiras_target::Target;
use tileiras_test_support::harness::sample;

use crate::tools::cubin;
use crate::tools::run::{START, ptxas, ptxas_for};

/// The text of a row. A row is what follows `.visible .entry k()`, or, after a `|`, what follows the start of the file.
fn text(row: &str) -> Vec<u8> {
    match row.strip_prefix('|') {
        Some(items) => format!("{START}{items}").into_bytes(),
        None => format!("{START}.visible .entry k() {row}").into_bytes(),
    }
}

pub(super) fn agree(rows: &[&str]) {
    for row in rows {
        agree_on(&text(row));
    }
}

fn agree_on(text: &[u8]) {
    let (ours, theirs) = (read(text).map(drop), ptxas(text).map(drop));
    assert_eq!(ours.is_ok(), theirs.is_ok(), "{}\nwe: {ours:?}\nptxas: {theirs:?}", String::from_utf8_lossy(text));
}

#[test]
fn numbers() {
    for number in
        ["32", "0x20", "0X20", "040", "0b100000", "0B1", "32U", "0x20U", "040U", "0b1U", "WARP_SZ", "00000040"]
    {
        agree(&[&format!(".maxntid {number} {{ret;}}")]);
    }
    for number in
        ["32u", "32UL", "08", "0x", "0b", "0xg", "0b2", "32L", "1e3", "32.0", "32.", "0f00000001", "+32", "-1"]
    {
        agree(&[&format!(".maxntid {number} {{ret;}}")]);
    }
    for number in ["(32)", "16+16", "~0", "!0", "32_", "3 2", "\"32\"", "'a'", "4294967296", "0x100000000", "warp_sz"] {
        agree(&[&format!(".maxntid {number} {{ret;}}")]);
    }
}

/// `ptxas` accepts these as 128. The reader refuses them: an error is better than a value altered without a message.
#[test]
fn numbers_that_ptxas_wraps_around_are_refused() {
    for number in ["18446744073709551744", "0x10000000000000080", "02000000000000000000200"] {
        let text = text(&format!(".maxntid {number} {{ret;}}"));
        assert_eq!(cubin::shown(&ptxas(&text).unwrap(), "k").facts.dims(Fact::MaxNTid), Some([128, 1, 1]), "{number}");
        assert!(read(&text).unwrap_err().to_string().ends_with("is too large, the largest value is 4294967295"));
    }
}

/// A listing has kernels with launch directives and without a body, which `ptxas` refuses. The reader accepts it, since
/// no code is lost: a body after the `;` would belong to no function.
#[test]
fn only_a_listing_declares_kernels_with_directives() {
    for (row, is_read) in [(".maxntid 32;", true), (".maxntid 32; {ret;}", false)] {
        assert_eq!(read(&text(row)).is_ok(), is_read);
        assert!(ptxas(&text(row)).unwrap_err().contains("Parsing error near ';'"));
    }
}

#[test]
fn values() {
    agree(&[
        ".maxntid 1,2,3 {ret;}",
        ".maxntid 32,/*c*/1 {ret;}",
        ".maxntid 32\n,\n1\n,1{ret;}",
        ".reqntid 32, 1 {ret;}",
    ]);
    agree(&[".maxntid {ret;}", ".maxntid 32, {ret;}", ".maxntid 32,,1 {ret;}", ".maxntid 1,2,3,4 {ret;}"]);
    agree(&[".maxntid 32 1 {ret;}", ".explicitcluster {ret;}", ".explicitcluster 2 {ret;}", ".maxnreg 32, 1 {ret;}"]);
    agree(&[
        ".maxnreg 32 {ret;}",
        ".maxclusterrank 8 {ret;}",
        ".maxclusterrank {ret;}",
        ".reqnctapercluster 2,1,1 {ret;}",
    ]);
    agree(&[".reqntid 32 .reqnctapercluster 2 .blocksareclusters {ret;}", ".minnctapersm 1 .minnctapersm 2 {ret;}"]);
}

#[test]
fn between_directives() {
    agree(&[
        ".maxntid 32 .pragma \"nounroll\"; .minnctapersm 2 {ret;}",
        ".pragma \"nounroll\", \"x\"; .maxntid 32 {ret;}",
    ]);
    agree(&[".pragma \"nounroll\" {ret;}", ".maxntid 32, .maxnreg 32 {ret;}", ".maxntid 32.maxnreg 32 {ret;}"]);
    for number in ["32", "32U", "0x20", "0x20U", "040", "040U", "0b100000", "0b100000U", "08", "0"] {
        agree(&[&format!(".maxnreg {number}.maxntid 32 {{ret;}}"), &format!(".maxnreg {number}.5 {{ret;}}")]);
    }
    agree(&[
        ".maxntid 32U.maxnreg 32{ret;}",
        ".local_maxnreg 32 .maxntid 32 {ret;}",
        ". maxntid 32 {ret;}",
        "/**/.maxntid/**/32/**/{ret;}",
        ".noreturn k {ret;}",
    ]);
    agree(&[
        ".maxntid 32 // {\n{ret;}",
        ".maxntid 32 /* { */ {ret;}",
        ".maxntid 32 /*/ .maxntid 64 /*/ {ret;}",
        "foo {ret;}",
    ]);
    agree(&[
        ".maxntid 32 \n# 3 \"x{\"\n{ret;}",
        ".maxntid 32 #3 \"x\" 1 2\r\n{ret;}",
        ".maxntid 32 # line 3 \"x\"\n{ret;}",
    ]);
    agree(&[
        ".maxntid 32 \n# 3\n{ret;}",
        ".maxntid 32 # 3 x\n{ret;}",
        "#pragma x\n{ret;}",
        "# 3 \"x\" {\n{ret;}",
        "# 0x3 \"x\"\n{ret;}",
    ]);
}

#[test]
fn unbalanced_brackets_comments_and_strings() {
    agree(&[
        "{ret;",
        "{{ret;}",
        "{ret;}}",
        "{ret;} /* ",
        "{ret;} /* */ */",
        "{ret;};",
        "{ret;} k",
        "{ret;}{ret;}",
        "{ret;} // ",
        ".pragma \"a; {ret;}\n",
        "",
        ".maxntid 32",
    ]);
    agree(&["|.visible .entry k( {ret;}", "|.visible .entry k(.param .u32 a {ret;}", "|}\n.visible .entry k() {ret;}"]);
}

/// Strings have no escapes and can hold line ends; comments hold any byte but NUL; a vertical tab is no white space.
#[test]
fn bytes() {
    agree(&[
        ".pragma \"a\\\"b\"; {ret;}",
        ".pragma \"a\nb\"; {ret;}",
        ".pragma \"a//b\"; {ret;}",
        ".pragma \"a/*{\"; {ret;}",
    ]);
    for byte in [0_u8, 1, 9, 11, 12, 13, 27, 96, 127, 0xa0, 0xc3, 0xe9, 0xff] {
        for (before, after) in
            [(".maxntid 32 ", " {ret;}"), (".pragma \"a", "b\"; {ret;}"), ("// a", "b\n{ret;}"), ("/*", "*/{ret;}")]
        {
            let mut text = text(before);
            text.push(byte);
            text.extend_from_slice(after.as_bytes());
            agree_on(&text);
        }
    }
    agree_on(&[b"\xef\xbb\xbf", text("{ret;}").as_slice()].concat());
}

#[test]
fn functions() {
    let kernel = "\n.visible .entry k() {ret;}";
    for item in
        [".func j() {ret;}", ".func j {ret;}", ".weak .func j() {ret;}", ".visible .func (.param .b32 r) j() {ret;}"]
    {
        agree(&[&format!("|{item}{kernel}")]);
    }
    for item in [
        ".extern .func j();",
        ".extern .func j;",
        ".extern .func (.param .b32 r) j(.param .b64 a);",
        ".extern .entry j();",
    ] {
        agree(&[&format!("|{item}{kernel}")]);
    }
    // A declared function ends without its `;`, a declared kernel does not.
    for item in
        [".extern .func j()", ".extern .func j() .noreturn", ".extern .func j() .noreturn;", ".extern .entry j()"]
    {
        agree(&[&format!("|{item}{kernel}")]);
    }
    for item in [".func j() .noreturn {ret;}", ".func j() .abi_preserve 3 {ret;}", ".func j() .maxntid 3 {ret;}"] {
        agree(&[&format!("|{item}{kernel}")]);
    }
    for item in
        [".global .u32 a[2] = {1, 2};", ".file 1 \"k.cu\"", ".section .debug_str {\n.b8 1\n}", ".pragma \"nounroll\";"]
    {
        agree(&[&format!("|{item}{kernel}"), &format!("|{kernel}{item}")]);
    }
    agree(&[
        "|.visible .entry k {ret;}",
        "|.visible .entry k .maxntid 32 {ret;}",
        "|.entry k() {ret;}",
        "|.visible .entry () {ret;}",
    ]);
    agree(&[
        "|.visible .entry (.param .b32 r) k() {ret;}",
        "|.visible .entry k .maxntid 32 () {ret;}",
        "|.visible .entry WARP_SZ() {ret;}",
    ]);
}

#[test]
fn the_start_of_a_file() {
    let kernel = ".entry k() {ret;}";
    for start in [
        "",
        ".target sm_90\n",
        ".target sm_90\n.version 9.0\n",
        ".version 9.0\n",
        ".version 9.0\n.address_size 64\n.target sm_90\n",
        ".version 9\n.target sm_90\n",
        ".version 9.\n.target sm_90\n",
        ".version 9 .0\n.target sm_90\n",
        ".version 9.0U\n.target sm_90\n",
        ".version 9.0\n.version 9.0\n.target sm_90\n",
        ".version 9.0\n.target sm_90,\n",
        ".version 9.0\n.target sm_90\n.address_size 48\n",
        ".version 9.0\n.target sm_90\n.entry j() {ret;}\n.target sm_90\n",
        ".version 9.0\n.target sm_90\n",
        ".version 09.00\n.target sm_90\n.address_size 0x40\n",
        "// c\n/* c */# 1 \"k.cu\"\n.version 9.0 .target sm_90 .target sm_90, texmode_unified .address_size 64\n",
    ] {
        agree_on(format!("{start}{kernel}").as_bytes());
    }
}

/// An architecture is first. What follows are architectures and options, which do not contradict each other.
#[test]
fn targets() {
    for names in [
        "sm_90, texmode_unified",
        "sm_90, texmode_unified, texmode_unified",
        "sm_90, texmode_unified, texmode_independent",
        "texmode_independent, sm_90",
        "texmode_independent",
        "sm_80, sm_90",
        "compute_90",
        "sm_90, compute_90",
        "sm_90b",
        "SM_90",
        "sm_90, foo",
        "foo",
        "debug, sm_90",
        "sm_90, debug",
        "sm_90, map_f64_to_f32",
        "sm_90\n.target texmode_unified",
        "texmode_unified\n.target sm_90",
    ] {
        for rest in ["", "\n.section .debug_str {\n.b8 1\n}"] {
            agree_on(format!(".version 9.0\n.target {names}\n.entry k() {{ret;}}{rest}").as_bytes());
        }
    }
}

/// A directive of kernels is in a header, and nowhere else.
#[test]
fn directives_outside_of_headers() {
    for directive in [
        ".maxntid 32",
        ".reqntid 32",
        ".minnctapersm 2",
        ".maxnctapersm 2",
        ".maxnreg 32",
        ".local_maxnreg 32",
        ".minperctamemory 8",
        ".blocksareclusters",
        ".explicitcluster",
        ".reqnctapercluster 2",
        ".maxclusterrank 2",
        ".entry j() {ret;}",
    ] {
        agree(&[
            &format!("{{{directive} ret;}}"),
            &format!("{{ret; {directive};}}"),
            &format!("{{ {{{directive}}} }}"),
        ]);
        agree(&[&format!("|.entry k({directive}) {{ret;}}"), &format!("|.global {directive} .u32 a;")]);
        if !directive.starts_with(".entry") {
            agree(&[&format!("|{directive}\n.entry k() {{ret;}}"), &format!("{{ret;}}\n{directive}")]);
        }
    }
    for directive in [".noreturn", ".abi_preserve 3", ".abi_preserve_control 3"] {
        agree(&[&format!("{directive} {{ret;}}"), &format!("|.func j() {directive} {{ret;}}\n.entry k() {{ret;}}")]);
    }
    agree(&[".maxnctapersm 2 {ret;}", ".maxntid 32 .maxnctapersm 2 {ret;}"]);
    agree(&["{.pragma \"nounroll\"; ret;}", "{.extern .func j(); ret;}"]);
}

/// The keywords that begin an item, and what may follow them.
#[test]
fn items() {
    for item in [
        ".global .u32 a;",
        ".align 4 .global .u32 a;",
        ".attribute(.managed) .global .u32 a;",
        ".common .global .u32 a;",
        ".visible .align 4 .global .u32 a;",
        ".visible .attribute(.managed) .global .u32 a;",
        ".extern .shared .align 16 .b8 a[];",
        ".global .texref a;",
        ".const .u32 a = 3;",
        ".visible .visible .global .u32 a;",
        ".extern .visible .global .u32 a;",
        ".visible .file 1 \"a\"",
        ".visible .pragma \"nounroll\";",
        ".visible ;",
        ".visible",
        ".u32 .global a;",
        ".foo 3;",
        ".noreturn",
        ".loc 1 2 3",
        "@@DWARF .section .debug_abbrev, \"\", @progbits",
        ".global .u32 a",
        ".pragma \"nounroll\"",
        ".common .func j() {ret;}",
        ".visible .weak .func j() {ret;}",
    ] {
        agree(&[&format!("|{item}\n.entry k() {{ret;}}"), &format!("{{ret;}}\n{item}")]);
    }
}

/// Which headers of one function can be in one text. Functions that are never defined are left out: a listing has them.
#[test]
fn declarations_and_definitions() {
    let linkages = ["", ".visible", ".extern", ".weak"];
    for kind in [".entry", ".func"] {
        for first in linkages {
            agree(&[&format!("|{first} {kind} j() {{ret;}}")]);
            for second in linkages {
                agree(&[&format!("|{first} {kind} j(); {second} {kind} j() {{ret;}}")]);
                agree(&[&format!("|{first} {kind} j(); {first} {kind} j(); {second} {kind} j() {{ret;}}")]);
            }
        }
        agree(&[&format!("|{kind} j() {{ret;}} {kind} j() {{ret;}}"), &format!("|{kind} j() {{ret;}} {kind} j();")]);
        agree(&[&format!("|{kind} j(.param .u32 a); {kind} j() {{ret;}}")]);
        agree(&[&format!("|{kind} j(.param .u32 a); {kind} j(.param .u32 b) {{ret;}}")]);
    }
    agree(&["|.func j(); .entry j() {ret;}", "|.entry j(); .func j() {ret;}", "|.entry j() {ret;} .extern .func j();"]);
    agree(&["|.func j(); .func (.param .b32 r) j() {ret;}", "|.extern .func j; .extern .func j;"]);
}

/// Of two targets, `ptxas` uses the last, too: clusters need sm_90.
#[test]
fn the_last_target_is_used() {
    for (targets, clusters) in [(["sm_80", "sm_90"], true), (["sm_90", "sm_80"], false)] {
        let [first, last] = targets;
        let text = format!(".version 9.0\n.target {first}\n.target {last}\n.entry k() .maxclusterrank 2 {{ret;}}");
        assert_eq!(read(text.as_bytes()).unwrap().chip().unwrap().has_clusters(), clusters);
        assert_eq!(ptxas(text.as_bytes()).is_ok(), clusters);
    }
}

/// Directives that `ptxas` accepts together, any number of times, with values in any spelling.
fn clause() -> impl Strategy<Value = String> {
    let number = (1_u32..200, 0_u8..5).prop_map(|(value, spelling)| match spelling {
        0 => format!("{value:#x}"),
        1 => format!("0{value:o}U"),
        2 => format!("{value:#b}"),
        _ => value.to_string(),
    });
    let sizes = proptest::collection::vec(number.clone(), 1..=3).prop_map(|sizes| sizes.join(" , "));
    let of_block = (prop_oneof![Just(".maxntid"), Just(".reqntid")], proptest::collection::vec(sizes.clone(), 0..3))
        .prop_map(|(name, sizes)| sizes.iter().map(|sizes| format!("{name} {sizes}")).collect::<Vec<_>>());
    let of_cluster = prop_oneof![
        proptest::collection::vec(sizes.prop_map(|sizes| format!(".reqnctapercluster {sizes}")), 0..3),
        proptest::collection::vec(number.clone().prop_map(|rank| format!(".maxclusterrank {rank}")), 0..3),
    ];
    let others = prop_oneof![
        Just(".explicitcluster".to_owned()),
        Just(".pragma \"nounroll\";".to_owned()),
        Just(".local_maxnreg 32".to_owned()),
        Just("// .maxntid 7\n".to_owned()),
        Just("/* .maxclusterrank 7 */".to_owned()),
        number.clone().prop_map(|value| format!(".maxnreg {value}")),
        number.prop_map(|value| format!(".minnctapersm {value}")),
    ];
    (of_block, of_cluster, proptest::collection::vec(others, 0..4))
        .prop_map(|(block, cluster, others)| [block, cluster, others].concat())
        .prop_shuffle()
        .prop_map(|parts| parts.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn the_cubin_has_the_facts_that_were_read(clause in clause()) {
        let text = text(&format!("{clause}\n{{ret;}}"));
        let read = read(&text).unwrap();
        let header = &read.functions[0];
        let mut facts = header.facts();
        let found = cubin::shown(&ptxas(&text).unwrap(), "k");
        if let (Some(cap @ 24..), None) = (facts.scalar(Fact::MaxNReg), facts.scalar(Fact::MinCtaSm)) {
            prop_assert_eq!(u32::from(found.registers), cap.min(255));
        }
        // A cubin folds these two into its register bound.
        facts.remove(Fact::MaxNReg);
        facts.remove(Fact::MinCtaSm);
        prop_assert_eq!((found.facts, found.explicit_cluster), (facts, header.has_explicit_cluster()));
    }
}

/// The rules report an error about a launch directive exactly where `ptxas` refuses it, for old chips and new ones.
#[test]
fn launch_directives_by_chip_and_version() {
    let mut refused = 0;
    for directives in [
        ".maxntid 32 .minnctapersm 2",
        ".reqntid 32 .maxnreg 32",
        ".explicitcluster",
        ".reqnctapercluster 2",
        ".explicitcluster .reqnctapercluster 2, 1, 1",
        ".maxclusterrank 4",
        ".reqnctapercluster 2 .maxclusterrank 4",
        ".reqntid 32 .reqnctapercluster 2 .blocksareclusters",
    ] {
        for (chip, version) in [
            ("sm_75", "7.7"),
            ("sm_80", "7.7"),
            ("sm_80", "7.8"),
            ("sm_86", "8.0"),
            ("sm_87", "9.0"),
            ("sm_89", "9.0"),
            ("sm_90", "7.7"),
            ("sm_90", "7.8"),
            ("sm_90a", "9.0"),
            ("sm_100", "8.6"),
            ("sm_120a", "9.0"),
        ] {
            let text = format!(".version {version}\n.target {chip}\n.entry k() {directives} {{ret;}}\n").into_bytes();
            let ptx = read(&text).unwrap();
            let found = check(&text, &ptx, ptx.stated_target(), &RuleSet::all());
            let is_error = found.iter().any(|finding| finding.severity == Severity::Error);
            let theirs = ptxas_for(chip, &text).map(drop);
            assert_eq!(is_error, theirs.is_err(), "{directives}, {chip}, {version}: {found:?}, ptxas: {theirs:?}");
            refused += usize::from(is_error);
        }
    }
    assert_eq!(refused, 50);
}

/// `.version` and `.target` of the text decide what `ptxas` takes, and whether the chip that it is assembled for runs
/// it.
#[test]
fn directives_by_target_and_architecture() {
    let (mut refused, mut all) = (0, 0);
    for directives in [
        ".maxntid 128",
        ".maxclusterrank 4",
        ".minperctamemory 1024",
        ".local_maxnreg 32",
        ".maxntid 4294967264",
        ".reqntid 128 .reqntid 64",
    ] {
        for (code, version) in [
            ("sm_75", "9.4"),
            ("sm_80", "7.0"),
            ("sm_80", "8.8"),
            ("sm_80", "9.4"),
            ("sm_90", "7.7"),
            ("sm_90", "7.8"),
            ("sm_90a", "8.8"),
            ("sm_100f", "9.4"),
        ] {
            let archs = ["sm_80", "sm_90", "sm_90a", "sm_100a", "sm_103a", "sm_120a"];
            for arch in archs.into_iter().skip(sample(all % 3, 0)).step_by(sample(3, 1)) {
                let text =
                    format!(".version {version}\n.target {code}\n.entry k() {directives} {{ret;}}\n").into_bytes();
                let ptx = read(&text).unwrap();
                let target = Target::parse(Some(arch), None).unwrap().or(ptx.stated_target());
                let found = check(&text, &ptx, target, &RuleSet::all());
                // No rule is about a block that no device launches: ptxas accepts it.
                let is_error =
                    |finding: &&Finding| finding.severity == Severity::Error && finding.rule != RuleId::CtaThreadCap;
                let is_error = found.iter().filter(is_error).count() > 0;
                let theirs = ptxas_for(arch, &text).map(drop);
                assert_eq!(is_error, theirs.is_err(), "{directives}, {code}, {version}, {arch}: {found:?}, {theirs:?}");
                (refused, all) = (refused + usize::from(is_error), all + 1);
            }
        }
    }
    assert!(refused > all / 4 && refused < all * 3 / 4, "{refused} of {all}");
}
