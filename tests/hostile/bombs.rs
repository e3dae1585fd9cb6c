//! Small inputs that are valid and that a compiler can spend any time or memory on: large numbers in types, and types,
//! attributes and control flow that double with each line.

use crate::common::{CC, CONTRACT};
use crate::corpus::{self, CHIP, FORMATS, GOOD};
use crate::oracle::{Call, Case, tail};
use std::fmt::Write;
use tileiras_test_support::process::End;
use tileiras_test_support::rng::Rng;

/// A module of LLVM IR or MLIR for a size.
type Template = fn(u64) -> String;

/// Modules for sizes up to any number: the number is in one type or constant.
const SIZED: [Template; 11] = [
    |size| format!("@g = addrspace(1) global [{size} x i32] zeroinitializer\n{KERNEL}"),
    |size| format!("@g = addrspace(3) global [{size} x i8] undef\n{KERNEL}"),
    |size| body(&format!("%a = alloca [{size} x i8]\n store volatile i8 1, ptr %a")),
    |size| body(&format!("%a = load [{size} x i32], ptr %p\n store [{size} x i32] %a, ptr %p")),
    |size| {
        body(&format!(
            "%a = load <{size} x i32>, ptr %p\n %b = mul <{size} x i32> %a, %a\n store <{size} x i32> %b, ptr %p"
        ))
    },
    |size| body(&format!("%a = load i{size}, ptr %p\n %b = mul i{size} %a, %a\n store i{size} %b, ptr %p")),
    |size| body(&format!("call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 {size}, i1 false)")),
    |size| {
        body(&format!(
            "%a = getelementptr [{size} x [{size} x [{size} x i64]]], ptr %p, i64 1, i64 2\n store i8 1, ptr %a"
        ))
    },
    |size| format!("define ptx_kernel void @k(ptr byval([{size} x i8]) %p) {{ ret void }}\n"),
    |size| {
        format!(
            "gpu.module @m {{\n llvm.mlir.global @g(dense<1> : tensor<{size}xi32>) : !llvm.array<{size} x i32>\n {MLIR}}}\n"
        )
    },
    |size| {
        let code = format!("affine.for %i = 0 to {size} {{ memref.store %v, %m[%i] : memref<?xf32> }}");
        format!("gpu.module @m {{\n gpu.func @k(%m: memref<?xf32>, %v: f32) kernel {{\n {code}\n gpu.return\n }}\n}}\n")
    },
];

/// Modules that are as long as the size.
const LONG: [Template; 10] = [
    // Each type is twice as large as the one before.
    |size| {
        let types: String = (1..size).map(|n| format!("%t{n} = type {{ %t{0}, %t{0} }}\n", n - 1)).collect();
        format!("%t0 = type {{ i32 }}\n{types}@g = external addrspace(1) global %t{}\n{KERNEL}", size - 1)
    },
    // Each attribute is twice as long as the one before, when it is printed in full.
    |size| {
        let lists: String = (1..size).map(|n| format!("#a{n} = [#a{0}, #a{0}]\n", n - 1)).collect();
        format!("#a0 = \"x\"\n{lists}module attributes {{test.a = #a{}}} {{ {MLIR} }}\n", size - 1)
    },
    // A chain of branches, each with two ways.
    |size| {
        let blocks = repeated(size, |n| {
            let next = n + 1;
            format!(
                "b{n}:\n %c{n} = load volatile i1, ptr %p\n br i1 %c{n}, label %x{n}, label %b{next}\nx{n}:\n br label %b{next}\n"
            )
        });
        format!("define ptx_kernel void @k(ptr %p) {{\n br label %b0\n{blocks}b{size}:\n ret void\n}}\n")
    },
    |size| {
        let cases = repeated(size, |n| format!(" i64 {}, label %x\n", n * 7919));
        format!(
            "define ptx_kernel void @k(i64 %a, ptr %p) {{\n switch i64 %a, label %y [\n{cases}]\nx:\n store i8 1, ptr %p\n ret void\ny:\n ret void\n}}\n"
        )
    },
    |size| {
        repeated(size, |n| {
            format!("define ptx_kernel void @k{n}() \"nvvm.maxntid\"=\"{}\" {{ ret void }}\n", n % 1024 + 1)
        })
    },
    |size| {
        let parameters: Vec<String> = (0..size).map(|n| format!("i8 %a{n}")).collect();
        format!("define ptx_kernel void @k({}) {{ ret void }}\n", parameters.join(", "))
    },
    |size| {
        let list: Vec<String> = (0..size).map(|n| format!("!{n}")).collect();
        let nodes = repeated(size, |n| format!("!{n} = !{{ptr @k, !\"key{n}\", i32 {n}}}\n"));
        format!("define void @k() {{ ret void }}\n!nvvm.annotations = !{{{}}}\n{nodes}", list.join(", "))
    },
    // Calls that double the code, if all are inlined.
    |size| {
        let calls = repeated(size, |n| {
            format!(
                "define internal void @f{}(ptr %p) alwaysinline {{\n call void @f{n}(ptr %p)\n call void @f{n}(ptr %p)\n ret void\n}}\n",
                n + 1
            )
        });
        format!(
            "define internal void @f0(ptr %p) alwaysinline {{ store volatile i8 1, ptr %p\n ret void }}\n{calls}define ptx_kernel void @k(ptr %p) {{\n call void @f{size}(ptr %p)\n ret void\n}}\n"
        )
    },
    |size| format!("define ptx_kernel void @{}() {{ ret void }}\n", "k".repeat(size as usize)),
    |size| {
        let loops = "scf.for %i = %a to %b step %c {\n".repeat(size as usize) + &"}\n".repeat(size as usize);
        let loops = (0..size).fold(loops, |loops, n| loops.replacen("%i ", &format!("%i{n} "), 1));
        format!(
            "gpu.module @m {{\n gpu.func @k(%a: index, %b: index, %c: index) kernel {{\n{loops} gpu.return\n }}\n}}\n"
        )
    },
];

const KERNEL: &str = "define ptx_kernel void @k(ptr %p) { ret void }\n";
const MLIR: &str = "llvm.func @k() attributes {nvvm.kernel} { llvm.return }";

fn body(code: &str) -> String {
    let declaration = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n";
    format!("{declaration}define ptx_kernel void @k(ptr %p) {{\n {code}\n ret void\n}}\n")
}

fn repeated(count: u64, line: impl Fn(u64) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        write!(text, "{}", line(number)).expect("a string takes any text");
        text
    })
}

fn module(rng: &mut Rng) -> String {
    if rng.percent(50) {
        let size = match rng.below(4) {
            0 => rng.pick(&[u64::MAX, 1 << 63, 1 << 61, 1 << 32, u64::from(u32::MAX), 1 << 31, 0]),
            _ => {
                let bits = rng.below(44);
                (1 << bits) + rng.next() % (1 << bits)
            }
        };
        rng.pick(&SIZED)(size)
    } else {
        let bits = rng.below(14);
        let size = (1 << bits) + rng.next() % (1 << bits);
        rng.pick(&LONG)(size)
    }
}

pub fn run(case: &mut Case) {
    let text = module(&mut case.rng);
    let name = if text.contains("define ") { "bad.ll" } else { "bad.mlir" };
    case.file(name, text);
    let good = case.rng.pick(&GOOD);
    case.file(good, corpus::good(good));
    if case.rng.percent(15) {
        let before = case.snapshot();
        case.run(Call::new(CONTRACT, ["show", name]));
        return case.check_unchanged(&before, |_| false);
    }
    let (format, ending) = case.rng.pick(&FORMATS);
    let mut arguments = vec![name.to_owned(), good.to_owned(), CHIP.to_owned(), "-oout/".to_owned()];
    arguments.extend([format!("--emit={format}"), "--time-limit=10".to_owned()]);
    if case.rng.percent(30) {
        let unroll = "gpu.module(gpu.func(affine-loop-unroll{unroll-full=true}))";
        let pass = case.rng.pick(&["canonicalize", "cse", "inline", unroll, "sccp", "convert-scf-to-cf"]);
        arguments.push(format!("--passes=builtin.module({pass})"));
    }
    let before = case.snapshot();
    let mut call = Call::new(CC, &arguments);
    // Each input has that time for its compilation and for each program.
    call.time_limit = 40;
    let ended = case.run(call);
    case.check_unchanged(&before, |path| path.starts_with("out"));
    let output = |name: &str| format!("out/{}.{ending}", name.split('.').next().unwrap_or_default());
    let made = case.read(output(good));
    // Passes can change the output of the good one, too.
    if !arguments.iter().any(|argument| argument.starts_with("--passes")) && !ended.hung {
        let made = made.unwrap_or_default();
        if made != corpus::alone(good, format, &[]) {
            case.finding("another input changes an output", format!("that of {good}: {}", tail(&ended.err)));
        }
    }
    if (ended.end == End::Exit(0)) != case.path(output(name)).exists() {
        case.finding("the output does not fit the exit code", format!("{:?}", ended.end));
    }
}
