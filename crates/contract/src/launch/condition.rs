//! The conditions that the sizes of a launch have to meet: the rules of group `launch`, one condition at a time.
//!
//! Accepts the contract of a kernel, and its target as far as it is known. Guarantees that the rules, the checks that
//! `gpu-launch-guards` inserts and those that `tileiras-contract host` writes have the same conditions and texts.
//!
//! Leaves out on purpose: a condition on the body of the kernel (`launch-cluster-missing` and CTA pairs).

use smallvec::SmallVec;
use tileiras_target::{Axis, Chip, MAX_CLUSTER_CTAS, MAX_CTA_SHAPE, MAX_GRID_SHAPE, MAX_THREADS_PER_CTA, Target};

use super::LaunchSite;
use crate::fact::Fact;
use crate::function_facts::FunctionFacts;
use crate::resources::Resources;

use tileiras_finding::{Group, RuleId};

/// A group of three sizes of a launch.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Sizes {
    /// In CTAs, or in clusters if the kernel states that blocks are clusters.
    Grid,
    /// In threads.
    Block,
    /// In CTAs; a launch need not state one.
    Cluster,
}

/// What a condition is about.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Quantity {
    /// One size.
    Size(Sizes, Axis),
    /// The product of three sizes.
    Product(Sizes),
    /// Bytes of dynamic shared memory.
    DynamicShared,
}

/// What a condition requires of its quantity. A relation about a cluster that the launch does not state holds.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Relation {
    /// More than 0.
    Positive,
    /// 0 or more.
    NotNegative,
    /// Exactly this.
    Equal(u32),
    /// At most this.
    AtMost(u128),
    /// A multiple of this number, which is not 0.
    MultipleOf(u32),
    /// A multiple of the size of the cluster of the launch on the same axis.
    MultipleOfCluster,
    /// The launch states the sizes.
    Stated,
}

/// Why a condition is required, for its text.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Reason {
    /// It holds for every launch.
    Always,
    /// The kernel has this attribute.
    Attribute(&'static str),
    /// The chip has so much shared memory, of which so much is static; the largest of all chips if it is not known.
    Chip { chip: Option<Chip>, of_cta: u32, used: u32 },
    /// An SM has no registers for more.
    Registers,
    /// The chip has no clusters.
    NoClusters(Chip),
}

/// One condition on the sizes of a launch.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Condition {
    /// The rule of which it is a part.
    pub rule: RuleId,
    /// What it is about.
    pub quantity: Quantity,
    /// What is required.
    pub relation: Relation,
    reason: Reason,
}

/// The rules that have conditions, in the order in which they are checked: those of group `launch`.
fn rules() -> impl Iterator<Item = RuleId> {
    RuleId::ALL.iter().copied().filter(|id| id.group() == Group::Launch)
}

/// The conditions of a launch of a kernel that uses these resources, as far as they are known, of the rules that are
/// checked. Those that others imply are left out.
///
/// ```
/// use tileiras_contract::launch::condition::conditions;
/// use tileiras_contract::{FunctionFacts, Resources, StatedFact};
/// use tileiras_target::Target;
///
/// let mut kernel = FunctionFacts::new();
/// kernel.facts.insert(StatedFact::ReqNTid([128, 1, 1]));
/// let all = conditions(&kernel, Target::default(), Resources::default(), |_| true);
/// let texts: Vec<_> = all.iter().map(|found| found.text(None)).collect();
/// assert!(texts.contains(&"block must be 128 in x, as 'nvvm.reqntid' of the kernel states".to_owned()));
/// ```
pub fn conditions(
    contract: &FunctionFacts<'_>,
    target: Target,
    resources: Resources,
    is_checked: impl Fn(RuleId) -> bool,
) -> Vec<Condition> {
    let checked = rules().filter(|rule| is_checked(*rule));
    necessary(checked.flat_map(|rule| of_rule(rule, contract, target, resources)).collect())
}

/// Removes each condition that the others imply.
pub(crate) fn necessary(conditions: Vec<Condition>) -> Vec<Condition> {
    let is_implied = |number: usize, condition: &Condition| {
        let others = conditions.iter().enumerate().filter(|(other, _)| *other != number);
        let mut others = others.filter(|(_, other)| other.implies(condition));
        // Of two that imply each other, the first remains.
        others.any(|(other, found)| other < number || !condition.implies(found))
            || is_implied_by_sizes(condition, &conditions)
            || is_implied_by_product(condition, &conditions)
    };
    let kept = conditions.iter().enumerate().filter(|(number, condition)| !is_implied(*number, condition));
    kept.map(|(_, condition)| *condition).collect()
}

/// The conditions that hold on each of several targets, of which any can be the one that a launch runs on.
pub fn common(lists: &[Vec<Condition>]) -> Vec<Condition> {
    let is_common = |condition: &&Condition| lists.iter().all(|list| list.iter().any(|other| other.implies(condition)));
    necessary(lists.iter().flatten().filter(is_common).copied().collect())
}

/// Whether a bound of a product follows from three exact sizes.
fn is_implied_by_sizes(condition: &Condition, conditions: &[Condition]) -> bool {
    let (Quantity::Product(sizes), Relation::AtMost(most)) = (condition.quantity, condition.relation) else {
        return false;
    };
    let exact = |axis: Axis| {
        conditions.iter().find_map(|other| match (other.quantity, other.relation) {
            (quantity, Relation::Equal(size)) if quantity == Quantity::Size(sizes, axis) => Some(u128::from(size)),
            _ => None,
        })
    };
    Axis::ALL.into_iter().map(exact).product::<Option<u128>>().is_some_and(|product| product <= most)
}

/// Whether a bound of a size follows from a lower one of the product. All sizes are positive, which is a condition of
/// its own.
fn is_implied_by_product(condition: &Condition, conditions: &[Condition]) -> bool {
    let (Quantity::Size(sizes, _), Relation::AtMost(most)) = (condition.quantity, condition.relation) else {
        return false;
    };
    conditions.iter().any(|other| match other.relation {
        // Of two bounds of one rule that are equal, that of the size has the more precise text.
        Relation::AtMost(product) if other.quantity == Quantity::Product(sizes) => {
            product < most || product == most && other.rule != condition.rule
        }
        _ => false,
    })
}

/// The conditions that are a rule.
pub(crate) fn of_rule(
    rule: RuleId,
    contract: &FunctionFacts<'_>,
    target: Target,
    resources: Resources,
) -> SmallVec<[Condition; 9]> {
    let mut found = SmallVec::new();
    let mut add = |quantity, relation, reason| found.push(Condition { rule, quantity, relation, reason });
    let always = Reason::Always;
    let on_axes = |sizes: Sizes| Axis::ALL.into_iter().map(move |axis| (axis.index(), Quantity::Size(sizes, axis)));
    let exact = |fact| contract.launch_shape(fact).map(|(name, shape)| (shape, Reason::Attribute(name)));
    // Also with a value that is not valid.
    let states = |fact| contract.has_attribute(fact) || contract.facts.states(fact);
    let lacks_clusters = target.lacks_clusters();
    match rule {
        // Facts about clusters mean nothing there: their directives are not printed.
        RuleId::LaunchClusterMismatch | RuleId::LaunchClusterMissing | RuleId::LaunchGridNotMultiple
            if lacks_clusters => {}
        RuleId::LaunchZero => {
            for (_, size) in [Sizes::Grid, Sizes::Block, Sizes::Cluster].into_iter().flat_map(on_axes) {
                add(size, Relation::Positive, always);
            }
        }
        RuleId::LaunchBlockMismatch | RuleId::LaunchClusterMismatch => {
            let (sizes, fact) = match rule {
                RuleId::LaunchBlockMismatch => (Sizes::Block, Fact::ReqNTid),
                _ => (Sizes::Cluster, Fact::ClusterDim),
            };
            if let Some((shape, reason)) = exact(fact) {
                on_axes(sizes).for_each(|(axis, size)| add(size, Relation::Equal(shape[axis]), reason));
            }
        }
        RuleId::LaunchBlockExceeds => {
            let fact = Fact::MaxNTid;
            if let Some(most) = contract.product(fact) {
                add(Quantity::Product(Sizes::Block), Relation::AtMost(most), Reason::Attribute(fact.attribute()));
            }
        }
        RuleId::LaunchBlockCap => {
            for (axis, size) in on_axes(Sizes::Block) {
                add(size, Relation::AtMost(MAX_CTA_SHAPE[axis].into()), always);
            }
            let threads = Quantity::Product(Sizes::Block);
            add(threads, Relation::AtMost(MAX_THREADS_PER_CTA.into()), always);
            let of_registers = resources.most_threads(target.limits_or_largest());
            if of_registers < MAX_THREADS_PER_CTA {
                add(threads, Relation::AtMost(of_registers.into()), Reason::Registers);
            }
        }
        // A grid that counts clusters has as many CTAs or more.
        RuleId::LaunchGridCap => {
            for (axis, size) in on_axes(Sizes::Grid) {
                add(size, Relation::AtMost(MAX_GRID_SHAPE[axis].into()), always);
            }
        }
        RuleId::LaunchGridMismatch => {
            if let Some((name, shape)) = contract.known_grid {
                let reason = Reason::Attribute(name);
                on_axes(Sizes::Grid).for_each(|(axis, size)| add(size, Relation::Equal(shape[axis]), reason));
            }
        }
        RuleId::LaunchClusterExceeds => {
            let (ctas, fact) = (Quantity::Product(Sizes::Cluster), Fact::MaxClusterRank);
            if let Some(chip) = target.chip.filter(|_| lacks_clusters) {
                add(ctas, Relation::AtMost(1), Reason::NoClusters(chip));
                return found;
            }
            if let Some(most) = contract.positive(fact) {
                add(ctas, Relation::AtMost(most.into()), Reason::Attribute(fact.attribute()));
            }
            add(ctas, Relation::AtMost(MAX_CLUSTER_CTAS.into()), always);
        }
        RuleId::LaunchClusterMissing if !states(Fact::ClusterDim) && !contract.awaits(Fact::ClusterDim) => {
            for fact in [Fact::ExplicitCluster, Fact::BlocksAreClusters] {
                if contract.facts.states(fact) {
                    add(Quantity::Product(Sizes::Cluster), Relation::Stated, Reason::Attribute(fact.attribute()));
                }
            }
        }
        RuleId::LaunchGridNotMultiple if !states(Fact::BlocksAreClusters) => {
            // The shape of the kernel applies. `launch-cluster-mismatch` reports a launch that contradicts it.
            let shape = contract.dims(Fact::ClusterDim);
            for (axis, size) in on_axes(Sizes::Grid) {
                match shape.map(|shape| shape[axis]) {
                    Some(0 | 1) => {}
                    Some(ctas) => add(size, Relation::MultipleOf(ctas), always),
                    None => add(size, Relation::MultipleOfCluster, always),
                }
            }
        }
        RuleId::LaunchSharedMemory => {
            let largest = || Chip::all().map(|chip| chip.limits().shared_per_cta).max().unwrap_or(u32::MAX);
            let of_cta = target.chip.map_or_else(largest, |chip| chip.limits().shared_per_cta);
            add(Quantity::DynamicShared, Relation::NotNegative, always);
            let used = resources.static_shared.unwrap_or_default().min(of_cta);
            let reason = Reason::Chip { chip: target.chip, of_cta, used };
            add(Quantity::DynamicShared, Relation::AtMost((of_cta - used).into()), reason);
        }
        _ => {}
    }
    found
}

impl Condition {
    /// What the condition requires, in the words of its rule. The sizes that are known can be in it.
    pub fn text(&self, site: Option<&LaunchSite>) -> String {
        match (self.quantity, self.relation, self.reason) {
            (quantity, Relation::Positive, _) => format!("{} must be positive{}", quantity.what(), quantity.place()),
            (quantity, Relation::NotNegative, _) => format!("{} must not be negative", quantity.what()),
            (quantity, Relation::Stated, Reason::Attribute(name)) => {
                format!("must state a {}, as the kernel has '{name}' and no '{}'", quantity.what(), Fact::ClusterDim)
            }
            (quantity, Relation::Stated, _) => format!("must state a {}", quantity.what()),
            (quantity, Relation::Equal(size), Reason::Attribute(name)) => {
                let (what, place) = (quantity.what(), quantity.place());
                format!("{what} must be {size}{place}, as '{name}' of the kernel states")
            }
            (quantity, Relation::Equal(size), _) => format!("{} must be {size}{}", quantity.what(), quantity.place()),
            (quantity, Relation::AtMost(most), Reason::Attribute(name)) => {
                format!(
                    "{} must have at most the {most} {} of '{name}' of the kernel",
                    quantity.what(),
                    quantity.unit()
                )
            }
            (quantity, Relation::AtMost(most), Reason::Chip { chip, of_cta, used }) => {
                let on = chip.map_or_else(|| "any chip".to_owned(), |chip| chip.to_string());
                let limit = if used == 0 { format!("the {most}") } else { format!("{most} of the {of_cta}") };
                let rest = if used == 0 { String::new() } else { format!(", as {used} are static") };
                format!("{} must be at most {limit} bytes of a CTA on {on}{rest}", quantity.what())
            }
            (quantity, Relation::AtMost(most), Reason::NoClusters(chip)) => {
                format!("{} must have at most {most} CTA on {chip}, which has no clusters", quantity.what())
            }
            (quantity, Relation::AtMost(most), reason) => {
                let why = if reason == Reason::Registers { ", for which an SM has registers" } else { "" };
                let (what, unit, place) = (quantity.what(), quantity.unit(), quantity.place());
                format!("{what} must have at most {most} {unit}{place}{why}")
            }
            (quantity, Relation::MultipleOf(ctas), _) => {
                let (what, place) = (quantity.what(), quantity.place());
                format!("{what} must be a multiple of the cluster of the kernel{place}, {ctas}")
            }
            (quantity, Relation::MultipleOfCluster, _) => {
                let ctas =
                    site.and_then(|site| quantity.cluster(site)).map_or_else(String::new, |ctas| format!(", {ctas}"));
                format!("{} must be a multiple of the cluster{}{ctas}", quantity.what(), quantity.place())
            }
        }
    }

    /// The message about a launch whose known sizes break the condition.
    pub fn broken(&self, site: &LaunchSite) -> Option<String> {
        if self.relation == Relation::Stated {
            return site.cluster.is_none().then(|| self.text(Some(site)));
        }
        let found = self.quantity.found(site)?;
        let holds = match self.relation {
            Relation::Positive => found > 0,
            Relation::NotNegative => found >= 0,
            Relation::Equal(size) => found == size.into(),
            Relation::AtMost(most) => found <= i128::try_from(most).unwrap_or(i128::MAX),
            Relation::MultipleOf(ctas) => found % i128::from(ctas) == 0,
            Relation::MultipleOfCluster => match self.quantity.cluster(site) {
                Some(ctas) => found % i128::from(ctas) == 0,
                None => true,
            },
            Relation::Stated => true,
        };
        (!holds).then(|| format!("{}, got {found}", self.text(Some(site))))
    }

    /// Whether the condition is not about a known size of 0 or less, which `launch-zero` reports.
    pub(crate) fn is_about_positive(&self, site: &LaunchSite) -> bool {
        let is_size = matches!(self.quantity, Quantity::Size(..)) && self.relation != Relation::Positive;
        !is_size || self.quantity.found(site).is_none_or(|found| found > 0)
    }

    /// Whether each launch that meets this condition meets the other.
    pub(crate) fn implies(&self, other: &Condition) -> bool {
        use Relation::{AtMost, Equal, MultipleOf, NotNegative, Positive};
        self.quantity == other.quantity
            && match (self.relation, other.relation) {
                (Equal(size), AtMost(most)) => u128::from(size) <= most,
                (Equal(size), Positive) => size > 0,
                (Equal(size), MultipleOf(ctas)) => size % ctas == 0,
                (AtMost(most), AtMost(other)) => most <= other,
                (MultipleOf(ctas), MultipleOf(other)) => ctas % other == 0,
                (Positive, NotNegative) => true,
                (relation, other) => relation == other,
            }
    }
}

impl Quantity {
    const fn what(self) -> &'static str {
        match self {
            Quantity::Size(Sizes::Grid, _) | Quantity::Product(Sizes::Grid) => "grid",
            Quantity::Size(Sizes::Block, _) | Quantity::Product(Sizes::Block) => "block",
            Quantity::Size(Sizes::Cluster, _) | Quantity::Product(Sizes::Cluster) => "cluster",
            Quantity::DynamicShared => "dynamic shared memory",
        }
    }

    fn place(self) -> String {
        match self {
            Quantity::Size(_, axis) => format!(" in {axis}"),
            _ => String::new(),
        }
    }

    const fn unit(self) -> &'static str {
        match self {
            Quantity::Size(Sizes::Grid, _) | Quantity::Product(Sizes::Grid) => "blocks",
            Quantity::Size(Sizes::Block, _) | Quantity::Product(Sizes::Block) => "threads",
            Quantity::DynamicShared => "bytes",
            _ => "CTAs",
        }
    }

    /// The value in a launch. Of a product of which not all sizes are known, the product of the known ones, which is a
    /// lower bound.
    pub(crate) fn found(self, site: &LaunchSite) -> Option<i128> {
        let sizes = |sizes: Sizes| match sizes {
            Sizes::Grid => Some(site.grid),
            Sizes::Block => Some(site.block),
            Sizes::Cluster => site.cluster,
        };
        match self {
            Quantity::Size(of, axis) => sizes(of)?[axis.index()].map(i128::from),
            Quantity::Product(of) => {
                let known = sizes(of)?.into_iter().flatten().filter(|&size| size > 0);
                Some(known.fold(1, |product: i128, size| product.saturating_mul(size.into())))
            }
            Quantity::DynamicShared => site.shared.map(i128::from),
        }
    }

    /// The size of the cluster of the launch on the axis.
    fn cluster(self, site: &LaunchSite) -> Option<i64> {
        match self {
            Quantity::Size(_, axis) => site.cluster?[axis.index()].filter(|&ctas| ctas > 0),
            _ => None,
        }
    }
}
