//! Which facts to remove from a contract so that it assembles: the decisions of `nvvm-legalize`.
//!
//! Accepts a [`FunctionFacts`], a [`Target`], and what the body needs. Guarantees that a fact is
//! removed only if another fact implies it or the chip does not support it, that each [`Removal`] states the reason,
//! and that a contract without the removed facts violates no rule of group `assembler` that is an error. Rejects, with
//! every reason, a contract that no removal can fix.
//!
//! Leaves out on purpose: rules of other groups (a size of 0 is kept), other spellings of a fact (`nvvm-transplant`),
//! and facts of a function that is not a kernel, which are never printed.

use std::error::Error;
use std::fmt;

use tileiras_target::{Feature, Target};

use crate::fact::Fact;
use crate::function_facts::FunctionFacts;
use crate::needs::{Need, Needs};
use crate::rules::{Sink, Subject, check};
use tileiras_finding::{Group, RuleId, RuleSet, Severity};

/// A fact that is to be removed.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Removal {
    /// The fact; its attribute is [`Fact::attribute`].
    pub fact: Fact,
    /// The rule that holds afterwards.
    pub rule: RuleId,
    /// The text of the remark, without the operation in front and the identifier of the rule at the end.
    pub message: String,
}

/// Why a contract cannot be fixed.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct LegalizeError {
    /// The rule that is still violated.
    pub rule: RuleId,
    /// The text of the error, without the operation in front and the identifier of the rule at the end.
    pub message: String,
}

impl fmt::Display for LegalizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

impl Error for LegalizeError {}

/// The facts to remove, in the order of the remarks; none if the contract already assembles.
///
/// # Errors
/// Every [`LegalizeError`]: first the facts that a removal fixes in other contracts, then the errors of the rule table
/// that no removal fixes, in its order.
pub fn legalize(contract: &FunctionFacts, target: Target, needs: Needs) -> Result<Vec<Removal>, Vec<LegalizeError>> {
    let mut plan = LegalizePlan { rest: contract.clone(), target, removals: Vec::new(), refusals: Vec::new() };
    if !contract.is_kernel() {
        return Ok(plan.removals);
    }
    plan.suppressed_clusters(needs);
    plan.grid_of_clusters();
    plan.implied_bound();
    plan.implied_rank();
    plan.what_is_left();
    if plan.refusals.is_empty() { Ok(plan.removals) } else { Err(plan.refusals) }
}

struct LegalizePlan<'a> {
    /// The contract without what is removed so far.
    rest: FunctionFacts<'a>,
    target: Target,
    removals: Vec<Removal>,
    refusals: Vec<LegalizeError>,
}

impl LegalizePlan<'_> {
    fn remove(&mut self, fact: Fact, rule: RuleId, why: &str) {
        self.rest.remove(fact);
        self.removals.push(Removal { fact, rule, message: format!("removed '{fact}': {why}") });
    }

    fn refuse(&mut self, rule: RuleId, message: String) {
        self.refusals.push(LegalizeError { rule, message });
    }

    /// Before sm_90 there are no clusters and no directives for them.
    fn suppressed_clusters(&mut self, needs: Needs) {
        let Some(chip) = self.target.chip.filter(|chip| !chip.has_clusters()) else { return };
        let id = RuleId::ClusterSuppressed;
        let ctas = self.rest.product(Fact::ClusterDim);
        let facts: Vec<Fact> = self.rest.attributes().filter(|fact| fact.is_cluster()).collect();
        for fact in facts {
            if needs.has(Need::Clusters) {
                let why = format!("'{fact}' cannot be removed for {chip}, which has no clusters: the body uses them");
                self.refuse(id, why);
            } else if fact == Fact::BlocksAreClusters {
                match ctas.filter(|ctas| *ctas > 1) {
                    Some(ctas) => self.refuse(id, grid_would_shrink(ctas, &format!("{chip} has none"))),
                    None => self.remove(fact, id, &format!("{chip} has no clusters, so the grid counts CTAs")),
                }
            } else {
                self.remove(fact, id, &format!("{chip} has no clusters"));
            }
        }
    }

    /// Older PTX versions have no `.blocksareclusters`. With clusters of one CTA it has no effect.
    fn grid_of_clusters(&mut self) {
        let fact = Fact::BlocksAreClusters;
        if !self.rest.has_attribute(fact) || self.target.has_clusters() != Some(true) {
            return;
        }
        let (Err(reason), Some(ctas)) =
            (self.target.supports(Feature::BLOCKS_ARE_CLUSTERS), self.rest.product(Fact::ClusterDim))
        else {
            return;
        };
        let id = RuleId::BlocksAreClustersPtxVersion;
        if ctas == 1 {
            self.remove(fact, id, &format!("{reason}, and a cluster of one CTA is a CTA"));
        } else {
            self.refuse(id, grid_would_shrink(ctas, &reason.to_string()));
        }
    }

    /// An exact block within the bound implies the bound.
    fn implied_bound(&mut self) {
        let (id, exact, bound) = (RuleId::MaxNTidReqNTidConflict, Fact::ReqNTid, Fact::MaxNTid);
        if let (Some(threads), Some(most)) = (self.rest.product(exact), self.rest.product(bound)) {
            if threads <= most {
                self.remove(bound, id, &format!("'{exact}' implies it, {threads} threads of at most {most}"));
            } else {
                self.refuse(id, format!("'{exact}' asks for {threads} threads, '{bound}' allows {most}"));
            }
        }
    }

    /// A cluster shape within the cap implies the cap.
    fn implied_rank(&mut self) {
        let (id, exact, bound) = (RuleId::ClusterDimRankConflict, Fact::ClusterDim, Fact::MaxClusterRank);
        let most = self.rest.positive(bound).map(u128::from);
        if let (Some(ctas), Some(most)) = (self.rest.product(exact), most)
            && self.target.has_clusters() != Some(false)
        {
            if ctas <= most {
                self.remove(bound, id, &format!("'{exact}' implies it, {ctas} CTAs of at most {most}"));
            } else {
                self.refuse(id, format!("'{exact}' asks for {ctas} CTAs, '{bound}' allows {most}"));
            }
        }
    }

    /// The errors of group `assembler` that remain, except for rules that already have a refusal.
    fn what_is_left(&mut self) {
        let errors = RuleSet::of(|id| id.group() == Group::Assembler && id.severity() == Severity::Error);
        let mut sink = Sink::new();
        check(&Subject::new(&self.rest, self.target), &errors, &mut sink);
        for violation in sink.take() {
            let id = violation.rule;
            if !self.refusals.iter().any(|refusal| refusal.rule == id) {
                self.refuse(id, violation.message);
            }
        }
    }
}

/// Why a grid that counts clusters of several CTAs cannot count CTAs: it would have fewer of them.
fn grid_would_shrink(ctas: u128, why: &str) -> String {
    let fact = Fact::BlocksAreClusters;
    format!("'{fact}' cannot be removed, as the grid counts clusters of {ctas} CTAs, and {why}")
}
