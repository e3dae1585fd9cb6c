"""The targets with which the figures are compared."""

THREE = ["NVVMTransplant", "NVVMVerify", "ConvertGPUToNVTileAA"]


def tables(processes, passes, sizes):
    """Prints growth and targets, and returns them."""
    process = {row["name"]: row for row in processes}
    of = {(row["pass"], row["on"]): row for row in passes}
    _, small, large = sizes

    growth = []
    for kind in ["nvvm-launch, attribute", "nvvm-launch, passthrough", "import-nvvm", "import and transplant"]:
        begin, end = process[f"{kind}, {small}"], process[f"{kind}, {large}"]
        growth.append({
            "what": kind,
            "time": end["ours_s"] / begin["ours_s"],
            "memory": end["ours_mib"] / begin["ours_mib"],
            "peer_time": end["peer_s"] / begin["peer_s"],
        })
    for name in [*THREE, "NVTileAADeriveLaunch"]:
        for kind in ["attribute", "passthrough"]:
            time = of[name, f"{kind}, {large}"]["seconds"] / max(of[name, f"{kind}, {small}"]["seconds"], 1e-4)
            growth.append({"what": f"{name}, {kind}", "time": time})
    print(f"\nfrom {small} to {large} kernels                 time  memory  time of the peer")
    for row in growth:
        memory, peer = (f"{row[key]:.2f}" if key in row else "" for key in ["memory", "peer_time"])
        print(f"{row['what']:<38}  {row['time']:6.2f}  {memory:>6}  {peer:>6}")

    bound = []

    def target(what, value, most, aim=None):
        row = {"what": what, "value": value, "bound": most, "met": value <= most}
        bound.append(row if aim is None else row | {"aim": aim})

    for kind in ["attribute", "passthrough", "real bodies"]:
        on = kind if kind == "real bodies" else f"{kind}, {large}"
        row = process[f"nvvm-launch, {on}"]
        target(f"nvvm-launch, {kind}: time", row["ratio"], 0.90, aim=0.80)
        target(f"nvvm-launch, {kind}: memory", row["memory_ratio"], 1.0)
        share = sum(of[name, on]["share"] for name in THREE)
        target(f"three passes, {kind}: share", share, 0.06 if kind == "real bodies" else 0.03)
        if kind != "real bodies":
            slowest = max(of[name, on]["microseconds_each"] for name in THREE)
            target(f"slowest pass, {kind}: us a function", slowest, 1.5)
    for kind, on in [("generated", large), ("real bodies", "real bodies")]:
        row = process[f"import-nvvm, {on}"]
        target(f"import-nvvm, {kind}: time", row["ratio"], 0.75)
        target(f"import-nvvm, {kind}: memory", row["memory_ratio"], 1.0)
        target(f"import and transplant, {kind}: time", process[f"import and transplant, {on}"]["ratio"], 0.90)
    ours = of["ConvertGPUToNVTileAA", "launches, 50000"]["microseconds_each"]
    peer = of["GpuToLLVMConversionPass", "launches, 50000"]["microseconds_each"]
    target("conversion of a launch against gpu-to-llvm", ours / peer, 1.0)
    target("start-up: time", process["start-up"]["ratio"], 0.6)
    # The rows of nvvm-launch are for comparison only: their constant part is smaller, so the ratio is larger.
    passes_and_import = [row["time"] for row in growth if not row["what"].startswith("nvvm-launch")]
    target("growth of passes and import: time", max(passes_and_import), 10.5)
    target("growth: memory", max(row.get("memory", 0) for row in growth), 10.5)
    target("nvvm-verify, 50 operations: share", of["NVVMVerify", "bodies of 50 operations, 100000"]["share"], 0.1)
    if ("NVVMTransplant", f"attribute, {large}, plugin") in of:
        seconds = [of["NVVMTransplant", f"attribute, {large}, {name}"]["seconds"] for name in ["plugin", "shared tileiras-opt"]]
        target("transplant by the plugin against tileiras-opt", seconds[0] / seconds[1], 1.2)
    two_threads = process["tileiras-cc, 200 inputs, two threads against one"]
    target("tileiras-cc, two threads against one", two_threads["ratio"], 1 / 1.7)
    print("\ntarget                                          measured    bound    aim")
    for row in bound:
        aim = f"{row['aim']:5.3f}" if "aim" in row else ""
        mark = "" if row["met"] else "missed"
        print(f"{row['what']:<44}  {row['value']:9.3f}  {row['bound']:7.3f}  {aim:>5}  {mark}".rstrip())
    return {"growth": growth, "targets": bound}
