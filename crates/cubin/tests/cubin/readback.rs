//! Reads cubins of the real `ptxas`, and compares them with the output of `cuobjdump`.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::BTreeMap;

use crate::common::{assemble, module, read};
use tileiras_contract::Fact;
use tileiras_cubin::Kernel;
use tileiras_test_support::harness::sample;
use tileiras_test_support::ptxas::{attributes, cuobjdump, words};

/// Chips of every kind: without clusters, with, with the twin sections, and with a suffix.
const CHIPS: [&str; 8] = ["sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_103f", "sm_120"];

/// Headers that a chip accepts.
fn headers(clusters: bool) -> Vec<String> {
    let plain = [
        "",
        ".maxntid 128",
        ".maxntid 16, 8",
        ".maxntid 65536, 65536, 1",
        ".reqntid 128, 1, 1",
        ".reqntid 4, 5, 6 .maxnreg 40",
        ".maxnreg 16",
        ".maxnreg 300",
        ".reqntid 1024 .maxnreg 168",
        ".maxntid 256 .minnctapersm 2",
        ".minnctapersm 2",
    ];
    let cluster = [
        ".reqnctapercluster 2",
        ".reqnctapercluster 2, 3, 4 .explicitcluster",
        ".explicitcluster",
        ".maxclusterrank 8",
        ".maxclusterrank 4294967295 .explicitcluster .maxntid 64",
        ".reqntid 128 .reqnctapercluster 4, 1, 1 .blocksareclusters",
        ".reqntid 128 .reqnctapercluster 4, 1, 1 .blocksareclusters .explicitcluster .maxnreg 64",
        ".reqnctapercluster 0, 1, 1",
        ".reqnctapercluster 2, 0, 1",
        ".maxclusterrank 0",
    ];
    plain.iter().chain(cluster.iter().filter(|_| clusters)).map(|header| (*header).to_owned()).collect()
}

/// Compares one kernel as this crate reads it with the output of `cuobjdump`.
fn same(kernel: &Kernel, printed: &BTreeMap<String, String>) {
    let get = |name: &str| printed.get(&format!("EIATTR_{name}")).map(|value| words(value));
    let dims = |fact| kernel.facts.dims(fact).map(|dims| dims.to_vec());
    let name = &kernel.name;
    assert_eq!(dims(Fact::MaxNTid), get("MAX_THREADS"), "{name}");
    assert_eq!(dims(Fact::ReqNTid), get("REQNTID"), "{name}");
    assert_eq!(dims(Fact::ClusterDim), get("CTA_PER_CLUSTER"), "{name}");
    assert_eq!(kernel.facts.scalar(Fact::MaxClusterRank).map(|rank| vec![rank]), get("MAX_CLUSTER_RANK"), "{name}");
    assert_eq!(kernel.explicit_cluster, get("EXPLICIT_CLUSTER").is_some(), "{name}");
    assert_eq!(kernel.facts.states(Fact::BlocksAreClusters), get("BLOCKS_ARE_CLUSTERS").is_some(), "{name}");
    assert_eq!(kernel.max_registers.map(|cap| vec![cap.into()]), get("MAXREG_COUNT"), "{name}");
    assert_eq!(kernel.param_bytes.map(|size| vec![size.into()]), get("CBANK_PARAM_SIZE"), "{name}");
    assert_eq!(kernel.param_bytes, Some(12), "{name}");
}

#[test]
fn every_attribute_is_that_of_cuobjdump() {
    for chip in CHIPS {
        let clusters = crate::common::chip(chip).has_clusters();
        let headers = headers(clusters);
        let ptx = module(chip, "9.5", &headers);
        for arguments in [[].as_slice(), &["-c"], &["-g"]] {
            let bytes = assemble(chip, &ptx, arguments);
            let (cubin, dump) = (read(&bytes), cuobjdump(&bytes));
            assert_eq!(cubin.kernels.len(), headers.len(), "{chip}");
            let printed = attributes(&dump);
            for kernel in &cubin.kernels {
                same(kernel, &printed[&format!(".nv.info.{}", kernel.name)]);
                let registers = format!("function: {}(", kernel.name);
                let line = dump.lines().find(|line| line.contains(&registers) && line.contains("register count"));
                let count = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
                assert!(kernel.registers.is_some() && kernel.registers == count, "{chip} {}", kernel.name);
            }
            // `cuobjdump` does not show suffix f either.
            assert!(dump.contains(&format!("sm={},", cubin.arch.to_string().trim_start_matches("sm_"))), "{chip}");
            assert!(chip.starts_with(&cubin.arch.to_string()), "{chip}");
            assert!(dump.contains(&format!("Tool Command Line Arguments: {}", cubin.tools[0].arguments)), "{chip}");
            assert!(cubin.tools[0].arguments.contains(&format!("-arch {chip}")), "{chip}");
            assert_eq!(cubin.tools[0].name, "ptxas");
            assert!(cubin.tools[0].version.contains("release 13.5"));
        }
    }
}

#[test]
fn the_values_are_those_of_the_header() {
    let headers = headers(true);
    let cubin = read(&assemble("sm_90a", &module("sm_90a", "9.5", &headers), &[]));
    let kernel = |header: &str| {
        let index = headers.iter().position(|known| known == header).expect("a header of the list");
        cubin.kernel(&format!("k{index}")).expect("a kernel").clone()
    };
    assert_eq!(kernel(".maxntid 16, 8").facts.dims(Fact::MaxNTid), Some([16, 8, 1]));
    assert_eq!(kernel(".maxntid 16, 8").facts.dims(Fact::ReqNTid), None);
    assert_eq!(kernel(".reqntid 4, 5, 6 .maxnreg 40").facts.dims(Fact::ReqNTid), Some([4, 5, 6]));
    assert_eq!(kernel(".reqntid 4, 5, 6 .maxnreg 40").max_registers, Some(40));
    let cluster = kernel(".reqnctapercluster 2, 3, 4 .explicitcluster");
    assert_eq!((cluster.facts.dims(Fact::ClusterDim), cluster.explicit_cluster), (Some([2, 3, 4]), true));
    assert!(!kernel(".reqnctapercluster 2").explicit_cluster);
    assert_eq!(kernel(".maxclusterrank 8").facts.scalar(Fact::MaxClusterRank), Some(8));
    assert!(kernel(".reqntid 128 .reqnctapercluster 4, 1, 1 .blocksareclusters").facts.states(Fact::BlocksAreClusters));
    // Values that ptxas accepts and drops.
    assert_eq!(kernel(".reqnctapercluster 0, 1, 1").facts.dims(Fact::ClusterDim), None);
    assert_eq!(kernel(".maxclusterrank 0").facts.scalar(Fact::MaxClusterRank), None);
}

#[test]
fn only_entries_are_kernels() {
    let ptx = ".version 8.0\n.target sm_90\n.address_size 64\n\
        .visible .func f() { ret; }\n.weak .func g() { ret; }\n\
        .entry local() { ret; }\n.weak .entry weak() { ret; }\n.visible .entry $odd$_name_1() { ret; }\n";
    for arguments in [[].as_slice(), &["-c"]] {
        let cubin = read(&assemble("sm_90", ptx, arguments));
        let mut names: Vec<&str> = cubin.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["$odd$_name_1", "local", "weak"]);
    }
}

#[test]
fn a_kernel_that_is_not_visible_is_internal() {
    let ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry v() { ret; }\n.entry i() { ret; }\n";
    let cubin = read(&assemble("sm_90", ptx, &["-c"]));
    let found: Vec<_> = cubin.kernels.iter().map(|kernel| (kernel.name.as_str(), kernel.internal)).collect();
    assert_eq!(found, [("i", true), ("v", false)]);
}

#[test]
fn shared_memory_includes_what_the_system_reserves() {
    for (chip, kept) in [("sm_80", 0), ("sm_90", 1024), ("sm_100", 1024), ("sm_120", 1024)] {
        let body = "{ .shared .align 4 .b8 s[400]; .reg .b32 a; mov.u32 a, s; st.shared.u32 [s], a; ret; }";
        let ptx = format!(".version 9.5\n.target {chip}\n.address_size 64\n.visible .entry k() {body}\n");
        assert_eq!(read(&assemble(chip, &ptx, &[])).kernels[0].shared_bytes, Some(400 + kept), "{chip}");
        assert_eq!(read(&assemble(chip, &ptx, &["-c"])).kernels[0].shared_bytes, Some(400), "{chip}");
        let registers = read(&assemble(chip, &ptx, &[])).kernels[0].registers;
        assert!(registers.is_some_and(|registers| registers > 0), "{chip}");
    }
}

/// In an object, a section of shared memory has a size that can be larger than the file, and no bytes.
#[test]
fn the_shared_memory_of_an_object_has_no_bytes() {
    for chip in ["sm_80", "sm_90", "sm_100", "sm_120"] {
        let body = "{ .shared .align 4 .b8 s[40000]; .reg .b32 a; mov.u32 a, s; st.shared.u32 [s], a; ret; }";
        let ptx = format!(".version 9.5\n.target {chip}\n.address_size 64\n.visible .entry k() {body}\n");
        let object = assemble(chip, &ptx, &["-c"]);
        assert!(object.len() < 40000, "{chip}");
        assert_eq!(read(&object).kernels[0].shared_bytes, Some(40000), "{chip}");
    }
}

#[test]
fn a_count_of_sections_that_does_not_fit_the_header_is_read() {
    // With more than 65279 sections, as in a cubin of 22,000 kernels, the first section header has their count and the
    // index of the section names.
    let mut bytes = assemble("sm_90", &module("sm_90", "9.0", &headers(true)), &[]);
    let plain = read(&bytes);
    let half = |at: usize| u64::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let (count, names) = (half(60), half(62));
    let table = u64::from_le_bytes(bytes[40..48].try_into().expect("eight bytes")) as usize;
    bytes[table + 32..table + 40].copy_from_slice(&count.to_le_bytes());
    bytes[table + 40..table + 44].copy_from_slice(&(names as u32).to_le_bytes());
    bytes[60..64].copy_from_slice(&[0, 0, 0xff, 0xff]);
    assert_eq!(read(&bytes), plain);
}

#[test]
fn every_kernel_of_a_cubin_with_many_sections_has_its_facts() {
    // Of 22,000 kernels, the section of one has the index 0xfff2, which ELF reserves.
    let headers: Vec<String> =
        (0..sample(2_000, 22_000)).map(|number| format!(".maxntid {}", 1 + number % 1024)).collect();
    let cubin = read(&assemble("sm_80", &module("sm_80", "8.0", &headers), &["-O0"]));
    assert_eq!(cubin.kernels.len(), headers.len());
    for kernel in &cubin.kernels {
        let number: u32 = kernel.name[1..].parse().expect("a number");
        assert_eq!(kernel.facts.dims(Fact::MaxNTid), Some([1 + number % 1024, 1, 1]), "{}", kernel.name);
    }
}
