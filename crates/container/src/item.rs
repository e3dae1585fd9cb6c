//! What a container has: items, and problems in their place.

use std::fmt::Display;

use bytes::Bytes;
use tileiras_cubin::ImageKind;

/// A file, or a member of one.
#[derive(Clone, Debug)]
pub struct Item {
    /// A name for messages: `x.whl(lib/k.so)(2.sm_90.ptx)`. An archive can have two members of one name.
    pub name: String,
    /// The name of the file that it is in: `x.whl(lib/k.so)`. A file has its own name.
    pub container: String,
    /// Its path in its container.
    pub path: String,
    /// The content.
    pub bytes: Bytes,
    /// Its header in the fat binary, if it is an image of one.
    pub image: Option<ImageHeader>,
}

impl Item {
    /// A file.
    #[must_use]
    pub fn of_file(name: String, bytes: Bytes) -> Self {
        Self { container: name.clone(), path: name.clone(), name, bytes, image: None }
    }

    /// A member of this item.
    pub(crate) fn member(&self, path: String, bytes: Bytes) -> Self {
        // A line end in a name would make two lines of a message.
        let name = format!("{}({})", self.name, path.replace('\n', "\\x0A"));
        Self { name, container: self.name.clone(), path, bytes, image: None }
    }
}

/// What a fat binary says about an image.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImageHeader {
    /// What it is.
    pub kind: ImageKind,
    /// The architecture, such as `sm_90a`.
    pub arch: String,
    /// The options of `ptxas` that a driver compiles PTX with, as one text.
    pub options: String,
    /// Where its content begins in that of a group of images, which are compressed as one.
    pub position: usize,
    /// Whether the fat binary is in a program, and no file of its own.
    pub is_in_program: bool,
}

/// Why an item cannot be read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// The name of the item.
    pub name: String,
    /// What is wrong, as the end of a sentence about it.
    pub text: String,
    /// Whether it has more bytes than the limit.
    pub is_too_large: bool,
}

impl Problem {
    pub(crate) fn new(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.to_owned(), text: text.into(), is_too_large: false }
    }

    pub(crate) fn damaged(name: &str, kind: &str, error: &impl Display) -> Self {
        // One line, whatever a library says.
        let error = error.to_string().replace('\n', " ");
        Self::new(name, format!("is {kind} that cannot be read: {error}"))
    }

    pub(crate) fn too_large(name: &str) -> Self {
        Self { is_too_large: true, ..Self::new(name, "is larger than the limit") }
    }
}

/// Which bytes of an image are read: decompressing all of them takes most of the time.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum ImageBytes {
    /// Those in the file, which may be compressed.
    Stored,
    Content,
}
