//! Replaces the launch directives of the kernels in a PTX text, and its version.
//!
//! Accepts the PTX of a back end, the wanted directives of each kernel, and a version, which can be newer than those of
//! the back end. Guarantees that each kernel then has exactly the wanted directives, in the given order, one on a line,
//! directly after its parameters; that all other bytes do not change: bodies, comments, pragmas, debug information; and
//! that a second rewriting changes nothing. NULs that end the text are left out. Refuses a kernel without a contract,
//! because no fact is invented; a contract whose kernel the text does not define, because its facts would be lost; and
//! a value that PTX cannot spell. Leaves out on purpose: functions that are not kernels and declared kernels, which
//! have no launch directives in PTX; and whether the text is legal in the version.

use std::collections::HashMap;

use tileiras_target::PtxVersion;

use crate::difference::{Difference, differences};
use crate::directive::Directive;
use crate::error::ReadError;
use crate::header::Header;
use crate::module::{Unspellable, check_directive};
use crate::reader::read;
use crate::token::{is_space, without_nul};

/// A kernel and its wanted launch directives.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Kernel {
    /// The name in PTX.
    pub name: String,
    /// The directives, in the order in which they are printed.
    pub directives: Vec<Directive>,
}

/// A PTX text with other launch directives.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Rewritten {
    /// The text.
    pub text: Vec<u8>,
    /// The change of each kernel, in the order of the text.
    pub kernels: Vec<KernelChange>,
    /// The previous numbers of `.version`, if they have changed.
    pub version: Option<(u32, u32)>,
}

impl Rewritten {
    /// Whether the text already had the version, and every kernel the wanted directives in the same spelling and order.
    pub fn is_unchanged(&self) -> bool {
        self.version.is_none() && self.kernels.iter().all(|kernel| kernel.differences.is_empty())
    }
}

/// The change of one kernel.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct KernelChange {
    /// Its name.
    pub name: String,
    /// The differences between its previous directives and the wanted ones.
    pub differences: Vec<Difference>,
}

/// Why a text was not rewritten.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RewriteError {
    /// The text is not PTX.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The text defines kernels without a contract.
    #[error("ptx has kernels that the contract does not know: {}", quoted(names))]
    Unknown {
        /// Their names, in the order of the text.
        names: Vec<String>,
    },
    /// The text does not define kernels that have a contract.
    #[error("ptx lacks kernels that the contract states facts of: {}", quoted(names))]
    Lost {
        /// Their names, in the order given.
        names: Vec<String>,
    },
    /// One kernel has two contracts.
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

/// Replaces the launch directives of every kernel that `text` defines by those of `kernels`, and the version if one is
/// given.
///
/// ```
/// use tileiras_ptx::{Directive, Kernel, rewrite};
///
/// let text = b".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() .maxntid 256 { ret; }\n";
/// let directives = vec![Directive::ReqNTid(vec![128, 1, 1]), Directive::MaxNReg(64)];
/// let rewritten = rewrite(text, &[Kernel { name: "k".to_owned(), directives }], None)?;
/// assert_eq!(
///     String::from_utf8_lossy(&rewritten.text),
///     ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n.reqntid 128, 1, 1\n.maxnreg 64 { ret; }\n"
/// );
/// let differences: Vec<_> = rewritten.kernels[0].differences.iter().map(ToString::to_string).collect();
/// assert_eq!(differences, ["'.maxntid 256' removed", "'.reqntid 128, 1, 1' added", "'.maxnreg 64' added"]);
///
/// let error = rewrite(text, &[], None).unwrap_err();
/// assert_eq!(error.to_string(), "ptx has kernels that the contract does not know: 'k'");
/// # Ok::<(), tileiras_ptx::RewriteError>(())
/// ```
///
/// # Errors
/// [`RewriteError`].
pub fn rewrite(text: &[u8], kernels: &[Kernel], version: Option<PtxVersion>) -> Result<Rewritten, RewriteError> {
    let text = without_nul(text);
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

/// Writes the clause of `header` with `directives` in front and without its own launch directives. Each is removed with
/// the white space in front of it.
fn write_clause(out: &mut Vec<u8>, text: &[u8], header: &Header<'_>, directives: &[Directive]) {
    let clause = &header.clause;
    let (mut rest, mut kept) = (Vec::new(), clause.start);
    for stated in header.directives.iter().filter(|stated| stated.launch.is_some()) {
        let (start, mut end) = (stated.gap.max(kept), stated.span.end);
        if start > clause.start && text[start - 1] == b'\n' {
            // A comment is in front, and the end of that line belongs to it. The whole line of the directive is
            // removed.
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

/// Appends a piece, with a space if its first token would otherwise join the last one.
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
