//! What upstream's conversion of device code to the LLVM dialect drops or adds.
//!
//! Accepts device code before the conversion ([`Kept::read`]) and after it ([`Kept::restore`]). Guarantees that
//! the conversion adds no launch fact that is stated already, and that the attributes of arguments that LLVM
//! knows stay. Leaves out on purpose: the passes of the conversion ([`crate::pipeline`]).

mod argument_attributes;

use argument_attributes::ArgumentAttributes;
use melior::ir::{Attribute, OperationRef};
use std::collections::{HashMap, HashSet};
use tileiras_contract::{Dims, Fact, attribute_spelling};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::function;

/// What the conversion would drop, and what there was before it.
pub struct Kept<'c> {
    /// The names of the functions.
    functions: HashSet<Vec<u8>>,
    attributes: ArgumentAttributes<'c>,
    sizes: Vec<KeptSize<'c>>,
}

impl<'c> Kept<'c> {
    /// Reads device code, and removes the launch facts from it that the conversion adds again.
    ///
    /// # Errors
    /// After a diagnostic for a known size that contradicts a fact.
    pub fn read(device: OperationRef<'c, '_>) -> Result<Self, Failure> {
        let sizes = reconcile_known_sizes(device)?;
        let names = operation::children(device).into_iter().filter_map(|op| Some(symbol_name(op)?.to_vec()));
        Ok(Self { functions: names.collect(), attributes: ArgumentAttributes::read(device), sizes })
    }

    /// Adds what the conversion has dropped, and removes the facts that it has copied.
    pub fn restore(&self, device: OperationRef<'_, '_>) {
        remove_copied_facts(device, &self.functions);
        restore_known_sizes(device, &self.sizes);
        self.attributes.restore(device);
    }
}

/// Removes the launch facts of functions that the conversion adds: a wrapper `_mlir_ciface_f` of a `func.func` gets the
/// attributes of `f` (measured: MLIR 22), and no kernel is one.
fn remove_copied_facts(device: OperationRef<'_, '_>, before: &HashSet<Vec<u8>>) {
    for op in operation::children(device) {
        if Function::new(op).is_none() || symbol_name(op).is_none_or(|name| before.contains(name)) {
            continue;
        }
        let names = operation::discardable_attributes(op).map(|(name, _)| lossy(name).into_owned());
        let facts: Vec<String> = names.filter(|name| attribute_spelling(name).is_some()).collect();
        for fact in facts {
            operation::remove_attribute(op, &fact);
        }
    }
}

/// A known size that the conversion must not make a fact of.
struct KeptSize<'c> {
    /// The symbol of the kernel.
    kernel: Vec<u8>,
    attribute: &'static str,
    value: Attribute<'c>,
}

/// Removes launch facts that upstream's conversion adds again. It adds `known_block_size` and `known_cluster_size` as
/// launch facts without a check whether the attribute exists already (measured: MLIR 22 writes it twice). A known block
/// within a larger bound is removed instead, and returned: both statements stay as they are.
///
/// # Errors
/// After a diagnostic, if the two contradict each other, as in the rule `known-size-conflict`.
fn reconcile_known_sizes<'c>(device: OperationRef<'c, '_>) -> Result<Vec<KeptSize<'c>>, Failure> {
    let product = |sizes: Dims| sizes.into_iter().map(u128::from).product::<u128>();
    let (mut result, mut kept) = (Ok(()), Vec::new());
    for op in operation::find_all(device, "gpu.func") {
        let Some(function) = Function::new(op) else { continue };
        let facts = function::read(function);
        for known in facts.convertible_sizes() {
            let Some((fact, sizes)) = known.converted() else {
                // As rule `positive-value`, which comes after the conversion.
                let text = format!("'{}' must be positive, got {}", known.known.attribute, known.value);
                result = Err(Diagnostic::on(op).error(text).emit());
                continue;
            };
            match facts.dims(fact) {
                None if fact == Fact::MaxNTid && !facts.has_attribute(Fact::ReqNTid) => {
                    let (known, exact) = (known.known.attribute, Fact::ReqNTid);
                    let text = format!(
                        "'{known}' states the block of every launch, and becomes '{fact}', which only bounds it; state \
                         '{exact}' if the kernel needs exactly this block"
                    );
                    let _ = Diagnostic::on(op).remark(text).emit();
                }
                None => {}
                Some(stated) if stated == sizes => {
                    operation::remove_attribute(op, fact.attribute());
                }
                Some(stated) if fact == Fact::MaxNTid && product(sizes) <= product(stated) => {
                    let attribute = known.known.attribute;
                    let value = operation::inherent_attribute(op, attribute);
                    let kernel = symbol_name(op).unwrap_or_default().to_vec();
                    kept.extend(value.map(|value| KeptSize { kernel, attribute, value }));
                    operation::remove_attribute(op, attribute);
                }
                Some(stated) => {
                    let text = format!("'{}' is {sizes:?} and '{fact}' is {stated:?}", known.known.attribute);
                    result = Err(Diagnostic::on(op).error(text).emit());
                }
            }
        }
    }
    result.map(|()| kept)
}

/// States the known sizes on the converted functions, where they are compared with launches.
fn restore_known_sizes(device: OperationRef<'_, '_>, kept: &[KeptSize<'_>]) {
    let mut of_kernel: HashMap<&[u8], Vec<&KeptSize<'_>>> = HashMap::new();
    for size in kept {
        of_kernel.entry(&size.kernel).or_default().push(size);
    }
    for op in operation::children(device) {
        for size in symbol_name(op).and_then(|name| of_kernel.get(name)).into_iter().flatten() {
            operation::set_discardable_attribute(op, size.attribute, size.value);
        }
    }
}
