//! Time for large texts: linear in their size.

use std::fmt::Write;
use std::time::Duration;

use tileiras_finding::RuleSet;
use tileiras_test_support::cpu::timed;
use tileiras_test_support::harness::sample;

use crate::rules::expect::{file, findings};

const PAIR: &str = ".reqntid 128 .explicitcluster .reqnctapercluster 2";
const WAIT: &str = "mbarrier.try_wait.parity.shared::cta.b64 done, [bar], n; @!done bra";

const COPY: &str = "@q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [slot], [from], 16, [bar];";

/// A kernel with that many parts of a kind.
fn kernel(kind: &str, count: usize) -> String {
    let mut body = String::from(
        "mov.u32 t, %tid.x; ld.param.u32 n, [count]; setp.lt.u32 p, t, 64; setp.eq.u32 q, t, 0; elect.sync _|s, -1;\n\
         @q mbarrier.init.shared::cta.b64 [bar], 1;\n\
         tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64;\nld.shared.b32 tmem, [slot];\n",
    );
    for part in 0..count {
        let text = match kind {
            "barriers" => {
                format!("@p bra B{part}; bar.sync 0; bra E{part}; B{part}: bar.sync 0; E{part}: bar.sync 1, 128;")
            }
            "left" => format!("setp.gt.u32 q, n, {part}; @q bra B{part}; bar.sync 0; B{part}: bar.sync 2;"),
            "mbarriers" => format!("@q mbarrier.arrive.shared::cta.b64 state, [bar]; W{part}: {WAIT} W{part};"),
            "tcgen05" => format!(
                "tcgen05.ld.sync.aligned.32x32b.x1.b32 {{a}}, [tmem]; tcgen05.wait::ld.sync.aligned; \
                 setp.gt.u32 q, n, {part}; @!q bra E{part}; tcgen05.st.sync.aligned.32x32b.x1.b32 [tmem], {{a}}; \
                 tcgen05.wait::st.sync.aligned; E{part}: mov.u32 a, {part};"
            ),
            "wgmma" => format!(
                "wgmma.fence.sync.aligned; setp.gt.u32 q, n, {part}; @!q bra E{part}; \
                 wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{f0, f1, f2, f3}}, x, y, 1, 1, 1, 0, 0; E{part}: \
                 wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
            ),
            "cluster" => format!(
                "barrier.cluster.arrive; setp.gt.u32 q, n, {part}; @!q bra E{part}; mapa.shared::cluster.u32 b, other, a; \
                 ld.shared::cluster.u32 c, [b]; E{part}: barrier.cluster.wait;"
            ),
            "requests" => format!(
                "@q mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16; @q clusterlaunchcontrol.try_cancel.async\
                 .shared::cta.mbarrier::complete_tx::bytes.b128 [response], [bar]; W{part}: {WAIT} W{part}; \
                 ld.shared.b128 handle, [response]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, handle; @!p ret; \
                 fence.proxy.async.shared::cta; bar.sync 0;"
            ),
            "shuffles" => {
                format!("setp.gt.u32 q, n, {part}; @q shfl.sync.idx.b32 a, a, 0, 31, -1; @p bar.warp.sync -1;")
            }
            "flags" => "add.u32 a, a, a; xor.b32 b, a, b; add.u32 a, a, b;".to_owned(),
            "calls" => "call helper;".to_owned(),
            "copies" => format!(
                "@q mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16; {COPY} W{part}: {WAIT} W{part};"
            ),
            "copies after conditions" => format!(
                "setp.gt.u32 s, n, {part}; @s bra W{part}; @q mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16; \
                 {COPY} W{part}: {WAIT} W{part};"
            ),
            "counts" => "@p bar.sync 1, 64; bar.sync 0;".to_owned(),
            "named" => format!("@p bar.sync {0}, 128; @!p bar.arrive {0}, 128;", 1 + part % 8),
            // Two halves of the CTA wait for each other, under a condition each time. More waits than these are left
            // out.
            "hand over" if part >= 64 => "add.u32 a, a, b;".to_owned(),
            "hand over" => format!(
                "@q mbarrier.init.shared::cta.b64 [bar+{0}], 1; @q mbarrier.init.shared::cta.b64 [bar+{1}], 1; \
                 setp.gt.u32 s, n, {part}; @s bra E{part}; @p bra C{part}; \
                 mbarrier.arrive.shared::cta.b64 state, [bar+{0}]; \
                 W{part}: mbarrier.try_wait.parity.shared::cta.b64 done, [bar+{1}], 0; @!done bra W{part}; bra E{part}; \
                 C{part}: mbarrier.try_wait.parity.shared::cta.b64 done, [bar+{0}], 0; @!done bra C{part}; \
                 mbarrier.arrive.shared::cta.b64 state, [bar+{1}]; E{part}:",
                16 * part,
                16 * part + 8,
            ),
            "nested" => format!("N{part}: setp.gt.u32 q, n, {part}; @q bar.sync 0;"),
            _ => unreachable!("a kind"),
        };
        writeln!(body, "{text}").unwrap();
    }
    if kind == "nested" {
        for part in (0..count.min(64)).rev() {
            writeln!(body, "add.u32 a, a, 1; setp.lt.u32 q, a, n; @q bra N{part};").unwrap();
        }
    }
    if kind == "flags" {
        body += "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, handle; selp.b32 c, 1, 0, p; and.b32 c, c, a;\n\
             setp.eq.u32 p, c, 0; @p ret; clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 d, handle;\n";
    }
    body += "tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;\n";
    let helper = ".func helper() { .reg .pred p; elect.sync _|p, -1; ret; }";
    file("sm_100a", helper, PAIR, &body)
}

const KINDS: [&str; 16] = [
    "barriers",
    "left",
    "mbarriers",
    "tcgen05",
    "wgmma",
    "cluster",
    "requests",
    "shuffles",
    "flags",
    "calls",
    "copies",
    "copies after conditions",
    "counts",
    "named",
    "hand over",
    "nested",
];

/// With work that is quadratic, this test would not finish.
#[test]
fn large_kernels_take_no_time() {
    for kind in KINDS {
        // Some rules leave out kernels that are too large for them: those take less time.
        for count in sample(&[200][..], &[100, 400, 2_000]) {
            let text = kernel(kind, *count);
            let (_, took) = timed(|| findings(&text, &RuleSet::default()));
            assert!(took < Duration::from_secs(20), "{count} {kind}: {took:?}");
        }
    }
}
