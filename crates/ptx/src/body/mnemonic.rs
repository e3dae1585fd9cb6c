//! Mnemonics: an opcode with its qualifiers.

use smallvec::SmallVec;

/// `setp.eq.u32`: the opcode and its qualifiers.
#[derive(Clone, Debug)]
pub(super) struct Mnemonic<'t> {
    pub opcode: &'t str,
    pub qualifiers: SmallVec<[&'t str; 8]>,
}

/// The kind of a type.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Class {
    Unsigned,
    Signed,
    /// `.b32`, `.pred`.
    Bits,
    Float,
}

/// A type.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Type {
    pub class: Class,
    /// 1 to 128.
    pub bits: u8,
}

impl Type {
    /// The type that a qualifier names, without its dot.
    fn of(text: &str) -> Option<Self> {
        if text == "pred" {
            return Some(Type { class: Class::Bits, bits: 1 });
        }
        let (class, bits) = match text.split_at_checked(1)? {
            ("u", bits) => (Class::Unsigned, bits),
            ("s", bits) => (Class::Signed, bits),
            ("b", bits) => (Class::Bits, bits),
            ("f", bits) => (Class::Float, bits),
            _ => return None,
        };
        let bits = match bits {
            "8" => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            "128" => 128,
            _ => return None,
        };
        Some(Type { class, bits })
    }

    pub fn is_signed(self) -> bool {
        self.class == Class::Signed
    }

    /// An integer of at most 64 bits, or a predicate.
    pub fn is_integer(self) -> bool {
        self.class != Class::Float && self.bits <= 64
    }

    /// The bits of a value of the type.
    pub fn width(self) -> u8 {
        self.bits.min(64)
    }
}

impl<'t> Mnemonic<'t> {
    pub fn of(text: &'t str) -> Self {
        let mut parts = text.split('.').map(str::trim);
        let opcode = parts.next().unwrap_or_default();
        Mnemonic { opcode, qualifiers: parts.collect() }
    }

    pub fn has(&self, qualifier: &str) -> bool {
        self.qualifiers.contains(&qualifier)
    }

    /// Whether the qualifiers begin with these.
    pub fn begins(&self, qualifiers: &[&str]) -> bool {
        self.qualifiers.starts_with(qualifiers)
    }

    /// Whether it names a state space, such as `shared`, or a part of it, such as `shared::cluster`.
    pub fn has_space(&self, space: &str) -> bool {
        self.qualifiers.iter().any(|qualifier| qualifier.split("::").next() == Some(space))
    }

    pub fn first(&self) -> &'t str {
        self.qualifiers.first().copied().unwrap_or_default()
    }

    /// The types, in order.
    pub fn types(&self) -> impl Iterator<Item = Type> {
        self.qualifiers.iter().filter_map(|qualifier| Type::of(qualifier))
    }

    /// The type of the instruction: the last one.
    pub fn r#type(&self) -> Option<Type> {
        self.qualifiers.iter().rev().find_map(|qualifier| Type::of(qualifier))
    }

    /// Whether a qualifier names other shared memory than that of the CTA.
    pub fn is_of_cluster(&self) -> bool {
        self.qualifiers.iter().any(|qualifier| qualifier.ends_with("::cluster"))
    }
}
