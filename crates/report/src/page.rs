//! The page: a table of all kernels, then a section for each.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use tileiras_contract::audit::Verdict;
use tileiras_contract::explain::OccupancyAt;
use tileiras_contract::{Explanation, Resources};
use tileiras_finding::{Severity, counted};
use tileiras_target::Chip;

use crate::kernel::{Cell, Kernel, is_fault, kernels};
use crate::{Program, Report, ReportedFinding, chart};

const STYLE: &str = include_str!("style.css");

/// The most kernels of a program with a section of their own. The table has all of them.
const MOST_SECTIONS: usize = 200;

pub fn page(report: &Report) -> Markup {
    let programs: Vec<(&Program, Vec<Kernel<'_>>)> =
        report.programs.iter().map(|program| (program, kernels(program))).collect();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // Otherwise a browser asks a server for an icon.
                link rel="icon" href="data:,";
                title { "Launch contracts" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Launch contracts" }
                (summary(&programs, report.dynamic_shared))
                @for (index, (program, kernels)) in programs.iter().enumerate() {
                    (of_program(index, program, kernels, report.dynamic_shared))
                }
                footer { "Written by " (report.tool) "." }
            }
        }
    }
}

/// A row for each kernel of each program.
fn summary(programs: &[(&Program, Vec<Kernel<'_>>)], dynamic_shared: u32) -> Markup {
    html! {
        div.scroll {
            table.all {
                thead {
                    tr {
                        th { "program" } th { "kernel" } th { "chip" } th { "facts" } th { "findings" }
                        th.number { "registers" } th.number { "CTAs per SM" } th { "limited by" }
                    }
                }
                tbody {
                    @for (index, (program, kernels)) in programs.iter().enumerate() {
                        @for (number, kernel) in kernels.iter().enumerate() {
                            @let explanation = kernel.explanation(dynamic_shared);
                            @let occupancy = explanation.as_ref().and_then(|found| found.occupancy.as_ref());
                            tr {
                                td { (program.name) }
                                td.value { @if number < MOST_SECTIONS { a href=(anchor(index, number)) { (kernel.name) } } @else { (kernel.name) } }
                                td { (chip_name(kernel.chip)) }
                                td { (facts_verdict(program, kernel)) }
                                @if number == 0 { td rowspan=(kernels.len()) { (count_of_findings(&program.findings)) } }
                                td.number { (number_or_dash(kernel.resources.and_then(|used| used.registers))) }
                                td.number { (ctas_per_sm(explanation.as_ref())) }
                                td { (occupancy.map_or("–", |found| found.limit.name())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn anchor(program: usize, kernel: usize) -> String {
    format!("#k{program}-{kernel}")
}

fn number_or_dash(number: Option<u32>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| number.to_string())
}

/// At least so many, if the registers of the kernel are not known.
fn ctas_per_sm(explanation: Option<&Explanation>) -> String {
    let occupancy =
        explanation.and_then(|found| Some((found.occupancy.as_ref()?.ctas_per_sm, found.registers_assumed)));
    match occupancy {
        Some((ctas, true)) => format!("≥ {ctas}"),
        Some((ctas, false)) => ctas.to_string(),
        None => "–".to_owned(),
    }
}

fn chip_name(chip: Option<Chip>) -> String {
    chip.map_or_else(|| "–".to_owned(), |chip| chip.to_string())
}

fn facts_verdict(program: &Program, kernel: &Kernel<'_>) -> Markup {
    let faults = kernel.faults();
    html! {
        @if faults > 0 {
            span.verdict.bad { (faults) " lost or invented" }
        } @else if program.stages.len() > 1 {
            span.verdict.good { "kept" }
        } @else {
            span.verdict.plain { "one stage" }
        }
    }
}

fn count_of_findings(findings: &[ReportedFinding]) -> Markup {
    let count = |severity: Severity| findings.iter().filter(|found| found.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    html! {
        @if errors > 0 { span.verdict.bad { (counted(errors as u64, "error")) } " " }
        @if warnings > 0 { span.verdict.warn { (counted(warnings as u64, "warning")) } }
        @if errors + warnings == 0 { span.verdict.good { "none" } }
    }
}

fn of_program(index: usize, program: &Program, kernels: &[Kernel<'_>], dynamic_shared: u32) -> Markup {
    html! {
        h2 { (program.name) }
        p.soft {
            @for (number, stage) in program.stages.iter().enumerate() {
                @if number > 0 { " → " }
                (stage.stage()) " " code { (stage.file) }
            }
        }
        @if !program.findings.is_empty() {
            h4 { "Findings" }
            ul.findings { @for found in &program.findings { (finding(found)) } }
        }
        @for (number, kernel) in kernels.iter().enumerate().take(MOST_SECTIONS) {
            section.kernel id=(anchor(index, number).trim_start_matches('#')) {
                (of_kernel(program, kernel, dynamic_shared))
            }
        }
        @if kernels.len() > MOST_SECTIONS {
            p.soft { (kernels.len() - MOST_SECTIONS) " more functions are in the table only." }
        }
    }
}

fn finding(found: &ReportedFinding) -> Markup {
    let rule = found.rule;
    html! {
        li class=(found.severity) {
            p {
                span class={ "verdict " (colour(found.severity)) } { (found.severity) }
                " " code { (found.location) } " " (found.message)
                @if let Some(rule) = rule { " [" code { (rule.id.name()) } "]" }
            }
            @for note in &found.notes { p.soft { "note: " (note) } }
            @if let Some(rule) = rule {
                p.soft { (in_words(rule.why)) }
                p { b { "Fix: " } (in_words(rule.fix)) }
            }
        }
    }
}

const fn colour(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "bad",
        Severity::Warning => "warn",
        Severity::Remark => "plain",
    }
}

/// A sentence of the rule table, whose code is between backquotes.
fn in_words(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn of_kernel(program: &Program, kernel: &Kernel<'_>, dynamic_shared: u32) -> Markup {
    let explanation = kernel.explanation(dynamic_shared);
    html! {
        header {
            h3 { (kernel.name) }
            @if !kernel.is_kernel { span.soft { "not a kernel" } }
            @if let Some(chip) = kernel.chip { span.soft { (chip.to_string()) } }
            (facts_verdict(program, kernel))
        }
        h4 { "Facts" }
        (facts(program, kernel))
        @if let Some(explanation) = &explanation {
            div.columns {
                div { h4 { "Legal launches" } (launch(explanation)) }
                div { h4 { "Resources" } (resources(explanation)) }
            }
        }
        @if let (Some(explanation), Some(chip)) = (&explanation, kernel.chip) {
            h4 { "Occupancy" }
            @if let Some(occupancy) = &explanation.occupancy { (occupancy_text(explanation, occupancy)) }
            div.columns {
                @let used = kernel.resources.unwrap_or_default();
                @if let Some(threads) = kernel.threads() {
                    (chart::over_registers(chip.limits(), used, threads, dynamic_shared))
                }
                @let registers = used.registers.unwrap_or(explanation.register_cap);
                (chart::over_threads(chip.limits(), used, registers, kernel.threads(), dynamic_shared))
            }
        }
    }
}

/// The facts of a kernel, with a column for each stage.
fn facts(program: &Program, kernel: &Kernel<'_>) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { th { "fact" } @for stage in &program.stages { th { (stage.stage()) } } } }
                tbody {
                    @for (subject, cells) in &kernel.rows {
                        tr { th scope="row" { (subject) } @for cell in cells { td.value { (of_cell(cell)) } } }
                    }
                    @if kernel.rows.is_empty() {
                        tr { td colspan=(program.stages.len() + 1) { "none" } }
                    }
                }
            }
        }
    }
}

fn of_cell(cell: &Cell) -> Markup {
    match cell {
        Cell::Empty => html! { span.soft { "–" } },
        Cell::Stated(value) => html! { (value) },
        Cell::Judged(row) => {
            let class = match &row.verdict {
                _ if is_fault(row) => "verdict bad",
                Verdict::Hidden { .. } | Verdict::Ignored { .. } => "verdict plain",
                _ => "verdict good",
            };
            html! { span class=(class) { (row.verdict.name()) } " " (row.verdict) }
        }
    }
}

fn launch(explanation: &Explanation) -> Markup {
    html! {
        dl {
            dt { "block" } dd { (explanation.block) }
            dt { "cluster" } dd { (explanation.cluster) }
            dt { "dynamic shared memory" } dd { (explanation.dynamic_shared) }
        }
    }
}

fn resources(explanation: &Explanation) -> Markup {
    let Resources { registers, static_shared, stack, local, barriers, spill_instructions, .. } = explanation.resources;
    let known: Vec<(&str, u32)> = [
        ("static shared memory, bytes", static_shared),
        ("stack, bytes", stack),
        ("local memory, bytes", local),
        ("barriers", barriers),
        ("spill instructions", spill_instructions),
    ]
    .into_iter()
    .filter_map(|(name, number)| Some((name, number?)))
    .collect();
    html! {
        dl {
            dt { "registers a thread" }
            dd {
                @match registers {
                    Some(registers) => { (registers) ", at most " (explanation.register_cap) }
                    None => { "not known, at most " (explanation.register_cap) }
                }
            }
            @for (name, number) in known { dt { (name) } dd { (number) } }
        }
    }
}

fn occupancy_text(explanation: &Explanation, found: &OccupancyAt) -> Markup {
    let at_least = if explanation.registers_assumed { "at least " } else { "" };
    html! {
        p {
            "With blocks of " (found.threads) " threads an SM holds " (at_least) b { (counted(found.ctas_per_sm, "CTA")) }
            ", " (found.warps_per_sm) " of " (found.most_warps_per_sm) " warps. Limited by " b { (found.limit.name()) } "."
            @if let Some(left) = &found.left {
                " With as many CTAs a thread can use " (left.registers) " registers more, and a CTA " (left.shared)
                " bytes of shared memory more."
            }
            @if let Some(more) = &found.one_more {
                " For " (more.ctas_per_sm) " CTAs it can use at most " (more.most_registers) " registers, and a CTA "
                (more.most_shared) " bytes of shared memory."
            }
        }
    }
}
