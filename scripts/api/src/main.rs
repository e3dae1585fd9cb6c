//! Writes the lists of the public API in `docs/api`, for `make api`; with `--check`, fails if they are out of date.
//!
//! rustdoc describes a crate as JSON, and the crate `public-api` makes the items from it. This program leaves out
//! methods of traits, shortens names, and puts the items that `tileiras` exports from other crates into its list. The
//! folder of the build is `CARGO_TARGET_DIR`, or `target`.

#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use public_api::{Builder, PublicItem};
use serde_json::Value;

/// The crates for other programs.
const CRATES: [&str; 8] = [
    "tileiras_target",
    "tileiras_finding",
    "tileiras_kernel",
    "tileiras_contract",
    "tileiras_lint",
    "tileiras_ptx",
    "tileiras_cubin",
    "tileiras",
];

/// The other crates from which `tileiras` exports items.
const SOURCES: [&str; 3] = ["tileiras_mlir", "tileiras_nv_tileaa", "tileiras_passes"];

/// The format of the JSON that this version of `public-api` reads: that of Rust 1.93 to 1.95.
const FORMAT: u64 = 57;

/// What every Rust program can name without a path, and where it is defined.
const PRELUDE: [(&str, &str); 10] = [
    ("alloc::boxed::Box", "Box"),
    ("alloc::string::String", "String"),
    ("alloc::vec::Vec", "Vec"),
    ("core::convert::AsRef", "AsRef"),
    ("core::convert::Into", "Into"),
    ("core::iter::traits::collect::IntoIterator", "IntoIterator"),
    ("core::iter::traits::iterator::Iterator", "Iterator"),
    ("core::ops::function::Fn", "Fn"),
    ("core::option::Option", "Option"),
    ("core::result::Result", "Result"),
];

/// The public names of items, by the path of their definition.
type Names = BTreeMap<String, String>;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("this is scripts/api")?;
    let crates = CRATES.into_iter().chain(SOURCES).map(|name| Crate::read(root, name)).collect::<Result<Vec<_>>>()?;
    let mut names: Names = PRELUDE.map(|(path, name)| (path.to_owned(), name.to_owned())).into();
    names.extend(crates.iter().flat_map(Crate::public_names));
    let is_check = std::env::args().skip(1).any(|argument| argument == "--check");
    let mut stale = Vec::new();
    for of in crates.iter().filter(|of| CRATES.contains(&of.name)) {
        let path = root.join("docs/api").join(of.name).with_extension("txt");
        let wanted = list(of, &crates, &names)?;
        // The crates below `tileiras` are no dependencies of its users, so its types have to be in its list.
        let foreign = wanted.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        let foreign: BTreeSet<&str> = foreign.filter(|path| path.starts_with("tileiras_")).collect();
        ensure!(of.name != "tileiras" || foreign.is_empty(), "tileiras does not export {foreign:?}");
        if !is_check {
            std::fs::write(&path, wanted).with_context(|| path.display().to_string())?;
        } else if std::fs::read_to_string(&path).unwrap_or_default() != wanted {
            stale.push(of.name);
        }
    }
    ensure!(stale.is_empty(), "docs/api is out of date for {}: run `make api`", stale.join(", "));
    Ok(())
}

/// A crate as rustdoc describes it.
struct Crate {
    name: &'static str,
    json: Value,
    items: Vec<PublicItem>,
}

impl Crate {
    fn read(root: &Path, name: &'static str) -> Result<Self> {
        let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(root).env("RUSTDOC", root.join("scripts/api/rustdoc.sh"));
        command.args(["rustdoc", "--quiet", "--lib", "--package", &name.replace('_', "-"), "--target-dir"]);
        ensure!(command.arg(&folder).status()?.success(), "rustdoc cannot describe {name}");
        let path = folder.join("doc").join(name).with_extension("json");
        let json: Value = serde_json::from_slice(&std::fs::read(&path)?)?;
        let format = &json["format_version"];
        ensure!(
            format == FORMAT,
            "rustdoc writes format {format}, and this program reads {FORMAT}: use Rust 1.93 to 1.95"
        );
        let builder = Builder::from_rustdoc_json(path).omit_blanket_impls(true).omit_auto_trait_impls(true);
        let api = builder.include_function_parameter_names(true).build()?;
        Ok(Self { name, json, items: with_one_path(api.into_items().collect()) })
    }

    /// What an item exports from another crate of the project.
    fn source(&self, item: &PublicItem) -> Option<&str> {
        let exported = &self.json["index"][item.id().0.to_string()]["inner"]["use"];
        let source = exported["source"].as_str()?;
        let (name, _) = source.split_once("::")?;
        (CRATES.contains(&name) || SOURCES.contains(&name)).then_some(source)
    }

    /// The paths of the definitions, with the paths by which a program names the items.
    fn public_names(&self) -> impl Iterator<Item = (String, String)> {
        self.items.iter().filter_map(|item| {
            let definition = self.json["paths"][item.id().0.to_string()]["path"].as_array()?;
            let definition: Vec<&str> = definition.iter().filter_map(Value::as_str).collect();
            Some((definition.join("::"), own_path(item)?))
        })
    }
}

/// Keeps the shortest path of an item that can be named by several.
fn with_one_path(items: Vec<PublicItem>) -> Vec<PublicItem> {
    let length = |path: &str| path.matches("::").count();
    let mut shortest = BTreeMap::<u32, String>::new();
    for item in &items {
        if let Some(path) = own_path(item) {
            let known = shortest.entry(item.id().0).or_insert_with(|| path.clone());
            if length(&path) < length(known) {
                *known = path;
            }
        }
    }
    // Members are after their item, with a path of it or without any.
    let (mut is_kept, mut modules) = (BTreeMap::new(), BTreeSet::new());
    let mut kept = Vec::new();
    for item in items {
        let of_item = item.parent_id().filter(|parent| !modules.contains(&parent.0));
        let keep = match of_item.and_then(|parent| is_kept.get(&parent.0)) {
            Some(keep) => *keep,
            None => own_path(&item).as_ref() == shortest.get(&item.id().0),
        };
        is_kept.insert(item.id().0, keep);
        if item.to_string().starts_with("pub mod ") {
            modules.insert(item.id().0);
        }
        if keep {
            kept.push(item);
        }
    }
    kept
}

/// The list of a crate: its items, and those that it exports from other crates.
fn list(of: &Crate, crates: &[Crate], names: &Names) -> Result<String> {
    // Numbers of items are those of one crate, so each list has the items of one.
    let (mut lists, mut moved) = (vec![Vec::new()], Names::new());
    for item in &of.items {
        let Some(source) = of.source(item) else {
            lists.last_mut().context("the lists are not empty")?.push(item);
            continue;
        };
        let crate_name = source.split("::").next().unwrap_or_default();
        let from = crates.iter().find(|from| from.name == crate_name).context("a crate of the project")?;
        let text = item.to_string();
        // The text is `pub use tileiras::Item`, or `pub use tileiras::module::<<source::*>>`.
        let (to, is_glob) = match text.split_once("::<<") {
            Some((module, _)) => (module.replace("pub use ", ""), true),
            None => (own_path(item).context("an exported item has a path")?, false),
        };
        let members = members(from, source, is_glob);
        ensure!(!members.is_empty(), "{crate_name} has no {source}");
        moved.insert(source.to_owned(), to);
        lists.extend([members, Vec::new()]);
    }
    let mut names: Names = names.iter().map(|(path, name)| (path.clone(), renamed(name, &moved))).collect();
    names.extend(moved);
    let lines: Vec<String> = lists.iter().flat_map(|items| lines(items, &names)).collect();
    Ok(lines.join("\n") + "\n")
}

/// An item of a crate with its fields, variants and methods, or the items of a module.
fn members<'a>(from: &'a Crate, path: &str, of_module: bool) -> Vec<&'a PublicItem> {
    let mut ids = BTreeSet::new();
    let mut members = Vec::new();
    // Each item is after the one that it belongs to.
    for item in &from.items {
        let own = own_path(item);
        let is_named = own.as_deref().is_some_and(|own| match own.strip_prefix(path) {
            Some(rest) if of_module => rest.starts_with("::"),
            rest => rest == Some(""),
        });
        if is_named || item.parent_id().is_some_and(|parent| ids.contains(&parent.0)) {
            ids.insert(item.id().0);
            members.push(item);
        }
    }
    members
}

/// One line for each item, one for the traits that a type implements, and one for each trait that a type of another
/// crate implements.
fn lines(items: &[&PublicItem], names: &Names) -> Vec<String> {
    let texts: Vec<String> = items.iter().map(|item| renamed(&item.to_string(), names)).collect();
    let paths: Vec<Option<String>> =
        items.iter().map(|item| own_path(item).map(|path| renamed(&path, names))).collect();
    let (mut traits, mut implementations) = (BTreeMap::<&str, BTreeSet<String>>::new(), BTreeSet::new());
    for (item, text) in items.iter().zip(&texts) {
        let Some((name, of)) = implementation(text) else { continue };
        implementations.insert(item.id().0);
        traits.entry(of).or_default().insert(name);
    }
    let mut lines: Vec<String> = Vec::new();
    for ((item, text), path) in items.iter().zip(&texts).zip(&paths) {
        let is_of_trait = item.parent_id().is_some_and(|parent| implementations.contains(&parent.0));
        let of_other_type = || {
            let (_, of) = implementation(text)?;
            (!paths.iter().any(|path| path.as_deref() == Some(of))).then_some(text)
        };
        if is_of_trait {
            continue;
        }
        if !text.starts_with("impl") {
            lines.push(text.clone());
            if let Some(traits) = path.as_deref().and_then(|path| traits.remove(path)) {
                lines.push(format!("    implements {}", Vec::from_iter(traits).join(", ")));
            }
        } else if let Some(text) = of_other_type().filter(|text| !lines.contains(text)) {
            lines.push(text.clone());
        }
    }
    lines
}

/// The trait and the path of the type of `impl<T> core::fmt::Debug for Type<T>`.
fn implementation(text: &str) -> Option<(String, &str)> {
    let (implemented, of) = text.strip_prefix("impl")?.rsplit_once(" for ")?;
    let (_, path) = implemented.split_once(' ')?;
    let (path, arguments) = path.split_at(path.find('<').unwrap_or(path.len()));
    let name = path.rsplit("::").next()?;
    let of = &of[..of.find(['<', ' ']).unwrap_or(of.len())];
    // The compiler derives it with PartialEq.
    (name != "StructuralPartialEq").then(|| (format!("{name}{arguments}"), of))
}

/// The path of an item: the first of this project in its text.
fn own_path(item: &PublicItem) -> Option<String> {
    let mut own = None;
    let text = item.to_string();
    if !text.starts_with("impl") {
        map_paths(&text, |path| {
            if own.is_none() && path.starts_with("tileiras") {
                own = Some(path.to_owned());
            }
            String::new()
        });
    }
    own
}

/// The text with the longest known part of each path replaced by its name.
fn renamed(text: &str, names: &Names) -> String {
    map_paths(text, |path| {
        let ends = path.match_indices("::").map(|(end, _)| end).chain([path.len()]);
        let known = ends.filter_map(|end| Some((end, names.get(&path[..end])?))).last();
        known.map_or_else(|| path.to_owned(), |(end, name)| format!("{name}{}", &path[end..]))
    })
}

/// Replaces each path, such as `core::option::Option`, and each name.
fn map_paths(text: &str, mut replace: impl FnMut(&str) -> String) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name_length = |text: &str| text.find(|c| !is_name(c)).unwrap_or(text.len());
    let (mut result, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_name) {
        let (before, path) = rest.split_at(start);
        let mut end = name_length(path);
        while let Some(next) = path[end..].strip_prefix("::").filter(|next| next.starts_with(is_name)) {
            end += 2 + name_length(next);
        }
        result = result + before + &replace(&path[..end]);
        rest = &path[end..];
    }
    result + rest
}
