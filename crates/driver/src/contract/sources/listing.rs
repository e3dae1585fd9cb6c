//! What is in a file: its inputs, which are not decompressed yet.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tileiras_container::{Bytes, Exclude, ImageHeader, Item, Kept, Share, Store, is_text};

use super::file::{Placed, SourceFile, visit};
use crate::contract::cache::{CacheEntry, entry_content};
use crate::input::{Format, Limit, found_format};
use crate::messages::Message;
use crate::messages::fault::Fault;
use crate::path::name_of;

/// What is in a file, or in a share of it.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct Listing {
    pub items: Vec<ListedInput>,
    pub messages: Vec<Placed>,
    /// Whether it contains others, and is no fat binary.
    pub is_container: bool,
    pub kept: Kept,
    /// The entries of a cache in an archive, by what the names of their stages begin with.
    entries: HashMap<String, CacheEntry>,
}

/// An input in a file.
#[derive(Deserialize, Serialize)]
pub(super) struct ListedInput {
    pub place: Vec<u32>,
    pub name: String,
    pub label: String,
    /// Of its bytes in the file; none of a file that an argument names.
    pub digest: Option<[u8; 32]>,
    pub program: Option<String>,
    pub entry: Option<CacheEntry>,
}

/// What is in a file that is an input itself, which needs no search; none if it can contain others.
pub(super) fn of_input(file: &SourceFile, exclude: &Exclude) -> Option<Listing> {
    if !file.is_named || file.content.is_some() || !is_text(&file.path) {
        return None;
    }
    let mut listing = Listing::default();
    listing.add(&[], &Item::of_file(name_of(&file.path), Bytes::new()), None);
    listing.add_entry(file, exclude);
    Some(listing)
}

/// What is in a share of a file.
pub(super) fn list(file: &SourceFile, share: Share, limit: Limit, exclude: &Exclude, store: Option<&Store>) -> Listing {
    let mut listing = Listing::default();
    let mut tree = match file.tree(limit, exclude, store) {
        Ok(tree) => tree,
        Err(_) if !share.is_first() => return listing,
        // It is reported in order, when it is read.
        Err(_) if file.is_named => {
            listing.add(&[], &Item::of_file(name_of(&file.path), Bytes::new()), None);
            return listing;
        }
        Err(fault) => return Listing::of_fault(&fault),
    };
    let mut others = Vec::new();
    let messages = visit(&mut tree, share, limit, |place, item| {
        if place.is_empty() && file.is_named {
            return listing.add(place, item, None);
        }
        if let Some(stem) = item.name.strip_suffix(".json)") {
            let entry = CacheEntry::read(&item.name, &item.bytes).ok().flatten();
            listing.entries.extend(entry.map(|entry| (stem.to_owned(), entry)));
        }
        let is_of_fatbin = item.image.as_ref().is_some_and(|image| !image.is_in_program);
        listing.is_container |= place.len() > usize::from(is_of_fatbin);
        // The bytes of an image can be compressed.
        if item.image.is_some() {
            return listing.add(place, item, Some(digest_of_item(item, None)));
        }
        match found_format(Path::new(&item.path), &item.bytes) {
            Ok(None) => {}
            Ok(format) => listing.add(place, item, Some(digest_of_item(item, format))),
            Err(kind) => {
                let text = format!("is {kind}, and is not read");
                others.push((place.first().copied(), Message::warning_in(Path::new(&item.name), text)));
            }
        }
    });
    listing.messages = messages;
    listing.messages.extend(others);
    listing.kept = tree.into_kept();
    listing.add_entry(file, exclude);
    listing
}

/// The entry of a cache of which a file on disk is a stage. Adds a warning, once for its stages, if it is no JSON.
fn entry_beside(file: &Path, exclude: &Exclude, messages: &mut Vec<Placed>) -> Option<CacheEntry> {
    let stage = file.extension().filter(|ending| ["ptx", "cubin"].iter().any(|stage| *ending == *stage))?;
    let json = file.with_extension("json");
    if exclude.has(Path::new(json.file_name()?)) {
        return None;
    }
    let content = entry_content(&json)?;
    let entry = CacheEntry::read(&name_of(&json), &content);
    let is_first = stage == "ptx" || !file.with_extension("ptx").exists();
    if let (Err(text), true) = (&entry, is_first) {
        messages.push((None, Message::warning_in(&json, format!("is no JSON: {text}"))));
    }
    entry.ok()?
}

/// What the name of a stage in an archive has before its ending.
fn stage_of(name: &str) -> Option<&str> {
    name.strip_suffix(".ptx)").or_else(|| name.strip_suffix(".cubin)"))
}

impl Listing {
    /// What is in a file that cannot be read.
    pub(super) fn of_fault(fault: &Fault) -> Self {
        let messages = Message::of_fault(fault).into_iter().map(|message| (None, message)).collect();
        Self { messages, ..Self::default() }
    }

    /// Adds what is in another share of the file.
    pub(super) fn extend(&mut self, other: Self) {
        self.items.extend(other.items);
        self.messages.extend(other.messages);
        self.is_container |= other.is_container;
        self.kept.extend(other.kept);
        self.entries.extend(other.entries);
    }

    /// Brings what the shares have found into the order of the file. Its stages of a cache get their entries.
    pub(super) fn finish(&mut self) {
        self.items.sort_by(|one, other| one.place.cmp(&other.place));
        self.messages.sort_by_key(|(member, _)| *member);
        // A limit that several shares have reached.
        self.messages.dedup();
        for item in self.items.iter_mut().filter(|item| !item.place.is_empty()) {
            item.entry = stage_of(&item.name).and_then(|stem| self.entries.get(stem).cloned());
        }
    }

    /// Adds the entry of a cache to the file itself.
    fn add_entry(&mut self, file: &SourceFile, exclude: &Exclude) {
        for item in self.items.iter_mut().filter(|item| item.place.is_empty()) {
            item.entry = entry_beside(&file.path, exclude, &mut self.messages);
        }
    }

    fn add(&mut self, place: &[u32], item: &Item, digest: Option<[u8; 32]>) {
        let program = item.image.as_ref().filter(|image| image.is_in_program).map(|_| item.container.clone());
        let label = if item.image.is_some() && program.is_none() { &item.container } else { &item.name };
        let (name, label) = (item.name.clone(), label.clone());
        let place = place.to_vec();
        self.items.push(ListedInput { place, name, label, digest, program, entry: None });
    }
}

/// The digest of the bytes that an item has in its file, and of what they are read as. The images of a group have the
/// same bytes.
fn digest_of_item(item: &Item, format: Option<Format>) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{format:?}").as_bytes());
    if let Some(ImageHeader { kind, arch, options, position, .. }) = &item.image {
        hasher.update(format!("{kind:?} {arch} {position} {options}").as_bytes());
    }
    *hasher.update(b"\0").update(&item.bytes).finalize().as_bytes()
}
