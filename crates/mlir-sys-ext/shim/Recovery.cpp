// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of LLVM and MLIR that may end the process, done so that it does not.

#include "Recovery.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

namespace {

thread_local std::string words;
thread_local bool overflow;

/// The handler of fatal errors must not return; it leaves through the recovery context of its thread.
void giveUp(void *, const char *reason, bool) {
  words = llvm::StringRef(reason).rtrim().str();
  if (auto *recovery = llvm::CrashRecoveryContext::GetCurrent())
    recovery->HandleExit(1);
}

} // namespace

void tileirasNoteOverflow() { overflow = true; }

bool tileirasRunSafely(llvm::function_ref<void()> work, std::string &lastWords) {
  static const bool once = [] {
    llvm::CrashRecoveryContext::Enable();
    llvm::install_fatal_error_handler(giveUp);
    return true;
  }();
  (void)once;
  words.clear();
  overflow = false;
  llvm::CrashRecoveryContext recovery;
  const bool survived = recovery.RunSafely(work);
  lastWords = overflow ? "it nests too deeply" : words;
  return survived;
}
