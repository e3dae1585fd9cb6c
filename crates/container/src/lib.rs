//! Finds what is in files that contain others: folders, archives, compressed files, and programs with code for GPUs.
//!
//! Accepts any bytes. Guarantees that each member is found or has a [`Problem`], and that no member is read that has
//! more bytes than a limit. The members of `ar` and `tar` after a damaged one are not found, as their positions
//! follow from it. Leaves out on purpose what the members mean: whoever asks decides which of them it reads.
//!
//! | container | its members |
//! |---|---|
//! | archive of `ar`: `.a`, `.deb` | its files |
//! | zip archive: `.zip`, wheels | its files |
//! | tar archive | its files |
//! | gzip, xz, bzip2, Zstandard | the content |
//! | program of ELF or PE: an executable, a shared library, an object | the images of the fat binaries in it |
//! | fat binary | its images |

#![deny(unsafe_code)]

mod compressed;
mod container;
mod file;
mod images;
mod item;
mod paths;
mod store;
mod tree;

pub use bytes::Bytes;
pub use file::{content, is_text};
pub use item::{ImageHeader, Item, Problem};
pub use paths::{Exclude, Found, expand, is_pattern};
pub use store::{Kept, Store};
pub use tree::{Share, Tree};
