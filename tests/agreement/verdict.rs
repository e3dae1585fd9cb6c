//! Whether the rules and ptxas agree on one case.

use crate::case::Case;
use crate::oracle::Answer;
use tileiras_contract::rules::check;
use tileiras_contract::{Fact, RuleId, RuleSet, Severity, Sink, Subject, Violation};
use tileiras_target::Target;

/// A text of ptxas, and the rules of which one must have spoken.
struct Text {
    part: &'static str,
    rules: &'static [RuleId],
}

const fn text(part: &'static str, rules: &'static [RuleId]) -> Text {
    Text { part, rules }
}

/// What ptxas says when it rejects.
#[rustfmt::skip] // a table
const ERRORS: &[Text] = &[
    text("Conflicting directives: .maxntid and .reqntid",                    &[RuleId::MaxNTidReqNTidConflict]),
    text("Conflicting directives: .reqnctapercluster and .maxclusterrank",   &[RuleId::ClusterDimRankConflict]),
    text("Positive non-zero value expected for",                             &[RuleId::PositiveValue]),
    text("Parsing error near '-'",                                           &[RuleId::PositiveValue]),
    // A cluster of 0 in x is no cluster to ptxas.
    text("directive(s) required for directive '.blocksareclusters'",         &[RuleId::BlocksAreClustersRequires, RuleId::PositiveValue]),
    text("Feature '.blocksareclusters' requires PTX ISA",                    &[RuleId::BlocksAreClustersPtxVersion]),
    text("Feature '.explicitcluster' requires PTX ISA",                      &[RuleId::ClusterPtxVersion]),
    text("Feature '.reqnctapercluster' requires PTX ISA",                    &[RuleId::ClusterPtxVersion]),
    text("Feature '.maxclusterrank' requires PTX ISA",                       &[RuleId::ClusterPtxVersion]),
    text("does not support .target",                                         &[RuleId::ChipPtxVersion]),
];

/// What ptxas says when it accepts.
#[rustfmt::skip] // a table
const WARNINGS: &[Text] = &[
    text(".minnctapersm is ignored when neither .maxntid nor .reqntid",      &[RuleId::MinCtaSmNeedsBlock]),
    text("Value of minnctapersm for entry k is out of range",                &[RuleId::MinCtaSmRange]),
    text("Value of threads per SM for entry k is out of range. .minnctapersm will be ignored", &[RuleId::MinCtaSmRange]),
    // An exact block of that size is an error of ours.
    text("Value of maxntid, for entry k is out of range. .minnctapersm and .maxntid will be ignored", &[RuleId::MinCtaSmRange]),
    text("Value of threads per SM for entry k is out of range. .minnctapersm and .maxntid will be ignored", &[RuleId::MaxNTidCap, RuleId::CtaThreadCap]),
    text("Too many maxnreg specified",                                       &[RuleId::MaxNRegRange]),
    text("adjusting per thread register count",                              &[RuleId::MaxNRegRange]),
];

/// The rules that warn of what ptxas warns of, and of nothing else.
const WARNINGS_OF_PTXAS: &[RuleId] = &[RuleId::MinCtaSmNeedsBlock, RuleId::MinCtaSmRange, RuleId::MaxNRegRange];

/// Why a violation of ours is not shared by ptxas.
pub struct Exception {
    pub name: &'static str,
    applies: fn(&Case, &Violation) -> bool,
}

/// Where the two differ on purpose. The first that applies is counted.
pub const EXCEPTIONS: &[Exception] = &[
    // The emitter prints no cluster directive for such a chip: whatever is wrong with the facts, ptxas does not see it.
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
    // ptxas takes them, and drops the directive or writes the zero into the cubin.
    Exception {
        name: "zero in a cluster shape or cap",
        applies: |case, violation| {
            let at_fault = |fact| fact == Fact::ClusterDim || fact == Fact::MaxClusterRank;
            violation.rule == RuleId::PositiveValue && vanishes(case, violation, at_fault)
        },
    },
    // Constant arguments have no directive.
    Exception {
        name: "grid constants do not reach ptxas",
        applies: |case, violation| vanishes(case, violation, |fact| fact == Fact::GridConstant),
    },
    // ptxas counts threads modulo 2 to the 32nd, and says nothing if little is left.
    Exception {
        name: "product of the block wraps",
        applies: |case, violation| {
            let threads = case.contract.block().and_then(|fact| case.contract.product(fact));
            violation.rule == RuleId::MinCtaSmRange && threads.is_some_and(|threads| threads > u32::MAX.into())
        },
    },
];

fn vanishes(case: &Case, violation: &Violation, without: impl Fn(Fact) -> bool) -> bool {
    let rest = case.without(without);
    !violations(&rest).iter().any(|other| other == violation)
}

/// What the rules say: on the target that the PTX names, but warnings about the chip on the one that ptxas compiles for.
pub fn violations(case: &Case) -> Vec<Violation> {
    let on = |target, severity| {
        let mut sink = Sink::new();
        check(&Subject::new(&case.contract, target), &RuleSet::of(|rule| rule.severity == severity), &mut sink);
        sink.take()
    };
    let mut found = on(case.target(), Severity::Error);
    found.extend(on(Target::new(case.arch, case.ptx), Severity::Warning));
    found
}

/// How a comparison ended.
#[derive(Default)]
pub struct Verdict {
    /// Places in [`EXCEPTIONS`], each once for each violation that it excuses.
    pub excused: Vec<usize>,
    /// What is not as it should be.
    pub disagreements: Vec<String>,
}

/// Compares what we say with what ptxas says; with nothing, if the emitter refuses the contract.
pub fn compare(case: &Case, ours: &[Violation], answer: Option<&Answer>) -> Verdict {
    let mut verdict = Verdict::default();
    let errors = || ours.iter().filter(|violation| violation.severity() == Severity::Error);
    match answer {
        None if errors().next().is_none() => verdict.disagree("the emitter refuses it, no rule does"),
        None => {}
        Some(Answer::Dies { .. }) if errors().any(|violation| violation.rule == RuleId::NTidOverflow) => {}
        Some(Answer::Dies { signal }) => {
            verdict.disagree(format!("ptxas dies of signal {signal}, ntid-overflow is content"));
        }
        Some(Answer::Rejects { errors }) => {
            if errors.is_empty() {
                verdict.disagree("ptxas rejects it without a word");
            }
            // A rejected text may have got warnings as well.
            errors.iter().filter(|line| !line.contains("warning")).for_each(|line| verdict.account(line, ERRORS, ours));
        }
        Some(Answer::Accepts { warnings }) => {
            warnings.iter().for_each(|line| verdict.account(line, WARNINGS, ours));
            errors().for_each(|violation| verdict.excuse(case, violation, "ptxas accepts it"));
            let shared = |violation: &&Violation| WARNINGS_OF_PTXAS.contains(&violation.rule);
            for violation in ours.iter().filter(shared).filter(|violation| !is_said(violation, warnings)) {
                verdict.excuse(case, violation, "ptxas does not warn of it");
            }
        }
    }
    verdict
}

/// Whether ptxas warns of what the rule warns of.
fn is_said(violation: &Violation, warnings: &[String]) -> bool {
    let texts = WARNINGS.iter().filter(|text| text.rules.contains(&violation.rule));
    texts.into_iter().any(|text| warnings.iter().any(|line| line.contains(text.part)))
}

impl Verdict {
    fn disagree(&mut self, what: impl Into<String>) {
        self.disagreements.push(what.into());
    }

    /// A line of ptxas must be in the table, and a rule that stands for it must have spoken.
    fn account(&mut self, line: &str, table: &[Text], ours: &[Violation]) {
        let Some(text) = table.iter().find(|text| line.contains(text.part)) else {
            return self.disagree(format!("no rule stands for: {line}"));
        };
        if !ours.iter().any(|violation| text.rules.contains(&violation.rule)) {
            let rules: Vec<_> = text.rules.iter().map(|rule| rule.name()).collect();
            self.disagree(format!("{} content, ptxas says: {line}", rules.join(" and ")));
        }
    }

    /// A violation that ptxas does not share must have a reason.
    fn excuse(&mut self, case: &Case, violation: &Violation, what: &str) {
        match EXCEPTIONS.iter().position(|exception| (exception.applies)(case, violation)) {
            Some(place) => self.excused.push(place),
            None => self.disagree(format!("{what}: {} [{}]", violation.message, violation.rule)),
        }
    }
}
