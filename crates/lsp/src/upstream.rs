//! Upstream's server as a child process: this program, started again.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::mpsc::{self, Sender};

use serde_json::{Value, json};
use tileiras_process::service::Service;

use crate::UPSTREAM;
use crate::event::Event;
use crate::transport::{self, Item, Style};

/// The start of the ids of requests that the client has not made.
const OWN: &str = "tileiras:";

/// The id of the request that starts the protocol again after a restart.
const RESTART: &str = "tileiras:restart";

/// Whose answer a message is.
pub enum Answer {
    /// The client has to get it.
    Client,
    /// The server has handled what was sent for that document, before this question of ours.
    Handled(Option<String>),
    /// The server has dropped the question that it answers.
    Dropped,
}

/// The child process.
pub struct Upstream {
    program: PathBuf,
    name: &'static str,
    arguments: Vec<OsString>,
    /// How often it was started. Messages of an earlier process are not read.
    pub generation: u64,
    service: Service,
    /// Messages to it. Without a sender, its standard input is closed.
    messages: Option<Sender<Vec<u8>>>,
    events: Sender<Event>,
    /// The questions that show that a document was handled.
    questions: HashMap<String, Option<String>>,
    /// How many there were.
    asked: u64,
    /// Whether it has answered anything.
    pub has_answered: bool,
}

impl Upstream {
    /// Starts it with the arguments of its command line. The program may be several tools, which its name tells apart.
    pub fn start(
        program: PathBuf,
        name: &'static str,
        arguments: &[OsString],
        events: Sender<Event>,
    ) -> io::Result<Self> {
        let arguments: Vec<OsString> = [UPSTREAM.into()].into_iter().chain(arguments.iter().cloned()).collect();
        let (service, messages) = spawn((&program, name), &arguments, 0, &events)?;
        let messages = Some(messages);
        let questions = HashMap::new();
        Ok(Self {
            program,
            name,
            arguments,
            generation: 0,
            service,
            messages,
            events,
            questions,
            asked: 0,
            has_answered: false,
        })
    }

    /// Ends it, starts it again and begins the protocol.
    pub fn restart(&mut self, initialize: &Value) -> io::Result<()> {
        self.generation += 1;
        let (service, messages) = spawn((&self.program, self.name), &self.arguments, self.generation, &self.events)?;
        (self.service, self.messages) = (service, Some(messages));
        self.questions.clear();
        self.has_answered = false;
        self.send_value(&json!({"jsonrpc": "2.0", "id": RESTART, "method": "initialize", "params": initialize}));
        self.send_value(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
        Ok(())
    }

    /// Sends a message.
    pub fn send(&self, message: Vec<u8>) {
        // It has ended if this fails, and an event says so.
        let _ = self.messages.as_ref().map(|messages| messages.send(message));
    }

    /// Sends a message.
    pub fn send_value(&self, message: &Value) {
        self.send(message.to_string().into_bytes());
    }

    /// Sends a message about a document, and a question. The answer shows that the message was handled, also when the
    /// server has nothing to say about the document. It has no method of that name, and says so at once.
    pub fn send_about(&mut self, uri: Option<&str>, message: Vec<u8>) {
        self.send(message);
        self.asked += 1;
        let id = format!("{OWN}{}", self.asked);
        self.send_value(&json!({"jsonrpc": "2.0", "id": id, "method": "tileiras/handled", "params": null}));
        self.questions.insert(id, uri.map(str::to_owned));
    }

    /// Whose answer it is that has this id.
    pub fn answer(&mut self, id: &Value) -> Answer {
        self.has_answered = true;
        match id.as_str() {
            Some(id) if id.starts_with(OWN) => self.questions.remove(id).map_or(Answer::Dropped, Answer::Handled),
            _ => Answer::Client,
        }
    }

    /// Whether it has handled everything that was sent about documents.
    pub fn has_handled_all(&self) -> bool {
        self.questions.is_empty()
    }

    /// Closes its standard input.
    pub fn close(&mut self) {
        self.messages = None;
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.service.wait()
    }
}

/// Starts the process, and a thread each for its input and its output.
fn spawn(
    (program, name): (&Path, &str),
    arguments: &[OsString],
    generation: u64,
    events: &Sender<Event>,
) -> io::Result<(Service, Sender<Vec<u8>>)> {
    let (service, mut stdin, stdout) = Service::start(program, name, arguments)?;
    let (messages, to_write) = mpsc::channel::<Vec<u8>>();
    std::thread::Builder::new().spawn(move || {
        for message in to_write {
            if transport::write(&mut stdin, &message).is_err() {
                break;
            }
        }
    })?;
    let events = events.clone();
    std::thread::Builder::new().spawn(move || {
        let mut stdout = BufReader::new(stdout);
        while let Ok(Some(item)) = transport::read(&mut stdout, Style::Standard) {
            let event = match item {
                Item::Message(message) => Event::Upstream(generation, message),
                Item::Text(text) => Event::UpstreamText(generation, text),
            };
            if events.send(event).is_err() {
                return;
            }
        }
        let _ = events.send(Event::UpstreamEnd(generation));
    })?;
    Ok((service, messages))
}
