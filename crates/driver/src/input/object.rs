//! The code of an input for one chip, and the objects that are inputs of `--link`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tileiras_contract::audit::Snapshot;
use tileiras_cubin::{Cubin, Fatbin, FatbinError, Image, ImageKind};
use tileiras_target::{Chip, Suffix};

use crate::input::{Format, Input, Limit};
use crate::messages::fault::{Fault, Kind};

/// A cubin or a relocatable object.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Object {
    /// The name of its input, for messages.
    pub name: String,
    /// Its chip.
    pub chip: Chip,
    /// The bytes of the ELF file.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
    /// The facts that it must have: those of its input.
    pub facts: Snapshot,
}

/// Reads the objects of an ELF file or of a fat binary: for these chips, or for all chips if none is given. The object
/// of an ELF file is for any single chip: `nvlink` checks whether it fits.
///
/// # Errors
/// If the file cannot be read, or does not have one object for each of the chips.
pub fn read(input: &Input, chips: &[Chip]) -> Result<Vec<Object>, Fault> {
    let fault = |error: &dyn std::fmt::Display| Kind::Input.fault(error.to_string());
    let object = |chip, bytes: Vec<u8>| {
        let cubin = Cubin::read(&bytes).map_err(|error| fault(&error))?;
        // nvlink leaves out the code of an executable without a word (measured: 13.5).
        if !cubin.relocatable {
            return Err(Kind::Input.fault(format!("the code for {chip} is not relocatable; compile it with -c")));
        }
        Ok(Object { name: input.name.clone(), chip, facts: Snapshot::from(&cubin), bytes })
    };
    let mut found = Vec::new();
    if input.format == Format::Fatbin {
        let mut budget = input.limit.bytes();
        let images = Fatbin::read(&input.content).map_err(|error| fault(&error))?.images;
        let images: Vec<_> = images
            .iter()
            .filter(|image| image.kind == ImageKind::Cubin)
            .filter_map(|image| Some((image.chip()?, image)))
            .collect();
        // For each wanted chip its image, or else the newest that `nvlink` can link for it.
        let wanted: Vec<Chip> =
            if chips.is_empty() { images.iter().map(|(chip, _)| *chip).collect() } else { chips.to_vec() };
        for chip in wanted {
            let exact: Vec<_> = images.iter().filter(|(other, _)| is_same_chip(*other, chip)).collect();
            if exact.len() > 1 {
                return Err(Kind::Input.fault(format!("has several objects for {chip}")));
            }
            let older =
                images.iter().filter(|(other, _)| runs_on(*other, chip)).max_by_key(|(other, _)| other.number());
            if let Some((_, image)) = exact.first().copied().or(older) {
                found.push(object(chip, content_of(image, input.limit, &mut budget)?.into_owned())?);
            }
        }
    } else {
        let chip = match chips {
            [chip] => Some(*chip),
            chips => {
                let stated = Cubin::read(&input.content).map_err(|error| fault(&error))?.chip();
                stated.map(|stated| chips.iter().copied().find(|chip| may_be_for(stated, *chip)).unwrap_or(stated))
            }
        };
        let chip = chip.ok_or_else(|| Kind::Input.fault("the chip of the object is not known; give --gpu-name"))?;
        found.push(object(chip, input.content.clone())?);
    }
    let missing = chips.iter().find(|chip| !found.iter().any(|object| is_same_chip(object.chip, **chip)));
    match missing {
        Some(chip) => Err(Kind::Input.fault(format!("has no code for {chip}"))),
        None if found.is_empty() => Err(Kind::Input.fault("has no object")),
        None => Ok(found),
    }
}

/// The content of an image of a fat binary. The images of a file have a budget, which is the limit at first.
///
/// # Errors
/// If the budget is exhausted, or if the image cannot be decompressed.
pub fn content_of<'a>(image: &Image<'a>, limit: Limit, budget: &mut u64) -> Result<Cow<'a, [u8]>, Fault> {
    image.content(budget).map_err(|error| match error {
        FatbinError::TooLarge { .. } => {
            let limit = limit.mebibytes();
            let text = format!("the images are larger than {limit} MiB together; --max-input-size raises the limit");
            Kind::Input.fault(text)
        }
        error => Kind::Input.fault(error.to_string()),
    })
}

/// Whether two names are of one chip, as sm_101a and sm_110a.
pub fn is_same_chip(one: Chip, other: Chip) -> bool {
    one.canonical() == other.canonical()
}

/// The images for a chip.
///
/// # Errors
/// If there is none.
pub fn images_for<T>(mut images: Vec<T>, chip: Chip, stated: impl Fn(&T) -> Option<Chip>) -> Result<Vec<T>, Fault> {
    images.retain(|image| stated(image).is_some_and(|stated| is_same_chip(stated, chip)));
    if images.is_empty() { Err(Kind::Input.fault(format!("has no image for {chip}"))) } else { Ok(images) }
}

/// Whether code for one chip runs on another: a later one of the same major architecture, if it has no suffix.
fn runs_on(code: Chip, chip: Chip) -> bool {
    let (code, chip) = (code.canonical(), chip.canonical());
    code.suffix() == Suffix::None && code.number() / 10 == chip.number() / 10 && code.number() <= chip.number()
}

/// Whether the code of an ELF file that states one chip may be for another: an ELF file does not state the suffix `f`.
pub fn may_be_for(stated: Chip, chip: Chip) -> bool {
    let suffixes = (stated.suffix(), chip.suffix());
    let is_family = suffixes == (Suffix::None, Suffix::F) && stated.canonical().number() == chip.canonical().number();
    is_same_chip(stated, chip) || is_family
}
