//! Which names are almost those of facts, in each carrier.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_contract::names::{KNOWN_NAMES, NameKind};
use tileiras_contract::read::{NearMiss, near_directive, near_list, near_miss};
use tileiras_contract::{ATTRIBUTE_SPELLINGS, Carrier, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, PREFIX, TupleId};

const TUPLE: Carrier = Carrier::Tuple(TupleId { list: 0, number: 0 });

#[test]
fn a_misspelt_key_means_a_key() {
    for (key, meant) in [
        ("minnctapersm", "minctasm"),
        ("minctapersm", "minctasm"),
        ("minctas", "minctasm"),
        ("maxntid", "maxntidx"),
        ("max_ntidx", "maxntidx"),
        ("MaxNTIDx", "maxntidx"),
        ("maxntid_y", "maxntidy"),
        ("reqtidz", "reqntidz"),
        ("reqnctapercluster", "cluster_dim_x"),
        ("clusterdimz", "cluster_dim_z"),
        ("maxregs", "maxnreg"),
        ("MAXNREG", "maxnreg"),
        ("maxrregcount", "maxnreg"),
        ("nvvm.maxntidx", "maxntidx"),
        ("max_cluster_rank", "maxclusterrank"),
        ("cluster_max_block", "cluster_max_blocks"),
        ("blocks_are_clusters", "blocksareclusters"),
        ("gridconstant", "grid_constant"),
        ("Kernel", "kernel"),
    ] {
        assert_eq!(near_miss(key, TUPLE), Some(NearMiss::Name(meant)), "{key}");
    }
    assert_eq!(near_miss("maxnctapersm", TUPLE), Some(NearMiss::Obsolete));
}

#[test]
fn a_name_without_a_prefix_must_be_equal_but_for_its_case_and_underscores() {
    for carrier in [Carrier::Passthrough, Carrier::Attribute] {
        for (name, meant) in [
            ("maxntidx", "nvvm.maxntid"),
            ("MaxNTID", "nvvm.maxntid"),
            ("minnctapersm", "nvvm.minctasm"),
            ("maxnreg", "nvvm.maxnreg"),
            ("NVVM.MaxNReg", "nvvm.maxnreg"),
            ("nvvm-reqntid", "nvvm.reqntid"),
        ] {
            assert_eq!(near_miss(name, carrier), Some(NearMiss::Name(meant)), "{name}");
        }
        for name in ["maxntidd", "kernel", "Kernel", "entry", "noinline", "target-cpu", "other.maxntid", ""] {
            assert_eq!(near_miss(name, carrier), None, "{name}");
        }
    }
}

#[test]
fn a_known_name_is_never_a_near_miss() {
    for carrier in [TUPLE, Carrier::Passthrough, Carrier::Attribute] {
        let keys = KNOWN_NAMES.iter().filter(|known| known.kind == NameKind::Key && !known.is_fact());
        let keys = keys.map(|known| known.name).filter(|key| *key != "nvvm.maxclusterrank");
        for name in LEGACY_ONLY_KEYS.iter().copied().chain(keys) {
            assert_eq!(near_miss(name, carrier), None, "{name}");
            assert_eq!(near_miss(&format!("{PREFIX}{name}"), carrier), None, "{name}");
        }
        assert_eq!(near_miss(MARKER, carrier), None);
    }
    for key in LEGACY_KEYS {
        assert_eq!(near_miss(key.name, TUPLE), None, "{}", key.name);
    }
    for spelling in ATTRIBUTE_SPELLINGS {
        assert_eq!(near_miss(spelling.name, Carrier::Attribute), None, "{}", spelling.name);
        assert_eq!(near_miss(spelling.name, Carrier::Passthrough), None, "{}", spelling.name);
    }
}

#[test]
fn an_attribute_in_the_namespace_is_known_or_reported() {
    for carrier in [Carrier::Passthrough, Carrier::Attribute] {
        for name in ["nvvm.foo", "nvvm.", "nvvm.newfact"] {
            assert_eq!(near_miss(name, carrier), Some(NearMiss::Unknown), "{name}");
        }
        // A name that libNVVM has, and reads nothing of, is nearly that of a fact.
        assert_eq!(near_miss("nvvm.explicitcluster", carrier), Some(NearMiss::Name("nvvm.explicit_cluster")));
        let attributes = KNOWN_NAMES.iter().filter(|known| known.kind == NameKind::Attribute);
        for known in attributes.filter(|known| known.name != "nvvm.explicitcluster") {
            assert_eq!(near_miss(known.name, carrier), None, "{known:?}");
        }
    }
    // libNVVM reads no such key.
    assert_eq!(near_miss("minperctamemory", TUPLE), Some(NearMiss::Name("nvvm.minperctamemory")));
}

#[test]
fn a_misspelt_directive_means_a_directive() {
    for (name, meant) in [
        (".cluster_dim", ".reqnctapercluster"),
        (".clusterdim", ".reqnctapercluster"),
        (".MAXNTID", ".maxntid"),
        (".max_ntid", ".maxntid"),
        (".maxntidx", ".maxntid"),
        (".reqtid", ".reqntid"),
        (".minnctapermm", ".minnctapersm"),
        (".minctasm", ".minnctapersm"),
        (".maxregs", ".maxnreg"),
        (".explicit_cluster", ".explicitcluster"),
        (".max_cluster_rank", ".maxclusterrank"),
        (".blocks_are_clusters", ".blocksareclusters"),
        (".minpercta_memory", ".minperctamemory"),
    ] {
        assert_eq!(near_directive(name), Some(NearMiss::Name(meant)), "{name}");
    }
    for name in [".newdirective", ".x", "."] {
        assert_eq!(near_directive(name), Some(NearMiss::Unknown), "{name}");
    }
    let directives = KNOWN_NAMES.iter().filter(|known| known.kind == NameKind::Directive).map(|known| known.name);
    for name in directives.chain([".maxntid", ".reqntid", ".maxclusterrank", ".minperctamemory"]) {
        assert_eq!(near_directive(name), None, "{name}");
    }
}

#[test]
fn a_misspelt_list_means_the_annotations() {
    for name in ["nvvm.annotation", "nvvm_annotations", "nvvm.anotations", "NVVM.annotations", "nvvmannotations"] {
        assert_eq!(near_list(name), Some(NearMiss::Name("nvvm.annotations")), "{name}");
    }
    assert_eq!(near_list("nvvm.launches"), Some(NearMiss::Unknown));
    for name in ["nvvm.annotations", "nvvmir.version", "nvvm-reflect-ftz", "llvm.module.flags", "annotations", ""] {
        assert_eq!(near_list(name), None, "{name}");
    }
}

#[test]
fn other_keys_mean_nothing() {
    let long = "maxntidx".repeat(1000);
    for key in ["", "producer", "com.example.maxntidx", "minreg", "minnreg", "mintidx", "x", "\u{e4}", "nvvm", &long] {
        assert_eq!(near_miss(key, TUPLE), None, "{key}");
    }
}
