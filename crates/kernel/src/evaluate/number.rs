//! Integer arithmetic on what is known of the operands.

use smallvec::SmallVec;

use super::{Known, Numbers};
use crate::id::ValueId;
use crate::limits;
use crate::threads::{Cta, ThreadSet};
use crate::value::{Comparison, Operator, Uniformity, masked, sign_extended};

/// An operand: what is known of it, and its number of bits.
pub type Operand<'k> = (&'k Known, u8);

/// Lanes, and their numbers.
pub(crate) type LaneNumbers = SmallVec<[(usize, u64); 32]>;

/// What is known of the result of a pure operation, with that number of bits.
pub(crate) fn apply(operator: Operator, bits: u8, operands: &[Operand<'_>], cta: &Cta) -> Known {
    if operands.iter().any(|(known, _)| matches!(known, Known::Undefined)) {
        return Known::Undefined;
    }
    match operator {
        Operator::ShuffleIndex => return shuffle(operands, cta),
        // It can depend on how many threads take part, and not all warps have the same number.
        Operator::WarpUniform => return Known::unknown(Uniformity::Warp),
        // Nor is it known here which threads take part.
        Operator::Ballot | Operator::Reduce(_) => return Known::unknown(uniformity_of_mask(operands, cta)),
        Operator::MatchAny => return Known::unknown(Uniformity::Thread),
        Operator::SameInCta => return Known::unknown(Uniformity::Cta),
        // The address differs in each CTA, and the response in each cluster.
        Operator::Mapa | Operator::IsCanceled | Operator::FirstCtaId(_) | Operator::Opaque(_) => {
            return Known::unknown(uniformity(operands, &cta.all()));
        }
        _ => {}
    }
    let elected = operands.iter().find_map(|(known, _)| match known {
        Known::OneLane { origin, among, .. } => Some((*origin, *among)),
        _ => None,
    });
    match elected {
        Some((origin, among)) => of_elected(operator, bits, operands, cta, origin, among),
        None => of_numbers(operator, bits, operands, cta),
    }
}

/// The uniformity of a result that depends on operands and nothing else.
fn uniformity(operands: &[Operand<'_>], set: &ThreadSet) -> Uniformity {
    operands.iter().map(|(known, _)| known.uniformity_on(set)).max().unwrap_or(Uniformity::Grid)
}

/// The uniformity of a ballot or a reduction. Threads that are not in the mask can have another result.
fn uniformity_of_mask(operands: &[Operand<'_>], cta: &Cta) -> Uniformity {
    let all = cta.all();
    let is_whole = operands.get(1).is_some_and(|(mask, _)| {
        (0..cta.threads() as usize).all(|thread| {
            let lanes = u64::from(all.lanes(thread / 32));
            mask.number(thread).is_some_and(|mask| mask & lanes == lanes)
        })
    });
    if is_whole { Uniformity::Warp } else { Uniformity::Thread }
}

/// The result of `vote.ballot` or `redux` in these threads, all lanes of a warp together. It is a number in warps in
/// which all lanes of the mask take part, each with an operand that is known.
pub(crate) fn of_threads(operator: Operator, operands: &[Operand<'_>], threads: &ThreadSet, cta: &Cta) -> Known {
    let [(operand, bits), (mask, _)] = operands else { return Known::unknown(Uniformity::Thread) };
    if operator == Operator::MatchAny {
        return Known::unknown(Uniformity::Thread);
    }
    let others = uniformity_of_mask(operands, cta);
    let all = cta.all();
    let result = |warp: usize, lanes: u32| {
        let thread = |lane: usize| warp * 32 + lane;
        let here = |bits: u32| (0..32_usize).filter(move |lane| bits >> lane & 1 == 1);
        let first = mask.number(thread(lanes.trailing_zeros() as usize))?;
        let named = u32::try_from(first & u64::from(u32::MAX)).ok()? & all.lanes(warp);
        // Those that are not in the mask, and those with another one, are not certain to meet the others.
        if named != lanes || here(lanes).any(|lane| mask.number(thread(lane)) != Some(first)) {
            return None;
        }
        let numbers = here(lanes).map(|lane| Some((lane, operand.number(thread(lane))?)));
        of_lanes(operator, *bits, 0, &numbers.collect::<Option<LaneNumbers>>()?)
    };
    let mut results = [None; 32];
    for (warp, lanes) in threads.warps() {
        results.get_mut(warp).into_iter().for_each(|found| *found = result(warp, lanes));
    }
    let of_warp = |warp: usize| results.get(warp).copied().flatten();
    let known = ThreadSet::filter(cta.threads(), |thread| threads.contains(thread) && of_warp(thread / 32).is_some());
    let numbers = Numbers::each(cta, |thread| of_warp(thread / 32).unwrap_or_default());
    Known::partial(known, numbers, others, cta)
}

/// The result in a lane that has a number itself, from those of all lanes that take part.
pub(crate) fn of_lanes(operator: Operator, bits: u8, own: u64, numbers: &LaneNumbers) -> Option<u64> {
    let lanes_with = |is_set: &dyn Fn(u64) -> bool| {
        numbers.iter().fold(0, |sum, &(lane, number)| sum | u64::from(is_set(number)) << lane)
    };
    match operator {
        Operator::Ballot => Some(lanes_with(&|number| number != 0)),
        Operator::MatchAny => Some(lanes_with(&|number| number == own)),
        Operator::Reduce(reduction) => {
            let (&(_, first), rest) = numbers.split_first()?;
            let operator = reduction.operator();
            rest.iter()
                .try_fold(first, |sum, &(_, number)| fold(operator, bits, &[(Some(sum), bits), (Some(number), bits)]))
        }
        _ => None,
    }
}

/// Computes twice: for the elected lane, and for the others.
fn of_elected(
    operator: Operator,
    bits: u8,
    operands: &[Operand<'_>],
    cta: &Cta,
    origin: ValueId,
    among: ThreadSet,
) -> Known {
    let side = |is_chosen: bool| {
        let sides: Vec<(Known, u8)> = operands
            .iter()
            .map(|&(known, bits)| {
                let known = match known {
                    Known::OneLane { origin: other, chosen, rest, .. } if *other == origin => match (is_chosen, chosen)
                    {
                        (true, Some(chosen)) => Known::numbers(chosen.clone()),
                        (true, None) => Known::unknown(Uniformity::Thread),
                        (false, _) => Known::numbers(rest.clone()),
                    },
                    // Another election can select another lane.
                    Known::OneLane { .. } => Known::unknown(Uniformity::Thread),
                    other => other.clone(),
                };
                (known, bits)
            })
            .collect();
        let sides: Vec<Operand<'_>> = sides.iter().map(|(known, bits)| (known, *bits)).collect();
        complete(of_numbers(operator, bits, &sides, cta), cta)
    };
    match side(false) {
        Some(rest) => Known::OneLane { origin, among, chosen: side(true), rest },
        None => Known::unknown(Uniformity::Thread),
    }
}

/// The numbers, if those of all threads are known.
fn complete(known: Known, cta: &Cta) -> Option<Numbers> {
    match known {
        Known::Numbers { known, numbers, .. } => cta.all().is_subset(&known).then_some(numbers),
        _ => None,
    }
}

fn of_numbers(operator: Operator, bits: u8, operands: &[Operand<'_>], cta: &Cta) -> Known {
    let all = cta.all();
    let at = |thread: usize| {
        let mut arguments = [(None, 0); limits::NUMBER_OPERANDS];
        for (argument, &(known, bits)) in arguments.iter_mut().zip(operands) {
            *argument = (known.number(thread), bits);
        }
        fold(operator, bits, &arguments)
    };
    // All threads have the same known operands.
    let is_same = operands.iter().all(|(known, _)| match known {
        Known::Numbers { known, numbers, .. } => {
            known.is_disjoint(&all) || matches!(numbers, Numbers::Same(_)) && all.is_subset(known)
        }
        _ => false,
    });
    if is_same {
        return match at(0) {
            Some(number) => Known::same(number),
            None => Known::unknown(uniformity(operands, &all)),
        };
    }
    let mut known = ThreadSet::EMPTY;
    let numbers = Numbers::each(cta, |thread| {
        let number = at(thread);
        if number.is_some() {
            known.insert(thread);
        }
        number.unwrap_or_default()
    });
    let others = uniformity(operands, &all.without(&known));
    Known::partial(known, numbers, others, cta)
}

/// One number from those of the operands. An operand that is not known does not matter if the others decide.
pub fn fold(operator: Operator, bits: u8, operands: &[(Option<u64>, u8)]) -> Option<u64> {
    let get = |index: usize| operands.get(index).copied().unwrap_or_default();
    let ((a, a_bits), (b, b_bits), (c, _)) = (get(0), get(1), get(2));
    let ones = masked(u64::MAX, bits);
    let result = match operator {
        Operator::And if a == Some(0) || b == Some(0) => 0,
        Operator::Mul if a == Some(0) || b == Some(0) => 0,
        Operator::Or if a == Some(ones) || b == Some(ones) => ones,
        Operator::Select => match a {
            Some(condition) => (if condition == 0 { c } else { b })?,
            None => b.filter(|_| b == c)?,
        },
        Operator::ZeroExtend | Operator::SameInCta => a?,
        Operator::SignExtend => sign_extended(a?, a_bits) as u64,
        Operator::Popc => u64::from(a?.count_ones()),
        Operator::Clz => {
            u64::from(masked(a?, a_bits).leading_zeros()).saturating_sub(64_u64.saturating_sub(a_bits.into()))
        }
        Operator::Permute => permute(a?, b?, c?),
        Operator::Lop3(table) => lop3(table, a?, b?, c?),
        _ => binary(operator, bits, (a?, a_bits), (b?, b_bits))?,
    };
    Some(masked(result, bits))
}

/// Four of the eight bytes of two numbers of 32 bits, each by the lowest three bits of a nibble, or its sign by the
/// fourth one (PTX ISA 9.7.9.7).
fn permute(a: u64, b: u64, selector: u64) -> u64 {
    let bytes = masked(a, 32) | masked(b, 32) << 32;
    (0..4).fold(0, |result, index| {
        let nibble = selector >> (4 * index);
        let byte = bytes >> (8 * (nibble & 7)) & 0xff;
        let sign = if byte & 0x80 == 0 { 0 } else { 0xff };
        result | (if nibble & 8 == 0 { byte } else { sign }) << (8 * index)
    })
}

fn lop3(table: u8, a: u64, b: u64, c: u64) -> u64 {
    (0..8).filter(|row| table >> row & 1 == 1).fold(0, |result, row| {
        let side = |operand: u64, bit: u8| if row >> bit & 1 == 1 { operand } else { !operand };
        result | side(a, 2) & side(b, 1) & side(c, 0)
    })
}

fn binary(operator: Operator, bits: u8, (a, a_bits): (u64, u8), (b, b_bits): (u64, u8)) -> Option<u64> {
    let (signed_a, signed_b) = (sign_extended(a, a_bits), sign_extended(b, b_bits));
    // A shift by the width or more gives no bits of the operand.
    let shift = |shifted: u64| if b >= u64::from(bits) { 0 } else { shifted };
    let amount = u32::try_from(b.min(63)).unwrap_or(63);
    Some(match operator {
        Operator::Add => a.wrapping_add(b),
        Operator::Sub => a.wrapping_sub(b),
        Operator::Mul => a.wrapping_mul(b),
        Operator::UMulHigh => ((u128::from(a) * u128::from(b)) >> bits) as u64,
        Operator::SMulHigh => ((i128::from(signed_a) * i128::from(signed_b)) >> bits) as u64,
        Operator::UDiv => a.checked_div(b)?,
        Operator::URem => a.checked_rem(b)?,
        Operator::SDiv => signed_a.checked_div(signed_b)? as u64,
        Operator::SRem => signed_a.checked_rem(signed_b)? as u64,
        Operator::And => a & b,
        Operator::Or => a | b,
        Operator::Xor => a ^ b,
        Operator::Shl => shift(a.wrapping_shl(amount)),
        Operator::LShr => shift(a.wrapping_shr(amount)),
        Operator::AShr => signed_a.wrapping_shr(amount) as u64,
        Operator::UMin => a.min(b),
        Operator::UMax => a.max(b),
        Operator::SMin => signed_a.min(signed_b) as u64,
        Operator::SMax => signed_a.max(signed_b) as u64,
        Operator::Compare(comparison) => u64::from(match comparison {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Ult => a < b,
            Comparison::Ule => a <= b,
            Comparison::Ugt => a > b,
            Comparison::Uge => a >= b,
            Comparison::Slt => signed_a < signed_b,
            Comparison::Sle => signed_a <= signed_b,
            Comparison::Sgt => signed_a > signed_b,
            Comparison::Sge => signed_a >= signed_b,
        }),
        _ => return None,
    })
}

/// `shfl.sync.idx`: each thread gets the value of the lane that it names, in its own warp.
fn shuffle(operands: &[Operand<'_>], cta: &Cta) -> Known {
    let (Some((value, _)), Some((lane, _))) = (operands.first(), operands.get(1)) else {
        return Known::unknown(Uniformity::Thread);
    };
    let all = cta.all();
    let source = |thread: usize| {
        let lane = lane.number(thread)? as usize % 32;
        Some(thread / 32 * 32 + lane).filter(|&source| all.contains(source))
    };
    let result = |thread: usize| value.number(source(thread)?);
    let known = ThreadSet::filter(cta.threads(), |thread| result(thread).is_some());
    let numbers = Numbers::each(cta, |thread| result(thread).unwrap_or_default());
    let is_defined =
        cta.threads().is_multiple_of(32) || (0..cta.threads() as usize).all(|thread| source(thread).is_some());
    let others = match lane.uniformity_on(&all) {
        // What a thread reads from a lane that does not exist is undefined.
        _ if !is_defined => Uniformity::Thread,
        lanes if lanes <= Uniformity::Warp => Uniformity::Warp.min(value.uniformity_on(&all)).max(lanes),
        _ => value.uniformity_on(&all),
    };
    Known::partial(known, numbers, others, cta)
}

#[cfg(test)]
mod tests {
    use super::{Known, Numbers, apply};
    use crate::id::ValueId;
    use crate::threads::{Cta, ThreadSet};
    use crate::value::{Comparison, Operator, Uniformity};

    const CTA: Cta = Cta { block: [64, 1, 1], cluster: None, rank: 0 };

    fn tid() -> Known {
        Known::numbers(Numbers::each(&CTA, |thread| thread as u64))
    }

    fn constant(number: u64) -> Known {
        Known::same(number)
    }

    fn elected() -> Known {
        let (chosen, rest) = (Some(Numbers::Same(1)), Numbers::Same(0));
        Known::OneLane { origin: ValueId::new(0), among: CTA.all(), chosen, rest }
    }

    fn yes(known: &Known) -> Vec<usize> {
        (0..64).filter(|&thread| known.number(thread) == Some(1)).collect()
    }

    #[test]
    fn predicates_are_exact_in_each_thread() {
        let warp = apply(Operator::UDiv, 32, &[(&tid(), 32), (&constant(32), 32)], &CTA);
        assert_eq!(warp.uniformity_on(&CTA.all()), Uniformity::Warp);
        let compare = |operator, value: &Known, number| {
            apply(Operator::Compare(operator), 1, &[(value, 32), (&constant(number), 32)], &CTA)
        };
        assert_eq!(yes(&compare(Comparison::Eq, &warp, 1)), (32..64).collect::<Vec<_>>());
        assert_eq!(yes(&compare(Comparison::Ult, &tid(), 1)), [0]);
        assert_eq!(yes(&compare(Comparison::Sgt, &tid(), 62)), [63]);
        let broadcast = apply(Operator::ShuffleIndex, 32, &[(&warp, 32), (&constant(0), 32)], &CTA);
        assert_eq!(broadcast, warp);
    }

    #[test]
    fn an_unknown_operand_matters_only_where_the_others_do_not_decide() {
        let first = apply(Operator::Compare(Comparison::Ult), 1, &[(&tid(), 32), (&constant(32), 32)], &CTA);
        let unknown = Known::unknown(Uniformity::Cta);
        let both = apply(Operator::And, 1, &[(&first, 1), (&unknown, 1)], &CTA);
        assert_eq!(both.number(40), Some(0));
        assert_eq!(both.number(3), None);
        assert_eq!(both.uniformity_on(&ThreadSet::first(32)), Uniformity::Cta);
    }

    #[test]
    fn elections_stay_elections() {
        let not = apply(Operator::Xor, 1, &[(&elected(), 1), (&constant(1), 1)], &CTA);
        let Known::OneLane { chosen, rest, .. } = not else { panic!("{not:?}") };
        assert_eq!((chosen, rest), (Some(Numbers::Same(0)), Numbers::Same(1)));
        let unknown = Known::unknown(Uniformity::Cta);
        let and = apply(Operator::And, 1, &[(&elected(), 1), (&unknown, 1)], &CTA);
        assert!(matches!(and, Known::OneLane { chosen: None, rest: Numbers::Same(0), .. }), "{and:?}");
        let or = apply(Operator::Or, 1, &[(&elected(), 1), (&unknown, 1)], &CTA);
        assert_eq!(or, Known::unknown(Uniformity::Thread));
    }

    #[test]
    fn arithmetic_wraps_and_division_by_zero_is_unknown() {
        let at =
            |operator, bits, a, b| apply(operator, bits, &[(&constant(a), bits), (&constant(b), bits)], &CTA).number(0);
        assert_eq!(at(Operator::Add, 32, 0xffff_ffff, 2), Some(1));
        assert_eq!(at(Operator::UDiv, 32, 1, 0), None);
        // 7 / 3, as compilers write it.
        assert_eq!(at(Operator::UMulHigh, 32, 7, 0x5555_5556), Some(2));
        assert_eq!(at(Operator::UMulHigh, 64, u64::MAX, u64::MAX), Some(u64::MAX - 1));
        assert_eq!(at(Operator::SMulHigh, 32, 0xffff_fff9, 2), Some(0xffff_ffff));
        assert_eq!(at(Operator::AShr, 32, 0x8000_0000, 40), Some(0xffff_ffff));
        assert_eq!(at(Operator::Shl, 32, 1, 32), Some(0));
        assert_eq!(at(Operator::SRem, 32, 0xffff_fffb, 3), Some(0xffff_fffe));
        let lop =
            apply(Operator::Lop3(0xc0), 32, &[(&constant(12), 32), (&constant(10), 32), (&constant(0), 32)], &CTA);
        assert_eq!(lop.number(0), Some(8));
    }
}
