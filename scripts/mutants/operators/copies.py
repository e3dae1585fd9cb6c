"""Copies, and stores and loads of threads beside them: fences of the proxy, waits and commits that are dropped, and waits that leave a group more."""

import itertools
import re

import edit
from mutant import make

STORE = re.compile(r"st\.shared(::cta)?\.|stmatrix\.|llvm\.store .*!llvm\.ptr<3>|store \S+ \S+ ptr addrspace\(3\)")

# What a copy does that is not waited for.
WAIT = {"async-copy-wait", "async-overwrite"}
LOAD = re.compile(r"ld\.shared(::cta)?\.|ldmatrix\.|nv(vm|gpu)\.ldmatrix|llvm\.load .*!llvm\.ptr<3>|load \S+ ptr addrspace\(3\)")


def loads(source):
    return [statement for statement in source.statements if LOAD.search(statement.text)]


def stores(source):
    return [statement for statement in source.statements if STORE.search(statement.text) and not statement.host]


def drop_proxy_fence(source, flow):
    """A fence between the stores of a tile and what reads it."""
    for fence in source.of_kind("fence_proxy"):
        readers = [s for s in source.of_kind("bulk_store", "wmma", "tmma") if s.block.function == fence.block.function]
        stored = [store for store in stores(source) if behind(flow, store, [fence])]
        if readers and any(flow.is_before(store, fence) for store in stored):
            earlier = [other for other in source.of_kind("fence_proxy") if other is not fence and flow.is_before(other, fence)]
            covers = any(all(flow.is_before(store, other) for store in stored) for other in earlier)
            reason = "an earlier fence covers the stores, and cp.async needs none" if covers else None
            yield make("drop-proxy-fence", source, edit.drop(source, fence), {"async-proxy-fence"}, [fence, *readers],
                       "no proxy fence behind the stores", reason)


def drop_bulk_group(source, flow):
    """A wait for bulk copies, or their commit, before the memory is written again."""
    for statement in source.of_kind("bulk_wait", "bulk_commit"):
        written = behind(flow, statement, writes(source))
        if written and covers_copy(source, flow, statement):
            yield make(f"drop-{statement.kind}", source, edit.drop(source, statement), {"async-overwrite"}, written, f"no {statement.kind}")


def covers_copy(source, flow, statement):
    """Whether a bulk copy is before a step of its groups: Triton commits copies of tensor maps, too."""
    return any(behind(flow, copy, [statement]) for copy in source.of_kind("bulk_store"))


def writes(source):
    return stores(source) + source.of_kind("bulk_copy")


def behind(flow, statement, others):
    """Which of the others can be executed after a statement."""
    block, index = statement.block, flow.source.statements.index
    return [s for s in others if s.block.function == block.function
            and (s.block is block and index(s) > index(statement)
                 or any(flow.leads_to(block.function, name, s.block) for name, _ in block.successors))]


def drop_cp_async(source, flow):
    """A wait for copies that are not in bulk, or their commit."""
    if not source.has("cp_async"):
        return
    for statement in source.of_kind("cp_wait", "cp_commit"):
        if not statement.text.startswith("%"):
            yield make(f"drop-{statement.kind}", source, edit.drop(source, statement), WAIT, copied(source, statement),
                       f"no {statement.kind}", uncovered(source, flow, statement))


def lax_wait(source, flow):
    """A wait that leaves one group more in flight."""
    for statement in source.of_kind("cp_wait", "bulk_wait"):
        number = re.search(r"\d+(?=\D*$)", re.sub(r"sm_\d+", "", statement.text))
        if not number or "all" in statement.text or statement.text.startswith("%") or not source.has("cp_async", "bulk_store"):
            continue
        start = statement.start + statement.text.rindex(number.group())
        edits = [(start, start + len(number.group()), str(int(number.group()) + 1))]
        rules, lines = (WAIT, copied(source, statement)) if statement.kind == "cp_wait" else ({"async-overwrite"}, [statement, *stores(source)])
        if statement.kind == "cp_wait" or behind(flow, statement, writes(source)) and covers_copy(source, flow, statement):
            yield make("lax-wait", source, edits, rules, lines, f"{statement.kind} leaves a group more", uncovered(source, flow, statement))


def copied(source, statement):
    """Where a report about a copy that is not in bulk may stand."""
    return [statement, *source.of_kind("cp_async", "wmma", "tmma"), *loads(source), *stores(source)]


def uncovered(source, flow, statement):
    """Why a wait or a commit is not needed, or None."""
    # Of regions nothing is known.
    if statement.kind == "cp_wait" and source.dialect != "gpu" and not behind(flow, statement, loads(source)):
        return "nothing reads shared memory behind it"
    if statement.kind == "cp_commit" and len(source.of_kind("cp_commit")) == 1 and re.search(r"wait[._]all", source.text):
        return "cp.async.wait_all waits for copies in no group"
    if statement.kind == "cp_commit" and is_joined(source, statement):
        return "the next group takes the copies, and the waits are for both"
    return None


def is_joined(source, commit):
    """Whether a commit that follows takes the copies of a dropped one, and every wait is for both groups."""
    steps = [s for s in source.of_kind("cp_commit", "cp_wait") if s.block.function == commit.block.function]
    following = [s for s in steps if s.block is commit.block and s.start > commit.start]
    newer = len(list(itertools.takewhile(lambda step: step.kind == "cp_commit", following)))
    waits = [re.search(r"wait_group\D*(\d+)", s.text) for s in steps if s.kind == "cp_wait"]
    most = max((int(wait.group(1)) if wait else 0 for wait in waits), default=0)
    # With a wait that leaves groups, one that is older than the dropped commit becomes younger by one.
    return newer > most and (most == 0 or steps[0] is commit)


OPERATORS = [drop_proxy_fence, drop_bulk_group, drop_cp_async, lax_wait]
