// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tileiras needs of MLIR and LLVM and their C APIs lack. Every function does one thing and decides nothing: names,
// wording and policy come from Rust. The Rust declarations in ../src/lib.rs mirror this file line by line.

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

//===--- Attribute.cpp ----------------------------------------------------===//

/// The kinds of attributes that are looked into.
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

/// The elements of an array attribute, which live as long as the context; false when the attribute is another one.
bool tileirasArrayElements(MlirAttribute attribute, const MlirAttribute **elements, intptr_t *count);

/// The string attribute that is the name of a flat symbol reference; null when the attribute is another one.
MlirAttribute tileirasFlatSymbolName(MlirAttribute attribute);

//===--- Function.cpp -----------------------------------------------------===//

/// Whether the operation implements FunctionOpInterface.
bool tileirasIsFunction(MlirOperation op);

/// Whether the operation has a symbol table.
bool tileirasHasSymbolTable(MlirOperation op);

/// Calls `body` with each number below `count`, in any order, from the threads of the context if it has some.
void tileirasParallelFor(MlirContext context, intptr_t count, void (*body)(intptr_t, const void *), const void *data);

/// Whether the context has threads, and so locks.
bool tileirasHasThreads(MlirContext context);

/// Verifies the operation, but not the ones inside it; false after diagnostics.
bool tileirasVerifyAlone(MlirOperation op);

/// The dictionary that an operation has beside what is inherent in it.
MlirAttribute tileirasDiscardableAttributes(MlirOperation op);

/// The name of a symbol, a string attribute; null where the operation has none.
MlirAttribute tileirasSymbolName(MlirOperation op);

/// All of a function-like operation that launch facts stand in, each part by the address that makes it unique in its
/// context: functions with equal keys state the same facts.
typedef struct TileirasLaunchAttributeKey {
  const void *name;        ///< Of the operation.
  const void *attributes;  ///< The dictionary of the discardable ones.
  const void *type;        ///< Of the function.
  const void *arguments;   ///< Their attributes; null for none.
  const void *passthrough; ///< Where it is an inherent attribute; null for none.
  uint64_t convention;     ///< The calling convention of an LLVM function; 0 of any other.
} TileirasLaunchAttributeKey;
TileirasLaunchAttributeKey tileirasLaunchAttributeKey(MlirOperation op);

/// Copies the attributes in the key, but for the calling convention, from another function of the same name and type.
void tileirasCopyLaunchAttributes(MlirOperation op, MlirOperation from);

/// The number of arguments of a function-like operation, and the type of one.
intptr_t tileirasFunctionArgumentCount(MlirOperation op);
MlirType tileirasFunctionArgumentType(MlirOperation op, intptr_t index);

/// The number of results of a function-like operation (an LLVM function of type void has none).
intptr_t tileirasFunctionResultCount(MlirOperation op);

/// Whether values of the type are addresses (LLVM pointer or memref).
bool tileirasTypeIsPointer(MlirType type);

/// The chip and feature strings of a #nvvm.target attribute; false when the attribute is another one.
bool tileirasNvvmTarget(MlirAttribute attribute, MlirStringRef *chip, MlirStringRef *features);

//===--- Layout.cpp -------------------------------------------------------===//

enum TileirasTypeKind {
  TILEIRAS_TYPE_INTEGER,
  /// Any but those of x86 and PowerPC.
  TILEIRAS_TYPE_FLOAT,
  TILEIRAS_TYPE_POINTER,
  /// Struct, array or vector.
  TILEIRAS_TYPE_AGGREGATE,
  TILEIRAS_TYPE_OTHER,
};

typedef struct {
  enum TileirasTypeKind kind;
  /// Of a pointer.
  uint32_t addressSpace;
  uint64_t bits;
  /// What a value takes in memory, and how it is aligned there, in bytes.
  uint64_t size;
  uint64_t align;
} TileirasTypeLayout;

/// Lays a type out as NVPTX does with pointers of 64 bits, whatever layout the module states: the back end sets its own.
/// False when LLVM has no such type, or it has no fixed size.
bool tileirasNVPTXLayout(MlirType type, TileirasTypeLayout *layout);

/// The type of a result, and an attribute of an argument, null when there is none. The indices are in range.
MlirType tileirasFunctionResultType(MlirOperation op, intptr_t index);
MlirAttribute tileirasFunctionArgumentAttribute(MlirOperation op, intptr_t index, MlirStringRef name);

/// Whether the function takes more arguments than it names.
bool tileirasFunctionIsVarArg(MlirOperation op);

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

/// The values of one option: one string, or for a list any number.
struct TileirasOptionValue {
  const MlirStringRef *values;
  intptr_t count;
};

/// Receives text from a callback.
typedef void (*TileirasTextSink)(MlirStringRef text, void *sink);

/// How a run of a pass ended.
typedef enum {
  /// A diagnostic was emitted.
  TILEIRAS_RUN_FAILED,
  TILEIRAS_RUN_CHANGED,
  /// Nothing is to be verified anew.
  TILEIRAS_RUN_UNCHANGED,
} TileirasRun;

/// What callbacks keep about an operation until something in it changes: an analysis in MLIR's sense.
typedef struct {
  /// Null as long as nothing is kept.
  void *data;
  void (*destroy)(void *data);
} TileirasAnalyses;

struct TileirasPass {
  MlirStringRef argument;
  MlirStringRef name;
  MlirStringRef description;
  /// The anchor operation; empty for any.
  MlirStringRef anchor;
  /// Adds the dialects that the pass makes operations of; may be null.
  void (*dialects)(MlirDialectRegistry registry);
  const struct TileirasOption *options;
  intptr_t optionCount;
  /// Handed to `create`.
  const void *data;
  /// Makes a pass instance from option values, in the order of `options`; null after `error` was told why.
  void *(*create)(const void *data, const struct TileirasOptionValue *values, TileirasTextSink error, void *sink);
  void (*destroy)(void *instance);
  TileirasRun (*run)(void *instance, MlirOperation op, TileirasAnalyses *analyses);
};

/// Registers a pass by name, unless there is one of that name. The descriptor must live as long as the process.
void tileirasRegisterPass(const struct TileirasPass *pass);

struct TileirasPipeline {
  MlirStringRef argument;
  MlirStringRef description;
  const struct TileirasOption *options;
  intptr_t optionCount;
  /// Handed to `text`.
  const void *data;
  /// Hands the textual pipeline that the option values ask for to `build`; false after `build` was told why not.
  bool (*text)(const void *data, const struct TileirasOptionValue *values, TileirasTextSink build, void *sink);
};

/// Registers a pass pipeline by name, unless there is one of that name. The descriptor must live as long as the process.
void tileirasRegisterPipeline(const struct TileirasPipeline *pipeline);

//===--- Process.cpp ------------------------------------------------------===//

/// Whether standard output was closed when the process began. Then nothing else takes its place, and writing there fails.
bool tileirasKeepOutputClosed(void);

/// From now on, a stack that is used up ends the process with that message and exit status; where a crash is survived, it
/// is a crash. The message must live as long as the process. Upstream's main functions install handlers of their own.
void tileirasWatchStack(MlirStringRef message, int exitStatus, bool isUpstream);

//===--- Tool.cpp ---------------------------------------------------------===//

/// Upstream's dialects and extensions; upstream's passes; upstream's translations but --mlir-to-llvmir, of which a name
/// can have only one.
void tileirasRegisterUpstreamDialects(MlirDialectRegistry registry);
void tileirasRegisterUpstreamPasses(void);
void tileirasRegisterUpstreamTranslations(void);

/// The main functions of mlir-opt, mlir-translate and mlir-lsp-server; they return the exit status.
int tileirasOptMain(int argc, char **argv, MlirStringRef banner, MlirDialectRegistry registry);
int tileirasTranslateMain(int argc, char **argv, MlirStringRef banner);
int tileirasLspServerMain(int argc, char **argv, MlirDialectRegistry registry);

/// Adds a line to what --version prints. The string must live as long as the process.
void tileirasAddVersion(MlirStringRef version);

/// Whether this build of MLIR prints pass statistics itself.
bool tileirasHasPassStatistics(void);

/// An option of a tool's command line, beside upstream's.
typedef struct TileirasToolOption TileirasToolOption;

/// Makes an option known; before the command line is read. All strings must live as long as the process, and so does the
/// option. The kind is flag or text; `value` names the value of a text in --help.
TileirasToolOption *tileirasToolOptionRegister(enum TileirasOptionKind kind, MlirStringRef name, MlirStringRef value,
                                               MlirStringRef description);

/// What the command line says. Text: empty where the option is not given. Flag: "true" or empty.
MlirStringRef tileirasToolOptionValue(const TileirasToolOption *option);

//===--- Translation.cpp --------------------------------------------------===//

/// What an import made.
typedef struct TileirasImported {
  MlirOperation op; ///< Null after a diagnostic.
  bool hasAliases;  ///< Whether attributes or types of it may print under an alias.
} TileirasImported;

/// Makes an operation from a buffer (NUL follows its last byte).
typedef TileirasImported (*TileirasImport)(MlirStringRef buffer, MlirStringRef bufferName, MlirContext context);
typedef void (*TileirasDialects)(MlirDialectRegistry registry);

/// Registers a translation to MLIR for mlir-translate. All strings must live as long as the process.
void tileirasRegisterImport(MlirStringRef name, MlirStringRef description, TileirasImport import,
                            TileirasDialects dialects);

/// Hands the translation of an operation to `output`; false after a diagnostic. May change the operation.
typedef bool (*TileirasExport)(MlirOperation op, TileirasTextSink output, void *sink);

/// Registers a translation from MLIR for mlir-translate. All strings must live as long as the process.
void tileirasRegisterExport(MlirStringRef name, MlirStringRef description, TileirasExport translate,
                            TileirasDialects dialects);

//===--- LLVMImport.cpp ---------------------------------------------------===//

typedef struct TileirasLLVMModule TileirasLLVMModule;

/// Adds the dialects and interfaces that the translation from LLVM IR needs.
void tileirasRegisterFromLLVM(MlirDialectRegistry registry);

/// Whether the buffer holds LLVM bitcode, with or without its wrapper.
bool tileirasIsBitcode(MlirStringRef buffer);

/// Reads and verifies LLVM IR. For text, NUL must follow the last byte. For bitcode, the named metadata `shown` is
/// renamed to `hidden` before LLVM's upgrade of it can run. Null after a diagnostic.
TileirasLLVMModule *tileirasLLVMParse(MlirStringRef buffer, MlirStringRef bufferName, MlirStringRef shown,
                                      MlirStringRef hidden, MlirContext context);

void tileirasLLVMDestroy(TileirasLLVMModule *module);

/// The nodes of a named metadata as an array of arrays, one attribute for each operand; null when there is none.
MlirAttribute tileirasLLVMNamedMetadata(const TileirasLLVMModule *module, MlirStringRef name, MlirContext context);

/// Calls `visit` for each function with parameters (1-based) that have the string attribute `attribute`.
void tileirasLLVMParameterAttributes(const TileirasLLVMModule *module, MlirStringRef attribute,
                                     void (*visit)(MlirStringRef function, const int32_t *indices, intptr_t count,
                                                   void *data),
                                     void *data);

/// Removes from functions what MLIR cannot import: `alignstack` on a result, of which `visit` is called with the function
/// and the alignment, and attributes of a result that is void. Says whether anything but the module has metadata:
/// instructions, functions or global variables.
bool tileirasLLVMPrepare(TileirasLLVMModule *module, void (*visit)(MlirStringRef function, uint64_t bytes, void *data),
                         void *data);

/// Translates a prepared module to the LLVM dialect without the named metadata `dropped`; consumes the module. Null after a diagnostic.
MlirModule tileirasLLVMToMLIR(TileirasLLVMModule *module, MlirStringRef dropped, MlirStringRef bufferName,
                              MlirContext context);

//===--- LLVMExport.cpp ---------------------------------------------------===//

/// Adds the dialects and interfaces that the translation to LLVM IR needs.
void tileirasRegisterToLLVM(MlirDialectRegistry registry);

/// Translates a module to LLVM IR. Null when that fails; `reported` says whether there was an error diagnostic.
TileirasLLVMModule *tileirasLLVMFromMLIR(MlirOperation op, bool *reported);

/// Adds a string attribute to a parameter (1-based); false when there is no such function or parameter.
bool tileirasLLVMAddParameterAttribute(TileirasLLVMModule *module, MlirStringRef function, int32_t index,
                                       MlirStringRef attribute);

/// Appends a node that mirrors an array to a named metadata, the other way of `tileirasLLVMNamedMetadata`. Returns the
/// first attribute in it that has no counterpart, in which case nothing is appended, or null.
MlirAttribute tileirasLLVMAddNamedMetadata(TileirasLLVMModule *module, MlirStringRef name, MlirAttribute elements);

/// Prints the module as text.
void tileirasLLVMPrint(TileirasLLVMModule *module, TileirasTextSink sink, void *data);

//===--- Parse.cpp --------------------------------------------------------===//

/// Collects the diagnostics of a context as text, each with its line of `content`, which goes by `name` and must outlive
/// this. Handlers are asked from the latest to the first.
typedef struct TileirasDiagnosticText TileirasDiagnosticText;

TileirasDiagnosticText *tileirasDiagnosticTextCreate(MlirContext context, MlirStringRef content, MlirStringRef name);
MlirStringRef tileirasDiagnosticTextGet(const TileirasDiagnosticText *text);
void tileirasDiagnosticTextDestroy(TileirasDiagnosticText *text);

/// Swallows the warnings that begin with `prefix`, which must outlive this.
typedef struct TileirasSilence TileirasSilence;

TileirasSilence *tileirasSilenceCreate(MlirContext context, MlirStringRef prefix);
void tileirasSilenceDestroy(TileirasSilence *silence);

/// Reads MLIR, text or bytecode. Null after a diagnostic, or if the reader crashed: then `crash` has its last words, if
/// any, and the context must not be destroyed.
MlirModule tileirasParseModule(MlirContext context, MlirStringRef content, MlirStringRef name, TileirasTextSink crash,
                               void *data);

//===--- Backend.cpp ------------------------------------------------------===//

typedef void (*TileirasBackendVisitor)(TileirasSeverity severity, MlirStringRef text, void *data);

typedef enum {
  TILEIRAS_BACKEND_DONE,
  /// An error was visited.
  TILEIRAS_BACKEND_FAILED,
  /// An error was visited, and LLVM stopped half-way: the module must not be touched again, nor destroyed.
  TILEIRAS_BACKEND_CRASHED,
} TileirasBackendResult;

/// Compiles to PTX: optimisation and code generation of `level` 0 to 3. Changes the module. What LLVM would end the
/// process for is an error.
TileirasBackendResult tileirasLLVMEmitPTX(TileirasLLVMModule *module, MlirStringRef chip, MlirStringRef features,
                                          int level, TileirasTextSink sink, void *sinkData,
                                          TileirasBackendVisitor visit, void *visitData);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_SHIM_H
