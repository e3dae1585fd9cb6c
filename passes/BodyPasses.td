//===-- BodyPasses.td - passes about bodies of functions ---*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that check how the bodies of functions are executed.

#ifndef TILEIRAS_BODY_PASSES
#define TILEIRAS_BODY_PASSES

include "PassesBase.td"

def NVVMCheckBodies : Pass<"nvvm-check-bodies"> {
  let summary = "Check how bodies are executed, in the PTX that LLVM makes of a copy; changes nothing";
  let description = [{
    #### What it does

    Copies the device code: each `gpu.module`, or the module itself if it has kernels and no `gpu.module`; a remark
    names a kernel beside a `gpu.module`, which is not checked. The copy is lowered with upstream's own passes,
    translated to LLVM IR, and compiled to PTX at -O1. The PTX is checked against the rules of group `isa`
    ([RULES.md](RULES.md)), and what breaks a rule is reported at the operation that the instruction comes from,
    whatever its dialect: gpu, nvgpu, nvvm, llvm. Where LLVM has inlined a function, notes name the calls.

    What LLVM has no instruction for on the chip is an error at the operation.

    `tileiras.allow` suppresses violations as for `nvvm-verify`, which checks the contract.

    #### Requires

    The outermost module: in a pipeline for nested modules, nothing is checked, and a remark says so.

    MLIR's own conversion passes, registered by name, as in tools like `mlir-opt`.

    A chip: `chip`, or the `#nvvm.target` of the `gpu.module`, the first if there are several. Without one, the code is
    compiled for sm_90a if it has `wgmma`, and else for sm_100a, and the rules about the target are not checked.

    #### Guarantees

    The module is not changed. A body that cannot be lowered or translated is a remark with the reason, at the
    operation that it is about, and nothing of its module is checked.

    #### Refuses

    A module with a fault of severity error, and an unknown chip, PTX version or rule id.

    #### Example

    ```mlir
    gpu.func @k(%out: memref<?xi32>) kernel attributes {nvvm.reqntid = array<i32: 64>} {
      // ...
      scf.if %is_first_thread {
        // error: 'gpu.shuffle' op must be executed by all threads of the mask 0xffffffff, one thread gets here
        // [warp-sync-incomplete]
        %value, %valid = gpu.shuffle xor %own, %one, %width : i32
      }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "",
           "The chip to compile for, such as sm_90a; default: the #nvvm.target of the enclosing gpu.module">,
    Option<"ptx", "ptx", "std::string", "", "The PTX version to compile to, such as 8.4">,
    DisableRules, ErrorRules, WarningRules, WarningsAsErrors, Pedantic
  ];
  let statistics = [
    Statistic<"modulesCompiled", "modules-compiled", "Number of modules compiled to PTX">,
    Statistic<"violationsFound", "violations-found", "Number of violations reported">
  ];
}

#endif // TILEIRAS_BODY_PASSES
