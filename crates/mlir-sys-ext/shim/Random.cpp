// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `arc4random`, which LLVM uses for the names of temporary files. It is the only function for which the installed program
// would need glibc 2.36; with this one, 2.34 is enough.

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" uint32_t arc4random() noexcept {
  uint32_t number;
  // A few bytes are read completely or not at all. The system call fails only on Linux before 3.17.
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    abort();
  return number;
}
