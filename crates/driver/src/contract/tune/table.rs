//! The rows, with their occupancy, and which of them are to be considered.

use std::cmp::Reverse;

use serde::Serialize;
use tileiras_contract::FactSet;
use tileiras_target::Chip;
use tileiras_target::occupancy::{CtaResources, Occupancy, Resource, warps};

use super::assemble::{Figures, RowOutcome};
use super::bounds::Bounds;
use crate::contract::table::{self, Cells};

/// What is the same for all rows.
#[derive(Serialize)]
pub(super) struct Tuned<'a> {
    pub kernel: &'a str,
    pub chip: String,
    /// The release of ptxas.
    pub ptxas: &'a str,
    pub dynamic_shared: u32,
    pub rows: &'a [TuneRow],
}

/// A row.
#[derive(Serialize)]
pub(super) struct TuneRow {
    #[serde(flatten)]
    pub bounds: Bounds,
    /// Whether the kernel states these bounds.
    #[serde(rename = "stated")]
    pub is_stated: bool,
    #[serde(flatten)]
    pub outcome: RowOutcome,
    /// Of the block on an SM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupancy: Option<RowOccupancy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// How many CTAs are resident on an SM.
#[derive(Clone, Copy, Serialize)]
pub(super) struct RowOccupancy {
    ctas_per_sm: u32,
    warps_per_sm: u32,
    limit: Resource,
}

/// Why a row is to be considered.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mark {
    /// It has the fewest bytes of spills, and of those rows the most warps per SM.
    Best,
    /// Each other row has more bytes of spills or fewer warps per SM.
    Frontier,
}

/// What a row costs: the bytes of spills, and the warps per SM, of which more are better.
type Cost = (u64, Reverse<u32>);

/// The rows with these outcomes.
pub(super) fn rows(
    found: impl Iterator<Item = (Bounds, RowOutcome)>,
    facts: &FactSet,
    chip: Chip,
    dynamic_shared: u32,
) -> Vec<TuneRow> {
    let row = |(bounds, outcome): (Bounds, RowOutcome)| {
        let occupancy = match &outcome {
            RowOutcome::Assembled(figures) => Some(occupancy(bounds.block, figures, chip, dynamic_shared)),
            RowOutcome::Refused(_) | RowOutcome::Failed(_) => None,
        };
        TuneRow { bounds, is_stated: bounds.are_stated(facts), outcome, occupancy, mark: None }
    };
    let mut rows: Vec<TuneRow> = found.map(row).collect();
    let costs: Vec<Option<Cost>> = rows.iter().map(cost).collect();
    for (row, mark) in rows.iter_mut().zip(marks(&costs)) {
        row.mark = mark;
    }
    rows
}

fn occupancy(threads: u32, figures: &Figures, chip: Chip, dynamic_shared: u32) -> RowOccupancy {
    let shared = figures.static_shared.saturating_add(dynamic_shared);
    let cta = CtaResources { threads, registers: figures.registers, shared };
    let Occupancy { ctas, limit } = chip.limits().occupancy(cta);
    RowOccupancy { ctas_per_sm: ctas, warps_per_sm: ctas * warps(threads), limit }
}

/// None for a kernel that cannot be launched.
fn cost(row: &TuneRow) -> Option<Cost> {
    let (RowOutcome::Assembled(figures), Some(occupancy)) = (&row.outcome, row.occupancy) else { return None };
    let spilled = u64::from(figures.spill_stores) + u64::from(figures.spill_loads);
    (occupancy.ctas_per_sm > 0).then_some((spilled, Reverse(occupancy.warps_per_sm)))
}

/// Of rows with one cost, only the first has a mark.
fn marks(costs: &[Option<Cost>]) -> Vec<Option<Mark>> {
    let best = costs.iter().flatten().min();
    let mark = |(number, cost): (usize, &Option<Cost>)| {
        let cost = cost.as_ref()?;
        if costs[..number].contains(&Some(*cost)) {
            return None;
        }
        let dominates = |other: &Cost| other != cost && other.0 <= cost.0 && other.1 <= cost.1;
        match Some(cost) == best {
            true => Some(Mark::Best),
            false => (!costs.iter().flatten().any(dominates)).then_some(Mark::Frontier),
        }
    };
    costs.iter().enumerate().map(mark).collect()
}

/// The table for people.
pub(super) fn text(tuned: &Tuned<'_>) -> String {
    let Tuned { kernel, chip, ptxas, dynamic_shared, rows } = tuned;
    let mut title = format!("'{kernel}' on {chip}, ptxas {ptxas}");
    if *dynamic_shared > 0 {
        title += &format!(", {dynamic_shared} bytes of dynamic shared memory");
    }
    let header = [
        "mark",
        "block",
        "maxnreg",
        "minctasm",
        "registers",
        "spill stores",
        "spill loads",
        "stack",
        "CTAs/SM",
        "warps/SM",
        "limited by",
        "note",
    ];
    let rows: Vec<Cells> = rows.iter().map(cells).collect();
    table::of(&title, &header, &rows)
}

fn cells(row: &TuneRow) -> Cells {
    let TuneRow { bounds, outcome, occupancy, mark, .. } = row;
    let figures = match outcome {
        RowOutcome::Assembled(figures) => Some(figures),
        RowOutcome::Refused(_) | RowOutcome::Failed(_) => None,
    };
    let number = |number: fn(&Figures) -> u32| figures.map(|figures| number(figures).to_string());
    let mark = mark.map(|mark| match mark {
        Mark::Best => "best".to_owned(),
        Mark::Frontier => "frontier".to_owned(),
    });
    vec![
        mark,
        Some(bounds.block.to_string()),
        bounds.maxnreg.map(|cap| cap.to_string()),
        bounds.minctasm.map(|ctas| ctas.to_string()),
        number(|figures| figures.registers),
        number(|figures| figures.spill_stores),
        number(|figures| figures.spill_loads),
        number(|figures| figures.stack),
        occupancy.map(|found| found.ctas_per_sm.to_string()),
        occupancy.map(|found| found.warps_per_sm.to_string()),
        occupancy.map(|found| found.limit.name().to_owned()),
        Some(note(row)),
    ]
}

/// What else is to be said of a row.
fn note(row: &TuneRow) -> String {
    let stated = row.is_stated.then(|| "as the kernel states".to_owned());
    let said = match &row.outcome {
        RowOutcome::Assembled(figures) => figures.warnings.clone(),
        RowOutcome::Refused(reason) => vec![format!("refused: {reason}")],
        RowOutcome::Failed(reason) => vec![format!("failed: {reason}")],
    };
    let notes: Vec<String> = stated.into_iter().chain(said).collect();
    notes.join("; ")
}

#[cfg(test)]
mod tests {
    use super::{Mark, marks};
    use std::cmp::Reverse;

    #[test]
    fn rows_that_no_other_row_dominates_are_marked_once() {
        let (best, frontier) = (Some(Mark::Best), Some(Mark::Frontier));
        for (costs, wanted) in [
            (
                vec![Some((0, 16)), Some((0, 16)), Some((8, 32)), Some((9, 32)), None],
                vec![best, None, frontier, None, None],
            ),
            (vec![Some((8, 64)), Some((4, 32)), Some((4, 40))], vec![frontier, None, best]),
            (vec![None], vec![None]),
            (vec![Some((100, 8)), Some((50, 4)), Some((70, 4))], vec![frontier, best, None]),
        ] {
            let costs: Vec<_> =
                costs.into_iter().map(|cost| cost.map(|(bytes, warps)| (bytes, Reverse(warps)))).collect();
            assert_eq!(marks(&costs), wanted, "{costs:?}");
        }
    }
}
