// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of MLIR and LLVM that tileiras needs and the C APIs lack. Each function is a thin wrapper: names, texts of
// messages and decisions come from Rust. The Rust declarations are in ../src/lib.rs and ../src/types.rs, in the same order.

#ifndef TILEIRAS_SHIM_H
#define TILEIRAS_SHIM_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

//===--- Diagnostic.cpp ---------------------------------------------------===//

enum TileirasSeverity { TILEIRAS_ERROR, TILEIRAS_WARNING, TILEIRAS_REMARK };

struct TileirasMessage {
  MlirLocation location;
  MlirStringRef text;
};

/// Emits `message` with `notes` attached.
void tileirasEmit(enum TileirasSeverity severity, struct TileirasMessage message,
                  const struct TileirasMessage *notes, intptr_t noteCount);

//===--- Recovery.cpp -----------------------------------------------------===//

/// How protected work ended.
typedef enum {
  TILEIRAS_COMPLETED,
  /// LLVM reported a fatal error, or the work crashed.
  TILEIRAS_CRASHED,
  TILEIRAS_STACK_OVERFLOW,
} TileirasCompletion;

//===--- Attribute.cpp ----------------------------------------------------===//

/// The kinds of attributes whose content is read.
typedef enum TileirasAttributeKind {
  TILEIRAS_ATTRIBUTE_OTHER,
  TILEIRAS_ATTRIBUTE_UNIT,
  TILEIRAS_ATTRIBUTE_INTEGER,
  TILEIRAS_ATTRIBUTE_STRING,
  TILEIRAS_ATTRIBUTE_I32_ARRAY,
  TILEIRAS_ATTRIBUTE_ARRAY,
  TILEIRAS_ATTRIBUTE_SYMBOL,
} TileirasAttributeKind;
TileirasAttributeKind tileirasAttributeKind(MlirAttribute attribute);

/// Gets the elements of an array attribute. They live as long as the context. False for another attribute.
bool tileirasArrayElements(MlirAttribute attribute, const MlirAttribute **elements, intptr_t *count);

/// The name in a flat symbol reference, as a string attribute. Null for another attribute.
MlirAttribute tileirasFlatSymbolName(MlirAttribute attribute);

//===--- Function.cpp -----------------------------------------------------===//

/// Whether the operation implements FunctionOpInterface.
bool tileirasIsFunction(MlirOperation op);

/// Whether the operation has a symbol table.
bool tileirasHasSymbolTable(MlirOperation op);

/// Calls `body` with each number less than `count`, in any order, on the threads of the context if it has any.
void tileirasParallelFor(MlirContext context, intptr_t count, void (*body)(intptr_t, const void *), const void *data);

/// Whether multithreading is enabled in the context.
bool tileirasHasThreads(MlirContext context);

/// Verifies the operation, but not the operations nested in it. False after diagnostics.
bool tileirasVerifyNonRecursively(MlirOperation op);

/// The dictionary of the discardable attributes. Without properties, it has the inherent attributes, too.
MlirAttribute tileirasDiscardableAttributes(MlirOperation op);

/// The name of a symbol, as a string attribute. Null if the operation has none.
MlirAttribute tileirasSymbolName(MlirOperation op);

/// Everything of a function-like operation but its symbol name and its body. Each part is the address of a uniqued object,
/// so that functions with equal keys have equal parts.
typedef struct TileirasLaunchAttributeKey {
  const void *name;        ///< The operation name.
  const void *attributes;  ///< The dictionary of the discardable attributes.
  const void *type;        ///< The function type.
  const void *arguments;   ///< The argument attributes; null for none.
  const void *passthrough; ///< The inherent `passthrough` of an LLVM function; null for none.
  uint64_t convention;     ///< The calling convention of an LLVM function; 0 for any other.
} TileirasLaunchAttributeKey;
TileirasLaunchAttributeKey tileirasLaunchAttributeKey(MlirOperation op);

/// Copies the attributes in the key except the calling convention. Both functions have the same operation name and type.
void tileirasCopyLaunchAttributes(MlirOperation op, MlirOperation from);

/// The number of arguments of a function-like operation, and the type of one.
intptr_t tileirasFunctionArgumentCount(MlirOperation op);
MlirType tileirasFunctionArgumentType(MlirOperation op, intptr_t index);

/// The number of results of a function-like operation. An LLVM function of type void has none.
intptr_t tileirasFunctionResultCount(MlirOperation op);

/// The type of a result. The index is in range.
MlirType tileirasFunctionResultType(MlirOperation op, intptr_t index);

/// An attribute of an argument. Null if there is none. The index is in range.
MlirAttribute tileirasFunctionArgumentAttribute(MlirOperation op, intptr_t index, MlirStringRef name);

/// Whether the function is variadic.
bool tileirasFunctionIsVarArg(MlirOperation op);

/// Whether a type is an LLVM pointer or a memref.
bool tileirasTypeIsPointer(MlirType type);

/// Gets the chip and the features of a #nvvm.target attribute. False for another attribute.
bool tileirasNvvmTarget(MlirAttribute attribute, MlirStringRef *chip, MlirStringRef *features);

//===--- Layout.cpp -------------------------------------------------------===//

enum TileirasTypeKind {
  TILEIRAS_TYPE_INTEGER,
  /// A floating-point type, except those of x86 and PowerPC.
  TILEIRAS_TYPE_FLOAT,
  TILEIRAS_TYPE_POINTER,
  /// A struct, an array or a vector.
  TILEIRAS_TYPE_AGGREGATE,
  TILEIRAS_TYPE_OTHER,
};

typedef struct {
  enum TileirasTypeKind kind;
  uint32_t addressSpace; ///< Of a pointer, else 0.
  uint64_t bits;
  uint64_t size;  ///< The allocation size in bytes.
  uint64_t align; ///< The ABI alignment in bytes.
} TileirasTypeLayout;

/// Computes the layout of a type with the data layout of 64-bit NVPTX. The data layout of the module is not used, as the
/// back end sets its own. False if LLVM has no such type, or if the type has no fixed size.
bool tileirasNVPTXLayout(MlirType type, TileirasTypeLayout *layout);

//===--- Pass.cpp ---------------------------------------------------------===//

enum TileirasOptionKind { TILEIRAS_OPTION_FLAG, TILEIRAS_OPTION_TEXT, TILEIRAS_OPTION_LIST, TILEIRAS_OPTION_CHOICE };

struct TileirasChoice {
  MlirStringRef name;
  MlirStringRef description;
};

struct TileirasOption {
  enum TileirasOptionKind kind;
  MlirStringRef name;
  MlirStringRef description;
  /// Text: the default. Choice: the name of the default. Flag: "true" or "false". List: unused.
  MlirStringRef defaultValue;
  const struct TileirasChoice *choices;
  intptr_t choiceCount;
};

/// The values of one option: any number for a list, else one.
struct TileirasOptionValue {
  const MlirStringRef *values;
  intptr_t count;
};

/// Receives text from a callback. Copies it.
typedef void (*TileirasTextSink)(MlirStringRef text, void *sink);

/// The result of a run of a pass.
typedef enum {
  /// A diagnostic was emitted.
  TILEIRAS_RUN_FAILED,
  TILEIRAS_RUN_CHANGED,
  /// Analyses are preserved, and the IR is not verified again.
  TILEIRAS_RUN_UNCHANGED,
} TileirasRun;

/// Data of the callbacks that is kept as an MLIR analysis of the operation.
typedef struct {
  /// Null if there is none.
  void *data;
  void (*destroy)(void *data);
} TileirasAnalyses;

struct TileirasPass {
  MlirStringRef argument;
  MlirStringRef name;
  MlirStringRef description;
  /// The anchor operation; empty for any.
  MlirStringRef anchor;
  /// Adds the dependent dialects. May be null.
  void (*dialects)(MlirDialectRegistry registry);
  const struct TileirasOption *options;
  intptr_t optionCount;
  /// Passed to `create`.
  const void *data;
  /// Creates a pass instance from option values, in the order of `options`. Null after a call of `error`.
  void *(*create)(const void *data, const struct TileirasOptionValue *values, TileirasTextSink error, void *sink);
  void (*destroy)(void *instance);
  TileirasRun (*run)(void *instance, MlirOperation op, TileirasAnalyses *analyses);
};

/// Registers a pass, unless its argument is registered already. The descriptor must live as long as the process.
void tileirasRegisterPass(const struct TileirasPass *pass);

struct TileirasPipeline {
  MlirStringRef argument;
  MlirStringRef description;
  const struct TileirasOption *options;
  intptr_t optionCount;
  /// Passed to `text`.
  const void *data;
  /// Passes the textual pipeline for option values to `build` and returns true, or passes an error message to it and
  /// returns false.
  bool (*text)(const void *data, const struct TileirasOptionValue *values, TileirasTextSink build, void *sink);
};

/// Registers a pass pipeline, unless its argument is registered already. The descriptor must live as long as the process.
void tileirasRegisterPipeline(const struct TileirasPipeline *pipeline);

//===--- Process.cpp ------------------------------------------------------===//

/// Returns whether standard output was closed when the process started. If so, no other file can take its descriptor, and
/// writing to it fails.
bool tileirasProtectClosedOutput(void);

/// Installs a signal handler that ends the process with a message and an exit status after a stack overflow. Inside
/// `tileirasRunSafely`, the overflow is reported by that function instead. The message must live as long as the process.
/// `isUpstream` is true for upstream's main functions, which install handlers of their own.
void tileirasHandleStackOverflow(MlirStringRef message, int exitStatus, bool isUpstream);

//===--- Tool.cpp ---------------------------------------------------------===//

/// Registers upstream's dialects and extensions, upstream's passes, and upstream's translations except --mlir-to-llvmir. A
/// tool may register one of that name, and MLIR allows one only.
void tileirasRegisterUpstreamDialects(MlirDialectRegistry registry);
void tileirasRegisterUpstreamPasses(void);
void tileirasRegisterUpstreamTranslations(void);

/// The main functions of mlir-opt, mlir-translate and mlir-lsp-server. They return the exit status.
int tileirasOptMain(int argc, char **argv, MlirStringRef banner, MlirDialectRegistry registry);
int tileirasTranslateMain(int argc, char **argv, MlirStringRef banner);
int tileirasLspServerMain(int argc, char **argv, MlirDialectRegistry registry);

/// Adds a line to the output of --version. The string must live as long as the process.
void tileirasAddVersion(MlirStringRef version);

/// Whether this build of MLIR prints pass statistics.
bool tileirasHasPassStatistics(void);

/// A command-line option of a tool.
typedef struct TileirasToolOption TileirasToolOption;

/// Registers an option of kind flag or text. Must be called before the command line is parsed. `value` is the placeholder
/// for the value in --help. The strings must live as long as the process; the option does.
TileirasToolOption *tileirasToolOptionRegister(enum TileirasOptionKind kind, MlirStringRef name, MlirStringRef value,
                                               MlirStringRef description);

/// The value on the command line. Text: empty if the option is missing. Flag: "true" or empty.
MlirStringRef tileirasToolOptionValue(const TileirasToolOption *option);

//===--- Translation.cpp --------------------------------------------------===//

/// The result of an import.
typedef struct TileirasImported {
  MlirOperation op; ///< Owned by the caller. Null after a diagnostic.
  bool hasAliases;  ///< Whether attributes or types in it may be printed under an alias.
} TileirasImported;

/// Translates a buffer, whose last byte is followed by NUL, to an operation.
typedef TileirasImported (*TileirasImport)(MlirStringRef buffer, MlirStringRef bufferName, MlirContext context);
typedef void (*TileirasDialects)(MlirDialectRegistry registry);

/// Registers a translation to MLIR for mlir-translate. The strings must live as long as the process.
void tileirasRegisterImport(MlirStringRef name, MlirStringRef description, TileirasImport import,
                            TileirasDialects dialects);

/// Translates an operation and passes the result to `output`. False after a diagnostic. May change the operation.
typedef bool (*TileirasExport)(MlirOperation op, TileirasTextSink output, void *sink);

/// Registers a translation from MLIR for mlir-translate. The strings must live as long as the process.
void tileirasRegisterExport(MlirStringRef name, MlirStringRef description, TileirasExport translate,
                            TileirasDialects dialects);

//===--- LLVMImport.cpp ---------------------------------------------------===//

/// An LLVM module with its context.
typedef struct TileirasLLVMModule TileirasLLVMModule;

/// Adds the dialects and interfaces for the translation from LLVM IR.
void tileirasRegisterFromLLVM(MlirDialectRegistry registry);

/// Whether the buffer contains LLVM bitcode, with or without its wrapper.
bool tileirasIsBitcode(MlirStringRef buffer);

/// Why LLVM IR cannot be parsed.
typedef enum {
  /// The message is that of the bitcode reader.
  TILEIRAS_LLVM_PARSE_BITCODE,
  /// The module has named metadata of the name `renamed`. The message is empty.
  TILEIRAS_LLVM_PARSE_RESERVED_NAME,
  /// The message is that of the parser, which also sets line and column.
  TILEIRAS_LLVM_PARSE_TEXT,
  /// The message is that of the verifier.
  TILEIRAS_LLVM_PARSE_VERIFIER,
  /// A function has no name. The message is empty.
  TILEIRAS_LLVM_PARSE_UNNAMED_FUNCTION,
  /// The message is that of LLVM's fatal error; it may be empty.
  TILEIRAS_LLVM_PARSE_CRASH,
  /// The message is empty.
  TILEIRAS_LLVM_PARSE_STACK_OVERFLOW,
} TileirasLLVMParseErrorKind;

typedef struct TileirasLLVMParseError {
  TileirasLLVMParseErrorKind kind;
  unsigned line;   ///< From 1; 0 if unknown.
  unsigned column; ///< From 1; 0 if unknown.
  MlirStringRef message;
} TileirasLLVMParseError;

/// Parses and verifies LLVM IR. Text must be followed by NUL. In bitcode, the named metadata `upgraded` gets the name
/// `renamed` before LLVM's upgrade of it runs. Null after a call of `report`. LLVM's diagnostics become diagnostics of the
/// context, located in the file `bufferName`.
TileirasLLVMModule *tileirasLLVMParse(MlirStringRef buffer, MlirStringRef bufferName, MlirStringRef upgraded,
                                      MlirStringRef renamed, MlirContext context,
                                      void (*report)(const TileirasLLVMParseError *error, void *data), void *data);

void tileirasLLVMDestroy(TileirasLLVMModule *module);

/// The nodes of a named metadata as an array of arrays, with one attribute for each operand. Null if there is none.
MlirAttribute tileirasLLVMNamedMetadata(const TileirasLLVMModule *module, MlirStringRef name, MlirContext context);

/// Calls `visit` for each function that has parameters with the string attribute `attribute`, with their 1-based indices.
void tileirasLLVMParameterAttributes(const TileirasLLVMModule *module, MlirStringRef attribute,
                                     void (*visit)(MlirStringRef function, const int32_t *indices, intptr_t count,
                                                   void *data),
                                     void *data);

/// Removes function attributes that MLIR cannot import: `alignstack` of a result, for which `visit` is called, and all
/// attributes of a void result. Returns whether instructions, functions or global variables have metadata.
bool tileirasLLVMPrepare(TileirasLLVMModule *module, void (*visit)(MlirStringRef function, uint64_t bytes, void *data),
                         void *data);

/// Translates a prepared module to the LLVM dialect, without the named metadata `dropped`. Takes ownership of the module.
/// Null after a diagnostic.
MlirModule tileirasLLVMToMLIR(TileirasLLVMModule *module, MlirStringRef dropped, MlirStringRef bufferName,
                              MlirContext context);

//===--- LLVMExport.cpp ---------------------------------------------------===//

/// Adds the dialects and interfaces for the translation to LLVM IR.
void tileirasRegisterToLLVM(MlirDialectRegistry registry);

/// Translates a module to LLVM IR. Null on failure; `reported` is then whether there was an error diagnostic.
TileirasLLVMModule *tileirasLLVMFromMLIR(MlirOperation op, bool *reported);

/// Adds a string attribute to a parameter (1-based). False if there is no such function or parameter.
bool tileirasLLVMAddParameterAttribute(TileirasLLVMModule *module, MlirStringRef function, int32_t index,
                                       MlirStringRef attribute);

/// Appends a node for an array attribute to a named metadata. The inverse of `tileirasLLVMNamedMetadata`. Returns null, or
/// the first attribute that has no counterpart; nothing is appended then.
MlirAttribute tileirasLLVMAddNamedMetadata(TileirasLLVMModule *module, MlirStringRef name, MlirAttribute elements);

/// Prints the module as text.
void tileirasLLVMPrint(TileirasLLVMModule *module, TileirasTextSink sink, void *data);

//===--- Parse.cpp --------------------------------------------------------===//

/// A diagnostic handler that collects the diagnostics of a context as text. `content` is the source file `name`, and must
/// outlive the handler.
typedef struct TileirasDiagnosticText TileirasDiagnosticText;

TileirasDiagnosticText *tileirasDiagnosticTextCreate(MlirContext context, MlirStringRef content, MlirStringRef name);
MlirStringRef tileirasDiagnosticTextGet(const TileirasDiagnosticText *text);
void tileirasDiagnosticTextDestroy(TileirasDiagnosticText *text);

/// A diagnostic handler that discards warnings that start with `prefix`, which must outlive the handler.
typedef struct TileirasWarningFilter TileirasWarningFilter;

TileirasWarningFilter *tileirasWarningFilterCreate(MlirContext context, MlirStringRef prefix);
void tileirasWarningFilterDestroy(TileirasWarningFilter *filter);

/// Parses MLIR text or bytecode. Null after a diagnostic, or after a call of `crash` with the message of LLVM's fatal
/// error, which may be empty. The context must not be destroyed after a crash.
MlirModule tileirasParseModule(MlirContext context, MlirStringRef content, MlirStringRef name,
                               void (*crash)(TileirasCompletion completion, MlirStringRef message, void *data),
                               void *data);

//===--- Backend.cpp ------------------------------------------------------===//

typedef void (*TileirasBackendVisitor)(TileirasSeverity severity, MlirStringRef text, void *data);

typedef enum {
  TILEIRAS_BACKEND_DONE,
  TILEIRAS_BACKEND_FAILED,
  /// The last visited error is that of LLVM's fatal error, which may be empty. The module must not be used or destroyed.
  TILEIRAS_BACKEND_CRASHED,
  /// The module must not be used or destroyed.
  TILEIRAS_BACKEND_STACK_OVERFLOW,
} TileirasBackendResult;

/// Compiles to PTX with optimisation `level` 0 to 3. Changes the module. Calls `visit` for each diagnostic of LLVM.
TileirasBackendResult tileirasLLVMEmitPTX(TileirasLLVMModule *module, MlirStringRef chip, MlirStringRef features,
                                          int level, TileirasTextSink sink, void *sinkData,
                                          TileirasBackendVisitor visit, void *visitData);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_SHIM_H
