//! The claims of the references, one by one: `tests/references/NNN.toml`, from which `docs/CLAIMS.md` is made.
//!
//! A claim is a sentence of a reference in short words, in the order of its sections. It has a command and what the
//! command prints, or the reason why no tool can show it. Where the tools differ from the reference on purpose, the
//! command shows what they do, and `deviates` says why.
//!
//! | key | meaning |
//! |---|---|
//! | `says` | the claim |
//! | `kernel` | the attributes of a kernel of MLIR, which is the file `k.mlir` |
//! | `input` | the text of the file `k.mlir`, or of the one that `name` names |
//! | `run` | the command, for bash; its folder has that file and the `[files]` of the reference |
//! | `exit` | its exit code, if that is not 0 |
//! | `shows` | what it prints, on standard output or standard error, in this order |
//! | `hides` | what it does not print |
//! | `deviates` | why the tools do something else than the reference says |
//! | `unchecked` | why no command shows the claim |
//!
//! A command finds the folders `examples` and `tests/kernels` in `$EXAMPLES` and `$KERNELS`.

use super::common::tools;
use super::docs::fresh;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;
use std::thread;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::harness::in_parallel;
use tileiras_test_support::process::{End, run_command};
use tileiras_test_support::tree::{files, read, root};
use tileiras_test_support::{llvm, ptxas};
use toml::de::{DeTable, DeValue};

/// The claims of one reference.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    /// Its number and title.
    title: String,
    /// Files for the commands.
    #[serde(default)]
    files: BTreeMap<String, String>,
    section: Vec<Section>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    title: String,
    claim: Vec<Claim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    says: String,
    kernel: Option<String>,
    input: Option<String>,
    name: Option<String>,
    run: Option<String>,
    #[serde(default)]
    exit: i32,
    #[serde(default)]
    shows: Vec<String>,
    #[serde(default)]
    hides: Vec<String>,
    deviates: Option<String>,
    unchecked: Option<String>,
}

impl Claim {
    /// What is wrong with the row itself.
    fn fault(&self) -> Option<&'static str> {
        let can_fail = self.exit != 0 || !self.shows.is_empty() || !self.hides.is_empty();
        match (&self.run, &self.unchecked) {
            (None, None) => Some("needs 'run' or 'unchecked'"),
            (Some(_), Some(_)) => Some("has both 'run' and 'unchecked'"),
            (Some(_), None) if !can_fail => Some("expects nothing of its command"),
            (None, Some(_)) if can_fail || self.deviates.is_some() => Some("expects something without a command"),
            _ if self.kernel.is_some() && self.input.is_some() => Some("has both 'kernel' and 'input'"),
            _ => None,
        }
    }

    /// The text of its own file.
    fn text(&self) -> Option<String> {
        let kernel =
            |attributes| format!("llvm.func @k() attributes {{nvvm.kernel, {attributes}}} {{ llvm.return }}\n");
        self.input.clone().or_else(|| self.kernel.as_ref().map(kernel))
    }

    /// Runs its command. Returns what is not as expected.
    fn check(&self, reference: &Reference, run: &str) -> Result<(), String> {
        let folder = Folder::new();
        for (name, text) in &reference.files {
            folder.file(name, text);
        }
        if let Some(text) = self.text() {
            folder.file(self.name.as_deref().unwrap_or("k.mlir"), text);
        }
        let path = std::env::var("PATH").unwrap_or_default();
        let ptxas = ptxas::program();
        let folders = [tools(), &llvm::prefix().join("bin"), ptxas.parent().unwrap_or(&ptxas)];
        let path = folders.map(|folder| folder.display().to_string()).join(":") + ":" + &path;
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("set -o pipefail; {{ {run}\n}} 2>&1")]).current_dir(folder.path());
        shell.env("PATH", path).env("TILEIRAS_PTXAS", &ptxas);
        shell.env("EXAMPLES", root().join("examples")).env("KERNELS", root().join("tests/kernels"));
        shell.env_remove("MLIR_ENABLE_EVO").env_remove("PTX_KNOBS_PATH");
        let ran = run_command(shell, b"");
        let output = ran.text();
        if ran.end != End::Exit(self.exit) {
            return Err(format!("ended with {:?}, not with {}:\n{output}", ran.end, self.exit));
        }
        let mut rest = output.as_str();
        for part in &self.shows {
            let Some(at) = rest.find(part) else { return Err(format!("does not show '{part}' next:\n{output}")) };
            rest = &rest[at + part.len()..];
        }
        match self.hides.iter().find(|part| output.contains(part.as_str())) {
            Some(part) => Err(format!("shows '{part}':\n{output}")),
            None => Ok(()),
        }
    }

    /// Its row of the page.
    fn row(&self) -> String {
        let verdict = match (&self.deviates, &self.unchecked) {
            (Some(why), _) => format!("**deviates**: {why}"),
            (None, Some(why)) => format!("not shown by a tool: {why}"),
            (None, None) => "holds".to_owned(),
        };
        let cell = |text: &str| text.trim().replace('\n', " ").replace('|', "\\|");
        format!("| {} | {} |\n", cell(&self.says), cell(&verdict))
    }
}

/// A value of a file as JSON, which types are read from.
fn json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::Table(table) => object(table),
        DeValue::Array(array) => array.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Integer(number) => number.as_str().parse::<i64>().map_or(Value::Null, Value::from),
        other => other.as_str().map_or(Value::Null, Value::from),
    }
}

fn object(table: &DeTable<'_>) -> Value {
    let members = table.iter().map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())));
    Value::Object(members.collect::<Map<_, _>>())
}

/// The references, in order.
fn references() -> Vec<Reference> {
    let mut paths = files("tests/references", &[".toml"]);
    paths.sort();
    let parsed = paths.iter().map(|path| {
        let text = read(path);
        let table = DeTable::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_value(object(table.get_ref())).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    parsed.collect()
}

impl Reference {
    fn claims(&self) -> impl Iterator<Item = (&Section, &Claim)> {
        self.section.iter().flat_map(|section| section.claim.iter().map(move |claim| (section, claim)))
    }

    /// Its part of the page.
    fn page(&self) -> String {
        let count = |test: fn(&Claim) -> bool| self.claims().filter(|(_, claim)| test(claim)).count();
        let (deviate, unchecked) = (count(|claim| claim.deviates.is_some()), count(|claim| claim.unchecked.is_some()));
        let hold = self.claims().count() - deviate - unchecked;
        let mut page =
            format!("\n## {}\n\n{hold} hold, {deviate} deviate, {unchecked} no tool can show.\n", self.title);
        for section in &self.section {
            // Writing to a string cannot fail.
            let _ = write!(page, "\n### {}\n\n| claim | verdict |\n|---|---|\n", section.title);
            page.extend(section.claim.iter().map(Claim::row));
        }
        page
    }
}

#[test]
fn every_claim_holds_or_deviates_as_stated() {
    let references = references();
    assert_eq!(references.len(), 5, "a file for each reference");
    let claims: Vec<_> =
        references.iter().flat_map(|reference| reference.claims().map(move |claim| (reference, claim))).collect();
    assert!(claims.len() > 200, "only {} claims", claims.len());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let wrong = in_parallel(threads, claims.len(), |number| {
        let (reference, (section, claim)) = claims[number];
        let result = match (claim.fault(), &claim.run) {
            (Some(fault), _) => Err(format!("the row {fault}")),
            (None, Some(run)) => claim.check(reference, run),
            (None, None) => Ok(()),
        };
        let run = claim.run.as_deref().unwrap_or_default().trim();
        result.err().map(|what| format!("{}, {}: {}\n$ {run}\n{what}", reference.title, section.title, claim.says))
    });
    let wrong: Vec<_> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} claims:\n\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_page_of_claims_is_fresh() {
    let mut page = "<!-- Generated from tests/references by `make docs`; a test compares the two. Do not edit. -->\n\n\
                    # Claims of the references\n\n\
                    What each [reference](REFERENCES.md) says, in short words and in the order of its sections, and\n\
                    whether the tools do it. [tests/references](../tests/references) has a command for each claim and\n\
                    what it prints; [a test](../tests/tools/references.rs) runs them.\n"
        .to_owned();
    references().iter().for_each(|reference| page.push_str(&reference.page()));
    fresh("docs/CLAIMS.md", &page);
}
