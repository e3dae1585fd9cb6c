//! Statements about launches that no tool reads where they stand.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{array, function, kernel, messages, messages_on, target};
use tileiras_contract::{
    Carrier, Fact, FunctionFacts, FunctionPart, IgnoredStatement, Statement, Value, attribute_spelling,
    foreign_statement,
};

const ID: &str = "statement-ignored";

fn with<'a>(mut function: FunctionFacts<'a>, name: &str, value: Value<'a>, is_passthrough: bool) -> FunctionFacts<'a> {
    let statement = foreign_statement(name).unwrap();
    function.ignored.push(IgnoredStatement::Foreign { statement, value, is_passthrough });
    function
}

fn text(text: &str) -> Value<'_> {
    Value::Text(text.into())
}

#[test]
fn an_exact_block_is_said_by_an_equal_fact() {
    let stated = |facts: &[(&'static str, Value<'static>)], sizes: &'static [i32]| {
        messages(ID, &with(kernel(facts), "reqd_work_group_size", array(sizes), false))
    };
    assert_eq!(stated(&[], &[64, 2, 1]), ["'reqd_work_group_size' is ignored: state 'nvvm.reqntid'"]);
    // A bound says less.
    let bound = ("nvvm.maxntid", array(&[64, 2, 1]));
    assert_eq!(stated(&[bound], &[64, 2, 1]), ["'reqd_work_group_size' is ignored: state 'nvvm.reqntid'"]);
    let exact = [("nvvm.reqntid", array(&[64, 2]))];
    assert_eq!(stated(&exact, &[64, 2, 1]), [""; 0]);
    let others: [&'static [i32]; 5] = [&[64, 1, 1], &[64, 0], &[], &[1; 4], &[-1]];
    for other in others {
        assert_eq!(stated(&exact, other), ["'reqd_work_group_size' is ignored: 'nvvm.reqntid' is 64, 2, 1"]);
    }
}

#[test]
fn a_bound_is_said_by_a_block_within_it() {
    let limit = |facts: &[(&'static str, Value<'static>)], most: u32| {
        let most = Value::Text(most.to_string().into());
        messages(ID, &with(kernel(facts), "omp_target_thread_limit", most, true))
    };
    let subject = "'omp_target_thread_limit' in 'passthrough' is ignored";
    assert_eq!(limit(&[], 128), [format!("{subject}: state 'nvvm.maxntid'")]);
    for name in ["nvvm.maxntid", "nvvm.reqntid"] {
        let block = [(name, array(&[64, 2]))];
        assert_eq!((limit(&block, 128), limit(&block, 256)), (vec![], vec![]));
        assert_eq!(limit(&block, 127), [format!("{subject}: '{name}' allows 128 threads")]);
    }
    // A value that is no number bounds nothing.
    let unread = with(kernel(&[("nvvm.maxntid", array(&[1]))]), "omp_target_thread_limit", text("many"), true);
    assert_eq!(messages(ID, &unread), [format!("{subject}: 'nvvm.maxntid' allows 1 threads")]);
    let sizes = Value::List(vec![Value::i32(8), Value::i32(8), Value::i32(2)]);
    let shape = with(kernel(&[("nvvm.reqntid", array(&[128]))]), "max_work_group_size", sizes, false);
    assert_eq!(messages(ID, &shape), [""; 0]);
}

#[test]
fn a_legacy_fact_says_it_after_the_transplant() {
    let awaiting = |key| {
        let mut function = with(kernel(&[]), "reqd_work_group_size", array(&[64, 1, 1]), false);
        function = with(function, "omp_target_thread_limit", text("64"), true);
        let spelling = attribute_spelling(key).unwrap();
        function.add_statement(Statement { spelling, value: text("64"), carrier: Carrier::Passthrough });
        messages(ID, &function).len()
    };
    assert_eq!((awaiting("nvvm.reqntid"), awaiting("nvvm.maxntid"), awaiting("nvvm.maxnreg")), (0, 1, 2));
}

#[test]
fn only_kernels_have_launches() {
    let hint = |function| with(function, "work_group_size_hint", array(&[64, 1, 1]), false);
    assert_eq!(messages(ID, &hint(kernel(&[]))), ["'work_group_size_hint' is ignored: no directive states it"]);
    assert_eq!(messages(ID, &hint(function(&[]))), [""; 0]);
    // A kernel of another target is one that is lost.
    let foreign = |function| with(function, "spir_kernelcc", Value::Unit, false);
    assert_eq!(
        messages(ID, &foreign(hint(function(&[])))),
        [
            "'work_group_size_hint' is ignored: no directive states it",
            "'spir_kernelcc' is ignored: state 'nvvm.kernel'"
        ]
    );
    assert_eq!(messages(ID, &foreign(kernel(&[]))), [""; 0]);
    let teams = |facts: &[(&'static str, Value<'static>)]| {
        messages(ID, &with(kernel(facts), "omp_target_num_teams", text("4"), true)).len()
    };
    assert_eq!((teams(&[]), teams(&[(Fact::MaxClusterRank.attribute(), Value::i32(4))])), (1, 0));
    // nvvm-legalize removes the cap that clang states beside it.
    let function = with(kernel(&[]), "omp_target_num_teams", text("4"), true);
    assert_eq!(messages_on(ID, &function, target("sm_80", "")), [""; 0]);
}

#[test]
fn launch_facts_are_on_the_function() {
    let mut contract = function(&[]);
    for (name, part, index) in [
        ("nvvm.maxntid", FunctionPart::Argument, 2),
        ("nvvm.grid_constant", FunctionPart::Result, 1),
        ("nvvm.minnctapersm", FunctionPart::Result, 2),
        ("nvvm.hidden_param", FunctionPart::Argument, 1),
        ("nvvm.managed", FunctionPart::Result, 1),
        ("nvvm.maxnreg", FunctionPart::WorkgroupAttribution, 1),
    ] {
        contract.add_ignored_attribute(name, part, index);
    }
    contract.ignored.push(IgnoredStatement::GpuKernel(Value::bool(false)));
    let place = "is ignored: launch facts are on the function";
    assert_eq!(
        messages(ID, &contract),
        [
            format!("'nvvm.maxntid' on argument 2 {place}"),
            format!("'nvvm.grid_constant' on result 1 {place}"),
            format!("'nvvm.minnctapersm' on result 2 {place}"),
            format!("'nvvm.maxnreg' on workgroup attribution 1 {place}"),
            "'gpu.kernel' = false is ignored: only a unit makes a kernel".to_owned(),
        ]
    );
}
