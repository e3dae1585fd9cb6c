//! Locations: those in files, and those with debug information.

use crate::context::ContextHandle;
use crate::text::{self, bytes, lossy};
use melior::ir::{Attribute, AttributeLike as _, Location, OperationRef};
use mlir_sys::*;
use std::borrow::Cow;

/// A position in a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FilePosition<'c> {
    /// The name of the file.
    pub file: Cow<'c, str>,
    /// The line; 0 if it is unknown.
    pub line: u32,
    /// The column; 0 if it is unknown.
    pub column: u32,
}

/// The position of a location in a file, or the first one of a fused location.
#[must_use]
pub fn file_position<'c>(location: Location<'c>) -> Option<FilePosition<'c>> {
    let raw = first(location.to_raw());
    let number = |number| u32::try_from(number).unwrap_or(0);
    // SAFETY: the location is alive, and only one in a file is asked for its parts. The name lives as long as
    // the context.
    unsafe {
        mlirLocationIsAFileLineColRange(raw).then(|| FilePosition {
            file: lossy(bytes(mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(raw)))),
            line: number(mlirLocationFileLineColRangeGetStartLine(raw)),
            column: number(mlirLocationFileLineColRangeGetStartColumn(raw)),
        })
    }
}

/// The first part of a fused location, or the location itself.
fn first(location: MlirLocation) -> MlirLocation {
    let mut found = location;
    // SAFETY: the locations are alive, only a fused one is asked for its parts, and the list has as many as there are.
    unsafe {
        while mlirLocationIsAFused(found) && mlirLocationFusedGetNumLocations(found) > 0 {
            let mut parts = vec![found; mlirLocationFusedGetNumLocations(found) as usize];
            mlirLocationFusedGetLocations(found, parts.as_mut_ptr());
            found = parts[0];
        }
    }
    found
}

/// A location with metadata, such as the scope of its debug information.
#[must_use]
pub fn with_metadata<'c>(location: Location<'c>, metadata: Attribute<'c>) -> Location<'c> {
    let mut raw = location.to_raw();
    // SAFETY: location and metadata belong to one context, and the array has one location.
    unsafe {
        let context = mlirLocationGetContext(raw);
        Location::from_raw(mlirLocationFusedGet(context, 1, &raw mut raw, metadata.to_raw()))
    }
}

/// The name of the metadata of a location that has a source.
const WITH_SOURCE: &str = "tileiras.source";

fn with_source_metadata(context: MlirContext) -> MlirAttribute {
    // SAFETY: the context is alive, and the text is copied.
    unsafe { mlirStringAttrGet(context, text::raw(WITH_SOURCE)) }
}

/// A location of an instruction in the text that was read, and that of its debug information.
#[must_use]
pub fn with_source<'c>(location: Location<'c>, source: Location<'c>) -> Location<'c> {
    let parts = [location.to_raw(), source.to_raw()];
    // SAFETY: both locations belong to one context, and the array has two of them.
    unsafe {
        let context = mlirLocationGetContext(parts[0]);
        Location::from_raw(mlirLocationFusedGet(context, 2, parts.as_ptr(), with_source_metadata(context)))
    }
}

/// The two parts of a location of [`with_source`]; the first one is lost if it was unknown.
#[must_use]
pub fn parts_with_source(location: Location<'_>) -> Option<(Option<Location<'_>>, Location<'_>)> {
    let raw = location.to_raw();
    // SAFETY: the location is alive, only a fused one is asked for its parts, and the list has as many as there are.
    let parts = unsafe {
        let is_fused = mlirLocationIsAFused(raw);
        let metadata = with_source_metadata(mlirLocationGetContext(raw));
        if !is_fused || !mlirAttributeEqual(mlirLocationFusedGetMetadata(raw), metadata) {
            return None;
        }
        let mut parts = vec![raw; mlirLocationFusedGetNumLocations(raw) as usize];
        mlirLocationFusedGetLocations(raw, parts.as_mut_ptr());
        parts
    };
    // SAFETY: the parts live as long as the context.
    let location = |raw: &MlirLocation| unsafe { Location::from_raw(*raw) };
    match parts.as_slice() {
        [source] => Some((None, location(source))),
        [first, source] => Some((Some(location(first)), location(source))),
        _ => None,
    }
}

/// A location in a file.
#[must_use]
pub fn in_file<'c>(context: ContextHandle<'c>, file: &str, line: usize, column: usize) -> Location<'c> {
    let number = |number: usize| u32::try_from(number).unwrap_or(0);
    // SAFETY: the context is alive, and the name is copied.
    unsafe {
        let (line, column) = (number(line), number(column));
        Location::from_raw(mlirLocationFileLineColGet(context.to_raw(), text::raw(file), line, column))
    }
}

/// A location that is not known.
#[must_use]
pub fn unknown(context: ContextHandle<'_>) -> Location<'_> {
    // SAFETY: the context is alive.
    unsafe { Location::from_raw(mlirLocationUnknownGet(context.to_raw())) }
}

/// Sets the location of an operation.
pub fn set<'c>(op: OperationRef<'c, '_>, location: Location<'c>) {
    // SAFETY: operation and location belong to one context.
    unsafe { mlirOperationSetLocation(op.to_raw(), location.to_raw()) }
}

/// Sets the location of the arguments of all blocks in the regions of an operation.
pub fn set_of_arguments<'c>(op: OperationRef<'c, '_>, location: Location<'c>) {
    // SAFETY: the operation is alive, `region` and `block` are alive, or null at the end of their lists, and the
    // location belongs to the context of the operation.
    unsafe {
        let mut region = mlirOperationGetFirstRegion(op.to_raw());
        while !region.ptr.is_null() {
            let mut block = mlirRegionGetFirstBlock(region);
            while !block.ptr.is_null() {
                for index in 0..mlirBlockGetNumArguments(block) {
                    mlirBlockArgumentSetLocation(mlirBlockGetArgument(block, index), location.to_raw());
                }
                block = mlirBlockGetNextInRegion(block);
            }
            region = mlirRegionGetNextInOperation(region);
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::{FilePosition, file_position, parts_with_source, with_metadata, with_source};
    use melior::Context;
    use melior::ir::{Attribute, Location};

    #[test]
    fn a_fused_location_has_the_position_of_its_first_part() {
        let context = Context::new();
        let scope = Attribute::parse(&context, "\"scope\"").expect("an attribute");
        let location = with_metadata(Location::new(&context, "k.cu", 3, 4), scope);
        assert_eq!(file_position(location), Some(FilePosition { file: "k.cu".into(), line: 3, column: 4 }));
        assert_eq!(file_position(Location::unknown(&context)), None);
    }

    #[test]
    fn a_source_is_kept_beside_a_location() {
        let context = Context::new();
        let (text, source) = (Location::new(&context, "k.ll", 3, 4), Location::new(&context, "k.cu", 5, 6));
        let both = with_source(text, source);
        assert_eq!(file_position(both), Some(FilePosition { file: "k.ll".into(), line: 3, column: 4 }));
        assert_eq!(parts_with_source(both), Some((Some(text), source)));
        assert_eq!(parts_with_source(with_source(Location::unknown(&context), source)), Some((None, source)));
        assert_eq!(parts_with_source(Location::fused(&context, &[text, source], Attribute::unit(&context))), None);
    }
}
