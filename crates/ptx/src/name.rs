//! Which names PTX can spell, and which of them LLVM can hand over to it.
//!
//! Accepts any bytes. Guarantees that a name which passes is one that `ptxas` takes for a function, whatever its length:
//! opcodes and directive names are names like any other (measured, up to a million characters). Refuses the rest with
//! the first byte that is wrong: LLVM aborts on most such names and writes the others down, and `ptxas` dies of a signal on
//! the name of a special register. Leaves out on purpose: finding another name; a kernel is launched by the one it has.

/// Why PTX cannot spell a name. Names are shown with what is not ASCII escaped.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadName {
    /// There is none.
    #[error("the empty name cannot be spelled in ptx")]
    Empty,
    /// A byte that cannot stand where it does.
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
        /// How many bytes stand before it.
        at: usize,
    },
    /// `_`, `$` or `%`, and nothing behind it.
    #[error("'{name}' cannot be spelled in ptx: something must follow the '{name}'")]
    Bare {
        /// The name.
        name: String,
    },
    /// A name of PTX that LLVM aborts on (measured: llc 22.1.8). [`check_symbol`] alone says so.
    #[error("'{name}' cannot be written to ptx by llvm: it begins with '%'")]
    Percent {
        /// The name.
        name: String,
    },
    /// A name that means something else everywhere: a special register, or `WARP_SZ`.
    #[error("'{name}' cannot be spelled in ptx: the name is reserved")]
    Reserved {
        /// The name.
        name: String,
    },
}

/// Whether PTX can spell a name (PTX ISA 4.4: `[a-zA-Z][a-zA-Z0-9_$]*` or `[_$%][a-zA-Z0-9_$]+`).
///
/// # Errors
/// [`BadName`], for the first byte first.
pub fn check_name(name: impl AsRef<[u8]>) -> Result<(), BadName> {
    let name = name.as_ref();
    let shown = || name.escape_ascii().to_string();
    let (&first, rest) = name.split_first().ok_or(BadName::Empty)?;
    if !begins_name(first) {
        return Err(BadName::Byte { name: shown(), byte: first, at: 0 });
    }
    if let Some(place) = rest.iter().position(|&byte| !continues_name(byte)) {
        return Err(BadName::Byte { name: shown(), byte: rest[place], at: place + 1 });
    }
    if rest.is_empty() && !first.is_ascii_alphabetic() {
        return Err(BadName::Bare { name: shown() });
    }
    if is_reserved(name) {
        return Err(BadName::Reserved { name: shown() });
    }
    Ok(())
}

/// Whether a symbol can go to PTX through LLVM's back end: [`check_name`], and no `%` in front.
///
/// # Errors
/// [`BadName`], where LLVM aborts, or writes what `ptxas` refuses (measured: llc 22.1.8).
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

/// Whether a name can go on with that byte.
pub(crate) const fn continues_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// Measured: ptxas 13.5.37. The case counts; `%TID` is free.
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
