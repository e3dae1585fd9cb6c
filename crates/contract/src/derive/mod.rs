//! Which launch facts follow from a kernel spec: the decisions of `nv-tileaa-derive-launch`.
//!
//! Accepts a well-formed [`KernelSpec`], the [`Needs`] of the body, what the function already states, and a target.
//! Guarantees the tables of references 002 and 003: each [`Derived`] fact states what it was derived from; the derived
//! and the stated facts together can be assembled after `nvvm-legalize`, which removes what is implied; cluster facts
//! are derived all or none; a computed register cap fits the register file. Rejects, with every reason, a spec that
//! contradicts a stated fact, a block that is illegal for warp-group instructions, and a number of CTAs per SM that no
//! SM supports.
//!
//! Leaves out on purpose: where a spec is in the IR and whether it is well-formed (`tileiras-nv-tileaa`), and kernels
//! without a spec.

mod registers;

use std::fmt;

use tileiras_finding::RuleId;
use tileiras_target::occupancy::IgnoreReason;
use tileiras_target::{MAX_THREADS_PER_CTA, SmLimits, Target, WARP_GROUP_THREADS, WARP_THREADS};

pub use registers::register_cap;

use crate::fact::Fact;
use crate::fact_set::FactValue;
use crate::function_facts::FunctionFacts;
use crate::needs::{Need, Needs};

/// What a lowering states about the launches of its kernel.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct KernelSpec {
    /// The block, in threads.
    pub block: Option<Block>,
    /// Whether warps have different roles, so that their number is exact.
    pub has_roles: bool,
    /// The cluster, in CTAs.
    pub cluster: Option<[u32; 3]>,
    /// The maximum number of CTAs of a cluster.
    pub max_cluster_rank: Option<u32>,
    /// Whether the grid counts clusters of one CTA.
    pub single_cta_cluster: bool,
    /// The minimum number of CTAs that fit on an SM at the same time.
    pub min_ctas_per_sm: Option<u32>,
    /// The register budget of a thread.
    pub registers: Option<Registers>,
    /// Instructions of whole warp groups, or of whole warps, that the lowering emits.
    pub atom: Option<Atom>,
}

/// A block, in threads.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Block {
    /// Sizes in x, y and z.
    pub shape: [u32; 3],
    /// Whether every launch has exactly this block. Otherwise it is an upper bound.
    pub exact: bool,
}

/// Registers of 32 bits a thread.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Registers {
    /// The computed need of the kernel.
    Sum {
        /// The accumulator.
        accumulator: u32,
        /// Descriptors, indices and other live values.
        working: u32,
        /// Spare registers.
        slack: u32,
    },
    /// The cap itself.
    Cap(u32),
}

/// Instructions that are executed by a whole warp group, or by whole warps.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Atom {
    /// `wgmma`.
    Wgmma,
    /// `tcgen05`: whole warps.
    Tcgen05,
}

/// A derived fact.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Derived {
    /// The fact; its attribute is [`Fact::attribute`].
    pub fact: Fact,
    /// Its value.
    pub value: FactValue,
    /// What it was derived from.
    pub why: String,
}

impl fmt::Display for Derived {
    /// `derived 'nvvm.reqntid' = 128, 1, 1: why`; a unit has no value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "derived '{}'", self.fact)?;
        if self.value != FactValue::Unit {
            write!(f, " = {}", self.value)?;
        }
        write!(f, ": {}", self.why)
    }
}

/// The severity of a [`Note`].
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NoteLevel {
    /// Explains a fact that was not derived because it is already stated or implied.
    Detail,
    /// A fact that the spec requires is not derived.
    Remark,
    /// A derived value is less than the spec requires.
    Warning,
}

/// A message about the derivation.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Note {
    /// The severity.
    pub level: NoteLevel,
    /// The rule that decides it, if there is one.
    pub rule: Option<RuleId>,
    /// The text, without the operation in front.
    pub message: String,
}

/// Why nothing can be derived.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct DeriveError {
    /// The rule that would be violated, if there is one.
    pub rule: Option<RuleId>,
    /// The text of the error, without the operation in front and the identifier of the rule at the end.
    pub message: String,
}

impl fmt::Display for DeriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " [{rule}]"))
    }
}

impl std::error::Error for DeriveError {}

/// The result of a derivation.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Derivation {
    /// The facts that are not stated yet, in the order of [`Fact::ALL`].
    pub facts: Vec<Derived>,
    /// The messages.
    pub notes: Vec<Note>,
}

impl Derivation {
    /// Whether the derived facts are the same. Their reasons may differ.
    pub fn states_the_same(&self, other: &Derivation) -> bool {
        fn stated(derivation: &Derivation) -> impl Iterator<Item = (Fact, &FactValue)> {
            derivation.facts.iter().map(|derived| (derived.fact, &derived.value))
        }
        stated(self).eq(stated(other))
    }
}

/// The facts that follow from `spec`, in addition to what `contract` states.
///
/// # Errors
/// Every [`DeriveError`].
pub fn derive(
    spec: &KernelSpec,
    needs: Needs,
    contract: &FunctionFacts,
    target: Target,
) -> Result<Derivation, Vec<DeriveError>> {
    let mut plan = DerivePlan { spec, needs, contract, target, made: Derivation::default(), refusals: Vec::new() };
    plan.block();
    plan.warp_groups();
    plan.floor();
    plan.registers();
    plan.clusters();
    if !plan.refusals.is_empty() {
        return Err(plan.refusals);
    }
    plan.made.facts.sort_by_key(|derived| derived.fact);
    Ok(plan.made)
}

/// The rule about blocks with an incomplete warp group.
const WARP_GROUP_RULE: RuleId = RuleId::WarpgroupThreads;

struct DerivePlan<'a> {
    spec: &'a KernelSpec,
    needs: Needs,
    contract: &'a FunctionFacts<'a>,
    target: Target,
    made: Derivation,
    refusals: Vec<DeriveError>,
}

impl DerivePlan<'_> {
    /// Derives a fact. If it is already stated, both values must be the same.
    fn derive(&mut self, fact: Fact, value: FactValue, why: impl Into<String>) {
        let why = why.into();
        match self.contract.canonical(fact) {
            None => self.made.facts.push(Derived { fact, value, why }),
            Some(_) if self.contract.facts.get(fact) == Some(&value) => {
                self.note(NoteLevel::Detail, format!("'{fact}' is stated already, as the kernel spec has it: {why}"));
            }
            Some(stated) => {
                let value = value.to_attribute();
                self.refuse(
                    None,
                    format!("'{fact}' is stated as {stated}, and the kernel spec makes it {value}: {why}"),
                );
            }
        }
    }

    fn note(&mut self, level: NoteLevel, message: String) {
        self.made.notes.push(Note { level, rule: None, message });
    }

    fn refuse(&mut self, rule: Option<RuleId>, message: String) {
        self.refusals.push(DeriveError { rule, message });
    }

    /// The exact block if something requires it, or else the bound.
    fn block(&mut self) {
        let Some(Block { shape, exact }) = self.spec.block else { return };
        let (reqntid, maxntid) = (Fact::ReqNTid, Fact::MaxNTid);
        let threads = product(shape);
        if let Some(stated) = self.contract.product(reqntid).filter(|_| !exact) {
            // The spec only bounds the block, so the function may state an exact one.
            if stated <= threads {
                let why = format!("'{reqntid}' implies it, {stated} threads of at most {threads}");
                self.note(NoteLevel::Detail, format!("did not derive '{maxntid}': {why}"));
            } else {
                self.refuse(None, format!("'{reqntid}' asks for {stated} threads, the kernel spec allows {threads}"));
            }
            return;
        }
        let reasons = self.exact_reasons();
        if reasons.is_empty() {
            let why = "the kernel spec bounds the block, and nothing relies on an exact one";
            return self.derive(maxntid, FactValue::Dims(shape), why);
        }
        if let Some(most) = self.contract.product(maxntid).filter(|&most| threads > most) {
            return self.refuse(
                Some(RuleId::MaxNTidReqNTidConflict),
                format!(
                    "'{maxntid}' allows {most} threads, the kernel spec asks for {threads}: {}",
                    reasons.join("; ")
                ),
            );
        }
        self.derive(reqntid, FactValue::Dims(shape), reasons.join("; "));
    }

    /// What requires the exact number of threads.
    fn exact_reasons(&self) -> Vec<&'static str> {
        let (spec, needs) = (self.spec, self.needs);
        let reasons = [
            (needs.has(Need::Wgmma), "the body uses wgmma"),
            (needs.has(Need::Tcgen05), "the body uses tcgen05"),
            (needs.has(Need::CountedBarrier), "the body uses a barrier that counts threads"),
            (needs.has(Need::RegisterMoves), "the body uses setmaxnreg"),
            (spec.atom == Some(Atom::Wgmma), "the kernel spec asks for wgmma"),
            (spec.atom == Some(Atom::Tcgen05), "the kernel spec asks for tcgen05"),
            (spec.has_roles, "the kernel spec gives warps roles"),
            (spec.block.is_some_and(|block| block.exact), "the kernel spec has an exact block"),
        ];
        reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, why)| why).collect()
    }

    /// The block that every launch has, from the spec or as stated, and the source of it for a message.
    fn exact_block(&self) -> Option<([u32; 3], String)> {
        let stated = self.contract.dims(Fact::ReqNTid);
        let of_spec = self.spec.block.filter(|block| block.exact || stated.is_none());
        match of_spec {
            Some(block) => Some((block.shape, "the kernel spec".to_owned())),
            None => Some((stated?, format!("'{}'", Fact::ReqNTid))),
        }
    }

    /// Warp groups are whole (reference 002): a kernel with wgmma has a multiple of 128 threads in x. One with tcgen05
    /// has whole warps, of which some can have other work: 192 threads are right.
    fn warp_groups(&mut self) {
        let (who, group) = match self.spec.atom {
            _ if self.needs.has(Need::Wgmma) => ("the body uses wgmma", WARP_GROUP_THREADS),
            Some(Atom::Wgmma) => ("the kernel spec asks for wgmma", WARP_GROUP_THREADS),
            _ if self.needs.has(Need::Tcgen05) => ("the body uses tcgen05", WARP_THREADS),
            Some(Atom::Tcgen05) => ("the kernel spec asks for tcgen05", WARP_THREADS),
            _ => return,
        };
        let in_x = if group == WARP_GROUP_THREADS { " in x" } else { "" };
        let need = format!("{who}, which needs an exact block of a multiple of {group} threads{in_x}");
        match self.exact_block() {
            None => self.refuse(
                Some(WARP_GROUP_RULE),
                format!("{need}, and neither the kernel spec nor '{}' has one", Fact::ReqNTid),
            ),
            Some((shape @ [x, y, z], source)) => {
                let threads = if group == WARP_GROUP_THREADS { x.into() } else { product(shape) };
                if threads == 0 || threads % u128::from(group) != 0 {
                    self.refuse(Some(WARP_GROUP_RULE), format!("{need}, and {source} has {x}, {y}, {z}"));
                }
            }
        }
    }

    /// The upper bound of the threads of a block, in whole warps.
    fn threads(&self) -> Option<u32> {
        let stated = || self.contract.block_fact().and_then(|fact| self.contract.product(fact));
        let threads = self.exact_block().map(|(shape, _)| product(shape)).or_else(stated)?;
        u32::try_from(threads.min(MAX_THREADS_PER_CTA.into()))
            .ok()
            .map(|threads| threads.next_multiple_of(WARP_THREADS))
    }

    /// The minimum number of CTAs per SM of the spec.
    fn floor(&mut self) {
        let Some(ctas) = self.spec.min_ctas_per_sm else { return };
        let why = match self.excess(ctas) {
            None => {
                return self.derive(Fact::MinCtaSm, FactValue::Scalar(ctas), "the kernel spec has an occupancy floor");
            }
            Some(why) => why,
        };
        self.refuse(Some(RuleId::MinCtaSmRange), format!("the kernel spec asks for {ctas} CTAs on an SM, {why}"));
    }

    /// Why so many CTAs do not fit on an SM, if they do not. ptxas then ignores `.minnctapersm`.
    fn excess(&self, ctas: u32) -> Option<String> {
        let chip = self.target.chip?;
        let SmLimits { ctas_per_sm, threads_per_sm, .. } = *chip.limits();
        let threads = self.threads();
        // Without a block only the number of CTAs can be too high.
        match chip.limits().check_minnctapersm(threads.unwrap_or(1).max(1), ctas).err()? {
            IgnoreReason::CtasPerSm => Some(format!("{chip} holds {ctas_per_sm}")),
            _ => {
                let threads = threads?;
                let all = u64::from(threads) * u64::from(ctas);
                Some(format!("which are {all} threads with {threads} each, {chip} holds {threads_per_sm}"))
            }
        }
    }

    /// The register cap: the sum of what the kernel needs, or what the register file allows, whichever is less.
    fn registers(&mut self) {
        let (accumulator, working, slack) = match self.spec.registers {
            None => return,
            Some(Registers::Cap(cap)) => {
                return self.derive(Fact::MaxNReg, FactValue::Scalar(cap), "the kernel spec has a register cap");
            }
            Some(Registers::Sum { accumulator, working, slack }) => (accumulator, working, slack),
        };
        let stated = self.contract.scalar(Fact::MinCtaSm);
        let floor = self.spec.min_ctas_per_sm.or(stated);
        // A `.minnctapersm` that ptxas ignores has no effect on registers.
        let ctas = floor.filter(|&ctas| ctas > 0 && self.excess(ctas).is_none()).unwrap_or(1);
        let (sum, threads) = (accumulator + working + slack, self.threads());
        let cap = register_cap(sum, threads.unwrap_or(1), ctas, self.target.limits());
        let mut why = format!("{accumulator} accumulator + {working} working + {slack} slack registers");
        let residents = match (ctas, threads) {
            (_, None) => String::new(),
            (1, Some(threads)) => format!(" for a CTA of {threads} threads"),
            (_, Some(threads)) => format!(" for {ctas} CTAs of {threads} threads"),
        };
        if cap < sum {
            why = format!("{why} are {sum}, and the register file has {cap} a thread{residents}");
        } else if cap > sum {
            why = format!("{why} are {sum}, handed out in eights");
        }
        let alive = accumulator + working;
        if cap < alive && !self.contract.has_attribute(Fact::MaxNReg) {
            self.note(
                NoteLevel::Warning,
                format!(
                    "'{}' = {cap} is below the {alive} registers of accumulator and working set, the rest spills: \
                     the register file has no more{residents}",
                    Fact::MaxNReg
                ),
            );
        }
        self.derive(Fact::MaxNReg, FactValue::Scalar(cap), why);
    }

    /// The cluster facts, all or none.
    fn clusters(&mut self) {
        let (shape, cap) = (self.spec.cluster, self.spec.max_cluster_rank);
        let (cluster_dim, rank, flag) = (Fact::ClusterDim, Fact::MaxClusterRank, Fact::BlocksAreClusters);
        if let Some(chip) = self.target.chip.filter(|chip| !chip.has_clusters()) {
            let required =
                [(cluster_dim, shape.is_some()), (rank, cap.is_some()), (flag, self.spec.single_cta_cluster)];
            for (fact, _) in required.into_iter().filter(|(_, required)| *required) {
                let message = format!("did not derive '{fact}': {chip} has no clusters");
                let (level, rule) = (NoteLevel::Remark, Some(RuleId::ClusterSuppressed));
                self.made.notes.push(Note { level, rule, message });
            }
            return;
        }
        if let Some(shape) = shape {
            self.cluster_shape(shape);
        }
        if let Some(most) = cap {
            // ptxas rejects a cap together with a shape, and the shape is more precise (PTX ISA 11.7.3).
            let implied = if shape.is_some() { shape.map(product) } else { self.contract.product(cluster_dim) };
            match implied {
                None => {
                    self.derive(rank, FactValue::Scalar(most), "the kernel spec caps the cluster and fixes no shape")
                }
                Some(ctas) if ctas <= most.into() => {
                    let why = format!("'{cluster_dim}' implies it, {ctas} CTAs of at most {most}");
                    self.note(NoteLevel::Detail, format!("did not derive '{rank}': {why}"));
                }
                Some(ctas) => self.refuse(
                    Some(RuleId::ClusterExceedsRank),
                    format!("'{cluster_dim}' asks for {ctas} CTAs, the kernel spec allows {most}"),
                ),
            }
        }
        if self.spec.single_cta_cluster {
            self.grid_of_clusters();
        }
    }

    fn cluster_shape(&mut self, shape: [u32; 3]) {
        let (ctas, rank) = (product(shape), Fact::MaxClusterRank);
        let most = self.contract.scalar(rank).map(u128::from);
        match most.filter(|&most| ctas > most) {
            None => self.derive(Fact::ClusterDim, FactValue::Dims(shape), "the kernel spec has a cluster"),
            Some(most) => self.refuse(
                Some(RuleId::ClusterExceedsRank),
                format!("'{rank}' allows {most} CTAs, the kernel spec asks for clusters of {ctas}"),
            ),
        }
    }

    /// `.blocksareclusters` is legal only with an exact block and a cluster.
    fn grid_of_clusters(&mut self) {
        let (flag, exact) = (Fact::BlocksAreClusters, Fact::ReqNTid);
        let has_exact =
            self.contract.has_attribute(exact) || self.made.facts.iter().any(|derived| derived.fact == exact);
        if has_exact {
            self.derive(flag, FactValue::Unit, "the kernel spec opts in to clusters of a single CTA");
        } else {
            let message = format!("'{flag}' needs '{exact}', and nothing in the kernel spec makes the block exact");
            self.refuse(Some(RuleId::BlocksAreClustersRequires), message);
        }
    }
}

fn product(shape: [u32; 3]) -> u128 {
    shape.into_iter().map(u128::from).product()
}
