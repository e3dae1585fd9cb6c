//! Completion in a launch, `nv_tileaa.launch_func`: the kernels of the document, and the keywords of the segments.

use serde_json::{Value, json};

use crate::analysis::Kernel;

const LAUNCH: &str = "nv_tileaa.launch_func";

/// The kinds of items in the protocol.
const FUNCTION: u8 = 3;
const KEYWORD: u8 = 14;

/// The keywords of a launch in their order, each with what is inserted, what it means, and whether it must be there.
const SEGMENTS: [(&str, &str, &str, bool); 5] = [
    ("clusters", "clusters in (", "the CTAs of a cluster, in x, y and z", false),
    ("blocks", "blocks in (", "the blocks of the grid, in x, y and z", true),
    ("threads", "threads in (", "the threads of a block, in x, y and z", true),
    ("dynamic_shared_memory_size", "dynamic_shared_memory_size ", "bytes of dynamic shared memory, an i32", false),
    ("args", "args(", "the arguments of the kernel", false),
];

/// What can come at the end of a text that ends where the cursor is.
pub fn items(before: &str, kernels: &[Kernel]) -> Vec<Value> {
    let Some(launch) = before.rfind(LAUNCH).map(|at| &before[at + LAUNCH.len()..]) else { return Vec::new() };
    // Another operation has begun: a launch has no region, and ends at a line that does not continue it.
    let is_over = launch.contains(['{', '}', '=']) || launch.matches('\n').count() > SEGMENTS.len();
    let is_inside = launch.matches('(').count() > launch.matches(')').count();
    if is_over || is_inside || !launch.starts_with(char::is_whitespace) {
        return Vec::new();
    }
    let has_kernel = launch.split_once('@').is_some_and(|(_, rest)| rest.contains(char::is_whitespace));
    if !has_kernel {
        return kernels.iter().map(|kernel| symbol(launch, kernel)).collect();
    }
    let words: Vec<&str> = launch.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let last = SEGMENTS.iter().rposition(|(keyword, ..)| words.contains(keyword));
    let mut next: Vec<_> = SEGMENTS.iter().skip(last.map_or(0, |last| last + 1)).collect();
    // Nothing comes before what must be there.
    next.truncate(next.iter().position(|segment| segment.3).map_or(next.len(), |must| must + 1));
    let item = |(keyword, text, meaning, _): &(&str, &str, &str, bool)| json!({"label": keyword, "insertText": text, "detail": meaning, "kind": KEYWORD});
    next.into_iter().map(item).collect()
}

/// A kernel. What has been typed of its symbol is not inserted again: editors differ in whether `@` is part of a word.
fn symbol(launch: &str, kernel: &Kernel) -> Value {
    let typed = launch.rfind('@').map_or("", |at| &launch[at..]);
    let whole = kernel.symbol.as_str();
    let rest = if typed == "@" { whole.trim_start_matches('@') } else { whole };
    json!({"label": whole, "insertText": rest, "filterText": rest, "detail": "a kernel of this document", "kind": FUNCTION})
}

#[cfg(test)]
mod tests {
    use super::items;
    use crate::analysis::Kernel;

    fn labels(before: &str) -> Vec<String> {
        let kernel = Kernel { symbol: "@m::@k".to_owned(), line: 0, contract: String::new() };
        let label = |item: &serde_json::Value| item["label"].as_str().unwrap_or_default().to_owned();
        items(before, &[kernel]).iter().map(label).collect()
    }

    #[test]
    fn a_launch_is_completed_in_the_order_of_its_segments() {
        assert_eq!(labels("nv_tileaa.launch_func "), ["@m::@k"]);
        assert_eq!(labels("nv_tileaa.launch_func @"), ["@m::@k"]);
        assert_eq!(labels("  nv_tileaa.launch_func @m::@k "), ["clusters", "blocks"]);
        let after_blocks = labels("nv_tileaa.launch_func @m::@k\n  blocks in (%a, %a, %a) thr");
        assert_eq!(after_blocks, ["threads"]);
        let after_threads = labels("nv_tileaa.launch_func @m::@k blocks in (%a, %a, %a) threads in (%a, %a, %a) ");
        assert_eq!(after_threads, ["dynamic_shared_memory_size", "args"]);
        assert_eq!(labels("nv_tileaa.launch_func @m::@k blocks in (%a, "), [""; 0]);
        assert_eq!(labels("nv_tileaa.launch_func"), [""; 0]);
        assert_eq!(labels("nv_tileaa.launch_func @m::@k blocks in (%a, %a, %a)\n %0 = f"), [""; 0]);
        assert_eq!(labels("gpu.launch_func "), [""; 0]);
    }
}
