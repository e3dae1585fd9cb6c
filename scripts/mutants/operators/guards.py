"""Guards that are dropped, inverted, widened by a lane, or narrowed to one lane."""

import re

import edit
import kinds
from mutant import make

ISSUE = {"tcgen05-single-thread-issue"}
RULES = {
    "tmma": ISSUE, "tcommit": ISSUE, "mb_init": {"mbarrier-init"}, "try_cancel": {"clc-issue"},
    "alloc": {"tcgen05-warp-issue", "tcgen05-alloc-dealloc"},
    "dealloc": {"tcgen05-warp-issue", "tcgen05-alloc-dealloc", "tcgen05-dealloc-mismatch", "tcgen05-use-after-dealloc", "tcgen05-use-unallocated"},
    # Where the guard separates a producer from its consumers, rules about the wait also report that no thread consumes.
    "expect_tx": {"mbarrier-arrival-count", "mbarrier-never-completes", "async-copy-wait", "async-overwrite", "clc-transaction-bytes",
                  "clc-issue"},
}
ONE = kinds.ONE_THREAD | {"mb_init"}


def threads(source):
    """The threads of the block, where the kernel states them."""
    from .shape import block
    found = block(source)
    product = 1
    for size in found or [1024]:
        product *= size
    return product


def rules_for(guard, statements):
    rules = set().union(*(RULES.get(statement.kind, set()) for statement in statements))
    if "rank" in guard.leaves:
        rules |= {"tcgen05-pair-issue", "clc-transaction-bytes"}
    return rules


def single(source, flow, guard, names):
    """The statements of these kinds that a guard restricts."""
    return [statement for statement in flow.guarded(guard) if statement.kind in names]


def once(flow):
    """Guards in the order of the text, one for each statement."""
    seen = set()
    for guard in sorted(flow.thread_guards(), key=lambda g: (g.statement.start, not g.branch)):
        key = (guard.statement.outer if not guard.branch else guard.statement, guard.when, guard.branch)
        if key not in seen:
            seen.add(key)
            yield guard


def inside_one_thread(flow, guard):
    """Whether a guard is within another one that lets one thread pass: lanes that it adds never come."""
    return any(g.branch and g is not guard and guard.statement.block in g.region
               and any(s.kind == "expect_tx" and flow.innermost(s) is g for s in flow.expand(g.statements()))
               for g in flow.thread_guards())


def ring(source, hit):
    """Where the fault shows, too, if others answer to what the guarded statements do: rules and statements."""
    if any(s.kind == "try_cancel" for s in hit) and source.has("mb_arrive"):
        return {"mbarrier-arrival-count", "mbarrier-never-completes"}, source.of_kind("mb_wait", "mb_arrive", "expect_tx")
    return set(), []


def drop_guard(source, flow):
    for guard in once(flow):
        hit = single(source, flow, guard, ONE | kinds.ONE_WARP) or single(source, flow, guard, {"expect_tx"})
        if hit:
            # More copies than the consumers know of: what they write, or the wait for the stage, shows it.
            shows = single(source, flow, guard, {"bulk_copy", "mb_wait"}) if hit[0].kind == "expect_tx" else []
            rules, others = ring(source, hit)
            yield make("drop-guard", source, edit.change_guard(source, guard, "drop"), rules_for(guard, hit) | rules, [guard.statement, *hit, *shows, *others],
                       f"{guard.condition} no longer guards {hit[0].kind}")


def invert_guard(source, flow):
    for guard in once(flow):
        hit = single(source, flow, guard, ONE | kinds.ONE_WARP)
        if hit:
            rules = rules_for(guard, hit) | {"tcgen05-use-unallocated", "mbarrier-init"}
            if hit[0].kind == "alloc":
                rules = rules | {"data-race"}  # Several warps write their addresses to one word.
            reason = "the other CTA of the two requests instead" if inside_one_thread(flow, guard) else None
            more, others = ring(source, hit)
            yield make("invert-guard", source, edit.change_guard(source, guard, "invert"), rules | more, [guard.statement, *hit, *others],
                       f"{hit[0].kind} where {guard.condition} does not hold", reason)


def second_lane(source, flow):
    """Lanes 0 and 1 come through a guard of one thread as well: two, whichever lane is elected."""
    for guard in once(flow):
        own = [s for s in flow.guarded(guard) if flow.innermost(s) is guard and s.kind in ONE]
        if own and not (source.dialect == "gpu"):
            reason = "a guard around it lets only one thread come" if inside_one_thread(flow, guard) and "rank" not in guard.leaves else None
            rules, others = ring(source, own)
            yield make("second-lane", source, edit.change_guard(source, guard, "weaken", "lanes 0 and 1"), rules_for(guard, own) | rules,
                       [guard.statement, *own, *others], f"lanes 0 and 1 execute {own[0].kind}, too", reason)


def one_lane(source, flow):
    """A guard that whole warps pass lets one lane pass."""
    for guard in once(flow):
        own = [s for s in flow.guarded(guard) if flow.innermost(s) is guard and s.kind in kinds.WHOLE_WARP | kinds.WARP_GROUP]
        if any(s.kind not in ("shfl", "vote") for s in own) and source.dialect != "gpu":
            # A shuffle does not wait for lanes that have left: what a guard of an early return does to it is left out.
            rules = {"warp-sync-incomplete", "tcgen05-warp-issue", "warpgroup-incomplete"}
            yield make("one-lane", source, edit.change_guard(source, guard, "strengthen", "lane 0"), rules,
                       [guard.statement, *own], f"only lane 0 executes {own[0].kind}")


def elect_all(source, flow):
    """Every lane counts as elected."""
    chosen = [g for g in flow.thread_guards() if "lane" in g.leaves]
    for statement in source.of_kind("elect"):
        name = elected(source, statement)
        if not name:
            continue
        hit = [s for g in chosen for s in flow.guarded(g) if s.kind in ONE | {"expect_tx"} and depends(source, g, name)]
        if not hit:
            continue
        if statement.spelling == "mlir":
            edits = [(statement.start, statement.end, f"{name} = llvm.mlir.constant(true) : i1")]
        elif statement.spelling == "ll":
            edits = [(statement.start, statement.end, re.sub(r"call .*", "insertvalue { i32, i1 } zeroinitializer, i1 true, 1", statement.text))]
        else:
            edits = [(statement.start, statement.end, f"setp.eq.u32 {name}, 0, 0;")]
        rules = set().union(*(RULES[s.kind] for s in hit))
        yield make("elect-all", source, edits, rules, [statement, *hit], f"all lanes execute {hit[0].kind}")


def elected(source, statement):
    if statement.spelling in ("mlir", "ll"):
        return edit.result_of(statement)
    found = re.search(r"\|(\S+),", statement.text)
    return found.group(1) if found else None


def depends(source, guard, name):
    """Whether the condition of a guard is made of a value, within a few steps."""
    pending, seen = [guard.condition], set()
    while pending:
        current = pending.pop()
        if current == name:
            return True
        if current in seen:
            continue
        seen.add(current)
        for definition in re.finditer(r"^\s*(?:" + re.escape(current) + r" = (.*)|(?:and|or|mov|setp\S*)\.?\w* " + re.escape(current) + r", (.*))$", source.text, re.M):
            pending += re.findall(r"%[\w.]+", definition.group(1) or definition.group(2))
        if source.spelling == "ll" and re.search(re.escape(current) + r" = phi i1 .*\[ true, %(\w+) \]", source.text):
            block = re.search(re.escape(current) + r" = phi i1 .*\[ true, %(\w+) \]", source.text).group(1)
            pending += re.findall(r"br i1 (%\w+), label %" + block + r"\b", source.text)
    return False


def structured(source):
    """Each scf.if on a condition, with the statements in it."""
    for statement in source.statements:
        found = re.match(r"scf\.if (%\w+) \{", statement.text)
        if not found:
            continue
        indent = statement.start - source.text.rfind("\n", 0, statement.start) - 1
        end = source.text.index("\n" + " " * indent + "}", statement.start)
        inside = [s for s in source.statements if statement.start < s.start < end]
        yield statement, found, inside


def structured_guard(source, flow):
    """The guards of scf."""
    for statement, found, inside in structured(source):
        one = [s for s in inside if s.kind in ONE or s.kind == "expect_tx"]
        whole = [s for s in inside if s.kind in kinds.WHOLE_WARP]
        start, end = statement.start + found.start(1), statement.start + found.end(1)
        rules = set().union(*(RULES.get(s.kind, set()) for s in one))
        if one:
            edits = edit.before(source, statement, ["%mut_c = arith.constant true"]) + [(start, end, "%mut_c")]
            yield make("drop-guard-scf", source, edits, rules, [statement, *one], f"{found.group(1)} no longer guards {one[0].kind}")
            lines, name = edit.logic(source, "not", found.group(1))
            if one[0].kind == "mb_init":
                yield make("invert-guard-scf", source, edit.before(source, statement, lines) + [(start, end, name)], rules,
                           [statement, *one], f"{one[0].kind} where {found.group(1)} does not hold")
        if whole:
            lines, name = edit.value(source, "lane 0")
            more, result = edit.logic(source, "and", found.group(1), name)
            yield make("one-lane-scf", source, edit.before(source, statement, lines + more) + [(start, end, result)],
                       {"warp-sync-incomplete"}, [statement, *whole], f"only lane 0 executes {whole[0].kind}")


OPERATORS = [structured_guard, drop_guard, invert_guard, second_lane, one_lane, elect_all]
