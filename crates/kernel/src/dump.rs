//! What was understood of a program, in plain text: for people who look for the reason of a finding, or of silence.
//!
//! Accepts the names of functions and instructions, which the model does not have. Guarantees text of bounded length
//! for each instruction. Leaves out on purpose: a form that can be read again.

use std::fmt::{self, Debug, Formatter, Write};

use crate::execution::{Lanes, Presence, Root, Run};
use crate::id::{FunctionId, InstId, ValueId};
use crate::program::{ClusterUse, Function, Instruction, InstructionKind, MemoryAccess, Program, Target, Terminator};
use crate::simulation::{End, Trial, Unknown};
use crate::threads::ThreadSet;
use crate::value::{Operator, ValueKind};

/// The deepest nesting of an expression that is shown.
const MAX_DEPTH: usize = 8;

/// The longest expression that is shown, in bytes.
const MAX_LENGTH: usize = 200;

/// How the front end names what the model numbers.
pub struct Names<'n> {
    /// A function: `kernel 'k'`.
    pub function: &'n dyn Fn(FunctionId) -> String,
    /// An instruction: `12:3: bar.sync`.
    pub instruction: &'n dyn Fn(InstId) -> String,
}

impl Debug for Names<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Names")
    }
}

/// The functions with their blocks and instructions.
pub fn program(program: &Program, names: &Names<'_>) -> String {
    let mut out = String::new();
    for (id, function) in program.enumerate() {
        let _ = writeln!(out, "{}:", (names.function)(id));
        for (id, block) in function.enumerate() {
            let _ = writeln!(out, "  block {}{}:", id.index(), list(function, &block.parameters));
            for instruction in &block.instructions {
                let name = (names.instruction)(instruction.id);
                let _ = writeln!(out, "    {name}: {}", parts(function, instruction).join("; "));
            }
            let _ = writeln!(out, "    {}", end(function, &block.end));
        }
    }
    out
}

/// What an instruction does.
fn parts(function: &Function, instruction: &Instruction) -> Vec<String> {
    let mut show = |value| Some(AsText(expression(function, value)));
    let mut parts: Vec<String> = instruction.accumulators.iter().map(|used| format!("{used:?}")).collect();
    match instruction.cluster_use {
        ClusterUse::None => {}
        ClusterUse::Cluster => parts.push("Cluster".to_owned()),
        ClusterUse::PeerMemory { address } => parts.push(format!("Peer({:?})", address.and_then(&mut show))),
    }
    let is_free = parts.is_empty() && instruction.accesses.is_empty();
    if instruction.kind != InstructionKind::Other || is_free {
        parts.extend(instruction.kind.clone().map(&mut show).map(|kind| format!("{kind:?}")));
    }
    for MemoryAccess { direction, address, space, value, strength } in &instruction.accesses {
        let (address, value) = (expression(function, *address), expression(function, *value));
        parts.push(format!(
            "{direction:?} {{ address: {address}, space: {space:?}, value: {value}, strength: {strength:?} }}"
        ));
    }
    parts
}

/// The threads that execute each instruction of a kernel, for each shape of its launches.
pub fn threads(root: &Root<'_>, names: &Names<'_>) -> String {
    let mut out = format!("{}:\n", (names.function)(root.function));
    for run in root.shapes.iter().flat_map(|shape| &shape.ctas) {
        let _ = writeln!(out, "  {}:", cta(run));
        for site in run.sites() {
            let _ = writeln!(out, "    {}: {}", (names.instruction)(site.instruction.id), presence(&site.presence));
        }
    }
    out
}

/// The launches of a kernel that were executed, and what is wrong in them.
pub fn launches(root: &Root<'_>, names: &Names<'_>) -> String {
    let launched = root.launched();
    let mut out = format!("{}:\n", (names.function)(root.function));
    for trial in &launched.trials {
        let _ = writeln!(out, "  {}", launch(trial));
    }
    for (id, counterexample) in &launched.counterexamples {
        let _ = writeln!(out, "  {}: {:?}", (names.instruction)(*id), counterexample.fault);
        if let Some(other) = counterexample.other {
            let _ = writeln!(out, "    with {}", (names.instruction)(other));
        }
    }
    if let Some(unknown) = launched.unknown {
        let _ = writeln!(out, "  launches show nothing: {}", reason(unknown));
    }
    out
}

/// Why no launch of a kernel shows anything, in words.
pub const fn reason(unknown: Unknown) -> &'static str {
    match unknown {
        Unknown::Block => "the block is not stated",
        Unknown::Cluster => "the cluster is not stated",
        Unknown::LargeCluster => "the cluster has more CTAs than are executed",
        Unknown::Calls => "code is called that is not in the file",
        Unknown::SharedMemory => "the variables need more shared memory than a CTA has",
        Unknown::Values => "each launch depends on values that are not known",
        Unknown::Exhausted => "each launch executes more instructions than are allowed",
    }
}

fn launch(trial: &Trial) -> String {
    let [x, y, z] = trial.block;
    let wide = if trial.has_wide { ", also those of 64 bits" } else { "" };
    let other = trial.other.map(|other| format!(", one argument {other}")).unwrap_or_default();
    let grid =
        trial.clusters.map(|clusters| format!(", clusters {clusters}x{clusters}x{clusters}")).unwrap_or_default();
    let end = match trial.end {
        End::Complete => "complete",
        End::Unknown => "ended where a value is not known",
        End::Exhausted => "ended since it is too long",
    };
    let late = if trial.is_late { ", late" } else { "" };
    let Trial { number, instructions, faults, .. } = trial;
    let launched = format!("block {x}x{y}x{z}, arguments {number}{wide}{other}{grid}{late}");
    format!("{launched}: {end}, {instructions} instructions, {faults} faults")
}

fn cta(run: &Run<'_>) -> String {
    let [x, y, z] = run.cta.block;
    match run.cta.cluster {
        Some([a, b, c]) => format!("block {x}x{y}x{z}, CTA {} of a cluster of {a}x{b}x{c}", run.cta.rank),
        None => format!("block {x}x{y}x{z}"),
    }
}

fn presence(presence: &Presence) -> String {
    let lanes = match presence.lanes {
        Lanes::All => "all lanes",
        Lanes::One => "one lane",
        Lanes::AllButOne => "all lanes but one",
        Lanes::Some => "some lanes",
    };
    let warps = if presence.all_warps { "" } else { ", perhaps not all warps" };
    format!("{} of {}{warps}", lanes, set(&presence.threads))
}

/// `96 threads of warps 0-2`, `1 thread of warp 0`.
fn set(threads: &ThreadSet) -> String {
    let mut warps = threads.warps().map(|(warp, _)| warp).peekable();
    let mut ranges = Vec::new();
    while let Some(first) = warps.next() {
        let mut last = first;
        while let Some(next) = warps.next_if(|warp| *warp == last + 1) {
            last = next;
        }
        ranges.push(if first == last { first.to_string() } else { format!("{first}-{last}") });
    }
    let (count, warps) = (threads.count(), threads.warps().count());
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    format!("{count} thread{} of warp{} {}", plural(count as usize), plural(warps), ranges.join(", "))
}

fn end(function: &Function, end: &Terminator) -> String {
    let target = |target: &Target| match target.arguments.is_empty() {
        true => format!("block {}", target.to.index()),
        false => format!("block {}{}", target.to.index(), list(function, &target.arguments)),
    };
    match end {
        Terminator::Jump(to) => format!("goto {}", target(to)),
        Terminator::Branch { condition, holds, fails } => {
            format!("if {} goto {} else {}", expression(function, *condition), target(holds), target(fails))
        }
        Terminator::Switch { value, cases, default } => {
            let cases: String = cases.iter().map(|(number, to)| format!("{number}: {}, ", target(to))).collect();
            format!("switch {}: {cases}else {}", expression(function, *value), target(default))
        }
        Terminator::OneOf(targets) => {
            format!("goto one of {}", targets.iter().map(target).collect::<Vec<_>>().join(", "))
        }
        Terminator::Return(results) => format!("return{}", list(function, results)),
        Terminator::Exit => "exit".to_owned(),
        Terminator::Trap => "trap".to_owned(),
    }
}

/// Values as expressions, in parentheses; nothing if there are none.
fn list(function: &Function, values: &[ValueId]) -> String {
    let values: Vec<_> = values.iter().map(|value| expression(function, *value)).collect();
    if values.is_empty() { String::new() } else { format!("({})", values.join(", ")) }
}

/// A value as an expression.
pub fn expression(function: &Function, value: ValueId) -> String {
    let mut out = String::new();
    write_expression(&mut out, function, value, 0);
    out
}

fn write_expression(out: &mut String, function: &Function, id: ValueId, depth: usize) {
    let Some(value) = function.value(id) else { return out.push('?') };
    let _ = match &value.kind {
        _ if depth > MAX_DEPTH || out.len() > MAX_LENGTH => write!(out, "v{}", id.index()),
        ValueKind::Constant(_) => write!(out, "{}", value.signed_constant().unwrap_or_default()),
        ValueKind::Register(register) => write!(out, "{register:?}"),
        ValueKind::Symbol(symbol) => write!(out, "symbol{}", symbol.index()),
        ValueKind::Parameter => write!(out, "v{}", id.index()),
        ValueKind::Compute(operator, operands) => {
            let _ = match operator {
                Operator::Opaque(_) => write!(out, "Opaque:{}(", value.bits),
                Operator::ZeroExtend | Operator::SignExtend => write!(out, "{operator:?}:{}(", value.bits),
                operator => write!(out, "{operator:?}("),
            };
            for (number, operand) in operands.iter().enumerate() {
                out.push_str(if number == 0 { "" } else { ", " });
                write_expression(out, function, *operand, depth + 1);
            }
            write!(out, ")")
        }
        ValueKind::Elect => write!(out, "Elect"),
        ValueKind::Load { address, space } => {
            let _ = write!(out, "{space:?}[");
            write_expression(out, function, *address, depth + 1);
            write!(out, "]")
        }
        ValueKind::CallResult => write!(out, "CallResult"),
        ValueKind::Unknown(uniformity) => write!(out, "{uniformity:?}?"),
    };
}

/// An operand that is shown as text.
#[derive(Clone)]
struct AsText(String);

impl Debug for AsText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
