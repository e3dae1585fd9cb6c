//===-- LaunchPasses.td - passes about launches ------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that convert launches, and that insert checks before them.

#ifndef TILEIRAS_LAUNCH_PASSES
#define TILEIRAS_LAUNCH_PASSES

include "PassesBase.td"

def ConvertGPUToNVTileAA : Pass<"convert-gpu-to-nv-tileaa"> {
  let summary = "Lower gpu.launch_func to nv_tileaa.launch_func";
  let description = [{
    #### What it does

    Replaces every `gpu.launch_func` by `nv_tileaa.launch_func` with the same operands in the same segments, the same
    kernel symbol, token, discardable attributes and location. `kernelModule` and `kernelFunc`, where an input still
    carries them, are folded into the kernel symbol.

    #### Requires

    Nothing; launches of either spelling of the segment sizes.

    #### Guarantees

    `operandSegmentSizes` is equal before and after. No `gpu.launch_func` is left behind.

    #### Refuses

    With an error, and without having converted any: a partial cluster, sizes that are not one operand each, a kernel
    that is undefined or no kernel, arguments that do not match it, and `kernelModule` or `kernelFunc` that
    contradict the kernel symbol.

    #### Example

    ```mlir
    gpu.launch_func @kernels::@k blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1) args(%a : !llvm.ptr)
    // becomes
    nv_tileaa.launch_func @kernels::@k blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1) args(%a : !llvm.ptr)
    ```
  }];
  let dependentDialects = ["nv_tileaa"];
  let statistics = [
    Statistic<"launchesConverted", "launches-converted", "Number of launches converted">
  ];
}

def ConvertNVTileAAToGPU : Pass<"convert-nv-tileaa-to-gpu"> {
  let summary = "Convert nv_tileaa.launch_func to gpu.launch_func";
  let description = [{
    #### What it does

    Replaces every `nv_tileaa.launch_func` by `gpu.launch_func` with the same operands in the same segments, the same
    kernel symbol, token, discardable attributes and location. Upstream's `gpu-to-llvm` then lowers the launches. It is
    the inverse of `convert-gpu-to-nv-tileaa`. [LAUNCHES.md](LAUNCHES.md) shows a host program, and what upstream
    changes.

    #### Requires

    The module has `gpu.container_module`, and the kernels have `gpu.kernel`.

    #### Guarantees

    `operandSegmentSizes` is equal before and after. No `nv_tileaa.launch_func` is left behind. With a warning each: an
    asynchronous object that `gpu-to-llvm` would drop, and a kernel that upstream's translation to LLVM IR would confuse
    with another.

    #### Refuses

    With an error, and without having converted any: launches that `gpu.launch_func` cannot express. These are a module
    without `gpu.container_module`, a kernel whose container is not a `gpu.module` or `gpu.binary` directly in the
    innermost module around the launch, and a kernel without `gpu.kernel`.

    #### Example

    ```mlir
    nv_tileaa.launch_func @kernels::@k blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1) args(%a : !llvm.ptr)
    // becomes
    gpu.launch_func @kernels::@k blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1) args(%a : !llvm.ptr)
    ```
  }];
  let statistics = [
    Statistic<"launchesConverted", "launches-converted", "Number of launches converted">
  ];
}

def GPULaunchGuards : Pass<"gpu-launch-guards"> {
  let summary = "Check the sizes of launches that are not constant at run time";
  let description = [{
    #### What it does

    Inserts, before each `gpu.launch_func` and `nv_tileaa.launch_func`, a `cf.assert` for each condition of the
    [launch rules](RULES.md#group-launch) on a size that is not a constant. Its message is the text of the condition, with
    the id of the rule. Constant sizes are left to `nvvm-verify`.

    #### Requires

    Canonical facts: `nvvm-transplant` has run.

    #### Guarantees

    A launch that breaks a launch rule with a size that is not constant ends in an assertion, and no legal launch does.
    If the kernel has several targets, the conditions are those that hold on all of them. A condition that another one
    implies is left out, and so is one that stands before the launch from an earlier run. Rules that `tileiras.allow` of
    a function or module around the launch names are not checked. The kernel can be in a `gpu.binary`; a launch of a
    kernel that is not known is unchanged.

    #### Refuses

    With an error, and without having changed anything: a launch of a kernel with launch facts that are not canonical,
    since they would not be checked.

    #### Example

    ```mlir
    // The kernel has nvvm.reqntid = array<i32: 128, 1, 1>.
    gpu.launch_func @kernels::@k blocks in (%c4, %c1, %c1) threads in (%n, %c1, %c1)
    // becomes
    %0 = arith.constant 128 : index
    %1 = arith.cmpi eq, %n, %0 : index
    cf.assert %1, "block must be 128 in x, as 'nvvm.reqntid' of the kernel states [launch-block-mismatch]"
    gpu.launch_func @kernels::@k blocks in (%c4, %c1, %c1) threads in (%n, %c1, %c1)
    ```
  }];
  let dependentDialects = ["arith", "cf"];
  let options = [
    Option<"chip", "chip", "std::string", "", "Chip of all kernels, such as sm_90a (default: those of their modules)">
  ];
  let statistics = [
    Statistic<"launchesGuarded", "launches-guarded", "Number of launches before which a check was inserted">,
    Statistic<"checksInserted", "checks-inserted", "Number of checks inserted">
  ];
}

#endif // TILEIRAS_LAUNCH_PASSES
