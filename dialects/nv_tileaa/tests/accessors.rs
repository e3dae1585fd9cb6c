//! The generated accessors return what the generated parser has read.

#![expect(clippy::expect_used, reason = "a test")]

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::OperationLike;
use melior::ir::{Module, OperationRef};
use std::mem::ManuallyDrop;
use tileiras_mlir::operation::find_all;
use tileiras_mlir::tool::register_upstream_dialects;
use tileiras_nv_tileaa::launch::{Launch, Segment};
use tileiras_nv_tileaa::ods::LaunchFuncOperation;

const MODULE: &str = r#"
    module attributes {gpu.container_module} {
      gpu.module @m {
        gpu.func @k(%a: i32, %b: f32) kernel { gpu.return }
      }
      func.func @host(%n: index, %c: index, %bytes: i32, %a: i32, %b: f32, %token: !gpu.async.token) {
        %t = nv_tileaa.launch_func async [%token] @m::@k clusters in (%c, %c, %c) blocks in (%n, %n, %n)
            threads in (%n, %n, %n) dynamic_shared_memory_size %bytes args(%a : i32, %b : f32)
        return
      }
    }"#;

fn with_launch(check: impl FnOnce(OperationRef<'_, '_>)) {
    let registry = DialectRegistry::new();
    register_upstream_dialects((&registry).into());
    tileiras_nv_tileaa::register((&registry).into());
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    let module = Module::parse(&context, MODULE).expect("the module is legal");
    let launches = find_all(module.as_operation(), "nv_tileaa.launch_func");
    assert_eq!(launches.len(), 1);
    check(launches[0]);
}

#[test]
fn the_generated_accessors_see_every_segment() {
    with_launch(|op| {
        // SAFETY: the module owns the operation; the wrapper is not dropped.
        let owned = unsafe { melior::ir::Operation::from_raw(op.to_raw()) };
        let launch = ManuallyDrop::new(LaunchFuncOperation::try_from(owned).expect("it is a launch"));
        assert_eq!(launch.kernel().expect("it has a kernel").to_string(), "@m::@k");
        assert_eq!(launch.async_dependencies().expect("a segment").count(), 1);
        assert_eq!(launch.kernel_operands().expect("a segment").count(), 2);
        assert_eq!(launch.grid_size_x().expect("a size"), op.operand(1).expect("an operand"));
        assert_eq!(launch.cluster_size_z().expect("a size"), op.operand(9).expect("an operand"));
        assert!(launch.async_object().is_err());
    });
}

#[test]
fn the_view_of_launches_agrees_with_them() {
    with_launch(|op| {
        let launch = Launch::new(op).expect("a legal launch");
        assert_eq!(launch.sizes(), &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0]);
        assert_eq!(launch.range(Segment::KernelOperands), 11..13);
        assert_eq!(launch.range(Segment::AsyncObject), 13..13);
    });
}
