//! Generates the C++ of the dialect from `ods/` and compiles it.

use anyhow::Result;
use std::path::Path;
use tileiras_build_support::{Llvm, out_dir};

fn main() -> Result<()> {
    let llvm = Llvm::find()?;
    let out = out_dir()?;
    let ods = Path::new("ods");
    for (input, output, generator) in [
        ("Ops.td", "NVTileAADialect.h.inc", ["-gen-dialect-decls", "-dialect=nv_tileaa"].as_slice()),
        ("Ops.td", "NVTileAADialect.cpp.inc", &["-gen-dialect-defs", "-dialect=nv_tileaa"]),
        ("Attrs.td", "NVTileAAEnums.h.inc", &["-gen-enum-decls"]),
        ("Attrs.td", "NVTileAAEnums.cpp.inc", &["-gen-enum-defs"]),
        ("Attrs.td", "NVTileAAAttrs.h.inc", &["-gen-attrdef-decls"]),
        ("Attrs.td", "NVTileAAAttrs.cpp.inc", &["-gen-attrdef-defs"]),
        ("Ops.td", "NVTileAAOps.h.inc", &["-gen-op-decls"]),
        ("Ops.td", "NVTileAAOps.cpp.inc", &["-gen-op-defs"]),
    ] {
        llvm.tblgen(generator, &[ods], &ods.join(input), &out.join(output))?;
    }
    llvm.compile_cpp(Path::new("cpp"), &[&out], "tileiras_nv_tileaa_cpp")?;
    // For `melior::dialect!`.
    println!("cargo:rustc-env=NV_TILEAA_ODS={}", std::env::current_dir()?.join(ods).display());
    println!("cargo:rerun-if-changed=ods");
    llvm.emit_rpath()
}
