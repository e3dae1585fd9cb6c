//! Launch facts that follow from the launches of a kernel: the decisions of `nvvm-infer-bounds`.
//!
//! Accepts what the kernel states, and its launches if all of them are known. Guarantees that a fact is inferred only
//! if each launch satisfies it: the exact block or cluster if all launches have the same, else a bound that the largest
//! one has. A shape about which the kernel states a fact is left as it is. Rejects nothing: the answer says why there
//! is no fact.
//!
//! Leaves out on purpose: finding the launches, and who else can launch the kernel (`nvvm-infer-bounds`).

use tileiras_target::{MAX_CLUSTER_CTAS, MAX_CTA_SHAPE, MAX_THREADS_PER_CTA};

use crate::derive::Derived;
use crate::fact::Fact;
use crate::fact_set::{Dims, FactValue};
use crate::function_facts::FunctionFacts;
use crate::launch::LaunchSite;

/// What is inferred about one shape, or why nothing is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Inference {
    /// The fact with the reason for it, or the text that says why there is none.
    pub result: Result<Derived, String>,
    /// The position of the launch that decided.
    pub launch: Option<usize>,
}

/// A shape of launches, with the facts about it.
struct LaunchShape {
    name: &'static str,
    /// The fact that states it exactly.
    exact: Fact,
    /// The fact that bounds it.
    bound: Fact,
    /// The facts that leave nothing to infer.
    facts: &'static [Fact],
    /// The largest size on each axis, and the largest product of the three.
    limit: (Dims, u32),
}

const BLOCK: LaunchShape = LaunchShape {
    name: "block",
    exact: Fact::ReqNTid,
    bound: Fact::MaxNTid,
    facts: &[Fact::ReqNTid, Fact::MaxNTid],
    limit: (MAX_CTA_SHAPE, MAX_THREADS_PER_CTA),
};

const CLUSTER: LaunchShape = LaunchShape {
    name: "cluster",
    exact: Fact::ClusterDim,
    bound: Fact::MaxClusterRank,
    facts: &[Fact::ClusterDim, Fact::ExplicitCluster, Fact::MaxClusterRank, Fact::BlocksAreClusters],
    limit: ([MAX_CLUSTER_CTAS; 3], MAX_CLUSTER_CTAS),
};

/// What follows from all launches of a kernel about its block and its cluster. If not all of them are known, `launches`
/// is the reason. Without a launch that has a cluster, there is no inference about it.
pub fn infer(contract: &FunctionFacts<'_>, launches: Result<&[LaunchSite], &str>) -> Vec<Inference> {
    let launches = launches.and_then(|known| if known.is_empty() { Err("it has no launch") } else { Ok(known) });
    let infer = |shape: &LaunchShape| shape.of_kernel(contract).or_else(|| shape.of_launches(launches.ok()?));
    let mut inferences: Vec<Inference> = [BLOCK, CLUSTER].iter().filter_map(infer).collect();
    if let Err(why) = launches
        && inferences.len() < 2
    {
        inferences.push(nothing(format!("nothing is inferred from launches: {why}"), None));
    }
    inferences
}

fn nothing(why: String, launch: Option<usize>) -> Inference {
    Inference { result: Err(why), launch }
}

impl LaunchShape {
    /// What the kernel itself states: a fact, so that there is nothing to infer, or a known size.
    fn of_kernel(&self, contract: &FunctionFacts<'_>) -> Option<Inference> {
        let no_fact = |why: String| Some(nothing(format!("no {} is inferred: {why}", self.name), None));
        if let Some(stated) = self.facts.iter().find(|&&fact| contract.has_attribute(fact) || contract.awaits(fact)) {
            return no_fact(format!("'{stated}' is stated"));
        }
        let mut known = contract.known_sizes.iter().filter(|size| size.known.exact == self.exact);
        let first = known.next()?;
        let attribute = first.known.attribute;
        match first.dims().filter(|&dims| self.is_legal(dims) && known.all(|other| other.dims() == Some(dims))) {
            Some(dims) => Some(self.exactly(dims, format!("'{attribute}' is the {} of every launch", self.name), None)),
            None => no_fact(format!("'{attribute}' is not legal, or another known size differs")),
        }
    }

    /// What all launches, at least one, have in common.
    fn of_launches(&self, launches: &[LaunchSite]) -> Option<Inference> {
        let no_fact = |why: String, launch| Some(nothing(format!("no {} is inferred: {why}", self.name), Some(launch)));
        let mut shapes = Vec::with_capacity(launches.len());
        for (number, launch) in launches.iter().enumerate() {
            let sizes = if self.exact.is_cluster() { launch.cluster } else { Some(launch.block) };
            let Some(sizes) = sizes else { continue };
            let [Some(x), Some(y), Some(z)] = sizes else {
                return no_fact(format!("the {} of a launch is not constant", self.name), number);
            };
            let dims = [x, y, z].map(|size| u32::try_from(size).unwrap_or(0));
            if !self.is_legal(dims) {
                return no_fact(format!("the {} {x}, {y}, {z} of a launch is not legal", self.name), number);
            }
            shapes.push((number, dims));
        }
        let &(first, dims) = shapes.first()?;
        let count = match launches.len() {
            1 => "the only launch".to_owned(),
            count => format!("{count} launches"),
        };
        if shapes.len() == launches.len() && shapes.iter().all(|(_, other)| *other == dims) {
            return Some(self.exactly(dims, format!("the {} of {count}", self.name), Some(first)));
        }
        // The first of the largest.
        let &(number, largest) = shapes.iter().rev().max_by_key(|(_, dims)| product(*dims))?;
        let value = match self.bound {
            Fact::MaxNTid => FactValue::Dims(largest),
            // A cluster of one CTA bounds nothing.
            _ if product(largest) == 1 => return None,
            _ => FactValue::Scalar(u32::try_from(product(largest)).ok()?),
        };
        let why = format!("the largest {} of {count}", self.name);
        Some(Inference { result: Ok(Derived { fact: self.bound, value, why }), launch: Some(number) })
    }

    /// Whether a launch can have this shape.
    fn is_legal(&self, dims: Dims) -> bool {
        let (most, threads) = self.limit;
        dims.iter().zip(most).all(|(&size, most)| (1..=most).contains(&size)) && product(dims) <= threads.into()
    }

    fn exactly(&self, dims: Dims, why: String, launch: Option<usize>) -> Inference {
        Inference { result: Ok(Derived { fact: self.exact, value: FactValue::Dims(dims), why }), launch }
    }
}

fn product(dims: Dims) -> u64 {
    dims.into_iter().map(u64::from).product()
}
