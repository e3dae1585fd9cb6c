//! `check_name` accepts exactly the names that `ptxas` accepts.

use proptest::prelude::*;
use tileiras_ptx::{BadName, check_name, check_symbol};

use crate::tools::run::{START, ptxas, try_llc};

/// Assembles kernels of these names.
fn assemble<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<u8>, String> {
    let kernels: String = names.into_iter().map(|name| format!(".visible .entry {name}()\n{{ ret; }}\n")).collect();
    ptxas(format!("{START}{kernels}").as_bytes())
}

fn agree(names: &[&str]) {
    let (good, bad): (Vec<_>, Vec<_>) = names.iter().copied().partition(|name| check_name(name).is_ok());
    assert_eq!(assemble(good.iter().copied()).err(), None, "{good:?}");
    for name in bad {
        assert!(assemble([name]).is_err(), "ptxas accepts {name}, check_name does not: {:?}", check_name(name));
    }
}

#[test]
fn shapes() {
    agree(&[
        "k", "_", "$", "%", "_a", "$a", "%a", "__", "_$", "_1", "$1", "%1", "$$", "a$", "a_", "a%", "_%", "%%", "_a%b",
    ]);
    agree(&["a.b", "a-b", "1a", ".k", "k@1", "a?", "a:b", "é", "\"k\"", "0x1", "0f00000000", "a,b", "a\tb=c"]);
}

/// Opcodes, directives without their dot, and types are legal names.
#[test]
fn keywords_of_ptx() {
    agree(&["add", "ld", "mov", "ret", "tex", "bar", "call", "bra", "exit", "if", "NaN", "wgmma", "tcgen05", "elect"]);
    agree(&[
        "entry", "func", "visible", "version", "target", "param", "reg", "u32", "pred", "maxntid", "sm_90", "debug",
    ]);
    agree(&["WARP_SZ", "warp_sz", "WARP_SIZE"]);
}

/// Of names that look like registers, exactly the names of special registers are refused.
#[test]
fn registers() {
    let numbered = |name: &str, numbers: &[u32]| numbers.iter().map(|n| name.replace('#', &n.to_string())).collect();
    let mut names: Vec<String> = numbered("%pm#", &[0, 7, 8]);
    names.extend(numbered("%pm#_64", &[0, 7, 8]));
    names.extend(numbered("%envreg#", &[0, 9, 10, 31, 32, 100]));
    names.extend(numbered("%reserved_smem_offset_#", &[0, 1, 2]));
    for name in ["tid", "ntid", "laneid", "warpid", "nwarpid", "ctaid", "nctaid", "smid", "nsmid", "gridid", "clock"] {
        names.push(format!("%{name}"));
    }
    for name in ["clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid", "cluster_ctarank", "cluster_nctarank"] {
        names.push(format!("%{name}"));
    }
    for name in ["lanemask_eq", "lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt", "clock_hi", "clock64"] {
        names.push(format!("%{name}"));
    }
    for name in ["globaltimer", "globaltimer_lo", "globaltimer_hi", "total_smem_size", "aggr_smem_size"] {
        names.push(format!("%{name}"));
    }
    for name in ["dynamic_smem_size", "current_graph_exec", "is_explicit_cluster", "reserved_smem_offset_begin"] {
        names.push(format!("%{name}"));
    }
    for name in ["reserved_smem_offset_end", "reserved_smem_offset_cap", "TID", "tidx", "r1", "rd1", "p", "SP", "SPL"] {
        names.push(format!("%{name}"));
    }
    for name in ["envreg", "envreg01", "pm", "pm00", "pm_64", "pm1_32", "clock32", "smcount", "tid$", "warpsize"] {
        names.push(format!("%{name}"));
    }
    agree(&names.iter().map(String::as_str).collect::<Vec<_>>());
}

/// LLVM aborts on some names, and prints others that `ptxas` refuses. `check_symbol` refuses both, and no others.
#[test]
fn symbols_through_llvm() {
    let through = |name: &str| {
        let module =
            format!("target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @\"{name}\"() {{ ret void }}\n");
        try_llc("sm_90", &module).and_then(|text| ptxas(&text))
    };
    for name in ["k", "$a", "_1", "a$", "add", "_", "$", "a.b", "1a", "WARP_SZ", "%a", "%tid", "a%", "a@b", "a b", "é"]
    {
        assert_eq!(check_symbol(name).is_ok(), through(name).is_ok(), "{name}");
    }
    assert_eq!((check_name("%a"), check_symbol("%a")), (Ok(()), Err(BadName::Percent { name: "%a".to_owned() })));
    assert!(through("%a").unwrap_err().contains("unsupported characters"));
}

#[test]
fn no_name_is_too_long() {
    for length in [255, 256, 1024, 65_536, 1_000_000] {
        agree(&["k".repeat(length).as_str()]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, ..ProptestConfig::default() })]
    #[test]
    fn any_short_name(names in proptest::collection::btree_set("[ab1_$%.@é-]{1,4}", 12)) {
        agree(&names.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
