//===-- Passes.td - the table of passes --------------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one source of a pass's flag, help text, options and statistics. build.rs makes the Rust declarations from it, and
// mlir-tblgen makes docs/PASSES.md.

#ifndef TILEIRAS_PASSES
#define TILEIRAS_PASSES

include "mlir/Pass/PassBase.td"

/// A legal value of an option, with its line in the help text.
class Value<string valueName, string valueDescription> {
  string name = valueName;
  string description = valueDescription;
}

/// An option that takes one of a few values; the first is the default.
class ChoiceOption<string varName, string arg, list<Value> choices, string desc>
    : Option<varName, arg, "choice", choices[0].name, desc> {
  list<Value> values = choices;
}

def NVVMTransplant : Pass<"nvvm-transplant"> {
  let summary = "Move legacy launch annotations to canonical nvvm.* attributes";
  let description = [{
    #### What it does

    Reads the launch facts of every function from their legacy carriers - the tuples of the module attribute
    `nvvm.annotations`, `passthrough` strings, per-axis, string-shaped and list-shaped attributes, `nvvm.grid_constant`
    on arguments, the calling convention `ptx_kernelcc` - and writes each to its canonical attribute. What was
    consumed is removed, the rest stays where it was: keys without a canonical mirror (`local_maxnreg`, `texture`,
    `surface`, `sampler`, `managed`, `align`) and unknown keys, and tuples about globals. A tuple about nothing (its
    symbol is null, or it is empty) is dropped with a remark.

    #### Requires

    A module, or anything with functions in it. Nested modules are visited.

    #### Guarantees

    No fact is lost or altered in silence. Every function that gave up a legacy fact has the marker
    `nvvm.annotations_transplanted`, and is not scanned again: the pass is idempotent. Dimensions are written with all
    three axes. Work is linear in the size of the module.

    #### Refuses

    With an error, and without having changed anything: different values for one fact (unless `on-conflict` says which
    one holds), tuples that name no function, odd or malformed key/value pairs, values that the canonical form cannot
    hold, `nvvm.blocksareclusters` that would lack its companions, and a kernel that cannot be one.

    #### Example

    ```mlir
    module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32], [@k, "maxntidx", 128 : i32]]} {
      llvm.func @k() { llvm.return }
    }
    // becomes
    module {
      llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
        llvm.return
      }
    }
    ```
  }];
  let options = [
    ChoiceOption<"onConflict", "on-conflict", [
      Value<"error", "refuse; both values and places are named">,
      Value<"last", "the later value holds, as in LLVM's own upgrade; a remark names the discarded one">,
      Value<"keep", "the attribute, or else the earlier value, holds; a remark names the discarded one">
    ], "What to do when one fact has two values">
  ];
  let statistics = [
    Statistic<"tuplesSeen", "tuples-seen", "Number of legacy tuples read">,
    Statistic<"factsMoved", "facts-moved", "Number of facts moved to canonical attributes">,
    Statistic<"factsLeft", "facts-left", "Number of key/value pairs left in legacy tuples">,
    Statistic<"functionsMarked", "functions-marked", "Number of functions marked as transplanted">
  ];
}

def NVVMVerify : Pass<"nvvm-verify"> {
  let summary = "Check launch contracts; changes nothing";
  let description = [{
    #### What it does

    Checks the launch contract of every function against the rule table (docs/RULES.md). A rule that is an error
    says that the contract cannot be assembled, can be launched on no device, or breaks the ISA; a warning says that it
    assembles but a fact will be ignored, adjusted or is not portable.

    #### Requires

    Nothing. Rules about a target need one: `chip`, or the `#nvvm.target` of the enclosing `gpu.module`.

    #### Guarantees

    All faults of a module are reported, each at its function, each with its rule id in brackets. The module is not
    changed.

    #### Refuses

    A module with a fault of severity error, and an unknown chip, PTX version or rule id.

    #### Example

    ```mlir
    // error: 'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 2 [cluster-dim-arity]
    llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1>}
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "",
           "The chip to check for, such as sm_90a; default: the #nvvm.target of the enclosing gpu.module">,
    Option<"ptx", "ptx", "std::string", "", "The PTX version to check for, such as 8.4">,
    ListOption<"disable", "disable", "std::string", "Ids of rules that are not checked">,
    Option<"warningsAsErrors", "warnings-as-errors", "bool", "false", "Report warnings as errors">
  ];
  let statistics = [
    Statistic<"functionsChecked", "functions-checked", "Number of functions checked">,
    Statistic<"violationsFound", "violations-found", "Number of violations reported">
  ];
}

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

#endif // TILEIRAS_PASSES
