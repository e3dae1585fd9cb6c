// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of MLIR and LLVM that tileiras needs and the C APIs lack. Each function is a thin wrapper: Rust makes
// the decisions, and passes the names and the message texts. The Rust declarations are in ../src/lib.rs and
// ../src/types.rs, in the same order.
//
// "Null if ..." and "False if ..." state when a function returns that value. "Null after a diagnostic" means that the
// function has emitted a diagnostic that says why. "Upstream" is MLIR as the LLVM project releases it.

#ifndef TILEIRAS_SHIM_H
#define TILEIRAS_SHIM_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
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

/// A diagnostic handler that gives the diagnostics of a context to a callback, and to no other handler.
typedef struct TileirasDiagnosticHandler TileirasDiagnosticHandler;

/// A diagnostic, a call of its location, or one of its notes.
typedef struct {
  unsigned severity;  ///< As `TileirasSeverity`; 3 for a note.
  bool isNote;        ///< Whether it belongs to the diagnostic before it.
  bool showsLine;     ///< Whether the line is shown. It is not if the part before is at the same location.
  uint64_t following; ///< The number of notes of the same diagnostic that follow.
  MlirStringRef file; ///< The file of the location; empty if there is none.
  uint64_t line;      ///< The line of the location, from 1.
  uint64_t column;    ///< The column of the location, from 1.
  uint64_t endLine;   ///< The line of the end of the location, which is its start if it is a point; 0 if it has no file.
  uint64_t endColumn; ///< The column of the end.
  MlirStringRef text; ///< The words.
} TileirasDiagnosticPart;

/// Receives a part. Returns whether the notes that follow are wanted.
typedef bool (*TileirasDiagnosticVisitor)(const TileirasDiagnosticPart *part, void *data);

TileirasDiagnosticHandler *tileirasDiagnosticHandlerCreate(MlirContext context, TileirasDiagnosticVisitor visit,
                                                           void *data);
void tileirasDiagnosticHandlerDestroy(TileirasDiagnosticHandler *handler);

/// A diagnostic handler that discards warnings that start with `prefix`, which must outlive the handler.
typedef struct TileirasWarningFilter TileirasWarningFilter;

TileirasWarningFilter *tileirasWarningFilterCreate(MlirContext context, MlirStringRef prefix);
void tileirasWarningFilterDestroy(TileirasWarningFilter *filter);

//===--- Recovery.cpp -----------------------------------------------------===//

/// How code ended that ran in `tileirasRunSafely` (Recovery.h), which catches crashes.
typedef enum {
  TILEIRAS_COMPLETED,
  /// LLVM reported a fatal error, or the code crashed.
  TILEIRAS_CRASHED,
  TILEIRAS_STACK_OVERFLOW,
} TileirasCompletion;

//===--- Attribute.cpp ----------------------------------------------------===//

/// The kind of an attribute. Rust reads the content of all kinds but OTHER.
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

/// Gets the elements of an array attribute. They live as long as the context. False if the attribute is no array.
bool tileirasArrayElements(MlirAttribute attribute, const MlirAttribute **elements, intptr_t *count);

/// The name in a flat symbol reference, as a string attribute. Null if the attribute is no such reference.
MlirAttribute tileirasFlatSymbolName(MlirAttribute attribute);

//===--- Function.cpp -----------------------------------------------------===//

/// Whether the operation implements FunctionOpInterface.
bool tileirasIsFunction(MlirOperation op);

/// Whether the operation neither reads nor writes memory, nor frees it.
bool tileirasIsMemoryEffectFree(MlirOperation op);

/// Whether the operation has a symbol table.
bool tileirasHasSymbolTable(MlirOperation op);

/// Calls `visit` with each symbol reference in the attributes of the operation, inherent and nested ones included, and
/// with
/// `data`.
void tileirasSymbolReferences(MlirOperation op, void (*visit)(MlirAttribute symbol, void *data), void *data);

/// Calls `body` with each index less than `count` and with `data`, in any order. Uses the threads of the context, if it
/// has any.
void tileirasParallelFor(MlirContext context, intptr_t count, void (*body)(intptr_t index, const void *data),
                         const void *data);

/// Whether multithreading is enabled in the context.
bool tileirasHasThreads(MlirContext context);

/// Verifies the operation, but not the operations nested in it. False if it is not valid, after diagnostics.
bool tileirasVerifyNonRecursively(MlirOperation op);

/// The dictionary of the discardable attributes. If the operation does not store its inherent attributes as properties,
/// the dictionary contains these, too.
MlirAttribute tileirasDiscardableAttributes(MlirOperation op);

/// The name of a symbol, as a string attribute. Null if the operation has none.
MlirAttribute tileirasSymbolName(MlirOperation op);

/// The parts of a function-like operation that can state launch attributes, such as the block size: all but its symbol
/// name and its body. Each pointer is the address of an object of MLIR, which has only one object for equal contents.
/// Therefore the parts of two functions are equal if the pointers are equal.
typedef struct TileirasLaunchAttributeKey {
  const void *name;        ///< The operation name.
  const void *attributes;  ///< The dictionary of the discardable attributes.
  const void *type;        ///< The function type.
  const void *arguments;   ///< The argument attributes; null for none.
  const void *passthrough; ///< The inherent `passthrough` of an LLVM function; null for none.
  const void *results;     ///< The result attributes; null for none.
  const void *required;    ///< The inherent `reqd_work_group_size` of an LLVM function; null for none.
  const void *hint;        ///< The inherent `work_group_size_hint` of an LLVM function; null for none.
  uint64_t convention;     ///< The calling convention of an LLVM function; 0 for any other.
} TileirasLaunchAttributeKey;
TileirasLaunchAttributeKey tileirasLaunchAttributeKey(MlirOperation op);

/// Copies those attributes in the key that a pass changes from `from` to `op`: the discardable ones, those of
/// arguments, and `passthrough`. Both functions must have the same operation name and function type.
void tileirasCopyLaunchAttributes(MlirOperation op, MlirOperation from);

/// The number of arguments of a function-like operation, and the type of one argument. The index must be in range.
intptr_t tileirasFunctionArgumentCount(MlirOperation op);
MlirType tileirasFunctionArgumentType(MlirOperation op, intptr_t index);

/// The number of results of a function-like operation. An LLVM function of type void has none.
intptr_t tileirasFunctionResultCount(MlirOperation op);

/// The type of a result. The index must be in range.
MlirType tileirasFunctionResultType(MlirOperation op, intptr_t index);

/// An attribute of an argument. Null if there is none. The index must be in range.
MlirAttribute tileirasFunctionArgumentAttribute(MlirOperation op, intptr_t index, MlirStringRef name);

/// Whether the function is variadic.
bool tileirasFunctionIsVarArg(MlirOperation op);

/// Whether a type is an LLVM pointer or a memref.
bool tileirasTypeIsPointerOrMemref(MlirType type);

/// Gets the chip, the features, the list `link` and the dictionary `flags` of a #nvvm.target attribute. Both are null
/// if there are none. False if the attribute is no #nvvm.target.
bool tileirasNvvmTarget(MlirAttribute attribute, MlirStringRef *chip, MlirStringRef *features, MlirAttribute *link,
                        MlirAttribute *flags);

//===--- Layout.cpp -------------------------------------------------------===//

enum TileirasTypeKind {
  TILEIRAS_TYPE_INTEGER,
  /// A floating-point type, except `x86_fp80` and `ppc_fp128`.
  TILEIRAS_TYPE_FLOAT,
  TILEIRAS_TYPE_POINTER,
  /// A struct, an array or a vector.
  TILEIRAS_TYPE_AGGREGATE,
  TILEIRAS_TYPE_OTHER,
};

typedef struct {
  enum TileirasTypeKind kind;
  uint32_t addressSpace; ///< The address space of a pointer, else 0.
  uint64_t bits;         ///< The size in bits; the width of an integer or a floating-point type.
  uint64_t size;         ///< The allocation size in bytes.
  uint64_t align;        ///< The ABI alignment in bytes.
} TileirasTypeLayout;

/// Computes the layout of a type with the data layout of 64-bit NVPTX. The data layout of the module is not used, as
/// the back end sets its own. False if LLVM has no such type, or if the type has no fixed size.
bool tileirasNVPTXLayout(MlirType type, TileirasTypeLayout *layout);

/// Gets the type of a member of an array, a vector or a struct of the LLVM dialect, and its offset in bytes on NVPTX.
/// An index past the end of an array is accepted. False if there is no such member, or if a size is not known.
bool tileirasNVPTXMember(MlirType aggregate, intptr_t index, MlirType *member, uint64_t *offset);

/// The data layout of 64-bit NVPTX, as text. With `shortPointers`, pointers to shared, constant and local memory have
/// 32 bits, as LLVM's option nvptx-short-ptr makes them.
void tileirasNVPTXDataLayout(bool shortPointers, MlirStringCallback sink, void *data);

/// The part of a data layout that code depends on.
typedef struct {
  bool bigEndian;
  uint64_t pointerBits;   ///< The size of a pointer in the address space 0.
  uint64_t sharedPointerBits; ///< The size of a pointer to shared memory.
  uint64_t alignments[6]; ///< The ABI alignments in bits of i8, i16, i32, i64, float and double.
} TileirasDataLayout;

/// Reads the text of a data layout. False if it is not valid.
bool tileirasReadDataLayout(MlirStringRef text, TileirasDataLayout *layout);

//===--- Pass.cpp ---------------------------------------------------------===//

enum TileirasOptionKind {
  /// `true` or `false`.
  TILEIRAS_OPTION_FLAG,
  /// One string.
  TILEIRAS_OPTION_TEXT,
  /// Strings separated by commas.
  TILEIRAS_OPTION_LIST,
  /// One of the names in `choices`.
  TILEIRAS_OPTION_CHOICE,
};

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

/// Receives a text. It is valid during the call only, so that the function copies it to `sinkData`.
typedef void (*TileirasTextSink)(MlirStringRef text, void *sinkData);

/// The result of a run of a pass.
typedef enum {
  /// The pass has failed, and has emitted a diagnostic.
  TILEIRAS_RUN_FAILED,
  /// The IR may have changed.
  TILEIRAS_RUN_CHANGED,
  /// MLIR preserves all analyses, and does not verify the IR again.
  TILEIRAS_RUN_UNCHANGED,
} TileirasRunResult;

/// The analyses that Rust has computed for an operation. MLIR keeps them as one analysis of its own, and destroys them
/// when a pass changes the operation.
typedef struct {
  /// Null if there is none.
  void *data;
  void (*destroy)(void *data);
} TileirasAnalyses;

struct TileirasPass {
  MlirStringRef argument;    ///< The name on the command line.
  MlirStringRef name;        ///< The name in timing and statistics reports.
  MlirStringRef description; ///< The text in --help.
  /// The name of the operation that the pass runs on; empty for any operation.
  MlirStringRef anchor;
  /// Adds the dependent dialects. May be null.
  void (*dialects)(MlirDialectRegistry registry);
  const struct TileirasOption *options;
  intptr_t optionCount;
  /// Passed to `create`.
  const void *data;
  /// Creates a pass instance from option values, in the order of `options`. If a value is not valid, passes a message
  /// to
  /// `error` and returns null.
  void *(*create)(const void *data, const struct TileirasOptionValue *values, TileirasTextSink error, void *sinkData);
  void (*destroy)(void *instance);
  TileirasRunResult (*run)(void *instance, MlirOperation op, TileirasAnalyses *analyses);
};

/// Registers a pass, unless its argument is registered already. The descriptor must live as long as the process.
void tileirasRegisterPass(const struct TileirasPass *pass);

/// Creates a pass with the default values of its options. The descriptor must live as long as the process. The caller
/// owns the pass until it is added to a pass manager.
MlirPass tileirasCreatePass(const struct TileirasPass *pass);

/// Creates a pass with options in command-line form. If they are not valid, passes a message to the callback and
/// returns a null handle. Otherwise as tileirasCreatePass.
MlirPass tileirasCreatePassWithOptions(const struct TileirasPass *pass, MlirStringRef options, MlirStringCallback error,
                                       void *data);

struct TileirasPipeline {
  MlirStringRef argument;    ///< The name on the command line.
  MlirStringRef description; ///< The text in --help.
  const struct TileirasOption *options;
  intptr_t optionCount;
  /// Passed to `text`.
  const void *data;
  /// Passes one text to `sink`: the textual pipeline for the option values, or an error message if a value is not
  /// valid. Returns true for the pipeline, false for the message.
  bool (*text)(const void *data, const struct TileirasOptionValue *values, TileirasTextSink sink, void *sinkData);
};

/// Registers a pass pipeline, unless its argument is registered already. The descriptor must live as long as the
/// process.
void tileirasRegisterPipeline(const struct TileirasPipeline *pipeline);

/// Adds a pass that exchanges the analyses that MLIR keeps for the operation with those of the caller, which must live
/// until the pass manager has run.
void tileirasAddAnalysesExchange(MlirOpPassManager manager, TileirasAnalyses *analyses);

//===--- Process.cpp ------------------------------------------------------===//

/// Reserves the file descriptor of standard output if it was closed when the process started: no other file gets the
/// descriptor, and writing to it fails. Returns whether it was closed.
bool tileirasProtectClosedOutput(void);

/// Restores the default action of SIGPIPE, which Rust's runtime ignores: the process ends without a message when the
/// reader of its output has gone.
void tileirasEndOnClosedPipe(void);

/// Installs a signal handler that ends the process with a message and an exit status after a stack overflow. Inside
/// `tileirasRunSafely` (Recovery.h), that function reports the overflow instead. The message must live as long as the
/// process. `isUpstream` must be true in a tool that calls one of upstream's main functions (Tool.cpp), as these
/// install signal handlers of their own.
void tileirasHandleStackOverflow(MlirStringRef message, int exitStatus, bool isUpstream);

//===--- Recovery.cpp -----------------------------------------------------===//

/// Whether work of LLVM or MLIR was abandoned in this process.
typedef enum TileirasProcessState {
  TILEIRAS_PROCESS_SOUND,
  /// LLVM reported a fatal error. Memory is lost.
  TILEIRAS_PROCESS_AFTER_FATAL_ERROR,
  /// The code crashed. A lock can be held, and memory can be damaged.
  TILEIRAS_PROCESS_CRASHED,
} TileirasProcessState;

TileirasProcessState tileirasProcessState(void);

/// Ends the process that many seconds after a crash from which the shim has recovered: by SIGALRM, or with a message
/// and the exit status 1.
void tileirasEndAfterCrash(unsigned seconds, MlirStringRef message);

/// Ends the process with that message and status, which is not 0, if C++ code gets no memory.
void tileirasExitOnOutOfMemory(int exitStatus, MlirStringRef message);

/// Ends the process with the message and status of tileirasExitOnOutOfMemory. Does nothing if that was not called. Safe
/// in a signal handler.
void tileirasEndOutOfMemory(void);

//===--- Tool.cpp ---------------------------------------------------------===//

/// Registers upstream's dialects and extensions.
void tileirasRegisterUpstreamDialects(MlirDialectRegistry registry);

/// Registers upstream's passes.
void tileirasRegisterUpstreamPasses(void);

/// Registers upstream's translations except --mlir-to-llvmir, so that a tool can register its own translation with this
/// name. MLIR does not allow two of one name.
void tileirasRegisterUpstreamTranslations(void);

/// Receives an error at a byte of the input.
typedef void (*TileirasFaultSink)(size_t position, MlirStringRef message, void *sinkData);

/// Looks at an input of MLIR. Passes each of its errors to `fault`, or, if it has none and MLIR should read another
/// text, that text to `text`. Either context or registry is null.
typedef void (*TileirasPrepare)(MlirStringRef input, MlirContext context, MlirDialectRegistry registry,
                                TileirasTextSink text, TileirasFaultSink fault, void *sinkData);

/// The main functions of mlir-opt, mlir-translate and mlir-lsp-server. They return the exit status. `banner` is the
/// title of the output of --help.
/// `prepare` sees the input of mlir-opt before MLIR does.
int tileirasOptMain(int argc, char **argv, MlirStringRef banner, MlirDialectRegistry registry, TileirasPrepare prepare);
int tileirasTranslateMain(int argc, char **argv, MlirStringRef banner);
int tileirasLspServerMain(int argc, char **argv, MlirDialectRegistry registry);

/// Adds a line to the output of --version. The string must live as long as the process.
void tileirasAddVersion(MlirStringRef version);

/// Whether this build of MLIR can print pass statistics.
bool tileirasHasPassStatistics(void);

/// A command-line option of a tool.
typedef struct TileirasToolOption TileirasToolOption;

/// Registers an option of kind flag or text. Must be called before the command line is parsed. --help shows
/// `placeholder` in place of the value. The strings must live as long as the process. The returned option lives as long
/// as the process.
TileirasToolOption *tileirasToolOptionRegister(enum TileirasOptionKind kind, MlirStringRef name,
                                               MlirStringRef placeholder, MlirStringRef description);

/// The value on the command line. Text: empty if the option is missing. Flag: "true" or empty.
MlirStringRef tileirasToolOptionValue(const TileirasToolOption *option);

//===--- Translation.cpp --------------------------------------------------===//

/// The result of an import.
typedef struct TileirasImported {
  MlirOperation op; ///< Owned by the caller. Null after a diagnostic.
  bool hasAliases;  ///< Whether MLIR may print an attribute or type in it as an alias, such as `#map`.
} TileirasImported;

/// Translates a buffer to an operation. A NUL byte follows the buffer.
typedef TileirasImported (*TileirasImport)(MlirStringRef buffer, MlirStringRef bufferName, MlirContext context);

/// Adds the dialects that a translation needs.
typedef void (*TileirasDialects)(MlirDialectRegistry registry);

/// Registers a translation to MLIR for mlir-translate. The strings must live as long as the process.
void tileirasRegisterImport(MlirStringRef name, MlirStringRef description, TileirasImport import,
                            TileirasDialects dialects);

/// Translates an operation and passes the result to `output`. False after a diagnostic. May change the operation.
typedef bool (*TileirasExport)(MlirOperation op, TileirasTextSink output, void *sink);

/// Registers a translation from MLIR for mlir-translate. `prepare` sees its input before MLIR does. The strings must
/// live as long as the process.
void tileirasRegisterExport(MlirStringRef name, MlirStringRef description, TileirasExport translate,
                            TileirasDialects dialects, TileirasPrepare prepare);

//===--- LLVMImport.cpp ---------------------------------------------------===//

/// An LLVM module with its context.
typedef struct TileirasLLVMModule TileirasLLVMModule;

/// Adds the dialects and interfaces for the translation from LLVM IR.
void tileirasRegisterFromLLVM(MlirDialectRegistry registry);

/// Whether the buffer contains LLVM bitcode, with or without a bitcode wrapper header.
bool tileirasIsBitcode(MlirStringRef buffer);

/// Whether LLVM has an intrinsic of this name, such as `llvm.nvvm.barrier0`.
bool tileirasIsIntrinsic(MlirStringRef name);

/// Why LLVM IR cannot be parsed. The message of the error is empty unless stated otherwise.
typedef enum {
  /// The bitcode is not valid. The message comes from LLVM's bitcode reader.
  TILEIRAS_LLVM_PARSE_BITCODE,
  /// The bitcode already has named metadata with the name that is reserved for `renamed` of `tileirasLLVMParse`.
  TILEIRAS_LLVM_PARSE_RESERVED_NAME,
  /// The text is not valid. The message comes from LLVM's parser, with line and column.
  TILEIRAS_LLVM_PARSE_TEXT,
  /// The module is not valid. The message comes from LLVM's verifier.
  TILEIRAS_LLVM_PARSE_VERIFIER,
  /// A function has no name.
  TILEIRAS_LLVM_PARSE_UNNAMED_FUNCTION,
  /// LLVM crashed. The message is that of LLVM's fatal error, if there was one.
  TILEIRAS_LLVM_PARSE_CRASH,
  /// The stack overflowed.
  TILEIRAS_LLVM_PARSE_STACK_OVERFLOW,
} TileirasLLVMParseErrorKind;

typedef struct TileirasLLVMParseError {
  TileirasLLVMParseErrorKind kind;
  unsigned line;   ///< From 1; 0 if unknown.
  unsigned column; ///< From 1; 0 if unknown.
  MlirStringRef message;
  MlirStringRef function; ///< The function that is not valid; empty if unknown.
} TileirasLLVMParseError;

/// Parses and verifies LLVM IR. If it is text, a NUL byte must follow it. On failure, calls `report` and returns null.
/// LLVM's diagnostics become diagnostics of the context, located in the file `bufferName`.
///
/// A module without a data layout is read with that of its triple, or of `triple` if it has none.
///
/// In bitcode, the named metadata `upgraded` is renamed to `renamed`. LLVM's bitcode reader would change its content
/// ("auto-upgrade"), and finds it by its name only.
TileirasLLVMModule *tileirasLLVMParse(MlirStringRef buffer, MlirStringRef bufferName, MlirStringRef triple,
                                      MlirStringRef upgraded, MlirStringRef renamed, MlirContext context,
                                      void (*report)(const TileirasLLVMParseError *error, void *data), void *data);

void tileirasLLVMDestroy(TileirasLLVMModule *module);

/// Where an instruction is. A line or column is 0 if it is unknown.
typedef struct TileirasInstruction {
  unsigned functionLine; ///< Of the function in the text.
  unsigned line, column; ///< In the text.
  MlirStringRef file;    ///< Of its debug location; empty if it has none.
  unsigned sourceLine, sourceColumn;
} TileirasInstruction;

/// Replaces the debug information of a module: each instruction gets its number as its line in `file`, from 1. Calls
/// `visit` for each, in order. `text` is what the module was read from, followed by a NUL byte; empty if that was
/// no text.
void tileirasLLVMNumberInstructions(TileirasLLVMModule *module, MlirStringRef text, MlirStringRef file,
                                    void (*visit)(const TileirasInstruction *instruction, void *data), void *data);

/// Calls `visit` with the name of the intrinsic and the line of the debug location of each call of one of NVVM.
void tileirasLLVMIntrinsicCalls(const TileirasLLVMModule *module,
                                void (*visit)(MlirStringRef name, unsigned line, void *data), void *data);

/// Calls `visit` with the name of each global variable that is `externally_initialized`.
void tileirasLLVMExternallyInitialized(const TileirasLLVMModule *module, TileirasTextSink visit, void *data);

/// A call whose type differs from that of the function that it names, and one of its attributes, or its metadata
/// `callalign`, that changes how a value is passed. MLIR's import drops both.
typedef struct TileirasLLVMCall {
  MlirStringRef caller, callee, attribute;
  MlirStringRef file; ///< Of the debug location; empty if there is none.
  unsigned line, column;
} TileirasLLVMCall;

/// Calls `visit` with each such call.
void tileirasLLVMMismatchedCalls(const TileirasLLVMModule *module,
                                 void (*visit)(const TileirasLLVMCall *call, void *data), void *data);

/// The triple and the data layout that the module states; empty if it states none. They live as long as the module.
MlirStringRef tileirasLLVMTriple(const TileirasLLVMModule *module);
MlirStringRef tileirasLLVMDataLayout(const TileirasLLVMModule *module);

/// The nodes of a named metadata as an array of arrays, with one attribute for each operand of a node. Null if the
/// module has no such metadata.
MlirAttribute tileirasLLVMNamedMetadata(const TileirasLLVMModule *module, MlirStringRef name, MlirContext context);

/// The names of all named metadata, as an array of strings.
MlirAttribute tileirasLLVMNamedMetadataNames(const TileirasLLVMModule *module, MlirContext context);

/// What has an attribute or metadata.
typedef enum TileirasLLVMHolder {
  TILEIRAS_LLVM_FUNCTION,
  TILEIRAS_LLVM_RESULT,
  TILEIRAS_LLVM_PARAMETER,
  TILEIRAS_LLVM_VARIABLE,
  TILEIRAS_LLVM_INSTRUCTION,
} TileirasLLVMHolder;

/// An attribute or metadata of a part of a module.
typedef struct TileirasLLVMStatement {
  TileirasLLVMHolder holder;
  MlirStringRef symbol; ///< The variable or the function.
  unsigned index;       ///< Of a parameter, from 1 on.
  MlirStringRef name;   ///< Of the attribute, or the kind of the metadata.
  MlirStringRef file;   ///< Of the debug location of an instruction; empty if there is none.
  unsigned line, column;
} TileirasLLVMStatement;

typedef void (*TileirasLLVMStatementVisitor)(const TileirasLLVMStatement *statement, void *data);

/// Calls `visit` with each string attribute of a parameter, a result or a global variable whose name has the prefix.
void tileirasLLVMOtherAttributes(const TileirasLLVMModule *module, MlirStringRef prefix,
                                 TileirasLLVMStatementVisitor visit, void *data);

/// Calls `visit` with each string attribute of a call whose name has the prefix. Visits all instructions.
void tileirasLLVMCallAttributes(const TileirasLLVMModule *module, MlirStringRef prefix,
                                TileirasLLVMStatementVisitor visit, void *data);

/// The kinds of metadata that the module's context knows, as an array of strings.
MlirAttribute tileirasLLVMMetadataKinds(const TileirasLLVMModule *module, MlirContext context);

/// Calls `visit` for each function, instruction and global variable with metadata of a known kind.
void tileirasLLVMMetadataOfKind(const TileirasLLVMModule *module, MlirStringRef kind,
                                TileirasLLVMStatementVisitor visit, void *data);

/// Calls `visit` with the metadata of that kind of each function that has it, as `tileirasLLVMNamedMetadata` has nodes.
void tileirasLLVMFunctionMetadata(const TileirasLLVMModule *module, MlirStringRef kind, MlirContext context,
                                  void (*visit)(MlirStringRef function, MlirAttribute node, void *data), void *data);

/// Calls `visit` with each string attribute of each function whose name has the prefix, in the order of the functions.
void tileirasLLVMFunctionAttributes(const TileirasLLVMModule *module, MlirStringRef prefix,
                                    void (*visit)(MlirStringRef function, MlirStringRef attribute, MlirStringRef value,
                                                  void *data),
                                    void *data);

/// Prepares a module for `tileirasLLVMToMLIR`. Removes the attributes that MLIR cannot import: `alignstack` of a
/// result, and all attributes of a void result. Calls `visit` for each removed `alignstack` with the alignment in
/// bytes. Returns whether instructions, functions or global variables have metadata.
bool tileirasLLVMPrepareForMLIR(TileirasLLVMModule *module,
                                void (*visit)(MlirStringRef function, uint64_t alignment, void *data), void *data);

/// Translates a prepared module to the LLVM dialect, without the named metadata `dropped`. Takes ownership of the
/// module. Null after a diagnostic.
MlirModule tileirasLLVMToMLIR(TileirasLLVMModule *module, MlirStringRef dropped, MlirStringRef bufferName,
                              MlirContext context);

//===--- LLVMExport.cpp ---------------------------------------------------===//

/// Adds the dialects and interfaces for the translation to LLVM IR.
void tileirasRegisterToLLVM(MlirDialectRegistry registry);

/// Adds those of device code only: of the dialects builtin, gpu, llvm and nvvm.
void tileirasRegisterDeviceToLLVM(MlirDialectRegistry registry);

/// Translates a module to LLVM IR. Null on failure. Sets `reported` to whether the translation emitted an error
/// diagnostic.
TileirasLLVMModule *tileirasLLVMFromMLIR(MlirOperation op, bool *reported);

/// Adds a string attribute to the parameters with these 1-based indices, which are ascending and unique. False if there
/// is no such function or parameter.
bool tileirasLLVMAddParameterAttribute(TileirasLLVMModule *module, MlirStringRef function, const uint32_t *indices,
                                       intptr_t count, MlirStringRef attribute);

/// Sets the name of the source file. A hash of it is in the names of symbols that LLVM's back end makes.
void tileirasLLVMSetSourceFile(TileirasLLVMModule *module, MlirStringRef name);

/// Sets a string attribute of a function, or removes it if `value` is null. Returns whether the function exists.
bool tileirasLLVMSetFunctionAttribute(TileirasLLVMModule *module, MlirStringRef function, MlirStringRef attribute,
                                      const MlirStringRef *value);

/// Appends a node for an array attribute to a named metadata. The inverse of `tileirasLLVMNamedMetadata`. If an
/// attribute in the array cannot be written as metadata, appends nothing and returns the first such attribute. Else
/// returns null.
MlirAttribute tileirasLLVMAddNamedMetadata(TileirasLLVMModule *module, MlirStringRef name, MlirAttribute elements);

/// Prints the module as text.
void tileirasLLVMPrint(TileirasLLVMModule *module, TileirasTextSink sink, void *data);

//===--- Parse.cpp --------------------------------------------------------===//

/// Parses MLIR text or bytecode. Null after a diagnostic or after a crash. After a crash or a stack overflow, calls
/// `crash` with the message of LLVM's fatal error, or with an empty one if there was none. The context must not be
/// destroyed then. A document is text; each of its operations gets its range in the text as its location.
MlirModule tileirasParseModule(MlirContext context, MlirStringRef content, MlirStringRef name, bool isDocument,
                               void (*crash)(TileirasCompletion completion, MlirStringRef message, void *data),
                               void *data);

//===--- Property.cpp -----------------------------------------------------===//

/// What an operation does with an attribute.
typedef enum {
  /// It does not declare the attribute, or is not registered.
  TILEIRAS_UNDECLARED,
  /// It declares the attribute, and keeps the value.
  TILEIRAS_DECLARED,
  /// It declares the attribute, and drops the value.
  TILEIRAS_DROPPED,
} TileirasDeclaration;

/// Sets an attribute of a new operation. A null value is not set. If it is dropped, passes what MLIR's verifier says
/// about it to `message`.
TileirasDeclaration tileirasDeclaredAttribute(MlirContext context, MlirStringRef operation, MlirStringRef name,
                                              MlirAttribute value, TileirasTextSink message, void *data);

/// Sets the properties of a new operation. False if it refuses them, or is not registered. `result` are its properties
/// then, or null.
bool tileirasSetProperties(MlirContext context, MlirStringRef operation, MlirAttribute dictionary,
                           MlirAttribute *result);

/// The dialect of the operations that can be written without their dialect in the regions of an operation, or empty.
MlirStringRef tileirasDefaultDialect(MlirContext context, MlirStringRef operation);

//===--- Link.cpp ---------------------------------------------------------===//

/// Receives a diagnostic of LLVM's linker or back end.
typedef void (*TileirasBackendVisitor)(enum TileirasSeverity severity, MlirStringRef text, void *data);

/// How a call of LLVM's linker or back end ended.
typedef enum {
  TILEIRAS_BACKEND_DONE,
  TILEIRAS_BACKEND_FAILED,
  /// LLVM crashed. The last call of `visit` had the message of LLVM's fatal error, or an empty one if there was none.
  /// The module must not be used or destroyed.
  TILEIRAS_BACKEND_CRASHED,
  /// The stack overflowed. The module must not be used or destroyed.
  TILEIRAS_BACKEND_STACK_OVERFLOW,
} TileirasBackendResult;

/// Calls `visit` with the name of each function that is used and not defined, except intrinsics.
void tileirasLLVMUndefinedFunctions(const TileirasLLVMModule *module, TileirasTextSink visit, void *data);

/// A function, variable, alias or ifunc.
typedef struct {
  MlirStringRef name;
  bool isDefined; ///< False if the definition is `available_externally`.
  bool isLocal;
  bool isWeak;    ///< Whether several modules can define it.
  bool isKernel;
  bool isForeignKernel; ///< Whether it has the calling convention of a kernel of another target.
  bool hasPrefix; ///< Whether it has a string attribute with the prefix, on the function, its result or a parameter.
} TileirasLLVMSymbol;

/// Calls `visit` with each symbol.
void tileirasLLVMSymbols(const TileirasLLVMModule *module, MlirStringRef prefix,
                         void (*visit)(const TileirasLLVMSymbol *symbol, void *data), void *data);

/// The definitions of a library to link. A definition that the module has already is not linked.
typedef enum {
  /// All, as they are.
  TILEIRAS_LINK_ALL,
  /// Kernels, variables that are `externally_initialized`, and those that the module declares and uses, and all that
  /// these use. They become internal, except kernels and these variables.
  TILEIRAS_LINK_NEEDED,
} TileirasLinkMode;

/// Links a bitcode module with `TILEIRAS_LINK_NEEDED`. `name` is for messages. The module must not be used after an
/// error.
TileirasBackendResult tileirasLLVMLinkNeeded(TileirasLLVMModule *module, MlirStringRef bitcode, MlirStringRef name,
                                             TileirasBackendVisitor visit, void *data);

/// Links a module. The named metadata `upgraded` has the name `renamed` while it is linked, so that LLVM does not
/// upgrade it. In the library it keeps that name. `name` is for messages. `module` must not be used after an error.
TileirasBackendResult tileirasLLVMLink(TileirasLLVMModule *module, TileirasLLVMModule *library, MlirStringRef name,
                                       TileirasLinkMode mode, MlirStringRef upgraded, MlirStringRef renamed,
                                       TileirasBackendVisitor visit, void *data);

//===--- Backend.cpp ------------------------------------------------------===//

/// The debug information in the PTX.
typedef enum {
  TILEIRAS_DEBUG_INFO_NONE,
  /// The directives `.file` and `.loc`.
  TILEIRAS_DEBUG_INFO_LINE_TABLES,
  /// The same, with the calls that were inlined, in comments.
  TILEIRAS_DEBUG_INFO_CALLS,
  /// All that the module has.
  TILEIRAS_DEBUG_INFO_FULL,
} TileirasDebugInfo;

typedef struct {
  MlirStringRef chip;     ///< The processor, such as sm_90a.
  MlirStringRef features; ///< The target features, such as +ptx84.
  int level;              ///< The optimisation level, 0 to 3.
  bool shortPointers;     ///< Whether pointers to shared, constant and local memory have 32 bits.
  TileirasDebugInfo debugInfo;
} TileirasBackendTarget;

/// Compiles to PTX. Changes the module. Calls `visit` for each diagnostic of LLVM, and after a fatal error with a
/// remark that states what LLVM was doing, a line for each step, innermost first.
TileirasBackendResult tileirasLLVMEmitPTX(TileirasLLVMModule *module, TileirasBackendTarget target,
                                          TileirasTextSink sink, void *sinkData, TileirasBackendVisitor visit,
                                          void *visitData);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_SHIM_H
