//! Runs the pipeline `nvvm-launch` on a file of MLIR, as `tileiras-opt --nvvm-launch` does: `nvvm_launch FILE [CHIP]`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example")]

use std::error::Error;
use tileiras::melior::diagnostic::DiagnosticSeverity;
use tileiras::melior::dialect::DialectRegistry;
use tileiras::melior::ir::Module;
use tileiras::melior::pass::PassManager;
use tileiras::melior::{Context, utility};
use tileiras::passes::{self, NVVMLaunchOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: nvvm_launch FILE [CHIP]")?;
    let options = NVVMLaunchOptions { chip: arguments.next().unwrap_or_default(), ..NVVMLaunchOptions::default() };

    let registry = DialectRegistry::new();
    utility::register_all_dialects(&registry);
    tileiras::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();

    // MLIR prints errors by itself, but no warnings and no remarks, such as the one about a fact that a chip does not
    // have.
    context.attach_diagnostic_handler(|diagnostic| {
        let severity = match diagnostic.severity() {
            DiagnosticSeverity::Error => return false,
            DiagnosticSeverity::Warning => "warning",
            DiagnosticSeverity::Note => "note",
            DiagnosticSeverity::Remark => "remark",
        };
        eprintln!("{}: {severity}: {diagnostic}", diagnostic.location());
        true
    });
    let mut module = Module::parse(&context, &std::fs::read_to_string(&file)?).ok_or("the file is not valid MLIR")?;
    let manager = PassManager::new(&context);
    passes::add_nvvm_launch(manager.as_operation_pass_manager(), &options)?;
    manager.run(&mut module)?;
    println!("{}", module.as_operation());
    Ok(())
}
