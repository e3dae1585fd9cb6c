//! The man pages render without warnings, the completions load in each shell, and both have the options of the tools.

#![expect(clippy::expect_used, reason = "a test")]

#[path = "../../scripts/pages.rs"]
#[allow(dead_code, reason = "its main function")]
mod writer;

use crate::common;
use std::process::Command;
use tileiras_test_support::folder::{Folder, names};
use tileiras_test_support::process::{End, run_command};
use tileiras_test_support::tree::passes;

/// The tools, each with an option of its page.
const TOOLS: [(&str, &str); 7] = [
    ("tileiras-cc", "--message-format"),
    ("tileiras-contract", "--list-rules"),
    ("tileiras", "lsp-server"),
    ("tileiras-opt", "--nvvm-verify"),
    ("tileiras-ptxas", "TILEIRAS_PTXAS_MODE"),
    ("tileiras-translate", "--export-nvvm"),
    ("tileiras-lsp-server", "--help"),
];

fn written() -> Folder {
    let folder = Folder::new();
    writer::write_all(folder.path()).expect("written");
    folder
}

/// The output of a command line of a shell.
fn shell(shell: &str, line: &str) -> String {
    let mut command = Command::new(shell);
    let options: &[&str] = if shell == "bash" { &["--norc", "-c"] } else { &["-c"] };
    command.args(options).arg(line);
    let run = run_command(command, b"");
    assert!(run.end == End::Exit(0) && run.err.is_empty(), "{shell} -c '{line}': {run}");
    run.text()
}

#[test]
fn every_page_renders_without_warnings() {
    let folder = written();
    let names = names(&folder.join("man"));
    let wanted = TOOLS.iter().map(|(tool, _)| format!("{tool}.1"));
    for name in wanted.chain(["tileiras-contract-check.1".to_owned()]) {
        assert!(names.contains(&name), "{names:?} lacks {name}");
    }
    for name in &names {
        let page = folder.join("man").join(name);
        let mut command = Command::new("man");
        command.args(["--warnings", "-l"]).arg(&page).env("MANWIDTH", "100").env("LC_ALL", "C.UTF-8");
        let run = run_command(command, b"");
        assert!(run.end == End::Exit(0) && run.err.is_empty(), "{name}: {run}");
        let option = TOOLS.iter().find(|(tool, _)| *name == format!("{tool}.1")).map_or("--help", |(_, option)| option);
        assert!(run.text().contains(option), "{name} lacks {option}: {run}");
    }
}

#[test]
fn the_pages_have_what_the_tools_add_to_upstream() {
    let folder = written();
    for tool in ["tileiras-opt", "tileiras-translate"] {
        let page = std::fs::read_to_string(folder.join("man").join(format!("{tool}.1"))).expect("a page");
        let mut command = Command::new(std::path::Path::new(common::OPT).with_file_name(tool));
        command.arg("--help");
        let help = run_command(command, b"").text();
        let options = page.split("\\fB\\-\\-").skip(1).filter_map(|rest| rest.split("\\fR").next());
        let options: Vec<String> = options.map(|option| option.replace("\\-", "-")).collect();
        assert!(options.len() > 4, "{options:?}");
        let passes = passes().into_iter().map(|(_, flag)| flag);
        for pass in passes.filter(|_| tool == "tileiras-opt") {
            assert!(options.contains(&pass), "the page of {tool} lacks --{pass}");
        }
        for option in options.iter().filter(|option| !["help", "version"].contains(&option.as_str())) {
            assert!(help.contains(&format!("--{option}")), "{tool} has no option --{option}");
        }
    }
}

#[test]
fn bash_loads_the_completions() {
    let folder = written();
    for (tool, option) in &TOOLS[..2] {
        let file = folder.join("completions").join(format!("{tool}.bash"));
        let load = format!("source '{}'", file.display());
        let registered = shell("bash", &format!("{load}; complete -p {tool}"));
        let function = registered.split_whitespace().skip_while(|word| *word != "-F").nth(1).expect("a function");
        assert!(registered.trim().ends_with(&format!(" {tool}")), "{registered}");
        // The call that readline makes for one word.
        let word = &option[..6];
        let variables = format!("COMP_WORDS=({tool} {word}); COMP_CWORD=1");
        let call = format!("{function} {tool} '{word}' {tool}; echo \"${{COMPREPLY[*]}}\"");
        let replies = shell("bash", &format!("{load}; {variables}; {call}"));
        assert!(replies.split_whitespace().any(|reply| reply == *option), "{replies}");
    }
}

#[test]
fn zsh_and_fish_load_the_completions() {
    let folder = written();
    for (tool, option) in &TOOLS[..2] {
        let file = folder.join("completions").join(format!("_{tool}"));
        let registered = shell(
            "zsh",
            &format!("autoload -U compinit; compinit -u -D; source '{}'; echo ${{_comps[{tool}]}}", file.display()),
        );
        assert_eq!(registered.trim(), format!("_{tool}"));
        let file = folder.join("completions").join(format!("{tool}.fish"));
        let replies = shell("fish", &format!("source '{}'; complete -C '{tool} {option}'", file.display()));
        assert!(replies.contains(option), "{replies}");
    }
    let file = folder.join("completions").join("tileiras-cc.fish");
    let rules = shell("fish", &format!("source '{}'; complete -C 'tileiras-cc --explain cta-'", file.display()));
    assert!(rules.contains("cta-thread-cap"), "{rules}");
}
