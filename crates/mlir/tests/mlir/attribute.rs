//! Reading and editing attributes.

#![expect(clippy::expect_used, reason = "a test")]

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::{Attribute, Module};
use tileiras_mlir::attribute::{self, Dictionary, i64_array_values, integer_value};
use tileiras_mlir::function::Function;
use tileiras_mlir::{ContextHandle, operation, tool, value};

fn context() -> Context {
    let registry = DialectRegistry::new();
    tool::register_upstream_dialects((&registry).into());
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

fn parse<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    Attribute::parse(context, text).expect("a legal attribute")
}

#[test]
fn a_dictionary_is_read_in_the_order_of_names() {
    let context = context();
    let dictionary = Dictionary::new(parse(&context, "{b = 1 : i32, a}")).expect("a dictionary");
    let names: Vec<&[u8]> = dictionary.iter().map(|(name, _)| name).collect();
    assert_eq!(names, [b"a", b"b"]);
    assert_eq!(dictionary.get("b"), Some(parse(&context, "1 : i32")));
    assert!(dictionary.has("a") && !dictionary.has("c") && dictionary.get("c").is_none());
    assert!(Dictionary::new(parse(&context, "[]")).is_none());
}

#[test]
fn an_edited_dictionary_has_the_entry_and_all_others() {
    let context = context();
    let read = |text| Dictionary::new(parse(&context, text)).expect("a dictionary");
    let unit = attribute::unit(&context);
    assert_eq!(read("{b, c = 1 : i32}").with("a", Some(unit)), read("{a, b, c = 1 : i32}"));
    assert_eq!(read("{b, c = 1 : i32}").with("c", Some(unit)), read("{b, c}"));
    assert_eq!(read("{b, c = 1 : i32}").with("c", None), read("{b}"));
    assert_eq!(read("{b}").with("c", None), read("{b}"));
    assert_eq!(read("{b}").with("b", None).attribute(), parse(&context, "{}"));
}

#[test]
fn integers_of_any_width_are_read() {
    let context = context();
    let cases = [
        ("-1 : i32", Some((-1, 32))),
        ("true", Some((1, 1))),
        ("5 : index", Some((5, 64))),
        ("36893488147419103232 : i128", Some((1 << 65, 128))),
        ("-36893488147419103232 : si66", Some((-1 << 65, 66))),
        ("36893488147419103232 : ui66", Some((1 << 65, 66))),
        ("340282366920938463463374607431768211455 : ui128", None),
        ("1.0 : f32", None),
        ("[]", None),
    ];
    for (text, expected) in cases {
        assert_eq!(integer_value(parse(&context, text)), expected, "{text}");
    }
}

#[test]
fn arrays_of_i64_are_read() {
    let context = context();
    assert_eq!(i64_array_values(parse(&context, "array<i64: 1, -2>")), Some(vec![1, -2]));
    assert_eq!(i64_array_values(parse(&context, "array<i64>")), Some(Vec::new()));
    assert_eq!(i64_array_values(parse(&context, "array<i32: 1>")), None);
}

#[test]
fn argument_attributes_are_found_and_set() {
    let context = context();
    let text = "func.func private @f(i32 {test.a}, f32, !llvm.ptr {test.a, test.b = 1 : i32})
                func.func private @g(i32)";
    let module = Module::parse(&context, text).expect("a legal module");
    let functions: Vec<_> = operation::child_operations(module.as_operation()).filter_map(Function::new).collect();
    let [f, g] = functions[..] else { panic!("two functions") };
    assert_eq!((f.arguments_with("test.a"), g.arguments_with("test.a")), (vec![0, 2], vec![]));
    f.set_argument_flag("test.a", |index| index == 1);
    g.set_argument_flag("test.a", |_| true);
    assert_eq!((f.arguments_with("test.a"), g.arguments_with("test.a")), (vec![1], vec![]));
    assert_eq!(f.argument_attribute(2, "test.b"), Some(attribute::integer(ContextHandle::of(f.operation()), 1, 32)));
    assert!(value::is_float(f.argument_type(1)) && !value::is_float(f.argument_type(0)));
    assert!(!value::is_struct(f.argument_type(2)));
}
