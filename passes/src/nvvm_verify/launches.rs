//! Launches without a kernel in the IR: of a kernel that is compiled, and `gpu.launch`, which contains its kernel.

use rustc_hash::FxHashMap;
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::rules::{RuleSet, check};
use tileiras_contract::{FunctionFacts, RuleId, Sink, Subject, Violation};
use tileiras_mlir::attribute::symbol_path;
use tileiras_mlir::operation;
use tileiras_nv_tileaa::launch::Launch;
use tileiras_nvvm::compiled::CompiledCode;
use tileiras_target::Target;

use melior::ir::OperationRef;

/// The violations of a `gpu.launch`. Its kernel states nothing.
pub(super) fn check_inline(site: &LaunchSite, target: Target, enabled: &RuleSet) -> Vec<Violation> {
    let mut sink = Sink::new();
    check(&Subject::launch(&FunctionFacts::of_kernel(), target, site, None), enabled, &mut sink);
    sink.take()
}

/// The compiled code of the binaries that launches name. Each binary is read once.
#[derive(Default)]
pub(super) struct Binaries(FxHashMap<usize, Vec<CompiledCode>>);

impl Binaries {
    /// The violations of a launch of a kernel in a `gpu.binary`, on the chips of all its objects. The messages name the
    /// chips.
    pub fn check(
        &mut self,
        binary: OperationRef<'_, '_>,
        launch: &Launch<'_, '_>,
        site: &LaunchSite,
        enabled: &RuleSet,
    ) -> Vec<Violation> {
        let Some(name) = symbol_path(launch.kernel()).last() else { return Vec::new() };
        let codes = self.0.entry(operation::key(binary)).or_insert_with(|| CompiledCode::of_binary(binary));
        let mut found: Vec<(Violation, Vec<&str>)> = Vec::new();
        let mut numbers: FxHashMap<(RuleId, String), usize> = FxHashMap::default();
        for code in codes.iter() {
            let Some(kernel) = code.kernel(name) else { continue };
            let site = LaunchSite { static_shared: kernel.static_shared, ..site.clone() };
            let mut sink = Sink::new();
            check(&Subject::launch(&kernel.facts, code.target, &site, None), enabled, &mut sink);
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
}
