"""The wrong threads: a part of a warp, a divergent barrier, a peer that leaves, both CTAs of a pair, an answer not checked."""

import re

import edit
import kinds
from mutant import make
from .order import cluster_barriers, loops
from .shape import block, cluster, product

PARTIAL = {"tld", "tst", "twait_ld", "twait_st", "ldmatrix", "mma_sync", "shfl", "vote", "alloc", "dealloc",
           "wfence", "wmma", "wcommit", "wwait", "setmaxnreg"}


def half_warp(source, flow):
    """Lanes 16 to 31 go around an instruction that all lanes execute together."""
    for statement in source.of_kind(*PARTIAL):
        edits = edit.wrap(source, statement, "half a warp")
        rules = {"warp-sync-incomplete", "tcgen05-warp-issue"}
        if statement.kind in kinds.WARP_GROUP:
            rules.add("warpgroup-incomplete")
        reason = None
        if statement.kind in ("shfl", "vote") and is_last(source, statement):
            reason = "the other lanes end next, and the instruction waits only for lanes that have not ended"
        yield make("half-warp", source, edits, rules, [statement], f"half a warp executes {statement.kind}", reason) if edits else None


def is_last(source, statement):
    """Whether no other instruction of several threads follows in a kernel of PTX, no branch, and no call but of the system."""
    if not any(source.is_kernel(start) for function, start in source.headers if function == statement.block.function):
        return False
    after = following(source, statement)
    is_call = re.compile(r"call\b(?!.*\b(vprintf|malloc|free)\b)")
    return source.spelling == "ptx" and not any(s.kind or s.bare.startswith("bra") or is_call.match(s.bare) for s in after)


def following(source, statement):
    """The statements after one in its function, in the order of the text."""
    after = source.statements[source.statements.index(statement) + 1:]
    return [s for s in after if s.block.function == statement.block.function]


def one_warp_of_group(source, flow):
    """One warp of each group executes an instruction of warp groups."""
    sizes = block(source)
    if not sizes or sizes[0] % 128 or source.dialect == "gpu":
        return
    for statement in source.of_kind(*kinds.WARP_GROUP):
        yield make("one-warp", source, edit.wrap(source, statement, "a warp of each group"), {"warpgroup-incomplete"}, [statement],
                   f"one warp of a group executes {statement.kind}")


def divergent_barrier(source, flow):
    """A barrier of all threads that lanes or warps go around."""
    sizes = block(source)
    if not sizes:
        return
    flat = product(sizes) == sizes[0]
    for statement in source.of_kind("bar_all"):
        if flow.innermost(statement) is not None:
            continue
        if ".sync 0" not in statement.text or "barrier.sync 0" not in statement.text or "aligned" in statement.text:
            mutant = wrapped("divergent-lanes", source, statement, "half a warp", {"cta-barrier-divergent", "warp-sync-incomplete"})
            if mutant and is_last(source, statement) and not any(re.match(r"(st|atom|red)\.", s.bare) for s in following(source, statement)):
                mutant.equivalent = "the other lanes end next, and are no longer in the warp"
            yield mutant
        if flat and product(sizes) > 32 and not last_barrier(source, statement):
            yield wrapped("divergent-warps", source, statement, "warp 0", {"cta-barrier-divergent", "tcgen05-use-unallocated", "mbarrier-init"})
    for statement in source.of_kind("carrive", "cwait"):
        if flow.innermost(statement) is None and "aligned" in statement.text:
            yield wrapped("divergent-cluster-lanes", source, statement, "half a warp", {"cluster-barrier-divergent", "cluster-barrier-unpaired", "warp-sync-incomplete"})


def warps_first(source, flow):
    """Each warp alone passes a barrier of its own count directly before one of all threads with the same id."""
    sizes = block(source)
    if not sizes or product(sizes) <= 32:
        return
    for statement in source.of_kind("bar_all"):
        if flow.innermost(statement) is not None or statement.host:
            continue
        name = re.search(r"(?:sync(?:\.aligned)?|all\(i32) (\d+)", statement.bare)
        number = name.group(1) if name else "0"
        if source.dialect == "gpu" or statement.spelling != source.spelling or re.search(r"[ (]%", statement.bare):
            continue
        lines = {
            "ptx": [f"bar.sync {number}, 32;"],
            "ll": [f"call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 {number}, i32 32)"],
            "mlir": [f"%mut_id = llvm.mlir.constant({number} : i32) : i32", "%mut_n = llvm.mlir.constant(32 : i32) : i32",
                     "nvvm.barrier id = %mut_id number_of_threads = %mut_n"],
        }[source.spelling]
        mutant = make("warps-first", source, edit.before(source, statement, lines), {"named-barrier-count"}, [statement], "a barrier of one warp with the id of one of all")
        mutant.lines |= {statement.line + number for number in range(1, len(lines) + 1)}
        yield mutant


def turns_by_thread(source, flow):
    """A barrier is in a loop with another number of turns in each thread."""
    sizes = block(source)
    if source.spelling != "ptx" or not sizes or product(sizes) != sizes[0]:
        return
    for statement in source.of_kind("bar_all"):
        if flow.innermost(statement) is not None or statement.predicate or last_barrier(source, statement):
            continue
        head = ["mov.u32 %mutr0, %tid.x;", "MUT_AGAIN:"]
        tail = ["sub.u32 %mutr0, %mutr0, 1;", "setp.ge.s32 %mutp0, %mutr0, 0;", "@%mutp0 bra MUT_AGAIN;"]
        edits = edit.registers(source, statement) + edit.before(source, statement, head) + edit.after(source, statement, tail)
        yield make("turns-by-thread", source, edits, {"cta-barrier-divergent"}, [statement], "each thread passes the barrier another number of times")


def last_barrier(source, statement):
    """A warp that goes around the last barrier leaves, and a barrier does not wait for warps that have left."""
    after = source.statements[source.statements.index(statement) + 1:]
    return not any(s.kind in ("bar_all", "cwait") for s in after)


def wrapped(operator, source, statement, who, rules):
    edits = edit.wrap(source, statement, who)
    others = source.of_kind("carrive", "cwait") if statement.kind.startswith("c") else []
    return make(operator, source, edits, rules, [statement, *others], f"only {who} executes {statement.kind}") if edits else None


def multicasts(source):
    """Whether requests of the kernel are for all CTAs of the cluster."""
    return any("multicast" in statement.text for statement in source.of_kind("try_cancel"))


def peer_leaves(source, flow):
    """Rank 1 returns after the first cluster barrier."""
    pairs = list(cluster_barriers(source))
    if not pairs or product(cluster(source) or [1]) < 2:
        return
    wait = pairs[0][1]
    outer = wait.outer
    index = source.statements.index(wait)
    following = next((s for s in source.statements[index + 1:] if not s.host and s.outer is not outer), None)
    if following is None or flow.innermost(wait) is not None:
        return
    pair = any(word in source.text for word in ("cta_group::2", "cta_2", ".cg2"))
    multicast = multicasts(source)
    lines = [following]
    if pair:
        rules, lines = {"cluster-peer-exited", "tcgen05-alloc-dealloc"}, lines + source.of_kind("tmma", "tcommit", "dealloc", "alloc")
    elif multicast:
        rules, lines = {"clc-multicast-exit", "cluster-peer-exited"}, lines + source.of_kind("try_cancel")
    elif source.has("mapa") and not source.has("mb_wait"):
        rules, lines = {"cluster-peer-exited"}, lines + source.of_kind("mapa", "remote")
    elif "multicast_mask" in source.text:
        rules, lines = {"cluster-peer-exited"}, lines + source.of_kind("bulk_copy")
    else:
        return
    edits = edit.leave(source, following, "rank 1")
    if edits:
        mutant = make("peer-leaves", source, edits, rules, lines, "rank 1 returns early")
        mutant.lines |= {following.line + extra for extra in range(6)}
        yield mutant


def both_issue(source, flow):
    """Every CTA takes itself for rank 0."""
    pair = any(word in source.text for word in ("cta_group::2", "cta_2", ".cg2"))
    multicast = multicasts(source)
    if not pair and not multicast:
        return
    for statement in source.statements:
        text = statement.text
        found = re.match(r"(%\w+) = nvvm\.read\.ptx\.sreg\.cluster\.cta", text)
        if found:
            edits = [(statement.start, statement.end, f"{found.group(1)} = llvm.mlir.constant(0 : i32) : i32")]
        elif re.match(r"(%\w+) = call i32 @llvm\.nvvm\.read\.ptx\.sreg\.cluster\.cta", text):
            edits = [(statement.start, statement.end, f"{text.split(' = ')[0]} = or i32 0, 0")]
        elif "%cluster_cta" in text and statement.spelling in ("ptx", "asm"):
            register = re.search(r"%cluster_cta\w+(\.x)?", text)
            edits = [(statement.start + register.start(), statement.start + register.end(), "0")]
        else:
            continue
        if not decides(source, statement):
            continue
        rules = {"tcgen05-pair-issue"} if pair else {"clc-issue", "clc-transaction-bytes"}
        yield make("both-issue", source, edits, rules, [statement, *source.of_kind("tmma", "tcommit", "try_cancel")], "all CTAs take themselves for rank 0")


def decides(source, statement):
    """Whether the rank is compared, and not only part of an address. A rank of several dimensions has to be 0 in all."""
    ranks = source.of_kind("rank")
    if any(".y" in s.text for s in ranks):
        return False
    return statement is ranks[0] or len(ranks) == 1


def canceled_branches(source, flow):
    for guard in flow.guards:
        if guard.branch and "cancel" in guard.leaves and "wait" not in guard.leaves - {"wait"}:
            yield guard


def unchecked(source, flow):
    """The first ctaid is read, or the next request made, whatever the answer is."""
    seen = set()
    for guard in canceled_branches(source, flow):
        statement = guard.statement
        hit = [s for b in guard.region for s in flow.expand(b.statements) if s.kind == "first_ctaid"]
        hit = hit or [s for b in guard.region for s in flow.expand(b.statements) if s.kind == "try_cancel"]
        if not hit or statement in seen:
            continue
        seen.add(statement)
        # One role that goes on alone waits for what no other one sends, or arrives too often.
        rules = {"clc-canceled-unchecked", "clc-after-failure", "mbarrier-never-completes", "mbarrier-arrival-count", "clc-issue"}
        lines = [statement, *hit, *source.of_kind("try_cancel", "first_ctaid", "mb_wait", "mb_arrive", "expect_tx")]
        yield make("answer-ignored", source, edit.change_guard(source, guard, "drop"), rules, lines, "the answer is not checked")
        yield make("answer-inverted", source, edit.change_guard(source, guard, "invert"), rules, lines, "goes on after a failure")


def unchecked_predicate(source, flow):
    """The first ctaid is read without the predicate of the answer."""
    for statement in source.of_kind("first_ctaid"):
        if statement.predicate:
            length = len(re.match(r"@!?\S+\s+", statement.text).group(0))
            # Without another definition, a correct kernel does not use what a failed request leaves in the register.
            result = re.search(r"\{?\s*([%$][\w.]+)", statement.text[length:]).group(1)
            defined = [s for s, _ in flow.definitions(result, statement.block.function)] if result.startswith("%") else [statement]
            reason = "the first CTA may be read in any case, and is used only if there is one" if len(defined) < 2 else None
            yield make("answer-unguarded", source, [(statement.start, statement.start + length, "")], {"clc-canceled-unchecked"}, [statement],
                       "the answer is not checked", reason)


def after_failure(source, flow):
    """A CTA that has seen a failure goes back and asks again."""
    if not source.has("try_cancel") or not loops(source):
        return
    for statement in source.statements:
        if source.spelling == "ptx" and re.match(r"@!\S+ (bra (LEAVE|STOP)|ret);", statement.text):
            previous = source.statements[source.statements.index(statement) - 1]
            target = re.search(r"^(PROCESS|process|ASK|LOOP):", source.text, re.M)
            if previous.kind == "is_canceled" and target and target.start() < statement.start:
                text = re.sub(r"(bra \w+|ret);", f"bra {target.group(1)};", statement.text)
                yield make("ask-after-failure", source, [(statement.start, statement.end, text)], {"clc-after-failure"},
                           [statement, *source.of_kind("try_cancel")], "asks again after a failure")
    for guard in canceled_branches(source, flow):
        statement = guard.statement
        back = [s for b in guard.region for s in b.statements[-1:] if re.search(r"llvm\.br \^(next|loop|cluster)\(", s.text)]
        if back and source.spelling == "mlir":
            call = re.search(r"\^(next|loop|cluster)\((.*) :", back[0].text)
            label = re.search(r"\^" + call.group(1) + r"\(([^)]*)\):", source.text)
            names = [part.split(":")[0].strip() for part in label.group(1).split(",")]
            types = [part.split(":")[1].strip() for part in label.group(1).split(",")]
            found = re.match(r"llvm\.cond_br (%\w+), (\^\w+), (\^\w+)$", statement.text)
            if found and found.group(3) == "^end":
                new = f"llvm.cond_br {found.group(1)}, {found.group(2)}, ^{call.group(1)}({', '.join(names)} : {', '.join(types)})"
                yield make("ask-after-failure", source, [(statement.start, statement.end, new)], {"clc-after-failure"},
                           [statement, *source.of_kind("try_cancel")], "asks again after a failure")


def asks_twice(source, flow):
    """A second request in a kernel that makes one, before the response to the first."""
    for statement in source.of_kind("try_cancel"):
        lines = edit.after(source, statement, [statement.text]) if not statement.host else [(statement.end, statement.end, " " + statement.text)]
        yield make("ask-twice", source, lines, {"clc-proxy-fence", "clc-transaction-bytes", "clc-response-wait"}, [statement], "two requests for one response")


OPERATORS = [half_warp, one_warp_of_group, divergent_barrier, warps_first, turns_by_thread, peer_leaves, both_issue, unchecked, unchecked_predicate, after_failure, asks_twice]
