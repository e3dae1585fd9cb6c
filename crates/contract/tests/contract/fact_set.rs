//! A set of facts has no value of another shape than that of the fact, and no value is lost.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_contract::{Fact, FactSet, FactValue, StatedFact, WrongValue};

fn values() -> [FactValue; 4] {
    [FactValue::Unit, FactValue::Dims([128, 2, 1]), FactValue::Scalar(0), FactValue::indices([3, 1, 3])]
}

#[test]
fn a_value_of_another_shape_is_refused() {
    for (fact, value) in Fact::ALL.into_iter().flat_map(|fact| values().map(|value| (fact, value))) {
        let stated = StatedFact::new(fact, value.clone());
        if fact.value_type() == value.value_type() {
            let set = FactSet::from_iter([stated.clone().unwrap()]);
            assert_eq!(set.iter().collect::<Vec<_>>(), [(fact, &value)]);
            assert_eq!(<(Fact, FactValue)>::from(stated.unwrap()), (fact, value));
        } else {
            assert_eq!(stated, Err(WrongValue { fact, value }));
        }
    }
}

#[test]
fn the_last_value_counts_and_arguments_are_in_order() {
    let mut set = FactSet::from_iter([StatedFact::MaxNReg(64), StatedFact::grid_constant([3, 1, 3])]);
    set.insert(StatedFact::MaxNReg(32));
    assert_eq!(set.scalar(Fact::MaxNReg), Some(32));
    assert_eq!(set.indices(), [1, 3]);
}

#[test]
fn sets_of_other_processes_are_checked() {
    let set = FactSet::from_iter([StatedFact::MaxNReg(64), StatedFact::grid_constant([1, 3])]);
    let text = serde_json::to_string(&set).unwrap();
    assert_eq!(serde_json::from_str::<FactSet>(&text).unwrap(), set);
    for (from, to, message) in [
        (r#"{"Scalar":64}"#, r#""Unit""#, "'set' is no value of 'nvvm.maxnreg'"),
        ("[1,3]", "[3,1]", "'3, 1' is no value of 'nvvm.grid_constant'"),
    ] {
        assert!(text.contains(from), "{text}");
        let error = serde_json::from_str::<FactSet>(&text.replace(from, to)).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}
