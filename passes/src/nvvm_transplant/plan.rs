//! Plans and applies the change of one function.

use melior::ir::operation::OperationLike;
use std::borrow::Cow;
use tileiras_contract::read::{Conflict, ConflictPolicy, MergeFinding, Merged, check_indices, merge};
use tileiras_contract::{Carrier, Fact, FactSet, FunctionFacts, MARKER};
use tileiras_mlir::attribute::unit;
use tileiras_mlir::diagnostic::OnOperation;
use tileiras_mlir::function::{Function, GPU_KERNEL};
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};
use tileiras_nvvm::annotation_index::AnnotationIndex;
use tileiras_nvvm::function::{canonical_name, kernel_attribute, remove_legacy};
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::value;

/// The change of one function.
pub(super) struct FunctionPlan<'c, 'a> {
    function: Function<'c, 'a>,
    facts: FactSet,
    remarks: Vec<Diagnostic<'c>>,
    /// For each fact, by [`Fact::index`], whether a legacy carrier stated it, also with the value 0.
    moved: [bool; Fact::COUNT],
}

impl<'c, 'a> FunctionPlan<'c, 'a> {
    /// Merges the statements of all carriers about a function. `None` if nothing changes.
    pub(super) fn new(
        number: usize,
        function: Function<'c, 'a>,
        program: &ProgramFacts<'c, 'a>,
        policy: ConflictPolicy,
    ) -> Result<Option<Self>, Failure> {
        let found = program.of_function(number);
        if found.is_marked() || found.statements.is_empty() {
            return Ok(None);
        }
        let merged = merge(&found.statements, policy);
        let mut reporter = TransplantReporter {
            function,
            found,
            annotations: &program.annotations,
            diagnostic: Diagnostic::on(function.operation()),
            remarks: Vec::new(),
            result: Ok(()),
        };
        reporter.findings(&merged);
        reporter.check(&merged);
        reporter.result?;
        if !merged.moved.contains(&true) && !changes_attributes(function, &merged.facts) {
            return Ok(None);
        }
        Ok(Some(Self { function, facts: merged.facts, remarks: reporter.remarks, moved: merged.moved }))
    }

    /// The facts that the function will state.
    pub(super) const fn facts(&self) -> &FactSet {
        &self.facts
    }

    /// Whether it has no remarks.
    pub(super) fn has_no_remarks(&self) -> bool {
        self.remarks.is_empty()
    }

    /// Sets the canonical attributes, removes the legacy statements, and sets the marker. Returns the function and the
    /// number of facts that moved.
    pub(super) fn apply(self) -> (Function<'c, 'a>, usize) {
        let op = self.function.operation();
        let context = ContextHandle::of(op);
        let mut moved = 0;
        remove_legacy(self.function);
        if states_no_shape(self.function, &self.facts) {
            operation::remove_attribute(op, Fact::ClusterDim.attribute());
        }
        for (fact, name, wanted) in canonical(self.function, &self.facts) {
            let is_new = operation::discardable_attribute(op, name) != Some(wanted);
            if is_new {
                operation::set_discardable_attribute(op, name, wanted);
            }
            moved += usize::from(is_new || self.moved[fact.index()]);
        }
        operation::set_discardable_attribute(op, MARKER, unit(context));
        for remark in self.remarks {
            let _: Failure = remark.emit();
        }
        (self.function, moved)
    }
}

/// The facts with the names and the values of their canonical attributes on this function.
fn canonical<'c>(
    function: Function<'c, '_>,
    facts: &FactSet,
) -> impl Iterator<Item = (Fact, &'static str, melior::ir::Attribute<'c>)> {
    facts.iter().filter_map(move |(fact, value)| {
        let name = canonical_name(function, fact)?;
        let attribute = value::write(ContextHandle::of(function.operation()), &value.to_attribute())?;
        Some((fact, name, attribute))
    })
}

/// Whether a canonical attribute is missing, has another value, or encodes another fact.
fn changes_attributes(function: Function<'_, '_>, facts: &FactSet) -> bool {
    let is_missing = |name, wanted| operation::discardable_attribute(function.operation(), name) != Some(wanted);
    states_no_shape(function, facts) || canonical(function, facts).any(|(_, name, wanted)| is_missing(name, wanted))
}

/// Whether the function has a cluster shape of zeros, which is LLVM's encoding of an explicit cluster.
fn states_no_shape(function: Function<'_, '_>, facts: &FactSet) -> bool {
    let shape = operation::discardable_attribute(function.operation(), Fact::ClusterDim.attribute());
    shape.is_some() && facts.states(Fact::ExplicitCluster) && !facts.states(Fact::ClusterDim)
}

/// Reports the findings about one function.
struct TransplantReporter<'s, 'c, 'a> {
    function: Function<'c, 'a>,
    found: Cow<'s, FunctionFacts<'c>>,
    annotations: &'s AnnotationIndex<'c, 'a>,
    diagnostic: OnOperation<'c>,
    /// They are emitted when the plan is applied.
    remarks: Vec<Diagnostic<'c>>,
    result: Result<(), Failure>,
}

impl TransplantReporter<'_, '_, '_> {
    fn findings(&mut self, merged: &Merged) {
        for finding in &merged.findings {
            match finding {
                MergeFinding::Fault(statement, fault) => {
                    self.error(&format!("{} {}", self.describe(*statement), fault.kind));
                }
                MergeFinding::Denied(statement) => {
                    let text = format!("{} is 0: the fact does not hold", self.describe(*statement));
                    self.remarks.push(self.diagnostic.remark(text));
                }
                MergeFinding::Conflict(conflict) => self.conflict(conflict),
            }
        }
    }

    /// Reports a conflict: as an error, or as a remark that states what is discarded.
    fn conflict(&mut self, conflict: &Conflict<usize>) {
        match conflict.discarded() {
            None => {
                // The notes are at the function, as the line of the module can be very long: it has the whole list.
                let location = self.function.operation().location();
                let mut error = self.diagnostic.error(conflict);
                for (value, statement) in [&conflict.held, &conflict.new] {
                    error = error.note(location, format!("{value} from {}", self.describe(*statement)));
                }
                self.result = Err(error.emit());
            }
            Some((value, statement)) => {
                let text = format!("{conflict}; {value} from {} is discarded", self.describe(*statement));
                self.remarks.push(self.diagnostic.remark(text));
            }
        }
    }

    /// Refuses facts that MLIR's verifier would refuse after the pass.
    fn check(&mut self, merged: &Merged) {
        let facts = &merged.facts;
        if facts.is_kernel() {
            let results = self.function.result_count();
            match kernel_attribute(self.function) {
                None => {
                    let text = "must be on a function that can be a kernel: 'llvm.func' or 'gpu.func'";
                    self.error_about(merged, Fact::Kernel, text);
                }
                Some(GPU_KERNEL) if results > 0 => {
                    let text = format!("must be on a function without results, got {results}");
                    self.error_about(merged, Fact::Kernel, &text);
                }
                Some(_) => {}
            }
        }
        if facts.states(Fact::BlocksAreClusters) {
            for companion in [Fact::ReqNTid, Fact::ClusterDim].into_iter().filter(|fact| !facts.states(*fact)) {
                let text = format!("requires '{companion}' on the same function");
                self.error_about(merged, Fact::BlocksAreClusters, &text);
            }
        }
        let count = u32::try_from(self.function.argument_count()).unwrap_or(u32::MAX);
        if let Err(fault) = check_indices(facts.indices(), count) {
            self.error_about(merged, Fact::GridConstant, &fault.kind.to_string());
        }
    }

    /// Reports an error about a fact. The text follows the description of the statement that the fact is from.
    fn error_about(&mut self, merged: &Merged, fact: Fact, text: &str) {
        let source = merged.source(fact).map(|statement| self.describe(statement));
        self.error(&format!("{} {text}", source.unwrap_or_else(|| format!("'{fact}'"))));
    }

    fn error(&mut self, text: &str) {
        self.result = Err(self.diagnostic.error(text).emit());
    }

    /// Describes a statement for messages.
    fn describe(&self, statement: usize) -> String {
        let statement = &self.found.statements[statement];
        let name = statement.spelling.name;
        match statement.carrier {
            Carrier::Attribute => format!("'{name}'"),
            Carrier::Passthrough => format!("'{name}' in 'passthrough'"),
            Carrier::Argument(_) => format!("'{name}' of an argument"),
            Carrier::GpuKernel => "'gpu.kernel'".to_owned(),
            Carrier::CallingConvention => "the calling convention 'ptx_kernelcc'".to_owned(),
            Carrier::Tuple(id) => format!("'{name}' in {}", self.annotations.describe(id)),
        }
    }
}
