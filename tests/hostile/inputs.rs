//! Changed modules: bitcode, bytecode and texts, beside good inputs, as libraries, and for the other tools.

use crate::common::{CC, CONTRACT, OPT, TRANSLATE};
use crate::corpus::{self, CHIP, FORMATS, GOOD};
use crate::facts;
use crate::oracle::{Call, Case, tail};
use crate::process::Ended;
use std::path::Path;
use tileiras_fuzz::mutate;
use tileiras_test_support::llvm;
use tileiras_test_support::process::End;
use tileiras_test_support::rng::Rng;

pub fn run(case: &mut Case) {
    let (module, ending, is_text) = corpus::module(&mut case.rng);
    let (other, ..) = corpus::module(&mut case.rng);
    let content = if is_text && case.rng.percent(30) {
        changed_line(&module, &mut case.rng)
    } else if is_text && case.rng.percent(70) {
        mutate::text(&module, corpus::donors(), &mut case.rng)
    } else {
        corpus::corrupt(&module, &other, &mut case.rng)
    };
    let name = format!("bad.{ending}");
    case.file(&name, &content);
    match case.rng.below(10) {
        0..=5 => batch(case, &name, &content),
        6 => library(case, &name),
        7 => shown(case, &name),
        _ => stock(case, &name),
    }
}

/// A text with a change in a line about launches.
fn changed_line(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let is_about = |line: &[u8]| ["nvvm", "kernel", "ntid", "byval"].iter().any(|word| contains(line, word.as_bytes()));
    let about: Vec<usize> = (0..lines.len()).filter(|index| is_about(lines[*index])).collect();
    if about.is_empty() {
        return mutate::text(text, corpus::donors(), rng);
    }
    let at = rng.pick(&about);
    let numbers: Vec<_> =
        mutate::tokens(lines[at]).into_iter().filter(|token| lines[at][token.start].is_ascii_digit()).collect();
    if !numbers.is_empty() && rng.percent(60) {
        let number = rng.pick(&["0", "1", "2", "3", "32", "255", "256", "1024", "2147483647", "4294967296"]);
        let range = numbers[rng.below(numbers.len())].clone();
        let line = [&lines[at][..range.start], number.as_bytes(), &lines[at][range.end..]].concat();
        return [&lines[..at].concat(), &line[..], &lines[at + 1..].concat()].concat();
    }
    let donors: Vec<Vec<u8>> = about.iter().map(|index| lines[*index].to_vec()).collect();
    let changed = mutate::text(lines[at], &donors, rng);
    [&lines[..at].concat(), &changed[..], &lines[at + 1..].concat()].concat()
}

fn contains(line: &[u8], word: &[u8]) -> bool {
    line.windows(word.len()).any(|window| window == word)
}

/// Good inputs, with the bad one among them: the good ones produce what they produce by themselves.
fn batch(case: &mut Case, bad: &str, content: &[u8]) {
    let (format, ending) = case.rng.pick(&FORMATS);
    let mut goods = GOOD;
    case.rng.shuffle(&mut goods);
    let goods = &goods[..case.rng.below(4)];
    goods.iter().for_each(|name| drop(case.file(name, corpus::good(name))));
    let mut inputs = goods.to_vec();
    inputs.insert(case.rng.below(goods.len() + 1), bad);
    let output = format!("out/bad.{ending}");
    let old = case.rng.percent(50);
    if old {
        case.file(&output, "old");
    }
    let jobs = format!("--jobs={}", 1 + case.rng.below(3));
    let emit = format!("--emit={format}");
    let more = [CHIP, "-oout/", &emit, &jobs, "--time-limit=20"];
    let before = case.snapshot();
    let mut call = Call::new(CC, inputs.iter().copied().chain(more));
    call.time_limit = 20;
    let ended = case.run(call);
    case.check_unchanged(&before, |path| path.starts_with("out"));
    for good in goods {
        let made = case.read(format!("out/{}.{ending}", good.split('.').next().unwrap_or_default()));
        if made != Some(corpus::alone(good, format, &[])) {
            let what = if made.is_some() { "is another one" } else { "is missing" };
            case.finding("another input changes an output", format!("that of {good} {what}: {}", tail(&ended.err)));
        }
    }
    check_output(case, &output, content, format, old, &ended);
}

/// The output of a bad input is complete, and has the facts of the input, or it is not there.
fn check_output(case: &mut Case, output: &str, content: &[u8], format: &str, old: bool, ended: &Ended) {
    let made = case.read(output);
    let untouched = made.as_deref() == old.then_some(&b"old"[..]);
    if ended.end != End::Exit(0) {
        if !untouched {
            case.finding("a failure writes an output", format!("{output}, {:?}", ended.end));
        }
        return;
    }
    let Some(made) = made.filter(|_| !untouched) else { return case.finding("a success writes no output", output) };
    let is_llvm = is_llvm_ir(content);
    let stated = if is_llvm { facts::of_llvm(content) } else { facts::of_mlir(content) };
    let Some(stated) = stated else { return case.skip("the readers of the tests do not read the input") };
    let mut wrong = facts::wrong(&stated, is_llvm, format, &made, ended);
    if is_llvm && wrong.as_ref().is_some_and(|wrong| !wrong.is_empty()) {
        // LLVM truncates numbers that are too large. The text has what it reads.
        let read = facts::of_llvm_as_read(content);
        wrong = read.and_then(|stated| facts::wrong(&stated, is_llvm, format, &made, ended)).or(wrong);
    }
    match wrong {
        None => case.skip("the readers of the tests do not read the output"),
        Some(wrong) if wrong.is_empty() => {}
        Some(wrong) => case.finding("has other facts", format!("{}\n{}", wrong.join("\n"), tail(&ended.err))),
    }
}

/// Whether the content is LLVM IR. Of a text, only those that stock LLVM reads are.
fn is_llvm_ir(content: &[u8]) -> bool {
    content.starts_with(b"BC") || llvm::stock("llvm-as", &["-o", "-"], content).end == End::Exit(0)
}

/// The bad one is a library of a good input.
fn library(case: &mut Case, bad: &str) {
    let good = case.rng.pick(&GOOD);
    case.file(good, corpus::good(good));
    let (format, _) = case.rng.pick(&FORMATS[1..]);
    case.file("out", "old");
    let before = case.snapshot();
    let option = format!("--link-bitcode={bad}");
    let arguments = [good, CHIP, "-oout", &option, &format!("--emit={format}")];
    let ended = case.run(Call::new(CC, arguments));
    let is_good = ended.end == End::Exit(0);
    case.check_unchanged(&before, |path| is_good && path == Path::new("out"));
    if is_good {
        facts::check_linked(case, good, format, &ended);
    }
}

/// `tileiras-contract` on the bad one.
fn shown(case: &mut Case, bad: &str) {
    case.file("k.cubin", corpus::alone("saxpy.ll", "cubin", &[]));
    let before = case.snapshot();
    for arguments in [&["show", bad][..], &["show", "--json", bad], &["audit", bad, "k.cubin"]] {
        case.run(Call::new(CONTRACT, arguments));
    }
    case.check_unchanged(&before, |_| false);
}

/// The tools that upstream has, too: they may only crash on what upstream's crash on.
fn stock(case: &mut Case, bad: &str) {
    let (program, upstream, arguments): (_, _, &[&str]) = match (bad.contains(".mlir"), case.rng.below(3)) {
        (true, 0) => (TRANSLATE, "mlir-translate", &["--mlir-to-llvmir"]),
        (true, 1) => (OPT, "mlir-opt", &["--canonicalize", "--cse", "--allow-unregistered-dialect"]),
        (true, _) => (OPT, "mlir-opt", &["--allow-unregistered-dialect"]),
        (false, 0) => (TRANSLATE, "", &["--import-nvvm"]),
        (false, _) => (TRANSLATE, "mlir-translate", &["--import-llvm"]),
    };
    let all: Vec<&str> = arguments.iter().copied().chain([bad]).collect();
    let before = case.snapshot();
    let known = case.findings.len();
    let mut call = Call::new(program, all.clone());
    call.is_driver = false;
    case.run(call);
    case.check_unchanged(&before, |_| false);
    if case.findings.len() > known && !upstream.is_empty() {
        // Upstream's run is not one of the tools, so its own faults are not findings.
        let mut call = Call::new(llvm::tool(upstream), all);
        call.is_driver = false;
        let ours = case.findings.split_off(known);
        case.run(call);
        case.ends.pop();
        let same = case.findings.len() > known;
        case.findings.truncate(known);
        if same {
            case.skip("upstream's tool crashes, too");
        } else {
            case.findings.extend(ours);
        }
    }
}
