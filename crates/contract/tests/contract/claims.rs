//! The claims that each carrier can state, and the errors for values that are not legal.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use proptest::collection::vec;
use proptest::prelude::*;
use tileiras_contract::read::{Claim, check_indices, read_claim};
use tileiras_contract::{
    ATTRIBUTE_SPELLINGS, Carrier, FactType, FactValue, LEGACY_KEYS, Spelling, Statement, TupleId, Value,
    attribute_spelling, legacy_key,
};
use tileiras_target::Axis;

const TUPLE: Carrier = Carrier::Tuple(TupleId { list: 0, number: 0 });
const CARRIERS: [Carrier; 4] = [TUPLE, Carrier::Attribute, Carrier::Passthrough, Carrier::CallingConvention];

fn spelling(name: &str, carrier: Carrier) -> &'static Spelling {
    match carrier {
        Carrier::Tuple(_) => legacy_key(name),
        _ => attribute_spelling(name),
    }
    .unwrap()
}

/// The claim, or the text of the error.
fn read(carrier: Carrier, name: &str, value: Value) -> Result<Claim, String> {
    read_claim(&Statement { spelling: spelling(name, carrier), value, carrier }).map_err(|fault| fault.to_string())
}

fn legacy(key: &str, value: Value) -> Result<Claim, String> {
    read(TUPLE, key, value)
}

fn attribute(name: &str, value: Value) -> Result<Claim, String> {
    read(Carrier::Attribute, name, value)
}

fn passthrough(name: &str, text: &str) -> Result<Claim, String> {
    read(Carrier::Passthrough, name, self::text(text))
}

fn text(text: &str) -> Value<'_> {
    Value::Text(text.into())
}

fn array(values: &[i32]) -> Value<'_> {
    Value::I32Array(values.into())
}

fn list(values: &[i128]) -> Value<'static> {
    Value::List(values.iter().map(|&value| i64_(value)).collect())
}

fn i64_(value: i128) -> Value<'static> {
    Value::Integer { value, width: 64 }
}

fn indices(indices: &[u32]) -> Result<Claim, String> {
    Ok(Claim::Whole(FactValue::Indices(indices.into())))
}

fn number(number: u32) -> Result<Claim, String> {
    Ok(Claim::Whole(FactValue::Scalar(number)))
}

/// The claim that states the first axes of a shape.
fn sizes(stated: &[u32]) -> Result<Claim, String> {
    Ok(Claim::Sizes([0, 1, 2].map(|axis| stated.get(axis).copied())))
}

/// The claim that a unit fact holds.
fn holds() -> Result<Claim, String> {
    Ok(Claim::Whole(FactValue::Unit))
}

fn fault(text: &str) -> Result<Claim, String> {
    Err(text.to_owned())
}

#[test]
fn a_legacy_size_is_an_integer() {
    assert_eq!(legacy("maxntidx", Value::i32(128)), Ok(Claim::axis(Axis::X, 128)));
    assert_eq!(legacy("reqntidy", i64_(2)), Ok(Claim::axis(Axis::Y, 2)));
    assert_eq!(legacy("cluster_dim_z", Value::Integer { value: 4, width: 8 }), Ok(Claim::axis(Axis::Z, 4)));
    assert_eq!(legacy("maxntidx", Value::i32(0)), Ok(Claim::axis(Axis::X, 0)));
    assert_eq!(legacy("maxntidx", i64_(0x7fff_ffff)), Ok(Claim::axis(Axis::X, 0x7fff_ffff)));
}

#[test]
fn a_legacy_number_is_an_integer() {
    assert_eq!(legacy("minctasm", Value::i32(2)), number(2));
    assert_eq!(legacy("maxnreg", i64_(64)), number(64));
    assert_eq!(legacy("maxclusterrank", i64_(0)), number(0));
    assert_eq!(legacy("cluster_max_blocks", i64_(0xffff_ffff)), number(u32::MAX));
}

#[test]
fn a_legacy_number_of_another_kind_is_refused() {
    for (value, found) in [
        (text("128"), "\"128\""),
        (Value::i32(-1), "-1 : i32 (unsigned 4294967295)"),
        (i64_(4_294_967_296), "4294967296 : i64"),
        (Value::bool(true), "true"),
        (Value::Unit, "unit"),
        (array(&[128]), "array<i32: 128>"),
        (list(&[128]), "[128 : i64]"),
        (Value::Other("1.0 : f32".into()), "1.0 : f32"),
    ] {
        for key in ["maxntidx", "maxnreg"] {
            let wanted = "must be a non-negative integer that fits in 32 bits";
            assert_eq!(legacy(key, value.clone()), Err(format!("'{key}' {wanted}, got {found}")));
        }
    }
    assert_eq!(
        legacy("cluster_dim_x", i64_(2_147_483_648)),
        fault("'cluster_dim_x' must be at most 2147483647, the largest value of an 'array<i32>', got 2147483648 : i64")
    );
}

#[test]
fn a_legacy_flag_is_an_integer_and_zero_denies_it() {
    for key in ["kernel", "blocksareclusters"] {
        for yes in [Value::i32(1), i64_(-1), Value::bool(true), Value::Integer { value: -1, width: 1 }] {
            assert_eq!(legacy(key, yes), holds());
        }
        for no in [Value::i32(0), i64_(0), Value::bool(false)] {
            assert_eq!(legacy(key, no), Ok(Claim::Denied));
        }
    }
    // A null of LLVM IR is mirrored as a unit.
    assert_eq!(legacy("kernel", Value::Unit), fault("'kernel' must be an integer, got unit"));
    assert_eq!(legacy("kernel", text("1")), fault("'kernel' must be an integer, got \"1\""));
    assert_eq!(legacy("kernel", array(&[1])), fault("'kernel' must be an integer, got array<i32: 1>"));
}

#[test]
fn legacy_constants_are_a_list() {
    assert_eq!(legacy("grid_constant", array(&[3, 1, 3])), indices(&[1, 3]));
    assert_eq!(legacy("grid_constant", list(&[2, 1])), indices(&[1, 2]));
    assert_eq!(legacy("grid_constant", list(&[])), indices(&[]));
    for (value, found) in [
        (Value::i32(1), "1 : i32"),
        (Value::Unit, "unit"),
        (text("1"), "\"1\""),
        (array(&[1, 0]), "array<i32: 1, 0>"),
        (array(&[-1]), "array<i32: -1>"),
        (list(&[0]), "[0 : i64]"),
        (Value::List(vec![Value::bool(true)]), "[true]"),
        (Value::List(vec![text("1")]), "[\"1\"]"),
    ] {
        let wanted = "'grid_constant' must be a list of 1-based argument indices";
        assert_eq!(legacy("grid_constant", value), Err(format!("{wanted}, got {found}")));
    }
    assert_eq!(
        legacy("grid_constant", list(&[2_147_483_648])),
        fault(
            "'grid_constant' must be at most 2147483647, the largest value of an 'array<i32>', got [2147483648 : i64]"
        )
    );
}

#[test]
fn an_attribute_shape_has_one_to_three_sizes() {
    for value in [array(&[128]), list(&[128]), text("128"), text("128 ,")] {
        assert_eq!(attribute("nvvm.maxntid", value), sizes(&[128]));
    }
    for value in [array(&[128, 1]), list(&[128, 1]), text(" 128 , 1,")] {
        assert_eq!(attribute("nvvm.maxntid", value), sizes(&[128, 1]));
    }
    assert_eq!(attribute("nvvm.maxntid", array(&[128, 1, 1])), sizes(&[128, 1, 1]));
    assert_eq!(attribute("nvvm.cluster_dim", array(&[2, 4])), sizes(&[2, 4]));
    assert_eq!(attribute("nvvm.reqntid", list(&[8, 4, 2])), sizes(&[8, 4, 2]));
    assert_eq!(attribute("nvvm.reqntid", array(&[0])), sizes(&[0]));

    assert_eq!(attribute("nvvm.maxntid", array(&[])), fault("'nvvm.maxntid' must have 1 to 3 values, got 0"));
    assert_eq!(attribute("nvvm.maxntid", list(&[1; 4])), fault("'nvvm.maxntid' must have 1 to 3 values, got 4"));
    for (value, found) in [
        (array(&[128, -1]), "array<i32: 128, -1>"),
        (list(&[-1]), "[-1 : i64]"),
        (Value::List(vec![Value::bool(true)]), "[true]"),
        (Value::i32(128), "128 : i32"),
        (Value::Unit, "unit"),
        (text("abc"), "\"abc\""),
    ] {
        let wanted = "'nvvm.maxntid' must be 1 to 3 non-negative integers";
        assert_eq!(attribute("nvvm.maxntid", value), Err(format!("{wanted}, got {found}")));
    }
    assert_eq!(
        attribute("nvvm.maxntid", list(&[4_294_967_296])),
        fault(
            "'nvvm.maxntid' must be at most 2147483647, the largest value of an 'array<i32>', got [4294967296 : i64]"
        )
    );
    assert_eq!(
        attribute("nvvm.maxntid", text("1,2147483648")),
        fault("'nvvm.maxntid' must be at most 2147483647, the largest value of an 'array<i32>', got \"1,2147483648\"")
    );
}

#[test]
fn an_attribute_number_is_an_integer_or_text() {
    assert_eq!(attribute("nvvm.maxntidy", i64_(4)), Ok(Claim::axis(Axis::Y, 4)));
    assert_eq!(attribute("nvvm.cluster_dim_x", text("2")), Ok(Claim::axis(Axis::X, 2)));
    assert_eq!(attribute("nvvm.cluster_max_blocks", Value::i32(8)), number(8));
    assert_eq!(attribute("nvvm.maxclusterrank", text(" 8 ")), number(8));
    let wanted = "must be a non-negative integer that fits in 32 bits";
    for (value, found) in [
        (Value::bool(true), "true"),
        (text("+8"), "\"+8\""),
        (text("8,"), "\"8,\""),
        (text(""), "\"\""),
        (array(&[8]), "array<i32: 8>"),
    ] {
        assert_eq!(attribute("nvvm.maxnreg", value), Err(format!("'nvvm.maxnreg' {wanted}, got {found}")));
    }
}

#[test]
fn an_attribute_flag_is_true_or_is_refused() {
    for name in ["nvvm.kernel", "nvvm.blocksareclusters"] {
        for yes in [Value::Unit, Value::bool(true), Value::i32(2), text(""), text("true"), text("1")] {
            assert_eq!(attribute(name, yes), holds());
        }
    }
    for (value, found) in [
        (Value::i32(0), "0 : i32"),
        (Value::bool(false), "false"),
        (text("false"), "\"false\""),
        (text("0"), "\"0\""),
        (array(&[1]), "array<i32: 1>"),
    ] {
        let wanted = "'nvvm.kernel' must be a unit or a non-zero integer";
        assert_eq!(attribute("nvvm.kernel", value), Err(format!("{wanted}, got {found}")));
    }
}

#[test]
fn attribute_constants_are_a_list_or_text() {
    for value in [array(&[1, 3]), list(&[3, 1]), text("3, 1"), text("1,3,")] {
        assert_eq!(attribute("nvvm.grid_constant", value), indices(&[1, 3]));
    }
    let wanted = "'nvvm.grid_constant' must be a list of 1-based argument indices";
    assert_eq!(attribute("nvvm.grid_constant", Value::Unit), Err(format!("{wanted}, got unit")));
    assert_eq!(attribute("nvvm.grid_constant", text("0")), Err(format!("{wanted}, got \"0\"")));
}

#[test]
fn passthrough_accepts_what_llvm_reads() {
    for (text, stated) in [("128", 1), ("128,", 1), (" 128 ,\t1", 2), ("128,1,1", 3), ("128,1,1,", 3)] {
        assert_eq!(passthrough("nvvm.maxntid", text), sizes(&[128, 1, 1][..stated]), "{text}");
    }
    assert_eq!(passthrough("nvvm.maxntidx", "128"), Ok(Claim::axis(Axis::X, 128)));
    assert_eq!(passthrough("nvvm.minctasm", "4294967295"), number(u32::MAX));
    assert_eq!(passthrough("nvvm.maxclusterrank", "0"), number(0));
    assert_eq!(passthrough("nvvm.grid_constant", "2,1"), indices(&[1, 2]));
    assert_eq!(read(Carrier::Passthrough, "nvvm.blocksareclusters", Value::Unit), holds());
    for text in ["", "true", "1", "7"] {
        assert_eq!(passthrough("nvvm.blocksareclusters", text), holds(), "{text}");
    }
}

#[test]
fn passthrough_refuses_what_llvm_does_not_read_or_alters() {
    for text in ["", ",", ",2", "1,,2", "128,, ", "abc", "-1", "+1", "1.0", "1 2"] {
        let wanted = "'nvvm.maxntid' must be 1 to 3 non-negative integers";
        assert_eq!(passthrough("nvvm.maxntid", text), Err(format!("{wanted}, got \"{text}\"")));
    }
    for text in ["2147483648", "4294967296", "1,99999999999999999999"] {
        let wanted = "'nvvm.maxntid' must be at most 2147483647, the largest value of an 'array<i32>'";
        assert_eq!(passthrough("nvvm.maxntid", text), Err(format!("{wanted}, got \"{text}\"")));
    }
    for text in ["010", "0x10", "0b11", "1,00"] {
        let wanted = "'nvvm.maxntid' must be a decimal number without a leading zero";
        assert_eq!(passthrough("nvvm.maxntid", text), Err(format!("{wanted}, got \"{text}\"")));
    }
    assert_eq!(passthrough("nvvm.maxntid", "1,1,1,1"), fault("'nvvm.maxntid' must have 1 to 3 values, got 4"));
    for text in ["false", "0", "no"] {
        let wanted = "'nvvm.blocksareclusters' must be a unit or a non-zero integer";
        assert_eq!(passthrough("nvvm.blocksareclusters", text), Err(format!("{wanted}, got \"{text}\"")));
    }
    for value in [Value::i32(8), Value::Unit] {
        let wanted = "'nvvm.maxnreg' must be a non-negative integer that fits in 32 bits";
        let found = value.to_string();
        assert_eq!(read(Carrier::Passthrough, "nvvm.maxnreg", value), Err(format!("{wanted}, got {found}")));
    }
}

#[test]
fn an_argument_states_its_own_index() {
    assert_eq!(read(Carrier::Argument(3), "nvvm.grid_constant", Value::Unit), indices(&[3]));
}

#[test]
fn indices_are_within_the_arguments() {
    let check = |indices: &[u32], count| check_indices(indices, count).map_err(|fault| fault.to_string());
    assert_eq!(check(&[], 0), Ok(()));
    assert_eq!(check(&[1, 3], 3), Ok(()));
    assert_eq!(check(&[1, 4], 3), Err("'nvvm.grid_constant' must name arguments 1 to 3, got 4".to_owned()));
    assert_eq!(check(&[0], 3), Err("'nvvm.grid_constant' must name arguments 1 to 3, got 0".to_owned()));
    let none = "'nvvm.grid_constant' must name an argument, but the function has none, got 1";
    assert_eq!(check(&[1], 0), Err(none.to_owned()));
}

fn any_value() -> impl Strategy<Value = Value<'static>> {
    let leaf = prop_oneof![
        Just(Value::Unit),
        (any::<i128>(), 0..130_u32).prop_map(|(value, width)| Value::Integer { value, width }),
        (-2..5_000_000_000_i128, 1..65_u32).prop_map(|(value, width)| Value::Integer { value, width }),
        vec(any::<i32>(), 0..6).prop_map(|values| Value::I32Array(values.into())),
        vec(0..5, 0..6).prop_map(|values| Value::I32Array(values.into())),
        "[0-9, x+-]{0,14}".prop_map(|text| Value::Text(text.into())),
        any::<String>().prop_map(|text| Value::Text(text.into())),
        any::<String>().prop_map(|text| Value::Other(text.into())),
    ];
    leaf.prop_recursive(2, 16, 5, |value| vec(value, 0..5).prop_map(Value::List))
}

fn any_spelling() -> impl Strategy<Value = &'static Spelling> {
    prop::sample::select(LEGACY_KEYS.iter().chain(ATTRIBUTE_SPELLINGS).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn reading_never_panics_and_gives_the_shape_of_the_fact(
        spelling in any_spelling(),
        value in any_value(),
        carrier in prop::sample::select(CARRIERS.to_vec()),
    ) {
        let statement = Statement { spelling, value, carrier };
        let fits = |size: u32| i32::try_from(size).is_ok();
        match read_claim(&statement) {
            Ok(Claim::Denied | Claim::Whole(FactValue::Unit)) => prop_assert_eq!(spelling.fact.value_type(), FactType::Unit),
            Ok(Claim::Whole(FactValue::Scalar(_))) => prop_assert_eq!(spelling.fact.value_type(), FactType::Scalar),
            Ok(Claim::Sizes(sizes)) => {
                prop_assert_eq!(spelling.fact.value_type(), FactType::Dims);
                let stated = Axis::ALL.into_iter().zip(sizes).filter(|(_, size)| size.is_some());
                match spelling.axis {
                    Some(axis) => prop_assert!(stated.map(|(axis, _)| axis).eq([axis])),
                    // The first axes, one or more.
                    None => prop_assert!(sizes[0].is_some() && sizes.is_sorted_by_key(Option::is_none)),
                }
                prop_assert!(sizes.into_iter().flatten().all(fits));
            }
            Ok(Claim::Whole(FactValue::Dims(_))) => prop_assert!(false, "a shape is no whole"),
            Ok(Claim::Whole(FactValue::Indices(indices))) => {
                prop_assert_eq!(spelling.fact.value_type(), FactType::Indices);
                prop_assert!(indices.iter().all(|&index| index > 0 && fits(index)));
                prop_assert!(indices.is_sorted_by(|a, b| a < b));
            }
            Err(fault) => {
                let start = format!("'{}' must ", spelling.name);
                prop_assert!(fault.to_string().starts_with(&start));
                prop_assert!(!fault.to_string().ends_with('.') || matches!(statement.value, Value::Other(_)));
            }
        }
    }

    #[test]
    fn a_number_is_read_exactly(n in any::<u32>()) {
        for value in [Value::Integer { value: n.into(), width: 64 }, Value::Text(n.to_string().into())] {
            prop_assert_eq!(attribute("nvvm.maxnreg", value), number(n));
        }
    }
}
