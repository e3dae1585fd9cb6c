//! Printed headers are those of LLVM, and the PTX of LLVM and clang is read and rewritten.

use std::collections::BTreeMap;

use tileiras_ptx::{
    Bodies, Directive, Function, FunctionKind, Handle, Kernel, Linkage, Module, Param, Scalar, Space, read, rewrite,
};
use tileiras_target::{Chip, PtxVersion};
use tileiras_test_support::ptxas::try_assemble;

use crate::tools::run::{clang, llc, modules, ptxas, ptxas_for, try_llc};

const fn bytes(align: u32, size: u32) -> Param {
    Param::Bytes { align, size }
}

const fn pointer(space: Space, align: u32) -> Param {
    Param::Pointer { space, align }
}

fn kernel(name: &str, params: Vec<Param>) -> Function {
    let (kind, linkage) = (FunctionKind::Entry, Linkage::Visible);
    Function { kind, linkage, name: name.to_owned(), result: None, params, directives: Vec::new() }
}

fn func(linkage: Linkage, name: &str, result: Option<Param>, params: Vec<Param>) -> Function {
    Function { kind: FunctionKind::Func, linkage, result, ..kernel(name, params) }
}

/// `tests/inputs/params.ll`.
fn params() -> Module {
    use Scalar::{B32, B64, F32, F64, U8, U16, U32, U64};
    let scalars = |scalars: &[Scalar]| scalars.iter().copied().map(Param::Scalar).collect::<Vec<_>>();
    let mut ints = kernel("ints", [scalars(&[U8, U8, U16, U32, U64]), vec![bytes(16, 16)]].concat());
    ints.directives = vec![Directive::MaxNTid(vec![128, 2]), Directive::MinNCtaPerSm(2)];
    let mut floats = kernel("floats", [vec![bytes(2, 2), bytes(2, 2)], scalars(&[F32, F64])].concat());
    let cluster = [Directive::ExplicitCluster, Directive::ReqNCtaPerCluster(vec![2, 1, 1])];
    floats.directives = [vec![Directive::ReqNTid(vec![64])], cluster.to_vec()].concat();
    let spaces =
        [Space::Generic, Space::Global, Space::Shared, Space::Const, Space::Local].map(|space| pointer(space, 1));
    let aligned = vec![pointer(Space::Generic, 16), pointer(Space::Global, 8)];
    let mut aggregates = kernel("aggregates", vec![bytes(8, 16), bytes(2, 6), bytes(8, 16), bytes(1, 5)]);
    aggregates.linkage = Linkage::Weak;
    let handles = [Handle::Texture, Handle::Sampler, Handle::Surface].map(Param::Handle).to_vec();
    let small = scalars(&[B32, B32, B32, B32, B64, B32, B64, B64, B64]);
    let functions = vec![
        ints,
        floats,
        kernel("pointers", [spaces.to_vec(), aligned].concat()),
        aggregates,
        kernel("vectors", vec![bytes(4, 4), bytes(16, 16), bytes(16, 16), bytes(1, 1)]),
        kernel("handles", handles),
        func(Linkage::Visible, "scalars", Some(Param::Scalar(B32)), small),
        func(
            Linkage::Weak,
            "memory",
            Some(bytes(16, 16)),
            vec![bytes(16, 16), bytes(2, 2), bytes(8, 16), bytes(8, 16)],
        ),
        func(Linkage::Local, "hidden", Some(Param::Scalar(B64)), Vec::new()),
        func(Linkage::Extern, "declared", Some(Param::Scalar(B32)), scalars(&[B32])),
        func(Linkage::Extern, "declared_alone", None, Vec::new()),
        func(Linkage::Visible, "nothing", Some(Param::Scalar(B64)), Vec::new()),
    ];
    Module { version: PtxVersion::parse("9.0").unwrap(), target: Chip::parse("sm_90").unwrap(), functions }
}

/// The headers of a text by name, without comments and without white space at the ends of lines. For a
/// declaration and its definition, the definition.
fn headers(text: &[u8]) -> BTreeMap<String, String> {
    let mut headers = BTreeMap::new();
    for header in read(text).unwrap().functions {
        let shown = String::from_utf8(text[header.span].to_vec()).unwrap();
        let lines = shown.lines().map(|line| line.split("//").next().unwrap().trim_end());
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        if header.body.is_some() || !headers.contains_key(header.name) {
            headers.insert(header.name.to_owned(), lines.join("\n"));
        }
    }
    headers
}

#[test]
fn headers_are_those_of_llc() {
    let module = params();
    let printed = module.print(Bodies::Stub).unwrap();
    let written = llc(include_str!("../../inputs/params.ll"));
    let (ours, theirs) = (headers(printed.as_bytes()), headers(&written));
    assert_eq!(ours.len(), module.functions.len());
    assert_eq!(ours, theirs);
    let start = printed.split("\n\n").next().unwrap();
    assert!(String::from_utf8(written).unwrap().contains(start));
}

/// A stub of every kind of function and parameter assembles, and so does a chip without clusters.
#[test]
fn stubs_assemble() {
    let mut module = params();
    ptxas(module.print(Bodies::Stub).unwrap().as_bytes()).unwrap();
    (module.version, module.target) = (PtxVersion::parse("7.0").unwrap(), Chip::parse("sm_80").unwrap());
    module.functions[1].directives.truncate(1);
    ptxas_for("sm_80", module.print(Bodies::Stub).unwrap().as_bytes()).unwrap();
}

/// A listing states the same as the file with stubs. `ptxas` refuses it only because of the directives of its kernels.
#[test]
fn a_listing_is_no_input_of_ptxas() {
    let mut module = params();
    let listing = module.print(Bodies::None).unwrap();
    let stubs = module.print(Bodies::Stub).unwrap();
    let (listed, stubbed) = (read(listing.as_bytes()).unwrap().functions, read(stubs.as_bytes()).unwrap().functions);
    for (listed, stubbed) in listed.iter().zip(&stubbed) {
        assert_eq!((listed.name, listed.facts(), listed.params), (stubbed.name, stubbed.facts(), stubbed.params));
        assert_eq!(listed.has_explicit_cluster(), stubbed.has_explicit_cluster());
        assert_eq!(listed.body, None);
    }
    assert_eq!(listed.len(), stubbed.len());
    assert!(ptxas(listing.as_bytes()).unwrap_err().contains("Parsing error near ';'"));
    for function in &mut module.functions {
        function.directives.clear();
        function.linkage = Linkage::Extern;
    }
    ptxas(module.print(Bodies::None).unwrap().as_bytes()).unwrap();
}

/// The chip that every example can be compiled for. `wgmma` is not legal for sm_90.
const CHIP: &str = "sm_90a";

/// The PTX of `llc` and `clang` for the examples, also with line tables and with full debug information.
fn real() -> Vec<(String, Vec<u8>)> {
    let compiled = |(name, module): (String, String)| {
        let text = try_llc(CHIP, &module).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, text)
    };
    let mut texts: Vec<_> = modules().into_iter().map(compiled).collect();
    for example in ["saxpy.cu", "many.cu", "params.cu"] {
        texts.push((format!("{example} -g"), clang(example, &["-g"])));
        texts.push((format!("{example} -G"), clang(example, &["-g", "--cuda-noopt-device-debug"])));
    }
    texts
}

/// The kernels of a text with their launch directives.
fn kernels(text: &[u8]) -> Vec<Kernel> {
    let ptx = read(text).unwrap();
    ptx.entries()
        .map(|entry| Kernel { name: entry.name.to_owned(), directives: entry.launch().cloned().collect() })
        .collect()
}

#[test]
fn every_directive_of_a_back_end_is_read() {
    for (name, text) in real() {
        let lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start.as_bytes())).count();
        let kernels = kernels(&text);
        assert_eq!(kernels.len(), count(".visible .entry"), "{name}");
        for directive in [".maxntid", ".reqntid", ".minnctapersm", ".maxnreg", ".reqnctapercluster", ".maxclusterrank"]
        {
            let found = kernels.iter().flat_map(|kernel| &kernel.directives).filter(|found| found.name() == directive);
            assert_eq!(found.count(), count(directive), "{name}: {directive}");
        }
    }
}

#[test]
fn a_text_with_the_wanted_directives_is_unchanged() {
    for (name, text) in real() {
        let rewritten = rewrite(&text, &kernels(&text), None).unwrap();
        assert!(rewritten.is_unchanged(), "{name}");
        assert!(rewritten.text == text, "{name}");
    }
}

/// With other directives, all other lines are unchanged, and `ptxas` assembles the text.
#[test]
fn only_launch_directives_change() {
    let other = [Directive::ReqNTid(vec![64, 1, 1]), Directive::MaxNReg(64), Directive::MaxClusterRank(4)];
    for (name, text) in real() {
        let mut kernels = kernels(&text);
        kernels.iter_mut().for_each(|kernel| kernel.directives = other.to_vec());
        let rewritten = rewrite(&text, &kernels, None).unwrap();
        assert_eq!(rewritten.kernels.len(), kernels.len(), "{name}");
        assert_eq!(rewrite(&rewritten.text, &kernels, None).unwrap().text, rewritten.text, "{name}");
        for entry in read(&rewritten.text).unwrap().entries() {
            assert!(entry.launch().eq(&other), "{name}: {}", entry.name);
        }
        assert_eq!(without_directives(&rewritten.text), without_directives(&text), "{name}");
        // Some examples call functions that a linker adds.
        try_assemble(CHIP, &rewritten.text, &["-c"]).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// The lines of a text without launch directives and without white space at their ends.
fn without_directives(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let names = [".maxntid", ".reqntid", ".minnctapersm", ".maxnreg", ".explicitcluster", ".reqnctapercluster"];
    let is_launch = |line: &&str| names.iter().chain(&[".maxclusterrank"]).any(|name| line.starts_with(name));
    // LLVM's comment on a kernel follows its last directive or its parameters.
    let plain = |line: &str| line.split("// @").next().unwrap_or_default().trim_end().to_owned();
    text.lines().filter(|line| !is_launch(line)).map(plain).collect()
}
