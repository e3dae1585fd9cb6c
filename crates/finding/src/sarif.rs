//! Findings as SARIF 2.1.0, which code hosts show beside the code.
//!
//! A run lists the rules that its findings have broken, each with its text. The way to fix a violation is part of the
//! help of the rule: a `fix` of SARIF is a change of a file, which no rule knows.

use serde_json::{Value, json};

use crate::finding::{Finding, Level, Location, Note};
use crate::rule::Rule;

/// Bytes of a path that need no escape in a URI.
const PLAIN: &[u8] = b"-._~/";

/// A log with one run.
pub fn log(tool: &str, version: &str, findings: &[Finding], code: u8) -> Value {
    let mut rules: Vec<&Rule> = findings.iter().filter_map(|finding| finding.rule).collect();
    rules.sort_by_key(|rule| rule.id);
    rules.dedup();
    let results: Vec<Value> = findings.iter().map(|finding| result(finding, &rules)).collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool,
                "version": version,
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "invocations": [{ "executionSuccessful": code == 0, "exitCode": code }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn descriptor(rule: &Rule) -> Value {
    let Rule { summary, why, source, fix, .. } = rule;
    let example = rule.fenced_example();
    let text = format!("{why}\n\nHow to fix: {fix}\n\nSource: {source}");
    let markdown =
        format!("{why}\n\n**How to fix:** {fix}\n\n**Example that fails:**\n\n{example}\n\n**Source:** {source}");
    json!({
        "id": rule.id.name(),
        "shortDescription": { "text": summary },
        "fullDescription": { "text": format!("{summary} {why}") },
        "help": { "text": text, "markdown": markdown },
        "defaultConfiguration": { "level": rule.id.severity().to_string().replace("remark", "note") },
        "properties": { "tags": [rule.id.group().name()] },
    })
}

fn result(finding: &Finding, rules: &[&Rule]) -> Value {
    let level = match finding.severity {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Remark | Level::Note => "note",
    };
    let mut result = json!({ "level": level, "message": { "text": finding.message } });
    let mut set = |key: &str, value: Value| result[key] = value;
    if let Some(rule) = finding.rule {
        set("ruleId", json!(rule.id.name()));
        set("ruleIndex", json!(rules.iter().position(|other| other.id == rule.id)));
    }
    if let Some(location) = &finding.location {
        set("locations", json!([{ "physicalLocation": physical(location) }]));
    }
    if !finding.notes.is_empty() {
        set("relatedLocations", finding.notes.iter().map(related).collect());
    }
    let chips = (!finding.chips.is_empty()).then_some(&finding.chips);
    let properties = [("certainty", json!(finding.certainty)), ("chips", json!(chips)), ("fix", json!(finding.fix))];
    let properties: serde_json::Map<_, _> = properties
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    if !properties.is_empty() {
        set("properties", Value::Object(properties));
    }
    result
}

fn related(note: &Note) -> Value {
    let mut related = json!({ "message": { "text": note.message } });
    if let Some(location) = &note.location {
        related["physicalLocation"] = physical(location);
    }
    related
}

fn physical(location: &Location) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&location.file) } });
    if let Some(line) = location.line {
        let mut region = json!({ "startLine": line });
        if let Some(column) = location.character() {
            region["startColumn"] = json!(column);
        }
        if let Some(text) = &location.text {
            region["snippet"] = json!({ "text": text });
        }
        physical["region"] = region;
    }
    physical
}

/// A path as a URI, relative to the current folder if the path is.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || PLAIN.contains(&byte) {
            uri.push(byte.into());
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
