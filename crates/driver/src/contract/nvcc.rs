//! The launches that a folder of `nvcc --keep` states: beside `k.ptx` is `k.cudafe1.cpp`, the code of the host. In it,
//! `k<<<grid, block, shared>>>(...)` has become a call of `__cudaPushCallConfiguration`.
//!
//! Guarantees that a launch is compared only by what is a number in it, and that a launch of a template or of an
//! overloaded function is reported only if it contradicts each kernel of that name. Leaves out on purpose: grids, which
//! no contract bounds by itself, and launches by `cudaLaunchKernelEx`, whose sizes are values of the host.

use std::path::{Path, PathBuf};

use tileiras_contract::audit::{FunctionSnapshot, Snapshot};
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::rules::check;
use tileiras_contract::{Sink, Subject, Violation};
use tileiras_finding::{RuleId, RuleOptions, RuleSet};
use tileiras_mlir::report::{Message, Place, ReportedDiagnostic, Severity};

use crate::compile::places::shown;
use crate::compile::snapshot::contract_of;
use crate::messages::fault::{Fault, Kind};

/// The rules about a launch of which only the block and the shared memory are known.
const RULES: [RuleId; 4] =
    [RuleId::LaunchBlockMismatch, RuleId::LaunchBlockExceeds, RuleId::LaunchBlockCap, RuleId::LaunchSharedMemory];

const CALL: &str = "__cudaPushCallConfiguration(";

/// What is between the configuration of a launch and the name of its kernel.
const THEN: &str = ") ? (void)0 : ";

/// A launch in the code of the host.
#[derive(Debug, PartialEq)]
struct HostLaunch {
    place: Place,
    /// The name of the kernel in the source, without namespaces and arguments of a template.
    kernel: String,
    site: LaunchSite,
}

/// The code of the host beside PTX on disk, if nvcc has kept it.
pub(super) fn host_of(ptx: &Path) -> Option<PathBuf> {
    Some(ptx.with_extension("cudafe1.cpp")).filter(|host| host.is_file())
}

/// Checks the launches in the code of a host against the kernels of its PTX.
pub(super) fn check_launches(
    host: &Path,
    facts: &Snapshot,
    rules: &RuleOptions<'_>,
) -> (Vec<ReportedDiagnostic>, Result<(), Fault>) {
    let Ok(code) = std::fs::read(host) else { return (Vec::new(), Ok(())) };
    let code = String::from_utf8_lossy(&code);
    let Ok(levels) = rules.levels() else { return (Vec::new(), Ok(())) };
    let mut diagnostics = Vec::new();
    let mut result = Ok(());
    for launch in launches(&code, host) {
        let is_it = |kernel: &&FunctionSnapshot| is_named(kernel.symbol.name(), &launch.kernel);
        let kernels = facts.functions.iter().filter(is_it);
        let found: Vec<Vec<Violation>> =
            kernels.map(|kernel| violations(kernel, facts, &launch.site, levels.enabled())).collect();
        if found.iter().any(Vec::is_empty) {
            continue;
        }
        for violation in found.into_iter().next().unwrap_or_default() {
            let severity = shown(levels.severity(violation.rule, violation.certainty));
            if severity == Severity::Error {
                result = Err(Kind::Verification.already_reported());
            }
            let text = tileiras_ptx::with_directives(violation.message);
            diagnostics.push(ReportedDiagnostic::new(Message {
                severity,
                place: Some(launch.place.clone()),
                text: format!("launch of '{}': {text}", launch.kernel),
                code: Some(violation.rule.name().to_owned()),
                is_witness: false,
                line: None,
            }));
        }
    }
    (diagnostics, result)
}

fn violations(kernel: &FunctionSnapshot, facts: &Snapshot, site: &LaunchSite, enabled: &RuleSet) -> Vec<Violation> {
    let contract = contract_of(kernel);
    let mut sink = Sink::new();
    check(&Subject::launch(&contract, facts.target, site), enabled, &mut sink);
    sink.take().into_iter().filter(|violation| RULES.contains(&violation.rule)).collect()
}

/// Whether a symbol is that of a function of the source: its name, or the name with its length, as the Itanium ABI
/// mangles it, outside of all namespaces or in some.
fn is_named(symbol: &[u8], name: &str) -> bool {
    let mangled = format!("{}{name}", name.len());
    let parts = symbol.strip_prefix(b"_Z").map(|rest| rest.strip_prefix(b"N").unwrap_or(rest));
    let mut rest = parts.unwrap_or_default();
    loop {
        if rest.starts_with(mangled.as_bytes()) {
            return true;
        }
        // A namespace before it: its length and its name.
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = str::from_utf8(&rest[..digits]).ok().and_then(|digits| digits.parse::<usize>().ok());
        match length.and_then(|length| rest.get(digits.checked_add(length)?..)) {
            Some(after) if digits > 0 => rest = after,
            _ => return symbol == name.as_bytes(),
        }
    }
}

/// The launches in the code of a host, with their places in the source.
fn launches(code: &str, host: &Path) -> Vec<HostLaunch> {
    let mut launches = Vec::new();
    let mut place = Place { file: host.display().to_string(), line: 0, column: 0 };
    for line in code.lines() {
        if let Some((number, file)) = line_marker(line) {
            place = Place { file: file.to_owned(), line: number, column: 1 };
            continue;
        }
        for (at, _) in line.match_indices(CALL) {
            launches.extend(launch(&line[at + CALL.len()..], &place));
        }
        place.line += 1;
    }
    launches
}

/// `# 12 "k.cu"`: the place of the next line.
fn line_marker(line: &str) -> Option<(u64, &str)> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(" \"")?;
    Some((number.parse().ok()?, rest.split('"').next()?))
}

/// The launch of a call, without its beginning: `1, dim3(32, 8), 0)) ? (void)0 : k< 3> (p);`.
fn launch(call: &str, place: &Place) -> Option<HostLaunch> {
    let (arguments, rest) = arguments(call)?;
    let name = rest.strip_prefix(THEN)?;
    let end = name.find(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter))).unwrap_or(name.len());
    let kernel = name[..end].rsplit(':').next().filter(|name| !name.is_empty())?.to_owned();
    let block = sizes(arguments.get(1)?);
    let shared = arguments.get(2).map_or(Some(0), |bytes| number(bytes));
    Some(HostLaunch { place: place.clone(), kernel, site: LaunchSite { block, shared, ..LaunchSite::default() } })
}

/// The arguments of a call up to its closing parenthesis, and what is after that.
fn arguments(call: &str) -> Option<(Vec<&str>, &str)> {
    let (mut depth, mut start) = (0_u32, 0);
    let mut found = Vec::new();
    for (at, letter) in call.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                found.push(call[start..at].trim());
                return Some((found, &call[at + 1..]));
            }
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                found.push(call[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// The sizes of a block: a number, or `dim3(32, 8)`.
fn sizes(text: &str) -> [Option<i64>; 3] {
    let given = text.strip_prefix("dim3(").and_then(|rest| rest.strip_suffix(')'));
    let mut sizes = [Some(1); 3];
    for (size, text) in sizes.iter_mut().zip(given.unwrap_or(text).split(',')) {
        *size = number(text.trim());
    }
    // A value of the host can have all three.
    if given.is_none() && sizes[0].is_none() { [None; 3] } else { sizes }
}

/// A decimal number, with or without a suffix of C++.
fn number(text: &str) -> Option<i64> {
    text.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok().filter(|number| *number >= 0)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{HostLaunch, LaunchSite, Place, is_named, launches};

    #[test]
    fn a_kernel_has_its_name_or_the_mangled_one() {
        for symbol in ["shift", "_Z5shiftPf", "_ZN2ns5shiftEPf", "_ZN1a12_GLOBAL__N_15shiftEPf", "_Z5shiftILi3EEvPf"] {
            assert!(is_named(symbol.as_bytes(), "shift"), "{symbol}");
        }
        for symbol in ["shift2", "_Z6shift2Pf", "_ZN5other3shaEv", "_Z", "_ZN99shift", ""] {
            assert!(!is_named(symbol.as_bytes(), "shift"), "{symbol}");
        }
        // Lengths that overflow, and one that is no number of the machine.
        for length in [usize::MAX.to_string(), (usize::MAX - 19).to_string(), "9".repeat(40)] {
            assert!(!is_named(format!("_ZN{length}shift").as_bytes(), "shift"), "{length}");
        }
    }

    /// As nvcc 13.5 writes them.
    #[test]
    fn launches_have_what_is_a_number() {
        let code = "extern \"C\" unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim = 1);\n\
                    # 7 \"k.cu\"\n\
                    (__cudaPushCallConfiguration(1, 128)) ? (void)0 : shift(p);\n\
                    (__cudaPushCallConfiguration(dim3(4, 2), dim3(32, 8), 64u)) ? (void)0 : ns::scale< 3> (p);\n\
                    # 20 \"k.cu\"\n\
                    (__cudaPushCallConfiguration(f(n, 2), THREADS, size)) ? (void)0 : shift(p);\n";
        let launch = |line, kernel: &str, block, shared| HostLaunch {
            place: Place { file: "k.cu".to_owned(), line, column: 1 },
            kernel: kernel.to_owned(),
            site: LaunchSite { block, shared, ..LaunchSite::default() },
        };
        assert_eq!(
            launches(code, Path::new("k.cudafe1.cpp")),
            [
                launch(7, "shift", [Some(128), Some(1), Some(1)], Some(0)),
                launch(8, "scale", [Some(32), Some(8), Some(1)], Some(64)),
                launch(20, "shift", [None; 3], None),
            ]
        );
    }
}
