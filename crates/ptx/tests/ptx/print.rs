//! Printing headers: the text, and the errors for what PTX cannot spell.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_ptx::{Bodies, Directive, Function, FunctionKind, Linkage, Module, Param, Scalar, Space, read};
use tileiras_target::{Chip, PtxVersion};

fn kernel() -> Function {
    Function {
        kind: FunctionKind::Entry,
        linkage: Linkage::Visible,
        name: "gemm".to_owned(),
        result: None,
        params: vec![Param::Pointer { space: Space::Global, align: 16 }, Param::Bytes { align: 64, size: 128 }],
        directives: vec![
            Directive::ReqNTid(vec![128, 1, 1]),
            Directive::MaxNReg(168),
            Directive::ExplicitCluster,
            Directive::ReqNCtaPerCluster(vec![2, 1, 1]),
        ],
    }
}

fn function() -> Function {
    let (result, params) = (Some(Param::Scalar(Scalar::B32)), vec![Param::Scalar(Scalar::B64)]);
    let (kind, name) = (FunctionKind::Func, "helper".to_owned());
    Function { kind, name, result, params, directives: Vec::new(), ..kernel() }
}

fn module(functions: Vec<Function>) -> Module {
    Module { version: PtxVersion::parse("8.4").unwrap(), target: Chip::parse("sm_90a").unwrap(), functions }
}

const PRINTED: &str = "\
.version 8.4
.target sm_90a
.address_size 64

.visible .entry gemm(
	.param .u64 .ptr .global .align 16 gemm_param_0,
	.param .align 64 .b8 gemm_param_1[128]
)
.reqntid 128, 1, 1
.maxnreg 168
.explicitcluster
.reqnctapercluster 2, 1, 1
{
	ret;
}

.visible .func  (.param .b32 func_retval0) helper(
	.param .b64 helper_param_0
)
{
	ret;
}
";

#[test]
fn a_file_with_stubs() {
    assert_eq!(module(vec![kernel(), function()]).print(Bodies::Stub).unwrap(), PRINTED);
}

#[test]
fn a_listing() {
    let listing = PRINTED.replace("{\n\tret;\n}", ";").replace("gemm(", "gemm\n(").replace("helper(", "helper\n(");
    assert_eq!(module(vec![kernel(), function()]).print(Bodies::None).unwrap(), listing);
}

#[test]
fn printed_headers_are_read_back() {
    let functions = [kernel(), function()];
    for bodies in [Bodies::None, Bodies::Stub] {
        let printed = module(functions.to_vec()).print(bodies).unwrap();
        let ptx = read(printed.as_bytes()).unwrap();
        assert_eq!((ptx.ptx_version(), ptx.chip()), (PtxVersion::parse("8.4").ok(), Chip::parse("sm_90a").ok()));
        for (header, function) in ptx.functions.iter().zip(&functions) {
            assert_eq!(
                (header.kind, header.linkage, header.name),
                (function.kind, function.linkage, function.name.as_str())
            );
            assert_eq!(
                (header.results, header.params),
                (usize::from(function.result.is_some()), function.params.len())
            );
            assert!(header.launch().eq(&function.directives));
            assert_eq!(header.body.is_some(), bodies == Bodies::Stub);
        }
    }
}

/// The error for `function`.
fn refused(function: Function) -> String {
    module(vec![function]).print(Bodies::Stub).unwrap_err().to_string()
}

#[test]
fn parts_that_ptx_cannot_spell_are_refused() {
    let named = |name: &str| refused(Function { name: name.to_owned(), ..kernel() });
    assert!(named("my kernel").starts_with("'my kernel' cannot be spelled in ptx: ' ' at offset 2"));
    assert_eq!(named("%tid"), "'%tid' cannot be spelled in ptx: the name is reserved");
    let with_result = Function { result: Some(Param::Scalar(Scalar::B32)), ..kernel() };
    assert_eq!(refused(with_result), "kernel 'gemm' cannot have a result");
    let with_directive = Function { directives: vec![Directive::MaxNReg(8)], ..function() };
    assert_eq!(refused(with_directive), "function 'helper' is not a kernel and cannot have '.maxnreg 8'");
    let four_axes = Function { directives: vec![Directive::MaxNTid(vec![8; 4])], ..kernel() };
    let expected = "kernel 'gemm': '.maxntid 8, 8, 8, 8' cannot be spelled in ptx, legal are 1 to 3 values";
    assert_eq!(refused(four_axes), expected);
}

#[test]
fn parameters_are_checked() {
    let of_kernel = |param| refused(Function { params: vec![Param::Scalar(Scalar::U8), param], ..kernel() });
    let pointer = |align| Param::Pointer { space: Space::Generic, align };
    let expected = "function 'gemm': parameter 1 cannot be .u64 .ptr .align 3, alignments are powers of two";
    assert_eq!(of_kernel(pointer(3)), expected);
    let expected = "function 'gemm': parameter 1 cannot be .align 4 .b8, sizes are at least 1";
    assert_eq!(of_kernel(Param::Bytes { align: 4, size: 0 }), expected);
    let of_function = |param| refused(Function { params: vec![param], ..function() });
    let expected =
        "function 'helper': parameter 0 cannot be .u64 .ptr .align 1, only kernels have pointers, functions have .b64";
    assert_eq!(of_function(pointer(1)), expected);
    let result = refused(Function { result: Some(Param::Bytes { align: 256, size: 4 }), ..function() });
    let expected = "function 'helper': the result cannot be .align 256 .b8, alignments are at most 128 on functions";
    assert_eq!(result, expected);
    let large = Function { params: vec![Param::Bytes { align: 256, size: 4 }], ..kernel() };
    assert!(module(vec![large]).print(Bodies::Stub).unwrap().contains(".param .align 256 .b8 gemm_param_0[4]"));
}

#[test]
fn rare_parameters_are_spelled_as_llvm_spells_them() {
    let tensor = Param::Pointer { space: Space::Tensor, align: 4 };
    let text = module(vec![Function { params: vec![tensor], ..kernel() }]).print(Bodies::None).unwrap();
    assert!(text.contains("\t.param .u32 .ptr .align 4 gemm_param_0\n"), "{text}");
    let text = module(vec![Function { params: vec![Param::Scalar(Scalar::B128)], ..function() }]).print(Bodies::None);
    assert!(text.unwrap().contains("\t.param .b128 helper_param_0\n"));
}
