//! Random lists of passes for `--passes`, on kernels with facts. The audit must notice each fact that a pass loses; the
//! readers of the tests are its check.

use crate::common::{CC, OPT};
use crate::corpus::{CHIP, FORMATS};
use crate::facts::{self, Found, Numbers};
use crate::oracle::{Call, Case, tail};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use tileiras_test_support::contract::Contract;
use tileiras_test_support::process::{self, End};
use tileiras_test_support::rng::Rng;

/// Passes that write files, load files, or start programs.
const LEFT_OUT: [&str; 6] = [
    "gpu-module-to-binary",
    "snapshot-op-locations",
    "transform-dialect-check-uses",
    "transform-interpreter",
    "transform-preload-library",
    "view-op-graph",
];

/// Passes with options that change facts or how code is lowered.
const WITH_OPTIONS: [&str; 8] = [
    "nvvm-legalize{chip=sm_80}",
    "nvvm-export{legacy}",
    "nvvm-transplant{form=upstream}",
    "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true}",
    "convert-gpu-to-nvvm{index-bitwidth=32}",
    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}",
    "gpu-map-parallel-loops",
    "canonicalize{max-iterations=1}",
];

/// The names of all other passes, from the list of `tileiras-opt --help`.
fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let help = process::run(OPT, &["--help"], b"").expect_good().text();
        let lines = help.lines().skip_while(|line| line.trim() != "Passes:").skip(1);
        let lines = lines.take_while(|line| line.trim() != "Pass Pipelines:");
        let names = lines.filter_map(|line| line.strip_prefix("      --")?.split([' ', '=']).next());
        let names: Vec<String> = names.filter(|name| !LEFT_OUT.contains(name)).map(str::to_owned).collect();
        assert!(names.len() > 200, "only {} passes are in the list", names.len());
        names
    })
}

/// The operations that a pass can run on, as the nesting of pipelines.
fn nestings(pass: &str) -> Vec<&'static str> {
    static KNOWN: Mutex<Option<HashMap<String, Vec<&'static str>>>> = Mutex::new(None);
    if let Some(known) = KNOWN.lock().expect("no thread panics here").as_ref().and_then(|known| known.get(pass)) {
        return known.clone();
    }
    let messages = |pipeline: &str| {
        let pipeline = format!("--pass-pipeline=builtin.module({})", pipeline.replace("PASS", pass));
        process::run(OPT, &[&pipeline], "module {}").err
    };
    let [messages, inner] = ["PASS", "gpu.module(PASS)"].map(messages);
    let restricted = messages.split_once("restricted to '").and_then(|(_, rest)| rest.split('\'').next());
    let found = match restricted {
        Some("func.func") => vec!["gpu.module(func.func(PASS))", "func.func(PASS)"],
        Some("llvm.func") => vec!["gpu.module(llvm.func(PASS))"],
        Some("gpu.module") => vec!["gpu.module(PASS)"],
        Some("gpu.func") => vec!["gpu.module(gpu.func(PASS))"],
        Some(_) => Vec::new(),
        None if messages.contains("unable to schedule") => {
            vec!["gpu.module(gpu.func(PASS))", "gpu.module(llvm.func(PASS))", "gpu.module(func.func(PASS))"]
        }
        None if inner.contains("restricted to 'builtin.module'") => vec!["PASS"],
        None => vec!["PASS", "PASS", "gpu.module(PASS)", "gpu.module(gpu.func(PASS))", "gpu.module(llvm.func(PASS))"],
    };
    KNOWN.lock().expect("no thread panics here").get_or_insert_default().insert(pass.to_owned(), found.clone());
    found
}

/// A pass with the operations that it is nested in. `None` for a pass on operations that are not in the modules.
fn pass(rng: &mut Rng) -> Option<String> {
    let name =
        if rng.percent(10) { rng.pick(&WITH_OPTIONS).to_owned() } else { names()[rng.below(names().len())].clone() };
    let nestings = nestings(&name);
    let nesting = nestings.get(rng.below(nestings.len().max(1)))?;
    Some(nesting.replace("PASS", &name))
}

pub fn run(case: &mut Case) {
    let (text, stated) = module(&mut case.rng);
    case.file("k.mlir", &text);
    let passes: Vec<String> = (0..1 + case.rng.below(5)).filter_map(|_| pass(&mut case.rng)).collect();
    let option = format!("--passes=builtin.module({})", passes.join(","));
    let (format, _) = case.rng.pick(&FORMATS);
    let old = case.rng.percent(50);
    if old {
        case.file("out", "old");
    }
    let before = case.snapshot();
    let emit = format!("--emit={format}");
    let mut call = Call::new(CC, ["k.mlir", CHIP, "-oout", &emit, &option, "--time-limit=20"]);
    call.time_limit = 20;
    let ended = case.run(call);
    let is_good = ended.end == End::Exit(0);
    case.check_unchanged(&before, |path| is_good && path == Path::new("out"));
    if !is_good {
        return;
    }
    let Some(made) = case.read("out").filter(|made| made != b"old") else {
        return case.finding("a success writes no output", tail(&ended.err));
    };
    let moved = facts::moved_constants(format, &made);
    if !moved.is_empty() {
        case.finding("constant arguments are others", moved.join("\n"));
    }
    match facts::wrong(&stated, true, format, &made, &ended) {
        None => case.skip("the readers of the tests do not read the output"),
        Some(wrong) if wrong.is_empty() => {}
        Some(wrong) => case.finding("has other facts", format!("{}\n{}", wrong.join("\n"), tail(&ended.err))),
    }
}

/// A contract that all steps accept. `constant` is an argument that can be constant, 1-based.
fn contract(rng: &mut Rng, constant: usize) -> Contract {
    let block = |rng: &mut Rng| rng.pick(&[[64, 1, 1], [128, 2, 1], [32, 4, 2], [7, 3, 1], [1, 1, 1], [1024, 1, 1]]);
    let mut contract = Contract { kernel: true, ..Contract::default() };
    if rng.percent(50) {
        contract.reqntid = Some(block(rng));
    } else {
        contract.maxntid = rng.percent(80).then(|| block(rng));
    }
    contract.minctasm = rng.percent(30).then_some(1);
    contract.maxnreg = rng.percent(30).then(|| rng.pick(&[32, 40, 64]));
    contract.cluster_dim = rng.percent(40).then(|| rng.pick(&[[1, 1, 1], [2, 1, 1], [2, 2, 1], [1, 2, 4]]));
    contract.maxclusterrank = (contract.cluster_dim.is_none() && rng.percent(30)).then(|| rng.pick(&[1, 4, 8]));
    contract.blocks_are_clusters =
        contract.reqntid.is_some() && contract.cluster_dim.is_some_and(|dims| dims != [1; 3]) && rng.percent(40);
    contract.grid_constant = rng.percent(60).then_some(constant).into_iter().collect();
    contract
}

fn numbers(contract: &Contract) -> Numbers {
    let mut found = Numbers::from([("nvvm.kernel", Vec::new())]);
    let wide = |dims: [u32; 3]| dims.map(u64::from).to_vec();
    found.extend(contract.maxntid.map(|dims| ("nvvm.maxntid", wide(dims))));
    found.extend(contract.reqntid.map(|dims| ("nvvm.reqntid", wide(dims))));
    found.extend(contract.cluster_dim.map(|dims| ("nvvm.cluster_dim", wide(dims))));
    found.extend(contract.minctasm.map(|number| ("nvvm.minctasm", vec![number.into()])));
    found.extend(contract.maxnreg.map(|number| ("nvvm.maxnreg", vec![number.into()])));
    found.extend(contract.maxclusterrank.map(|number| ("nvvm.maxclusterrank", vec![number.into()])));
    found.extend(contract.blocks_are_clusters.then(|| ("nvvm.blocksareclusters", Vec::new())));
    found.extend((!contract.grid_constant.is_empty()).then(|| ("nvvm.grid_constant", vec![1])));
    found
}

/// A module with kernels, as operations of the GPU and of the LLVM dialect, and their facts.
fn module(rng: &mut Rng) -> (String, Found) {
    let (mut kernels, mut stated) = (String::new(), Found::new());
    for number in 0..1 + rng.below(3) {
        let is_gpu = rng.percent(60);
        let name = format!("k{number}");
        let contract = contract(rng, if is_gpu { 2 } else { 1 });
        let attributes = contract.canonical();
        // gpu.func has a keyword for the first one.
        let attributes = attributes[usize::from(is_gpu)..].join(", ");
        let attributes = if attributes.is_empty() { String::new() } else { format!("attributes {{{attributes}}}") };
        let template = if is_gpu { GPU } else { rng.pick(&[LLVM, SMALL]) };
        kernels += &template.replace("NAME", &name).replace("ATTRIBUTES", &attributes);
        stated.insert(name, numbers(&contract));
    }
    let host = if rng.percent(30) { HOST } else { "" };
    (
        format!(
            "module attributes {{gpu.container_module}} {{\n  gpu.module @kernels {{\n{HELPER}{kernels}  }}\n{host}}}\n"
        ),
        stated,
    )
}

const HELPER: &str = "
    memref.global \"private\" @tile : memref<64xf32, #gpu.address_space<workgroup>>
    func.func private @helper(%x: f32) -> f32 {
      %y = math.absf %x : f32
      %z = arith.mulf %y, %x : f32
      return %z : f32
    }
";

const GPU: &str = "
    gpu.func @NAME(%m: memref<64x64xf32>, %p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>, llvm.align = 4 : i64},
                   %n: index, %s: f32) kernel ATTRIBUTES {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %id = gpu.thread_id x
      %t = memref.get_global @tile : memref<64xf32, #gpu.address_space<workgroup>>
      %q = llvm.load %p : !llvm.ptr -> f32
      %local = memref.alloca() : memref<4xf32>
      memref.store %q, %local[%c0] : memref<4xf32>
      scf.for %i = %c0 to %n step %c1 {
        %a = memref.load %m[%i, %id] : memref<64x64xf32>
        %b = func.call @helper(%a) : (f32) -> f32
        %c = arith.addf %b, %s : f32
        memref.store %c, %t[%id] : memref<64xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %d = memref.load %t[%id] : memref<64xf32, #gpu.address_space<workgroup>>
        %e = memref.load %local[%c0] : memref<4xf32>
        %f = arith.addf %d, %e : f32
        memref.store %f, %m[%i, %id] : memref<64x64xf32>
      }
      affine.for %i = 0 to 8 {
        %v = affine.load %m[%i, 0] : memref<64x64xf32>
        affine.store %v, %m[%i, 1] : memref<64x64xf32>
      }
      gpu.return
    }
";

const LLVM: &str = "
    llvm.func @NAME(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>, llvm.align = 4 : i64}, %q: !llvm.ptr<1>,
                    %n: i32) ATTRIBUTES {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %slot = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
      llvm.store %zero, %slot : i32, !llvm.ptr
      llvm.br ^loop(%zero : i32)
    ^loop(%i: i32):
      %more = llvm.icmp \"slt\" %i, %n : i32
      llvm.cond_br %more, ^body, ^end
    ^body:
      %a = llvm.load %p : !llvm.ptr -> i32
      %b = llvm.load %slot : !llvm.ptr -> i32
      %c = llvm.add %a, %b : i32
      llvm.store %c, %slot : i32, !llvm.ptr
      llvm.store %c, %q : i32, !llvm.ptr<1>
      %next = llvm.add %i, %one : i32
      llvm.br ^loop(%next : i32)
    ^end:
      llvm.return
    }
";

const SMALL: &str = "
    llvm.func @NAME(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>, llvm.align = 4 : i64}) ATTRIBUTES {
      llvm.return
    }
";

const HOST: &str = "
  func.func @host(%n: index, %m: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      %v = affine.load %m[%i] : memref<16xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %m[%i] : memref<16xf32>
    }
    return
  }
";
