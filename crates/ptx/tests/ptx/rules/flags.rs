//! Flags in shared memory: strong loads and stores, with the numbers that are there.

use super::expect::{expect_launches, file, in_launch, marked};

/// Thread 0 stores to `slot`, then to the flag `other`; those of warp 1 wait for the flag and load.
fn flag(store: &str, load: &str, read: &str) -> String {
    let body = format!(
        "mov.u32 a, %tid.x; setp.eq.u32 p, a, 0; @p st.shared.b32 [other], 0; bar.sync 0; setp.ge.u32 q, a, 32; @q bra wait;
         @!p bra end; st.shared.b32 [slot], a;
         {store}
         bra end;
         wait: {load}
         setp.ne.u32 s, w, 3; @s bra wait;
         {read}
         end:"
    );
    file("sm_90", "", ".reqntid 64", &body)
}

const STORE: &str = "st.release.cta.shared.b32 [other], 3;";
const LOAD: &str = "ld.acquire.cta.shared.b32 w, [other];";
const READ: &str = "ld.shared.b32 c, [slot];";

/// The finding of an access.
fn race(access: &str) -> &'static str {
    let text = "accesses a word of shared memory that another thread accesses, and nothing orders them, in a launch of 64 threads";
    marked(access, &format!("data-race: {text}"))
}

#[test]
fn a_flag_is_waited_for() {
    for (store, load) in [
        (STORE, LOAD),
        ("fence.acq_rel.cta; st.relaxed.cta.shared.b32 [other], 3;", LOAD),
        (STORE, "ld.relaxed.cta.shared.b32 w, [other]; fence.acq_rel.cta;"),
        ("st.volatile.shared.b32 [other], 3;", "ld.volatile.shared.b32 w, [other];"),
        // What an atomic operation leaves is not followed.
        ("fence.acq_rel.cta; atom.shared.exch.b32 d, [other], 3;", LOAD),
        ("atom.release.cta.shared.add.u32 d, [other], 3;", LOAD),
    ] {
        expect_launches(&flag(store, load, READ));
    }
    // Nobody stores it: where the warps wait is known, but a GPU can do nothing else either.
    expect_launches(&flag("st.release.cta.shared.b32 [other], 4;", LOAD, READ));
}

#[test]
fn a_flag_orders_nothing() {
    expect_launches(&flag("st.relaxed.cta.shared.b32 [other], 3;", LOAD, race(READ)));
    expect_launches(&flag(STORE, "ld.relaxed.cta.shared.b32 w, [other];", race(READ)));
    expect_launches(&flag(race("st.shared.b32 [other], 3;"), race(LOAD), race(READ)));
}

#[test]
fn a_number_in_memory_depends_on_the_argument_that_was_stored() {
    let text = |stored: &str, launch: &str| {
        let finding = format!(
            "data-race: accesses a word of shared memory that another thread accesses, and nothing orders them{launch}"
        );
        let store = marked("@p st.shared.u32 [data], t;", &finding);
        let body = format!(
            "mov.u32 t, %tid.x; ld.param.u32 a, [count]; st.shared.u32 [other], {stored}; bar.sync 0;
             ld.shared.u32 n, [other]; setp.ge.s32 p, n, 0;
             {store}"
        );
        file("sm_90", "", ".reqntid 64", &body)
    };
    // A negative argument leads to no fault.
    expect_launches(&text("a", &in_launch(64, 1)));
    expect_launches(&text("5", ", in every launch"));
}
