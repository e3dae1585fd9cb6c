//! The members of a file, and their members.

use std::path::Path;

use bytes::Bytes;

use crate::container::{Container, is_zip};
use crate::item::{ImageBytes, Item, Problem};
use crate::paths::Exclude;
use crate::store::{Kept, Store};

/// The most containers in each other. A program makes no more; a file that contains itself does.
const DEEPEST: usize = 16;

/// The members of a file that one of several searches visits: every `of`-th one.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The first member.
    number: usize,
    of: usize,
}

impl Share {
    /// All members.
    pub const ALL: Self = Self { number: 0, of: 1 };

    /// That many shares, at least one, which are all members together.
    pub fn split(count: usize) -> impl Iterator<Item = Self> {
        let of = count.max(1);
        (0..of).map(move |number| Self { number, of })
    }

    /// Whether it has the first member, and the file itself.
    #[must_use]
    pub const fn is_first(self) -> bool {
        self.number == 0
    }

    /// Whether it has the last member.
    #[must_use]
    pub const fn is_last(self) -> bool {
        self.number + 1 == self.of
    }
}

/// A file and what is in it. A member has a place: the numbers of the members that lead to it.
///
/// Guarantees that members of one container can be read one after the other without opening it again.
#[derive(Debug)]
pub struct Tree<'a> {
    file: Item,
    /// The most bytes of a member.
    limit: u64,
    /// The members that are left out.
    exclude: Exclude,
    /// Where decompressed containers are.
    store: Option<&'a Store>,
    kept: Kept,
    /// The containers that lead to the member that was read last, each with its number in the one before.
    open: Vec<(u32, Item, Container)>,
}

impl<'a> Tree<'a> {
    /// The tree of a file without some members. No member may have more than `limit` bytes.
    #[must_use]
    pub fn new(name: String, bytes: Bytes, limit: u64, exclude: Exclude) -> Self {
        let (store, kept) = (None, Kept::default());
        Self { file: Item::of_file(name, bytes), limit, exclude, store, kept, open: Vec::new() }
    }

    /// The same tree, with a store: [`visit`](Self::visit) keeps the containers there that it decompresses, and
    /// [`read`](Self::read) takes those from there that were kept of this file.
    #[must_use]
    pub fn with_store(self, store: Option<&'a Store>, kept: Kept) -> Self {
        Self { store, kept, ..self }
    }

    /// What is kept of this file.
    #[must_use]
    pub fn into_kept(self) -> Kept {
        self.kept
    }

    /// Calls `visit` with each item that contains no others, and with each problem, in order. The file itself is one
    /// if it contains no others: at the place without numbers. Images are not decompressed: they have the bytes that
    /// are in the file.
    pub fn visit(&mut self, visit: &mut impl FnMut(&[u32], Result<&Item, Problem>)) {
        self.visit_share(Share::ALL, visit);
    }

    /// Does what [`visit`](Self::visit) does for a share of the members. A file of a kind whose members are read one
    /// after the other, or at once, is in the first share.
    pub fn visit_share(&mut self, share: Share, visit: &mut impl FnMut(&[u32], Result<&Item, Problem>)) {
        let file = self.file.clone();
        if share.is_first() || is_zip(&file.bytes) {
            self.visit_item(&file, share, false, &mut Vec::new(), visit);
        }
    }

    fn visit_item(
        &mut self,
        item: &Item,
        share: Share,
        is_decompressed: bool,
        place: &mut Vec<u32>,
        visit: &mut impl FnMut(&[u32], Result<&Item, Problem>),
    ) {
        let container = match Container::of(item) {
            Ok(None) => return visit(place, Ok(item)),
            Ok(Some(container)) => container,
            // The first search reports it.
            Err(_) if !share.is_first() => return,
            Err(problem) => return visit(place, Err(problem)),
        };
        if place.len() == DEEPEST {
            return visit(place, Err(Problem::new(&item.name, "is nested too deeply")));
        }
        if let Some(store) = self.store.filter(|_| is_decompressed) {
            self.kept.add(place, store.keep(&item.bytes));
        }
        for number in (share.number..container.len()).step_by(share.of) {
            // Archives of `tar` have paths that begin with the current folder.
            let path = container.path(item, number);
            if self.exclude.has(Path::new(path.trim_start_matches("./"))) {
                continue;
            }
            place.push(u32::try_from(number).unwrap_or(u32::MAX));
            match container.member(item, number, ImageBytes::Stored, self.limit) {
                Ok(Some(member)) => self.visit_item(&member, Share::ALL, container.is_compressed(), place, visit),
                Ok(None) => {}
                Err(problem) => visit(place, Err(problem)),
            }
            place.pop();
        }
    }

    /// Reads the item at a place.
    ///
    /// # Errors
    /// If it is not there, as after a change of the file, or cannot be read.
    pub fn read(&mut self, place: &[u32]) -> Result<Item, Problem> {
        let Some((last, containers)) = place.split_last() else { return Ok(self.file.clone()) };
        let gone = |item: &Item| Problem::new(&item.name, "has changed while it was read");
        // The place of an open container is that of the item in it, so that the first one, the file, has no number.
        let numbers: Vec<u32> = std::iter::once(0).chain(containers.iter().copied()).collect();
        let common = self.open.iter().zip(&numbers).take_while(|((open, ..), number)| open == *number).count();
        self.open.truncate(common);
        for (depth, number) in numbers.into_iter().enumerate().skip(common) {
            let item = match self.open.last() {
                None => self.file.clone(),
                Some((_, item, container)) => {
                    let index = number as usize;
                    let kept = self.store.and_then(|store| store.get(self.kept.of(&containers[..depth])?));
                    match kept {
                        Some(bytes) => item.member(container.path(item, index), bytes),
                        None => {
                            container.member(item, index, ImageBytes::Content, self.limit)?.ok_or_else(|| gone(item))?
                        }
                    }
                }
            };
            let container = Container::of(&item)?.ok_or_else(|| gone(&item))?;
            self.open.push((number, item, container));
        }
        let Some((_, item, container)) = self.open.last() else { return Err(gone(&self.file)) };
        if *last as usize >= container.len() {
            return Err(gone(item));
        }
        container.member(item, *last as usize, ImageBytes::Content, self.limit)?.ok_or_else(|| gone(item))
    }
}
