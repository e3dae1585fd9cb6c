// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Protects the process from crashes in LLVM and MLIR.

#ifndef TILEIRAS_RECOVERY_H
#define TILEIRAS_RECOVERY_H

#include "Shim.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

/// Runs `work`, and returns also if it crashes or LLVM reports a fatal error in it. `message` is then the text of the
/// fatal error, or empty. Objects that `work` was using must not be touched or destroyed after a crash.
TileirasCompletion tileirasRunSafely(llvm::function_ref<void()> work, std::string &message);

/// What LLVM was doing when the last fatal error of this thread was reported, a line for each step, innermost first.
const std::string &tileirasFatalErrorTrace();

/// Marks the crash that follows on this thread as a stack overflow. Called from a signal handler.
void tileirasMarkStackOverflow();

/// Whether the process cannot get 1 MiB of memory. Safe in a signal handler.
bool tileirasIsOutOfMemory();

#endif // TILEIRAS_RECOVERY_H
