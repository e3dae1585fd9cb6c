//! The files of the project.
//!
//! Guarantees an order that is the same on every machine, and that build output (`target`) and hidden folders are
//! skipped. Fails the test if a file cannot be read.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
#[must_use]
pub fn root() -> PathBuf {
    let support = Path::new(env!("CARGO_MANIFEST_DIR"));
    support.ancestors().nth(2).expect("this package is in tests/support").to_owned()
}

/// Every file below a folder, in order.
#[must_use]
pub fn below(folder: &Path) -> Vec<PathBuf> {
    walk(folder, |_| true)
}

fn walk(folder: &Path, enter: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let (mut found, mut pending) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            if !path.is_dir() {
                found.push(path);
            } else if path.file_name().is_some_and(|name| enter(&name.to_string_lossy())) {
                pending.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every file below a folder of the project with one of these endings; none if the folder is not there.
#[must_use]
pub fn find(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = root().join(folder);
    if !folder.exists() {
        return Vec::new();
    }
    let mut found = walk(&folder, |name| name != "target" && !name.starts_with('.'));
    found.retain(|path| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)));
    found
}

/// [`find`], but fails if there is no file.
#[must_use]
pub fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let found = find(folder, endings);
    assert!(!found.is_empty(), "no file {endings:?} below '{folder}'");
    found
}

/// The text of a file, or of a file of the project.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code of a Rust file: without comments, and without its unit tests, which are a module at its end.
#[must_use]
pub fn code(path: impl AsRef<Path>) -> String {
    let text = read(path);
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The path of a file, from the folder of the project on.
#[must_use]
pub fn name(path: &Path) -> String {
    path.strip_prefix(root()).expect("below the root").display().to_string()
}

/// The passes of `passes/Passes.td` and of the files that it includes: the name of each record, and its flag.
#[must_use]
pub fn passes() -> Vec<(String, String)> {
    let tables: Vec<String> = files("passes", &[".td"]).iter().map(read).collect();
    let records = tables.iter().flat_map(|table| table.split("\ndef ").skip(1));
    let passes = records.filter_map(|record| {
        let (name, rest) = record.split_once(" : Pass<\"")?;
        Some((name.to_owned(), rest.split_once('"')?.0.to_owned()))
    });
    let passes: Vec<_> = passes.collect();
    assert!(passes.len() >= 3, "Passes.td lists {passes:?}");
    passes
}

/// A file of `examples/`.
#[must_use]
pub fn example(name: &str) -> PathBuf {
    root().join("examples").join(name)
}

/// The name and the text of every example in LLVM IR.
///
/// Lines with one of the given marks are left out: `[name]` is a name that PTX cannot spell and on which LLVM aborts,
/// `[sampler]` is a line whose PTX `ptxas` refuses.
#[must_use]
pub fn llvm_examples(without: &[&str]) -> Vec<(String, String)> {
    let text = |path: PathBuf| {
        let text = read(&path);
        let lines = text.lines().filter(|line| !without.iter().any(|mark| line.contains(mark)));
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        (name, lines.map(|line| format!("{line}\n")).collect())
    };
    let folder = root().join("examples");
    let own = files("examples", &[".ll"]).into_iter().filter(|path| path.parent() == Some(&folder));
    let examples: Vec<_> = own.map(text).collect();
    assert!(examples.len() >= 6, "there are {} examples in LLVM IR", examples.len());
    examples
}

#[cfg(test)]
mod tests {
    use super::{below, code, files, find, name, read};
    use crate::folder::Folder;

    #[test]
    fn files_are_found_in_order_and_build_output_is_skipped() {
        let names: Vec<String> = files("tests/support", &[".rs"]).iter().map(|path| name(path)).collect();
        assert!(names.is_sorted() && names.contains(&"tests/support/src/tree.rs".to_owned()), "{names:?}");
        assert!(find("", &[".rs"]).iter().all(|path| !name(path).starts_with("target/")));
        assert!(find("no/such/folder", &[""]).is_empty());
        assert!(read("Cargo.toml").contains("tests/support"));
    }

    #[test]
    fn code_has_no_comments_and_no_unit_tests() {
        let folder = Folder::new();
        let text = "//! A file.\n#[cfg(test)]\nuse a;\n    // Why.\nuse b;\n#[cfg(test)]\nmod tests {}\n";
        folder.file_of_mode("a.rs", text, 0o644);
        assert_eq!(code(folder.join("a.rs")), "#[cfg(test)]\nuse a;\nuse b;");
    }

    #[test]
    fn all_files_below_a_folder_are_found() {
        let folder = Folder::new();
        folder.file_of_mode(".hidden/target/x", "", 0o644);
        assert_eq!(below(folder.path()), [folder.join(".hidden/target/x")]);
    }
}
