// An mlir-opt with the dialects and passes of upstream and of tileiras: `launch-opt --nvvm-launch k.mlir`.

#include "mlir/CAPI/IR.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tileiras-c/Dialects.h"
#include "tileiras-c/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  tileirasRegisterAllDialects(wrap(&registry));

  mlir::registerAllPasses();
  tileirasRegisterPasses();

  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "launch-opt", registry));
}
