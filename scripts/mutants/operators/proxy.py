"""Stores of threads to shared memory, and copies and products that read it: fences of the proxy and waits that are dropped."""

import re

import edit
from mutant import make

STORE = re.compile(r"st\.shared(::cta)?\.|stmatrix\.|llvm\.store .*!llvm\.ptr<3>|store \S+ \S+ ptr addrspace\(3\)")


def stores(source):
    return [statement for statement in source.statements if STORE.search(statement.text) and not statement.host]


def drop_proxy_fence(source, flow):
    """A fence between the stores of a tile and what reads it."""
    for fence in source.of_kind("fence_proxy"):
        readers = [s for s in source.of_kind("bulk_store", "wmma", "tmma") if s.block.function == fence.block.function]
        stored = any(flow.is_before(store, fence) for store in stores(source) if store.block.function == fence.block.function)
        if readers and stored:
            yield make("drop-proxy-fence", source, edit.drop(source, fence), {"async-proxy-fence"}, [fence, *readers],
                       "no proxy fence behind the stores")


def drop_bulk_group(source, flow):
    """A wait for bulk copies, or their commit, before the memory is written again."""
    for statement in source.of_kind("bulk_wait", "bulk_commit"):
        block = statement.block
        again = [s for s in stores(source) + source.of_kind("bulk_copy") if s.block.function == block.function
                 and any(flow.leads_to(block.function, name, s.block) for name, _ in block.successors)]
        if again:
            yield make(f"drop-{statement.kind}", source, edit.drop(source, statement), {"async-overwrite"}, again, f"no {statement.kind}")


OPERATORS = [drop_proxy_fence, drop_bulk_group]
