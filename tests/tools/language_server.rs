//! The language server with a client that speaks the protocol: findings, their fixes, contracts, and what it survives.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::harness::sample;

/// How long an answer may take on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(120);

/// The document of most tests.
const URI: &str = "file:///kernels.mlir";

/// A client with a server of its own.
struct Client {
    server: Child,
    /// `None` after it was closed.
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    requests: u64,
    versions: u64,
    /// The document.
    uri: String,
}

impl Client {
    fn start() -> Self {
        Self::start_with(&[])
    }

    /// With variables of the environment.
    fn start_with(variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(crate::common::LSP);
        command.envs(variables.iter().copied());
        let mut server =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                let _ = sender.send(message);
            }
        });
        let stdin = server.stdin.take();
        let mut client = Self { server, stdin, messages, requests: 0, versions: 0, uri: URI.to_owned() };
        let result = client.request("initialize", json!({"processId": null, "rootUri": null, "capabilities": {}}));
        assert_eq!(result["serverInfo"], json!({"name": "tileiras-lsp-server", "version": env!("CARGO_PKG_VERSION")}));
        client.notify("initialized", json!({}));
        client
    }

    fn write(&mut self, body: &[u8]) {
        let stdin = self.stdin.as_mut().expect("open");
        write!(stdin, "Content-Length: {}\r\n\r\n", body.len()).and_then(|()| stdin.write_all(body)).expect("it reads");
        stdin.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.write(json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string().as_bytes());
    }

    /// Sends a request. Returns its answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = json!(self.requests);
        self.write(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string().as_bytes());
        self.wait(|message| message["id"] == id)
    }

    /// Sends a request that succeeds. Returns the result.
    fn request(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].take()
    }

    /// A request about a document.
    fn at(&mut self, method: &str, (line, character): (u32, u32)) -> Value {
        let params = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
        self.request(&format!("textDocument/{method}"), params)
    }

    /// The next message of a kind.
    fn wait(&self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("a message");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    fn open(&mut self, text: &str) -> Vec<Value> {
        self.versions += 1;
        let document = json!({"uri": self.uri, "languageId": "mlir", "version": self.versions, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.diagnostics()
    }

    fn change(&mut self, text: &str) -> Vec<Value> {
        self.send_change(text);
        self.diagnostics()
    }

    fn send_change(&mut self, text: &str) {
        self.versions += 1;
        let document = json!({"uri": self.uri, "version": self.versions});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{"text": text}]}));
    }

    fn close(&mut self) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": self.uri}}));
        assert_eq!(self.diagnostics(), [Value::Null; 0]);
    }

    /// The diagnostics of the last version.
    fn diagnostics(&self) -> Vec<Value> {
        let version = json!(self.versions);
        let is_wanted = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        };
        self.wait(is_wanted)["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// The processes that the server has started, with the first word of each command line after its name.
    fn children(&self) -> Vec<(u32, String)> {
        let server = self.server.id();
        let list = std::fs::read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap_or_default();
        let children = list.split_whitespace().filter_map(|id| id.parse().ok());
        let argument = |id: u32| {
            let words = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let word = words.split(|byte| *byte == 0).nth(1).unwrap_or_default();
            (id, String::from_utf8_lossy(word).into_owned())
        };
        children.map(argument).collect()
    }

    /// The process that is upstream's server.
    fn upstream(&self) -> u32 {
        let children = self.children();
        let found = children.iter().find(|(_, argument)| argument == "--upstream-server");
        found.unwrap_or_else(|| panic!("no child is upstream's server: {children:?}")).0
    }

    /// Ends the connection. Returns the exit code.
    fn end(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.stdin = None;
        self.server.wait().expect("it ends").code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Reads a message; `None` at the end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some((_, value)) => length = value.parse().expect("a length"),
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}

fn rules(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic["code"].as_str().unwrap_or("no rule")).collect()
}

/// The offset of a position in a text that is ASCII.
fn offset(text: &str, position: &Value) -> usize {
    let lines = text.split_inclusive('\n').take(position["line"].as_u64().unwrap() as usize);
    lines.map(str::len).sum::<usize>() + position["character"].as_u64().unwrap() as usize
}

/// What a range covers.
fn covered<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// A module for sm_90a with a kernel of these attributes.
fn module(attributes: &str) -> String {
    format!(
        "gpu.module @m [#nvvm.target<chip = \"sm_90a\">] {{\n  llvm.func @k() attributes {{nvvm.kernel, {attributes}}} {{\n    \
         llvm.return\n  }}\n}}\n"
    )
}

#[test]
fn findings_come_with_rule_place_and_fix() {
    let mut client = Client::start();
    assert_eq!(client.open(&module("nvvm.reqntid = array<i32: 128, 1, 1>")), [Value::Null; 0]);
    for (attributes, rule, place, title) in [
        (
            "nvvm.minnctapersm = 2 : i32",
            "unknown-launch-attribute",
            "nvvm.minnctapersm",
            "rename 'nvvm.minnctapersm' to 'nvvm.minctasm'",
        ),
        (
            "nvvm.reqntid = array<i32: 128, 0>",
            "positive-value",
            "nvvm.reqntid = array<i32: 128, 0>",
            "write 'nvvm.reqntid = array<i32: 128, 1, 1>'",
        ),
        (
            "nvvm.maxntid = array<i32: 256>, nvvm.reqntid = array<i32: 128>",
            "maxntid-reqntid-conflict",
            "nvvm.maxntid = array<i32: 256>",
            "remove 'nvvm.maxntid'",
        ),
        (
            "known_block_size = array<i32: 64, 2, 1>",
            "known-size-ignored",
            "llvm.func",
            "add 'nvvm.reqntid = array<i32: 64, 2, 1>'",
        ),
    ] {
        let text = format!("// \u{1f600}\n{}", module(attributes));
        let ascii = text.replace('\u{1f600}', "??");
        let found = client.change(&text);
        let first = found.iter().find(|diagnostic| diagnostic["code"] == rule).unwrap_or_else(|| panic!("{found:?}"));
        assert_eq!((first["source"].as_str(), covered(&ascii, &first["range"])), (Some("tileiras"), place));
        let page = first["codeDescription"]["href"].as_str().expect("a link");
        assert!(page.starts_with("file://") && page.ends_with(&format!("docs/RULES.md#{rule}")), "{page}");
        let params = json!({"textDocument": {"uri": URI}, "range": first["range"], "context": {"diagnostics": found}});
        let actions = client.request("textDocument/codeAction", params);
        let actions = actions.as_array().expect("a list");
        let action = actions.iter().find(|action| action["title"] == title).unwrap_or_else(|| panic!("{actions:?}"));
        assert_eq!(
            (&action["kind"], rules(action["diagnostics"].as_array().unwrap())),
            (&json!("quickfix"), vec![rule])
        );
        let edit = &action["edit"]["changes"][URI][0];
        let mut fixed = ascii.clone();
        let range = offset(&ascii, &edit["range"]["start"])..offset(&ascii, &edit["range"]["end"]);
        fixed.replace_range(range, edit["newText"].as_str().unwrap());
        let left = client.change(&fixed);
        assert!(!rules(&left).contains(&rule), "{fixed}\n{left:?}");
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn errors_of_mlir_stay_and_findings_of_other_parts_join_them() {
    let mut client = Client::start();
    let good = module("nvvm.maxnreg = 16 : i32");
    let found = client.open(&format!("{good}// -----\nfunc.func @f( {{\n"));
    // The errors of MLIR do not wait for the findings.
    let found = if found.len() == 1 { client.diagnostics() } else { found };
    assert_eq!(rules(&found), ["no rule", "maxnreg-range"]);
    let found = client.change(&format!("// -----\n\n{good}"));
    assert_eq!((rules(&found), &found[0]["range"]["start"]["line"]), (vec!["maxnreg-range"], &json!(3)));
    // The place is that in the document, not the one that `loc` names. A launch has a note at its kernel.
    let launch = "gpu.module @m { gpu.func @k() kernel attributes {nvvm.reqntid = array<i32: 8, 1, 1>} { gpu.return } }\n\
                  func.func @f() {\n  %c = arith.constant 4 : index\n  \
                  nv_tileaa.launch_func @m::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) loc(\"a.py\":77:1)\n  return\n}\n";
    let found = client.change(launch);
    assert_eq!(rules(&found), ["launch-block-mismatch"; 3]);
    assert_eq!(covered(launch, &found[0]["range"]), "nv_tileaa.launch_func");
    let note = &found[0]["relatedInformation"][0];
    assert_eq!((&note["message"], &note["location"]["uri"]), (&json!("the kernel is here"), &json!(URI)));
    assert_eq!(covered(launch, &note["location"]["range"]), "gpu.func");
    client.close();
    assert_eq!(client.end(), Some(0));
}

#[test]
fn contracts_and_kernels_are_shown() {
    let mut client = Client::start();
    let kernel = module("nvvm.maxntid = array<i32: 288>, nvvm.minctasm = 2 : i32");
    let launch = "func.func @f(%i: index) {\n  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)\n  \
                  return\n}\n";
    client.open(&format!("{kernel}{launch}"));
    for position in [(1, 14), (1, 3), (6, 26)] {
        let hover = client.at("hover", position);
        let text = hover["contents"]["value"].as_str().expect("a text");
        assert!(text.starts_with("kernel `@m::@k`\n\n| launch fact | value |\n"), "{text}");
        assert!(text.contains("\n| `nvvm.maxntid` | 288, 1, 1 |\n| `nvvm.minctasm` | 2 |\n"), "{text}");
        assert!(text.contains("On sm_90a, a thread has at most 96 registers, from `nvvm.minctasm`."), "{text}");
        assert!(text.contains("\n| 96 | 2 | registers |\n"), "{text}");
    }
    // Upstream's text is below.
    let text = client.at("hover", (1, 14));
    assert!(text["contents"]["value"].as_str().unwrap().contains("\n---\n\"llvm.func\" : public @k"), "{text}");
    let other = client.at("hover", (5, 16));
    assert!(!other.to_string().contains("launch fact"), "{other}");

    for (line, expected) in [
        ("  nv_tileaa.launch_func ", &["@m::@k"][..]),
        ("  nv_tileaa.launch_func @m::@k ", &["clusters", "blocks"]),
        ("  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) ", &["threads"]),
    ] {
        client.change(&format!("{kernel}func.func @f(%i: index) {{\n{line}\n}}\n"));
        let list = client.at("completion", (6, line.len() as u32));
        let labels: Vec<&str> =
            list["items"].as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect();
        assert!(labels.ends_with(expected), "{line}: {labels:?}");
        assert!(expected.iter().all(|label| labels.iter().filter(|other| *other == label).count() == 1), "{labels:?}");
    }
    // Upstream's completion goes on.
    let line = "  nv_tileaa.";
    client.change(&format!("{kernel}func.func @f(%i: index) {{\n{line}\n}}\n"));
    let list = client.at("completion", (6, line.len() as u32));
    assert!(list.to_string().contains("launch_func"), "{list}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_project_file_decides_on_chips_and_severities() {
    let folder = Folder::new();
    folder.file("tileiras.toml", "chips = [\"sm_80\", \"sm_90a\"]\n\n[rules]\nmaxnreg-range = \"error\"\n");
    let uri = format!("file://{}/a%2Db.mlir", folder.path().display());
    let mut client = Client::start();
    client.uri = uri;
    let text = "llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 16 : i32, nvvm.maxclusterrank = 8 : i32}\n";
    let found = client.open(text);
    assert_eq!(rules(&found), ["maxnreg-range", "cluster-suppressed"], "{found:?}");
    assert_eq!((&found[0]["severity"], &found[1]["severity"]), (&json!(1), &json!(2)));
    folder.file("tileiras.toml", "chips = 7\n");
    let found = client.change(&format!("{text}\n"));
    let message = found[0]["message"].as_str().unwrap();
    assert!(
        message.starts_with("the project file is not used: ") && message.contains("tileiras.toml:1: "),
        "{message}"
    );
    assert_eq!(rules(&found), ["no rule", "maxnreg-range"], "{found:?}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn only_the_last_of_fast_edits_is_reported() {
    let mut client = Client::start();
    client.open(&module("a"));
    for registers in 1..40 {
        client.send_change(&module(&format!("nvvm.maxnreg = {} : i32", registers % 24)));
    }
    let found = client.change(&module("nvvm.maxnreg = 300 : i32"));
    assert_eq!(rules(&found), ["maxnreg-range"]);
    assert!(found[0]["message"].as_str().unwrap().contains("got 300"), "{found:?}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn bad_messages_do_not_end_the_server() {
    let mut client = Client::start();
    for body in [
        "",
        "{",
        "null",
        "[]",
        "17",
        "{}",
        "\"x\"",
        "{\"jsonrpc\":\"2.0\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":[],\"result\":1}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":5}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"x y\",\"text\":\"\"}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"file:///no\"}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didClose\",\"params\":{\"textDocument\":{\"uri\":\"file:///no\"}}}",
    ] {
        client.write(body.as_bytes());
    }
    let stdin = client.stdin.as_mut().unwrap();
    stdin.write_all(b"no header\r\n\r\nContent-Length: many\r\n\r\nContent-Type: x\r\n").unwrap();
    let error = client.ask("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": "here"}));
    assert!(error["error"]["code"].is_number(), "{error}");
    let error = client.ask("no/method", Value::Null);
    assert_eq!(error["error"]["code"], -32601, "{error}");
    let found = client.open(&module("nvvm.maxnreg = 16 : i32"));
    assert_eq!(rules(&found), ["maxnreg-range"]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_crash_of_upstreams_server_is_survived() {
    let mut client = Client::start();
    let text = module("nvvm.maxnreg = 16 : i32");
    client.open(&text);
    for _ in 0..3 {
        let before = client.upstream();
        assert!(Command::new("kill").args(["-KILL", &before.to_string()]).status().unwrap().success());
        // The new process has the document.
        let begin = Instant::now();
        while !client.at_or_error("hover", (1, 14)).to_string().contains("Generic Form") {
            assert!(begin.elapsed() < PATIENCE, "the server comes back");
        }
        assert_ne!(client.upstream(), before);
    }
    let found = client.change(&module("nvvm.maxnreg = 300 : i32"));
    assert_eq!(rules(&found), ["maxnreg-range"]);
    assert_eq!(client.end(), Some(0));
}

impl Client {
    fn at_or_error(&mut self, method: &str, (line, character): (u32, u32)) -> Value {
        let params = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
        self.ask(&format!("textDocument/{method}"), params)
    }

    /// The memory of the server and its children that is not of files, in KiB.
    fn memory(&self) -> u64 {
        let of = |id: u32| {
            let list = std::fs::read_to_string(format!("/proc/{id}/smaps_rollup")).unwrap_or_default();
            let number = |line: &str| line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
            list.lines().filter(|line| line.starts_with("Anonymous:")).filter_map(number).sum::<u64>()
        };
        of(self.server.id()) + self.children().iter().map(|(id, _)| of(*id)).sum::<u64>()
    }

    /// The lowest memory within the time that the server has to give it back.
    fn settled(&self) -> u64 {
        let begin = Instant::now();
        let mut lowest = u64::MAX;
        while begin.elapsed() < Duration::from_secs(4) {
            lowest = lowest.min(self.memory());
            // A busy server reports late that a closed document has no diagnostics.
            match self.messages.recv_timeout(Duration::from_millis(200)) {
                Ok(message) => assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}"),
                Err(what) => assert_eq!(what, RecvTimeoutError::Timeout),
            }
        }
        lowest
    }
}

/// The KiB that jemalloc may keep although they are free: it wakes its background thread for 1,024 pages.
const KEPT: u64 = 4096;

#[test]
fn closed_documents_give_their_memory_back() {
    let mut client = Client::start();
    let start = client.settled();
    let kernels: String = (0..1000)
        .map(|number| format!("llvm.func @k{number}() attributes {{nvvm.kernel}} {{\n  llvm.return\n}}\n"))
        .collect();
    // Each text is large enough that keeping a quarter of them is more than the allocator may keep.
    let comment = format!("// {}\n", "x".repeat(120)).repeat(8192);
    for edit in 0..sample(25, 100) {
        client.open(&format!("// {edit}\n{kernels}{comment}"));
        if edit % 2 == 0 {
            client.send_change(&format!("// {edit} changed\n{kernels}{comment}"));
        }
        client.close();
    }
    let begin = Instant::now();
    while client.settled() > start + KEPT {
        let left = client.children();
        let memory = client.memory();
        assert!(begin.elapsed() < PATIENCE, "{start} KiB at the start, {memory} KiB in the end, processes {left:?}");
    }
    // Not one process is left of the analyses.
    assert_eq!(client.children().len(), 1, "{:?}", client.children());
    assert_eq!(client.end(), Some(0));
}

#[test]
fn an_analysis_has_the_memory_that_the_environment_states() {
    let mut client = Client::start_with(&[("TILEIRAS_MEMORY_LIMIT", "1"), ("RUST_BACKTRACE", "0")]); // Rust aborts.
    let found = client.open(&module("nvvm.maxnreg = 300 : i32"));
    let text = "the rules were not checked: the step 'import' needs more than 1 MiB of memory; \
                TILEIRAS_MEMORY_LIMIT raises the limit";
    assert!(found.iter().any(|finding| finding["message"] == text), "{found:?}");
    assert_eq!(client.end(), Some(0));
    let mut client = Client::start_with(&[("TILEIRAS_MEMORY_LIMIT", "0")]);
    assert_eq!(rules(&client.open(&module("nvvm.maxnreg = 300 : i32"))), ["maxnreg-range"]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_end_of_the_connection_ends_all_processes() {
    let mut client = Client::start();
    client.open(&module("a"));
    let upstream = client.upstream();
    client.stdin = None;
    assert_eq!(client.server.wait().expect("it ends").code(), Some(1), "without shutdown, as upstream's server");
    let begin = Instant::now();
    while std::path::Path::new(&format!("/proc/{upstream}")).exists() {
        assert!(begin.elapsed() < PATIENCE, "the child ends");
        std::thread::sleep(Duration::from_millis(10));
    }
}
