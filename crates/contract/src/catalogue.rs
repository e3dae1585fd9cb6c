//! The rule catalogue, `docs/RULES.md`, generated from the rule table.
//!
//! Guarantees that the same table gives the same bytes, that the page has an index of all rules by group, and that
//! every rule has one section with the same five headings.
//!
//! Leaves out on purpose: writing the file, and the launch contract itself (ARCHITECTURE.md).

use std::fmt::Write;

use crate::rules::{Group, RULES, Rule};

const PREAMBLE: &str = "\
<!-- Generated from the rule table of crates/contract; a test compares the two. Do not edit. -->

# Rules of `nvvm-verify`

Every message ends with the identifier of its rule in brackets. The option `disable=<rule>,...` disables rules by
identifier. An **error** means that the kernel cannot be assembled, that no device can launch it, or that it violates
the ISA. A **warning** means that the kernel assembles, but a fact is ignored, adjusted or not portable.
";

/// The whole catalogue, as Markdown.
pub fn render_markdown() -> String {
    let mut page = PREAMBLE.to_owned();
    line(&mut page, format_args!("\n## Index"));
    for group in Group::ALL {
        line(&mut page, format_args!("\nGroup [`{group}`](#group-{group}): {}\n", group.summary()));
        line(&mut page, format_args!("| rule | severity | summary |\n|---|---|---|"));
        for Rule { id, severity, summary, .. } in rules(group) {
            line(&mut page, format_args!("| [{id}](#{id}) | {severity} | {summary} |"));
        }
    }
    for group in Group::ALL {
        line(&mut page, format_args!("\n## Group `{group}`"));
        rules(group).for_each(|rule| section(&mut page, rule));
    }
    page
}

fn rules(group: Group) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(move |rule| rule.group == group)
}

fn section(page: &mut String, rule: &Rule) {
    line(page, format_args!("\n### {}\n\n*{}, group {}*", rule.id, rule.severity, rule.group));
    for (heading, text) in [
        ("What it does", rule.summary),
        ("Why", rule.why),
        ("Source", &with_links(rule.source)),
        ("Example that fails", &format!("```mlir\n{}\n```", rule.example)),
        ("How to fix", rule.fix),
    ] {
        line(page, format_args!("\n#### {heading}\n\n{text}"));
    }
}

/// A source with a link for each clause that begins with the number of a reference.
fn with_links(source: &str) -> String {
    let clauses = source.split("; ").map(|clause| match clause.split_at_checked("Reference 000".len()) {
        Some((reference, rest)) if reference.to_lowercase().starts_with("reference ") => {
            format!("[{reference}](REFERENCES.md){rest}")
        }
        _ => clause.to_owned(),
    });
    clauses.collect::<Vec<_>>().join("; ")
}

fn line(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{text}");
}
