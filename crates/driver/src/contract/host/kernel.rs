//! What `tileiras-contract host` writes about a kernel.

use std::collections::{BTreeMap, BTreeSet};

use tileiras_contract::audit::FunctionSnapshot;
use tileiras_contract::launch::condition::{Condition, conditions};
use tileiras_contract::{Explanation, Fact, FunctionFacts, LaunchSizes, Resources, StatedFact, Symbol};
use tileiras_target::{Chip, Target};

/// One kernel on one chip.
pub(super) struct HostKernel {
    pub symbol: Symbol,
    /// A name that is legal in C, and that no other kernel has.
    pub identifier: String,
    pub chip: Chip,
    pub explanation: Explanation,
    pub min_ctas_per_sm: Option<u32>,
    pub conditions: Vec<Condition>,
}

pub(super) fn host_kernel(kernel: &FunctionSnapshot, resources: Resources, chip: Chip) -> HostKernel {
    let FunctionSnapshot { symbol, register_cap, .. } = kernel;
    let mut facts = kernel.facts.clone();
    // A shape implies it. PTX and cubins have it beside the facts.
    if kernel.explicit_cluster == Some(true) && !facts.states(Fact::ClusterDim) {
        facts.insert(StatedFact::ExplicitCluster);
    }
    let explanation =
        Explanation::new(symbol.to_string(), &facts, resources, *register_cap, chip, LaunchSizes::default());
    let mut contract = FunctionFacts::new();
    contract.facts = facts;
    HostKernel {
        symbol: symbol.clone(),
        identifier: String::new(),
        chip,
        min_ctas_per_sm: contract.facts.positive(Fact::MinCtaSm),
        conditions: conditions(&contract, Target { chip: Some(chip), ptx: None }, resources, |_| true),
        explanation,
    }
}

/// Gives each kernel an identifier: its name, and its chip if it is there for several chips.
pub(super) fn name_kernels(kernels: &mut [HostKernel]) {
    let mut chips: BTreeMap<Symbol, BTreeSet<String>> = BTreeMap::new();
    for kernel in &*kernels {
        chips.entry(kernel.symbol.clone()).or_default().insert(kernel.chip.to_string());
    }
    // A name that is legal as it is stays so, wherever it is.
    let mut order: Vec<&mut HostKernel> = kernels.iter_mut().collect();
    order.sort_by_key(|kernel| identifier(kernel.symbol.name()).as_bytes() != kernel.symbol.name());
    // The names that are taken, and for each wanted name the number to try next.
    let (mut taken, mut next) = (BTreeSet::new(), BTreeMap::new());
    for kernel in order {
        let mut wanted = identifier(kernel.symbol.name());
        if chips.get(&kernel.symbol).is_some_and(|chips| chips.len() > 1) {
            wanted = format!("{wanted}_{}", kernel.chip);
        }
        let number: &mut u32 = next.entry(wanted.clone()).or_insert(1);
        kernel.identifier = wanted.clone();
        while !taken.insert(kernel.identifier.clone()) {
            *number += 1;
            kernel.identifier = format!("{wanted}_{number}");
        }
    }
}

/// A name that is legal in C and begins with a letter.
pub(super) fn identifier(name: &[u8]) -> String {
    let legal = |byte: &u8| if byte.is_ascii_alphanumeric() { char::from(*byte) } else { '_' };
    let text: String = name.iter().map(legal).collect();
    if text.starts_with(|first: char| first.is_ascii_alphabetic()) { text } else { format!("k{text}") }
}
