//! Rule `shared-out-of-bounds`: accesses beyond the variable in shared memory that their address is computed from.

use super::expect::{expect_launches, file, marked};

/// A kernel of 64 threads that names the parameter `count` n, and its thread a.
fn kernel(functions: &str, body: &str) -> String {
    let begin = "mov.u32 a, %tid.x; ld.param.u32 n, [count]; ld.param.u64 x, [pointer]; shl.b32 b, a, 2;";
    file("sm_90", functions, ".reqntid 64", &format!("{begin}\n{body}"))
}

/// The finding that an access up to this byte has.
fn beyond(access: &str, byte: u64, size: u64, launch: &str) -> &'static str {
    let text = format!("accesses byte {byte} of a variable in shared memory, which has {size} bytes, {launch}");
    marked(access, &format!("shared-out-of-bounds: {text}"))
}

/// The end of a message about a launch whose arguments are a number.
fn with_arguments(number: u32) -> String {
    format!("in a launch of 64 threads whose integer arguments are {number}")
}

#[test]
fn each_thread_has_an_element() {
    for (array, access) in [
        (256, "mov.u32 c, array; add.u32 c, c, b;"),
        // Two variables: which one it is, is not known.
        (256, "setp.lt.u32 p, a, 32; mov.u32 c, array; mov.u32 d, data; selp.b32 c, c, d, p; add.u32 c, c, b;"),
        // Those that have no element do not store.
        (128, "setp.ge.u32 p, a, 32; @p bra end; mov.u32 c, array; add.u32 c, c, b;"),
    ] {
        let body = format!(".shared .align 4 .b8 array[{array}]; {access} st.shared.b32 [c], a;\nend:");
        expect_launches(&kernel("", &body));
    }
    let access = beyond("st.shared.b32 [c], a;", 255, 128, "in every launch");
    expect_launches(&kernel(
        "",
        &format!(".shared .align 4 .b8 array[128]; mov.u32 c, array; add.u32 c, c, b; {access}"),
    ));
    let load = beyond("ld.shared.v2.b32 {c, d}, [c];", 259, 256, "in every launch");
    let body = format!(
        ".shared .align 8 .b8 array[256]; mov.u32 c, array; add.u32 c, c, b; st.shared.b32 [c], a; bar.sync 0;
         and.b32 c, b, 248; add.u32 c, c, 4; mov.u32 d, array; add.u32 c, c, d; {load}"
    );
    expect_launches(&kernel(
        "",
        &body.replace(".v2.b32 {c, d}", ".b32 c").replace(&load[load.find(" //!").unwrap()..], ""),
    ));
    expect_launches(&kernel("", &body));
}

#[test]
fn arrays_of_the_launch_have_no_bounds() {
    for array in [".extern .shared .align 16 .b8 array[];", ".extern .shared .align 16 .b8 array[128];"] {
        expect_launches(&kernel(array, "mov.u32 c, array; add.u32 c, c, b; st.shared.b32 [c+4096], a;"));
    }
}

#[test]
fn copies_are_inside() {
    let copy = |bytes: u32, finding: &str| {
        let text = format!(
            "setp.eq.u32 p, a, 0; @p mbarrier.init.shared.b64 [bar], 1; bar.sync 0; @!p bra wait;
             mbarrier.arrive.expect_tx.shared.b64 _, [bar], {bytes};
             cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [data], [x], {bytes}, [bar];{finding}
             wait: mbarrier.try_wait.parity.shared.b64 q, [bar], 0; @!q bra wait;"
        );
        expect_launches(&kernel("", &text));
    };
    copy(1024, "");
    copy(1040, beyond("", 1039, 1024, "in every launch"));
}

#[test]
fn stages_are_inside() {
    let ring = |stages: u32, end: &str, copy: &str| {
        let text = format!(
            ".shared .align 16 .b8 ring[{stages}]; mov.u32 c, ring; shl.b32 d, a, 4; add.u32 d, d, c; mov.u32 t, 0; mov.u32 w, 0;
             next: setp.ge.u32 p, t, n; @p bra end; shl.b32 c, w, 10; add.u32 c, c, d;
             {copy}
             cp.async.commit_group; cp.async.wait_group 0; ld.shared.b32 mask, [d];
             add.u32 t, t, 1; add.u32 w, w, 1; {end} bra next;
             end:"
        );
        expect_launches(&kernel("", &text));
    };
    let copy = "cp.async.cg.shared.global [c], [x], 16;";
    let wrap = |stages: u32| format!("setp.eq.u32 q, w, {stages}; selp.b32 w, 0, w, q;");
    ring(3072, &wrap(3), copy);
    // How many tiles there are is decided by the caller: as many as there are stages.
    ring(3072, "", copy);
    ring(3072, &wrap(4), beyond(copy, 4095, 3072, &with_arguments(4)));
}
