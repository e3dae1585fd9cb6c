//! The rule catalogue, `docs/RULES.md`, made from the rule table.
//!
//! Guarantees that the same table gives the same bytes, that every rule is there once, under the
//! heading of its group, and that the headings of a rule are always the same five.
//!
//! Leaves out on purpose: writing the file, and the launch contract itself (ARCHITECTURE.md).

use std::fmt::Write;

use crate::rules::{Group, RULES, Rule};

const PREAMBLE: &str = "\
<!-- Generated from the rule table of crates/contract; a test keeps it fresh. Do not edit. -->

# Rules of `nvvm-verify`

Every message ends in the name of its rule in brackets. `disable=<rule>,...` switches rules off by
name. An **error** cannot be assembled, can be launched on no device, or breaks the contract of the
ISA. A **warning** assembles, but a fact is ignored, adjusted or not portable.

| rule | group | severity | what it does |
|---|---|---|---|
";

/// The whole catalogue, as Markdown.
pub fn render_markdown() -> String {
    let mut page = PREAMBLE.to_owned();
    for Rule { id, group, severity, summary, .. } in RULES {
        line(&mut page, format_args!("| [{id}](#{id}) | {group} | {severity} | {summary} |"));
    }
    for group in Group::ALL {
        let rules: Vec<_> = RULES.iter().filter(|rule| rule.group == group).collect();
        if !rules.is_empty() {
            line(&mut page, format_args!("\n## Group `{group}`"));
        }
        for rule in rules {
            section(&mut page, rule);
        }
    }
    page
}

fn section(page: &mut String, rule: &Rule) {
    line(page, format_args!("\n### {}\n\n*{}, group {}*", rule.id, rule.severity, rule.group));
    for (heading, text) in [
        ("What it does", rule.summary),
        ("Why", rule.why),
        ("Source", rule.source),
        ("Example that fails", &format!("```mlir\n{}\n```", rule.example)),
        ("How to mend", rule.mend),
    ] {
        line(page, format_args!("\n#### {heading}\n\n{text}"));
    }
}

fn line(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{text}");
}
