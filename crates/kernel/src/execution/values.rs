//! What is known of each value of a function, from its expression.
//!
//! Accepts any expression, also one that depends on itself. Guarantees that each value is computed once in a pass,
//! without recursion.
//!
//! Leaves out on purpose: parameters and results of calls, which [`super::context`] sets.

use super::context::Solver;
use super::presence::{Lanes, Presence};
use crate::evaluate::{Known, Numbers, apply, of_threads};
use crate::id::{BlockId, ValueId};
use crate::threads::ThreadSet;
use crate::value::{Operator, Space, SpecialRegister, Uniformity, Value, ValueKind};

impl Solver<'_> {
    pub(super) fn set(&mut self, value: ValueId, known: Known) {
        if let Some(slot) = self.values.get_mut(value.index()) {
            *slot = Some(known);
        }
    }

    /// What is known of a value. Without recursion: an expression can be long.
    pub(super) fn known(&mut self, value: ValueId) -> Known {
        let function = self.function;
        let mut pending = vec![value];
        while let Some(&next) = pending.last() {
            if self.values.get(next.index()).is_none_or(Option::is_some) {
                pending.pop();
                continue;
            }
            let Some(described) = function.value(next) else {
                pending.pop();
                continue;
            };
            let operands = described.kind.operands();
            let missing: Vec<ValueId> = operands
                .iter()
                .copied()
                .filter(|operand| {
                    self.values.get(operand.index()).is_some_and(Option::is_none) && operand.index() != next.index()
                })
                .collect();
            // A value that depends on itself is malformed.
            if missing.is_empty() || pending.len() > function.values.len() {
                let known = self.compute(next, described, operands);
                self.set(next, known);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
        self.get(value)
    }

    fn get(&self, value: ValueId) -> Known {
        self.values.get(value.index()).cloned().flatten().unwrap_or(Known::unknown(Uniformity::Thread))
    }

    fn compute(&self, id: ValueId, value: &Value, operands: &[ValueId]) -> Known {
        match &value.kind {
            ValueKind::Constant(number) => Known::same(*number),
            ValueKind::Register(register) => self.register(*register),
            ValueKind::Symbol(_) => Known::unknown(Uniformity::Grid),
            // It is not known which threads take part, unless its block is known.
            ValueKind::Elect => Known::elected(id, self.cta.all()),
            ValueKind::Load { space, .. } => {
                let address = operands.first().map(|&address| self.get(address));
                let uniformity = address.map_or(Uniformity::Thread, |address| address.uniformity_on(&self.cta.all()));
                Known::unknown(match space {
                    Space::Constant => uniformity,
                    Space::Shared | Space::SharedCluster | Space::Global => uniformity.max(Uniformity::Cta),
                    Space::Local | Space::Generic => Uniformity::Thread,
                })
            }
            ValueKind::Unknown(uniformity) => Known::unknown(*uniformity),
            // Set where the block, the call or the function begins; a use before that is malformed.
            ValueKind::Parameter | ValueKind::CallResult => Known::unknown(Uniformity::Thread),
            ValueKind::Compute(operator, _) => {
                if let Some(number) = self.cluster_ctaid_of_ctaid(*operator, operands) {
                    return Known::same(number);
                }
                let known: Vec<(Known, u8)> =
                    operands.iter().map(|&operand| (self.get(operand), self.function.bits(operand))).collect();
                let known: Vec<(&Known, u8)> = known.iter().map(|(known, bits)| (known, *bits)).collect();
                let known = apply(*operator, value.bits, &known, self.cta);
                if let (Operator::Compare(comparison), [one, two]) = (operator, operands)
                    && !known.is_known_to(&self.cta.all())
                    && let Some(holds) = (self.ranges)().and_then(|ranges| ranges.compare(*comparison, *one, *two))
                {
                    // The interval decides what the numbers of the threads do not: whether the counter of a loop has
                    // passed its bound, for example.
                    return Known::same(holds.into());
                }
                if self.of_cta.get(id.index()) == Some(&true) { known.at_most_in(Uniformity::Cta) } else { known }
            }
        }
    }

    /// Whether all lanes of each warp that get to a block begin it together.
    pub(super) fn is_together(&self, id: BlockId, presence: &Presence, of_calls: Uniformity) -> bool {
        presence.lanes == Lanes::All && self.together(id, presence, of_calls) <= Uniformity::Warp
    }

    /// The result of an operation on what these threads have, such as a ballot.
    pub(super) fn of_threads(&mut self, operator: Operator, operands: &[ValueId], threads: &ThreadSet) -> Known {
        let bits = operands.iter().map(|&operand| self.function.bits(operand)).collect::<Vec<_>>();
        let known: Vec<(Known, u8)> = operands.iter().map(|&operand| self.known(operand)).zip(bits).collect();
        let known: Vec<(&Known, u8)> = known.iter().map(|(known, bits)| (known, *bits)).collect();
        of_threads(operator, &known, threads, self.cta)
    }

    /// `%ctaid` modulo a divisor of the size of the cluster: a grid begins a new cluster at each multiple of it.
    fn cluster_ctaid_of_ctaid(&self, operator: Operator, operands: &[ValueId]) -> Option<u64> {
        let [id, divisor] = operands else { return None };
        let ValueKind::Register(SpecialRegister::CtaId(axis)) = self.function.value(*id)?.kind else { return None };
        let constant = self.function.value(*divisor)?.constant()?;
        let divisor = match operator {
            Operator::URem | Operator::SRem => constant,
            Operator::And => constant.checked_add(1).filter(|size| size.is_power_of_two())?,
            _ => return None,
        };
        let size = u64::from(self.cta.cluster?.get(axis as usize).copied()?);
        let position = self.cta.cluster_ctaid(axis)?;
        (divisor != 0 && size % divisor == 0).then(|| position % divisor)
    }

    fn register(&self, register: SpecialRegister) -> Known {
        let cta = self.cta;
        let size = |shape: [u32; 3], axis| Known::same(u64::from(shape.get(axis as usize).copied().unwrap_or(1)));
        let or = |known: Option<u64>, uniformity| known.map_or(Known::unknown(uniformity), Known::same);
        match register {
            SpecialRegister::Tid(axis) => Known::numbers(Numbers::each(cta, |thread| cta.tid(thread, axis))),
            SpecialRegister::NTid(axis) => size(cta.block, axis),
            SpecialRegister::LaneId => Known::numbers(Numbers::each(cta, |thread| thread as u64 % 32)),
            SpecialRegister::WarpId => Known::numbers(Numbers::each(cta, |thread| thread as u64 / 32)),
            SpecialRegister::CtaId(_) => Known::unknown(Uniformity::Cta),
            SpecialRegister::ClusterId(_) => Known::unknown(Uniformity::Cluster),
            SpecialRegister::NCtaId(_) | SpecialRegister::NClusterId(_) | SpecialRegister::IsExplicitCluster => {
                Known::unknown(Uniformity::Grid)
            }
            SpecialRegister::ClusterCtaRank => or(cta.cluster.map(|_| u64::from(cta.rank)), Uniformity::Cta),
            SpecialRegister::ClusterNCtaRank => or(cta.cluster_ctas().map(u64::from), Uniformity::Grid),
            SpecialRegister::ClusterCtaId(axis) => or(cta.cluster_ctaid(axis), Uniformity::Cta),
            SpecialRegister::ClusterNCtaId(axis) => match cta.cluster {
                Some(cluster) => size(cluster, axis),
                None => Known::unknown(Uniformity::Grid),
            },
        }
    }
}
