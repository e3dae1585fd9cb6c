//! PTX text of inline assembly: the statements that have a form in the execution model, with guards and operands.
//!
//! Accepts the text of `llvm.inline_asm` and of `nvvm.inline_ptx`. Guarantees the statements in the order of the text,
//! each with its form, its guard and its operands. Refuses nothing: a statement without a form is skipped. Linear in
//! the text, except that each guard is looked up among the predicates that the text defines.
//!
//! The text is split at `;` and at white space, not by the tokeniser of this crate ([`mod@crate::reader`]). It is a
//! template, not PTX: it has placeholders such as `${0:r}` and `{$rw0}`. And the tokeniser stops at the first
//! error (a byte that is not ASCII, a comment or a string that is not closed, `#`), while the statements after it are
//! needed here.
//!
//! Leaves out on purpose: branches within the text, which is read from the first statement to the last; and the values
//! of registers, except for predicates that state which threads execute a statement.

mod mnemonic;
mod text;

pub use text::{Lowered, Surroundings, Symbol, Text, lower};

use tileiras_kernel::{CtaGroup, InstructionForm};
use tileiras_target::Feature;
use tileiras_target::feature::Features;

/// One statement.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Statement {
    /// What it does.
    pub form: InstructionForm,
    /// The guard, `@p` or `@!p`.
    pub guard: Option<Guard>,
    /// `.cta_group::1` or `.cta_group::2`.
    pub group: Option<CtaGroup>,
    /// The registers of 32 bits that the accumulator of a `wgmma.mma_async` takes in each thread; else 0.
    pub accumulator: u32,
    /// The operands, in order.
    pub operands: Vec<Operand>,
}

/// The guard of a statement: the statement is executed if the predicate has the value `holds`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Guard {
    /// The predicate.
    pub predicate: Predicate,
    /// The value.
    pub holds: bool,
}

/// What is known about a predicate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Predicate {
    /// Nothing.
    Unknown,
    /// It is true if an operand of the operation is not zero.
    Operand(Placeholder),
    /// It is true in at most one lane of each warp: the result of `elect.sync`, or `%laneid` compared with a constant.
    OneLane,
    /// It is true in at most one thread in x: `%tid.x` compared with a constant.
    OneThreadInX,
}

/// An operand of the operation, as the text refers to it.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum Placeholder {
    /// `$0`: of the results and then the arguments.
    Numbered(usize),
    /// `{$r0}`: of the arguments that are only read.
    ReadOnly(usize),
    /// `{$rw0}`: of the arguments that are read and written.
    ReadWrite(usize),
    /// `{$w0}`: of the results that are only written.
    WriteOnly(usize),
}

/// An operand of a statement.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Operand {
    /// An integer.
    Constant(i64),
    /// An operand of the operation.
    Placeholder(Placeholder),
    /// Anything else, such as a register of the text.
    Other,
}

/// Reads the statements of a text that have a form.
///
/// ```
/// use tileiras_kernel::Opcode;
/// use tileiras_ptx::inline::{Operand, Placeholder, read};
///
/// let statements = read("add.u32 $0, $1, 1; bar.sync $2, 64;");
/// assert_eq!(statements.len(), 1);
/// assert_eq!(statements[0].form.opcode, Opcode::Barrier);
/// assert_eq!(statements[0].operands, [Operand::Placeholder(Placeholder::Numbered(2)), Operand::Constant(64)]);
/// ```
pub fn read(text: &str) -> Vec<Statement> {
    let mut reader = StatementReader { found: Vec::new(), predicates: Vec::new() };
    let text = without_comments(text);
    for statement in text.split(';').filter_map(without_labels) {
        reader.statement(statement);
    }
    reader.found
}

/// The features that an instruction needs of the target.
pub(crate) fn features(mnemonic: &str, operands: &str) -> Features {
    mnemonic::form(mnemonic, operands).and_then(|form| form.needs).into_iter().collect()
}

/// Whether a text has `elect.sync`. If it has, its results can state whether this lane is elected.
pub fn elects_lane(text: &str) -> bool {
    read(text).iter().any(|statement| statement.form.needs == Some(Feature::ElectSync))
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        out.push_str(&rest[..start]);
        let comment = &rest[start..];
        let end = match comment.as_bytes().get(1) {
            Some(b'/') => comment.find('\n').unwrap_or(comment.len()),
            Some(b'*') => comment.find("*/").map_or(comment.len(), |end| end + 2),
            _ => {
                out.push('/');
                1
            }
        };
        rest = &comment[end..];
    }
    out.push_str(rest);
    out
}

/// A statement without the labels, and the `{` and `}` of scopes, in front of it.
fn without_labels(piece: &str) -> Option<&str> {
    let mut piece = piece.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == '}');
    while let Some((label, rest)) = piece.split_once(':') {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '{' | '}');
        if rest.starts_with(':') || label.is_empty() || !label.trim().chars().all(plain) {
            break;
        }
        piece = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == '}');
    }
    (!piece.is_empty()).then_some(piece)
}

struct StatementReader<'t> {
    found: Vec<Statement>,
    /// The predicate registers of the text, in the order of their definitions.
    predicates: Vec<(&'t str, Guard)>,
}

impl<'t> StatementReader<'t> {
    fn statement(&mut self, text: &'t str) {
        let (guard, text) = match text.strip_prefix('@') {
            Some(guarded) => {
                let (name, rest) = guarded.split_once(char::is_whitespace).unwrap_or((guarded, ""));
                let (name, holds) = name.strip_prefix('!').map_or((name, true), |name| (name, false));
                (Some(self.guard(name, holds)), rest.trim_start())
            }
            None => (None, text),
        };
        let (mnemonic, rest) = text.split_once(char::is_whitespace).unwrap_or((text.trim_end(), ""));
        let names: Vec<&'t str> = operands(rest).collect();
        self.define(mnemonic, &names);
        let Some(form) = mnemonic::form(mnemonic, rest) else { return };
        self.found.push(Statement {
            form,
            guard,
            group: mnemonic::group(mnemonic),
            accumulator: mnemonic::accumulator(mnemonic),
            operands: names.into_iter().map(operand).collect(),
        });
    }

    fn guard(&self, name: &str, holds: bool) -> Guard {
        if let Some(placeholder) = placeholder(name) {
            return Guard { predicate: Predicate::Operand(placeholder), holds };
        }
        match self.predicates.iter().rev().find(|(known, _)| *known == name) {
            Some((_, known)) => Guard { predicate: known.predicate.clone(), holds: known.holds == holds },
            None => Guard { predicate: Predicate::Unknown, holds },
        }
    }

    /// Records what is known about the predicate that a statement defines.
    fn define(&mut self, mnemonic: &str, operands: &[&'t str]) {
        let Some(target) = operands.first() else { return };
        let known = if mnemonic == "elect.sync" {
            // `elect.sync lane|predicate, mask`.
            let name = target.split_once('|').map_or(*target, |(_, name)| name.trim());
            self.predicates.push((name, Guard { predicate: Predicate::OneLane, holds: true }));
            return;
        } else if let Some(kind) = mnemonic.strip_prefix("setp.") {
            let comparison = kind.split('.').next().unwrap_or_default();
            let holds = match comparison {
                "eq" => true,
                "ne" => false,
                _ => return self.predicates.push((target, UNKNOWN)),
            };
            match (operands.get(1).map(|text| (*text, operand(text))), operands.get(2).map(|text| operand(text))) {
                (Some(("%tid.x" | "%%tid.x", _)), Some(Operand::Constant(_))) => {
                    Guard { predicate: Predicate::OneThreadInX, holds }
                }
                (Some(("%laneid" | "%%laneid", _)), Some(Operand::Constant(_))) => {
                    Guard { predicate: Predicate::OneLane, holds }
                }
                (Some((_, Operand::Placeholder(placeholder))), Some(Operand::Constant(0))) => {
                    Guard { predicate: Predicate::Operand(placeholder), holds: !holds }
                }
                _ => UNKNOWN,
            }
        } else {
            return;
        };
        self.predicates.push((target, known));
    }
}

const UNKNOWN: Guard = Guard { predicate: Predicate::Unknown, holds: true };

/// The operands of a statement: the parts between commas that are not in brackets.
fn operands(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |c| {
        match c {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth <= 0
    })
    .map(str::trim)
    .filter(|operand| !operand.is_empty())
}

fn operand(text: &str) -> Operand {
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).trim();
    if let Some(placeholder) = placeholder(text) {
        return Operand::Placeholder(placeholder);
    }
    constant(text).map_or(Operand::Other, Operand::Constant)
}

/// `$0`, `%0`, `${0:r}`, `{$r0}`, `{$rw0}`.
fn placeholder(text: &str) -> Option<Placeholder> {
    let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    if let Some(name) = text.strip_prefix('%') {
        return name.parse().ok().map(Placeholder::Numbered);
    }
    let name = text.strip_prefix('$')?;
    let name = name.strip_prefix('{').and_then(|name| name.split([':', '}']).next()).unwrap_or(name);
    if let Some(number) = name.strip_prefix("rw") {
        return number.parse().ok().map(Placeholder::ReadWrite);
    }
    if let Some(number) = name.strip_prefix('r') {
        return number.parse().ok().map(Placeholder::ReadOnly);
    }
    name.parse().ok().map(Placeholder::Numbered)
}

/// The value of an integer of PTX, with or without a sign; `None` if it does not fit into a signed 64-bit integer.
fn constant(text: &str) -> Option<i64> {
    let text = text.trim_end_matches(['u', 'U']);
    let (text, sign) = text.strip_prefix('-').map_or((text, 1), |text| (text, -1));
    let value = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => i64::from_str_radix(&text[2..], 16),
        [b'0', b'b' | b'B', ..] => i64::from_str_radix(&text[2..], 2),
        [b'0', _, ..] => i64::from_str_radix(&text[1..], 8),
        _ => text.parse(),
    };
    value.ok().and_then(|value: i64| value.checked_mul(sign))
}

#[cfg(test)]
mod tests {
    use super::{Guard, Operand, Placeholder, Predicate, elects_lane, read};
    use tileiras_kernel::{CtaGroup, Opcode, Tcgen05};
    use tileiras_target::Feature;

    fn needs(text: &str) -> Vec<Option<Feature>> {
        read(text).into_iter().map(|statement| statement.form.needs).collect()
    }

    #[test]
    fn statements_are_found_after_labels_scopes_and_comments() {
        let text = "{\n.reg .b32 r; // mapa is not here\nagain: mapa.u64 $0, $1, 0; /* barrier.cluster.wait; */\
                    barrier.cluster.arrive.relaxed;}\nbarrier.cluster.wait.acquire.aligned;";
        assert_eq!(
            needs(text),
            [Feature::Mapa, Feature::ClusterBarrierSemantics, Feature::ClusterBarrierSemantics].map(Some)
        );
        assert_eq!(needs("mov.u32 mapa, 1; add.s32 $0, $1, $2"), []);
    }

    #[test]
    fn qualifiers_make_the_feature() {
        assert_eq!(
            needs("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [$0], [$1];"),
            [Some(Feature::ClcTryCancel)]
        );
        let multicast =
            "clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [a], [b]";
        assert_eq!(needs(multicast), [Some(Feature::ClcMulticast)]);
        assert_eq!(needs("ld.shared::cluster.u32 $0, [$1];"), [Some(Feature::ClusterSharedAccess)]);
        assert_eq!(needs("mov.u32 $0, %cluster_ctarank;"), [Some(Feature::ClusterRegisters)]);
        assert_eq!(needs("tcgen05.mma.cta_group::1.kind::i8 [$0], $1, $2, $3, 1;"), [Some(Feature::Tcgen05MmaI8)]);
    }

    #[test]
    fn groups_accumulators_and_operands_are_read() {
        let found = read("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [$0], 0x80;");
        assert_eq!(found[0].form.opcode, Opcode::Tcgen05(Tcgen05::Alloc));
        assert_eq!(found[0].group, Some(CtaGroup::Two));
        assert_eq!(found[0].operands, [Operand::Placeholder(Placeholder::Numbered(0)), Operand::Constant(128)]);
        let wide = "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {a, b}, $1, $2, p, 1, 1, 0, 0;";
        assert_eq!(read(wide)[0].accumulator, 128);
        assert_eq!(
            read("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {a}, $1, $2, 1, 1, 1, 0, 0;")[0].accumulator,
            2
        );
        assert_eq!(
            read("bar.sync {$r1}, 96;")[0].operands,
            [Operand::Placeholder(Placeholder::ReadOnly(1)), Operand::Constant(96)]
        );
    }

    #[test]
    fn guards_state_which_threads_execute() {
        let guard = |text: &str| read(text).pop().and_then(|statement| statement.guard);
        let elected = "elect.sync _|p, 0xffffffff; @p tcgen05.shift.cta_group::1.down [$0];";
        assert_eq!(guard(elected), Some(Guard { predicate: Predicate::OneLane, holds: true }));
        assert!(elects_lane(elected));
        let first = "setp.ne.u32 q, %tid.x, 0; @!q tcgen05.shift.cta_group::1.down [$0];";
        assert_eq!(guard(first), Some(Guard { predicate: Predicate::OneThreadInX, holds: true }));
        let asked = "setp.ne.b32 p, $2, 0; @p mapa.u64 $0, $1, 0;";
        assert_eq!(guard(asked), Some(Guard { predicate: Predicate::Operand(Placeholder::Numbered(2)), holds: true }));
        assert_eq!(
            guard("@!{$r3} mapa.u64 a, b, 0;"),
            Some(Guard { predicate: Predicate::Operand(Placeholder::ReadOnly(3)), holds: false })
        );
        assert_eq!(guard("@x mapa.u64 a, b, 0;"), Some(Guard { predicate: Predicate::Unknown, holds: true }));
    }

    #[test]
    fn malformed_text_does_not_panic() {
        for text in [
            "",
            "@",
            "@p",
            ":",
            "::",
            "a:",
            "/",
            "/*",
            "//",
            "bar.sync",
            "bar.sync ,",
            "}{;;",
            "wgmma.mma_async.m64nk",
            "é:;@é é é",
        ] {
            read(text);
        }
        assert_eq!(read("bar.sync 09, %r1;")[0].operands, [Operand::Other, Operand::Other]);
    }
}
