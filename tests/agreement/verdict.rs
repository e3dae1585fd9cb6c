//! Whether the rules and ptxas agree on one case.

use crate::case::Case;
use crate::oracle::Answer;
use tileiras_contract::rules::check;
use tileiras_contract::{Fact, Sink, Subject, Violation};
use tileiras_finding::{RuleId, RuleSet, Severity};
use tileiras_target::Target;

/// A message of ptxas, and the rules of which one must report the same.
struct Text {
    part: &'static str,
    rules: &'static [RuleId],
}

const fn text(part: &'static str, rules: &'static [RuleId]) -> Text {
    Text { part, rules }
}

/// The messages of ptxas when it rejects.
#[rustfmt::skip] // a table
const ERRORS: &[Text] = &[
    text("Conflicting directives: .maxntid and .reqntid",                    &[RuleId::MaxNTidReqNTidConflict]),
    text("Conflicting directives: .reqnctapercluster and .maxclusterrank",   &[RuleId::ClusterDimRankConflict]),
    text("Positive non-zero value expected for",                             &[RuleId::PositiveValue]),
    text("Parsing error near '-'",                                           &[RuleId::PositiveValue]),
    // ptxas ignores a cluster of 0 in x.
    text("directive(s) required for directive '.blocksareclusters'",
         &[RuleId::BlocksAreClustersRequires, RuleId::PositiveValue]),
    text("Feature '.blocksareclusters' requires PTX ISA",                    &[RuleId::BlocksAreClustersPtxVersion]),
    text("Feature '.explicitcluster' requires PTX ISA",                      &[RuleId::ClusterPtxVersion]),
    text("Feature '.reqnctapercluster' requires PTX ISA",                    &[RuleId::ClusterPtxVersion]),
    text("Feature '.maxclusterrank' requires PTX ISA",                       &[RuleId::ClusterPtxVersion]),
    text("does not support .target",                                         &[RuleId::ChipPtxVersion]),
    text("Feature '.minperctamemory' requires PTX ISA",                      &[RuleId::DirectiveTarget]),
];

/// The warnings of ptxas when it accepts.
#[rustfmt::skip] // a table
const WARNINGS: &[Text] = &[
    text(".minnctapersm is ignored when neither .maxntid nor .reqntid",      &[RuleId::MinCtaSmNeedsBlock]),
    text("Value of minnctapersm for entry k is out of range",                &[RuleId::MinCtaSmRange]),
    text("Value of threads per SM for entry k is out of range. .minnctapersm will be ignored",
         &[RuleId::MinCtaSmRange]),
    // For an exact block of that size the rules report an error.
    text("Value of maxntid, for entry k is out of range. .minnctapersm and .maxntid will be ignored",
         &[RuleId::MinCtaSmRange]),
    text("Value of threads per SM for entry k is out of range. .minnctapersm and .maxntid will be ignored",
         &[RuleId::MaxNTidCap, RuleId::CtaThreadCap]),
    text("Too many maxnreg specified",                                       &[RuleId::MaxNRegRange, RuleId::MaxNRegUnlimited]),
    text("adjusting per thread register count",                              &[RuleId::MaxNRegRange]),
];

/// The rules that warn only if ptxas warns.
const WARNINGS_OF_PTXAS: &[RuleId] =
    &[RuleId::MinCtaSmNeedsBlock, RuleId::MinCtaSmRange, RuleId::MaxNRegRange, RuleId::MaxNRegUnlimited];

/// A reason why ptxas does not report a violation.
pub struct Exception {
    pub name: &'static str,
    applies: fn(&Case, &Violation) -> bool,
}

/// The intended differences. The first one that applies is counted.
pub const EXCEPTIONS: &[Exception] = &[
    // The emitter prints no cluster directive for such a chip, so ptxas cannot report a fault of one.
    Exception {
        name: "cluster facts suppressed below sm_90",
        applies: |case, violation| !case.chip.has_clusters() && vanishes(case, violation, Fact::is_cluster),
    },
    Exception {
        name: "block larger than any device launches",
        applies: |_, violation| violation.rule == RuleId::CtaThreadCap,
    },
    Exception {
        name: "cluster larger than any device launches",
        applies: |_, violation| violation.rule == RuleId::ClusterHardwareCap,
    },
    // ptxas accepts them, and drops the directive or writes the zero into the cubin.
    Exception {
        name: "zero in a cluster shape or cap, or of memory",
        applies: |case, violation| {
            let at_fault = |fact| matches!(fact, Fact::ClusterDim | Fact::MaxClusterRank | Fact::MinPerCtaMemory);
            violation.rule == RuleId::PositiveValue && vanishes(case, violation, at_fault)
        },
    },
    // Constant arguments have no directive.
    Exception {
        name: "grid constants do not reach ptxas",
        applies: |case, violation| vanishes(case, violation, |fact| fact == Fact::GridConstant),
    },
    // ptxas counts threads modulo 2 to the 32nd, and does not warn if the result is small.
    Exception {
        name: "product of the block wraps",
        applies: |case, violation| {
            let threads = case.contract.block_fact().and_then(|fact| case.contract.product(fact));
            violation.rule == RuleId::MinCtaSmRange && threads.is_some_and(|threads| threads > u32::MAX.into())
        },
    },
];

fn vanishes(case: &Case, violation: &Violation, without: impl Fn(Fact) -> bool) -> bool {
    let rest = case.without(without);
    !violations(&rest).iter().any(|other| other == violation)
}

/// What the rules report: errors for the target that the PTX names, warnings and remarks for the chip that ptxas
/// compiles for.
pub fn violations(case: &Case) -> Vec<Violation> {
    let on = |target, is_asked: fn(Severity) -> bool| {
        let mut sink = Sink::new();
        check(&Subject::new(&case.contract, target), &RuleSet::of(|rule| is_asked(rule.severity())), &mut sink);
        sink.take()
    };
    let mut found = on(case.target(), |severity| severity == Severity::Error);
    found.extend(on(Target::new(case.arch, case.ptx), |severity| severity != Severity::Error));
    found
}

/// The result of a comparison.
#[derive(Default)]
pub struct Verdict {
    /// Indices in [`EXCEPTIONS`], one for each violation that is excused.
    pub excused: Vec<usize>,
    /// Descriptions of the differences that are not intended.
    pub disagreements: Vec<String>,
}

/// Compares the violations with the result of ptxas. `answer` is `None` if the emitter refuses the contract.
pub fn compare(case: &Case, ours: &[Violation], answer: Option<&Answer>) -> Verdict {
    let mut verdict = Verdict::default();
    let errors = || ours.iter().filter(|violation| violation.severity() == Severity::Error);
    match answer {
        None if errors().next().is_none() => verdict.disagree("the emitter refuses it, no rule does"),
        None => {}
        Some(Answer::Crashes { .. }) if errors().any(|violation| violation.rule == RuleId::NTidOverflow) => {}
        Some(Answer::Crashes { signal }) => {
            verdict.disagree(format!("ptxas crashes with signal {signal}, ntid-overflow reports nothing"));
        }
        Some(Answer::Rejects { errors }) => {
            if errors.is_empty() {
                verdict.disagree("ptxas rejects it without a message");
            }
            // There can be warnings for a rejected text, too.
            errors
                .iter()
                .filter(|line| !line.contains("warning"))
                .for_each(|line| verdict.check_line(line, ERRORS, ours));
        }
        Some(Answer::Accepts { warnings }) => {
            warnings.iter().for_each(|line| verdict.check_line(line, WARNINGS, ours));
            errors().for_each(|violation| verdict.excuse(case, violation, "ptxas accepts it"));
            let shared = |violation: &&Violation| WARNINGS_OF_PTXAS.contains(&violation.rule);
            for violation in ours.iter().filter(shared).filter(|violation| !is_warned_of(violation, warnings)) {
                verdict.excuse(case, violation, "ptxas does not warn of it");
            }
        }
    }
    verdict
}

/// Whether one of the warnings corresponds to the violation.
fn is_warned_of(violation: &Violation, warnings: &[String]) -> bool {
    let texts = WARNINGS.iter().filter(|text| text.rules.contains(&violation.rule));
    texts.into_iter().any(|text| warnings.iter().any(|line| line.contains(text.part)))
}

impl Verdict {
    fn disagree(&mut self, what: impl Into<String>) {
        self.disagreements.push(what.into());
    }

    /// Checks that a line of ptxas is in the table, and that one of its rules is violated.
    fn check_line(&mut self, line: &str, table: &[Text], ours: &[Violation]) {
        let Some(text) = table.iter().find(|text| line.contains(text.part)) else {
            return self.disagree(format!("no rule corresponds to: {line}"));
        };
        if !ours.iter().any(|violation| text.rules.contains(&violation.rule)) {
            let rules: Vec<_> = text.rules.iter().map(|rule| rule.name()).collect();
            self.disagree(format!("no violation of {}, ptxas reports: {line}", rules.join(" and ")));
        }
    }

    /// Checks that there is an exception for a violation that ptxas does not report.
    fn excuse(&mut self, case: &Case, violation: &Violation, what: &str) {
        match EXCEPTIONS.iter().position(|exception| (exception.applies)(case, violation)) {
            Some(index) => self.excused.push(index),
            None => self.disagree(format!("{what}: {} [{}]", violation.message, violation.rule)),
        }
    }
}
