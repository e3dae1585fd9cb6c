//! Tuples and attributes that `nvvm-transplant` refuses or accepts, with what stock `opt` does.

use tileiras_test_support::process::End;

/// Stock `opt` crashes with SIGSEGV (measured).
const CRASHES: Option<End> = Some(End::Signal(11));
/// Stock `opt` accepts the tuple.
const ACCEPTS: Option<End> = Some(End::Exit(0));
/// Stock `opt` reports an error.
const REFUSES: Option<End> = Some(End::Exit(1));
/// Stock `opt` accesses an object as one of another type, with a different result in each run. It is not run.
const UNDEFINED: Option<End> = None;

/// A faulty tuple. It is number 2 of its list.
pub struct Fault {
    pub name: &'static str,
    /// The tuple in LLVM IR, and what stock `opt` does; `None` if LLVM IR cannot represent it.
    pub llvm: Option<(&'static str, Option<End>)>,
    /// The tuple in MLIR.
    pub mlir: &'static str,
    /// The texts that the messages must contain.
    pub messages: &'static [&'static str],
}

const fn both(
    name: &'static str,
    llvm: &'static str,
    stock: Option<End>,
    mlir: &'static str,
    messages: &'static [&'static str],
) -> Fault {
    Fault { name, llvm: Some((llvm, stock)), mlir, messages }
}

const fn only_mlir(name: &'static str, mlir: &'static str, messages: &'static [&'static str]) -> Fault {
    Fault { name, llvm: None, mlir, messages }
}

#[rustfmt::skip]
pub const FAULTS: &[Fault] = &[
    // The symbol.
    only_mlir("undefined symbol", r#"[@nope, "maxntidx", 1 : i32]"#, &["tuple 2", "@nope"]),
    only_mlir("undefined nested symbol", r#"[@m::@k, "kernel", 1 : i32]"#, &["tuple 2", "@m::@k"]),
    only_mlir("no tuple", r#""kernel""#, &["tuple 2", "\"kernel\""]),
    only_mlir("cyclic alias", r#"[@cycle, "maxntidx", 1 : i32]"#, &["tuple 2", "@cycle"]),
    only_mlir("alias that computes", r#"[@part, "maxntidx", 1 : i32]"#, &["tuple 2", "@part"]),
    both("launch key on a global", r#"ptr addrspace(1) @g, !"maxntidx", i32 1"#, UNDEFINED,
        r#"[@g, "maxntidx", 1 : i32]"#, &["tuple 2", "'maxntidx'", "@g"]),
    both("kernel key on a global", r#"ptr addrspace(1) @g, !"kernel", i32 1"#, ACCEPTS,
        r#"[@g, "kernel", 1 : i32]"#, &["tuple 2", "'kernel'", "@g"]),
    both("alias of a global", r#"ptr addrspace(1) @other_g, !"maxntidx", i32 1"#, UNDEFINED,
        r#"[@other_g, "maxntidx", 1 : i32]"#, &["tuple 2", "'maxntidx'", "@other_g"]),
    both("string as symbol", r#"!"k", !"kernel", i32 1"#, ACCEPTS,
        r#"["k", "kernel", 1 : i32]"#, &["tuple 2", "\"k\""]),
    both("number as symbol", r#"i32 1, !"kernel", i32 1"#, ACCEPTS,
        r#"[1 : i32, "kernel", 1 : i32]"#, &["tuple 2", "1 : i32"]),
    // Keys.
    both("key without value", r#"ptr @k, !"maxntidx""#, CRASHES, r#"[@k, "maxntidx"]"#, &["tuple 2", "\"maxntidx\""]),
    both("last key without value", r#"ptr @k, !"maxntidx", i32 1, !"maxntidy""#, CRASHES,
        r#"[@k, "maxntidx", 1 : i32, "maxntidy"]"#, &["tuple 2", "\"maxntidy\""]),
    both("number as key", "ptr @k, i32 3, i32 128", ACCEPTS, "[@k, 3 : i32, 128 : i32]", &["tuple 2", "3 : i32"]),
    both("function as key", "ptr @k, ptr @k, i32 128", ACCEPTS, "[@k, @k, 128 : i32]", &["tuple 2", "@k"]),
    both("null as key", "ptr @k, null, i32 128", CRASHES, "[@k, unit, 128 : i32]", &["tuple 2", "unit"]),
    // Kinds of values.
    both("string value", r#"ptr @k, !"maxntidx", !"128""#, CRASHES,
        r#"[@k, "maxntidx", "128"]"#, &["tuple 2", "'maxntidx'", "\"128\""]),
    both("string as kernel", r#"ptr @k, !"kernel", !"1""#, CRASHES,
        r#"[@k, "kernel", "1"]"#, &["tuple 2", "'kernel'", "\"1\""]),
    both("null value", r#"ptr @k, !"maxntidx", null"#, CRASHES,
        r#"[@k, "maxntidx", unit]"#, &["tuple 2", "'maxntidx'", "unit"]),
    both("null as kernel", r#"ptr @k, !"kernel", null"#, CRASHES,
        r#"[@k, "kernel", unit]"#, &["tuple 2", "'kernel'", "unit"]),
    both("node value", r#"ptr @k, !"maxntidx", !{i32 128}"#, CRASHES,
        r#"[@k, "maxntidx", array<i32: 128>]"#, &["tuple 2", "'maxntidx'", "array<i32: 128>"]),
    both("float value", r#"ptr @k, !"maxntidx", float 1.0"#, ACCEPTS,
        r#"[@k, "maxntidx", 1.0 : f32]"#, &["tuple 2", "'maxntidx'", "1.000000e+00"]),
    both("float as kernel", r#"ptr @k, !"kernel", float 1.0"#, ACCEPTS,
        r#"[@k, "kernel", 1.0 : f32]"#, &["tuple 2", "'kernel'", "1.000000e+00"]),
    both("address value", r#"ptr @k, !"maxntidx", ptr @k"#, ACCEPTS,
        r#"[@k, "maxntidx", @k]"#, &["tuple 2", "'maxntidx'", "@k"]),
    both("boolean value", r#"ptr @k, !"maxntidx", i1 true"#, ACCEPTS,
        r#"[@k, "maxntidx", true]"#, &["tuple 2", "'maxntidx'", "true"]),
    both("undefined value", r#"ptr @k, !"maxntidx", i32 undef"#, ACCEPTS,
        r#"[@k, "maxntidx", {}]"#, &["tuple 2", "'maxntidx'", "{"]),
    both("constant expression", r#"ptr @k, !"maxntidx", i64 ptrtoint (ptr @k to i64)"#, CRASHES,
        r#"[@k, "maxntidx", [@k]]"#, &["tuple 2", "'maxntidx'", "@k"]),
    both("debug information as value", r#"ptr @k, !"maxntidx", !DIFile(filename: "a", directory: "b")"#, UNDEFINED,
        r#"[@k, "maxntidx", loc("a")]"#, &["tuple 2", "'maxntidx'", "got"]),
    both("cyclic metadata", r#"ptr @k, !"maxntidx", !2"#, CRASHES,
        r#"[@k, "maxntidx", [@k, "maxntidx", []]]"#, &["tuple 2", "'maxntidx'", "[@k, \"maxntidx\", "]),
    // Numbers.
    both("negative", r#"ptr @k, !"maxntidx", i32 -1"#, ACCEPTS,
        r#"[@k, "maxntidx", -1 : i32]"#, &["tuple 2", "'maxntidx'", "-1 : i32"]),
    both("negative scalar", r#"ptr @k, !"maxnreg", i32 -5"#, ACCEPTS,
        r#"[@k, "maxnreg", -5 : i32]"#, &["tuple 2", "'maxnreg'", "-5 : i32"]),
    both("negative of 8 bits", r#"ptr @k, !"minctasm", i8 -128"#, ACCEPTS,
        r#"[@k, "minctasm", -128 : i8]"#, &["tuple 2", "'minctasm'", "-128 : i8"]),
    both("above u32", r#"ptr @k, !"maxnreg", i64 4294967296"#, ACCEPTS,
        r#"[@k, "maxnreg", 4294967296 : i64]"#, &["tuple 2", "'maxnreg'", "4294967296"]),
    both("above u32 in a size", r#"ptr @k, !"reqntidz", i64 4294967297"#, ACCEPTS,
        r#"[@k, "reqntidz", 4294967297 : i64]"#, &["tuple 2", "'reqntidz'", "4294967297"]),
    both("size above i32", r#"ptr @k, !"maxntidx", i64 2147483648"#, ACCEPTS,
        r#"[@k, "maxntidx", 2147483648 : i64]"#, &["tuple 2", "'maxntidx'", "2147483648"]),
    both("128 bits, 128 if cut to 64", r#"ptr @k, !"maxntidx", i128 18446744073709551744"#, ACCEPTS,
        r#"[@k, "maxntidx", 18446744073709551744 : i128]"#, &["tuple 2", "'maxntidx'", "18446744073709551744"]),
    both("256 bits, 128 if cut to 128", r#"ptr @k, !"maxnreg", i256 340282366920938463463374607431768211584"#, ACCEPTS,
        r#"[@k, "maxnreg", 340282366920938463463374607431768211584 : i256]"#,
        &["tuple 2", "'maxnreg'", "340282366920938463463374607431768211584"]),
    // Constant arguments; @two has two.
    both("scalar grid_constant", r#"ptr @two, !"grid_constant", i32 1"#, CRASHES,
        r#"[@two, "grid_constant", 1 : i32]"#, &["tuple 2", "'grid_constant'", "1 : i32"]),
    both("grid_constant 0", r#"ptr @two, !"grid_constant", !{i32 0}"#, ACCEPTS,
        r#"[@two, "grid_constant", array<i32: 0>]"#, &["tuple 2", "'grid_constant'", "array<i32: 0>"]),
    both("grid_constant 3 of 2", r#"ptr @two, !"grid_constant", !{i32 1, i32 3}"#, REFUSES,
        r#"[@two, "grid_constant", array<i32: 1, 3>]"#, &["tuple 2", "'grid_constant'", "1 to 2", "3"]),
    both("grid_constant 1 of 0", r#"ptr @k, !"grid_constant", !{i32 1}"#, REFUSES,
        r#"[@k, "grid_constant", array<i32: 1>]"#, &["tuple 2", "'grid_constant'", "1"]),
    both("negative grid_constant", r#"ptr @two, !"grid_constant", !{i32 -1}"#, ACCEPTS,
        r#"[@two, "grid_constant", array<i32: -1>]"#, &["tuple 2", "'grid_constant'", "array<i32: -1>"]),
    both("string in grid_constant", r#"ptr @two, !"grid_constant", !{!"1"}"#, UNDEFINED,
        r#"[@two, "grid_constant", ["1"]]"#, &["tuple 2", "'grid_constant'", "\"1\""]),
    both("large grid_constant", r#"ptr @two, !"grid_constant", !{i64 4294967297}"#, ACCEPTS,
        r#"[@two, "grid_constant", [4294967297 : i64]]"#, &["tuple 2", "'grid_constant'", "4294967297"]),
    // Facts together.
    both("two values", r#"ptr @k, !"maxnreg", i32 1, !"maxnreg", i32 2"#, ACCEPTS,
        r#"[@k, "maxnreg", 1 : i32, "maxnreg", 2 : i32]"#, &["tuple 2", "'maxnreg'", "1 and 2"]),
    both("blocksareclusters alone", r#"ptr @k, !"blocksareclusters", i32 1"#, ACCEPTS,
        r#"[@k, "blocksareclusters", 1 : i32]"#,
        &["tuple 2", "'blocksareclusters'", "'nvvm.reqntid'", "'nvvm.cluster_dim'"]),
];

/// Function attributes from which no fact can be read, and the texts that the message must contain.
#[rustfmt::skip]
pub const FUNCTION_FAULTS: &[(&str, &[&str])] = &[
    ("nvvm.maxntidx = \"x\"", &["'nvvm.maxntidx'", "\"x\""]),
    ("nvvm.maxntidx = -1 : i32", &["'nvvm.maxntidx'", "-1 : i32"]),
    ("nvvm.maxntid = array<i32: -1>", &["'nvvm.maxntid'", "array<i32: -1>"]),
    ("nvvm.maxntidx = 1 : i32, nvvm.maxntid = array<i32: 2, 1, 1>", &["'nvvm.maxntid'", "'nvvm.maxntidx'", "2 and 1"]),
    ("nvvm.maxnreg = true", &["'nvvm.maxnreg'", "true"]),
    ("nvvm.minctasm = -1 : i32", &["'nvvm.minctasm'", "-1 : i32"]),
    ("nvvm.maxclusterrank = \"eight\"", &["'nvvm.maxclusterrank'", "\"eight\""]),
    ("nvvm.maxclusterrank = 5000000000 : i64", &["'nvvm.maxclusterrank'", "5000000000"]),
    ("nvvm.kernel = false", &["'nvvm.kernel'", "false"]),
    ("nvvm.kernel = \"no\"", &["'nvvm.kernel'", "\"no\""]),
    ("nvvm.grid_constant", &["'nvvm.grid_constant'", "unit"]),
    ("nvvm.grid_constant = array<i32: 0>", &["'nvvm.grid_constant'", "array<i32: 0>"]),
    ("nvvm.grid_constant = array<i32: 2>", &["'nvvm.grid_constant'", "1 to 1", "2"]),
    ("passthrough = [[\"nvvm.maxntid\", \"abc\"]]", &["'nvvm.maxntid'", "'passthrough'", "\"abc\""]),
    ("passthrough = [[\"nvvm.maxntid\", \"-1\"]]", &["'nvvm.maxntid'", "'passthrough'", "\"-1\""]),
    ("passthrough = [[\"nvvm.maxntid\", \"1,2,3,4\"]]", &["'nvvm.maxntid'", "'passthrough'", "4"]),
    ("passthrough = [[\"nvvm.maxntid\", \"2147483648\"]]", &["'nvvm.maxntid'", "'passthrough'", "2147483648"]),
    ("passthrough = [[\"nvvm.maxnreg\", \"4294967296\"]]", &["'nvvm.maxnreg'", "'passthrough'", "4294967296"]),
    ("passthrough = [[\"nvvm.maxnreg\", \"010\"]]", &["'nvvm.maxnreg'", "'passthrough'", "\"010\""]),
    ("passthrough = [[\"nvvm.grid_constant\", \"0\"]]", &["'nvvm.grid_constant'", "'passthrough'", "\"0\""]),
    ("passthrough = [\"nvvm.blocksareclusters\"]", &["'nvvm.blocksareclusters'", "'passthrough'", "'nvvm.reqntid'"]),
];

/// The part of each module other than the tuple.
pub const LLVM_REST: &str = r#"
target triple = "nvptx64-nvidia-cuda"
@g = addrspace(1) global i32 0
@other_k = alias void (), ptr @k
@other_g = alias i32, ptr addrspace(1) @g
define void @good() { ret void }
define void @k() { ret void }
define void @two(ptr %a, ptr %b) { ret void }
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @good, !"kernel", i32 1, !"maxntidx", i32 128}
!1 = !{ptr @good, !"com.example.key", i32 1}
"#;

pub const MLIR_REST: &str = r#"
  llvm.mlir.global external @g(0 : i32) {addr_space = 1 : i32} : i32
  llvm.mlir.alias external @other_k : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @other_g {addr_space = 1 : i32} : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr<1>
    llvm.return %0 : !llvm.ptr<1>
  }
  llvm.mlir.alias external @cycle : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @other_cycle : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @other_cycle : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @cycle : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @part : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    %1 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.return %1 : !llvm.ptr
  }
  llvm.func @good() {
    llvm.return
  }
  llvm.func @k() {
    llvm.return
  }
  llvm.func @two(%a: !llvm.ptr, %b: !llvm.ptr) {
    llvm.return
  }
}
"#;

/// An unusual, but legal tuple: its name, the tuple in LLVM IR and what stock `opt` does, the tuple in MLIR, a text
/// that the output must contain, and a text that the remarks must contain. If the last text is empty, there must be no
/// remark.
pub type Legal = (&'static str, &'static str, Option<End>, &'static str, &'static str, &'static str);

#[rustfmt::skip]
pub const LEGAL: &[Legal] = &[
    ("empty", "", ACCEPTS, "[]", "", "tuple 2 carries nothing and is dropped"),
    ("symbol alone", "ptr @k", ACCEPTS, "[@k]", "", "tuple 2 carries nothing and is dropped"),
    ("null symbol", r#"null, !"kernel", i32 1"#, ACCEPTS,
        r#"[unit, "kernel", 1 : i32]"#, "", "tuple 2 carries nothing and is dropped"),
    ("alias of a function", r#"ptr @other_k, !"maxntidx", i32 64"#, UNDEFINED,
        r#"[@other_k, "maxntidx", 64 : i32]"#,
        "llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 64, 1, 1>}",
        "tuple 2 of 'nvvm.annotations' names an alias of this function: its facts are stated here"),
    ("align of a global", r#"ptr addrspace(1) @g, !"align", i32 4"#, UNDEFINED,
        r#"[@g, "align", 4 : i32]"#, r#"[@g, "align", 4 : i32]"#, ""),
    ("cycle under an unknown key", r#"ptr @k, !"com.example.self", !2"#, ACCEPTS,
        r#"[@k, "com.example.self", [@k]]"#, r#"[@k, "com.example.self", [@k"#, ""),
    ("kernel 0", r#"ptr @k, !"kernel", i32 0"#, ACCEPTS,
        r#"[@k, "kernel", 0 : i32]"#, "llvm.func @k() attributes {nvvm.annotations_transplanted} {",
        "'kernel' in tuple 2 of 'nvvm.annotations' is 0: the fact does not hold"),
    ("largest scalar", r#"ptr @k, !"maxnreg", i64 4294967295"#, ACCEPTS,
        r#"[@k, "maxnreg", 4294967295 : i64]"#, "nvvm.maxnreg = 4294967295 : i64", ""),
    ("largest size", r#"ptr @k, !"maxntidx", i64 2147483647"#, ACCEPTS,
        r#"[@k, "maxntidx", 2147483647 : i64]"#, "nvvm.maxntid = array<i32: 2147483647, 1, 1>", ""),
];

/// Elements of random tuples, in LLVM IR and in MLIR.
#[rustfmt::skip]
pub const ELEMENTS: &[(&str, &str)] = &[
    ("ptr @k", "@k"), ("ptr @two", "@two"), ("ptr @k",
        "@k"), ("ptr @two", "@two"), ("ptr @other_k", "@other_k"), ("ptr addrspace(1) @g", "@g"),
    ("null", "unit"), ("!{}", "[]"), ("!{i32 1}",
        "array<i32: 1>"), ("!{i32 1, i64 2}", "[1 : i32, 2 : i64]"), ("!{null}", "[unit]"), ("!{!{}}", "[[]]"),
    ("!\"kernel\"", "\"kernel\""), ("!\"maxntidx\"", "\"maxntidx\""), ("!\"reqntidz\"",
        "\"reqntidz\""), ("!\"cluster_dim_y\"", "\"cluster_dim_y\""),
    ("!\"minctasm\"", "\"minctasm\""), ("!\"maxclusterrank\"", "\"maxclusterrank\""), ("!\"blocksareclusters\"",
        "\"blocksareclusters\""),
    ("!\"grid_constant\"", "\"grid_constant\""), ("!\"grid_constant\"", "\"grid_constant\""), ("!\"align\"",
        "\"align\""), ("!\"\"", "\"\""), ("!\"\\00\\FF\"", "\"\\00\\FF\""),
    ("i32 0", "0 : i32"), ("i32 1", "1 : i32"), ("i32 1",
        "1 : i32"), ("i32 -1", "-1 : i32"), ("i1 true", "true"), ("i64 4294967296", "4294967296 : i64"),
    ("i7 5", "5 : i7"), ("i512 1", "1 : i512"), ("double 0.0",
        "0.0 : f64"), ("i32 poison", "dense<1> : tensor<2xi32>"), ("{ i32 } { i32 1 }", "{x}"), ("i32 undef", "i32"),
];
