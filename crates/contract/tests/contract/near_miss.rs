//! Which names are almost those of facts, in each carrier.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_contract::read::{NearMiss, near_miss};
use tileiras_contract::{
    ATTRIBUTE_SPELLINGS, Carrier, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, OTHER_KNOWN_NAMES, PREFIX, TupleId,
};

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
        for name in LEGACY_ONLY_KEYS.iter().chain(OTHER_KNOWN_NAMES).chain(&[MARKER]) {
            assert_eq!(near_miss(name, carrier), None, "{name}");
            assert_eq!(near_miss(&format!("{PREFIX}{name}"), carrier), None, "{name}");
        }
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
fn other_keys_mean_nothing() {
    let long = "maxntidx".repeat(1000);
    for key in ["", "producer", "com.example.maxntidx", "minreg", "minnreg", "mintidx", "x", "\u{e4}", "nvvm", &long] {
        assert_eq!(near_miss(key, TUPLE), None, "{key}");
    }
}
