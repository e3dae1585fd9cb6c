//! The server: one thread that receives messages of the client and of upstream's server, and results of the analysis.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::os::fd::AsFd as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::Tool;
use crate::analysis::{Analysis, analyse};
use crate::answer::{Pending, Question};
use crate::document::Document;
use crate::event::Event;
use crate::options::Options;
use crate::pages;
use crate::transport::{self, Item, Style};
use crate::upstream::{Answer, Upstream};

/// The time without an edit after which a text is analysed.
const EDIT_DEBOUNCE: Duration = Duration::from_millis(150);

/// The time without a message of the client after which upstream's server may be restarted.
const IDLE_BEFORE_RESTART: Duration = Duration::from_secs(1);

/// How long upstream's server may take to exit after `exit`, or after the client has closed the stream.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often in sequence upstream's server may end before it has answered anything.
const STARTS: u32 = 3;

/// A text to analyse: the document, the edit, the text.
type Job = (String, u64, Arc<str>);

/// Runs the server until the client or upstream's server ends it.
pub fn run(tool: &Tool, options: Options) -> ExitCode {
    serve(tool, options).unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "{}: error: {error}", tool.name);
        ExitCode::FAILURE
    })
}

fn serve(tool: &Tool, options: Options) -> io::Result<ExitCode> {
    let program = program()?;
    let rules = pages::rules(&std::env::current_exe()?);
    // A worker must not have a part of a message in a buffer.
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let (sender, events) = mpsc::channel();
    let upstream = Upstream::start(program, tool.name, &options.upstream, sender.clone())?;
    let (permits, wait) = mpsc::channel();
    let (style, to_main) = (options.style, sender.clone());
    std::thread::Builder::new().spawn(move || read_client(style, &to_main, &wait))?;
    let (jobs, to_do) = mpsc::channel();
    let dialects = tool.dialects;
    // Workers end with the thread that has forked them, so it is one thread for all.
    std::thread::Builder::new().spawn(move || analyse_all(&to_do, &sender, dialects))?;
    let server = Server {
        tool,
        options,
        rules,
        output,
        upstream,
        permits,
        jobs,
        documents: BTreeMap::new(),
        pending: FxHashMap::default(),
        initialize: None,
        edits: 0,
        analysed: None,
        closed_bytes: None,
        idle_since: Instant::now(),
        failed_starts: 0,
        is_reader_waiting: false,
        is_shut_down: false,
        ends_at: None,
    };
    server.run(&events)
}

/// The file of this program, also after it was replaced.
fn program() -> io::Result<PathBuf> {
    let link = PathBuf::from("/proc/self/exe");
    if link.exists() { Ok(link) } else { std::env::current_exe() }
}

fn read_client(style: Style, events: &Sender<Event>, wait: &Receiver<()>) {
    let mut input = BufReader::new(io::stdin());
    while let Ok(Some(item)) = transport::read(&mut input, style) {
        let Item::Message(message) = item else { continue };
        if events.send(Event::Client(message)).is_err() || (style == Style::Delimited && wait.recv().is_err()) {
            return;
        }
    }
    let _ = events.send(Event::ClientEnd);
}

fn analyse_all(jobs: &Receiver<Job>, events: &Sender<Event>, dialects: fn() -> melior::dialect::DialectRegistry) {
    for (uri, edit, text) in jobs {
        let path = pages::path(&uri);
        let analysis = analyse(path.as_deref(), &text, dialects).unwrap_or_else(|fault| Analysis::failed(&fault));
        drop(text);
        if events.send(Event::Analysed(uri, edit, analysis)).is_err() {
            return;
        }
    }
}

struct Server<'t> {
    tool: &'t Tool,
    options: Options,
    /// The page of the rules.
    rules: Option<String>,
    output: File,
    upstream: Upstream,
    /// Lets the reader of delimited messages read the next one.
    permits: Sender<()>,
    jobs: Sender<Job>,
    documents: BTreeMap<String, Document>,
    /// The requests without an answer, by their ids.
    pending: FxHashMap<String, Pending>,
    /// The parameters of the request `initialize`.
    initialize: Option<Value>,
    /// The number of texts of all documents so far.
    edits: u64,
    /// The document that is being analysed.
    analysed: Option<String>,
    /// The size of the documents that were closed since upstream's server was started; `None` if the client has opened
    /// none since then.
    closed_bytes: Option<usize>,
    /// When the client last sent something.
    idle_since: Instant,
    failed_starts: u32,
    /// Whether the reader of delimited messages waits.
    is_reader_waiting: bool,
    is_shut_down: bool,
    /// When upstream's server must have ended, after the client has ended the connection.
    ends_at: Option<Instant>,
}

impl Server<'_> {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<ExitCode> {
        loop {
            let event = match self.next_deadline() {
                Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Client(message)) => self.client(message),
                Ok(Event::ClientEnd) => {
                    self.upstream.close();
                    self.ends_at.get_or_insert(Instant::now() + EXIT_TIMEOUT);
                }
                Ok(Event::Upstream(generation, message)) if generation == self.upstream.generation => {
                    self.upstream(message)?;
                }
                Ok(Event::UpstreamText(generation, text)) if generation == self.upstream.generation => {
                    self.output.write_all(&text)?;
                }
                Ok(Event::UpstreamEnd(generation)) if generation == self.upstream.generation => {
                    if let Some(code) = self.upstream_ended()? {
                        return Ok(code);
                    }
                }
                Ok(Event::Analysed(uri, edit, analysis)) => {
                    self.analysed = None;
                    if let Some(document) = self.documents.get_mut(&uri) {
                        document.analysed(edit, analysis);
                    }
                    self.publish(&uri)?;
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(self.code()),
            }
            if self.ends_at.is_some_and(|end| Instant::now() >= end) {
                return Ok(self.code());
            }
            self.act_in_time()?;
        }
    }

    /// The exit code that the protocol demands.
    fn code(&self) -> ExitCode {
        if self.is_shut_down { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// When something has to be done without an event.
    fn next_deadline(&self) -> Option<Instant> {
        let due = self.documents.values().filter(|_| self.analysed.is_none()).filter_map(|document| document.due);
        let now = Instant::now();
        let waiting = self.documents.values().filter(|document| !document.is_settled() && document.awaited == 0);
        let waiting = waiting.map(|document| document.waits_until).filter(|until| *until > now);
        let rest = self.is_restart_useful().then_some(self.idle_since + IDLE_BEFORE_RESTART);
        due.chain(waiting).chain(rest).chain(self.ends_at).min()
    }

    /// Does what has become due.
    fn act_in_time(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if self.analysed.is_none() {
            let next = self.documents.iter_mut().filter(|(_, document)| document.due.is_some_and(|due| due <= now));
            if let Some((uri, document)) = next.min_by_key(|(_, document)| document.due) {
                document.due = None;
                self.analysed = Some(uri.clone());
                // The thread ends with this one.
                let _ = self.jobs.send((uri.clone(), document.edit, Arc::clone(&document.text)));
            }
        }
        let late = |document: &Document| !document.is_settled() && document.waits_until <= now;
        let late: Vec<String> =
            self.documents.iter().filter(|(_, document)| late(document)).map(|(uri, _)| uri.clone()).collect();
        for uri in late {
            self.publish(&uri)?;
        }
        if self.is_restart_useful() && now >= self.idle_since + IDLE_BEFORE_RESTART {
            self.restart()?;
        }
        if self.is_reader_waiting && self.is_idle() {
            self.is_reader_waiting = false;
            let _ = self.permits.send(());
        }
        Ok(())
    }

    /// Whether every message was answered and every document is analysed.
    fn is_idle(&self) -> bool {
        let is_quiet = |document: &Document| document.due.is_none();
        self.has_answered_all() && self.analysed.is_none() && self.documents.values().all(is_quiet)
    }

    fn has_answered_all(&self) -> bool {
        self.pending.is_empty() && self.upstream.has_handled_all()
    }

    /// Whether a restart of upstream's server gives memory back: the closed documents are larger than the open ones,
    /// which the new server has to read.
    fn is_restart_useful(&self) -> bool {
        let open: usize = self.documents.values().map(|document| document.text.len()).sum();
        let is_useful = self.closed_bytes.is_some_and(|closed_bytes| closed_bytes > open);
        is_useful && self.has_answered_all() && self.ends_at.is_none() && self.options.style == Style::Standard
    }

    /// Starts upstream's server again, and opens the documents in it.
    fn restart(&mut self) -> io::Result<()> {
        self.closed_bytes = None;
        self.upstream.restart(self.initialize.as_ref().unwrap_or(&Value::Null))?;
        for (uri, document) in self.documents.iter_mut().filter(|(_, document)| !document.waits_for_edit) {
            document.awaited = 1;
            let message = opening(uri, document);
            self.upstream.send_about(Some(uri), message);
        }
        Ok(())
    }

    /// Upstream's server has ended. Returns the exit code if this process has to end, too.
    fn upstream_ended(&mut self) -> io::Result<Option<ExitCode>> {
        let status = self.upstream.wait()?;
        self.failed_starts = if self.upstream.has_answered { 0 } else { self.failed_starts + 1 };
        let never_started = self.initialize.is_none() && !self.upstream.has_answered;
        if self.ends_at.is_some() || never_started || self.failed_starts >= STARTS {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            return Ok(Some(code.map_or(ExitCode::FAILURE, ExitCode::from)));
        }
        let text = format!("MLIR's language server has crashed ({status})");
        for (_, Pending { id, .. }) in std::mem::take(&mut self.pending) {
            self.reply(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": text}}))?;
        }
        let mut suspects = Vec::new();
        for (uri, document) in self.documents.iter_mut().filter(|(_, document)| document.awaited > 0) {
            (document.awaited, document.waits_for_edit) = (0, true);
            let message = format!("{text} on this document; it will read the document again after your next edit");
            let start = json!({"line": 0, "character": 0});
            document.upstream = vec![
                json!({"range": {"start": start, "end": start}, "severity": 1, "source": "tileiras", "message": message}),
            ];
            suspects.push(uri.clone());
        }
        for uri in suspects {
            self.publish(&uri)?;
        }
        self.restart()?;
        Ok(None)
    }

    /// Handles a message of the client.
    fn client(&mut self, message: Vec<u8>) {
        self.idle_since = Instant::now();
        self.is_reader_waiting = self.options.style == Style::Delimited;
        let parsed = serde_json::from_slice::<Value>(&message).ok().filter(|parsed| parsed["jsonrpc"] == "2.0");
        let Some(mut parsed) = parsed else { return self.upstream.send(message) };
        let Some(method) = parsed["method"].as_str().map(str::to_owned) else { return self.upstream.send(message) };
        let (id, mut params) = (parsed["id"].take(), parsed["params"].take());
        if id.is_null() {
            return self.notification(&method, &mut params, message);
        }
        let question = Question::read(&method, &params);
        match &*method {
            "initialize" => self.initialize = Some(params),
            "shutdown" => self.is_shut_down = true,
            _ => {}
        }
        self.pending.insert(id.to_string(), Pending { id, question });
        self.upstream.send(message);
    }

    fn notification(&mut self, method: &str, params: &mut Value, message: Vec<u8>) {
        let uri = params["textDocument"]["uri"].as_str().map(str::to_owned);
        match (method, uri) {
            ("exit", _) => {
                self.ends_at = Some(Instant::now() + EXIT_TIMEOUT);
                self.upstream.send(message);
            }
            ("textDocument/didOpen", Some(uri)) => {
                let language = params["textDocument"]["languageId"].take();
                self.closed_bytes.get_or_insert(0);
                self.documents.insert(uri.clone(), Document::new(language));
                let text = params["textDocument"]["text"].take();
                self.change(uri, &text, params, message, Duration::ZERO);
            }
            ("textDocument/didChange", Some(uri)) => {
                // Upstream's server has asked for whole texts.
                let text = match params["contentChanges"].as_array_mut().map(Vec::as_mut_slice) {
                    Some([change]) if change["range"].is_null() => change["text"].take(),
                    _ => Value::Null,
                };
                self.change(uri, &text, params, message, EDIT_DEBOUNCE);
            }
            ("textDocument/didClose", Some(uri)) => {
                if let Some(document) = self.documents.remove(&uri) {
                    self.closed_bytes = self.closed_bytes.map(|closed_bytes| closed_bytes + document.text.len());
                }
                self.upstream.send_about(None, message);
            }
            _ => self.upstream.send(message),
        }
    }

    /// Gives a document another text.
    fn change(&mut self, uri: String, text: &Value, params: &mut Value, mut message: Vec<u8>, pause: Duration) {
        let (Some(document), Some(text)) = (self.documents.get_mut(&uri), text.as_str()) else {
            return self.upstream.send(message);
        };
        self.edits += 1;
        let pause = if self.options.style == Style::Delimited { Duration::ZERO } else { pause };
        document.change(self.edits, text, params["textDocument"]["version"].take(), pause);
        if std::mem::take(&mut document.waits_for_edit) {
            message = opening(&uri, document);
        }
        document.awaited += 1;
        self.upstream.send_about(Some(&uri), message);
    }

    /// Handles a message of upstream's server.
    fn upstream(&mut self, message: Vec<u8>) -> io::Result<()> {
        let Ok(mut parsed) = serde_json::from_slice::<Value>(&message) else {
            return transport::write(&mut self.output, &message);
        };
        if parsed["method"] == "textDocument/publishDiagnostics" {
            let document = parsed["params"]["uri"].as_str().and_then(|uri| self.documents.get_mut(uri));
            if let (Some(document), Value::Array(list)) = (document, parsed["params"]["diagnostics"].take()) {
                document.upstream = list;
                return Ok(());
            }
            // The document is closed.
            return transport::write(&mut self.output, &message);
        }
        if !parsed["method"].is_null() {
            return transport::write(&mut self.output, &message);
        }
        match self.upstream.answer(&parsed["id"]) {
            Answer::Dropped | Answer::Handled(None) => Ok(()),
            Answer::Handled(Some(uri)) => {
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.awaited = document.awaited.saturating_sub(1);
                }
                self.publish(&uri)
            }
            Answer::Client => {
                let pending = self.pending.remove(&parsed["id"].to_string());
                let question = pending.filter(|_| parsed["error"].is_null()).map(|pending| pending.question);
                let Some(question) = question else { return transport::write(&mut self.output, &message) };
                let document = question.uri().and_then(|uri| self.documents.get(uri));
                let mut result = parsed["result"].take();
                if question.add(&mut result, document, self.tool, self.rules.as_deref()) {
                    parsed["result"] = result;
                    self.reply(&parsed)
                } else {
                    transport::write(&mut self.output, &message)
                }
            }
        }
    }

    /// Publishes the diagnostics of a document, if there are any that the client does not have.
    fn publish(&mut self, uri: &str) -> io::Result<()> {
        let publication =
            self.documents.get_mut(uri).and_then(|document| document.publication(uri, self.rules.as_deref()));
        let method = "textDocument/publishDiagnostics";
        publication.map_or(Ok(()), |params| self.reply(&json!({"jsonrpc": "2.0", "method": method, "params": params})))
    }

    /// Sends a message to the client. Its members are sorted, as in the messages of upstream's server.
    fn reply(&mut self, message: &Value) -> io::Result<()> {
        let mut message = message.clone();
        message.sort_all_objects();
        let text = if self.options.is_pretty { format!("{message:#}") } else { message.to_string() };
        transport::write(&mut self.output, text.as_bytes())
    }
}

/// The message that opens a document.
fn opening(uri: &str, document: &Document) -> Vec<u8> {
    let Document { language, version, text, .. } = document;
    let document = json!({"uri": uri, "languageId": language, "version": version, "text": &**text});
    json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}})
        .to_string()
        .into_bytes()
}
