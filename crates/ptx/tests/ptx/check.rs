//! Rules on whole PTX files: nothing is found in good kernels, and faults are found at their statements.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_finding::RuleSet;
use tileiras_ptx::{Finding, check, read};

/// The findings of a file, each with its line.
fn findings(text: &str) -> Vec<(usize, Finding)> {
    let ptx = read(text.as_bytes()).unwrap();
    let found = check(text.as_bytes(), &ptx, ptx.stated_target(), &RuleSet::default());
    let line = |position: usize| text[..position].matches('\n').count() + 1;
    found.into_iter().map(|finding| (line(finding.position), finding)).collect()
}

/// A kernel of Blackwell that allocates tensor memory in one warp, multiplies in one thread, and reads the result in
/// all.
const GOOD: &str = ".version 8.7
.target sm_100a
.address_size 64
.extern .shared .align 16 .b8 smem[];
.visible .entry gemm(.param .u64 out, .param .u32 n)
.reqntid 128
{
	.reg .pred %p<6>;
	.reg .b32 %r<16>;
	.reg .b64 %rd<4>;
	mov.u32 %r1, %tid.x;
	setp.lt.u32 %p1, %r1, 32;
	@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem], 64;
	setp.eq.u32 %p2, %r1, 0;
	@%p2 mbarrier.init.shared::cta.b64 [smem+16], 1;
	bar.sync 0;
	ld.shared.b32 %r2, [smem];
	shr.u32 %r3, %r1, 5;
	shfl.sync.idx.b32 %r4, %r3, 0, 31, -1;
	setp.ne.u32 %p3, %r4, 0;
	@%p3 bra $wait;
	elect.sync %r5|%p4, -1;
	@%p4 tcgen05.mma.cta_group::1.kind::f16 [%r2], %rd1, %rd2, %r6, 0;
	@%p4 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [smem+16];
$wait:
	{
	.reg .pred done;
	again: mbarrier.try_wait.parity.shared::cta.b64 done, [smem+16], 0;
	@!done bra.uni again;
	}
	tcgen05.fence::after_thread_sync;
	tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r7}, [%r2];
	tcgen05.wait::ld.sync.aligned;
	tcgen05.fence::before_thread_sync;
	bar.sync 0;
	@%p1 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
	@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 64;
	ret;
}
";

#[test]
fn a_good_kernel_has_no_finding() {
    assert_eq!(findings(GOOD), []);
}

/// The rules that are broken once a part of the good kernel is replaced, with the lines.
#[track_caller]
fn mutant(from: &str, to: &str, expected: &[(usize, &str)]) {
    assert_eq!(GOOD.matches(from).count(), 1, "{from}");
    let found = findings(&GOOD.replace(from, to));
    let shown: Vec<_> = found.iter().map(|(line, finding)| (*line, finding.rule.name())).collect();
    assert_eq!(shown, expected, "{to}: {found:#?}");
}

#[test]
fn faults_are_found_at_their_statements() {
    for (from, to, expected) in MUTANTS {
        mutant(from, to, expected);
    }
    let old = findings(&GOOD.replace("sm_100a", "sm_90a"));
    assert_eq!(old.len(), 9);
    assert!(old.iter().all(|(_, finding)| finding.rule.name() == "tcgen05-target"), "{old:#?}");
}

/// A text, what is replaced in it, and the findings.
type Mutant = (&'static str, &'static str, &'static [(usize, &'static str)]);

/// Each with the lines and the rules.
const MUTANTS: [Mutant; 12] = [
    (".reqntid 128", ".reqntid 2048", &[(5, "cta-thread-cap")]),
    ("@%p4 tcgen05.mma", "tcgen05.mma", &[(23, "tcgen05-single-thread-issue")]),
    ("@%p4 tcgen05.commit", "@!%p4 tcgen05.commit", &[(24, "tcgen05-single-thread-issue")]),
    ("@%p1 tcgen05.alloc", "tcgen05.alloc", &[(13, "tcgen05-warp-issue")]),
    ("@%p1 tcgen05.dealloc", "@%p2 tcgen05.dealloc", &[(37, "tcgen05-warp-issue")]),
    (
        "setp.lt.u32 %p1, %r1, 32",
        "setp.lt.u32 %p1, %r1, 40",
        &[(13, "tcgen05-warp-issue"), (36, "tcgen05-warp-issue"), (37, "tcgen05-warp-issue")],
    ),
    ("@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 64;", "", &[(13, "tcgen05-alloc-dealloc")]),
    ("%r2, 64;", "%r2, 128;", &[(37, "tcgen05-dealloc-mismatch")]),
    ("[smem], 64;", "[smem], 65;", &[(13, "tcgen05-columns"), (37, "tcgen05-dealloc-mismatch")]),
    (
        "@%p2 mbarrier.init.shared::cta.b64 [smem+16], 1;",
        "mbarrier.init.shared::cta.b64 [smem+16], 1;",
        &[(15, "mbarrier-init")],
    ),
    ("@%p3 bra $wait;", "@%p3 ret;", &[]),
    ("tcgen05.ld.sync", "@%p2 tcgen05.ld.sync", &[(32, "warp-sync-incomplete")]),
];

/// The findings for an assembly for a chip, as text.
fn for_chip(text: &str, chip: &str) -> Vec<String> {
    let ptx = read(text.as_bytes()).unwrap();
    let chip = tileiras_target::Target::parse(Some(chip), None).unwrap();
    let found = check(text.as_bytes(), &ptx, chip.or(ptx.stated_target()), &RuleSet::default());
    found.iter().map(|finding| format!("{}: {finding}", finding.position)).collect()
}

#[test]
fn a_text_is_judged_by_its_own_target_and_its_limits_by_the_chip() {
    let old = ".version 7.0\n.target sm_80\n.entry k() .maxntid 128 { ret; }\n";
    assert_eq!(for_chip(old, "sm_90"), [""; 0]);
    let clusters = ".version 7.8\n.target sm_80\n.entry k() .maxclusterrank 2 { ret; }\n";
    let message = "27: kernel 'k': cannot be assembled: '.maxclusterrank' is not supported on sm_80, it needs sm_90 or \
                   higher (ptx 7.8) [cluster-instruction-target]";
    assert_eq!(for_chip(clusters, "sm_90"), [message]);
    let instruction =
        ".version 7.8\n.target sm_80\n.entry k() {\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\nret; }\n";
    assert_eq!(for_chip(instruction, "sm_90").len(), 2);
    // 24 CTAs fit on an SM of sm_89, 32 on one of sm_90.
    let floor = ".version 7.8\n.target sm_80\n.entry k() .maxntid 32 .minnctapersm 32 { ret; }\n";
    assert_eq!(for_chip(floor, "sm_90"), [""; 0]);
    let message =
        "27: kernel 'k': '.minnctapersm' is ignored above the 24 CTAs of an SM of sm_89, got 32 [minctasm-range]";
    assert_eq!(for_chip(floor, "sm_89"), [message]);
}

#[test]
fn values_are_unsigned() {
    let text = |header: &str| format!(".version 9.5\n.target sm_90\n.entry k() {header} {{ ret; }}\n");
    for directive in [".maxclusterrank 4294967295", ".reqnctapercluster 4294967295"] {
        let found = for_chip(&text(directive), "sm_90");
        assert!(found.iter().all(|finding| finding.contains("got 4294967295")) && !found.is_empty(), "{found:?}");
    }
    for size in [2_147_483_648_u32, 4_294_967_264] {
        let found = for_chip(&text(&format!(".maxntid {size}")), "sm_90");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(&format!("above 1024 threads, got {size} [maxntid-cap]")), "{found:?}");
    }
    // ptxas divides by 0.
    for size in [4_294_967_265_u32, 4_294_967_295] {
        let found = for_chip(&text(&format!(".maxntid {size}")), "sm_90");
        let message = format!("in 32 bits, got {size} [ntid-overflow]");
        assert!(found.iter().any(|finding| finding.ends_with(&message)), "{found:?}");
    }
}

/// DOS ends a text with this byte. ptxas takes it for white space.
#[test]
fn a_dos_end_of_file_is_white_space() {
    let text = ".version 9.4\n.target sm_90\n.entry k()\x1a.maxntid\x1a2048 {\x1aret;\x1a}\n\x1a";
    assert_eq!(
        for_chip(text, "sm_90"),
        ["27: kernel 'k': '.maxntid' has no effect above 1024 threads, got 2048 [maxntid-cap]"]
    );
}

#[test]
fn directives_that_are_overridden_or_unknown_are_found() {
    let text = ".version 9.0\n.target sm_90\n.entry k() .maxnreg 32 .maxnreg 64 .maxnreg 64 .maxntid 8, 1 .maxntid 8 \
                .newdirective 1 { ret; }\n";
    assert_eq!(
        for_chip(text, "sm_90"),
        [
            "38: kernel 'k': '.maxnreg 32' is overridden by a later '.maxnreg 64' [repeated-directive]",
            "99: kernel 'k': unknown directive '.newdirective' [unknown-launch-attribute]",
        ]
    );
    let text =
        ".version 9.4\n.target sm_90\n.entry k() .local_maxnreg 32 .local_maxnreg 64 .local_maxnreg 32 { ret; }\n";
    assert_eq!(
        for_chip(text, "sm_90"),
        ["56: kernel 'k': '.local_maxnreg 64' is ignored after '.local_maxnreg 32' [repeated-directive]"]
    );
}
