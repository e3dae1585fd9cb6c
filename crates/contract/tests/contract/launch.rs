//! The rules of group launch, each on launches that break it and on launches that do not.

use crate::common::{array, in_tuple, kernel, reports, target};
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::rules::check;
use tileiras_contract::{FunctionFacts, Need, Resources, Sink, Subject, Value};
use tileiras_finding::RuleSet;
use tileiras_target::{Chip, Target};

/// A launch of 4 blocks of 128 threads, in x.
fn site() -> LaunchSite {
    let shape = |x| [Some(x), Some(1), Some(1)];
    LaunchSite { grid: shape(4), block: shape(128), cluster: None, shared: Some(0), resources: Resources::default() }
}

fn with_grid(x: i64, y: i64) -> LaunchSite {
    LaunchSite { grid: [Some(x), Some(y), Some(1)], ..site() }
}

fn with_block(block: [Option<i64>; 3]) -> LaunchSite {
    LaunchSite { block, ..site() }
}

fn with_cluster(cluster: [Option<i64>; 3]) -> LaunchSite {
    LaunchSite { cluster: Some(cluster), ..site() }
}

fn on(id: &str, contract: &FunctionFacts, site: &LaunchSite, target: Target) -> Vec<String> {
    reports(id, &Subject::launch(contract, target, site))
}

fn messages(id: &str, contract: &FunctionFacts, site: &LaunchSite) -> Vec<String> {
    on(id, contract, site, Target::default())
}

fn reporting(contract: &FunctionFacts, site: &LaunchSite) -> Vec<&'static str> {
    let mut sink = Sink::new();
    check(&Subject::launch(contract, target("sm_90a", "9.0"), site), &RuleSet::all(), &mut sink);
    let mut ids: Vec<_> = sink.take().into_iter().map(|violation| violation.rule.name()).collect();
    ids.dedup();
    ids
}

#[test]
fn a_launch_that_fits_the_kernel_breaks_no_rule() {
    let facts = [
        ("nvvm.reqntid", array(&[128])),
        ("nvvm.maxntid", array(&[128, 1, 1])),
        ("nvvm.cluster_dim", array(&[2, 1, 1])),
        ("nvvm.maxclusterrank", Value::i32(2)),
    ];
    let strict = kernel(&facts);
    assert_eq!(reporting(&strict, &site()), [""; 0]);
    assert_eq!(reporting(&strict, &with_cluster([Some(2), Some(1), Some(1)])), [""; 0]);
    let unknown = LaunchSite {
        grid: [None; 3],
        block: [None; 3],
        cluster: Some([None; 3]),
        shared: None,
        resources: Resources::default(),
    };
    assert_eq!(reporting(&strict, &unknown), [""; 0], "unknown sizes break no rule");
    assert_eq!(reporting(&kernel(&[]), &site()), [""; 0]);
}

#[test]
fn launch_zero() {
    let id = "launch-zero";
    let empty = kernel(&[]);
    assert_eq!(
        messages(id, &empty, &with_grid(0, -1)),
        ["grid must be positive in x, got 0", "grid must be positive in y, got -1"]
    );
    assert_eq!(messages(id, &empty, &with_block([Some(128), None, Some(0)])), ["block must be positive in z, got 0"]);
    assert_eq!(
        messages(id, &empty, &with_cluster([Some(2), Some(0), Some(1)])),
        ["cluster must be positive in y, got 0"]
    );
    let strict = kernel(&[("nvvm.reqntid", array(&[128, 1, 1])), ("nvvm.cluster_dim", array(&[2, 1, 1]))]);
    let zero = LaunchSite {
        grid: [Some(0); 3],
        block: [Some(0); 3],
        cluster: Some([Some(0); 3]),
        shared: Some(0),
        resources: Resources::default(),
    };
    assert_eq!(reporting(&strict, &zero), [id], "one fault is reported by one rule");
}

#[test]
fn launch_block_mismatch() {
    let id = "launch-block-mismatch";
    let exact = kernel(&[("nvvm.reqntid", array(&[128]))]);
    let message = |axis, wanted, got| {
        format!("block must be {wanted} in {axis}, as 'nvvm.reqntid' of the kernel states, got {got}")
    };
    assert_eq!(messages(id, &exact, &with_block([Some(64), Some(1), Some(1)])), [message("x", 128, 64)]);
    assert_eq!(messages(id, &exact, &with_block([None, Some(2), None])), [message("y", 1, 2)], "one axis is enough");
    assert_eq!(
        messages(id, &exact, &with_block([Some(64), Some(2), None])),
        [message("x", 128, 64), message("y", 1, 2)]
    );
    assert_eq!(messages(id, &exact, &site()), [""; 0]);
    assert_eq!(messages(id, &kernel(&[("nvvm.maxntid", array(&[256]))]), &site()), [""; 0], "a bound is not exact");
}

#[test]
fn launch_block_exceeds() {
    let id = "launch-block-exceeds";
    let bound = kernel(&[("nvvm.maxntid", array(&[16, 8, 1]))]);
    let message = |got| format!("block must have at most the 128 threads of 'nvvm.maxntid' of the kernel, got {got}");
    assert_eq!(messages(id, &bound, &with_block([Some(256), None, None])), [message(256)]);
    assert_eq!(messages(id, &bound, &with_block([None, Some(43), Some(3)])), [message(129)]);
    assert_eq!(messages(id, &bound, &site()), [""; 0], "the product is compared");
    let huge = with_block([Some(i64::MAX); 3]);
    assert_eq!(messages(id, &bound, &huge).len(), 1, "no product is too large to be counted");
}

#[test]
fn launch_block_cap() {
    let id = "launch-block-cap";
    let any = kernel(&[]);
    for (block, what) in [
        ([Some(2048), None, None], "1024 threads in x, got 2048"),
        ([None, None, Some(65)], "64 threads in z, got 65"),
        ([Some(64), Some(32), None], "1024 threads, got 2048"),
    ] {
        assert_eq!(messages(id, &any, &with_block(block)), [format!("block must have at most {what}")]);
    }
    assert_eq!(messages(id, &any, &with_block([Some(16), Some(1), Some(64)])), [""; 0]);

    // 100 registers are 104, so that each quarter of the register file has 4 warps.
    let compiled = |x, registers| {
        let resources = Resources { registers: Some(registers), ..Resources::default() };
        on(id, &any, &LaunchSite { resources, ..with_block([Some(x), None, Some(1)]) }, target("sm_90", ""))
    };
    let message = "block must have at most 512 threads, for which an SM has registers, got 513";
    assert_eq!(compiled(513, 100), [message]);
    assert_eq!(compiled(512, 100), [""; 0]);
    assert_eq!(compiled(1024, 64), [""; 0]);
    assert_eq!(compiled(1025, 100), ["block must have at most 1024 threads in x, got 1025"], "one fault, one message");
}

#[test]
fn launch_grid_cap() {
    let id = "launch-grid-cap";
    let any = kernel(&[]);
    let grid = |grid| LaunchSite { grid, ..site() };
    for (sizes, what) in [
        ([Some(1 << 31), None, None], "2147483647 blocks in x, got 2147483648"),
        ([None, Some(65536), None], "65535 blocks in y, got 65536"),
        ([None, None, Some(1 << 32)], "65535 blocks in z, got 4294967296"),
    ] {
        assert_eq!(messages(id, &any, &grid(sizes)), [format!("grid must have at most {what}")]);
    }
    assert_eq!(messages(id, &any, &grid([Some((1 << 31) - 1), Some(65535), Some(65535)])), [""; 0]);
    assert_eq!(messages(id, &any, &grid([Some(-1); 3])), [""; 0], "launch-zero reports it");
    let counts = kernel(&[("nvvm.cluster_dim", array(&[1, 2, 1])), ("nvvm.blocksareclusters", Value::Unit)]);
    assert_eq!(messages(id, &counts, &grid([Some(1), Some(40_000), Some(1)])), [""; 0]);
}

#[test]
fn launch_cluster_mismatch() {
    let id = "launch-cluster-mismatch";
    let fixed = kernel(&[("nvvm.cluster_dim", array(&[4, 1, 1]))]);
    let message = "cluster must be 4 in x, as 'nvvm.cluster_dim' of the kernel states, got 2";
    assert_eq!(messages(id, &fixed, &with_cluster([Some(2), None, Some(1)])), [message]);
    assert_eq!(messages(id, &fixed, &with_cluster([Some(4), Some(1), Some(1)])), [""; 0]);
    assert_eq!(messages(id, &fixed, &site()), [""; 0], "the cluster of the kernel is used");
    assert_eq!(messages(id, &kernel(&[]), &with_cluster([Some(2); 3])), [""; 0]);
}

#[test]
fn launch_cluster_exceeds() {
    let id = "launch-cluster-exceeds";
    let capped = kernel(&[("nvvm.maxclusterrank", Value::i32(4))]);
    let message = "cluster must have at most the 4 CTAs of 'nvvm.maxclusterrank' of the kernel, got 8";
    assert_eq!(messages(id, &capped, &with_cluster([Some(4), Some(2), None])), [message]);
    assert_eq!(messages(id, &capped, &with_cluster([Some(4), None, None])), [""; 0]);
    assert_eq!(
        messages(id, &kernel(&[]), &with_cluster([Some(4), Some(5), Some(1)])),
        ["cluster must have at most 16 CTAs, got 20"]
    );
    assert_eq!(messages(id, &kernel(&[]), &with_cluster([Some(16), Some(1), Some(1)])), [""; 0]);
    let below = target("sm_89", "");
    let message = "cluster must have at most 1 CTA on sm_89, which has no clusters, got 2";
    assert_eq!(on(id, &capped, &with_cluster([Some(2), None, Some(1)]), below), [message]);
    assert_eq!(on(id, &capped, &with_cluster([Some(1), None, Some(1)]), below), [""; 0]);
    assert_eq!(on(id, &capped, &site(), below), [""; 0]);
}

#[test]
fn launch_cluster_missing() {
    let id = "launch-cluster-missing";
    let counts = kernel(&[("nvvm.blocksareclusters", Value::Unit), ("nvvm.reqntid", array(&[128]))]);
    let message = "must state a cluster, as the kernel has 'nvvm.blocksareclusters' and no 'nvvm.cluster_dim'";
    assert_eq!(messages(id, &counts, &site()), [message]);
    assert_eq!(messages(id, &counts, &with_cluster([Some(2), None, None])), [""; 0]);
    assert_eq!(messages(id, &kernel(&[("nvvm.maxclusterrank", Value::i32(4))]), &site()), [""; 0]);
    assert_eq!(on(id, &counts, &site(), target("sm_80", "")), [""; 0], "the directive is not printed there");

    let with = |contract: &FunctionFacts, site: &LaunchSite, has_pair: bool| {
        let needs = has_pair.then_some(Need::CtaPair).into_iter().collect();
        reports(id, &Subject::launch(contract, Target::default(), site).with_needs(needs))
    };
    let (bare, fixed) = (kernel(&[]), kernel(&[("nvvm.cluster_dim", array(&[2, 1, 1]))]));
    let message = "must state a cluster, as the kernel uses '.cta_group::2' and has no 'nvvm.cluster_dim'";
    assert_eq!(with(&bare, &site(), true), [message]);
    assert_eq!(with(&bare, &site(), false), [""; 0]);
    assert_eq!(with(&bare, &with_cluster([Some(2); 3]), true), [""; 0]);
    assert_eq!(with(&fixed, &site(), true), [""; 0]);
    let legacy = kernel(&[("nvvm.cluster_dim_x", Value::i32(2)), ("nvvm.cluster_max_blocks", Value::i32(2))]);
    let mut legacy = legacy;
    legacy.add_statement(in_tuple(0, "cluster_dim_x", Value::i32(2)));
    assert_eq!(with(&legacy, &site(), true), [""; 0], "the fact is not transplanted yet");
}

#[test]
fn launch_grid_not_multiple() {
    let id = "launch-grid-not-multiple";
    let fixed = kernel(&[("nvvm.cluster_dim", array(&[2, 4, 1]))]);
    assert_eq!(
        messages(id, &fixed, &with_grid(7, 6)),
        [
            "grid must be a multiple of the cluster of the kernel in x, 2, got 7",
            "grid must be a multiple of the cluster of the kernel in y, 4, got 6"
        ]
    );
    assert_eq!(messages(id, &fixed, &with_grid(6, 4)), [""; 0]);
    assert_eq!(on(id, &fixed, &with_grid(7, 6), target("sm_80", "")), [""; 0], "the shape is not printed there");
    let at_launch = LaunchSite { cluster: Some([Some(3), None, Some(1)]), ..with_grid(7, 6) };
    assert_eq!(messages(id, &kernel(&[]), &at_launch), ["grid must be a multiple of the cluster in x, 3, got 7"]);
    let counts = kernel(&[("nvvm.cluster_dim", array(&[2, 4, 1])), ("nvvm.blocksareclusters", Value::Unit)]);
    assert_eq!(messages(id, &counts, &with_grid(7, 6)), [""; 0], "the grid counts clusters");
    assert_eq!(messages(id, &kernel(&[("nvvm.cluster_dim", array(&[0, 1, 1]))]), &with_grid(7, 6)), [""; 0]);
}

#[test]
fn launch_shared_memory() {
    let id = "launch-shared-memory";
    let any = kernel(&[]);
    let bytes = |shared| LaunchSite { shared: Some(shared), ..site() };
    for chip in Chip::all() {
        let most = i64::from(chip.limits().shared_per_cta);
        let here = target(chip.name(), "");
        assert_eq!(on(id, &any, &bytes(most), here), [""; 0]);
        let message =
            format!("dynamic shared memory must be at most the {most} bytes of a CTA on {chip}, got {}", most + 1);
        assert_eq!(on(id, &any, &bytes(most + 1), here), [message]);
    }
    let largest = 227 * 1024;
    assert_eq!(messages(id, &any, &bytes(largest)), [""; 0]);
    assert_eq!(
        messages(id, &any, &bytes(largest + 1)),
        ["dynamic shared memory must be at most the 232448 bytes of a CTA on any chip, got 232449"]
    );
    let with_static = |shared| LaunchSite {
        resources: Resources { static_shared: Some(4096), ..Resources::default() },
        ..bytes(shared)
    };
    assert_eq!(messages(id, &any, &with_static(largest - 4096)), [""; 0]);
    assert_eq!(
        messages(id, &any, &with_static(largest - 4095)),
        [
            "dynamic shared memory must be at most 228352 of the 232448 bytes of a CTA on any chip, as 4096 are static, got 228353"
        ]
    );
    assert_eq!(messages(id, &any, &bytes(-1)), ["dynamic shared memory must not be negative, got -1"]);
}

#[test]
fn rules_of_other_groups_do_not_check_launches() {
    let wrong = kernel(&[("nvvm.maxntid", array(&[0]))]);
    assert_eq!(reporting(&wrong, &site()), [""; 0]);
    let mut sink = Sink::new();
    check(&Subject::new(&wrong, Target::default()), &RuleSet::all(), &mut sink);
    assert_eq!(sink.violations().iter().map(|found| found.rule.name()).collect::<Vec<_>>(), ["positive-value"]);
}
