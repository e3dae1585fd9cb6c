//! Other spellings of a kernel, which have the same code.

use std::collections::{BTreeMap, BTreeSet};

use super::text::{Kernel, Part, number, spelled, tokens};

/// A way to write a kernel. None if it has nothing to write otherwise.
pub type Rewriting = fn(&Kernel) -> Option<String>;

/// All of them, by their names.
pub const ALL: [(&str, Rewriting); 22] = [
    ("registers have other names", rename_registers),
    ("labels have other names", |kernel| rename_labels(kernel, "$other_")),
    ("labels begin with a percent sign", |kernel| rename_labels(kernel, "%L_")),
    ("labels have names of registers of an inner scope", labels_as_registers),
    ("variables have other names", |kernel| rename_variables(kernel, "other_")),
    ("variables begin with a percent sign", |kernel| rename_variables(kernel, "%v_")),
    ("numbers are hexadecimal", |kernel| Some(numbers(kernel, |number| format!("0x{number:X}")))),
    ("numbers are octal and binary", |kernel| {
        Some(numbers(kernel, |number| if number % 2 == 0 { format!("0b{number:b}") } else { format!("0{number:o}") }))
    }),
    ("numbers are sums", |kernel| Some(numbers(kernel, |number| format!("(({number}+3)-3)")))),
    ("numbers are chosen", |kernel| Some(numbers(kernel, |number| format!("(1<2?{number}*1:7)")))),
    ("numbers are of the size of a warp", warp_size),
    ("numbers are complements", |kernel| Some(numbers(kernel, |number| format!("((.s64)~~{number})")))),
    ("addresses are sums in parentheses", |kernel| Some(addresses(kernel, "(4-4)"))),
    ("addresses are sums of terms", |kernel| Some(addresses(kernel, "-8+4*2"))),
    ("addresses of arrays are indices", indices),
    ("a location is on each line", locations),
    ("all is on one line", one_line),
    ("each token is on a line, after a comment", many_lines),
    ("the body is in scopes", |kernel| Some(kernel_in(kernel, "{ {", "} }"))),
    ("each instruction is in a scope that hides registers", hiding_scopes),
    ("a scope in front declares the same names", scope_in_front),
    ("registers are declared one by one", single_registers),
];

/// The kernel with these around its body.
fn kernel_in(kernel: &Kernel, before: &str, after: &str) -> String {
    let body = kernel.with_parts(Part::text);
    let (head, rest) = body.split_at(kernel.head.len());
    let (body, tail) = rest.split_at(rest.len() - kernel.tail.len());
    format!("{head}{before}\n{body}\n{after}{tail}")
}

/// The text with other words.
fn words(text: &str, mut change: impl FnMut(&str) -> Option<String>) -> String {
    tokens(text).into_iter().map(|token| change(token).unwrap_or_else(|| token.to_owned())).collect()
}

/// What a register is called by another name of its declaration; none for another word.
fn renamed(kernel: &Kernel, word: &str, change: &dyn Fn(&str) -> String) -> Option<String> {
    kernel.registers().into_iter().find_map(|(name, count)| {
        let number = word.strip_prefix(name.as_str())?;
        let is_one = match count {
            Some(_) => number.bytes().all(|byte| byte.is_ascii_digit()),
            None => number.is_empty(),
        };
        is_one.then(|| change(&name) + number)
    })
}

fn rename_registers(kernel: &Kernel) -> Option<String> {
    let change =
        |name: &str| format!("{}Other_{}", if name.starts_with('%') { "" } else { "%" }, name.replace('%', ""));
    (!kernel.registers().is_empty()).then(|| words(&kernel.text(), |word| renamed(kernel, word, &change)))
}

fn rename_labels(kernel: &Kernel, prefix: &str) -> Option<String> {
    let labels = kernel.labels();
    let change = |word: &str| labels.contains(word).then(|| format!("{prefix}{}", word.replace(['%', '$'], "_")));
    (!labels.is_empty()).then(|| words(&kernel.text(), change))
}

/// `bra x` names a label, also where a register is called `x`: labels are looked up by their own scope.
fn labels_as_registers(kernel: &Kernel) -> Option<String> {
    let labels = kernel.labels();
    let first = labels.iter().next()?;
    let is_used = |part: &Part| matches!(part, Part::Instruction(tokens) if !tokens.contains(first));
    let mut is_done = false;
    Some(kernel.with_parts(|part| {
        if is_done || !is_used(part) {
            return part.text();
        }
        is_done = true;
        format!("{{ .reg .b64 {first}; {} }}", part.text())
    }))
}

fn rename_variables(kernel: &Kernel, prefix: &str) -> Option<String> {
    let names: BTreeSet<String> = kernel.variables().into_iter().map(|(name, _)| name).collect();
    let change = |word: &str| names.contains(word).then(|| format!("{prefix}{}", word.replace('%', "_")));
    (!names.is_empty()).then(|| words(&kernel.text(), change))
}

/// Other spellings of the numbers of instructions.
fn numbers(kernel: &Kernel, spell: impl Fn(u64) -> String) -> String {
    let changed = |tokens: &[String]| tokens.iter().map(|token| number(token).map_or(token.clone(), &spell)).collect();
    kernel.with_instructions(changed).text()
}

fn warp_size(kernel: &Kernel) -> Option<String> {
    let spell = |number: u64| match number {
        0 => "(WARP_SZ-WARP_SZ)".to_owned(),
        1 => "(WARP_SZ==32)".to_owned(),
        31 => "WARP_SZ-1".to_owned(),
        32 => "WARP_SZ".to_owned(),
        number if number % 32 == 0 => format!("(WARP_SZ*{})", number / 32),
        number => number.to_string(),
    };
    Some(numbers(kernel, spell))
}

/// Adds a term to each address.
fn addresses(kernel: &Kernel, term: &str) -> String {
    let changed = |tokens: &[String]| {
        let mut found: Vec<String> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let is_base =
                index > 0 && tokens[index - 1] == "[" && !token.starts_with(|first: char| first.is_ascii_digit());
            match (is_base, tokens.get(index + 1).map(String::as_str)) {
                (true, Some("+")) => found.extend([token.clone(), format!("+{term}")]),
                (true, Some("]" | ",")) => found.extend([token.clone(), "+".to_owned(), term.to_owned()]),
                _ => found.push(token.clone()),
            }
        }
        found
    };
    kernel.with_instructions(changed).text()
}

/// `mov.u32 r, array` is `mov.u32 r, array[1-1]`.
fn indices(kernel: &Kernel) -> Option<String> {
    let arrays: BTreeMap<String, bool> = kernel.variables().into_iter().filter(|(_, is_array)| *is_array).collect();
    let mut has_changed = false;
    let changed = kernel.with_instructions(|tokens| {
        let is_move = tokens.iter().any(|token| token.starts_with("mov."));
        let mut found = tokens.to_vec();
        if let [.., last, _] = found.as_mut_slice()
            && is_move
            && arrays.contains_key(last)
        {
            *last += "[(2-1)*0]";
            has_changed = true;
        }
        found
    });
    has_changed.then(|| changed.text())
}

fn locations(kernel: &Kernel) -> Option<String> {
    let mut line = 0;
    let body = kernel.with_parts(|part| {
        line += 1;
        match part {
            Part::Other(text) if text.is_empty() => String::new(),
            part => format!(".loc 1 {line} 0x1 {}", part.text()),
        }
    });
    let (head, rest) = body.split_once(".address_size 64")?;
    Some(format!("{head}.address_size 64\n.file 1 \"a.cu\"\n{rest}"))
}

fn one_line(kernel: &Kernel) -> Option<String> {
    let text = kernel.text();
    let line: Vec<&str> = tokens(&text).into_iter().filter(|token| !super::text::is_trivia(token)).collect();
    Some(spelled(&line.into_iter().map(str::to_owned).collect::<Vec<_>>()))
}

fn many_lines(kernel: &Kernel) -> Option<String> {
    let separated = |tokens: &[String]| tokens.iter().map(|token| format!("/* ; {{ }} */\n{token}//}}\n")).collect();
    Some(kernel.with_instructions(separated).text())
}

fn hiding_scopes(kernel: &Kernel) -> Option<String> {
    let registers = kernel.registers();
    let single =
        |(name, count): &(String, Option<u32>)| if count.is_some() { format!("{name}0") } else { name.clone() };
    let names: Vec<String> = registers.iter().map(single).collect();
    Some(kernel.with_parts(|part| match part {
        Part::Instruction(tokens) => {
            let unused: Vec<&String> = names.iter().filter(|name| !tokens.contains(name)).collect();
            let hidden: String = unused.iter().map(|name| format!(".reg .b16 {name}; ")).collect();
            format!("{{ {hidden}{{ {} }} }}", part.text())
        }
        part => part.text(),
    }))
}

fn scope_in_front(kernel: &Kernel) -> Option<String> {
    let labels: String = kernel.labels().iter().map(|label| format!("{label}: ")).collect();
    let registers: String = kernel
        .registers()
        .iter()
        .map(|(name, count)| match count {
            Some(count) => format!(".reg .b64 {name}<{count}>; "),
            None => format!(".reg .b64 {name}; "),
        })
        .collect();
    Some(kernel_in(kernel, &format!("{{ {registers}{labels}}}"), ""))
}

fn single_registers(kernel: &Kernel) -> Option<String> {
    let mut has_changed = false;
    let text = kernel.with_parts(|part| {
        let text = part.text();
        let Some(declared) = text.strip_prefix(".reg ").and_then(|rest| rest.strip_suffix(';')) else { return text };
        let Some((of_type, names)) = declared.split_once(' ') else { return text };
        let mut single = String::new();
        for name in names.split(',').map(str::trim) {
            match name.split_once('<') {
                Some((name, count)) => {
                    has_changed = true;
                    let count: u32 = count.trim_end_matches('>').trim().parse().unwrap_or(0);
                    (0..count).for_each(|index| single += &format!(".reg {of_type} {name}{index}; "));
                }
                None => single += &format!(".reg {of_type} {name}; "),
            }
        }
        single
    });
    has_changed.then_some(text)
}
