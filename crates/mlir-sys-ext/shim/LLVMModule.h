// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An LLVM module with its context, and the diagnostics of that context.

#ifndef TILEIRAS_LLVM_MODULE_H
#define TILEIRAS_LLVM_MODULE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <functional>

struct TileirasLLVMModule {
  // Declared first, so that it is destroyed after the module.
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

/// Passes the errors and warnings of LLVM on as text. LLVM's default handler would print them, and end the process at
/// an error.
struct ForwardDiagnostics : public llvm::DiagnosticHandler {
  using Report = std::function<void(bool isError, llvm::StringRef text)>;

  explicit ForwardDiagnostics(Report report) : report(std::move(report)) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    const bool isError = info.getSeverity() == llvm::DS_Error;
    if (!isError && info.getSeverity() != llvm::DS_Warning)
      return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    report(isError, text);
    return true;
  }

  Report report;
};

#endif // TILEIRAS_LLVM_MODULE_H
