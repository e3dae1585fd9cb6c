//! What the commands read: files, and what is found in folders, archives, compressed files and programs.
//!
//! Guarantees:
//! - A file that an argument names is read, whatever it is, so that an error can say so.
//! - Of what is found, equal contents are reported once, unless their project files or their launches differ.
//! - What cannot be read is one message, and the rest is read.
//! - Files are read in several workers at a time, and reported in order.

pub(super) mod file;
mod listing;

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tileiras_container::{
    Bytes, Exclude, Found as FoundFile, ImageHeader, Kept, Share, Store, Tree, expand, is_pattern,
};
use tileiras_cubin::ImageKind;
use tileiras_process::worker::Failure;

use self::file::{SourceFile, fault};
use self::listing::{ListedInput, Listing, list, of_input};
use super::cache::{CacheEntry, Launch};
use super::command::Command;
use crate::cli::project::nearest;
use crate::input::{Input, check_standard_input, read_bytes, unreadable};
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind, keep_first};
use crate::path::{is_standard_stream, name_of};
use crate::worker;
use crate::worker::batch;

/// The files of a command, and how they are read.
#[derive(Args, Clone, Debug)]
pub(super) struct SourceOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin or .fatbin; programs, archives (.a, .whl, .zip, .tar), compressed files
    /// and folders that have them; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Leave out files and folders of that name, or with a '/' of that path, in folders and archives; with *, ? and **
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
    /// Files that are read at the same time [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// A file of at least that many bytes is searched in shares.
const LARGE: u64 = 1 << 20;

/// In how many: more than there are processors, as the members of a file have different sizes.
const SHARES: usize = 8;

/// One input of a command.
pub(super) struct Source {
    /// The number of its file, and its place in it.
    file: usize,
    place: Vec<u32>,
    /// Its path, or the name of what is found in a file.
    pub path: PathBuf,
    /// Its name for tables. The images of a fat binary have the name of that file, as their chips tell them apart.
    pub label: String,
    /// Whether it is no argument itself, and was found in one.
    pub is_found: bool,
    /// Whether its label is an argument.
    pub is_named: bool,
    /// The name of the program, if it is an image in one.
    pub program: Option<String>,
    /// If it is a stage in the cache of a compiler: the launch that its entry states.
    pub entry: Option<CacheEntry>,
}

/// The inputs of a command.
pub(super) struct Sources {
    files: Vec<SourceFile>,
    exclude: Exclude,
    jobs: usize,
    /// What the search has decompressed, for the workers that read it.
    store: Option<Store>,
    /// In the order of the arguments.
    pub list: Vec<Source>,
    /// What the search found; `None` if each argument is an input itself, or a fat binary.
    pub found: Option<Found>,
    /// The first fault of the search, which was reported.
    pub result: Result<(), Fault>,
}

/// What is done with inputs that are equal to one that was found before.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) enum Copies {
    /// They are counted. One that an argument names is none.
    Once,
    /// They are inputs, too.
    All,
}

/// What makes two inputs equal: the digest of their bytes, the launch that the entry of a cache states, and the project
/// file.
type Key = ([u8; 32], Option<Launch>, Option<PathBuf>);

/// What a search found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// Files that were searched.
    pub files: usize,
    /// Files of them with device code.
    pub with_code: usize,
    /// What was left out, as its content had been found before.
    pub repeated: usize,
}

impl Sources {
    fn key(&self, file: usize, entry: Option<&CacheEntry>, digest: [u8; 32]) -> Key {
        let project = self.files.get(file).and_then(|file| file.project.clone());
        (digest, entry.map(|entry| entry.launch.clone()), project)
    }

    /// The number of the argument that an input is, or was found in.
    pub(super) fn argument(&self, source: &Source) -> usize {
        self.files.get(source.file).map_or(0, |file| file.argument)
    }

    /// Checks that an output replaces no file with an input.
    ///
    /// # Errors
    /// If it does.
    pub(super) fn check_output(&self, output: &Path) -> Result<(), Fault> {
        let Ok(written) = output.canonicalize() else { return Ok(()) };
        match self.list.iter().any(|source| self.file(source).canonicalize().is_ok_and(|file| file == written)) {
            true => Err(Kind::Usage.fault(format!("the output '{}' is also an input", output.display()))),
            false => Ok(()),
        }
    }

    /// The file on disk that has an input.
    pub(super) fn file(&self, source: &Source) -> &Path {
        self.files.get(source.file).map_or(Path::new(""), |file| &file.path)
    }
}

impl Command<'_> {
    /// Finds the inputs of a command among these of its files, and reports what cannot be read.
    pub(super) fn sources(&self, files: &[PathBuf], options: &SourceOptions, copies: Copies) -> Result<Sources, Fault> {
        check_standard_input(files)?;
        let exclude = Exclude::new(&options.exclude).map_err(|(pattern, error)| {
            Kind::Usage.fault(format!("--exclude={pattern} is no pattern: {} at position {}", error.msg, error.pos))
        })?;
        let (jobs, result) = (worker::jobs(options.jobs), Ok(()));
        // Without a store, each worker decompresses what it reads.
        let store = self.limits.memory().and_then(|memory| Store::new(memory).ok());
        let mut sources = Sources { files: Vec::new(), exclude, jobs, store, list: Vec::new(), found: None, result };
        let named: HashSet<PathBuf> = files.iter().filter_map(|path| path.canonicalize().ok()).collect();
        // Whether something was found or reported of each argument.
        let mut is_answered = Vec::new();
        for (argument, path) in files.iter().enumerate() {
            is_answered.push(self.add_files(argument, path, &named, &mut sources));
        }
        let listings = self.listings(&sources);
        let mut found = Found { files: listings.len(), ..Found::default() };
        let mut is_searched = sources.files.iter().any(|file| !file.is_named);
        let mut seen = HashSet::new();
        for (number, Listing { items, messages, is_container, kept, .. }) in listings.into_iter().enumerate() {
            sources.files[number].kept = kept;
            let argument = sources.files.get(number).map_or(0, |file| file.argument);
            let has_failed = messages.iter().any(|(_, message)| message.is_error());
            is_answered[argument] |= !items.is_empty() || has_failed;
            is_searched |= is_container;
            found.with_code += usize::from(!items.is_empty());
            if has_failed {
                keep_first(&mut sources.result, Kind::Input);
            }
            for ListedInput { place, name, label, digest, program, entry } in items {
                let file = &sources.files[number];
                let is_found = digest.is_some();
                let is_named = file.is_named && name_of(&file.path) == label;
                let path = if place.is_empty() { file.path.clone() } else { PathBuf::from(name) };
                let key = digest.map(|digest| sources.key(number, entry.as_ref(), digest));
                if copies == Copies::Once && !is_named && key.is_some_and(|key| !seen.insert(key)) {
                    found.repeated += 1;
                    continue;
                }
                sources.list.push(Source { file: number, place, path, label, is_found, is_named, program, entry });
            }
        }
        for (path, _) in files.iter().zip(is_answered).filter(|(_, is_answered)| !is_answered) {
            let text = if is_pattern(path) { "matches no file with device code" } else { "has no device code" };
            self.report_fault(None, &Kind::Input.fault(text).in_file(path));
            keep_first(&mut sources.result, Kind::Input);
        }
        sources.found = is_searched.then_some(found);
        Ok(sources)
    }

    /// Adds the files of an argument, without those that are arguments themselves. Returns whether there are such ones,
    /// or something was reported.
    fn add_files(&self, argument: usize, path: &Path, named: &HashSet<PathBuf>, sources: &mut Sources) -> bool {
        let mut faults = Vec::new();
        let mut has_named = false;
        let found = match is_standard_stream(path) {
            true => vec![FoundFile { path: path.to_owned(), is_named: true }],
            false => expand(path, &sources.exclude, |path, error| faults.push(unreadable(path, error))),
        };
        for FoundFile { path, is_named } in found {
            if !is_named && named.len() > 1 && path.canonicalize().is_ok_and(|path| named.contains(&path)) {
                has_named = true;
                continue;
            }
            match is_stream(&path).then(|| self.stream(&path)).transpose() {
                Ok(content) => {
                    let project = nearest(&path);
                    let kept = Kept::default();
                    sources.files.push(SourceFile { argument, path, is_named, project, content, kept });
                }
                Err(fault) => faults.push(fault),
            }
        }
        for fault in &faults {
            self.report_fault(None, fault);
            keep_first(&mut sources.result, fault.kind);
        }
        has_named || !faults.is_empty()
    }

    /// The content of standard input or a pipe.
    pub(super) fn stream(&self, path: &Path) -> Result<Bytes, Fault> {
        if let Some(content) = self.streams.borrow().get(path) {
            return Ok(content.clone());
        }
        let content = Bytes::from(read_bytes(path, self.limit)?);
        self.streams.borrow_mut().insert(path.to_owned(), content.clone());
        Ok(content)
    }

    /// What is in each file. The messages are reported.
    fn listings(&self, sources: &Sources) -> Vec<Listing> {
        let Sources { files, exclude, store, .. } = sources;
        if let Some(listings) = files.iter().map(|file| of_input(file, exclude)).collect::<Option<Vec<_>>>() {
            listings.iter().for_each(|listing| self.report_listing(listing));
            return listings;
        }
        let (limit, limits) = (self.limit, self.limits);
        let shares = |file: &SourceFile| Share::split(if file.size() < LARGE { 1 } else { SHARES });
        let shares: Vec<(usize, Share)> = files
            .iter()
            .enumerate()
            .flat_map(|(number, file)| shares(file).map(move |share| (number, share)))
            .collect();
        let work = |(): &(), item: usize| {
            worker::enter("search", Kind::Input);
            let (number, share) = shares[item];
            let list = || list(&files[number], share, limit, exclude, store.as_ref());
            worker::answer(worker::limited(limits.time(), list), false)
        };
        let finish = |item: usize, received: Result<Listing, Failure>| {
            let fault = |failure| worker::fault_of(failure, limits).in_file(&files[shares[item].0].path);
            received.unwrap_or_else(|failure| Listing::of_fault(&fault(failure)))
        };
        let bar = batch::progress(files.len());
        // After a signal, some have no result.
        let mut listings: Vec<Listing> = files.iter().map(|_| Listing::default()).collect();
        let report = |item: usize, found: Listing| {
            let (number, share) = shares[item];
            let listing = &mut listings[number];
            listing.extend(found);
            if share.is_last() {
                listing.finish();
                bar.suspend(|| self.report_listing(listing));
                bar.inc(1);
            }
        };
        batch::in_order(shares.len(), limits.of(sources.jobs), worker::prepare, work, finish, report);
        bar.finish_and_clear();
        listings
    }

    fn report_listing(&self, listing: &Listing) {
        let messages: Vec<Message> = listing.messages.iter().map(|(_, message)| message.clone()).collect();
        self.report(None, &messages);
    }

    /// Calls `work` with each input, in workers, and `done` with the results, in order. Of what was found, equal
    /// contents are reported once. Returns the number of those that are left out.
    pub(super) fn read_each<T: Serialize + DeserializeOwned>(
        &self,
        sources: &Sources,
        work: impl Fn(usize, &Input) -> T + Sync,
        mut done: impl FnMut(usize, Result<T, Fault>),
    ) -> usize {
        let all: Vec<&Source> = sources.list.iter().collect();
        let mut seen = HashSet::new();
        let mut repeated = 0;
        // An image can be compressed in one file and not in another one.
        let work = |number: usize, input: &Input| (digest_of_content(input), work(number, input));
        self.read_all(sources, &all, work, |number, result| {
            let Source { file, entry, is_found, is_named, .. } = all[number];
            match result {
                Ok((digest, _))
                    if *is_found && !is_named && !seen.insert(sources.key(*file, entry.as_ref(), digest)) =>
                {
                    repeated += 1;
                }
                result => done(number, result.map(|(_, value)| value)),
            }
        });
        repeated
    }

    /// Calls `work` with each of these inputs, in workers, and `done` with the results, in order.
    pub(super) fn read_all<'a, T: Serialize + DeserializeOwned>(
        &self,
        sources: &'a Sources,
        chosen: &[&Source],
        work: impl Fn(usize, &Input) -> T + Sync,
        mut done: impl FnMut(usize, Result<T, Fault>),
    ) {
        let Sources { files, exclude, store, .. } = sources;
        let (limit, limits) = (self.limit, self.limits);
        let start = || {
            worker::prepare();
            // The file that was read last, with its number: its inputs follow each other.
            RefCell::new(None)
        };
        let read = |open: &RefCell<Option<(usize, Tree<'a>)>>, source: &Source| {
            let mut open = open.borrow_mut();
            let tree = match open.take().filter(|(file, _)| *file == source.file) {
                Some((_, tree)) => tree,
                None => files[source.file].tree(limit, exclude, store.as_ref())?,
            };
            let (_, tree) = open.insert((source.file, tree));
            let item = tree.read(&source.place).map_err(|problem| fault(&problem, limit))?;
            Input::of_item(item, &source.path, limit)
        };
        let work = |open: &_, number: usize| {
            worker::enter("read", Kind::Input);
            let read = || read(open, chosen[number]).map(|input| work(number, &input));
            worker::answer(worker::limited(limits.time(), read), false)
        };
        let finish =
            |_, received: Result<_, Failure>| received.unwrap_or_else(|failure| Err(worker::fault_of(failure, limits)));
        let bar = batch::progress(chosen.len());
        let report = |number: usize, result: Result<T, Fault>| {
            bar.suspend(|| done(number, result));
            bar.inc(1);
        };
        batch::in_order(chosen.len(), limits.of(sources.jobs), start, work, finish, report);
        bar.finish_and_clear();
    }
}

/// Whether a path is standard input or a pipe, which can be read only once.
pub(super) fn is_stream(path: &Path) -> bool {
    is_standard_stream(path) || path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// The digest of the content of an input, and of what it is read as. Equal PTX that a driver compiles with other
/// options, or for another chip than it states, is another one.
fn digest_of_content(input: &Input) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(input.format.to_string().as_bytes());
    if let Some(ImageHeader { kind: ImageKind::Ptx, arch, options, .. }) = &input.image {
        hasher.update(options.as_bytes());
        let target = memchr::memmem::find(&input.content, b".target").map(|at| at + b".target".len());
        let target = target.and_then(|at| input.content.get(at..)).unwrap_or_default().trim_ascii_start();
        if !target.starts_with(arch.as_bytes()) {
            hasher.update(arch.as_bytes());
        }
    }
    *hasher.update(b"\0").update(&input.content).finalize().as_bytes()
}
