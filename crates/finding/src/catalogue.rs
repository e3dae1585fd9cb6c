//! The rule catalogue, `docs/RULES.md`, and the text of one rule for a terminal, generated from the rules.
//!
//! Guarantees that the same rules give the same bytes, that the page has an index of all rules by group, and that
//! every rule has one section with the same five headings.
//!
//! Leaves out on purpose: writing the file, and the launch contract itself (ARCHITECTURE.md).

use std::fmt::Write;

use crate::rule::Rule;
use crate::severity::Group;

const PREAMBLE: &str = "\
<!-- Generated from the rule tables of crates/contract and crates/lint; a test compares the two. Do not edit. -->

# Rules

Every message ends with the identifier of its rule in brackets. The option `disable=<rule>,...` disables rules by
identifier. An **error** means that the kernel cannot be assembled, that no device can launch it, or that it violates
the ISA. A **warning** means that the kernel assembles, but a fact is ignored, adjusted or not portable.

`nvvm-verify` checks the rules about contracts and launches, `nvvm-check-bodies` those of group `isa`, and `tileiras-cc` those
of group `resources` after it has called `ptxas`. An example in MLIR is for `tileiras-opt --nvvm-verify`, and one in PTX for
`tileiras-contract check`. Where the verifier of MLIR refuses the example before the rule, its message has no identifier.
";

/// The whole catalogue, as Markdown, of all rules in their order.
pub fn render_markdown(all: &[Rule]) -> String {
    let mut page = PREAMBLE.to_owned();
    line(&mut page, format_args!("\n## Index"));
    for group in Group::ALL {
        line(&mut page, format_args!("\nGroup [`{group}`](#group-{group}): {}\n", group.summary()));
        line(&mut page, format_args!("| rule | severity | summary |\n|---|---|---|"));
        for Rule { id, summary, .. } in of_group(all, group) {
            let severity = id.severity();
            line(&mut page, format_args!("| [{id}](#{id}) | {severity} | {summary} |"));
        }
    }
    for group in Group::ALL {
        line(&mut page, format_args!("\n## Group `{group}`"));
        of_group(all, group).for_each(|rule| section(&mut page, rule));
    }
    page
}

fn of_group(all: &[Rule], group: Group) -> impl Iterator<Item = &Rule> {
    all.iter().filter(move |rule| rule.id.group() == group)
}

/// What the table says about a rule, each part with its heading.
const fn parts(rule: &Rule) -> [(&'static str, &'static str); 5] {
    [
        ("What it does", rule.summary),
        ("Why", rule.why),
        (SOURCE, rule.source),
        (EXAMPLE, rule.example),
        ("How to fix", rule.fix),
    ]
}

const SOURCE: &str = "Source";
const EXAMPLE: &str = "Example that fails";

fn section(page: &mut String, rule: &Rule) {
    line(page, format_args!("\n### {}\n\n*{}, group {}*", rule.id, rule.id.severity(), rule.id.group()));
    for (heading, text) in parts(rule) {
        let text = match heading {
            SOURCE => with_links(text),
            EXAMPLE => rule.fenced_example(),
            _ => text.to_owned(),
        };
        line(page, format_args!("\n#### {heading}\n\n{text}"));
    }
}

/// What the catalogue says about a rule, as text for a terminal.
pub fn explain_rule(rule: &Rule) -> String {
    let mut text = format!("{} ({}, group {})\n", rule.id, rule.id.severity(), rule.id.group());
    for (heading, part) in parts(rule) {
        line(&mut text, format_args!("\n{heading}:"));
        if heading == EXAMPLE {
            part.lines().for_each(|code| line(&mut text, format_args!("  {code}")));
        } else {
            wrap(&mut text, part);
        }
    }
    text
}

/// Adds a paragraph, in lines of at most 100 columns where words allow it.
fn wrap(text: &mut String, paragraph: &str) {
    const WIDTH: usize = 100;
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let width = word.chars().count();
        let separator = match column {
            0 => "  ",
            column if column + 1 + width > WIDTH => "\n  ",
            _ => " ",
        };
        column = if separator == " " { column + 1 + width } else { 2 + width };
        text.push_str(separator);
        text.push_str(word);
    }
    text.push('\n');
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
