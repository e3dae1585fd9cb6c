//! The options of passes arrive in MLIR, the builders build what the parser reads, and facts are read and written
//! exactly.

#![expect(clippy::expect_used, reason = "a test")]

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, Module, OperationRef, RegionLike, Type};
use melior::pass::PassManager;
use tileiras::facts::{self, FactsError};
use tileiras::passes::*;
use tileiras::{Atom, Fact, FactSet, FactValue, KernelSpecBuilder, LaunchBuilder, StatedFact};

fn context() -> Context {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    tileiras::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

fn parse<'c>(context: &'c Context, text: &str) -> Module<'c> {
    Module::parse(context, text).expect("the text is MLIR")
}

fn first<'c: 'a, 'a>(module: &'a Module<'c>) -> OperationRef<'c, 'a> {
    let op = module.body().first_operation().expect("an operation");
    // SAFETY: the module owns the operation.
    unsafe { OperationRef::from_raw(op.to_raw()) }
}

#[test]
fn options_arrive_in_the_passes() {
    let context = context();
    let manager = PassManager::new(&context);
    let passes = [
        create_nvvm_transplant(&NVVMTransplantOptions {
            on_conflict: NVVMTransplantOnConflict::Keep,
            form: NVVMTransplantForm::Upstream,
        }),
        create_nv_tileaa_derive_launch(&NVTileAADeriveLaunchOptions { chip: "sm_90a".into(), emit_remarks: true }),
        create_gpu_launch_guards(&GPULaunchGuardsOptions { chip: "sm_90a".into() }),
        create_nvvm_check_bodies(&NVVMCheckBodiesOptions { ptx: "8.6".into(), ..NVVMCheckBodiesOptions::default() }),
        create_nvvm_infer_bounds(&NVVMInferBoundsOptions { emit_remarks: true }),
        create_nvvm_legalize(&NVVMLegalizeOptions { chip: "sm_80".into(), ptx: "8.4".into() }),
        create_nvvm_export(&NVVMExportOptions { legacy: true }),
        create_nvvm_verify(&NVVMVerifyOptions {
            chip: "sm_100a".into(),
            form: NVVMVerifyForm::Canonical,
            disable: vec!["maxnreg-range".into(), "cta-thread-cap".into()],
            warnings_as_errors: true,
            ..NVVMVerifyOptions::default()
        }),
        Ok(create_convert_gpu_to_nv_tileaa()),
        Ok(create_convert_nv_tileaa_to_gpu()),
    ];
    for pass in passes {
        manager.add_pass(pass.expect("the options are valid"));
    }
    let found = manager.as_operation_pass_manager().to_string();
    for pass in [
        "nvvm-transplant{form=upstream on-conflict=keep}",
        "nv-tileaa-derive-launch{chip=sm_90a emit-remarks=true}",
        "gpu-launch-guards{chip=sm_90a}",
        "ptx=8.6",
        "nvvm-infer-bounds{emit-remarks=true}",
        "nvvm-legalize{chip=sm_80 ptx=8.4}",
        "nvvm-export{legacy=true}",
        "disable={maxnreg-range,cta-thread-cap}",
        "form=canonical",
        "warnings-as-errors=true",
        "convert-gpu-to-nv-tileaa",
        "convert-nv-tileaa-to-gpu",
    ] {
        assert!(found.contains(pass), "{pass} is not in {found}");
    }
}

#[test]
fn options_of_the_pipeline_arrive_in_its_passes() {
    let context = context();
    let manager = PassManager::new(&context);
    let options = NVVMLaunchOptions { chip: "sm_90a".into(), ptx: "8.6".into(), ..NVVMLaunchOptions::default() };
    add_nvvm_launch(manager.as_operation_pass_manager(), &options).expect("the options are valid");
    let found = manager.as_operation_pass_manager().to_string();
    assert_eq!(found.matches("chip=sm_90a").count(), 3, "{found}");
    assert_eq!(found.matches("ptx=8.6").count(), 2, "{found}");
    let options = NVVMLaunchOptions { disable: vec!["no-rule".into()], ..options };
    let error = add_nvvm_launch(manager.as_operation_pass_manager(), &options).expect_err("there is no such rule");
    assert!(error.to_string().starts_with("nvvm-verify: unknown rule 'no-rule'"), "{error}");
}

const HOST: &str = r#"
    module attributes {gpu.container_module} {
      gpu.module @m { llvm.func @k(%a: i32) attributes {nvvm.kernel} { llvm.return } }
      func.func @f(%n: index, %bytes: i32, %token: !gpu.async.token, %stream: !llvm.ptr) { return }
    }"#;

#[test]
fn a_launch_with_all_segments_is_built() {
    let context = context();
    let module = parse(&context, HOST);
    let host = first(&module).next_in_block().expect("the host");
    let body = host.region(0).expect("a region").first_block().expect("a block");
    let [n, bytes, token, stream] = [0, 1, 2, 3].map(|index| body.argument(index).expect("an argument").into());
    let builder = LaunchBuilder::new(&context, Location::unknown(&context), ["m", "k"], [n; 3], [n; 3]);
    let full = builder
        .clone()
        .cluster([n; 3])
        .dynamic_shared_memory(bytes)
        .arguments(&[bytes])
        .dependencies(&[token])
        .token(Type::parse(&context, "!gpu.async.token").expect("a type"));
    for launch in [full, builder.arguments(&[bytes]).async_object(stream)] {
        let end = body.terminator().expect("a terminator");
        body.insert_operation_before(end, launch.build().expect("it can be built"));
    }
    assert!(module.as_operation().verify());
    let text = module.as_operation().to_string();
    for wanted in [
        "nv_tileaa.launch_func async [%arg2] @m::@k clusters in (%arg0, %arg0, %arg0) blocks in (%arg0, %arg0, %arg0) \
         threads in (%arg0, %arg0, %arg0)  dynamic_shared_memory_size %arg1 args(%arg1 : i32)",
        "<%arg3 : !llvm.ptr> @m::@k blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  args(%arg1 : i32)",
    ] {
        assert!(text.contains(wanted), "{text}");
    }
}

#[test]
fn a_kernel_spec_is_built_or_refused() {
    let context = context();
    let spec = KernelSpecBuilder::new()
        .block([64, 1, 1])
        .block([128, 1, 1])
        .roles(&[("consumer", 3), ("a \"producer\"", 1)])
        .cluster([2, 1, 1])
        .registers(128, 32, 8)
        .atom(Atom::Wgmma);
    let text = spec.build(&context).expect("it is well-formed").to_string();
    for part in ["block = [128, 1, 1]", "consumer = 3", "cluster = [2, 1, 1]", "working_registers = 32", "atom = wgmma"]
    {
        assert!(text.contains(part), "{text}");
    }
    assert!(spec.max_block([256, 1, 1]).build(&context).is_err());
}

/// The facts of the first function.
fn read(text: &str) -> Result<FactSet, FactsError> {
    let context = context();
    let module = parse(&context, text);
    facts::read(first(&module))
}

#[test]
fn every_carrier_is_read() {
    let text = r#"
        module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32], [@k, "maxntidy", 2 : i32], [@other, "maxnreg", 9 : i32]]} {
          llvm.func @k(%a: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {
              nvvm.kernel, nvvm.minctasm = 2 : i32, passthrough = [["nvvm.maxclusterrank", "4"]]} { llvm.return }
          llvm.func @other() { llvm.return }
        }"#;
    let wanted: FactSet = [
        StatedFact::Kernel,
        StatedFact::MaxNTid([128, 2, 1]),
        StatedFact::MinCtaSm(2),
        StatedFact::MaxClusterRank(4),
        StatedFact::grid_constant([1]),
    ]
    .into_iter()
    .collect();
    assert_eq!(read(text), Ok(wanted.clone()));
    let context = context();
    let module = parse(&context, text);
    let all = facts::read_all(module.as_operation());
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].facts, Ok(wanted));
    assert_eq!(all[1].facts.as_ref().ok().and_then(|facts| facts.scalar(Fact::MaxNReg)), Some(9));
    // What the transplant left in a tuple is not read again.
    let marked = text.replace("nvvm.minctasm", "nvvm.annotations_transplanted, nvvm.minctasm");
    assert_eq!(read(&marked).map(|facts| facts.dims(Fact::MaxNTid)), Ok(None));
}

#[test]
fn facts_that_cannot_be_read_are_refused() {
    let message = |attributes: &str| {
        let text = format!("module {{ llvm.func @k() attributes {{{attributes}}} {{ llvm.return }} }}");
        read(&text).expect_err("it cannot be read").to_string()
    };
    assert_eq!(
        message("nvvm.minctasm = -1 : i32"),
        "'nvvm.minctasm' must be a non-negative integer that fits in 32 bits, got -1 : i32 as an attribute"
    );
    assert_eq!(
        message(r#"nvvm.maxntid = array<i32: 128>, passthrough = [["nvvm.maxntidx", "64"]]"#),
        "'nvvm.maxntid' has conflicting values in x: 128 and 64"
    );
}

#[test]
fn facts_are_written_exactly_or_not_at_all() {
    let context = context();
    let text = "llvm.func @k(%a: !llvm.ptr) attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32} { llvm.return }";
    let module = parse(&context, text);
    let kernel = first(&module);
    let base = || -> FactSet { [StatedFact::Kernel].into_iter().collect() };
    let before = module.as_operation().to_string();
    let no_argument = StatedFact::grid_constant([]);
    for stated in [StatedFact::ReqNTid([u32::MAX, 1, 1]), StatedFact::grid_constant([2]), no_argument] {
        let mut wrong = base();
        wrong.insert(stated);
        assert!(matches!(facts::write(kernel, &wrong), Err(FactsError::Unwritable { .. })), "{wrong:?}");
        assert_eq!(module.as_operation().to_string(), before);
    }
    let mut wanted = base();
    for fact in Fact::ALL.into_iter().filter(|fact| *fact != Fact::MaxNReg && *fact != Fact::ExplicitCluster) {
        let value = match fact.attribute() {
            "nvvm.kernel" | "nvvm.blocksareclusters" => FactValue::Unit,
            "nvvm.grid_constant" => FactValue::indices([1]),
            "nvvm.maxntid" | "nvvm.reqntid" | "nvvm.cluster_dim" => FactValue::Dims([2, 1, 1]),
            _ => FactValue::Scalar(u32::MAX),
        };
        wanted.insert(StatedFact::new(fact, value).expect("the shapes agree"));
    }
    assert_eq!(facts::write(kernel, &wanted), Ok(()));
    assert_eq!(facts::read(kernel), Ok(wanted));
    assert_eq!(facts::write(kernel, &FactSet::new()), Ok(()));
    assert_eq!(facts::read(kernel), Ok(FactSet::new()));

    let legacy =
        r#"module attributes {nvvm.annotations = [[@k, "maxnreg", 9 : i32]]} { llvm.func @k() { llvm.return } }"#;
    let module = parse(&context, legacy);
    let error = facts::write(first(&module), &base()).expect_err("the tuple remains");
    assert_eq!(error.to_string(), "'nvvm.maxnreg' is also stated in tuple 0 of 'nvvm.annotations'");

    let module = parse(&context, "module { func.func @f() { return } }");
    let error = facts::write(first(&module), &base()).expect_err("no kernel");
    assert_eq!(error.to_string(), "'nvvm.kernel' must be on a function that can be a kernel, not on 'func.func'");
    assert_eq!(
        facts::read(module.as_operation()).expect_err("no function").to_string(),
        "'builtin.module' is not a function"
    );
}
