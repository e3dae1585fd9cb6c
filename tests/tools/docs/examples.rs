//! docs/EMBEDDING.md shows the examples as they are.

use tileiras_test_support::tree::{find, read};

/// The blocks of a language on a page.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let fence = format!("```{language}\n");
    let blocks: Vec<&str> = page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!blocks.is_empty(), "the page shows no {language}");
    blocks
}

/// What it shows of C and C++ is a part of an example.
#[test]
fn the_page_shows_the_examples_of_c() {
    let page = read("docs/EMBEDDING.md");
    for (language, ending) in [("cmake", "CMakeLists.txt"), ("cpp", ".cpp"), ("c", ".c")] {
        let folders = ["examples/embedding-c", "examples/embedding-cpp"];
        let sources: Vec<String> = folders.iter().flat_map(|folder| find(folder, &[ending])).map(read).collect();
        for snippet in blocks(&page, language) {
            assert!(sources.iter().any(|source| source.contains(snippet)), "not in the examples:\n{snippet}");
        }
    }
}

/// Its section about Rust shows the example whole, without the comment at the start.
#[test]
fn the_page_shows_the_example_of_rust() {
    let page = read("docs/EMBEDDING.md");
    let (_, section) = page.split_once("\n## Rust\n").expect("the page has a section about Rust");
    let section = section.split("\n## ").next().expect("text can be split");
    let file = read("crates/tileiras/examples/nvvm_launch.rs");
    let (_, code) = file.split_once("\n\n").expect("a comment and code");
    assert_eq!(blocks(section, "rust"), [code]);
}
