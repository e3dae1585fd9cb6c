//! The modules and functions of a program.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_contract::ANNOTATIONS;
use tileiras_mlir::analysis::{Analyses, Analysis};
use tileiras_mlir::attribute::Dictionary;
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::has_symbols;

/// The modules and functions of one operation: itself and nested ones. Bodies of functions are not entered.
#[derive(Default)]
pub struct Scope<'c, 'a> {
    /// Modules, outermost first.
    pub modules: Vec<OperationRef<'c, 'a>>,
    /// Functions, in order within their module.
    pub functions: Vec<Function<'c, 'a>>,
    /// For each function, the number of its module in `modules`; `None` if it is in none.
    pub module_of: Vec<Option<usize>>,
    /// The operations with [`ANNOTATIONS`] that are no modules: nobody reads these.
    pub unread_lists: Vec<OperationRef<'c, 'a>>,
    /// The attribute dictionaries of the functions when the scope was collected, each once.
    dictionaries: FxHashSet<Dictionary<'c>>,
    /// Whether there is an operation that is neither: it may be a launch, or have one in its regions.
    has_others: bool,
}

/// It survives changes of attributes. No attribute decides what is a module or a function; and `nvvm-transplant`
/// removes none of the attributes that [`Scope::carries`] is called for.
impl Analysis for Scope<'static, 'static> {
    type Of<'c, 'a>
        = Scope<'c, 'a>
    where
        'c: 'a;

    const SURVIVES_ATTRIBUTE_CHANGES: bool = true;

    fn compute<'r, 'c: 'a + 'r, 'a: 'r>(_: Analyses<'r>, root: OperationRef<'c, 'a>) -> Scope<'c, 'a> {
        Scope::collect(root)
    }

    fn shorten<'r, 'c: 'a + 'r, 'a: 'r>(scope: &'r Scope<'static, 'static>) -> &'r Scope<'c, 'a> {
        scope
    }
}

/// Whether an operation is a module of any dialect: it has a symbol table, and can have annotations.
#[must_use]
pub fn is_module(op: OperationRef<'_, '_>) -> bool {
    ScopeOpKind::of(op) == ScopeOpKind::Module
}

/// The kind of all operations of one name.
#[derive(Clone, Copy, Eq, PartialEq)]
enum ScopeOpKind {
    Module,
    Function,
    Other,
}

impl ScopeOpKind {
    fn of(op: OperationRef<'_, '_>) -> Self {
        match Function::new(op) {
            Some(_) => Self::Function,
            None if has_symbols(op) => Self::Module,
            None => Self::Other,
        }
    }
}

/// The kinds of operations, by name.
#[derive(Default)]
struct Kinds(FxHashMap<usize, ScopeOpKind>);

impl Kinds {
    fn of(&mut self, op: OperationRef<'_, '_>) -> ScopeOpKind {
        *self.0.entry(operation::name_key(op)).or_insert_with(|| ScopeOpKind::of(op))
    }
}

impl<'c, 'a> Scope<'c, 'a> {
    /// Whether some function has a discardable attribute of that name. The name must not be of a launch fact:
    /// transplant changes these after the scope was collected. Looks at all functions, so that asking it for each of
    /// them is quadratic.
    #[must_use]
    pub fn carries(&self, name: &str) -> bool {
        self.dictionaries.iter().any(|dictionary| dictionary.has(name))
    }

    /// Whether there is an operation that is neither module nor function. It may be a launch, or have one in its
    /// regions.
    pub(crate) const fn has_others(&self) -> bool {
        self.has_others
    }

    /// The number of each function, by the key of its operation.
    #[must_use]
    pub fn numbers(&self) -> FxHashMap<usize, usize> {
        let functions = self.functions.iter().enumerate();
        functions.map(|(number, function)| (operation::key(function.operation()), number)).collect()
    }

    /// Collects `root` and the modules and functions that are nested in it. A function in another operation belongs to
    /// the module around that.
    #[must_use]
    pub fn collect(root: OperationRef<'c, 'a>) -> Self {
        let (mut scope, mut kinds) = (Self::default(), Kinds::default());
        let mut pending = Vec::new();
        match kinds.of(root) {
            ScopeOpKind::Module => pending.push(root),
            ScopeOpKind::Function => scope.add_function(root, None),
            ScopeOpKind::Other => scope.has_others = true,
        }
        while let Some(module) = pending.pop() {
            let number = scope.modules.len();
            scope.modules.push(module);
            // Nested modules are visited later, so that no operation is visited twice, and without recursion.
            let nested = pending.len();
            let mut open = vec![operation::child_operations(module)];
            while let Some(operations) = open.last_mut() {
                let Some(op) = operations.next() else {
                    open.pop();
                    continue;
                };
                match kinds.of(op) {
                    ScopeOpKind::Module => pending.push(op),
                    ScopeOpKind::Function => scope.add_function(op, Some(number)),
                    // An operation that is not registered can have functions in its regions.
                    ScopeOpKind::Other => {
                        scope.has_others = true;
                        if operation::discardable_attribute(op, ANNOTATIONS).is_some() {
                            scope.unread_lists.push(op);
                        }
                        if op.region_count() > 0 {
                            open.push(operation::child_operations(op));
                        }
                    }
                }
            }
            pending[nested..].reverse();
        }
        scope
    }

    fn add_function(&mut self, op: OperationRef<'c, 'a>, module: Option<usize>) {
        if let Some(function) = Function::new(op) {
            self.functions.push(function);
            self.module_of.push(module);
            self.dictionaries.insert(operation::discardable_dictionary(op));
        }
    }
}
