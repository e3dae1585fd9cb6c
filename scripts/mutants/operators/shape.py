"""What a kernel states or counts: block, cluster, chip, registers, columns, groups, bytes, ids."""

import re

import edit
import kinds
from mutant import make

BLOCK = {
    "mlir": r"nvvm\.reqntid = array<i32: ([\d, ]+)>",
    "ll": r'"nvvm\.reqntid"="([\d,]+)"',
    "ptx": r"\.reqntid ([\d, ]+)",
}
CLUSTER = {
    "mlir": r"nvvm\.cluster_dim = array<i32: ([\d, ]+)>",
    "ll": r'"nvvm\.cluster_dim"="([\d,]+)"',
    "ptx": r"\.reqnctapercluster ([\d, ]+)",
}


def sizes(match):
    return [int(size) for size in match.group(1).split(",") if size.strip()]


def block(source):
    found = re.search(BLOCK[source.spelling], source.text)
    return sizes(found) if found else None


def cluster(source):
    found = re.search(CLUSTER[source.spelling], source.text)
    return sizes(found) if found else None


def product(values):
    result = 1
    for value in values:
        result *= value
    return result


def header(source):
    """A stand-in for the statement at the head of the function with the fact."""
    class Line:
        pass
    result = []
    for function, start in source.headers:
        line = Line()
        line.line = source.line_of(start)
        result.append(line)
    return result


def written(source, values):
    return ("," if source.spelling == "ll" else ", ").join(map(str, values))


def change_block(source, flow):
    """A block with an incomplete last warp or group, and one without a stated size."""
    found = re.search(BLOCK[source.spelling], source.text)
    if not found:
        return
    old = sizes(found)
    total = product(old)
    everywhere = [s for s in source.of_kind(*(kinds.WHOLE_WARP | kinds.WARP_GROUP)) if flow.innermost(s) is None]
    where = header(source)
    if everywhere:
        rules = {"warp-sync-incomplete", "warpgroup-incomplete", "warpgroup-threads", "tcgen05-warp-issue"}
        masked = all(s.kind in ("shfl", "vote") for s in source.of_kind(*(kinds.WHOLE_WARP | kinds.WARP_GROUP)))
        reason = "shuffles and votes wait only for lanes that the block has" if masked else None
        yield make("ragged-block", source, [(found.start(1), found.end(1), written(source, ragged(old)))],
                   rules, where + source.of_kind(*(kinds.WHOLE_WARP | kinds.WARP_GROUP)), "the last warp is not whole", reason)
    groups = source.of_kind(*kinds.WARP_GROUP)
    if groups:
        # A PTX text may leave the block to the launch.
        if source.spelling != "ptx":
            name = {"mlir": "nvvm.reqntid", "ll": '"nvvm.reqntid"'}[source.spelling]
            at = source.text.index(name, found.start())
            other = name.replace("reqntid", "maxntid")
            yield make("block-bound-only", source, [(at, at + len(name), other)], {"warpgroup-threads"}, where + groups, "the block is only bounded")
        if everywhere and total == 128:
            yield make("three-warps", source, [(found.start(1), found.end(1), written(source, [96]))],
                       {"warpgroup-threads", "warpgroup-incomplete"}, where + groups, "three warps for a warp group")
    if source.has("bar_count"):
        for change in (32, -32):
            count = total + change
            if len(old) == 1 or product(old[1:]) == 1:
                yield make("other-block", source, [(found.start(1), found.end(1), written(source, [count, *old[1:]]))],
                           {"named-barrier-count", "warpgroup-threads", "warpgroup-incomplete", "data-race"},
                           where + source.of_kind("bar_count", "bar_arrive") + groups,
                           f"{count} threads where the barriers count on {total}")


def ragged(old):
    """A block of the same form whose last warp is not whole."""
    for axis in range(len(old) - 1, -1, -1):
        rest = product(old) // old[axis]
        for smaller in range(old[axis] - 1, 0, -1):
            if (smaller * rest) % 32 and smaller * rest > 32:
                return old[:axis] + [smaller] + old[axis + 1:]
    return [old[0] - 12, *old[1:]]


def change_cluster(source, flow):
    found = re.search(CLUSTER[source.spelling], source.text)
    if not found:
        return
    old = sizes(found)
    where = header(source)
    pair = "cta_group::2" in source.text or "cta_2" in source.text or ".cg2" in source.text
    if pair:
        using = source.of_kind("alloc", "dealloc", "tmma", "tcommit", "relinquish")
        for size in (1, 3):
            yield make("odd-cluster", source, [(found.start(1), found.end(1), written(source, [size, 1, 1]))],
                       {"tcgen05-cta-pair", "mapa-rank-range", "launch-cluster-missing"}, where + using, f"a cluster of {size}")
        # A PTX text may leave the cluster to the launch.
        if source.spelling != "ptx":
            yield make("no-cluster", source, no_cluster(source, found), {"tcgen05-cta-pair-unknown", "launch-cluster-missing", "tcgen05-cta-pair"}, where + using, "no cluster is stated")
    if source.has("mapa"):
        using = source.of_kind("mapa", "remote")
        # Ranks that come from data are not known.
        if not pair and not source.has("mb_wait") and "atomicrmw" not in source.text:
            size = max(1, product(old) // 2)
            yield make("smaller-cluster", source, [(found.start(1), found.end(1), written(source, [size, 1, 1]))],
                       {"mapa-rank-range"}, where + using, f"ranks up to {product(old) - 1} in a cluster of {size}")


def no_cluster(source, found):
    if source.spelling == "mlir":
        whole = re.search(r",? ?nvvm\.cluster_dim = array<i32: [\d, ]+>", source.text)
    else:
        whole = re.search(r' ?"nvvm\.cluster_dim"="[\d,]+"', source.text)
    return [(whole.start(), whole.end(), "")]


OLD_CHIPS = [
    (("alloc", "tmma", "tld"), "sm_90a", "tcgen05-target"),
    (("alloc", "tmma", "tld"), "sm_100", "tcgen05-target"),
    (("alloc", "tmma", "tld"), "sm_120a", "tcgen05-target"),
    (("try_cancel",), "sm_90a", "clc-target"),
    (("wmma",), "sm_90", "instruction-target"),
    (("wmma",), "sm_100a", "instruction-target"),
    (("carrive", "mapa"), "sm_80", "cluster-instruction-target"),
    (("bulk_copy",), "sm_80", "instruction-target"),
    (("elect",), "sm_89", "instruction-target"),
    (("ldmatrix",), "sm_70", "instruction-target"),
    (("cp_async",), "sm_75", "instruction-target"),
    (("mb_init",), "sm_75", "instruction-target"),
]
TARGET_RULES = {"tcgen05-target", "clc-target", "instruction-target", "cluster-instruction-target", "clc-multicast-target", "cluster-suppressed",
                "chip-ptx-version"}


def old_chip(source, flow):
    """A chip without the instruction. Any of the target rules may be the first to say so."""
    tried = set()
    cases = list(OLD_CHIPS)
    if "multicast::cluster::all" in source.text or "try.cancel multicast" in source.text or "async.multicast" in source.text:
        cases.append((("try_cancel",), "sm_100", "clc-multicast-target"))
    for names, chip, rule in cases:
        using = source.of_kind(*names)
        if not using or chip in tried or chip == source.chip or older(source, chip, rule):
            continue
        tried.add(chip)
        edits = [(0, 0, "")]
        if source.spelling == "ptx":
            target = re.search(r"\.target (\w+)", source.text)
            edits = [(target.start(1), target.end(1), chip)]
        elif source.dialect == "gpu":
            target = re.search(r'chip = "(\w+)"', source.text)
            edits = [(target.start(1), target.end(1), chip)]
        relevant = [s for s in source.statements if s.kind]
        yield make(f"chip-{chip}", source, edits, TARGET_RULES, header(source) + relevant, f"{names[0]} on {chip}", chip=chip)


def older(source, chip, rule):
    """A rule that asks for the suffix says nothing where the kernel needs none."""
    return rule == "instruction-target" and chip == "sm_100a" and not source.has("wmma")


def group_mix(source, flow):
    """One instruction of tcgen05 is for another size of CTA group."""
    for statement in source.of_kind("alloc", "dealloc", "relinquish", "tmma", "tcommit"):
        text = statement.text
        if statement.spelling in ("ptx", "asm"):
            new = swapped(text, "cta_group::1", "cta_group::2")
        elif "call_intrinsic" in text or statement.spelling == "ll":
            new = swapped(text, ".cg1", ".cg2")
        elif "cta_1>" in text or "cta_2>" in text:
            new = swapped(text, "<cta_1>", "<cta_2>")
        elif statement.kind == "relinquish":
            new = text + " {group = #nvvm.cta_group<cta_2>}"
        else:
            new = re.sub(r" :", " {group = #nvvm.cta_group<cta_2>} :", text, count=1)
        if new == text:
            continue
        others = source.of_kind("alloc", "dealloc", "relinquish", "tmma", "tcommit")
        yield make("group-mix", source, [(statement.start, statement.end, new)], {"tcgen05-cta-group-mix"}, others + header(source), f"{statement.kind} of the other group")


def swapped(text, one, two):
    return text.replace(one, two) if one in text else text.replace(two, one)


def columns_operand(source, statement):
    """Span and value of the number of columns, and whether it is a literal."""
    text = statement.text
    if statement.spelling in ("ptx", "asm"):
        found = re.search(r", (\d+);", text)
        return (statement.start + found.start(1), statement.start + found.end(1)) if found else None
    if statement.spelling == "ll":
        found = re.search(r"i32 (\d+)\)", text)
        return (statement.start + found.start(1), statement.start + found.end(1)) if found else None
    found = re.search(r"alloc[^(% ]*[ (]+%\w+, (%\w+)", text)
    return (statement.start + found.start(1), statement.start + found.end(1)) if found else None


def with_columns(source, statement, number):
    span = columns_operand(source, statement)
    if span is None:
        return None
    if statement.spelling != "mlir":
        return [(span[0], span[1], str(number))]
    name = f"%mut_columns{statement.line}"
    return edit.before(source, statement, [f"{name} = llvm.mlir.constant({number} : i32) : i32"]) + [(span[0], span[1], name)]


def columns(source, flow):
    statements = source.of_kind("alloc", "dealloc")
    for number in (96, 16, 1024):
        edits = [with_columns(source, s, number) for s in statements]
        if statements and all(edits):
            yield make("columns", source, sum(edits, []), {"tcgen05-columns"}, statements, f"{number} columns")
    for statement in source.of_kind("dealloc"):
        span = columns_operand(source, statement)
        if span is None:
            continue
        old = source.text[span[0]:span[1]]
        if old.startswith("%"):
            definition = re.search(re.escape(old) + r" = llvm\.mlir\.constant\((\d+)", source.text)
            if not definition:
                continue
            old = definition.group(1)
        other = 64 if old == "32" else int(old) // 2
        yield make("dealloc-columns", source, with_columns(source, statement, other), {"tcgen05-dealloc-mismatch"},
                   [statement, *source.of_kind("alloc")], f"releases {other} of {old} columns")


def dealloc_address(source, flow):
    """The release of another address: 32 columns further."""
    for statement in source.of_kind("dealloc"):
        if statement.spelling == "mlir":
            name = re.search(r"dealloc[^(% ]*[ (]+(%\w+)", statement.text)
            lines = [f"%mut_a = llvm.ptrtoint {name.group(1)} : !llvm.ptr<6> to i32", "%mut_k = llvm.mlir.constant(32 : i32) : i32",
                     "%mut_s = llvm.add %mut_a, %mut_k : i32", "%mut_d = llvm.inttoptr %mut_s : i32 to !llvm.ptr<6>"]
            new = "%mut_d"
        elif statement.spelling == "ll":
            name = re.search(r"addrspace\(6\) (%\w+)", statement.text)
            lines = [f"%mut_a = ptrtoint ptr addrspace(6) {name.group(1)} to i32", "%mut_s = add i32 %mut_a, 32", "%mut_d = inttoptr i32 %mut_s to ptr addrspace(6)"]
            new = "%mut_d"
        elif statement.spelling == "ptx":
            name = re.search(r"b32\s+([%\w]+),", statement.text)
            lines, new = [f"add.u32 %mutr1, {name.group(1)}, 32;"], "%mutr1"
        else:
            continue
        start = statement.start + name.start(1)
        edits = edit.registers(source, statement) + edit.before(source, statement, lines) + [(start, start + len(name.group(1)), new)]
        yield make("dealloc-address", source, edits, {"tcgen05-dealloc-mismatch"}, [statement, *source.of_kind("alloc")], "releases another address")


def no_register_count(source, flow):
    changes = source.of_kind("setmaxnreg")
    if not changes:
        return
    found = re.search({"mlir": r", nvvm\.maxnreg = \d+ : i32", "ll": r' "nvvm\.maxnreg"="\d+"', "ptx": r"\.minnctapersm \d+\n"}[source.spelling], source.text)
    if found:
        yield make("no-register-count", source, [(found.start(), found.end(), "\n" if source.spelling == "ptx" else "")],
                   {"setmaxnreg-ignored"}, changes + header(source), "no register count at entry")


def bytes_expected(source, flow):
    for statement in source.of_kind("expect_tx"):
        clc = source.has("try_cancel")
        rules = {"clc-transaction-bytes", "mbarrier-transaction-bytes"} if clc else {"mbarrier-transaction-bytes"}
        if not clc and (source.dialect == "gpu" or not re.search(r"bulk\.shared|global\.to\.shared", source.text)):
            continue
        for factor in (2, 0.5):
            found = literal(source, statement)
            if found is None:
                continue
            start, end, value, line = found
            edits = edit.before(source, statement, [f"%mut_bytes = llvm.mlir.constant({int(value * factor)} : i32) : i32"]) + [(start, end, "%mut_bytes")] \
                if source.text[start] == "%" else [(start, end, str(int(value * factor)))]
            yield make("expect-bytes", source, edits, rules, [statement, *source.of_kind("try_cancel", "bulk_copy", "mb_wait")], f"expects {int(value * factor)} bytes of {value}")


def arrivals_counted(source, flow):
    """An mbarrier that counts one arrival more than come, or twice as many."""
    # The arrivals of another CTA, or of each turn of a loop, can be more than the text shows.
    for statement in source.of_kind("mb_init"):
        if source.dialect == "gpu" or statement.host and statement.spelling == "asm":
            continue
        found = init_count(source, statement)
        if found is None:
            continue
        start, end, value = found
        new = value + 1
        edits = edit.before(source, statement, [f"%mut_count = llvm.mlir.constant({new} : i32) : i32"]) + [(start, end, "%mut_count")] \
            if source.text[start] == "%" else [(start, end, str(new))]
        yield make("init-count", source, edits, {"mbarrier-never-completes"}, [statement, *source.of_kind("mb_wait")],
                   f"counts {new} arrivals of {value}", unused(source, statement))


def unused(source, statement):
    """Why it does not matter how an mbarrier of PTX is initialised, or None."""
    offset = offset_of(source, statement)
    if source.spelling != "ptx" or offset is None:
        return None
    uses = {offset_of(source, other) for other in source.of_kind("mb_wait", "expect_tx", "mb_arrive", "tcommit", "bulk_copy", "try_cancel")}
    inits = {offset_of(source, other) for other in source.of_kind("mb_init")}
    # The mbarriers of an array follow each other.
    first = offset
    while first - 8 in inits and first not in uses:
        first -= 8
    if None in uses | inits or first in uses:
        return None
    return "no instruction names this mbarrier, or the array that it is in"


def offset_of(source, statement):
    """The constant part of the address of an mbarrier in PTX, or None. For a copy that is the last address."""
    names = re.findall(r"\[\s*(%\w+)(?:\s*\+\s*(\d+))?\s*\]", statement.bare)
    if not names:
        return None
    name, own = names[-1]
    found = re.search(r"add\.s32\s+" + re.escape(name) + r", %\w+, (\d+);", source.text)
    return int(own or 0) + int(found.group(1)) if found else None


def init_count(source, statement):
    """Where the number of arrivals stands, and what it is."""
    if statement.spelling in ("ptx", "ll"):
        found = re.search(r"[, ](\d+)(;|\)$)", statement.text)
        return (statement.start + found.start(1), statement.start + found.end(1), int(found.group(1))) if found else None
    found = re.search(r"mbarrier\.init %\w+, (%\w+)", statement.text)
    definition = found and re.search(re.escape(found.group(1)) + r" = llvm\.mlir\.constant\((\d+)", source.text)
    return (statement.start + found.start(1), statement.start + found.end(1), int(definition.group(1))) if definition else None


def registers_moved(source, flow):
    """A number of registers that is no multiple of 8. The operation of nvvm has a check of its own."""
    for statement in source.of_kind("setmaxnreg"):
        found = re.search(r"(\d+)(;|\)$)", statement.text)
        if found and statement.spelling != "mlir":
            start, new = statement.start + found.start(1), int(found.group(1)) - 4
            yield make("register-count", source, [(start, start + len(found.group(1)), str(new))], {"setmaxnreg-count"}, [statement], f"{new} registers")


def literal(source, statement):
    """Where the number of bytes stands, and what it is."""
    text = statement.text
    if statement.spelling in ("ptx", "asm", "ll"):
        found = re.search(r"[, ](\d+)(;|\)$)", text)
        return (statement.start + found.start(1), statement.start + found.end(1), int(found.group(1)), None) if found else None
    found = re.search(r"expect_tx %\w+, (%\w+)", text)
    if not found:
        return None
    definition = re.search(re.escape(found.group(1)) + r" = llvm\.mlir\.constant\((\d+)", source.text)
    if not definition:
        return None
    return statement.start + found.start(1), statement.start + found.end(1), int(definition.group(1)), None


def barrier_numbers(source, flow):
    """Another count or id at one side of a named barrier."""
    for statement in source.of_kind("bar_count", "bar_arrive"):
        for what, change, rules in (("count", 32, {"named-barrier-count"}), ("count", -32, {"named-barrier-count", "data-race"}), ("count", 8, {"named-barrier-range"}),
                                    ("id", 9, {"named-barrier-count"}), ("id", 16, {"named-barrier-range"})):
            span = number_span(source, statement, what)
            if span is None:
                continue
            start, end, value = span
            new = value + change if what == "count" else change
            if source.text[start] == "%" or source.text[start] == "$" or new <= 0:
                continue
            yield make(f"barrier-{what}", source, [(start, end, str(new))], rules,
                       [statement, *source.of_kind("bar_count", "bar_arrive"), *plain_accesses(source)],
                       f"{what} {new} instead of {value}", renamed(source, statement) if new == 9 else None)
        if statement.spelling == "mlir":
            for what, attribute, new, rules in (("count", "number_of_threads", 160, {"named-barrier-count"}), ("count", "number_of_threads", 32, {"named-barrier-count"}),
                                                ("count", "number_of_threads", 72, {"named-barrier-range"}),
                                                ("id", "id", 9, {"named-barrier-count"}), ("id", "id", 16, {"named-barrier-range"})):
                found = re.search(r"\b" + attribute + r" = (%\w+)", statement.text)
                if found:
                    start = statement.start + found.start(1)
                    edits = edit.before(source, statement, [f"%mut_n = llvm.mlir.constant({new} : i32) : i32"]) + [(start, start + len(found.group(1)), "%mut_n")]
                    yield make(f"barrier-{what}", source, edits, rules, [statement, *source.of_kind("bar_count", "bar_arrive")], f"{what} {new}")


def plain_accesses(source):
    """The loads and stores of shared memory."""
    return [s for s in source.statements if re.search(r"\b(ld|st)\.shared|\bllvm\.(load|store)\b|\b(load|store)\b.*addrspace\(3\)", s.text)]


def renamed(source, statement):
    """Why another id is no fault, or None."""
    return None if partners(source, statement) else "no other statement uses this barrier, so that it only has another name"


def partners(source, statement):
    """The other statements on the same named barrier."""
    def name(one):
        pattern = {"mlir": r"\bid = (%\w+)", "ll": r"\(i32 (\w+),"}.get(one.spelling, r"\s([$%\w]+),")
        found = re.search(pattern, one.bare)
        value = found.group(1) if found else None
        if value and value.startswith("%") and one.spelling == "ptx":
            constant = re.search(r"mov\.\w+\s+" + re.escape(value) + r", (\d+);", source.text)
            value = constant.group(1) if constant else value
        return "7" if value == "$0" else value  # The operand of barriers/inline_asm.mlir.
    return [other for other in source.of_kind("bar_count", "bar_arrive") if other is not statement and name(other) == name(statement)]


def number_span(source, statement, what):
    if statement.spelling == "ll":
        found = re.search(r"\(i32 (\d+), i32 (\d+)\)", statement.text)
    else:
        found = re.search(r" (\d+), (\d+);", statement.text)
    if not found or statement.spelling == "mlir":
        return None
    group = 1 if what == "id" else 2
    return statement.start + found.start(group), statement.start + found.end(group), int(found.group(group))


def response_alignment(source, flow):
    for statement in source.of_kind("try_cancel")[:1]:
        found = re.search({"mlir": r"alignment = (16) : i64\} : (?:i128|!llvm\.array<16 x i8>)", "ll": r"global i128 undef, align (16)",
                           "ptx": r"\.align (16) \.b8 \w+\[16\]"}[source.spelling], source.text)
        if found:
            yield make("response-alignment", source, [(found.start(1), found.end(1), "8")], {"clc-response-alignment"},
                       [statement, *header(source)], "the response is aligned to 8")


def mapa_rank(source, flow):
    """mapa with a rank that the cluster does not have."""
    size = product(cluster(source) or [1])
    for statement in source.of_kind("mapa"):
        if statement.spelling == "mlir":
            found = re.search(r"mapa %\w+, (%\w+)", statement.text)
            edits = edit.before(source, statement, [f"%mut_rank = llvm.mlir.constant({size} : i32) : i32"])
            new = "%mut_rank"
        else:
            found = re.search(r"i32 (%\w+|\d+)\)" if statement.spelling == "ll" else r", ([%$\w]+);", statement.text)
            edits, new = [], str(size)
        start = statement.start + found.start(1)
        yield make("mapa-rank", source, edits + [(start, start + len(found.group(1)), new)], {"mapa-rank-range"}, [statement], f"rank {size} of a cluster of {size}")


OPERATORS = [change_block, change_cluster, old_chip, group_mix, columns, dealloc_address, no_register_count, bytes_expected,
             arrivals_counted, registers_moved,
             barrier_numbers, response_alignment, mapa_rank]
