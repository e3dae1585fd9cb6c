//! Markdown pages: each code block is closed, and what a link or a file names is there.

use comrak::nodes::{AstNode, NodeValue};
use comrak::{Anchorizer, Arena, Options, parse_document};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tileiras_test_support::tree::{files, name, read, root};

/// Every Markdown page of the project.
pub fn pages() -> Vec<PathBuf> {
    files("", &[".md"])
}

/// What the tests look at in a page.
#[derive(Default)]
struct Page {
    /// The targets of its links.
    links: Vec<String>,
    /// The anchors of its headings, as GitHub makes them.
    anchors: HashSet<String>,
    /// The lines on which code blocks without an end start.
    open: Vec<usize>,
}

impl Page {
    fn of(text: &str) -> Self {
        let arena = Arena::new();
        let mut options = Options::default();
        options.extension.table = true;
        let mut page = Self::default();
        let mut anchors = Anchorizer::new();
        for node in parse_document(&arena, text, &options).descendants() {
            let data = node.data();
            match &data.value {
                NodeValue::Link(link) => page.links.push(link.url.clone()),
                NodeValue::Heading(_) => {
                    page.anchors.insert(anchors.anchorize(&text_of(node)));
                }
                // A fence with a language is a line of the block that was not closed before it.
                NodeValue::CodeBlock(block) if block.fenced => {
                    let has_fence =
                        block.fence_length == 3 && block.literal.lines().any(|line| line.starts_with("```"));
                    page.open.extend((!block.closed || has_fence).then_some(data.sourcepos.start.line));
                }
                _ => {}
            }
        }
        page
    }
}

/// The text of a heading, without marks.
fn text_of<'a>(heading: &'a AstNode<'a>) -> String {
    let parts = heading.descendants().map(|node| match &node.data().value {
        NodeValue::Text(text) => text.to_string(),
        NodeValue::Code(code) => code.literal.clone(),
        _ => String::new(),
    });
    parts.collect()
}

#[test]
fn code_blocks_are_closed() {
    for page in pages() {
        let open = Page::of(&read(&page)).open;
        assert!(open.is_empty(), "{}: the code blocks of the lines {open:?} are not closed", name(&page));
    }
}

#[test]
fn links_resolve() {
    let mut count = 0;
    for page in pages() {
        for link in Page::of(&read(&page)).links.iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = match file {
                "" => page.clone(),
                _ => page.parent().unwrap_or(Path::new("")).join(file),
            };
            assert!(path.exists(), "{}: no file for the link '{link}'", name(&page));
            if !anchor.is_empty() {
                assert!(Page::of(&read(&path)).anchors.contains(anchor), "{}: no heading for '{link}'", name(&page));
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count} links have an anchor");
}

/// Files of all kinds name pages by their path from the root of the project.
#[test]
fn pages_that_files_name_exist() {
    let endings = [".rs", ".md", ".td", ".h", ".cpp", ".py", ".sh", ".mlir", ".test", ".toml", ".cmake", "Makefile"];
    let mut count = 0;
    for file in files("", &endings) {
        for rest in read(&file).split("docs/").skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_uppercase() && c != '-').unwrap_or(rest.len());
            let (page, after) = rest.split_at(end);
            if after.starts_with(".md") {
                assert!(root().join(format!("docs/{page}.md")).exists(), "{} names docs/{page}.md", name(&file));
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count} pages are named");
}

#[test]
fn links_anchors_and_open_blocks_are_found() {
    let page = Page::of("# Two words\n## `-a_b` (c/d)\n### Two words\nsee [`a`](b.md#c), [d\ne](f)\n`[x](y)`\n");
    assert_eq!(page.links, ["b.md#c", "f"]);
    assert_eq!(page.anchors, ["two-words", "-a_b-cd", "two-words-1"].map(str::to_owned).into());
    assert_eq!(page.open, [0_usize; 0]);
    assert_eq!(Page::of("a\n\n```sh\nb\n").open, [3]);
    assert_eq!(Page::of("```sh\na\n```rust\nb\n```\n").open, [1]);
    assert_eq!(Page::of("````td\n```mlir\n```\n````\n").open, [0_usize; 0]);
}
