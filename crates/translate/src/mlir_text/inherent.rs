//! Attributes that an operation declares, and properties that it does not.
//!
//! MLIR's parser drops without a message: a property that the operation does not declare; an attribute that it
//! declares, if its value is of another kind and the parser of the operation is written by hand; and in the generic
//! form an attribute that is a property, too. Which attributes an operation declares, and what it keeps, is asked of
//! the operation.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use tileiras_mlir::attribute::{Dictionary as Attributes, key};
use tileiras_mlir::inherent::{Declaration, declaration, declares, default_dialect, is_registered, set_properties};
use tileiras_mlir::text::lossy;

use super::found::Found;
use super::launch;
use super::operation::{Dictionary, Entry, Name, Operation, SEGMENT_NAMES, current, is_launch};
use super::values::{Values, shape};

/// The dialect of operations outside of any other.
const BUILTIN: &[u8] = b"builtin";

/// Values of which at most one is of the kind of an attribute.
const OTHER_KINDS: [&str; 2] = ["affine_map<(d0) -> (d0)>", "unit"];

/// An operation and one of its attributes.
type Key = (Vec<u8>, Vec<u8>);

/// What was asked so far.
#[derive(Default)]
pub(super) struct Inherent {
    registered: HashMap<Vec<u8>, bool>,
    properties: HashMap<Key, bool>,
    declared: HashMap<Key, bool>,
    /// The kinds of values that are kept.
    kept: HashSet<(Key, Vec<u8>)>,
}

impl Inherent {
    /// Reports what MLIR would drop from an operation.
    pub(super) fn check<'t>(&mut self, operation: &Operation<'t>, values: &Values<'t, '_>, found: &mut Found) {
        if let Some(properties) = &operation.properties {
            self.check_properties(operation, properties, values, found);
        }
        self.check_segments(operation, values, found);
        // MLIR checks the kinds of the attributes in the generic form without properties.
        if operation.is_generic && operation.properties.is_none() {
            return;
        }
        for dictionary in &operation.attributes {
            let name = self.name(&operation.name, dictionary.words, values);
            let of_launch = is_launch(&name);
            for entry in &dictionary.entries {
                let is_kept = entry.key.contains(&b'.') || of_launch && launch::reads(&entry.key);
                if !is_kept && self.declares(&name, &entry.key, values) {
                    self.check_attribute(operation, &name, entry, values, found);
                }
            }
        }
    }

    fn check_properties<'t>(
        &mut self,
        operation: &Operation<'t>,
        properties: &Dictionary<'t>,
        values: &Values<'t, '_>,
        found: &mut Found,
    ) {
        let name = self.name(&operation.name, properties.words, values);
        let of_launch = is_launch(&name);
        for entry in &properties.entries {
            let is_kept = of_launch && launch::reads(&entry.key) || self.is_property(&name, entry, values);
            if !is_kept {
                let message = format!(
                    "'{}' is not a property of this operation, and MLIR's parser would drop it; move it from \
                     '<{{...}}>' to the dictionary after the regions",
                    lossy(&entry.key)
                );
                found.fault(entry.range.start, message);
            }
        }
    }

    fn check_attribute<'t>(
        &mut self,
        operation: &Operation<'t>,
        name: &[u8],
        entry: &Entry<'t>,
        values: &Values<'t, '_>,
        found: &mut Found,
    ) {
        let properties = operation.properties.iter().flat_map(|properties| &properties.entries);
        if let Some(property) = properties.into_iter().find(|property| property.key == entry.key) {
            let [one, other] = [property, entry].map(|entry| values.attribute(entry).map(key));
            if one.is_some() && other.is_some() && one != other {
                let message = format!(
                    "'{}' op has '{}' as a property and as an attribute, with different values, and MLIR's parser \
                     would drop the attribute",
                    lossy(name),
                    lossy(&entry.key)
                );
                found.fault(entry.range.start, message);
            }
            return;
        }
        let shape = ((name.to_vec(), entry.key.to_vec()), shape(values.bytes(entry), values.aliases));
        if self.kept.contains(&shape) {
            return;
        }
        let Some(value) = values.attribute(entry) else { return };
        match declaration(values.context(), name, &entry.key, value) {
            Declaration::Dropped(reason) => {
                let reason = if reason.is_empty() {
                    format!("attribute '{}' is of another kind", lossy(&entry.key))
                } else {
                    reason
                };
                let message = format!("'{}' op {reason}, and MLIR's parser would drop it", lossy(name));
                found.fault(entry.range.start, message);
            }
            Declaration::Declared | Declaration::Undeclared => {
                self.kept.insert(shape);
            }
        }
    }

    /// Compares both spellings of segments.
    fn check_segments<'t>(&mut self, operation: &Operation<'t>, values: &Values<'t, '_>, found: &mut Found) {
        let dictionaries = || operation.properties.iter().chain(&operation.attributes);
        let all = || dictionaries().flat_map(|found| found.entries.iter().map(|entry| (found.words, entry)));
        for (new, old) in SEGMENT_NAMES {
            let Some((words, last)) = all().find(|(_, entry)| *entry.key == *old) else { continue };
            let Some((_, first)) = all().find(|(_, entry)| *entry.key == *new) else { continue };
            let name = self.name(&operation.name, words, values);
            if is_launch(&name) || !self.declares(&name, new, values) {
                continue;
            }
            let [one, other] = [first, last].map(|entry| values.attribute(entry).map(key));
            if one.is_some() && other.is_some() && one != other {
                let message =
                    format!("'{}' op has different values of '{}' and '{}'", lossy(&name), lossy(new), lossy(old));
                found.fault(last.range.start, message);
            }
        }
    }

    /// The name of an operation, if it has so many words.
    fn name<'t>(&mut self, name: &Name<'t>, words: usize, values: &Values<'t, '_>) -> Cow<'t, [u8]> {
        let words = &name.words[..words.min(name.words.len())];
        if !words.is_empty() {
            let parent = name.parent.as_ref().map(|parent| self.name(parent, usize::MAX, values));
            let dialect = match &parent {
                Some(parent) if self.is_registered(parent, values) => default_dialect(values.context(), parent),
                Some(_) => b"",
                None => BUILTIN,
            };
            for word in words.iter().rev().filter(|_| !dialect.is_empty()) {
                let full = [dialect, b".", word].concat();
                if self.is_registered(&full, values) {
                    return Cow::Owned(full);
                }
            }
        }
        name.full.clone()
    }

    fn is_registered(&mut self, name: &[u8], values: &Values<'_, '_>) -> bool {
        if let Some(known) = self.registered.get(name) {
            return *known;
        }
        let is_registered = name.contains(&b'.') && is_registered(values.context(), name);
        self.registered.insert(name.to_vec(), is_registered);
        is_registered
    }

    fn declares(&mut self, name: &[u8], attribute: &[u8], values: &Values<'_, '_>) -> bool {
        let is_registered = self.is_registered(name, values);
        let key = (name.to_vec(), attribute.to_vec());
        is_registered && *self.declared.entry(key).or_insert_with(|| declares(values.context(), name, attribute))
    }

    /// Whether the operation has a property of this name, or is not registered.
    fn is_property<'t>(&mut self, name: &[u8], entry: &Entry<'t>, values: &Values<'t, '_>) -> bool {
        if !self.is_registered(name, values) {
            return true;
        }
        let known = (name.to_vec(), entry.key.to_vec());
        if let Some(is_property) = self.properties.get(&known) {
            return *is_property;
        }
        let is_property = self.declares(name, &entry.key, values) || keeps(name, entry, values);
        self.properties.insert(known, is_property);
        is_property
    }
}

/// Whether an operation keeps a property, or refuses it, with its value or with others.
fn keeps<'t>(name: &[u8], entry: &Entry<'t>, values: &Values<'t, '_>) -> bool {
    let is_kept = |dictionary| match set_properties(values.context(), name, dictionary) {
        Some(Some(properties)) => Attributes::new(properties).is_none_or(|kept| kept.has(&lossy(current(&entry.key)))),
        Some(None) => false,
        None => true,
    };
    let others = OTHER_KINDS.map(|value| values.single(entry, value));
    let mut dictionaries = std::iter::once(values.dictionary(entry)).chain(others);
    dictionaries.any(|dictionary| dictionary.is_none_or(is_kept))
}
