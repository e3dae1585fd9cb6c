//! The state of the lowering of code.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tileiras_kernel::builder::{FunctionBuilder, MutableRegister};
use tileiras_kernel::program::Terminator;
use tileiras_kernel::{BlockId, InstId, ValueId};

use super::file::File;
use super::plan::Plan;
use super::slot::Part;
use crate::statement::{Code, Guard, Register};

/// Instructions that share a guard.
#[derive(Copy, Clone, Debug)]
pub(super) struct Guarded {
    pub guard: Guard,
    /// The block of the instructions. The current block follows it.
    pub block: BlockId,
}

/// Code that is being lowered.
pub(super) struct Lowering<'a, 't> {
    pub text: &'a [u8],
    pub code: &'a Code,
    pub plan: &'a Plan,
    pub builder: &'a mut FunctionBuilder,
    /// What the code refers to outside of itself.
    pub file: &'a mut File<'t>,
    /// The bits of each register.
    pub widths: Vec<u8>,
    /// The block to which instructions are added; none if the code here is not reached.
    pub block: Option<BlockId>,
    /// The block in which registers are read and written: the last one before guards split it.
    pub home: BlockId,
    /// The block of each label that a branch names.
    pub labels: Vec<Option<BlockId>>,
    /// The last guarded instructions, if the next ones can join them.
    pub guarded: Option<Guarded>,
    /// The guard of the statement that is lowered now, once it was read.
    pub guard: Option<ValueId>,
    /// Whether it is the body of a kernel: `ret` returns nothing, and parameters are the same in all threads.
    pub is_kernel: bool,
    /// The predicate that the instruction that is lowered now defines, a test of an mbarrier or an election, and its
    /// value.
    pub predicate: Option<(Register, ValueId)>,
    /// The values that loads of kernel parameters gave, by parameter, offset in bytes and bits.
    pub parameters: FxHashMap<(Register, i64, u8), ValueId>,
    /// The alignments of the addresses of variables.
    pub alignments: FxHashMap<ValueId, u64>,
    /// The slots that a statement can have written since they were read.
    pub stale: BTreeSet<Register>,
    /// The last statement that made one stale.
    pub writer: InstId,
}

impl<'a, 't> Lowering<'a, 't> {
    /// Prepares the lowering of code into a block.
    pub fn new(
        (text, code, plan): (&'a [u8], &'a Code, &'a Plan),
        builder: &'a mut FunctionBuilder,
        file: &'a mut File<'t>,
        block: BlockId,
        is_kernel: bool,
    ) -> Self {
        let widths = plan.widths();
        let labels = plan.targets().map(|is_target| is_target.then(|| builder.add_block())).collect();
        Lowering {
            text,
            code,
            plan,
            builder,
            file,
            widths,
            block: Some(block),
            home: block,
            labels,
            guarded: None,
            guard: None,
            is_kernel,
            predicate: None,
            parameters: FxHashMap::default(),
            alignments: FxHashMap::default(),
            stale: BTreeSet::new(),
            writer: InstId::new(0),
        }
    }

    /// Gives a register a value before the code begins.
    pub fn set(&mut self, register: Register, value: ValueId) {
        self.builder.write(ssa_variable(register), self.home, value);
    }

    /// Lowers all statements. If the end of the code is reached, it is a return.
    pub fn run(&mut self) {
        self.builder.enter(self.home);
        self.statements();
        if let Some(block) = self.block {
            let end = self.return_terminator();
            self.builder.end(block, end);
        }
    }

    /// The value of a register after the statements.
    pub fn value(&mut self, register: Register) -> ValueId {
        let width = self.width(register);
        self.builder.read(ssa_variable(register), self.home, width)
    }

    /// What `ret` does.
    pub fn return_terminator(&mut self) -> Terminator {
        // The results are the first parameters.
        let results = self.code.parameters.iter().take(self.code.results);
        let results: Vec<Part<Register>> = match self.is_kernel {
            true => Vec::new(),
            false => results.flat_map(|result| self.plan.slots().parts(self.code, *result)).collect(),
        };
        Terminator::Return(results.into_iter().map(|part| self.value(part.is)).collect())
    }

    /// The bits of a register; 32 if it is not declared.
    pub fn width(&self, register: Register) -> u8 {
        self.widths.get(register.index()).copied().unwrap_or(32)
    }
}

/// The variable of the function that a register is.
pub(super) fn ssa_variable(register: Register) -> MutableRegister {
    MutableRegister(register.0)
}
