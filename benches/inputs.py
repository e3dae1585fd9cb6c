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


def guarded(out, functions, operations=50):
    """Kernels of so many operations, with a barrier behind a guard and one for all threads."""
    out.write("module {\n")
    for i in range(functions):
        facts = "nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>"
        out.write(f"  llvm.func @kernel_{i}(%arg0: !llvm.ptr, %arg1: i32) attributes {{{facts}}} {{\n")
        out.write("    %c = llvm.mlir.constant(32 : i32) : i32\n    %mask = llvm.mlir.constant(-1 : i32) : i32\n")
        out.write("    %tid = nvvm.read.ptx.sreg.tid.x : i32\n")
        out.write('    %first = llvm.icmp "ult" %tid, %c : i32\n')
        last = "%arg1"
        for number in range(operations - 10):
            out.write(f"    %{number} = llvm.add {last}, %arg1 : i32\n")
            last = f"%{number}"
        out.write("    llvm.cond_br %first, ^warp, ^all\n  ^warp:\n    nvvm.bar.warp.sync %mask : i32\n")
        out.write("    llvm.br ^all\n  ^all:\n    nvvm.barrier0\n")
        out.write(f"    llvm.store {last}, %arg0 : i32, !llvm.ptr\n    llvm.return\n  }}\n")
    out.write("}\n")


def ptx(out, blocks):
    """A PTX file with one kernel of so many blocks: guards of the first warp, waits for an mbarrier, barriers."""
    out.write(".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry kernel()\n.reqntid 128\n{\n")
    out.write(".reg .pred %p<4>;\n.reg .b32 %r<8>;\n.shared .align 8 .b64 bar;\n")
    out.write("mov.u32 %r0, %tid.x;\nmov.u32 %r1, bar;\nmov.u32 %r2, 0;\nsetp.lt.u32 %p0, %r0, 32;\n")
    out.write("setp.ne.u32 %p1, %r0, 0;\n@%p1 bra START;\nmbarrier.init.shared::cta.b64 [%r1], 1;\nSTART:\nbar.sync 0;\n")
    # Four blocks each.
    for i in range(blocks // 4):
        out.write(f"@!%p0 bra ALL_{i};\nbar.warp.sync -1;\nelect.sync _|%p2, -1;\n@!%p2 bra ALL_{i};\n")
        out.write(f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 0;\nALL_{i}:\n")
        out.write(f"mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r1], %r2;\n@!%p3 bra ALL_{i};\nxor.b32 %r2, %r2, 1;\nbar.sync 0;\n")
    out.write("ret;\n}\n")


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
