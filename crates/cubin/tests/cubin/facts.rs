//! The common form of the facts of every stage.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common::{assemble, module, read};
use serde_json::json;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, SnapshotJson, Stage, StatedValue};
use tileiras_contract::{Fact, FunctionFacts, StatedFact, Value};
use tileiras_target::Target;

#[test]
fn a_snapshot_has_each_fact_of_the_function() {
    let mut function = FunctionFacts::of_kernel();
    function.add_attribute("nvvm.maxntid", Value::I32Array(vec![128, 2].into()));
    function.add_attribute("nvvm.cluster_dim", Value::I32Array(vec![2, 1, 1].into()));
    function.add_attribute("nvvm.maxnreg", Value::i32(-4));
    function.add_attribute("nvvm.blocksareclusters", Value::Unit);
    function.add_attribute("nvvm.grid_constant", Value::I32Array(vec![1, 3].into()));
    function.add_attribute("nvvm.reqntid", Value::Text("128".into()));
    let snapshot = FunctionSnapshot::of("k", &function);
    assert!(snapshot.is_kernel());
    let stated: Vec<(Fact, String)> = snapshot.iter().map(|(fact, value)| (fact, value.to_string())).collect();
    let expected = [
        (Fact::Kernel, "set"),
        (Fact::MaxNTid, "128, 2, 1"),
        (Fact::ReqNTid, "\"128\""),
        (Fact::ClusterDim, "2, 1, 1"),
        (Fact::MaxNReg, "-4"),
        (Fact::BlocksAreClusters, "set"),
        (Fact::GridConstant, "1, 3"),
    ];
    assert_eq!(stated, expected.map(|(fact, text)| (fact, text.to_owned())));
    let malformed = |text: &str| Some(StatedValue::Malformed(text.to_owned()));
    assert_eq!(snapshot.get(Fact::ReqNTid), malformed("\"128\""));
    assert_eq!(snapshot.get(Fact::MaxNReg), malformed("-4"));
    assert_eq!(snapshot.facts.dims(Fact::MaxNTid), Some([128, 2, 1]));
    assert_eq!((snapshot.register_cap, snapshot.explicit_cluster), (None, None));
}

#[test]
fn a_function_with_the_fact_kernel_is_a_kernel() {
    let mut function = FunctionFacts::new();
    function.add_attribute("nvvm.minctasm", Value::i32(2));
    assert!(!FunctionSnapshot::of("f", &function).is_kernel());
    // Without an attribute, as `gpu.kernel` does.
    function.facts.insert(StatedFact::Kernel);
    assert!(FunctionSnapshot::of("f", &function).is_kernel());
}

#[test]
fn each_stage_lists_the_facts_that_it_cannot_state() {
    let hidden = |stage: Stage| Fact::ALL.into_iter().filter(move |&fact| !stage.shows(fact)).collect::<Vec<_>>();
    assert_eq!(hidden(Stage::Ir), []);
    assert_eq!(hidden(Stage::Ptx), [Fact::GridConstant]);
    let of_cubin = [Fact::MinCtaSm, Fact::MaxNReg, Fact::MinPerCtaMemory, Fact::GridConstant];
    assert_eq!(hidden(Stage::Cubin), of_cubin);
}

#[test]
fn a_cubin_and_ptx_serialize_alike() {
    let header = ".reqntid 128 .maxnreg 64 .reqnctapercluster 2 .explicitcluster";
    let cubin = read(&assemble("sm_90a", &module("sm_90a", "8.0", &[header.to_owned()]), &[]));
    let module = Snapshot::from(&cubin);
    let facts = json!({"nvvm.kernel": true, "nvvm.reqntid": [128, 1, 1], "nvvm.cluster_dim": [2, 1, 1]});
    let expected = json!({"stage": "cubin", "chip": "sm_90a", "functions": [
        {"name": "k0", "facts": facts, "explicit_cluster": true, "register_cap": 64},
    ]});
    assert_eq!(serde_json::to_value(SnapshotJson(&module)).expect("JSON"), expected);

    let mut function = FunctionSnapshot::new("k");
    function.facts.insert(StatedFact::MaxNReg(64));
    function.facts.insert(StatedFact::grid_constant([2]));
    let target = Target::parse(None, Some("8.4")).expect("a target");
    let module = Snapshot { stage: Stage::Ptx, target, functions: vec![function] };
    let expected = json!({"stage": "ptx", "ptx": "8.4", "functions": [
        {"name": "k", "facts": {"nvvm.maxnreg": 64, "nvvm.grid_constant": [2]}},
    ]});
    assert_eq!(serde_json::to_value(SnapshotJson(&module)).expect("JSON"), expected);
    // The whole of a cubin serializes too.
    let whole = serde_json::to_value(&cubin).expect("JSON");
    assert_eq!(whole["kernels"][0]["facts"]["nvvm.reqntid"], json!([128, 1, 1]));
    assert_eq!(whole["arch"], json!({"number": 90, "specific": true}));
}
