"""Operators as rows of a table: which statements of PTX a fault changes, how, and who may report it.

To add one, add a row to ROWS. The functions of the first part make changes: a change is a function from a source, its
flow and a statement to edits, or to None where the fault cannot be planted.
"""

import itertools
import re
from dataclasses import dataclass

import edit
from mutant import make
from .copies import behind
from .shape import block, product

# What follows is read too early, or written while others use it, or no thread goes on.
EARLY = "async-copy-wait async-overwrite tcgen05-result-wait clc-response-wait data-race async-proxy-fence \
    tcgen05-pair-dealloc-unsynced clc-proxy-fence cluster-peer-exited"
STUCK = "mbarrier-never-completes mbarrier-transaction-bytes mbarrier-arrival-count clc-transaction-bytes"
ORDER = "mbarrier-init tcgen05-use-unallocated tcgen05-dealloc-unsynced cluster-peer-not-started"
BEYOND = "shared-out-of-bounds"

# Statements of PTX without their predicates.
WAIT = r"mbarrier\.(try|test)_wait\.parity"
ARRIVE = r"mbarrier\.arrive\.(?!expect_tx)"
EXPECT = r"mbarrier\.arrive\.expect_tx"
COPY = r"cp\.async\.bulk\.(?!commit|wait|prefetch)\S*mbarrier"
BULK_STORE = r"cp\.(reduce\.)?async\.bulk\.\S*global\.shared::cta"
FENCE = r"fence\.proxy\.async(\.shared::cta|\.global)?;"
LOAD = r"ld(\.\w+)*\.shared(::\w+)?\.|ldmatrix|ld\.b32"
STORE = r"st(\.\w+)*\.shared(::\w+)?\.|stmatrix|st\.b32"
WHOLE = r"(bar\.sync|barrier(\.cta)?\.sync(\.aligned)?)\s+\d+;"
BARRIER = r"bar\.|barrier\.(sync|cta|cluster\.wait)"
ACCESS = r"ld\.shared(::\w+)?\.|st\.shared(::\w+)?\.|ldmatrix|stmatrix"
STACK = r"st(\.local)?\.[bu](32|64)\s+\[%SP"
PRODUCT = r"wgmma\.mma_async|tcgen05\.(mma|cp)\."
RELEASE = r"tcgen05\.dealloc"
CLC = r"clusterlaunchcontrol"
PROTOCOL = "|".join([WAIT, r"mbarrier\.", r"cp\.(reduce\.)?async", LOAD, STORE, PRODUCT,
                     r"tcgen05\.(commit|ld|st)", RELEASE, CLC])


def sub(pattern, new):
    """Another text in the statement."""
    def change(source, flow, statement):
        text = re.sub(pattern, new, statement.text, count=1)
        return [(statement.start, statement.end, text)] if text != statement.text else None
    return change


def computed(pattern, *lines):
    """The operand in the group of the pattern, %0 in the lines, is replaced by what they compute in %mutr0."""
    def change(source, flow, statement):
        found = re.search(pattern, statement.text)
        if not found:
            return None
        before = [guarded(statement, line.replace("%0", found.group(1))) for line in lines]
        start = statement.start + found.start(1)
        return (edit.registers(source, statement) + edit.before(source, statement, before)
                + [(start, start + len(found.group(1)), "%mutr0")])
    return change


def instead(*lines):
    """Other statements; %0 and so on are the operands."""
    def change(source, flow, statement):
        operands = re.split(r",\s*", statement.bare.rstrip(";").split(None, 1)[1])
        new = [re.sub(r"%(\d)", lambda found: operands[int(found.group(1))], line) for line in lines]
        return edit.registers(source, statement) + edit.before(source, statement, new) + edit.drop(source, statement)
    return change


def first(line):
    """A statement before it; %0 is the first address."""
    def change(source, flow, statement):
        address = re.search(r"\[[^\]]+\]", statement.text)
        new = line.replace("%0", address.group() if address else "")
        return edit.before(source, statement, [guarded(statement, new)])
    return change


def guarded(statement, line):
    return f"@{'!' if statement.negated else ''}{statement.predicate} {line}" if statement.predicate else line


def twice(source, flow, statement):
    return edit.after(source, statement, [statement.text])


def dropped(source, flow, statement):
    return edit.drop(source, statement)


def only(who):
    return lambda source, flow, statement: edit.wrap(source, statement, who)


def before_last(pattern):
    """The statement goes to before the last one that fits the pattern, in the same block."""
    def change(source, flow, statement):
        earlier = statement.block.statements[:statement.block.statements.index(statement)]
        others = [s for s in earlier if re.match(pattern, s.bare)]
        if not others:
            return None
        used = set(re.findall(r"%\w+", statement.text))
        between = earlier[earlier.index(others[-1]):]
        is_defined = any(s in between for name in used for s, _ in flow.definitions(name, statement.block.function))
        return None if is_defined else edit.before(source, others[-1], [statement.text]) + edit.drop(source, statement)
    return change


def swapped_with_next(pattern):
    """The statement changes places with the next one, if that one fits the pattern."""
    def change(source, flow, statement):
        later = statement.block.statements[statement.block.statements.index(statement) + 1:]
        if not later or not re.match(pattern, later[0].bare):
            return None
        other = later[0]
        return [(statement.start, statement.end, other.text), (other.start, other.end, statement.text)]
    return change


def after_stores(change):
    """The change of a fence, if stores to shared memory are before it."""
    def found(source, flow, statement):
        stored = [s for s in source.statements if re.match(r"st(\.\w+)*\.shared|stmatrix", s.bare)]
        return change(source, flow, statement) if any(behind(flow, store, [statement]) for store in stored) else None
    return found


def of_block(change):
    """The change in a block of several warps."""
    def found(source, flow, statement):
        return change(source, flow, statement) if product(block(source) or [0]) > 32 else None
    return found


def of_all(change):
    """The change of what all threads of several warps execute."""
    def found(source, flow, statement):
        return of_block(change)(source, flow, statement) if flow.innermost(statement) is None else None
    return found


def of_computed(operand, change):
    """The change of an operand that is not a constant."""
    def found(source, flow, statement):
        register = re.search(operand, statement.text)
        definitions = flow.definitions(register.group(1), statement.block.function) if register else []
        is_constant = all(re.match(r"mov\.\w+\s+\S+, \d+;", found.bare) for found, _ in definitions)
        return None if is_constant else change(source, flow, statement)
    return found


def between(earlier, later, change):
    """The change of a barrier that is between statements of two patterns, with no other barrier between."""
    def found(source, flow, statement):
        index = source.statements.index(statement)
        before = itertools.takewhile(lambda s: not re.match(BARRIER, s.bare), reversed(source.statements[:index]))
        after = itertools.takewhile(lambda s: not re.match(BARRIER, s.bare), source.statements[index + 1:])
        has = any(re.match(earlier, s.bare) for s in before) and any(re.match(later, s.bare) for s in after)
        return change(source, flow, statement) if has else None
    return found


def back_edge(change):
    """A change of the branch that repeats a wait."""
    def found(source, flow, statement):
        name = re.escape(statement.block.name.split("@")[0])
        later = source.statements[source.statements.index(statement) + 1:][:5]
        branch = next((s for s in later if re.match(rf"bra(\.uni)?\s+{name};", s.bare)), None)
        return change(source, flow, branch) if branch else None
    return found


def local(operand, operators, line):
    """What the stack holds is wrong: a number that is stored there, %0, of which an operand of a wait is computed."""
    def change(source, flow, statement):
        slot, _, register = statement.bare.split(None, 1)[1].rstrip(";").rpartition(", ")
        found = [re.search(operand, wait.text) for wait in source.statements if re.match(WAIT, wait.bare)
                 and wait.block.function == statement.block.function]
        slots = slots_of({operand.group(1) for operand in found if operand}, flow, statement.block.function, operators)
        if slot not in slots:
            return None
        if not register.startswith("%"):
            return sub(r", 0;", ", 1;")(source, flow, statement)
        line_now = line.replace("%0", register).replace("32 ", "64 " if "64" in statement.bare.split()[0] else "32 ")
        return edit.before(source, statement, [guarded(statement, line_now)])
    return change


def slots_of(registers, flow, function, operators):
    """The words of the stack that registers are computed of."""
    pending, seen, slots = list(registers), set(), set()
    while pending:
        register = pending.pop()
        if register in seen:
            continue
        seen.add(register)
        for statement, _ in flow.definitions(register, function):
            load = re.match(r"ld(?:\.local)?\.[bu]\d+\s+\S+, (\[%SP\S*\]);", statement.bare)
            if load and load.group(1) not in slots:
                slots.add(load.group(1))
                stored = r"st(?:\.local)?\.[bu]\d+\s+" + re.escape(load.group(1)) + r", (%\w+);"
                pending += re.findall(stored, flow.source.text)
            elif re.match(operators, statement.bare):
                pending += re.findall(r"%\w+", statement.bare)
    return slots


def ring_end(source, flow, statement):
    """The number of stages at which a counter of the ring goes back to 0."""
    counter = re.search(r", (%\w+), \d+;", statement.text).group(1)
    predicate = re.search(r"\s(%\w+),", statement.text).group(1)
    definitions = flow.definitions(counter, statement.block.function)
    counts = any(re.match(r"add\.\w+\s+\S+, \S+, 1;", found.bare) for found, _ in definitions)
    wraps = re.search(r"selp\.[bsu]32\s+%\w+, (0, \S+|%\w+, 0), " + re.escape(predicate) + ";", source.text)
    return sub(COUNT, more(-1))(source, flow, statement) if counts and wraps else None


@dataclass(frozen=True)
class Row:
    name: str
    # The statements that are changed.
    at: str
    change: object
    # The rules that may report it, and the statements at which they may do so beside the one that is changed.
    rules: str
    near: str
    note: str
    # What the kernel must have for the fault to be one.
    needs: str = ""
    # Since this version of PTX.
    version: str = None


ADDRESS = r"\[([%$\w.]+)\]"
LAST_ADDRESS = r"\[([%$\w.]+)\](?=;|, \d+;|, %\w+;)"
PARITY = r"\], ([%$\w]+)(?=[,;])"
COUNT = r"(\d+)(?=\s*;)"


def more(by):
    return lambda found: str(int(found.group(1)) + by)


ROWS = [
    # Data races.
    Row("warp-barrier", WHOLE, of_block(sub(r".*", "bar.warp.sync 0xffffffff;")), f"{EARLY} {ORDER} {STUCK}", PROTOCOL,
        "a barrier of each warp alone"),
    Row("drop-warp-barrier", r"bar\.warp\.sync", between(ACCESS, f"{ACCESS}|{ARRIVE}", dropped), EARLY, PROTOCOL,
        "no barrier of the warp"),
    Row("plain-atomic", r"(atom|red)\.\S*shared\S*\.add\.[us]32",
        instead("ld.shared.u32 %mutr0, %1;", "add.u32 %mutr0, %mutr0, %2;", "st.shared.u32 %1, %mutr0;"), "data-race",
        f"{LOAD}|{STORE}", "an addition by load and store"),
    Row("weak-load", r"ld\.(acquire|relaxed|volatile)\S*\.shared",
        sub(r"ld\.\w+(\.cta|\.cluster|\.gpu)?\.shared", "ld.shared"), "data-race", STORE, "a weak load of a flag"),
    Row("weak-store", r"st\.(release|relaxed|volatile)\S*\.shared",
        sub(r"st\.\w+(\.cta|\.cluster|\.gpu)?\.shared", "st.shared"), "data-race", LOAD, "a weak store to a flag"),
    Row("relaxed-load", r"ld\.acquire\S*\.shared", sub("acquire", "relaxed"), "data-race", f"{LOAD}|{STORE}",
        "a flag is read without acquire"),
    Row("relaxed-store", r"st\.release\S*\.shared", sub("release", "relaxed"), "data-race", f"{LOAD}|{STORE}",
        "a flag is written without release"),
    Row("other-word", r"st\.shared\.", of_all(computed(ADDRESS, "and.b32 %mutr0, %0, -129;")), "data-race",
        f"{LOAD}|{STORE}", "two warps store to the same words"),
    # Visibility.
    Row("early-fence", FENCE, before_last(STORE), "async-proxy-fence", f"{BULK_STORE}|{PRODUCT}",
        "stores after the proxy fence", needs=f"{BULK_STORE}|{PRODUCT}"),
    Row("half-fence", FENCE, after_stores(of_all(only("warp 0"))), "async-proxy-fence", f"{BULK_STORE}|{PRODUCT}",
        "only one warp executes the proxy fence", needs=f"{BULK_STORE}|{PRODUCT}"),
    Row("plain-fence", FENCE, after_stores(sub(r"fence\.proxy\S*;", "fence.acq_rel.cta;")), "async-proxy-fence",
        f"{BULK_STORE}|{PRODUCT}", "a fence of the generic proxy alone", needs=f"{BULK_STORE}|{PRODUCT}"),
    # Relaxed orders.
    Row("relaxed-arrive", ARRIVE,
        sub(r"arrive(\.release)?(\.cta|\.cluster)?(?=\.shared)", lambda f: f"arrive.relaxed{f.group(2) or '.cta'}"),
        EARLY, PROTOCOL, "an arrival that releases nothing", version="8.6"),
    Row("relaxed-wait", WAIT,
        sub(r"parity(\.acquire)?(\.cta|\.cluster)?(?=\.shared)", lambda f: f"parity.relaxed{f.group(2) or '.cta'}"),
        EARLY, PROTOCOL, "a wait that acquires nothing", version="8.6"),
    Row("relaxed-cluster", r"barrier\.cluster\.arrive",
        between(r"st\.shared", ".", sub(r"arrive(\.release)?", "arrive.relaxed")), f"{EARLY} {ORDER}", PROTOCOL,
        "a cluster barrier that releases nothing"),
    # Lifetime of mbarriers and tensor memory.
    Row("early-inval", WAIT, first("mbarrier.inval.shared::cta.b64 %0;"), "mbarrier-init", r"mbarrier\.",
        "an mbarrier is invalidated before a wait"),
    Row("init-again", r"mbarrier\.init", twice, "mbarrier-init", r"mbarrier\.init", "an mbarrier is initialised twice"),
    Row("drop-inval", r"mbarrier\.inval", dropped, "mbarrier-init", r"mbarrier\.init|" + STORE,
        "the word of an mbarrier is used without an inval before"),
    Row("dealloc-again", RELEASE, twice, "tcgen05-use-unallocated tcgen05-alloc-dealloc tcgen05-dealloc-mismatch",
        RELEASE, "tensor memory is released twice"),
    # Registers.
    Row("pool-exceeded", r"setmaxnreg\.inc", sub(COUNT, more(8)), "setmaxnreg-count warpgroup-registers", r"setmaxnreg",
        "more registers than others release"),
    Row("drop-dec", r"setmaxnreg\.dec", dropped, "setmaxnreg-count", r"setmaxnreg", "registers are not released"),
    # Phases and counts of mbarriers.
    Row("other-parity", WAIT, computed(PARITY, "xor.b32 %mutr0, %0, 1;"), f"{EARLY} {STUCK}", PROTOCOL,
        "the wait is for the phase before"),
    Row("same-parity", WAIT, of_computed(PARITY, sub(r"\], %\w+(?=[,;])", "], 0")), f"{EARLY} {STUCK}", PROTOCOL,
        "the parity never changes"),
    Row("next-mbarrier", f"{WAIT}|{ARRIVE}|{EXPECT}", sub(ADDRESS, r"[\1+8]"), f"{EARLY} {STUCK} mbarrier-init",
        PROTOCOL, "the mbarrier of the next stage"),
    Row("completes-on-next", COPY, sub(LAST_ADDRESS, r"[\1+8]"), f"{EARLY} {STUCK} mbarrier-init", PROTOCOL,
        "a copy completes on the mbarrier of the next stage"),
    Row("commits-to-next", r"tcgen05\.commit", sub(ADDRESS, r"[\1+8]"), f"{EARLY} {STUCK} mbarrier-init", PROTOCOL,
        "a commit arrives at the mbarrier of the next stage"),
    Row("wait-once", WAIT, back_edge(dropped), f"{EARLY} {STUCK}", PROTOCOL, "a wait is not repeated"),
    Row("wait-inverted", WAIT,
        back_edge(lambda s, f, b: sub(r"@!?", "@" if b.negated else "@!")(s, f, b) if b.predicate else None),
        f"{EARLY} {STUCK}", PROTOCOL, "a wait is repeated when it has succeeded"),
    Row("arrive-twice", ARRIVE, twice, f"{EARLY} {STUCK}", PROTOCOL, "a thread arrives twice"),
    Row("expect-twice", EXPECT, twice, f"{EARLY} {STUCK}", PROTOCOL, "bytes are expected twice"),
    Row("commit-twice", r"tcgen05\.commit", twice, f"{EARLY} {STUCK}", PROTOCOL, "a product is committed twice"),
    Row("arrive-early", ARRIVE, before_last(f"{LOAD}|{PRODUCT}"), EARLY, PROTOCOL,
        "a stage is given free before it is read"),
    # Copies and groups.
    Row("copy-doubled", COPY, sub(r"(?<=, )(\d+)(?=, \[)", lambda f: str(2 * int(f.group(1)))),
        f"{STUCK} async-overwrite {BEYOND}", PROTOCOL, "a copy of twice as many bytes"),
    Row("copy-operands", COPY, sub(r"\[(%\w+)\](.*)\[(%\w+)\];", r"[\3]\2[\1];"),
        f"{EARLY} {STUCK} {BEYOND} mbarrier-init async-alignment", PROTOCOL,
        "a copy to the mbarrier, which completes on the data"),
    Row("copy-to-next", COPY, lambda s, f, t: sub(r"\[(%\w+)\]", rf"[\1+{size(t)}]")(s, f, t) if size(t) else None,
        f"{EARLY} {BEYOND}", PROTOCOL, "a copy to the stage after its own"),
    Row("barrier-before-wait", r"cp\.async\.wait_(group|all)", of_all(swapped_with_next(WHOLE)), "async-copy-wait",
        f"cp\\.async|{LOAD}", "the barrier is before the wait for the own copies"),
    Row("lax-products", r"wgmma\.wait_group", sub(COUNT, more(1)), "wgmma-order async-overwrite", PROTOCOL,
        "a wait leaves a group of products more", needs=r"cp\.async"),
    # Clusters.
    Row("own-rank", r"mapa\.", sub(r", ([%\w]+);", ", %cluster_ctarank;"), f"{EARLY} {STUCK} mbarrier-init", PROTOCOL,
        "an arrival for another CTA is one for the own", needs=r"mbarrier\.arrive\S*\.shared::cluster|st\.async"),
    Row("one-receiver", COPY + r".*multicast", sub(r"\], [%\w]+;", "], 1;"), f"{EARLY} {STUCK}", PROTOCOL,
        "a copy for the first CTA only"),
    # What goes through local memory.
    Row("local-parity", STACK, local(PARITY, r"xor|and|not|mov|cvt\.", "xor.b32 %0, %0, 1;"), f"{EARLY} {STUCK}",
        PROTOCOL, "a wrong parity in local memory"),
    Row("local-address", STACK, local(ADDRESS, r"add\.\w64|mov|cvt", "add.u32 %0, %0, 8;"),
        f"{EARLY} {STUCK} mbarrier-init", PROTOCOL, "the address of another mbarrier in local memory"),
    Row("short-ring", r"setp\.(eq|ne)\.\w32\s+\S+ %\w+, [2-9];", ring_end, f"{EARLY} {STUCK} {BEYOND}", PROTOCOL,
        "a role counts one stage less"),
]


def size(statement):
    found = re.search(r", (\d+), \[", statement.text)
    return int(found.group(1)) if found else None


def rows(source, flow):
    if source.spelling != "ptx":
        return
    for row in ROWS:
        if row.needs and not re.search(row.needs, source.text):
            continue
        for statement in source.statements:
            if statement.spelling != "ptx" or not re.match(row.at, statement.bare):
                continue
            edits = row.change(source, flow, statement)
            if edits:
                own = [s for s in source.statements if s.block.function == statement.block.function]
                near = [s for s in own if re.match(row.near, s.bare)]
                edits = edits + newer(source, row.version)
                yield make(row.name, source, edits, row.rules.split(), [statement, *near], row.note)


def newer(source, version):
    """The version of the file, if it is older."""
    found = re.search(r"^\.version (\S+)", source.text, re.M)
    older = version and tuple(map(int, found.group(1).split("."))) < tuple(map(int, version.split(".")))
    return [(found.start(1), found.end(1), version)] if older else []


OPERATORS = [rows]
