//! Messages on streams: with a header, as the protocol has it, or between lines `// -----`, as upstream's tests have
//! it.

use std::io::{self, BufRead, Read as _, Write};

/// The largest message that is read, in bytes. A longer one is skipped.
const LONGEST: u64 = 1 << 30;

/// How messages are separated.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Style {
    /// Each has a header with its length.
    Standard,
    /// Lines `// -----` are between them, and other comments are left out.
    Delimited,
}

/// What a stream has.
#[derive(Debug, Eq, PartialEq)]
pub enum Item {
    /// A message.
    Message(Vec<u8>),
    /// A line where a header should be.
    Text(Vec<u8>),
}

/// Reads the next item; `None` at the end of the stream.
///
/// # Errors
/// If the stream cannot be read.
pub fn read(stream: &mut impl BufRead, style: Style) -> io::Result<Option<Item>> {
    match style {
        Style::Standard => read_standard(stream),
        Style::Delimited => read_delimited(stream),
    }
}

fn read_standard(stream: &mut impl BufRead) -> io::Result<Option<Item>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if stream.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let header = line.trim_ascii();
        match (length, header) {
            (None, []) => {}
            (Some(length), []) if length > LONGEST => {
                io::copy(&mut stream.by_ref().take(length), &mut io::sink())?;
                return Ok(Some(Item::Text(b"a message is too long".to_vec())));
            }
            (Some(length), []) => {
                let mut body = Vec::new();
                stream.by_ref().take(length).read_to_end(&mut body)?;
                return Ok((body.len() as u64 == length).then_some(Item::Message(body)));
            }
            _ => {
                let (name, value) = header.split_at(header.iter().position(|byte| *byte == b':').unwrap_or(0));
                if name.eq_ignore_ascii_case(b"content-length") {
                    let value = std::str::from_utf8(&value[1..]).ok();
                    length = value.and_then(|value| value.trim().parse().ok()).or(length);
                } else if !name.eq_ignore_ascii_case(b"content-type") {
                    return Ok(Some(Item::Text(line)));
                }
            }
        }
    }
}

fn read_delimited(stream: &mut impl BufRead) -> io::Result<Option<Item>> {
    let mut message = Vec::new();
    loop {
        let mut line = Vec::new();
        if stream.read_until(b'\n', &mut line)? == 0 {
            return Ok((!message.is_empty()).then_some(Item::Message(message)));
        }
        match line.trim_ascii() {
            b"// -----" if message.is_empty() => {}
            b"// -----" => return Ok(Some(Item::Message(message))),
            [b'/', b'/', ..] => {}
            _ => message.append(&mut line),
        }
    }
}

/// Writes a message.
///
/// # Errors
/// If the stream cannot be written.
pub fn write(stream: &mut impl Write, message: &[u8]) -> io::Result<()> {
    write!(stream, "Content-Length: {}\r\n\r\n", message.len())?;
    stream.write_all(message)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::{Item, Style, read};

    fn all(mut text: &[u8], style: Style) -> Vec<String> {
        let mut found = Vec::new();
        while let Ok(Some(item)) = read(&mut text, style) {
            found.push(match item {
                Item::Message(body) => String::from_utf8_lossy(&body).into_owned(),
                Item::Text(line) => format!("text: {}", String::from_utf8_lossy(&line).trim()),
            });
        }
        found
    }

    #[test]
    fn headers_are_read() {
        let text = b"Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\n\n{ }";
        assert_eq!(all(text, Style::Standard), ["{}", "{ }"]);
    }

    #[test]
    fn what_is_no_message_does_not_hide_the_next_one() {
        let text = b"garbage\r\n\r\nContent-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}Content-Length: 9\r\n\r\n{";
        assert_eq!(all(text, Style::Standard), ["text: garbage", "{}"]);
        let text = b"Content-Length: 99999999999\r\n\r\n{}";
        assert_eq!(all(text, Style::Standard), ["text: a message is too long"]);
    }

    #[test]
    fn delimited_messages_are_read() {
        let text = b"// RUN: x\n{\n// a comment\n}\n// -----\n// -----\n[]\n";
        assert_eq!(all(text, Style::Delimited), ["{\n}\n", "[]\n"]);
        assert_eq!(all(b"", Style::Delimited), [""; 0]);
    }
}
