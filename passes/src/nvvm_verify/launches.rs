//! Launches without a kernel in the IR: of a kernel that is compiled, and `gpu.launch`, which contains its kernel.

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::rules::check;
use tileiras_contract::{FunctionFacts, KNOWN_SIZES, Sink, Subject, Violation, attribute_spelling};
use tileiras_finding::{RuleId, RuleSet};
use tileiras_mlir::operation;
use tileiras_mlir::text::{listed, lossy};
use tileiras_nvvm::compiled::{CompiledCode, CompiledKernel};
use tileiras_target::Target;

/// The most kernels that a message names.
const NAMES: usize = 4;

/// A message for each attribute of a launch that states a fact, or a known size, of a kernel.
pub(super) fn facts_of_launch(op: OperationRef<'_, '_>) -> Vec<String> {
    let message = |name: &[u8]| {
        let name = lossy(name);
        let is_size = KNOWN_SIZES.iter().any(|known| known.attribute == name);
        let is_fact = is_size || attribute_spelling(&name).is_some();
        is_fact.then(|| format!("'{name}' on a launch is ignored: launch facts are on the function"))
    };
    operation::discardable_attributes(op).filter_map(|(name, _)| message(name)).collect()
}

/// The violations of a `gpu.launch`. Its kernel states nothing.
pub(super) fn check_inline(site: &LaunchSite, target: Target, enabled: &RuleSet) -> Vec<Violation> {
    let mut sink = Sink::new();
    check(&Subject::launch(&FunctionFacts::of_kernel(), target, site), enabled, &mut sink);
    sink.take()
}

/// The violations of a launch of a kernel in a `gpu.binary`, on the chips of all its objects. The messages name the
/// chips.
pub(super) fn check_compiled<'k>(
    kernels: impl Iterator<Item = (&'k CompiledCode, &'k CompiledKernel)>,
    site: &LaunchSite,
    enabled: &RuleSet,
) -> Vec<Violation> {
    let mut found: Vec<(Violation, Vec<&str>)> = Vec::new();
    let mut numbers: FxHashMap<(RuleId, String), usize> = FxHashMap::default();
    for (code, kernel) in kernels {
        let site = LaunchSite { resources: kernel.resources, ..site.clone() };
        let mut sink = Sink::new();
        check(&Subject::launch(&kernel.facts, code.target, &site), enabled, &mut sink);
        for violation in sink.take() {
            let key = (violation.rule, violation.message.clone());
            let number = *numbers.entry(key).or_insert(found.len());
            if number == found.len() {
                found.push((violation, Vec::new()));
            }
            if !found[number].1.contains(&code.arch.as_str()) {
                found[number].1.push(&code.arch);
            }
        }
    }
    let with_chips = |(violation, chips): (Violation, Vec<&str>)| Violation {
        message: format!("{}, compiled for {}", violation.message, chips.join(", ")),
        ..violation
    };
    found.into_iter().map(with_chips).collect()
}

/// The violation of a launch of a kernel that no object of its `gpu.binary` has. `kernels` are those that they have.
pub(super) fn missing(name: &[u8], kernels: &BTreeSet<&str>) -> Violation {
    let kernels: Vec<String> = kernels.iter().map(|kernel| format!("'{kernel}'")).collect();
    let message = format!("kernel '{}' must be in the binary, which has {}", lossy(name), listed(&kernels, NAMES));
    Violation::new(RuleId::LaunchKernelMissing, message)
}
