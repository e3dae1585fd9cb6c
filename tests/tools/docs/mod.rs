//! Checks the documents: generated pages are fresh, links and references resolve, console blocks show the real output,
//! and pages list every pass, pipeline, tool and crate.
//!
//! `make docs` rewrites the generated pages.

#![expect(clippy::expect_used, reason = "a test")]

mod examples;
mod links;
mod passes;
mod variables;

use crate::common;
use links::pages;
use std::fs;
use std::process::Command;
use tileiras_passes::pipeline::{COMPILE, READ_FACTS, Step};
use tileiras_test_support::process::{End, Run, run_command};
use tileiras_test_support::tree::{files, name, passes, read, root};
use tileiras_test_support::{llvm, ptxas};

/// Compares a generated page with its expected text, or rewrites it.
pub fn fresh(page: &str, wanted: &str) {
    let path = root().join(page);
    if std::env::var_os("TILEIRAS_UPDATE_DOCS").is_some() {
        fs::write(&path, wanted).expect("the page can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{page} is stale: run `make docs`");
}

#[test]
fn the_rule_catalogue_is_fresh() {
    fresh("docs/RULES.md", &tileiras_finding::catalogue::render_markdown(&tileiras_lint::RULES));
}

/// For the examples of these rules, the verifier of the NVVM dialect reports the error, and the pass does not run.
const REPORTED_BY_UPSTREAM: [&str; 2] = ["dim-shape", "blocksareclusters-requires"];

#[test]
fn the_example_of_each_rule_breaks_it() {
    for rule in tileiras_lint::RULES {
        let options = rule.example.lines().next().and_then(|line| line.strip_prefix("// with ")).unwrap_or_default();
        let run = match rule.id.group() {
            tileiras_finding::Group::Resources => compiled(options, rule.example),
            _ if rule.has_ptx_example() => checked(options, rule.example),
            group => {
                let pass = if group == tileiras_finding::Group::Isa { "nvvm-check-bodies" } else { "nvvm-verify" };
                common::opt(&[&format!("--{pass}={options}"), "-o", "/dev/null"], rule.example.as_bytes())
            }
        };
        let found = run.err.contains(&format!(" [{}]\n", rule.id));
        assert_eq!(found, !REPORTED_BY_UPSTREAM.contains(&rule.id.name()), "{}: {run}", rule.id);
        let fails = !found || rule.id.severity() == tileiras_finding::Severity::Error;
        assert!(!fails || run.end != End::Exit(0), "{}: {run}", rule.id);
    }
}

/// Checks the example of a rule about PTX: `chip=sm_80`.
fn checked(options: &str, example: &str) -> Run {
    let chip = options.split_whitespace().filter_map(|option| option.strip_prefix("chip="));
    let mut command = Command::new(common::CONTRACT);
    command.args(["check", "-"]).args(chip.map(|chip| format!("--gpu-name={chip}")));
    run_command(command, example.as_bytes())
}

/// Compiles the example of a rule that is checked after ptxas: `chip=sm_90a -c`.
fn compiled(options: &str, example: &str) -> Run {
    let options = options.split_whitespace().map(|option| match option.strip_prefix("chip=") {
        Some(chip) => format!("--gpu-name={chip}"),
        None => option.to_owned(),
    });
    let options: Vec<String> = options.collect();
    let mut command = Command::new(common::CC);
    command.args(["-", "-o", "/dev/null"]).args(options).env("TILEIRAS_PTXAS", ptxas::program());
    run_command(command, example.as_bytes())
}

#[test]
fn the_pass_reference_is_fresh() {
    fresh("docs/PASSES.md", &passes::page());
}

/// The commands of the console blocks of a page, each with the stated output.
fn console(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for block in text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_owned(), String::new())),
                (None, Some((command, _))) if command.ends_with('\\') => {
                    command.pop();
                    command.push_str(line.trim_start());
                }
                (None, Some((_, output))) => {
                    output.push_str(line.trim_end());
                    output.push('\n');
                }
                (None, None) => panic!("a console block starts with a command, not with '{line}'"),
            }
        }
    }
    commands
}

#[test]
fn console_blocks_show_the_real_output() {
    let tools = common::tools();
    let llvm = llvm::prefix().join("bin");
    let path = format!("{}:{}:{}", tools.display(), llvm.display(), std::env::var("PATH").unwrap_or_default());
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for (command, wanted) in console(&text) {
            // What `make` prints depends on what is already built.
            if command.starts_with("make ") {
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("({command}) 2>&1")]).current_dir(root()).env("PATH", &path);
            let found: String =
                run_command(shell, b"").text().lines().map(|line| format!("{}\n", line.trim_end())).collect();
            assert_eq!(found.trim(), wanted.trim(), "{}: $ {command}", page.display());
            count += 1;
        }
    }
    assert!(count > 0, "no page shows a command");
}

/// The numbers in citations such as `reference 003` and `References 002 and 003`.
fn cited(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in text.split("eference").skip(1) {
        let words = rest.strip_prefix('s').unwrap_or(rest).split_whitespace();
        let words = words.map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()));
        let is_number = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        let words = words.take_while(|word| is_number(word) || ["and", "to"].contains(word));
        found.extend(words.filter(|word| is_number(word)).map(str::to_owned));
    }
    found
}

#[test]
fn each_reference_that_is_cited_is_resolved() {
    let table = read("docs/REFERENCES.md");
    let is_resolved = |number: &str| {
        let row = table.lines().find(|line| line.starts_with(&format!("| {number} |")));
        row.is_some_and(|row| row.contains("](https://"))
    };
    let mut count = 0;
    for path in files("", &[".rs", ".md", ".td", ".h", ".cpp", ".py", ".mlir", ".test"]) {
        let text = read(&path);
        let numbers = cited(&text);
        for number in &numbers {
            assert!(is_resolved(number), "{}: reference {number} is not in docs/REFERENCES.md", path.display());
        }
        count += numbers.len();
        let is_page = path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("docs/REFERENCES.md");
        assert!(
            !is_page || numbers.is_empty() || text.contains("REFERENCES.md"),
            "{} cites a reference without a link to docs/REFERENCES.md",
            path.display()
        );
    }
    assert!(count > 0, "nothing cites a reference");
}

/// The first cell of each row of the tables of a page: names in code spans, and links.
fn first_cells(page: &str) -> Vec<String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let linked = |cell: &'_ str| cell.strip_prefix('[').and_then(|link| link.split(']').next()).map(str::to_owned);
    rows.map(|cell| linked(cell).unwrap_or_else(|| cell.trim_matches('`').to_owned())).collect()
}

/// Fails for each name that no row of the page begins with.
fn lists_all<'n>(page: &str, what: &str, names: impl IntoIterator<Item = &'n str>) {
    let cells = first_cells(&read(page));
    let missing: Vec<&str> = names.into_iter().filter(|name| !cells.iter().any(|cell| cell == name)).collect();
    assert!(missing.is_empty(), "{page} has no row for the {what} {missing:?}");
}

#[test]
fn the_pages_list_every_pass_pipeline_tool_and_crate() {
    // Passes, with their files.
    let passes = passes();
    let passes: Vec<&str> = passes.iter().map(|(_, flag)| flag.as_str()).collect();
    lists_all("passes/README.md", "passes", passes.iter().copied());

    // Pipelines, with their passes in order, and the steps of tileiras-cc.
    let source = read("passes/src/pipeline.rs");
    let pipelines: Vec<&str> = source.split("argument: \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!pipelines.is_empty());
    let page = read("passes/README.md");
    lists_all("passes/README.md", "pipelines", pipelines.iter().copied());
    let steps = |steps: &[Step]| steps.iter().map(|step| step.name().to_owned()).collect();
    let orders: [(&str, Vec<String>); 3] = [
        ("nvvm-launch", members(&source, "NVVM_LAUNCH", &passes)),
        ("tileiras-cc", steps(&COMPILE)),
        ("tileiras-contract", steps(&READ_FACTS)),
    ];
    for (name, order) in orders {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("passes/README.md has no row for '{name}'"));
        let order: Vec<String> = order.iter().map(|member| format!("`{member}`")).collect();
        assert!(row.contains(&order.join(", ")), "passes/README.md: '{name}' is {}", order.join(", "));
    }

    // Tools: the binaries of the root package, each of which has a file, and the plugin.
    let manifest = read("Cargo.toml");
    let tools = manifest.split("[[bin]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
    let tools: Vec<&str> = tools.collect();
    assert_eq!(tools.len(), files("src/bin", &[".rs"]).len(), "Cargo.toml has the tools {tools:?}");
    lists_all("README.md", "tools", tools.into_iter().chain(["libtileiras_plugin.so"]));

    // Packages of the workspace.
    let packages = files("", &["Cargo.toml"]);
    let packages = packages.iter().filter_map(|path| path.parent()).map(name).collect::<Vec<_>>();
    let packages =
        packages.iter().map(String::as_str).filter(|package| !["", "scripts/fuzz/targets"].contains(package));
    lists_all("docs/ARCHITECTURE.md", "crates", packages);
}

/// The passes in a list of descriptions, such as `&NVVM_VERIFY`, of pipeline.rs.
fn members(source: &str, constant: &str, passes: &[&str]) -> Vec<String> {
    let list = source.split_once(&format!("const {constant}:")).and_then(|(_, rest)| rest.split_once('='));
    let list = list.and_then(|(_, rest)| rest.split(';').next()).unwrap_or_default();
    let idents = list.split('&').skip(1).map(|rest| rest.trim_end_matches([',', ' ', ']', '\n']));
    let find = |ident: &str| {
        let found = passes.iter().find(|pass| pass.to_uppercase().replace('-', "_") == ident);
        found.map_or_else(|| panic!("'{ident}' is no pass"), |pass| (*pass).to_owned())
    };
    idents.map(find).collect()
}
