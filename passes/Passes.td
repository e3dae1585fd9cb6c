//===-- Passes.td - the table of passes --------------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one source of a pass's flag, help text, options and statistics. build.rs makes the Rust declarations from it, and
// mlir-tblgen makes docs/PASSES.md. Each file that is included has the passes of one kind.

#ifndef TILEIRAS_PASSES
#define TILEIRAS_PASSES

include "BodyPasses.td"
include "FactPasses.td"
include "LaunchPasses.td"

def NVVMLaunch : PipelineOptions<"nvvm-launch", [NVVMTransplant, NVTileAADeriveLaunch, NVVMLegalize, NVVMVerify,
                                                 NVVMCheckBodies, ConvertGPUToNVTileAA], [
  Option<"checkBodies", "check-bodies", "bool", "false", "Run nvvm-check-bodies, too">
]>;

#endif // TILEIRAS_PASSES
