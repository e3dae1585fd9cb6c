//! The C header of `tileiras-contract host`.
//!
//! Guarantees C99 that is also C++17 and needs no header of CUDA.

use std::fmt::Write as _;

use tileiras_contract::Explanation;
use tileiras_contract::launch::condition::{Condition, Quantity, Relation, Sizes};
use tileiras_target::Axis;

use super::kernel::HostKernel;

/// What stands above the kernels.
const INTRODUCTION: &str = "\
/*
 * Launch contracts of kernels, written by tileiras-contract host.
 *
 * NAME_check returns NULL if the sizes of a launch are legal, and else the text of the condition that they break. Sizes
 * are in x, y, z: the cluster in CTAs, or NULL if the launch states none; the block in threads. Dynamic shared memory is
 * in bytes.
 */
";

/// The header, with this include guard.
pub(super) fn text(guard: &str, kernels: &[HostKernel]) -> String {
    let mut text = format!("{INTRODUCTION}#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n");
    for kernel in kernels {
        text.push('\n');
        add_kernel(kernel, &mut text);
    }
    text + &format!("\n#endif /* {guard} */\n")
}

fn add_kernel(kernel: &HostKernel, text: &mut String) {
    let HostKernel { identifier, chip, explanation, .. } = kernel;
    let Explanation { block, cluster, dynamic_shared, .. } = explanation;
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    line(&format!("/*\n * {identifier}, on {chip}\n *"));
    line(&format!(" * block: {block}"));
    line(&format!(" * cluster: {cluster}"));
    line(&format!(" * dynamic shared memory: {dynamic_shared}\n */"));
    for (suffix, value) in constants(kernel) {
        line(&format!("#define {identifier}_{suffix} {value}"));
    }
    line(&format!("\nstatic inline const char *{identifier}_check("));
    line("    const unsigned grid[3], const unsigned block[3], const unsigned *cluster, size_t dynamic_shared) {");
    for condition in &kernel.conditions {
        let Some(broken) = broken(condition) else { continue };
        let text = format!("{} [{}]", condition.text(None), condition.rule);
        line(&format!("  if ({broken})\n    return {};", string(text.as_bytes())));
    }
    line("  return NULL;\n}");
}

/// The constants of a kernel. No name ends in another one, so that those of two kernels are different.
fn constants(kernel: &HostKernel) -> Vec<(String, String)> {
    let Explanation { block, cluster, dynamic_shared, resources, .. } = &kernel.explanation;
    let mut all = Vec::new();
    let mut add = |name: &str, value: String| all.push((name.to_owned(), value));
    let number = |number: u32| format!("{number}u");
    let flag = |flag: bool| u8::from(flag).to_string();
    let shape = |of: &str, exact: Option<[u32; 3]>| {
        let sizes = Axis::ALL.into_iter().zip(exact.into_iter().flatten());
        sizes.map(|(axis, size)| (format!("{of}_{}", axis.letter().to_uppercase()), number(size))).collect::<Vec<_>>()
    };
    add("NAME", string(kernel.symbol.name()));
    add("CHIP", string(kernel.chip.to_string().as_bytes()));
    add("BLOCK_IS_EXACT", flag(block.exact.is_some()));
    shape("BLOCK", block.exact).into_iter().for_each(|(name, size)| add(&name, size));
    add("BLOCK_MAX_THREADS", number(block.most_threads));
    add("CLUSTER_IS_EXACT", flag(cluster.exact.is_some()));
    shape("CLUSTER", cluster.exact).into_iter().for_each(|(name, size)| add(&name, size));
    add("CLUSTER_IS_STATED_BY_LAUNCH", flag(cluster.launch_states_shape));
    add("CLUSTER_MAX_CTAS", number(cluster.most_ctas));
    add("CLUSTER_MAX_CTAS_WITHOUT_OPT_IN", number(cluster.most_ctas_without_opt_in));
    add("CLUSTER_NEEDS_OPT_IN", flag(cluster.exact.is_some() && cluster.opt_in.is_some()));
    add("GRID_COUNTS_CLUSTERS", flag(cluster.grid_counts_clusters));
    if let Some(bytes) = resources.static_shared {
        add("STATIC_SHARED", number(bytes));
    }
    add("DYNAMIC_SHARED_MAX", number(dynamic_shared.most));
    add("DYNAMIC_SHARED_MAX_WITHOUT_OPT_IN", number(dynamic_shared.most_without_opt_in));
    if let Some(registers) = resources.registers {
        add("REGISTERS", number(registers));
    }
    if let Some(ctas) = kernel.min_ctas_per_sm {
        add("MIN_CTAS_PER_SM", number(ctas));
    }
    all
}

/// An expression of C that is true if a condition is broken; none if unsigned sizes cannot break it.
fn broken(condition: &Condition) -> Option<String> {
    let name = |sizes: Sizes| match sizes {
        Sizes::Grid => "grid",
        Sizes::Block => "block",
        Sizes::Cluster => "cluster",
    };
    let size = |of: Sizes, axis: usize| format!("{}[{axis}]", name(of));
    let (of, value) = match condition.quantity {
        Quantity::Size(of, axis) => (Some(of), size(of, axis.index())),
        Quantity::Product(of) => (Some(of), name(of).to_owned()),
        Quantity::DynamicShared => (None, "dynamic_shared".to_owned()),
    };
    let broken = match (condition.quantity, condition.relation) {
        (_, Relation::NotNegative) => return None,
        (_, Relation::Stated) => return Some(format!("{value} == NULL")),
        (_, Relation::Positive) => format!("{value} == 0u"),
        (_, Relation::Equal(wanted)) => format!("{value} != {wanted}u"),
        // The sizes are compared first, so that the product does not overflow: no bound is above 1024.
        (Quantity::Product(of), Relation::AtMost(most)) => {
            let [x, y, z] = [0, 1, 2].map(|axis| size(of, axis));
            format!("{x} > {most}u || {y} > {most}u || {z} > {most}u || {x} * {y} * {z} > {most}u")
        }
        (_, Relation::AtMost(most)) => format!("{value} > {most}u"),
        (_, Relation::MultipleOf(ctas)) => format!("{value} % {ctas}u != 0u"),
        (Quantity::Size(_, axis), Relation::MultipleOfCluster) => {
            return Some(format!("cluster != NULL && {value} % {} != 0u", size(Sizes::Cluster, axis.index())));
        }
        (_, Relation::MultipleOfCluster) => return None,
    };
    Some(match of {
        Some(Sizes::Cluster) if broken.contains("||") => format!("cluster != NULL && ({broken})"),
        Some(Sizes::Cluster) => format!("cluster != NULL && {broken}"),
        _ => broken,
    })
}

/// A string literal of C. A question mark could begin a trigraph.
fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' | 0..=0x1f | 0x7f.. => {
                // Writing to a string cannot fail. Three digits end the escape.
                let _ = write!(text, "\\{byte:03o}");
            }
            _ => text.push(char::from(*byte)),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::string;

    #[test]
    fn a_string_literal_has_plain_characters_only() {
        assert_eq!(string(b"_Z1kPf"), r#""_Z1kPf""#);
        assert_eq!(string(b"a\"\\??/\xff1"), r#""a\042\134\077\077/\3771""#);
    }
}
