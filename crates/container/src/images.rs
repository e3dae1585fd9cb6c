//! The images of fat binaries: of a file of them, or of a program that has them in a section.

use std::collections::HashMap;

use bytes::Bytes;
use object::{FileKind, Object as _, ObjectKind, ObjectSection as _};
use self_cell::self_cell;
use tileiras_cubin::{FATBIN_MAGIC, Fatbin, FatbinError, ImageKind};

use crate::item::{ImageBytes, ImageHeader, Item, Problem};

/// The sections of a program that have fat binaries, one after the other: of ELF, and of PE, which cuts off a name at
/// eight bytes.
const SECTIONS: [&str; 2] = [".nv_fatbin", ".nv_fatb"];

/// The section with fat binaries that are to be linked. A linked program has it still, and `cuobjdump` does not read it
/// there: its cubins are in the linked ones. Its PTX is nowhere else.
const UNLINKED: &str = "__nv_relfatbin";

self_cell!(
    /// A fat binary, whose headers are read.
    struct Parsed {
        owner: Bytes,
        #[covariant]
        dependent: Fatbin,
    }

    impl {Debug}
);

/// The images of a file, in order.
#[derive(Debug)]
pub(crate) struct Images {
    /// Whether the file is a program, and no fat binary.
    is_program: bool,
    fatbins: Vec<Parsed>,
    /// The images, or what is wrong in the place of some.
    images: Vec<Result<ImageAt, String>>,
    /// The number of images of each kind, of those that were linked and of the others.
    numbers: HashMap<(ImageKind, bool), usize>,
}

/// An image.
#[derive(Debug)]
struct ImageAt {
    /// The number of its fat binary, and its own in that.
    fatbin: usize,
    index: usize,
    header: ImageHeader,
    /// Its number among the images of its kind in the file, from 1, as `cuobjdump` counts them.
    number: usize,
    /// Whether it is what is left of the link of a program.
    is_left: bool,
}

/// The images of a file; `None` if it is neither a fat binary nor a program with some.
///
/// # Errors
/// If it is a program that cannot be read.
pub(crate) fn of(item: &Item) -> Result<Option<Images>, Problem> {
    let is_program = is_program(&item.bytes);
    let mut images = Images { is_program, fatbins: Vec::new(), images: Vec::new(), numbers: HashMap::new() };
    if item.bytes.starts_with(&FATBIN_MAGIC) {
        images.add(&item.bytes, false);
        return Ok(Some(images));
    }
    if !is_program {
        return Ok(None);
    }
    let damaged = |error: object::read::Error| Problem::damaged(&item.name, "a program", &error);
    let file = match object::File::parse(&*item.bytes) {
        Ok(file) => file,
        // COFF has no magic number: the file is something else.
        Err(_) if !item.bytes.starts_with(b"\x7fELF") && !item.bytes.starts_with(b"MZ") => return Ok(None),
        Err(error) => return Err(damaged(error)),
    };
    let is_linked = file.kind() != ObjectKind::Relocatable;
    for section in file.sections() {
        let name = section.name_bytes().unwrap_or_default();
        let is_unlinked = name == UNLINKED.as_bytes();
        let is_found = is_unlinked || SECTIONS.iter().any(|known| name == known.as_bytes());
        if is_found && section.size() > 0 {
            match section.data() {
                Ok(data) => images.add(&item.bytes.slice_ref(data), is_unlinked && is_linked),
                Err(error) => images.images.push(Err(damaged(error).text)),
            }
        }
    }
    Ok(Some(images).filter(|images| images.len() > 0))
}

/// Whether a file is a program for a processor: of ELF for another machine than that of cubins, or of PE or COFF.
fn is_program(bytes: &[u8]) -> bool {
    const CUDA: [u8; 2] = 190u16.to_le_bytes();
    match FileKind::parse(bytes) {
        Ok(FileKind::Elf32 | FileKind::Elf64) => bytes.get(18..20).is_some_and(|machine| machine != CUDA),
        Ok(FileKind::Pe32 | FileKind::Pe64 | FileKind::Coff | FileKind::CoffBig) => true,
        _ => false,
    }
}

impl Images {
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Adds the images of fat binaries that are one after the other; only PTX, if they are what is left of a link.
    fn add(&mut self, section: &Bytes, is_left: bool) {
        for part in Fatbin::parts(section) {
            let parsed = part.and_then(|range| Parsed::try_new(section.slice(range), |bytes| Fatbin::read(bytes)));
            let parsed = match parsed {
                Ok(parsed) => parsed,
                Err(error) => {
                    let text = if self.is_program { format!("a fat binary at {error}") } else { error.to_string() };
                    self.images.push(Err(text));
                    continue;
                }
            };
            for (index, image) in parsed.borrow_dependent().images.iter().enumerate() {
                let (kind, arch, options) = (image.kind, image.arch.clone(), image.options.clone());
                if is_left && kind != ImageKind::Ptx {
                    continue;
                }
                let header =
                    ImageHeader { kind, arch, options, position: image.position(), is_in_program: self.is_program };
                let number = self.numbers.entry((kind, is_left)).and_modify(|number| *number += 1).or_insert(1);
                self.images.push(Ok(ImageAt { fatbin: self.fatbins.len(), index, header, number: *number, is_left }));
            }
            self.fatbins.push(parsed);
        }
    }

    /// The path of an image in its file: `2.sm_90.ptx`, or `2.sm_90.rel.ptx` if it is what is left of a link.
    pub fn path(&self, index: usize) -> Option<String> {
        let image = self.images.get(index)?.as_ref().ok()?;
        let ImageAt { header: ImageHeader { kind, arch, .. }, number, is_left, .. } = image;
        let arch = if *is_left { format!("{arch}.rel") } else { arch.clone() };
        Some(match kind {
            ImageKind::Ptx => format!("{number}.{arch}.ptx"),
            ImageKind::Cubin => format!("{number}.{arch}.cubin"),
            ImageKind::Other(kind) => format!("{number}.{arch}.kind-{kind}"),
        })
    }

    /// Reads an image: its content, or the bytes that have it in the file. One of an unknown kind has none.
    pub fn member(&self, item: &Item, index: usize, bytes: ImageBytes, mut limit: u64) -> Result<Item, Problem> {
        let gone = || Problem::new(&item.name, "has no such image");
        let ImageAt { fatbin, index: in_fatbin, header, .. } = match self.images.get(index).ok_or_else(gone)? {
            Ok(image) => image,
            Err(text) => return Err(Problem::new(&item.name, text.clone())),
        };
        let member = item.member(self.path(index).unwrap_or_default(), Bytes::new());
        let member = Item { image: Some(header.clone()), ..member };
        if matches!(header.kind, ImageKind::Other(_)) {
            // Nobody reads it.
            return Ok(member);
        }
        let parsed = self.fatbins.get(*fatbin).ok_or_else(gone)?;
        let image = parsed.borrow_dependent().images.get(*in_fatbin).ok_or_else(gone)?;
        let bytes = match bytes {
            ImageBytes::Stored => parsed.borrow_owner().slice_ref(image.stored()),
            ImageBytes::Content => match image.content(&mut limit) {
                Ok(content) => Bytes::from(content.into_owned()),
                Err(FatbinError::TooLarge { .. }) => return Err(Problem::too_large(&member.name)),
                Err(error) => return Err(Problem::new(&member.name, error.to_string())),
            },
        };
        Ok(Item { bytes, ..member })
    }
}
