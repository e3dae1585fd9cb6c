"""The operators. Each is a function from a source and its flow to mutants."""

from . import copies, guards, order, shape, table, threads

ALL = [*guards.OPERATORS, *order.OPERATORS, *copies.OPERATORS, *shape.OPERATORS, *threads.OPERATORS, *table.OPERATORS]


def mutants(source, flow):
    for operator in ALL:
        counts = {}
        for mutant in operator(source, flow):
            if mutant is None or mutant.edits is None:
                continue
            counts[mutant.operator] = mutant.number = counts.get(mutant.operator, 0) + 1
            yield mutant
