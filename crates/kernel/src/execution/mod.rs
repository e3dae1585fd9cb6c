//! Who executes what: for each kernel, the threads of its CTAs that get to each instruction.
//!
//! Accepts a [`Program`] and, for each function, whether it is a kernel and what is known of its launches ([`Entry`]).
//! Each kernel is executed when it is checked ([`Execution::root`]), once for each shape of the block that is possible,
//! and in it once for each CTA of the cluster whose code can differ. Each call of a function is followed with the
//! threads and the arguments of that call.
//!
//! Guarantees that what is certain in a [`Presence`] and in a [`Known`](crate::evaluate::Known) value holds for every
//! launch of that shape. In a loop, a presence describes the first time that a warp gets there, since later there can
//! be fewer threads: what it says is a fault there, certainly is one. The set of threads, at most one lane, and known
//! values hold always. That is for threads that go on together where their paths meet, all of an iteration before the
//! next one. A question about a kernel is certain if it is for every shape ([`Root::certain`]). Plain Rust,
//! deterministic and free of panics for every program, also for one whose calls and edges lead nowhere.
//!
//! ```
//! use tileiras_kernel::builder::FunctionBuilder;
//! use tileiras_kernel::execution::{Entry, Execution};
//! use tileiras_kernel::program::{InstructionKind, Meets, Program, Target, Terminator};
//! use tileiras_kernel::value::{Comparison, Operator, SpecialRegister};
//! use tileiras_target::Axis;
//! use tileiras_kernel::{FunctionId, InstId};
//!
//! // if (tid.x < 40) vote.sync.any
//! let mut builder = FunctionBuilder::new();
//! let (entry, guarded, end) = (builder.add_block(), builder.add_block(), builder.add_block());
//! let tid = builder.register(SpecialRegister::Tid(Axis::X), 32);
//! let forty = builder.constant(40, 32);
//! let condition = builder.compute(Operator::Compare(Comparison::Ult), 1, [tid, forty]);
//! let (holds, fails) = (Target::new(guarded), Target::new(end));
//! builder.end(entry, Terminator::Branch { condition, holds, fails });
//! let vote = InstructionKind::WarpSync { mask: None, aligned: true, meets: Meets::Exchange, elects: None };
//! builder.push(guarded, vote, Default::default(), InstId::new(0));
//! builder.end(guarded, Terminator::Jump(Target::new(end)));
//! builder.end(end, Terminator::Exit);
//! let program = Program { functions: vec![builder.finish()], ..Default::default() };
//!
//! let execution = Execution::new(&program, [Entry::kernel([64, 1, 1])]);
//! let root = execution.root(FunctionId::new(0)).expect("the kernel asks for threads");
//! let all = root.shapes[0].ctas[0].cta.all();
//! let found = root.certain(|site| site.presence.has_incomplete_warp(&all).then_some(()));
//! assert_eq!(found, [(InstId::new(0), ())]);
//! ```
//!
//! Leaves out on purpose: which of it is a fault (`tileiras-contract`), and the order of instructions
//! (`crate::paths`).

mod context;
mod functions;
mod join;
mod leaving;
mod presence;
mod rank;
mod run;
mod shapes;
mod values;

pub use context::{Context, ContextId};
pub use presence::{Lanes, Presence};
pub use run::{Run, Site};
pub use shapes::{Entry, Launches, Shape};

use std::cell::OnceCell;
use std::collections::{BTreeMap, btree_map};
use std::rc::Rc;

use crate::calls::CallGraph;
use crate::id::{FunctionId, InstId};
use crate::program::{ClusterUse, Fence, Function, Instruction, InstructionKind, Program};
use crate::simulation::launched::Launched;
use crate::value::Space;
use functions::Functions;

/// The execution of the kernels of a program.
#[derive(Debug)]
pub struct Execution<'p> {
    functions: Rc<Functions<'p>>,
    calls: CallGraph,
    /// How threads enter each function from outside; none for a function that is no root.
    entries: Vec<Option<Entry>>,
}

/// A function that threads enter from outside: a kernel, or a function that no kernel calls, if code outside of the
/// program can call it.
#[derive(Debug)]
pub struct Root<'p> {
    /// The function.
    pub function: FunctionId,
    /// Whether it is a kernel.
    pub is_kernel: bool,
    /// What is known of its launches.
    pub launches: Launches,
    /// The shapes that a launch of it can have. If the block is not known, some of them, as examples.
    pub shapes: Vec<Shape<'p>>,
    /// What goes wrong in launches of it, computed once.
    pub(crate) launched: OnceCell<Launched>,
}

impl<'p> Execution<'p> {
    /// The execution of a program. The entries are in the order of its functions; one that is missing is
    /// [`Entry::Calls`].
    pub fn new(program: &'p Program, entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut entries: Vec<Option<Entry>> = entries.into_iter().map(Some).collect();
        entries.resize(program.functions.len(), Some(Entry::Calls));
        let calls = CallGraph::new(program);
        // Code that is not known can call a function whose address is taken.
        let instructions = program.functions.iter().flat_map(Function::instructions);
        for found in instructions {
            if let InstructionKind::Reference { callee } = found.kind
                && let Some(entry) = entries.get_mut(callee.index())
                && *entry == Some(Entry::Local)
            {
                *entry = Some(Entry::Calls);
            }
        }
        let has_shared = program.variables.values().any(|variable| variable.space == Space::Shared);
        let asks = calls.reaching(program, |function| function.instructions().any(|found| asks(found, has_shared)));
        let mut called_by_kernel = vec![false; program.functions.len()];
        for (index, entry) in entries.iter().enumerate() {
            if matches!(entry, Some(Entry::Kernel(_))) {
                calls.mark_callees(FunctionId::new(index), &mut called_by_kernel);
            }
        }
        for ((entry, &asks), &is_called) in entries.iter_mut().zip(&asks).zip(&called_by_kernel) {
            *entry = entry.filter(|entry| match entry {
                Entry::Kernel(_) => asks,
                Entry::Calls => asks && !is_called,
                Entry::Local => false,
            });
        }
        let functions = Rc::new(Functions::new(program, &calls, &asks));
        Self { functions, calls, entries }
    }

    /// Whether a function is a root: threads enter it from outside, no other kernel calls it, and a rule asks for
    /// threads in what it reaches.
    pub fn is_root(&self, function: FunctionId) -> bool {
        self.entries.get(function.index()).is_some_and(Option::is_some)
    }

    /// Executes a root. None if another kernel calls the function, or if no rule asks for threads in what it reaches.
    pub fn root(&self, function: FunctionId) -> Option<Root<'p>> {
        let entry = self.entries.get(function.index())?.as_ref()?;
        let reached = self.calls.reached_from(function);
        let launches = entry.launches();
        let shapes = shapes::execute(&self.functions, function, launches, &reached);
        let (is_kernel, launches) = (launches.is_some(), launches.unwrap_or_default());
        Some(Root { function, is_kernel, launches, shapes, launched: OnceCell::new() })
    }
}

impl<'p> Root<'p> {
    /// The instructions that a search finds in every shape of the launch, ascending, each with what it finds in the
    /// first one.
    pub fn found_in_all<T>(&self, search: impl FnMut(&Shape<'p>) -> Vec<(InstId, T)>) -> Vec<(InstId, T)> {
        self.merged_in_all(search, |_, _| ())
    }

    /// The same, each with what it finds in the first one after the merge with all others: for a number that holds in
    /// every shape.
    pub fn merged_in_all<T>(
        &self,
        mut search: impl FnMut(&Shape<'p>) -> Vec<(InstId, T)>,
        mut merge: impl FnMut(&mut T, T),
    ) -> Vec<(InstId, T)> {
        // Each with the number of shapes that it is found in.
        let mut found: BTreeMap<InstId, (usize, T)> = BTreeMap::new();
        for (number, shape) in self.shapes.iter().enumerate() {
            for (id, answer) in search(shape) {
                match found.entry(id) {
                    btree_map::Entry::Occupied(mut known) => {
                        known.get_mut().0 = number + 1;
                        merge(&mut known.get_mut().1, answer);
                    }
                    btree_map::Entry::Vacant(new) if number == 0 => {
                        new.insert((1, answer));
                    }
                    btree_map::Entry::Vacant(_) => {}
                }
            }
            found.retain(|_, (seen, _)| *seen == number + 1);
            if found.is_empty() {
                break;
            }
        }
        found.into_iter().map(|(id, (_, answer))| (id, answer)).collect()
    }

    /// The instructions for which a question has an answer, whatever the shape of the launch, ascending. In each shape
    /// one CTA and one call is enough: that execution is certain.
    pub fn certain<T>(&self, mut question: impl FnMut(&Site<'_, 'p>) -> Option<T>) -> Vec<(InstId, T)> {
        let mut found: BTreeMap<InstId, (usize, T)> = BTreeMap::new();
        for (number, shape) in self.shapes.iter().enumerate() {
            if number > 0 && found.is_empty() {
                break;
            }
            for site in shape.ctas.iter().flat_map(Run::sites) {
                // Every shape so far has an answer, and this one has none yet.
                let is_open = found.get(&site.instruction.id).map_or(number == 0, |(seen, _)| *seen == number);
                if is_open && let Some(answer) = question(&site) {
                    found.entry(site.instruction.id).and_modify(|(seen, _)| *seen = number + 1).or_insert((1, answer));
                }
            }
        }
        let shapes = self.shapes.len();
        found.into_iter().filter(|(_, (seen, _))| *seen == shapes).map(|(id, (_, answer))| (id, answer)).collect()
    }
}

/// Whether an instruction asks for certain threads, or for an order that depends on which threads execute it.
/// `has_shared`: whether a generic address can be one of shared memory.
fn asks(instruction: &Instruction, has_shared: bool) -> bool {
    let is_free = matches!(
        instruction.kind,
        InstructionKind::Other
            | InstructionKind::Call { .. }
            | InstructionKind::Reference { .. }
            | InstructionKind::CallUnknown
            | InstructionKind::Strong(_)
            | InstructionKind::Fence(Fence::Generic | Fence::MbarrierInit)
    );
    let reaches = matches!(instruction.cluster_use, ClusterUse::PeerMemory { .. });
    let stores = instruction.stores().any(|store| has_shared || store.space != Space::Generic);
    !is_free || reaches || !instruction.accumulators.is_empty() || stores
}
