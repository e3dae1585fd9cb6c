//! `tileiras-ptxas` in the place of `ptxas`: what a compiler sees of it, what it finds, and what goes wrong in it.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common::PTXAS;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{End, Run, finish, is_running, run, run_command, start, start_with_signals};
use tileiras_test_support::{llvm, ptxas, tree};

const GOOD: &str = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n";

/// `ptxas` knows no function of this name.
const BAD: &str = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { call f; ret; }\n";

/// A barrier is missing in this kernel, which `ptxas` does not see.
fn faulty() -> String {
    tree::read(tree::example("missing_barrier.ptx"))
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, text) in files {
        folder.file(name, text);
    }
    folder
}

/// A command in a folder, with these settings and no other ones.
fn command(folder: &Folder, program: impl AsRef<Path>, arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(program.as_ref());
    command.current_dir(folder.path()).args(arguments).stdin(Stdio::null()).env("TILEIRAS_PTXAS", ptxas::program());
    for name in [
        "TILEIRAS_PTXAS_MODE",
        "TILEIRAS_FINDINGS",
        "TILEIRAS_TIME_LIMIT",
        "TILEIRAS_MEMORY_LIMIT",
        "TILEIRAS_PTXAS_RUNNING",
    ] {
        command.env_remove(name);
    }
    command.envs(settings.iter().copied());
    command
}

/// Assembles a file of a folder with the program under test.
fn assembled(folder: &Folder, file: &str, settings: &[(&str, &str)]) -> Run {
    run_command(command(folder, PTXAS, &["-arch=sm_90", file, "-o", "k.cubin"], settings), "")
}

/// What a compiler sees of a run: how it ended, its streams and its files.
fn seen(program: impl AsRef<Path>, arguments: &[&str], input: &str) -> (End, String, String, Vec<(String, u64)>) {
    let options = "-arch sm_90 \"k.ptx\"\n-o o.cubin";
    let folder = folder(&[("k.ptx", GOOD), ("bad.ptx", BAD), ("options", options), ("empty", "")]);
    let run = run_command(command(&folder, program, arguments, &[]), input);
    // Times and names of temporary files differ.
    let is_same = |line: &&str| !line.contains("Compile time") && !line.contains("/tmp/");
    let err = run.err.lines().filter(is_same).collect::<Vec<_>>().join("\n");
    let hash = |name: &str| {
        let mut hasher = DefaultHasher::new();
        hasher.write(&fs::read(folder.join(name)).expect("a file"));
        hasher.finish()
    };
    let files = folder.names().into_iter().map(|name| (name.clone(), hash(&name)));
    (run.end, run.text(), err, files.collect())
}

#[track_caller]
fn is_as_the_real_one(arguments: &[&str], input: &str) {
    assert_eq!(seen(PTXAS, arguments, input), seen(ptxas::program(), arguments, input), "{arguments:?}");
}

/// The options of `ptxas --help`, such as `--gpu-name <gpu name>  (-arch)`: the two names, and a value if it has one.
fn options() -> Vec<([String; 2], Option<&'static str>)> {
    let option = |line: &str| {
        let (long, rest) = line.strip_prefix("--")?.split_once(' ')?;
        let short = rest.rsplit_once('(')?.1.trim_end().strip_suffix(')')?;
        let value = rest.trim_start().starts_with('<').then_some(match long {
            "gpu-name" => "sm_90",
            "entry" => "k",
            "options-file" => "empty",
            "output-file" => "o.cubin",
            "machine" => "64",
            "def-load-cache" | "force-load-cache" => "ca",
            "def-store-cache" | "force-store-cache" => "wb",
            "sanitize" => "memcheck",
            "input-as-string" => GOOD,
            _ if rest.contains("true|false") => "true",
            _ => "2",
        });
        Some(([format!("--{long}"), short.to_owned()], value))
    };
    run(ptxas::program(), &["--help"], "").text().lines().filter_map(option).collect()
}

#[test]
fn every_option_has_the_effect_that_it_has_for_ptxas() {
    let options = options();
    assert!(options.len() > 50, "{options:?}");
    for ([long, short], value) in options {
        let work = ["-arch", "sm_90", "k.ptx"];
        let Some(value) = value else {
            is_as_the_real_one(&[&[&*long], &work[..]].concat(), "");
            is_as_the_real_one(&[&work[..], &[&*short]].concat(), "");
            continue;
        };
        is_as_the_real_one(&[&[&*long, value], &work[..]].concat(), "");
        is_as_the_real_one(&[&work[..], &[&format!("{long}={value}")]].concat(), "");
        is_as_the_real_one(&[&[&*short, value], &work[..]].concat(), "");
        is_as_the_real_one(&[&work[..], &[&format!("{short}={value}")]].concat(), "");
        // Without its value.
        is_as_the_real_one(&[&work[..], &[&*short]].concat(), "");
    }
}

#[test]
fn every_command_line_has_the_effect_that_it_has_for_ptxas() {
    for line in [
        "",
        "-v",
        "--version k.ptx",
        "-arch sm_90",
        "-arch sm_90 bad.ptx",
        "-arch sm_90 absent.ptx",
        "-arch sm_90 .",
        "-arch sm_90 empty",
        "-arch sm_80 k.ptx",
        "-arch sm_1 k.ptx",
        "-arch compute_90 k.ptx",
        "-arch lto_90 k.ptx -o k.lto",
        "-arch sm_90 k.ptx bad.ptx",
        "-arch sm_90 k.ptx -o k.cubin -v -c -O1",
        "-arch sm_90 k.ptx -o /dev/null",
        "-arch sm_90 k.ptx -o absent/k.cubin",
        "-arch sm_90 k.ptx --no-such-option",
        "-arch sm_90 k.ptx -no-such-option=1",
        "-arch sm_90 -- k.ptx",
        "-optf options",
        "--options-file=absent",
        "-arch sm_90 k.ptx -maxrregcount=32 -maxntid 64 -override-directive-values",
    ] {
        is_as_the_real_one(&line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>(), "");
    }
    is_as_the_real_one(&["-arch", "sm_90", "-"], GOOD);
    is_as_the_real_one(&["-arch", "sm_90", "-"], BAD);
    is_as_the_real_one(&["-arch", "sm_90", "/dev/stdin"], GOOD);
    is_as_the_real_one(&["-arch", "sm_90", "k.ptx", "-o", "-"], "a");
}

#[test]
fn findings_are_printed_and_change_nothing() {
    let faulty = faulty();
    let folder = folder(&[("k.ptx", &faulty)]);
    let run = assembled(&folder, "k.ptx", &[]).code(0);
    let run = run.stderr_contains(&["k.ptx:18:3: error: 'st.shared.u32' accesses a word", "[data-race]\n"]);
    run.stderr_contains_times("error: ", 2);
    let cubin = fs::read(folder.join("k.cubin")).expect("it was written");
    assert_eq!(cubin, ptxas::assemble("sm_90", faulty.as_bytes(), &[]));
    // The text can come in other ways.
    let texts: [(&[&str], &str); 2] = [(&["-"], &faulty), (&["-ias", &faulty], "")];
    for (arguments, input) in texts {
        let arguments = [&["-arch=sm_90", "-o", "k.cubin"], arguments].concat();
        let run = run_command(command(&folder, PTXAS, &arguments, &[]), input).code(0);
        run.stderr_contains_times("[data-race]", 2);
    }
}

#[test]
fn the_mode_decides_what_findings_do() {
    let folder = folder(&[("k.ptx", &faulty()), ("good.ptx", GOOD), ("bad.ptx", BAD)]);
    let mode = |mode| [("TILEIRAS_PTXAS_MODE", mode)];
    assembled(&folder, "k.ptx", &mode("off")).code(0).stderr_is_empty();
    assembled(&folder, "k.ptx", &mode("error")).code(3).stderr_contains_times("[data-race]", 2);
    assert!(!folder.join("k.cubin").exists());
    assembled(&folder, "good.ptx", &mode("error")).code(0).stderr_is_empty();
    assembled(&folder, "bad.ptx", &mode("error")).code(255).stderr_contains(&["ptxas"]);
    let run = assembled(&folder, "k.ptx", &mode("on")).code(0);
    run.stderr_contains(&["warning: TILEIRAS_PTXAS_MODE must be off, warn or error, got 'on'\n", "[data-race]"]);
    // It says why on standard error, too.
    let settings = [("TILEIRAS_PTXAS_MODE", "error"), ("TILEIRAS_FINDINGS", "findings.jsonl")];
    assembled(&folder, "k.ptx", &settings).code(3).stderr_contains_times("[data-race]", 2);
    // A project file of the current folder names a rule.
    folder.file("tileiras.toml", "[rules]\ndata-race = \"allow\"\n");
    assembled(&folder, "k.ptx", &mode("error")).code(0).stderr_is_empty();
    folder.file("tileiras.toml", "[rules]\nno-such-rule = \"allow\"\n");
    assembled(&folder, "k.ptx", &[]).code(0).stderr_contains(&["tileiras.toml:2:1: error: "]);
    assembled(&folder, "k.ptx", &mode("error")).code(3).stderr_contains(&["tileiras.toml:2:1: error: "]);
}

#[test]
fn findings_of_many_processes_are_appended_to_one_file() {
    let folder = folder(&[("k.ptx", &faulty()), ("good.ptx", GOOD)]);
    let settings = [("TILEIRAS_FINDINGS", "findings.jsonl")];
    let started = |number: usize| {
        let (input, output) = (if number % 4 == 3 { "good.ptx" } else { "k.ptx" }, format!("{number}.cubin"));
        start(command(&folder, PTXAS, &["-arch=sm_90", input, "-o", &output], &settings))
    };
    let children: Vec<Child> = (0..16).map(started).collect();
    children.into_iter().for_each(|child| drop(finish(child).code(0).stderr_is_empty()));
    let lines = fs::read_to_string(folder.join("findings.jsonl")).expect("it was written");
    assert_eq!(lines.lines().count(), 24, "{lines}");
    for line in lines.lines() {
        let finding: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        assert_eq!((&finding["tool"], &finding["rule"]), (&"tileiras-ptxas".into(), &"data-race".into()), "{line}");
    }
    // A line that is cut off does not spoil the next one.
    folder.file("findings.jsonl", "{\"version");
    assembled(&folder, "k.ptx", &settings).code(0).stderr_is_empty();
    assert_eq!(fs::read_to_string(folder.join("findings.jsonl")).expect("it was written").lines().count(), 3);
    // Nobody reads this pipe.
    run(Path::new("mkfifo"), &[folder.join("pipe").to_str().expect("a path")], "").code(0);
    let run = assembled(&folder, "k.ptx", &[("TILEIRAS_FINDINGS", "pipe")]).code(0);
    run.stderr_contains(&["warning: cannot write 'pipe': ", "[data-race]"]);
    // A file that cannot be written costs no finding.
    let run = assembled(&folder, "k.ptx", &[("TILEIRAS_FINDINGS", "/dev/full")]).code(0);
    run.stderr_contains(&["warning: cannot write '/dev/full': no space left on device\n", "[data-race]"]);
}

#[test]
fn the_real_one_is_never_the_program_itself() {
    let folder = folder(&[("k.ptx", GOOD)]);
    let names = folder.path().join("bin");
    fs::create_dir(&names).expect("a folder can be made");
    symlink(PTXAS, names.join("ptxas")).expect("a link can be made");
    let found = |program: &Path, path: &[&Path], named: &str| {
        let mut command = command(&folder, program, &["-arch=sm_90", "k.ptx"], &[("TILEIRAS_PTXAS", named)]);
        let path = std::env::join_paths(path).expect("a path");
        run_command(std::mem::replace(command.env("PATH", path), Command::new("")), "")
    };
    let real = ptxas::program();
    let link = names.join("ptxas");
    // Under the name of the real one, which is the next of that name.
    found(&link, &[&names, real.parent().expect("a folder")], "").code(0).stderr_is_empty();
    found(&link, &[&names], "").code(5).stderr_contains(&["cannot find ptxas", "is this program"]);
    let named = format!("{}", link.display());
    found(&link, &[&names], &named).code(5).stderr_contains(&["that TILEIRAS_PTXAS names", "is this program"]);
    // A script that starts it again.
    let script = folder.file_of_mode("ptxas.sh", format!("#!/bin/sh\nexec '{PTXAS}' \"$@\"\n"), 0o755);
    let named = format!("{}", script.display());
    found(&link, &[&names], &named).code(5).stderr_contains(&["starts this program again"]);
}

/// A race in CUDA that needs no headers of a toolkit.
const CUDA: &str = "\
__attribute__((global, launch_bounds(256))) void shift(int *out) {
  __attribute__((shared)) static int values[256];
  unsigned lane = __nvvm_read_ptx_sreg_tid_x();
  values[lane] = out[lane];
  out[lane] = values[255 - lane];
}
";

/// The same race in MLIR.
const MODULE: &str = "\
module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = \"sm_90\", features = \"+ptx80\">] {
    llvm.mlir.global internal @values() {addr_space = 3 : i32} : !llvm.array<256 x i32>
    llvm.func @shift(%out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
      %lane = nvvm.read.ptx.sreg.tid.x : i32
      %last = llvm.mlir.constant(255 : i32) : i32
      %opposite = llvm.sub %last, %lane : i32
      %values = llvm.mlir.addressof @values : !llvm.ptr<3>
      %mine = llvm.getelementptr %values[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %other = llvm.getelementptr %values[%opposite] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %lane, %mine : i32, !llvm.ptr<3>
      %read = llvm.load %other : !llvm.ptr<3> -> i32
      llvm.store %read, %out : i32, !llvm.ptr
      llvm.return
    }
  }
}
";

/// What was written to the file of findings, and the run of a compiler with these arguments.
fn compiled(folder: &Folder, compiler: &str, arguments: &[&str]) -> (Run, String) {
    let findings = folder.join("findings.jsonl");
    let settings = [("TILEIRAS_FINDINGS", findings.to_str().expect("a path"))];
    let run = run_command(command(folder, llvm::tool(compiler), arguments, &settings), "");
    (run, fs::read_to_string(&findings).unwrap_or_default())
}

#[test]
fn clang_gets_the_same_cubin() {
    let folder =
        folder(&[("shift.cu", CUDA), ("bad.cu", &CUDA.replace("int *out) {", "int *out) { asm(\"call f;\");"))]);
    let real = ptxas::program();
    let with = |program: &Path, file: &str| {
        let path = format!("--ptxas-path={}", program.display());
        let target =
            ["--cuda-gpu-arch=sm_90", "--cuda-feature=+ptx80", "--cuda-device-only", "-nocudainc", "-nocudalib"];
        let arguments = [&target[..], &["-O2", "-g", &path, "-c", file, "-o", "k.cubin"]].concat();
        let (run, findings) = compiled(&folder, "clang++", &arguments);
        (run, findings, fs::read(folder.join("k.cubin")).ok())
    };
    let (expected, findings, cubin) = with(&real, "shift.cu");
    expected.code(0);
    assert!(findings.is_empty() && cubin.is_some());
    let (run, findings, same) = with(Path::new(PTXAS), "shift.cu");
    run.code(0).stderr_is_empty();
    assert!(cubin == same);
    // The place in CUDA is a note.
    assert_eq!(findings.matches("\"rule\":\"data-race\"").count(), 2, "{findings}");
    assert!(findings.contains("shift.cu\",\"line\":4,"), "{findings}");
    // What ptxas refuses, it refuses all the same: only the name of the temporary file differs.
    let errors = |program: &Path| {
        let run = with(program, "bad.cu").0;
        let lines = run.err.lines().filter(|line| !line.contains("/tmp/")).count();
        (run.end, lines, run.err.contains("ptxas"))
    };
    let expected = errors(&real);
    assert!(expected.2);
    assert_eq!(errors(Path::new(PTXAS)), expected);
}

#[test]
fn gpu_module_to_binary_gets_the_same_binary() {
    let folder = folder(&[("k.mlir", MODULE)]);
    let with = |name: &str, program: &Path, format: &str| {
        let toolkit = folder.path().join(name);
        // libdevice can be empty, as the kernel calls nothing of it.
        fs::create_dir_all(toolkit.join("nvvm/libdevice")).expect("a folder can be made");
        fs::create_dir_all(toolkit.join("bin")).expect("a folder can be made");
        let layout = "target datalayout = \"e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64\"\n\
                      target triple = \"nvptx64-nvidia-cuda\"\n";
        let libdevice = llvm::stock("llvm-as", &["-o", "-"], layout).expect_good().out;
        fs::write(toolkit.join("nvvm/libdevice/libdevice.10.bc"), libdevice).expect("a file can be written");
        for (link, target) in [("ptxas", program), ("fatbinary", &ptxas::sibling("fatbinary"))] {
            let _ = symlink(target, toolkit.join("bin").join(link));
        }
        let pass = format!("--gpu-module-to-binary=toolkit={} format={format}", toolkit.display());
        let (run, findings) = compiled(&folder, "mlir-opt", &[&pass, "k.mlir"]);
        let run = run.code(0);
        // The times of the compilation differ.
        let text = run.text();
        let (_, properties) = text.split_once("properties = {").expect("it was timed");
        let binary = properties.split_once('}').expect("they end").1.to_owned();
        (binary, findings)
    };
    for format in ["bin", "fatbin"] {
        let (expected, findings) = with("real", &ptxas::program(), format);
        assert!(findings.is_empty());
        let (binary, findings) = with("checked", Path::new(PTXAS), format);
        assert!(binary == expected, "{format}");
        assert_eq!(findings.matches("\"rule\":\"data-race\"").count(), 2, "{findings}");
        fs::remove_file(folder.join("findings.jsonl")).expect("it was written");
    }
}

/// A kernel whose check takes seconds: its threads go different ways again and again.
fn long() -> String {
    let mut text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u32 n) .maxntid 1024 {\n\
                    .reg .b32 %r<9>; .reg .pred %p<9>; .shared .b32 s[1024];\nld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;\n"
        .to_owned();
    for block in 0..100 {
        text += &format!("add.s32 %r1, %r1, %r2; setp.lt.s32 %p1, %r1, {block}; @%p1 bra L{block}; bar.sync 0;\n");
        text += &format!("st.shared.b32 [s + {}], %r1;\nL{block}:\n", block * 4);
    }
    text + "ret; }\n"
}

#[test]
fn a_limit_costs_no_build() {
    let folder = folder(&[("k.ptx", &long())]);
    let run = assembled(&folder, "k.ptx", &[("TILEIRAS_TIME_LIMIT", "1")]).code(0);
    run.stderr_contains(&[
        "k.ptx: is not checked: ",
        "within 1s and was killed; TILEIRAS_TIME_LIMIT raises the limit\n",
    ]);
    assert!(folder.join("k.cubin").exists());
    // More than there is.
    folder.file("large.ptx", GOOD.to_owned() + &"// a comment\n".repeat(1 << 20));
    assembled(&folder, "large.ptx", &[("TILEIRAS_MEMORY_LIMIT", "1")]).code(0).stderr_contains(&["is not checked: "]);
    for (variable, least) in [("TILEIRAS_TIME_LIMIT", "1"), ("TILEIRAS_MEMORY_LIMIT", "0")] {
        let run = assembled(&folder, "large.ptx", &[(variable, "-1")]).code(0);
        run.stderr_contains(&[&format!("warning: {variable} must be a number of at least {least}, got '-1'\n")]);
    }
}

/// The child processes of a process.
fn children(process: u32) -> Vec<i32> {
    let list = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// A real `ptxas` that takes two seconds, and writes its process ID.
fn slow(folder: &Folder) -> PathBuf {
    let script = format!("#!/bin/sh\necho $$ > id\nsleep 2\nexec '{}' \"$@\"\n", ptxas::program().display());
    folder.file_of_mode("slow.sh", script, 0o755)
}

/// Whether [`slow`] has written its process ID.
fn has_started(folder: &Folder) -> bool {
    fs::read_to_string(folder.join("id")).is_ok_and(|id| id.ends_with('\n'))
}

#[test]
fn a_device_is_no_output_to_remove() {
    let folder = folder(&[("k.ptx", &faulty())]);
    let device = folder.join("null");
    symlink("/dev/null", &device).expect("a link can be made");
    let arguments = ["-arch=sm_90", "k.ptx", "-o", "null"];
    let run = run_command(command(&folder, PTXAS, &arguments, &[("TILEIRAS_PTXAS_MODE", "error")]), "");
    run.code(3);
    assert!(device.symlink_metadata().is_ok() && Path::new("/dev/null").exists());
}

#[test]
fn a_crash_costs_no_build() {
    let folder = folder(&[("k.ptx", &long())]);
    let slow = slow(&folder);
    let settings = [("TILEIRAS_PTXAS", slow.to_str().expect("a path"))];
    let child = start(command(&folder, PTXAS, &["-arch=sm_90", "k.ptx", "-o", "k.cubin"], &settings));
    while children(child.id()).len() < 2 || !has_started(&folder) {
        sleep(Duration::from_millis(10));
    }
    let id = tree::read(folder.join("id")).trim().parse::<i32>().expect("a number");
    for worker in children(child.id()).into_iter().filter(|child| *child != id) {
        // SAFETY: sends a signal.
        assert_eq!(unsafe { libc::kill(worker, libc::SIGKILL) }, 0);
    }
    let run = finish(child).code(0).stderr_contains(&["k.ptx: is not checked: ", "crashed with signal 9 (SIGKILL)"]);
    assert!(folder.join("k.cubin").exists(), "{run}");
}

#[test]
fn a_signal_reaches_ptxas() {
    for signal in [libc::SIGTERM, libc::SIGINT] {
        let folder = folder(&[("k.ptx", GOOD)]);
        let slow = slow(&folder);
        let settings = [("TILEIRAS_PTXAS", slow.to_str().expect("a path"))];
        let arguments = ["-arch=sm_90", "k.ptx", "-o", "k.cubin"];
        let child = start_with_signals(&command(&folder, PTXAS, &arguments, &settings));
        while !has_started(&folder) {
            sleep(Duration::from_millis(10));
        }
        // SAFETY: sends a signal.
        assert_eq!(unsafe { libc::kill(child.id().cast_signed(), signal) }, 0);
        assert_eq!(finish(child).end, End::Signal(signal));
        sleep(Duration::from_millis(100));
        assert!(!is_running(tree::read(folder.join("id")).trim()), "signal {signal}");
    }
}
