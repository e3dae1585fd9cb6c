//! Runs `nvlink` on relocatable objects, and `fatbinary` on cubins.

use std::ffi::OsString;

use tileiras_target::Chip;

use crate::run::{InputFile, Runner, ToolError, ToolOutput};

/// Links relocatable objects for a chip to a cubin. `arguments` are passed on unchanged.
///
/// # Errors
/// [`ToolError`] unless `nvlink` succeeds and writes a cubin.
pub fn link(
    nvlink: &Runner,
    chip: Chip,
    objects: &[InputFile<'_>],
    arguments: &[OsString],
) -> Result<ToolOutput, ToolError> {
    nvlink.run(objects, "linked.cubin", |objects, output| {
        let mut argv: Vec<OsString> = vec!["-arch".into(), chip.name().into()];
        argv.extend(arguments.iter().cloned());
        argv.extend(objects.iter().map(OsString::from));
        argv.extend(["-o".into(), output.into()]);
        argv
    })
}

/// Puts cubins for several chips into a fat binary. They are not compressed. `relocatable` is whether they are to be
/// linked.
///
/// # Errors
/// [`ToolError`] unless `fatbinary` succeeds and writes a fat binary.
pub fn pack(fatbinary: &Runner, cubins: &[(Chip, InputFile<'_>)], relocatable: bool) -> Result<ToolOutput, ToolError> {
    let files: Vec<_> = cubins.iter().map(|(_, file)| file.clone()).collect();
    fatbinary.run(&files, "packed.fatbin", |files, output| {
        let mut create = OsString::from("--create=");
        create.push(output);
        let mut argv = vec![create, "--64".into()];
        argv.extend(relocatable.then(|| "--device-c".into()));
        for ((chip, _), file) in cubins.iter().zip(files) {
            let number = chip.name().trim_start_matches("sm_");
            let mut image = OsString::from(format!("--image3=kind=elf,sm={number},file="));
            image.push(file);
            argv.push(image);
        }
        argv
    })
}
