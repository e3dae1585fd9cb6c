//! A PTX text as tokens, and what can be written otherwise.

use std::collections::BTreeSet;

/// The tokens of a text. White space and comments are tokens, too, so that all of them together are the text.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || "_$%.".contains(letter);
        let end = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else if first == '"' {
            rest[1..].find('"').map(|end| end + 2)
        } else if first.is_whitespace() {
            rest.find(|letter: char| !letter.is_whitespace())
        } else if is_word(first) {
            let letters = rest.char_indices().collect::<Vec<_>>();
            // `::` belongs to a word, the `:` of a label does not.
            let mut at = 0;
            while let Some((_, letter)) = letters.get(at) {
                match letter {
                    ':' if letters.get(at + 1).is_some_and(|next| next.1 == ':') => at += 2,
                    letter if is_word(*letter) => at += 1,
                    _ => break,
                }
            }
            Some(letters.get(at).map_or(rest.len(), |(end, _)| *end))
        } else {
            Some(first.len_utf8())
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        found.push(token);
        rest = after;
    }
    found
}

pub fn is_trivia(token: &str) -> bool {
    token.starts_with(char::is_whitespace) || token.starts_with("//") || token.starts_with("/*")
}

/// A part of the body of a function.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Part {
    /// Declarations, braces, white space.
    Other(String),
    Label(String),
    /// An instruction with its guard and its `;`: its tokens, without white space and comments.
    Instruction(Vec<String>),
}

impl Part {
    pub fn text(&self) -> String {
        match self {
            Part::Other(text) => text.clone(),
            Part::Label(name) => format!("{name}:"),
            Part::Instruction(tokens) => spelled(tokens),
        }
    }
}

/// The tokens of a statement with the spaces between them that it needs.
pub fn spelled(tokens: &[String]) -> String {
    let mut text = String::new();
    for token in tokens {
        let is_word = |letter: Option<char>| {
            letter.is_some_and(|letter| letter.is_ascii_alphanumeric() || "_$%.".contains(letter))
        };
        if is_word(text.chars().next_back()) && is_word(token.chars().next()) {
            text.push(' ');
        }
        // `@!%p bra X`, `mov.u32 %r, -1`
        text += token;
        if token == "," {
            text.push(' ');
        }
    }
    text
}

/// A text with one kernel, in front of its body, in it and after it.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub head: String,
    pub body: Vec<Part>,
    pub tail: String,
}

impl Kernel {
    /// The kernel of a text; none if it has several functions.
    pub fn of(text: &str) -> Option<Self> {
        if text.matches(".entry").count() != 1 || text.contains(".func") {
            return None;
        }
        let entry = text.find(".entry")?;
        let start = entry + text[entry..].find('{')?;
        let end = text.rfind('}')?;
        let (head, body, tail) = (text[..=start].to_owned(), &text[start + 1..end], text[end..].to_owned());
        Some(Kernel { head, body: parts(body), tail })
    }

    pub fn text(&self) -> String {
        let body: Vec<String> = self.body.iter().map(Part::text).collect();
        format!("{}{}{}", self.head, body.join("\n"), self.tail)
    }

    /// The same with other instructions.
    pub fn with_instructions(&self, mut change: impl FnMut(&[String]) -> Vec<String>) -> Self {
        let body = self.body.iter().map(|part| match part {
            Part::Instruction(tokens) => Part::Instruction(change(tokens)),
            other => other.clone(),
        });
        Kernel { body: body.collect(), ..self.clone() }
    }

    /// The same with other parts of the body.
    pub fn with_parts(&self, change: impl FnMut(&Part) -> String) -> String {
        let body: Vec<String> = self.body.iter().map(change).collect();
        format!("{}{}{}", self.head, body.join("\n"), self.tail)
    }

    /// The names of its labels.
    pub fn labels(&self) -> BTreeSet<String> {
        let label = |part: &Part| match part {
            Part::Label(name) => Some(name.clone()),
            _ => None,
        };
        self.body.iter().filter_map(label).collect()
    }

    /// The names after `.reg`: of ranges, `(name, how many)`, of single registers `(name, none)`.
    pub fn registers(&self) -> Vec<(String, Option<u32>)> {
        let mut found = Vec::new();
        for part in &self.body {
            let Part::Other(text) = part else { continue };
            let tokens: Vec<&str> = tokens(text).into_iter().filter(|token| !is_trivia(token)).collect();
            if tokens.first() != Some(&".reg") {
                continue;
            }
            for (index, name) in tokens.iter().enumerate().skip(2) {
                let is_name =
                    matches!(tokens.get(index - 1), Some(previous) if *previous == "," || previous.starts_with('.'));
                let count =
                    (tokens.get(index + 1) == Some(&"<")).then(|| tokens.get(index + 2)?.parse().ok()).flatten();
                if is_name && !name.starts_with('.') {
                    found.push(((*name).to_owned(), count));
                }
            }
        }
        found
    }

    /// The arrays and variables of shared memory, and whether they are arrays.
    pub fn variables(&self) -> Vec<(String, bool)> {
        let text = self.text();
        let all: Vec<&str> = tokens(&text).into_iter().filter(|token| !is_trivia(token)).collect();
        let mut found = Vec::new();
        for (index, _) in all.iter().enumerate().filter(|(_, token)| **token == ".shared") {
            let statement: Vec<&str> = all[index..].iter().copied().take_while(|token| *token != ";").collect();
            let skipped = |token: &&&str| !token.starts_with('.') && !token.bytes().all(|byte| byte.is_ascii_digit());
            if let Some(name) = statement.iter().find(skipped) {
                found.push(((*name).to_owned(), statement.contains(&"[")));
            }
        }
        found
    }
}

/// Whether a token is a decimal number.
pub fn number(token: &str) -> Option<u64> {
    token.bytes().all(|byte| byte.is_ascii_digit()).then(|| token.parse().ok()).flatten()
}

fn parts(body: &str) -> Vec<Part> {
    let mut found = Vec::new();
    let mut statement: Vec<String> = Vec::new();
    let mut depth = 0_u32;
    for token in tokens(body).into_iter().filter(|token| !is_trivia(token)) {
        let is_first = statement.is_empty();
        match token {
            "{" | "}" if is_first => found.push(Part::Other(token.to_owned())),
            ":" if statement.len() == 1 => found.push(Part::Label(statement.remove(0))),
            ";" if depth == 0 => {
                statement.push(token.to_owned());
                let all = std::mem::take(&mut statement);
                // Names of tables and prototypes keep their declarations.
                let is_declaration = all[0].starts_with('.');
                found.push(if is_declaration { Part::Other(spelled(&all)) } else { Part::Instruction(all) });
            }
            _ => {
                depth += u32::from(token == "{");
                depth -= u32::from(token == "}");
                statement.push(token.to_owned());
            }
        }
    }
    found.push(Part::Other(statement.join(" ")));
    found
}
