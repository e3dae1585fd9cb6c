//! No files of a crate use each other in a circle, so that each can be read after those that it uses.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::{BTreeMap, BTreeSet};

use tileiras_test_support::tree::{code, files, name};

/// A path of modules, such as `["simulation", "launch"]`; empty for the root of the crate.
type Module = Vec<String>;

/// The modules of a crate, by its folder: the file of each.
fn modules(source: &str) -> BTreeMap<Module, String> {
    let module = |path: &std::path::Path| {
        let file = name(path);
        let inner = file.strip_prefix(source).and_then(|file| file.strip_suffix(".rs")).expect("a file of the crate");
        let mut parts: Module = inner.split('/').map(str::to_owned).collect();
        if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
            parts.pop();
        }
        (parts, file)
    };
    files(source, &[".rs"]).iter().map(|path| module(path)).collect()
}

/// The paths that a tree of `use` names: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().split_whitespace().collect()];
    };
    let inner = rest.rsplit_once('}').expect("a tree is closed").0;
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in inner.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is one").push(letter);
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(part.trim())).map(|path| prefix.trim().to_owned() + &path).collect()
}

/// What the paths of `use` in a file begin with, relative to the root of the crate.
fn used(module: &[String], code: &str) -> Vec<Module> {
    let is_statement = |before: &str| {
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        line.is_empty() || line == "pub " || (line.starts_with("pub(") && line.ends_with(") "))
    };
    let uses = code.match_indices("use ").filter(|(at, _)| is_statement(&code[..*at]));
    let uses = uses.filter_map(|(at, word)| code[at + word.len()..].split_once(';')).map(|(tree, _)| tree);
    // Others are words of a text.
    let uses = uses.filter(|tree| !tree.contains('"')).flat_map(expand);
    let resolve = |path: String| {
        let mut parts = path.split("::").map(str::to_owned).peekable();
        let mut base = match parts.peek()?.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => module.to_vec(),
            _ => return None,
        };
        while let Some(first) = parts.next_if(|part| ["crate", "self", "super"].contains(&part.as_str())) {
            if first == "super" {
                base.pop();
            }
        }
        base.extend(parts);
        Some(base)
    };
    uses.filter_map(resolve).collect()
}

/// For each module, those that it uses, but for its own parts and for what it is a part of: `mod.rs` names what its
/// files do, and they use what it has for all of them.
fn edges(modules: &BTreeMap<Module, String>) -> BTreeMap<&Module, BTreeSet<&Module>> {
    let mut all: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for (module, file) in modules {
        for path in used(module, &code(file)) {
            let found = (0..=path.len()).rev().find_map(|length| modules.get_key_value(&path[..length]));
            let Some((target, _)) = found else { continue };
            if !module.starts_with(target) && !target.starts_with(module) {
                all.entry(module).or_default().insert(target);
            }
        }
    }
    all
}

/// A circle that can be reached from a module, if there is one.
fn circle<'m>(
    edges: &BTreeMap<&'m Module, BTreeSet<&'m Module>>,
    module: &'m Module,
    path: &mut Vec<&'m Module>,
    done: &mut BTreeSet<&'m Module>,
) -> Option<Vec<String>> {
    if let Some(start) = path.iter().position(|other| *other == module) {
        return Some(path[start..].iter().map(|module| module.join("::")).collect());
    }
    if !done.insert(module) {
        return None;
    }
    path.push(module);
    let found = edges.get(module).into_iter().flatten().find_map(|next| circle(edges, next, path, done));
    path.pop();
    found
}

#[test]
fn no_files_of_a_crate_use_each_other_in_a_circle() {
    let sources: BTreeSet<String> = ["crates", "dialects", "passes", "src"]
        .iter()
        .flat_map(|folder| files(folder, &[".rs"]))
        .filter_map(|path| name(&path).split_once("src/").map(|(package, _)| format!("{package}src/")))
        .collect();
    let mut circles = Vec::new();
    for source in &sources {
        let modules = modules(source);
        let edges = edges(&modules);
        let mut done = BTreeSet::new();
        let found = modules.keys().filter_map(|module| circle(&edges, module, &mut Vec::new(), &mut done));
        circles.extend(found.map(|circle| format!("{source}: {}", circle.join(" -> "))));
    }
    assert_eq!(circles, Vec::<String>::new());
}

#[test]
fn circles_are_found() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Module>();
    let used = used(&module("a::b"), "use super::c::{D, e::F};\nuse crate::g;\nuse std::fmt;\npub use self::h as i;");
    assert_eq!(used, ["a::c::D", "a::c::e::F", "g", "a::b::h"].map(module));
    let (a, b, c) = (module("a"), module("b"), module("c"));
    let edges = BTreeMap::from([(&a, BTreeSet::from([&b])), (&b, BTreeSet::from([&c])), (&c, BTreeSet::from([&b]))]);
    assert_eq!(circle(&edges, &a, &mut Vec::new(), &mut BTreeSet::new()), Some(vec!["b".into(), "c".into()]));
}
