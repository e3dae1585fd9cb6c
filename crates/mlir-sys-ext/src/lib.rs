//! Declarations of the C++ shim, which provides what MLIR's C API lacks.
//!
//! Mirrors `shim/Shim.h` with its names and its order, and declares the C++ functions of `dialects/nv_tileaa`. No other
//! crate of the project declares extern functions. Nothing here checks arguments: the safe API is `tileiras-mlir`.

#![allow(non_snake_case, reason = "the names are those of the C header")]

mod instructions;
mod llvm_types;
mod nv_tileaa;
mod prepare;
mod types;

pub use instructions::*;
pub use llvm_types::*;
pub use nv_tileaa::*;
pub use prepare::*;
pub use types::*;

use mlir_sys::{
    MlirAttribute, MlirContext, MlirDialectRegistry, MlirModule, MlirOpPassManager, MlirOperation, MlirPass,
    MlirStringCallback, MlirStringRef, MlirType,
};
use std::ffi::{c_char, c_int, c_uint, c_void};

#[allow(missing_docs, reason = "documented in shim/Shim.h, which these mirror")]
unsafe extern "C" {
    // Diagnostic.cpp
    pub fn tileirasEmit(
        severity: TileirasSeverity,
        message: TileirasMessage,
        notes: *const TileirasMessage,
        note_count: isize,
    );
    pub fn tileirasDiagnosticHandlerCreate(
        context: MlirContext,
        visit: TileirasDiagnosticVisitor,
        data: *mut c_void,
    ) -> *mut TileirasDiagnosticHandler;
    pub fn tileirasDiagnosticHandlerDestroy(handler: *mut TileirasDiagnosticHandler);
    pub fn tileirasWarningFilterCreate(context: MlirContext, prefix: MlirStringRef) -> *mut TileirasWarningFilter;
    pub fn tileirasWarningFilterDestroy(filter: *mut TileirasWarningFilter);

    // Attribute.cpp
    pub fn tileirasAttributeKind(attribute: MlirAttribute) -> TileirasAttributeKind;
    pub fn tileirasArrayElements(
        attribute: MlirAttribute,
        elements: *mut *const MlirAttribute,
        count: *mut isize,
    ) -> bool;
    pub fn tileirasFlatSymbolName(attribute: MlirAttribute) -> MlirAttribute;

    // Function.cpp
    pub fn tileirasIsFunction(op: MlirOperation) -> bool;
    pub fn tileirasIsMemoryEffectFree(op: MlirOperation) -> bool;
    pub fn tileirasHasSymbolTable(op: MlirOperation) -> bool;
    pub fn tileirasSymbolReferences(
        op: MlirOperation,
        visit: unsafe extern "C" fn(MlirAttribute, *mut c_void),
        data: *mut c_void,
    );
    pub fn tileirasParallelFor(
        context: MlirContext,
        count: isize,
        body: unsafe extern "C" fn(isize, *const c_void),
        data: *const c_void,
    );
    pub fn tileirasHasThreads(context: MlirContext) -> bool;
    pub fn tileirasVerifyNonRecursively(op: MlirOperation) -> bool;
    pub fn tileirasDiscardableAttributes(op: MlirOperation) -> MlirAttribute;
    pub fn tileirasSymbolName(op: MlirOperation) -> MlirAttribute;
    pub fn tileirasLaunchAttributeKey(op: MlirOperation) -> TileirasLaunchAttributeKey;
    pub fn tileirasCopyLaunchAttributes(op: MlirOperation, from: MlirOperation);
    pub fn tileirasFunctionArgumentCount(op: MlirOperation) -> isize;
    pub fn tileirasFunctionArgumentType(op: MlirOperation, index: isize) -> MlirType;
    pub fn tileirasFunctionResultCount(op: MlirOperation) -> isize;
    pub fn tileirasFunctionResultType(op: MlirOperation, index: isize) -> MlirType;
    pub fn tileirasFunctionArgumentAttribute(op: MlirOperation, index: isize, name: MlirStringRef) -> MlirAttribute;
    pub fn tileirasFunctionIsVarArg(op: MlirOperation) -> bool;
    pub fn tileirasTypeIsPointerOrMemref(r#type: MlirType) -> bool;
    pub fn tileirasNvvmTarget(
        attribute: MlirAttribute,
        chip: *mut MlirStringRef,
        features: *mut MlirStringRef,
        link: *mut MlirAttribute,
        flags: *mut MlirAttribute,
    ) -> bool;

    // Layout.cpp
    pub fn tileirasNVPTXLayout(r#type: MlirType, layout: *mut TileirasTypeLayout) -> bool;
    pub fn tileirasNVPTXMember(aggregate: MlirType, index: isize, member: *mut MlirType, offset: *mut u64) -> bool;
    pub fn tileirasNVPTXDataLayout(short_pointers: bool, sink: MlirStringCallback, data: *mut c_void);
    pub fn tileirasReadDataLayout(text: MlirStringRef, layout: *mut TileirasDataLayout) -> bool;

    // Pass.cpp
    pub fn tileirasRegisterPass(pass: *const TileirasPass);
    pub fn tileirasCreatePass(pass: *const TileirasPass) -> MlirPass;
    pub fn tileirasCreatePassWithOptions(
        pass: *const TileirasPass,
        options: MlirStringRef,
        error: MlirStringCallback,
        data: *mut c_void,
    ) -> MlirPass;
    pub fn tileirasRegisterPipeline(pipeline: *const TileirasPipeline);
    pub fn tileirasAddAnalysesExchange(manager: MlirOpPassManager, analyses: *mut TileirasAnalyses);

    // Process.cpp
    pub fn tileirasProtectClosedOutput() -> bool;
    pub fn tileirasEndOnClosedPipe();
    pub fn tileirasHandleStackOverflow(message: MlirStringRef, exit_status: c_int, is_upstream: bool);

    // Recovery.cpp
    pub fn tileirasProcessState() -> TileirasProcessState;
    pub fn tileirasEndAfterCrash(seconds: c_uint, message: MlirStringRef);
    pub fn tileirasExitOnOutOfMemory(exit_status: c_int, message: MlirStringRef);
    pub fn tileirasEndOutOfMemory();

    // Tool.cpp
    pub fn tileirasRegisterUpstreamDialects(registry: MlirDialectRegistry);
    pub fn tileirasRegisterUpstreamPasses();
    pub fn tileirasRegisterUpstreamTranslations();
    pub fn tileirasOptMain(
        argc: c_int,
        argv: *mut *mut c_char,
        banner: MlirStringRef,
        registry: MlirDialectRegistry,
        prepare: TileirasPrepare,
    ) -> c_int;
    pub fn tileirasTranslateMain(argc: c_int, argv: *mut *mut c_char, banner: MlirStringRef) -> c_int;
    pub fn tileirasLspServerMain(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry) -> c_int;
    pub fn tileirasAddVersion(version: MlirStringRef);
    pub fn tileirasHasPassStatistics() -> bool;
    pub fn tileirasToolOptionRegister(
        kind: TileirasOptionKind,
        name: MlirStringRef,
        value: MlirStringRef,
        description: MlirStringRef,
    ) -> *mut TileirasToolOption;
    pub fn tileirasToolOptionValue(option: *const TileirasToolOption) -> MlirStringRef;

    // Translation.cpp
    pub fn tileirasRegisterImport(
        name: MlirStringRef,
        description: MlirStringRef,
        import: TileirasImport,
        dialects: TileirasDialects,
    );
    pub fn tileirasRegisterExport(
        name: MlirStringRef,
        description: MlirStringRef,
        translate: TileirasExport,
        dialects: TileirasDialects,
        prepare: TileirasPrepare,
    );

    // LLVMImport.cpp
    pub fn tileirasRegisterFromLLVM(registry: MlirDialectRegistry);
    pub fn tileirasIsBitcode(buffer: MlirStringRef) -> bool;
    pub fn tileirasIsIntrinsic(name: MlirStringRef) -> bool;
    pub fn tileirasLLVMParse(
        buffer: MlirStringRef,
        buffer_name: MlirStringRef,
        triple: MlirStringRef,
        upgraded: MlirStringRef,
        renamed: MlirStringRef,
        context: MlirContext,
        report: TileirasLLVMParseErrorVisitor,
        data: *mut c_void,
    ) -> *mut TileirasLLVMModule;
    pub fn tileirasLLVMDestroy(module: *mut TileirasLLVMModule);

    pub fn tileirasLLVMMismatchedCalls(
        module: *const TileirasLLVMModule,
        visit: unsafe extern "C" fn(*const TileirasLLVMCall, *mut c_void),
        data: *mut c_void,
    );
    pub fn tileirasLLVMExternallyInitialized(
        module: *const TileirasLLVMModule,
        visit: TileirasTextSink,
        data: *mut c_void,
    );
    pub fn tileirasLLVMTriple(module: *const TileirasLLVMModule) -> MlirStringRef;
    pub fn tileirasLLVMDataLayout(module: *const TileirasLLVMModule) -> MlirStringRef;
    pub fn tileirasLLVMNamedMetadata(
        module: *const TileirasLLVMModule,
        name: MlirStringRef,
        context: MlirContext,
    ) -> MlirAttribute;
    pub fn tileirasLLVMNamedMetadataNames(module: *const TileirasLLVMModule, context: MlirContext) -> MlirAttribute;
    pub fn tileirasLLVMOtherAttributes(
        module: *const TileirasLLVMModule,
        prefix: MlirStringRef,
        visit: TileirasLLVMStatementVisitor,
        data: *mut c_void,
    );
    pub fn tileirasLLVMCallAttributes(
        module: *const TileirasLLVMModule,
        prefix: MlirStringRef,
        visit: TileirasLLVMStatementVisitor,
        data: *mut c_void,
    );
    pub fn tileirasLLVMMetadataKinds(module: *const TileirasLLVMModule, context: MlirContext) -> MlirAttribute;
    pub fn tileirasLLVMMetadataOfKind(
        module: *const TileirasLLVMModule,
        kind: MlirStringRef,
        visit: TileirasLLVMStatementVisitor,
        data: *mut c_void,
    );
    pub fn tileirasLLVMFunctionMetadata(
        module: *const TileirasLLVMModule,
        kind: MlirStringRef,
        context: MlirContext,
        visit: unsafe extern "C" fn(MlirStringRef, MlirAttribute, *mut c_void),
        data: *mut c_void,
    );
    pub fn tileirasLLVMFunctionAttributes(
        module: *const TileirasLLVMModule,
        prefix: MlirStringRef,
        visit: unsafe extern "C" fn(MlirStringRef, MlirStringRef, MlirStringRef, *mut c_void),
        data: *mut c_void,
    );
    pub fn tileirasLLVMPrepareForMLIR(
        module: *mut TileirasLLVMModule,
        visit: TileirasAlignmentVisitor,
        data: *mut c_void,
    ) -> bool;
    pub fn tileirasLLVMToMLIR(
        module: *mut TileirasLLVMModule,
        dropped: MlirStringRef,
        buffer_name: MlirStringRef,
        context: MlirContext,
    ) -> MlirModule;

    // LLVMExport.cpp
    pub fn tileirasRegisterToLLVM(registry: MlirDialectRegistry);
    pub fn tileirasRegisterDeviceToLLVM(registry: MlirDialectRegistry);
    pub fn tileirasLLVMFromMLIR(op: MlirOperation, reported: *mut bool) -> *mut TileirasLLVMModule;
    pub fn tileirasLLVMAddParameterAttribute(
        module: *mut TileirasLLVMModule,
        function: MlirStringRef,
        indices: *const u32,
        count: isize,
        attribute: MlirStringRef,
    ) -> bool;
    pub fn tileirasLLVMSetSourceFile(module: *mut TileirasLLVMModule, name: MlirStringRef);
    pub fn tileirasLLVMSetFunctionAttribute(
        module: *mut TileirasLLVMModule,
        function: MlirStringRef,
        attribute: MlirStringRef,
        value: *const MlirStringRef,
    ) -> bool;
    pub fn tileirasLLVMAddNamedMetadata(
        module: *mut TileirasLLVMModule,
        name: MlirStringRef,
        elements: MlirAttribute,
    ) -> MlirAttribute;
    pub fn tileirasLLVMPrint(module: *mut TileirasLLVMModule, sink: TileirasTextSink, data: *mut c_void);

    // Parse.cpp
    pub fn tileirasParseModule(
        context: MlirContext,
        content: MlirStringRef,
        name: MlirStringRef,
        is_document: bool,
        crash: TileirasCrashVisitor,
        data: *mut c_void,
    ) -> MlirModule;

    // Property.cpp
    pub fn tileirasDeclaredAttribute(
        context: MlirContext,
        operation: MlirStringRef,
        name: MlirStringRef,
        value: MlirAttribute,
        message: TileirasTextSink,
        data: *mut c_void,
    ) -> TileirasDeclaration;
    pub fn tileirasSetProperties(
        context: MlirContext,
        operation: MlirStringRef,
        dictionary: MlirAttribute,
        result: *mut MlirAttribute,
    ) -> bool;
    pub fn tileirasDefaultDialect(context: MlirContext, operation: MlirStringRef) -> MlirStringRef;

    // Link.cpp
    pub fn tileirasLLVMUndefinedFunctions(
        module: *const TileirasLLVMModule,
        visit: TileirasTextSink,
        data: *mut c_void,
    );
    pub fn tileirasLLVMSymbols(
        module: *const TileirasLLVMModule,
        prefix: MlirStringRef,
        visit: TileirasLLVMSymbolVisitor,
        data: *mut c_void,
    );
    pub fn tileirasLLVMLink(
        module: *mut TileirasLLVMModule,
        library: *mut TileirasLLVMModule,
        name: MlirStringRef,
        mode: TileirasLinkMode,
        upgraded: MlirStringRef,
        renamed: MlirStringRef,
        visit: TileirasBackendVisitor,
        data: *mut c_void,
    ) -> TileirasBackendResult;
    pub fn tileirasLLVMLinkNeeded(
        module: *mut TileirasLLVMModule,
        bitcode: MlirStringRef,
        name: MlirStringRef,
        visit: TileirasBackendVisitor,
        data: *mut c_void,
    ) -> TileirasBackendResult;

    // Backend.cpp
    pub fn tileirasLLVMEmitPTX(
        module: *mut TileirasLLVMModule,
        target: TileirasBackendTarget,
        sink: TileirasTextSink,
        sink_data: *mut c_void,
        visit: TileirasBackendVisitor,
        visit_data: *mut c_void,
    ) -> TileirasBackendResult;

    // dialects/nv_tileaa/cpp/NVTileAA.cpp
    pub fn tileirasRegisterNvTileaa(registry: MlirDialectRegistry, hooks: TileirasNvTileaaHooks);

    // dialects/nv_tileaa/cpp/KernelSpec.cpp
    pub fn tileirasNvTileaaKernelSpec(attribute: MlirAttribute, spec: *mut TileirasKernelSpec) -> bool;
}
