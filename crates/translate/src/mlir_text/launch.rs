//! Launches in the forms of older releases.
//!
//! `kernelModule` and `kernelFunc` name the kernel if there is no `kernel` (reference 003). Up to MLIR 17, a launch
//! had nine segments of operands, and then ten: without the three of the cluster, and first without the asynchronous
//! object (LLVM's `GPUOps.td` of that time). The segments were also stated as `dense<...>`, and under another name.
//!
//! Guarantees that the text that MLIR reads states one kernel, in `kernel` alone, and thirteen segments, which are as
//! many operands as there are; and that two different kernels, or two different statements of the segments, are an
//! error at the second. MLIR crashes on a launch in the generic form with another number of operands (measured: MLIR
//! 22.1.8). Leaves out on purpose: bytecode. There, `convert-gpu-to-nv-tileaa` and the verifier of
//! `nv_tileaa.launch_func` check the parts.

use melior::ir::Attribute;
use tileiras_mlir::attribute::{View, dense_integers, symbol_path, view};
use tileiras_mlir::text::{lossy, quoted};
use tileiras_nv_tileaa::launch::{
    GPU_LAUNCH, KERNEL_FUNCTION, KERNEL_MODULE, SEGMENTS, Segment, part_agrees, symbols_of_part,
};

use super::found::Found;
use super::operation::{Dictionary, Entry, Operation, SEGMENT_NAMES, is_launch};
use super::values::{Values, joined};

const KERNEL: &[u8] = b"kernel";
const MODULE_PART: &[u8] = KERNEL_MODULE.as_bytes();
const FUNCTION_PART: &[u8] = KERNEL_FUNCTION.as_bytes();
const NEW_SEGMENTS: &[u8] = SEGMENT_NAMES[0].0;
const OLD_SEGMENTS: &[u8] = SEGMENT_NAMES[0].1;
const DYNAMIC_SHARED_MEMORY: &[u8] = b"dynamic_shared_memory_size";
const NAMES: [&[u8]; 5] = [KERNEL, MODULE_PART, FUNCTION_PART, NEW_SEGMENTS, OLD_SEGMENTS];

/// The numbers of segments before there were clusters: without and with the asynchronous object.
const OLD_COUNTS: [usize; 2] = [9, 10];

/// Whether this attribute of a launch is read here.
pub(super) fn reads(attribute: &[u8]) -> bool {
    NAMES.contains(&attribute)
}

/// What a launch states about its kernel or its segments: the number of the dictionary, and the entry.
type Statement<'o, 't> = (usize, &'o Entry<'t>);

/// A part of the kernel, and its symbols.
type Part<'o, 't, 'v> = (&'o Entry<'t>, Vec<&'v [u8]>);

/// A launch, and the entries of its dictionaries that change. The properties are the first dictionary.
struct Launch<'o, 't> {
    operation: &'o Operation<'t>,
    dictionaries: Vec<&'o Dictionary<'t>>,
    /// An entry, by its first byte, and what is there instead of it.
    changes: Vec<(usize, Option<String>)>,
}

/// Reads a launch.
pub(super) fn read<'t>(operation: &Operation<'t>, values: &Values<'t, '_>, found: &mut Found) {
    if !is_launch(&operation.name.full) {
        return;
    }
    let dictionaries = operation.properties.iter().chain(&operation.attributes).collect();
    let mut launch = Launch { operation, dictionaries, changes: Vec::new() };
    let faults = found.faults.len();
    launch.check_bytes(found);
    launch.read_kernel(values, found);
    launch.read_segments(values, found);
    if found.faults.len() > faults {
        return;
    }
    for dictionary in launch.dictionaries {
        let change = |entry: &Entry<'_>| launch.changes.iter().find(|(start, _)| *start == entry.range.start);
        if dictionary.entries.iter().any(|entry| change(entry).is_some()) {
            let entries = dictionary.entries.iter().filter_map(|entry| match change(entry) {
                Some((_, replacement)) => replacement.as_deref().map(str::as_bytes),
                None => Some(&values.text[entry.range.clone()]),
            });
            found.edits.push((dictionary.range.clone(), joined(entries)));
        }
    }
}

impl<'o, 't> Launch<'o, 't> {
    fn statements(&self, names: &[&[u8]]) -> Vec<Statement<'o, 't>> {
        let all = self.dictionaries.iter().enumerate();
        let all = all.flat_map(|(number, dictionary)| dictionary.entries.iter().map(move |entry| (number, entry)));
        all.filter(|(_, entry)| names.contains(&&*entry.key)).collect()
    }

    /// Whether an entry is a property.
    fn is_property(&self, (number, _): Statement<'_, '_>) -> bool {
        number == 0 && self.operation.properties.is_some()
    }

    /// Checks that the word for the dynamic shared memory has its operand: MLIR reads it without one as none.
    fn check_bytes(&self, found: &mut Found) {
        let Operation { name, values, symbol, is_generic, .. } = self.operation;
        let is_alone = !values.iter().any(|(word, _)| *word == DYNAMIC_SHARED_MEMORY);
        let is_upstream = *name.full == *GPU_LAUNCH.as_bytes();
        if is_upstream && !is_generic && is_alone && name.words.contains(&DYNAMIC_SHARED_MEMORY) {
            let position = symbol.as_ref().map_or(0, |symbol| symbol.start);
            found.fault(
                position,
                format!("'{}' op '{}' must have an operand", lossy(&name.full), lossy(DYNAMIC_SHARED_MEMORY)),
            );
        }
    }

    fn read_kernel(&mut self, values: &Values<'t, '_>, found: &mut Found) {
        let stated = self.statements(&[KERNEL]);
        let parts = self.statements(&[MODULE_PART, FUNCTION_PART]);
        let needs_value = stated.len() + usize::from(!self.operation.is_generic) > 1;
        if !needs_value && parts.is_empty() {
            return;
        }
        let mut kernel = self.operation.symbol.clone().and_then(|symbol| symbols(values.text_attribute(symbol)?));
        for &statement in &stated {
            let entry = statement.1;
            let Some(other) = values.attribute(entry).and_then(symbols) else {
                // MLIR refuses it, or drops it beside properties.
                if self.operation.properties.is_some() && !self.is_property(statement) {
                    self.fault(entry, "'kernel' must be a symbol", found);
                }
                return;
            };
            match &kernel {
                Some(kernel) if *kernel != other => {
                    let message = format!("must have one kernel, got '{}' and '{}'", shown(kernel), shown(&other));
                    return self.fault(entry, &message, found);
                }
                // It is said already.
                Some(_) => self.changes.push((entry.range.start, None)),
                None => kernel = Some(other),
            }
        }
        match kernel {
            Some(kernel) => self.check_parts(&kernel, &parts, values, found),
            None => self.make_kernel(&parts, values, found),
        }
    }

    /// Makes the kernel of its parts.
    fn make_kernel(&mut self, parts: &[Statement<'o, 't>], values: &Values<'t, '_>, found: &mut Found) {
        let mut read: [Option<Part<'_, 't, '_>>; 2] = [None, None];
        for &(_, entry) in parts {
            let part = &mut read[usize::from(*entry.key == *FUNCTION_PART)];
            let Some(path) = values.attribute(entry).and_then(symbols_of_part) else {
                return self.fault(entry, &format!("'{}' must be a symbol or a name", lossy(&entry.key)), found);
            };
            match part {
                Some((_, first)) if *first != path => {
                    let message =
                        format!("must have one '{}', got '{}' and '{}'", lossy(&entry.key), shown(first), shown(&path));
                    return self.fault(entry, &message, found);
                }
                Some(_) => {}
                None => *part = Some((entry, path)),
            }
        }
        let [module, function] = read;
        let Some((entry, function)) = function else {
            if let Some((entry, _)) = module {
                self.fault(entry, "'kernelModule' must have 'kernelFunc' beside it, or 'kernel'", found);
            }
            return;
        };
        let path = match module {
            // The symbol of the function can be relative to its module or to the launch.
            Some((_, module)) if function.len() == 1 || !function.starts_with(&module) => [module, function].concat(),
            Some(_) => function,
            None if function.len() > 1 => function,
            None => return self.fault(entry, "'kernelFunc' must have 'kernelModule' beside it, or 'kernel'", found),
        };
        self.changes.extend(parts.iter().map(|(_, part)| {
            let kernel = (part.range == entry.range).then(|| format!("kernel = {}", shown(&path)));
            (part.range.start, kernel)
        }));
    }

    /// Checks that the parts agree with the kernel, and removes them: the kernel says it all.
    fn check_parts(
        &mut self,
        kernel: &[&[u8]],
        parts: &[Statement<'_, 't>],
        values: &Values<'t, '_>,
        found: &mut Found,
    ) {
        for &(_, entry) in parts {
            let symbols = values.attribute(entry).and_then(symbols_of_part).unwrap_or_default();
            if !part_agrees(&entry.key, &symbols, kernel) {
                let given = lossy(values.bytes(entry));
                let message =
                    format!("'{}' must agree with kernel '{}', got {given}", lossy(&entry.key), shown(kernel));
                self.fault(entry, &message, found);
            }
            self.changes.push((entry.range.start, None));
        }
    }

    fn read_segments(&mut self, values: &Values<'t, '_>, found: &mut Found) {
        let stated = self.statements(&[NEW_SEGMENTS, OLD_SEGMENTS]);
        if let [(_, entry)] = *stated
            && self.operation.is_generic
            && current_total(values.bytes(entry)).is_some_and(|total| Some(total) == self.operands(entry))
        {
            return;
        }
        let mut first: Option<Vec<i64>> = self.segments_of_syntax(&stated);
        for statement in stated {
            let entry = statement.1;
            let attribute = values.attribute(entry);
            let Some((segments, is_array)) = attribute.and_then(segments) else {
                // MLIR refuses other kinds if they are not dropped.
                if self.operation.properties.is_some() && !self.is_property(statement) || !self.operation.is_generic {
                    let message = format!("'{}' must be an array of i32", lossy(&entry.key));
                    self.fault(entry, &message, found);
                }
                return;
            };
            let count = segments.len();
            let segments = with_clusters(segments);
            match &first {
                Some(first) if *first != segments => {
                    let message = format!(
                        "'{}' must agree with the other segments, {first:?}, got {segments:?}",
                        lossy(&entry.key)
                    );
                    return self.fault(entry, &message, found);
                }
                Some(_) => self.changes.push((entry.range.start, None)),
                None => {
                    if let Some(fault) = self.fault_of_segments(entry, &segments) {
                        return self.fault(entry, &fault, found);
                    }
                    if !is_array || count != segments.len() {
                        let sizes: Vec<String> = segments.iter().map(i64::to_string).collect();
                        let text = format!("operandSegmentSizes = array<i32: {}>", sizes.join(", "));
                        self.changes.push((entry.range.start, Some(text)));
                    }
                    first = Some(segments);
                }
            }
        }
    }

    /// What MLIR says of segments that the operands of the generic form do not have. The verifier of the other launch
    /// says it itself.
    fn fault_of_segments(&self, entry: &Entry<'_>, segments: &[i64]) -> Option<String> {
        let is_checked = self.operation.is_generic && *self.operation.name.full == *GPU_LAUNCH.as_bytes();
        let operands = self.operands(entry).filter(|_| is_checked)?;
        let name = lossy(NEW_SEGMENTS);
        if segments.len() != SEGMENTS {
            let count = segments.len();
            return Some(format!(
                "'{name}' attribute for specifying operand segments must have {SEGMENTS} elements, but got {count}"
            ));
        }
        if segments.iter().any(|size| *size < 0) {
            return Some(format!("'{name}' attribute cannot have negative elements"));
        }
        let total = segments.iter().fold(0_i64, |total, size| total.saturating_add(*size));
        (total != operands).then(|| {
            format!("operand count ({operands}) does not match with the total size ({total}) specified in attribute '{name}'")
        })
    }

    /// The number of operands in the generic form: that of the values before the dictionary of an entry.
    fn operands(&self, entry: &Entry<'_>) -> Option<i64> {
        let of_entry = |dictionary: &&&Dictionary<'_>| dictionary.range.contains(&entry.range.start);
        let dictionary = self.dictionaries.iter().find(of_entry).or(self.dictionaries.first())?;
        let values = self.operation.values.get(..dictionary.values)?;
        i64::try_from(values.iter().map(|(_, count)| count).sum::<usize>()).ok()
    }

    /// The segments of the custom form, which states each operand in its place.
    fn segments_of_syntax(&self, stated: &[Statement<'_, 't>]) -> Option<Vec<i64>> {
        let &(number, _) = stated.first().filter(|_| !self.operation.is_generic)?;
        let lists = self.operation.values.get(..self.dictionaries.get(number)?.values)?;
        let mut segments = vec![0; SEGMENTS];
        let with_cluster = lists.iter().filter(|(word, _)| *word == b"in").count() > 2;
        let (cluster, others) = (Segment::ClusterX as usize, Segment::GridX as usize);
        let mut starts = [cluster].into_iter().filter(|_| with_cluster).chain([others, Segment::BlockX as usize]);
        for &(word, count) in lists {
            let count = i64::try_from(count).ok()?;
            let (start, end, size) = match word {
                b"" | b"async" => (Segment::AsyncDependencies as usize, 1, count),
                b"<" => (Segment::AsyncObject as usize, 1, count),
                b"in" => (starts.next()?, 3, 1),
                b"args" => (Segment::KernelOperands as usize, 1, count),
                DYNAMIC_SHARED_MEMORY => (Segment::DynamicSharedMemory as usize, 1, count),
                _ => return None,
            };
            segments.get_mut(start..start + end)?.fill(size);
        }
        Some(segments)
    }

    fn fault(&self, entry: &Entry<'_>, message: &str, found: &mut Found) {
        found.fault(entry.range.start, format!("'{}' op {message}", lossy(&self.operation.name.full)));
    }
}

/// The sum of segments in the form of MLIR 22; `None` if it is another one, or not known without MLIR.
fn current_total(value: &[u8]) -> Option<i64> {
    let text = str::from_utf8(value).ok()?;
    let sizes = text.strip_prefix("array<i32:")?.strip_suffix('>')?.split(',');
    let sizes: Vec<u32> = sizes.map(|size| size.trim().parse().ok()).collect::<Option<_>>()?;
    (sizes.len() == SEGMENTS).then(|| sizes.into_iter().map(i64::from).sum())
}

/// The numbers of operands, and whether they are an array of i32.
fn segments(attribute: Attribute<'_>) -> Option<(Vec<i64>, bool)> {
    match view(attribute) {
        View::I32Array(array) => Some((array.iter().map(i64::from).collect(), true)),
        _ => Some((dense_integers(attribute)?, false)),
    }
}

/// The segments of MLIR 22 for those of a launch without clusters.
fn with_clusters(mut segments: Vec<i64>) -> Vec<i64> {
    if OLD_COUNTS.contains(&segments.len()) {
        let cluster = Segment::ClusterX as usize;
        segments.splice(cluster..cluster, [0; 3]);
        segments.resize(SEGMENTS, 0);
    }
    segments
}

/// The symbols of a symbol reference.
fn symbols(attribute: Attribute<'_>) -> Option<Vec<&[u8]>> {
    match view(attribute) {
        View::Symbol(symbol) => Some(symbol_path(symbol).collect()),
        _ => None,
    }
}

/// A symbol reference, as MLIR writes it.
fn shown(symbols: &[&[u8]]) -> String {
    let symbol = |name: &&[u8]| {
        let is_bare = name.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
            && name.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'));
        if is_bare { format!("@{}", lossy(name)) } else { format!("@{}", quoted(name)) }
    };
    symbols.iter().map(symbol).collect::<Vec<_>>().join("::")
}
