//! Programs in place of `ptxas`.

use crate::common::CC;
use crate::corpus::{self, CHIP, GOOD};
use crate::facts;
use crate::oracle::{Call, Case, tail};
use std::path::Path;
use tileiras_test_support::process::End;
use tileiras_test_support::ptxas;

/// What a stand-in does, as a script. `$PTXAS` is the real one, `$input` and `$output` are its files.
const ACTIONS: &[&str] = &[
    "head -c 3000000 /dev/zero | tr '\\0' x; exit 0",
    "head -c 3000000 /dev/urandom >&2; exit 1",
    "yes error | head -n 200000 >&2; \"$PTXAS\" \"$@\"",
    "yes",
    "yes warning >&2",
    "sleep 600",
    "trap '' TERM INT HUP; while :; do sleep 1; done",
    "sleep 600 & \"$PTXAS\" \"$@\"",
    "(sleep 600 >&2 &) ; exit 1",
    "sleep 600 & sleep 600 & wait",
    "kill -SEGV $$",
    "kill -KILL $$",
    "kill -STOP $$",
    "kill -TERM $$; sleep 1",
    "exit 0",
    "exit 1",
    "exit 255",
    "rm -f \"$output\"; mkfifo \"$output\"",
    "rm -f \"$output\"; mkdir \"$output\"",
    "rm -f \"$output\"; mkdir -p \"$output/a/b\"; chmod 000 \"$output/a\"",
    "rm -f \"$output\"; ln -s /dev/zero \"$output\"",
    "rm -f \"$output\"; ln -s /etc/passwd \"$output\"",
    "rm -f \"$output\"; ln -s \"$output\" \"$output\"",
    "rm -f \"$output\"; ln -s /dev/full \"$output\"",
    "rm -f \"$output\"; mknod \"$output\" c 1 5",
    ": > \"$output\"",
    "truncate -s 40G \"$output\"",
    "head -c 100000 /dev/urandom > \"$output\"",
    "\"$PTXAS\" \"$@\"; truncate -s 1000 \"$output\"",
    "\"$PTXAS\" \"$@\"; cat \"$output\" \"$output\" > \"$output.2\"; mv \"$output.2\" \"$output\"",
    "\"$PTXAS\" \"$@\"; chmod 000 \"$output\"",
    "\"$PTXAS\" \"$@\"; exit 3",
    "\"$PTXAS\" \"$@\"; kill -ABRT $$",
    "rm -f \"$input\"; exit 1",
    "\"$PTXAS\" \"$@\"; rm -f \"$input\"",
    "\"$PTXAS\" \"$@\"; rm -rf \"$(dirname \"$output\")\"",
    "\"$PTXAS\" \"$@\"; chmod 000 \"$(dirname \"$output\")\"",
    "\"$PTXAS\" \"$@\"; chmod 500 \"$(dirname \"$output\")\"",
    "\"$PTXAS\" \"$@\"; touch \"$(dirname \"$output\")/more\" \"$(dirname \"$output\")/.hidden\"",
    "\"$PTXAS\" \"$@\"; echo changed >> \"$input\"",
    "printf '\\177ELF' > \"$output\"",
    "exec >&- 2>&-; sleep 600",
    "exec \"$PTXAS\"",
    "exec \"$PTXAS\" \"$@\" < /dev/zero",
    "\"$PTXAS\" \"$@\"; printf 'a\\0b\\033[2J\\377' >&2",
    "printf 'ptxas %s, line 99999999999999999999; error : x\\n' \"$input\" >&2; exit 1",
    "printf 'ptxas %s, line 0; error : Unknown symbol\\n' \"$input\" >&2; exit 255",
];

const HEADER: &str = "for word in \"$@\"; do\n  case $last in -o) output=$word ;; esac\n  \
                      case $word in *.ptx) input=$word ;; esac\n  last=$word\ndone";

pub fn run(case: &mut Case) {
    let mut goods = GOOD;
    case.rng.shuffle(&mut goods);
    let goods = &goods[..1 + case.rng.below(3)];
    goods.iter().for_each(|name| drop(case.file(name, corpus::good(name))));
    let flips = case.rng.percent(30);
    let action = if flips { flip(case) } else { case.rng.pick(ACTIONS).to_owned() };
    // Some misbehave only for one input.
    let only = goods[0].split('.').next().unwrap_or_default().to_owned();
    let action = if case.rng.percent(30) {
        format!("if grep -q {only} \"$input\"; then\n{action}\nelse exec \"$PTXAS\" \"$@\"; fi")
    } else {
        action
    };
    let script = format!("#!/bin/sh\nPTXAS='{}'\n{HEADER}\n{action}\n", ptxas::program().display());
    case.script("ptxas.sh", &script);
    for good in goods {
        if case.rng.percent(50) {
            case.file(output(good), "old");
        }
    }
    let before = case.snapshot();
    let jobs = format!("--jobs={}", 1 + case.rng.below(3));
    let more = [CHIP, "-oout/", "--ptxas-path=./ptxas.sh", "--time-limit=2", &jobs];
    let mut call = Call::new(CC, goods.iter().copied().chain(more));
    call.time_limit = 6;
    call.flood = 64 << 20;
    let ended = case.run(call);
    case.commands.push(format!("with ptxas.sh: {action}"));
    case.check_unchanged(&before, |path| path.starts_with("out"));
    for good in goods {
        let made = case.read(output(good));
        let is_old = made.is_none() || made.as_deref() == Some(b"old");
        if ended.end == End::Exit(0) && is_old {
            case.finding("a success writes no output", *good);
        }
        let Some(made) = made.filter(|_| !is_old) else { continue };
        if !flips {
            // Bytes after the end of an ELF file have no meaning.
            if !made.starts_with(&corpus::alone(good, "cubin", &[])) {
                case.finding("an output is not what ptxas makes", format!("of {good}: {}", tail(&ended.err)));
            }
            continue;
        }
        check_flipped(case, good, &made);
    }
}

fn output(good: &str) -> String {
    format!("out/{}.cubin", good.split('.').next().unwrap_or_default())
}

/// The real `ptxas`, with some bytes of its output replaced: in the whole file, or in the sections of attributes.
fn flip(case: &mut Case) -> String {
    let mut script = String::from("\"$PTXAS\" \"$@\" || exit\nsize=$(stat -c %s \"$output\")\n");
    for _ in 0..1 + case.rng.below(3) {
        let (at, byte) = (case.rng.next() % (1 << 31), case.rng.below(256));
        // The attributes are in the middle of the file.
        let place = if case.rng.percent(50) { "$size / 4 + AT % ($size / 2)" } else { "AT % $size" };
        let place = place.replace("AT", &at.to_string());
        script +=
            &format!("printf '\\{byte:03o}' | dd of=\"$output\" bs=1 seek=$(({place})) conv=notrunc 2>/dev/null\n");
    }
    script + "exit 0"
}

/// The audit accepts a changed cubin only if it has the facts of the input.
fn check_flipped(case: &mut Case, good: &str, made: &[u8]) {
    let expected = facts::of_cubin(&corpus::alone(good, "cubin", &[])).expect("it is a cubin");
    let Some(found) = facts::of_cubin(made) else { return case.skip("cuobjdump does not read the cubin") };
    if found != expected {
        let text = format!("{good}: {expected:?} became {found:?} in {}", Path::new(&output(good)).display());
        case.finding("the audit accepts other facts", text);
    }
}
