"""Inputs that grow in one dimension only, for `series.py`. Each function writes an input of the size `n`. A byte of a
binary file is a character."""

import struct

import inputs

RETURN = "{ llvm.return }"
KERNEL = "attributes {nvvm.kernel}"


def module(attributes, body):
    return f"module attributes {{{attributes}}} {{\n{body}}}\n"


def annotated(tuples, body):
    return module("nvvm.annotations = [" + ",\n  ".join(tuples) + "]", body)


def kernel(name="k", arguments="", attributes="nvvm.kernel", body=""):
    return f"llvm.func @{name}({arguments}) attributes {{{attributes}}} {{\n{body}  llvm.return\n}}\n"


def constant_arguments(n, mark=""):
    return ", ".join(f"%a{i}: !llvm.ptr {{llvm.byval = i64{mark}}}" for i in range(n))


# Functions, tuples and attributes.


def functions(out, n):
    out.writelines(f"llvm.func @f{i}() {RETURN}\n" for i in range(n))


def kernels(out, n):
    inputs.canonical(out, n)


def different_kernels(out, n):
    """No two of them state the same."""
    for i in range(n):
        facts = f"nvvm.kernel, nvvm.maxntid = array<i32: {1 + i % 1024}, 1, 1>, nvvm.minctasm = {1 + i // 1024} : i32"
        out.write(f"llvm.func @k{i}() attributes {{{facts}}} {RETURN}\n")


def tuples(out, n):
    inputs.attribute(out, n)


def tuples_of_one(out, n):
    """All tuples are about one function, and state the same in different ways."""
    facts = [f'[@k, "maxntidx", 128 : i32, "note{i}", {i} : i32]' for i in range(n)]
    out.write(annotated(facts, kernel(attributes="")))


def tuples_of_two(out, n):
    """Both functions have equal lists of tuples, so that they are one group."""
    facts = [f'[@{name}, "maxntidx", 128 : i32, "note{i}", 1 : i32]' for name in "ab" for i in range(n // 2)]
    out.write(annotated(facts, kernel("a", attributes="") + kernel("b", attributes="")))


def tuples_by_alias(out, n):
    """Each tuple names its function by an alias with a long initialiser."""
    casts = "".join(f"  %{i + 1} = llvm.bitcast %{i} : !llvm.ptr to !llvm.ptr\n" for i in range(n))
    alias = f"llvm.mlir.alias external @a : !llvm.ptr {{\n  %0 = llvm.mlir.addressof @k : !llvm.ptr\n{casts}"
    alias += f"  llvm.return %{n} : !llvm.ptr\n}}\n"
    out.write(annotated([f'[@a, "maxntidx", 128 : i32, "note{i}", 1 : i32]' for i in range(n)], alias + kernel()))


def faulty_tuples(out, n):
    out.write(annotated([f'[@missing{i}, "maxntidx", 128 : i32]' for i in range(n)], kernel()))


def empty_tuples(out, n):
    out.write(annotated(["[]"] * n, kernel()))


def pairs(out, n):
    out.write(annotated(["[@k" + ', "maxntidx", 128 : i32' * n + "]"], kernel(attributes="")))


def other_pairs(out, n):
    out.write(annotated(["[@k" + "".join(f', "key{i}", {i} : i32' for i in range(n)) + "]"], kernel(attributes="")))


def misspelled_pairs(out, n):
    out.write(annotated(["[@k" + "".join(f', "maxntidx{i}", 1 : i32' for i in range(n)) + "]"], kernel(attributes="")))


def conflicts(out, n):
    tuples = ["[@k" + "".join(f', "maxntidx", {1 + i} : i32' for i in range(n)) + "]"]
    out.write(annotated(tuples, kernel(attributes="")))


def invalid_pairs(out, n):
    out.write(annotated(["[@k" + ', "maxntidx", "x"' * n + "]"], kernel(attributes="")))


def order(name, n):
    numbers = list(range(1, n + 1))
    if name == "descending":
        numbers.reverse()
    elif name == "random":
        # A fixed permutation: the multiplier has no common factor with the modulus.
        numbers = [1 + (i * 1_000_003) % n for i in range(n)] if n % 1_000_003 else numbers
    elif name == "duplicates":
        numbers = [1 + i % max(n // 8, 1) for i in range(n)]
    return numbers


def constants(name, mark=""):
    """`grid_constant` with all indices in one tuple."""

    def make(out, n):
        indices = ", ".join(map(str, order(name, n)))
        tuples = [f'[@k, "kernel", 1 : i32, "grid_constant", array<i32: {indices}>]']
        out.write(annotated(tuples, kernel("k", constant_arguments(n), "")))

    return make


def constants_apart(name):
    """`grid_constant` with each index in its own tuple."""

    def make(out, n):
        tuples = [f'[@k, "grid_constant", array<i32: {i}>]' for i in order(name, n)]
        out.write(annotated(['[@k, "kernel", 1 : i32]', *tuples], kernel("k", constant_arguments(n), "")))

    return make


def arguments_by_value(out, n):
    out.write(kernel("k", constant_arguments(n)))


def constants_of_arguments(out, n):
    out.write(kernel("k", constant_arguments(n, ", nvvm.grid_constant")))


def constants_twice(out, n):
    """On the arguments and on the function, in descending order."""
    indices = ", ".join(map(str, order("descending", n)))
    attributes = f"nvvm.kernel, nvvm.grid_constant = array<i32: {indices}>"
    out.write(kernel("k", constant_arguments(n, ", nvvm.grid_constant"), attributes))


def arguments(out, n):
    out.write(kernel("k", ", ".join(f"%a{i}: i32" for i in range(n))))


def passthrough(out, n):
    entries = ", ".join(f'["key{i}", "value"]' for i in range(n))
    out.write(kernel(attributes=f"passthrough = [{entries}]"))


def passthrough_facts(out, n):
    entries = ", ".join(['["nvvm.maxntid", "128,1,1"]'] * n)
    out.write(kernel(attributes=f"passthrough = [{entries}]"))


def attributes(out, n):
    out.write(kernel(attributes="nvvm.kernel, " + ", ".join(f'"other.key{i}" = {i} : i32' for i in range(n))))


def misspelled_attributes(out, n):
    out.write(kernel(attributes="nvvm.kernel, " + ", ".join(f"nvvm.maxntidx{i} = 1 : i32" for i in range(n))))


def long_name(out, n):
    name = "n" * n
    out.write(annotated([f'[@{name}, "maxntidx", 128 : i32]'], kernel(name, attributes="")))


def long_names(out, n):
    """A thousand of them, in all functions together."""
    for i in range(1000):
        out.write(kernel(f"f{i}_" + "n" * (n // 1000)))


# Modules.


def nested_modules(out, n):
    out.write("module {\n" * n + kernel() + "}\n" * n)


def nested_lists(out, n):
    """Each module has a list about the function of the innermost."""
    for i in range(n):
        out.write(f'module @m{i} attributes {{nvvm.annotations = [[@f{i}, "maxntidx", 128 : i32]]}} {{\n')
        out.write(kernel(f"f{i}", attributes=""))
    out.write("}\n" * n)


def modules(out, n):
    for i in range(n):
        out.write(f"module @m{i} {{\n{kernel()}}}\n")


def lists(out, n):
    for i in range(n):
        out.write(f"module @m{i} attributes ")
        out.write('{nvvm.annotations = [[@k, "maxntidx", 128 : i32]]} {\n' + kernel(attributes="") + "}\n")


def gpu_modules(out, n):
    out.write("module attributes {gpu.container_module} {\n")
    for i in range(n):
        out.write(f'gpu.module @m{i} [#nvvm.target<chip = "sm_90">] {{\n{kernel()}}}\n')
    out.write("}\n")


def targets(out, n):
    target = '#nvvm.target<O = %d, chip = "sm_90", features = "+ptx84", flags = {a%d}>'
    targets = ", ".join(target % (i % 4, i) for i in range(n))
    out.write(f"module attributes {{gpu.container_module}} {{\ngpu.module @m [{targets}] {{\n{kernel()}}}\n}}\n")


# Kernel specs and launches.


def specs(out, n):
    for i in range(n):
        spec = f"#nv_tileaa.kernel_spec<max_block = [{32 * (1 + i % 32)}], accumulator_registers = {i % 128}>"
        out.write(f"llvm.func @k{i}() attributes {{nvvm.kernel, nv_tileaa.kernel_spec = {spec}}} {{\n")
        out.write("  nvvm.barrier0\n  llvm.return\n}\n")


SIZES = "blocks in (%c, %c, %c) threads in (%c, %c, %c)"


def host(out, kernels, launches):
    out.write("module attributes {gpu.container_module} {\ngpu.module @m {\n" + kernels + "}\n")
    out.write("func.func @host(%n: i32) {\n  %c = arith.constant 1 : index\n")
    out.writelines(launches)
    out.write("  return\n}\n}\n")


def launches(out, n):
    host(out, kernel("k", "%a: i32"), (f"  gpu.launch_func @m::@k {SIZES} args(%n : i32)\n" for _ in range(n)))


def launches_of_many(out, n):
    kernels = "".join(kernel(f"k{i}", "%a: i32") for i in range(n))
    host(out, kernels, (f"  gpu.launch_func @m::@k{i} {SIZES} args(%n : i32)\n" for i in range(n)))


def invalid_launches(out, n):
    kernels = kernel("k", "%a: i32", "nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>")
    host(out, kernels, (f"  gpu.launch_func @m::@k {SIZES} args(%n : i32)\n" for _ in range(n)))


def launch_operands(out, n):
    values = ", ".join(["%n : i32"] * n)
    kernels = kernel("k", ", ".join(f"%a{i}: i32" for i in range(n)))
    host(out, kernels, [f"  gpu.launch_func @m::@k {SIZES} args({values})\n"])


def launch_dependencies(out, n):
    names = [f"%t{i}" for i in range(n)]
    waits = (f"  {name} = gpu.wait async\n" for name in names)
    host(out, kernel("k", ""), [*waits, f"  gpu.wait [{', '.join(names)}]\n"])


# Bodies.

RELEVANT = "nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel"
ARGUMENTS = "%a: !llvm.ptr<1>, %n: i32, %p: !llvm.ptr<3>"


def relevant(body, out):
    out.write(kernel("k", ARGUMENTS, RELEVANT, body))


def instructions(out, n):
    out.write(kernel("k", "%x0: i32", "nvvm.kernel", sums(n)))


def sums(n):
    return "".join(f"  %x{i + 1} = llvm.add %x{i}, %x0 : i32\n" for i in range(n))


def barriers(out, n):
    relevant("  nvvm.barrier0\n" * n, out)


def clusters(out, n):
    relevant("  nvvm.cluster.arrive\n  nvvm.cluster.wait\n" * (n // 2), out)


def warpgroups(out, n):
    relevant("  nvvm.wgmma.fence.aligned\n  nvvm.wgmma.commit.group.sync.aligned\n" * (n // 2), out)


def tensor_memory(out, n):
    pair = "  nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  nvvm.tcgen05.relinquish_alloc_permit\n"
    relevant(pair * (n // 2), out)


def barriers_with_threads(out, n):
    body = "  %id = llvm.mlir.constant(1 : i32) : i32\n  %t = llvm.mlir.constant(48 : i32) : i32\n"
    relevant(body + "  nvvm.barrier id = %id number_of_threads = %t\n" * n, out)


def blocks(out, n):
    body = "".join(f"  llvm.br ^b{i}\n^b{i}:\n" for i in range(n))
    relevant("  nvvm.barrier0\n" + body + "  nvvm.cluster.arrive\n", out)


def branches(out, n):
    """A branch over one barrier, then the next, each with its own condition."""
    relevant("  %t = nvvm.read.ptx.sreg.tid.x : i32\n" + "".join(branch(i) for i in range(n)), out)


def branch(i):
    return (
        f"  %n{i} = llvm.mlir.constant({i} : i32) : i32\n  %q{i} = llvm.icmp \"eq\" %t, %n{i} : i32\n"
        f"  llvm.cond_br %q{i}, ^b{i}, ^c{i}\n^b{i}:\n  nvvm.barrier0\n  llvm.br ^c{i}\n^c{i}:\n"
    )


def nested_branches(out, n):
    """Each condition holds in all later blocks; all leave to one exit."""
    body = "  %t = nvvm.read.ptx.sreg.tid.x : i32\n"
    for i in range(n):
        body += f"  %n{i} = llvm.mlir.constant({i} : i32) : i32\n  %q{i} = llvm.icmp \"sgt\" %t, %n{i} : i32\n"
        body += f"  llvm.cond_br %q{i}, ^b{i}, ^end\n^b{i}:\n  nvvm.barrier0\n"
    relevant(body + "  llvm.br ^end\n^end:\n", out)


def loops(out, n):
    """Loops, one after another, each with a barrier."""
    body = "".join(
        f"  llvm.br ^h{i}\n^h{i}:\n  nvvm.barrier0\n  %q{i} = llvm.icmp \"eq\" %n, %n : i32\n"
        f"  llvm.cond_br %q{i}, ^h{i}, ^e{i}\n^e{i}:\n"
        for i in range(n)
    )
    relevant(body, out)


def nested_loops(out, n):
    """The headers first, then the back edges from the innermost loop to the outermost."""
    body = "".join(f"  llvm.br ^h{i}\n^h{i}:\n" for i in range(n)) + "  nvvm.barrier0\n"
    for i in reversed(range(n)):
        body += f"  %q{i} = llvm.icmp \"eq\" %n, %n : i32\n  llvm.cond_br %q{i}, ^h{i}, ^e{i}\n^e{i}:\n"
    relevant(body, out)


def nested_regions(out, n):
    head = "scf.if %c {\n"
    out.write("module attributes {gpu.container_module} {\ngpu.module @m {\ngpu.func @k(%c: i1) kernel {\n")
    out.write(head * n + "gpu.barrier\n" + "}\n" * n + "gpu.return\n}\n}\n}\n")


def switch(out, n):
    cases = ", ".join(f"{i}: ^b{i}" for i in range(n))
    body = f"  llvm.switch %n : i32, ^end [{cases}]\n"
    body += "".join(f"^b{i}:\n  nvvm.barrier0\n  llvm.br ^end\n" for i in range(n)) + "^end:\n"
    relevant(body, out)


def block_arguments(out, n):
    names = ", ".join(["%n"] * n)
    types = ", ".join(["i32"] * n)
    parameters = ", ".join(f"%v{i}: i32" for i in range(n))
    relevant(f"  nvvm.barrier0\n  llvm.br ^b({names} : {types})\n^b({parameters}):\n", out)


# Calls.


def call_chain(out, n):
    for i in range(n):
        out.write(f"llvm.func @f{i}() {{\n  llvm.call @f{i + 1}() : () -> ()\n  llvm.return\n}}\n")
    # Correct: a faulty one is compiled again with a location for each call, and LLVM keeps the whole chain of calls for
    # each of the inlined ones, which is quadratic, as for any code with debug information.
    out.write(f"llvm.func @f{n}() {{\n  nvvm.barrier0\n  nvvm.cluster.arrive\n  nvvm.cluster.wait\n  llvm.return\n}}\n")
    out.write(kernel("k", body="  llvm.call @f0() : () -> ()\n"))


def call_cycle(out, n):
    for i in range(n):
        body = f"  nvvm.barrier0\n  llvm.call @f{(i + 1) % n}() : () -> ()\n"
        out.write(f"llvm.func @f{i}() {{\n{body}  llvm.return\n}}\n")
    out.write(kernel("k", body="  llvm.call @f0() : () -> ()\n"))


def calls(out, n):
    out.write("llvm.func @f() {\n  nvvm.barrier0\n  llvm.return\n}\n")
    out.write(kernel("k", body="  llvm.call @f() : () -> ()\n" * n))


def callees(out, n):
    out.writelines(f"llvm.func @f{i}() {{\n  nvvm.barrier0\n  llvm.return\n}}\n" for i in range(n))
    out.write(kernel("k", body="".join(f"  llvm.call @f{i}() : () -> ()\n" for i in range(n))))


def callers(out, n):
    """One function that all kernels call. The kernels state different facts."""
    out.write("llvm.func @f() {\n  nvvm.barrier0\n  nvvm.cluster.arrive\n  llvm.return\n}\n")
    for i in range(n):
        facts = f"nvvm.kernel, nvvm.reqntid = array<i32: {1 + i % 1024}, 1, 1>"
        out.write(kernel(f"k{i}", attributes=facts, body="  llvm.call @f() : () -> ()\n"))


def call_square(out, n):
    """Kernels in a row that call functions in a row: each kernel reaches all later functions. Correct, as `call_chain` is."""
    for i in range(n // 2):
        after = f"  llvm.call @f{i + 1}() : () -> ()\n" if i + 1 < n // 2 else ""
        out.write(f"llvm.func @f{i}() {{\n  nvvm.cluster.arrive\n  nvvm.cluster.wait\n{after}  llvm.return\n}}\n")
    for i in range(n // 2):
        facts = f"nvvm.kernel, nvvm.reqntid = array<i32: {1 + i % 1024}, 1, 1>"
        out.write(kernel(f"k{i}", attributes=facts, body=f"  llvm.call @f{i}() : () -> ()\n"))


# Inline assembly.


def assembly(out, n):
    statement = '  llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()\n'
    relevant(statement * n, out)


def long_assembly(text):
    def make(out, n):
        relevant(f'  llvm.inline_asm has_side_effects "{text * n}", "" : () -> ()\n', out)

    return make


# Diagnostics.


def errors(separator="\n"):
    def make(out, n):
        facts = "{nvvm.kernel, nvvm.maxnreg = 0 : i32}"
        out.write(separator.join(f"llvm.func @f{i}() attributes {facts} {RETURN}" for i in range(n)) + "\n")

    return make


def warnings(out, n):
    facts = "{nvvm.maxntid = array<i32: 128, 1, 1>}"
    out.writelines(f"llvm.func @f{i}() attributes {facts} {RETURN}\n" for i in range(n))


def denials(out, n):
    """A remark for each function: the fact does not hold."""
    tuples = [f'[@f{i}, "kernel", 0 : i32]' for i in range(n)]
    out.write(annotated(tuples, "".join(f"llvm.func @f{i}() {RETURN}\n" for i in range(n))))


def conflicts_in_functions(out, n):
    tuples = [f'[@f{i}, "maxnreg", 8 : i32, "maxnreg", 16 : i32]' for i in range(n)]
    out.write(annotated(tuples, "".join(f"llvm.func @f{i}() {RETURN}\n" for i in range(n))))


def instruction_errors(out, n):
    """Each instruction breaks a rule, and has a note at the function."""
    body = "  nvvm.cluster.arrive\n" * n
    out.write(kernel("k", ARGUMENTS, "nvvm.kernel, nvvm.reqntid = array<i32: 128>", body))


def long_value(out, n):
    """A message with a value of the input."""
    out.write(kernel(attributes=f'nvvm.kernel, nvvm.maxclusterrank = "{"x" * n}"'))


def long_values(out, n):
    """A thousand messages, each with one."""
    for i in range(1000):
        out.write(kernel(f"k{i}", attributes=f'nvvm.kernel, nvvm.maxclusterrank = "{"x" * (n // 1000)}"'))


def long_lists(out, n):
    """A message with a list of the input."""
    values = ", ".join(["0"] * n)
    out.write(kernel(attributes=f"nvvm.kernel, nvvm.grid_constant = array<i32: {values}>"))


def parse_error(out, n):
    out.write("module {" + " " * n + "]\n")


# LLVM IR.


def llvm_kernels(out, n):
    inputs.llvm(out, n)


def llvm_one(out, nodes, arguments="", more=""):
    out.write(f"define void @k({arguments}) {{\n  ret void\n}}\n{more}")
    out.write("!nvvm.annotations = !{" + ", ".join(f"!{i}" for i in range(len(nodes))) + "}\n")
    out.writelines(f"!{i} = {node}\n" for i, node in enumerate(nodes))


def llvm_tuples_of_one(out, n):
    llvm_one(out, [f'!{{ptr @k, !"maxntidx", i32 128, !"note{i}", i32 1}}' for i in range(n)])


def llvm_pairs(out, n):
    llvm_one(out, ["!{ptr @k" + ', !"maxntidx", i32 128' * n + "}"])


def llvm_constants(name):
    def make(out, n):
        arguments = ", ".join(f"ptr byval(i64) %a{i}" for i in range(n))
        indices = "!{" + ", ".join(f"i32 {i}" for i in order(name, n)) + "}"
        nodes = [f'!{{ptr @k, !"kernel", i32 1, !"grid_constant", !1}}', indices]
        out.write(f"define void @k({arguments}) {{\n  ret void\n}}\n!nvvm.annotations = !{{!0}}\n")
        out.writelines(f"!{i} = {node}\n" for i, node in enumerate(nodes))

    return make


def llvm_nodes(out, n):
    """Metadata that no annotation refers to."""
    out.write("define void @k() {\n  ret void\n}\n!other = !{!0}\n")
    out.writelines(f'!{i} = !{{!{i + 1}, !"text{i}", i32 {i}}}\n' for i in range(n))
    out.write(f"!{n} = !{{}}\n")


def llvm_named(out, n):
    out.write("define void @k() {\n  ret void\n}\n")
    out.writelines(f"!name{i} = !{{!0}}\n" for i in range(n))
    out.write("!0 = !{}\n")


def llvm_groups(out, n):
    for i in range(n):
        out.write(f"define void @k{i}() #{i} {{\n  ret void\n}}\n")
        facts = f'"nvvm.maxntid"="{1 + i % 1024},1,1" "nvvm.maxnreg"="{1 + i % 255}"'
        out.write(f'attributes #{i} = {{ {facts} "a{i}" }}\n')


def llvm_strings(out, n):
    """One attribute with an escape for each byte."""
    out.write('define void @k() "text"="' + "\\22\\5C" * n + '" {\n  ret void\n}\n')


def llvm_one_line(out, n):
    out.write(" ".join(f"define void @k{i}() {{ ret void }}" for i in range(n)))
    out.write(" !nvvm.annotations = !{" + ", ".join(f"!{i}" for i in range(n)) + "} ")
    out.write(" ".join(f'!{i} = !{{ptr @k{i}, !"maxntidx", i32 128}}' for i in range(n)) + "\n")


def llvm_comments(out, n):
    out.write("; comment { } \" @k\n" * n + "define void @k() {\n  ret void\n}\n")


def llvm_instructions(out, n):
    out.write("define i32 @k(i32 %x0) {\n" + "".join(f"  %x{i + 1} = add i32 %x{i}, %x0\n" for i in range(n)))
    out.write(f"  ret i32 %x{n}\n}}\n")


def llvm_blocks(out, n):
    body = "".join(f"  br label %b{i}\nb{i}:\n" for i in range(n))
    out.write(f"define ptx_kernel void @k() {{\n{body}  ret void\n}}\n")


def llvm_invalid(out, n):
    llvm_one(out, ['!{ptr @k, !"maxntidx", !"x"}'] + [f'!{{ptr @k, !"maxntidx", !"x{i}"}}' for i in range(n)])


# PTX.

HEADER = ".version 8.4\n.target sm_90\n.address_size 64\n"


def entry(name="k", parameters="", directives="", body=""):
    return f".visible .entry {name}({parameters})\n{directives}{{\n{body}\tret;\n}}\n"


def ptx_entries(out, n):
    out.write(HEADER)
    out.writelines(entry(f"k{i}", directives=".reqntid 128, 1, 1\n") for i in range(n))


def ptx_directives(out, n):
    out.write(HEADER + entry(directives=".maxntid 128, 1, 1\n" * n))


def ptx_parameters(out, n):
    out.write(HEADER + entry(parameters=",\n".join(f"\t.param .u32 k_param_{i}" for i in range(n))))


def ptx_comments(out, n):
    out.write(HEADER + "// comment /* }\n" * n + entry())


def ptx_inner_comments(out, n):
    out.write(HEADER + entry(directives="/* { */ // .maxntid 1\n" * n + ".maxntid 128\n"))


def ptx_instructions(out, n):
    out.write(HEADER + entry(body="\tbar.sync 0;\n" * n))


def ptx_one_line(out, n):
    out.write(HEADER + " ".join(f".visible .entry k{i}() .maxntid 128 {{ ret; }}" for i in range(n)) + "\n")


def ptx_pragmas(out, n):
    out.write(HEADER + entry(directives='.pragma "nounroll";\n' * n))


def ptx_globals(out, n):
    out.write(HEADER + "".join(f".global .align 4 .b8 g{i}[4] = {{1, 2, 3, 4}};\n" for i in range(n)) + entry())


def ptx_invalid(out, n):
    out.write(HEADER + entry(directives=".maxntid 0x\n" * n))


# Bodies in PTX. Each is correct.

REGISTERS = "\t.reg .pred %p<4>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>;\n"
SHARED = ".shared .align 16 .b8 words[4096];\n.shared .align 8 .b64 bar;\n"
# %r1 is the address of a word of the thread, and %p0 is true in half of the threads.
OWN_WORD = (
    "\tmov.u32 %r0, %tid.x;\n\tmov.u32 %r1, words;\n\tmad.lo.u32 %r1, %r0, 4, %r1;\n"
    "\tand.b32 %r2, %r0, 1;\n\tsetp.eq.u32 %p0, %r2, 0;\n"
)


def ptx_body(out, lines, tail=""):
    """A kernel of 128 threads with these lines."""
    body = REGISTERS + OWN_WORD + "".join(lines) + tail
    out.write(HEADER + SHARED + entry(directives=".reqntid 128, 1, 1\n", body=body))


def ptx_accesses(out, n):
    ptx_body(out, ["\tst.shared.u32 [%r1], %r0;\n", "\tld.shared.u32 %r3, [%r1];\n"] * n)


def ptx_barriers(out, n):
    other = "\txor.b32 %r4, %r1, 256;\n"
    ptx_body(out, [other] + ["\tst.shared.u32 [%r1], %r0;\n\tbar.sync 0;\n\tld.shared.u32 %r3, [%r4];\n\tbar.sync 0;\n"] * n)


def ptx_branches(out, n):
    ptx_body(out, [f"\t@%p0 bra L{i};\n\tst.shared.u32 [%r1], %r0;\nL{i}:\n" for i in range(n)])


def ptx_back_branches(out, n):
    """Each goes back to the start if an argument says so, which it does not twice."""
    parts = [f"\tadd.u32 %r5, %r5, 1;\n\tsetp.eq.u32 %p1, %r5, {i + 1};\n\t@!%p1 bra START;\n" for i in range(n)]
    ptx_body(out, ["\tmov.u32 %r5, 0;\nSTART:\n\tst.shared.u32 [%r1], %r5;\n", *parts])


def ptx_iterations(out, n):
    loop = "\tmov.u32 %r5, 0;\nLOOP:\n\tst.shared.u32 [%r1], %r5;\n\tbar.sync 0;\n\tadd.u32 %r5, %r5, 1;\n"
    ptx_body(out, [loop, f"\tsetp.lt.u32 %p1, %r5, {n};\n\t@%p1 bra LOOP;\n"])


def ptx_loops(out, n):
    loop = (
        "\tmov.u32 %r5, 0;\nL{0}:\n\tst.shared.u32 [%r1], %r5;\n\tadd.u32 %r5, %r5, 1;\n"
        "\tsetp.lt.u32 %p1, %r5, 4;\n\t@%p1 bra L{0};\n"
    )
    ptx_body(out, [loop.format(i) for i in range(n)])


def ptx_nested_loops(out, n):
    start = "".join(f"\t.reg .b32 %i{i};\n\tmov.u32 %i{i}, 0;\nL{i}:\n" for i in range(n))
    end = "".join(f"\tadd.u32 %i{i}, %i{i}, 1;\n\tsetp.lt.u32 %p1, %i{i}, 2;\n\t@%p1 bra L{i};\n" for i in reversed(range(n)))
    ptx_body(out, [start, "\tst.shared.u32 [%r1], %r0;\n", end])


def ptx_targets(out, n):
    """Of an indirect branch."""
    labels = ", ".join(f"L{i}" for i in range(n))
    targets = "".join(f"L{i}:\n\tst.shared.u32 [%r1], {i};\n\tbra END;\n" for i in range(n))
    ptx_body(out, [f"T: .branchtargets {labels};\n\tbrx.idx %r2, T;\n", targets, "END:\n"])


def ptx_calls(out, n):
    functions = "".join(f".func f{i}()\n{{\n\t{f'call f{i - 1};' if i else ''}\n\tret;\n}}\n" for i in range(n))
    out.write(HEADER + functions + entry(directives=".reqntid 32, 1, 1\n", body=f"\tcall f{n - 1};\n"))


def ptx_expressions(out, n):
    """An address that is the sum of many terms."""
    ptx_body(out, ["\tmov.u32 %r6, %r1;\n", *["\tadd.u32 %r6, %r6, 4;\n\tsub.u32 %r6, %r6, 4;\n"] * n, "\tst.shared.u32 [%r6], %r0;\n"])


def ptx_phases(out, n):
    init = "\tmov.u32 %r7, bar;\n\tsetp.eq.u32 %p1, %r0, 0;\n\t@%p1 mbarrier.init.shared.b64 [%r7], 128;\n\tbar.sync 0;\n"
    phase = (
        "\tmbarrier.arrive.shared.b64 %rd1, [%r7];\nW{0}:\n"
        "\tmbarrier.try_wait.parity.shared.b64 %p2, [%r7], {1};\n\t@!%p2 bra W{0};\n"
    )
    ptx_body(out, [init, *[phase.format(i, i % 2) for i in range(n)]])


def ptx_copies(out, n):
    start = "\tld.param.u64 %rd1, [from];\n\tshl.b32 %r8, %r0, 4;\n\tmov.u32 %r9, words;\n\tadd.u32 %r9, %r9, %r8;\n"
    copy = "\tcp.async.cg.shared.global [%r9], [%rd1], 16;\n\tcp.async.commit_group;\n\tcp.async.wait_group 0;\n"
    body = REGISTERS + OWN_WORD + start + copy * n
    out.write(HEADER + SHARED + entry(parameters=".param .u64 from", directives=".reqntid 128, 1, 1\n", body=body))


def ptx_bodies(out, n):
    body = REGISTERS + OWN_WORD + "\tst.shared.u32 [%r1], %r0;\n\tbar.sync 0;\n\tld.shared.u32 %r3, [words];\n"
    out.write(HEADER + SHARED + "".join(entry(f"k{i}", directives=".reqntid 128, 1, 1\n", body=body) for i in range(n)))


# Fat binaries, with PTX as the images.


def fatbin(images):
    content = b""
    for text in images:
        body = text.encode() + bytes(-len(text) % 8)
        header = bytearray(64)
        struct.pack_into("<HHIQ", header, 0, 1, 0x101, len(header), len(body))
        struct.pack_into("<I", header, 28, 90)
        struct.pack_into("<Q", header, 56, len(text))
        content += bytes(header) + body
    return (struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(content)) + content).decode("latin-1")


def fatbin_images(out, n):
    out.write(fatbin([HEADER + entry(f"k{i}") for i in range(n)]))


def fatbins(out, n):
    """Several in sequence."""
    out.writelines(fatbin([HEADER + entry(f"k{i}")]) for i in range(n))


def fatbin_image(out, n):
    out.write(fatbin([HEADER + "".join(entry(f"k{i}") for i in range(n))]))


# Knobs.


def knobs(out, n):
    out.write("[knobs]\n" + "".join(f"knob{i}={i}\n" for i in range(n)))


def overridden_knobs(out, n):
    out.write("[knobs]\n" + "".join(f"knob={i}\n" for i in range(n)))


def knob_line(out, n):
    out.write("[knobs]\n" + "~".join(f"knob{i}={i}" for i in range(n)))


def knob_clauses(out, n):
    out.write("[knobs]\n" + "".join("WHEN a b c\nINJECTSTRING text ;;\n" for _ in range(n)))


def knob_string(out, n):
    out.write("[knobs]\nINJECTSTRING " + "; " * n)


def knob_sentinel(out, n):
    out.write("[knobs" * n + "[knobs]\na=1\n")
