//! Checks the launch contracts and the bodies of a PTX file against the rules.
//!
//! Accepts a text, its headers ([`crate::read`]), a target and the enabled rules. Reports each violation of the groups
//! `shape`, `limits`, `assembler`, `body` and `isa` once, at the first byte of the statement or of the header that
//! breaks the rule. Those about directives come first; otherwise the order is that of the functions. Messages name
//! directives of PTX instead of attributes of MLIR. Linear in the text, except for the analysis of its execution
//! ([`tileiras_kernel::execution`]).
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

use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_contract::read::{NearMiss, near_directive};
use tileiras_contract::{Fact, FactValue, FunctionFacts, Value};
use tileiras_finding::{Certainty, RuleId, RuleSet, Severity};
use tileiras_kernel::{Analysis, FunctionId, InstId};
use tileiras_lint::{Subject, check_function, entry};
use tileiras_target::Target;

use crate::body::{FunctionSource, PtxProgram, read_program};
use crate::directive::{Directive, axes};
use crate::header::{FunctionKind, Header, Ptx, StatedDirective};
use crate::statement::mnemonic_at;

const LOCAL_MAXNREG: &str = ".local_maxnreg";

/// A violation of a rule in a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: RuleId,
    /// Its severity.
    pub severity: Severity,
    /// How much is known of it.
    pub certainty: Certainty,
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

/// Checks the functions of a text. `target` is what the text is assembled for: its chip decides the limits. Its version
/// and the chip of the `.target` of the text decide which directives and instructions the text may contain.
pub fn check(text: &[u8], ptx: &Ptx<'_>, target: Target, enabled: &RuleSet) -> Vec<Finding> {
    let directives = ptx.functions.iter().flat_map(directives).filter(|finding| enabled.contains(finding.rule));
    let mut findings: Vec<Finding> = directives.collect();
    findings.extend(
        check_functions(text, ptx, target, enabled)
            .into_iter()
            .map(|finding| Finding { message: with_directives(finding.message), ..finding }),
    );
    findings
}

/// As [`check`], without the directives by themselves, and with messages that name the attributes of MLIR: for a
/// text that a compiler has made.
pub fn check_functions(text: &[u8], ptx: &Ptx<'_>, target: Target, enabled: &RuleSet) -> Vec<Finding> {
    let found = read_program(text, ptx);
    let contracts = contracts(&found, Target { chip: ptx.chip(), ptx: target.ptx }, ptx);
    let analysis = Analysis::new(&found.program, contracts.iter().map(entry));
    let mut findings = Vec::new();
    let mut seen: FxHashSet<(RuleId, InstId, String)> = FxHashSet::default();
    for (number, ((_, header), contract)) in defined(&found, ptx).zip(&contracts).enumerate() {
        let body = analysis.body(FunctionId::new(number));
        let whole = match header.kind {
            FunctionKind::Entry => "the kernel is here",
            FunctionKind::Func => "the function is here",
        };
        for violation in check_function(&Subject::new(contract, target, &body), enabled) {
            if let Some(id) = violation.instruction
                && !seen.insert((violation.rule, id, violation.message.clone()))
            {
                continue;
            }
            let position = |id: Option<InstId>| id.and_then(|id| found.position(id));
            let (position, note) = match (position(violation.instruction), position(violation.cause)) {
                (Some(instruction), Some(cause)) => (instruction, Some((cause, "the other access is here"))),
                (Some(instruction), None) => (instruction, Some((header.span.start, whole))),
                (None, cause) => (header.span.start, cause.map(|cause| (cause, "the instruction is here"))),
            };
            let subject = match violation.instruction {
                Some(_) => format!("'{}'", mnemonic_at(text, position)),
                None => subject(header),
            };
            findings.push(Finding {
                rule: violation.rule,
                severity: violation.severity(),
                certainty: violation.certainty,
                message: violation.message,
                subject,
                position,
                note,
            });
        }
    }
    findings
}

/// The functions that have a body, each with its header.
fn defined<'a, 't>(
    found: &'a PtxProgram,
    ptx: &'a Ptx<'t>,
) -> impl Iterator<Item = (&'a FunctionSource, &'a Header<'t>)> {
    found.functions.iter().filter_map(|source| Some((source, ptx.functions.get(source.header)?)))
}

/// The contracts of the functions that have a body.
pub(crate) fn contracts<'a>(found: &'a PtxProgram, language: Target, ptx: &'a Ptx<'_>) -> Vec<FunctionFacts<'a>> {
    let contract = |(source, header): (&FunctionSource, &'a Header<'_>)| FunctionFacts {
        is_local: source.is_local,
        ..contract(header, language)
    };
    defined(found, ptx).map(contract).collect()
}

/// `kernel 'k':`.
pub(crate) fn subject(header: &Header<'_>) -> String {
    let kind = match header.kind {
        FunctionKind::Entry => "kernel",
        FunctionKind::Func => "function",
    };
    format!("{kind} '{}':", header.name)
}

/// The directives of a header that are not known, and those that are not in force, as another one of the same name has
/// other values.
fn directives(header: &Header<'_>) -> Vec<Finding> {
    let finding = |id, message, stated: &StatedDirective<'_>, note| Finding {
        rule: id,
        severity: id.severity(),
        certainty: Certainty::Certain,
        subject: subject(header),
        message,
        position: stated.span.start,
        note,
    };
    let unknown = header.directives.iter().filter(|stated| stated.launch.is_none()).filter_map(move |stated| {
        let message = match near_directive(stated.name)? {
            NearMiss::Name(meant) => format!("unknown directive '{}', did you mean '{meant}'?", stated.name),
            NearMiss::Obsolete | NearMiss::Unknown => format!("unknown directive '{}'", stated.name),
        };
        Some(finding(RuleId::UnknownLaunchAttribute, message, stated, None))
    });
    let repeated = overridden(header).into_iter().map(move |(stated, directive, last, by)| {
        let message = format!("'{directive}' is overridden by a later '{by}'");
        finding(RuleId::RepeatedDirective, message, stated, Some((last.span.start, "the last one is here")))
    });
    let caps = || header.directives.iter().filter(|stated| stated.name == LOCAL_MAXNREG).zip(&header.local_maxnregs);
    let first = caps().next();
    let ignored = caps().filter_map(move |(stated, other)| {
        let (first, cap) = first.filter(|(_, cap)| *cap != other)?;
        let message = format!("'{LOCAL_MAXNREG} {other}' is ignored after '{LOCAL_MAXNREG} {cap}'");
        Some(finding(RuleId::RepeatedDirective, message, stated, Some((first.span.start, "the first one is here"))))
    });
    let mut findings: Vec<Finding> = unknown.chain(repeated).chain(ignored).collect();
    findings.sort_by_key(|finding| finding.position);
    findings
}

/// The directives that a later one of the same name with other values overrides, each with the last one of its name.
fn overridden<'h, 'a>(
    header: &'h Header<'a>,
) -> Vec<(&'h StatedDirective<'a>, &'h Directive, &'h StatedDirective<'a>, &'h Directive)> {
    let launch = || header.directives.iter().filter_map(|stated| Some((stated, stated.launch.as_ref()?)));
    let mut last: FxHashMap<&str, (&StatedDirective<'_>, &Directive)> = FxHashMap::default();
    last.extend(launch().map(|(stated, directive)| (directive.name(), (stated, directive))));
    let found = launch().filter_map(|(stated, directive)| {
        let (last, by) = *last.get(directive.name())?;
        (axes(directive) != axes(by)).then_some((stated, directive, last, by))
    });
    found.collect()
}

/// What a header states, as the attributes that state the same in IR. `language` is the target of the text.
fn contract(header: &Header<'_>, language: Target) -> FunctionFacts<'static> {
    let mut found = FunctionFacts::new();
    if header.is_kernel() {
        found.add_attribute(Fact::Kernel.attribute(), Value::Unit);
        // Of several directives of one name the last counts. A shape of the cluster implies `.explicitcluster`.
        let facts = header.facts();
        for (fact, value) in facts.iter() {
            let written = header.launch().rfind(|directive| Some(directive.name()) == fact.directive());
            let value = match value {
                FactValue::Unit => Value::Unit,
                FactValue::Scalar(number) => Value::Integer { value: (*number).into(), width: 32 },
                // Sizes that are left out are 1.
                FactValue::Dims(sizes) => Value::Sizes(written.map_or(&sizes[..], Directive::values).to_vec().into()),
                _ => continue,
            };
            if fact != Fact::Kernel {
                found.add_attribute(fact.attribute(), value);
            }
        }
    }
    found.results = header.results;
    found.ptx = Some(language);
    found.local_maxnreg = header.local_maxnreg().filter(|_| header.is_kernel());
    found
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
