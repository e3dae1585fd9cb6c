//! The common form of the facts of every stage.

#![expect(clippy::expect_used, reason = "a test")]

mod common;

use common::{assemble, module, read};
use serde_json::json;
use tileiras_contract::audit::{FactValue, Facts, ModuleFacts, Stage};
use tileiras_contract::{Fact, LaunchContract, Role, Value};
use tileiras_target::Target;

#[test]
fn a_contract_is_taken_over_fact_by_fact() {
    let mut contract = LaunchContract::new(Role::Kernel);
    contract.state("nvvm.maxntid", Value::I32Array(vec![128, 2].into()));
    contract.state("nvvm.cluster_dim", Value::I32Array(vec![2, 1, 1].into()));
    contract.state("nvvm.maxnreg", Value::i32(-4));
    contract.state("nvvm.blocksareclusters", Value::Unit);
    contract.state("nvvm.grid_constant", Value::I32Array(vec![1, 3].into()));
    contract.state("nvvm.reqntid", Value::Text("128".into()));
    let facts = Facts::of_contract("k", &contract);
    assert!(facts.is_kernel());
    let stated: Vec<(Fact, String)> = facts.iter().map(|(fact, value)| (fact, value.to_string())).collect();
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
    assert_eq!(facts.get(Fact::ReqNTid), Some(&FactValue::Malformed("\"128\"".to_owned())));
    assert_eq!((facts.number(Fact::MaxNReg), facts.shape(Fact::MaxNTid)), (Some(-4), Some([128, 2, 1])));
    assert_eq!((facts.register_cap, facts.explicit_cluster), (None, None));
}

#[test]
fn the_role_makes_a_kernel() {
    let mut contract = LaunchContract::new(Role::Function);
    contract.state("nvvm.minctasm", Value::i32(2));
    assert!(!Facts::of_contract("f", &contract).is_kernel());
    contract.role = Role::Kernel;
    assert!(Facts::of_contract("f", &contract).is_kernel());
}

#[test]
fn what_a_stage_does_not_show_is_known() {
    let hidden = |stage: Stage| Fact::ALL.into_iter().filter(move |&fact| !stage.shows(fact)).collect::<Vec<_>>();
    assert_eq!(hidden(Stage::Ir), []);
    assert_eq!(hidden(Stage::Ptx), [Fact::GridConstant]);
    assert_eq!(hidden(Stage::Cubin), [Fact::MinCtaSm, Fact::MaxNReg, Fact::GridConstant]);
}

#[test]
fn a_cubin_and_ptx_serialize_alike() {
    let header = ".reqntid 128 .maxnreg 64 .reqnctapercluster 2 .explicitcluster";
    let cubin = read(&assemble("sm_90a", &module("sm_90a", "8.0", &[header.to_owned()]), &[]));
    let module = ModuleFacts::from(&cubin);
    let facts = json!({"nvvm.kernel": true, "nvvm.reqntid": [128, 1, 1], "nvvm.cluster_dim": [2, 1, 1]});
    let expected = json!({"stage": "cubin", "chip": "sm_90a", "functions": [
        {"name": "k0", "facts": facts, "explicit_cluster": true, "register_cap": 64},
    ]});
    assert_eq!(serde_json::to_value(&module).expect("JSON"), expected);

    let mut facts = Facts::new("k");
    facts.state(Fact::MaxNReg, FactValue::Number(64));
    facts.state(Fact::GridConstant, FactValue::Arguments(vec![2]));
    let target = Target::parse(None, Some("8.4")).expect("a target");
    let module = ModuleFacts { stage: Stage::Ptx, target, functions: vec![facts] };
    let expected = json!({"stage": "ptx", "ptx": "8.4", "functions": [
        {"name": "k", "facts": {"nvvm.maxnreg": 64, "nvvm.grid_constant": [2]}},
    ]});
    assert_eq!(serde_json::to_value(&module).expect("JSON"), expected);
    // The whole of a cubin serializes too.
    let whole = serde_json::to_value(&cubin).expect("JSON");
    assert_eq!(whole["kernels"][0]["reqntid"], json!([128, 1, 1]));
    assert_eq!(whole["arch"], json!({"number": 90, "specific": true}));
}
