//! What is added to an answer of upstream's server.

use serde_json::{Value, json};

use crate::Tool;
use crate::completion;
use crate::document::Document;
use crate::text::{Position, Range};

/// A request that upstream's server has not answered yet.
pub struct Pending {
    /// Its id.
    pub id: Value,
    /// What it asks for.
    pub question: Question,
}

/// What a request asks for.
pub enum Question {
    /// The capabilities of the server.
    Initialize,
    /// Something about a position.
    Hover(String, Position),
    /// What can come at a position.
    Completion(String, Position),
    /// What can be done in a range.
    Actions(String, Range),
    /// Something that nothing is added to.
    Other,
}

impl Question {
    /// What a request asks for.
    pub fn read(method: &str, params: &Value) -> Self {
        let uri = || params["textDocument"]["uri"].as_str().map(str::to_owned);
        let position = || serde_json::from_value(params["position"].clone()).ok();
        let range = || serde_json::from_value(params["range"].clone()).ok();
        let read = match method {
            "initialize" => Some(Self::Initialize),
            "textDocument/hover" => uri().zip(position()).map(|(uri, at)| Self::Hover(uri, at)),
            "textDocument/completion" => uri().zip(position()).map(|(uri, at)| Self::Completion(uri, at)),
            "textDocument/codeAction" => uri().zip(range()).map(|(uri, range)| Self::Actions(uri, range)),
            _ => None,
        };
        read.unwrap_or(Self::Other)
    }

    /// The document that it is about.
    pub fn uri(&self) -> Option<&str> {
        match self {
            Self::Hover(uri, _) | Self::Completion(uri, _) | Self::Actions(uri, _) => Some(uri),
            Self::Initialize | Self::Other => None,
        }
    }

    /// Adds to the result. Returns whether something was added.
    pub fn add(&self, result: &mut Value, document: Option<&Document>, tool: &Tool, rules: Option<&str>) -> bool {
        match (self, document) {
            (Self::Initialize, _) => {
                result["serverInfo"] = json!({"name": tool.name, "version": tool.version});
                if let Some(list) = result["capabilities"]["completionProvider"]["triggerCharacters"].as_array_mut() {
                    list.push(json!("@"));
                }
                true
            }
            (Self::Hover(_, position), Some(document)) => {
                let Some(contract) = document.contract(*position) else { return false };
                let below = result["contents"]["value"].as_str().map(|below| format!("\n---\n{below}"));
                let value = format!("{contract}{}", below.unwrap_or_default());
                if !result.is_object() {
                    *result = json!({});
                }
                result["contents"] = json!({"kind": "markdown", "value": value});
                true
            }
            (Self::Completion(_, position), Some(document)) => {
                let items = completion::items(document.before(*position), &document.kernels);
                if items.is_empty() {
                    return false;
                }
                if !result.is_object() {
                    *result =
                        json!({"isIncomplete": false, "items": result.take().as_array().cloned().unwrap_or_default()});
                }
                let Some(list) = result["items"].as_array_mut() else { return false };
                // Upstream's server knows some of the keywords, too, without what comes after them.
                list.retain(|item| items.iter().all(|own| own["label"] != item["label"]));
                list.extend(items);
                true
            }
            (Self::Actions(uri, range), Some(document)) => {
                let mut actions = document.actions(uri, *range, rules).peekable();
                if actions.peek().is_none() {
                    return false;
                }
                if !result.is_array() {
                    *result = json!([]);
                }
                result.as_array_mut().map(|list| list.extend(actions)).is_some()
            }
            _ => false,
        }
    }
}
