//! `clusterlaunchcontrol`: the example of reference 001 in several forms, and its faults.

use crate::rules::expect::{blackwell, with_functions};

pub const TRY: &str = "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128";
const MULTICAST: &str =
    "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128";
const RELEASE: &str = "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;";
const ACQUIRE: &str = "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;";
pub const CANCELED: &str = "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, handle;";
pub const FIRST: &str = "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {a, b, c, _}, handle;";
pub const WAIT: &str = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], n; @!done bra wait;";
pub const EXPECT: &str = "mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16;";
const PAIR: &str = ".reqntid 128 .explicitcluster .reqnctapercluster 2";

/// The parts of a kernel that processes blocks until no block is left. One of them can be replaced by a faulty one.
#[derive(Clone)]
struct Persistent {
    directives: &'static str,
    init: String,
    request: String,
    wait: String,
    read: String,
    check: String,
    first: String,
    release: String,
    meet: String,
    acquire: String,
}

impl Persistent {
    /// Every thread waits and reads; thread 0 requests.
    fn single() -> Self {
        Self {
            directives: ".reqntid 128",
            init: "mov.u32 t, %tid.x; setp.eq.u32 q, t, 0; mov.u32 n, 0; @q mbarrier.init.shared::cta.b64 [bar], 1; \
                   bar.sync 0;"
                .to_owned(),
            request: format!("@q {EXPECT} @q {TRY} [response], [bar];"),
            wait: WAIT.to_owned(),
            read: "ld.shared.b128 handle, [response];".to_owned(),
            check: format!("{CANCELED} @!p ret;"),
            first: FIRST.to_owned(),
            release: RELEASE.to_owned(),
            meet: "bar.sync 0;".to_owned(),
            acquire: format!("@q {ACQUIRE}"),
        }
    }

    /// Reference 001.
    fn multicast() -> Self {
        let meet = "barrier.cluster.arrive; barrier.cluster.wait;";
        Self {
            directives: PAIR,
            init: format!(
                "mov.u32 t, %tid.x; setp.eq.u32 q, t, 0; mov.u32 n, 0; @q mbarrier.init.shared::cta.b64 [bar], 1; \
                 fence.mbarrier_init.release.cluster; {meet} mov.u32 b, %cluster_ctaid.x; setp.eq.and.u32 s, b, 0, q;"
            ),
            request: format!("@q {EXPECT} @s {MULTICAST} [response], [bar];"),
            meet: "barrier.cluster.arrive.relaxed; barrier.cluster.wait;".to_owned(),
            acquire: ACQUIRE.to_owned(),
            ..Self::single()
        }
    }

    fn body(&self) -> String {
        let Self { init, request, wait, read, check, first, release, meet, acquire, .. } = self;
        format!(
            "{init}\nagain: {request}\n{wait}\n{read}\n{check}\n{first}\nxor.b32 n, n, 1;\n{release}\n{meet}\n{acquire}\n\
             bra again;\nend:"
        )
    }

    #[track_caller]
    fn check(&self) {
        blackwell(self.directives, &self.body());
    }
}

#[track_caller]
fn both(change: impl Fn(&mut Persistent)) {
    for kernel in [Persistent::single(), Persistent::multicast()] {
        let mut changed = kernel;
        change(&mut changed);
        changed.check();
    }
}

#[test]
fn persistent_kernels_are_right() {
    both(|_| ());
    both(|kernel| kernel.first = format!("@p {FIRST}"));
    both(|kernel| kernel.check = format!("{CANCELED} @p bra more; ret; more:"));
    both(|kernel| kernel.check = format!("{CANCELED} not.pred done, p; @done bra end;"));
    both(|kernel| kernel.check = format!("{CANCELED} selp.b32 d, 1, 0, p; setp.eq.u32 done, d, 0; @done bra end;"));
    both(|kernel| {
        kernel.check = format!("{CANCELED} selp.b16 h, 1, 0, p; cvt.u32.u16 d, h; setp.ne.u32 p, d, 1; @p bra end;")
    });
    both(|kernel| {
        kernel.check = format!(
            "{CANCELED} selp.b32 d, 1, 0, p; shfl.sync.idx.b32 d, d, 0, 31, -1; setp.eq.u32 done, d, 0; @done bra end;"
        )
    });
    both(|kernel| kernel.check = format!("{CANCELED} vote.sync.any.pred done, p, -1; @!done bra end;"));
    both(|kernel| kernel.check = format!("{CANCELED} setp.ne.b32 done, n, 7; and.pred p, p, done; @!p ret;"));
    both(|kernel| kernel.acquire = String::new() + "fence.proxy.async.shared::cta;");
    both(|kernel| {
        kernel.release = "fence.proxy.async.shared::cta;".to_owned();
        kernel.acquire = String::new();
    });
    both(|kernel| {
        kernel.wait = "wait: mbarrier.test_wait.parity.shared::cta.b64 done, [bar], n; @done bra over; \
         nanosleep.u32 20; bra wait; over:"
            .to_owned()
    });
    // In two halves of 64 bits.
    both(|kernel| kernel.read = "ld.shared.v2.b64 {x, y}, [response]; mov.b128 handle, {x, y};".to_owned());
    both(|kernel| {
        kernel.read = "ld.shared.b64 x, [response]; ld.shared.b64 y, [response+8]; mov.b128 handle, {x, y};".to_owned()
    });
    // The bytes of a copy on the same mbarrier.
    both(|kernel| {
        kernel.request = kernel.request.replace("[bar], 16", "[bar], 528")
            + "@q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [data], [x], 512, [bar];";
    });
    both(|kernel| {
        kernel.request = kernel.request.replace("[bar], 16", "[bar], 8")
            + "@q mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 8;";
    });
}

#[test]
fn requests_after_a_failure() {
    let after = "//! clc-after-failure: must not request another cancellation where one has failed";
    for check in [
        format!("{CANCELED} @p bra done_; "),
        format!("{CANCELED} selp.b32 d, 1, 0, p; setp.eq.u32 p, d, 1; @p bra done_;"),
        format!(
            "{CANCELED} selp.b32 d, 1, 0, p; shfl.sync.idx.b32 d, d, 0, 31, -1; setp.ne.u32 p, d, 0; @p bra done_;"
        ),
        format!("{CANCELED} mov.u32 d, 0; @!p bra on; mov.u32 d, 1; on: setp.eq.u32 p, d, 1; @p bra done_;"),
    ] {
        let mut kernel = Persistent::single();
        kernel.check = check;
        kernel.first = String::new();
        kernel.request += after;
        kernel.acquire += " bra again; done_: ret;";
        kernel.check();
    }
    // Twice without a loop.
    blackwell(
        ".reqntid 1",
        &format!(
            "mbarrier.init.shared::cta.b64 [bar], 1; mov.u32 n, 0;\n{EXPECT} {TRY} [response], [bar];
             {WAIT} ld.shared.b128 handle, [response]; {CANCELED} @p bra end; fence.proxy.async.shared::cta;
             {EXPECT} {TRY} [response], [bar]; {after}
             end:"
        ),
    );
}

#[test]
fn responses_without_a_wait() {
    let message = "//! clc-response-wait: reads the response of 'try_cancel' without a wait on its mbarrier";
    both(|kernel| {
        kernel.read = format!("ld.shared.b128 handle, [response]; {message}");
        std::mem::swap(&mut kernel.read, &mut kernel.wait);
        kernel.check = format!("{}\n{}", kernel.read, kernel.check);
        kernel.read = String::new();
    });
    // Another warp waits, and this one is told by a barrier.
    both(|kernel| {
        kernel.wait = format!("setp.ge.u32 s, t, 32; @s bra told; {WAIT} told: bar.sync 1, 128;");
        kernel.init += " mov.u32 w, 0;";
        if kernel.directives == PAIR {
            kernel.request = kernel.request.replace("@s ", "setp.eq.and.u32 s, b, 0, q; @s ");
            kernel.first = kernel.first.replace("{a, b, c, _}", "{a, _, c, _}");
        }
    });
    // One lane waits for its warp.
    let mut kernel = Persistent::single();
    kernel.directives = ".reqntid 32";
    kernel.wait = format!("elect.sync _|s, -1; @!s bra told; {WAIT} told: bar.warp.sync -1;");
    kernel.check();
}

#[test]
fn first_ctas_without_a_check() {
    let message =
        "//! clc-canceled-unchecked: reads the first CTA of a response where 'is_canceled' is not known to be true";
    // The first CTA is used after the test.
    both(|kernel| kernel.check = format!("{FIRST}\n{CANCELED} @!p ret;"));
    both(|kernel| {
        kernel.check = String::new();
        kernel.first = format!("{FIRST} {message}\nsetp.gt.u32 p, a, 100; @p ret;");
    });
    both(|kernel| {
        kernel.check = format!("{CANCELED} @p ret;");
        kernel.first = format!("{FIRST} {message}");
        kernel.acquire += " ret;";
    });
    // The flag goes through memory.
    both(|kernel| {
        kernel.check = format!(
            "{CANCELED} selp.b32 d, 1, 0, p; @q st.shared.b32 [other], d; bar.sync 0; ld.shared.b32 d, [other]; \
             setp.eq.u32 done, d, 0; @done ret;"
        );
    });
}

#[test]
fn fences_between_requests() {
    let finding = |missing: &str| {
        format!("//! clc-proxy-fence: overwrites a response that was read; between the two there must be {missing}")
    };
    both(|kernel| {
        kernel.release = String::new();
        kernel.request += &finding("a release fence of the proxy before the barrier");
    });
    both(|kernel| {
        kernel.acquire = String::new();
        kernel.request += &finding("an acquire fence of the proxy after the barrier");
    });
    both(|kernel| {
        (kernel.release, kernel.acquire) = (String::new(), String::new());
        kernel.request += &finding("a proxy fence");
    });
    both(|kernel| {
        kernel.meet = String::new();
        kernel.request += &finding("a barrier");
    });
    both(|kernel| {
        // The acquire fence is before the barrier.
        std::mem::swap(&mut kernel.meet, &mut kernel.acquire);
        kernel.request += &finding("an acquire fence of the proxy after the barrier");
    });
    // A barrier of the CTA is not enough for a response that goes to the cluster.
    let mut kernel = Persistent::multicast();
    kernel.meet = "bar.sync 0;".to_owned();
    kernel.request += &finding("a barrier");
    kernel.check();
}

#[test]
fn one_thread_needs_no_barrier() {
    for directives in [".reqntid 1", ".reqntid 128"] {
        let enter =
            "mov.u32 t, %tid.x; setp.ne.u32 q, t, 0; @q ret; mbarrier.init.shared::cta.b64 [bar], 1; mov.u32 n, 0;";
        blackwell(
            directives,
            &format!(
                "{enter} again: {EXPECT} {TRY} [response], [bar];\n{WAIT} ld.shared.b128 handle, [response];
                 {CANCELED} @!p ret; {FIRST} xor.b32 n, n, 1; fence.proxy.async.shared::cta; bra again;"
            ),
        );
    }
}

#[test]
fn several_responses() {
    let declare = ".shared .align 16 .b8 second[16]; .shared .align 8 .b64 after;";
    let request = |response: &str, bar: &str| {
        format!("mbarrier.arrive.expect_tx.shared::cta.b64 state, [{bar}], 16; {TRY} [{response}], [{bar}];")
    };
    let wait = |label: &str, bar: &str| {
        format!("{label}: mbarrier.try_wait.parity.shared::cta.b64 done, [{bar}], n; @!done bra {label};")
    };
    let enter = "mov.u32 n, 0; mbarrier.init.shared::cta.b64 [bar], 1; mbarrier.init.shared::cta.b64 [after], 1;";
    // The next request is on its way while the last response is read.
    blackwell(
        ".reqntid 1",
        &format!(
            "{declare} {enter}\n{}\nagain: {}\n{} ld.shared.b128 handle, [response]; {CANCELED} @!p ret; {FIRST}
             fence.proxy.async.shared::cta; {}\n{} ld.shared.b128 handle, [second]; {CANCELED} @!p ret; {FIRST}
             fence.proxy.async.shared::cta; xor.b32 n, n, 1; bra again;",
            request("response", "bar"),
            request("second", "after"),
            wait("w0", "bar"),
            request("response", "bar"),
            wait("w1", "after"),
        ),
    );
    // The first CTA is read after the next request.
    blackwell(
        ".reqntid 1",
        &format!(
            "{enter_} {declare} {}\n again: {WAIT} ld.shared.b128 handle, [response]; {CANCELED} @!p ret;
             fence.proxy.async.shared::cta; {}\n{FIRST} xor.b32 n, n, 1; bra again;",
            request("response", "bar"),
            request("response", "bar"),
            enter_ = "mov.u32 n, 0; mbarrier.init.shared::cta.b64 [bar], 1;",
        ),
    );
    // A ring: the addresses change with each iteration.
    blackwell(
        ".reqntid 1",
        &format!(
            ".shared .align 16 .b8 ring[64]; mov.u32 n, 0; mov.u32 a, 0; mov.u32 c, bars;
             init: mbarrier.init.shared::cta.b64 [c], 1; add.u32 c, c, 8; add.u32 a, a, 1; setp.lt.u32 p, a, 4; @p bra init;
             mov.u32 a, ring; mov.u32 b, bars; mov.u32 w, 0;
             again: mbarrier.arrive.expect_tx.shared::cta.b64 state, [b], 16; {TRY} [a], [b];
             add.u32 a, a, 16; add.u32 b, b, 8; add.u32 w, w, 1; setp.lt.u32 p, w, 4; @p bra again;
             {} ld.shared.b128 handle, [ring]; {CANCELED} @!p ret; {FIRST}",
            [0, 8, 16, 24].map(|offset| wait(&format!("w{offset}"), &format!("bars+{offset}"))).concat()
        ),
    );
}

#[test]
fn requests_again_before_the_response() {
    let enter = "mbarrier.init.shared::cta.b64 [bar], 1; mov.u32 n, 0;";
    blackwell(
        ".reqntid 1",
        &format!(
            "{enter} {EXPECT} {TRY} [response], [bar];
             {EXPECT} {TRY} [response], [bar]; //! clc-response-wait: requests again without a wait for the last response
             {WAIT} ld.shared.b128 handle, [response]; {CANCELED}"
        ),
    );
}

#[test]
fn warps_with_roles() {
    // A warp requests; the others read, and tell it by an mbarrier when they are done.
    let code = |release: &str| {
        format!(
            ".shared .align 8 .b64 empty; mov.u32 t, %tid.x; shr.u32 w, t, 5; mov.u32 n, 0; setp.eq.u32 q, t, 0;
             @q mbarrier.init.shared::cta.b64 [bar], 1; @q mbarrier.init.shared::cta.b64 [empty], 4; fence.mbarrier_init.release.cluster;
             bar.sync 0; setp.ne.u32 p, w, 4; @p bra consumer;
             produce: elect.sync _|s, -1; @!s bra next; xor.b32 b, n, 1;
             free: mbarrier.try_wait.parity.shared::cta.b64 done, [empty], b; @!done bra free;
             {EXPECT} {TRY} [response], [bar];
             next: bar.warp.sync -1; {WAIT} ld.shared.b128 handle, [response]; {CANCELED} {release}
             xor.b32 n, n, 1; @p bra produce; ret;
             consumer: full: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], n; @!done bra full;
             ld.shared.b128 handle, [response]; {CANCELED} @!p ret; {FIRST} fence.proxy.async.shared::cta;
             elect.sync _|s, -1; @s mbarrier.arrive.shared::cta.b64 state, [empty]; xor.b32 n, n, 1; bra consumer;"
        )
    };
    blackwell(".reqntid 160", &code("fence.proxy.async.shared::cta;"));
    // The requesting warp does not read, and the responses are awaited by others only.
    blackwell(
        ".reqntid 64",
        &format!(
            ".shared .align 8 .b64 empty; mov.u32 t, %tid.x; mov.u32 n, 0; setp.eq.u32 q, t, 0;
             @q mbarrier.init.shared::cta.b64 [bar], 1; @q mbarrier.init.shared::cta.b64 [empty], 1;
             bar.sync 0; setp.ge.u32 p, t, 32; @p bra consumer; @!q ret; mov.u32 a, 0;
             produce: {EXPECT} {TRY} [response], [bar];
             free: mbarrier.try_wait.parity.shared::cta.b64 done, [empty], n; @!done bra free;
             fence.proxy.async.shared::cta; ld.shared.b32 a, [other]; setp.ne.u32 p, a, 0; xor.b32 n, n, 1; @p bra produce; ret;
             consumer: full: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], n; @!done bra full;
             ld.shared.b128 handle, [response]; {CANCELED} selp.b32 d, 1, 0, p; fence.proxy.async.shared::cta;
             st.shared.b32 [other], d; bar.warp.sync -1; setp.eq.u32 s, t, 32; @s mbarrier.arrive.shared::cta.b64 state, [empty];
             @!p ret; {FIRST} xor.b32 n, n, 1; bra consumer;"
        ),
    );
}

#[test]
fn helpers_are_followed() {
    let functions = format!(
        ".func (.reg .b32 taken) decode(.reg .b32 from) {{ .reg .b128 handle; .reg .pred p;
         ld.shared.b128 handle, [from]; {CANCELED} selp.b32 taken, 1, 0, p; ret; }}"
    );
    let body = |check: &str, after: &str| {
        format!(
            "mov.u32 t, %tid.x; setp.eq.u32 q, t, 0; mov.u32 n, 0; @q mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;
             mov.u32 a, response; again: @q {EXPECT} @q {TRY} [response], [bar]; {after}
             {WAIT} call (d), decode, (a); {check} {RELEASE} xor.b32 n, n, 1; bar.sync 0; @q {ACQUIRE} bra again;"
        )
    };
    with_functions(&functions, ".reqntid 128", &body("setp.eq.u32 p, d, 0; @p ret;", ""));
    let after = "//! clc-after-failure: must not request another cancellation where one has failed";
    with_functions(&functions, ".reqntid 128", &body("setp.ne.u32 p, d, 0; @p ret;", after));
}

#[test]
fn requests_are_issued_by_one_thread() {
    let bytes = "mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16;";
    let enter =
        "mov.u32 t, %tid.x; setp.eq.u32 q, t, 0; mov.u32 n, 0; @q mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;";
    for (code, threads) in [("setp.eq.u32 p, 0, 0;", 128), ("setp.lt.u32 p, t, 32;", 32), ("elect.sync _|p, -1;", 4)] {
        blackwell(
            ".reqntid 128",
            &format!(
                "{enter} {code} @q {bytes}
                 @p {TRY} [response], [bar]; //! clc-issue: must be issued by a single thread, {threads} threads get here
                 {WAIT} ld.shared.b128 handle, [response]; {CANCELED}"
            ),
        );
    }
    // Each warp has a response.
    blackwell(
        ".reqntid 128",
        &format!(
            ".shared .align 16 .b8 ring[64]; mov.u32 t, %tid.x; shr.u32 w, t, 5; mov.u32 n, 0; mov.u32 a, ring; mad.lo.u32 a, w, 16, a;
             mov.u32 b, bars; mad.lo.u32 b, w, 8, b; elect.sync _|p, -1; @p mbarrier.init.shared::cta.b64 [b], 1; bar.sync 0;
             @p mbarrier.arrive.expect_tx.shared::cta.b64 state, [b], 16; @p {TRY} [a], [b];
             wait: mbarrier.try_wait.parity.shared::cta.b64 done, [b], n; @!done bra wait;
             ld.shared.b128 handle, [a]; {CANCELED}"
        ),
    );
    // Both CTAs of the cluster.
    let mut kernel = Persistent::multicast();
    kernel.request = format!(
        "@q {EXPECT} @q {MULTICAST} [response], [bar]; \
         //! clc-issue: must be issued by one thread of the cluster, 2 CTAs get here"
    );
    kernel.check();
    // A flag of the CTA decides, which is not known.
    let mut kernel = Persistent::multicast();
    kernel.init += "ld.shared.b32 d, [other]; setp.ne.u32 s, d, 0;";
    kernel.request = format!(
        "@q {EXPECT} @!s bra skip; elect.sync _|done, -1; setp.lt.and.u32 done, t, 32, done; @done {MULTICAST} [response], [bar]; skip:"
    );
    kernel.check();
}

#[test]
fn bytes_and_alignment() {
    both(|kernel| {
        kernel.request = kernel.request.replace(
            "[bar], 16;",
            "[bar], 8; //! clc-transaction-bytes: should expect the 16 bytes of 'try_cancel', got 8\n",
        );
    });
    both(|kernel| {
        kernel.request = kernel.request.replace(
            "[bar], 16;",
            "[bar], 32; //! clc-transaction-bytes: should expect the 16 bytes of 'try_cancel', got 32\n",
        );
    });
    // Eight bytes, twice: in a loop, and in two threads.
    both(|kernel| {
        kernel.request = kernel.request.replace(
            EXPECT,
            "mov.u32 a, 0; mov.u32 d, 0; halves: @q mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 8; add.u32 d, d, 1; \
             setp.lt.u32 done, d, 2; @done bra halves; @q mbarrier.arrive.shared::cta.b64 state, [bar];",
        );
    });
    both(|kernel| {
        kernel.request = kernel.request.replace(
            EXPECT,
            "mov.u32 d, 0; setp.lt.u32 done, t, 2; @done mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 8; bar.sync 0; \
             @q mbarrier.arrive.shared::cta.b64 state, [bar];",
        );
    });
    both(|kernel| {
        kernel.request = kernel.request.replace(EXPECT, "mbarrier.arrive.shared::cta.b64 state, [bar];")
            + "//! clc-transaction-bytes: no 'expect_tx' is reached for the 16 bytes of 'try_cancel'";
    });
    both(|kernel| {
        kernel.init = format!(".shared .align 8 .b8 small[16]; {}", kernel.init);
        kernel.request = kernel.request.replace("[response]", "[small]")
            + "//! clc-response-alignment: response should be aligned to 16 bytes, got 8";
        kernel.read = kernel.read.replace("[response]", "[small]");
    });
    // A loop has the address. One that the code aligns is aligned.
    both(|kernel| {
        kernel.init = format!(".shared .align 8 .b8 small[64]; {} mov.u32 d, small;", kernel.init);
        kernel.request = format!(
            "{} //! clc-response-alignment: response should be aligned to 16 bytes, got 8\n add.u32 d, d, 0;",
            kernel.request.replace("[response]", "[d]")
        );
        kernel.read = kernel.read.replace("[response]", "[d]");
    });
    both(|kernel| {
        let align = "mov.u32 d, small; neg.s32 c, d; and.b32 c, c, 15; add.u32 d, d, c;";
        kernel.init = format!(".shared .align 8 .b8 small[64]; {} {align}", kernel.init);
        kernel.request = kernel.request.replace("[response]", "[d]");
        kernel.read = kernel.read.replace("[response]", "[d]");
    });
    // Unknown code can expect them.
    with_functions(
        ".extern .func expect(.reg .b32 a);",
        ".reqntid 1",
        &format!("mov.u32 a, bar; call expect, (a); {TRY} [response], [bar];"),
    );
}

#[test]
fn all_ctas_stay_for_a_multicast() {
    let enter = "mov.u32 t, %tid.x; setp.eq.u32 q, t, 0; mov.u32 n, 0; @q mbarrier.init.shared::cta.b64 [bar], 1; \
         fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait; \
         mov.u32 b, %cluster_ctarank; setp.eq.u32 s, b, 0;";
    blackwell(
        PAIR,
        &format!("{enter} @q {EXPECT} setp.eq.and.u32 p, b, 0, q; @p {MULTICAST} [response], [bar];\n{WAIT}"),
    );
    blackwell(
        PAIR,
        &format!(
            "{enter} @!s ret; @q {EXPECT}
             @q {MULTICAST} [response], [bar]; \
             //! clc-multicast-exit: sends the response to all CTAs of the cluster, of which one may have exited
             {WAIT}"
        ),
    );
}
