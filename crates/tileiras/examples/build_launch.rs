//! Builds a module with a kernel and a launch of it, checks the launch against the facts of the kernel, and prints
//! both.
#![expect(clippy::print_stdout, reason = "an example")]

use std::error::Error;
use tileiras::melior::dialect::DialectRegistry;
use tileiras::melior::ir::block::BlockLike;
use tileiras::melior::ir::operation::OperationLike;
use tileiras::melior::ir::{Location, Module, OperationRef, RegionLike};
use tileiras::melior::pass::PassManager;
use tileiras::melior::{Context, utility};
use tileiras::passes::{self, NVVMVerifyOptions};
use tileiras::{FactSet, LaunchBuilder, StatedFact, facts};

/// A kernel without facts, and the function of the host, whose arguments are the sizes of the launch.
const MODULE: &str = r#"
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        llvm.func @scale(%data: !llvm.ptr, %count: i32) attributes {nvvm.kernel} { llvm.return }
      }
      func.func @host(%one: index, %blocks: index, %threads: index, %data: !llvm.ptr, %count: i32) { return }
    }"#;

fn main() -> Result<(), Box<dyn Error>> {
    let registry = DialectRegistry::new();
    utility::register_all_dialects(&registry);
    tileiras::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    let mut module = Module::parse(&context, MODULE).ok_or("the text is not valid MLIR")?;

    // The kernel is launched with exactly 128 threads.
    let device = module.body().first_operation().ok_or("no device code")?;
    let kernel = first_in(device).ok_or("no kernel")?;
    let exact = [StatedFact::Kernel, StatedFact::ReqNTid([128, 1, 1])];
    facts::write(kernel, &FactSet::from_iter(exact))?;

    let host = device.next_in_block().ok_or("no host code")?;
    let body = host.region(0)?.first_block().ok_or("the function has no body")?;
    let [one, blocks, threads, data, count] = [0, 1, 2, 3, 4].map(|index| body.argument(index));
    let (one, blocks, threads) = (one?.into(), blocks?.into(), threads?.into());
    let launch = LaunchBuilder::new(
        &context,
        Location::unknown(&context),
        ["kernels", "scale"],
        [blocks, one, one],
        [threads, one, one],
    );
    let launch = launch.arguments(&[data?.into(), count?.into()]).build()?;
    body.insert_operation_before(body.terminator().ok_or("the function has no terminator")?, launch);

    let manager = PassManager::new(&context);
    let options = NVVMVerifyOptions { chip: "sm_90a".into(), ..NVVMVerifyOptions::default() };
    manager.add_pass(passes::create_nvvm_verify(&options)?);
    manager.run(&mut module)?;
    println!("{}", module.as_operation());
    Ok(())
}

/// The first operation of a module.
fn first_in<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    module.region(0).ok()?.first_block()?.first_operation()
}
