//! Which declarations and definitions of a function can be in one text.
//!
//! Accepts the headers of a text in order. Refuses, as `ptxas` does, a body of an `.extern` function, a second
//! definition, and a header that does not agree with one before it. Leaves out on purpose: the types of parameters, and
//! functions that are declared and never defined, which a listing has.

use rustc_hash::FxHashMap;

use crate::error::ReadFault;
use crate::header::{FunctionKind, Header, Linkage};

/// The headers so far, the last of each name, and whether one of them has a body.
#[derive(Default)]
pub(super) struct Declared<'a> {
    functions: FxHashMap<&'a str, (Signature, bool)>,
}

/// What all headers of one function have in common.
#[derive(Copy, Clone)]
struct Signature {
    kind: FunctionKind,
    linkage: Linkage,
    results: usize,
    params: usize,
}

impl<'a> Declared<'a> {
    /// Adds a header, unless it does not go with those before it.
    pub fn add(&mut self, header: &Header<'a>) -> Result<(), ReadFault> {
        let &Header { kind, mut linkage, name, results, params, .. } = header;
        let disagrees = |about| ReadFault::Redeclared { name: name.to_owned(), about };
        if let Some(&(before, is_defined)) = self.functions.get(name) {
            if before.kind != kind {
                return Err(disagrees("it was an '.entry' or a '.func', and is the other"));
            }
            if is_defined {
                return Err(ReadFault::Redefined { name: name.to_owned() });
            }
            // A header without a linkage has that of the one before it.
            if linkage == Linkage::Local && before.linkage != Linkage::Extern {
                linkage = before.linkage;
            }
            if before.linkage != linkage {
                return Err(disagrees("its linkage differs"));
            }
            if (before.results, before.params) != (results, params) {
                return Err(disagrees("the number of its parameters differs"));
            }
        }
        if header.body.is_some() && linkage == Linkage::Extern {
            return Err(ReadFault::ExternBody { name: name.to_owned() });
        }
        self.functions.insert(name, (Signature { kind, linkage, results, params }, header.body.is_some()));
        Ok(())
    }
}
