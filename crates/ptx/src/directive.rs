//! The directives of a kernel's header that state its launch contract.
//!
//! Order, spelling and the gate at sm_90 are those of reference 003, which does not have `.minperctamemory`. Both
//! thread directives are printed if both are set: that `ptxas` refuses the pair is checked by the assembler rules, not
//! here.

use std::fmt::{self, Display, Formatter};

use tileiras_contract::{Fact, FactSet, FunctionFacts, Value};
use tileiras_target::Target;

/// One launch directive with its values.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Directive {
    /// `.maxntid`: one to three sizes, in threads.
    MaxNTid(Vec<u32>),
    /// `.reqntid`: one to three sizes, in threads.
    ReqNTid(Vec<u32>),
    /// `.minnctapersm`: CTAs per SM.
    MinNCtaPerSm(u32),
    /// `.maxnreg`: registers per thread.
    MaxNReg(u32),
    /// `.minperctamemory`: bytes of shared memory per CTA.
    MinPerCtaMemory(u32),
    /// `.blocksareclusters`.
    BlocksAreClusters,
    /// `.explicitcluster`.
    ExplicitCluster,
    /// `.reqnctapercluster`: one to three sizes, in CTAs.
    ReqNCtaPerCluster(Vec<u32>),
    /// `.maxclusterrank`: CTAs per cluster.
    MaxClusterRank(u32),
}

impl Directive {
    /// The directive as PTX spells it, with its dot.
    pub const fn name(&self) -> &'static str {
        match self {
            Directive::MaxNTid(_) => ".maxntid",
            Directive::ReqNTid(_) => ".reqntid",
            Directive::MinNCtaPerSm(_) => ".minnctapersm",
            Directive::MaxNReg(_) => ".maxnreg",
            Directive::MinPerCtaMemory(_) => ".minperctamemory",
            Directive::BlocksAreClusters => ".blocksareclusters",
            Directive::ExplicitCluster => ".explicitcluster",
            Directive::ReqNCtaPerCluster(_) => ".reqnctapercluster",
            Directive::MaxClusterRank(_) => ".maxclusterrank",
        }
    }

    /// Its values, in order.
    pub fn values(&self) -> &[u32] {
        match self {
            Directive::MaxNTid(sizes) | Directive::ReqNTid(sizes) | Directive::ReqNCtaPerCluster(sizes) => sizes,
            Directive::MinNCtaPerSm(value)
            | Directive::MaxNReg(value)
            | Directive::MinPerCtaMemory(value)
            | Directive::MaxClusterRank(value) => std::slice::from_ref(value),
            Directive::BlocksAreClusters | Directive::ExplicitCluster => &[],
        }
    }
}

/// `.reqntid 128, 1, 1`.
impl Display for Directive {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        for (index, value) in self.values().iter().enumerate() {
            write!(f, "{}{value}", if index == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

/// A fact with a value that no directive can state.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{fact}' cannot be printed as '{directive}', which has 1 to 3 values from 0 to 4294967295, got {found}")]
pub struct Unprintable {
    /// The fact.
    pub fact: Fact,
    /// The directive that would state it.
    pub directive: &'static str,
    /// The value as it was found.
    pub found: String,
}

/// The directives that state the facts of a kernel on `target`, in the order in which they are printed. A function that
/// is not a kernel has none. A target without a known chip counts as one with clusters.
///
/// ```
/// use tileiras_contract::{FactSet, StatedFact};
/// use tileiras_target::Target;
///
/// let facts = FactSet::from_iter([
///     StatedFact::Kernel,
///     StatedFact::ReqNTid([128, 1, 1]),
///     StatedFact::ClusterDim([2, 1, 1]),
/// ]);
/// let text = |target| tileiras_ptx::directives(&facts, target).iter().map(ToString::to_string).collect::<Vec<_>>();
/// assert_eq!(text(Target::default()), [".reqntid 128, 1, 1", ".explicitcluster", ".reqnctapercluster 2, 1, 1"]);
/// let old = Target::parse(Some("sm_80"), None).unwrap();
/// assert_eq!(text(old), [".reqntid 128, 1, 1"]);
/// ```
pub fn directives(facts: &FactSet, target: Target) -> Vec<Directive> {
    let mut found = Vec::new();
    if !facts.is_kernel() {
        return found;
    }
    let dims = |fact| facts.dims(fact).map(|dims| dims.to_vec());
    found.extend(dims(Fact::MaxNTid).map(Directive::MaxNTid));
    found.extend(dims(Fact::ReqNTid).map(Directive::ReqNTid));
    found.extend(facts.scalar(Fact::MinCtaSm).map(Directive::MinNCtaPerSm));
    found.extend(facts.scalar(Fact::MaxNReg).map(Directive::MaxNReg));
    found.extend(facts.scalar(Fact::MinPerCtaMemory).map(Directive::MinPerCtaMemory));
    if target.lacks_clusters() {
        return found;
    }
    found.extend(facts.states(Fact::BlocksAreClusters).then_some(Directive::BlocksAreClusters));
    if let Some(cluster) = dims(Fact::ClusterDim) {
        found.extend([Directive::ExplicitCluster, Directive::ReqNCtaPerCluster(cluster)]);
    } else if facts.states(Fact::ExplicitCluster) {
        found.push(Directive::ExplicitCluster);
    }
    found.extend(facts.scalar(Fact::MaxClusterRank).map(Directive::MaxClusterRank));
    found
}

/// The directives that state the facts of a function of IR. A shape has as many axes as its attribute, as LLVM prints
/// it.
///
/// # Errors
/// [`Unprintable`] for the first canonical attribute of a kernel whose value is not valid, of those that `target`
/// prints.
pub fn directives_of(function: &FunctionFacts<'_>, target: Target) -> Result<Vec<Directive>, Unprintable> {
    if function.is_kernel() {
        let printed = |fact: &Fact| !(fact.is_cluster() && target.lacks_clusters());
        for fact in function.attributes().filter(|fact| printed(fact) && !function.facts.states(*fact)) {
            if let (Some(directive), Some(found)) = (fact.directive(), function.canonical(fact)) {
                return Err(Unprintable { fact, directive, found: found.to_string() });
            }
        }
    }
    let mut found = directives(&function.facts, target);
    for directive in &mut found {
        let (fact, sizes) = match directive {
            Directive::MaxNTid(sizes) => (Fact::MaxNTid, sizes),
            Directive::ReqNTid(sizes) => (Fact::ReqNTid, sizes),
            Directive::ReqNCtaPerCluster(sizes) => (Fact::ClusterDim, sizes),
            _ => continue,
        };
        if let Some(Value::I32Array(written)) = function.canonical(fact) {
            sizes.truncate(written.len());
        }
    }
    Ok(found)
}

/// The directives of a list that a later one of the same name overrides, in order.
pub(crate) fn overridden<'d>(directives: impl DoubleEndedIterator<Item = &'d Directive>) -> Vec<&'d Directive> {
    let mut seen = Vec::new();
    let mut overridden = Vec::new();
    for directive in directives.rev() {
        if seen.contains(&directive.name()) {
            overridden.push(directive);
        } else {
            seen.push(directive.name());
        }
    }
    overridden.reverse();
    overridden
}

/// The values. A missing axis is 1.
pub(crate) fn axes(directive: &Directive) -> [u32; 3] {
    let mut axes = [1; 3];
    for (axis, value) in axes.iter_mut().zip(directive.values()) {
        *axis = *value;
    }
    axes
}
