//! Opens a page of `tileiras-contract report` in headless Chromium.
//!
//! The page must show every kernel, print nothing on the console, ask for no other file, and be as wide as the window
//! on a desktop and on a phone, light and dark.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{Run, run};
use tileiras_test_support::tree;

/// Widths of windows in pixels: a phone, a tablet, a desktop.
const WIDTHS: [u32; 3] = [360, 800, 1280];

#[test]
fn a_browser_shows_the_page() {
    let folder = Folder::new();
    let page = page(&folder);
    let text = fs::read_to_string(&page).expect("the page");
    assert!(!text.contains("<script") && !text.contains("http:") && !text.contains("https:"));
    for scheme in ["0", "1"] {
        // A page around it, which reads how much wider than the window its content is.
        let frame = |width: u32| {
            let root = "this.contentDocument.documentElement";
            let measure = format!("document.body.append(' +' + ({root}.scrollWidth - {root}.clientWidth))");
            format!("<iframe style='border:0' width={width} height=900 src=page.html onload=\"{measure}\"></iframe>")
        };
        let frames: String = WIDTHS.map(frame).concat();
        let run = browse(&folder.file("frames.html", frames), scheme);
        assert_eq!(run.text().matches("</iframe>").count(), WIDTHS.len(), "{run}");
        assert_eq!(run.text().matches(" +0").count(), WIDTHS.len(), "{}", run.text());
        assert!(!run.err.contains("CONSOLE"), "{}", run.err);
        let run = browse(&page, scheme);
        let shown = run.text();
        assert!(!run.err.contains("CONSOLE"), "{}", run.err);
        for part in ["saxpy", "gemm_cluster", "cluster_ranks", "carried", "folded", "</svg>"] {
            assert!(shown.contains(part), "'{part}' in {shown}");
        }
    }
}

/// A page about the examples, from LLVM IR to the cubin.
fn page(folder: &Folder) -> PathBuf {
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let mut arguments = vec!["report".to_owned(), "-o".to_owned(), text(folder.join("page.html"))];
    for name in ["saxpy", "gemm_cluster"] {
        let source = text(tree::root().join(format!("examples/{name}.ll")));
        let made = ["ptx", "cubin"].map(|emit| (format!("--emit={emit}"), text(folder.join(format!("{name}.{emit}")))));
        for (emit, output) in &made {
            run(common::CC, &[&source, "--gpu-name=sm_90a", emit, "-o", output], "").expect_good();
        }
        arguments.push(source);
        arguments.extend(made.map(|(_, output)| output));
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(common::CONTRACT, &arguments, "").expect_good();
    folder.join("page.html")
}

/// The document as the browser has it after loading, and what is on its console.
fn browse(page: &Path, scheme: &str) -> Run {
    let url = format!("file://{}", page.display());
    let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--allow-file-access-from-files",
        "--enable-logging=stderr",
        "--virtual-time-budget=5000",
        "--window-size=1400,1000",
        &scheme,
        "--dump-dom",
        &url,
    ];
    run("chromium", &arguments, "").expect_good()
}
