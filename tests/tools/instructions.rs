//! The instruction rules agree with ptxas: `nvvm-check-bodies` or `nvvm-verify` reports an error for a chip exactly if
//! ptxas rejects the kernel.
//!
//! Each case is one kernel with a few statements of PTX text, which LLVM does not change. `tileiras-opt` runs the
//! rules. `tileiras-cc` runs ptxas, with those rules disabled.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common;
use std::collections::BTreeSet;
use std::fmt::Write;
use tileiras_finding::{Group, RuleId};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::harness::sample;
use tileiras_test_support::process::run;

/// The rules that ptxas checks, too. It does not check the rules about behaviour at run time.
const RULES: &str = "cluster-instruction-target,tcgen05-target,clc-target,clc-multicast-target,instruction-target,\
                     named-barrier-range,tcgen05-cta-group-mix";

/// The other rules about bodies, which are disabled in this test.
fn others() -> String {
    let others = RuleId::ALL.iter().filter(|id| matches!(id.group(), Group::Body | Group::Isa));
    let names = others.map(|id| id.name()).filter(|name| !RULES.split(',').any(|known| known == *name));
    names.collect::<Vec<_>>().join(",")
}

const CHIPS: [&str; 13] = [
    "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_100f", "sm_103a", "sm_103f", "sm_110a", "sm_120",
    "sm_120a", "sm_121f",
];

/// A version that supports all chips of the list, and that LLVM writes.
const PTX: &str = "9.0";

/// A name and the statements, with `a` an address in shared memory, `n` and `t` 32 bits, `w` 64 bits, `p` a predicate.
const CASES: [(&str, &str); 41] = [
    ("nothing", "add.u32 t, n, 1;"),
    ("mapa", "mapa.shared::cluster.u32 t, a, 0;"),
    ("getctarank", "getctarank.shared::cluster.u32 t, a;"),
    ("cluster_arrive", "barrier.cluster.arrive;"),
    ("cluster_arrive_relaxed", "barrier.cluster.arrive.relaxed.aligned;"),
    ("cluster_wait_acquire", "barrier.cluster.wait.acquire;"),
    ("cluster_register", "mov.u32 t, %cluster_ctarank;"),
    ("cluster_register_vector", "mov.u32 t, %nclusterid.x;"),
    ("cluster_load", "ld.shared::cluster.u32 t, [a];"),
    ("griddepcontrol", "griddepcontrol.launch_dependents;"),
    ("elect", "elect.sync t|p, -1;"),
    ("expect_tx", "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [a], 16;"),
    ("arrive_expect_tx", "mbarrier.arrive.expect_tx.shared::cta.b64 _, [a], 16;"),
    ("bulk_copy", "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [a], [w], 16, [a];"),
    ("bulk_commit", "cp.async.bulk.commit_group;"),
    ("setmaxnreg", "setmaxnreg.dec.sync.aligned.u32 40;"),
    ("wgmma_fence", "wgmma.fence.sync.aligned;"),
    ("wgmma_commit", "wgmma.commit_group.sync.aligned;"),
    ("wgmma", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f0, f1, f2, f3}, w, w, p, 1, 1, 0, 0;"),
    ("alloc", "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 32;"),
    ("dealloc", "tcgen05.dealloc.cta_group::1.sync.aligned.b32 n, 32;"),
    ("relinquish", "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;"),
    ("mma", "tcgen05.mma.cta_group::1.kind::f16 [n], w, w, n, p;"),
    ("mma_i8", "tcgen05.mma.cta_group::1.kind::i8 [n], w, w, n, p;"),
    ("mma_ws", "tcgen05.mma.ws.cta_group::1.kind::tf32 [n], w, w, n, p;"),
    ("cp", "tcgen05.cp.cta_group::2.128x256b [n], w;"),
    ("shift", "tcgen05.shift.cta_group::1.down [n];"),
    ("commit", "tcgen05.commit.cta_group::2.mbarrier::arrive::one.b64 [w];"),
    ("ld", "tcgen05.ld.sync.aligned.32x32b.x1.b32 {t}, [n];"),
    ("st", "tcgen05.st.sync.aligned.32x32b.x1.b32 [n], {t};"),
    ("wait", "tcgen05.wait::ld.sync.aligned;"),
    ("fence", "tcgen05.fence::before_thread_sync;"),
    (
        "mix",
        "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
             tcgen05.commit.cta_group::2.mbarrier::arrive::one.b64 [w];",
    ),
    (
        "pair_only",
        "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;
                   tcgen05.commit.cta_group::2.mbarrier::arrive::one.b64 [w];",
    ),
    ("try_cancel", "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [a], [a];"),
    (
        "try_cancel_multicast",
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes\
                              .multicast::cluster::all.b128 [a], [a];",
    ),
    ("query_cancel", "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, h;"),
    ("barrier", "bar.sync 15, 128;"),
    ("barrier_id", "barrier.sync 16;"),
    ("barrier_threads", "bar.arrive 1, 33;"),
    ("barrier_reduce", "barrier.red.popc.u32 t, 1, 64, p;"),
];

/// A kernel in one line, so that the line of a diagnostic is the number of the case.
fn kernel(name: &str, statements: &str) -> String {
    let statements = statements.split_whitespace().collect::<Vec<_>>().join(" ");
    // Not every chip has registers of 128 bits.
    let wide = if statements.contains("b128 p") { ".reg .b128 h; " } else { "" };
    format!(
        "llvm.func @{name}(%a: !llvm.ptr<3>, %n: i32, %w: i64) \
         attributes {{nvvm.kernel, nvvm.reqntid = array<i32: 128>}} {{ llvm.inline_asm has_side_effects \
         \"{{ .reg .b32 t, a, n; .reg .b64 w; .reg .pred p; .reg .f32 f<4>; {wide}\
         cvt.u32.u64 a, $0; mov.b32 n, $1; mov.b64 w, $2; setp.ne.b32 p, n, 0; mov.b32 t, n; {statements} }}\", \
         \"l,r,l\" %a, %n, %w : (!llvm.ptr<3>, i32, i64) -> () llvm.return }}\n"
    )
}

/// The cases that the rules report an error for.
fn reported(chip: &str) -> BTreeSet<&'static str> {
    let text = CASES.iter().fold(String::new(), |text, (name, statements)| text + &kernel(name, statements));
    let ran = ["nvvm-verify", "nvvm-check-bodies"].map(|pass| {
        let option = format!("--{pass}=chip={chip} ptx={PTX} disable={}", others());
        common::opt(&[&option, "-o", "/dev/null"], &text).err
    });
    let ran = ran.concat();
    let mut found = BTreeSet::new();
    for line in ran.lines().filter(|line| line.contains(": error: ")) {
        let number = line.strip_prefix("<stdin>:").and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
        let number = number.unwrap_or_else(|| panic!("{chip}: {line}"));
        assert!(RULES.split(',').any(|rule| line.ends_with(&format!("[{rule}]"))), "{chip}: {line}");
        found.insert(CASES[number - 1].0);
    }
    assert!(!ran.contains("warning: ") && !ran.contains("remark: "), "{chip}: {ran}");
    found
}

/// The cases that ptxas rejects. Asserts that the reasons are known.
fn rejected(chip: &str) -> BTreeSet<&'static str> {
    let folder = Folder::new();
    let inputs = CASES.map(|(name, statements)| folder.file(format!("{name}.mlir"), kernel(name, statements)));
    let mut arguments =
        vec![format!("--gpu-name={chip}"), format!("--ptx-version={PTX}"), format!("--disable={RULES},{}", others())];
    arguments.extend(inputs.iter().map(|path| path.display().to_string()));
    arguments.push(format!("--output={}", folder.path().display()));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = run(common::CC, &arguments, b"");
    // Each error must be one of ptxas about a missing feature or an illegal operand.
    for line in ran.err.lines().filter(|line| line.contains("error")) {
        let known = [
            "not supported on",
            "requires",
            "cannot be compiled for architecture",
            "is not allowed",
            "out of range",
            "multiple of",
            "failed with exit status 255",
            "Ptx assembly aborted",
        ];
        assert!(known.iter().any(|part| line.contains(part)), "{chip}: {line}");
    }
    CASES.iter().map(|case| case.0).filter(|name| !folder.join(format!("{name}.cubin")).exists()).collect()
}

#[test]
fn the_rules_report_what_ptxas_rejects() {
    let mut differences = String::new();
    let (mut both, mut neither) = (0, 0);
    for chip in CHIPS.into_iter().step_by(sample(4, 1)) {
        let (ours, theirs) = (reported(chip), rejected(chip));
        for (name, _) in CASES {
            match (ours.contains(name), theirs.contains(name)) {
                (true, true) => both += 1,
                (false, false) => neither += 1,
                (true, false) => writeln!(differences, "{chip} {name}: reported, but ptxas accepts").expect("a string"),
                (false, true) => {
                    writeln!(differences, "{chip} {name}: ptxas rejects, but not reported").expect("a string")
                }
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(both > 30 && neither > 30, "{both} are rejected, {neither} accepted");
}
