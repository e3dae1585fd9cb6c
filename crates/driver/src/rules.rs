//! The options that print what is known about the rules: `--explain` and `--list-rules`.

use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use tileiras_contract::rules::rule;
use tileiras_contract::{RULES, RuleId};

/// What is asked about the rules. With one of these options, a tool does nothing else.
#[derive(Args, Clone, Debug)]
#[group(multiple = false)]
pub struct RuleQuery {
    /// Print what a rule requires, why, and how to fix a violation
    #[arg(long, value_name = "RULE", value_parser = rule_id)]
    explain: Option<RuleId>,

    /// List the rules, each with its severity and its group
    #[arg(long)]
    list_rules: bool,
}

impl RuleQuery {
    /// The ids of the options, one of which replaces what a tool requires otherwise.
    pub const OPTIONS: [&str; 2] = ["explain", "list_rules"];

    /// The answer, if something is asked.
    #[must_use]
    pub fn answer(&self) -> Option<String> {
        match self.explain {
            Some(id) => Some(tileiras_contract::explain(rule(id))),
            None => self.list_rules.then(list),
        }
    }
}

/// One row for each rule.
fn list() -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    for rule in RULES {
        table.add_row([rule.id.name(), &rule.severity.to_string(), rule.group.as_str(), rule.summary]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The rule of that name.
fn rule_id(name: &str) -> Result<RuleId, String> {
    name.trim().parse().map_err(|error: tileiras_contract::UnknownRule| error.to_string())
}

/// The name of a rule, as a pass takes it.
pub fn rule_name(name: &str) -> Result<String, String> {
    rule_id(name).map(|id| id.name().to_owned())
}
