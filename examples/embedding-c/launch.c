// Runs the pipeline nvvm-launch on a module from standard input: `launch chip=sm_90a < k.mlir`.

#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/NVVM.h"
#include "tileiras-c/Dialects.h"
#include "tileiras-c/Passes.h"
#include <stdio.h>
#include <stdlib.h>

static void print(MlirStringRef text, void *file) { fwrite(text.data, 1, text.length, file); }

// MLIR prints errors by itself, but no warnings and no remarks, such as the one about a fact that a chip does not have.
static MlirLogicalResult report(MlirDiagnostic diagnostic, void *file) {
  MlirDiagnosticSeverity severity = mlirDiagnosticGetSeverity(diagnostic);
  if (severity == MlirDiagnosticError)
    return mlirLogicalResultFailure();
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), print, file);
  fputs(severity == MlirDiagnosticWarning ? ": warning: " : ": remark: ", file);
  mlirDiagnosticPrint(diagnostic, print, file);
  fputc('\n', file);
  return mlirLogicalResultSuccess();
}

static MlirOperation parse(MlirContext context) {
  size_t size = 0, capacity = 1 << 16;
  char *text = malloc(capacity);
  while ((size += fread(text + size, 1, capacity - size, stdin)) == capacity)
    text = realloc(text, capacity *= 2);
  MlirStringRef name = mlirStringRefCreateFromCString("<stdin>");
  MlirOperation module = mlirOperationCreateParse(context, mlirStringRefCreate(text, size), name);
  free(text);
  return module;
}

int main(int argc, char **argv) {
  MlirContext context = mlirContextCreate();
  mlirContextAttachDiagnosticHandler(context, report, stderr, NULL);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__gpu__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__llvm__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__nvvm__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__nv_tileaa__(), context);
  MlirOperation module = parse(context);
  if (mlirOperationIsNull(module))
    return 1;

  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirStringRef options = mlirStringRefCreateFromCString(argc > 1 ? argv[1] : "");
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  if (mlirLogicalResultIsFailure(tileirasBuildNVVMLaunchPipeline(passes, options, print, stderr)))
    return 1;
  if (mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(manager, module)))
    return 1;

  mlirOperationPrint(module, print, stdout);
  putchar('\n');
  mlirPassManagerDestroy(manager);
  mlirOperationDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
