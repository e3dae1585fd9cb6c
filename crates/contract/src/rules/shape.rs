//! Group `shape`: each attribute has the right form, and is on a function that may have it.
//!
//! Accepts any contract. Guarantees that a contract without an error of this group has canonical
//! attributes only, so that the [`FactSet`](crate::FactSet) of the function has every fact that is on it. Reports
//! wrong shapes as errors, and what will be ignored, such as misplaced facts, as warnings.
//!
//! Leaves out on purpose: whether the hardware or ptxas supports a size or a number. A negative number has the right
//! form; group `limits` reports it.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::ignored::STATEMENT_IGNORED;
use super::{Rule, Sink, Subject, fix};
use crate::carrier::Carrier;
use crate::fact::{Fact, FactType, KnownSize, MARKER, READ_AGAIN};
use crate::fact_set::{Dims, FactValue};
use crate::function_facts::{Arguments, Misspelling};
use crate::read::{NearMiss, check_indices};
use crate::value::Value;
use tileiras_finding::{Fix, RuleId};

pub(super) const RULES: &[Rule] = &[
    DIM_SHAPE,
    CLUSTER_DIM_ARITY,
    SCALAR_SHAPE,
    UNIT_SHAPE,
    KERNEL_RESULT,
    KERNEL_VARIADIC,
    GRID_CONSTANT_SHAPE,
    BLOCKSARECLUSTERS_REQUIRES,
    CLUSTER_ON_KERNEL_ONLY,
    LAUNCH_FACT_ON_FUNCTION,
    UNKNOWN_LAUNCH_ATTRIBUTE,
    LEGACY_FACT_REMAINS,
    KNOWN_SIZE_CONFLICT,
    KNOWN_SIZE_IGNORED,
    STATEMENT_IGNORED,
    ALLOW_UNKNOWN,
    ALLOW_UNUSED,
];

const DIM_SHAPE: Rule = Rule {
    id: RuleId::DimShape,
    summary: "`nvvm.maxntid` and `nvvm.reqntid` have 1 to 3 `i32` values.",
    why: "A block has three axes. LLVM silently drops a fourth value, and reads no other kind of attribute, so the \
          fact would be altered or lost.",
    source: "Reference 003, verifier rule 1; measured: MLIR 22 accepts `array<i32>` of 1 to 3.",
    fix: "Write `array<i32: x, y, z>`, or run `nvvm-transplant`, which writes it from every other spelling.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 8, 4, 2, 1>}",
    check: dim_shape,
};

fn dim_shape(contract: &Subject, sink: &mut Sink) {
    for fact in [Fact::MaxNTid, Fact::ReqNTid] {
        array_of(fact, 1..=3, "1 to 3", contract, sink);
    }
}

const CLUSTER_DIM_ARITY: Rule = Rule {
    id: RuleId::ClusterDimArity,
    summary: "`nvvm.cluster_dim` has exactly 3 `i32` values; with `form=any` of `nvvm-verify`, 1 to 3.",
    why: "A cluster shape is one fact. Some tools read a missing axis as 1, others as unknown. MLIR itself accepts \
          one or two values, and reads a missing one as 1.",
    source: "Reference 003, verifier rule 1.",
    fix: "Write all three values, `array<i32: 2, 1, 1>`, or run `nvvm-transplant`, which fills missing axes with 1.",
    example: "// with form=canonical\nllvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>}",
    check: cluster_dim_arity,
};

fn cluster_dim_arity(contract: &Subject, sink: &mut Sink) {
    array_of(Fact::ClusterDim, 3..=3, "exactly 3", contract, sink);
}

fn array_of(fact: Fact, legal: RangeInclusive<usize>, wanted: &str, contract: &Subject, sink: &mut Sink) {
    match contract.canonical(fact) {
        None | Some(Value::Sizes(_)) => {}
        Some(Value::I32Array(sizes)) if legal.contains(&sizes.len()) => {}
        Some(Value::I32Array(sizes)) => {
            let fix = three_axes(sizes).map(|dims| fix::set(fact, &FactValue::Dims(dims)));
            sink.report_with_fix(fix, format!("'{fact}' must have {wanted} values, got {}", sizes.len()));
        }
        Some(other) => {
            sink.report(format!("'{fact}' must be an array of {wanted} i32 values, got {other}"));
        }
    }
}

/// The shape that other sizes than three probably mean: a missing axis is 1, and a fourth one that is 1 has no effect.
fn three_axes(sizes: &[i32]) -> Option<Dims> {
    let (axes, more) = sizes.split_at(sizes.len().min(3));
    let mut dims = [1; 3];
    for (axis, size) in dims.iter_mut().zip(axes) {
        *axis = u32::try_from(*size).ok()?;
    }
    (!sizes.is_empty() && more.iter().all(|size| *size == 1)).then_some(dims)
}

const SCALAR_SHAPE: Rule = Rule {
    id: RuleId::ScalarShape,
    summary: "`nvvm.minctasm`, `nvvm.maxnreg`, `nvvm.minperctamemory` and `nvvm.maxclusterrank` are integers whose \
              value fits in 32 bits, neither booleans nor strings.",
    why: "A directive holds 32 bits: LLVM prints `5000000000` as `705032704` and `true` as `4294967295`. LLVM \
          silently drops a cluster cap that is a string.",
    source: "Reference 003, verifier rule 2; measured: LLVM 22.",
    fix: "Write `N : i32`, or run `nvvm-transplant`, which reads strings.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxclusterrank = \"8\"}",
    check: scalar_shape,
};

fn scalar_shape(contract: &Subject, sink: &mut Sink) {
    for fact in Fact::ALL.into_iter().filter(|fact| fact.value_type() == FactType::Scalar) {
        match contract.canonical(fact) {
            None => {}
            Some(Value::Integer { value, width: 2.. }) if fits_32_bits(*value) => {}
            Some(found @ Value::Integer { width: 2.., .. }) => {
                sink.report(format!("'{fact}' must fit in 32 bits, got {found}"));
            }
            Some(other) => {
                let number = if let Value::Text(text) = other { text.trim().parse().ok() } else { None };
                let fix = number.map(|number| fix::set(fact, &FactValue::Scalar(number)));
                sink.report_with_fix(fix, format!("'{fact}' must be an integer attribute, got {other}"));
            }
        }
    }
}

const UNIT_SHAPE: Rule = Rule {
    id: RuleId::UnitShape,
    summary: "`nvvm.kernel`, `nvvm.explicit_cluster`, `nvvm.blocksareclusters` and `nvvm.annotations_transplanted` are \
              unit attributes; with `form=any` of `nvvm-verify`, `nvvm.kernel` can be an integer other than 0.",
    why: "Only their presence counts: MLIR reads `nvvm.blocksareclusters = false` as true.",
    source: "Reference 003, table of `nvvm.*` attributes; measured: MLIR 22.",
    fix: "Write the name alone, or remove the attribute.",
    example: "// with form=canonical\nllvm.func @k() attributes {nvvm.kernel = 1 : i32}",
    check: unit_shape,
};

fn unit_shape(contract: &Subject, sink: &mut Sink) {
    let facts = [Fact::Kernel, Fact::ExplicitCluster, Fact::BlocksAreClusters];
    let facts = facts.map(|fact| (fact.attribute(), contract.canonical(fact)));
    for (name, value) in facts.into_iter().chain([(MARKER, contract.marker.as_ref())]) {
        if let Some(value) = value.filter(|&value| *value != Value::Unit) {
            let is_false = matches!(value, Value::Integer { value: 0, .. });
            let fix = if is_false { Fix::Remove(name) } else { Fix::Set(name, None) };
            sink.report_with_fix(fix, format!("'{name}' must be a unit attribute, got {value}"));
        }
    }
}

const KERNEL_RESULT: Rule = Rule {
    id: RuleId::KernelResult,
    summary: "A kernel has no result.",
    why: "A PTX entry has no return value. LLVM writes code that returns a value without a declaration, and ptxas \
          reports an unknown symbol.",
    source: "Measured: llc 22.1.8, ptxas 13.5.37.",
    fix: "Write the result to memory, or do not mark the function as a kernel.",
    example: "llvm.func @k() -> i32 attributes {nvvm.kernel}",
    check: kernel_result,
};

fn kernel_result(contract: &Subject, sink: &mut Sink) {
    if contract.is_kernel() && contract.results > 0 {
        sink.report(format!("must be a function without results to be a kernel, got {}", contract.results));
    }
}

const KERNEL_VARIADIC: Rule = Rule {
    id: RuleId::KernelVariadic,
    summary: "A kernel has a fixed number of arguments.",
    why: "A launch copies the arguments to the parameters of the kernel. LLVM's verifier rejects the calling \
          convention of kernels on a variadic function.",
    source: "Measured: LLVM 22.",
    fix: "Pass a pointer to the arguments.",
    example: "llvm.func @k(%n: i32, ...) attributes {nvvm.kernel}",
    check: kernel_variadic,
};

fn kernel_variadic(contract: &Subject, sink: &mut Sink) {
    if contract.is_kernel() && contract.is_variadic {
        sink.report("must not be variadic to be a kernel".to_owned());
    }
}

const GRID_CONSTANT_SHAPE: Rule = Rule {
    id: RuleId::GridConstantShape,
    summary: "`nvvm.grid_constant` on a function names pointer arguments, 1-based, each once.",
    why: "LLVM applies index 0 to the return value, and an index above the number of arguments makes the module \
          invalid. Only memory can be constant.",
    source: "Reference 003, table of `nvvm.*` attributes; measured: LLVM 22.",
    fix: "Count the arguments from 1, and name those that are pointers.",
    example: "llvm.func @k(%p: !llvm.ptr) attributes {nvvm.kernel, nvvm.grid_constant = \
              array<i32: 0>}",
    check: grid_constant_shape,
};

fn grid_constant_shape(contract: &Subject, sink: &mut Sink) {
    let fact = Fact::GridConstant;
    match contract.canonical(fact) {
        None => {}
        Some(Value::I32Array(indices)) => {
            let mut sorted: SmallVec<[i32; 8]> = indices.iter().copied().collect();
            sorted.sort_unstable();
            for equal in sorted.chunk_by(i32::eq) {
                let index = equal[0];
                argument_index(index, contract.arguments.as_ref(), sink);
                if equal.len() > 1 {
                    sink.report(format!("'{fact}' must name each argument once, got {index} twice"));
                }
            }
        }
        Some(other) => {
            sink.report(format!("'{fact}' must be an array of i32 argument indices, got {other}"));
        }
    }
}

fn argument_index(index: i32, arguments: Option<&Arguments>, sink: &mut Sink) {
    let fact = Fact::GridConstant;
    let Ok(position @ 1..) = u32::try_from(index) else {
        sink.report(format!("'{fact}' must name arguments by 1-based index, got {index}"));
        return;
    };
    let Some(arguments) = arguments else { return };
    if let Err(fault) = check_indices(&[position], arguments.count) {
        sink.report(fault.to_string());
    } else if arguments.is_pointer(position) == Some(false) {
        sink.report(format!("'{fact}' must name pointer arguments, got {index}, which is not a pointer"));
    }
}

const BLOCKSARECLUSTERS_REQUIRES: Rule = Rule {
    id: RuleId::BlocksAreClustersRequires,
    summary: "A function with `nvvm.blocksareclusters` has `nvvm.reqntid` and `nvvm.cluster_dim`.",
    why: "A grid can be counted in clusters only if both shapes are fixed. ptxas rejects `.blocksareclusters` without \
          `.reqntid` and `.reqnctapercluster`.",
    source: "Reference 003, verifier rule 3; measured: ptxas 13.5.",
    fix: "State both shapes, or remove `nvvm.blocksareclusters`.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.blocksareclusters, nvvm.reqntid = \
              array<i32: 128>}",
    check: blocksareclusters_requires,
};

fn blocksareclusters_requires(contract: &Subject, sink: &mut Sink) {
    let fact = Fact::BlocksAreClusters;
    if contract.has_attribute(fact) {
        for companion in [Fact::ReqNTid, Fact::ClusterDim] {
            if !contract.has_attribute(companion) {
                let text = format!("'{fact}' requires '{companion}' on the same function");
                sink.report_with_fix(fix::remove(fact), text);
            }
        }
    }
}

const CLUSTER_ON_KERNEL_ONLY: Rule = Rule {
    id: RuleId::ClusterOnKernelOnly,
    summary: "`nvvm.cluster_dim`, `nvvm.explicit_cluster`, `nvvm.maxclusterrank` and `nvvm.blocksareclusters` are on \
              kernels only.",
    why: "Cluster directives are legal on `.entry` only. LLVM prints none for a device function, so the fact has no \
          effect: the function runs in the clusters of the kernels that call it, whatever it states.",
    source: "Reference 000, PTX ISA 11.7; measured: LLVM 22.",
    fix: "Move the fact to the kernels that call the function.",
    example: "llvm.func @f() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>}",
    check: cluster_on_kernel_only,
};

fn cluster_on_kernel_only(contract: &Subject, sink: &mut Sink) {
    for fact in misplaced(contract).filter(|fact| fact.is_cluster()) {
        sink.report_with_fix(fix::remove(fact), format!("'{fact}' is ignored on a function that is no kernel"));
    }
}

const LAUNCH_FACT_ON_FUNCTION: Rule = Rule {
    id: RuleId::LaunchFactOnFunction,
    summary: "Other launch facts are on kernels only.",
    why: "The directives are legal on `.entry` only, so LLVM prints none for a device function, and the fact is lost.",
    source: "Measured: LLVM 22, and ptxas 13.5, which reports a syntax error.",
    fix: "Move the fact to the kernels that call the function, or make it a kernel with `nvvm.kernel`.",
    example: "llvm.func @f() attributes {nvvm.maxntid = array<i32: 128>}",
    check: launch_fact_on_function,
};

fn launch_fact_on_function(contract: &Subject, sink: &mut Sink) {
    for fact in misplaced(contract).filter(|fact| !fact.is_cluster()) {
        sink.report_with_fix(fix::remove(fact), format!("'{fact}' is ignored on a function that is no kernel"));
    }
}

/// The facts of a function that is not a kernel.
fn misplaced(contract: &Subject) -> impl Iterator<Item = Fact> {
    let kernel = contract.is_kernel();
    contract.attributes().filter(move |&fact| !kernel && fact != Fact::Kernel)
}

const UNKNOWN_LAUNCH_ATTRIBUTE: Rule = Rule {
    id: RuleId::UnknownLaunchAttribute,
    summary: "No attribute, `passthrough` entry, key of a tuple or directive has a name that is almost that of a \
              launch fact, and every attribute in the namespace `nvvm.`, directive and list of tuples is a known one.",
    why: "Such a name is probably misspelt. No tool reads it and none reports it: the kernel runs without the fact. \
          The usual mistake is the name of a PTX directive, `minnctapersm` for `minctasm`. A name of which nothing is \
          known can also be a launch fact of a later release, which no later stage here would have.",
    source: "Users, such as intel/llvm issue 14418; `make facts` asks ptxas, libNVVM and LLVM for their names.",
    fix: "Use the name that the message suggests, or remove the name.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.minnctapersm = 2 : i32}",
    check: unknown_launch_attribute,
};

fn unknown_launch_attribute(contract: &Subject, sink: &mut Sink) {
    for Misspelling { name, carrier, meant } in &contract.misspellings {
        let found = match carrier {
            Carrier::Attribute => format!("launch attribute '{name}'"),
            Carrier::Tuple(_) => format!("key '{name}' {carrier}"),
            _ => format!("launch attribute '{name}' {carrier}"),
        };
        match meant {
            NearMiss::Name(meant) => {
                // A tuple is an attribute of the module.
                let is_of_function = !matches!(carrier, Carrier::Tuple(_));
                let fix = is_of_function.then(|| Fix::Rename { from: name.to_string(), to: meant });
                sink.report_with_fix(fix, format!("unknown {found}, did you mean '{meant}'?"));
            }
            NearMiss::Obsolete => sink.report(format!("unknown {found}, PTX dropped the directive of that name")),
            NearMiss::Unknown => sink.report(format!("unknown {found}, no known tool reads it")),
        }
    }
}

const LEGACY_FACT_REMAINS: Rule = Rule {
    id: RuleId::LegacyFactRemains,
    summary: "No legacy carrier still has a key that has a canonical attribute; with `form=any` of `nvvm-verify`, \
              upstream's names `nvvm.cluster_max_blocks` and `nvvm.grid_constant` of an argument may remain.",
    why: "The passes after the transplant read canonical attributes only. A tuple that was added after the marker is \
          never read, and its fact is lost.",
    source: "Reference 003, `nvvm.annotations_transplanted`.",
    fix: "Run `nvvm-transplant`. If the function has the marker `nvvm.annotations_transplanted`, remove it first: the \
          pass does not read a function with the marker again.",
    example: "module attributes {nvvm.annotations = [[@k, \"maxntidx\", 128 : i32]]} {\n  \
              llvm.func @k() attributes {nvvm.kernel}\n}",
    check: legacy_fact_remains,
};

fn legacy_fact_remains(contract: &Subject, sink: &mut Sink) {
    let cure = if contract.is_marked() { format!("; {READ_AGAIN}") } else { String::new() };
    for statement in contract.legacy() {
        let (key, fact, carrier) = (statement.spelling.name, statement.spelling.fact, statement.carrier);
        // The GPU dialect has an attribute of its own for kernels.
        let on_gpu = if fact == Fact::Kernel { " ('gpu.kernel' on a 'gpu.func')" } else { "" };
        sink.report(format!(
            "legacy key '{key}' remains {carrier}, its canonical form is the attribute '{fact}'{on_gpu}{cure}"
        ));
    }
}

const KNOWN_SIZE_CONFLICT: Rule = Rule {
    id: RuleId::KnownSizeConflict,
    summary: "`known_block_size` and `known_cluster_size` of a kernel do not contradict its launch facts.",
    why: "They state the shape of every launch. No launch has two shapes, or more threads or CTAs than a bound allows. \
          Upstream's conversion writes a second value of the fact beside the first.",
    source: "MLIR 22, `gpu.func`; PTX ISA 11.4 and 11.7.",
    fix: "State the shape that is launched, in one way.",
    example: "gpu.module @m {\n  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 1, 1>, \
              nvvm.reqntid = array<i32: 128, 1, 1>} {\n    gpu.return\n  }\n}",
    check: known_size_conflict,
};

fn known_size_conflict(contract: &Subject, sink: &mut Sink) {
    if !contract.is_kernel() {
        return;
    }
    let mut shapes: SmallVec<[(Fact, &str, Dims); 4]> = SmallVec::new();
    for found in &contract.known_sizes {
        let (KnownSize { attribute, exact, bound, .. }, Some(dims)) = (*found.known, found.dims()) else { continue };
        let [x, y, z] = dims;
        let fact = contract.dims(exact).map(|stated| (exact.attribute(), stated));
        let earlier = shapes.iter().filter(|shape| shape.0 == exact).map(|shape| (shape.1, shape.2));
        if let Some((other, [a, b, c])) = fact.into_iter().chain(earlier).find(|(_, stated)| *stated != dims) {
            sink.report(format!("'{attribute}' is {x}, {y}, {z}, but '{other}' is {a}, {b}, {c}"));
        }
        let product: u128 = dims.into_iter().map(u128::from).product();
        let most = contract.product(bound).or_else(|| contract.positive(bound).map(u128::from));
        if let Some(most) = most.filter(|&most| product > most) {
            let unit = if exact.is_cluster() { "CTAs" } else { "threads" };
            sink.report(format!("'{attribute}' is {product} {unit}, but '{bound}' allows {most}"));
        }
        shapes.push((exact, attribute, dims));
    }
}

const KNOWN_SIZE_IGNORED: Rule = Rule {
    id: RuleId::KnownSizeIgnored,
    summary: "A kernel with a known size, other than a `gpu.func`, has a launch fact that states or bounds it.",
    why: "Only the conversion of a `gpu.func` makes a launch fact of `known_block_size` and `known_cluster_size`. On \
          any other function they have no effect: ptxas does not know the shape, and a launch with a large block can \
          fail.",
    source: "Measured: MLIR 22; users, such as EnzymeAD/Enzyme-JAX issue 2874.",
    fix: "State the fact that the message names, or remove the attribute.",
    example: "llvm.func @k() attributes {nvvm.kernel, known_block_size = array<i32: 128, 1, 1>}",
    check: known_size_ignored,
};

fn known_size_ignored(contract: &Subject, sink: &mut Sink) {
    for size in contract.ignored_sizes() {
        let KnownSize { attribute, exact, .. } = size.known;
        // A chip without clusters has no other size.
        if !(exact.is_cluster() && contract.target.lacks_clusters()) {
            let fix = size.dims().map(|dims| fix::add(*exact, &FactValue::Dims(dims)));
            let text = format!("'{attribute}' is ignored, as no directive states it: state '{exact}'");
            sink.report_with_fix(fix, text);
        }
    }
}

/// Whether a scalar fits in 32 bits, signed or not.
fn fits_32_bits(value: i128) -> bool {
    (i128::from(i32::MIN)..=i128::from(u32::MAX)).contains(&value)
}

const ALLOW_UNKNOWN: Rule = Rule {
    id: RuleId::AllowUnknown,
    summary: "`tileiras.allow` of a function or a module is a list of names of rules.",
    why: "The attribute suppresses violations of the rules that it names. A name of no rule suppresses none, and the \
          violations that it was written for are reported.",
    source: "The attribute is one of this project.",
    fix: "Write `tileiras.allow = [\"rule\", ...]`, with names that `--list-rules` lists.",
    example: "llvm.func @k() attributes {nvvm.kernel, tileiras.allow = [\"dim-shap\"]}",
    check: super::reported_by_pass,
};

const ALLOW_UNUSED: Rule = Rule {
    id: RuleId::AllowUnused,
    summary: "Each rule that `tileiras.allow` names has a violation in the function or the module.",
    why: "A suppression that is not needed hides a violation that is made later. The warning is not given for: rules \
          that are off; most rules if the chip or the PTX version is unknown; rules whose violations an earlier pass \
          may have repaired.",
    source: "The attribute is one of this project.",
    fix: "Remove the name from `tileiras.allow`.",
    example: "llvm.func @k() attributes {nvvm.kernel, tileiras.allow = [\"dim-shape\"]}",
    check: super::reported_by_pass,
};
