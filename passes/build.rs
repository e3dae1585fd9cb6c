//! Generates the Rust declarations of the passes from `Passes.td`.
//!
//! For each pass: a constant `PassInfo`, a struct with its option values, and a module with the indices of its
//! statistics.

use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::path::PathBuf;
use tblgen::TableGenParser;
use tblgen::record::Record;
use tileiras_build_support::Llvm;

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=Passes.td");
    let llvm = Llvm::find()?;
    let include = llvm.include_dir()?;
    let include = include.to_str().context("the include folder is not UTF-8")?;
    let keeper =
        TableGenParser::new().add_source_file("Passes.td").add_include_directory(".").add_include_directory(include);
    let keeper = keeper.parse().map_err(|error| anyhow::anyhow!("Passes.td: {error}"))?;

    let mut code = String::new();
    for pass in keeper.all_derived_definitions("PassBase") {
        declare(pass, &mut code).with_context(|| format!("Passes.td: {:?}", pass.name()))?;
    }
    let out: PathBuf = std::env::var_os("OUT_DIR").context("OUT_DIR is not set")?.into();
    std::fs::write(out.join("declaration.rs"), code)?;
    llvm.emit_rpath()
}

fn declare(pass: Record<'_>, code: &mut String) -> Result<()> {
    let text = |record: Record<'_>, field: &str| -> Result<String> {
        Ok(record.str_value(field).map_err(|error| anyhow::anyhow!("{field}: {error}"))?.to_owned())
    };
    let name = pass.name().map_err(|error| anyhow::anyhow!("{error}"))?;
    let (mut infos, mut fields, mut reads) = (String::new(), String::new(), String::new());
    for (index, option) in records(pass, "options")?.into_iter().enumerate() {
        let (argument, description) = (text(option, "argument")?, text(option, "description")?);
        let default = text(option, "defaultValue")?;
        let (kind, r#type, read) = if option.subclass_of("ChoiceOption") {
            let mut choices = String::new();
            for value in records(option, "values")? {
                let (name, description) = (text(value, "name")?, text(value, "description")?);
                write!(choices, "Choice {{ name: {name:?}, description: {description:?} }}, ")?;
            }
            (format!("Choice(&[{choices}])"), "String", format!("values.text({index}).into_owned()"))
        } else if option.subclass_of("ListOption") {
            let read = format!("values.list({index}).into_iter().map(std::borrow::Cow::into_owned).collect()");
            ("List".to_owned(), "Vec<String>", read)
        } else {
            match text(option, "type")?.as_str() {
                "bool" => (format!("Flag({default})"), "bool", format!("values.flag({index})")),
                "std::string" => (format!("Text({default:?})"), "String", format!("values.text({index}).into_owned()")),
                other => bail!("option '{argument}' has type '{other}', which build.rs does not know"),
            }
        };
        let field = argument.replace('-', "_");
        write!(infos, "OptionInfo {{ name: {argument:?}, description: {description:?}, kind: OptionKind::{kind} }}, ")?;
        writeln!(fields, "    /// {description}.\n    pub {field}: {type},")?;
        writeln!(reads, "            {field}: {read},")?;
    }

    let (mut statistics, mut numbers) = (String::new(), String::new());
    for (index, statistic) in records(pass, "statistics")?.into_iter().enumerate() {
        let (name, description) = (text(statistic, "name")?, text(statistic, "description")?);
        write!(statistics, "StatisticInfo {{ name: {name:?}, description: {description:?} }}, ")?;
        let constant = name.replace('-', "_").to_uppercase();
        writeln!(numbers, "    /// {description}.\n    pub const {constant}: usize = {index};")?;
    }

    let (argument, summary) = (text(pass, "argument")?, text(pass, "summary")?);
    let module = argument.replace('-', "_");
    if !fields.is_empty() {
        writeln!(
            code,
            "/// The option values of `{argument}`.\n\
             #[derive(Debug)]\n\
             pub struct {name}Options {{\n{fields}}}\n\
             impl {name}Options {{\n    /// Reads the values.\n    \
             pub fn read(values: &OptionValues<'_>) -> Self {{\n        Self {{\n{reads}        }}\n    }}\n}}"
        )?;
    }
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

fn records<'a>(record: Record<'a>, field: &str) -> Result<Vec<Record<'a>>> {
    record.list_of_defs_value(field).map_err(|error| anyhow::anyhow!("{field}: {error}"))
}
