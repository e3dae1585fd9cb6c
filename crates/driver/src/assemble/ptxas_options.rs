//! What a command line of `ptxas` says of its input and its output.
//!
//! Accepts any arguments. Those that `ptxas` refuses may be read wrongly: it reports them. Measured: 12.9 to 13.5.
//!
//! Leaves out on purpose: what the options mean for the code.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use tileiras_target::Chip;

/// An option with a value, under its two names, as in `--gpu-name=sm_90` and `-arch sm_90`.
type Named = [&'static [u8]; 2];

const CHIP: Named = [b"--gpu-name", b"-arch"];
const ENTRY: Named = [b"--entry", b"-e"];
const OPTIONS_FILE: Named = [b"--options-file", b"-optf"];
const OUTPUT: Named = [b"--output-file", b"-o"];
const REGISTERS: Named = [b"--maxrregcount", b"-maxrregcount"];
const TEXT: Named = [b"--input-as-string", b"-ias"];

/// The options with a value. The value is the next argument, or follows a `=`. All others have none, or are one word,
/// as `-O3`.
const WITH_VALUE: [Named; 26] = [
    CHIP,
    ENTRY,
    OPTIONS_FILE,
    OUTPUT,
    REGISTERS,
    TEXT,
    [b"--Ofast-compile", b"-Ofc"],
    [b"--allow-expensive-optimizations", b"-allow-expensive-optimizations"],
    [b"--apply-controls", b"-apply-controls"],
    [b"--def-load-cache", b"-dlcm"],
    [b"--def-store-cache", b"-dscm"],
    [b"--device-function-maxrregcount", b"-func-maxrregcount"],
    [b"--device-stack-protector", b"-device-stack-protector"],
    [b"--enable-func-clone-sc", b"-enable-func-clone-sc"],
    [b"--fmad", b"-fmad"],
    [b"--force-load-cache", b"-flcm"],
    [b"--force-store-cache", b"-fscm"],
    [b"--knobs-file", b"-knobs-file"],
    [b"--machine", b"-m"],
    [b"--maxntid", b"-maxntid"],
    [b"--minnctapersm", b"-minnctapersm"],
    [b"--opt-level", b"-opt-level"],
    [b"--position-independent-code", b"-pic"],
    [b"--register-usage-level", b"-regUsageLevel"],
    [b"--sanitize", b"-sanitize"],
    [b"--split-compile", b"-split-compile"],
];

/// The options that make `ptxas` print something in place of its work.
const QUESTIONS: [Named; 4] =
    [[b"--help", b"-h"], [b"--version", b"-V"], [b"--list-arch", b"-arch-ls"], [b"--list-version", b"-version-ls"]];

/// The options that change launch facts of the cubin, so that it cannot have those of the PTX.
const CHANGING: [Named; 5] = [
    REGISTERS,
    [b"--maxntid", b"-maxntid"],
    [b"--minnctapersm", b"-minnctapersm"],
    [b"--sanitize", b"-sanitize"],
    [b"--compile-as-tools-patch", b"-astoolspatch"],
];

/// With this option, `-maxntid` and the like replace what kernels state.
const OVERRIDING: Named = [b"--override-directive-values", b"-override-directive-values"];

/// The most files with options that are read.
const MOST_FILES: usize = 64;

/// The largest of them, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// A text of PTX.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PtxOrigin {
    /// In a file.
    File(PathBuf),
    /// On the command line.
    Argument(Vec<u8>),
    /// What comes through standard input.
    StandardInput,
}

/// What a run of `ptxas` reads and writes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Called {
    /// The texts that are assembled; none if `ptxas` is only asked something.
    pub sources: Vec<PtxOrigin>,
    /// The chip; none if it is the default one, or is not known.
    pub chip: Option<Chip>,
    /// The file that is written.
    pub output: PathBuf,
    /// Whether that file is a cubin: there is no code for a virtual architecture.
    pub makes_cubin: bool,
    /// The kernels that are assembled; all of them if none is named.
    pub entries: Vec<Vec<u8>>,
    /// Whether options change launch facts.
    pub changes_facts: bool,
    /// The option that limits the registers.
    pub register_cap: Option<String>,
    /// Whether options replace the facts that kernels state.
    pub overrides_facts: bool,
}

/// What a run without arguments would read and write.
impl Default for Called {
    fn default() -> Self {
        Self {
            sources: Vec::new(),
            chip: None,
            output: PathBuf::from("elf.o"),
            makes_cubin: true,
            entries: Vec::new(),
            changes_facts: false,
            register_cap: None,
            overrides_facts: false,
        }
    }
}

impl Called {
    /// Reads the arguments after the name of the program, and the files with options that they name.
    pub fn read(arguments: &[OsString]) -> Self {
        Self::of(options(arguments, &mut 0))
    }

    /// Reads the arguments that a cubin has noted. No file that they name is read.
    pub fn noted(arguments: &str) -> Self {
        let arguments: Vec<OsString> = arguments.split_whitespace().map(OsString::from).collect();
        Self::of(options(&arguments, &mut { MOST_FILES }))
    }

    fn of(settings: Vec<Setting>) -> Self {
        let (mut read, mut is_question) = (Self::default(), false);
        for (option, value) in settings {
            let is = |names: Named| names.contains(&&*option);
            let text = value.as_deref().unwrap_or_default();
            is_question |= QUESTIONS.into_iter().any(is);
            read.overrides_facts |= is(OVERRIDING);
            read.changes_facts |= is(OVERRIDING) || CHANGING.into_iter().any(is);
            if is(CHIP) {
                read.set_chip(text);
            } else if is(ENTRY) {
                read.entries.extend(text.split(|byte| *byte == b',').map(<[u8]>::to_vec));
            } else if is(OUTPUT) {
                read.output = path_of(text);
            } else if is(REGISTERS) {
                read.register_cap = Some(format!("{}={}", lossy(&option), lossy(text)));
            } else if is(TEXT) {
                read.sources.push(PtxOrigin::Argument(text.to_vec()));
            } else if [b"-".as_slice(), b"/dev/stdin"].contains(&&*option) {
                read.sources.push(PtxOrigin::StandardInput);
            } else if !option.starts_with(b"-") {
                read.sources.push(PtxOrigin::File(path_of(&option)));
            }
        }
        if is_question {
            read.sources.clear();
        }
        read
    }

    /// Reads options that are only a part of a command line.
    pub fn of_options(options: &[String]) -> Self {
        Self::read(&options.iter().map(OsString::from).collect::<Vec<_>>())
    }

    /// Whether one of the texts comes through standard input.
    pub fn reads_standard_input(&self) -> bool {
        self.sources.contains(&PtxOrigin::StandardInput)
    }

    fn set_chip(&mut self, name: &[u8]) {
        let name = lossy(name);
        let virtual_name = ["compute_", "lto_"].into_iter().find_map(|prefix| name.strip_prefix(prefix));
        self.makes_cubin = virtual_name.is_none();
        self.chip = virtual_name.map_or(name.clone(), |number| format!("sm_{number}")).parse().ok();
    }
}

/// An option with its value, or another argument.
pub type Setting = (Vec<u8>, Option<Vec<u8>>);

/// The settings of options that are only a part of a command line. Those in files with options are among them.
pub fn settings(options: &[String]) -> Vec<Setting> {
    self::options(&options.iter().map(OsString::from).collect::<Vec<_>>(), &mut 0)
}

/// The first option that replaces the chip, the kernels that are assembled, the output or launch facts.
pub fn replacing(settings: &[Setting]) -> Option<String> {
    let is_one = |option: &[u8]| {
        let mut all = [CHIP, ENTRY, OUTPUT, OVERRIDING].into_iter().chain(CHANGING).flatten();
        all.any(|name| name == option)
    };
    settings.iter().find(|(option, _)| is_one(option)).map(|(option, _)| lossy(option))
}

/// Each option with its value, and each other argument as an option. `files` counts the files that were read.
fn options(arguments: &[OsString], files: &mut usize) -> Vec<Setting> {
    let mut arguments = arguments.iter().map(|argument| argument.as_bytes().to_vec());
    let mut found = Vec::new();
    while let Some(argument) = arguments.next() {
        let named = |option: &[u8]| WITH_VALUE.iter().flatten().any(|name| *name == option);
        let equals = argument.iter().position(|byte| *byte == b'=').filter(|_| argument.starts_with(b"-"));
        let (option, value) = match equals.map(|position| argument.split_at(position)) {
            Some((option, value)) => (option.to_vec(), Some(value[1..].to_vec())),
            None if named(&argument) => (argument, arguments.next()),
            None => (argument, None),
        };
        if OPTIONS_FILE.contains(&&*option) {
            for file in value.unwrap_or_default().split(|byte| *byte == b',') {
                if *files < MOST_FILES {
                    *files += 1;
                    found.extend(options(&words(&path_of(file)), files));
                }
            }
        } else {
            found.push((option, value));
        }
    }
    found
}

/// The arguments in a file with options; none if it cannot be read, which `ptxas` reports.
fn words(file: &Path) -> Vec<OsString> {
    let is_small = |file: &Path| file.metadata().is_ok_and(|data| data.is_file() && data.len() <= LARGEST_FILE);
    let content = if is_small(file) { fs::read(file).unwrap_or_default() } else { Vec::new() };
    shlex::bytes::Shlex::new(&content).map(OsString::from_vec).collect()
}

fn path_of(text: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(text))
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test")]

    use super::{Called, PtxOrigin};
    use std::ffi::OsString;
    use std::path::PathBuf;

    fn read(line: &str) -> Called {
        Called::read(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    fn file(name: &str) -> PtxOrigin {
        PtxOrigin::File(name.into())
    }

    #[test]
    fn the_usual_command_lines_are_read() {
        // Triton 3.9, clang 22, nvcc 13.5 and MLIR 22.
        for (line, output) in [
            ("-lineinfo -v --gpu-name=sm_90a k.ptx -o k.o", "k.o"),
            ("-m64 -O3 --gpu-name sm_90a --output-file k.o k.ptx -c", "k.o"),
            ("-arch=sm_90a -m64 k.ptx -o k.o", "k.o"),
            ("-arch sm_90a k.ptx -o k.o --opt-level 3", "k.o"),
            ("k.ptx -arch=sm_90a", "elf.o"),
            ("-o x -o=k.o -arch sm_80 -arch sm_90a -w k.ptx -dlcm ca", "k.o"),
        ] {
            let called = read(line);
            assert_eq!((called.sources, called.output), (vec![file("k.ptx")], PathBuf::from(output)), "{line}");
            assert_eq!((called.chip, called.makes_cubin), ("sm_90a".parse().ok(), true), "{line}");
            assert_eq!((called.changes_facts, called.register_cap), (false, None), "{line}");
        }
    }

    #[test]
    fn what_is_no_work_has_no_source() {
        for line in ["--version", "-V k.ptx", "--help", "-arch-ls", "--list-version", "-v", ""] {
            assert_eq!(read(line).sources, [], "{line}");
        }
    }

    #[test]
    fn options_about_facts_are_known() {
        assert!(read("k.ptx -maxntid 64").changes_facts);
        assert_eq!(read("k.ptx --maxrregcount=32").register_cap.as_deref(), Some("--maxrregcount=32"));
        assert!(!read("k.ptx --maxrregcount=32").overrides_facts);
        assert!(read("k.ptx -maxrregcount 32 -override-directive-values").overrides_facts);
        assert_eq!(read("k.ptx -e a,b --entry c").entries, [b"a", b"b", b"c"]);
        let called = read("k.ptx -arch compute_90");
        assert_eq!((called.chip, called.makes_cubin), ("sm_90".parse().ok(), false));
    }

    #[test]
    fn options_that_replace_what_a_caller_sets_are_found() {
        let replacing =
            |line: &str| super::replacing(&super::settings(&line.split(' ').map(str::to_owned).collect::<Vec<_>>()));
        for option in ["-arch", "--gpu-name", "-o", "--output-file", "-e", "--entry", "--maxrregcount", "-maxntid"] {
            assert_eq!(replacing(&format!("-O1 {option}=x")).as_deref(), Some(option));
            assert_eq!(replacing(&format!("-dlcm ca {option} x")).as_deref(), Some(option));
        }
        assert_eq!(replacing("-override-directive-values").as_deref(), Some("-override-directive-values"));
        // The value of another option is none.
        assert_eq!(replacing("-O1 -g -knobs-file -arch --opt-level=2"), None);
    }

    #[test]
    fn a_file_with_options_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("options");
        std::fs::write(&path, "-arch sm_90a\n\"a b.ptx\" -o 'k.o'").unwrap();
        let called = Called::read(&["-optf".into(), path.clone().into()]);
        assert_eq!((called.sources, called.output), (vec![file("a b.ptx")], PathBuf::from("k.o")));
        let noted = format!("-optf {} -maxrregcount 64", path.display());
        assert_eq!(Called::noted(&noted), Called { changes_facts: true, ..Called::read(&["-maxrregcount=64".into()]) });
        // One that names itself.
        std::fs::write(&path, format!("k.ptx -optf {}", path.display())).unwrap();
        assert_eq!(Called::read(&["--options-file".into(), path.into()]).sources.len(), super::MOST_FILES);
    }

    #[test]
    fn texts_are_read_from_the_command_line_and_from_standard_input() {
        assert_eq!(read("- -arch sm_90").sources, [PtxOrigin::StandardInput]);
        assert_eq!(read("-ias .version").sources, [PtxOrigin::Argument(b".version".to_vec())]);
        assert_eq!(read("-o").sources, []);
    }
}
