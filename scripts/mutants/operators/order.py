"""Fences, waits, barriers, arrivals, commits and releases that are dropped, swapped or moved."""

import re

import edit
import kinds
from mutant import make
from .copies import stores
from .shape import partners, plain_accesses

NEVER = "mbarrier-never-completes"
OVERWRITE = "async-overwrite"
# What is missing if a statement of this kind is dropped. A kind that needs a closer look is not here.
DROPPED = {
    "alloc": {"tcgen05-use-unallocated", "tcgen05-alloc-dealloc", "tcgen05-dealloc-mismatch"},
    "dealloc": {"tcgen05-alloc-dealloc"},
    "tcommit": {NEVER},
    "twait_ld": {"tcgen05-load-wait", "async-overwrite"},
    "twait_st": {"tcgen05-store-wait"},
    "mb_init": {"mbarrier-init"},
    "carrive": {"cluster-barrier-unpaired"},
    "cwait": {"cluster-barrier-unpaired"},
    # One that counts the whole block is a barrier of all threads.
    "bar_arrive": {"named-barrier-count", "cta-barrier-divergent"},
    "bar_count": {"named-barrier-count"},
    "wfence": {"wgmma-order"},
    "wcommit": {"wgmma-order"},
}
FENCES = {"tfence_before": "wait::ld, wait::st and commit complete the accesses before it; Triton writes none",
          "tfence_after": "the mbarrier of the commit, or the barrier, orders the accesses after it; Triton writes none",
          "relinquish": "a permit that is kept makes other CTAs wait, and breaks no rule"}


def drop_one(source, flow):
    for statement in source.statements:
        kind = statement.kind
        if kind in ("bar_count", "bar_arrive") and not partners(source, statement):
            continue  # What is left is a race of plain loads and stores, which no rule is about.
        if kind in DROPPED:
            rules, lines = DROPPED[kind], near(source, statement)
            reason = waits_later(source, statement) or reads_registers(source, statement)
            if kind == "bar_count":
                # What it orders are plain loads and stores, too.
                rules, lines = rules | {"data-race"}, lines + plain_accesses(source)
            if kind == "bar_count" and source.has("mb_init"):
                # The barrier is between the initialisation and a use.
                rules, lines = rules | {"mbarrier-init"}, lines + source.of_kind("mb_wait", "mb_arrive", "expect_tx", "tcommit")
            if kind == "bar_count" and source.has("bulk_store"):
                # The barrier is between stores and a copy of what they store.
                rules, lines = rules | {"async-proxy-fence", OVERWRITE}, lines + source.of_kind("bulk_store") + stores(source)
            if kind == "bar_count" and source.spelling == "ptx":
                together = [statement, *partners(source, statement)]
                alike = len({id(flow.innermost(s)) for s in together}) == 1 or first_of(together, flow)
                if all(s.kind == kind for s in together) and alike and not source.has("bulk_store"):
                    reason = "all threads of the barrier leave it out alike, and still meet"
            if kind == "cwait":
                # A barrier without its wait is also one that is missing.
                more, others = barrier_of(source, statement)
                rules, lines = rules | more, lines + others
            yield make(f"drop-{kind}", source, edit.drop(source, statement), rules, lines, f"no {kind}", reason)
        elif kind in FENCES:
            yield make(f"drop-{kind}", source, edit.drop(source, statement), set(), [statement], f"no {kind}", FENCES[kind])


def first_of(together, flow):
    """The barrier through which all paths to the others go, or None. As many threads as it counts are all that come to them."""
    return next((one for one in together if all(one is other or flow.is_before(one, other) for other in together)), None)


def near(source, statement):
    """Where a report may stand: at the statement, or at those that it belongs together with."""
    together = {"alloc": {"dealloc", "tmma", "tld", "tst"}, "dealloc": {"alloc"}, "tcommit": {"mb_wait", "tmma"},
                "twait_ld": {"tld", "tmma"}, "twait_st": {"tst", "tld", "tmma", "dealloc"},
                "mb_init": {"mb_inval", "mb_wait", "expect_tx", "tcommit", "mb_arrive", "try_cancel", "bulk_copy"},
                "carrive": {"cwait"}, "cwait": {"carrive"}, "bar_arrive": {"bar_count"}, "bar_count": {"bar_arrive", "bar_count"},
                "wfence": {"wmma"}, "wcommit": {"wwait", "wmma"}, "wwait": {"wmma"}}.get(statement.kind, set())
    uses = accumulator_uses(source) if statement.kind in ("wcommit", "wwait") else []
    return [statement, *source.of_kind(*together), *uses]


def waits_later(source, statement):
    """Why a wait for tcgen05.ld or tcgen05.st is not needed, or None. Waits for an mbarrier may be between, as loops."""
    if statement.kind not in ("twait_ld", "twait_st"):
        return None
    uses = {"tmma", "tcommit", "dealloc", "mb_arrive", "bar_arrive", "bar_count", "carrive", "remote"}
    uses |= {"tld"} if statement.kind == "twait_st" else set()
    behind = source.statements[source.statements.index(statement) + 1:]
    for before, found in zip([statement, *behind], behind):
        if found.kind == statement.kind:
            return "the next wait of this kind waits for these accesses, too, and nothing between needs them to be complete"
        leaves = re.search(r"\b(bra|ret|exit|call|br|cond_br|return)\b", found.text) and before.kind != "mb_wait"
        if found.kind in uses or leaves:
            return None
    return None


def reads_registers(source, statement):
    """Why a wait for tcgen05.ld is not needed, or None: nothing that comes later overwrites tensor memory."""
    if statement.kind != "twait_ld":
        return None
    behind = source.statements[source.statements.index(statement) + 1:]
    overwrites = source.of_kind("tmma", "tst")
    labels = re.findall(r"^\s*(\^?[\w$.]+)(?:\([^)]*\))?:", source.text[:statement.start], re.M)
    leads_back = any(re.search(r"\b(?:bra|br|cond_br)\b.*" + re.escape(label) + r"\b", source.text[statement.start:]) for label in labels)
    # A function can be called in a loop.
    leads_back |= any(found.block.function != statement.block.function for found in overwrites)
    if any(found in behind for found in overwrites) or overwrites and leads_back:
        return None
    return "what reads the registers of the load waits for it, and only the release comes later; CUTLASS leaves it out"


def accumulator_uses(source):
    """The statements of PTX that name registers of an accumulator."""
    if source.spelling != "ptx":
        return []
    lists = (re.search(r"\{([^}]*)\}", statement.text) for statement in source.of_kind("wmma"))
    registers = {name.strip() for found in lists if found for name in found.group(1).split(",")}
    statements = (statement for statement in source.statements if statement.kind != "wmma")
    return [statement for statement in statements if registers & set(re.findall(r"[%\w$]+", statement.text))]


def drop_wgmma_wait(source, flow):
    for statement in source.of_kind("wwait"):
        rules = {"wgmma-order", OVERWRITE}
        lines = [*near(source, statement), *source.of_kind("bulk_copy", "cp_async")]
        yield make("drop-wwait", source, edit.drop(source, statement), rules, lines, "no wait_group", in_flight(source, statement))


def in_flight(source, statement):
    """Why a wait that leaves groups in flight is not needed, or None."""
    pending = re.search(r"(\d+)\)?;?$", statement.text)
    refills = source.of_kind("bulk_copy", "cp_async")
    if pending and int(pending.group(1)) and len(source.of_kind("wwait")) > 1 and not refills:
        return "the last wait_group waits for all, and nothing reads the accumulator before it"
    return None


def swap_wgmma(source, flow):
    """Neighbours of the wgmma protocol in the wrong order."""
    for first, second in (("wfence", "wmma"), ("wcommit", "wwait"), ("wmma", "wcommit")):
        pairs = adjacent(source, first, second)
        for a, b in pairs:
            reason = in_flight(source, b) if second == "wwait" else None
            yield make(f"swap-{first}-{second}", source, swap(a, b), {"wgmma-order", OVERWRITE}, [a, b, *source.of_kind("wmma", "bulk_copy", "cp_async"), *accumulator_uses(source)], f"{second} before {first}", reason)


def adjacent(source, first, second):
    statements = source.statements
    for a, b in zip(statements, statements[1:]):
        if a.kind == first and b.kind == second and a.spelling == b.spelling and a.block is b.block:
            yield a, b


def swap(a, b):
    return [(a.start, a.end, b.text), (b.start, b.end, a.text)]


def swap_alloc(source, flow):
    """An allocation after the CTA has given up its permit."""
    for a, b in adjacent(source, "alloc", "relinquish"):
        yield make("alloc-after-relinquish", source, swap(a, b), {"tcgen05-alloc-after-relinquish"}, [a, b], "relinquish before alloc")


def drop_fence_init(source, flow):
    for statement in source.of_kind("fence_init"):
        yield make("drop-fence_init", source, edit.drop(source, statement), set(), [statement], "no fence.mbarrier_init",
                   "a barrier of the CTA, or one of the cluster with release and acquire, follows and makes the mbarrier visible")


def drop_clc_fence(source, flow):
    if not source.has("try_cancel") or not loops(source):
        return
    for statement in source.of_kind("fence_release", "fence_acquire", "fence_proxy"):
        if statement.start < source.of_kind("try_cancel")[0].start:
            continue  # It makes an mbarrier visible, and is not of this protocol.
        yield make("drop-clc-fence", source, edit.drop(source, statement), {"clc-proxy-fence"}, [statement, *source.of_kind("try_cancel")],
                   f"no {statement.kind} before the next request")


def loops(source):
    """Whether the requests of a kernel are in a loop."""
    return any(g in source.text for g in ("^next(", "^loop(", "^cluster(", "phi i32")) or source.spelling == "ptx"


def readers(source):
    """Where a report about a wait may stand: at what needs it."""
    return source.of_kind("tld", "is_canceled", "dealloc", "bulk_copy", "tmma", "wmma", "try_cancel", "remote", "mb_init")


def drop_wait(source, flow):
    """A wait on an mbarrier that is not executed, or whose result is taken for true."""
    for statement in source.of_kind("mb_wait"):
        rules, note = waits_for(source, statement)
        if not rules:
            continue
        if statement.spelling == "ptx":
            predicate = re.search(r"\s(%?\w+), \[", statement.text).group(1)
            edits = [(statement.start, statement.end, f"setp.eq.u32 {predicate}, 0, 0;")]
        elif statement.spelling == "asm":
            predicate = re.search(r"\s(\w+), \[", statement.text).group(1)
            edits = [(statement.start, statement.end, f"setp.eq.u32 {predicate}, 0, 0;")]
        else:
            edits = edit.drop(source, statement)
        lines = [statement, *readers(source)]
        yield make("drop-wait", source, edits, rules, lines, note)


def waits_for(source, statement):
    """The rules that a missing wait breaks, by what is read after it."""
    following = source.statements[source.statements.index(statement) + 1:]
    for other in following:
        if other.kind in ("expect_tx", "mb_init"):
            # In the text, the wait for a product can be before the producer.
            rules = {OVERWRITE, "async-copy-wait"} | ({"tcgen05-result-wait"} if source.has("tld") else set())
            return (rules, "a stage is filled again while it is read") if source.has("bulk_copy") else (None, "")
        if other.kind == "is_canceled" or "is_canceled" in other.text:
            return {"clc-response-wait"}, "the response is read before it is there"
        if other.kind == "dealloc" and source.has("remote"):
            return {"tcgen05-pair-dealloc-unsynced"}, "the peer may not have read"
        if other.kind == "tld":
            return {"tcgen05-result-wait"}, "the accumulator is read before the product is done"
        if other.kind in ("tmma", "wmma") and not source.has("bulk_copy"):
            return None, ""  # No copy completes on an mbarrier: the wait is for the product before, whose operands are overwritten next.
        if other.kind in ("tmma", "wmma"):
            # The wait can be for a free accumulator, too.
            return {"async-copy-wait", OVERWRITE}, "the operands are used before they are there"
        if other.kind == "carrive" and source.has("try_cancel"):
            return {"clc-response-wait"}, "the response is read before it is there"
        if re.search(r"llvm\.load %cell|load i32, ptr addrspace\(3\) %(cell|p)\b|ld\.shared\.(b32|u32)", other.text) and source.has("bulk_copy"):
            rules = {"async-copy-wait"}
            if source.has("is_canceled") and len(source.of_kind("mb_wait")) == 1:
                rules.add("clc-response-wait")
            return rules, "the tile is read before it is there"
    if source.has("try_cancel"):
        return {"clc-proxy-fence"}, "the next response overwrites one that others read"
    return None, ""


def other_mbarrier(source, flow):
    """The wait is on an mbarrier that nothing initialises."""
    if source.spelling == "mlir" and source.dialect != "gpu":
        for statement in source.of_kind("mb_wait"):
            rules, note = waits_for(source, statement)
            operand = re.search(r"nvvm\.mbarrier\.[^(% ]+[ (]+(%\w+)", statement.text)
            if rules and operand and not statement.host:
                start = statement.start + operand.start(1)
                edits = edit.before(source, statement, ["%mut_bar = llvm.mlir.addressof @mut_bar : !llvm.ptr<3>"])
                edits += [(start, start + len(operand.group(1)), "%mut_bar")]
                edits += [global_at(source, "llvm.mlir.global internal @mut_bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n")]
                yield make("other-mbarrier", source, edits, rules | {"mbarrier-init", NEVER}, [statement, *readers(source)], note)
    elif source.spelling == "ll":
        for statement in source.of_kind("mb_wait"):
            rules, note = waits_for(source, statement)
            operand = re.search(r"ptr addrspace\(3\) ([@%]\w+)", statement.text)
            if rules and operand and not statement.host:
                start = statement.start + operand.start(1)
                edits = [(start, start + len(operand.group(1)), "@mut_bar"),
                         global_at(source, "@mut_bar = internal addrspace(3) global i64 undef, align 8\n")]
                yield make("other-mbarrier", source, edits, rules | {"mbarrier-init", NEVER}, [statement, *readers(source)], note)
    elif source.spelling == "ptx":
        for statement in source.of_kind("mb_wait"):
            rules, note = waits_for(source, statement)
            operand = re.search(r"\[([%\w]+)\]", statement.text)
            if rules and operand:
                start = statement.start + operand.start(1)
                edits = [(start, start + len(operand.group(1)), "mut_bar"),
                         (source.text.index(".address_size 64\n"),) * 2 + ("",)]
                at = source.text.index(".address_size 64\n") + len(".address_size 64\n")
                edits[1] = (at, at, ".shared .align 8 .b64 mut_bar;\n")
                yield make("other-mbarrier", source, edits, rules | {"mbarrier-init", NEVER}, [statement, *readers(source)], note)


def global_at(source, text):
    """Before the first global or function."""
    at = re.search(r"^(llvm\.mlir\.global|llvm\.func|@|define)", source.text, re.M).start()
    return at, at, text


def drop_expect(source, flow):
    for statement in source.of_kind("expect_tx"):
        rules = {NEVER, "mbarrier-transaction-bytes"} | ({"clc-transaction-bytes"} if source.has("try_cancel") else set())
        yield make("drop-expect_tx", source, edit.drop(source, statement), rules, [statement, *source.of_kind("mb_wait", "try_cancel", "bulk_copy")], "no expect_tx")


def drop_arrive(source, flow):
    for statement in source.of_kind("mb_arrive", "remote"):
        if statement.kind == "remote" and "mbarrier.arrive" not in statement.text:
            continue
        name = edit.result_of(statement)
        if name and edit.used(source, name, statement):
            continue
        rules = {NEVER} | ({"tcgen05-pair-dealloc-unsynced"} if source.has("dealloc") else set())
        yield make("drop-arrive", source, edit.drop(source, statement), rules, [statement, *source.of_kind("mb_wait", "mb_init", "dealloc")], "no arrival")


def drop_barrier(source, flow):
    """A barrier of all threads, where a protocol depends on it."""
    for statement in source.of_kind("bar_all", *([] if source.has("bar_all") else ["barwarp"])):
        index = source.statements.index(statement)
        earlier = kinds_until(reversed(source.statements[:index]), {"bar_all", "cwait"})
        later = kinds_until(source.statements[index + 1:], {"bar_all", "cwait", "barwarp"})
        directly = next((s.kind for s in source.statements[index + 1:] if s.kind and not s.kind.startswith("tfence")), None)
        reason = None
        if directly == "carrive":
            reason = "a barrier of the cluster follows directly"
        if source.has("try_cancel") and any(k.startswith("fence_") for k in earlier) and "is_canceled" in earlier | later | {"is_canceled"} and not earlier & {"mb_init"}:
            rules = {"clc-proxy-fence", OVERWRITE}
        elif "dealloc" in later and not later & {"tmma"}:
            rules = {"tcgen05-dealloc-unsynced", "tcgen05-use-after-dealloc", "tcgen05-use-unallocated"}
        elif earlier & {"alloc"}:
            # The address is read while it is written.
            rules = {"tcgen05-use-unallocated", "mbarrier-init", "data-race"}
        elif earlier & {"mb_init"}:
            rules = {"mbarrier-init"}
        else:
            continue
        if statement.bare.startswith("barrier.sync") and source.has("setmaxnreg"):
            rules = rules | {"cta-barrier-divergent", NEVER}  # Warps with roles meet there from several places.
        else:
            reason = reason or ordered(source, statement, index)
        reason = reason or elected_or_first(source, flow, index)
        yield make("drop-barrier", source, edit.drop(source, statement), rules,
                   [statement, *source.of_kind("mb_init", "mb_wait", "alloc", "dealloc", "try_cancel", "tld", "tmma", "expect_tx", "tst")], "no barrier of the CTA", reason)


def ordered(source, statement, index):
    """Why another barrier orders what this one does, or None. In PTX without branches between, the text is the order."""
    if source.spelling != "ptx":
        return None
    back, forth = list(reversed(source.statements[:index])), source.statements[index + 1:]
    later, earlier = until(forth, {"bar_all", "cwait"}), until(back, {"bar_all", "cwait"})
    if later is not None and not any(s.kind in USES or re.match(r"(bra|ld\.shared)", s.bare) for s in later):
        return "another barrier of the CTA follows before the next use"
    if earlier is not None and not any(s.kind in kinds.TENSOR_MEMORY | {"alloc", "mb_init"} or s.bare.startswith("bra") for s in earlier):
        return "another barrier of the CTA is between the last use and this one"
    return None


def elected_or_first(source, flow, index):
    """Why no other thread than the one that initialises needs a barrier of PTX, or None.

    An elected lane initialises the mbarriers, and up to the next barrier only the first thread uses them. `elect.sync` can elect
    the first thread, and does so in practice.
    """
    back, forth = list(reversed(source.statements[:index])), until(source.statements[index + 1:], {"bar_all", "cwait"})
    back = until(back, {"bar_all", "cwait"}) or back
    if source.spelling != "ptx" or forth is None or any(s.kind == "alloc" or s.bare.startswith("bra") for s in back + forth):
        return None
    made, used = [s for s in back if s.kind == "mb_init"], [s for s in forth if s.kind in USES]
    if made and used and all(is_elected(flow, s) for s in made) and all(is_first_thread(flow, s) for s in used):
        return "the elected lane of the first warp can be the thread that uses the mbarriers before the next barrier"
    return None


def is_elected(flow, statement):
    guard = flow.innermost(statement)
    return guard is not None and "lane" in guard.leaves


def is_first_thread(flow, statement):
    """Whether the predicate of a statement of PTX, or a part of it, is that a number made of the thread id is 0."""
    function = statement.block.function
    pending = [statement.predicate] if statement.predicate and not statement.negated else []
    while pending:
        definitions = [found for found, _ in flow.definitions(pending.pop(), function)]
        text = definitions[0].bare if len(definitions) == 1 else ""
        conjunction = re.match(r"and\.pred\s+\S+, (\S+), (\S+);", text)
        pending += conjunction.groups() if conjunction else ()
        test = re.match(r"setp\.eq\.\w+\s+\S+, (\S+), 0;", text)
        if test and is_of_thread_id(flow, test.group(1), function):
            return True
    return False


def is_of_thread_id(flow, register, function):
    """Whether a register is the thread id, or some bits of it."""
    texts = [found.bare for found, _ in flow.definitions(register, function)]
    masked = len(texts) == 1 and re.match(r"and\.b32\s+\S+, (\S+), \d+;", texts[0])
    return len(texts) == 1 and "%tid.x" in texts[0] or bool(masked) and is_of_thread_id(flow, masked.group(1), function)


# What uses an mbarrier or tensor memory.
USES = kinds.TENSOR_MEMORY | {"dealloc", "mb_wait", "expect_tx", "mb_arrive", "bulk_copy", "try_cancel", "remote"}


def until(statements, ends):
    """The statements before the next one of some kinds; None if there is none."""
    for number, statement in enumerate(statements):
        if statement.kind in ends:
            return statements[:number]
    return None


def kinds_until(statements, ends):
    found = set()
    for statement in statements:
        if statement.kind in ends:
            break
        if statement.kind:
            found.add(statement.kind)
    return found


def cluster_barriers(source):
    """Pairs of arrive and wait, in the order of the text."""
    pending = None
    for statement in source.of_kind("carrive", "cwait"):
        if statement.kind == "carrive":
            pending = statement
        elif pending:
            yield pending, statement
            pending = None


def barrier_of(source, wait):
    """The rules that the loss of a cluster barrier breaks, and where they report."""
    pairs = list(cluster_barriers(source))
    for number, (arrive, other) in enumerate(pairs):
        if other is wait:
            rules, lines, _ = purpose(source, number, len(pairs), arrive, wait)
            return rules, lines
    return set(), []


def drop_cluster_barrier(source, flow):
    pairs = list(cluster_barriers(source))
    remote = [s for s in source.of_kind("remote") if "ld." in s.text or "st." in s.text]
    plain = source.spelling == "ptx" and remote and not source.has("mb_wait", "alloc", "try_cancel")
    for number, (arrive, wait) in enumerate(pairs):
        rules, lines, reason = purpose(source, number, len(pairs), arrive, wait)
        if rules is None:
            continue
        before = any(w.start < remote[0].start for a, w in pairs if w is not wait) if plain else False
        after = any(a.start > remote[-1].start for a, w in pairs if w is not wait) if plain else False
        if plain and before and after:
            rules, lines = rules | {"data-race"}, [*lines, *remote]
        edits = both(edit.drop(source, arrive), edit.drop(source, wait), arrive, wait)
        yield make("drop-cluster-barrier", source, edits, rules, [arrive, wait, *lines], "no cluster barrier", reason)


def both(first, second, arrive, wait):
    """Two removals; two statements that share a string of inline assembly are removed one by one."""
    return first + [e for e in second if e not in first]


def purpose(source, number, count, arrive, wait):
    """What a cluster barrier is for: the rules that its loss breaks, where they report, why it breaks none."""
    first, last = number == 0, number == count - 1
    if any(word in source.text for word in ("cta_2>", "cta_group::2", ".cg2")):
        if last and not first:
            return {"tcgen05-pair-dealloc-unsynced", "tcgen05-pair-dealloc-sync"}, source.of_kind("dealloc"), None
        return ({"mbarrier-init", "tcgen05-use-unallocated", "cluster-peer-not-started"},
                source.of_kind("mb_init", "tcommit", "tmma", "alloc", "mb_wait", "tld"), None)
    if source.has("try_cancel"):
        if first:
            return {"mbarrier-init", "cluster-peer-not-started"}, source.of_kind("mb_init", "try_cancel", "mb_wait", "expect_tx"), None
        if source.has("remote") and not last:
            return {"clc-response-wait"}, source.of_kind("remote", "is_canceled", "try_cancel"), None
        return {"clc-proxy-fence", "cluster-peer-exited"}, source.of_kind("try_cancel", "remote"), None
    if source.has("mapa") or "multicast_mask" in source.text:
        remote = source.of_kind("mapa", "remote", "bulk_copy")
        if first:
            return {"cluster-peer-not-started", "mbarrier-init"}, remote + source.of_kind("mb_init"), None
        if source.has("remote") and source.has("bulk_copy"):
            return {"cluster-peer-exited"}, remote, None
        if source.has("mb_wait"):
            return set(), remote, "each CTA that receives waits for the bytes before it leaves, and those that send need no memory of their own"
        return {"cluster-peer-exited"}, remote, None
    return set(), [], "nothing of another CTA is used"


def move_cluster_barrier(source, flow):
    """The last cluster barrier comes before the last use of what it protects, or after the release."""
    pairs = list(cluster_barriers(source))
    if len(pairs) < 2 or source.has("try_cancel"):
        return
    arrive, wait = pairs[-1]
    target = next((s for s in source.of_kind("tld", "remote") if s.start > pairs[0][1].end), None)
    if source.has("dealloc"):
        rules = {"tcgen05-pair-dealloc-unsynced"}
    elif target is not None and "mbarrier" not in target.text and "st.async" not in target.text:
        rules = {"cluster-peer-exited"}
    else:
        return
    if target is None or source.dialect == "gpu" or flow.innermost(target) is not None and target.kind == "tld":
        return
    # Around a guarded target, the barrier goes where all threads come: directly after the first one.
    place = pairs[0][1]
    edits = both(edit.drop(source, arrive), edit.drop(source, wait), arrive, wait) + edit.after(source, place, lines_of(source, arrive, wait))
    yield make("cluster-barrier-too-early", source, edits, rules, [target, arrive, wait, *source.of_kind("dealloc", "mapa", "remote")], "the barrier is before the last use")
    deallocs = source.of_kind("dealloc")
    if deallocs and not arrive.host:
        end = [s for s in source.statements if re.match(r"(llvm\.return|ret void|ret;|exit;)", s.text)][-1]
        edits = edit.drop(source, arrive) + edit.drop(source, wait) + edit.before(source, end, lines_of(source, arrive, wait))
        yield make("dealloc-before-barrier", source, edits, {"tcgen05-pair-dealloc-sync", "tcgen05-pair-dealloc-unsynced"},
                   [arrive, wait, end, *deallocs], "the barrier is after the release")


def lines_of(source, arrive, wait):
    if arrive.host and arrive.host is wait.host:
        text = f"{arrive.text}\\0A{wait.text}"
        if source.spelling == "mlir":
            return [f'llvm.inline_asm has_side_effects "{text}", "~{{memory}}" : () -> ()']
        return [f'call void asm sideeffect "{text}", "~{{memory}}"()']
    return [arrive.outer.text, wait.outer.text]


def use_after_dealloc(source, flow):
    """A warp reads tensor memory that it has released."""
    for statement in source.of_kind("dealloc"):
        if statement.spelling == "mlir" and "call_intrinsic" not in statement.text:
            address = re.search(r"dealloc (%\w+)", statement.text).group(1)
            line = f"%mut_v = nvvm.tcgen05.ld {address} {{shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>}} : i32"
            wait = "nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>"
        elif statement.spelling == "ll":
            address = re.search(r"addrspace\(6\) (%\w+)", statement.text).group(1)
            line = f"%mut_v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) {address}, i1 false)"
            wait = "call void @llvm.nvvm.tcgen05.wait.ld()"
        elif statement.spelling == "ptx":
            address = re.search(r"b32\s+([%\w]+),", statement.text).group(1)
            guard = f"@{'!' if statement.negated else ''}{statement.predicate} " if statement.predicate else ""
            line = f"{guard}tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%mutr0}}, [{address}];"
            wait = f"{guard}tcgen05.wait::ld.sync.aligned;"
        else:
            continue
        edits = edit.registers(source, statement) + edit.after(source, statement, [line, wait])
        mutant = make("use-after-dealloc", source, edits, {"tcgen05-use-after-dealloc", "tcgen05-use-unallocated"}, [statement], "a load after the release")
        mutant.lines |= {statement.line + 1, statement.line + 2}
        yield mutant


OPERATORS = [drop_one, drop_wgmma_wait, swap_wgmma, swap_alloc, drop_fence_init, drop_clc_fence, drop_wait, other_mbarrier,
             drop_expect, drop_arrive, drop_barrier, drop_cluster_barrier, move_cluster_barrier, use_after_dealloc]
