//! One CTA that executes a kernel and everything that it calls.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::context::{CallEffect, Context, ContextId, Entering, Solver};
use super::functions::Functions;
use super::presence::Presence;
use crate::evaluate::Known;
use crate::graph::Graph;
use crate::id::{BlockId, FunctionId, ValueId};
use crate::limits;
use crate::program::{Block, Function, Instruction, Program};
use crate::range::Range;
use crate::threads::Cta;
use crate::value::Uniformity;

/// One CTA that executes a kernel.
#[derive(Debug)]
pub struct Run<'p> {
    /// The CTA.
    pub cta: Cta,
    functions: Rc<Functions<'p>>,
    contexts: Vec<Context>,
    /// The contexts that calls lead to from the kernel, and its own.
    live: Vec<ContextId>,
    /// For each context, the calls that lead to it.
    callers: Vec<Vec<(ContextId, BlockId, usize)>>,
    root: ContextId,
    /// Every instruction that a thread gets to, in every context. Each rule goes through them.
    executed: Vec<Executed<'p>>,
    /// What was computed of it, by its type and the function that computes it.
    known: RefCell<BTreeMap<(TypeId, usize), Rc<dyn Any>>>,
}

/// An instruction that a thread gets to: a [`Site`] without its run.
#[derive(Copy, Clone, Debug)]
struct Executed<'p> {
    context: ContextId,
    block: BlockId,
    index: usize,
    instruction: &'p Instruction,
    presence: Presence,
}

/// An instruction in one context of a run.
#[derive(Copy, Clone, Debug)]
pub struct Site<'r, 'p> {
    /// The run.
    pub run: &'r Run<'p>,
    /// The context.
    pub context: ContextId,
    /// The block.
    pub block: BlockId,
    /// The index of the instruction in its block.
    pub index: usize,
    /// The instruction.
    pub instruction: &'p Instruction,
    /// The threads that execute it.
    pub presence: Presence,
}

impl Site<'_, '_> {
    /// What is known of a value that the instruction names.
    pub fn known(&self, value: ValueId) -> Known {
        let after = self.run.context(self.context).and_then(|context| context.after.get(&(self.block, value)));
        after.cloned().unwrap_or_else(|| self.run.known(self.context, value))
    }

    /// The number that a value has in all threads that execute the instruction.
    pub fn constant(&self, value: ValueId) -> Option<u64> {
        self.known(value).constant_on(&self.presence.threads)
    }

    /// Whether a thread can execute the instruction several times: in a loop, or in a function that is called.
    pub fn can_repeat(&self) -> bool {
        let in_cycle = || self.run.graph(self.context).is_none_or(|graph| graph.is_in_cycle(self.block));
        self.context != self.run.root() || in_cycle()
    }

    /// The function.
    pub fn function(&self) -> FunctionId {
        self.run.context(self.context).map_or(FunctionId::new(usize::MAX), |context| context.function)
    }
}

impl<'p> Run<'p> {
    /// Executes a function. `entry` are the threads that enter it.
    pub(super) fn new(functions: &Rc<Functions<'p>>, root: FunctionId, cta: Cta, entry: Presence) -> Self {
        let mut runner = Runner { functions, cta, contexts: Vec::new(), open: Vec::new() };
        let parameters = functions.program.function(root).map_or(0, |function| function.parameters.len());
        // A kernel has the same arguments in all threads; whoever else calls a function can pass any.
        let together = if entry == Presence::all(&cta) { Uniformity::Grid } else { Uniformity::Thread };
        let arguments = vec![Known::unknown(together); parameters];
        let called = runner.call(root, Entering { presence: entry, together, arguments });
        let root = called.context.unwrap_or(ContextId(0));
        let mut run = Self {
            cta,
            functions: Rc::clone(functions),
            contexts: runner.contexts,
            live: Vec::new(),
            callers: Vec::new(),
            root,
            executed: Vec::new(),
            known: RefCell::default(),
        };
        run.live = run.reached();
        run.callers = vec![Vec::new(); run.contexts.len()];
        for &caller in &run.live {
            let calls = run.contexts.get(caller.0).map_or(&[][..], |context| &context.calls);
            for &(block, index, called) in calls {
                if let Some(callers) = run.callers.get_mut(called.0) {
                    callers.push((caller, block, index));
                }
            }
        }
        run.executed = run.contexts().flat_map(|(context, _)| run.executed_in(context)).collect();
        run
    }

    /// What a function computes of the run, computed once.
    pub fn once<T: 'static>(&self, compute: fn(&Run<'_>) -> T) -> Rc<T> {
        // Functions of one type and one address are one function.
        let key = (TypeId::of::<T>(), compute as usize);
        let known = self.known.borrow().get(&key).cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return known;
        }
        let found = Rc::new(compute(self));
        self.known.borrow_mut().insert(key, Rc::<T>::clone(&found));
        found
    }

    /// The contexts that are reached by calls, the root first.
    fn reached(&self) -> Vec<ContextId> {
        let mut seen = vec![false; self.contexts.len()];
        let (mut live, mut pending) = (Vec::new(), vec![self.root]);
        while let Some(id) = pending.pop() {
            let Some(slot) = seen.get_mut(id.0) else { continue };
            if !std::mem::replace(slot, true) {
                live.push(id);
                let calls = self.context(id).map_or(&[][..], |context| &context.calls);
                pending.extend(calls.iter().rev().map(|&(_, _, called)| called));
            }
        }
        live
    }

    /// The context of the kernel.
    pub const fn root(&self) -> ContextId {
        self.root
    }

    /// The contexts that are executed, the one of the kernel first.
    pub(crate) fn contexts(&self) -> impl Iterator<Item = (ContextId, &Context)> {
        self.live.iter().filter_map(|&id| Some((id, self.context(id)?)))
    }

    /// A context.
    pub(crate) fn context(&self, id: ContextId) -> Option<&Context> {
        self.contexts.get(id.0)
    }

    /// The program.
    pub(crate) fn program(&self) -> &'p Program {
        self.functions.program
    }

    /// The function of a context.
    pub fn function(&self, id: ContextId) -> Option<&'p Function> {
        self.functions.program.function(self.context(id)?.function)
    }

    /// The control flow graph of the function of a context.
    pub fn graph(&self, id: ContextId) -> Option<&Graph> {
        self.functions.graph(self.context(id)?.function)
    }

    /// The numbers that a value of the function of a context can be; none if nothing is known of them.
    pub(crate) fn range(&self, id: ContextId, value: ValueId) -> Option<Range> {
        self.functions.range(self.context(id)?.function, value)
    }

    /// The calls that lead to a context.
    pub(crate) fn callers(&self, id: ContextId) -> impl Iterator<Item = (ContextId, BlockId, usize)> {
        self.callers.get(id.0).into_iter().flatten().copied()
    }

    /// Whether calls of a function are followed: something in it matters.
    pub(crate) fn follows(&self, function: FunctionId) -> bool {
        self.functions.follows(function)
    }

    /// The context that a call leads to.
    pub fn callee(&self, id: ContextId, block: BlockId, index: usize) -> Option<ContextId> {
        let calls = &self.context(id)?.calls;
        let found = calls.binary_search_by_key(&(block, index), |&(block, index, _)| (block, index)).ok()?;
        calls.get(found).map(|&(_, _, called)| called)
    }

    /// The threads in a block of a context, before its first instruction.
    pub fn presence(&self, id: ContextId, block: BlockId) -> Presence {
        self.context(id).and_then(|context| context.blocks.get(block.index()).copied()).unwrap_or(Presence::NONE)
    }

    /// The threads before an instruction of a block. Those that ended in a call before it are missing.
    pub fn presence_before(&self, id: ContextId, block: BlockId, index: usize) -> Presence {
        let start = self.presence(id, block);
        let Some(context) = self.context(id) else { return start };
        // Ascending in each block.
        let from = context.left.partition_point(|&(at, ..)| at < block);
        let here = context.left.iter().skip(from).take_while(|&&(at, call, _)| at == block && call < index);
        here.last().map_or(start, |&(.., presence)| presence)
    }

    /// The threads at the end of a block.
    pub fn presence_at_end(&self, id: ContextId, block: BlockId) -> Presence {
        self.presence_before(id, block, usize::MAX)
    }

    /// The threads that take an edge, by its index in [`crate::program::Terminator::targets`].
    pub fn edge(&self, id: ContextId, from: BlockId, index: usize) -> Presence {
        let edges = self.context(id).and_then(|context| context.edges.get(from.index()));
        edges.and_then(|edges| edges.get(index).copied()).unwrap_or(Presence::NONE)
    }

    /// What is known of a value in a context, in the iterations that compute it ([`Site::known`] also knows of values
    /// that come from a loop).
    pub fn known(&self, id: ContextId, value: ValueId) -> Known {
        let known = self.context(id).and_then(|context| context.values.get(value.index()).cloned().flatten());
        known.unwrap_or(Known::unknown(Uniformity::Thread))
    }

    /// Every instruction that a thread gets to, in every context.
    pub fn sites(&self) -> impl Iterator<Item = Site<'_, 'p>> {
        self.executed.iter().map(move |&Executed { context, block, index, instruction, presence }| Site {
            run: self,
            context,
            block,
            index,
            instruction,
            presence,
        })
    }

    /// Some contexts, and those of all functions that they call.
    pub(crate) fn with_callees(&self, contexts: impl IntoIterator<Item = ContextId>) -> BTreeSet<ContextId> {
        let (mut found, mut pending) = (BTreeSet::new(), Vec::from_iter(contexts));
        while let Some(context) = pending.pop() {
            if found.insert(context) {
                let calls = self.context(context).into_iter().flat_map(Context::calls);
                pending.extend(calls.map(|&(_, _, callee)| callee));
            }
        }
        found
    }

    /// Every instruction of one context that a thread gets to.
    fn executed_in(&self, context: ContextId) -> impl Iterator<Item = Executed<'p>> {
        let blocks: &'p [Block] = self.function(context).map_or(&[], |function| &function.blocks);
        blocks.iter().enumerate().flat_map(move |(index, found)| {
            let block = BlockId::new(index);
            let is_executed = !self.presence(context, block).is_none();
            let instructions = if is_executed { &found.instructions } else { &[][..] };
            instructions.iter().enumerate().filter_map(move |(index, instruction)| {
                let presence = self.presence_before(context, block, index);
                (!presence.is_none()).then_some(Executed { context, block, index, instruction, presence })
            })
        })
    }
}

/// Follows the calls of a run.
struct Runner<'r, 'p> {
    functions: &'r Functions<'p>,
    cta: Cta,
    contexts: Vec<Context>,
    /// The functions that are being computed.
    open: Vec<FunctionId>,
}

impl Runner<'_, '_> {
    fn call(&mut self, id: FunctionId, mut entering: Entering) -> CallEffect {
        let returning = self.functions.may_exit(id).then(|| entering.presence.with_unknown(Uniformity::Thread));
        let unknown = CallEffect { results: Vec::new(), returning, context: None };
        let (Some(function), Some(graph)) = (self.functions.program.function(id), self.functions.graph(id)) else {
            // No rule asks for anything in it.
            return unknown;
        };
        if entering.presence.is_none() || self.open.contains(&id) || self.open.len() >= limits::EXECUTION_CALLS {
            return unknown;
        }
        if let Some(known) = self.find(id, &entering) {
            return known;
        }
        if self.contexts.iter().filter(|context| context.function == id).count() >= limits::CONTEXTS_OF_FUNCTION {
            // Too many ways to enter it: one more for all others.
            entering = Entering {
                presence: Presence::unknown(&self.cta),
                together: Uniformity::Thread,
                arguments: vec![Known::unknown(Uniformity::Thread); function.parameters.len()],
            };
            if let Some(known) = self.find(id, &entering) {
                return known;
            }
        }
        let is_root = self.open.is_empty();
        self.open.push(id);
        let cta = self.cta;
        let functions = self.functions;
        let ranges = || functions.ranges(id);
        let context =
            Solver::new((function, graph, &ranges), &cta, is_root)
                .solve(id, entering, &mut |callee, entering| self.call(callee, entering));
        self.open.pop();
        self.contexts.push(context);
        self.called(self.contexts.len() - 1).unwrap_or(unknown)
    }

    fn find(&self, id: FunctionId, entering: &Entering) -> Option<CallEffect> {
        let index = self.contexts.iter().position(|context| {
            context.function == id
                && context.entry == entering.presence
                && context.together == entering.together
                && context.arguments == entering.arguments
        });
        self.called(index?)
    }

    fn called(&self, index: usize) -> Option<CallEffect> {
        let context = self.contexts.get(index)?;
        let results = context.results.clone();
        let returning = context.may_exit.then_some(context.returning);
        Some(CallEffect { results, returning, context: Some(ContextId(index)) })
    }
}
