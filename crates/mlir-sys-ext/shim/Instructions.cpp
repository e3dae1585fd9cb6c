// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of the instructions of LLVM IR, and where they are in its text.

#include "LLVMModule.h"
#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/Support.h"
#include "llvm/AsmParser/AsmParserContext.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SourceMgr.h"

/// Reads the text again, with positions. The upgrade of an intrinsic replaces instructions, which then have none.
static std::vector<TileirasInstruction> positions(llvm::StringRef text) {
  std::vector<TileirasInstruction> found;
  std::string message;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<ForwardDiagnostics>([](bool, llvm::StringRef) {}));
  tileirasRunSafely(
    [&] {
      llvm::Module module("", context);
      llvm::AsmParserContext parsed;
      llvm::SMDiagnostic error;
      auto layout = [](llvm::StringRef, llvm::StringRef) { return std::nullopt; };
      if (llvm::parseAssemblyInto(llvm::MemoryBufferRef(text, ""), &module, /*Index=*/nullptr, error,
                                  /*Slots=*/nullptr, layout, &parsed))
        return;
      for (llvm::Function &function : module) {
        auto whole = parsed.getFunctionLocation(&function);
        for (llvm::Instruction &instruction : llvm::instructions(function)) {
          if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
            continue;
          auto range = parsed.getInstructionLocation(&instruction);
          TileirasInstruction place{};
          place.functionLine = whole ? whole->Start.Line + 1 : 0;
          place.line = range ? range->Start.Line + 1 : 0;
          place.column = range ? range->Start.Col + 1 : 0;
          found.push_back(place);
        }
      }
    },
    message);
  return found;
}

void tileirasLLVMNumberInstructions(TileirasLLVMModule *module, MlirStringRef text, MlirStringRef file,
                                    void (*visit)(const TileirasInstruction *instruction, void *data), void *data) {
  llvm::Module &code = *module->module;
  std::vector<llvm::Instruction *> instructions;
  for (llvm::Function &function : code)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
        instructions.push_back(&instruction);
  std::vector<TileirasInstruction> places;
  if (text.length > 0)
    places = positions(unwrap(text));
  places.resize(instructions.size());
  for (auto [instruction, place] : llvm::zip(instructions, places)) {
    if (const llvm::DILocation *source = instruction->getDebugLoc()) {
      place.file = wrap(source->getFilename());
      place.sourceLine = source->getLine();
      place.sourceColumn = source->getColumn();
    }
    visit(&place, data);
  }
  llvm::StripDebugInfo(code);
  llvm::DIBuilder builder(code);
  llvm::DIFile *numbers = builder.createFile(unwrap(file), "");
  llvm::DICompileUnit *unit =
    builder.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_C), numbers, "", false, "", 0);
  llvm::DISubprogram *scope = builder.createFunction(
    unit, "", "", numbers, 0, builder.createSubroutineType(builder.getOrCreateTypeArray({})), 0, llvm::DINode::FlagZero,
    llvm::DISubprogram::SPFlagDefinition);
  builder.finalize();
  unsigned number = 0;
  for (llvm::Instruction *instruction : instructions)
    instruction->setDebugLoc(llvm::DILocation::get(module->context, ++number, 0, scope));
}

void tileirasLLVMIntrinsicCalls(const TileirasLLVMModule *module,
                                void (*visit)(MlirStringRef name, unsigned line, void *data), void *data) {
  for (const llvm::Function &function : *module->module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->getName().starts_with("llvm.nvvm.") && call->getDebugLoc())
        visit(wrap(callee->getName()), call->getDebugLoc().getLine(), data);
    }
}
