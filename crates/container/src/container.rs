//! Files that contain others.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Display;
use std::io::Cursor;

use bytes::Bytes;
use object::read::archive::{ArchiveFile, ArchiveMember};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::compressed::{self, Codec};
use crate::images::{self, Images};
use crate::item::{ImageBytes, Item, Problem};

/// The name of a member, and its content.
type Named = (String, Bytes);

/// An open container.
#[derive(Debug)]
pub(crate) enum Container {
    /// Of `ar` or of `tar`.
    Archive(Vec<Result<Named, Problem>>),
    Zip(RefCell<ZipArchive<Cursor<Bytes>>>),
    Compressed(Codec),
    Images(Images),
}

impl Container {
    /// Opens a container; `None` for a file that contains no others.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn of(item: &Item) -> Result<Option<Self>, Problem> {
        if item.image.is_some() {
            return Ok(None);
        }
        let bytes = &item.bytes;
        if bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n") {
            return archive(item).map(Some);
        }
        if is_zip(bytes) {
            let zip = ZipArchive::new(Cursor::new(bytes.clone()));
            let zip = zip.map_err(|error| Problem::damaged(&item.name, "a zip archive", &error))?;
            return Ok(Some(Self::Zip(RefCell::new(zip))));
        }
        if let Some(codec) = Codec::of(bytes) {
            return Ok(Some(Self::Compressed(codec)));
        }
        if bytes.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1)) {
            return tar(item).map(Some);
        }
        Ok(images::of(item)?.map(Self::Images))
    }

    /// The number of its members.
    pub fn len(&self) -> usize {
        match self {
            Self::Archive(members) => members.len(),
            Self::Zip(zip) => zip.borrow().len(),
            Self::Compressed(_) => 1,
            Self::Images(images) => images.len(),
        }
    }

    /// The path of a member, which is not read; empty if it is not known.
    pub fn path(&self, item: &Item, index: usize) -> String {
        match self {
            Self::Archive(members) => {
                members.get(index).and_then(|member| member.as_ref().ok()).map(|(name, _)| name.clone())
            }
            Self::Zip(zip) => zip.borrow().name_for_index(index).and_then(Result::ok).map(Cow::into_owned),
            Self::Compressed(codec) => Some(codec.path(item)),
            Self::Images(images) => images.path(index),
        }
        .unwrap_or_default()
    }

    /// Whether reading a member takes much longer than opening the container.
    pub const fn is_compressed(&self) -> bool {
        matches!(self, Self::Zip(_) | Self::Compressed(_))
    }

    /// Reads a member of this container, which is `item`; `None` if it is no file.
    ///
    /// # Errors
    /// If it is damaged, or has more bytes than the limit.
    pub fn member(&self, item: &Item, index: usize, bytes: ImageBytes, limit: u64) -> Result<Option<Item>, Problem> {
        match self {
            Self::Archive(members) => {
                let member = members.get(index).cloned().transpose()?;
                Ok(member.map(|(name, bytes)| item.member(name, bytes)))
            }
            Self::Zip(zip) => {
                let member = item.member(self.path(item, index), Bytes::new());
                let content = zip_content(&member.name, &mut zip.borrow_mut(), index, limit)?;
                Ok(content.map(|bytes| Item { bytes, ..member }))
            }
            Self::Compressed(codec) => codec.member(item, limit).map(Some),
            Self::Images(images) => images.member(item, index, bytes, limit).map(Some),
        }
    }
}

/// Whether it is a zip archive.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The name of a format in the header of a tar archive, and its position.
const TAR: (usize, &[u8]) = (257, b"ustar");

fn archive(item: &Item) -> Result<Container, Problem> {
    let damaged = |error: object::read::Error| Problem::damaged(&item.name, "an archive", &error);
    let archive = ArchiveFile::parse(&*item.bytes).map_err(damaged)?;
    if archive.is_thin() {
        return Err(Problem::new(&item.name, "is a thin archive, whose members are files beside it; name these"));
    }
    let member = |member: object::read::Result<ArchiveMember<'_>>| {
        let member = member.map_err(damaged)?;
        let bytes = range(item, member.file_range())?;
        Ok(Some((String::from_utf8_lossy(member.name()).into_owned(), bytes)))
    };
    Ok(Container::Archive(until_fault(archive.members().map(member))))
}

fn tar(item: &Item) -> Result<Container, Problem> {
    let damaged = |error: std::io::Error| Problem::damaged(&item.name, "a tar archive", &error);
    let mut archive = tar::Archive::new(&*item.bytes);
    let path = |entry: &tar::Entry<'_, &[u8]>| String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    let member = |entry: std::io::Result<tar::Entry<'_, &[u8]>>| {
        let entry = entry.map_err(damaged)?;
        if entry.header().entry_type().is_gnu_sparse() {
            let name = item.member(path(&entry), Bytes::new()).name;
            return Err(Problem::new(&name, "is a sparse file, which is not read"));
        }
        if !entry.header().entry_type().is_file() {
            return Ok(None);
        }
        let bytes = range(item, (entry.raw_file_position(), entry.size()))?;
        Ok(Some((path(&entry), bytes)))
    };
    Ok(Container::Archive(until_fault(archive.entries().map_err(damaged)?.map(member))))
}

/// The bytes of a member, by their position and their number.
fn range(item: &Item, (start, size): (u64, u64)) -> Result<Bytes, Problem> {
    let range = usize::try_from(start).ok().zip(start.checked_add(size).and_then(|end| usize::try_from(end).ok()));
    match range {
        Some((start, end)) if end <= item.bytes.len() => Ok(item.bytes.slice(start..end)),
        _ => Err(Problem::new(&item.name, "is an archive that is cut off")),
    }
}

/// The members before the first that cannot be read, and why that cannot be.
fn until_fault(members: impl Iterator<Item = Result<Option<Named>, Problem>>) -> Vec<Result<Named, Problem>> {
    let mut found = Vec::new();
    for member in members {
        match member {
            Ok(member) => found.extend(member.map(Ok)),
            Err(problem) => {
                found.push(Err(problem));
                break;
            }
        }
    }
    found
}

/// The most bytes that deflate makes of one.
const MOST_OF_DEFLATE: u64 = 1032;

/// The content of a member; `None` if it is no file.
fn zip_content(
    name: &str,
    zip: &mut ZipArchive<Cursor<Bytes>>,
    index: usize,
    limit: u64,
) -> Result<Option<Bytes>, Problem> {
    let damaged = |error: &dyn Display| Problem::damaged(name, "a member", &error);
    let file = zip.by_index(index).map_err(|error| match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Problem::new(name, "is encrypted"),
        error => damaged(&error),
    })?;
    if !file.is_file() {
        return Ok(None);
    }
    // A damaged header can state any size.
    let size = file.size().min(file.compressed_size().saturating_mul(MOST_OF_DEFLATE));
    let content = compressed::read(file, size, limit).map_err(|error| damaged(&error))?;
    content.map(|content| Some(content.into())).ok_or_else(|| Problem::too_large(name))
}
