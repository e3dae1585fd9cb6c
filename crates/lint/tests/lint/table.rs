//! The table of the rules: which there are, how they are disabled by name, and their catalogue.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::collections::HashSet;

use tileiras_finding::catalogue::render_markdown;
use tileiras_finding::{Group, RuleId, RuleSet, Severity};
use tileiras_lint::{RULES, rule};

#[test]
fn the_table_is_complete() {
    let ids: Vec<_> = RULES.iter().map(|rule| rule.id.name()).collect();
    assert_eq!(
        ids,
        [
            "dim-shape",
            "cluster-dim-arity",
            "scalar-shape",
            "unit-shape",
            "kernel-result",
            "kernel-variadic",
            "grid-constant-shape",
            "blocksareclusters-requires",
            "cluster-on-kernel-only",
            "launch-fact-on-function",
            "unknown-launch-attribute",
            "legacy-fact-remains",
            "known-size-conflict",
            "known-size-ignored",
            "statement-ignored",
            "allow-unknown",
            "allow-unused",
            "positive-value",
            "cta-thread-cap",
            "maxntid-cap",
            "cluster-portable-cap",
            "cluster-hardware-cap",
            "cluster-exceeds-rank",
            "maxnreg-range",
            "maxnreg-unlimited",
            "register-file",
            "minctasm-needs-block",
            "minctasm-range",
            "maxntid-reqntid-conflict",
            "cluster-dim-rank-conflict",
            "ntid-overflow",
            "cluster-ptx-version",
            "blocksareclusters-ptx-version",
            "chip-ptx-version",
            "directive-target",
            "target-chip",
            "repeated-directive",
            "local-maxnreg-range",
            "local-maxnreg-ignored",
            "cluster-suppressed",
            "launch-zero",
            "launch-block-mismatch",
            "launch-block-exceeds",
            "launch-block-cap",
            "launch-grid-cap",
            "launch-grid-mismatch",
            "launch-cluster-mismatch",
            "launch-cluster-exceeds",
            "launch-cluster-missing",
            "launch-grid-not-multiple",
            "launch-shared-memory",
            "launch-kernel-missing",
            "register-spill",
            "setmaxnreg-dropped",
            "warpgroup-threads",
            "setmaxnreg-ignored",
            "tcgen05-cta-group-mix",
            "tcgen05-cta-pair",
            "tcgen05-cta-pair-unknown",
            "cluster-instruction-target",
            "tcgen05-target",
            "clc-target",
            "clc-multicast-target",
            "instruction-target",
            "warpgroup-registers",
            "warpgroup-incomplete",
            "warp-sync-incomplete",
            "setmaxnreg-count",
            "thread-set-unknown",
            "named-barrier-range",
            "named-barrier-count",
            "cta-barrier-divergent",
            "cluster-barrier-divergent",
            "cluster-barrier-unpaired",
            "cluster-peer-exited",
            "cluster-peer-not-started",
            "mapa-rank-range",
            "mbarrier-init",
            "mbarrier-never-completes",
            "mbarrier-arrival-count",
            "mbarrier-transaction-bytes",
            "async-copy-wait",
            "wgmma-order",
            "mbarrier-count",
            "bulk-copy-size",
            "async-alignment",
            "data-race",
            "shared-out-of-bounds",
            "async-overwrite",
            "async-proxy-fence",
            "tcgen05-address-divergent",
            "launch-unknown",
            "tcgen05-warp-issue",
            "tcgen05-single-thread-issue",
            "tcgen05-pair-issue",
            "tcgen05-columns",
            "tcgen05-alloc-dealloc",
            "tcgen05-dealloc-mismatch",
            "tcgen05-use-unallocated",
            "tcgen05-alloc-after-relinquish",
            "tcgen05-dealloc-unsynced",
            "tcgen05-load-wait",
            "tcgen05-store-wait",
            "tcgen05-result-wait",
            "tcgen05-pair-dealloc-sync",
            "tcgen05-pair-dealloc-unsynced",
            "clc-issue",
            "clc-after-failure",
            "clc-transaction-bytes",
            "clc-response-alignment",
            "clc-response-wait",
            "clc-canceled-unchecked",
            "clc-proxy-fence",
            "clc-multicast-exit",
        ]
    );
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    for row in RULES {
        assert_eq!(*rule(row.id), row);
        for text in [row.summary, row.why, row.source, row.fix] {
            assert!(text.ends_with('.') && !text.contains("  "), "{}: {text}", row.id);
        }
        let kernels = ["llvm.func", "gpu.func", ".entry"];
        assert!(kernels.iter().any(|kernel| row.example.contains(kernel)), "{}", row.id);
    }
    let warnings = RULES.iter().filter(|rule| rule.id.severity() == Severity::Warning).map(|rule| rule.id.name());
    assert_eq!(
        warnings.collect::<Vec<_>>(),
        [
            "cluster-on-kernel-only",
            "launch-fact-on-function",
            "unknown-launch-attribute",
            "legacy-fact-remains",
            "known-size-ignored",
            "statement-ignored",
            "allow-unused",
            "maxntid-cap",
            "cluster-portable-cap",
            "maxnreg-range",
            "register-file",
            "minctasm-needs-block",
            "minctasm-range",
            "repeated-directive",
            "local-maxnreg-ignored",
            "cluster-suppressed",
            "register-spill",
            "setmaxnreg-dropped",
            "setmaxnreg-ignored",
            "tcgen05-cta-pair-unknown",
            "shared-out-of-bounds",
            "tcgen05-alloc-dealloc",
            "tcgen05-load-wait",
            "tcgen05-pair-dealloc-unsynced",
            "clc-transaction-bytes",
            "clc-response-alignment",
        ]
    );
    assert!(RULES.is_sorted_by_key(|rule| rule.id.group()), "rules of one group are adjacent");
    assert!("dim_shape".parse::<RuleId>().is_err());
}

#[test]
fn rules_are_disabled_by_name() {
    let set = RuleSet::disabling(" dim-shape,unit-shape ,").unwrap();
    assert_eq!(set.iter().count(), RuleSet::default().iter().count() - 2);
    assert!(!set.contains(RuleId::DimShape));
    assert!(set.contains(RuleId::ScalarShape));
    let pedantic = RuleSet::of_faults().with_remarks(true);
    assert!(pedantic.contains(RuleId::ThreadSetUnknown) && !set.contains(RuleId::ThreadSetUnknown));
    let remarks = ["maxnreg-unlimited", "thread-set-unknown", "launch-unknown"];
    let without = remarks.iter().try_fold(pedantic, |set, remark| set.without(remark));
    assert_eq!(without, Ok(RuleSet::default()));
    assert_eq!(RuleSet::disabling(""), Ok(RuleSet::default()));
    assert_eq!(RuleSet::all().iter().count(), RULES.len());

    let error = RuleSet::disabling("dim-shape,unit-shap").unwrap_err();
    assert_eq!((error.found.as_str(), error.suggestion), ("unit-shap", Some(RuleId::UnitShape)));
    let ids: Vec<_> = RULES.iter().map(|rule| rule.id.name()).collect();
    let all = format!("the rules are {}", ids.join(", "));
    assert!(all.starts_with("the rules are dim-shape, cluster-dim-arity, scalar-shape, "), "{all}");
    assert_eq!(error.to_string(), "unknown rule 'unit-shap', did you mean 'unit-shape'?");
    let other = RuleSet::disabling("foo").unwrap_err();
    assert_eq!(other.to_string(), format!("unknown rule 'foo'; {all}"));
}

#[test]
fn the_catalogue_has_every_rule_under_five_headings() {
    let page = render_markdown(&RULES);
    assert_eq!(page, render_markdown(&RULES));
    for rule in RULES {
        assert_eq!(page.matches(&format!("\n### {}\n", rule.id)).count(), 1);
        assert_eq!(page.matches(&format!("\n| [{0}](#{0}) | {1} | ", rule.id, rule.id.severity())).count(), 1);
        assert!(page.contains(rule.example) && page.contains(rule.fix));
    }
    for heading in ["What it does", "Why", "Source", "Example that fails", "How to fix"] {
        assert_eq!(page.matches(&format!("\n#### {heading}\n")).count(), RULES.len());
    }
    for group in Group::ALL {
        assert_eq!(page.matches(&format!("\n## Group `{group}`\n")).count(), 1);
        assert_eq!(page.matches(&format!("\nGroup [`{group}`](#group-{group}): ")).count(), 1);
    }
    assert!(page.ends_with('\n') && !page.ends_with("\n\n"));
}
