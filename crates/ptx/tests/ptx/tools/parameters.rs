//! The reader refuses a list of parameters exactly where `ptxas` does.

use super::agreement::agree;

/// The parameters of a kernel: what a list of them can be, with each keyword at each position, and each type alone and of
/// an array.
#[test]
fn parameters() {
    let parameter = |text: &str| agree(&[&format!("|.visible .entry k({text}) {{ret;}}")]);
    let whole =
        [".align 8", ".param", ".align 4", ".u64", ".align 2", ".ptr", ".global", ".align 16", "a", "[", "4", "]"];
    for left_out in 0..whole.len() {
        let without = |number: &usize| *number != left_out;
        let kept = |upto: usize| (0..upto).filter(without).map(|number| whole[number]).collect::<Vec<_>>().join(" ");
        parameter(&kept(whole.len()));
        parameter(&kept(left_out));
        for again in whole {
            let (before, after) = whole.split_at(left_out);
            parameter(&[before, &[again], after].concat().join(" "));
        }
    }
    for of_type in [
        "b1",
        "b8",
        "b16",
        "b32",
        "b64",
        "b128",
        "u8",
        "u16",
        "u32",
        "u64",
        "s8",
        "s16",
        "s32",
        "s64",
        "f16",
        "f16x2",
        "bf16",
        "bf16x2",
        "tf32",
        "f32",
        "f64",
        "e4m3x2",
        "pred",
        "texref",
        "surfref",
        "samplerref",
        "u33",
        "foo",
    ] {
        parameter(&format!(".param .{of_type} a"));
        parameter(&format!(".param .{of_type} a[4]"));
    }
    for space in [".const", ".global", ".local", ".shared", ".param", ".reg", ".shared::cta", ".tex", ".generic"] {
        parameter(&format!(".param .u64 .ptr {space} a"));
        parameter(&format!(".param {space} .u64 a"));
    }
    for number in ["0", "1", "3", "0x10", "010", "08", "4U", "WARP_SZ", "-4", "1+1", "(2)", "", "4294967296", "4."] {
        parameter(&format!(".param .align {number} .u32 a"));
        parameter(&format!(".param .b8 a[{number}]"));
    }
    for list in [
        "",
        " ",
        ",",
        "a",
        ".param .u32 a,",
        ",.param .u32 a",
        ".param .u32 a, .param .f32 b",
        ".param .u32 a .param .u32 b",
        ".param .u32 a, b",
        ".param .u32 a, .param .u32 a",
        ".param .u32 a b",
        ".param .u32 a[4][4]",
        ".param .u32 a = 3",
        ".param .u32 1a",
        ".param .u32 %a",
        ".param .u32 $a",
        ".param .u32 k",
        ".param .u32 WARP_SZ",
        ".param .u32 %tid.x",
        ".param.u32 a/**/,\n.param .align 4.u32 b",
        ".param .volatile .u32 a",
        ".visible .param .u32 a",
        ".param .u32 a;",
    ] {
        parameter(list);
    }
}
