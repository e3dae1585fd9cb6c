//===-- FactPasses.td - passes about facts of functions ----*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that move, derive, remove and check the launch facts of functions.

#ifndef TILEIRAS_FACT_PASSES
#define TILEIRAS_FACT_PASSES

include "PassesBase.td"

def NVVMTransplant : Pass<"nvvm-transplant"> {
  let summary = "Move legacy launch annotations to canonical nvvm.* attributes";
  let description = [{
    #### What it does

    Reads the launch facts of every function from their legacy carriers - the tuples of the module attribute
    `nvvm.annotations`, `passthrough` strings (`"nvvm.kernel"` among them), per-axis, string-shaped and
    list-shaped attributes, `nvvm.grid_constant` on arguments, the calling convention `ptx_kernelcc` - and writes each
    to its canonical attribute. What was consumed is removed, the rest stays where it was: keys without a canonical
    mirror (`local_maxnreg`, `texture`, `surface`, `sampler`, `managed`, `align`) and unknown keys, and tuples about
    globals. A tuple about nothing (its symbol is null, or it is empty) is dropped with a remark.

    #### Requires

    A module, or anything with functions in it. Nested modules are visited.

    #### Guarantees

    No fact is lost or altered in silence. Every function that gave up a legacy fact has the marker
    `nvvm.annotations_transplanted`, and is not scanned again: the pass is idempotent. Dimensions are written with all
    three axes. Work is linear in the size of the module.

    #### Refuses

    With an error, and without having changed anything: different values for one fact (unless `on-conflict` says which
    one holds), tuples that name no function, odd or malformed key/value pairs, values that the canonical form cannot
    hold, `nvvm.blocksareclusters` that would lack its companions, and a kernel that cannot be one. With `form=upstream`
    also what `nvvm-export` refuses.

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
    ], "What to do when one fact has two values">,
    ChoiceOption<"form", "form", [
      Value<"canonical", "the form that the passes of this project read">,
      Value<"upstream", "the form that upstream's translation to LLVM IR reads: nvvm-export in the same run">
    ], "The form to write; upstream when upstream's translation follows, which drops canonical facts it does not know">
  ];
  let statistics = [
    Statistic<"tuplesSeen", "tuples-seen", "Number of legacy tuples read">,
    Statistic<"factsMoved", "facts-moved", "Number of facts moved to canonical attributes">,
    Statistic<"factsLeft", "facts-left", "Number of key/value pairs left in legacy tuples">,
    Statistic<"functionsMarked", "functions-marked", "Number of functions marked as transplanted">
  ];
}

def NVTileAADeriveLaunch : Pass<"nv-tileaa-derive-launch"> {
  let summary = "Derive launch facts from kernel specs";
  let description = [{
    #### What it does

    Turns `nv_tileaa.kernel_spec` of a kernel into launch facts, together with what its body needs and the chip has:

    | fact | derived from |
    |---|---|
    | `nvvm.reqntid` | `block`; or `max_block`, where the body uses wgmma, tcgen05, a barrier that counts threads, or setmaxnreg, or where `atom` is given |
    | `nvvm.maxntid` | `max_block` otherwise |
    | `nvvm.minctasm` | `min_ctas_per_sm` |
    | `nvvm.maxnreg` | `max_registers`; or the sum of the three register figures, rounded up to 8, or what the register file has for `min_ctas_per_sm` CTAs, rounded down to 8, if that is less |
    | `nvvm.cluster_dim` | `cluster` |
    | `nvvm.maxclusterrank` | `max_cluster_rank`, where no cluster is fixed: ptxas takes one of the two |
    | `nvvm.blocksareclusters` | `single_cta_cluster` |

    The spec is removed: its facts are stated now, and may be changed by what follows, which a spec that stays would
    contradict. With `emit-remarks` each fact comes with a remark that says what it was derived from.

    #### Requires

    Canonical facts (`nvvm-transplant`). The register file, the occupancy floor and clusters are judged for `chip`, or
    for the `#nvvm.target` of the enclosing `gpu.module`; without one, for the largest figures of all chips.

    #### Guarantees

    Each fact that follows is stated. A fact that was stated stays as it is. Cluster facts are derived together, and not
    for a chip without clusters: a remark names each. A register cap that is derived from the three figures is a
    multiple of 8 from 24 to 248, and the register file has that many; `max_registers` is taken as it is; a warning says
    where that is less than accumulator and working set. Code that is called counts as the kernel's. A second run
    changes nothing, and a failed run has changed nothing. A module without specs is not looked into.

    A derived fact can imply one that was stated, such as an exact block a bound. `nvvm-legalize` removes that.

    #### Refuses

    With an error: a stated fact that differs from the derived one, or contradicts it; a block of other than whole warp
    groups in x where the body or `atom` asks for wgmma, or of other than whole warps where it asks for tcgen05
    (`warpgroup-threads`; blocks of 192 and 224 threads are right); an occupancy floor that an SM of the chip cannot
    hold; a grid of clusters without an exact block; and a module with several targets that need different facts. The
    attribute itself refuses what is not well-formed, and to stand on what is no kernel.

    #### Example

    ```mlir
    llvm.func @gemm() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
        block = [128, 1, 1], cluster = [2, 1, 1],
        accumulator_registers = 128, working_registers = 32, slack_registers = 8, atom = wgmma>}
    // becomes
    llvm.func @gemm() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxnreg = 168 : i32,
                                  nvvm.reqntid = array<i32: 128, 1, 1>}
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "",
           "The chip to compile for, such as sm_90a; default: the #nvvm.target of the enclosing gpu.module">,
    Option<"emitRemarks", "emit-remarks", "bool", "false", "Say of each derived fact what it was derived from">
  ];
  let statistics = [
    Statistic<"factsDerived", "facts-derived", "Number of launch facts derived">,
    Statistic<"specsRead", "specs-read", "Number of kernel specs read">
  ];
}

def NVVMInferBounds : Pass<"nvvm-infer-bounds"> {
  let summary = "Infer the block and the cluster of kernels from their launches";
  let description = [{
    #### What it does

    Gives a kernel the facts that all its launches satisfy:

    | its launches | block | cluster |
    |---|---|---|
    | all have the same | `nvvm.reqntid` | `nvvm.cluster_dim` |
    | have different ones | `nvvm.maxntid`, the block with the most threads | `nvvm.maxclusterrank`, the CTAs of the largest cluster |
    | have none | | nothing |

    A kernel with `known_block_size` or `known_cluster_size` states the shape of every launch: it gets `nvvm.reqntid` or
    `nvvm.cluster_dim` from it. The attribute stays. With `emit-remarks` a remark says where each fact comes from, or
    why there is none, with a note at the launch that decided.

    The pass is in no pipeline.

    #### Requires

    Canonical facts (`nvvm-transplant`), and constant sizes: run it after `canonicalize` or `sccp`.

    #### Guarantees

    Nothing is inferred from launches unless all launches of the kernel are known. They are known if the pass runs on
    the outermost module, the kernel or a module around it has the visibility `private` or `nested`, and no operation
    other than a launch refers to a symbol of its name. A shape about which a fact is stated stays as it is. A launch
    with a size that is not constant, or that no chip allows, leaves the shape without a fact.

    #### Refuses

    Nothing. `nvvm-verify` compares facts and launches.

    #### Example

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @m attributes {sym_visibility = "nested"} { gpu.func @k() kernel { gpu.return } }
      func.func @host() {
        %c1 = arith.constant 1 : index
        %c128 = arith.constant 128 : index
        gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        return
      }
    }
    // The kernel becomes
    gpu.func @k() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} { gpu.return }
    ```
  }];
  let options = [
    Option<"emitRemarks", "emit-remarks", "bool", "false",
           "Report where each fact comes from, or why there is none">
  ];
  let statistics = [
    Statistic<"factsInferred", "facts-inferred", "Number of launch facts inferred">
  ];
}

def NVVMLegalize : Pass<"nvvm-legalize"> {
  let summary = "Remove launch facts that are redundant or that the chip has no place for";
  let description = [{
    #### What it does

    Removes what `ptxas` would refuse although nothing contradicts anything, with a remark each:

    - `nvvm.maxntid` beside an `nvvm.reqntid` of at most as many threads;
    - `nvvm.maxclusterrank` beside an `nvvm.cluster_dim` of at most as many CTAs;
    - the cluster facts, for a chip below sm_90;
    - `nvvm.blocksareclusters` below PTX 9.0, where the cluster is one CTA.

    #### Requires

    Canonical facts (`nvvm-transplant`). Rules about a target need one: `chip`, or the `#nvvm.target` of the enclosing
    `gpu.module`.

    #### Guarantees

    `nvvm-verify` finds no error of group `assembler` for the same target afterwards. Nothing else changes, and a failed
    run has changed nothing.

    #### Refuses

    With an error that names the rule: a contract that is invalid whatever is removed, cluster facts on a chip without
    clusters where the body, or a function that it calls, uses clusters, `nvvm.blocksareclusters` with clusters of
    several CTAs where it would have to be removed, since the grid would have fewer CTAs, and a module with several
    targets that need different facts removed.

    #### Example

    ```mlir
    llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256>, nvvm.reqntid = array<i32: 128>}
    // becomes, with a remark
    llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "",
           "The chip to compile for, such as sm_90a; default: the #nvvm.target of the enclosing gpu.module">,
    Option<"ptx", "ptx", "std::string", "", "The PTX version to compile to, such as 8.4">
  ];
  let statistics = [
    Statistic<"factsRemoved", "facts-removed", "Number of launch facts removed">,
    Statistic<"functionsChanged", "functions-changed", "Number of functions changed">
  ];
}

def NVVMExport : Pass<"nvvm-export"> {
  let summary = "Give launch facts the form that upstream's translation, or a legacy consumer, reads";
  let description = [{
    #### What it does

    Without options: `nvvm.maxclusterrank` becomes `nvvm.cluster_max_blocks`, `nvvm.explicit_cluster` becomes a cluster
    shape of zeros, `nvvm.grid_constant` goes from the function to its arguments, `nvvm.minperctamemory` to an entry of
    `passthrough`, and the marker is removed. All other facts have the same form in upstream MLIR. With `legacy`: all
    facts of a function become one tuple of the module attribute `nvvm.annotations`, with the keys that libNVVM and LLVM
    up to 19 know; tuples that are there stay in front. See docs/EXPORT.md.

    #### Requires

    Canonical facts (`nvvm-transplant`), or those of an earlier run. A `gpu.func` with constant arguments must have been
    lowered to `llvm.func`.

    #### Guarantees

    Upstream's `mlir-translate --mlir-to-llvmir` carries every launch fact. `nvvm-transplant` restores the canonical
    form. A second run changes nothing, and a failed run has changed nothing.

    #### Refuses

    With an error: facts of the wrong shape, two values of one fact, and legacy carriers that `nvvm-transplant` has not
    read. Without `legacy` also what upstream's translation loses: constant arguments that are not passed by value to a
    kernel, and tuples that stay. `tileiras-translate --export-nvvm` carries both. With `legacy` also a
    `nv_tileaa.launch_func` of a function that nothing else says to be a kernel: it has to name one.

    #### Example

    ```mlir
    llvm.func @k(%a: !llvm.ptr {llvm.byval = i64})
        attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.grid_constant = array<i32: 1>}
    // becomes
    llvm.func @k(%a: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant})
        attributes {nvvm.kernel, nvvm.cluster_max_blocks = 8 : i32}
    ```
  }];
  let options = [
    Option<"legacy", "legacy", "bool", "false", "Write tuples of nvvm.annotations in place of attributes">
  ];
  let statistics = [
    Statistic<"functionsExported", "functions-exported", "Number of functions changed">
  ];
}

def NVVMVerify : Pass<"nvvm-verify"> {
  let summary = "Check launch contracts; changes nothing";
  let description = [{
    #### What it does

    Checks the launch contract of every function against the rule table (docs/RULES.md): by itself, against the
    instructions that the function has or reaches, and against each launch of it. A launch of a kernel in a `gpu.binary`
    is checked against the PTX and the cubins of all its objects ([LAUNCHES.md](LAUNCHES.md)). A rule that is an error
    says that the contract cannot be assembled, can be launched on no device, or breaks the ISA; a warning says that it
    assembles but a fact will be ignored, adjusted or is not portable.

    With `form=any`, the default, the forms that upstream MLIR 22 and Triton write are read as the facts that they
    state, and are no faults: `nvvm.kernel` with an integer other than 0, `nvvm.cluster_dim` with one or two values, the
    integer `nvvm.cluster_max_blocks`, and `nvvm.grid_constant` on arguments. With `form=canonical` they are, because
    the passes after `nvvm-transplant` do not read them. `nvvm-launch` and `tileiras-cc` check `canonical`.

    `tileiras.allow = ["rule", ...]` on a function or a module suppresses violations of these rules in it, also of rules
    that are errors. In LLVM IR it is the attribute `"tileiras.allow"="rule,..."` of a function. A name of no rule is an
    error, and one that suppresses nothing a warning.

    #### Requires

    Nothing. Rules about a target need one: `chip`, or the `#nvvm.target` of the enclosing `gpu.module`
    (docs/TARGETS.md).

    #### Guarantees

    All faults of a module are reported, each with its rule id in brackets: at the function, at the instruction that
    breaks a rule with a note at the function, or at the launch with a note at a kernel in the IR. The module is not
    changed.

    #### Refuses

    A module with a fault of severity error, and an unknown chip, PTX version or rule id.

    #### Example

    ```mlir
    // error: 'llvm.func' op 'nvvm.reqntid' must ask for at most 1024 threads, got 2048 [cta-thread-cap]
    llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024, 2>}
    // error, with form=canonical: 'nvvm.cluster_dim' must have exactly 3 values, got 2 [cluster-dim-arity]
    llvm.func @c() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1>}
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "",
           "The chip to check for, such as sm_90a; default: the #nvvm.target of the enclosing gpu.module">,
    Option<"ptx", "ptx", "std::string", "", "The PTX version to check for, such as 8.4">,
    ChoiceOption<"form", "form", [
      Value<"any", "the canonical form, and the forms that upstream MLIR 22 writes">,
      Value<"canonical", "the form that the passes after nvvm-transplant read">
    ], "The forms of facts that are no faults">,
    DisableRules, ErrorRules, WarningRules, WarningsAsErrors, Pedantic
  ];
  let statistics = [
    Statistic<"functionsChecked", "functions-checked", "Number of functions checked">,
    Statistic<"violationsFound", "violations-found", "Number of violations reported">
  ];
}

#endif // TILEIRAS_FACT_PASSES
