//! The fixes of the rules: what each one is, and that the rule holds after it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use crate::common::{function, text};
use tileiras_contract::rules::check;
use tileiras_contract::{Sink, Subject, Value, Violation};
use tileiras_finding::{Fix, RuleId, RuleSet};
use tileiras_target::Target;

type Attributes = Vec<(&'static str, Value<'static>)>;

fn array(values: &[i32]) -> Value<'static> {
    Value::I32Array(values.to_vec().into())
}

/// The violations of a rule by a function for sm_90.
fn violations(rule: RuleId, attributes: &Attributes) -> Vec<Violation> {
    let facts = function(attributes);
    let target = Target::parse(Some("sm_90"), Some("8.4")).expect("a target");
    let mut sink = Sink::new();
    check(&Subject::new(&facts, target), &RuleSet::of(|other| other == rule), &mut sink);
    sink.take()
}

/// The value of a fix.
fn attribute(text: &str) -> Value<'static> {
    let sizes = text.strip_prefix("array<i32: ").and_then(|rest| rest.strip_suffix('>'));
    let number = |text: &str| text.trim().parse().expect("a number");
    match sizes {
        Some(sizes) => Value::I32Array(sizes.split(',').map(number).collect()),
        None => Value::i32(number(text.strip_suffix(" : i32").expect("an integer"))),
    }
}

fn apply(attributes: &mut Attributes, fix: &Fix) {
    match fix {
        Fix::Rename { from, to } => {
            let renamed = attributes.iter_mut().find(|(name, _)| name == from).expect("the attribute is there");
            renamed.0 = to;
        }
        Fix::Remove(removed) => attributes.retain(|(name, _)| name != removed),
        Fix::Set(set, value) | Fix::Add(set, value) => {
            attributes.retain(|(name, _)| name != set);
            attributes.push((set, value.as_deref().map_or(Value::Unit, attribute)));
        }
    }
}

#[test]
fn each_fix_ends_its_violation() {
    let kernel = || ("nvvm.kernel", Value::Unit);
    let block = |size| ("nvvm.reqntid", array(&[size, 1, 1]));
    let bound = |size| ("nvvm.maxntid", array(&[size, 1, 1]));
    #[rustfmt::skip] // a table
    let cases: Vec<(&str, Attributes, &str)> = vec![
        ("dim-shape", vec![kernel(), ("nvvm.reqntid", array(&[8, 4, 2, 1]))], "write 'nvvm.reqntid = array<i32: 8, 4, 2>'"),
        ("cluster-dim-arity", vec![kernel(), ("nvvm.cluster_dim", array(&[2]))], "write 'nvvm.cluster_dim = array<i32: 2, 1, 1>'"),
        ("scalar-shape", vec![kernel(), ("nvvm.maxclusterrank", text("8"))], "write 'nvvm.maxclusterrank = 8 : i32'"),
        ("unit-shape", vec![("nvvm.kernel", Value::i32(1))], "write 'nvvm.kernel'"),
        ("unit-shape", vec![kernel(), ("nvvm.blocksareclusters", Value::bool(false))], "remove 'nvvm.blocksareclusters'"),
        ("blocksareclusters-requires", vec![kernel(), ("nvvm.blocksareclusters", Value::Unit), block(8)], "remove 'nvvm.blocksareclusters'"),
        ("cluster-on-kernel-only", vec![("nvvm.maxclusterrank", Value::i32(8))], "remove 'nvvm.maxclusterrank'"),
        ("launch-fact-on-function", vec![bound(8)], "remove 'nvvm.maxntid'"),
        ("unknown-launch-attribute", vec![kernel(), ("nvvm.minnctapersm", Value::i32(2))], "rename 'nvvm.minnctapersm' to 'nvvm.minctasm'"),
        ("positive-value", vec![kernel(), ("nvvm.maxntid", array(&[128, 0, -1]))], "write 'nvvm.maxntid = array<i32: 128, 1, 1>'"),
        ("positive-value", vec![kernel(), ("nvvm.maxnreg", Value::i32(0))], "remove 'nvvm.maxnreg'"),
        ("maxntid-cap", vec![kernel(), bound(2048)], "remove 'nvvm.maxntid'"),
        ("maxnreg-range", vec![kernel(), ("nvvm.maxnreg", Value::i32(16))], "write 'nvvm.maxnreg = 24 : i32'"),
        ("maxnreg-range", vec![kernel(), ("nvvm.maxnreg", Value::i32(300))], "remove 'nvvm.maxnreg'"),
        ("minctasm-needs-block", vec![kernel(), ("nvvm.minctasm", Value::i32(2))], "remove 'nvvm.minctasm'"),
        ("minctasm-range", vec![kernel(), bound(1024), ("nvvm.minctasm", Value::i32(3))], "remove 'nvvm.minctasm'"),
        ("maxntid-reqntid-conflict", vec![kernel(), bound(256), block(128)], "remove 'nvvm.maxntid'"),
        ("cluster-dim-rank-conflict", vec![kernel(), ("nvvm.cluster_dim", array(&[2, 1, 1])), ("nvvm.maxclusterrank", Value::i32(8))], "remove 'nvvm.maxclusterrank'"),
    ];
    for (rule, mut attributes, expected) in cases {
        let rule: RuleId = rule.parse().expect("a rule");
        let found = violations(rule, &attributes);
        let fix = found.first().and_then(|violation| violation.fix.clone());
        let fix = fix.unwrap_or_else(|| panic!("{rule} has no fix for {attributes:?}: {found:?}"));
        assert_eq!(fix.to_string(), expected, "{rule}");
        apply(&mut attributes, &fix);
        assert_eq!(violations(rule, &attributes), [], "{rule} after its fix");
    }
}

#[test]
fn a_choice_of_a_person_is_no_fix() {
    let kernel = ("nvvm.kernel", Value::Unit);
    for (rule, attributes) in [
        ("dim-shape", vec![kernel.clone(), ("nvvm.reqntid", array(&[8, 4, 2, 2]))]),
        ("dim-shape", vec![kernel.clone(), ("nvvm.reqntid", array(&[]))]),
        ("scalar-shape", vec![kernel.clone(), ("nvvm.maxnreg", text("many"))]),
        ("positive-value", vec![kernel.clone(), ("nvvm.reqntid", array(&[0, 0, 0]))]),
        ("cta-thread-cap", vec![kernel.clone(), ("nvvm.reqntid", array(&[2048, 1, 1]))]),
        (
            "maxntid-reqntid-conflict",
            vec![kernel.clone(), ("nvvm.maxntid", array(&[64])), ("nvvm.reqntid", array(&[128]))],
        ),
    ] {
        let found = violations(rule.parse().expect("a rule"), &attributes);
        assert!(!found.is_empty() && found.iter().all(|violation| violation.fix.is_none()), "{rule}: {found:?}");
    }
}
