//! Helpers for the tests of the rules: short constructors for contracts, and the messages of a rule.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tileiras_contract::rules::check;
use tileiras_contract::{Carrier, FunctionFacts, Sink, StatedFact, Statement, Subject, TupleId, Value, legacy_key};
use tileiras_finding::RuleSet;
use tileiras_target::Target;

/// `"text"`.
pub fn text(text: &str) -> Value<'_> {
    Value::Text(text.into())
}

/// `array<i32: ...>`.
pub fn array(values: &[i32]) -> Value<'_> {
    Value::I32Array(values.into())
}

/// A function with these attributes.
pub fn function<'a>(attributes: &[(&'a str, Value<'a>)]) -> FunctionFacts<'a> {
    let mut function = FunctionFacts::new();
    for (name, value) in attributes {
        function.add_attribute(*name, value.clone());
    }
    function
}

/// A kernel with these attributes.
pub fn kernel<'a>(attributes: &[(&'a str, Value<'a>)]) -> FunctionFacts<'a> {
    let mut kernel = function(attributes);
    kernel.facts.insert(StatedFact::Kernel);
    kernel
}

/// The statement of a legacy key in tuple `number` of the first list.
pub fn in_tuple<'a>(number: u32, key: &str, value: Value<'a>) -> Statement<'a> {
    Statement { spelling: legacy_key(key).unwrap(), value, carrier: Carrier::Tuple(TupleId { list: 0, number }) }
}

/// The contract, on an unknown target.
pub fn on_any<'a>(contract: &'a FunctionFacts<'a>) -> Subject<'a> {
    Subject::new(contract, Target::default())
}

/// The target with this chip and this PTX version. An empty text means unknown.
pub fn target(chip: &str, ptx: &str) -> Target {
    let given = |text| Some(text).filter(|text: &&str| !text.is_empty());
    Target::parse(given(chip), given(ptx)).unwrap()
}

/// The messages of one rule, on an unknown target.
pub fn messages(id: &str, contract: &FunctionFacts) -> Vec<String> {
    messages_on(id, contract, Target::default())
}

/// The messages of one rule on a target.
pub fn messages_on(id: &str, contract: &FunctionFacts, target: Target) -> Vec<String> {
    reports(id, &Subject::new(contract, target))
}

/// The messages of one rule for a subject.
pub fn reports(id: &str, subject: &Subject) -> Vec<String> {
    let mut only = RuleSet::none();
    only.enable(id.parse().unwrap());
    let mut sink = Sink::new();
    check(subject, &only, &mut sink);
    assert!(sink.violations().iter().all(|violation| violation.rule.name() == id));
    sink.take().into_iter().map(|found| found.message).collect()
}

/// The rules that report something, in order, each once.
pub fn reporting(contract: &FunctionFacts, target: Target) -> Vec<&'static str> {
    let mut sink = Sink::new();
    check(&Subject::new(contract, target), &RuleSet::all(), &mut sink);
    let mut ids: Vec<_> = sink.violations().iter().map(|violation| violation.rule.name()).collect();
    ids.dedup();
    ids
}
