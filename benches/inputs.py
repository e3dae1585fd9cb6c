"""Deterministic inputs: the same number gives the same bytes on every machine."""

BODY_MLIR = """    llvm.store %arg1, %arg0 : i32, !llvm.ptr
    llvm.return
"""


def threads(i):
    return 32 * (1 + i % 32)


def attribute(out, kernels):
    """Kernels with legacy tuples in the module attribute."""
    out.write("module attributes {nvvm.annotations = [")
    for i in range(kernels):
        out.write(",\n  " if i else "\n  ")
        out.write(f'[@kernel_{i}, "kernel", 1 : i32], ')
        out.write(f'[@kernel_{i}, "maxntidx", {threads(i)} : i32, "maxntidy", 1 : i32, "minctasm", 1 : i32]')
    out.write("]} {\n")
    for i in range(kernels):
        out.write(f"  llvm.func @kernel_{i}(%arg0: !llvm.ptr, %arg1: i32) {{\n{BODY_MLIR}  }}\n")
    out.write("}\n")


def passthrough(out, kernels):
    """The same facts as `passthrough` strings."""
    out.write("module {\n")
    for i in range(kernels):
        facts = f'passthrough = [["nvvm.maxntid", "{threads(i)},1"], ["nvvm.minctasm", "1"], "nounwind"]'
        out.write(f"  llvm.func ptx_kernelcc @kernel_{i}(%arg0: !llvm.ptr, %arg1: i32) attributes {{{facts}}} {{\n")
        out.write(f"{BODY_MLIR}  }}\n")
    out.write("}\n")


def canonical(out, functions, operations=2):
    """Kernels with canonical facts and bodies of so many operations."""
    out.write("module {\n")
    for i in range(functions):
        facts = f"nvvm.kernel, nvvm.maxntid = array<i32: {threads(i)}, 1, 1>, nvvm.minctasm = 1 : i32"
        out.write(f"  llvm.func @kernel_{i}(%arg0: !llvm.ptr, %arg1: i32) attributes {{{facts}}} {{\n")
        last = "%arg1"
        for number in range(operations - 2):
            out.write(f"    %{number} = llvm.add {last}, %arg1 : i32\n")
            last = f"%{number}"
        out.write(f"    llvm.store {last}, %arg0 : i32, !llvm.ptr\n    llvm.return\n  }}\n")
    out.write("}\n")


WAIT = (
    r'llvm.inline_asm has_side_effects "{\0A\09.reg .pred p;\0Await:\0A\09mbarrier.try_wait.parity.shared::cta.b64 p, '
    r'[$0], $1;\0A\09@p bra done;\0A\09bra wait;\0Adone:\0A\09}", "r,r" %arg0, %arg1 : (!llvm.ptr<3>, i32) -> ()'
)


def assembly(out, functions, operations=10, statements=8):
    """Kernels that are mostly text of inline assembly, as those of a tile compiler."""
    for i in range(functions):
        out.write(f"llvm.func @kernel_{i}(%arg0: !llvm.ptr<3>, %arg1: i32) attributes {{nvvm.kernel}} {{\n")
        for number in range(operations):
            out.write(f"  %{number} = llvm.add %arg1, %arg1 : i32\n")
        for _ in range(statements):
            out.write(f"  {WAIT}\n")
        out.write("  llvm.return\n}\n")


def llvm(out, kernels):
    """The facts of `attribute` as LLVM IR."""
    for i in range(kernels):
        out.write(f"define void @kernel_{i}(ptr %p, i32 %n) {{\n  store i32 %n, ptr %p, align 4\n  ret void\n}}\n")
    out.write("!nvvm.annotations = !{" + ", ".join(f"!{i}" for i in range(2 * kernels)) + "}\n")
    for i in range(kernels):
        out.write(f'!{2 * i} = !{{ptr @kernel_{i}, !"kernel", i32 1}}\n')
        facts = f'!"maxntidx", i32 {threads(i)}, !"maxntidy", i32 1, !"minctasm", i32 1'
        out.write(f"!{2 * i + 1} = !{{ptr @kernel_{i}, {facts}}}\n")


def launches(out, count, kernels=1000):
    """Launches, and kernels whose facts agree with them."""
    out.write("module attributes {gpu.container_module} {\n  gpu.module @device {\n")
    for i in range(kernels):
        facts = f"nvvm.reqntid = array<i32: {threads(i)}, 1, 1>"
        attributes = f"attributes {{gpu.kernel, nvvm.kernel, {facts}}}"
        out.write(f"    llvm.func @kernel_{i}(%arg0: !llvm.ptr, %arg1: i32) {attributes} {{\n")
        out.write("      llvm.store %arg1, %arg0 : i32, !llvm.ptr\n      llvm.return\n    }\n")
    out.write("  }\n")
    per_function = 50
    for function in range(count // per_function):
        out.write(f"  func.func @host_{function}(%p: !llvm.ptr, %n: i32) {{\n    %c1 = arith.constant 1 : index\n")
        for i in range(per_function):
            kernel = (function * per_function + i) % kernels
            out.write(f"    %b{i} = arith.constant {threads(kernel)} : index\n")
            out.write(f"    gpu.launch_func @device::@kernel_{kernel} blocks in (%c1, %c1, %c1) ")
            out.write(f"threads in (%b{i}, %c1, %c1) args(%p : !llvm.ptr, %n : i32)\n")
        out.write("    return\n  }\n")
    out.write("}\n")


def one_line(out):
    out.write("module {}\n")
