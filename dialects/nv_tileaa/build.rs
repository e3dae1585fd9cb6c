//! Generates the C++ of the dialect from `ods/` and compiles it.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tileiras_build_support::Llvm;

fn main() -> Result<()> {
    let llvm = Llvm::find()?;
    let out: PathBuf = std::env::var_os("OUT_DIR").context("OUT_DIR is not set")?.into();
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
    let mut cpp = llvm.cpp()?;
    cpp.include("cpp").include(&out).files(["cpp/NVTileAA.cpp", "cpp/KernelSpec.cpp"]);
    cpp.compile("tileiras_nv_tileaa_cpp");
    // For `melior::dialect!`.
    println!("cargo:rustc-env=NV_TILEAA_ODS={}", std::env::current_dir()?.join(ods).display());
    println!("cargo:rerun-if-changed=ods");
    println!("cargo:rerun-if-changed=cpp");
    llvm.emit_rpath()
}
