"""Counts and lists of a run."""

import collections

# The share of faulty mutants to kill, where no list says which ones survive.
LIMIT = 0.95


def new(mutant, found, before):
    """The findings that the kernel without the fault does not have."""
    known = {(f.rule, mutant.results["moved"](f.line)) for f in before} | {(f.rule, f.line) for f in before}
    return [f for f in found if (f.rule, f.line) not in known]


def judge(mutant, found):
    """killed, elsewhere (a fitting rule, far from the fault), other (another rule), or survived."""
    if found is None:
        return "unread"
    fitting = [f for f in found if f.rule in mutant.rules]
    lines = mutant.results["lines"]
    text = mutant.results["text"].split("\n")
    if any(f.line == 0 or any(is_near(text, f.line, line) for line in lines) for f in fitting):
        return "killed"
    if fitting:
        return "elsewhere"
    return "other" if found else "survived"


def is_near(text, one, other):
    """Whether two lines are at most three lines of code apart."""
    between = text[min(one, other):max(one, other)]
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in between) <= 3


class Report:
    def __init__(self, kernels, alarms, mutants, rules, known=None):
        # The mutants that are known to survive, if there is a list of them.
        self.known = known
        # The identifiers of docs/RULES.md.
        self.rules = rules
        self.kernels = kernels
        self.alarms = alarms
        self.mutants = mutants
        self.faulty = [m for m in mutants if not m.equivalent and m.results["verdict"] != "unread"]
        self.equivalent = [m for m in mutants if m.equivalent]
        self.unread = [m for m in mutants if m.results["verdict"] == "unread"]
        self.killed = [m for m in self.faulty if m.results["verdict"] == "killed"]
        self.survivors = [m for m in self.faulty if m.results["verdict"] != "killed"]
        self.false = [m for m in self.equivalent if m.results["found"]]

    @property
    def without(self):
        return [mutant for mutant in self.survivors if not mutant.rules & self.rules]

    @property
    def ratio(self):
        return len(self.killed) / len(self.faulty) if self.faulty else 1.0

    @property
    def enough(self):
        """Whether what survives is what is known to survive, or little where nothing is known."""
        return not self.unlisted and not self.outdated if self.known is not None else self.ratio >= LIMIT

    @property
    def unlisted(self):
        return [m.id for m in self.survivors if m.id not in self.known]

    @property
    def outdated(self):
        return [m.id for m in self.mutants if m.id in self.known and m not in self.survivors]

    @property
    def good(self):
        return self.enough and not self.alarms and not self.false

    def table(self, name, keys):
        """Killed and all, by a key of a mutant."""
        counts = collections.defaultdict(lambda: [0, 0])
        for mutant in self.faulty:
            for key in keys(mutant):
                counts[key][1] += 1
                counts[key][0] += mutant.results["verdict"] == "killed"
        lines = [f"{name:34} killed  of"]
        for key, (killed, total) in sorted(counts.items(), key=lambda row: (row[1][0] / row[1][1], row[0])):
            lines.append(f"  {key:32} {killed:6} {total:4}  {killed / total:6.1%}")
        return lines

    def tables(self):
        return (self.table("operator", lambda m: [m.operator]) + [""]
                + self.table("rule (a fitting one of a mutant)", lambda m: sorted(m.rules)) + [""]
                + self.table("spelling", lambda m: [m.results["spelling"]]))

    def text(self, most):
        lines = [f"good kernels: {len(self.kernels)}, findings: {len(self.alarms)}"]
        lines += [f"  {name}:{f.line}: {f.severity}: {f.text} [{f.rule}]" for name, f in self.alarms]
        lines += ["", *self.tables(), "", f"survivors: {len(self.survivors)}, of them {len(self.without)} of faults that no rule of docs/RULES.md is for"]
        lines += [f"  {self.why(m)}" for m in self.survivors[:most]]
        if len(self.survivors) > most:
            lines.append(f"  and {len(self.survivors) - most} more (--survivors N)")
        if self.false:
            lines += ["", f"equivalent mutants with findings: {len(self.false)}"]
            lines += [f"  {m.id}: {', '.join(sorted({f.rule or f.text for f in m.results['found']}))} ({m.equivalent})" for m in self.false[:most]]
        if self.unread:
            lines += ["", f"mutants that the tool does not read: {len(self.unread)}"]
            lines += [f"  {m.id}: {m.results['output'].splitlines()[0] if m.results['output'] else ''}" for m in self.unread[:most]]
        if self.known is not None:
            lines += [f"survives, and is not in the list of survivors: {name}" for name in self.unlisted]
            lines += [f"is in the list of survivors, and does not survive: {name}" for name in self.outdated]
        limit = f" (at least {LIMIT})" if self.known is None else ""
        lines += ["", f"mutants: {len(self.mutants)}, equivalent: {len(self.equivalent)}, not read: {len(self.unread)}, "
                      f"faulty: {len(self.faulty)}, killed: {len(self.killed)}, ratio: {self.ratio:.3f}{limit}"]
        return "\n".join(lines)

    def why(self, mutant):
        verdict = mutant.results["verdict"]
        said = sorted({f"{f.rule}@{f.line}" for f in mutant.results["found"] or []})
        if not mutant.rules & self.rules and not said:
            return f"{mutant.id}: {mutant.note}: no rule is about it; wanted {' or '.join(sorted(mutant.rules))}"
        reason = {"survived": "nothing is reported", "other": "only " + ", ".join(said), "elsewhere": "far away: " + ", ".join(said)}[verdict]
        lines = ",".join(map(str, sorted(mutant.results["lines"])[:4]))
        return f"{mutant.id}: {mutant.note} (line {lines}): {reason}; wanted {' or '.join(sorted(mutant.rules))}"

    def json(self):
        return {
            "kernels": len(self.kernels), "findings": [f"{name}:{f.line}: {f.rule}" for name, f in self.alarms],
            "mutants": len(self.mutants), "equivalent": {m.id: m.equivalent for m in self.equivalent},
            "unread": [m.id for m in self.unread], "faulty": len(self.faulty), "killed": len(self.killed), "ratio": self.ratio,
            "false alarms on equivalent mutants": [m.id for m in self.false],
            "survivors": [self.why(m) for m in self.survivors],
        }
