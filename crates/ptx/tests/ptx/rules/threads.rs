//! Warps and warp groups.

use crate::rules::expect::{blackwell, hopper};

#[test]
fn masks_name_the_threads_that_come() {
    for code in [
        "shfl.sync.idx.b32 a, b, 0, 31, -1;",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32; @p shfl.sync.idx.b32 a, b, 0, 31, 0xffffffff; bar.sync 0;",
        "mov.u32 t, %tid.x; and.b32 t, t, 31; setp.lt.u32 p, t, 16; @p shfl.sync.down.b32 a, b, 8, 31, 0xffff; bar.sync 0;",
        "mov.u32 t, %tid.x; and.b32 t, t, 31; setp.lt.u32 p, t, 16; @p bra low; vote.sync.any.pred q, p, 0xffff0000; bra end; \
         low: vote.sync.any.pred q, p, 0xffff; end: bar.sync 0;",
        // Threads of one mask meet at two instructions.
        "mov.u32 t, %tid.x; and.b32 t, t, 31; setp.lt.u32 p, t, 16; @p bra low; shfl.sync.idx.b32 a, b, 0, 31, -1; bra end; \
         low: mov.u32 b, 1; shfl.sync.idx.b32 a, b, 0, 31, -1; end: bar.sync 0;",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40; @p bar.warp.sync -1; @!p bar.warp.sync -1; bar.sync 0;",
        // The mask is that of the threads that are here.
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40; @!p bra end; activemask.b32 mask; shfl.sync.idx.b32 a, b, 0, 31, mask; end: bar.sync 0;",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40; vote.sync.ballot.b32 mask, p, -1; @p shfl.sync.idx.b32 a, b, 0, 31, mask; bar.sync 0;",
        // The others have left.
        "mov.u32 t, %tid.x; setp.ge.u32 p, t, 40; @p ret; shfl.sync.idx.b32 a, b, 0, 31, -1; match.any.sync.b32 mask, a, -1;",
        // Nothing is known of the condition.
        "ld.param.u64 x, [pointer]; mov.u32 t, %tid.x; mul.wide.u32 y, t, 4; add.u64 x, x, y; ld.global.u32 a, [x]; \
         setp.eq.u32 p, a, 0; @p shfl.sync.idx.b32 a, b, 0, 31, -1; bar.sync 0;",
    ] {
        hopper(".reqntid 128", code);
    }
    hopper(".reqntid 40", "shfl.sync.idx.b32 a, b, 0, 31, -1; redux.sync.add.u32 a, b, 0xffffffff;");
    for (guard, mask, here) in [
        ("setp.lt.u32 p, t, 40;", "0xffffffff", "40 threads of 2 warps get here"),
        ("setp.eq.u32 p, t, 0;", "0xffffffff", "one thread gets here"),
        ("elect.sync _|p, -1;", "0xffffffff", "one lane of a warp gets here"),
        ("and.b32 a, t, 31; setp.lt.u32 p, a, 8;", "0xffff", "32 threads of 4 warps get here"),
    ] {
        for instruction in
            ["shfl.sync.idx.b32 a, b, 0, 31", "vote.sync.ballot.b32 a, q", "redux.sync.add.u32 a, b", "bar.warp.sync"]
        {
            let separator = if instruction == "bar.warp.sync" { "" } else { "," };
            hopper(
                ".reqntid 128",
                &format!(
                    "mov.u32 t, %tid.x; {guard} @p {instruction}{separator} {mask}; \
                     //! warp-sync-incomplete: must be executed by all threads of the mask {mask}, {here}
                     bar.sync 0;"
                ),
            );
        }
    }
    // Those that wait for the warp, and an election, do not meet the shuffle.
    for instruction in ["bar.warp.sync -1;", "elect.sync _|q, -1;"] {
        hopper(
            ".reqntid 128",
            &format!(
                "mov.u32 t, %tid.x; and.b32 a, t, 31; setp.lt.u32 p, a, 16;
                 @p shfl.sync.idx.b32 a, b, 0, 31, -1; \
                 //! warp-sync-incomplete: must be executed by all threads of the mask 0xffffffff, 64 threads of 4 warps get here
                 {instruction} bar.sync 0;"
            ),
        );
    }
    // Threads that are not in the mask.
    for (guard, mask, here) in [
        ("setp.eq.u32 p, 0, 0;", "0xffff", "128 threads of 4 warps get here"),
        ("setp.lt.u32 p, t, 32;", "0x1", "32 threads of 1 warp get here"),
    ] {
        hopper(
            ".reqntid 128",
            &format!(
                "mov.u32 t, %tid.x; {guard} @p shfl.sync.idx.b32 a, b, 0, 31, {mask}; \
                 //! warp-sync-incomplete: must be executed by threads of the mask {mask} only, {here}
                 bar.sync 0;"
            ),
        );
    }
}

#[test]
fn each_thread_is_in_the_mask_that_it_computes() {
    // Eight lanes each, and all but the own lane.
    let eight =
        |bits: &str| format!("mov.u32 t, %laneid; and.b32 t, t, 24; mov.u32 mask, {bits}; shl.b32 mask, mask, t;");
    hopper(".reqntid 64", &format!("{} shfl.sync.down.b32 a, b, 1, 31, mask;", eight("0xff")));
    let others = "mov.u32 t, %laneid; mov.u32 mask, 1; shl.b32 mask, mask, t; not.b32 mask, mask;".to_owned();
    for mask in [eight("0xf"), others] {
        for instruction in ["shfl.sync.down.b32 a, b, 1, 31,", "match.any.sync.b32 a, b,", "bar.warp.sync"] {
            hopper(
                ".reqntid 64",
                &format!(
                    "{mask} {instruction} mask; \
                     //! warp-sync-incomplete: must be executed by threads of their own mask, 64 threads of 2 warps get here"
                ),
            );
        }
    }
    // The mask is that of the other side.
    hopper(
        ".reqntid 64",
        "mov.u32 t, %laneid; setp.lt.u32 p, t, 16; selp.b32 mask, 0xffff0000, 0xffff, p; @p shfl.sync.idx.b32 a, b, 0, 31, mask; \
         //! warp-sync-incomplete: must be executed by threads of the mask 0xffff0000 only, 32 threads of 2 warps get here
         bar.sync 0;",
    );
}

#[test]
fn whole_warps_multiply() {
    let instructions = [
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {a}, [data];",
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {f0, f1, f2, f3}, {a, b}, {c}, {f4, f5, f6, f7};",
        "stmatrix.sync.aligned.m8n8.x1.shared.b16 [data], {a};",
    ];
    for instruction in instructions {
        hopper(".reqntid 128", instruction);
        hopper(".reqntid 128", &format!("mov.u32 t, %tid.x; setp.lt.u32 p, t, 96; @p {instruction}"));
        hopper("", &format!("mov.u32 w, %warpid; setp.eq.u32 p, w, 0; @p {instruction}"));
        // Also if the others have left.
        for leave in ["@p", "@!p ret;", "@!p bra end;"] {
            hopper(
                ".reqntid 128",
                &format!(
                    "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40; {leave} {instruction} \
                     //! warp-sync-incomplete: must be executed by a whole warp, 40 threads of 2 warps get here
                     end:"
                ),
            );
        }
    }
}

const FENCE: &str = "wgmma.fence.sync.aligned;";

#[test]
fn warp_groups_are_stated() {
    // In PTX a launch can have the block that the directives leave open.
    for directives in
        [".reqntid 128", ".reqntid 32, 4", ".reqntid 64, 2, 2", ".reqntid 384", "", ".maxntid 256", ".maxntid 32, 4"]
    {
        hopper(directives, FENCE);
    }
    hopper(
        ".reqntid 192",
        &format!(
            "{FENCE} //! warpgroup-incomplete: must be executed by a whole warp group, 192 threads of 6 warps get here"
        ),
    );
    hopper(
        ".reqntid 255",
        &format!(
            "{FENCE} //! warpgroup-incomplete: must be executed by a whole warp group, 255 threads of 8 warps get here"
        ),
    );
    // A fifth warp has another role.
    hopper(".reqntid 160", &format!("mov.u32 t, %tid.x; setp.ge.u32 p, t, 128; @p bra end; {FENCE} end:"));
    hopper(
        ".reqntid 96",
        &format!("{FENCE} //! warpgroup-threads: 'nvvm.reqntid' must have room for the 128 threads of 'wgmma', got 96"),
    );
    hopper(
        ".maxntid 96",
        &format!("{FENCE} //! warpgroup-threads: 'nvvm.maxntid' must have room for the 128 threads of 'wgmma', got 96"),
    );
}

#[test]
fn whole_warp_groups_come() {
    for guard in [
        "setp.lt.u32 p, t, 128;",
        "setp.ge.u32 p, t, 256;",
        "shr.u32 a, t, 7; setp.ne.u32 p, a, 0;",
        "shr.u32 w, t, 5; shfl.sync.idx.b32 w, w, 0, 31, -1; shr.u32 a, w, 2; setp.eq.u32 p, a, 1;",
        "div.u32 a, t, 128; setp.eq.u32 p, a, 2;",
    ] {
        for instruction in [FENCE, "setmaxnreg.inc.sync.aligned.u32 240;"] {
            hopper(".reqntid 384 .maxnreg 168", &format!("mov.u32 t, %tid.x; {guard} @p {instruction}"));
            hopper(
                ".reqntid 384 .minnctapersm 1",
                &format!("mov.u32 t, %tid.x; {guard} @!p bra end; {instruction} end:"),
            );
        }
    }
    for (guard, here) in [
        ("setp.lt.u32 p, t, 64;", "64 threads of 2 warps get here"),
        ("setp.lt.u32 p, t, 192;", "192 threads of 6 warps get here"),
        ("setp.ge.u32 p, t, 32; @p setp.lt.u32 p, t, 160;", "128 threads of 4 warps get here"),
        ("setp.eq.u32 p, t, 0;", "one thread gets here"),
        ("elect.sync _|p, -1;", "one lane of a warp gets here"),
    ] {
        for instruction in [FENCE, "setmaxnreg.dec.sync.aligned.u32 40;"] {
            hopper(
                ".reqntid 384 .maxnreg 168",
                &format!(
                    "mov.u32 t, %tid.x; {guard} @p {instruction} \
                     //! warpgroup-incomplete: must be executed by a whole warp group, {here}"
                ),
            );
        }
    }
}

#[test]
fn warps_of_a_group_have_roles() {
    let take = "setmaxnreg.dec.sync.aligned.u32";
    for other in [format!("{take} 40;"), format!("{take} 24;")] {
        hopper(
            ".reqntid 256 .maxnreg 168",
            &format!(
                "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.ge.u32 p, w, 4; @p ret; setp.eq.u32 p, w, 1; @p bra one;
                 setp.ge.u32 p, w, 2; @p bra rest; {take} 40; ret; one: {other} ret; rest: {other} ret;"
            ),
        );
    }
    // The last two warps of the group have none.
    let here = "32 threads of 1 warp get here";
    hopper(
        ".reqntid 256 .maxnreg 168",
        &format!(
            "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.ge.u32 p, w, 2; @p ret; setp.eq.u32 p, w, 1; @p bra one;
             {take} 40; //! warpgroup-incomplete: must be executed by a whole warp group, {here}
             ret;
             one: {take} 40; //! warpgroup-incomplete: must be executed by a whole warp group, {here}
             ret;"
        ),
    );
    // The other warps leave out the first one, and execute the second one as this warp does.
    hopper(
        ".reqntid 128 .maxnreg 168",
        &format!(
            "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.ne.u32 p, w, 0; @p bra all;
             {take} 40; //! warpgroup-incomplete: must be executed by a whole warp group, {here}
             all: {take} 24;"
        ),
    );
    // A condition that is not known decides whether this warp executes the same as the others.
    hopper(
        ".reqntid 128 .maxnreg 168",
        &format!(
            "mov.u32 t, %tid.x; shr.u32 w, t, 5; ld.param.u32 n, [count]; setp.ne.u32 p, w, 0; setp.eq.u32 q, n, 0;
             or.pred p, p, q; @p bra rest; {take} 40; ret; rest: {take} 40;"
        ),
    );
    // wgmma is one of the group.
    hopper(
        ".reqntid 128",
        &format!(
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bra one;
             {FENCE} //! warpgroup-incomplete: must be executed by a whole warp group, 64 threads of 2 warps get here
             ret;
             one: {FENCE} //! warpgroup-incomplete: must be executed by a whole warp group, 64 threads of 2 warps get here
             ret;"
        ),
    );
}

#[test]
fn registers_are_sufficient() {
    let body = "wgmma.fence.sync.aligned;
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f0, f1, f2, f3}, x, y, 1, 1, 1, 0, 0;";
    let rest = "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;";
    for directives in [".reqntid 128", ".reqntid 128 .maxnreg 32", ".reqntid 1024", ".reqntid 128 .minnctapersm 2"] {
        hopper(directives, &format!("{body} {rest}"));
    }
    for (directives, fact, got) in
        [(".reqntid 128 .maxnreg 24", "nvvm.maxnreg", 24), (".reqntid 512 .minnctapersm 8", "nvvm.minctasm", 16)]
    {
        if got == 16 {
            // More threads than a multiprocessor has: the directive is ignored.
            hopper(directives, &format!("{body} {rest}"));
            continue;
        }
        hopper(
            directives,
            &format!(
                "{body} //! warpgroup-registers: '{fact}' must leave a thread 30 registers for a 'wgmma' with 4, got {got}\n{rest}"
            ),
        );
    }
}

#[test]
fn register_counts_are_known_for_setmaxnreg() {
    let instruction = "setmaxnreg.inc.sync.aligned.u32 240;";
    for directives in [
        ".reqntid 128 .maxnreg 168",
        ".maxnreg 168 .minnctapersm 2 .maxntid 128",
        ".reqntid 384 .minnctapersm 1",
        ".maxntid 128 .minnctapersm 2",
        ".maxnreg 64",
        ".maxntid 1024",
        ".reqntid 384",
    ] {
        blackwell(directives, instruction);
    }
    for directives in ["", ".reqntid 128", ".maxntid 256", ".minnctapersm 2"] {
        blackwell(
            directives,
            &format!(
                "{instruction} //! setmaxnreg-ignored: 'nvvm.maxnreg', or a block with 'nvvm.minctasm', should be stated, or \
                 ptxas ignores 'setmaxnreg'"
            ),
        );
    }
}

#[test]
fn a_part_of_a_warp_is_still_there_if_it_writes_memory() {
    let half = "mov.u32 t, %tid.x; and.b32 a, t, 31; setp.lt.u32 p, a, 16; ld.param.u64 x, [pointer];";
    let part = "//! cta-barrier-divergent: must be executed by whole warps, a part of a warp gets here";
    hopper(".reqntid 128", &format!("{half}\n@p bar.sync 0; {part}\nst.global.u32 [x], t;"));
    // Lanes that only end are no longer in the warp.
    hopper(".reqntid 128", &format!("{half} @p bar.sync 0;"));
    hopper(".reqntid 128", &format!("{half} @!p ret; bar.sync 0; st.global.u32 [x], t;"));
}

#[test]
fn setmaxnreg_releases_registers_that_a_thread_has() {
    let release = |registers: u32| format!("setmaxnreg.dec.sync.aligned.u32 {registers};");
    let take = |registers: u32| format!("setmaxnreg.inc.sync.aligned.u32 {registers};");
    for (directives, most) in [
        (".reqntid 256 .maxnreg 128", 128),
        (".reqntid 256 .maxnreg 132", 132),
        (".reqntid 384 .minnctapersm 1", 168),
        (".maxntid 256 .minnctapersm 2", 128),
        (".reqntid 256 .minnctapersm 2 .maxnreg 64", 64),
    ] {
        let less = most / 8 * 8;
        hopper(directives, &release(less));
        hopper(directives, &[take(less + 8), release(less + 8)].concat());
        let finding =
            format!("setmaxnreg-count: must leave a thread at most the {most} registers that it has, got {}", less + 8);
        hopper(directives, &format!("{} //! {finding}", release(less + 8)));
    }
    // 256 counts as 255. Without a number at the start the instruction is ignored, unless a large block bounds it.
    hopper(".reqntid 128 .maxnreg 255", &release(256));
    let ignored = "//! setmaxnreg-ignored: 'nvvm.maxnreg', or a block with 'nvvm.minctasm', should be stated, or ptxas \
                   ignores 'setmaxnreg'";
    hopper(".reqntid 256", &format!("{} {ignored}", release(128)));
    hopper(".reqntid 384", &release(128));
}

#[test]
fn setmaxnreg_states_a_number_that_ptxas_takes() {
    let directives = ".reqntid 128 .maxnreg 168";
    for registers in [24, 32, 232, 256] {
        hopper(directives, &format!("setmaxnreg.inc.sync.aligned.u32 {registers};"));
    }
    for registers in [0, 16, 28, 236, 264] {
        hopper(
            directives,
            &format!(
                "setmaxnreg.dec.sync.aligned.u32 {registers}; //! setmaxnreg-count: must state a multiple of 8 from 24 to 256 registers, got {registers}"
            ),
        );
    }
}
