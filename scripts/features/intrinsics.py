"""The statements of PTX that LLVM's back end writes for its NVVM intrinsics.

An intrinsic has variants: overloaded types and immediate arguments.
"""

import itertools
import json
import re

import forms
import llvm

# Targets that together select every instruction of LLVM 22, the newest first.
TARGETS = [("sm_100a", 90), ("sm_120a", 90), ("sm_90a", 90), ("sm_103a", 90)]
MOST = 400  # variants of one intrinsic
_SCALARS = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}
_SPACES = [0, 1, 3, 4, 5, 7]
# Arguments without a range, and values that they may need: sizes, register counts.
_FREE = [0, 1, 2, 3, 4, 64, 128]


def records():
    """The records of the intrinsics, as TableGen prints them."""
    include = llvm.TOOLS.parent / "include"
    source = include / "llvm/IR/Intrinsics.td"
    ran = llvm.tool("llvm-tblgen", ["--dump-json", "-I", str(include), str(source), "-o", "-"], "")
    if ran.returncode:
        raise SystemExit(ran.stderr[:600])
    return json.loads(ran.stdout)


def _type(record):
    """The LLVM type of a record, or what it is overloaded on."""
    sig, vt = record["Sig"], record["VT"]["def"]
    if record.get("Number") is not None and "LLVMMatchType" in record["!superclasses"]:
        return ("match", record["Number"])
    if record["isAny"]:
        return ("any", vt)
    if vt == "iPTR":
        space = sig[1] if len(sig) > 1 else 0
        return "ptr" if space == 0 else f"ptr addrspace({space})"
    match = re.fullmatch(r"v(\d+)(\w+)", vt)
    if match:
        return f"<{match[1]} x {_SCALARS.get(match[2], match[2])}>"
    return _SCALARS.get(vt, vt)


def _choices(kind):
    """The types and the suffixes of what a type is overloaded on."""
    if kind == "pAny":
        return [("ptr" if n == 0 else f"ptr addrspace({n})", f"p{n}") for n in _SPACES]
    if kind == "iAny":
        return [("i32", "i32"), ("i64", "i64"), ("i16", "i16")]
    if kind == "fAny":
        return [("float", "f32"), ("double", "f64"), ("half", "f16"), ("bfloat", "bf16")]
    return []


class Variant:
    """One call: an intrinsic with its types and its immediate arguments."""

    def __init__(self, name, returned, arguments, immediates):
        self.name, self.immediates = name, immediates
        self.returned, self.arguments = returned, arguments

    def function(self, name):
        """The declaration and a function that calls it."""
        fixed = dict(self.immediates)
        declared = f"declare {self.returned} @{self.name}({', '.join(self.arguments)})"
        given = ", ".join(f"{kind} {self.value(at, kind, fixed)}" for at, kind in enumerate(self.arguments))
        taken = ", ".join(f"{kind} %a{at}" for at, kind in enumerate(self.arguments) if at not in fixed)
        if self.returned == "void":
            body = f"call void @{self.name}({given})\n  ret void"
        else:
            body = f"%r = call {self.returned} @{self.name}({given})\n  ret {self.returned} %r"
        return [declared], f"define {self.returned} @{name}({taken}) {{\n  {body}\n}}"

    def value(self, at, kind, fixed):
        """The text of an argument."""
        if at not in fixed:
            return f"%a{at}"
        return ("true" if fixed[at] else "false") if kind == "i1" else str(fixed[at])


def _immediates(record, data, types):
    """The immediate arguments, with the values to try."""
    ranges, wanted = {}, []
    for reference in record["IntrProperties"]:
        prop = data[reference["def"]]
        if "Range" in prop["!superclasses"]:
            ranges[prop["ArgNo"] - 1] = range(prop["Lower"], prop["Upper"])
        if "ImmArg" in prop["!superclasses"]:
            wanted.append(prop["ArgNo"] - 1)
    found = []
    for at in sorted(wanted):
        values = [0, 1] if types[at] == "i1" else list(ranges.get(at, _FREE))[:16]
        found.append((at, values))
    return found


def variants(data):
    """Every variant of every NVVM intrinsic."""
    for reference in sorted(data["!instanceof"]["Intrinsic"]):
        if not reference.startswith("int_nvvm"):
            continue
        record = data[reference]
        name = record["LLVMName"] or "llvm." + reference.removeprefix("int_").replace("_", ".")
        returned = [_type(data[kind["def"]]) for kind in record["RetTypes"]]
        given = [_type(data[kind["def"]]) for kind in record["ParamTypes"]]
        if any(kind == "metadata" for kind in given):
            continue
        slots = [kind[1] for kind in returned + given if kind[0] == "any"]
        made = 0
        for chosen in itertools.product(*map(_choices, slots)):
            types = iter(chosen)
            resolved = []
            for kind in returned + given:
                if kind[0] == "any":
                    resolved.append(next(types)[0])
                elif kind[0] == "match":
                    resolved.append(chosen[kind[1]][0])
                else:
                    resolved.append(kind)
            results, arguments = resolved[: len(returned)], resolved[len(returned) :]
            result = "void" if not results else results[0] if len(results) == 1 else "{ " + ", ".join(results) + " }"
            suffixed = ".".join([name, *(kind[1] for kind in chosen)])
            immediates = _immediates(record, data, arguments)
            for values in itertools.product(*(values for _, values in immediates)):
                pairs = tuple((at, value) for (at, _), value in zip(immediates, values))
                made += 1
                if made > MOST:
                    break
                yield Variant(suffixed, result, arguments, pairs)


def emitted(known):
    """The statements that the back end writes for the variants, one of each shape that no known statement has."""
    functions = {f"case{at}": variant.function(f"case{at}") for at, variant in enumerate(variants(records()))}
    left, texts = set(functions), {}
    for chip, version in TARGETS:
        texts.update(llvm.select(functions, left, chip, version))
        left -= set(texts)
    shapes, found = {forms.shape(statement) for statement in known}, {}
    for text in texts.values():
        for statement in llvm.statements(text):
            if forms.shape(statement) not in shapes:
                found.setdefault(forms.shape(statement), statement)
    return list(found.values())
