//! Host programs with `nv_tileaa.launch_func` are compiled by upstream and run: what the launches state arrives at the
//! runtime.
//!
//! `convert-nv-tileaa-to-gpu`, then upstream's `gpu-to-llvm`, translation to LLVM IR and clang make a program of each
//! module. It is linked with `runtime.c`, which prints the calls. The calls are compared with the launches that the
//! test wrote: kernel, device code, grid, block, cluster, dynamic shared memory, stream and the bits of each argument.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use std::fmt::Write as _;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{Run, run};
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::root;
use tileiras_test_support::{llvm, ptxas};

/// The types of kernel parameters: the letter in the name of the kernel, and the type.
const TYPES: [(char, &str); 6] =
    [('i', "i32"), ('l', "i64"), ('l', "index"), ('f', "f32"), ('d', "f64"), ('p', "!llvm.ptr")];
const LAUNCHES: usize = 400;

/// Upstream's lowering of the host code, after the kernels are compiled.
const LOWER_HOST: &str = "gpu-to-llvm,convert-index-to-llvm,reconcile-unrealized-casts";

fn pipeline(compile: &str) -> String {
    let compile = if compile.is_empty() { String::new() } else { format!("{compile},") };
    format!("--pass-pipeline=builtin.module(convert-nv-tileaa-to-gpu,{compile}{LOWER_HOST})")
}

/// Upstream's compilation of the kernels.
fn compile(format: &str) -> String {
    format!("gpu.module(convert-gpu-to-nvvm,reconcile-unrealized-casts),gpu-module-to-binary{{{format}}}")
}

/// Compiles the module with the runtime, and runs the program. Its lines, and what `tileiras-opt` reported.
fn execute(module: &str, pipeline: &str) -> (Vec<String>, String) {
    let lowered = common::opt(&[pipeline], module).expect_good();
    let ir = llvm::stock("mlir-translate", &["--mlir-to-llvmir"], &lowered.out).expect_good().out;
    let folder = Folder::new();
    let (ir, program) = (folder.file("host.ll", ir), folder.join("host"));
    let runtime = root().join("tests/tools/host_launch/runtime.c");
    let path = |path: &std::path::Path| path.to_str().expect("the path is text").to_owned();
    let arguments = [&path(&ir), &path(&runtime), "-Wno-override-module", "-o", &path(&program)].map(str::to_owned);
    run(llvm::tool("clang"), &arguments.each_ref().map(String::as_str), "").expect_good();
    let run: Run = run(program, &[], "").expect_good();
    (run.text().lines().map(str::to_owned).collect(), lowered.err)
}

fn launches(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("launch ")).collect()
}

/// FNV-1a, as in `runtime.c`.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// How a launch is ordered with others.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Order {
    /// The host waits for it.
    Waits,
    /// It is in the stream of the token before.
    AfterToken,
    /// It makes a token.
    MakesToken,
    /// It is in a stream of the program.
    InStream(u64),
}

/// A host function with launches, and the lines that the program is to print for them.
struct Host {
    rng: Rng,
    body: String,
    kernels: String,
    expected: Vec<String>,
    streams: u64,
    constants: usize,
}

impl Host {
    fn new(seed: u64, device: u64, count: usize) -> Self {
        let (rng, body, kernels) = (Rng::new(seed), String::new(), String::new());
        let mut host = Self { rng, body, kernels, expected: Vec::new(), streams: 0, constants: 0 };
        let mut token = None;
        for number in 0..count {
            token = host.launch(number, token, device);
        }
        if let Some((name, stream)) = token {
            host.wait(&name, stream);
        }
        host
    }

    fn line(&mut self, line: &str) {
        writeln!(self.body, "    {line}").expect("a string takes any text");
    }

    /// A constant of a type from its bits.
    fn constant(&mut self, r#type: &str, bits: u64) -> String {
        let name = format!("%c{}", self.constants);
        self.constants += 1;
        let low = bits as u32;
        match r#type {
            "f32" => self.line(&format!("{name} = arith.constant {low:#010x} : f32")),
            "f64" => self.line(&format!("{name} = arith.constant {bits:#018x} : f64")),
            "i32" => self.line(&format!("{name} = arith.constant {} : i32", low.cast_signed())),
            "!llvm.ptr" => {
                self.line(&format!("{name}i = arith.constant {} : i64", bits.cast_signed()));
                self.line(&format!("{name} = llvm.inttoptr {name}i : i64 to !llvm.ptr"));
            }
            _ => self.line(&format!("{name} = arith.constant {} : {type}", bits.cast_signed())),
        }
        name
    }

    fn wait(&mut self, token: &str, stream: u64) {
        self.line(&format!("gpu.wait [{token}]"));
        self.expected.push(format!("wait {stream}"));
        self.expected.push(format!("destroy {stream}"));
    }

    fn triple(&mut self, most: [u64; 3]) -> [u64; 3] {
        most.map(|most| if self.rng.percent(20) { most } else { 1 + self.rng.next() % most })
    }

    /// Adds a launch. Returns the token that waits for a use, with its stream.
    fn launch(&mut self, number: usize, token: Option<(String, u64)>, device: u64) -> Option<(String, u64)> {
        let stream = 0x1000 + (self.rng.next() >> 1);
        let order = match (&token, self.rng.below(4)) {
            (Some(_), 0) => {
                let (name, stream) = token.clone().expect("there is a token");
                self.wait(&name, stream);
                return self.launch(number, None, device);
            }
            (Some(_), _) => Order::AfterToken,
            (None, 0) => Order::MakesToken,
            (None, 1 | 2) => Order::InStream(stream),
            (None, _) => Order::Waits,
        };
        // A launch that the lowering replaces loses its stream.
        let in_stream = matches!(order, Order::InStream(_));
        let size = if in_stream { "i64" } else { self.rng.pick(&["index", "i64"]) };
        let is_cluster = self.rng.percent(50);
        let grid = self.triple([0x7fff_ffff, 0xffff, 0xffff]);
        let block = self.triple([1024, 1024, 64]);
        let cluster = self.triple([16, 8, 4]);
        let shared = self.rng.percent(50).then(|| self.rng.next() as u32 % 232_449);

        let types: Vec<_> = (0..self.rng.below(6))
            .map(|_| self.rng.pick(&TYPES))
            .filter(|(_, name)| !in_stream || *name != "index")
            .collect();
        let letters: String = types.iter().map(|(letter, _)| letter).collect();
        let kernel = format!("k{number}__{letters}");
        let parameters: Vec<_> =
            types.iter().enumerate().map(|(index, (_, name))| format!("%a{index}: {name}")).collect();
        writeln!(self.kernels, "    gpu.func @{kernel}({}) kernel {{ gpu.return }}", parameters.join(", "))
            .expect("a string takes any text");

        let sizes = |host: &mut Self, sizes: [u64; 3]| sizes.map(|value| host.constant(size, value)).join(", ");
        let mut text = String::new();
        if is_cluster {
            write!(text, " clusters in ({})", sizes(self, cluster)).expect("a string takes any text");
        }
        let (grid_text, block_text) = (sizes(self, grid), sizes(self, block));
        write!(text, " blocks in ({grid_text}) threads in ({block_text})").expect("a string takes any text");
        if size != "index" {
            text += " : i64";
        }
        if let Some(bytes) = shared {
            let bytes = self.constant("i32", bytes.into());
            write!(text, " dynamic_shared_memory_size {bytes}").expect("a string takes any text");
        }
        let mut arguments = Vec::new();
        let mut printed = String::new();
        for (letter, name) in types {
            let bits = self.rng.next();
            // Not NaN: its payload need not survive.
            let bits = if matches!(letter, 'f' | 'd') { bits & !0x4000_0000_4000_0000 } else { bits };
            arguments.push(format!("{} : {name}", self.constant(name, bits)));
            let bits = if matches!(letter, 'i' | 'f') { bits & 0xffff_ffff } else { bits };
            write!(printed, "{letter}{bits:x},").expect("a string takes any text");
        }
        if !arguments.is_empty() {
            write!(text, " args({})", arguments.join(", ")).expect("a string takes any text");
        }

        let result = format!("%t{number}");
        let (prefix, stream) = match order {
            Order::Waits | Order::MakesToken => {
                self.streams += 1;
                self.expected.push(format!("create {}", self.streams));
                let prefix = if order == Order::Waits { String::new() } else { format!("{result} = ") };
                (prefix, self.streams)
            }
            Order::AfterToken => (format!("{result} = "), token.as_ref().expect("there is a token").1),
            Order::InStream(stream) => (String::new(), stream),
        };
        let middle = match order {
            Order::Waits => String::new(),
            Order::MakesToken => " async".to_owned(),
            Order::AfterToken => format!(" async [{}]", token.as_ref().expect("there is a token").0),
            Order::InStream(stream) => format!(" <{} : !llvm.ptr>", self.constant("!llvm.ptr", stream)),
        };
        self.line(&format!("{prefix}nv_tileaa.launch_func{middle} @kernels::@{kernel}{text}"));
        let list = |sizes: [u64; 3]| sizes.map(|size| size.to_string()).join(",");
        let cluster = if is_cluster { format!(" cluster={}", list(cluster)) } else { String::new() };
        self.expected.push(format!(
            "launch {device:016x} {kernel}{cluster} grid={} block={} shared={} stream={stream} args={printed}",
            list(grid),
            list(block),
            shared.unwrap_or(0)
        ));
        match order {
            Order::Waits => {
                self.expected.extend([format!("wait {stream}"), format!("destroy {stream}")]);
                None
            }
            Order::InStream(_) => None,
            Order::AfterToken | Order::MakesToken => Some((result, stream)),
        }
    }

    /// The module, with the device code as operation `@kernels`.
    fn module(&self, device: &str) -> String {
        format!(
            "module attributes {{gpu.container_module}} {{\n  {device}\n  func.func @main() -> i32 {{\n{}    \
             %zero = arith.constant 0 : i32\n    return %zero : i32\n  }}\n}}\n",
            self.body
        )
    }
}

/// A `gpu.binary` with one object.
fn binary(format: &str, bytes: &[u8]) -> String {
    let text = bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "\\{byte:02X}").expect("a string takes any text");
        text
    });
    format!("gpu.binary @kernels [#gpu.object<#nvvm.target<chip = \"sm_90a\">, {format} = \"{text}\">]")
}

/// The device code is a cubin of `tileiras-cc`. Each launch arrives with all its values, in order.
#[test]
fn launches_arrive_as_they_are_written() {
    // The kernels are those of the launches. The code is hashed, and is known before only if the names do not matter.
    let kernels = Host::new(1, 0, LAUNCHES).kernels;
    let device = format!("gpu.module @kernels {{\n{kernels}}}");
    let cubin = common::opt(&[], &device).expect_good();
    let ptxas = ptxas::program();
    let ptxas = format!("--ptxas-path={}", ptxas.to_str().expect("the path is text"));
    let cubin = run(common::CC, &["-", "-o", "-", "--gpu-name=sm_90a", &ptxas], cubin.out).expect_good().out;
    assert!(cubin.starts_with(b"\x7fELF"));
    let host = Host::new(1, hash(&cubin), LAUNCHES);
    let (lines, reports) = execute(&host.module(&binary("bin", &cubin)), &pipeline(""));
    assert_eq!(reports, "");
    assert_eq!(launches(&lines).len(), LAUNCHES);
    for (index, (line, expected)) in lines.iter().zip(&host.expected).enumerate() {
        assert_eq!(line, expected, "line {index}");
    }
    assert_eq!(lines.len(), host.expected.len() + 1);
    assert_eq!(lines.last().map(String::as_str), Some("unloaded"));
}

/// Upstream compiles the device code, to each format that its runtime loads. The launches are the same.
#[test]
fn launches_of_kernels_that_upstream_compiles_arrive() {
    // Upstream links libdevice. The kernels call nothing.
    let toolkit = Folder::new();
    for folder in ["bin", "nvvm/libdevice"] {
        std::fs::create_dir_all(toolkit.join(folder)).expect("a folder can be made");
    }
    for program in [ptxas::program(), ptxas::sibling("fatbinary")] {
        let link = toolkit.join("bin").join(program.file_name().expect("a program has a name"));
        std::os::unix::fs::symlink(&program, link).expect("a link can be made");
    }
    let layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";
    let empty = format!("target datalayout = \"{layout}\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n");
    toolkit.file("nvvm/libdevice/libdevice.10.bc", llvm::stock("llvm-as", &[], empty).expect_good().out);
    let toolkit = toolkit.path().to_str().expect("the path is text");
    for format in
        ["format=isa".to_owned(), format!("format=bin toolkit={toolkit}"), format!("format=fatbin toolkit={toolkit}")]
    {
        let host = Host::new(2, 0, 40);
        let kernels = format!("gpu.module @kernels [#nvvm.target<chip = \"sm_90\">] {{\n{}}}", host.kernels);
        let (lines, reports) = execute(&host.module(&kernels), &pipeline(&compile(&format)));
        assert_eq!(reports, "", "{format}");
        // The hash of the code is not known.
        let without_hash = |line: &str| match line.strip_prefix("launch ") {
            Some(rest) => rest.split_once(' ').map(|(_, rest)| rest.to_owned()).expect("there is a hash"),
            None => line.to_owned(),
        };
        let is_call = |line: &&String| !line.starts_with("jit") && *line != "unloaded";
        let lines: Vec<String> = lines.iter().filter(is_call).map(|line| without_hash(line)).collect();
        let expected: Vec<String> = host.expected.iter().map(|line| without_hash(line)).collect();
        assert_eq!(lines, expected, "{format}");
    }
}

/// A module with a `gpu.binary` and a host function of which this is the body.
fn with_body(body: &str) -> String {
    let binary =
        |name: &str| format!("gpu.binary @{name} [#gpu.object<#nvvm.target<chip = \"sm_90a\">, bin = \"{name}\">]");
    format!(
        "module attributes {{gpu.container_module}} {{ {} {} {}\n func.func @main() -> i32 {{\n\
         %i = arith.constant 4 : index\n %l = arith.constant 4 : i64\n %w = arith.constant 4 : i32\n\
         %a = arith.constant 7777 : i64\n %s = llvm.inttoptr %a : i64 to !llvm.ptr\n{body}\n\
         %zero = arith.constant 0 : i32\n return %zero : i32\n }}\n}}\n",
        binary("m"),
        binary("a"),
        binary("a_b")
    )
}

/// What upstream drops without a message is what `convert-nv-tileaa-to-gpu` warns of, and nothing else.
#[test]
fn a_dropped_stream_has_a_warning() {
    let sizes =
        |size: &str, of: &str| format!("blocks in ({size}, {size}, {size}) threads in ({size}, {size}, {size}){of}");
    for (launch, is_kept) in [
        (format!("nv_tileaa.launch_func <%s : !llvm.ptr> @m::@k {}", sizes("%l", " : i64")), true),
        (format!("nv_tileaa.launch_func <%s : !llvm.ptr> @m::@k {}", sizes("%i", "")), false),
        (format!("%t = nv_tileaa.launch_func async <%s : !llvm.ptr> @m::@k {}", sizes("%l", " : i64")), false),
        (format!("nv_tileaa.launch_func <%s : !llvm.ptr> @m::@k {} args(%i : index)", sizes("%l", " : i64")), false),
        (
            format!(
                "%m = memref.alloca() : memref<8xf32>\n nv_tileaa.launch_func <%s : !llvm.ptr> @m::@k__pplll {} \
                 args(%m : memref<8xf32>)",
                sizes("%l", " : i64")
            ),
            false,
        ),
    ] {
        let (lines, reports) = execute(&with_body(&launch), &pipeline(""));
        let found = launches(&lines);
        assert_eq!(found.len(), 1, "{lines:?}");
        assert_eq!(found[0].contains(" stream=7777 "), is_kept, "{launch}: {lines:?}");
        assert_eq!(reports.contains("has an asynchronous object, which"), !is_kept, "{launch}: {reports}");
        if launch.contains("memref") {
            // Allocated and aligned pointer, offset, size and stride.
            assert!(found[0].ends_with(",l0,l8,l1,"), "{lines:?}");
        }
    }
}

/// Upstream mixes up two kernels whose modules and names are the same text when joined by `_`.
#[test]
fn a_kernel_of_another_name_has_a_warning() {
    let launch =
        |kernel: &str| format!("nv_tileaa.launch_func {kernel} blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64\n");
    for (second, name) in [("@a_b::@c", "b_c"), ("@a_b::@d", "d"), ("@a::@c", "c")] {
        let (lines, reports) = execute(&with_body(&(launch("@a::@b_c") + &launch(second))), &pipeline(""));
        let found = launches(&lines);
        assert!(found[0].contains(" b_c "), "{lines:?}");
        assert!(found[1].contains(&format!(" {name} ")), "{lines:?}");
        let is_wrong = !second.ends_with(&format!("@{name}"));
        assert_eq!(reports.contains("names a kernel whose name"), is_wrong, "{reports}");
    }
}

/// What upstream cannot lower is an error of one of its steps, and no program.
#[test]
fn what_upstream_cannot_lower_is_an_error() {
    let launch = |rest: &str, of: &str, size: &str| {
        let sizes = format!("{size}, {size}, {size}");
        format!("{rest} @m::@k blocks in ({sizes}) threads in ({sizes}){of}")
    };
    let token = "%t = gpu.wait async\n %u = gpu.wait async\n";
    for launch in [
        format!("{token}%v = {}", launch("nv_tileaa.launch_func async [%t, %u]", " : i64", "%l")),
        format!("{token}{}", launch("nv_tileaa.launch_func [%t]", " : i64", "%l")),
        launch("nv_tileaa.launch_func", " : i32", "%w"),
    ] {
        if let Ok(lowered) = common::opt(&[&pipeline("")], with_body(&launch)).good() {
            let run = llvm::stock("mlir-translate", &["--mlir-to-llvmir"], lowered.out);
            assert!(run.good().is_err(), "{launch}");
        }
    }
}
