"""Guards: conditional branches and predicates, what they guard, and what their conditions depend on."""

import re
from dataclasses import dataclass

import kinds


@dataclass(eq=False)
class Guard:
    """A side of a branch (`block`: the branch's block), or the predicate of a statement of PTX."""

    statement: object
    condition: str
    # Whether the guarded side is where the condition holds.
    when: bool
    region: list
    leaves: frozenset
    branch: bool = True
    other: str = None

    def statements(self):
        return [statement for block in self.region for statement in block.statements] if self.branch else [self.statement]


class Flow:
    def __init__(self, source):
        self.source = source
        self.blocks = {(block.function, block.name): block for block in source.blocks}
        self.inner = {}
        for statement in source.statements:
            if statement.host:
                self.inner.setdefault(statement.host, []).append(statement)
        self.guards = self.branches() + self.predicates()

    def expand(self, statements):
        """The statements, with those of their inline assembly."""
        for statement in statements:
            yield statement
            yield from self.inner.get(statement, [])

    def branches(self):
        result = []
        for block in self.source.blocks:
            if not block.statements or len({name for name, _ in block.successors}) != 2:
                continue
            last = block.statements[-1]
            found = self.condition(last)
            if not found:
                continue
            condition, taken, negated = found
            names = [name for name, _ in block.successors]
            for name in dict.fromkeys(names):
                region = self.region(block, name)
                other = next(n for n in names if n != name)
                # What follows a loop is not guarded by the condition of the loop.
                if region and not self.leads_to(block.function, other, block):
                    when = (name == taken) != negated
                    result.append(Guard(last, condition, when, region, self.leaves(condition, block.function), True, other))
        return result

    def condition(self, last):
        """The condition of a branch, the block where it goes if it holds, and whether it is negated."""
        mlir = re.match(r"llvm\.cond_br (%\w+), (\^\w+)", last.text)
        if mlir:
            return mlir.group(1), mlir.group(2), False
        ll = re.match(r"br i1 (%[\w.]+), label %([\w.]+)", last.text)
        if ll:
            return ll.group(1), ll.group(2), False
        if last.spelling == "ptx" and last.predicate:
            jump = re.match(r"bra(?:\.uni)?\s+([\w$]+)", last.bare)
            return last.predicate, self.source.label(last.block, jump.group(1)) if jump else "the end", last.negated
        return None

    def region(self, block, name):
        """The blocks that are reached through this edge only."""
        return self.not_reached(block.function, lambda current, successor: current is block and successor == name)

    def is_before(self, first, other):
        """Whether every path to a statement goes through another one first."""
        if first.block is other.block:
            return self.source.statements.index(first) < self.source.statements.index(other)
        behind = self.not_reached(first.block.function, lambda current, _: current is first.block)
        return other.block in behind

    def leads_to(self, function, name, block):
        """Whether a path leads from the block of that name to another block."""
        seen, work = set(), [self.blocks.get((function, name))]
        while work:
            current = work.pop()
            if current and current not in seen:
                seen.add(current)
                work += [self.blocks.get((function, successor)) for successor, _ in current.successors]
        return block in seen

    def not_reached(self, function, is_left_out):
        """The blocks of a function that are not reached without some edges."""
        entry = next(b for b in self.source.blocks if b.function == function)
        seen = set()
        work = [entry]
        while work:
            current = work.pop()
            if current in seen:
                continue
            seen.add(current)
            for successor, _ in current.successors:
                if is_left_out(current, successor):
                    continue
                target = self.blocks.get((function, successor))
                if target:
                    work.append(target)
        return [b for b in self.source.blocks if b.function == function and b not in seen]

    def predicates(self):
        result = []
        for statement in self.source.statements:
            if not statement.predicate or re.match(r"(bra|ret|exit)\b", statement.bare):
                continue
            condition = self.operand(statement) if statement.host else statement.predicate
            if condition:
                leaves = self.leaves(condition, statement.block.function)
                result.append(Guard(statement, condition, not statement.negated, [], leaves, False))
        host_predicates = [s for s in self.source.statements if not s.host and "predicate = %" in s.text]
        for statement in host_predicates:
            condition = re.search(r"predicate = (%\w+)", statement.text).group(1)
            inner = [s for s in self.inner.get(statement, []) if s.kind]
            target = inner[0] if inner else statement
            result.append(Guard(target, condition, True, [], self.leaves(condition, statement.block.function), False))
        return result

    def operand(self, statement):
        """The value that `@$N` of inline assembly names."""
        number = re.match(r"\$(\d+)$", statement.predicate)
        found = number and operands(statement.host.text)
        if not found:
            return None
        outputs, values = found
        index = int(number.group(1)) - outputs
        return values[index] if 0 <= index < len(values) else None

    def definitions(self, name, function):
        pattern = re.escape(name) + r"(?![\w.])"
        for block in self.source.blocks:
            if block.function != function:
                continue
            for statement in block.statements:
                if self.source.spelling == "ptx":
                    if re.match(r"\S+\s+(\{[^}]*)?[^,]*?" + pattern, statement.bare) and not re.match(r"st\.|bra|mbarrier\.(init|arrive)", statement.bare):
                        destination = re.match(r"\S+\s+(\{[^}]*\}|[^,]+)", statement.bare).group(1)
                        if re.search(pattern, destination):
                            yield statement, re.sub(re.escape(destination), "", statement.bare, count=1)
                elif re.match(r"(%[\w.]+, )*" + pattern + r"[^=]*= ", statement.text):
                    yield statement, statement.text.split(" = ", 1)[1]

    def leaves(self, name, function, seen=None):
        """What a value depends on: thread, lane, rank, wait, cancel."""
        seen = set() if seen is None else seen
        if (name, function) in seen or len(seen) > 400:
            return frozenset()
        seen.add((name, function))
        result = set()
        for statement, rest in self.definitions(name, function):
            kind = statement.kind
            if kind == "thread_id":
                result.add("lane" if "lane" in rest else "thread")
            elif kind == "elect":
                result.add("lane")
            elif kind == "rank" or "cluster_ctarank" in rest:
                result.add("rank")
            elif kind == "mb_wait" or "mbarrier.try_wait" in rest:
                result.add("wait")
            elif kind == "is_canceled" or "is_canceled" in rest:
                result.add("cancel")
            if re.search(r"\b(llvm\.call|call) ?\S* ?@(?!llvm)", rest):
                result.add("cancel" if "fetch" in rest else "thread")
            for value in re.findall(r"%[\w.]+" if self.source.spelling != "ptx" else r"%\w+|\b[a-z_]\w*\b", rest):
                result |= self.leaves(value, function, seen)
        result |= self.arguments(name, function, seen)
        return frozenset(result)

    def arguments(self, name, function, seen):
        """What the arguments of a block of MLIR, or of a function, receive."""
        result = set()
        if self.source.spelling != "mlir":
            return result
        for label in re.finditer(r"^\s*(\^\w+)\(([^)]*)\):", self.source.text, re.M):
            names = [part.split(":")[0].strip() for part in label.group(2).split(",")]
            if name not in names or (function, label.group(1)) not in self.blocks:
                continue
            index = names.index(name)
            block = self.blocks[(function, label.group(1))]
            for other in self.source.blocks:
                if other.function != function or not other.statements:
                    continue
                for given in re.finditer(re.escape(block.name) + r"\(([^:)]*):", other.statements[-1].text):
                    values = [value.strip() for value in given.group(1).split(",")]
                    if index < len(values):
                        result |= self.leaves(values[index], function, seen)
                        branch = self.condition(other.statements[-1])
                        if branch:
                            result |= self.leaves(branch[0], function, seen)
                guard_blocks = [b for b in self.source.blocks if (block.name, b.statements[-1] if b.statements else None) in b.successors]
                for guard_block in guard_blocks:
                    branch = self.condition(guard_block.statements[-1])
                    if branch and branch[0] != name:
                        result |= self.leaves(branch[0], function, seen)
        header = re.search(r"llvm\.func[^@]*@" + re.escape(function) + r"\(([^)]*)\)", self.source.text)
        if header and re.search(re.escape(name) + r": i1", header.group(1)):
            result.add("thread")
        return result

    def thread_guards(self):
        """The guards whose condition tells threads apart."""
        return [g for g in self.guards if g.leaves & {"thread", "lane"} and not g.leaves & {"wait", "cancel"}]

    def innermost(self, statement):
        """The smallest guard of threads around a statement, or None."""
        own = [g for g in self.thread_guards() if not g.branch and (g.statement is statement or g.statement is statement.host)]
        if own:
            return own[0]
        around = [g for g in self.thread_guards() if g.branch and statement.block in g.region]
        return min(around, key=lambda g: len(g.region), default=None)

    def guarded(self, guard):
        """The statements that a guard restricts: directly, or behind guards that only choose a lane."""
        if not guard.branch:
            return [guard.statement]
        result = []
        for statement in self.expand(guard.statements()):
            inner = self.innermost(statement)
            while inner is not guard and inner is not None and inner.branch and inner.leaves <= {"lane"} and inner.leaves:
                around = [g for g in self.thread_guards() if g.branch and inner.statement.block in g.region and g is not inner]
                inner = min(around, key=lambda g: len(g.region), default=None)
            if inner is guard:
                result.append(statement)
        return result


def operands(text):
    """Of inline assembly: the number of outputs, and the operands."""
    mlir = re.search(r'inline_asm .*?"(?:[^"\\]|\\.)*", "([^"]*)"([^:]*) :', text)
    ll = re.search(r'asm (?:sideeffect )?"(?:[^"\\]|\\.)*", ?"([^"]*)"\((.*)\)$', text)
    found = mlir or ll
    if not found:
        return None
    constraints = [part for part in found.group(1).split(",") if part and not part.startswith("~")]
    outputs = sum(part.startswith("=") for part in constraints)
    if mlir:
        return outputs, re.findall(r"%\w+", found.group(2))
    depth, values, current = 0, [], ""
    for char in found.group(2):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            values.append(current)
            current = ""
        else:
            current += char
    values.append(current)
    return outputs, [value.strip().split(" ")[-1] for value in values]
