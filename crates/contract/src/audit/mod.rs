//! The audit: whether a later stage has every launch fact of an earlier one.
//!
//! Accepts the [`Snapshot`] of two stages, such as the IR and the cubin made from it, or the IR before and after a
//! pass. Guarantees that each fact that is stated on either side gets exactly one [`Verdict`], in the order of the
//! input; that no function is compared in place of another ([`Symbol`]); and that only [`Verdict::Lost`] and
//! [`Verdict::Invented`] mean that a translation is wrong. A fact that a stage cannot show is hidden, never carried.
//!
//! Leaves out on purpose: whether the facts are legal ([`crate::rules`]), reading files, and printing.

mod fold;
mod number;
mod pair;
mod report;
mod snapshot;

use serde::Serialize;
use tileiras_target::{Feature, Target};

use crate::fact::Fact;
use crate::fact_set::FactValue;
use crate::symbol::Symbol;

use fold::{Fold, fold};
use number::program_memory;

use pair::Pair;

pub use fold::NoEffectReason;
pub use snapshot::{FunctionSnapshot, Snapshot, SnapshotJson, Stage, StatedValue};

/// The kernels that LLVM's back end makes to run global constructors and destructors on the device. They and their
/// launch facts are in PTX and cubins only.
pub const CONSTRUCTOR_KERNELS: [&str; 2] = ["nvptx$device$init", "nvptx$device$fini"];

/// What a row of an audit is about.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum RowSubject {
    /// A launch fact.
    Fact(Fact),
    /// `.explicitcluster`, which is printed with the cluster shape. It is a fact of its own only without one.
    ExplicitCluster,
    /// The register cap of a cubin, if no register fact is stated.
    RegisterCap,
    /// `.local_maxnreg`, a register cap of one function, which is no launch fact.
    LocalMaxNReg,
    /// The attribute of that code in a cubin, which is not known.
    Unknown(u8),
}

/// The result for one fact.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Verdict {
    /// The later stage has it, with the same value.
    Carried {
        /// The value.
        #[serde(serialize_with = "report::value")]
        value: StatedValue,
    },
    /// It determines the register cap of the cubin, which is the expected one.
    Folded {
        /// What was stated.
        #[serde(serialize_with = "report::value")]
        value: StatedValue,
        /// The cap, in registers per thread.
        cap: u32,
    },
    /// It is about clusters, the chip has none, and the later stage does not have it, as expected.
    Suppressed {
        /// What was stated.
        #[serde(serialize_with = "report::value")]
        value: StatedValue,
    },
    /// The later stage does not have it, but has another fact that implies it.
    Implied {
        /// What was stated.
        #[serde(serialize_with = "report::value")]
        value: StatedValue,
        /// The fact that implies it.
        #[serde(serialize_with = "report::attribute")]
        by: Fact,
    },
    /// The later stage has one value for all kernels, that of another kernel, which is larger.
    Raised {
        /// What was stated.
        #[serde(serialize_with = "report::value")]
        value: StatedValue,
        /// The value for all kernels.
        to: u32,
    },
    /// It is not known what the later stage states.
    Unknown {
        /// The code of the attribute.
        code: u8,
    },
    /// It has no effect: `ptxas` accepts and ignores it, or the function is not a kernel that this module defines.
    Ignored {
        /// What was stated.
        #[serde(serialize_with = "report::value")]
        value: StatedValue,
        /// Why.
        reason: NoEffectReason,
    },
    /// It is unknown whether it holds.
    Hidden {
        /// What was stated.
        #[serde(serialize_with = "report::value")]
        value: StatedValue,
        /// Why.
        reason: HiddenReason,
    },
    /// It is missing or has changed.
    Lost {
        /// What was stated, or the register cap that follows from it.
        expected: Stated,
        /// What the later stage has instead.
        found: Option<Stated>,
    },
    /// The later stage has it, and the earlier one does not.
    Invented {
        /// What the later stage has.
        found: Stated,
    },
}

/// A value of a fact, or a register cap that replaces the register facts.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stated {
    /// A value.
    Value(#[serde(serialize_with = "report::value")] StatedValue),
    /// A cap, in registers per thread.
    RegisterCap(u32),
    /// The least shared memory of a CTA of any kernel, in bytes.
    ProgramMemory(u32),
}

/// Why there is no other verdict about a fact.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HiddenReason {
    /// The later stage cannot show it.
    NotVisible,
    /// It is folded by the limits of a chip that is unknown.
    UnknownChip,
    /// The earlier stage cannot show it, so there is nothing to compare the later one with.
    NotStated,
    /// The register cap of the cubin would be the same without it.
    NotBinding,
}

/// One row: a subject and its verdict.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What the row is about.
    pub subject: RowSubject,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// The rows of one function.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct KernelAudit {
    /// The symbol.
    #[serde(rename = "name", serialize_with = "report::symbol")]
    pub symbol: Symbol,
    /// One row for each fact that either stage states.
    pub rows: Vec<Row>,
}

/// The audit of one module between two stages.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Audit {
    /// The earlier stage.
    pub from: Stage,
    /// The later stage.
    pub to: Stage,
    /// The functions of which either stage states something, in the order of the earlier stage, then of the later one.
    pub kernels: Vec<KernelAudit>,
}

impl Verdict {
    /// Whether a fact is missing or has changed.
    pub const fn is_lost(&self) -> bool {
        matches!(self, Verdict::Lost { .. })
    }

    /// Whether the later stage has a fact that the earlier one does not have.
    pub const fn is_invented(&self) -> bool {
        matches!(self, Verdict::Invented { .. })
    }
}

impl Audit {
    /// Compares an earlier stage with a later one. Functions of the IR are the same function if they have the same
    /// symbol with all enclosing ones; PTX and cubins have only the name. Of several functions with the same one, the
    /// first is compared with the first, and so on; the others are lost or invented. The declarations of a function are
    /// all compared with its definition.
    ///
    /// ```
    /// use tileiras_contract::audit::{Audit, FunctionSnapshot, Snapshot, Stage};
    /// use tileiras_contract::{FactSet, StatedFact};
    /// use tileiras_target::Target;
    ///
    /// let kernel = |facts: &[StatedFact]| {
    ///     let facts: FactSet = facts.iter().cloned().chain([StatedFact::Kernel]).collect();
    ///     vec![FunctionSnapshot { facts, ..FunctionSnapshot::new("k") }]
    /// };
    /// let target = Target::parse(Some("sm_90a"), Some("8.4"))?;
    /// let block = StatedFact::ReqNTid([128, 1, 1]);
    /// let registers = StatedFact::MaxNReg(64);
    /// let before = Snapshot { stage: Stage::Ir, target, functions: kernel(&[block.clone(), registers]) };
    /// let after = Snapshot { stage: Stage::Ptx, target, functions: kernel(&[block]) };
    ///
    /// let audit = Audit::compare(&before, &after);
    /// assert!(!audit.is_faithful());
    /// let lost: Vec<_> =
    ///     audit.lost().map(|(kernel, row)| format!("{kernel}: {} {}", row.subject, row.verdict)).collect();
    /// assert_eq!(lost, ["k: nvvm.maxnreg expected 64, found nothing"]);
    /// # Ok::<(), tileiras_target::UnknownTarget>(())
    /// ```
    pub fn compare(before: &Snapshot, after: &Snapshot) -> Audit {
        let judge = Judge {
            from: before.stage,
            to: after.stage,
            suppresses: before.target.lacks_clusters() || after.target.lacks_clusters(),
            program_memory: program_memory(before),
            target: after.target.or(before.target),
        };
        let pairs = pair::pairs(before, after).into_iter();
        let kernels = pairs.map(|pair| match pair {
            Pair::Stated { before, after, is_undefined, reports_invented: true } => {
                judge.function(before, after, is_undefined)
            }
            Pair::Stated { before, after, is_undefined, .. } => judge.declaration(before, after, is_undefined),
            Pair::Extra(after) => judge.function(&FunctionSnapshot::new(after.symbol.clone()), Some(after), false),
        });
        let kernels = kernels.filter(|kernel| !kernel.rows.is_empty()).collect();
        Audit { from: before.stage, to: after.stage, kernels }
    }

    /// Every row, with the name of its function.
    pub fn rows(&self) -> impl Iterator<Item = (&Symbol, &Row)> {
        self.kernels.iter().flat_map(|kernel| kernel.rows.iter().map(|row| (&kernel.symbol, row)))
    }

    /// The rows with [`Verdict::Lost`].
    pub fn lost(&self) -> impl Iterator<Item = (&Symbol, &Row)> {
        self.rows().filter(|(_, row)| row.verdict.is_lost())
    }

    /// The rows with [`Verdict::Invented`].
    pub fn invented(&self) -> impl Iterator<Item = (&Symbol, &Row)> {
        self.rows().filter(|(_, row)| row.verdict.is_invented())
    }

    /// Whether nothing was lost, altered or invented.
    pub fn is_faithful(&self) -> bool {
        self.rows().all(|(_, row)| !row.verdict.is_lost() && !row.verdict.is_invented())
    }
}

/// The parameters of a comparison.
struct Judge {
    from: Stage,
    to: Stage,
    /// Whether the later stage should have no cluster facts.
    suppresses: bool,
    /// The largest of the least memory of the kernels of the earlier stage.
    program_memory: Option<u32>,
    /// The target, as far as known. The limits of the chip fold the register facts.
    target: Target,
}

impl Judge {
    /// The rows of a declaration of a function that has other rows. What only those state is not invented.
    fn declaration(
        &self,
        before: &FunctionSnapshot,
        after: Option<&FunctionSnapshot>,
        is_undefined: bool,
    ) -> KernelAudit {
        let mut audit = self.function(before, after, is_undefined);
        audit.rows.retain(|row| match row.subject {
            RowSubject::Fact(fact) => before.get(fact).is_some(),
            RowSubject::ExplicitCluster
            | RowSubject::RegisterCap
            | RowSubject::LocalMaxNReg
            | RowSubject::Unknown(_) => !row.verdict.is_invented(),
        });
        audit
    }

    fn function(&self, before: &FunctionSnapshot, after: Option<&FunctionSnapshot>, is_undefined: bool) -> KernelAudit {
        let mut rows = Vec::new();
        let mut row = |subject, verdict: Option<Verdict>| rows.extend(verdict.map(|verdict| Row { subject, verdict }));
        let folds = self.to == Stage::Cubin && after.is_some() && before.is_kernel();
        for fact in Fact::ALL {
            let verdict = match fact {
                Fact::MaxNReg | Fact::MinCtaSm if folds => self.register_fact(fact, before, after),
                Fact::MinPerCtaMemory if folds => self.memory(before, after),
                _ => self.fact(fact, before, after, is_undefined),
            };
            row(RowSubject::Fact(fact), verdict);
        }
        row(RowSubject::ExplicitCluster, self.explicit_cluster(before, after));
        row(RowSubject::RegisterCap, self.register_cap(before, after));
        row(RowSubject::LocalMaxNReg, self.local_maxnreg(before, after));
        for code in after.into_iter().flat_map(|after| &after.unknown) {
            row(RowSubject::Unknown(*code), Some(Verdict::Unknown { code: *code }));
        }
        KernelAudit { symbol: before.symbol.clone(), rows }
    }

    /// The verdict about a fact that is not folded.
    fn fact(
        &self,
        fact: Fact,
        before: &FunctionSnapshot,
        after: Option<&FunctionSnapshot>,
        is_undefined: bool,
    ) -> Option<Verdict> {
        let found = after.and_then(|after| after.get(fact));
        let Some(value) = before.get(fact) else {
            // A cluster shape implies it. If the shape is lost, the row of the shape reports that.
            let is_implied = fact == Fact::ExplicitCluster && before.get(Fact::ClusterDim).is_some();
            let is_visible = self.from.shows(fact) && !self.is_of_back_end(before);
            return found.filter(|_| !is_implied).map(|found| match is_visible {
                true => Verdict::Invented { found: Stated::Value(found) },
                false => Verdict::Hidden { value: found, reason: HiddenReason::NotStated },
            });
        };
        Some(match found {
            Some(found) if value == found => Verdict::Carried { value },
            None if !before.is_kernel() => Verdict::Ignored { value, reason: NoEffectReason::NotAKernel },
            None if after.is_none() && is_undefined => Verdict::Ignored { value, reason: NoEffectReason::NotDefined },
            None if after.is_some() && !self.to.shows(fact) => {
                Verdict::Hidden { value, reason: HiddenReason::NotVisible }
            }
            None if after.is_some() && fact.is_cluster() && self.suppresses => Verdict::Suppressed { value },
            None => match after.and_then(|after| self.implied(fact, before, after)) {
                Some(by) => Verdict::Implied { value, by },
                None => Verdict::Lost { expected: Stated::Value(value), found: None },
            },
            found => Verdict::Lost { expected: Stated::Value(value), found: found.map(Stated::Value) },
        })
    }

    /// Whether a kernel is made by LLVM's back end, after the earlier stage.
    fn is_of_back_end(&self, before: &FunctionSnapshot) -> bool {
        let is_made = self.from == Stage::Ir && self.to != Stage::Ir;
        is_made
            && before.iter().next().is_none()
            && CONSTRUCTOR_KERNELS.iter().any(|name| name.as_bytes() == before.symbol.name())
    }

    /// The fact of both stages that implies a missing one: an exact block within the bound, a cluster shape for the
    /// explicit cluster, a cluster within the cap, a cluster of one CTA for blocks that are clusters.
    fn implied(&self, fact: Fact, before: &FunctionSnapshot, after: &FunctionSnapshot) -> Option<Fact> {
        let by = match fact {
            Fact::MaxNTid => Fact::ReqNTid,
            Fact::ExplicitCluster | Fact::MaxClusterRank | Fact::BlocksAreClusters => Fact::ClusterDim,
            _ => return None,
        };
        let stays = after.facts.dims(by).is_some() && after.facts.dims(by) == before.facts.dims(by);
        let (exact, known) = (before.facts.product(by)?, self.target.ptx.is_some());
        let implies = match fact {
            Fact::ExplicitCluster => true,
            Fact::MaxNTid => before.facts.product(fact).is_some_and(|most| exact <= most),
            Fact::MaxClusterRank => before.facts.scalar(fact).is_some_and(|most| u128::from(most) >= exact),
            // If the target has a directive for the flag, it is required.
            _ => exact == 1 && !(known && self.target.supports(Feature::BLOCKS_ARE_CLUSTERS).is_ok()),
        };
        (stays && implies).then_some(by)
    }

    /// The register cap that the assembler should have derived, and the directives that it ignores.
    fn fold(&self, before: &FunctionSnapshot) -> Option<Fold> {
        if self.from == Stage::Cubin {
            return before.register_cap.map(|cap| Fold { cap, maxnreg: None, minctasm: None });
        }
        Some(fold(&before.facts, before.local_maxnreg, self.target.chip?))
    }

    /// The verdict about a fact that is folded into the register cap of a cubin.
    fn register_fact(
        &self,
        fact: Fact,
        before: &FunctionSnapshot,
        after: Option<&FunctionSnapshot>,
    ) -> Option<Verdict> {
        let value = before.get(fact)?;
        let Some(fold) = self.fold(before) else {
            return Some(Verdict::Hidden { value, reason: HiddenReason::UnknownChip });
        };
        let found = after.and_then(|after| after.register_cap);
        let ignored = if fact == Fact::MaxNReg { fold.maxnreg } else { fold.minctasm };
        Some(match ignored {
            _ if matches!(value, StatedValue::Malformed(_)) => {
                Verdict::Lost { expected: Stated::Value(value), found: found.map(Stated::RegisterCap) }
            }
            _ if found != Some(fold.cap) => {
                Verdict::Lost { expected: Stated::RegisterCap(fold.cap), found: found.map(Stated::RegisterCap) }
            }
            Some(reason) => Verdict::Ignored { value, reason },
            None if self.binds(fact, before, &fold) => Verdict::Folded { value, cap: fold.cap },
            None => Verdict::Hidden { value, reason: HiddenReason::NotBinding },
        })
    }

    /// Whether the register cap would be another one without the fact.
    fn binds(&self, fact: Fact, before: &FunctionSnapshot, stated: &Fold) -> bool {
        let mut others = before.facts.clone();
        others.remove(fact);
        self.target.chip.is_some_and(|chip| fold(&others, before.local_maxnreg, chip).cap != stated.cap)
    }

    /// The verdict about a register cap if no register fact is stated.
    fn register_cap(&self, before: &FunctionSnapshot, after: Option<&FunctionSnapshot>) -> Option<Verdict> {
        let found = after?.register_cap?;
        if before.get(Fact::MaxNReg).or(before.get(Fact::MinCtaSm)).is_some() {
            return None;
        }
        let expected = self.fold(before).filter(|_| before.is_kernel())?;
        let found = Stated::RegisterCap(found);
        match Stated::RegisterCap(expected.cap) {
            expected if expected == found => None,
            expected if self.from == Stage::Cubin => Some(Verdict::Lost { expected, found: Some(found) }),
            _ => Some(Verdict::Invented { found }),
        }
    }

    /// The verdict about `.explicitcluster` beside a cluster shape: one that was not stated, or a missing one. Without
    /// a shape it is the fact [`Fact::ExplicitCluster`].
    fn explicit_cluster(&self, before: &FunctionSnapshot, after: Option<&FunctionSnapshot>) -> Option<Verdict> {
        let set = || Stated::Value(StatedValue::Valid(FactValue::Unit));
        let (had_shape, has_shape) = (before.facts.states(Fact::ClusterDim), after?.facts.states(Fact::ClusterDim));
        let blocks_are_clusters = |facts: &FunctionSnapshot| facts.get(Fact::BlocksAreClusters).is_some();
        match (before.explicit_cluster, after?.explicit_cluster?) {
            // nvcc, libNVVM and LLVM print no `.explicitcluster` beside `.blocksareclusters`.
            (Some(true) | None, false) if had_shape && has_shape && blocks_are_clusters(after?) => {
                let value = StatedValue::Valid(FactValue::Unit);
                Some(Verdict::Implied { value, by: Fact::BlocksAreClusters })
            }
            (Some(true), false) if had_shape && !self.suppresses => {
                Some(Verdict::Lost { expected: set(), found: None })
            }
            (Some(false), true) if has_shape => Some(Verdict::Invented { found: set() }),
            (None, true) if has_shape && before.get(Fact::ClusterDim).is_none() => {
                Some(Verdict::Invented { found: set() })
            }
            // If the shape is missing as well, its row reports that.
            (None, false) if !blocks_are_clusters(before) && after?.get(Fact::ClusterDim).is_some() => {
                before.get(Fact::ClusterDim).map(|_| Verdict::Lost { expected: set(), found: None })
            }
            _ => None,
        }
    }
}
