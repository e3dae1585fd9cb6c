//! The modules and functions of a program.

use melior::ir::OperationRef;
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::has_symbols;

/// What stands at or below one operation. Bodies of functions are not entered.
#[derive(Default)]
pub struct Scope<'c, 'a> {
    /// Modules, outermost first.
    pub modules: Vec<OperationRef<'c, 'a>>,
    /// Functions, in order within their module.
    pub functions: Vec<Function<'c, 'a>>,
    /// For each function, the number of its module in `modules`, if it stands in one.
    pub module_of: Vec<Option<usize>>,
}

/// Whether an operation is a module of whatever dialect: it has symbols, and annotations may stand on it.
#[must_use]
pub fn is_module(op: OperationRef<'_, '_>) -> bool {
    has_symbols(op) && Function::new(op).is_none()
}

impl<'c, 'a> Scope<'c, 'a> {
    /// Collects the modules and functions at and below `root`.
    #[must_use]
    pub fn collect(root: OperationRef<'c, 'a>) -> Self {
        let mut scope = Self::default();
        let mut pending = vec![(root, None)];
        while let Some((op, module)) = pending.pop() {
            if is_module(op) {
                let number = scope.modules.len();
                scope.modules.push(op);
                // Functions now, nested modules later: no operation is visited twice, and nothing recurses.
                let (nested, others): (Vec<_>, Vec<_>) =
                    operation::children(op).into_iter().partition(|op| is_module(*op));
                for child in others {
                    scope.add_function(child, Some(number));
                }
                pending.extend(nested.into_iter().rev().map(|child| (child, Some(number))));
            } else {
                scope.add_function(op, module);
            }
        }
        scope
    }

    fn add_function(&mut self, op: OperationRef<'c, 'a>, module: Option<usize>) {
        if let Some(function) = Function::new(op) {
            self.functions.push(function);
            self.module_of.push(module);
        }
    }
}
