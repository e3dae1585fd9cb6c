//! The task of each warp, read from a table in shared memory that other warps have written.

use crate::rules::expect::hopper;

const BLOCK: &str = ".reqntid 384";

/// Warps 0 to 3 write the tasks of warps 4 to 11, twice, and take part in the barriers. The others execute `first` or
/// `second` if that is their task, and end if it is 2.
fn tasks(table: [u32; 2], first: &str, second: &str) -> String {
    let [low, high] = table;
    format!(
        "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.gt.u32 p, w, 3; @p bra work;
         st.shared.v2.b32 [data+16], {{{low}, {high}}}; barrier.sync 1; barrier.sync 1;
         st.shared.v2.b32 [data+16], {{0x02020202, 0x02020202}}; barrier.sync 1; ret;
         work: barrier.sync 1; mov.u32 a, data; add.s32 a, a, w; ld.shared.b8 n, [a+12];
         setp.eq.u32 q, n, 2; @q ret; setp.eq.u32 q, n, 0; @q bra first; setp.eq.u32 q, n, 1; @q bra second;
         barrier.sync 1; bra work;
         first: {first}
         barrier.sync 1; bra work;
         second: {second}
         barrier.sync 1; bra work;"
    )
}

const GROUPS: [u32; 2] = [0, 0x0101_0101];

#[test]
fn the_threads_of_a_task_are_known() {
    hopper(BLOCK, &tasks(GROUPS, "bar.sync 2, 128;", "bar.sync 3, 128;"));
    let group = "wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;";
    hopper(BLOCK, &tasks(GROUPS, group, group));
    // Three warps have the first task, and five have the second one.
    let wrong = "wgmma.fence.sync.aligned; //! warpgroup-incomplete: must be executed by a whole warp group, 96 threads of 3 warps get here";
    hopper(BLOCK, &tasks([0x0100_0000, 0x0101_0101], wrong, ""));
}

#[test]
fn what_is_not_known_of_a_table_is_silent() {
    let unknown =
        |from: &str, to: &str| tasks([0x0100_0000, 0x0101_0101], "wgmma.fence.sync.aligned;", "").replace(from, to);
    // Nothing orders the load after the store.
    hopper(BLOCK, &unknown("work: barrier.sync 1;", "work: "));
    // A value that is not known is written, too.
    hopper(BLOCK, &unknown("{0x02020202, 0x02020202}", "{t, t}"));
    // Another function can write.
    hopper(BLOCK, &unknown("work: barrier.sync 1;", "work: barrier.sync 1; call other_code, ();"));
}
