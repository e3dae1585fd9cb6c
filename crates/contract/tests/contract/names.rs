//! Every name of every fact, and the printed form of values.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::collections::HashSet;

use tileiras_contract::{
    ATTRIBUTE_SPELLINGS, FACTS, Fact, FactType, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, PREFIX, Value,
    attribute_spelling, legacy_key,
};
use tileiras_target::Axis;

#[test]
fn the_table_is_in_the_order_of_the_facts() {
    for (i, fact) in Fact::ALL.into_iter().enumerate() {
        assert_eq!((fact.index(), FACTS[i].fact), (i, fact));
        assert!(fact.attribute().starts_with(PREFIX));
    }
    assert_eq!(Axis::ALL.map(Axis::letter), ["x", "y", "z"]);
}

#[test]
fn facts_are_those_of_reference_003_and_the_least_memory() {
    let facts = |shape| Fact::ALL.into_iter().filter(move |fact| fact.value_type() == shape);
    let names = |shape| facts(shape).map(Fact::attribute).collect::<Vec<_>>();
    assert_eq!(names(FactType::Unit), ["nvvm.kernel", "nvvm.explicit_cluster", "nvvm.blocksareclusters"]);
    assert_eq!(names(FactType::Dims), ["nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim"]);
    assert_eq!(
        names(FactType::Scalar),
        ["nvvm.minctasm", "nvvm.maxnreg", "nvvm.minperctamemory", "nvvm.maxclusterrank"]
    );
    assert_eq!(names(FactType::Indices), ["nvvm.grid_constant"]);

    let cluster: Vec<_> = Fact::ALL.into_iter().filter(|fact| fact.is_cluster()).collect();
    assert_eq!(cluster, [Fact::ClusterDim, Fact::ExplicitCluster, Fact::MaxClusterRank, Fact::BlocksAreClusters]);

    assert_eq!(Fact::MinCtaSm.directive(), Some(".minnctapersm"));
    assert_eq!(Fact::ClusterDim.directive(), Some(".reqnctapercluster"));
    assert_eq!(Fact::GridConstant.directive(), None);
}

#[test]
fn every_legacy_key_is_found() {
    for (key, fact, axis) in [
        ("kernel", Fact::Kernel, None),
        ("maxntidx", Fact::MaxNTid, Some(Axis::X)),
        ("maxntidy", Fact::MaxNTid, Some(Axis::Y)),
        ("maxntidz", Fact::MaxNTid, Some(Axis::Z)),
        ("reqntidx", Fact::ReqNTid, Some(Axis::X)),
        ("reqntidy", Fact::ReqNTid, Some(Axis::Y)),
        ("reqntidz", Fact::ReqNTid, Some(Axis::Z)),
        ("cluster_dim_x", Fact::ClusterDim, Some(Axis::X)),
        ("cluster_dim_y", Fact::ClusterDim, Some(Axis::Y)),
        ("cluster_dim_z", Fact::ClusterDim, Some(Axis::Z)),
        ("minctasm", Fact::MinCtaSm, None),
        ("maxnreg", Fact::MaxNReg, None),
        ("maxclusterrank", Fact::MaxClusterRank, None),
        ("cluster_max_blocks", Fact::MaxClusterRank, None),
        ("blocksareclusters", Fact::BlocksAreClusters, None),
        ("grid_constant", Fact::GridConstant, None),
    ] {
        let found = legacy_key(key).map(|spelling| (spelling.name, spelling.fact, spelling.axis));
        assert_eq!(found, Some((key, fact, axis)));
    }
    assert_eq!(LEGACY_KEYS.len(), 16);
}

#[test]
fn every_attribute_spelling_is_found() {
    for fact in Fact::ALL {
        let spelling = attribute_spelling(fact.attribute()).unwrap();
        assert_eq!((spelling.fact, spelling.axis, spelling.is_canonical()), (fact, None, true));
    }
    for key in LEGACY_KEYS {
        let name = format!("{PREFIX}{}", key.name);
        let found = attribute_spelling(&name).unwrap();
        assert_eq!((found.name, found.fact, found.axis), (name.as_str(), key.fact, key.axis));
    }
    assert!(!attribute_spelling("nvvm.cluster_max_blocks").unwrap().is_canonical());
    assert!(!attribute_spelling("nvvm.maxntidx").unwrap().is_canonical());
    assert_eq!(ATTRIBUTE_SPELLINGS.len(), 21);
}

#[test]
fn names_are_unique_within_a_carrier() {
    for table in [LEGACY_KEYS, ATTRIBUTE_SPELLINGS] {
        let names: HashSet<_> = table.iter().map(|spelling| spelling.name).collect();
        assert_eq!(names.len(), table.len());
    }
}

#[test]
fn other_names_are_not_found() {
    let long = "k".repeat(1000);
    for name in ["", "maxntid", "MaxNTidX", "maxntidw", "Kernel", "nvvm.kernel", "\u{e4}ernel", MARKER, &long] {
        assert_eq!(legacy_key(name), None, "{name}");
    }
    for name in ["", "kernel", "nvvm.", "nvvm.Kernel", "nvvm.maxntidw", "nvvm.managed", MARKER, &long] {
        assert_eq!(attribute_spelling(name), None, "{name}");
    }
    for key in LEGACY_ONLY_KEYS {
        assert_eq!(legacy_key(key), None, "{key}");
        assert_eq!(attribute_spelling(&format!("{PREFIX}{key}")), None, "{key}");
    }
}

#[test]
fn values_print_as_mlir_prints_them() {
    for (value, text) in [
        (Value::Unit, "unit"),
        (Value::i32(-1), "-1 : i32"),
        (Value::Integer { value: 5_000_000_000, width: 64 }, "5000000000 : i64"),
        (Value::bool(true), "true"),
        (Value::bool(false), "false"),
        (Value::Integer { value: -1, width: 1 }, "true"),
        (Value::I32Array([].as_slice().into()), "array<i32>"),
        (Value::I32Array([-1, 2].as_slice().into()), "array<i32: -1, 2>"),
        (Value::List(vec![]), "[]"),
        (Value::List(vec![Value::i32(1), Value::Unit, Value::Text("x".into())]), "[1 : i32, unit, \"x\"]"),
        (Value::Text("128,1,1".into()), "\"128,1,1\""),
        (Value::Text("a\"b\\c\n\t\u{e4}".into()), r#""a\22b\\c\0A\09\C3\A4""#),
        (Value::Other("1.0 : f32".into()), "1.0 : f32"),
    ] {
        assert_eq!(value.to_string(), text);
    }
}
