//! The rules of group shape, each on a contract that breaks it and on one that does not.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::borrow::Cow;
use std::slice;

use crate::common::{array, function, in_tuple, kernel, messages, on_any, text};
use tileiras_contract::rules::check;
use tileiras_contract::{Arguments, Carrier, Fact, MARKER, Statement, Value, attribute_spelling};
use tileiras_finding::{RuleSet, Sink};

#[test]
fn dim_shape() {
    for name in ["nvvm.maxntid", "nvvm.reqntid"] {
        for (value, message) in [
            (array(&[]), "must have 1 to 3 values, got 0"),
            (array(&[1, 1, 1, 1]), "must have 1 to 3 values, got 4"),
            (text("128"), "must be an array of 1 to 3 i32 values, got \"128\""),
            (Value::i32(128), "must be an array of 1 to 3 i32 values, got 128 : i32"),
            (Value::List(vec![Value::i32(8)]), "must be an array of 1 to 3 i32 values, got [8 : i32]"),
        ] {
            assert_eq!(messages("dim-shape", &kernel(&[(name, value)])), [format!("'{name}' {message}")]);
        }
        for sizes in [[8, 4, 2].as_slice(), &[8, 4], &[8], &[0], &[-1]] {
            assert_eq!(messages("dim-shape", &kernel(&[(name, array(sizes))])), [""; 0]);
        }
    }
}

#[test]
fn cluster_dim_arity() {
    let name = "nvvm.cluster_dim";
    for (value, message) in [
        (array(&[2]), "must have exactly 3 values, got 1"),
        (array(&[2, 1]), "must have exactly 3 values, got 2"),
        (array(&[1; 4]), "must have exactly 3 values, got 4"),
        (text("2,1,1"), "must be an array of exactly 3 i32 values, got \"2,1,1\""),
    ] {
        assert_eq!(messages("cluster-dim-arity", &kernel(&[(name, value)])), [format!("'{name}' {message}")]);
    }
    assert_eq!(messages("cluster-dim-arity", &kernel(&[(name, array(&[2, 1, 1]))])), [""; 0]);
}

#[test]
fn scalar_shape() {
    let wide = |value| Value::Integer { value, width: 64 };
    for name in ["nvvm.minctasm", "nvvm.maxnreg", "nvvm.maxclusterrank"] {
        for (value, message) in [
            (text("8"), "must be an integer attribute, got \"8\""),
            (Value::bool(true), "must be an integer attribute, got true"),
            (Value::Unit, "must be an integer attribute, got unit"),
            (wide(4_294_967_296), "must fit in 32 bits, got 4294967296 : i64"),
            (wide(-2_147_483_649), "must fit in 32 bits, got -2147483649 : i64"),
        ] {
            assert_eq!(messages("scalar-shape", &kernel(&[(name, value)])), [format!("'{name}' {message}")]);
        }
        for value in [Value::i32(8), Value::i32(-1), Value::i32(0), wide(4_294_967_295), wide(-2_147_483_648)] {
            assert_eq!(messages("scalar-shape", &kernel(&[(name, value)])), [""; 0]);
        }
    }
}

#[test]
fn unit_shape() {
    for name in ["nvvm.kernel", "nvvm.blocksareclusters", MARKER] {
        for (value, found) in [(Value::bool(false), "false"), (Value::i32(1), "1 : i32"), (text(""), "\"\"")] {
            let message = format!("'{name}' must be a unit attribute, got {found}");
            assert_eq!(messages("unit-shape", &kernel(&[(name, value)])), [message]);
        }
        assert_eq!(messages("unit-shape", &kernel(&[(name, Value::Unit)])), [""; 0]);
    }
}

#[test]
fn grid_constant_shape() {
    let with = |indices: &'static [i32], arguments: Option<&[bool]>| {
        let mut contract = kernel(&[("nvvm.grid_constant", array(indices))]);
        contract.arguments = arguments.map(|pointers| pointers.iter().copied().collect());
        messages("grid-constant-shape", &contract)
    };
    let pointers = Some([true, false, true].as_slice());
    assert_eq!(with(&[1, 3], pointers), [""; 0]);
    assert_eq!(with(&[3, 1], pointers), [""; 0]);
    assert_eq!(with(&[], pointers), [""; 0]);
    assert_eq!(with(&[7], None), [""; 0]);
    assert_eq!(with(&[0], None), ["'nvvm.grid_constant' must name arguments by 1-based index, got 0"]);
    assert_eq!(with(&[-1], pointers), ["'nvvm.grid_constant' must name arguments by 1-based index, got -1"]);
    assert_eq!(with(&[1, 3, 1], pointers), ["'nvvm.grid_constant' must name each argument once, got 1 twice"]);
    assert_eq!(
        with(&[2], pointers),
        ["'nvvm.grid_constant' must name pointer arguments, got 2, which is not a pointer"]
    );
    assert_eq!(with(&[4], pointers), ["'nvvm.grid_constant' must name arguments 1 to 3, got 4"]);
    assert_eq!(with(&[1], Some(&[])), ["'nvvm.grid_constant' must name an argument, but the function has none, got 1"]);
    assert_eq!(with(&[4, 0, 2], pointers).len(), 3);
    assert_eq!(
        messages("grid-constant-shape", &kernel(&[("nvvm.grid_constant", Value::Unit)])),
        ["'nvvm.grid_constant' must be an array of i32 argument indices, got unit"]
    );
}

#[test]
fn blocksareclusters_requires() {
    let id = "blocksareclusters-requires";
    let flag = ("nvvm.blocksareclusters", Value::Unit);
    let block = ("nvvm.reqntid", array(&[128]));
    let cluster = ("nvvm.cluster_dim", array(&[2, 1, 1]));
    let needs_block = "'nvvm.blocksareclusters' requires 'nvvm.reqntid' on the same function";
    let needs_cluster = "'nvvm.blocksareclusters' requires 'nvvm.cluster_dim' on the same function";
    assert_eq!(messages(id, &kernel(slice::from_ref(&flag))), [needs_block, needs_cluster]);
    assert_eq!(messages(id, &kernel(&[flag.clone(), block.clone()])), [needs_cluster]);
    assert_eq!(messages(id, &kernel(&[flag.clone(), cluster.clone()])), [needs_block]);
    assert_eq!(messages(id, &kernel(&[flag, block.clone(), cluster.clone()])), [""; 0]);
    assert_eq!(messages(id, &kernel(&[block, cluster])), [""; 0]);
}

#[test]
fn cluster_on_kernel_only() {
    let id = "cluster-on-kernel-only";
    let facts = [
        ("nvvm.cluster_dim", array(&[2, 1, 1])),
        ("nvvm.maxclusterrank", Value::i32(8)),
        ("nvvm.blocksareclusters", Value::Unit),
        ("nvvm.maxntid", array(&[128])),
    ];
    let message = |name| format!("'{name}' is ignored on a function that is no kernel");
    assert_eq!(
        messages(id, &function(&facts)),
        [message("nvvm.cluster_dim"), message("nvvm.maxclusterrank"), message("nvvm.blocksareclusters")]
    );
    assert_eq!(messages(id, &kernel(&facts)), [""; 0]);
}

#[test]
fn launch_fact_on_function() {
    let id = "launch-fact-on-function";
    let facts = [
        // A value that does not make the function a kernel.
        ("nvvm.kernel", Value::bool(false)),
        ("nvvm.maxntid", array(&[128])),
        ("nvvm.reqntid", array(&[128])),
        ("nvvm.minctasm", Value::i32(2)),
        ("nvvm.maxnreg", Value::i32(64)),
        ("nvvm.grid_constant", array(&[1])),
        ("nvvm.cluster_dim", array(&[2, 1, 1])),
    ];
    let ignored: Vec<_> = ["nvvm.maxntid", "nvvm.reqntid", "nvvm.minctasm", "nvvm.maxnreg", "nvvm.grid_constant"]
        .map(|name| format!("'{name}' is ignored on a function that is no kernel"))
        .into();
    assert_eq!(messages(id, &function(&facts)), ignored);
    assert_eq!(messages(id, &kernel(&facts)), [""; 0]);
}

#[test]
fn unknown_launch_attribute() {
    let id = "unknown-launch-attribute";
    for (typo, suggestion) in [
        ("nvvm.minnctapersm", "nvvm.minctasm"),
        ("nvvm.minctapersm", "nvvm.minctasm"),
        ("nvvm.max_ntid", "nvvm.maxntid"),
        ("nvvm.maxntid_x", "nvvm.maxntid"),
        ("nvvm.MaxNTid", "nvvm.maxntid"),
        ("nvvm.reqnctapercluster", "nvvm.cluster_dim"),
        ("nvvm.explicitcluster", "nvvm.explicit_cluster"),
        ("nvvm.clusterdim", "nvvm.cluster_dim"),
        ("nvvm.cluster_dims", "nvvm.cluster_dim"),
        ("nvvm.maxregs", "nvvm.maxnreg"),
        ("nvvm.max_cluster_rank", "nvvm.maxclusterrank"),
        ("nvvm.clustermaxblocks", "nvvm.maxclusterrank"),
        ("nvvm.blocks_are_clusters", "nvvm.blocksareclusters"),
        ("nvvm.gridconstant", "nvvm.grid_constant"),
        ("nvvm.entry", "nvvm.kernel"),
    ] {
        let message = format!("unknown launch attribute '{typo}', did you mean '{suggestion}'?");
        assert_eq!(messages(id, &kernel(&[(typo, Value::i32(2))])), [message]);
    }
    assert_eq!(
        messages(id, &kernel(&[("nvvm.maxnctapersm", Value::i32(2))])),
        ["unknown launch attribute 'nvvm.maxnctapersm', PTX dropped the directive of that name"]
    );
    for other in ["nvvm.managed", "nvvm.texture", "nvvm.local_maxnreg", "nvvm.align", "sym_name"] {
        assert_eq!(messages(id, &kernel(&[(other, Value::Unit)])), [""; 0], "{other}");
    }
    for unknown in ["nvvm.foo", "nvvm."] {
        let message = format!("unknown launch attribute '{unknown}', no known tool reads it");
        assert_eq!(messages(id, &kernel(&[(unknown, Value::Unit)])), [message]);
    }
}

#[test]
fn legacy_fact_remains() {
    let id = "legacy-fact-remains";
    let mut contract = kernel(&[
        ("nvvm.maxntidx", Value::i32(128)),
        ("nvvm.cluster_max_blocks", Value::i32(8)),
        // A key without a canonical form.
        ("nvvm.local_maxnreg", Value::i32(8)),
    ]);
    contract.add_statement(in_tuple(3, "maxntidx", Value::i32(128)));
    contract.add_statement(in_tuple(0, "kernel", Value::i32(1)));
    contract.add_statement(Statement {
        spelling: attribute_spelling("nvvm.reqntid").unwrap(),
        value: text("128"),
        carrier: Carrier::Passthrough,
    });
    // The calling convention makes a kernel by itself.
    contract.add_statement(Statement {
        spelling: attribute_spelling("nvvm.kernel").unwrap(),
        value: Value::Unit,
        carrier: Carrier::CallingConvention,
    });
    assert_eq!(
        messages(id, &contract),
        [
            "legacy key 'nvvm.maxntidx' remains as an attribute, its canonical form is the attribute 'nvvm.maxntid'",
            "legacy key 'nvvm.cluster_max_blocks' remains as an attribute, its canonical form is the attribute \
             'nvvm.maxclusterrank'",
            "legacy key 'nvvm.reqntid' remains in 'passthrough', its canonical form is the attribute 'nvvm.reqntid'",
            "legacy key 'maxntidx' remains in tuple 3 of 'nvvm.annotations', its canonical form is the attribute \
             'nvvm.maxntid'",
            "legacy key 'kernel' remains in tuple 0 of 'nvvm.annotations', its canonical form is the attribute \
             'nvvm.kernel' ('gpu.kernel' on a 'gpu.func')",
        ]
    );
    assert_eq!(messages(id, &kernel(&[("nvvm.maxntid", array(&[128]))])), [""; 0]);
    // Only without the marker is a fact read again.
    let added = kernel(&[("nvvm.cluster_max_blocks", Value::i32(8)), (MARKER, Value::Unit)]);
    assert_eq!(
        messages(id, &added),
        ["legacy key 'nvvm.cluster_max_blocks' remains as an attribute, its canonical form is the attribute \
          'nvvm.maxclusterrank'; remove 'nvvm.annotations_transplanted' and run nvvm-transplant again, which then \
          reads it"]
    );
}

#[test]
fn a_canonical_contract_breaks_no_rule() {
    let mut contract = kernel(&[
        ("nvvm.kernel", Value::Unit),
        ("nvvm.reqntid", array(&[128, 1, 1])),
        ("nvvm.cluster_dim", array(&[2, 1, 1])),
        ("nvvm.minctasm", Value::i32(1)),
        ("nvvm.maxnreg", Value::i32(168)),
        ("nvvm.blocksareclusters", Value::Unit),
        ("nvvm.grid_constant", array(&[1])),
        (MARKER, Value::Unit),
        ("nvvm.managed", Value::Unit),
    ]);
    contract.arguments = Some(Arguments::from_iter([true]));
    let mut sink = Sink::new();
    check(&on_any(&contract), &RuleSet::all(), &mut sink);
    assert_eq!(sink.violations(), []);
}

#[test]
fn every_violation_is_reported_in_the_order_of_the_table() {
    let facts = [("nvvm.cluster_dim", text("2")), ("nvvm.maxntid", array(&[])), ("nvvm.maxregs", Value::i32(1))];
    let mut sink = Sink::new();
    check(&on_any(&function(&facts)), &RuleSet::all(), &mut sink);
    let ids: Vec<_> = sink.violations().iter().map(|violation| violation.rule.name()).collect();
    assert_eq!(
        ids,
        [
            "dim-shape",
            "cluster-dim-arity",
            "cluster-on-kernel-only",
            "launch-fact-on-function",
            "unknown-launch-attribute"
        ]
    );
    assert_eq!(sink.take().len(), 5);
    assert_eq!(sink.violations(), []);
}

#[test]
fn a_contract_has_only_well_formed_facts() {
    let good = function(&[
        ("nvvm.kernel", Value::Unit),
        ("nvvm.maxntid", array(&[128, 2])),
        ("nvvm.cluster_dim", array(&[2, 1, 1])),
        ("nvvm.maxnreg", Value::i32(64)),
        ("nvvm.grid_constant", array(&[2, 1])),
    ]);
    let as_found = |fact| good.canonical(fact).cloned();
    assert_eq!((as_found(Fact::MaxNTid), good.dims(Fact::MaxNTid)), (Some(array(&[128, 2])), Some([128, 2, 1])));
    assert_eq!((good.scalar(Fact::MaxNReg), good.is_kernel()), (Some(64), true));
    assert_eq!((as_found(Fact::GridConstant), good.facts.indices()), (Some(array(&[2, 1])), [1, 2].as_slice()));
    assert_eq!(good.scalar(Fact::MaxNTid), None);
    assert_eq!(good.dims(Fact::MaxNReg), None);

    let bad = function(&[
        ("nvvm.kernel", Value::bool(true)),
        ("nvvm.maxntid", array(&[1; 4])),
        ("nvvm.cluster_dim", array(&[2])),
        ("nvvm.maxnreg", Value::bool(true)),
        ("nvvm.minctasm", Value::Integer { value: 1 << 32, width: 64 }),
        ("nvvm.maxclusterrank", Value::i32(-1)),
        ("nvvm.grid_constant", Value::Unit),
    ]);
    assert!(bad.facts.is_empty(), "{:?}", bad.facts);
    assert_eq!(bad.attributes().count(), 7);
}

#[test]
fn attributes_are_stored_by_their_kind() {
    let names = ["nvvm.kernel", MARKER, "nvvm.reqntidz", "nvvm.foo", "llvm.foo"];
    let contract = kernel(&names.map(|name| (name, Value::Unit)));
    assert_eq!(contract.attributes().collect::<Vec<_>>(), [Fact::Kernel]);
    assert_eq!(contract.marker, Some(Value::Unit));
    assert_eq!(contract.unknown, [Cow::Borrowed("nvvm.foo")]);
    let spelling = attribute_spelling("nvvm.reqntidz").unwrap();
    let legacy = Statement { spelling, value: Value::Unit, carrier: Carrier::Attribute };
    assert_eq!(contract.legacy().collect::<Vec<_>>(), [&legacy]);
}

#[test]
fn a_kernel_has_no_result() {
    let mut contract = kernel(&[]);
    assert!(messages("kernel-result", &contract).is_empty());
    contract.results = 2;
    assert_eq!(messages("kernel-result", &contract), ["must be a function without results to be a kernel, got 2"]);
    contract.facts.remove(Fact::Kernel);
    assert!(messages("kernel-result", &contract).is_empty());
}

#[test]
fn a_kernel_is_not_variadic() {
    let mut contract = kernel(&[]);
    assert!(messages("kernel-variadic", &contract).is_empty());
    contract.is_variadic = true;
    assert_eq!(messages("kernel-variadic", &contract), ["must not be variadic to be a kernel"]);
    contract.facts.remove(Fact::Kernel);
    assert!(messages("kernel-variadic", &contract).is_empty());
}
