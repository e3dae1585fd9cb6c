// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An LLVM module with its context.

#ifndef TILEIRAS_LLVM_MODULE_H
#define TILEIRAS_LLVM_MODULE_H

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

struct TileirasLLVMModule {
  // Declared first, so that it is destroyed after the module.
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

#endif // TILEIRAS_LLVM_MODULE_H
