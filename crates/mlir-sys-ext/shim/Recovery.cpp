// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Protects the process from crashes in LLVM and MLIR.

#include "Recovery.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

static thread_local std::string fatalError;
static thread_local std::string fatalErrorTrace;
static thread_local bool hasOverflowed;
static std::atomic<TileirasProcessState> processState;
static thread_local bool isFatalError;
static unsigned secondsAfterCrash;
static int outOfMemoryStatus;
static MlirStringRef outOfMemoryMessage;
static MlirStringRef hangMessage;

/// Jumps to the recovery context of its thread. Without one, LLVM ends the process after this function: the reason is
/// printed, as LLVM does it without a handler.
static void onFatalError(void *, const char *reason, bool) {
  fatalError = llvm::StringRef(reason).rtrim().str();
  isFatalError = true;
  fatalErrorTrace.clear();
  llvm::raw_string_ostream trace(fatalErrorTrace);
  for (auto *entry = static_cast<const llvm::PrettyStackTraceEntry *>(llvm::SavePrettyStackState()); entry;
       entry = entry->getNextEntry())
    entry->print(trace);
  if (auto *recovery = llvm::CrashRecoveryContext::GetCurrent())
    recovery->HandleExit(1);
  llvm::errs() << "LLVM ERROR: " << fatalError << '\n';
}

void tileirasMarkStackOverflow() { hasOverflowed = true; }

const std::string &tileirasFatalErrorTrace() { return fatalErrorTrace; }

TileirasCompletion tileirasRunSafely(llvm::function_ref<void()> work, std::string &message) {
  static const bool once = [] {
    llvm::CrashRecoveryContext::Enable();
    llvm::install_fatal_error_handler(onFatalError);
    return true;
  }();
  (void)once;
  fatalError.clear();
  isFatalError = false;
  fatalErrorTrace.clear();
  // A crash leaves the entries of its stack frames.
  const void *entries = llvm::SavePrettyStackState();
  hasOverflowed = false;
  llvm::CrashRecoveryContext recovery;
  if (recovery.RunSafely(work))
    return TILEIRAS_COMPLETED;
  if (processState != TILEIRAS_PROCESS_CRASHED)
    processState = isFatalError ? TILEIRAS_PROCESS_AFTER_FATAL_ERROR : TILEIRAS_PROCESS_CRASHED;
  // The code that was abandoned can hold a lock that any code waits for.
  if (!isFatalError && secondsAfterCrash > 0)
    alarm(secondsAfterCrash);
  llvm::RestorePrettyStackState(entries);
  message = fatalError;
  return hasOverflowed ? TILEIRAS_STACK_OVERFLOW : TILEIRAS_CRASHED;
}

TileirasProcessState tileirasProcessState(void) { return processState; }

void tileirasEndAfterCrash(unsigned seconds, MlirStringRef message) {
  secondsAfterCrash = seconds;
  hangMessage = message;
  if (message.length > 0)
    signal(SIGALRM, [](int) {
      (void)!write(STDERR_FILENO, hangMessage.data, hangMessage.length);
      llvm::sys::RunInterruptHandlers();
      _exit(1);
    });
}

void tileirasEndOutOfMemory(void) {
  if (outOfMemoryStatus == 0)
    return;
  (void)!write(STDERR_FILENO, outOfMemoryMessage.data, outOfMemoryMessage.length);
  // Removes incomplete output files.
  llvm::sys::RunInterruptHandlers();
  _exit(outOfMemoryStatus);
}

bool tileirasIsOutOfMemory() {
  constexpr size_t size = 1 << 20;
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return true;
  munmap(memory, size);
  return false;
}

void tileirasExitOnOutOfMemory(int exitStatus, MlirStringRef message) {
  outOfMemoryStatus = exitStatus;
  outOfMemoryMessage = message;
  std::set_new_handler(tileirasEndOutOfMemory);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { tileirasEndOutOfMemory(); });
}
