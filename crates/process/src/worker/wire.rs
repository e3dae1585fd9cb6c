//! What this process and a worker send each other: a call is its number, a frame is its kind, its length and its
//! content.

use std::io::{self, Read, Write};

/// What a worker sends.
pub(super) enum Frame {
    /// What the call does next.
    Note(Vec<u8>),
    /// The serialised answer to the call.
    Answer(Vec<u8>),
}

const NOTE: u8 = 0;
const ANSWER: u8 = 1;

pub(super) fn send_call(stream: &mut impl Write, call: usize) -> io::Result<()> {
    stream.write_all(&(call as u64).to_le_bytes())
}

/// The next call; `None` at the end of the stream.
pub(super) fn receive_call(stream: &mut impl Read) -> Option<usize> {
    usize::try_from(receive_number(stream).ok()?).ok()
}

pub(super) fn send_note(stream: &mut impl Write, content: &[u8]) -> io::Result<()> {
    send(stream, NOTE, content)
}

pub(super) fn send_answer(stream: &mut impl Write, content: &[u8]) -> io::Result<()> {
    send(stream, ANSWER, content)
}

fn send(stream: &mut impl Write, kind: u8, content: &[u8]) -> io::Result<()> {
    let mut head = vec![kind];
    head.extend_from_slice(&(content.len() as u64).to_le_bytes());
    stream.write_all(&head)?;
    stream.write_all(content)
}

pub(super) fn receive(stream: &mut impl Read) -> io::Result<Frame> {
    let mut kind = [0];
    stream.read_exact(&mut kind)?;
    let length = receive_number(stream)?;
    let mut content = Vec::new();
    stream.by_ref().take(length).read_to_end(&mut content)?;
    if content.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match kind[0] {
        NOTE => Ok(Frame::Note(content)),
        ANSWER => Ok(Frame::Answer(content)),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

fn receive_number(stream: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    stream.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
