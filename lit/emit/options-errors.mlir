// Options of --nvvm-to-ptx-header with an unknown chip, PTX version or module.

// RUN: not tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_91 %s 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90 --ptx-version=9.9 %s 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: not tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90a --ptx-version=7.8 %s 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not tileiras-translate --nvvm-to-ptx-header %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tileiras-translate --nvvm-to-ptx-header --gpu-module=m --gpu-name=sm_90 %s 2>&1 | FileCheck %s --check-prefix=MODULE

// CHIP: [[# @LINE + 5]]:1: error: unknown chip 'sm_91'
// PTX: [[# @LINE + 4]]:1: error: unknown ptx version '9.9'
// OLD: [[# @LINE + 3]]:1: error: 'builtin.module' op sm_90a needs ptx 8.0 or later, got 7.8
// NONE: [[# @LINE + 2]]:1: error: 'builtin.module' op is for an unknown chip: give --gpu-name, or translate a gpu.module that has an #nvvm.target
// MODULE: [[# @LINE + 1]]:1: error: 'builtin.module' op has no gpu.module 'm'
module {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}
