//! The table of variables in docs/ENVIRONMENT.md has the variables of the code, and no others.

use std::collections::BTreeSet;
use tileiras_test_support::tree::{files, read};

/// The sources of the tools, of the Python package and of the builds.
fn sources() -> String {
    let [rust, python] = [files("", &[".rs"]), files("python/src", &[".py"])];
    let is_test = |path: &String| path.contains("/tests/") || path.starts_with("tests/");
    let names = rust.iter().chain(&python).map(|path| tileiras_test_support::tree::name(path));
    names.filter(|path| !is_test(path)).map(read).collect()
}

/// The names of variables of this project in string literals, but not those that Cargo sets during a build.
fn variables_of(source: &str) -> BTreeSet<&str> {
    let literals = source.split("\"TILEIRAS_").collect::<Vec<_>>();
    let names = literals.windows(2).filter(|pair| !pair[0].ends_with("env!("));
    let names = names.filter_map(|pair| pair[1].split_once('"')).map(|(name, _)| name);
    names.filter(|name| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')).collect()
}

#[test]
fn the_table_of_variables_is_complete() {
    let page = read("docs/ENVIRONMENT.md");
    let (_, table) = page.split_once("| variable | what it is |\n").expect("a table of variables");
    let rows = table.lines().take_while(|line| line.starts_with('|')).skip(1);
    let cells = rows.filter_map(|row| row.split('|').nth(1)).flat_map(|cell| cell.split(", "));
    let listed: BTreeSet<&str> = cells.map(|cell| cell.trim().trim_matches('`')).collect();
    let sources = sources();

    let missing: Vec<_> =
        variables_of(&sources).into_iter().filter(|name| !listed.contains(&*format!("TILEIRAS_{name}"))).collect();
    assert!(missing.is_empty(), "docs/ENVIRONMENT.md lacks TILEIRAS_{missing:?}");
    let unknown: Vec<_> = listed.iter().filter(|name| !sources.contains(&format!("\"{name}\""))).collect();
    assert!(unknown.is_empty(), "the code does not read {unknown:?}");
    assert!(listed.len() > 10, "{listed:?}");
}
