"""Instruction kinds: one name for an instruction in every spelling.

A kind has a pattern for operations of MLIR (nvvm, nvgpu, gpu), one for the names of LLVM's intrinsics, and one for PTX.
The first kind that fits is taken, so that a longer name comes before its prefix.
"""

import re

TABLE = [
    # kind            MLIR operation                                LLVM intrinsic                                  PTX
    ("alloc",         r"nvvm\.tcgen05\.alloc\b",                    r"tcgen05\.alloc\.",                            r"tcgen05\.alloc\."),
    ("dealloc",       r"nvvm\.tcgen05\.dealloc\b",                  r"tcgen05\.dealloc\.",                          r"tcgen05\.dealloc\."),
    ("relinquish",    r"nvvm\.tcgen05\.relinquish_alloc_permit",    r"tcgen05\.relinq\.alloc\.permit\.",            r"tcgen05\.relinquish_alloc_permit\."),
    ("tmma",          r"nvvm\.tcgen05\.mma\b",                      r"tcgen05\.mma\.",                              r"tcgen05\.mma\."),
    ("tcommit",       r"nvvm\.tcgen05\.commit\b",                   r"tcgen05\.commit\.",                           r"tcgen05\.commit\."),
    ("tld",           r"nvvm\.tcgen05\.ld\b",                       r"tcgen05\.ld\.",                               r"tcgen05\.ld\."),
    ("tst",           r"nvvm\.tcgen05\.st\b",                       r"tcgen05\.st\.",                               r"tcgen05\.st\."),
    ("twait_ld",      r"nvvm\.tcgen05\.wait #nvvm\.tcgen05_wait<load>",  r"tcgen05\.wait\.ld",                      r"tcgen05\.wait::ld\."),
    ("twait_st",      r"nvvm\.tcgen05\.wait #nvvm\.tcgen05_wait<store>", r"tcgen05\.wait\.st",                      r"tcgen05\.wait::st\."),
    ("tfence_before", r"nvvm\.tcgen05\.fence #nvvm\.tcgen05_fence<before>", r"tcgen05\.fence\.before",              r"tcgen05\.fence::before"),
    ("tfence_after",  r"nvvm\.tcgen05\.fence #nvvm\.tcgen05_fence<after>", r"tcgen05\.fence\.after",                r"tcgen05\.fence::after"),
    ("try_cancel",    r"nvvm\.clusterlaunchcontrol\.try\.cancel",   r"clusterlaunchcontrol\.try_cancel\.",          r"clusterlaunchcontrol\.try_cancel\."),
    ("is_canceled",   r"query\.cancel query = is_canceled",         r"query_cancel\.is_canceled",                   r"clusterlaunchcontrol\.query_cancel\.is_canceled"),
    ("first_ctaid",   r"query\.cancel query = get_first",           r"query_cancel\.get_first_ctaid",               r"clusterlaunchcontrol\.query_cancel\.get_first_ctaid"),
    ("mb_init",       r"nvvm\.mbarrier\.init\b|nvgpu\.mbarrier\.init\b", r"mbarrier\.init\b",                       r"mbarrier\.init\."),
    ("expect_tx",     r"nv(vm|gpu)\.mbarrier\.arrive\.expect_tx",   r"mbarrier\.arrive\.expect\.tx\.",              r"mbarrier\.arrive\.expect_tx\."),
    ("mb_inval",      r"nv(vm|gpu)\.mbarrier\.inval\b",              r"mbarrier\.inval\b",                           r"mbarrier\.inval\."),
    ("mb_arrive",     r"nv(vm|gpu)\.mbarrier\.arrive\b",            r"mbarrier\.arrive\.(scope|shared|relaxed)",    r"mbarrier\.arrive\."),
    ("mb_wait",       r"nv(vm|gpu)\.mbarrier\.(try_wait|test\.wait)", r"mbarrier\.(try|test)\.wait",                r"mbarrier\.(try|test)_wait\."),
    ("fence_init",    r"nvvm\.fence\.mbarrier\.init",               r"fence\.mbarrier_init\.",                      r"fence\.mbarrier_init\."),
    ("fence_release", r"nvvm\.fence\.proxy\.sync_restrict \{order = #nvvm\.mem_order<release>", r"fence\.proxy\.async_generic\.release", r"fence\.proxy\.async::generic\.release"),
    ("fence_acquire", r"nvvm\.fence\.proxy\.sync_restrict \{order = #nvvm\.mem_order<acquire>", r"fence\.proxy\.async_generic\.acquire", r"fence\.proxy\.async::generic\.acquire"),
    ("fence_proxy",   r"nvvm\.fence\.proxy \{",                     r"fence\.proxy\.async",                         r"fence\.proxy\.async"),
    ("bar_arrive",    r"nvvm\.barrier\.arrive\b",                   r"barrier\.cta\.arrive\.",                      r"bar(rier)?(\.cta)?\.arrive(\.aligned)? "),
    ("bar_count",     r"nvvm\.barrier .*number_of_threads",         r"barrier\.cta\.sync\.aligned\.count",          r"bar(rier)?(\.cta)?\.sync(\.aligned)? [^,;]+,"),
    ("bar_all",       r"nvvm\.barrier0|nvvm\.barrier\b|gpu\.barrier", r"barrier\.cta\.sync\.aligned\.all|barrier0",  r"bar(rier)?(\.cta)?\.sync(\.aligned)? "),
    ("carrive",       r"nvvm\.cluster\.arrive",                     r"barrier\.cluster\.arrive",                    r"barrier\.cluster\.arrive"),
    ("cwait",         r"nvvm\.cluster\.wait",                       r"barrier\.cluster\.wait",                      r"barrier\.cluster\.wait"),
    ("wfence",        r"nvvm\.wgmma\.fence",                        r"wgmma\.fence\.",                              r"wgmma\.fence\."),
    ("wmma",          r"nvvm\.wgmma\.mma_async|nvgpu\.warpgroup\.mma %", r"wgmma\.mma_async",                       r"wgmma\.mma_async\."),
    ("wcommit",       r"nvvm\.wgmma\.commit\.group",                r"wgmma\.commit_group\.",                       r"wgmma\.commit_group\."),
    ("wwait",         r"nvvm\.wgmma\.wait\.group",                  r"wgmma\.wait_group\.",                         r"wgmma\.wait_group\."),
    ("setmaxnreg",    r"nvvm\.setmaxregister",                      r"setmaxnreg\.",                                r"setmaxnreg\."),
    ("elect",         r"nvvm\.elect\.sync",                         r"elect\.sync",                                 r"elect\.sync"),
    ("mapa",          r"nvvm\.mapa\b",                              r"mapa",                                        r"mapa\."),
    ("ldmatrix",      r"nv(vm|gpu)\.ldmatrix",                      r"ldmatrix\.",                                  r"ldmatrix\."),
    ("mma_sync",      r"nv(vm|gpu)\.mma\.sync",                     r"nvvm\.mma\.",                                 r"mma\.sync\."),
    ("shfl",          r"nvvm\.shfl\.sync|gpu\.shuffle",             r"shfl\.sync\.",                                r"shfl\.sync\."),
    ("vote",          r"nvvm\.vote\.sync",                          r"vote\.(\w+\.)?sync",                          r"vote\.sync\."),
    ("barwarp",       r"nvvm\.bar\.warp\.sync",                     r"bar\.warp\.sync",                             r"bar\.warp\.sync"),
    ("bulk_copy",     r"nvvm\.cp\.async\.bulk\.(tensor\.)?shared|nvgpu\.tma\.async\.load", r"cp\.async\.bulk\.(tensor\.g2s|global\.to\.shared)", r"cp\.async\.bulk\.(tensor\S*\.)?shared::(cluster|cta)\.global|cp\.async\.bulk\.tensor\.\w+\.shared::(cluster|cta)\.global"),
    ("bulk_store",    r"nvvm\.cp\.async\.bulk\.(tensor\.)?(global|reduce)|nvgpu\.tma\.async\.store", r"cp\.async\.bulk\.(tensor\.s2g|tensor\.reduce|shared\.cta\.to\.)", r"(multimem\.)?cp\.(reduce\.)?async\.bulk\.\S*(global|shared::cluster)\.shared::cta"),
    ("bulk_wait",     r"nvvm\.cp\.async\.bulk\.wait_group",       r"cp\.async\.bulk\.wait\.group",              r"cp\.async\.bulk\.wait_group"),
    ("bulk_commit",   r"nvvm\.cp\.async\.bulk\.commit\.group",    r"cp\.async\.bulk\.commit\.group",            r"cp\.async\.bulk\.commit_group"),
    ("cp_async",      r"nvvm\.cp\.async\.shared|nvgpu\.device_async_copy", r"cp\.async\.c[ag]\.",                   r"cp\.async\.c[ag]\."),
    ("cp_commit",     r"nvvm\.cp\.async\.commit\.group|nvgpu\.device_async_create_group", r"cp\.async\.commit\.group", r"cp\.async\.commit_group"),
    ("cp_wait",       r"nvvm\.cp\.async\.wait\.(group|all)|nvgpu\.device_async_wait", r"cp\.async\.wait\.(group|all)", r"cp\.async\.wait_(group|all)"),
    ("remote",        r"llvm\.load %\w+ : !llvm\.ptr<7>",           r"atomicrmw \w+ ptr %generic",                  r"(ld|st|st\.async)\.shared::cluster|mbarrier\.arrive\S*\.shared::cluster"),
    ("thread_id",     r"nvvm\.read\.ptx\.sreg\.(tid\.|laneid|warpid)|gpu\.(thread_id|lane_id|subgroup_id)", r"read\.ptx\.sreg\.(tid\.|laneid|warpid)", r"mov\.\w+ \S+ %(tid|laneid|warpid)"),
    ("rank",          r"nvvm\.read\.ptx\.sreg\.cluster\.cta|gpu\.cluster_block_id", r"read\.ptx\.sreg\.cluster\.cta",  r"mov\.\w+ \S+ %cluster_cta"),
]

MLIR = [(kind, re.compile(mlir)) for kind, mlir, _, _ in TABLE]
INTRINSIC = [(kind, re.compile(r"@?llvm\.nvvm\.\S*" + name + "|" + name)) for kind, _, name, _ in TABLE]
PTX = [(kind, re.compile(r"^" + ptx)) for kind, _, _, ptx in TABLE]
# A remote arrival is written as an arrival on a mapped address; "remote" tells it in PTX before "mb_arrive" does.
PTX.sort(key=lambda row: row[0] != "remote")

# One thread of the CTA (or of the CTA pair) issues these.
ONE_THREAD = {"tmma", "tcommit", "try_cancel"}
# One whole warp issues these.
ONE_WARP = {"alloc", "dealloc"}
# Every lane of a warp that comes executes these together.
WHOLE_WARP = {"alloc", "dealloc", "relinquish", "tld", "tst", "twait_ld", "twait_st", "ldmatrix", "mma_sync", "shfl", "vote"}
# All warps of a warp group execute these together.
WARP_GROUP = {"wfence", "wmma", "wcommit", "wwait", "setmaxnreg"}
TENSOR_MEMORY = {"tmma", "tcommit", "tld", "tst", "twait_ld", "twait_st"}


def of_mlir(text):
    call = re.search(r'llvm\.call_intrinsic "(llvm\.nvvm\.[^"]*)"', text)
    if call:
        return of_intrinsic(call.group(1))
    return first(MLIR, re.sub(r"^\s*(%[^=]*= )?", "", text))


def of_intrinsic(text):
    if "llvm.nvvm." not in text and "atomicrmw" not in text:
        return None
    return first(INTRINSIC, text)


def of_ptx(text):
    # Producers separate words by spaces or tabs.
    return first(PTX, re.sub(r"^@!?\S+ ", "", " ".join(text.split())))


def first(table, text):
    return next((kind for kind, pattern in table if pattern.search(text)), None)
