// Parses a module, checks and converts its launch contracts, and prints it: `compile k.mlir sm_90a`.

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "tileiras-c/Dialects.h"
#include "tileiras-c/Passes.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

// A pass with options, as MLIR's pass pipelines write them.
static std::unique_ptr<Pass> withOptions(MlirPass pass, const llvm::Twine &options) {
  auto report = [](const llvm::Twine &message) { return llvm::errs() << message << '\n', failure(); };
  std::unique_ptr<Pass> owned(unwrap(pass));
  if (failed(owned->initializeOptions(options.str(), report)))
    exit(1);
  return owned;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return llvm::errs() << "usage: compile FILE CHIP\n", 2;

  DialectRegistry registry;
  registerAllDialects(registry);
  tileirasRegisterAllDialects(wrap(&registry));
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler printed(sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], sources, &context);
  if (!module)
    return 1;

  std::string chip = std::string("chip=") + argv[2];
  PassManager manager(&context);
  manager.addPass(std::unique_ptr<Pass>(unwrap(tileirasCreateNVVMTransplantPass())));
  manager.addPass(withOptions(tileirasCreateNVVMLegalizePass(), chip));
  manager.addPass(withOptions(tileirasCreateNVVMVerifyPass(), "form=canonical " + chip));
  manager.addPass(std::unique_ptr<Pass>(unwrap(tileirasCreateConvertGPUToNVTileAAPass())));
  if (failed(manager.run(*module)))
    return 1;

  module->print(llvm::outs());
  llvm::outs() << '\n';
}
