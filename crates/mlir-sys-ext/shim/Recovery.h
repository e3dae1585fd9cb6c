// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of LLVM and MLIR that may end the process, done so that it does not.

#ifndef TILEIRAS_RECOVERY_H
#define TILEIRAS_RECOVERY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

/// Does the work. False if it crashed or gave up, with what LLVM said last, if anything; whatever the work had in hand
/// must not be touched again, nor destroyed.
bool tileirasRunSafely(llvm::function_ref<void()> work, std::string &lastWords);

/// Says, from a signal handler, that the work of this thread crashes because its stack is used up. Its last words say so.
void tileirasNoteOverflow();

#endif // TILEIRAS_RECOVERY_H
