//! The resources of kernels are those that `cuobjdump` and `ptxas` report: for kernels of real producers, and for
//! kernels that spill, recurse, or use barriers.

#![expect(clippy::expect_used, reason = "a test")]

use std::fs;
use std::path::PathBuf;

use crate::common::{assemble, read};
use tileiras_cubin::{Cubin, Kernel, Stack};
use tileiras_test_support::process::Run;
use tileiras_test_support::ptxas::{attributes, cuobjdump, resource_usage, try_run};
use tileiras_test_support::tree;

/// Compares each kernel of a cubin with the output of `cuobjdump`. Returns how many there are.
fn compare(name: &str, bytes: &[u8]) -> usize {
    let cubin = read(bytes);
    let (usage, printed) = (resource_usage(bytes), attributes(&cuobjdump(bytes)));
    for kernel in &cubin.kernels {
        let usage = usage.get(&kernel.name).unwrap_or_else(|| panic!("{name}: no resources of {}", kernel.name));
        let found = [
            ("REG", kernel.registers.expect("a count").to_string()),
            ("STACK", stack(kernel)),
            ("SHARED", kernel.shared_bytes.unwrap_or_default().to_string()),
            ("LOCAL", kernel.local_bytes.unwrap_or_default().to_string()),
        ];
        for (resource, value) in found {
            assert_eq!(usage[resource], value, "{name}: {resource} of {}", kernel.name);
        }
        let printed = &printed[&format!(".nv.info.{}", kernel.name)];
        let barriers = printed.get("EIATTR_NUM_BARRIERS").map(|value| value.trim_start_matches("0x"));
        let barriers = barriers.map(|value| u8::from_str_radix(value, 16).expect("a number"));
        assert_eq!(kernel.barriers, barriers, "{name}: barriers of {}", kernel.name);
    }
    cubin.kernels.len()
}

/// The stack as `cuobjdump` prints it: without that of the called functions if it is not known, as in an object.
fn stack(kernel: &Kernel) -> String {
    match kernel.stack {
        Some(Stack::Bytes(bytes)) => bytes.to_string(),
        Some(Stack::Unknown) => "UNKNOWN".to_owned(),
        None => "0".to_owned(),
    }
}

/// The PTX files of a folder and the folders in it.
fn ptx_files(folder: PathBuf, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            ptx_files(path, found);
        } else if path.extension().is_some_and(|extension| extension == "ptx") {
            found.push(path);
        }
    }
}

/// A kernel with more live values than registers, local memory, static shared memory and barriers.
fn spilling(chip: &str, header: &str) -> String {
    let loads: String = (0..60).map(|n| format!("ld.volatile.global.f32 %f{n}, [%d1+{}];\n", 4 * n)).collect();
    let stores: String = (0..60).map(|n| format!("st.volatile.global.f32 [%d1+{}], %f{n};\n", 236 - 4 * n)).collect();
    format!(
        ".version 9.5\n.target {chip}\n.address_size 64\n.visible .entry k(.param .u64 p)\n{header}\n{{\n\
         .reg .b64 %d<9>; .reg .b32 %r<9>; .reg .f32 %f<64>;\n.local .align 8 .b8 here[64];\n\
         .shared .align 4 .b8 there[100];\nld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\n{loads}bar.sync 3;\n\
         st.volatile.shared.f32 [there], %f1;\nand.b32 %r2, %r1, 15;\nmul.wide.u32 %d2, %r2, 4;\nmov.u64 %d3, here;\n\
         add.u64 %d3, %d3, %d2;\nst.volatile.local.f32 [%d3], %f2;\nld.volatile.local.f32 %f60, [here+8];\n\
         st.volatile.global.f32 [%d1+400], %f60;\n{stores}ret;\n}}\n"
    )
}

/// A kernel that calls a function that calls itself.
const RECURSIVE: &str = ".version 9.5\n.target sm_90\n.address_size 64\n\
    .visible .func (.param .b32 out) f(.param .b32 n)\n{\n.reg .b32 %r<5>; .reg .pred %p;\n\
    .local .align 4 .b8 here[64];\nld.param.b32 %r1, [n];\nst.volatile.local.u32 [here], %r1;\nsetp.lt.s32 %p, %r1, 2;\n\
    @%p bra done;\nsub.s32 %r2, %r1, 1;\n\
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), f, (a); ld.param.b32 %r3, [b]; }\n\
    ld.volatile.local.u32 %r4, [here];\nadd.s32 %r1, %r4, %r3;\ndone: st.param.b32 [out], %r1; ret;\n}\n\
    .visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<5>; .reg .b64 %d;\nld.param.u64 %d, [p];\n\
    { .param .b32 a; .param .b32 b; st.param.b32 [a], 9; call.uni (b), f, (a); ld.param.b32 %r3, [b]; }\n\
    st.global.u32 [%d], %r3;\nret;\n}\n";

#[test]
fn resources_are_those_of_cuobjdump() {
    let mut files = Vec::new();
    for folder in ["tests/kernels", "scripts/fuzz/seeds/ptx"] {
        ptx_files(tree::root().join(folder), &mut files);
    }
    let mut kernels = 0;
    for path in &files {
        let text = fs::read_to_string(path).expect("a text");
        let (_, rest) = text.split_once(".target ").expect("a target");
        let chip = rest.split(|letter: char| letter == ',' || letter.is_whitespace()).next().expect("a chip");
        let name = path.display().to_string();
        for arguments in [[].as_slice(), &["-O0"], &["-c"]] {
            if let (_, Some(cubin)) = try_run(chip, text.as_bytes(), arguments) {
                kernels += compare(&name, &cubin);
            }
        }
    }
    assert!(files.len() >= 20 && kernels >= 60, "{kernels} kernels of {} files", files.len());
}

#[test]
fn what_a_kernel_spills_and_calls_is_that_of_cuobjdump() {
    for chip in ["sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120"] {
        for arguments in [[].as_slice(), &["-c"]] {
            assert_eq!(compare(chip, &assemble(chip, &spilling(chip, ".maxnreg 24"), arguments)), 1);
        }
    }
    for arguments in [[].as_slice(), &["-c"]] {
        assert_eq!(compare("recursive", &assemble("sm_90", RECURSIVE, arguments)), 1);
    }
    let kernel = |ptx: &str, arguments: &[&str]| read(&assemble("sm_90", ptx, arguments)).kernels.remove(0);
    assert_eq!(kernel(RECURSIVE, &[]).stack, Some(Stack::Unknown));
    assert_eq!(kernel(RECURSIVE, &["-c"]).stack, None);
    let plain = kernel(&spilling("sm_90", ""), &[]);
    assert_eq!((plain.stack, plain.spill_instructions, plain.barriers), (Some(Stack::Bytes(64)), None, Some(4)));
    assert!(kernel(&spilling("sm_90", ".maxnreg 24"), &[]).spill_instructions.is_some_and(|count| count > 20));
}

/// The report of `ptxas -v`: `Used 24 registers, used 4 barriers, 352 bytes cumulative stack size, 112 bytes smem`.
#[test]
fn resources_are_those_that_ptxas_reports() {
    for chip in ["sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120"] {
        for header in ["", ".maxnreg 24", ".maxnreg 40"] {
            let (run, cubin): (Run, _) = try_run(chip, spilling(chip, header).as_bytes(), &["-v"]);
            let text = run.err;
            let number = |after: &str, before: &str| -> u64 {
                let start = text.find(before).unwrap_or_else(|| panic!("no '{before}' in {text}"));
                let line = text[..start].lines().next_back().unwrap_or_default();
                line.rsplit(after).next().expect("a part").trim().parse().expect("a number")
            };
            let cubin: Cubin = read(&cubin.expect("it assembles"));
            let kernel = &cubin.kernels[0];
            assert_eq!(kernel.registers.map(u64::from), Some(number("Used ", " registers")), "{chip} {header}");
            assert_eq!(kernel.barriers.map(u64::from), Some(number("used ", " barriers")), "{chip} {header}");
            let stack = number(", ", " bytes cumulative stack size");
            assert_eq!(kernel.stack, Some(Stack::Bytes(stack as u32)), "{chip} {header}");
            assert_eq!(
                kernel.frame_bytes.map(u64::from),
                Some(number("    ", " bytes stack frame")),
                "{chip} {header}"
            );
            assert_eq!(cubin.static_shared(kernel), number(", ", " bytes smem"), "{chip} {header}");
            let spilled = number(", ", " bytes spill stores") > 0;
            assert_eq!(kernel.spill_instructions.is_some_and(|count| count > 0), spilled, "{chip} {header}");
        }
    }
}

/// Before CUDA 13, the flags of the section of the code have the number of barriers.
#[test]
fn barriers_in_the_flags_of_a_section_are_read() {
    let mut bytes = assemble("sm_90", &spilling("sm_90", ""), &[]);
    assert_eq!(read(&bytes).kernels[0].barriers, Some(4));
    // An unknown attribute in place of NUM_BARRIERS.
    let at = bytes.windows(4).position(|window| window == [2, 0x4c, 4, 0]).expect("there is the attribute");
    bytes[at + 1] = 0x7f;
    assert_eq!(read(&bytes).kernels[0].barriers, None);
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")) as usize;
    let (table, count) = (number(40), usize::from(u16::from_le_bytes([bytes[60], bytes[61]])));
    // Allocated and executable.
    let code = (0..count).map(|section| table + 64 * section + 8).find(|flags| number(*flags) == 6);
    let flags = code.expect("there is a section of code");
    bytes[flags..flags + 4].copy_from_slice(&(6_u32 | 4 << 20).to_le_bytes());
    assert_eq!(read(&bytes).kernels[0].barriers, Some(4));
}
