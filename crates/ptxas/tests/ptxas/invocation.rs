//! Runs of the real `ptxas` and of a script that replaces it: results, errors and cleanup.

#![expect(clippy::expect_used, reason = "a test")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Scratch, chip, real, stand_in};
use tileiras_cubin::Cubin;
use tileiras_ptxas::run::Cause;
use tileiras_ptxas::{Environment, Failure, Invocation, Ptxas, ToolError, ToolOutput};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::is_running as runs;
use tileiras_test_support::ptxas::module;

/// Longer than any of these tests takes, and shorter than a hung child takes.
const SOON: Duration = Duration::from_secs(300);

fn failure(result: Result<ToolOutput, ToolError>) -> Box<Failure> {
    match result {
        Err(ToolError::Failed(failure)) => failure,
        other => panic!("{other:?}"),
    }
}

/// Runs the stand-in with `--do=what`.
fn run_stand_in(what: &str) -> Result<ToolOutput, ToolError> {
    let scratch = Scratch::new();
    scratch.run(&stand_in(), "sm_90").arguments([format!("--do={what}")]).assemble("kernel", b"text")
}

/// The last word of the output of the stand-in: a process ID.
fn last_word(words: &[u8]) -> String {
    String::from_utf8_lossy(words).split_whitespace().last().expect("a word").to_owned()
}

/// Whether a process ends before [`SOON`].
fn ends(pid: &str) -> bool {
    let start = Instant::now();
    while runs(pid) && start.elapsed() < SOON {
        thread::sleep(Duration::from_millis(10));
    }
    !runs(pid)
}

#[test]
fn ptxas_makes_a_cubin_and_its_warnings_are_returned() {
    let scratch = Scratch::new();
    let ptx = module("sm_90", "8.0", &[".minnctapersm 2".to_owned()]);
    let done = scratch.run(&real(), "sm_90").opt_level(2).assemble("my kernel", ptx.as_bytes()).expect("it succeeds");
    assert!(done.file.starts_with(b"\x7fELF"));
    let words = String::from_utf8(done.stderr).expect("text");
    assert!(words.contains(".minnctapersm is ignored"), "{words}");
    assert!(words.contains("/my_kernel.ptx, line 6"), "{words}");
    assert_eq!(Cubin::read(&done.file).expect("a cubin").tools[0].arguments, "-O 2 -arch sm_90");
}

#[test]
fn an_error_of_ptxas_returns_its_messages_and_status() {
    let scratch = Scratch::new();
    let ptx = module("sm_90", "8.0", &[".maxntid 1 .reqntid 1".to_owned()]);
    let failure = failure(scratch.run(&real(), "sm_90").assemble("k", ptx.as_bytes()));
    assert!(matches!(failure.cause, Cause::Exit { code: 255 }), "{failure}");
    assert!(failure.to_string().ends_with("' failed with exit status 255"), "{failure}");
    let words = String::from_utf8(failure.stderr).expect("text");
    assert!(words.contains("Conflicting directives: .maxntid and .reqntid cannot both be specified"), "{words}");
    assert_eq!(failure.hint, None);
}

#[test]
fn a_crash_of_ptxas_is_reported_with_its_signal() {
    let scratch = Scratch::new();
    let ptx = module("sm_90", "8.0", &[".maxntid 4294967265".to_owned()]);
    let failure = failure(scratch.run(&real(), "sm_90").assemble("k", ptx.as_bytes()));
    assert!(matches!(failure.cause, Cause::Signal { number: 8 }), "{failure}");
    assert!(failure.to_string().ends_with("' was killed by signal 8 (SIGFPE)"), "{failure}");
}

#[test]
fn signals_are_named() {
    for (name, text) in [("SEGV", "signal 11 (SIGSEGV)"), ("ABRT", "signal 6 (SIGABRT)"), ("USR1", "signal 10")] {
        let failure = failure(run_stand_in(&format!("signal-{name}")));
        assert!(failure.to_string().ends_with(&format!(" was killed by {text}")), "{failure}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let headers = [".reqntid 128 .maxnreg 64".to_owned(), ".maxntid 256".to_owned()];
    let ptx = module("sm_90a", "9.0", &headers);
    // With -g, the cubin contains file names.
    for arguments in [[].as_slice(), &["-g"], &["-lineinfo"], &["-c"]] {
        let [first, second] = [(), ()].map(|()| crate::common::assemble("sm_90a", &ptx, arguments));
        assert_eq!(first, second, "{arguments:?}");
    }
}

#[test]
fn the_predicted_argument_vector_is_the_one_used() {
    let scratch = Scratch::new();
    let environment = scratch.environment(&[("MLIR_ENABLE_EVO", ""), ("PTX_KNOBS_PATH", "a b")]);
    let invocation = Invocation::new(&stand_in(), chip("sm_101a"), &environment).opt_level(1);
    let invocation = invocation.arguments(["--do=arguments", "--x y"]);
    let done = invocation.assemble("a,b/c", b"text").expect("it succeeds");
    assert_eq!(done.file, b"text");
    let [input, output] = [&done.argv[7], &done.argv[9]].map(Path::new);
    assert_eq!(invocation.argv(input, output), done.argv);
    assert_eq!(input.file_name(), Some(OsStr::new("a_b_c.ptx")));
    assert_eq!(input.with_extension("cubin"), output);
    let printed = String::from_utf8(done.stdout).expect("text");
    let printed: Vec<&str> = printed.lines().collect();
    let expected = ["-arch", "sm_110a", "-O1", "--do=arguments", "--x y", "--knobs-file=a b"];
    assert_eq!(printed[..6], expected);
    assert_eq!(printed[6..], [input.to_str().expect("text"), "-o", output.to_str().expect("text")]);
    assert_eq!(printed, done.argv[1..].iter().map(|word| word.to_str().expect("text")).collect::<Vec<_>>());
}

/// The log output.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_argument_vector_is_logged_even_if_nothing_can_be_started() {
    let scratch = Scratch::new();
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let gone = Ptxas { program: "/nonexistent/ptxas".into(), ..stand_in() };
    tracing::subscriber::with_default(subscriber, || {
        scratch.run(&gone, "sm_90").arguments(["-v"]).assemble("k", b"").expect_err("no program");
    });
    let log = String::from_utf8(log.0.lock().expect("no panic").clone()).expect("text");
    let (start, end) = (r#"running ptxas argv=["/nonexistent/ptxas", "-arch", "sm_90", "-v", "#, "/k.cubin\"]\n");
    assert!(log.contains(" INFO tileiras_ptxas") && log.contains(start) && log.ends_with(end), "{log}");
}

#[test]
fn a_name_that_is_no_file_name_is_converted_to_one() {
    for (name, file) in
        [("", "kernel"), ("..", "kernel"), ("-o", "o"), ("ä\0b", "__b"), (&"x".repeat(300), &"x".repeat(100))]
    {
        let scratch = Scratch::new();
        let done = scratch.run(&stand_in(), "sm_90").assemble(name, b"text").expect("it succeeds");
        assert!(done.argv[3].to_str().expect("text").ends_with(&format!("/{file}.ptx")), "{name:?}: {:?}", done.argv);
    }
}

#[test]
fn a_child_that_hangs_is_killed_with_its_group() {
    let scratch = Scratch::new();
    let mut limit = Duration::from_millis(250);
    // On a busy machine, the stand-in may be killed before it has started its child.
    let failure = loop {
        let invocation = scratch.run(&stand_in(), "sm_90").arguments(["--do=hang"]).time_limit(Some(limit));
        let start = Instant::now();
        let failure = failure(invocation.assemble("k", b"text"));
        assert!(start.elapsed() >= limit && start.elapsed() < SOON);
        assert!(
            failure.to_string().ends_with(&format!(" did not finish within {limit:?} and was killed")),
            "{failure}"
        );
        if !failure.stderr.is_empty() {
            break failure;
        }
        limit *= 2;
    };
    let pid = last_word(&failure.stderr);
    assert!(ends(&pid), "process {pid} of the group still runs");
}

#[test]
fn a_child_is_killed_on_an_interrupt() {
    let scratch = Scratch::new();
    let signal = Arc::new(AtomicUsize::new(0));
    let folder = Folder::new();
    let ready = folder.join("ready");
    let arguments = ["--do=hang".to_owned(), format!("--ready={}", ready.display())];
    let invocation = scratch.run(&stand_in(), "sm_90").arguments(arguments).interrupt(Arc::clone(&signal));
    let start = Instant::now();
    let handler = thread::spawn(move || {
        while !ready.exists() && start.elapsed() < SOON {
            thread::sleep(Duration::from_millis(10));
        }
        signal.store(2, Ordering::Relaxed);
    });
    let failure = failure(invocation.assemble("k", b"text"));
    handler.join().expect("no panic");
    assert!(start.elapsed() < SOON);
    assert!(failure.to_string().ends_with(" was killed on signal 2 (SIGINT)"), "{failure}");
    let pid = last_word(&failure.stderr);
    assert!(ends(&pid), "process {pid} of the group still runs");
}

#[test]
fn processes_left_in_the_group_are_killed_without_delay() {
    let start = Instant::now();
    let done = run_stand_in("linger").expect("it succeeds");
    assert!(start.elapsed() < SOON);
    assert_eq!(done.file, b"text");
    let pid = last_word(&done.stderr);
    assert!(ends(&pid), "process {pid} of the group still runs");
}

#[test]
fn a_process_outside_the_group_that_has_the_outputs_open_is_not_waited_for() {
    let start = Instant::now();
    let done = run_stand_in("escape").expect("it succeeds");
    // The process sleeps longer than that.
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    assert!(done.stderr.starts_with(b"escaped "));
    let pid = last_word(&done.stderr);
    assert!(runs(&pid), "process {pid} was killed");
    Command::new("kill").arg(&pid).status().expect("kill runs");
}

#[test]
fn ten_megabytes_on_each_output_are_read_to_the_last_byte() {
    let done = run_stand_in("loud").expect("it succeeds");
    assert_eq!((done.stderr.len(), done.stdout.len()), (10_000_000, 10_000_000));
    assert!(done.stderr.iter().all(|byte| *byte == b'e') && done.stdout.iter().all(|byte| *byte == b'o'));
}

#[test]
fn messages_that_are_not_utf8_are_unchanged() {
    assert_eq!(run_stand_in("bytes").expect("it succeeds").stderr, b"warning: \xff\xfe\n");
}

#[test]
fn success_without_an_output_is_a_failure() {
    for what in ["nothing", "empty"] {
        let failure = failure(run_stand_in(what));
        assert!(failure.to_string().ends_with("' succeeded but wrote no output"), "{failure}");
    }
    let failure = failure(run_stand_in("folder"));
    assert!(matches!(failure.cause, Cause::Unreadable { .. }), "{failure}");
    assert!(failure.to_string().ends_with("kernel.cubin' cannot be read: is a directory"), "{failure}");
}

#[test]
fn files_that_the_child_leaves_are_removed() {
    assert_eq!(run_stand_in("litter").expect("it succeeds").file, b"text");
}

#[test]
fn an_exit_status_is_passed_on() {
    let failure = failure(run_stand_in("exit-7"));
    assert!(matches!(failure.cause, Cause::Exit { code: 7 }), "{failure}");
    assert_eq!(failure.stderr, b"ptxas fatal   : as asked\n");
}

#[test]
fn the_knobs_file_is_passed_if_both_variables_are_set() {
    let closed: [&[(&str, &str)]; 3] = [&[], &[("MLIR_ENABLE_EVO", "1")], &[("PTX_KNOBS_PATH", "x")]];
    for variables in closed {
        let scratch = Scratch::new();
        let environment = scratch.environment(variables);
        let invocation = Invocation::new(&real(), chip("sm_90"), &environment);
        invocation.assemble("k", module("sm_90", "8.0", &[]).as_bytes()).expect("it succeeds");
    }
    for value in ["", "0", "false"] {
        let scratch = Scratch::new();
        let environment = scratch.environment(&[("MLIR_ENABLE_EVO", value), ("PTX_KNOBS_PATH", value)]);
        let invocation = Invocation::new(&real(), chip("sm_90"), &environment);
        let failure = failure(invocation.assemble("k", module("sm_90", "8.0", &[]).as_bytes()));
        assert!(matches!(failure.cause, Cause::Exit { code: 255 }), "{failure}");
        let words = String::from_utf8_lossy(&failure.stderr);
        assert!(words.contains("Unknown option '-knobs-file'"), "{words}");
        let hint = failure.hint.expect("a hint");
        assert!(hint.contains("MLIR_ENABLE_EVO") && hint.contains("PTX_KNOBS_PATH") && !hint.contains('\n'), "{hint}");
    }
}

#[test]
fn a_knobs_path_is_passed_unchanged_and_is_relative_to_the_current_folder() {
    let path = OsString::from_vec(b"no \xff text".to_vec());
    let variables = [("MLIR_ENABLE_EVO", OsString::new()), ("PTX_KNOBS_PATH", path)];
    let environment: Environment = variables.into_iter().collect();
    let invocation = Invocation::new(&stand_in(), chip("sm_90"), &environment);
    let argv = invocation.argv("i".as_ref(), "o".as_ref());
    assert_eq!(argv[3], OsString::from_vec(b"--knobs-file=no \xff text".to_vec()));

    // A relative path. The child runs in the current folder, which is that of the package.
    let scratch = Scratch::new();
    let environment = scratch.environment(&[("MLIR_ENABLE_EVO", ""), ("PTX_KNOBS_PATH", "Cargo.toml")]);
    let invocation = Invocation::new(&stand_in(), chip("sm_90"), &environment).arguments(["--do=cat-knobs"]);
    let done = invocation.assemble("k", b"text").expect("it succeeds");
    assert_eq!(done.stdout, fs::read("Cargo.toml").expect("the manifest"));
}

#[test]
fn a_folder_in_which_no_input_can_be_written_is_named() {
    let environment = Environment::from_iter([("TMPDIR", "/nonexistent/folder")]);
    let error = Invocation::new(&stand_in(), chip("sm_90"), &environment).assemble("k", b"").expect_err("no folder");
    assert!(error.to_string().starts_with("cannot write '/nonexistent/folder"), "{error}");
    assert!(error.to_string().ends_with("the input of ptxas.sh: no such file or directory"), "{error}");
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let scratch = Scratch::new();
    let found = stand_in();
    let gone = Ptxas { program: "/nonexistent/ptxas".into(), ..found };
    let error = scratch.run(&gone, "sm_90").assemble("k", b"").expect_err("no program");
    assert_eq!(error.to_string(), "cannot start '/nonexistent/ptxas': no such file or directory");
}

/// With an empty umask. Other tests of this file do not depend on it.
#[test]
fn temporary_folders_are_private() {
    let old = rustix::process::umask(rustix::fs::Mode::empty());
    let done = run_stand_in("modes").expect("it succeeds");
    rustix::process::umask(old);
    assert_eq!(String::from_utf8(done.stdout).expect("text"), "700\n");
}

#[test]
fn the_start_and_the_end_of_a_flood_are_kept() {
    let words = run_stand_in("flood").expect("it succeeds").stderr;
    assert!(words.starts_with(&[b'x'; 16 << 20]) && words.ends_with(b"xend\n"));
    let middle = String::from_utf8_lossy(&words[16 << 20..]).into_owned();
    let dropped = 20_000_004 - (17 << 20);
    assert!(middle.starts_with(&format!("\n... {dropped} bytes are not shown ...\nx")), "{}", &middle[..80]);
}

#[test]
fn a_program_that_writes_without_end_is_killed_at_its_limit() {
    let scratch = Scratch::new();
    let limit = Duration::from_millis(500);
    let invocation = scratch.run(&stand_in(), "sm_90").arguments(["--do=endless"]).time_limit(Some(limit));
    let start = Instant::now();
    let failure = failure(invocation.assemble("k", b"text"));
    assert!(start.elapsed() < SOON);
    assert!(matches!(failure.cause, Cause::TimedOut { .. }), "{failure}");
}

#[test]
fn an_output_that_does_not_fit_into_memory_is_not_read() {
    let failure = failure(run_stand_in("huge"));
    assert!(failure.to_string().ends_with("kernel.cubin' cannot be read: has more than 1 GiB"), "{failure}");
}

#[test]
fn an_output_that_is_no_file_is_not_read() {
    let failure = failure(run_stand_in("fifo"));
    assert!(failure.to_string().ends_with("kernel.cubin' cannot be read: is not a regular file"), "{failure}");
}
