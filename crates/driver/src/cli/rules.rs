//! The options that print what is known about the rules: `--explain` and `--list-rules`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use comfy_table::{ContentArrangement, Table, presets};
use tileiras_finding::RuleId;
use tileiras_finding::catalogue::explain_rule;
use tileiras_lint::{RULES, rule};
use tileiras_target::Chip;

/// What is asked about the rules. With one of these options, a tool does nothing else.
#[derive(Args, Clone, Debug)]
#[group(multiple = false)]
pub struct RuleQuery {
    /// Print what a rule requires, why, and how to fix a violation
    #[arg(long, value_name = "RULE", value_parser = rule_id(), hide_possible_values = true)]
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
            Some(id) => Some(explain_rule(rule(id))),
            None => self.list_rules.then(list),
        }
    }
}

/// One row for each rule.
fn list() -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    for rule in RULES {
        table.add_row([rule.id.name(), &rule.id.severity().to_string(), rule.id.group().name(), rule.summary]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Reads the name of a rule.
pub fn rule_id() -> impl TypedValueParser<Value = RuleId> {
    let read = |name: &str| name.trim().parse::<RuleId>().map_err(|error| error.to_string());
    NamedValueParser { read, names: rule_names }
}

/// Reads the name of a rule, as a pass takes it.
pub fn rule_name() -> impl TypedValueParser<Value = String> {
    rule_id().map(|id| id.name().to_owned())
}

/// Reads the name of a chip.
pub fn chip() -> impl TypedValueParser<Value = Chip> {
    NamedValueParser { read: str::parse::<Chip>, names: chip_names }
}

fn rule_names() -> Vec<&'static str> {
    RuleId::ALL.iter().map(|id| id.name()).collect()
}

fn chip_names() -> Vec<&'static str> {
    Chip::all().map(Chip::name).collect()
}

/// A parser of values that have names, which completions list.
#[derive(Clone)]
struct NamedValueParser<P> {
    read: P,
    names: fn() -> Vec<&'static str>,
}

impl<P: TypedValueParser> TypedValueParser for NamedValueParser<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<P::Value, clap::Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}
