//! Checks the launch contracts and the bodies of a PTX file against the rules.
//!
//! Accepts a text, its headers ([`crate::read`]), a target and the enabled rules. Guarantees each violation of the groups
//! `shape`, `limits`, `assembler` and `isa`, once, at the first byte of the statement or of the header that breaks the
//! rule, in the order of the functions; and that messages name directives of PTX instead of attributes of MLIR. Linear
//! in the text, except for the analysis of its execution ([`tileiras_kernel::execution`]).
//!
//! ```
//! use tileiras_finding::RuleSet;
//!
//! let text = b".version 8.7\n.target sm_90a\n.entry k()\n.reqntid 2048\n{ ret; }\n";
//! let ptx = tileiras_ptx::read(text)?;
//! let found = tileiras_ptx::check(text, &ptx, ptx.stated_target(), &RuleSet::default());
//! let message = "kernel 'k': '.reqntid' must ask for at most 1024 threads in x, got 2048 [cta-thread-cap]";
//! assert_eq!(found[0].to_string(), message);
//! assert_eq!(found[0].position, 28);
//! # Ok::<(), tileiras_ptx::ReadError>(())
//! ```
//!
//! Leaves out on purpose: launches, which are not in PTX; and what `ptxas` checks itself.

use std::fmt::{self, Display, Formatter};

use rustc_hash::FxHashSet;
use tileiras_contract::{Fact, FactValue, FunctionFacts, Subject, Value, rules};
use tileiras_finding::{RuleId, RuleSet, Severity, Sink, Violation};
use tileiras_kernel::{Analysis, FunctionId, InstId};
use tileiras_target::Target;

use crate::body::read_program;
use crate::directive::Directive;
use crate::header::{FunctionKind, Header, Ptx};
use crate::statement::mnemonic_at;

/// A violation of a rule in a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: RuleId,
    /// Its severity.
    pub severity: Severity,
    /// What breaks the rule, for the start of a message: `'bar.sync'` or `kernel 'k':`.
    pub subject: String,
    /// What is wrong.
    pub message: String,
    /// The first byte of the statement or of the header that breaks the rule.
    pub position: usize,
    /// Another position that the violation is about.
    pub note: Option<(usize, &'static str)>,
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} [{}]", self.subject, self.message, self.rule)
    }
}

impl Ptx<'_> {
    /// The chip and the version that the text states, as far as they are known.
    pub fn stated_target(&self) -> Target {
        Target { chip: self.chip(), ptx: self.ptx_version() }
    }
}

/// Checks the functions of a text.
pub fn check(text: &[u8], ptx: &Ptx<'_>, target: Target, enabled: &RuleSet) -> Vec<Finding> {
    let found = read_program(text, ptx);
    let defined = || found.functions.iter().filter_map(|source| ptx.functions.get(source.header));
    let contracts: Vec<FunctionFacts<'_>> = defined().map(contract).collect();
    let analysis = Analysis::new(&found.program, contracts.iter().map(tileiras_lint::entry));
    let mut findings = Vec::new();
    let mut seen: FxHashSet<(RuleId, InstId, String)> = FxHashSet::default();
    let (mut facts, mut bodies) = (Sink::new(), tileiras_lint::Sink::new());
    for (number, (header, contract)) in defined().zip(&contracts).enumerate() {
        rules::check(&Subject::new(contract, target), enabled, &mut facts);
        let body = analysis.body(FunctionId::new(number));
        tileiras_lint::check(&tileiras_lint::Subject::new(contract, target, &body), enabled, &mut bodies);
        let (kind, whole) = match header.kind {
            FunctionKind::Entry => ("kernel", "the kernel is here"),
            FunctionKind::Func => ("function", "the function is here"),
        };
        for violation in facts.take().into_iter().map(Violation::widen).chain(bodies.take()) {
            if let Some(id) = violation.instruction
                && !seen.insert((violation.rule, id, violation.message.clone()))
            {
                continue;
            }
            let position = |id: Option<InstId>| id.and_then(|id| found.position(id));
            let (position, note) = match (position(violation.instruction), position(violation.cause)) {
                (Some(instruction), _) => (instruction, Some((header.span.start, whole))),
                (None, cause) => (header.span.start, cause.map(|cause| (cause, "the instruction is here"))),
            };
            let subject = match violation.instruction {
                Some(_) => format!("'{}'", mnemonic_at(text, position)),
                None => format!("{kind} '{}':", header.name),
            };
            findings.push(Finding {
                rule: violation.rule,
                severity: violation.severity(),
                message: with_directives(violation.message),
                subject,
                position,
                note,
            });
        }
    }
    findings
}

/// What a header states, as the attributes that state the same in IR.
fn contract(header: &Header<'_>) -> FunctionFacts<'static> {
    let mut found = FunctionFacts::new();
    if header.kind == FunctionKind::Entry {
        found.attribute(Fact::Kernel.attribute(), Value::Unit);
        // Of several directives of one name the last counts. A shape of the cluster implies `.explicitcluster`.
        let facts = header.facts();
        for (fact, value) in facts.iter() {
            let written = header.launch().rfind(|directive| Some(directive.name()) == fact.directive());
            let value = match value {
                FactValue::Unit => Value::Unit,
                FactValue::Scalar(number) => Value::i32(signed(*number)),
                FactValue::Dims(sizes) => {
                    // Sizes that are left out are 1. The attribute of the cluster states all of them.
                    let written = written.filter(|_| fact != Fact::ClusterDim);
                    let sizes = written.map_or(&sizes[..], Directive::values);
                    Value::I32Array(sizes.iter().map(|size| signed(*size)).collect())
                }
                _ => continue,
            };
            if fact != Fact::Kernel {
                found.attribute(fact.attribute(), value);
            }
        }
    }
    found.results = header.results;
    found.is_ptx = true;
    found
}

/// A value of a directive. No rule accepts a larger one than this.
fn signed(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// A message about attributes, about the directives that state the same.
pub fn with_directives(mut message: String) -> String {
    if message.contains(tileiras_contract::PREFIX) {
        for fact in Fact::ALL {
            if let Some(directive) = fact.directive() {
                message = message.replace(&format!("'{}'", fact.attribute()), &format!("'{directive}'"));
            }
        }
    }
    message
}
