// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What befalls a whole process: a standard output that is closed, a stack that is used up.

#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/Support.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <ucontext.h>
#include <unistd.h>

namespace {

/// Asked before main: Rust's runtime opens /dev/null in the place of a closed stream, and all that is written is lost.
const bool outputWasClosed = fcntl(STDOUT_FILENO, F_GETFD) == -1 && errno == EBADF;

MlirStringRef lastWords;
int status;
struct sigaction before[2];
constexpr int faults[2] = {SIGSEGV, SIGBUS};

uintptr_t stackPointer(const void *context) {
  const auto &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
  return machine.gregs[REG_RSP];
#elif defined(__aarch64__)
  return machine.sp;
#else
  (void)machine;
  return 0;
#endif
}

/// Whether memory was touched that a stack would have had next: a stack pointer that is right points to memory.
bool isOverflow(const siginfo_t *info, const void *context) {
  constexpr uintptr_t below = 1 << 16, above = 1 << 20;
  const uintptr_t pointer = stackPointer(context);
  return info->si_code > 0 && reinterpret_cast<uintptr_t>(info->si_addr) - (pointer - below) < below + above;
}

/// Runs on the alternate stack of the thread. Does what is safe there.
void onFault(int signal, siginfo_t *info, void *context) {
  if (isOverflow(info, context)) {
    if (!llvm::CrashRecoveryContext::GetCurrent()) {
      // Nothing can be done where it fails.
      (void)!write(STDERR_FILENO, lastWords.data, lastWords.length);
      // Removes outputs that were begun.
      llvm::sys::RunInterruptHandlers();
      _exit(status);
    }
    tileirasNoteOverflow();
  }
  const struct sigaction &next = before[signal == SIGBUS];
  if (next.sa_flags & SA_SIGINFO)
    return next.sa_sigaction(signal, info, context);
  if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN)
    return next.sa_handler(signal);
  // The fault comes again, and ends the process.
  sigaction(signal, &next, nullptr);
}

} // namespace

bool tileirasKeepOutputClosed(void) {
  if (outputWasClosed) {
    // Nothing else can take its place, and what is written there fails.
    const int unwritable = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(unwritable, STDOUT_FILENO);
    close(unwritable);
  }
  return outputWasClosed;
}

void tileirasWatchStack(MlirStringRef message, int exitStatus, bool isUpstream) {
  lastWords = message;
  status = exitStatus;
  // The others first, as the last handler is asked first.
  if (isUpstream)
    llvm::sys::AddSignalHandler([](void *) {}, nullptr);
  llvm::CrashRecoveryContext::Enable();
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (size_t i = 0; i < 2; ++i)
    sigaction(faults[i], &action, &before[i]);
}
