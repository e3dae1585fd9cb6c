// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of the process: a closed standard output, stack overflows, and faults for want of memory.

#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/Support.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Signals.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <iterator>
#include <ucontext.h>
#include <unistd.h>

/// Computed before main. Rust's runtime opens /dev/null for each standard stream that is closed, and output would be
/// lost without an error.
static const bool outputWasClosed = fcntl(STDOUT_FILENO, F_GETFD) == -1 && errno == EBADF;

static MlirStringRef overflowMessage;
static int overflowStatus;
static constexpr int handledSignals[] = {SIGSEGV, SIGBUS, SIGABRT};
static struct sigaction previousActions[std::size(handledSignals)];

static uintptr_t stackPointer(const void *context) {
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

/// Whether a fault is a stack overflow: the address is close to the stack pointer, where a valid stack has memory.
static bool isStackOverflow(const siginfo_t *info, const void *context) {
  constexpr uintptr_t below = 1 << 16, above = 1 << 20;
  const uintptr_t pointer = stackPointer(context);
  return info->si_code > 0 && reinterpret_cast<uintptr_t>(info->si_addr) - (pointer - below) < below + above;
}

/// Whether a fault is the use of a null pointer that malloc returned, or the process aborts, and there is no memory.
/// MLIR does not check what malloc returns in Operation::create. Rust aborts if it gets no signal stack for a thread.
static bool isOutOfMemory(int signal, const siginfo_t *info) {
  constexpr uintptr_t nearNull = 1 << 16;
  const bool isNull = info->si_code > 0 && reinterpret_cast<uintptr_t>(info->si_addr) < nearNull;
  return (signal == SIGABRT ? info->si_code == SI_TKILL : isNull) && tileirasIsOutOfMemory();
}

/// The signal handler. Runs on the alternate stack of the thread, and calls only functions that are safe in a handler.
static void onFault(int signal, siginfo_t *info, void *context) {
  if (isStackOverflow(info, context)) {
    if (!llvm::CrashRecoveryContext::GetCurrent()) {
      // A failed write is ignored, as nothing can report it.
      (void)!write(STDERR_FILENO, overflowMessage.data, overflowMessage.length);
      // Removes incomplete output files.
      llvm::sys::RunInterruptHandlers();
      _exit(overflowStatus);
    }
    tileirasMarkStackOverflow();
  } else if (isOutOfMemory(signal, info)) {
    tileirasEndOutOfMemory();
  }
  const size_t number = std::find(std::begin(handledSignals), std::end(handledSignals), signal) - handledSignals;
  const struct sigaction &next = previousActions[number];
  if (next.sa_flags & SA_SIGINFO)
    return next.sa_sigaction(signal, info, context);
  if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN)
    return next.sa_handler(signal);
  // The instruction is executed again, faults again, and the default action ends the process.
  sigaction(signal, &next, nullptr);
}

bool tileirasProtectClosedOutput(void) {
  if (outputWasClosed) {
    // A read-only descriptor: no other file gets the number, and writing fails.
    const int unwritable = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(unwritable, STDOUT_FILENO);
    close(unwritable);
  }
  return outputWasClosed;
}

void tileirasHandleStackOverflow(MlirStringRef message, int exitStatus, bool isUpstream) {
  overflowMessage = message;
  overflowStatus = exitStatus;
  // The handlers of LLVM are installed first, so that this one replaces them and can call them.
  if (isUpstream)
    llvm::sys::AddSignalHandler([](void *) {}, nullptr);
  llvm::CrashRecoveryContext::Enable();
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (size_t i = 0; i < std::size(handledSignals); ++i)
    sigaction(handledSignals[i], &action, &previousActions[i]);
}

void tileirasEndOnClosedPipe() { signal(SIGPIPE, SIG_DFL); }
