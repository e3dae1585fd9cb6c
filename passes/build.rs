//! Generates the Rust declarations of the passes from `Passes.td`.
//!
//! For each pass: a constant `PassInfo`, a struct with its option values, an enum for each option that is a choice, and
//! a module with the indices of its statistics; and a method `rules` of the option values if some are about the rules.
//! For each pipeline: its options, and a struct with their values.

use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Write as _;
use tblgen::TableGenParser;
use tblgen::record::Record;
use tileiras_build_support::{Llvm, out_dir};

/// `Passes.td` and the files that it includes.
const TABLES: [&str; 5] = ["Passes.td", "PassesBase.td", "BodyPasses.td", "FactPasses.td", "LaunchPasses.td"];

fn main() -> Result<()> {
    for table in TABLES {
        println!("cargo:rerun-if-changed={table}");
    }
    let llvm = Llvm::find()?;
    let include = llvm.include_dir()?;
    let include = include.to_str().context("the include folder is not UTF-8")?;
    let keeper =
        TableGenParser::new().add_source_file("Passes.td").add_include_directory(".").add_include_directory(include);
    let keeper = keeper.parse().map_err(|error| anyhow!("Passes.td: {error}"))?;

    let mut code = String::new();
    for pass in keeper.all_derived_definitions("PassBase") {
        declare_pass(pass, &mut code).with_context(|| format!("Passes.td: {:?}", pass.name()))?;
    }
    for pipeline in keeper.all_derived_definitions("PipelineOptions") {
        declare_pipeline(pipeline, &mut code).with_context(|| format!("Passes.td: {:?}", pipeline.name()))?;
    }
    std::fs::write(out_dir()?.join("declaration.rs"), code)?;
    llvm.emit_rpath()
}

fn declare_pass(pass: Record<'_>, code: &mut String) -> Result<()> {
    let name = name(pass)?;
    let (argument, summary) = (text(pass, "argument")?, text(pass, "summary")?);
    let options = records(pass, "options")?;
    let options: Vec<Declared> =
        options.into_iter().map(|option| Declared::read(&name, option)).collect::<Result<_>>()?;
    for choice in options.iter().filter_map(|option| option.choice.as_ref()) {
        code.push_str(choice);
    }
    declare_options(&name, &argument, &options, code)?;
    declare_rules(&name, &options, code)?;

    let (mut statistics, mut numbers) = (String::new(), String::new());
    for (index, statistic) in records(pass, "statistics")?.into_iter().enumerate() {
        let (name, description) = (text(statistic, "name")?, text(statistic, "description")?);
        write!(statistics, "StatisticInfo {{ name: {name:?}, description: {description:?} }}, ")?;
        let constant = name.replace('-', "_").to_uppercase();
        writeln!(numbers, "    /// {description}.\n    pub const {constant}: usize = {index};")?;
    }
    let module = argument.replace('-', "_");
    let infos: String = options.iter().map(|option| format!("{}, ", option.info)).collect();
    writeln!(
        code,
        "/// `{argument}`.\n\
         pub static {constant}: PassInfo = PassInfo {{ argument: {argument:?}, name: {name:?}, summary: {summary:?}, \
         anchor: None, options: &[{infos}], statistics: &[{statistics}] }};\n\
         /// The statistics of `{argument}`.\n\
         pub mod {module} {{\n{numbers}}}",
        constant = module.to_uppercase(),
    )?;
    Ok(())
}

fn declare_pipeline(pipeline: Record<'_>, code: &mut String) -> Result<()> {
    let own = records(pipeline, "options")?.into_iter();
    let mut options: Vec<Declared> =
        own.map(|option| Declared::read(&name(pipeline)?, option)).collect::<Result<_>>()?;
    for pass in records(pipeline, "passes")? {
        for option in records(pass, "options")? {
            let option = Declared::read(&name(pass)?, option)?;
            if option.argument != "form" && !options.iter().any(|known| known.argument == option.argument) {
                options.push(option);
            }
        }
    }
    let argument = text(pipeline, "argument")?;
    declare_options(&name(pipeline)?, &argument, &options, code)?;
    let infos: String = options.iter().map(|option| format!("{}, ", option.info)).collect();
    writeln!(
        code,
        "/// The options of `{argument}`.\n\
         pub static {}_OPTIONS: [OptionInfo; {}] = [{infos}];",
        argument.replace('-', "_").to_uppercase(),
        options.len(),
    )?;
    Ok(())
}

/// One option, as Rust code.
struct Declared {
    argument: String,
    /// The field of the struct with the values.
    field: String,
    description: String,
    /// Its `OptionInfo`.
    info: String,
    /// The type of the field. Its `Default` is the default of the option.
    r#type: String,
    /// The expression that reads it from `values`, with `{index}` for its index.
    read: &'static str,
    /// The expression for its values, with `{field}` for its field.
    write: &'static str,
    /// The enum of its values, if it is a choice.
    choice: Option<String>,
    /// Whether it is a field of `RuleOptions`, too.
    is_rule_option: bool,
}

impl Declared {
    fn read(pass: &str, option: Record<'_>) -> Result<Self> {
        let (argument, description) = (text(option, "argument")?, text(option, "description")?);
        let default = text(option, "defaultValue")?;
        let field = argument.replace('-', "_");
        let mut choice = None;
        let (kind, r#type, read, write) = if option.subclass_of("ChoiceOption") {
            let values = records(option, "values")?;
            let values: Vec<(String, String)> = values
                .into_iter()
                .map(|value| Ok((text(value, "name")?, text(value, "description")?)))
                .collect::<Result<_>>()?;
            let mut infos = String::new();
            for (name, description) in &values {
                write!(infos, "Choice {{ name: {name:?}, description: {description:?} }}, ")?;
            }
            let r#type = format!("{pass}{}", camel(&argument));
            choice = Some(declare_choice(&r#type, &argument, &values)?);
            let read = "values.text({index}).parse().unwrap_or_default()";
            let write = "vec![options.{field}.name().to_owned()]";
            (format!("Choice(&[{infos}])"), r#type, read, write)
        } else if option.subclass_of("ListOption") {
            let read = "values.list({index}).into_iter().map(std::borrow::Cow::into_owned).collect()";
            ("List".to_owned(), "Vec<String>".to_owned(), read, "options.{field}.clone()")
        } else {
            match (text(option, "type")?.as_str(), default.as_str()) {
                ("bool", "false") => {
                    let write = "vec![options.{field}.to_string()]";
                    ("Flag(false)".to_owned(), "bool".to_owned(), "values.flag({index})", write)
                }
                ("std::string", "") => {
                    let read = "values.text({index}).into_owned()";
                    ("Text(\"\")".to_owned(), "String".to_owned(), read, "vec![options.{field}.clone()]")
                }
                other => bail!("option '{argument}' has type and default {other:?}, which build.rs does not know"),
            }
        };
        let info =
            format!("OptionInfo {{ name: {argument:?}, description: {description:?}, kind: OptionKind::{kind} }}");
        let is_rule_option = option.subclass_of("RuleOption");
        Ok(Self { argument, field, description, info, r#type, read, write, choice, is_rule_option })
    }
}

/// The enum for an option that is a choice. The first value is the default.
fn declare_choice(r#type: &str, argument: &str, values: &[(String, String)]) -> Result<String> {
    let (mut variants, mut names, mut reads) = (String::new(), String::new(), String::new());
    for (index, (name, description)) in values.iter().enumerate() {
        let variant = camel(name);
        let default = if index == 0 { "    #[default]\n" } else { "" };
        writeln!(variants, "    /// `{name}`: {description}.\n{default}    {variant},")?;
        writeln!(names, "            Self::{variant} => {name:?},")?;
        writeln!(reads, "            {name:?} => Ok(Self::{variant}),")?;
    }
    Ok(format!(
        "/// A value of the option `{argument}`.\n\
         #[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]\n\
         #[non_exhaustive]\n\
         pub enum {type} {{\n{variants}}}\n\
         impl {type} {{\n    \
             /// The name of the value on the command line.\n    \
             #[must_use]\n    \
             pub const fn name(self) -> &'static str {{\n        match self {{\n{names}        }}\n    }}\n\
         }}\n\
         impl std::str::FromStr for {type} {{\n    \
             type Err = UnknownChoice;\n\n    \
             fn from_str(name: &str) -> Result<Self, UnknownChoice> {{\n        match name {{\n{reads}            \
             _ => Err(UnknownChoice::new({argument:?}, name)),\n        }}\n    }}\n\
         }}\n"
    ))
}

/// The struct with the option values of a pass or pipeline.
fn declare_options(name: &str, argument: &str, options: &[Declared], code: &mut String) -> Result<()> {
    if options.is_empty() {
        return Ok(());
    }
    let (mut fields, mut reads, mut writes) = (String::new(), String::new(), String::new());
    for (index, option) in options.iter().enumerate() {
        let Declared { argument, field, description, r#type, .. } = option;
        writeln!(fields, "    /// {description}.\n    pub {field}: {type},")?;
        writeln!(reads, "            {field}: {},", option.read.replace("{index}", &index.to_string()))?;
        writeln!(writes, "            ({argument:?}, {}),", option.write.replace("{field}", field))?;
    }
    writeln!(
        code,
        "/// The options of `{argument}`.\n\
         #[derive(Clone, Debug, Default, Eq, PartialEq)]\n\
         pub struct {name}Options {{\n{fields}}}\n\
         impl TypedOptions for {name}Options {{\n    \
             fn read(values: &OptionValues<'_>) -> Self {{\n        Self {{\n{reads}        }}\n    }}\n\n    \
             fn values(&self) -> Vec<(&'static str, Vec<String>)> {{\n        let options = self;\n        vec![\n{writes}        ]\n    }}\n\
         }}"
    )?;
    Ok(())
}

/// The method of the option values of a pass that returns those about the rules, if there are any.
fn declare_rules(name: &str, options: &[Declared], code: &mut String) -> Result<()> {
    let fields = options.iter().filter(|option| option.is_rule_option).map(|Declared { field, r#type, .. }| {
        let borrow = if r#type == "bool" { "" } else { "&" };
        format!("            {field}: {borrow}self.{field},\n")
    });
    let fields: String = fields.collect();
    if !fields.is_empty() {
        writeln!(
            code,
            "impl {name}Options {{\n    \
                 /// Which rules are checked, and with which severity.\n    \
                 #[allow(clippy::needless_update, reason = \"not every pass has all fields\")]\n    \
                 pub(crate) fn rules(&self) -> RuleOptions<'_> {{\n        \
                     RuleOptions {{\n{fields}            ..RuleOptions::default()\n        }}\n    }}\n\
             }}"
        )?;
    }
    Ok(())
}

/// `on-conflict` as `OnConflict`.
fn camel(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    });
    words.collect()
}

fn name(record: Record<'_>) -> Result<String> {
    Ok(record.name().map_err(|error| anyhow!("{error}"))?.to_owned())
}

fn text(record: Record<'_>, field: &str) -> Result<String> {
    Ok(record.str_value(field).map_err(|error| anyhow!("{field}: {error}"))?.to_owned())
}

fn records<'a>(record: Record<'a>, field: &str) -> Result<Vec<Record<'a>>> {
    record.list_of_defs_value(field).map_err(|error| anyhow!("{field}: {error}"))
}
