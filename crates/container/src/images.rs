//! The images of fat binaries: of a file of them, or of a program that has them in a section.

use std::collections::HashMap;

use bytes::Bytes;
use object::{Object as _, ObjectSection as _};
use tileiras_cubin::{FATBIN_MAGIC, Fatbin, FatbinError, Image, ImageKind};

use crate::container::{Item, MemberBytes, Problem};

/// The sections of a program that have fat binaries, one after the other: of ELF, before and after the device code was
/// linked, and of PE, which cuts off a name at eight bytes.
const SECTIONS: [&str; 3] = [".nv_fatbin", "__nv_relfatbin", ".nv_fatb"];

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

/// The images of a file, in order.
#[derive(Debug)]
pub(crate) struct Images {
    /// Whether the file is a program, and no fat binary.
    is_program: bool,
    images: Vec<Result<ImageAt, FatbinError>>,
}

/// An image.
#[derive(Debug)]
struct ImageAt {
    /// The fat binary that has it.
    fatbin: Bytes,
    index: usize,
    header: ImageHeader,
    /// Its number among the images of its kind in the file, from 1, as `cuobjdump` counts them.
    number: usize,
}

/// The images of a file; `None` if it is neither a fat binary nor a program with some.
///
/// # Errors
/// If it is a program that cannot be read.
pub(crate) fn of(item: &Item) -> Result<Option<Images>, Problem> {
    if item.bytes.starts_with(&FATBIN_MAGIC) {
        let mut images = Images { is_program: false, images: Vec::new() };
        images.add(&item.bytes);
        return Ok(Some(images));
    }
    if !is_program(&item.bytes) {
        return Ok(None);
    }
    let damaged = |error: object::read::Error| Problem::damaged(&item.name, "a program", &error);
    let file = object::File::parse(&*item.bytes).map_err(damaged)?;
    let mut images = Images { is_program: true, images: Vec::new() };
    for section in file.sections() {
        let is_found = section.name_bytes().is_ok_and(|name| SECTIONS.iter().any(|known| name == known.as_bytes()));
        if is_found && section.size() > 0 {
            images.add(&item.bytes.slice_ref(section.data().map_err(damaged)?));
        }
    }
    Ok(Some(images).filter(|images| images.len() > 0))
}

/// Whether a file is a program for a processor: an ELF file of another machine than that of cubins, or a PE file.
fn is_program(bytes: &[u8]) -> bool {
    const CUDA: [u8; 2] = 190u16.to_le_bytes();
    let is_elf = bytes.starts_with(b"\x7fELF") && bytes.get(18..20).is_some_and(|machine| machine != CUDA);
    is_elf || bytes.starts_with(b"MZ")
}

impl Images {
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Adds the images of fat binaries that are one after the other.
    fn add(&mut self, section: &Bytes) {
        let mut numbers: HashMap<ImageKind, usize> = HashMap::new();
        for image in self.images.iter().flatten() {
            numbers.insert(image.header.kind, image.number);
        }
        for part in Fatbin::parts(section) {
            let fatbin = part.and_then(|range| {
                let fatbin = section.slice(range);
                let headers: Vec<_> = Fatbin::read(&fatbin)?.images.iter().map(|image| self.header(image)).collect();
                Ok((fatbin, headers))
            });
            let (fatbin, headers) = match fatbin {
                Ok(found) => found,
                Err(error) => {
                    self.images.push(Err(error));
                    continue;
                }
            };
            for (index, header) in headers.into_iter().enumerate() {
                let number = numbers.entry(header.kind).and_modify(|number| *number += 1).or_insert(1);
                self.images.push(Ok(ImageAt { fatbin: fatbin.clone(), index, header, number: *number }));
            }
        }
    }

    /// Reads an image: its content, or the bytes that have it in the file. One of an unknown kind has none.
    pub fn member(&self, item: &Item, index: usize, bytes: MemberBytes) -> Result<Item, Problem> {
        let cut_off = || Problem::new(&item.name, "is cut off");
        let image = match self.images.get(index).ok_or_else(cut_off)? {
            Ok(image) => image,
            Err(error) if self.is_program => return Err(Problem::new(&item.name, format!("a fat binary at {error}"))),
            Err(error) => return Err(Problem::new(&item.name, error.to_string())),
        };
        let ImageHeader { kind, arch, .. } = &image.header;
        let ending = match kind {
            ImageKind::Ptx => "ptx".to_owned(),
            ImageKind::Cubin => "cubin".to_owned(),
            ImageKind::Other(kind) => format!("kind-{kind}"),
        };
        let member = item.member(format!("{}.{arch}.{ending}", image.number), Bytes::new());
        let member = Item { image: Some(image.header.clone()), ..member };
        if matches!(kind, ImageKind::Other(_)) {
            // Nobody reads it.
            return Ok(member);
        }
        let problem = |error: FatbinError| match error {
            FatbinError::TooLarge { .. } => Problem::too_large(&member.name),
            error => Problem::new(&member.name, error.to_string()),
        };
        let fatbin = Fatbin::read(&image.fatbin).map_err(problem)?;
        let content = fatbin.images.get(image.index).ok_or_else(cut_off)?;
        let bytes = match bytes {
            MemberBytes::Stored { .. } => image.fatbin.slice_ref(content.stored()),
            MemberBytes::Content { mut limit } => {
                Bytes::from(content.content(&mut limit).map_err(problem)?.into_owned())
            }
        };
        Ok(Item { bytes, ..member })
    }

    fn header(&self, image: &Image<'_>) -> ImageHeader {
        let (kind, arch, options) = (image.kind, image.arch.clone(), image.options.clone());
        ImageHeader { kind, arch, options, position: image.position(), is_in_program: self.is_program }
    }
}
