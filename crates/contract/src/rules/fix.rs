//! Fixes of facts.

use tileiras_finding::Fix;

use crate::fact::Fact;
use crate::fact_set::FactValue;

/// Removes a fact.
pub(super) const fn remove(fact: Fact) -> Fix {
    Fix::Remove(fact.attribute())
}

/// Gives a fact another value.
pub(super) fn set(fact: Fact, value: &FactValue) -> Fix {
    Fix::Set(fact.attribute(), text(value))
}

/// States a fact.
pub(super) fn add(fact: Fact, value: &FactValue) -> Fix {
    Fix::Add(fact.attribute(), text(value))
}

fn text(value: &FactValue) -> Option<String> {
    (*value != FactValue::Unit).then(|| value.to_attribute().to_string())
}
