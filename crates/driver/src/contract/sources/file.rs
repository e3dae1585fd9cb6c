//! A file that is searched, and what is in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tileiras_container::{Bytes, Exclude, ImageHeader, Item, Kept, Problem, Share, Store, Tree, content};
use tileiras_cubin::ImageKind;

use crate::input::{Input, Limit, unreadable};
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::path::name_of;

/// A message about a file or a member of it, and the number of the member; without a number, about the file.
pub(super) type Placed = (Option<u32>, Message);

/// A file on disk, or standard input.
pub(super) struct SourceFile {
    /// The number of the argument that it is, or that leads to it.
    pub argument: usize,
    pub path: PathBuf,
    /// Whether it is an argument itself.
    pub is_named: bool,
    /// Its project file, if it has one.
    pub project: Option<PathBuf>,
    /// Its content, if it can be read only once.
    pub content: Option<Bytes>,
    /// What the search has decompressed of it.
    pub kept: Kept,
}

impl SourceFile {
    /// Its bytes; 0 if it cannot be read.
    pub fn size(&self) -> u64 {
        match &self.content {
            Some(content) => content.len() as u64,
            None => self.path.metadata().map_or(0, |data| data.len()),
        }
    }

    /// The file and what is in it.
    pub fn tree<'a>(&self, limit: Limit, exclude: &Exclude, store: Option<&'a Store>) -> Result<Tree<'a>, Fault> {
        let content = match &self.content {
            Some(content) => content.clone(),
            None => match content(&self.path, limit.bytes()) {
                Ok(content) => content.unwrap_or_default(),
                Err(error) => return Err(unreadable(&self.path, &error)),
            },
        };
        let tree = Tree::new(name_of(&self.path), content, limit.bytes(), exclude.clone());
        Ok(tree.with_store(store, self.kept.clone()))
    }
}

/// The images of a fat binary, as inputs, and messages about those that cannot be read.
pub(in crate::contract) fn images(input: &Input, limit: Limit) -> (Vec<Input>, Vec<Message>) {
    let content = Bytes::from(input.content.clone());
    let mut tree = Tree::new(input.name.clone(), content, limit.bytes(), Exclude::default());
    let mut places = Vec::new();
    let messages = visit(&mut tree, Share::ALL, limit, |place, _| places.push(place.to_vec()));
    let mut messages: Vec<Message> = messages.into_iter().map(|(_, message)| message).collect();
    let mut images = Vec::new();
    for place in places {
        let read = tree.read(&place).map_err(|problem| fault(&problem, limit));
        match read.and_then(|item| Input::of_item(item.clone(), Path::new(&item.name), limit)) {
            Ok(image) => images.push(image),
            Err(fault) => messages.extend(Message::of_fault(&fault)),
        }
    }
    (images, messages)
}

/// Calls `visit` with each item of a share of a tree, but for images of kinds that no command reads. Returns messages
/// about these, and about what cannot be read.
pub(super) fn visit(
    tree: &mut Tree<'_>,
    share: Share,
    limit: Limit,
    mut visit: impl FnMut(&[u32], &Item),
) -> Vec<Placed> {
    let mut messages: Vec<Placed> = Vec::new();
    let mut others: BTreeMap<(Option<u32>, String, String, u16), usize> = BTreeMap::new();
    tree.visit_share(share, &mut |place, item| match item {
        Err(problem) => {
            let of_member = |message| (place.first().copied(), message);
            messages.extend(Message::of_fault(&fault(&problem, limit)).map(of_member));
        }
        Ok(item) => match &item.image {
            Some(ImageHeader { kind: ImageKind::Other(kind), arch, .. }) => {
                let member = place.first().copied();
                *others.entry((member, item.container.clone(), arch.clone(), *kind)).or_default() += 1;
            }
            _ => visit(place, item),
        },
    });
    for ((member, container, arch, kind), count) in others {
        let text = match count {
            1 => format!("the image for {arch} is of the unknown kind {kind} and was not read"),
            count => format!("{count} images for {arch} are of the unknown kind {kind} and were not read"),
        };
        messages.push((member, Message::warning_in(Path::new(&container), text)));
    }
    messages
}

/// A problem as a fault.
pub(super) fn fault(problem: &Problem, limit: Limit) -> Fault {
    let path = Path::new(&problem.name);
    if problem.is_too_large {
        return limit.exceeded(path);
    }
    Kind::Input.fault(problem.text.clone()).in_file(path)
}
