//! Which names PTX can spell, and which of them LLVM can write to PTX.
//!
//! Accepts any bytes. Guarantees that `ptxas` accepts each accepted name for a function. Names of any length are legal
//! (measured, up to a million characters), and so are opcodes and names of directives. Refuses other names with the
//! first wrong byte: LLVM aborts on most of them and writes the others to PTX, and `ptxas` crashes on the name of a
//! special register. Leaves out on purpose: renaming, because the host launches a kernel by its name.

/// Why PTX cannot spell a name. In messages, bytes of names that are not ASCII are escaped.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadName {
    /// The name is empty.
    #[error("the empty name cannot be spelled in ptx")]
    Empty,
    /// A byte that is not legal at its position.
    #[error(
        "'{name}' cannot be spelled in ptx: '{}' at offset {at} is not legal there, legal are {}",
        byte.escape_ascii(),
        if *at == 0 { "letters, '_', '$' and '%'" } else { "letters, digits, '_' and '$'" }
    )]
    Byte {
        /// The name.
        name: String,
        /// The first wrong byte.
        byte: u8,
        /// The number of bytes before it.
        at: usize,
    },
    /// `_`, `$` or `%` alone.
    #[error("'{name}' cannot be spelled in ptx: something must follow the '{name}'")]
    Bare {
        /// The name.
        name: String,
    },
    /// A name of PTX that LLVM aborts on (measured: llc 22.1.8). Only [`check_symbol`] reports it.
    #[error("'{name}' cannot be written to ptx by llvm: it begins with '%'")]
    Percent {
        /// The name.
        name: String,
    },
    /// A reserved name: a special register, or `WARP_SZ`.
    #[error("'{name}' cannot be spelled in ptx: the name is reserved")]
    Reserved {
        /// The name.
        name: String,
    },
}

/// Checks that PTX can spell a name (PTX ISA 4.4: `[a-zA-Z][a-zA-Z0-9_$]*` or `[_$%][a-zA-Z0-9_$]+`).
///
/// # Errors
/// [`BadName`]; of several wrong bytes, for the first.
pub fn check_name(name: impl AsRef<[u8]>) -> Result<(), BadName> {
    let name = name.as_ref();
    let shown = || name.escape_ascii().to_string();
    let (&first, rest) = name.split_first().ok_or(BadName::Empty)?;
    if !begins_name(first) {
        return Err(BadName::Byte { name: shown(), byte: first, at: 0 });
    }
    if let Some(index) = rest.iter().position(|&byte| !continues_name(byte)) {
        return Err(BadName::Byte { name: shown(), byte: rest[index], at: index + 1 });
    }
    if rest.is_empty() && !first.is_ascii_alphabetic() {
        return Err(BadName::Bare { name: shown() });
    }
    if is_reserved(name) {
        return Err(BadName::Reserved { name: shown() });
    }
    Ok(())
}

/// Checks that LLVM's back end can write a symbol to PTX: [`check_name`], and no `%` in front.
///
/// # Errors
/// [`BadName`] if LLVM aborts, or writes a name that `ptxas` refuses (measured: llc 22.1.8).
pub fn check_symbol(name: impl AsRef<[u8]>) -> Result<(), BadName> {
    let name = name.as_ref();
    check_name(name)?;
    if name.starts_with(b"%") {
        return Err(BadName::Percent { name: name.escape_ascii().to_string() });
    }
    Ok(())
}

/// Whether a name can begin with that byte.
pub(crate) const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'%')
}

/// Whether that byte can follow the first byte of a name.
pub(crate) const fn continues_name(byte: u8) -> bool {
    /// An answer for each byte: most of a text is names.
    const ANSWERS: [bool; 256] = {
        let mut answers = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            let character = byte as u8;
            answers[byte] = character.is_ascii_alphanumeric() || matches!(character, b'_' | b'$');
            byte += 1;
        }
        answers
    };
    ANSWERS[byte as usize]
}

/// Measured: ptxas 13.5.37. Names are case-sensitive; `%TID` is not reserved.
fn is_reserved(name: &[u8]) -> bool {
    let Some(register) = name.strip_prefix(b"%") else { return name == b"WARP_SZ" };
    let number_after = |prefix: &[u8], most: u32| {
        let digits = register.strip_prefix(prefix).and_then(|digits| std::str::from_utf8(digits).ok());
        digits.is_some_and(|digits| (0..=most).any(|number| number.to_string() == digits))
    };
    let halved = register.strip_suffix(b"_64").unwrap_or(register);
    SPECIAL_REGISTERS.iter().any(|special| special.as_bytes() == register)
        || number_after(b"envreg", 31)
        || matches!(halved, [b'p', b'm', b'0'..=b'7'])
}

/// The special registers that are not numbered, without their `%`.
#[rustfmt::skip] // a table
const SPECIAL_REGISTERS: [&str; 37] = [
    "tid", "ntid", "laneid", "warpid", "nwarpid", "ctaid", "nctaid", "smid", "nsmid", "gridid",
    "is_explicit_cluster", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid", "cluster_ctarank",
    "cluster_nctarank", "lanemask_eq", "lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt",
    "clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi",
    "reserved_smem_offset_begin", "reserved_smem_offset_end", "reserved_smem_offset_cap",
    "reserved_smem_offset_0", "reserved_smem_offset_1", "total_smem_size", "aggr_smem_size",
    "dynamic_smem_size", "current_graph_exec",
];
