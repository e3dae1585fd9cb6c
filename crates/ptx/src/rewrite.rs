//! Replaces the launch directives of the kernels in a PTX text, and its version.
//!
//! Accepts what a back end wrote, for each of its kernels the directives that it shall have, and the version that the text
//! shall have, which may be one that the back end does not know. Guarantees that each kernel then has exactly these, in
//! the order given, one on a line, right behind its parameters; that every other byte is where it was: bodies, comments,
//! pragmas, debug information; and that a text that was rewritten once stays as it is.
//! Refuses a kernel that no contract is known for, for nothing is invented; a contract whose kernel the text does not
//! define, for it would be lost; and a value that PTX cannot spell. Leaves out on purpose: functions that are no kernels
//! and kernels that are only declared, which PTX gives no launch directives; and whether the text is legal in the version.

use std::collections::HashMap;

use tileiras_target::PtxVersion;

use crate::difference::{Difference, differences};
use crate::directive::Directive;
use crate::error::ReadError;
use crate::header::Header;
use crate::module::{Unspellable, check_directive};
use crate::reader::read;
use crate::token::is_space;

/// A kernel and the launch directives it shall have.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Kernel {
    /// The name, as PTX has it.
    pub name: String,
    /// The directives, in the order they are to be printed in.
    pub directives: Vec<Directive>,
}

/// A PTX text with other launch directives.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Rewritten {
    /// The text.
    pub text: Vec<u8>,
    /// What became of each kernel, in the order of the text.
    pub kernels: Vec<KernelChange>,
    /// The numbers of `.version` before, where they are others now.
    pub version: Option<(u32, u32)>,
}

impl Rewritten {
    /// Whether the text had the version, and every kernel what it was to have, spelled and ordered like that.
    pub fn is_unchanged(&self) -> bool {
        self.version.is_none() && self.kernels.iter().all(|kernel| kernel.differences.is_empty())
    }
}

/// What became of one kernel.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct KernelChange {
    /// Its name.
    pub name: String,
    /// How what it had differs from what it has now.
    pub differences: Vec<Difference>,
}

/// Why a text was not rewritten.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RewriteError {
    /// It is no PTX.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It defines kernels that no contract is known for.
    #[error("ptx has kernels that the contract does not know: {}", quoted(names))]
    Unknown {
        /// Their names, in the order of the text.
        names: Vec<String>,
    },
    /// It does not define kernels that have a contract.
    #[error("ptx lacks kernels that the contract states facts of: {}", quoted(names))]
    Lost {
        /// Their names, in the order given.
        names: Vec<String>,
    },
    /// One kernel is given two contracts.
    #[error("kernel '{name}' is given launch directives twice")]
    Twice {
        /// Its name.
        name: String,
    },
    /// A value that PTX cannot spell.
    #[error("kernel '{name}': {fault}")]
    Unspellable {
        /// The kernel.
        name: String,
        /// The directive.
        fault: Unspellable,
    },
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

/// Gives every kernel that `text` defines the launch directives of `kernels`, and no others; and the text the version, if
/// one is given.
///
/// # Errors
/// [`RewriteError`]; nothing is rewritten then.
pub fn rewrite(text: &[u8], kernels: &[Kernel], version: Option<PtxVersion>) -> Result<Rewritten, RewriteError> {
    let ptx = read(text)?;
    let mut wanted = HashMap::with_capacity(kernels.len());
    for kernel in kernels {
        let name = || kernel.name.clone();
        let spelled = kernel.directives.iter().try_for_each(check_directive);
        spelled.map_err(|fault| RewriteError::Unspellable { name: name(), fault })?;
        if wanted.insert(kernel.name.as_str(), (kernel, false)).is_some() {
            return Err(RewriteError::Twice { name: name() });
        }
    }
    let (mut pairs, mut unknown) = (Vec::new(), Vec::new());
    for header in ptx.entries() {
        match wanted.get_mut(header.name) {
            Some((kernel, defined)) => {
                *defined = true;
                pairs.push((header, kernel.directives.as_slice()));
            }
            None => unknown.push(header.name.to_owned()),
        }
    }
    if !unknown.is_empty() {
        return Err(RewriteError::Unknown { names: unknown });
    }
    let lost = kernels.iter().filter(|kernel| wanted.get(kernel.name.as_str()).is_some_and(|(_, defined)| !defined));
    let lost: Vec<_> = lost.map(|kernel| kernel.name.clone()).collect();
    if !lost.is_empty() {
        return Err(RewriteError::Lost { names: lost });
    }
    let version = version.filter(|version| numbers(*version) != ptx.version);
    let mut rewritten = Rewritten {
        text: Vec::with_capacity(text.len()),
        kernels: Vec::with_capacity(pairs.len()),
        version: version.map(|_| ptx.version),
    };
    let mut copied = 0;
    if let Some(version) = version {
        rewritten.text.extend_from_slice(&text[..ptx.version_span.start]);
        rewritten.text.extend_from_slice(version.to_string().as_bytes());
        copied = ptx.version_span.end;
    }
    for (header, directives) in pairs {
        rewritten.text.extend_from_slice(&text[copied..header.clause.start]);
        write_clause(&mut rewritten.text, text, header, directives);
        copied = header.clause.end;
        let differences = differences(header, directives);
        rewritten.kernels.push(KernelChange { name: header.name.to_owned(), differences });
    }
    rewritten.text.extend_from_slice(&text[copied..]);
    Ok(rewritten)
}

fn numbers(version: PtxVersion) -> (u32, u32) {
    (version.major().into(), version.minor().into())
}

/// The clause of `header` with `directives` in front and its own launch directives gone, each with the white space that
/// separated it from what is before it.
fn write_clause(out: &mut Vec<u8>, text: &[u8], header: &Header<'_>, directives: &[Directive]) {
    let clause = &header.clause;
    let (mut rest, mut kept) = (Vec::new(), clause.start);
    for stated in header.directives.iter().filter(|stated| stated.launch.is_some()) {
        let (start, mut end) = (stated.gap.max(kept), stated.span.end);
        if start > clause.start && text[start - 1] == b'\n' {
            // A comment before owns the end of its line, so this line goes as a whole.
            end += rest_of_line(&text[end..]).unwrap_or(0);
        }
        push_apart(&mut rest, &text[kept..start]);
        kept = end;
    }
    push_apart(&mut rest, &text[kept..clause.end]);
    for directive in directives {
        out.extend_from_slice(format!("\n{directive}").as_bytes());
    }
    let next = rest.first().or(text.get(clause.end));
    if !directives.is_empty() && !next.is_some_and(|&byte| is_space(byte)) {
        out.push(b'\n');
    }
    out.extend_from_slice(&rest);
}

/// Appends a piece, with a space where it would grow together with what is there.
fn push_apart(rest: &mut Vec<u8>, piece: &[u8]) {
    if let (Some(&last), Some(&first)) = (rest.last(), piece.first())
        && !is_space(last)
        && !is_space(first)
    {
        rest.push(b' ');
    }
    rest.extend_from_slice(piece);
}

/// The length of the white space up to the end of the line, if nothing else is on it.
fn rest_of_line(text: &[u8]) -> Option<usize> {
    let length = text.iter().take_while(|&&byte| is_space(byte) && byte != b'\n').count();
    (text.get(length) == Some(&b'\n')).then_some(length + 1)
}
