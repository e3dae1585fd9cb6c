//! What is to be done to one function.

use super::tuples::{TupleId, Tuples};
use melior::Context;
use melior::ir::operation::OperationLike;
use smallvec::SmallVec;
use tileiras_contract::{
    Claim, Conflict, ConflictPolicy, Fact, Form, Gathered, MARKER, Spelling, Value, check_indices, read_claim,
};
use tileiras_mlir::attribute::unit;
use tileiras_mlir::function::{Function, GPU_KERNEL};
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::carrier::{self, Place, Statement};
use tileiras_nvvm::value;
use tileiras_translate::export::facts::Facts;

/// What is to be done to one function.
pub(super) struct Plan<'c, 'a> {
    function: Function<'c, 'a>,
    gathered: Gathered<Source>,
    remarks: Vec<Diagnostic<'c>>,
    /// Facts that a carrier gives up, by [`Fact::index`]. One that does not hold is among them too.
    consumed: u16,
}

/// Where a claim comes from.
#[derive(Clone, Copy)]
enum Source {
    Function(Place, &'static Spelling),
    Tuple(TupleId, &'static Spelling),
}

impl<'c, 'a> Plan<'c, 'a> {
    /// Gathers what all carriers say about a function. `None` when there is nothing to do.
    pub(super) fn make(
        function: Function<'c, 'a>,
        tuples: &Tuples<'c, 'a>,
        number: usize,
        policy: ConflictPolicy,
    ) -> Result<Option<Self>, Failure> {
        if carrier::is_marked(function) {
            return Ok(None);
        }
        let mut statements = carrier::statements(function);
        let about = tuples.about(number);
        if statements.is_empty() && about.is_empty() {
            return Ok(None);
        }
        if policy == ConflictPolicy::Last {
            // What MLIR does at translation: an attribute overrides the string of the same name.
            statements.sort_by_key(|statement: &Statement<'_>| statement.place != Place::Passthrough);
        }
        let mut gather = Gather {
            function,
            tuples,
            policy,
            gathered: Gathered::new(),
            consumed: 0,
            remarks: Vec::new(),
            result: Ok(()),
        };
        for statement in &statements {
            gather.add(Source::Function(statement.place, statement.spelling), &statement.value, statement.form());
        }
        for id in about {
            for (spelling, attribute) in tuples.facts(*id) {
                gather.add(Source::Tuple(*id, spelling), &value::read(attribute), Form::Legacy);
            }
        }
        gather.finish()
    }

    /// The facts that the function will state.
    pub(super) fn facts(&self) -> Facts {
        Facts::of(&self.gathered)
    }

    /// Whether there is nothing to be said about it.
    pub(super) fn is_silent(&self) -> bool {
        self.remarks.is_empty()
    }

    /// Writes the canonical attributes, removes the carriers, sets the marker. Returns the function and how many facts
    /// moved.
    pub(super) fn carry_out(self, context: &'c Context) -> (Function<'c, 'a>, usize) {
        let op = self.function.operation();
        let mut moved = 0;
        carrier::remove_carriers(self.function);
        for (fact, name) in canonical(self.function, &self.gathered) {
            // Every gathered value has a canonical attribute.
            let wanted = self.gathered.canonical(fact).and_then(|value| value::write(context, &value));
            let changed = wanted.filter(|wanted| operation::discardable(op, name) != Some(*wanted));
            if let Some(wanted) = changed {
                operation::set_discardable(op, name, wanted);
            }
            moved += usize::from(changed.is_some() || self.consumed & 1 << fact.index() != 0);
        }
        operation::set_discardable(op, MARKER, unit(context));
        for remark in self.remarks {
            let _: Failure = remark.emit();
        }
        (self.function, moved)
    }
}

/// The facts that hold, with the names of their attributes on this function.
fn canonical(function: Function<'_, '_>, gathered: &Gathered<Source>) -> SmallVec<[(Fact, &'static str); 4]> {
    gathered.facts().filter_map(|fact| Some((fact, carrier::canonical_name(function, fact)?))).collect()
}

/// A plan in the making.
struct Gather<'t, 'c, 'a> {
    function: Function<'c, 'a>,
    tuples: &'t Tuples<'c, 'a>,
    policy: ConflictPolicy,
    gathered: Gathered<Source>,
    consumed: u16,
    remarks: Vec<Diagnostic<'c>>,
    result: Result<(), Failure>,
}

impl<'c, 'a> Gather<'_, 'c, 'a> {
    /// Adds what one carrier says about one fact.
    fn add(&mut self, source: Source, value: &Value<'_>, form: Form) {
        let spelling = source.spelling();
        let claim = match read_claim(spelling, value, form) {
            Ok(claim) => claim,
            Err(fault) => return self.refuse(&format!("{} {}", self.describe(source), fault.kind)),
        };
        if !source.stays() {
            self.consumed |= 1 << spelling.fact.index();
        }
        if claim == Claim::Unit(false) {
            let text = self.message(&format!("{} is 0: the fact does not hold", self.describe(source)));
            self.remarks.push(Diagnostic::remark(self.function.location(), text));
        }
        let mut conflicts: SmallVec<[Conflict<Source>; 3]> = SmallVec::new();
        self.gathered.add(spelling.fact, claim, source, self.policy, &mut |conflict| conflicts.push(conflict));
        for conflict in conflicts {
            self.settle(&conflict);
        }
    }

    /// Reports a conflict: as an error, or as a remark that says what was discarded.
    fn settle(&mut self, conflict: &Conflict<Source>) {
        let text = self.message(&conflict.to_string());
        let place = self.function.location();
        match conflict.discarded() {
            None => {
                let [held, new] = [conflict.held, conflict.new]
                    .map(|(value, source)| format!("{value} from {}", self.describe(source)));
                // A tuple's place is its number: its module's line can be as long as the whole list.
                let diagnostic = Diagnostic::error(place, text).note(place, held).note(place, new);
                self.result = Err(diagnostic.emit());
            }
            Some((value, source)) => {
                let text = format!("{text}; {value} from {} is discarded", self.describe(*source));
                self.remarks.push(Diagnostic::remark(place, text));
            }
        }
    }

    /// Checks what only the facts together show: what upstream's verifier would refuse right after this pass.
    fn finish(mut self) -> Result<Option<Plan<'c, 'a>>, Failure> {
        if self.gathered.unit(Fact::Kernel) == Some(true) {
            self.check_kernel();
        }
        if self.gathered.unit(Fact::BlocksAreClusters) == Some(true) {
            for companion in [Fact::ReqNTid, Fact::ClusterDim] {
                if self.gathered.dims(companion).is_none() {
                    let fact = Fact::BlocksAreClusters;
                    self.refuse_fact(fact, &format!("requires '{companion}' on the same function"));
                }
            }
        }
        let count = u32::try_from(self.function.argument_count()).unwrap_or(u32::MAX);
        if let Err(fault) = check_indices(self.gathered.indices(), count) {
            self.refuse_fact(Fact::GridConstant, &fault.kind.to_string());
        }
        self.result?;
        if self.consumed == 0 && !self.changes_attributes() {
            return Ok(None);
        }
        Ok(Some(Plan {
            function: self.function,
            gathered: self.gathered,
            remarks: self.remarks,
            consumed: self.consumed,
        }))
    }

    fn check_kernel(&mut self) {
        if carrier::kernel_attribute(self.function).is_none() {
            self.refuse_fact(Fact::Kernel, "must be on a function that can be a kernel: 'llvm.func' or 'gpu.func'");
        } else if carrier::kernel_attribute(self.function) == Some(GPU_KERNEL) {
            let results = self.function.result_count();
            if results > 0 {
                self.refuse_fact(Fact::Kernel, &format!("must be on a function without results, got {results}"));
            }
        }
    }

    /// Whether a canonical attribute is missing or written otherwise.
    fn changes_attributes(&self) -> bool {
        let op = self.function.operation();
        let context = op.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        let context = unsafe { context.to_ref() };
        canonical(self.function, &self.gathered).into_iter().any(|(fact, name)| {
            let wanted = self.gathered.canonical(fact).and_then(|value| value::write(context, &value));
            operation::discardable(op, name) != wanted
        })
    }

    /// An error about a fact that holds; the text follows the name of where it comes from.
    fn refuse_fact(&mut self, fact: Fact, text: &str) {
        let name = match self.gathered.source(fact, None) {
            Some(source) => self.describe(source),
            None => format!("'{fact}'"),
        };
        self.refuse(&format!("{name} {text}"));
    }

    fn refuse(&mut self, text: &str) {
        self.result = Err(Diagnostic::error(self.function.location(), self.message(text)).emit());
    }

    fn message(&self, text: &str) -> String {
        format!("'{}' op {text}", self.function.kind())
    }

    fn describe(&self, source: Source) -> String {
        let name = source.spelling().name;
        match source {
            Source::Function(Place::Canonical | Place::Attribute, _) => format!("'{name}'"),
            Source::Function(Place::Passthrough, _) => format!("'{name}' in 'passthrough'"),
            Source::Function(Place::Argument, _) => format!("'{name}' of an argument"),
            Source::Function(Place::Convention, _) => "the calling convention 'ptx_kernelcc'".to_owned(),
            Source::Tuple(id, _) => format!("'{name}' in {}", self.tuples.describe(id)),
        }
    }
}

impl Source {
    const fn spelling(self) -> &'static Spelling {
        match self {
            Self::Function(_, spelling) | Self::Tuple(_, spelling) => spelling,
        }
    }

    /// Whether the carrier is as it was after the pass.
    const fn stays(self) -> bool {
        matches!(self, Self::Function(Place::Canonical | Place::Convention, _))
    }
}
