//! The directives of a kernel's header that state its launch contract.
//!
//! Order, spelling and the gate at sm_90 are those of reference 003. Both thread directives are printed if both are set:
//! the assembler rules, not the emitter, say that `ptxas` refuses the pair.

use std::fmt::{self, Display, Formatter};

use tileiras_contract::{Fact, LaunchContract, Role, Shape};
use tileiras_target::Target;

/// One directive, with its values as they are written.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Directive {
    /// `.maxntid`: one to three sizes, in threads.
    MaxNTid(Vec<i64>),
    /// `.reqntid`: one to three sizes, in threads.
    ReqNTid(Vec<i64>),
    /// `.minnctapersm`: CTAs per SM.
    MinNCtaPerSm(i64),
    /// `.maxnreg`: registers per thread.
    MaxNReg(i64),
    /// `.blocksareclusters`.
    BlocksAreClusters,
    /// `.explicitcluster`.
    ExplicitCluster,
    /// `.reqnctapercluster`: one to three sizes, in CTAs.
    ReqNCtaPerCluster(Vec<i64>),
    /// `.maxclusterrank`: CTAs per cluster.
    MaxClusterRank(i64),
}

impl Directive {
    /// The directive as PTX spells it, with its dot.
    pub const fn name(&self) -> &'static str {
        match self {
            Directive::MaxNTid(_) => ".maxntid",
            Directive::ReqNTid(_) => ".reqntid",
            Directive::MinNCtaPerSm(_) => ".minnctapersm",
            Directive::MaxNReg(_) => ".maxnreg",
            Directive::BlocksAreClusters => ".blocksareclusters",
            Directive::ExplicitCluster => ".explicitcluster",
            Directive::ReqNCtaPerCluster(_) => ".reqnctapercluster",
            Directive::MaxClusterRank(_) => ".maxclusterrank",
        }
    }

    /// Its values, in order.
    pub fn values(&self) -> &[i64] {
        match self {
            Directive::MaxNTid(sizes) | Directive::ReqNTid(sizes) | Directive::ReqNCtaPerCluster(sizes) => sizes,
            Directive::MinNCtaPerSm(value) | Directive::MaxNReg(value) | Directive::MaxClusterRank(value) => {
                std::slice::from_ref(value)
            }
            Directive::BlocksAreClusters | Directive::ExplicitCluster => &[],
        }
    }
}

/// `.reqntid 128, 1, 1`.
impl Display for Directive {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        for (place, value) in self.values().iter().enumerate() {
            write!(f, "{}{value}", if place == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

/// A fact in a shape that no directive can have.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{fact}' cannot be printed as '{directive}', got {found}")]
pub struct Unprintable {
    /// The fact.
    pub fact: Fact,
    /// The directive that would state it.
    pub directive: &'static str,
    /// What is stated.
    pub found: String,
}

/// The directives that state `contract` on `target`, in the order they are printed in. A function that is no kernel has
/// none. A target whose chip is not known is taken to have clusters.
///
/// # Errors
/// [`Unprintable`] for the first fact that is stated in a shape that is not its own.
pub fn directives(contract: &LaunchContract<'_>, target: Target) -> Result<Vec<Directive>, Unprintable> {
    let mut found = Vec::new();
    if contract.role != Role::Kernel {
        return Ok(found);
    }
    found.extend(sizes(contract, Fact::MaxNTid)?.map(Directive::MaxNTid));
    found.extend(sizes(contract, Fact::ReqNTid)?.map(Directive::ReqNTid));
    found.extend(scalar(contract, Fact::MinCtaSm)?.map(Directive::MinNCtaPerSm));
    found.extend(scalar(contract, Fact::MaxNReg)?.map(Directive::MaxNReg));
    if target.lacks_clusters() {
        return Ok(found);
    }
    if contract.states(Fact::BlocksAreClusters) {
        let flag = contract.unit(Fact::BlocksAreClusters).then_some(Directive::BlocksAreClusters);
        found.push(flag.ok_or_else(|| unprintable(contract, Fact::BlocksAreClusters))?);
    }
    if let Some(cluster) = sizes(contract, Fact::ClusterDim)? {
        found.extend([Directive::ExplicitCluster, Directive::ReqNCtaPerCluster(cluster)]);
    }
    found.extend(scalar(contract, Fact::MaxClusterRank)?.map(Directive::MaxClusterRank));
    Ok(found)
}

fn sizes(contract: &LaunchContract<'_>, fact: Fact) -> Result<Option<Vec<i64>>, Unprintable> {
    debug_assert_eq!(fact.shape(), Shape::Dims);
    if !contract.states(fact) {
        return Ok(None);
    }
    let sizes = contract.sizes(fact).ok_or_else(|| unprintable(contract, fact))?;
    Ok(Some(sizes.iter().copied().map(i64::from).collect()))
}

fn scalar(contract: &LaunchContract<'_>, fact: Fact) -> Result<Option<i64>, Unprintable> {
    debug_assert_eq!(fact.shape(), Shape::Scalar);
    if !contract.states(fact) {
        return Ok(None);
    }
    contract.scalar(fact).map(Some).ok_or_else(|| unprintable(contract, fact))
}

fn unprintable(contract: &LaunchContract<'_>, fact: Fact) -> Unprintable {
    let found = contract.value(fact).map_or_else(|| "nothing".to_owned(), ToString::to_string);
    Unprintable { fact, directive: fact.directive().unwrap_or(""), found }
}
