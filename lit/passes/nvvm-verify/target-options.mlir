// chip= and ptx= accept known values. The error for another value has the nearest name or the legal range.

// RUN: tileiras-opt --nvvm-verify='chip=sm_80 ptx=7.0' %s -o /dev/null
// RUN: tileiras-opt --nvvm-verify='chip=sm_90a ptx=8.4' %s -o /dev/null
// RUN: tileiras-opt --nvvm-verify='chip=sm_100f ptx=9.5' %s -o /dev/null
// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-verify{ptx=8.4 chip=sm_90a})' %s -o /dev/null

// RUN: not tileiras-opt --nvvm-verify=chip=sm_9O %s 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: nvvm-verify: unknown chip 'sm_9O', did you mean 'sm_90'?; known chips are sm_50, {{.*}}, sm_90, sm_90a, sm_100, sm_100a, sm_100f,
// RUN: not tileiras-opt --nvvm-verify=chip=gfx90a %s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: nvvm-verify: unknown chip 'gfx90a'; known chips are sm_50,
// RUN: not tileiras-opt --nvvm-verify=ptx=8.9 %s 2>&1 | FileCheck %s --check-prefix=PTX
// PTX: error: nvvm-verify: unknown ptx version '8.9', did you mean '8.8'?; known versions are 1.0 to 1.5, {{.*}}, 8.0 to 8.8, 9.0 to 9.5
// RUN: not tileiras-opt --nvvm-verify=ptx=+ptx84 %s 2>&1 | FileCheck %s --check-prefix=FEATURE
// FEATURE: error: nvvm-verify: unknown ptx version '+ptx84'
// RUN: not tileiras-opt --nvvm-verify=arch=sm_90 %s 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: no such option arch

llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
