//! Checks PTX text and compares the findings with those that the text announces.
//!
//! A line announces a finding at its end: `bar.sync 16; //! named-barrier-range: barrier id must be 0 to 15, got 16`. A
//! finding about a kernel is announced at the instruction that is its cause.

use std::fmt::Write;

use tileiras_contract::FunctionFacts;
use tileiras_finding::{Group, RuleId, RuleSet};
use tileiras_kernel::{Analysis, FunctionId};
use tileiras_lint::{Subject, check_function, entry};
use tileiras_ptx::{FunctionSource, Header, PtxProgram, read, read_program};
use tileiras_target::Target;

/// What the announcements begin with.
const MARK: &str = "//! ";

/// One finding: the line, and the identifier of the rule with its message.
pub type Finding = (usize, String);

/// The facts that the directives of a header state, as attributes.
fn facts<'a>(header: &Header<'_>, target: Target) -> FunctionFacts<'a> {
    let mut facts = FunctionFacts::new();
    facts.results = header.results;
    facts.ptx = Some(target);
    for (fact, value) in header.facts().iter() {
        facts.add_attribute(fact.attribute(), value.to_attribute());
    }
    facts
}

/// The findings of the rules about bodies, by line.
pub fn findings(text: &str, rules: &RuleSet) -> Vec<Finding> {
    let ptx = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let PtxProgram { program, functions, positions } = read_program(text.as_bytes(), &ptx);
    let facts = |source: &FunctionSource| FunctionFacts {
        is_local: source.is_local,
        ..facts(&ptx.functions[source.header], ptx.stated_target())
    };
    let facts: Vec<FunctionFacts<'_>> = functions.iter().map(facts).collect();
    let analysis = Analysis::new(&program, facts.iter().map(entry));
    let target = Target { chip: ptx.chip(), ptx: ptx.ptx_version() };
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end).collect();
    let mut found = Vec::new();
    for (index, facts) in facts.iter().enumerate() {
        let body = analysis.body(FunctionId::new(index));
        let violations = check_function(&Subject::new(facts, target, &body), rules).into_iter();
        for violation in violations.filter(|found| matches!(found.rule.group(), Group::Body | Group::Isa)) {
            let position = match violation.instruction.or(violation.cause) {
                Some(id) => positions[id.index()],
                None => ptx.functions[functions[index].header].span.start,
            };
            let line = ends.partition_point(|&end| end < position) + 1;
            found.push((line, format!("{}: {}", violation.rule, violation.message)));
        }
    }
    found.sort();
    found
}

/// What the messages of findings of launches have.
const OF_LAUNCH: [&str; 2] = [", in every launch", ", in a launch of "];

/// Asserts that the rules find what the text announces, and nothing else. What goes wrong in launches with chosen
/// arguments does not count: most texts are parts of kernels.
#[track_caller]
pub fn expect_file(text: &str) {
    compare(text, &RuleSet::of_faults(), |(_, finding)| !OF_LAUNCH.iter().any(|part| finding.contains(part)));
}

/// As [`expect_file`], with what goes wrong in launches with chosen arguments.
#[track_caller]
pub fn expect_launches(text: &str) {
    compare(text, &RuleSet::of_faults(), |_| true);
}

/// As [`expect_file`], with the rule about threads that are not known.
#[track_caller]
pub fn expect_pedantic(text: &str) {
    compare(text, &RuleSet::of(|rule| rule == RuleId::ThreadSetUnknown), |_| true);
}

/// One part of a text with the finding that it announces.
pub fn marked(part: &str, finding: &str) -> &'static str {
    Box::leak(format!("{part} {MARK}{finding}").into_boxed_str())
}

#[track_caller]
fn compare(text: &str, rules: &RuleSet, counts: impl Fn(&Finding) -> bool) {
    let lines = (1..).zip(text.lines());
    let mut expected: Vec<Finding> = lines
        .flat_map(|(line, text)| text.split(MARK).skip(1).map(move |found| (line, found.trim().to_owned())))
        .collect();
    expected.sort();
    let found: Vec<Finding> = findings(text, rules).into_iter().filter(counts).collect();
    if found != expected {
        let mut message = String::new();
        for (line, finding) in found.iter().filter(|finding| !expected.contains(finding)) {
            writeln!(message, "not announced: {line}: {finding}").unwrap();
        }
        for (line, finding) in expected.iter().filter(|finding| !found.contains(finding)) {
            writeln!(message, "not found: {line}: {finding}").unwrap();
        }
        for (line, text) in (1..).zip(text.lines()) {
            writeln!(message, "{line:4} {text}").unwrap();
        }
        panic!("{message}");
    }
}

/// What every text of [`kernel`] declares.
const DECLARATIONS: &str = ".reg .pred p, q, s, done; .reg .b16 h; .reg .b32 a, b, c, d, n, t, w, mask, tmem; \
    .reg .b64 x, y, state, desc; .reg .b128 handle; .reg .f32 f<8>; \
    .shared .align 16 .b8 response[16]; .shared .align 8 .b64 bar; .shared .align 8 .b64 bars[4]; \
    .shared .align 4 .b32 slot; .shared .align 4 .b32 other; .shared .align 16 .b8 data[1024];";

/// A file with functions, and a kernel with these directives and this body, for a chip.
pub fn file(chip: &str, functions: &str, directives: &str, body: &str) -> String {
    format!(
        ".version 9.1\n.target {chip}\n.address_size 64\n{functions}\n\
         .visible .entry kernel(.param .u64 pointer, .param .u32 count)\n{directives}\n{{\n{DECLARATIONS}\n{body}\nret;\n}}\n"
    )
}

/// Checks a kernel for sm_100a.
#[track_caller]
pub fn blackwell(directives: &str, body: &str) {
    expect_file(&file("sm_100a", "", directives, body));
}

/// Checks a kernel for sm_90a.
#[track_caller]
pub fn hopper(directives: &str, body: &str) {
    expect_file(&file("sm_90a", "", directives, body));
}

/// The end of a message about one launch, in which all integer arguments are one number.
pub fn in_launch(threads: u32, number: u32) -> String {
    format!(", in a launch of {threads} threads whose integer arguments are {number}")
}

/// Checks a kernel for sm_90a, with what goes wrong in launches with chosen arguments.
#[track_caller]
pub fn hopper_launches(directives: &str, body: &str) {
    expect_launches(&file("sm_90a", "", directives, body));
}

/// Checks a kernel for sm_100a, with functions.
#[track_caller]
pub fn with_functions(functions: &str, directives: &str, body: &str) {
    expect_file(&file("sm_100a", functions, directives, body));
}
