//! The calls between the functions of a program.
//!
//! Guarantees linear time, recursion included, without deep recursion itself. A call or a reference that leads nowhere
//! is ignored.

use std::collections::BTreeSet;

use crate::id::FunctionId;
use crate::program::{Function, InstructionKind, Program};

/// The callees and the callers of each function. A function whose address is taken counts as called there.
#[derive(Debug)]
pub struct CallGraph {
    callees: Vec<Vec<FunctionId>>,
    callers: Vec<Vec<FunctionId>>,
}

impl CallGraph {
    /// The calls of a program.
    pub fn new(program: &Program) -> Self {
        let count = program.functions.len();
        let mut calls = Self { callees: vec![Vec::new(); count], callers: vec![Vec::new(); count] };
        for (caller, function) in program.enumerate() {
            for instruction in function.instructions() {
                if let InstructionKind::Call { callee, .. } | InstructionKind::Reference { callee } = instruction.kind
                    && let Some(callers) = calls.callers.get_mut(callee.index())
                {
                    callers.push(caller);
                    if let Some(callees) = calls.callees.get_mut(caller.index()) {
                        callees.push(callee);
                    }
                }
            }
        }
        calls
    }

    /// For each function, whether it or a function that it reaches has a property.
    pub fn reaching(&self, program: &Program, has: impl Fn(&Function) -> bool) -> Vec<bool> {
        let mut found = vec![false; self.callers.len()];
        let mut pending: Vec<FunctionId> =
            program.enumerate().filter(|(_, function)| has(function)).map(|(id, _)| id).collect();
        while let Some(id) = pending.pop() {
            let Some(slot) = found.get_mut(id.index()) else { continue };
            if !std::mem::replace(slot, true) {
                pending.extend(self.callers.get(id.index()).into_iter().flatten());
            }
        }
        found
    }

    /// Marks the functions that a function calls, directly or through others.
    pub fn mark_callees(&self, from: FunctionId, marked: &mut [bool]) {
        let mut pending: Vec<FunctionId> = self.callees.get(from.index()).into_iter().flatten().copied().collect();
        while let Some(id) = pending.pop() {
            let Some(slot) = marked.get_mut(id.index()) else { continue };
            if !std::mem::replace(slot, true) {
                pending.extend(self.callees.get(id.index()).into_iter().flatten());
            }
        }
    }

    /// A function, and those that it calls, directly or through others, ascending. The time depends on these only.
    pub fn reached_from(&self, from: FunctionId) -> BTreeSet<FunctionId> {
        let (mut reached, mut pending) = (BTreeSet::new(), vec![from]);
        while let Some(id) = pending.pop() {
            if reached.insert(id) {
                pending.extend(self.callees.get(id.index()).into_iter().flatten());
            }
        }
        reached
    }

    /// For each function, the first of the sources that it has or can reach through calls. Empty if there is no source.
    pub fn propagate_to_callers<T: Copy>(&self, sources: &[(T, FunctionId)]) -> Vec<Option<T>> {
        if sources.is_empty() {
            return Vec::new();
        }
        let mut found = vec![None; self.callers.len()];
        let mut pending = Vec::new();
        for &(item, source) in sources {
            pending.push(source);
            while let Some(function) = pending.pop() {
                let Some(slot) = found.get_mut(function.index()) else { continue };
                if slot.is_none() {
                    *slot = Some(item);
                    pending.extend(self.callers.get(function.index()).into_iter().flatten());
                }
            }
        }
        found
    }
}
