//! Random sets of inputs and outputs: links, folders, FIFOs, devices, and files without rights.

use crate::common::CC;
use crate::corpus::{self, CHIP, FORMATS, GOOD};
use crate::oracle::{Call, Case, can_be_nobody, tail};
use crate::process::Timed;
use crate::snapshot::{self, Entry};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Signal, geteuid};
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tileiras_test_support::process::End;

/// The inputs and outputs of a run.
struct Places {
    /// What each input must become, or `None` if it is no good input. By the argument.
    inputs: Vec<(String, Option<Vec<u8>>)>,
    input: Option<Vec<u8>>,
    /// Programs at the other ends of FIFOs.
    helpers: Vec<Child>,
    /// A FIFO has no other end, so that the run waits until it gets a signal.
    waits: bool,
    /// The output is a device or a FIFO, and is not looked at.
    unseen: bool,
}

pub fn run(case: &mut Case) {
    let (format, ending) = case.rng.pick(&FORMATS);
    let mut places = Places { inputs: Vec::new(), input: None, helpers: Vec::new(), waits: false, unseen: false };
    let mut goods = GOOD;
    case.rng.shuffle(&mut goods);
    // Several inputs cannot have one file as output.
    let count = if case.rng.percent(60) { 1 } else { 2 + case.rng.below(2) };
    for good in &goods[..count] {
        add_input(case, &mut places, good, format);
    }
    let first = goods[0].split('.').next().unwrap_or_default();
    let mut arguments: Vec<String> = places.inputs.iter().map(|(name, _)| name.clone()).collect();
    arguments.extend([CHIP.to_owned(), format!("--emit={format}"), format!("--jobs={}", 1 + case.rng.below(2))]);
    if case.rng.percent(10) {
        case.file("library.ll", "define void @unused() { ret void }\n");
        arguments.push("--link-bitcode=library.ll".to_owned());
    }
    arguments.extend(output(case, &mut places, first, ending));
    let as_nobody = case.rng.percent(60) && can_be_nobody();
    if geteuid().is_root() && !can_be_nobody() {
        case.skip("the tools cannot be run by another user than root, who may write everywhere");
    }
    if as_nobody {
        let all = Command::new("chown").args(["-R", "-h", "65534:65534", "."]).current_dir(&case.work).status();
        assert!(all.is_ok_and(|status| status.success()), "root can change the owner");
        if case.rng.percent(20) {
            let _ = chown(case.path(goods[0]), Some(0), Some(0));
        }
    }
    let before = case.snapshot();
    let mut call = Call::new(CC, arguments);
    call.as_nobody = as_nobody;
    call.input = places.input.clone();
    if places.waits {
        call.timed = Some(Timed { signal: Signal::TERM, after: Duration::from_secs(2) });
    }
    let ended = case.run(call);
    for mut helper in places.helpers.drain(..) {
        let _ = helper.kill();
        let _ = helper.wait();
    }
    let expected: BTreeMap<&str, &Vec<u8>> =
        places.inputs.iter().filter_map(|(name, made)| Some((name.as_str(), made.as_ref()?))).collect();
    let after = case.snapshot();
    let mut written = vec![ended.out.clone()];
    for (path, what) in snapshot::changes(&before, &after) {
        let text = format!("{} was {what}, {:?}\n{}", path.display(), ended.end, tail(&ended.err));
        match (before.get(&path), after.get(&path)) {
            (old, Some(Entry::File { .. })) if !matches!(old, Some(Entry::Link(_))) => {
                let content = case.read(&path).unwrap_or_default();
                if !expected.values().any(|made| **made == content) {
                    case.finding("a file is damaged", text);
                }
                written.push(content);
            }
            (None, Some(Entry::Folder { .. })) => {}
            _ => case.finding("a file is replaced", text),
        }
    }
    if ended.end == End::Exit(0) {
        for (name, made) in &places.inputs {
            match made {
                None => case.finding("accepts an input that is none", name.clone()),
                Some(made) if !places.unseen && !written.contains(made) && !written.concat_contains(made) => {
                    case.finding("a success writes no output", format!("for {name}\n{}", tail(&ended.err)));
                }
                Some(_) => {}
            }
        }
    }
    // So that the folder can be removed.
    let _ = Command::new("chmod").args(["-R", "u+rwx", "."]).current_dir(&case.work).status();
}

trait Parts {
    fn concat_contains(&self, part: &[u8]) -> bool;
}

impl Parts for Vec<Vec<u8>> {
    /// Several outputs may be one after the other on standard output.
    fn concat_contains(&self, part: &[u8]) -> bool {
        !part.is_empty() && self.iter().any(|all| all.windows(part.len()).any(|window| window == part))
    }
}

fn link(case: &Case, to: &str, name: &str) {
    let _ = fs::remove_file(case.path(name));
    symlink(to, case.path(name)).expect("a link can be made");
}

fn fifo(case: &Case, name: &str) {
    mknodat(CWD, case.path(name), FileType::Fifo, Mode::from_bits_truncate(0o666), 0).expect("a FIFO can be made");
}

fn mode(case: &Case, name: &str, bits: u32) {
    fs::set_permissions(case.path(name), Permissions::from_mode(bits)).expect("permissions can be changed");
}

fn add_input(case: &mut Case, places: &mut Places, good: &str, format: &str) {
    let made = Some(corpus::alone(good, format, &[]));
    case.file(good, corpus::good(good));
    let other = format!("other-{good}");
    let (name, made) = match case.rng.below(16) {
        0 => {
            link(case, good, &other);
            (other, made)
        }
        1 => {
            let middle = format!("chain-{other}");
            link(case, good, &middle);
            link(case, &middle, &other);
            (other, made)
        }
        2 => {
            let _ = fs::remove_file(case.path(&other));
            fs::hard_link(case.path(good), case.path(&other)).expect("a link can be made");
            (other, made)
        }
        3 => {
            link(case, &other, &other);
            (other, None)
        }
        4 => {
            link(case, "nothing", &other);
            (other, None)
        }
        5 => {
            let _ = fs::create_dir(case.path(&other));
            (other, None)
        }
        6 => {
            mode(case, good, 0o444);
            (good.to_owned(), made)
        }
        7 if places.input.is_none() => {
            places.input = Some(corpus::good(good));
            ("-".to_owned(), made)
        }
        8 if !case.path(&other).exists() => {
            fifo(case, &other);
            let writer = Command::new("sh")
                .args(["-c", "cat \"$1\" > \"$2\"", "sh", good, &other])
                .current_dir(&case.work)
                .spawn();
            places.helpers.push(writer.expect("it starts"));
            (other, made)
        }
        9 if !case.path(&other).exists() && case.rng.percent(30) => {
            fifo(case, &other);
            places.waits = true;
            (other, None)
        }
        10 => ("/dev/null".to_owned(), None),
        11 => (case.path(good).display().to_string(), made),
        12 => {
            let folder = case.work.file_name().unwrap_or_default().to_string_lossy();
            (format!("./../{folder}//{good}"), made)
        }
        _ => (good.to_owned(), made),
    };
    places.inputs.push((name, made));
}

/// The option for the output, if there is one, and what is there before the run.
fn output(case: &mut Case, places: &mut Places, first: &str, ending: &str) -> Option<String> {
    let default = format!("{first}.{ending}");
    let input = ["ll", "mlir"].map(|ending| format!("{first}.{ending}"));
    let input = input.into_iter().find(|name| case.path(name).is_file()).expect("the input is there");
    // The default name can be that of the input.
    let is_free = default != input && !case.path(&default).exists();
    match case.rng.below(24) {
        0 if is_free => {
            link(case, &input, &default);
            return None;
        }
        1 if is_free => {
            fs::hard_link(case.path(&input), case.path(&default)).expect("a link can be made");
            return None;
        }
        2 if is_free => {
            case.file("old", "old");
            link(case, "old", &default);
            return None;
        }
        3 => return None,
        _ => {}
    }
    let name = match case.rng.below(26) {
        0 => {
            case.file("out", "old");
            "out"
        }
        1 => "out",
        2 => "new/",
        3 => "new/folder/",
        4 => &input,
        5 => {
            link(case, &input, "to-input");
            "to-input"
        }
        6 => {
            let _ = fs::hard_link(case.path(&input), case.path("hard"));
            "hard"
        }
        7 => {
            case.file("old", "old");
            link(case, "old", "one");
            link(case, "one", "two");
            "two"
        }
        8 => {
            link(case, "absent", "dangling");
            "dangling"
        }
        9 => {
            link(case, "ring2", "ring1");
            link(case, "ring1", "ring2");
            "ring1"
        }
        10 => "/dev/stdout",
        11 => "-",
        12 => {
            places.unseen = true;
            "/dev/null"
        }
        13 => "/dev/full",
        14 => {
            fifo(case, "fifo");
            let mut reader = Command::new("cat");
            reader.arg("fifo").current_dir(&case.work).stdout(Stdio::null());
            places.helpers.push(reader.spawn().expect("it starts"));
            places.unseen = true;
            "fifo"
        }
        15 => {
            fifo(case, "fifo");
            places.waits = true;
            places.unseen = true;
            "fifo"
        }
        16 => {
            case.file("closed/old", "old");
            mode(case, "closed", 0o555);
            "closed/"
        }
        17 => {
            case.file("out", "old");
            mode(case, "out", 0o444);
            "out"
        }
        18 => "",
        19 => ".",
        20 => return Some(format!("--output={}", "x".repeat(300))),
        21 => "a\nb \u{1b}[2J'\"",
        22 => return Some(format!("--output={input}/x")),
        23 => {
            fs::create_dir(case.path("folder")).expect("a folder can be made");
            link(case, "folder", "to-folder");
            "to-folder"
        }
        24 => {
            fs::create_dir(case.path("folder")).expect("a folder can be made");
            link(case, &format!("../{input}"), &format!("folder/{default}"));
            "folder"
        }
        _ => {
            let _ = fs::create_dir_all(case.path(Path::new("folder").join(&default)));
            "folder"
        }
    };
    Some(format!("--output={name}"))
}
