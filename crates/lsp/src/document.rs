//! One open document: its text, what upstream's server and the rules say about it, and what the client knows of that.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::analysis::{Analysis, Finding, Kernel};
use crate::text::{Position, Range, Text};

/// How long upstream's diagnostics are held back for the findings of the rules.
const FINDINGS_TIMEOUT: Duration = Duration::from_secs(1);

/// An open document.
pub struct Document {
    /// Its text.
    pub text: Arc<str>,
    /// The language that the client gave it.
    pub language: Value,
    /// The version that the client gave it.
    pub version: Value,
    /// The number of the edit that made this text. No other text has it.
    pub edit: u64,
    /// How many answers of upstream's server about it are missing.
    pub awaited: usize,
    /// Whether upstream's server crashed on this text. It gets the document again after the next edit.
    pub waits_for_edit: bool,
    /// The diagnostics of upstream's server.
    pub upstream: Vec<Value>,
    /// When the text is to be analysed.
    pub due: Option<Instant>,
    /// Until when upstream's diagnostics wait for the findings.
    pub waits_until: Instant,
    /// The findings of the last analysis, and the edit that they are of.
    findings: (u64, Vec<Finding>),
    /// The kernels of the last text that MLIR could read.
    pub kernels: Vec<Kernel>,
    /// The edit of which diagnostics were published, and whether with findings.
    published: Option<(u64, bool)>,
}

impl Document {
    /// A document that was opened. Upstream's server has not got it yet.
    pub fn new(language: Value) -> Self {
        Self {
            text: Arc::from(""),
            language,
            version: Value::Null,
            edit: 0,
            awaited: 0,
            waits_for_edit: false,
            upstream: Vec::new(),
            due: None,
            waits_until: Instant::now(),
            findings: (0, Vec::new()),
            kernels: Vec::new(),
            published: None,
        }
    }

    /// Gives it another text, to be analysed after `pause`.
    pub fn change(&mut self, edit: u64, text: &str, version: Value, pause: Duration) {
        let now = Instant::now();
        (self.text, self.version, self.edit) = (Arc::from(text), version, edit);
        (self.due, self.waits_until) = (Some(now + pause), now + pause + FINDINGS_TIMEOUT);
    }

    /// Takes the result of the analysis of an edit.
    pub fn analysed(&mut self, edit: u64, analysis: Analysis) {
        if edit != self.edit {
            return;
        }
        self.findings = (edit, analysis.findings);
        if analysis.is_complete || self.kernels.is_empty() {
            self.kernels = analysis.kernels;
        }
    }

    /// The findings in this text; `None` if they are not known yet.
    fn findings(&self) -> Option<&[Finding]> {
        (self.findings.0 == self.edit).then_some(&*self.findings.1)
    }

    /// Whether something has to be published.
    pub fn is_settled(&self) -> bool {
        let is_checked = self.findings().is_some();
        match self.published {
            Some((edit, _)) if edit != self.edit => false,
            // Nothing is to be added.
            Some((_, had_findings)) => had_findings || (is_checked && self.findings.1.is_empty()),
            None => false,
        }
    }

    /// The diagnostics to publish now, if there are any that the client does not have. `rules` is the page of the
    /// rules.
    pub fn publication(&mut self, uri: &str, rules: Option<&str>) -> Option<Value> {
        let findings = self.findings();
        let has_error = self.upstream.iter().any(|diagnostic| diagnostic["severity"] == 1);
        let is_time = findings.is_some() || has_error || Instant::now() >= self.waits_until;
        if self.awaited > 0 || !is_time || self.is_settled() {
            return None;
        }
        let published = Some((self.edit, findings.is_some()));
        if self.published == published {
            return None;
        }
        let own = findings.unwrap_or_default().iter().map(|finding| diagnostic(finding, uri, rules));
        let all: Vec<Value> = self.upstream.iter().cloned().chain(own).collect();
        self.published = published;
        Some(json!({"uri": uri, "version": self.version, "diagnostics": all}))
    }

    /// The actions that fix what is found in a range.
    pub fn actions<'a>(
        &'a self,
        uri: &'a str,
        range: Range,
        rules: Option<&'a str>,
    ) -> impl Iterator<Item = Value> + use<'a> {
        let found = self.findings().unwrap_or_default().iter().filter(move |finding| finding.range.touches(range));
        found.filter_map(move |finding| {
            let fix = finding.fix.as_ref()?;
            Some(json!({
                "title": fix.title,
                "kind": "quickfix",
                "isPreferred": true,
                "diagnostics": [diagnostic(finding, uri, rules)],
                "edit": {"changes": {uri: [{"range": fix.range, "newText": fix.text}]}},
            }))
        })
    }

    /// The contract of the kernel that is named at a position, or whose definition begins there.
    pub fn contract(&self, position: Position) -> Option<&str> {
        let text = Text::new(&self.text);
        let name = symbol_at(&self.text, text.offset(position))?;
        let is_named = |kernel: &&Kernel| {
            kernel.symbol.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with("::"))
        };
        let mut named: Vec<&Kernel> = self.kernels.iter().filter(is_named).collect();
        // Kernels of several modules can have one name.
        named.sort_by_key(|kernel| kernel.line != position.line);
        named.first().map(|kernel| &*kernel.contract)
    }

    /// The text before a position.
    pub fn before(&self, position: Position) -> &str {
        &self.text[..Text::new(&self.text).offset(position)]
    }
}

/// The operations that define a kernel.
const FUNCTIONS: [&str; 2] = ["llvm.func", "gpu.func"];

/// The symbol at an offset: `@m::@k`. At the name of an operation that defines a kernel, the first symbol after it.
fn symbol_at(text: &str, offset: usize) -> Option<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || "_.$-@:".contains(letter);
    let start = text[..offset].trim_end_matches(is_part).len();
    let rest = &text[start..];
    let word = |text: &str| text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let found = &rest[..word(rest)];
    let found = if FUNCTIONS.contains(&found) {
        let line = rest.split('\n').next()?;
        let symbol = &line[line.find('@')?..];
        &symbol[..word(symbol)]
    } else {
        found
    };
    found.starts_with('@').then_some(found.trim_end_matches(':'))
}

/// A finding as a diagnostic of the protocol.
fn diagnostic(finding: &Finding, uri: &str, rules: Option<&str>) -> Value {
    let Finding { range, severity, rule, message, notes, .. } = finding;
    let mut diagnostic = json!({"range": range, "severity": severity, "source": "tileiras", "message": message});
    if let Some(rule) = rule {
        diagnostic["code"] = json!(rule);
        if let Some(rules) = rules {
            diagnostic["codeDescription"] = json!({"href": format!("{rules}#{rule}")});
        }
    }
    if !notes.is_empty() {
        let note = |(range, text): &(Range, String)| json!({"location": {"uri": uri, "range": range}, "message": text});
        diagnostic["relatedInformation"] = notes.iter().map(note).collect();
    }
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::symbol_at;

    #[test]
    fn symbols_are_found() {
        let text = "gpu.func @k(%a: f32)\nlaunch @m::@k x";
        assert_eq!(symbol_at(text, 3), Some("@k"));
        assert_eq!(symbol_at(text, 9), Some("@k"));
        assert_eq!(symbol_at(text, 10), Some("@k"));
        assert_eq!(symbol_at(text, 14), None);
        assert_eq!(symbol_at(text, 33), Some("@m::@k"));
        assert_eq!(symbol_at(text, text.len()), None);
    }
}
