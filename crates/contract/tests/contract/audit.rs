//! The audit of arbitrary snapshots: each stated fact has one row, and a snapshot can be sent to another process.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use tileiras_contract::audit::{Audit, FunctionSnapshot, RowSubject, Snapshot, Stage};
use tileiras_contract::{Fact, FactType, FactValue, StatedFact, Symbol};
use tileiras_target::{Chip, PTX_VERSIONS, Target};

/// Few names, so that many are equal; among them such that differ only in bytes that are no text.
fn name() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::sample::select(vec![&b"k"[..], b"k\xff", b"k\xfe", b"k\\xFF", b"a::k", b"a:", b":k", b"", b"\n", b"m"])
            .prop_map(<[u8]>::to_vec),
        prop::collection::vec(prop::sample::select(b":\\x\xff\xc3\xa9k".to_vec()), 0..4),
    ]
}

fn symbol() -> impl Strategy<Value = Symbol> {
    (prop::collection::vec(name(), 0..3), name()).prop_map(|(enclosing, name)| {
        let around = enclosing.into_iter().fold(None, |around, name| Some(Arc::new(Symbol::nested(around, name))));
        Symbol::nested(around, name)
    })
}

fn stated(fact: Fact) -> BoxedStrategy<StatedFact> {
    let value = match fact.value_type() {
        FactType::Unit => Just(FactValue::Unit).boxed(),
        FactType::Dims => [0..4_u32, 0..4, 0..4].prop_map(FactValue::Dims).boxed(),
        FactType::Scalar => any::<u32>().prop_map(FactValue::Scalar).boxed(),
        FactType::Indices => prop::collection::vec(any::<u32>(), 0..9).prop_map(FactValue::indices).boxed(),
    };
    value.prop_map(move |value| StatedFact::new(fact, value).expect("the shapes agree")).boxed()
}

/// A function of a stage: it states what the stage can show.
fn function(stage: Stage) -> impl Strategy<Value = FunctionSnapshot> {
    let shown: Vec<Fact> = Fact::ALL.into_iter().filter(|fact| stage.shows(*fact)).collect();
    let facts = prop::collection::vec(prop::sample::select(shown), 0..4)
        .prop_flat_map(|facts| facts.into_iter().map(stated).collect::<Vec<_>>());
    let malformed = prop::option::of((prop::sample::select(Fact::ALL.to_vec()), ".*"));
    (symbol(), any::<bool>(), facts, malformed, any::<bool>(), any::<Option<u32>>()).prop_map(
        move |(symbol, declared, facts, malformed, explicit, cap)| {
            let mut function = FunctionSnapshot { declared, ..FunctionSnapshot::new(symbol) };
            function.facts.extend(facts);
            let malformed = malformed.filter(|(fact, _)| *fact != Fact::Kernel && !function.facts.states(*fact));
            match stage {
                Stage::Ir => {
                    let unread = malformed.clone().into_iter().collect();
                    FunctionSnapshot { malformed: malformed.into_iter().collect(), unread, ..function }
                }
                Stage::Ptx => FunctionSnapshot { explicit_cluster: Some(explicit), ..function },
                Stage::Cubin => FunctionSnapshot { explicit_cluster: Some(explicit), register_cap: cap, ..function },
            }
        },
    )
}

fn snapshot() -> impl Strategy<Value = Snapshot> {
    let target = (
        prop::option::of(prop::sample::select(Chip::all().collect::<Vec<_>>())),
        prop::option::of(prop::sample::select(PTX_VERSIONS)),
    );
    let stage = prop::sample::select(vec![Stage::Ir, Stage::Ptx, Stage::Cubin]);
    let functions = stage.prop_flat_map(|stage| (Just(stage), prop::collection::vec(function(stage), 0..7)));
    (functions, target).prop_map(|((stage, functions), (chip, ptx))| Snapshot {
        stage,
        target: Target { chip, ptx },
        functions,
    })
}

/// How often each key states each fact.
fn statements(module: &Snapshot, key: impl Fn(&Symbol) -> Symbol, declared: bool) -> BTreeMap<(Symbol, Fact), usize> {
    let mut counts = BTreeMap::new();
    for function in module.functions.iter().filter(|function| function.declared == declared) {
        for (fact, _) in function.iter() {
            *counts.entry((key(&function.symbol), fact)).or_insert(0) += 1;
        }
    }
    counts
}

proptest! {
    #[test]
    fn a_snapshot_can_be_sent_to_another_process(snapshot in snapshot()) {
        let bytes = postcard::to_allocvec(&snapshot).expect("it is written");
        prop_assert_eq!(postcard::from_bytes::<Snapshot>(&bytes).expect("it is read"), snapshot);
    }

    #[test]
    fn two_symbols_are_printed_alike_only_if_they_are_equal(one in symbol(), other in symbol()) {
        prop_assert_eq!(one == other, one.to_string() == other.to_string(), "{}", one);
    }

    #[test]
    fn every_stated_fact_has_a_row(before in snapshot(), after in snapshot()) {
        let is_flat = before.stage != Stage::Ir || after.stage != Stage::Ir;
        let key = |symbol: &Symbol| if is_flat { Symbol::new(symbol.name()) } else { symbol.clone() };
        let audit = Audit::compare(&before, &after);
        let mut rows = BTreeMap::new();
        for (symbol, row) in audit.rows() {
            if let RowSubject::Fact(fact) = row.subject {
                *rows.entry((key(symbol), fact)).or_insert(0) += 1;
            }
        }
        let defined = statements(&before, key, false);
        let declared = statements(&before, key, true);
        let mut found = statements(&after, key, false);
        for (subject, count) in statements(&after, key, true) {
            *found.entry(subject).or_insert(0) += count;
        }
        let subjects = defined.keys().chain(declared.keys()).chain(found.keys());
        for subject in subjects {
            let count = |table: &BTreeMap<_, usize>| table.get(subject).copied().unwrap_or(0);
            let rows = count(&rows);
            // No statement is without a row: neither of a definition, nor of a declaration.
            prop_assert!(rows >= count(&defined) + count(&declared), "{:?}\n{}", subject, audit);
            // A cluster shape implies an explicit cluster.
            if subject.1 != Fact::ExplicitCluster {
                prop_assert!(rows >= count(&found), "{:?}\n{}", subject, audit);
            }
            prop_assert!(rows <= count(&defined) + count(&declared) + count(&found), "{:?}\n{}", subject, audit);
        }
    }

    #[test]
    fn ir_is_faithful_to_itself_in_any_order(module in snapshot().prop_filter("IR", |module| module.stage == Stage::Ir), turn in 0..7_usize) {
        let mut module = module;
        let mut known = std::collections::HashSet::new();
        module.functions.retain(|function| known.insert(function.symbol.clone()));
        let mut other = module.clone();
        if !other.functions.is_empty() {
            let turn = turn % other.functions.len();
            other.functions.rotate_left(turn);
        }
        prop_assert!(Audit::compare(&module, &other).is_faithful());
    }
}

/// A kernel with a register cap.
fn kernel(symbol: Symbol, cap: u32) -> FunctionSnapshot {
    let mut function = FunctionSnapshot::new(symbol);
    function.facts.insert(StatedFact::Kernel);
    function.facts.insert(StatedFact::MaxNReg(cap));
    function
}

fn ir(functions: &[FunctionSnapshot]) -> Snapshot {
    Snapshot { stage: Stage::Ir, target: Target::default(), functions: functions.to_vec() }
}

fn broken(before: &[FunctionSnapshot], after: &[FunctionSnapshot], stage: Stage) -> Vec<String> {
    let audit = Audit::compare(&ir(before), &Snapshot { stage, ..ir(after) });
    let broken = audit.lost().chain(audit.invented());
    broken.map(|(symbol, row)| format!("{symbol}: {row}").split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn no_function_masks_another() {
    let [one, two] = ["m", "n"].map(|module| Symbol::nested(Arc::new(Symbol::from(module)), "k"));
    let [first, second] = [kernel(one, 32), kernel(two, 64)];
    let both = [first.clone(), second.clone()];
    let turned = [second.clone(), first.clone()];
    assert_eq!(broken(&both, &turned, Stage::Ir), [""; 0]);
    let lost =
        ["n::k: nvvm.kernel LOST expected set, found nothing", "n::k: nvvm.maxnreg LOST expected 64, found nothing"];
    assert_eq!(broken(&both, &both[..1], Stage::Ir), lost);
    assert_eq!(broken(&both, &both[..1], Stage::Ptx), lost);
    assert_eq!(broken(&both[..1], &both, Stage::Ir).len(), 2);
    assert_eq!(broken(&both, &[kernel("k".into(), 32), kernel("k".into(), 64)], Stage::Ptx), [""; 0]);

    let bytes = |byte: u8| Symbol::new([b'k', byte]);
    let both = [kernel(bytes(0xfe), 32), kernel(bytes(0xff), 64)];
    assert_eq!(broken(&both, &[both[1].clone(), both[0].clone()], Stage::Ir), [""; 0]);
    assert_eq!(broken(&both, &both[..1], Stage::Ir)[0], r"k\xFF: nvvm.kernel LOST expected set, found nothing");
}

#[test]
fn declarations_are_compared_with_the_definition() {
    let definition = kernel("k".into(), 32);
    let mut declaration = FunctionSnapshot { declared: true, ..definition.clone() };
    let after = [definition.clone()];
    assert_eq!(broken(&[declaration.clone(), definition.clone()], &after, Stage::Ptx), [""; 0]);
    assert_eq!(broken(&[declaration.clone(), declaration.clone(), definition.clone()], &after, Stage::Ptx), [""; 0]);
    // The definition may state more.
    declaration.facts.remove(Fact::MaxNReg);
    assert_eq!(broken(&[declaration.clone(), definition.clone()], &after, Stage::Ptx), [""; 0]);
    declaration.facts.insert(StatedFact::MaxNReg(64));
    let lost = ["k: nvvm.maxnreg LOST expected 64, found 32"];
    assert_eq!(broken(&[declaration.clone(), definition.clone()], &after, Stage::Ptx), lost);
    // The definition is missing, so that the facts of both are.
    assert_eq!(broken(&[declaration.clone(), definition], &[], Stage::Ptx).len(), 4);
    // It is somewhere else.
    assert_eq!(broken(&[declaration], &[], Stage::Ptx), [""; 0]);
}
