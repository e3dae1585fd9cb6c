//! PTX text of inline assembly: the instructions in it that matter.
//!
//! Accepts the text of `llvm.inline_asm` and of `nvvm.inline_ptx`. Guarantees the instructions in the order of the text,
//! each with its guard and its operands. Leaves out on purpose: branches inside the text, which is read from the first
//! statement to the last, and whatever a register of the text holds, but for predicates that say which thread is here.

use tileiras_kernel::form::{SHARED_CLUSTER, longest_prefix};
use tileiras_kernel::{CtaGroup, InstructionForm, Opcode};
use tileiras_target::Feature;

use super::table::MNEMONICS;

/// One instruction of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Statement {
    pub form: InstructionForm,
    pub guard: Option<Guard>,
    /// `.cta_group::1`, `.cta_group::2`.
    pub group: Option<CtaGroup>,
    /// Registers of 32 bits that the accumulator of a `wgmma.mma_async` takes of each thread.
    pub accumulator: u32,
    pub operands: Vec<Operand>,
}

/// `@p`, `@!p`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Guard {
    pub predicate: Predicate,
    pub holds: bool,
}

/// What is known of a predicate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Predicate {
    Unknown,
    /// Whether an operand of the operation is other than zero.
    Operand(Place),
    /// The result of `elect.sync`, or that `%laneid` is equal to a constant.
    Lane,
    /// That `%tid.x` is equal to a constant.
    ThreadX,
}

/// An operand of the operation, as the text names it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    /// `$0`: results first, then arguments.
    Any(usize),
    /// `{$r0}`: the arguments that are only read.
    Read(usize),
    /// `{$rw0}`.
    ReadWrite(usize),
}

/// An operand of a statement.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Operand {
    Constant(i64),
    Place(Place),
    Other,
}

/// The instructions of a text that matter.
pub(super) fn read(text: &str) -> Vec<Statement> {
    let mut reader = Reader { found: Vec::new(), predicates: Vec::new() };
    let text = without_comments(text);
    for statement in text.split(';').filter_map(without_braces) {
        reader.statement(statement);
    }
    reader.found
}

/// Whether a text elects a lane: its results then say whether this one is it.
pub(super) fn elects(text: &str) -> bool {
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

/// The statements in one piece: a `{` or `}` before the first word opens or closes a scope, and a label stands alone.
fn without_braces(piece: &str) -> Option<&str> {
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

struct Reader<'t> {
    found: Vec<Statement>,
    /// Predicate registers of the text, the last definition last.
    predicates: Vec<(&'t str, Guard)>,
}

impl<'t> Reader<'t> {
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
        let Some(form) = form(mnemonic, rest) else { return };
        self.found.push(Statement {
            form,
            guard,
            group: group(mnemonic),
            accumulator: accumulator(mnemonic),
            operands: names.into_iter().map(operand).collect(),
        });
    }

    fn guard(&self, name: &str, holds: bool) -> Guard {
        if let Some(place) = place(name) {
            return Guard { predicate: Predicate::Operand(place), holds };
        }
        match self.predicates.iter().rev().find(|(known, _)| *known == name) {
            Some((_, known)) => Guard { predicate: known.predicate.clone(), holds: known.holds == holds },
            None => Guard { predicate: Predicate::Unknown, holds },
        }
    }

    /// Keeps what a statement says about the predicate that it defines.
    fn define(&mut self, mnemonic: &str, operands: &[&'t str]) {
        let Some(target) = operands.first() else { return };
        let known = if mnemonic == "elect.sync" {
            // elect.sync lane|predicate, mask
            let name = target.split_once('|').map_or(*target, |(_, name)| name.trim());
            self.predicates.push((name, Guard { predicate: Predicate::Lane, holds: true }));
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
                    Guard { predicate: Predicate::ThreadX, holds }
                }
                (Some(("%laneid" | "%%laneid", _)), Some(Operand::Constant(_))) => {
                    Guard { predicate: Predicate::Lane, holds }
                }
                (Some((_, Operand::Place(place))), Some(Operand::Constant(0))) => {
                    Guard { predicate: Predicate::Operand(place), holds: !holds }
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

/// What a statement does, if it is one that matters.
fn form(mnemonic: &str, operands: &str) -> Option<InstructionForm> {
    let has = |part: &str| mnemonic.split('.').any(|found| found == part);
    if let Some(mut form) = longest_prefix(MNEMONICS, mnemonic) {
        match form.opcode {
            Opcode::ClusterArrive | Opcode::ClusterWait if ["relaxed", "release", "acquire"].into_iter().any(has) => {
                form.needs = Some(Feature::ClusterBarrierSemantics);
            }
            Opcode::TryCancel if has("multicast::cluster::all") => form.needs = Some(Feature::ClcMulticast),
            Opcode::Tcgen05(_) if has("kind::i8") => form.needs = Some(Feature::Tcgen05MmaI8),
            Opcode::Other if mnemonic.contains("::cluster") => form.opcode = Opcode::Cluster,
            _ => {}
        }
        return Some(form);
    }
    if mnemonic.contains("::cluster") {
        return Some(SHARED_CLUSTER);
    }
    ["%cluster", "%nclusterid", "%is_explicit_cluster"]
        .into_iter()
        .any(|register| operands.contains(register))
        .then_some(InstructionForm { opcode: Opcode::Cluster, needs: Some(Feature::ClusterRegisters) })
}

fn group(mnemonic: &str) -> Option<CtaGroup> {
    mnemonic.split('.').find_map(|part| match part {
        "cta_group::1" => Some(CtaGroup::One),
        "cta_group::2" => Some(CtaGroup::Two),
        _ => None,
    })
}

/// `wgmma.mma_async.sync.aligned.m64n128k16.f32...`: m x n values over 128 threads, two of 16 bits to a register.
fn accumulator(mnemonic: &str) -> u32 {
    let mut parts = mnemonic.split('.');
    let columns = parts.find_map(|part| part.strip_prefix("m64n")?.split('k').next()?.parse::<u32>().ok());
    let halves = if parts.next() == Some("f16") { 4 } else { 2 };
    columns.unwrap_or(0) / halves
}

/// The operands of a statement: what stands between commas outside of brackets.
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
    if let Some(place) = place(text) {
        return Operand::Place(place);
    }
    constant(text).map_or(Operand::Other, Operand::Constant)
}

/// `$0`, `%0`, `${0:r}`, `{$r0}`, `{$rw0}`.
fn place(text: &str) -> Option<Place> {
    let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    if let Some(name) = text.strip_prefix('%') {
        return name.parse().ok().map(Place::Any);
    }
    let name = text.strip_prefix('$')?;
    let name = name.strip_prefix('{').and_then(|name| name.split([':', '}']).next()).unwrap_or(name);
    if let Some(number) = name.strip_prefix("rw") {
        return number.parse().ok().map(Place::ReadWrite);
    }
    if let Some(number) = name.strip_prefix('r') {
        return number.parse().ok().map(Place::Read);
    }
    name.parse().ok().map(Place::Any)
}

/// An integer as PTX writes it.
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
    use super::{Guard, Operand, Place, Predicate, elects, read};
    use tileiras_kernel::{CtaGroup, Opcode, Tcgen05};
    use tileiras_target::Feature;

    fn needs(text: &str) -> Vec<Option<Feature>> {
        read(text).into_iter().map(|statement| statement.form.needs).collect()
    }

    #[test]
    fn statements_are_found_behind_labels_scopes_and_comments() {
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
        assert_eq!(found[0].operands, [Operand::Place(Place::Any(0)), Operand::Constant(128)]);
        let wide = "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {a, b}, $1, $2, p, 1, 1, 0, 0;";
        assert_eq!(read(wide)[0].accumulator, 128);
        assert_eq!(
            read("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {a}, $1, $2, 1, 1, 1, 0, 0;")[0].accumulator,
            2
        );
        assert_eq!(read("bar.sync {$r1}, 96;")[0].operands, [Operand::Place(Place::Read(1)), Operand::Constant(96)]);
    }

    #[test]
    fn guards_say_who_is_here() {
        let guard = |text: &str| read(text).pop().and_then(|statement| statement.guard);
        let elected = "elect.sync _|p, 0xffffffff; @p tcgen05.shift.cta_group::1.down [$0];";
        assert_eq!(guard(elected), Some(Guard { predicate: Predicate::Lane, holds: true }));
        assert!(elects(elected));
        let first = "setp.ne.u32 q, %tid.x, 0; @!q tcgen05.shift.cta_group::1.down [$0];";
        assert_eq!(guard(first), Some(Guard { predicate: Predicate::ThreadX, holds: true }));
        let asked = "setp.ne.b32 p, $2, 0; @p mapa.u64 $0, $1, 0;";
        assert_eq!(guard(asked), Some(Guard { predicate: Predicate::Operand(Place::Any(2)), holds: true }));
        assert_eq!(
            guard("@!{$r3} mapa.u64 a, b, 0;"),
            Some(Guard { predicate: Predicate::Operand(Place::Read(3)), holds: false })
        );
        assert_eq!(guard("@x mapa.u64 a, b, 0;"), Some(Guard { predicate: Predicate::Unknown, holds: true }));
    }

    #[test]
    fn odd_text_is_no_reason_to_panic() {
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
