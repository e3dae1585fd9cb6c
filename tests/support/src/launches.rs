//! A module of MLIR with kernels and a host function that launches them.

use std::fmt::Write as _;

/// The types that the sizes of a launch can have.
pub const SIZES: [&str; 3] = ["index", "i32", "i64"];

/// Writes the module. Kernel `@kernels::@k2` takes the first two of `arguments`, which are names with types. The text
/// of `attributes` follows its header. `launches` are the lines of the host function `@host`.
///
/// These lines can use all `arguments`, nine sizes of each type (`%index_0` to `%i64_8`), `%bytes` (`i32`), `%stream`
/// (`!llvm.ptr`), and the tokens `%t0` and `%t1`.
pub fn module(
    arguments: &[(&str, &str)],
    attributes: impl Fn(usize) -> String,
    launches: impl IntoIterator<Item = String>,
) -> String {
    let list = |arguments: &[(&str, &str)]| -> String {
        arguments.iter().map(|(name, of)| format!("{name}: {of}")).collect::<Vec<_>>().join(", ")
    };
    let mut text = String::from("module attributes {gpu.container_module} {\n  gpu.module @kernels {\n");
    for count in 0..=arguments.len() {
        let (parameters, attributes) = (list(&arguments[..count]), attributes(count));
        writeln!(text, "    gpu.func @k{count}({parameters}) kernel{attributes} {{\n      gpu.return\n    }}")
            .expect("a string takes any text");
    }
    let sizes = SIZES.iter().flat_map(|of| (0..9).map(move |number| format!("%{of}_{number}: {of}")));
    let parameters = ["%bytes: i32".to_owned(), "%stream: !llvm.ptr".to_owned(), list(arguments)];
    let parameters: Vec<String> = parameters.into_iter().chain(sizes).collect();
    write!(text, "  }}\n  func.func @host({}) {{\n", parameters.join(", ")).expect("a string takes any text");
    text.push_str("    %t0 = gpu.wait async\n    %t1 = gpu.wait async\n");
    for launch in launches {
        writeln!(text, "    {launch}").expect("a string takes any text");
    }
    text + "    return\n  }\n}\n"
}
