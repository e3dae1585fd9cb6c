//! Rewriting headers: what changes, what does not change, and the errors.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tileiras_ptx::{Difference, Directive, Kernel, RewriteError, Rewritten, differences, read, rewrite};
use tileiras_target::PtxVersion;

const START: &str = ".version 9.0\n.target sm_90\n.address_size 64\n";

fn kernel(name: &str, directives: &[Directive]) -> Kernel {
    Kernel { name: name.to_owned(), directives: directives.to_vec() }
}

/// A kernel `k` with that clause, rewritten; its clause and body after that.
fn clause(before: &str, directives: &[Directive]) -> String {
    let text = format!("{START}.entry k(){before}{{ret;}}\n");
    let kernels = [kernel("k", directives)];
    let rewritten = rewrite(text.as_bytes(), &kernels, None).unwrap();
    assert_eq!(rewrite(&rewritten.text, &kernels, None).unwrap().text, rewritten.text, "{before}");
    let text = String::from_utf8(rewritten.text).unwrap();
    text.strip_prefix(&format!("{START}.entry k()")).unwrap().strip_suffix("{ret;}\n").unwrap().to_owned()
}

fn block(x: u32) -> Directive {
    Directive::MaxNTid(vec![x])
}

#[test]
fn new_directives_come_first_one_on_each_line() {
    let ours = [Directive::ReqNTid(vec![64, 1, 1]), Directive::MaxNReg(40)];
    let front = "\n.reqntid 64, 1, 1\n.maxnreg 40";
    for (before, rest) in [
        ("", "\n"),
        (" ", " "),
        ("\n", "\n"),
        ("\n.maxntid 128\n.minnctapersm 2         // @k\n", "         // @k\n"),
        ("                // @k\n", "                // @k\n"),
        (" .maxntid 1,2,3 .maxnreg 7 ", " "),
        (".maxntid 1", "\n"),
        ("\n.maxntid 0x10U\n.pragma \"a;\";\n.maxnreg 7\n", "\n.pragma \"a;\";\n"),
        (".pragma \"a\";", "\n.pragma \"a\";"),
        ("/* c */.maxnreg 7/* d */", "\n/* c */ /* d */"),
        ("\n.local_maxnreg 8 .explicitcluster.pragma \"\";", "\n.local_maxnreg 8 .pragma \"\";"),
        ("\n// c\n.maxnreg 7\n\t.maxntid 8\n// d\n", "\n// c\n// d\n"),
        (" // c\n.maxnreg 7 // d\n", " // c\n // d\n"),
        ("\n# 3 \"k.cu\"\n.maxnreg 7 .maxntid 8 ", "\n# 3 \"k.cu\"\n "),
    ] {
        assert_eq!(clause(before, &ours), format!("{front}{rest}"), "{before}");
    }
}

#[test]
fn a_contract_without_facts_removes_all_directives() {
    assert_eq!(clause("\n.maxntid 128\n.minnctapersm 2         // @k\n", &[]), "         // @k\n");
    assert_eq!(clause("\n.maxntid 128 .pragma \"a\";.maxnreg 7\n", &[]), " .pragma \"a\";\n");
    assert_eq!(clause("", &[]), "");
}

#[test]
fn the_version_is_replaced_in_its_position() {
    let newest = PtxVersion::LATEST;
    for (before, after, from) in [
        (".version 9.0\n.target sm_90\n", ".version 9.5\n.target sm_90\n", Some((9, 0))),
        (
            "// .version 8.0\n.version\t10.12/**/ .target sm_90 // 9.0",
            "// .version 8.0\n.version\t9.5/**/ .target sm_90 // 9.0",
            Some((10, 12)),
        ),
        (".version 9.5\n.target sm_90 .address_size 64", ".version 9.5\n.target sm_90 .address_size 64", None),
        // The same numbers: not a byte is changed.
        (".version 09.05\n.target sm_90", ".version 09.05\n.target sm_90", None),
    ] {
        let code = "\n.entry k() .maxnreg 9 { mov.f32 %f1, 9.0; }";
        let kernels = [kernel("k", &[Directive::MaxNReg(9)])];
        let rewritten = rewrite(format!("{before}{code}").as_bytes(), &kernels, Some(newest)).unwrap();
        assert_eq!((rewritten.version, rewritten.is_unchanged()), (from, from.is_none()));
        let code = code.replace("() .maxnreg 9", "()\n.maxnreg 9");
        assert_eq!(String::from_utf8(rewritten.text.clone()).unwrap(), format!("{after}{code}"));
        assert_eq!(read(&rewritten.text).unwrap().ptx_version(), Some(newest));
        assert!(rewrite(&rewritten.text, &kernels, Some(newest)).unwrap().is_unchanged());
    }
}

#[test]
fn other_functions_are_unchanged() {
    let text = format!(
        "{START}.extern .entry far();\n.func f() .noreturn {{ret;}}\n.entry j .maxnreg 9 {{ret;}}\n\
         .entry k() .maxnreg 9 {{ {{ .reg }} \"}}\" }} // .entry j() .maxnreg 9 {{\n"
    );
    let rewritten = rewrite(text.as_bytes(), &[kernel("k", &[block(1)]), kernel("j", &[])], None).unwrap();
    let expected = text.replace("j .maxnreg 9 {ret", "j {ret").replacen("k() .maxnreg 9", "k()\n.maxntid 1", 1);
    assert_eq!(String::from_utf8(rewritten.text).unwrap(), expected);
    assert_eq!(rewritten.kernels.iter().map(|kernel| kernel.name.as_str()).collect::<Vec<_>>(), ["j", "k"]);
}

#[test]
fn unknown_lost_and_repeated_kernels_are_refused() {
    let text = format!("{START}.entry k() {{ret;}} .entry a() {{}} .func f() {{}} .extern .entry far();");
    let rewritten = |kernels: &[Kernel]| rewrite(text.as_bytes(), kernels, None).map(drop);
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(rewritten(&[]), Err(RewriteError::Unknown { names: names(&["k", "a"]) }));
    let (k, a) = (kernel("k", &[]), kernel("a", &[]));
    let lost = [k.clone(), kernel("z", &[]), a.clone(), kernel("far", &[]), kernel("f", &[])];
    assert_eq!(rewritten(&lost), Err(RewriteError::Lost { names: names(&["z", "far", "f"]) }));
    assert_eq!(rewritten(&[k.clone(), a.clone(), k.clone()]), Err(RewriteError::Twice { name: "k".to_owned() }));
    assert_eq!(rewritten(&[k, a]), Ok(()));
    let message = rewrite(text.as_bytes(), &[], None).unwrap_err().to_string();
    assert_eq!(message, "ptx has kernels that the contract does not know: 'k', 'a'");
}

#[test]
fn a_wrong_number_of_values_is_refused() {
    let text = format!("{START}.entry k() {{ret;}}");
    for directive in [Directive::ReqNTid(vec![]), Directive::MaxNTid(vec![1; 4]), Directive::ReqNCtaPerCluster(vec![])]
    {
        let error = rewrite(text.as_bytes(), &[kernel("k", std::slice::from_ref(&directive))], None).unwrap_err();
        assert!(matches!(&error, RewriteError::Unspellable { fault, .. } if fault.directive == directive), "{error}");
    }
    let four_axes = [kernel("k", &[Directive::MaxNTid(vec![1; 4])])];
    let message = rewrite(text.as_bytes(), &four_axes, None).unwrap_err().to_string();
    let expected = "kernel 'k': '.maxntid 1, 1, 1, 1' cannot be spelled in ptx, legal are 1 to 3 values";
    assert_eq!(message, expected);
    assert!(rewrite(b"no ptx", &[], None).unwrap_err().to_string().starts_with("1:1: ptx must begin"));
}

#[test]
fn differences_are_listed() {
    let text = format!("{START}.entry k() .maxnreg 3 .maxnreg 4 .maxntid 8 .minnctapersm 2 .explicitcluster {{ret;}}");
    let ptx = read(text.as_bytes()).unwrap();
    let wanted = [
        Directive::MaxNTid(vec![8, 1, 1]),
        Directive::MinNCtaPerSm(3),
        Directive::MaxNReg(4),
        Directive::MaxClusterRank(8),
    ];
    let found = differences(&ptx.functions[0], &wanted);
    let shown: Vec<_> = found.iter().map(|difference| (difference.to_string(), difference.is_of_facts())).collect();
    let expected = [
        ("'.maxnreg 3' removed, a later one overrides it", false),
        ("'.maxntid 8' spelled '.maxntid 8, 1, 1'", false),
        ("'.minnctapersm 2' changed to '.minnctapersm 3'", true),
        ("'.explicitcluster' removed", true),
        ("'.maxclusterrank 8' added", true),
        ("directives put in order", false),
    ];
    assert_eq!(shown, expected.map(|(text, facts)| (text.to_owned(), facts)));
}

/// A property test found this: the directives were equal, and a difference was reported.
#[test]
fn a_directive_that_is_wanted_twice_is_no_difference_if_it_is_stated_twice() {
    let found = |clause: &str, wanted: &[Directive]| {
        let text = format!("{START}.entry k() {clause} {{ret;}}");
        let ptx = read(text.as_bytes()).unwrap();
        differences(&ptx.functions[0], wanted).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let (explicit, cap) = (Directive::ExplicitCluster, Directive::MaxNReg);
    assert_eq!(found(".explicitcluster .explicitcluster", &[explicit.clone(), explicit.clone()]), [""; 0]);
    assert_eq!(found(".maxnreg 1 .maxnreg 2", &[cap(1), cap(2)]), [""; 0]);
    assert_eq!(
        found(".maxnreg 1 .maxnreg 2 .maxntid 3", &[cap(1), cap(2), block(4)]),
        ["'.maxntid 3' changed to '.maxntid 4'"]
    );
    assert_eq!(found(".maxnreg 1 .maxnreg 2 .maxnreg 3", &[cap(2), cap(1), cap(3)]), ["directives put in order"]);
    assert_eq!(
        found(".maxnreg 1 .maxnreg 2", &[cap(2), cap(2)]),
        ["'.maxnreg 1' removed, a later one overrides it", "directives put in order"]
    );
    assert_eq!(found(".explicitcluster", &[explicit.clone(), explicit]), ["directives put in order"]);
}

/// The time must not grow with the square of the number of directives or kernels.
#[test]
fn a_large_text_is_rewritten_in_linear_time() {
    let many = 100_000;
    let clauses = ".maxnreg 1 .pragma \"a\"; // c\n.maxntid 2\n".repeat(many);
    assert_eq!(clause(&clauses, &[]), clauses.replace(".maxnreg 1 ", " ").replace(".maxntid 2\n", ""));
    let (text, kernels): (Vec<_>, Vec<_>) =
        (0..many).map(|n| (format!(".entry k{n}() {{}}\n"), kernel(&format!("k{n}"), &[block(1)]))).unzip();
    let rewritten = rewrite(format!("{START}{}", text.concat()).as_bytes(), &kernels, None).unwrap();
    assert_eq!(rewritten.text.len(), START.len() + text.concat().len() + many * "\n.maxntid 1".len());
}

fn directive() -> impl Strategy<Value = Directive> {
    let value = || prop_oneof![0..2000_u32, Just(u32::MAX)];
    let sizes = || proptest::collection::vec(value(), 1..=3);
    prop_oneof![
        sizes().prop_map(Directive::MaxNTid),
        sizes().prop_map(Directive::ReqNTid),
        value().prop_map(Directive::MinNCtaPerSm),
        value().prop_map(Directive::MaxNReg),
        Just(Directive::BlocksAreClusters),
        Just(Directive::ExplicitCluster),
        sizes().prop_map(Directive::ReqNCtaPerCluster),
        value().prop_map(Directive::MaxClusterRank),
    ]
}

/// Clauses with launch directives, others, comments and line markers, with white space between them or not.
fn any_clause() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        3 => directive().prop_map(|directive| directive.to_string()),
        1 => prop_oneof![
            Just(".pragma \"nounroll;{\";"), Just(".local_maxnreg 0x8U"), Just("// .maxntid 1 {\n"),
            Just("/* .maxnreg 2 */"), Just("# 3 \"k.cu\" 1\n"),
        ].prop_map(str::to_owned),
    ];
    let space = prop_oneof![Just(" "), Just("\n"), Just("\n\n\t"), Just("\r\n"), Just("/**/")];
    let first = prop_oneof![Just(""), Just(" "), Just("\n")];
    (first, proptest::collection::vec((part, space), 0..8))
        .prop_map(|(first, parts)| parts.into_iter().fold(first.to_owned(), |text, (part, space)| text + &part + space))
}

/// A text without launch directives and white space. Rewriting must not change it.
fn rest(text: &[u8]) -> Vec<u8> {
    let ptx = read(text).unwrap();
    let stated = ptx.functions.iter().flat_map(|header| &header.directives).filter(|stated| stated.launch.is_some());
    let (mut rest, mut kept) = (Vec::new(), 0);
    for stated in stated {
        rest.extend_from_slice(&text[kept..stated.span.start]);
        kept = stated.span.end;
    }
    rest.extend_from_slice(&text[kept..]);
    rest.retain(|byte| !byte.is_ascii_whitespace());
    rest
}

proptest! {
    #[test]
    fn a_rewritten_text_has_exactly_the_wanted_directives(
        clauses in proptest::collection::vec(
            (any_clause(), proptest::collection::vec(directive(), 0..6), any::<bool>()),
            1..4,
        )
    ) {
        let (mut text, mut kernels) = (START.to_owned(), Vec::new());
        for (number, (clause, directives, parameters)) in clauses.iter().enumerate() {
            let list = if *parameters { "(.param .u32 a)" } else { "" };
            text += &format!(".visible .entry k{number}{list}{clause}{{\n\tret; // {clause:?}\n}}\n");
            kernels.push(kernel(&format!("k{number}"), directives));
        }
        let Rewritten { text: rewritten, kernels: changes, .. } = rewrite(text.as_bytes(), &kernels, None).unwrap();
        let (before, after) = (read(text.as_bytes()).unwrap(), read(&rewritten).unwrap());
        for (index, (before, after)) in before.functions.iter().zip(&after.functions).enumerate() {
            let wanted = &kernels[index].directives;
            prop_assert!(after.launch().eq(wanted));
            prop_assert_eq!(&text.as_bytes()[before.body.clone().unwrap()], &rewritten[after.body.clone().unwrap()]);
            prop_assert_eq!(changes[index].differences.is_empty(), before.launch().eq(wanted));
            let facts = |difference: &Difference| difference.is_of_facts();
            if !changes[index].differences.iter().any(facts) {
                prop_assert_eq!(before.facts(), after.facts());
                prop_assert_eq!(before.has_explicit_cluster(), after.has_explicit_cluster());
            }
        }
        prop_assert_eq!(rest(text.as_bytes()), rest(&rewritten));
        let again = rewrite(&rewritten, &kernels, None).unwrap();
        prop_assert_eq!(again.text, rewritten);
    }
}
