"""Edits of a kernel's text that plant a fault, in every language.

An edit is a start, an end and the text that takes their place. A removed statement leaves its line behind, so that the
lines of the others stay what they were; what is added stands on lines of its own.
"""

import re

import flow

# What tells threads apart: the special register, the comparison, and the constant.
WHO = {
    "half a warp": ("laneid", "ult", 16),
    "lane 0": ("laneid", "eq", 0),
    "lanes 0 and 1": ("laneid", "ult", 2),
    "warp 0": ("tid.x", "ult", 32),
    "a warp of each group": ("tid.x & 127", "ult", 32),
    "rank 1": ("cluster.ctarank", "eq", 1),
}
PTX_COMPARISONS = {"ult": "lt", "eq": "eq"}


def value(source, who):
    """Lines that compute a predicate, and its name."""
    register, comparison, constant = WHO[who]
    register, _, mask = register.partition(" & ")
    if mask:
        lines, name = masked(source, register, mask)
        more = {"mlir": [f"%mut_k = llvm.mlir.constant({constant} : i32) : i32", f'%mut_p = llvm.icmp "{comparison}" {name}, %mut_k : i32'],
                "ll": [f"%mut_p = icmp {comparison} i32 {name}, {constant}"],
                "ptx": [f"setp.{PTX_COMPARISONS[comparison]}.u32 %mutp0, {name}, {constant};"]}[source.spelling]
        return lines + more, "%mutp0" if source.spelling == "ptx" else "%mut_p"
    if source.dialect == "gpu" and register != "cluster.ctarank":
        op = "gpu.lane_id" if register == "laneid" else "gpu.thread_id x"
        return [f"%mut_id = {op}", f"%mut_k = arith.constant {constant} : index",
                f"%mut_p = arith.cmpi {comparison}, %mut_id, %mut_k : index"], "%mut_p"
    if source.spelling == "mlir":
        return [f"%mut_id = nvvm.read.ptx.sreg.{register} : i32", f"%mut_k = llvm.mlir.constant({constant} : i32) : i32",
                f'%mut_p = llvm.icmp "{comparison}" %mut_id, %mut_k : i32'], "%mut_p"
    if source.spelling == "ll":
        return [f"%mut_id = call i32 @llvm.nvvm.read.ptx.sreg.{register}()",
                f"%mut_p = icmp {comparison} i32 %mut_id, {constant}"], "%mut_p"
    register = register.replace("cluster.", "cluster_")
    return [f"mov.u32 %mutr0, %{register};",
            f"setp.{PTX_COMPARISONS[comparison]}.u32 %mutp0, %mutr0, {constant};"], "%mutp0"


def masked(source, register, mask):
    """Lines that compute some bits of a special register, and the name of the result."""
    if source.spelling == "mlir":
        return [f"%mut_id = nvvm.read.ptx.sreg.{register} : i32", f"%mut_m = llvm.mlir.constant({mask} : i32) : i32",
                "%mut_b = llvm.and %mut_id, %mut_m : i32"], "%mut_b"
    if source.spelling == "ll":
        return [f"%mut_id = call i32 @llvm.nvvm.read.ptx.sreg.{register}()", f"%mut_b = and i32 %mut_id, {mask}"], "%mut_b"
    return [f"mov.u32 %mutr0, %{register};", f"and.b32 %mutr1, %mutr0, {mask};"], "%mutr1"


def logic(source, operation, a, b=None):
    """Lines that combine predicates (and, or, not, and-not, or-not), and the name of the result."""
    lines, result = [], "%mutp2" if source.spelling == "ptx" else "%mut_c"
    if operation.endswith("not"):
        negated = b or a
        inverse = "%mutp1" if source.spelling == "ptx" else "%mut_n"
        if operation == "not":
            inverse = result
        if source.spelling == "mlir" and source.dialect == "gpu":
            lines += ["%mut_true = arith.constant true", f"{inverse} = arith.xori {negated}, %mut_true : i1"]
        elif source.spelling == "mlir":
            lines += ["%mut_true = llvm.mlir.constant(true) : i1", f"{inverse} = llvm.xor {negated}, %mut_true : i1"]
        elif source.spelling == "ll":
            lines += [f"{inverse} = xor i1 {negated}, true"]
        else:
            lines += [f"not.pred {inverse}, {negated};"]
        if operation == "not":
            return lines, result
        b = inverse
    operation = operation.split("-")[0]
    if source.spelling == "mlir":
        prefix = f"arith.{operation}i" if source.dialect == "gpu" else f"llvm.{operation}"
        lines.append(f"{result} = {prefix} {a}, {b} : i1")
    elif source.spelling == "ll":
        lines.append(f"{result} = {operation} i1 {a}, {b}")
    else:
        lines.append(f"{operation}.pred {result}, {a}, {b};")
    return lines, result


def registers(source, statement):
    """PTX declares the registers that added lines use."""
    if source.spelling != "ptx":
        return []
    name = statement.block.function
    start = source.text.index("{\n", next(offset for function, offset in source.headers if function == name)) + 2
    return [(start, start, "  .reg .pred %mutp<4>;\n  .reg .b32 %mutr<4>;\n")]


def before(source, statement, lines):
    outer = statement.outer
    indent = " " * (outer.start - source.text.rfind("\n", 0, outer.start) - 1)
    return [(outer.start, outer.start, "".join(line + "\n" + indent for line in lines))]


def after(source, statement, lines):
    outer = statement.outer
    indent = " " * (outer.start - source.text.rfind("\n", 0, outer.start) - 1)
    return [(outer.end, outer.end, "".join("\n" + indent + line for line in lines))]


def result_of(statement):
    found = re.match(r"(%[\w.]+) = ", statement.text)
    return found.group(1) if found and not statement.host and statement.spelling != "ptx" else None


def type_of(source, statement):
    if source.spelling == "ll":
        found = re.search(r"call (.+?) (?:@|asm)", statement.text)
    else:
        found = re.search(r"-> (.+)$", statement.text) or re.search(r": ([^:]+)$", statement.text)
    return found.group(1).strip() if found else None


def used(source, name, statement):
    return len(re.findall(re.escape(name) + r"(?![\w.])", source.text)) > 1


def drop(source, statement, truth=True):
    """Removes a statement. A result that is used becomes true, or undefined."""
    name = result_of(statement)
    if statement.host:
        others = [s for s in source.statements if s.host is statement.host and s is not statement]
        keeps = others or result_of(statement.host) or source.spelling == "mlir" and "->" in statement.host.text and "-> ()" not in statement.host.text
        if keeps:
            return [(statement.start, statement.end, "")]
        return [(statement.host.start, statement.host.end, "")]
    if name and used(source, name, statement):
        kind = type_of(source, statement)
        if kind == "i1":
            constant = f"{name} = llvm.mlir.constant({str(truth).lower()}) : i1" if source.spelling == "mlir" else f"{name} = or i1 {str(truth).lower()}, false"
            return [(statement.start, statement.end, constant)]
        undefined = f"{name} = llvm.mlir.undef : {kind}" if source.spelling == "mlir" else f"{name} = freeze {kind} undef"
        return [(statement.start, statement.end, undefined)]
    return [(statement.start, statement.end, "")]


def condition(source, guard, name):
    """The guard's condition becomes another value."""
    statement = guard.statement
    if source.spelling == "ptx":
        end = statement.start + len(re.match(r"@!?\S+", statement.text).group(0))
        return [(statement.start, end, f"@{'!' if statement.negated else ''}{name}")]
    outer = statement.outer
    at = [m.start() for m in re.finditer(re.escape(guard.condition) + r"(?![\w.])", outer.text)]
    where = at[0] if guard.branch else at[-1] if "predicate =" in outer.text else at[0]
    if not guard.branch and "predicate =" not in outer.text:
        number = int(statement.predicate[1:]) - flow.operands(outer.text)[0]
        where = at[flow.operands(outer.text)[1][:number].count(guard.condition)]
    start = outer.start + where
    return [(start, start + len(guard.condition), name)]


def change_guard(source, guard, how, who=None):
    """how: drop, invert, weaken, strengthen. `who` are the threads that are added, or that remain."""
    statement = guard.statement
    if how == "drop":
        if source.spelling == "ptx":
            length = len(re.match(r"@!?\S+\s+", statement.text).group(0))
            if not guard.branch or guard.other != jump_target(statement):
                return [(statement.start, statement.start + length, "")]
            return [(statement.start, statement.end, "")]
        constant = "%mut_c"
        text = f"llvm.mlir.constant({str(guard.when).lower()}) : i1" if source.spelling == "mlir" else f"or i1 {str(guard.when).lower()}, false"
        return before(source, statement, [f"{constant} = {text}"]) + condition(source, guard, constant)
    if how == "invert":
        if source.spelling == "ptx":
            old = re.match(r"@!?", statement.text).group(0)
            return [(statement.start, statement.start + len(old), "@" if statement.negated else "@!")]
        lines, name = logic(source, "not", guard.condition)
        return before(source, statement, lines) + condition(source, guard, name)
    lines, name = value(source, who)
    when = guard.when
    if how == "weaken":
        more, result = logic(source, "or" if when else "and-not", guard.condition, name)
    else:
        more, result = logic(source, "and" if when else "or-not", guard.condition, name)
    return registers(source, statement) + before(source, statement, lines + more) + condition(source, guard, result)


def jump_target(statement):
    found = re.match(r"bra(?:\.uni)?\s+([\w$]+)", statement.bare)
    return found.group(1) if found else "the end"


def wrap(source, statement, who):
    """Only some threads execute the statement; the others go around it."""
    lines, name = value(source, who)
    if source.spelling == "ptx":
        if not statement.predicate:
            return registers(source, statement) + before(source, statement, lines) + [(statement.start, statement.start, f"@{name} ")]
        own = re.match(r"@!?\S+", statement.text).group(0)
        more, result = logic(source, "and-not" if statement.negated else "and", name, statement.predicate)
        return registers(source, statement) + before(source, statement, lines + more) + [(statement.start, statement.start + len(own), f"@{result}")]
    if statement.host:
        register, comparison, constant = WHO[who]
        register, _, mask = register.partition(" & ")
        bits = f" and.b32 mutr, mutr, {mask};" if mask else ""
        own = f" and.pred mutp, mutp, {statement.predicate};" if statement.predicate and not statement.negated else ""
        text = re.sub(r"^@!?\S+\s+", "", statement.text)
        added = f"{{ .reg .pred mutp; .reg .b32 mutr; mov.u32 mutr, %{register.replace('cluster.', 'cluster_')};{bits} " \
                f"setp.{PTX_COMPARISONS[comparison]}.u32 mutp, mutr, {constant};{own} @mutp {text} }}"
        return [(statement.start, statement.end, added)]
    result, kind = result_of(statement), type_of(source, statement)
    if source.dialect == "gpu":
        return wrap_gpu(source, statement, lines, name)
    if source.spelling == "mlir":
        head = lines + ([f"%mut_u = llvm.mlir.undef : {kind}"] if result else [])
        skip = f"^mut_skip(%mut_u : {kind})" if result else "^mut_skip"
        inner = re.sub(r"^%\w+ = ", "%mut_v = ", statement.text)
        body = f"llvm.cond_br {name}, ^mut_do, {skip}\n^mut_do:\n  {inner}\n  llvm.br ^mut_skip{f'(%mut_v : {kind})' if result else ''}\n^mut_skip{f'({result}: {kind})' if result else ''}:"
        return before(source, statement, head) + [(statement.start, statement.end, body)]
    inner = re.sub(r"^%[\w.]+ = ", "%mut_v = ", statement.text)
    phi = f"\n  {result} = phi {kind} [ %mut_v, %mut_do ], [ undef, %mut_from ]" if result else ""
    body = f"br label %mut_from\n\nmut_from:\n  br i1 {name}, label %mut_do, label %mut_skip\n\nmut_do:\n  {inner}\n  br label %mut_skip\n\nmut_skip:{phi}"
    return before(source, statement, lines) + [(statement.start, statement.end, body)] + rename_phis(source, statement, "mut_skip")


def wrap_gpu(source, statement, lines, name):
    result = re.match(r"(%\w+(?:, %\w+)*) = ", statement.text)
    if not result:
        return before(source, statement, lines) + [(statement.start, statement.end, f"scf.if {name} {{\n        {statement.text}\n      }}")]
    return None


def rename_phis(source, statement, name):
    """A block of LLVM IR that is cut in two ends in another block: the phis after it say so."""
    old = statement.block.name
    if old == "entry" and not re.search(r"^entry:", source.text, re.M):
        return []
    return [(m.start(1), m.end(1), f"%{name}") for m in re.finditer(r"\[ [^\]]*, (%" + re.escape(old) + r") \]", source.text)
            if statement.block.function == function_at(source, m.start())]


def function_at(source, offset):
    names = [function for function, start in source.headers if start <= offset]
    return names[-1] if names else None


def leave(source, statement, who):
    """Some threads return before the statement."""
    lines, name = value(source, who)
    if source.spelling == "ptx":
        return registers(source, statement) + before(source, statement, lines + [f"@{name} ret;"])
    if source.dialect == "gpu":
        return None
    if source.spelling == "mlir":
        return before(source, statement, lines + [f"llvm.cond_br {name}, ^mut_leave, ^mut_stay", "", "^mut_leave:", "llvm.return", "^mut_stay:", ""])
    return before(source, statement, lines + [f"br i1 {name}, label %mut_leave, label %mut_stay", "", "mut_leave:", "ret void", "", "mut_stay:"]) + rename_phis(source, statement, "mut_stay")


def apply(source, edits):
    """The new text, and a function from old lines to new ones."""
    ordered = sorted(enumerate(edits), key=lambda pair: (pair[1][0], pair[1][1] != pair[1][0], pair[0]))
    text, last, growth = [], 0, []
    for _, (start, end, new) in ordered:
        if start < last:
            raise ValueError("overlapping edits")
        text.append(source.text[last:start])
        text.append(new)
        last = end
        line = source.line_of(start)
        growth.append((line, new.count("\n") - source.text.count("\n", start, end), end == start and new.endswith("\n" + " " * (len(new) - len(new.rstrip(" "))))))
    text.append(source.text[last:])

    def moved(line):
        return line + sum(count for at, count, leading in growth if at < line or (at == line and leading))

    return "".join(text), moved
